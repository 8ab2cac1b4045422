// Pruning by cost complexity: which splits a price per leaf leaves standing.

package cart

import (
	"math"
	"slices"

	"dcctree/core/tree"
)

// setComplexities finds, for every split, the price per leaf at which it is pruned away: again and again
// the split that saves least risk for each leaf below it goes first (Breiman et al. 1984, section 10.2,
// weakest-link pruning).
func (t *Tree) setComplexities() {
	gone := make([]bool, len(t.Nodes)) // pruned, or below a split that is
	for k := range t.Nodes {
		gone[k] = t.Nodes[k].Leaf()
	}
	price := 0.0
	for !gone[0] {
		links := t.links(gone)
		weakest := math.Inf(1)
		for k := range t.Nodes {
			if !gone[k] {
				weakest = math.Min(weakest, links[k])
			}
		}
		price = math.Max(price, weakest)
		for k := range t.Nodes {
			if !gone[k] && links[k] <= price*(1+tie) {
				t.collapse(k, price, gone)
			}
		}
	}
}

// links returns, for every split that stands, what it saves per leaf.
func (t *Tree) links(gone []bool) []float64 {
	links := make([]float64, len(t.Nodes))
	risk := make([]float64, len(t.Nodes))
	splits := make([]int, len(t.Nodes))
	for k := len(t.Nodes) - 1; k >= 0; k-- {
		own, left, right := t.grown[k].risk, k+1, t.Nodes[k].Right
		risk[k] = own
		if gone[k] {
			continue
		}
		risk[k] = risk[left] + risk[right]
		splits[k] = splits[left] + splits[right] + 1
		links[k] = (own - risk[k]) / float64(splits[k])
	}
	return links
}

// collapse makes a leaf of a split.
func (t *Tree) collapse(k int, price float64, gone []bool) {
	if gone[k] {
		return
	}
	gone[k] = true
	t.grown[k].complexity = price
	t.collapse(k+1, price, gone)
	t.collapse(t.Nodes[k].Right, price, gone)
}

// Prune returns the tree without the splits whose complexity, as a share of the root's risk, is at most
// the given one.
func (t *Tree) Prune(complexity float64) *Tree { return t.pruneAt(complexity * t.grown[0].risk) }

func (t *Tree) pruneAt(price float64) *Tree {
	out := &Tree{Task: t.Task, Classes: t.Classes}
	t.copyInto(out, 0, price)
	out.answer()
	return out
}

func (t *Tree) copyInto(out *Tree, k int, price float64) int {
	at := len(out.Nodes)
	n := t.grown[k]
	pruned := t.Nodes[k].Leaf() || n.complexity <= price*(1+tie)
	if pruned {
		n.complexity = 0
	}
	out.Nodes, out.grown = append(out.Nodes, tree.Node{}), append(out.grown, n)
	if pruned {
		return at
	}
	t.copyInto(out, k+1, price)
	right := t.copyInto(out, t.Nodes[k].Right, price)
	out.Nodes[at] = tree.Node{Rule: t.Nodes[k].Rule, Right: right}
	return at
}

// sequence returns the trees that pruning runs through, down to the tree as it is, which stands for all
// smaller prices down to least. A root that cannot be bettered is the only one.
func (t *Tree) sequence(least float64) []Step {
	root := t.grown[0].risk
	prices := []float64{least}
	for k, n := range t.grown {
		if !t.Nodes[k].Leaf() {
			prices = append(prices, n.complexity/root)
		}
	}
	slices.Sort(prices)
	prices = slices.Compact(prices)
	slices.Reverse(prices)
	var steps []Step
	for _, price := range prices {
		p := t.Prune(price)
		step := Step{Complexity: price, Splits: p.Leaves() - 1}
		if root > 0 {
			step.Risk = p.risk() / root
		}
		steps = append(steps, step)
	}
	return steps
}
