// The standard normal distribution as exponential variates: E = -log P(Z > z) is Exp(1).

package conquer

import (
	"math"

	"dcctree/core/numeric"
)

// logRoot2Pi is log sqrt(2 pi).
const logRoot2Pi = .5 * numeric.Log2Pi

// Coefficients of exp(x^2) erfc(x) on [0.46875, 4] and, in 1/x^2, above (Cody 1969, Mathematics of
// Computation 23, 631-637, as in SPECFUN).
var (
	middleTop    = [9]float64{2.15311535474403846e-8, 5.64188496988670089e-1, 8.88314979438837594, 6.61191906371416295e1, 2.98635138197400131e2, 8.81952221241769090e2, 1.71204761263407058e3, 2.05107837782607147e3, 1.23033935479799725e3}
	middleBottom = [9]float64{1, 1.57449261107098347e1, 1.17693950891312499e2, 5.37181101862009858e2, 1.62138957456669019e3, 3.29079923573345963e3, 4.36261909014324716e3, 3.43936767414372164e3, 1.23033935480374942e3}
	farTop       = [6]float64{1.63153871373020978e-2, 3.05326634961232344e-1, 3.60344899949804439e-1, 1.25781726111229246e-1, 1.60837851487422766e-2, 6.58749161529837803e-4}
	farBottom    = [6]float64{1, 2.56852019228982242, 1.87295284992346725, 5.27905102951428412e-1, 6.05183413124413191e-2, 2.33520497626869185e-3}
)

func horner(c []float64, x float64) float64 {
	v := c[0]
	for _, a := range c[1:] {
		v = float64(v*x) + a
	}
	return v
}

// mills returns P(Z > z)/density(z) for z >= 0.
func mills(z float64) float64 {
	x := z / math.Sqrt2
	var v float64
	switch {
	case x < .46875:
		return (1 - numeric.NormalCDF(z)) * numeric.Exp(float64(.5*z*z)+logRoot2Pi)
	case x <= 4:
		v = horner(middleTop[:], x) / horner(middleBottom[:], x)
	default:
		y := 1 / (x * x)
		v = (1/math.Sqrt(math.Pi) - y*horner(farTop[:], y)/horner(farBottom[:], y)) / x
	}
	return v * math.Sqrt(.5*math.Pi)
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
		tail, sign = -numeric.Log(-expm1(-e)), -1
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

// expm1 returns e^x - 1 for x <= 0.
func expm1(x float64) float64 {
	if x > -1e-4 {
		return x + float64(.5*x*x) + float64(x*x*x)/6
	}
	return numeric.Exp(x) - 1
}
