// The metric of a temperature: the particles' covariance, shrunk towards the reference's.

package smc

import (
	"math"

	"dcctree/core/numeric"
)

// metric estimates the covariance of the particles in the coordinates whitened by the reference's
// root.
type metric struct {
	d          int
	root       []float64 // of the reference
	covariance []float64 // the estimate, in the coordinates of the particles
	white      []float64 // the estimate, whitened
	mean, z    []float64
}

func newMetric(root []float64, d int) metric {
	return metric{d: d, root: root, covariance: make([]float64, d*d), white: make([]float64, d*d), mean: make([]float64, d), z: make([]float64, d)}
}

// learn sets the covariance from the weighted particles. Fewer of them than ten or so per dimension
// would make directions far too narrow or wide, so it is shrunk towards a multiple of the reference's by
// the oracle approximating share (Chen, Wiesel, Eldar and Hero 2010, equation 23).
func (m *metric) learn(particles []state, weights []float64) {
	clear(m.white)
	clear(m.mean)
	for i := range particles {
		if weights[i] == 0 {
			continue
		}
		numeric.SolveLower(m.z, m.root, particles[i].x, m.d)
		for j, v := range m.z {
			m.mean[j] += float64(weights[i] * v)
			for k, u := range m.z[:j+1] {
				m.white[j*m.d+k] += float64(weights[i] * v * u)
			}
		}
	}
	for j := range m.d {
		for k := range j + 1 {
			v := m.white[j*m.d+k] - float64(m.mean[j]*m.mean[k])
			m.white[j*m.d+k], m.white[k*m.d+j] = v, v
		}
	}
	m.shrink(1 / numeric.Dot(weights, weights))
	m.color()
}

// shrink moves the whitened covariance of effectively n particles towards a multiple of the identity.
// With less than two there is none: it becomes the identity.
func (m *metric) shrink(n float64) {
	p := float64(m.d)
	var trace float64
	for j := range m.d {
		trace += m.white[j*m.d+j]
	}
	square := numeric.Dot(m.white, m.white)
	share := math.Min(1, (float64((1-2/p)*square)+trace*trace)/((n+1-2/p)*(square-trace*trace/p)))
	if !(n >= 2) || !(trace > 0) || math.IsNaN(share) {
		share, trace = 1, p
	}
	for i := range m.white {
		m.white[i] *= 1 - share
	}
	for j := range m.d {
		m.white[j*m.d+j] += share * trace / p
	}
}

// color sets covariance = L white L' with L the reference's root.
func (m *metric) color() {
	for j := range m.d {
		row := m.white[j*m.d : (j+1)*m.d]
		numeric.MulLower(row, m.root, row, m.d) // row j of white L', white being symmetric
	}
	for k := range m.d {
		for j := range m.d {
			m.z[j] = m.white[j*m.d+k]
		}
		numeric.MulLower(m.z, m.root, m.z, m.d)
		for j, v := range m.z {
			m.covariance[j*m.d+k] = v
		}
	}
	for j := range m.d {
		for k := range j {
			m.covariance[j*m.d+k] = m.covariance[k*m.d+j]
		}
	}
}
