// The standard normal distribution as exponential variates: E = -log P(Z > z) is Exp(1).

package conquer

import (
	"math"

	"dcctree/core/numeric"
)

// logRoot2Pi is log sqrt(2 pi).
const logRoot2Pi = .5 * numeric.Log2Pi

// mills returns P(Z > z)/density(z) for z >= 0.
func mills(z float64) float64 {
	x := z / math.Sqrt2
	if x < numeric.LeastErfcScaled {
		return (1 - numeric.NormalCDF(z)) * numeric.Exp(float64(.5*z*z)+logRoot2Pi)
	}
	return numeric.ErfcScaled(x) * math.Sqrt(.5*math.Pi)
}

// exponential returns e = -log P(Z > z) and its slope, the hazard density(z)/P(Z > z).
func exponential(z float64) (e, slope float64) {
	r := mills(math.Abs(z))
	if z >= 0 {
		return float64(.5*z*z) + logRoot2Pi - numeric.Log(r), 1 / r
	}
	density := numeric.Exp(-float64(.5*z*z) - logRoot2Pi)
	below := density * r
	return -math.Log1p(-below), density / (1 - below)
}

// newtonSteps take the first value's error of 5e-4 to rounding.
const newtonSteps = 3

// fromExponential returns the z with -log P(Z > z) = e > 0: the approximation 26.2.23 of Abramowitz and
// Stegun, then Newton's method on log e.
func fromExponential(e float64) float64 {
	tail, sign := e, 1.0 // -log of the smaller of the two tails
	if e < math.Ln2 {
		tail, sign = -numeric.Log(decayed(e)), -1
	}
	t := math.Sqrt(2 * tail)
	z := t - (2.515517+t*(.802853+t*.010328))/(1+t*(1.432788+t*(.189269+t*.001308)))
	z *= sign
	logE := numeric.Log(e)
	for range newtonSteps {
		at, slope := exponential(z)
		if !(at > 0) || !(slope > 0) {
			return z // beyond 38 standard deviations
		}
		z -= (numeric.Log(at) - logE) * at / slope
	}
	return z
}

// decayed returns 1 - e^-t for t >= 0 with a relative error below 2e-12.
func decayed(t float64) float64 {
	if t < 1e-4 {
		return t - float64(.5*t*t) + float64(t*t*t)/6
	}
	return 1 - numeric.Exp(-t)
}
