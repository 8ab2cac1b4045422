// CART as a sampler of a single draw, so that it stands beside the others.

package compare

import (
	"errors"
	"math/rand/v2"

	"dcctree/core/baseline"
	"dcctree/core/baseline/cart"
	"dcctree/core/dataset"
	"dcctree/core/softtree"
)

// grown is a CART with the defaults of R's rpart.
type grown struct {
	data softtree.Data
	tree *cart.Tree // nil before the first step
}

// startCART takes the rows; CART has no settings here.
func startCART(data softtree.Data, _ Settings, _ *rand.Rand) (baseline.Sampler, error) {
	return &grown{data: data}, nil
}

func resumeCART(data softtree.Data, _ Settings, state []float64) (baseline.Sampler, error) {
	if len(state) > 0 {
		return nil, errors.New("CART has no state")
	}
	return &grown{data: data}, nil
}

// Step fits the tree.
func (g *grown) Step(*rand.Rand) baseline.Info {
	f := &dataset.Frame{N: g.data.N, D: g.data.D, X: g.data.X, Y: g.data.Y, Class: g.data.Class,
		Task: dataset.Regression}
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
	return append(dst, baseline.Draw{Tree: g.tree.Tree})
}

// State returns nothing: the tree depends on the rows alone.
func (g *grown) State() []float64 { return nil }
