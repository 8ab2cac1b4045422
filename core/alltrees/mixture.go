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

const (
	quantileSteps = 60
	quantileWidth = 1e-13 // of the components' range: as near as a quantile is found
)

// Quantile is the x with CDF(x) = p in (0, 1), between the components' own quantiles.
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
	return crossing(low, high, func(x float64) float64 { return m.CDF(x) - p })
}

// crossing is where a function that does not fall comes to 0 between two bounds: by inverse quadratic interpolation
// where that is safe, by bisection elsewhere (Chandrupatla 1997).
func crossing(low, high float64, f func(float64) float64) float64 {
	least, step := quantileWidth*(high-low), .5
	x1, x2 := low, high // around the crossing, x1 the newest
	f1, f2 := f(x1), f(x2)
	for range quantileSteps {
		x := x1 + float64(step*(x2-x1))
		v, x3, f3 := f(x), x1, f1
		if (v < 0) != (f1 < 0) {
			x3, f3, x2, f2 = x2, f2, x1, f1
		}
		x1, f1 = x, v
		shortest := least / math.Abs(x2-x1)
		if f1 == 0 || !(shortest < .5) {
			break
		}
		step = min(1-shortest, max(shortest, interpolated(x1, x2, x3, f1, f2, f3)))
	}
	return x1
}

// interpolated is the share of the way from x1 to x2 at which a quadratic in the values is 0; half of it where the
// three points do not bend little enough.
func interpolated(x1, x2, x3, f1, f2, f3 float64) float64 {
	xi, phi := (x1-x2)/(x3-x2), (f1-f2)/(f3-f2)
	if !(phi*phi < xi && (1-phi)*(1-phi) < 1-xi) {
		return .5
	}
	return float64(f1/(f2-f1)*(f3/(f2-f3))) + float64((x3-x1)/(x2-x1)*(f1/(f3-f1)*(f2/(f3-f2))))
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
