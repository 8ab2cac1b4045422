// The terms of the paper's utility that are made of the weights: exploitation and exploration
// (paper, equations utility and taum, appendix "DCC-Tree Implementation Details").

package evidence

import (
	"math"

	"dcctree/core/numeric"
)

// ExploitationRatios returns tau_m / max tau for each topology, with
// tau_m = sqrt(Z_m^2 + (1+kappa) sigma_m^2), by the appendix's shifted form that neither overflows
// nor vanishes. logZ holds log Z_m, logVariance log sigma_m^2, both -Inf allowed; kappa > -1. All
// ratios are 0 when every tau_m is. It panics when the lengths differ.
func ExploitationRatios(logZ, logVariance []float64, kappa float64) []float64 {
	if len(logZ) != len(logVariance) {
		panic("evidence: ExploitationRatios: lengths differ")
	}
	shift := make([]float64, len(logZ)) // A_m
	rest := make([]float64, len(logZ))  // the root that "can be calculated"
	best := 0
	for m := range logZ {
		shift[m] = math.Max(2*logZ[m], logVariance[m])
		rest[m] = math.Sqrt(shifted(2*logZ[m], shift[m]) + float64((1+kappa)*shifted(logVariance[m], shift[m])))
		if tauRatio(shift[m]-shift[best], rest[m], rest[best]) > 1 {
			best = m
		}
	}
	ratios := make([]float64, len(logZ))
	for m := range ratios {
		ratios[m] = tauRatio(shift[m]-shift[best], rest[m], rest[best])
	}
	return ratios
}

// shifted returns exp(x - shift), 0 for x = -Inf whatever the shift.
func shifted(x, shift float64) float64 {
	if math.IsInf(x, -1) {
		return 0
	}
	return numeric.Exp(x - shift)
}

func tauRatio(shiftDifference, rest, best float64) float64 {
	switch {
	case rest == 0:
		return 0
	case best == 0:
		return math.Inf(1)
	}
	return numeric.Exp(0.5*shiftDifference) * rest / best
}

// LogExploration returns the logarithm of rho_m = 1 - Psi(log w_th)^Ta, the probability that at least one of lookAhead
// further weights exceeds the threshold, accurate also where rho_m itself underflows. Log weights that do
// not vary (variance 0) exceed the threshold always or never; a mean or variance that is NaN
// (fewer than two finite weights) gives NaN. It panics when lookAhead is not positive.
func LogExploration(logThreshold, mean, variance, lookAhead float64) float64 {
	if !(lookAhead > 0) {
		panic("evidence: LogExploration: lookAhead is not positive")
	}
	if math.IsNaN(mean) || math.IsNaN(variance) {
		return math.NaN()
	}
	if variance == 0 || math.IsInf(logThreshold, 0) {
		if mean > logThreshold {
			return 0
		}
		return math.Inf(-1)
	}
	return logAnyAbove((logThreshold-mean)/math.Sqrt(variance), lookAhead)
}

// logAnyAbove returns log(1 - Psi(z)^count).
func logAnyAbove(z, count float64) float64 {
	logTail := numeric.LogNormalCDF(-z) // log of the probability that one weight exceeds
	if z > 8 {
		// log Psi(z) = -tail to rounding, and 1 - exp(y) = -y (1 + y/2 + ...).
		logMean := numeric.Log(count) + logTail
		if y := -numeric.Exp(logMean); y > -1e-8 {
			return logMean + float64(0.5*y)
		}
		return numeric.Log(-expm1(-numeric.Exp(logMean)))
	}
	logBelow := numeric.LogNormalCDF(z)
	if z > 0 {
		logBelow = numeric.Log1p(-numeric.Exp(logTail))
	}
	return numeric.Log(-expm1(count * logBelow))
}

// expm1 returns exp(x) - 1 for x <= 0 without cancellation (Kahan, in Higham 2002, section 1.14.1).
func expm1(x float64) float64 {
	u := numeric.Exp(x)
	switch {
	case u == 1:
		return x
	case u-1 == -1:
		return -1
	}
	return (u - 1) * x / numeric.Log(u)
}

// ExplorationRatios returns rho_m / max rho from log rho_m. All are 0 when every rho_m is 0 or there
// is none; a NaN counts as 0.
func ExplorationRatios(logRho []float64) []float64 {
	best := math.Inf(-1)
	for _, v := range logRho {
		if v > best {
			best = v
		}
	}
	ratios := make([]float64, len(logRho))
	for m, v := range logRho {
		if v > math.Inf(-1) {
			ratios[m] = numeric.Exp(v - best)
		}
	}
	return ratios
}
