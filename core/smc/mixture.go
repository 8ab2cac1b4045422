// References made of Student-t components.

package smc

import (
	"math/rand/v2"

	"dcctree/core/evidence"
	"dcctree/core/numeric"
)

// Mixture is a mixture of Student-t components as a Reference. It owns its work space: one goroutine at
// a time.
type Mixture struct {
	mixture evidence.Mixture
	d       int
	root    []float64
	logNorm []float64 // per component: log share and log density at the mean
	terms   []float64 // per component: log share and log density at the last point
	slopes  []float64 // per component: gradient of its log density at the last point
}

// NewMixture returns the mixture of the components with their weights normalized. Root is the factor
// of the components' mean scale matrix. It panics without components, on invalid ones
// and on those in coordinates of their own.
func NewMixture(components []evidence.Component) *Mixture {
	if len(components) == 0 {
		panic("smc: NewMixture: no components")
	}
	d := len(components[0].Mean)
	q := &Mixture{mixture: evidence.Mixture{Components: components}, d: d,
		logNorm: make([]float64, len(components)), terms: make([]float64, len(components)),
		slopes: make([]float64, len(components)*d)}
	q.mixture.LogDensity(components[0].Mean) // panics on what is no mixture
	var total float64
	for _, c := range components {
		total += c.Weight
	}
	for k, c := range components {
		if c.Warp != nil {
			panic("smc: NewMixture: a component has a warp")
		}
		alone := c
		alone.Weight = 1
		q.logNorm[k] = numeric.Log(c.Weight/total) + evidence.Mixture{
			Components: []evidence.Component{alone},
		}.LogDensity(c.Mean)
	}
	q.root = meanRoot(components, total)
	return q
}

// meanRoot returns the Cholesky factor of the weighted mean of the scale matrices.
func meanRoot(components []evidence.Component, total float64) []float64 {
	d := len(components[0].Mean)
	scale := make([]float64, d*d)
	for _, c := range components {
		for i := range d {
			for j := range d {
				scale[i*d+j] += float64(c.Weight / total * numeric.Dot(c.Root[i*d:(i+1)*d],
					c.Root[j*d:(j+1)*d]))
			}
		}
	}
	if !numeric.Cholesky(scale, scale, d) {
		panic("smc: NewMixture: a root is singular")
	}
	return scale
}

// Dim returns the number of coordinates.
func (q *Mixture) Dim() int { return q.d }

// Root returns the lower Cholesky factor of the components' mean scale matrix.
func (q *Mixture) Root() []float64 { return q.root }

// Sample writes a draw to dst.
func (q *Mixture) Sample(dst []float64, rng *rand.Rand) { q.mixture.Sample(dst, rng) }

// Group returns the number of the component that x most likely comes from.
func (q *Mixture) Group(x []float64) int {
	best := 0
	for k := range q.mixture.Components {
		q.terms[k] = q.logNorm[k] + q.component(k, x)
		if q.terms[k] > q.terms[best] {
			best = k
		}
	}
	return best
}

// Gradient returns the normalized log density at x and writes its gradient, which is the mean of the
// components' gradients by their posterior probabilities at x.
func (q *Mixture) Gradient(grad, x []float64) float64 {
	for k := range q.mixture.Components {
		q.terms[k] = q.logNorm[k] + q.component(k, x)
	}
	total := numeric.LogSumExp(q.terms)
	clear(grad)
	for k, term := range q.terms {
		p := numeric.Exp(term - total)
		for j, g := range q.slopes[k*q.d : (k+1)*q.d] {
			grad[j] += float64(p * g)
		}
	}
	return total
}

// component sets the k-th slope and returns log density - log density at the mean:
// -(DF+d)/2 log(1 + u'u/DF) with u = L^-1 (x - mean), whose gradient is -(DF+d)/(DF + u'u) L^-T u.
func (q *Mixture) component(k int, x []float64) float64 {
	c := &q.mixture.Components[k]
	u := q.slopes[k*q.d : (k+1)*q.d]
	for j, m := range c.Mean {
		u[j] = x[j] - m
	}
	numeric.SolveLower(u, c.Root, u, q.d)
	square := numeric.Dot(u, u)
	power := c.DF + float64(q.d)
	numeric.SolveLowerTranspose(u, c.Root, u, q.d)
	for j := range u {
		u[j] *= -power / (c.DF + square)
	}
	return float64(-0.5 * power * numeric.Log1p(square/c.DF))
}
