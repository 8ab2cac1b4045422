// Package kept bounds the memory of a run: the weighted draws of each topology, and those of all together.
package kept

import (
	"math"
	"math/rand/v2"
	"slices"

	"dcctree/core/numeric"
)

// Pool holds weighted proposals of one topology (paper, equation post-est). When it has more than
// twice its Capacity it is resampled down to the capacity; the total weight is kept.
type Pool struct {
	Dim      int
	Capacity int
	Points   []float64 // row-major, len x dim
	Weights  []float64 // log
}

// Add takes one batch of points. Points of weight zero are not kept.
func (p *Pool) Add(points, weights []float64, rng *rand.Rand) {
	p.Points = slices.Grow(p.Points, len(points))
	for i, w := range weights {
		if math.IsInf(w, -1) {
			continue // a point of weight zero stands for nothing
		}
		p.Points = append(p.Points, points[i*p.Dim:(i+1)*p.Dim]...)
		p.Weights = append(p.Weights, w)
	}
	if len(p.Weights) > 2*p.Capacity {
		p.resample(rng)
	}
}

// Clear forgets all points.
func (p *Pool) Clear() { p.Points, p.Weights = nil, nil }

// resample replaces the points by capacity equally weighted ones (systematic resampling, Kitagawa
// 1996): the expected share of every point is unchanged.
func (p *Pool) resample(rng *rand.Rand) {
	total := numeric.LogSumExp(p.Weights)
	each := total - math.Log(float64(p.Capacity))
	points := make([]float64, 0, p.Capacity*p.Dim)
	at, reached := 0, numeric.Exp(p.Weights[0]-each)
	u := rng.Float64()
	for k := range p.Capacity {
		for reached <= float64(k)+u && at+1 < len(p.Weights) {
			at++
			reached += float64(numeric.Exp(p.Weights[at] - each))
		}
		points = append(points, p.Points[at*p.Dim:(at+1)*p.Dim]...)
	}
	p.Points = points
	p.Weights = make([]float64, p.Capacity) // not in place: others may read the former ones
	for k := range p.Weights {
		p.Weights[k] = each
	}
}

// Equal returns n draws of equal weight in random order, row-major; nil where there are none.
func (p *Pool) Equal(n int, rng *rand.Rand) []float64 {
	if len(p.Weights) == 0 || n < 1 {
		return nil
	}
	view := Pool{Dim: p.Dim, Capacity: n, Points: p.Points, Weights: p.Weights}
	view.resample(rng)
	rng.Shuffle(n, func(i, k int) {
		a, b := view.Points[i*p.Dim:(i+1)*p.Dim], view.Points[k*p.Dim:(k+1)*p.Dim]
		for j, v := range a {
			a[j], b[j] = b[j], v
		}
	})
	return view.Points
}

// Kept is how many draws the pool would show.
func (p *Pool) Kept() int { return min(len(p.Weights), p.Capacity) }

// Held is the memory of the pool in numbers.
func (p *Pool) Held() int { return len(p.Points) + len(p.Weights) }

// Full is the memory of a pool that is not shrunk, in numbers.
func (p *Pool) Full() int { return 2 * p.Capacity * (p.Dim + 1) }

// Shrink resamples the pool to a lower capacity.
func (p *Pool) Shrink(capacity int, rng *rand.Rand) {
	p.Capacity = capacity
	if len(p.Weights) > capacity {
		p.resample(rng)
	}
}

// Draws returns at most Capacity draws, row-major, with their normalized weights. The pool itself stays as it is:
// looking at a run does not change it.
func (p *Pool) Draws(rng *rand.Rand) (points, shares []float64) {
	view := Pool{Dim: p.Dim, Capacity: p.Capacity, Points: p.Points, Weights: slices.Clone(p.Weights)}
	if len(view.Weights) > view.Capacity {
		view.resample(rng)
	}
	total := numeric.LogSumExp(view.Weights)
	shares = make([]float64, len(view.Weights))
	for i, w := range view.Weights {
		shares[i] = numeric.Exp(w - total)
	}
	return slices.Clone(view.Points), shares
}
