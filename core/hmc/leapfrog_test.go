// The leapfrog integrator: reversibility, volume, energy error.

package hmc

import (
	"math"
	"testing"
)

// system is the quartic target with a metric that is not the identity.
func system(kind MetricKind) (*hamiltonian, *point) {
	h := &hamiltonian{target: quartic(), metric: newMetric(kind, 2)}
	inverse := []float64{0.7, 1.9}
	if kind == Dense {
		inverse = []float64{0.7, 0.4, 0.4, 1.9}
	}
	if !h.metric.set(inverse) {
		panic("metric refused")
	}
	z := newPoint(2)
	z.x[0], z.x[1], z.p[0], z.p[1] = 0.6, -1.1, 0.9, 0.3
	h.evaluate(&z.sample)
	h.measure(&z)
	return h, &z
}

func TestLeapfrogIsReversible(t *testing.T) {
	for _, kind := range []MetricKind{Diagonal, Dense} {
		h, z := system(kind)
		start := newPoint(2)
		start.set(z)
		for i := 0; i < 50; i++ {
			h.leapfrog(z, 0.1)
		}
		if math.Abs(z.x[0]-start.x[0]) < 1e-3 {
			t.Fatalf("%s: the point has not moved", kind)
		}
		for i := 0; i < 50; i++ {
			h.leapfrog(z, -0.1)
		}
		for i := range z.x {
			// Rounding alone: 100 steps at 2^-52, growing with the flow.
			if math.Abs(z.x[i]-start.x[i]) > 1e-12 || math.Abs(z.p[i]-start.p[i]) > 1e-12 {
				t.Errorf("%s: back at x %v, p %v, not %v, %v", kind, z.x, z.p, start.x, start.p)
			}
		}
	}
}

// TestLeapfrogPreservesVolume compares the determinant of the Jacobian of three steps, by central
// differences, with 1 (the map is a composition of shears).
func TestLeapfrogPreservesVolume(t *testing.T) {
	for _, kind := range []MetricKind{Diagonal, Dense} {
		const delta = 1e-5
		jacobian := make([]float64, 16)
		for j := 0; j < 4; j++ {
			up, down := flowed(kind, j, delta), flowed(kind, j, -delta)
			for i := range up {
				jacobian[i*4+j] = (up[i] - down[i]) / (2 * delta)
			}
		}
		if d := determinant(jacobian, 4); math.Abs(d-1) > 1e-8 {
			t.Errorf("%s: determinant %v, want 1", kind, d)
		}
	}
}

// flowed returns (x, p) after three steps from the start with coordinate j changed by delta.
func flowed(kind MetricKind, j int, delta float64) []float64 {
	h, z := system(kind)
	if j < 2 {
		z.x[j] += delta
	} else {
		z.p[j-2] += delta
	}
	h.evaluate(&z.sample)
	for i := 0; i < 3; i++ {
		h.leapfrog(z, 0.3)
	}
	return append(append([]float64{}, z.x...), z.p...)
}

// determinant eliminates without pivoting, which the near-identity matrix of the test allows.
func determinant(a []float64, n int) float64 {
	det := 1.0
	for k := 0; k < n; k++ {
		det *= a[k*n+k]
		for i := k + 1; i < n; i++ {
			f := a[i*n+k] / a[k*n+k]
			for j := k; j < n; j++ {
				a[i*n+j] -= f * a[k*n+j]
			}
		}
	}
	return det
}

// TestEnergyErrorIsSecondOrder halves the step size at fixed integration time 1: the energy error
// falls by four (Neal 2011, section 5.2.3.3), up to the next even order.
func TestEnergyErrorIsSecondOrder(t *testing.T) {
	for _, kind := range []MetricKind{Diagonal, Dense} {
		errorAt := func(steps int) float64 {
			h, z := system(kind)
			before := z.energy
			for i := 0; i < steps; i++ {
				h.leapfrog(z, 1/float64(steps))
			}
			return z.energy - before
		}
		for steps := 40; steps <= 320; steps *= 2 {
			if ratio := errorAt(steps) / errorAt(2*steps); math.Abs(ratio-4) > 0.2 {
				t.Errorf("%s: %d steps: ratio %v, want 4", kind, steps, ratio)
			}
		}
	}
}

func TestGradientsAreCounted(t *testing.T) {
	h, z := system(Diagonal)
	before := h.gradients
	for i := 0; i < 7; i++ {
		h.leapfrog(z, 0.1)
	}
	if got := h.gradients - before; got != 7 {
		t.Errorf("7 leapfrog steps made %d gradients", got)
	}
}
