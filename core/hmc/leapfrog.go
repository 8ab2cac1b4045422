// Points of phase space and the leapfrog step.

package hmc

import (
	"math"

	"dcctree/core/numeric"
)

// sample is a position with its log density and gradient, and the energy it was reached with.
type sample struct {
	x, grad    []float64
	logDensity float64
	energy     float64
}

// point is a sample with momentum p and velocity v = M^-1 p.
type point struct {
	sample
	p, v []float64
}

func newSample(dim int) sample {
	return sample{x: make([]float64, dim), grad: make([]float64, dim)}
}

func newPoint(dim int) point {
	return point{sample: newSample(dim), p: make([]float64, dim), v: make([]float64, dim)}
}

// set copies from to s.
func (s *sample) set(from *sample) {
	copy(s.x, from.x)
	copy(s.grad, from.grad)
	s.logDensity, s.energy = from.logDensity, from.energy
}

// set copies from to z.
func (z *point) set(from *point) {
	z.sample.set(&from.sample)
	copy(z.p, from.p)
	copy(z.v, from.v)
}

// hamiltonian is a target with a metric.
type hamiltonian struct {
	target    LogDensity
	metric    metric
	gradients int // calls of target.Gradient
}

// evaluate sets the log density and gradient of s at its position. A log density of +Inf or NaN is
// -Inf: nothing there can be sampled.
func (h *hamiltonian) evaluate(s *sample) {
	h.gradients++
	s.logDensity = h.target.Gradient(s.grad, s.x)
	if math.IsNaN(s.logDensity) || math.IsInf(s.logDensity, 1) {
		s.logDensity = math.Inf(-1)
	}
}

// measure sets velocity and energy of z from its momentum and log density. An energy that is not a
// number is +Inf.
func (h *hamiltonian) measure(z *point) {
	h.metric.velocity(z.v, z.p)
	z.energy = float64(0.5*numeric.Dot(z.p, z.v)) - z.logDensity
	if math.IsNaN(z.energy) {
		z.energy = math.Inf(1)
	}
}

// leapfrog moves z by one step of the given size, negative for backward in time: half a step of
// the momentum, a step of the position, half a step of the momentum (Neal 2011, equation 2.28).
func (h *hamiltonian) leapfrog(z *point, step float64) {
	kick(z, step)
	h.metric.velocity(z.v, z.p)
	for i, v := range z.v {
		z.x[i] += float64(step * v)
	}
	h.evaluate(&z.sample)
	kick(z, step)
	h.measure(z)
}

func kick(z *point, step float64) {
	half := 0.5 * step
	for i, g := range z.grad {
		z.p[i] += float64(half * g)
	}
}
