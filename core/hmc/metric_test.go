// The metric: momenta, velocities, and its estimate.

package hmc

import (
	"math"
	"testing"
)

func TestMetricMoments(t *testing.T) {
	const n = 20000
	cases := []struct {
		kind    MetricKind
		inverse []float64
		mass    []float64 // the inverse of inverse, by hand
	}{
		{Diagonal, []float64{4, 0.25}, []float64{0.25, 0, 0, 4}},
		{Dense, []float64{2, 1, 1, 1}, []float64{1, -1, -1, 2}},
	}
	for _, c := range cases {
		m := newMetric(c.kind, 2)
		if !m.set(c.inverse) {
			t.Fatalf("%s: refused", c.kind)
		}
		rng, p, v := stream(3), make([]float64, 2), make([]float64, 2)
		var cov [4]float64
		for i := 0; i < n; i++ {
			m.momentum(p, rng)
			for j := range cov {
				cov[j] += p[j/2] * p[j%2] / n
			}
		}
		for j, want := range c.mass {
			// Var(p_i p_j) = M_ii M_jj + M_ij^2 for normal momenta.
			sd := math.Sqrt((c.mass[j/2*3]*c.mass[j%2*3] + want*want) / n)
			if math.Abs(cov[j]-want) > 4*sd {
				t.Errorf("%s: cov(p)[%d] = %v, want %v", c.kind, j, cov[j], want)
			}
		}
		p[0], p[1] = 3, -2
		m.velocity(v, p)
		full := c.inverse
		if c.kind == Diagonal {
			full = []float64{4, 0, 0, 0.25}
		}
		if v[0] != full[0]*3-full[1]*2 || v[1] != full[2]*3-full[3]*2 {
			t.Errorf("%s: velocity %v", c.kind, v)
		}
	}
}

func TestMetricRefusesIndefinite(t *testing.T) {
	diagonal, dense := newMetric(Diagonal, 2), newMetric(Dense, 2)
	for _, bad := range [][]float64{{1, 0}, {-1, 1}, {math.NaN(), 1}, {1, math.Inf(1)}} {
		if diagonal.set(bad) {
			t.Errorf("diagonal metric %v accepted", bad)
		}
	}
	if dense.set([]float64{1, 2, 2, 1}) {
		t.Error("indefinite dense metric accepted")
	}
	if diagonal.inverse[0] != 1 || dense.inverse[1] != 0 {
		t.Error("a refused metric has replaced the former one")
	}
}

// TestEstimate compares with the two-pass covariance and Stan's regularization, by hand.
func TestEstimate(t *testing.T) {
	draws := [][]float64{{1, 2}, {2, 1}, {4, 7}, {-3, 0}}
	var mean [2]float64
	for _, x := range draws {
		mean[0] += x[0] / 4
		mean[1] += x[1] / 4
	}
	var cov [4]float64
	for _, x := range draws {
		for j := range cov {
			cov[j] += (x[j/2] - mean[j/2]) * (x[j%2] - mean[j%2]) / 3
		}
	}
	for _, kind := range []MetricKind{Diagonal, Dense} {
		size := metricSize(2, kind)
		a := Adaptation{Mean: make([]float64, 2), Scatter: make([]float64, size)}
		for _, x := range draws {
			a.observe(x, make([]float64, 2))
		}
		got := make([]float64, size)
		a.estimate(got, 2)
		ridge := 1e-3 * 5 / 9
		want := []float64{4.0/9*cov[0] + ridge, 4.0/9*cov[3] + ridge}
		if kind == Dense {
			want = []float64{want[0], 4.0 / 9 * cov[1], 4.0 / 9 * cov[2], want[1]}
		}
		for i := range want {
			if math.Abs(got[i]-want[i]) > 1e-14 {
				t.Errorf("%s: estimate %v, want %v", kind, got, want)
			}
		}
		a.restartWindow()
		if a.Count != 0 || a.Mean[0] != 0 || a.Scatter[0] != 0 {
			t.Errorf("%s: a restarted window is not empty", kind)
		}
	}
}
