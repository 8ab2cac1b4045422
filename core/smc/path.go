// The path from reference to target as a density for hmc, which remembers where it was evaluated.

package smc

import (
	"math"

	"dcctree/core/hmc"
)

// state is a point with the log densities and gradients of target (p) and reference (q).
type state struct {
	x, gradP, gradQ []float64
	logP, logQ      float64
	ancestor        int // number of the draw of the reference that it descends from
}

func newStates(n, d int) []state {
	flat := make([]float64, 3*n*d)
	s := make([]state, n)
	for i := range s {
		row := flat[3*i*d : 3*(i+1)*d]
		s[i].x, s[i].gradP, s[i].gradQ = row[:d:d], row[d:2*d:2*d], row[2*d:]
	}
	return s
}

// set copies all of from to s.
func (s *state) set(from *state) {
	s.setPoint(from)
	s.ancestor = from.ancestor
}

// setPoint copies from to s but for the ancestor.
func (s *state) setPoint(from *state) {
	copy(s.x, from.x)
	copy(s.gradP, from.gradP)
	copy(s.gradQ, from.gradQ)
	s.logP, s.logQ = from.logP, from.logQ
}

// path is the density q^(1-b) p^b up to a constant.
type path struct {
	target    hmc.LogDensity
	ref       Reference
	b         float64
	known     *state  // when set, the next evaluation is at this state: nothing is computed
	trail     []state // the points evaluated since restart
	used      int
	gradients int
	invalid   int // log densities NaN or +Inf of draws of the reference
}

// Dim returns the number of coordinates.
func (t *path) Dim() int { return t.target.Dim() }

// Gradient returns the log density at x and writes its gradient.
func (t *path) Gradient(grad, x []float64) float64 {
	s := t.known
	if t.known = nil; s == nil {
		s = &t.trail[t.used]
		t.used++
		copy(s.x, x)
		t.evaluate(s)
	}
	for j := range grad {
		grad[j] = float64((1-t.b)*s.gradQ[j]) + float64(t.b*s.gradP[j])
	}
	return float64((1-t.b)*s.logQ) + float64(t.b*s.logP)
}

// evaluate computes both densities and gradients of s.
func (t *path) evaluate(s *state) {
	t.gradients++
	s.logP = t.target.Gradient(s.gradP, s.x)
	s.logQ = t.ref.Gradient(s.gradQ, s.x)
}

// resume makes s the known state of the next evaluation and empties the trail.
func (t *path) resume(s *state) { t.known, t.used = s, 0 }

// find returns the state of the trail at x, bit for bit; nil where there is none.
func (t *path) find(x []float64) *state {
	for i := range t.trail[:t.used] {
		if same(t.trail[i].x, x) {
			return &t.trail[i]
		}
	}
	return nil
}

func same(a, b []float64) bool {
	for i, v := range a {
		if math.Float64bits(v) != math.Float64bits(b[i]) {
			return false
		}
	}
	return true
}
