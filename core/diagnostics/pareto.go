// Pareto k-hat: how heavy the tail of importance weights is.

package diagnostics

import (
	"math"
	"slices"

	"dcctree/core/numeric"
)

const (
	// The weakly informative prior of k: 10 observations' worth at 0.5 (Vehtari et al. 2024,
	// appendix C).
	priorCount = 10
	priorK     = 0.5
	// logSmallest is the log of the smallest normal number: weights this far below the largest are
	// never part of the tail.
	logSmallest = -708.3964185322641
)

// TailLength returns the number of largest weights out of n that k-hat is fitted to:
// ceil(min(n/5, 3 sqrt(n))) (Vehtari et al. 2024, section 2).
func TailLength(n int) int {
	return int(math.Ceil(math.Min(0.2*float64(n), 3*math.Sqrt(float64(n)))))
}

// ParetoKLimit returns the k-hat up to which an estimate from n weights is reliable:
// min(0.7, 1 - 1/log10(n)) (Vehtari et al. 2024, section 3.2.4), and 0 for n <= 10.
func ParetoKLimit(n int) float64 {
	if n <= 10 {
		return 0
	}
	return math.Min(0.7, 1-1/math.Log10(float64(n)))
}

// ParetoK returns k-hat of the log weights, which may be -Inf: the shape of the generalized Pareto
// distribution fitted to the TailLength largest. Weights have finite moments up to about 1/k. It is
// NaN when fewer than five weights exceed the cutoff or a log weight is NaN or +Inf, and -Inf when
// none does: the largest weights are equal and there is no tail.
func ParetoK(logWeights []float64) float64 {
	sorted := slices.Clone(logWeights)
	slices.Sort(sorted)
	m := TailLength(len(sorted)) + 1
	if len(sorted) < m || len(sorted) == 0 || math.IsNaN(sorted[0]) {
		return math.NaN()
	}
	return ParetoKOfLargest(sorted[len(sorted)-m:])
}

// ParetoKOfLargest is ParetoK given only the TailLength(n)+1 largest log weights, ascending; the
// first of them is the cutoff.
func ParetoKOfLargest(largest []float64) float64 {
	if len(largest) < 2 || math.IsInf(largest[len(largest)-1], 0) {
		return math.NaN()
	}
	top := largest[len(largest)-1]
	cutoff := math.Max(largest[0]-top, logSmallest)
	if cutoff == 0 {
		return math.Inf(-1)
	}
	var tail []float64
	for _, v := range largest {
		if v-top > cutoff {
			tail = append(tail, numeric.Exp(v-top)-numeric.Exp(cutoff))
		}
	}
	if len(tail) < 5 {
		return math.NaN()
	}
	k, _ := FitGeneralizedPareto(tail)
	n := float64(len(tail))
	return (n*k + priorCount*priorK) / (n + priorCount)
}

// FitGeneralizedPareto returns shape k and scale sigma of the generalized Pareto distribution for
// positive exceedances in ascending order: the profile posterior mean of Zhang and Stephens (2009).
// k is positive for heavy tails. Both are NaN when the lower quarter of the exceedances is zero.
func FitGeneralizedPareto(ascending []float64) (k, sigma float64) {
	n := len(ascending)
	if n == 0 || ascending[quarter(n)] <= 0 {
		return math.NaN(), math.NaN()
	}
	grid := thetaGrid(ascending)
	logLik := make([]float64, len(grid))
	for i, theta := range grid {
		shape := meanLog1p(ascending, theta)
		logLik[i] = float64(n) * (math.Log(-theta/shape) - shape - 1)
	}
	theta := posteriorMean(grid, logLik)
	k = meanLog1p(ascending, theta)
	return k, -k / theta
}

// quarter is the index of the lower quartile among n ordered values.
func quarter(n int) int { return max(int(float64(n)/4+0.5)-1, 0) }

// thetaGrid returns the 30 + floor(sqrt(n)) support points of theta = -k/sigma.
func thetaGrid(ascending []float64) []float64 {
	n := len(ascending)
	m := 30 + int(math.Sqrt(float64(n)))
	grid := make([]float64, m)
	for i := range grid {
		spread := 1 - math.Sqrt(float64(m)/(float64(i)+0.5))
		grid[i] = spread/(3*ascending[quarter(n)]) + 1/ascending[n-1]
	}
	return grid
}

// meanLog1p returns the mean of log(1 - theta x).
func meanLog1p(x []float64, theta float64) float64 {
	var s float64
	for _, v := range x {
		s += numeric.Log1p(-theta * v)
	}
	return s / float64(len(x))
}

// posteriorMean averages the grid with weights proportional to exp(logLik), leaving out weights
// below ten times the rounding unit.
func posteriorMean(grid, logLik []float64) float64 {
	const negligible = 10 * 0x1p-52
	total := numeric.LogSumExp(logLik)
	var mean, mass float64
	for i, theta := range grid {
		w := numeric.Exp(logLik[i] - total)
		if w >= negligible {
			mean += float64(w * theta)
			mass += w
		}
	}
	return mean / mass
}
