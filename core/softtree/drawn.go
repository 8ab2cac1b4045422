// Parameters as a drawn tree.

package softtree

import (
	"dcctree/core/topology"
	"dcctree/core/tree"
)

// Drawn returns the unconstrained draw theta, of topology t, as a tree of blends; see Params.Tree.
func (l Layout) Drawn(t topology.Topology, theta []float64, probabilities [][]float64, h float64) tree.Tree {
	p := l.NewParams()
	l.Constrain(&p, theta)
	return p.Tree(t, nil, probabilities, h)
}

// Tree returns the parameters, of topology t, as a drawn tree with bandwidth h (scaled units; 0: hard splits). Its
// rules are blends, or thresholds where inputs names one input of every split (pre-order). Its answers are normal, or
// the probabilities of the leaves' classes where they are given; without them those of a classification are nil. It
// shares the slices.
func (p Params) Tree(t topology.Topology, inputs []int, probabilities [][]float64, h float64) tree.Tree {
	out := tree.Tree{Nodes: make([]tree.Node, 0, t.Splits()+t.Leaves())}
	for _, n := range t.Nodes() {
		node := tree.Node{Right: max(0, n.Right)}
		switch {
		case n.Leaf && probabilities != nil:
			node.Answer = tree.Classes(probabilities[n.Index])
		case n.Leaf && p.Mu != nil:
			node.Answer = tree.Normal{Mean: p.Mu[n.Index], SD: p.Sigma}
		case n.Leaf:
		case inputs != nil:
			node.Rule = tree.Threshold{Input: inputs[n.Index], At: p.Tau[n.Index], H: h}
		default:
			node.Rule = tree.Blend{Weights: p.Delta[n.Index], At: p.Tau[n.Index], H: h}
		}
		out.Nodes = append(out.Nodes, node)
	}
	return out
}
