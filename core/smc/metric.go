// The metric of a temperature: the particles' covariance, shrunk towards the reference's.

package smc

import (
	"math"

	"dcctree/core/numeric"
)

// metric estimates the covariance of the particles in the coordinates whitened by the reference's
// root.
type metric struct {
	d     int
	ref   Reference
	white []float64 // the estimate, whitened
	z     []float64 // scratch, d
}

func newMetric(ref Reference, d int) metric {
	return metric{d: d, ref: ref, white: make([]float64, d*d), z: make([]float64, d)}
}

// learn returns the covariance of the weighted particles about the mean of their group, so that what lies
// between modes does not stretch it. Fewer particles than ten or so per dimension would make
// directions far too narrow or wide: it is shrunk towards a multiple of the reference's by the oracle
// approximating share (Chen, Wiesel, Eldar and Hero 2010, equation 23).
func (m *metric) learn(particles []state, weights []float64) []float64 {
	groups := m.groups(particles, weights)
	clear(m.white)
	for i := range particles {
		if weights[i] == 0 {
			continue
		}
		mean := groups[m.ref.Group(particles[i].x)]
		m.whiten(particles[i].x)
		for j := range m.z {
			m.z[j] -= mean[j]
			for k, u := range m.z[:j+1] {
				m.white[j*m.d+k] += float64(weights[i] * m.z[j] * u)
			}
		}
	}
	for j := range m.d {
		for k := range j {
			m.white[k*m.d+j] = m.white[j*m.d+k]
		}
	}
	m.shrink(1 / numeric.Dot(weights, weights))
	return m.color()
}

// groups returns the whitened mean of every group with weight.
func (m *metric) groups(particles []state, weights []float64) map[int][]float64 {
	total, mean := map[int]float64{}, map[int][]float64{}
	for i := range particles {
		g := m.ref.Group(particles[i].x)
		if mean[g] == nil {
			mean[g] = make([]float64, m.d)
		}
		m.whiten(particles[i].x)
		total[g] += weights[i]
		for j, v := range m.z {
			mean[g][j] += float64(weights[i] * v)
		}
	}
	for g, sum := range mean {
		for j := range sum {
			sum[j] /= total[g]
		}
	}
	return mean
}

// whiten sets z = L^-1 x.
func (m *metric) whiten(x []float64) { numeric.SolveLower(m.z, m.ref.Root(), x, m.d) }

// shrink moves the whitened covariance of effectively n particles towards a multiple of the identity.
// Of less than two, or all at one point, it becomes the identity.
func (m *metric) shrink(n float64) {
	p := float64(m.d)
	var trace float64
	for j := range m.d {
		trace += m.white[j*m.d+j]
	}
	square := numeric.Dot(m.white, m.white)
	share := 1.0
	if spread := square - float64(trace*trace)/p; spread > 0 { // about the multiple of the identity that is nearest
		share = math.Min(1, (float64((1-2/p)*square)+float64(trace*trace))/((n+1-2/p)*spread))
	}
	if !(n >= 2) || !(trace > 0) {
		share, trace = 1, p
	}
	for i := range m.white {
		m.white[i] *= 1 - share
	}
	for j := range m.d {
		m.white[j*m.d+j] += share * trace / p
	}
}

// color returns L white L' with L the reference's root.
func (m *metric) color() []float64 {
	covariance := make([]float64, len(m.white))
	for j := range m.d {
		row := m.white[j*m.d : (j+1)*m.d]
		numeric.MulLower(row, m.ref.Root(), row, m.d) // row j of white L', white being symmetric
	}
	for k := range m.d {
		for j := range m.d {
			m.z[j] = m.white[j*m.d+k]
		}
		numeric.MulLower(m.z, m.ref.Root(), m.z, m.d)
		for j, v := range m.z {
			covariance[j*m.d+k] = v
		}
	}
	for j := range m.d {
		for k := range j {
			covariance[j*m.d+k] = covariance[k*m.d+j]
		}
	}
	return covariance
}
