// Transforms of a number to predict: to the scale that is fitted, and back to its units.

package fit

import (
	"math"

	"dcctree/core/alltrees"
	"dcctree/core/numeric"
)

// transform is what a scale other than the plain one does with positive targets; to and back increase.
type transform struct {
	to, back func(float64) float64
	logSlope func(y float64) float64 // log of the derivative of to
	// powers are the means of back and of its square where what is fitted is normal.
	powers func(mean, sd float64) (first, second float64)
}

var (
	logarithm = transform{numeric.Log, numeric.Exp, func(y float64) float64 { return -numeric.Log(y) }, expOfNormal}
	// The root goes on below zero, so that what is normal about it has a density everywhere but at zero.
	root = transform{signedRoot, signedSquare, logSlopeOfRoot, squareOfNormal}
)

// transformOf is that of a scale; nil for the target as it is.
func transformOf(scale string) *transform {
	switch scale {
	case LogScale:
		return &logarithm
	case RootScale:
		return &root
	}
	return nil
}

func (f *transform) all(values []float64) (to []float64) {
	for _, v := range values {
		to = append(to, f.to(v))
	}
	return to
}

func expOfNormal(mean, sd float64) (first, second float64) {
	s2 := sd * sd
	first = numeric.Exp(mean + s2/2)
	return first, first * first * numeric.Exp(s2)
}

func signedRoot(y float64) float64   { return math.Copysign(math.Sqrt(math.Abs(y)), y) }
func signedSquare(z float64) float64 { return z * math.Abs(z) }

func logSlopeOfRoot(y float64) float64 { return -math.Ln2 - .5*numeric.Log(math.Abs(y)) }

// squareOfNormal has E z|z| = (m^2 + s^2) (2 Phi(m/s) - 1) + 2 m s phi(m/s), by parts, and E z^4.
func squareOfNormal(mean, sd float64) (first, second float64) {
	m2, s2 := mean*mean, sd*sd
	density := numeric.Exp(numeric.LogNormalPDF(mean/sd, 0, 1))
	first = float64((m2+s2)*(2*numeric.NormalCDF(mean/sd)-1)) + float64(2*mean*sd*density)
	return first, float64(m2*m2) + float64(6*m2*s2) + float64(3*s2*s2)
}

// belowByOne is the share of a normal distribution that is more than one standard deviation below its mean.
const belowByOne = .15865525393145707

// moments are the mean and the standard deviation of what is predicted, in the target's units. Where tails are heavy on
// another scale, which leaves a logarithm without a mean and a root without a deviation, and where a square is too
// large for a number, they are the median, and half of the width of the interval about it that holds the share 68.3 %,
// which a normal distribution has within one deviation.
func (p *Problem) moments(m alltrees.Mixture) (mean, sd float64) {
	f := transformOf(p.scale)
	if f == nil {
		return m.Mean(), m.SD()
	}
	if !p.y.Heavy {
		squares := 0.0
		for _, c := range m {
			first, second := f.powers(c.Mean, c.SD)
			mean += float64(c.Share * first)
			squares += float64(c.Share * second)
		}
		if squares <= math.MaxFloat64 {
			return mean, math.Sqrt(max(0, squares-float64(mean*mean)))
		}
	}
	low, high := f.back(m.Quantile(belowByOne)), f.back(m.Quantile(1-belowByOne))
	return f.back(m.Quantile(.5)), .5 * (high - low)
}

// Transformed reports whether the target was fitted on another scale: leaves without a standard deviation say its
// median then.
func (a *Answer) Transformed() bool { return transformOf(a.Scale) != nil }

// Medians reports whether predictions and leaves say the target's median in place of its mean, as moments do where
// tails are heavy.
func (a *Answer) Medians() bool { return a.Noise == HeavyNoise && a.Transformed() }

// inUnits is a number of the fitted scale in the target's units.
func (p *Problem) inUnits(v float64) float64 {
	if f := transformOf(p.scale); f != nil {
		return f.back(v)
	}
	return v
}

// cdf is the probability that the target is at most a value in its units.
func (p *Problem) cdf(m alltrees.Mixture, v float64) float64 {
	switch f := transformOf(p.scale); {
	case f == nil:
		return m.CDF(v)
	case v <= 0 && p.scale == LogScale:
		return 0
	default:
		return m.CDF(f.to(v))
	}
}

// logDensity is that of the target at a value in its units. A scale's density is -Inf at values that it does not have,
// and that of roots has no bound at zero.
func (p *Problem) logDensity(m alltrees.Mixture, v float64) float64 {
	switch f := transformOf(p.scale); {
	case f == nil:
		return m.LogDensity(v)
	case v <= 0 && p.scale == LogScale:
		return math.Inf(-1)
	default:
		return m.LogDensity(f.to(v)) + f.logSlope(v)
	}
}

// leafOf are the mean and the standard deviation of a leaf in the target's units; the median where no deviation is
// told.
func (p *Problem) leafOf(d *alltrees.Reading) (mean, sd float64) {
	switch {
	case transformOf(p.scale) == nil:
		return d.Mean, d.SD
	case d.SD == 0:
		return p.inUnits(d.Mean), 0
	}
	return p.moments(alltrees.Mixture{{Share: 1, Mean: d.Mean, SD: d.SD, Tails: d.Tails}})
}
