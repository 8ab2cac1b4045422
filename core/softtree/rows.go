// Training rows in the order and number in which sums go through them.

package softtree

import (
	"math"

	"dcctree/core/simd"
	"dcctree/core/topology"
)

// rows are the rows of a Data: classifications in class order, every class (regressions: all rows) made even in number
// by a row of weight zero.
type rows struct {
	of     Data // what they were made from
	n      int
	x      []float64 // n x D, column-major
	y      []float64 // regression
	weight []float64 // nil when all are 1
	ends   []int     // classification: the end of every class
}

// Prepare returns the data with what all models share made ready, so that each need not make it again.
func (d Data) Prepare() Data {
	if d.rows == nil || !d.rows.madeFrom(d) {
		d.rows = newRows(d)
	}
	return d
}

// madeFrom tells whether the rows are those of d.
func (r *rows) madeFrom(d Data) bool {
	return r.of.N == d.N && r.of.D == d.D && r.of.Classes == d.Classes && same(r.of.X, d.X) && same(r.of.Y, d.Y) &&
		same(r.of.Weight, d.Weight) && same(r.of.Class, d.Class)
}

// same tells whether two slices are one.
func same[T any](a, b []T) bool { return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0]) }

// newRows returns the rows of d, which share its arrays where nothing moves.
func newRows(d Data) *rows {
	r := &rows{of: d}
	place := d.Likelihood().order(r, &d)
	if r.ends == nil && r.n == d.N {
		r.x, r.y, r.weight = d.X, d.Y, d.Weight
		return r
	}
	r.x = make([]float64, r.n*d.D)
	if d.Weight != nil || r.n != d.N {
		r.weight = make([]float64, r.n)
	}
	if len(d.Y) > 0 {
		r.y = make([]float64, r.n)
	}
	for i, to := range place {
		for f := range d.D {
			r.x[f*r.n+to] = d.X[f*d.N+i]
		}
		if r.y != nil {
			r.y[to] = d.Y[i]
		}
		if r.weight != nil {
			r.weight[to] = d.weight(i)
		}
	}
	return r
}

// even returns n or n+1.
func even(n int) int { return n + n%2 }

// spec returns what an engine for these rows is asked for.
func (r *rows) spec(t topology.Topology, task simd.Task) simd.Spec {
	return simd.Spec{Topology: t, Task: task, Features: r.of.D, Rows: r.n, Weighted: r.weight != nil,
		ClassEnds: r.ends}
}

// anySpec is spec for all topologies with so many splits.
func (r *rows) anySpec(splits int) simd.Spec {
	_, task := r.of.Likelihood().tasks()
	return simd.Spec{Splits: splits, Task: task, Features: r.of.D, Rows: r.n, Weighted: r.weight != nil,
		ClassEnds: r.ends}
}

// entered returns the responses less the mean and, where there are weights, every row with sqrt(w), so that products
// of two entries carry w.
func (r *rows) entered(mean float64) simd.Rows {
	out := simd.Rows{X: r.x, Response: make([]float64, r.n)}
	if r.weight != nil {
		out.Weight = make([]float64, r.n)
	}
	for i, y := range r.y {
		out.Response[i] = y - mean
		if r.weight != nil {
			out.Weight[i] = math.Sqrt(r.weight[i])
			out.Response[i] *= out.Weight[i]
		}
	}
	return out
}
