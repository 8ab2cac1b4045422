// Monte Carlo standard errors and the energy diagnostic.

package diagnostics

import (
	"math"

	"gonum.org/v1/gonum/mathext"
)

// MCSEMean returns the Monte Carlo standard error of the mean of all draws: their standard
// deviation over the square root of ESSMean.
func MCSEMean(chains [][]float64) float64 {
	if !judgeable(chains) {
		return math.NaN()
	}
	_, variance := moments(pool(chains))
	return math.Sqrt(variance / ESSMean(chains))
}

// MCSESD returns the Monte Carlo standard error of the standard deviation, from that of the mean of
// the squared deviations by the delta method, without assuming normality.
func MCSESD(chains [][]float64) float64 {
	if !judgeable(chains) {
		return math.NaN()
	}
	mean, _ := moments(pool(chains))
	squares := transform(chains, func(v float64) float64 { return (v - mean) * (v - mean) })
	all := pool(squares)
	variance, spread := moments(all)
	n := float64(len(all))
	return math.Sqrt(spread * (n - 1) / n / ESSMean(squares) / variance / 4)
}

// MCSEQuantile returns the Monte Carlo standard error of the p-quantile: half the distance between
// the draws at the 16 % and 84 % quantiles of Beta(ESS p + 1, ESS (1-p) + 1) (Vehtari et al. 2021,
// section 4.4). It panics when p is not in (0,1).
func MCSEQuantile(chains [][]float64, p float64) float64 {
	ess := ESSQuantile(chains, p)
	if math.IsNaN(ess) {
		return ess
	}
	all := pool(chains)
	last := float64(len(all) - 1)
	const sigma = 0.1586553 // NormalCDF(-1)
	low := mathext.InvRegIncBeta(ess*p+1, ess*(1-p)+1, sigma)*float64(len(all)) - 1
	high := mathext.InvRegIncBeta(ess*p+1, ess*(1-p)+1, 1-sigma)*float64(len(all)) - 1
	from := all[int(math.Floor(math.Max(low, 0)))]
	to := all[int(math.Ceil(math.Min(high, last)))]
	return (to - from) / 2
}

// BFMI returns the Bayesian fraction of missing information of one chain's energies: the mean
// squared change of the energy over its variance (Betancourt 2016). Below about 0.3 momentum
// resampling explores the energies too slowly. NaN for fewer than four energies, one that is not
// finite, or energies that are all equal.
func BFMI(energy []float64) float64 {
	if !judgeable([][]float64{energy}) {
		return math.NaN()
	}
	var sum float64
	for i := 1; i < len(energy); i++ {
		d := energy[i] - energy[i-1]
		sum += d * d
	}
	_, variance := moments(energy)
	return sum / float64(len(energy)-1) / variance
}
