// The gamma function and gamma variates with the same bits on every platform.

package hard

import (
	"math"
	"math/rand/v2"

	"dcctree/core/numeric"
)

// logGamma returns log Gamma(x) for x > 0: Stirling's series (Abramowitz and Stegun 6.1.41) from 12 on, where its first
// omitted term is below 2e-16, below by the recurrence.
func logGamma(x float64) float64 {
	below := 0.0
	if x < 12 {
		p := 1.0
		for x < 12 {
			p *= x
			x++
		}
		below = numeric.Log(p)
	}
	z := 1 / float64(x*x)
	series := 1./1188 - float64(z*(691./360360-float64(z*(1./156))))
	series = 1./12 - float64(z*(1./360-float64(z*(1./1260-float64(z*(1./1680-float64(z*series)))))))
	return float64((x-.5)*numeric.Log(x)) - x + .5*numeric.Log2Pi + series/x - below
}

// logRising returns log(Gamma(a + k)/Gamma(a)) for a > 0, k >= 0; exactly 0 for k = 0.
func logRising(a, k float64) float64 {
	if k == 0 {
		return 0
	}
	return logGamma(a+k) - logGamma(a)
}

// LogGammaVariate returns the logarithm of a Gamma(shape, 1) draw (Marsaglia and Tsang 2000, ACM Transactions on
// Mathematical Software 26, 363-372, section 6 for shape < 1); a try is accepted with probability above .95.
func LogGammaVariate(shape float64, rng *rand.Rand) float64 {
	if shape < 1 {
		boost := numeric.Log(OpenUniform(rng)) / shape
		return boost + LogGammaVariate(shape+1, rng)
	}
	d := shape - 1.0/3
	c := 1 / math.Sqrt(9*d)
	for {
		x := rng.NormFloat64()
		v := 1 + float64(c*x)
		if v <= 0 {
			continue
		}
		logV := float64(3 * numeric.Log(v))
		bound := float64(.5*x*x) + float64(d*(1-float64(v*v*v)+logV))
		if numeric.Log(OpenUniform(rng)) < bound {
			return numeric.Log(d) + logV
		}
	}
}

// OpenUniform returns a uniform number strictly between 0 and 1: the middle of one of 2^52 cells.
func OpenUniform(rng *rand.Rand) float64 {
	return (float64(rng.Uint64()>>12) + .5) * 0x1p-52
}
