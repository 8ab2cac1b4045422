// A tree as it is drawn, and as plain numbers.

package hard

import (
	"errors"
	"math/rand/v2"

	"dcctree/core/tree"
)

// Draw returns the present tree with parameters of its leaves drawn from their posterior. Thresholds are the training
// values, or halfway to the next ones.
func (t *Tree) Draw(halfway bool, rng *rand.Rand) tree.Tree {
	variance := t.Leaves.Variance(Sum(t.now), rng)
	return t.drawn(halfway, func(s Stats) tree.Answer { return t.Leaves.Draw(s, variance, rng) })
}

// Expect returns the present tree with the posterior means of its leaves' parameters (see LeafModel.Expect).
func (t *Tree) Expect(halfway bool) tree.Tree {
	sum := Sum(t.now)
	return t.drawn(halfway, func(s Stats) tree.Answer { return t.Leaves.Expect(s, sum) })
}

func (t *Tree) drawn(halfway bool, answer func(Stats) tree.Answer) tree.Tree {
	nodes := make([]tree.Node, len(t.now))
	for k := range t.now {
		n := &t.now[k]
		if n.Leaf() {
			nodes[k].Answer = answer(t.Stats(n))
			continue
		}
		nodes[k].Rule = tree.Threshold{Input: int(n.Feature), At: t.Rows.Threshold(n.Rule, halfway)}
		nodes[k].Right = int(n.Right)
	}
	return tree.Tree{Nodes: nodes}
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
		if r.Feature != Leaf {
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
		if state[0] == Leaf {
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
