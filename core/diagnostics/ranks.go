// What the diagnostics do to draws first: checking, splitting, ranking, folding, quantiles.

package diagnostics

import (
	"math"
	"slices"

	"dcctree/core/numeric"
)

// judgeable tells whether the chains can be judged at all, see the package comment.
func judgeable(chains [][]float64) bool {
	if len(chains) == 0 || len(chains[0]) < 4 {
		return false
	}
	for _, c := range chains {
		if len(c) != len(chains[0]) {
			return false
		}
		for _, v := range c {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return false
			}
		}
	}
	return !constant(chains)
}

func constant(chains [][]float64) bool {
	for _, c := range chains {
		for _, v := range c {
			if v != chains[0][0] {
				return false
			}
		}
	}
	return true
}

// split returns the first and the last half of each chain as chains; the middle draw of an odd
// number is left out.
func split(chains [][]float64) [][]float64 {
	half := len(chains[0]) / 2
	var halves [][]float64
	for _, c := range chains {
		halves = append(halves, c[:half], c[len(c)-half:])
	}
	return halves
}

// transform returns the chains with f applied to each draw.
func transform(chains [][]float64, f func(float64) float64) [][]float64 {
	out := make([][]float64, len(chains))
	for i, c := range chains {
		out[i] = make([]float64, len(c))
		for j, v := range c {
			out[i][j] = f(v)
		}
	}
	return out
}

// pool returns all draws in ascending order.
func pool(chains [][]float64) []float64 {
	all := slices.Concat(chains...)
	slices.Sort(all)
	return all
}

// rankNormalize replaces each draw by the normal quantile of (rank - 3/8)/(S + 1/4), its rank taken
// among all S draws, ties averaged (Vehtari et al. 2021, equation 14).
func rankNormalize(chains [][]float64) [][]float64 {
	sorted := pool(chains)
	s := float64(len(sorted))
	return transform(chains, func(v float64) float64 {
		first, _ := slices.BinarySearch(sorted, v)
		count, _ := slices.BinarySearchFunc(sorted[first:], v, func(a, b float64) int {
			if a <= b {
				return -1
			}
			return 1
		})
		rank := float64(first) + 0.5*float64(count+1)
		return numeric.NormalQuantile((rank - 0.375) / (s + 0.25))
	})
}

// fold replaces each draw by its distance from the median of all.
func fold(chains [][]float64) [][]float64 {
	median := quantile(pool(chains), 0.5)
	return transform(chains, func(v float64) float64 { return math.Abs(v - median) })
}

// quantile interpolates linearly between ordered values (type 7 of Hyndman and Fan 1996).
func quantile(ascending []float64, p float64) float64 {
	at := p * float64(len(ascending)-1)
	low := int(math.Floor(at))
	if low >= len(ascending)-1 {
		return ascending[len(ascending)-1]
	}
	return ascending[low] + (at-float64(low))*(ascending[low+1]-ascending[low])
}

// moments returns mean and variance (divisor n-1) of x.
func moments(x []float64) (mean, variance float64) {
	var m numeric.Moments
	for _, v := range x {
		m.Add(v)
	}
	return m.Mean(), m.Variance()
}

// chainMoments returns the means and variances of the chains.
func chainMoments(chains [][]float64) (means, variances []float64) {
	for _, c := range chains {
		m, v := moments(c)
		means = append(means, m)
		variances = append(variances, v)
	}
	return means, variances
}
