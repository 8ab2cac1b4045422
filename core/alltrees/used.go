// How probable it is that an input is used: that a split of it divides training rows.

package alltrees

import (
	"math/rand/v2"
	"strconv"

	"dcctree/core/random"
)

// Used are the kept trees with a split on a column that divides training rows, by column: a group each.
func (r *Sample) Used() []Group {
	t := r.cloud.t
	members := make([][]int, t.columns)
	for k, s := range r.Trees {
		used := make([]bool, t.columns)
		t.uses(s, used)
		for j, u := range used {
			if u {
				members[j] = append(members[j], k)
			}
		}
	}
	errors, groups := r.errorsAmong(r.everyTree()), make([]Group, t.columns)
	for j := range groups {
		groups[j] = Group{Share: float64(len(members[j])) / float64(len(r.Trees)), Columns: []int{j},
			Error: errors.of(members[j])}
	}
	return groups
}

func (t *Table) uses(s *Tree, used []bool) {
	if s = s.dividing(); s.left != nil {
		used[t.inputs[s.rule.Input].column] = true
		t.uses(s.left, used)
		t.uses(s.right, used)
	}
}

// count adds a tree, one of so many, to the shares of those that use an input.
func count(share []float64, used []bool, of int) {
	for j, u := range used {
		if u {
			share[j] += 1 / float64(of)
		}
	}
}

// UsedBefore is the same of n trees drawn from the prior: what a share is to be compared with. Its standard error is at
// most 1/(2 sqrt(n)).
func (t *Table) UsedBefore(p Prior, n int, seed uint64) []float64 {
	share := make([]float64, t.columns)
	rows, _ := t.all()
	for i := range n {
		used := make([]bool, t.columns)
		t.usesBefore(p, rows, 0, random.Stream(seed, "alltrees", "used", strconv.Itoa(i)), used)
		count(share, used, n)
	}
	return share
}

// usesBefore draws a tree from the prior, and notes what it uses.
func (t *Table) usesBefore(p Prior, rows []int32, depth int, rng *rand.Rand, used []bool) {
	if len(rows) < 2 || len(t.inputs) == 0 || rng.Float64() >= p.split(depth) {
		return
	}
	rule := t.priorRule(rng)
	left, right := t.part(rows, rule)
	if len(left) > 0 && len(right) > 0 {
		used[t.inputs[rule.Input].column] = true
	}
	t.usesBefore(p, left, depth+1, rng, used)
	t.usesBefore(p, right, depth+1, rng, used)
}
