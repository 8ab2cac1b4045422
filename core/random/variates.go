// Variates that math/rand/v2 lacks, with the same bits on every platform.

package random

import (
	"math"
	"math/rand/v2"

	"dcctree/core/numeric"
)

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
