// A tree as it is drawn, and as plain numbers.

package hard

import (
	"errors"
	"math/rand/v2"

	"dcctree/core/baseline"
)

// Draw returns the present tree with parameters of its leaves drawn from their posterior. Thresholds are the training
// values, or halfway to the next ones.
func (t *Tree) Draw(halfway bool, rng *rand.Rand) []baseline.Node {
	nodes := t.drawn(halfway)
	variance := t.Leaves.Variance(Sum(t.now), rng)
	for k := range nodes {
		if nodes[k].Feature == baseline.Leaf {
			t.Leaves.Draw(&nodes[k], t.Stats(&t.now[k]), variance, rng)
		}
	}
	return nodes
}

// Expect returns the present tree with the posterior means of its leaves' parameters (see LeafModel.Expect).
func (t *Tree) Expect(halfway bool) []baseline.Node {
	nodes := t.drawn(halfway)
	sum := Sum(t.now)
	for k := range nodes {
		if nodes[k].Feature == baseline.Leaf {
			t.Leaves.Expect(&nodes[k], t.Stats(&t.now[k]), sum)
		}
	}
	return nodes
}

func (t *Tree) drawn(halfway bool) []baseline.Node {
	nodes := make([]baseline.Node, len(t.now))
	for k := range t.now {
		n := &t.now[k]
		if n.Leaf() {
			nodes[k].Feature = baseline.Leaf
			continue
		}
		nodes[k] = baseline.Node{Feature: int(n.Feature), Threshold: t.Rows.Threshold(n.Rule, halfway), Left: k + 1, Right: int(n.Right)}
	}
	return nodes
}

// AppendState appends the present tree as plain numbers (see AppendRules).
func (t *Tree) AppendState(dst []float64) []float64 {
	return AppendRules(dst, t.AppendRules(nil, 0))
}

// AppendRules appends the rules of a tree as plain numbers: for each node in pre-order the feature and cut of its rule,
// or -1 for a leaf.
func AppendRules(dst []float64, rules []Rule) []float64 {
	for _, r := range rules {
		dst = append(dst, float64(r.Feature))
		if r.Feature != baseline.Leaf {
			dst = append(dst, float64(r.Cut))
		}
	}
	return dst
}

// SetState makes the tree the one that a state (see AppendRules) begins with and returns what follows in the state. The
// error says what is wrong with it; the tree is then as before.
func (t *Tree) SetState(state []float64) (rest []float64, err error) {
	var rules []Rule
	for open := 1; open > 0; {
		if len(state) == 0 {
			return nil, errors.New("tree: the state ends before its last leaf")
		}
		if state[0] == baseline.Leaf {
			rules, state, open = append(rules, Stop), state[1:], open-1
			continue
		}
		if len(state) < 2 || !whole(state[0]) || !whole(state[1]) {
			return nil, errors.New("tree: the state of a split is not two whole numbers")
		}
		rules = append(rules, Rule{int32(state[0]), int32(state[1])})
		state, open = state[2:], open+1
	}
	return state, t.SetRules(rules)
}

// whole tells whether v is a whole number from 0 that an index can be.
func whole(v float64) bool { return v >= 0 && v < 1<<31 && v == float64(int32(v)) }
