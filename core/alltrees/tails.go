// Student's t with 4 degrees of freedom: distribution, scale, and what it says of distances.

package alltrees

import (
	"math"

	"dcctree/core/numeric"
)

// tailSD is the standard deviation of Student's t with a squared scale.
func tailSD(s2 float64) float64 { return math.Sqrt(tailSpread * s2) }

// tailScale is the squared scale of Student's t about 0 that is most probable of squared distances and of so many more
// rows whose squared scale is known. There the likelihood has no slope, which falls in the scale.
func tailScale(misses []float64, rows, known float64) float64 {
	sum, all := rows*known, rows+float64(len(misses))
	excess := func(s2 float64) float64 { // the slope by log scale
		slope := rows*known/s2 - all
		for _, m := range misses {
			slope += (tailDegrees + 1) * m / (tailDegrees*s2 + m)
		}
		return slope
	}
	for _, m := range misses {
		sum += m * (tailDegrees + 1) / tailDegrees
	}
	high := sum / all // where the slope is not above 0
	low := high
	for k := 0; k < quantileSteps && excess(low) < 0; k++ { // it never is where nearly all distances are 0
		low *= .5
	}
	for range quantileSteps {
		if mid := .5 * (low + high); excess(mid) > 0 {
			low = mid
		} else {
			high = mid
		}
	}
	return high
}

// cdf is the probability of at most z standard deviations above the mean.
func (p *Point) cdf(z float64) float64 {
	if !p.Tails {
		return numeric.NormalCDF(z)
	}
	return tailCDF(z)
}

// tailCDF is that of Student's t with 4 degrees of freedom, by its standard deviation, in closed form (Shaw 2006). Far
// below it is taken by the other form of 1 - s^2, in which nothing cancels.
func tailCDF(z float64) float64 {
	far := 1 / (1 + float64(z*z)*(tailSpread/float64(tailDegrees))) // 1 - s^2, s = t/sqrt(t^2 + 4)
	s := math.Abs(z) * math.Sqrt(far*(tailSpread/float64(tailDegrees)))
	// 1/2 - 3/4 s + 1/4 s^3 = (1 - s)^2 (2 + s)/4
	beyond := far / (1 + s)
	if beyond = float64(beyond*beyond) * (2 + s) / 4; z > 0 {
		return 1 - beyond
	}
	return beyond
}

// tailQuantile is the z with tailCDF(z) = p in (0, 1), by bisection.
func tailQuantile(p float64) float64 {
	low, high := -1., 1.
	for tailCDF(low) > p {
		low *= 2
	}
	for tailCDF(high) < p {
		high *= 2
	}
	for range quantileSteps {
		if mid := .5 * (low + high); tailCDF(mid) < p {
			low = mid
		} else {
			high = mid
		}
	}
	return .5 * (low + high)
}

// logDensity is the log of the density at x.
func (p *Point) logDensity(x float64) float64 {
	if !p.Tails {
		return numeric.LogNormalPDF(x, p.Mean, p.SD)
	}
	z := (x - p.Mean) / p.SD
	return numeric.Log(tailPeak) + .5*numeric.Log(tailSpread) - numeric.Log(p.SD) -
		.5*(tailDegrees+1)*numeric.Log1p(float64(z*z)*(tailSpread/float64(tailDegrees)))
}

// TailGain is by how many nats Student's t with 4 degrees of freedom makes the distances of numbers to their
// predictions more probable than a normal distribution does, each with its most probable scale; NaN without distances.
// far is how many standard deviations by the former's scale, as it is of normal noise, the largest distance has.
func TailGain(y, fits []float64) (gain, far float64) {
	n, sum, top := float64(len(y)), 0.0, 0.0
	misses := make([]float64, len(y))
	for i, v := range y {
		misses[i] = (v - fits[i]) * (v - fits[i])
		sum, top = sum+misses[i], max(top, misses[i])
	}
	s2 := tailScale(misses, 0, 0)
	e := evaluator{}
	tails := e.tailLik(&tail{misses: misses}, &noise{s2: s2})
	normal := -.5 * n * (numeric.Log2Pi + numeric.Log(sum/n) + 1)
	return tails - normal, math.Sqrt(top / s2)
}
