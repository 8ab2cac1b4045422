// Mixtures of distributions, normal or Student's t: what all kept trees predict of a row.

package alltrees

import (
	"math"

	"dcctree/core/numeric"
)

// Mixture is a distribution of a number: components as Predict appends them, whose shares add up to 1.
type Mixture []Point

// Mean is the mixture's mean.
func (m Mixture) Mean() (s float64) {
	for _, p := range m {
		s += p.Share * p.Mean
	}
	return s
}

// SD is the mixture's standard deviation.
func (m Mixture) SD() float64 {
	mean, s := m.Mean(), 0.0
	for _, p := range m {
		s += p.Share * ((p.Mean-mean)*(p.Mean-mean) + p.SD*p.SD)
	}
	return math.Sqrt(s)
}

// CDF is the probability of at most x.
func (m Mixture) CDF(x float64) (s float64) {
	for _, p := range m {
		s += p.Share * p.cdf((x-p.Mean)/p.SD)
	}
	return s
}

// LogDensity is the log of the density at x.
func (m Mixture) LogDensity(x float64) float64 {
	logs := make([]float64, len(m))
	for i, p := range m {
		logs[i] = numeric.Log(p.Share) + p.logDensity(x)
	}
	return numeric.LogSumExp(logs)
}

const quantileSteps = 60

// Quantile is the x with CDF(x) = p in (0, 1), by bisection between the components' own quantiles.
func (m Mixture) Quantile(p float64) float64 {
	normal, tails := numeric.NormalQuantile(p), math.NaN()
	low, high := math.Inf(1), math.Inf(-1)
	for _, c := range m {
		if c.Share > 0 {
			z := normal
			if c.Tails {
				if math.IsNaN(tails) {
					tails = tailQuantile(p)
				}
				z = tails
			}
			low, high = min(low, c.Mean+z*c.SD), max(high, c.Mean+z*c.SD)
		}
	}
	for range quantileSteps {
		if mid := low + (high-low)/2; m.CDF(mid) < p {
			low = mid
		} else {
			high = mid
		}
	}
	return low + (high-low)/2
}

// Bare has the kept trees alone, which is enough to predict: what they were learned with is left to be collected.
func (r *Sample) Bare() *Sample {
	bare := &Sample{Trees: r.Trees, Sigmas: r.Sigmas, cloud: cloud{t: r.cloud.t}, each: r.each}
	for _, d := range r.blends {
		alone := *d
		alone.fitted = nil
		bare.blends = append(bare.blends, &alone)
	}
	return bare
}

// Predictive is what all kept trees say of a row.
func (r *Sample) Predictive(row []uint8) Mixture {
	var m Mixture
	share := 1 / float64(len(r.Trees))
	for k, s := range r.Trees {
		if r.blends != nil {
			m = r.blends[k].predict(r.cloud.t, row, share, m)
			continue
		}
		m = r.cloud.t.Predict(s, r.Sigmas[k], row, share, m)
	}
	return m
}

// Classes are the probabilities of a row's classes by all kept trees.
func (r *Sample) Classes(row []uint8) []float64 {
	probabilities := make([]float64, r.cloud.t.marginal.classes)
	for _, p := range r.Predictive(row) {
		for k, v := range p.Classes {
			probabilities[k] += p.Share * v
		}
	}
	return probabilities
}
