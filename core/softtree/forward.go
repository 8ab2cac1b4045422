// The forward pass: split probabilities and reaches of a block of rows, column by column.

package softtree

import (
	"dcctree/core/numeric"
	"dcctree/core/topology"
)

// blockRows is how many rows are worked on at a time: small enough that the vectors of a whole tree
// stay in the first-level cache, long enough that loop overhead vanishes.
const blockRows = 128

// network evaluates one topology on blocks of rows. It owns its work space and serves one
// goroutine.
type network struct {
	nodes  []topology.Node
	layout Layout
	psi    [][]float64 // per split: probability of the right child
	reach  [][]float64 // per node: probability of arriving
	value  [][]float64 // per node: expected leaf value below it
	ones   []float64
	z      []float64
}

func newNetwork(t topology.Topology, layout Layout) *network {
	n := &network{nodes: t.Nodes(), layout: layout, z: make([]float64, blockRows), ones: make([]float64, blockRows)}
	n.psi = vectors(layout.Splits)
	n.reach = vectors(len(n.nodes))
	n.value = vectors(len(n.nodes))
	for i := range n.ones {
		n.ones[i] = 1
	}
	return n
}

func vectors(n int) [][]float64 {
	flat := make([]float64, n*blockRows)
	out := make([][]float64, n)
	for i := range out {
		out[i] = flat[i*blockRows : (i+1)*blockRows]
	}
	return out
}

// split fills psi for rows lo..hi of the column-major x with n rows (paper, equation psi-index).
func (w *network) split(p *Params, x []float64, n, lo, hi int, h float64) {
	d := w.layout.D
	for j := range w.psi {
		z := w.z[:hi-lo]
		start := -p.Tau[j] / h
		for i := range z {
			z[i] = start
		}
		for f := 0; f < d; f++ {
			addScaled(z, x[f*n+lo:f*n+hi], p.Delta[j][f]/h)
		}
		numeric.LogisticSlice(w.psi[j][:hi-lo], z)
	}
}

// addScaled adds weight*x to z, four at a time: a short loop's speed depends on where it happens to
// stand in memory.
func addScaled(z, x []float64, weight float64) {
	x = x[:len(z)]
	i := 0
	for ; i+3 < len(z); i += 4 {
		z[i] += float64(weight * x[i])
		z[i+1] += float64(weight * x[i+1])
		z[i+2] += float64(weight * x[i+2])
		z[i+3] += float64(weight * x[i+3])
	}
	for ; i < len(z); i++ {
		z[i] += float64(weight * x[i])
	}
}

// takeScaled takes a*x + b*y from z: two at once halve the traffic of z.
func takeScaled(z, x, y []float64, a, b float64) {
	x, y = x[:len(z)], y[:len(z)]
	for i := range z {
		z[i] -= float64(a*x[i]) + float64(b*y[i])
	}
}

// flow fills reach for the rows of the block, given the root's: 1 for probabilities (paper, equation
// phi), anything else is carried down in proportion.
func (w *network) flow(root []float64) {
	n := len(root)
	copy(w.reach[0], root)
	for at := range w.nodes {
		node := &w.nodes[at]
		if node.Leaf {
			continue
		}
		here, psi := w.reach[at][:n], w.psi[node.Index][:n]
		left, right := w.reach[node.Left][:n], w.reach[node.Right][:n]
		for i, r := range here {
			right[i] = r * psi[i]
			left[i] = r * (1 - psi[i])
		}
	}
}

// collect fills value for the first n rows from the leaf values, given from left to right.
func (w *network) collect(leaf []float64, n int) {
	for at := range w.nodes {
		node := &w.nodes[at]
		if !node.Leaf {
			continue
		}
		v := leaf[node.Index]
		here := w.value[at][:n]
		for i := range here {
			here[i] = v
		}
	}
	w.mix(n)
}

// mix fills value of the splits for the first n rows, the leaves' being set, from the bottom up.
func (w *network) mix(n int) {
	for at := len(w.nodes) - 1; at >= 0; at-- {
		node := &w.nodes[at]
		if node.Leaf {
			continue
		}
		here := w.value[at][:n]
		psi, left, right := w.psi[node.Index][:n], w.value[node.Left][:n], w.value[node.Right][:n]
		for i := range here {
			here[i] = left[i] + float64(psi[i]*(right[i]-left[i]))
		}
	}
}
