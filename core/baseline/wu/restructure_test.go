// Tests that the restructure move draws every tree over the same leaves, with the probability that it says.

package wu

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"dcctree/core/baseline/hard/hardtest"
	"dcctree/core/random"
)

// division writes which rows are together in the leaves of a listed tree.
func division(tree *hardtest.Tree) string {
	var leaves []string
	for _, n := range tree.Nodes {
		if n.Left == nil {
			leaves = append(leaves, fmt.Sprint(n.Rows))
		}
	}
	slices.Sort(leaves)
	return strings.Join(leaves, " ")
}

func TestRestructureSumsToOne(t *testing.T) {
	for _, minLeaf := range []int{1, 2} {
		n := 5 * minLeaf
		c := small(t, true, n, func(s *Settings) { s.MinLeaf = minLeaf })
		sums, members := map[string]float64{}, map[string]int{}
		for _, tree := range hardtest.Enumerate(smallData(true, n), 5, minLeaf) {
			if tree.Leaves == 1 {
				continue
			}
			set(t, c, tree)
			c.rebuild.look(c.tree)
			sums[division(tree)] += math.Exp(c.logRebuild(c.tree.Nodes()))
			members[division(tree)]++
		}
		most := 0
		for key, sum := range sums {
			most = max(most, members[key])
			if math.Abs(sum-1) > 1e-12 {
				t.Errorf("the %d trees over %s are proposed with probability %v", members[key], key,
					sum)
			}
		}
		if len(sums) < 20 || most < 10 {
			t.Errorf("%d divisions with at most %d trees each: too few to tell", len(sums), most)
		}
	}
}

// TestRestructureDraws compares the shares of proposals over the leaves of one tree with their probabilities.
func TestRestructureDraws(t *testing.T) {
	c := small(t, true, 6, nil)
	trees := hardtest.Enumerate(smallData(true, 6), 4, 1)
	members := map[string][]*hardtest.Tree{}
	for _, tree := range trees {
		members[division(tree)] = append(members[division(tree)], tree)
	}
	var group []*hardtest.Tree
	for _, tree := range trees {
		if m := members[division(tree)]; len(m) > len(group) {
			group = m
		}
	}
	var keys []string
	var p []float64
	index := map[string]int{}
	for k, tree := range group {
		set(t, c, tree)
		c.rebuild.look(c.tree)
		keys, p, index[tree.Key] = append(keys, tree.Key), append(p, math.Exp(c.logRebuild(c.tree.Nodes()))), k
	}
	const batches, per = 50, 1000
	counts := make([][]int, batches)
	rng := random.Stream(5, "restructure")
	for b := range counts {
		counts[b] = make([]int, len(keys))
		for range per {
			var r ratio
			if !c.restructure(&r, rng) {
				t.Fatal("no proposal")
			}
			k, ok := index[hardtest.Key(c.rules)]
			if !ok {
				t.Fatalf("%s is not over the same leaves", hardtest.Key(c.rules))
			}
			if math.Abs(math.Exp(r.forward)-p[k]) > 1e-12 {
				t.Fatalf("%s: it says %v, want %v", keys[k], math.Exp(r.forward), p[k])
			}
			counts[b][k]++
		}
	}
	if worst := hardtest.Worst(hardtest.Frequencies(keys, p, counts, per)); math.Abs(worst.Z()) > 4 {
		t.Errorf("of %d trees: %v", len(keys), worst)
	}
}
