// The plain Go program of the same functions: what kernels are compared with, and what runs where there are none.

package simd

import (
	"dcctree/core/numeric"
	"dcctree/core/topology"
)

// blockRows is how many rows are worked on at a time: small enough that the vectors of a whole tree stay in the
// first-level cache, long enough that loop overhead vanishes; even.
const blockRows = 128

// Reference computes the sums of a Spec column by column, in blocks of rows. It implements Engine.
type Reference struct {
	Spec
	frame        Frame
	nodes        []topology.Node
	leaf         []int       // node of every leaf
	psi          [][]float64 // per split, of the present block
	reach, value [][]float64 // per node
	ones, z, dz  []float64
	residual     []float64
	sums         [][2]float64 // per output: the lanes
}

// NewReference returns the plain engine.
func NewReference(s Spec, rows Rows) *Reference {
	r := &Reference{Spec: s, psi: make([][]float64, s.splits())}
	r.frame = s.Allocate(rows, func(n int) []float64 { return make([]float64, n) })
	r.leaf = make([]int, s.leaves())
	if s.any() {
		for k := range r.leaf {
			r.leaf[k] = k
		}
	} else {
		r.nodes = s.Topology.Nodes()
	}
	for at, n := range r.nodes {
		if n.Leaf {
			r.leaf[n.Index] = at
		}
	}
	if s.Task == Regression {
		copy(r.psi, vectors(len(r.psi)))
	}
	nodes := s.splits() + s.leaves()
	r.reach, r.value = vectors(nodes), vectors(nodes)
	work := vectors(4)
	r.ones, r.z, r.dz, r.residual = work[0], work[1], work[2], work[3]
	for i := range r.ones {
		r.ones[i] = 1
	}
	if s.Task != Prediction {
		r.sums = make([][2]float64, s.Outputs())
	}
	return r
}

func vectors(n int) [][]float64 { return numeric.Columns(n, blockRows) }

// Frame returns the arrays.
func (r *Reference) Frame() *Frame { return &r.frame }

// Call runs one function.
func (r *Reference) Call(function int) {
	switch {
	case r.Task == Collapsed && function == Products:
		r.products()
	case r.Task == Collapsed && function == Squares:
		r.squares()
	case r.Task == Collapsed && function == Slopes:
		r.slopes()
	case r.Task == Regression && function != Products:
		r.regression(function == Slopes)
	case r.Task == Classification && function == Products:
		r.classSums()
	case r.Task == Classification && function == Slopes:
		r.classSlopes()
	case r.any() && function == Products:
		r.each(0, r.Rows, r.split)
	case r.Task == AnyCollapsed && function == Sums:
		r.anyProducts()
	case r.Task == AnyClassification && function == Sums:
		r.anyClassSums()
	case r.Task == Prediction && function == Values:
		r.anyValues()
	case r.Task == Prediction && function == Reaches:
		r.anyReaches()
	default:
		panic("simd: Call: the task has no such function")
	}
}

// each calls f for every block of the rows from lo to hi, psi being that of the block.
func (r *Reference) each(lo, hi int, f func(lo, hi int)) {
	for ; lo < hi; lo += blockRows {
		end := min(lo+blockRows, hi)
		if r.frame.Psi != nil {
			for j := range r.psi {
				r.psi[j] = r.frame.Psi[j*r.Rows+lo : j*r.Rows+end]
			}
		}
		f(lo, end)
	}
}

// root returns what enters at the root for the rows.
func (r *Reference) root(lo, hi int) []float64 {
	if !r.Weighted {
		return r.ones[:hi-lo]
	}
	return r.frame.Weight[lo:hi]
}

// finish writes the first n sums of both lanes to the output.
func (r *Reference) finish(n int) {
	for i, s := range r.sums[:n] {
		r.frame.Out[i] = s[0] + s[1]
	}
}

// split fills psi of the rows (paper, equation psi-index). The parameters are those of -z.
func (r *Reference) split(lo, hi int) {
	for j := range r.psi {
		p := r.frame.Params[j*r.params() : (j+1)*r.params()]
		z := r.z[:hi-lo]
		for i := range z {
			z[i] = -p[0]
		}
		for f, weight := range p[1:] {
			addScaled(z, r.frame.X[f*r.Rows+lo:f*r.Rows+hi], -weight)
		}
		numeric.LogisticSlice(r.psi[j][:hi-lo], z)
	}
}

// addScaled adds weight*x to z, four at a time: a short loop's speed depends on where it happens to stand in memory.
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

// flow fills reach for the rows of the block, given the root's: 1 for probabilities (paper, equation phi), anything
// else is carried down in proportion.
func (r *Reference) flow(root []float64) {
	n := len(root)
	copy(r.reach[0], root)
	for at := range r.nodes {
		node := &r.nodes[at]
		if node.Leaf {
			continue
		}
		here, psi := r.reach[at][:n], r.psi[node.Index][:n]
		left, right := r.reach[node.Left][:n], r.reach[node.Right][:n]
		for i, v := range here {
			right[i] = v * psi[i]
			left[i] = v * (1 - psi[i])
		}
	}
}

// collect fills value for the first n rows from the leaf values, given from left to right.
func (r *Reference) collect(leaf []float64, n int) {
	for k, v := range leaf {
		here := r.value[r.leaf[k]][:n]
		for i := range here {
			here[i] = v
		}
	}
	r.mix(n)
}

// mix fills value of the splits for the first n rows, the leaves' being set, from the bottom up.
func (r *Reference) mix(n int) {
	for at := len(r.nodes) - 1; at >= 0; at-- {
		node := &r.nodes[at]
		if node.Leaf {
			continue
		}
		here := r.value[at][:n]
		psi, left, right := r.psi[node.Index][:n], r.value[node.Left][:n], r.value[node.Right][:n]
		for i := range here {
			here[i] = left[i] + float64(psi[i]*(right[i]-left[i]))
		}
	}
}

// splitSums adds dz = (reach psi) ((1 - psi) (right - left)) of the rows, and dz x_f, to the sums from the at-th on.
func (r *Reference) splitSums(at, lo, hi int) {
	n := hi - lo
	dz, splits := r.dz[:n], len(r.psi)
	for node := range r.nodes {
		if r.nodes[node].Leaf {
			continue
		}
		j := r.nodes[node].Index
		psi, reach := r.psi[j][:n], r.reach[node][:n]
		left, right := r.value[r.nodes[node].Left][:n], r.value[r.nodes[node].Right][:n]
		for i, q := range psi {
			dz[i] = float64(reach[i]*q) * float64((1-q)*(right[i]-left[i]))
		}
		sum(&r.sums[at+j], dz)
		for f := range r.Features {
			dot(&r.sums[at+splits+j*r.Features+f], dz, r.frame.X[f*r.Rows+lo:f*r.Rows+hi])
		}
	}
}

// sum adds x, of even length, to the two lanes.
func sum(lanes *[2]float64, x []float64) {
	a, b := lanes[0], lanes[1]
	for i := 0; i+1 < len(x); i += 2 {
		a += x[i]
		b += x[i+1]
	}
	lanes[0], lanes[1] = a, b
}

// dot adds the products of x and y, of even length, to the two lanes.
func dot(lanes *[2]float64, x, y []float64) {
	a, b := lanes[0], lanes[1]
	y = y[:len(x)]
	for i := 0; i+1 < len(x); i += 2 {
		a += float64(x[i] * y[i])
		b += float64(x[i+1] * y[i+1])
	}
	lanes[0], lanes[1] = a, b
}
