// CART as a sampler of a single draw, so that it stands beside the others.

package compare

import (
	"errors"
	"math"
	"math/rand/v2"

	"dcctree/core/baseline"
	"dcctree/core/baseline/cart"
	"dcctree/core/dataset"
	"dcctree/core/softtree"
)

// grown is a CART with the defaults of R's rpart. Its leaves predict as cart.Scores judges them.
type grown struct {
	data softtree.Data
	tree *cart.Tree // nil before the first step
}

// none are the settings of CART here.
type none struct{}

func startCART(data softtree.Data, _ none, _ *rand.Rand) (baseline.Sampler, error) {
	return &grown{data: data}, nil
}

func resumeCART(data softtree.Data, _ none, state []float64) (baseline.Sampler, error) {
	if len(state) > 0 {
		return nil, errors.New("CART has no state")
	}
	return &grown{data: data}, nil
}

// Step fits the tree.
func (g *grown) Step(*rand.Rand) baseline.Info {
	f := &dataset.Frame{N: g.data.N, D: g.data.D, X: g.data.X, Y: g.data.Y, Class: g.data.Class, Task: dataset.Regression}
	if !g.data.Regression() {
		f.Task, f.Classes = dataset.Classification, make([]string, g.data.Classes)
	}
	g.tree = cart.Fit(f, cart.DefaultSettings())
	return baseline.Info{Move: "fit", Accepted: true, Leaves: g.tree.Leaves()}
}

// Draws appends the tree, once it is fitted.
func (g *grown) Draws(dst []baseline.Draw, _ *rand.Rand) []baseline.Draw {
	if g.tree == nil {
		return dst
	}
	var d baseline.Draw
	g.take(&d, 0, math.Sqrt(g.tree.Variance()))
	return append(dst, d)
}

// take appends a node and what is below it in pre-order, and returns its place. Rows at the threshold itself go right
// in a CART and left in a draw.
func (g *grown) take(d *baseline.Draw, from int, sd float64) int {
	n, at := &g.tree.Nodes[from], len(d.Nodes)
	if n.Feature == cart.Leaf {
		leaf := baseline.Node{Feature: baseline.Leaf, Mean: n.Mean, SD: sd}
		if !g.data.Regression() {
			leaf = baseline.Node{Feature: baseline.Leaf, Probabilities: n.Probabilities()}
		}
		d.Nodes = append(d.Nodes, leaf)
		return at
	}
	d.Nodes = append(d.Nodes, baseline.Node{Feature: n.Feature, Threshold: math.Nextafter(n.Threshold, math.Inf(-1))})
	left := g.take(d, n.Left, sd)
	right := g.take(d, n.Right, sd)
	d.Nodes[at].Left, d.Nodes[at].Right = left, right
	return at
}

// State returns nothing: the tree depends on the rows alone.
func (g *grown) State() []float64 { return nil }
