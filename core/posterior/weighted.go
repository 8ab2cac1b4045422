// Weighted samples: means, quantiles, densities.

package posterior

import (
	"cmp"
	"math"
	"slices"

	"dcctree/core/numeric"
)

type weighted struct{ value, weight float64 }

func meanOf(x []weighted) float64 {
	var s, total float64
	for _, v := range x {
		s += v.weight * v.value
		total += v.weight
	}
	return s / total
}

// quantiles sorts x and returns the smallest values whose cumulative share reaches each q.
func quantiles(x []weighted, qs ...float64) []float64 {
	slices.SortStableFunc(x, func(a, b weighted) int { return cmp.Compare(a.value, b.value) })
	var total float64
	for _, v := range x {
		total += v.weight
	}
	out := make([]float64, len(qs))
	for k, q := range qs {
		var s float64
		out[k] = x[len(x)-1].value
		for _, v := range x {
			if s += v.weight; s >= q*total {
				out[k] = v.value
				break
			}
		}
	}
	return out
}

// unitBins is into how many parts [0, 1] is divided where only some of the values there have to be sorted.
const unitBins = 1024

// unitQuantiles returns what quantiles does, of values from 0 to 1, in time proportional to their number; x stays as it
// is.
func unitQuantiles(x []weighted, qs ...float64) []float64 {
	bin := func(v float64) int { return min(max(0, int(v*unitBins)), unitBins-1) }
	var weight [unitBins]float64
	last, total := 0, 0.0
	for _, v := range x {
		b := bin(v.value)
		weight[b] += v.weight
		total += v.weight
		last = max(last, b)
	}
	out := make([]float64, len(qs))
	for k, q := range qs {
		at, below := 0, 0.0
		for at < last && (weight[at] == 0 || below+weight[at] < q*total) {
			below += weight[at]
			at++
		}
		var inside []weighted
		for _, v := range x {
			if bin(v.value) == at {
				inside = append(inside, v)
			}
		}
		out[k] = valueAt(inside, q*total-below)
	}
	return out
}

// valueAt returns the smallest value whose cumulative weight reaches that given, the largest where none does.
func valueAt(x []weighted, reach float64) float64 {
	slices.SortFunc(x, func(a, b weighted) int { return cmp.Compare(a.value, b.value) })
	var sum float64
	for _, v := range x {
		if sum += v.weight; sum >= reach {
			return v.value
		}
	}
	return x[len(x)-1].value
}

// kernelDensity evaluates a Gaussian kernel estimate of the sorted sample x at the grid, with
// Silverman's bandwidth on the effective number of draws, at least floor wide.
func kernelDensity(x []weighted, grid []float64, floor float64) []float64 {
	width := math.Max(silverman(x), floor)
	var total float64
	for _, v := range x {
		total += v.weight
	}
	out := make([]float64, len(grid))
	for i, g := range grid {
		for _, v := range x {
			if z := (g - v.value) / width; z > -6 && z < 6 {
				out[i] += v.weight / total / width * normalDensity(z)
			}
		}
	}
	return out
}

// silverman returns .9 min(sd, IQR/1.34) n^(-1/5) with Kish's effective n (Silverman 1986, equation 3.31).
func silverman(x []weighted) float64 {
	var total, squares float64
	for _, v := range x {
		total += v.weight
		squares += v.weight * v.weight
	}
	mean := meanOf(x)
	var variance float64
	for _, v := range x {
		variance += v.weight / total * (v.value - mean) * (v.value - mean)
	}
	q := quantiles(x, .25, .75)
	spread := math.Sqrt(variance)
	if iqr := (q[1] - q[0]) / 1.34; iqr > 0 {
		spread = math.Min(spread, iqr)
	}
	n := total * total / squares
	return .9 * spread * numeric.Exp(-math.Log(n)/5)
}
