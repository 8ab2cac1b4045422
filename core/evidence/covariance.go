// The covariance of the proposals, also where there are few draws.

package evidence

import (
	"math"

	"dcctree/core/numeric"
)

// varianceFloor is the smallest variance of a proposal coordinate, on the unconstrained scale (of
// order one): a chain that did not move would otherwise propose its own draws with infinite density.
const varianceFloor = 1e-10

// covariance is Sigma = L L' of the proposals of one chain and visit.
type covariance struct {
	d         int
	root      []float64 // L, row-major
	logNorm   float64   // log density of N(0, Sigma) at its center
	logN      float64   // log of the number of draws
	shrinkage float64
	floored   int
}

// newCovariance returns the sample covariance of the n x d draws (divisor n-1), its off-diagonal
// elements multiplied by 1 - shrinkage. The paper's plain covariance (shrinkage 0) is used when
// n >= 2(d+1). Below that the smallest of its eigenvalues are less than a tenth of the true ones and
// weights explode, at n <= d it is singular: shrinkage = 1 - n/(2(d+1)), at least 1/2 for n <= d+1. Where
// less than mostlyDiagonal of the correlations would be left they are dropped: they are noise there, and the
// Cholesky factor of a thousand parameters takes seconds in which nothing is heard of the chain.
// Where repeated draws make even this singular, the part that is kept is halved up to eight times,
// then dropped. Any choice keeps the evidence unbiased: the proposals are given when weights are made.
func newCovariance(draws []float64, d int) covariance {
	n := len(draws) / d
	c := covariance{d: d, root: make([]float64, d*d), logN: numeric.Log(float64(n))}
	plain := sampleCovariance(draws, n, d)
	for i := 0; i < d; i++ {
		if plain[i*d+i] < varianceFloor {
			plain[i*d+i] = varianceFloor
			c.floored++
		}
	}
	shrinkage := math.Max(0, 1-float64(n)/float64(2*(d+1)))
	if 1-shrinkage < mostlyDiagonal {
		c.diagonal(plain)
	} else {
		c.factor(plain, shrinkage)
	}
	c.logNorm = -0.5 * float64(d) * numeric.Log2Pi
	for i := 0; i < d; i++ {
		c.logNorm -= numeric.Log(c.root[i*d+i])
	}
	return c
}

// mostlyDiagonal is the least share of the correlations that is kept at all.
const mostlyDiagonal = 0.05

// diagonal sets L for the variances alone.
func (c *covariance) diagonal(plain []float64) {
	c.shrinkage = 1
	for i := 0; i < c.d; i++ {
		c.root[i*c.d+i] = math.Sqrt(plain[i*c.d+i])
	}
}

// factor sets L for the plain covariance shrunk at least by the given share. It panics when a
// variance is not finite, which only draws that are not finite, or beyond 1e150, cause.
func (c *covariance) factor(plain []float64, shrinkage float64) {
	shrunk := make([]float64, len(plain))
	for attempt := 0; ; attempt++ {
		if attempt > 8 {
			shrinkage = 1
		}
		c.shrinkage = shrinkage
		shrinkOffDiagonal(shrunk, plain, c.d, 1-shrinkage)
		if numeric.Cholesky(c.root, shrunk, c.d) {
			return
		}
		if shrinkage == 1 {
			panic("evidence: Layered: draws are not finite")
		}
		shrinkage = (1 + shrinkage) / 2
	}
}

func shrinkOffDiagonal(dst, a []float64, d int, keep float64) {
	for i := 0; i < d; i++ {
		for j := 0; j < d; j++ {
			dst[i*d+j] = keep * a[i*d+j]
		}
		dst[i*d+i] = a[i*d+i]
	}
}

// sampleCovariance returns the d x d covariance of the n x d draws; zero for one draw.
func sampleCovariance(draws []float64, n, d int) []float64 {
	mean := make([]float64, d)
	for i := 0; i < n; i++ {
		add(mean, draws[i*d:(i+1)*d])
	}
	for j := range mean {
		mean[j] /= float64(n)
	}
	cov := make([]float64, d*d)
	e := make([]float64, d)
	for i := 0; i < n; i++ {
		for j := range e {
			e[j] = draws[i*d+j] - mean[j]
		}
		for j, ej := range e {
			for k, ek := range e[:j+1] {
				cov[j*d+k] += float64(ej * ek)
			}
		}
	}
	for j := 0; j < d; j++ {
		for k := 0; k <= j; k++ {
			cov[j*d+k] /= math.Max(1, float64(n-1))
			cov[k*d+j] = cov[j*d+k]
		}
	}
	return cov
}
