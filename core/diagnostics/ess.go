// Effective sample sizes.

package diagnostics

import "math"

// ESSBulk returns the effective sample size of the rank-normalized split chains: how well the
// center of the distribution is known (Vehtari et al. 2021, section 4.2).
func ESSBulk(chains [][]float64) float64 {
	if !judgeable(chains) {
		return math.NaN()
	}
	return effectiveSize(rankNormalize(split(chains)))
}

// ESSTail returns the smaller of the effective sample sizes for the 5 % and the 95 % quantile
// (Vehtari et al. 2021, section 4.3).
func ESSTail(chains [][]float64) float64 {
	low, high := ESSQuantile(chains, 0.05), ESSQuantile(chains, 0.95)
	return math.Min(low, high)
}

// ESSMean returns the effective sample size for the mean: that of the split chains as they are.
func ESSMean(chains [][]float64) float64 {
	if !judgeable(chains) {
		return math.NaN()
	}
	return effectiveSize(split(chains))
}

// ESSQuantile returns the effective sample size for the p-quantile: that of the indicator of a draw
// not above it. It is NaN also when no draw lies above, and panics when p is not in (0,1).
func ESSQuantile(chains [][]float64, p float64) float64 {
	if !(p > 0 && p < 1) {
		panic("diagnostics: ESSQuantile: p is not between 0 and 1")
	}
	if !judgeable(chains) {
		return math.NaN()
	}
	at := quantile(pool(chains), p)
	return effectiveSize(split(transform(chains, func(v float64) float64 {
		if v <= at {
			return 1
		}
		return 0
	})))
}

// effectiveSize is Stan's multi-chain estimate with Geyer's initial monotone sequence (Vehtari et
// al. 2021, section 3.2), at most S log10(S) for S draws; NaN for draws that are all equal.
func effectiveSize(chains [][]float64) float64 {
	if constant(chains) {
		return math.NaN()
	}
	c := newCorrelation(chains)
	rho, last := c.positiveSequence()
	monotone(rho, last)
	tau := -1.0
	for t := 0; t <= last; t++ {
		tau += 2 * rho[t]
	}
	tau += rho[last+1]
	size := float64(len(chains) * len(chains[0]))
	return size / math.Max(tau, 1/math.Log10(size))
}

// correlation computes autocorrelations of several chains, lag by lag.
type correlation struct {
	chains [][]float64
	means  []float64
	within float64 // W, the mean variance of the chains
	total  float64 // var+, W (n-1)/n + B/n
}

func newCorrelation(chains [][]float64) *correlation {
	n := float64(len(chains[0]))
	means, variances := chainMoments(chains)
	c := &correlation{chains: chains, means: means}
	c.within, _ = moments(variances)
	c.total = c.within * (n - 1) / n
	if len(chains) > 1 {
		_, between := moments(means)
		c.total += between
	}
	return c
}

// at returns the autocorrelation of all chains together at the lag (Vehtari et al. 2021, equation
// 10), with autocovariances divided by n.
func (c *correlation) at(lag int) float64 {
	var sum float64
	for i, x := range c.chains {
		var s float64
		for t := 0; t+lag < len(x); t++ {
			s += (x[t] - c.means[i]) * (x[t+lag] - c.means[i])
		}
		sum += s / float64(len(x))
	}
	return 1 - (c.within-sum/float64(len(c.chains)))/c.total
}

// positiveSequence returns the autocorrelations up to the first pair (even lag, odd lag) with a
// negative sum (Geyer 1992), and the last lag that counts in full; rho[last+1], which counts once,
// is the even one of that pair where it is positive and else 0. last is odd, or -1 for chains too
// short for a pair.
func (c *correlation) positiveSequence() (rho []float64, last int) {
	n := len(c.chains[0])
	rho = make([]float64, n+1)
	even, odd := 1.0, c.at(1)
	rho[0], rho[1] = even, odd
	t := 1
	for t < n-3 && even+odd > 0 {
		even, odd = c.at(t+1), c.at(t+2)
		if even+odd >= 0 {
			rho[t+1], rho[t+2] = even, odd
		}
		t += 2
	}
	last = t - 2
	if even > 0 {
		rho[last+1] = even
	}
	return rho, last
}

// monotone makes the sums of pairs non-increasing up to the lag last (Geyer's initial monotone
// sequence).
func monotone(rho []float64, last int) {
	for t := 1; t <= last-2; t += 2 {
		if before := rho[t-1] + rho[t]; rho[t+1]+rho[t+2] > before {
			rho[t+1], rho[t+2] = before/2, before/2
		}
	}
}
