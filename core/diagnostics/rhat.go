// Rank-normalized split R-hat.

package diagnostics

import "math"

// RHat returns the larger of the rank-normalized split R-hat of the draws and of their distances
// from the median (Vehtari et al. 2021, section 4.1): near 1 when the chains agree in location and
// spread, +Inf when no chain moves and they differ. One chain is judged by its halves.
func RHat(chains [][]float64) float64 {
	if !judgeable(chains) {
		return math.NaN()
	}
	bulk := rHat(rankNormalize(split(chains)))
	folded := fold(chains)
	if constant(folded) {
		return bulk
	}
	return math.Max(bulk, rHat(rankNormalize(split(folded))))
}

// rHat is the potential scale reduction of chains as they are (Vehtari et al. 2021, equations 1-4).
func rHat(chains [][]float64) float64 {
	n := float64(len(chains[0]))
	means, variances := chainMoments(chains)
	_, between := moments(means) // B/n
	within, _ := moments(variances)
	return math.Sqrt((n*between/within + n - 1) / n)
}
