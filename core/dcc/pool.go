// The weighted draws kept of one topology: bounded memory by resampling.

package dcc

import (
	"math"
	"math/rand/v2"
	"slices"

	"dcctree/core/numeric"
)

// pool holds weighted proposals of one topology (paper, equation post-est). When it has more than
// twice its capacity it is resampled down to the capacity; the total weight is kept.
type pool struct {
	dim      int
	capacity int
	points   []float64 // row-major, len x dim
	weights  []float64 // log
}

// add takes one batch of points. Points of weight zero are not kept.
func (p *pool) add(points, weights []float64, rng *rand.Rand) {
	p.points = slices.Grow(p.points, len(points))
	for i, w := range weights {
		if math.IsInf(w, -1) {
			continue // a point of weight zero stands for nothing
		}
		p.points = append(p.points, points[i*p.dim:(i+1)*p.dim]...)
		p.weights = append(p.weights, w)
	}
	if len(p.weights) > 2*p.capacity {
		p.resample(rng)
	}
}

// clear forgets all points.
func (p *pool) clear() { p.points, p.weights = nil, nil }

// resample replaces the points by capacity equally weighted ones (systematic resampling, Kitagawa
// 1996): the expected share of every point is unchanged.
func (p *pool) resample(rng *rand.Rand) {
	total := numeric.LogSumExp(p.weights)
	each := total - math.Log(float64(p.capacity))
	points := make([]float64, 0, p.capacity*p.dim)
	at, reached := 0, numeric.Exp(p.weights[0]-each)
	u := rng.Float64()
	for k := range p.capacity {
		for reached <= float64(k)+u && at+1 < len(p.weights) {
			at++
			reached += float64(numeric.Exp(p.weights[at] - each))
		}
		points = append(points, p.points[at*p.dim:(at+1)*p.dim]...)
	}
	p.points = points
	p.weights = make([]float64, p.capacity) // not in place: others may read the former ones
	for k := range p.weights {
		p.weights[k] = each
	}
}

// equal returns n draws of equal weight in random order, row-major; nil where there are none.
func (p *pool) equal(n int, rng *rand.Rand) []float64 {
	if len(p.weights) == 0 || n < 1 {
		return nil
	}
	view := pool{dim: p.dim, capacity: n, points: p.points, weights: p.weights}
	view.resample(rng)
	rng.Shuffle(n, func(i, k int) {
		a, b := view.points[i*p.dim:(i+1)*p.dim], view.points[k*p.dim:(k+1)*p.dim]
		for j, v := range a {
			a[j], b[j] = b[j], v
		}
	})
	return view.points
}

// kept is how many draws the pool would show.
func (p *pool) kept() int { return min(len(p.weights), p.capacity) }

// held is the memory of the pool in numbers.
func (p *pool) held() int { return len(p.points) + len(p.weights) }

// full is the memory of a pool that is not shrunk, in numbers.
func (p *pool) full() int { return 2 * p.capacity * (p.dim + 1) }

// shrink resamples the pool to a lower capacity.
func (p *pool) shrink(capacity int, rng *rand.Rand) {
	p.capacity = capacity
	if len(p.weights) > capacity {
		p.resample(rng)
	}
}

// Draws are the weighted draws of one topology: they approximate its posterior p_m(Theta_m).
type Draws struct {
	Dim    int
	Points []float64 // row-major, N x Dim, unconstrained
	Shares []float64 // N, sum 1
	// Embedded: the topology was measured by embedded draws alone.
	Embedded bool
}

// Point returns draw k.
func (d Draws) Point(k int) []float64 { return d.Points[k*d.Dim : (k+1)*d.Dim] }

// Clone returns a copy that stays valid.
func (d Draws) Clone() Draws {
	d.Points, d.Shares = slices.Clone(d.Points), slices.Clone(d.Shares)
	return d
}

// draws returns at most capacity draws with their normalized weights. The pool itself stays as it is:
// looking at a run does not change it.
func (p *pool) draws(rng *rand.Rand) Draws {
	view := pool{dim: p.dim, capacity: p.capacity, points: p.points, weights: slices.Clone(p.weights)}
	if len(view.weights) > view.capacity {
		view.resample(rng)
	}
	total := numeric.LogSumExp(view.weights)
	d := Draws{Dim: p.dim, Points: slices.Clone(view.points), Shares: make([]float64, len(view.weights))}
	for i, w := range view.weights {
		d.Shares[i] = numeric.Exp(w - total)
	}
	return d
}
