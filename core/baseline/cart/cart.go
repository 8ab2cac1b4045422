// Package cart fits classification and regression trees (Breiman, Friedman, Olshen and Stone 1984), the
// baseline in every figure of the paper: binary splits of one input at a threshold, chosen one after the
// other by the Gini impurity or the variance, pruned by cost complexity, whose price is chosen by
// cross-validation. Defaults, the order of ties and the scale of the complexity are those of R's rpart.
//
// Risk is the sum of squares about the leaf means, or the number of rows that their leaf's largest class
// gets wrong. Complexity is the risk that a split must save, as a share of the root's risk.
package cart

import (
	"math"

	"dcctree/core/dataset"
	"dcctree/core/numeric"
	"dcctree/core/tree"
)

// Settings bound the growth of a tree.
type Settings struct {
	MinSplit int // rows that a node needs to be split, at least 2
	MinLeaf  int // rows that a leaf needs, at least 1
	MaxDepth int // splits above a leaf at most
	// splits that save less, as a share of the root's risk, are pruned away; 0 keeps all that save anything
	Complexity float64
}

// DefaultSettings returns rpart's defaults.
func DefaultSettings() Settings {
	return Settings{MinSplit: 20, MinLeaf: 7, MaxDepth: 30, Complexity: .01}
}

// LargeSettings lets a tree grow until nearly every leaf is pure, for pruning by cross-validation.
func LargeSettings() Settings {
	return Settings{MinSplit: 2, MinLeaf: 1, MaxDepth: 30, Complexity: .001}
}

// Tree is a fitted tree. It is read-only.
type Tree struct {
	// Tree sends rows left by thresholds that are the largest numbers below the middle between two training values,
	// in the units of the frame. Its leaves answer with N(mean of the rows, Variance), or with the rows of each
	// class plus 1 over all rows plus the number of classes (Laplace): no class of the test rows gets probability
	// 0.
	tree.Tree
	Task    dataset.Task
	Classes int

	grown []node // of each of Nodes
}

// node is what growing and pruning know of a node.
type node struct {
	rows       int
	mean       float64 // regression
	counts     []int   // classification: rows of each class
	class      int     // classification: the largest class, the first of equal ones
	risk       float64 // of the node as a leaf
	complexity float64 // risk per leaf, not a share of the root's, at which the split is pruned away; 0 for a leaf
}

// laplace returns the class probabilities of a leaf.
func (n *node) laplace() tree.Classes {
	p := make(tree.Classes, len(n.counts))
	for c, count := range n.counts {
		p[c] = float64(count+1) / float64(n.rows+len(n.counts))
	}
	return p
}

// answer sets the answers of the leaves.
func (t *Tree) answer() {
	sd := math.Sqrt(t.Variance())
	for k := range t.Nodes {
		switch n := &t.grown[k]; {
		case !t.Nodes[k].Leaf():
		case t.Task == dataset.Classification:
			t.Nodes[k].Answer = n.laplace()
		default:
			t.Nodes[k].Answer = tree.Normal{Mean: n.mean, SD: sd}
		}
	}
}

// Fit grows a tree on all rows of f and prunes it at the settings' complexity. Codes of labels are taken
// for numbers. It panics for settings below their bounds and for a frame without rows or features.
func Fit(f *dataset.Frame, s Settings) *Tree {
	rows := numeric.Indices(f.N)
	if len(rows) == 0 || f.D == 0 {
		panic("cart: no rows or no features to learn from")
	}
	root := summarize(f, rows)
	return fit(f, rows, s, s.Complexity*root.risk)
}

// fit is Fit on some of the rows, in ascending order, with the complexity in units of risk.
func fit(f *dataset.Frame, rows []int, s Settings, price float64) *Tree {
	if s.MinSplit < 2 || s.MinLeaf < 1 || s.MaxDepth < 0 || !(s.Complexity >= 0) {
		panic("cart: settings below their bounds")
	}
	t := grow(f, rows, s, price)
	t.setComplexities()
	return t.pruneAt(price)
}

// risk returns the risk of the tree.
func (t *Tree) risk() float64 {
	var sum float64
	for k := range t.Nodes {
		if t.Nodes[k].Leaf() {
			sum += t.grown[k].risk
		}
	}
	return sum
}

// Scores of a tree on some rows. Values that the task does not have are NaN.
type Scores struct {
	MSE      float64 // regression
	Accuracy float64 // classification, 0 to 1
	// Mean log probability of the class by Probabilities, or mean log density of a normal distribution around the
	// leaf's mean with variance tree risk / (training rows - leaves); NaN where that is 0 or has no rows left.
	LogScore float64
}

// Scores scores the tree on the rows of f, which must have the features and classes that it was fitted to.
func (t *Tree) Scores(f *dataset.Frame) Scores {
	if t.Task == dataset.Classification {
		return t.scoreClasses(f)
	}
	return t.scoreNumbers(f)
}

func (t *Tree) scoreClasses(f *dataset.Frame) Scores {
	var right, logs float64
	row := make([]float64, 0, f.D)
	for i, class := range f.Class {
		p := t.Leaf(tree.RowOf(f.Row(row, i))).Answer.(tree.Classes)
		if p.Most() == class {
			right++
		}
		logs += math.Log(p[class])
	}
	return Scores{MSE: math.NaN(), Accuracy: right / float64(f.N), LogScore: logs / float64(f.N)}
}

func (t *Tree) scoreNumbers(f *dataset.Frame) Scores {
	var squares float64
	row := make([]float64, 0, f.D)
	for i, y := range f.Y {
		d := y - t.Leaf(tree.RowOf(f.Row(row, i))).Answer.(tree.Normal).Mean
		squares += float64(d * d)
	}
	s := Scores{MSE: squares / float64(f.N), Accuracy: math.NaN(), LogScore: math.NaN()}
	if variance := t.Variance(); variance > 0 {
		s.LogScore = -.5 * (math.Log(2*math.Pi*variance) + s.MSE/variance)
	}
	return s
}

// Variance is the residual variance of a regression, tree risk / (training rows - leaves); NaN where that is 0 or has
// no rows left.
func (t *Tree) Variance() float64 {
	if v := t.risk() / float64(t.grown[0].rows-t.Leaves()); v > 0 && !math.IsInf(v, 0) {
		return v
	}
	return math.NaN()
}
