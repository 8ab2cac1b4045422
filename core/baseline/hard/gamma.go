// The gamma function with the same bits on every platform.

package hard

import "dcctree/core/numeric"

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
