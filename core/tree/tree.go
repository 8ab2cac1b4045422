// Package tree is a drawn decision tree: rules at its splits, answers at its leaves. Every sampler draws this type, and
// every figure, set of rules, export and survey reads it.
//
// A Rule is a Threshold on one input, which may be Gradual, a Blend of all inputs, a Formula in the units of a table,
// or a Part of the labels of an input; Sided gives one of these on one input a side for gaps. An Answer is Normal or
// Classes. Another kind of either is a file of its own that implements the interface, and a line in numbers.go.
package tree

// Tree is a binary decision tree. It is read-only.
type Tree struct {
	Nodes []Node // pre-order: the root, its left subtree, its right subtree
}

// Node is a split, which has a Rule, or a leaf, which has an Answer.
type Node struct {
	Rule   Rule
	Answer Answer
	Right  int // of a split: index of its right child in Tree.Nodes; the left one is the next node
}

// Leaf reports whether the node is not split.
func (n *Node) Leaf() bool { return n.Rule == nil }

// Row is one row of inputs in a table: input j is X[j*Stride+At]. Stride is 1 and At 0 for a row by itself; in a table
// by columns, Stride is the number of rows and At the row.
type Row struct {
	X          []float64
	At, Stride int
}

// RowOf returns a row by itself.
func RowOf(x []float64) Row { return Row{X: x, Stride: 1} }

// Value returns an input.
func (r Row) Value(input int) float64 { return r.X[input*r.Stride+r.At] }

// Leaves returns the number of leaves.
func (t Tree) Leaves() int { return (len(t.Nodes) + 1) / 2 }

// Hard reports whether every row reaches one leaf alone.
func (t Tree) Hard() bool {
	for k := range t.Nodes {
		if r := t.Nodes[k].Rule; r != nil && r.Soft() {
			return false
		}
	}
	return true
}

// Leaf returns the leaf that a row reaches where every rule is read hard.
func (t Tree) Leaf(row Row) *Node {
	at := 0
	for t.Nodes[at].Rule != nil {
		if t.Nodes[at].Rule.Left(row) {
			at++
		} else {
			at = t.Nodes[at].Right
		}
	}
	return &t.Nodes[at]
}

// Reach calls visit for every leaf that a row reaches with a probability above 0, from left to right, with the index of
// the leaf in Nodes.
func (t Tree) Reach(row Row, visit func(at int, p float64)) { t.reach(0, 1, row, visit) }

func (t Tree) reach(at int, p float64, row Row, visit func(at int, p float64)) {
	n := &t.Nodes[at]
	if n.Rule == nil {
		visit(at, p)
		return
	}
	right := n.Rule.Right(row)
	if right < 1 {
		t.reach(at+1, float64(p*(1-right)), row, visit)
	}
	if right > 0 {
		t.reach(n.Right, float64(p*right), row, visit)
	}
}

// MostProbable returns the leaf that a row most probably reaches, the first from the left among equal ones: that by
// which the published programs score a draw.
func (t Tree) MostProbable(row Row) *Node {
	best, most := -1, 0.0
	t.Reach(row, func(at int, p float64) {
		if best < 0 || p > most {
			best, most = at, p
		}
	})
	return &t.Nodes[best]
}
