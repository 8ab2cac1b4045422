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
		if v > m || v != v {
			m = v
		}
	}
	if math.IsInf(m, 0) || m != m {
		return m
	}
	var s float64
	for _, v := range x {
		s += Exp(v - m)
	}
	return m + math.Log(s)
}

// LogAddExp returns log(exp(a) + exp(b)).
func LogAddExp(a, b float64) float64 {
	if a < b {
		a, b = b, a
	}
	if math.IsInf(a, 0) || math.IsInf(b, -1) {
		return a
	}
	return a + math.Log1p(Exp(b-a))
}

// Log1p returns log(1+x).
func Log1p(x float64) float64 { return math.Log1p(x) }

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
	return -float64(0.5*z*z) - math.Log(sd) - 0.5*Log2Pi
}

// NormalCDF returns the distribution function of the standard normal at x, with full relative
// accuracy in the lower tail.
func NormalCDF(x float64) float64 {
	if x > 0 {
		return 1 - float64(0.5*erfc(x*invSqrt2))
	}
	return 0.5 * erfc(-x*invSqrt2)
}

// LogNormalCDF returns log NormalCDF(x), also where the probability itself underflows.
func LogNormalCDF(x float64) float64 {
	if x < -30 {
		z := -x * invSqrt2
		return -float64(z*z) - math.Log(2*z*math.Sqrt(math.Pi)) + math.Log(z*erfcFraction(z))
	}
	return math.Log(NormalCDF(x))
}

// erfc returns the complementary error function for x >= 0: by the series of erf with positive
// terms (Abramowitz and Stegun 7.1.6) near zero, by the continued fraction 7.1.14 elsewhere.
func erfc(x float64) float64 {
	if x < 1.5 {
		return 1 - erfSeries(x)
	}
	if x > 27 {
		return 0
	}
	return Exp(-x*x) / math.Sqrt(math.Pi) * erfcFraction(x)
}

func erfSeries(x float64) float64 {
	term := x
	sum := x
	for n := 1; n < 120 && term > sum*1e-17; n++ {
		term = float64(term * 2 * x * x / float64(2*n+1))
		sum += term
	}
	return 2 / math.Sqrt(math.Pi) * Exp(-x*x) * sum
}

// erfcFraction is erfc(x) sqrt(pi) exp(x^2) for x >= 1.5, evaluated from its tail; 100 terms
// give full precision there.
func erfcFraction(x float64) float64 {
	f := x
	for n := 100; n >= 1; n-- {
		f = x + float64(float64(n)/2/f)
	}
	return 1 / f
}
