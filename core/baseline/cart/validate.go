// Choosing the complexity by cross-validation.

package cart

import (
	"math"
	"math/rand/v2"
	"slices"

	"dcctree/core/dataset"
	"dcctree/core/tree"
)

// Step is one tree of the sequence that pruning runs through.
type Step struct {
	// share of the root's risk from which on this is the tree; the next larger tree's price is just below
	Complexity float64
	Splits     int
	Risk       float64 // share of the root's risk, on the training rows
	CrossRisk  float64 // the same by cross-validation, on the rows left out
}

// Validation is a fit whose complexity was chosen by cross-validation.
type Validation struct {
	Steps []Step // the root alone first
	Best  int    // the step of the smallest CrossRisk, the smallest tree of equal ones
	Tree  *Tree  // the tree of that step
}

// Folds deals n rows out to k groups of nearly equal size at random, or to n groups of one row where n < k.
func Folds(n, k int, rng *rand.Rand) []int {
	k = max(1, min(k, n))
	groups := make([]int, n)
	for i := range groups {
		groups[i] = i % k
	}
	rng.Shuffle(n, func(i, j int) { groups[i], groups[j] = groups[j], groups[i] })
	return groups
}

// Validate grows a tree on all rows and prunes it at the complexity that predicts best the rows of each
// group from those of the others (Breiman et al. 1984, section 11.4; between two prices of the sequence
// their geometric mean stands for both, as in rpart). groups has one number, 0 and up, for each row. It panics
// where that does not fit the rows, and where a group has all of them.
func Validate(f *dataset.Frame, s Settings, groups []int) Validation {
	if len(groups) != f.N || slices.Min(groups) < 0 {
		panic("cart: groups do not fit the rows")
	}
	whole := Fit(f, s)
	c := crossing{frame: f, settings: s, groups: groups, least: s.Complexity * whole.grown[0].risk}
	v := Validation{Steps: whole.sequence(s.Complexity)}
	for k, step := range v.Steps {
		price := math.Inf(1) // the root alone
		if k > 0 {
			price = math.Sqrt(v.Steps[k-1].Complexity*step.Complexity) * whole.grown[0].risk
		}
		c.prices = append(c.prices, price)
	}
	c.risks = make([]float64, len(c.prices))
	for group := range slices.Max(groups) + 1 {
		c.leaveOut(group)
	}
	for k := range v.Steps {
		if whole.grown[0].risk > 0 {
			v.Steps[k].CrossRisk = c.risks[k] / whole.grown[0].risk
		}
		if c.risks[k] < c.risks[v.Best] {
			v.Best = k
		}
	}
	v.Tree = whole.Prune(v.Steps[v.Best].Complexity)
	return v
}

// crossing is a cross-validation at work.
type crossing struct {
	frame    *dataset.Frame
	settings Settings
	groups   []int
	least    float64   // the settings' complexity as risk per leaf, for all rows
	prices   []float64 // risk per leaf, for all rows
	risks    []float64 // of the rows left out so far, by price
}

// leaveOut adds the risk of one group's rows under the tree of the others. Prices shrink with the rows.
func (c *crossing) leaveOut(group int) {
	var in, out []int
	for i, g := range c.groups {
		if g == group {
			out = append(out, i)
		} else {
			in = append(in, i)
		}
	}
	if len(in) == 0 {
		panic("cart: one group has all rows")
	}
	f, part := c.frame, float64(len(in))/float64(len(c.groups))
	t := fit(f, in, c.settings, c.least*part)
	for _, i := range out {
		for k, price := range c.prices {
			c.risks[k] += t.stop(tree.Row{X: f.X, At: i, Stride: f.N}, price*part).loss(f, i)
		}
	}
}

// stop returns the node at which a row ends in the tree pruned at a price.
func (t *Tree) stop(row tree.Row, price float64) *node {
	at := 0
	for !t.Nodes[at].Leaf() && t.grown[at].complexity > price {
		if t.Nodes[at].Rule.Left(row) {
			at++
		} else {
			at = t.Nodes[at].Right
		}
	}
	return &t.grown[at]
}

// loss is the risk of row i in the node.
func (n *node) loss(f *dataset.Frame, i int) float64 {
	if f.Task == dataset.Classification {
		if f.Class[i] != n.class {
			return 1
		}
		return 0
	}
	d := f.Y[i] - n.mean
	return d * d
}
