// Targets of the tests.

package hmc

import (
	"math"
	"math/rand/v2"

	"dcctree/core/numeric"
)

// target is a log density made of a function.
type target struct {
	dim int
	f   func(grad, x []float64) float64
}

func (t target) Dim() int                           { return t.dim }
func (t target) Gradient(grad, x []float64) float64 { return t.f(grad, x) }

// standardNormal is N(0, I).
func standardNormal(dim int) target {
	return target{dim, func(grad, x []float64) float64 {
		var s float64
		for i, v := range x {
			grad[i] = -v
			s -= 0.5 * v * v
		}
		return s
	}}
}

// normal is N(0, cov) by its lower Cholesky factor.
func normal(cov []float64, dim int) target {
	l := make([]float64, dim*dim)
	if !numeric.Cholesky(l, cov, dim) {
		panic("covariance is not positive definite")
	}
	u := make([]float64, dim)
	return target{dim, func(grad, x []float64) float64 {
		numeric.SolveLower(u, l, x, dim)
		s := -0.5 * numeric.Dot(u, u)
		numeric.SolveLowerTranspose(grad, l, u, dim)
		for i := range grad {
			grad[i] = -grad[i]
		}
		return s
	}}
}

// quartic is a smooth density in the plane that is far from normal.
func quartic() target {
	return target{2, func(grad, x []float64) float64 {
		a, b := x[0], x[1]
		grad[0] = -a*a*a - a*b*b
		grad[1] = -a*a*b - 0.5*b
		return -a*a*a*a/4 - a*a*b*b/2 - b*b/4
	}}
}

// box is the uniform density on |x_i| < 1: outside everything diverges.
func box(dim int) target {
	return target{dim, func(grad, x []float64) float64 {
		clear(grad)
		for _, v := range x {
			if math.Abs(v) >= 1 {
				return math.Inf(-1)
			}
		}
		return 0
	}}
}

// flat is the improper uniform density: trajectories are straight and never turn.
func flat(dim int) target {
	return target{dim, func(grad, _ []float64) float64 { clear(grad); return 0 }}
}

// annealed is N(0, h^2) and remembers each bandwidth it was given.
type annealed struct {
	h    float64
	seen []float64
}

func (a *annealed) Dim() int { return 1 }
func (a *annealed) SetBandwidth(h float64) {
	a.h = h
	a.seen = append(a.seen, h)
}
func (a *annealed) Gradient(grad, x []float64) float64 {
	grad[0] = -x[0] / (a.h * a.h)
	return -0.5*x[0]*x[0]/(a.h*a.h) - math.Log(a.h)
}

func stream(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0x9e3779b97f4a7c15)) }

// with returns default settings with the given number of warm-up steps.
func with(warmup int) Settings {
	s := DefaultSettings()
	s.Warmup = warmup
	return s
}
