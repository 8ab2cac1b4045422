// The metric (inverse mass matrix): momenta, velocities and its estimate from a window of draws.

package hmc

import (
	"math"
	"math/rand/v2"

	"dcctree/core/numeric"
)

// metric is the inverse mass matrix M^-1 on dim coordinates.
type metric struct {
	kind    MetricKind
	dim     int
	inverse []float64 // M^-1: dim, or dim x dim row-major
	root    []float64 // sqrt of the diagonal, or the lower Cholesky factor L of M^-1 = L L'
}

func newMetric(kind MetricKind, dim int) metric {
	size := metricSize(dim, kind)
	m := metric{kind: kind, dim: dim, inverse: make([]float64, size), root: make([]float64, size)}
	for i := 0; i < dim; i++ {
		at := i
		if kind == Dense {
			at = i * (dim + 1)
		}
		m.inverse[at], m.root[at] = 1, 1
	}
	return m
}

func metricSize(dim int, kind MetricKind) int {
	if kind == Dense {
		return dim * dim
	}
	return dim
}

// set replaces the metric and reports whether the new one is positive definite; if not, the former
// one stays.
func (m *metric) set(inverse []float64) bool {
	if !positiveDefinite(inverse, m.dim, m.kind) {
		return false
	}
	copy(m.inverse, inverse)
	if m.kind == Dense {
		return numeric.Cholesky(m.root, m.inverse, m.dim)
	}
	for i, v := range m.inverse {
		m.root[i] = math.Sqrt(v)
	}
	return true
}

// momentum draws p ~ N(0, M).
func (m *metric) momentum(p []float64, rng *rand.Rand) {
	for i := range p {
		p[i] = rng.NormFloat64()
	}
	if m.kind == Dense {
		numeric.SolveLowerTranspose(p, m.root, p, m.dim)
		return
	}
	for i, r := range m.root {
		p[i] /= r
	}
}

// velocity sets v = M^-1 p.
func (m *metric) velocity(v, p []float64) {
	if m.kind == Dense {
		for i := range v {
			v[i] = numeric.Dot(m.inverse[i*m.dim:(i+1)*m.dim], p)
		}
		return
	}
	for i, w := range m.inverse {
		v[i] = w * p[i]
	}
}

// restartWindow empties the estimate of the metric.
func (a *Adaptation) restartWindow() {
	a.Count = 0
	clear(a.Mean)
	clear(a.Scatter)
}

// observe adds a draw to the estimate (Welford 1962). delta is scratch of the draw's length.
func (a *Adaptation) observe(x, delta []float64) {
	a.Count++
	n := float64(a.Count)
	for i, v := range x {
		delta[i] = v - a.Mean[i]
		a.Mean[i] += delta[i] / n
	}
	dim := len(x)
	if len(a.Scatter) == dim { // diagonal; also dense with one coordinate
		for i, v := range x {
			a.Scatter[i] += float64(delta[i] * (v - a.Mean[i]))
		}
		return
	}
	for i, v := range x {
		rest := v - a.Mean[i]
		for j := 0; j <= i; j++ {
			a.Scatter[i*dim+j] += float64(rest * delta[j])
			a.Scatter[j*dim+i] = a.Scatter[i*dim+j]
		}
	}
}

// estimate writes the window's (co)variance to dst, shrunk towards 0.001 times the identity:
// n/(n+5) S + 0.001 * 5/(n+5) I (Stan, var_adaptation.hpp and covar_adaptation.hpp). It needs two
// draws at least.
func (a *Adaptation) estimate(dst []float64, dim int) {
	n := float64(a.Count)
	scale := n / (n + 5) / (n - 1)
	for i, v := range a.Scatter {
		dst[i] = scale * v
	}
	stride := 1
	if len(dst) != dim {
		stride = dim + 1
	}
	for i := 0; i < dim; i++ {
		dst[i*stride] += 1e-3 * 5 / (n + 5)
	}
}
