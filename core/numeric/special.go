// Sums in log space and the special functions of the densities.

package numeric

import (
	"math"

	"gonum.org/v1/gonum/mathext"
)

const (
	// Log2Pi is log(2 pi).
	Log2Pi   = 1.8378770664093454835606594728112
	invSqrt2 = 1 / math.Sqrt2
)

// LogSumExp returns log(sum_i exp(x_i)); -Inf for an empty slice.
func LogSumExp(x []float64) float64 {
	m := math.Inf(-1)
	for _, v := range x {
		if v > m || math.IsNaN(v) {
			m = v
		}
	}
	if math.IsInf(m, 0) || math.IsNaN(m) {
		return m
	}
	var s float64
	var part [16]float64
	for len(x) > 0 {
		n := copy(part[:], x)
		for i, v := range part[:n] {
			part[i] = v - m
		}
		ExpSlice(part[:n], part[:n])
		for _, v := range part[:n] {
			s += v
		}
		x = x[n:]
	}
	return m + Log(s)
}

// LogAddExp returns log(exp(a) + exp(b)).
func LogAddExp(a, b float64) float64 {
	if a < b {
		a, b = b, a
	}
	if math.IsInf(a, 0) || math.IsInf(b, -1) {
		return a
	}
	return a + Log1p(Exp(b-a))
}

// Lgamma returns log|Gamma(x)|.
func Lgamma(x float64) float64 {
	v, _ := math.Lgamma(x)
	return v
}

// Digamma returns the logarithmic derivative of the gamma function.
func Digamma(x float64) float64 { return mathext.Digamma(x) }

// LogNormalPDF returns the log density of N(mean, sd^2) at x.
func LogNormalPDF(x, mean, sd float64) float64 {
	z := (x - mean) / sd
	return -float64(0.5*z*z) - Log(sd) - 0.5*Log2Pi
}

// NormalCDF returns the distribution function of the standard normal at x, with full relative
// accuracy in the lower tail.
func NormalCDF(x float64) float64 {
	if x > 0 {
		return 1 - float64(0.5*erfc(x*invSqrt2))
	}
	return 0.5 * erfc(-x*invSqrt2)
}

// NormalSlices sets density[i] and cdf[i] to the density and the distribution function of the standard normal at z[i],
// by one exponential for both; cdf is NormalCDF within rounding. It panics when the lengths differ.
func NormalSlices(density, cdf, z []float64) {
	if len(density) != len(z) || len(cdf) != len(z) {
		panic("numeric: NormalSlices: lengths differ")
	}
	for i, v := range z {
		cdf[i] = -float64(float64(0.5*v) * v)
	}
	ExpSlice(density, cdf)
	for i, v := range z {
		e := density[i]
		density[i] = e * invSqrt2Pi
		x := math.Abs(v) * invSqrt2
		tail := 0.5 * e
		if x < LeastErfcScaled {
			tail = 0.5 * erfc(x)
		} else {
			tail *= ErfcScaled(x)
		}
		if v > 0 {
			tail = 1 - tail
		}
		cdf[i] = tail
	}
}

// LogNormalCDF returns log NormalCDF(x), also where the probability itself underflows.
func LogNormalCDF(x float64) float64 {
	if x < -30 {
		z := -x * invSqrt2
		return -float64(z*z) - Log(2*z*math.Sqrt(math.Pi)) + Log(float64(z*rootPi)*ErfcScaled(z))
	}
	return Log(NormalCDF(x))
}

// Coefficients of erf(x)/x in x^2 on [0, 0.46875], of exp(x^2) erfc(x) on [0.46875, 4], and of what that leaves of
// 1/(x sqrt(pi)), in 1/x^2, above; numerators, then denominators, the highest power first (Cody 1969, Mathematics of
// Computation 23, 631-637, as in SPECFUN).
var (
	nearTop = [5]float64{1.85777706184603153e-1, 3.16112374387056560, 1.13864154151050156e2,
		3.77485237685302021e2, 3.20937758913846947e3}
	nearBottom = [5]float64{1, 2.36012909523441209e1, 2.44024637934444173e2, 1.28261652607737228e3,
		2.84423683343917062e3}
	middleTop = [9]float64{2.15311535474403846e-8, 5.64188496988670089e-1, 8.88314979438837594,
		6.61191906371416295e1, 2.98635138197400131e2, 8.81952221241769090e2, 1.71204761263407058e3,
		2.05107837782607147e3, 1.23033935479799725e3}
	middleBottom = [9]float64{1, 1.57449261107098347e1, 1.17693950891312499e2, 5.37181101862009858e2,
		1.62138957456669019e3, 3.29079923573345963e3, 4.36261909014324716e3, 3.43936767414372164e3,
		1.23033935480374942e3}
	farTop = [6]float64{1.63153871373020978e-2, 3.05326634961232344e-1, 3.60344899949804439e-1,
		1.25781726111229246e-1, 1.60837851487422766e-2, 6.58749161529837803e-4}
	farBottom = [6]float64{1, 2.56852019228982242, 1.87295284992346725, 5.27905102951428412e-1,
		6.05183413124413191e-2, 2.33520497626869185e-3}
)

func horner(c []float64, x float64) float64 {
	v := c[0]
	for _, a := range c[1:] {
		v = float64(v*x) + a
	}
	return v
}

// horner9 is horner of nine coefficients without a loop.
func horner9(c *[9]float64, x float64) float64 {
	v := float64(c[0]*x) + c[1]
	v = float64(v*x) + c[2]
	v = float64(v*x) + c[3]
	v = float64(v*x) + c[4]
	v = float64(v*x) + c[5]
	v = float64(v*x) + c[6]
	v = float64(v*x) + c[7]
	return float64(v*x) + c[8]
}

// LeastErfcScaled is the least argument of ErfcScaled.
const LeastErfcScaled = .46875

const (
	rootPi   = 1.7724538509055160272981674833411
	lastErfc = 27 // above, erfc is zero

	invSqrt2Pi = 0.39894228040143267793994605993438
)

// erfc returns the complementary error function for x >= 0.
func erfc(x float64) float64 {
	if x > lastErfc {
		return 0
	}
	if x < LeastErfcScaled {
		y := float64(x * x)
		return 1 - float64(x*horner(nearTop[:], y))/horner(nearBottom[:], y)
	}
	return Exp(-float64(x*x)) * ErfcScaled(x)
}

// ErfcScaled returns exp(x^2) erfc(x) for x >= LeastErfcScaled, with a relative error below 1e-15.
func ErfcScaled(x float64) float64 {
	if x <= 4 {
		return horner9(&middleTop, x) / horner9(&middleBottom, x)
	}
	y := 1 / float64(x*x)
	return (1/rootPi - float64(y*horner(farTop[:], y))/horner(farBottom[:], y)) / x
}

// Finite reports whether no value is infinite or not a number.
func Finite(values ...float64) bool {
	for _, v := range values {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return false
		}
	}
	return true
}

// Largest returns the index of the largest value, the first of equal ones.
func Largest(x []float64) int {
	best := 0
	for i, v := range x {
		if v > x[best] {
			best = i
		}
	}
	return best
}
