// The parts of a run by themselves: reference, weights, resampling, lineages, metric.

package smc

import (
	"math"
	"testing"

	"dcctree/core/evidence"
	"dcctree/core/numeric"
)

// TestMixture compares with the density of package evidence, and gradients with central differences,
// whose error at this step is some 1e-8.
func TestMixture(t *testing.T) {
	a, b := student(3, 1, 2, 0.5, 4), student(3, -2, 0.7, -0.3, 7)
	a.Weight, b.Weight = 3, 0.5
	q := NewMixture([]evidence.Component{a, b})
	other := evidence.Mixture{Components: []evidence.Component{a, b}}
	rng := stream(1)
	x, grad, none := make([]float64, 3), make([]float64, 3), make([]float64, 3)
	groups := [2]int{}
	for range 200 {
		q.Sample(x, rng)
		groups[q.Group(x)]++
		if got, want := q.Gradient(grad, x), other.LogDensity(x); math.Abs(got-want) > 1e-12 {
			t.Fatalf("log density %v, want %v", got, want)
		}
		for j := range x {
			const step = 1e-5
			at := x[j]
			x[j] = at + step
			up := q.Gradient(none, x)
			x[j] = at - step
			down := q.Gradient(none, x)
			x[j] = at
			if want := (up - down) / (2 * step); math.Abs(grad[j]-want) > 1e-6*(1+math.Abs(want)) {
				t.Errorf("gradient[%d] %v, want %v", j, grad[j], want)
			}
		}
	}
	if groups[0] == 0 || groups[1] == 0 {
		t.Errorf("groups of the draws %v", groups)
	}
	if q.Group(a.Mean) != 0 || q.Group(b.Mean) != 1 || q.Dim() != 3 {
		t.Error("the means are not of their own groups")
	}
	// The mean scale matrix, by hand: 3/3.5 * 4 + .5/3.5 * .49 on the diagonal.
	if v := q.Root()[0] * q.Root()[0]; math.Abs(v-(3*4+.5*.49)/3.5) > 1e-12 {
		t.Errorf("mean scale %v", v)
	}
}

// bare is a cloud of n particles in one dimension with the log weights of a whole step.
func bare(logWeights []float64) *cloud {
	n := len(logWeights)
	c := &cloud{Settings: DefaultSettings(), rng: stream(4), particles: newStates(n, 1), spare: newStates(n, 1),
		weights: make([]float64, n), increments: logWeights}
	for i := range c.particles {
		c.particles[i].ancestor = i
	}
	return c
}

// TestResample: every particle has as many children as its weight times n, rounded down or up, and on average
// just that.
func TestResample(t *testing.T) {
	logs := []float64{math.Log(0.5), math.Inf(-1), 0, math.Log(3), math.Log(0.1), math.Inf(-1)}
	const repeats = 4000
	mean := make([]float64, len(logs))
	c := bare(logs)
	rng := c.rng
	for range repeats {
		c = bare(logs)
		c.rng = rng
		c.weigh(1)
		c.resample()
		count := make([]float64, len(logs))
		for _, p := range c.particles {
			count[p.ancestor]++
		}
		for i, v := range count {
			quota := c.weights[i] * float64(len(logs))
			if v < math.Floor(quota) || v > math.Ceil(quota) {
				t.Fatalf("particle %d: %v children, quota %v", i, v, quota)
			}
			mean[i] += v / repeats
		}
	}
	for i, v := range mean {
		quota := c.weights[i] * float64(len(logs))
		f := quota - math.Floor(quota)
		if e := math.Sqrt(f * (1 - f) / repeats); math.Abs(v-quota) > 4*e+1e-12 {
			t.Errorf("particle %d: mean %v children, want %v", i, v, quota)
		}
	}
}

// TestLineageError: with every particle its own family it is the relative standard error of the mean
// weight; of four in two families that of the mean of two of the four, by hand.
func TestLineageError(t *testing.T) {
	weights := []float64{1, 2, 5, 0.5}
	logs := make([]float64, 4)
	var m numeric.Moments
	for i, w := range weights {
		logs[i] = math.Log(w)
		m.Add(w)
	}
	c := bare(logs)
	if total := c.weigh(1); math.Abs(total-math.Log(8.5)) > 1e-14 {
		t.Errorf("log sum of weights %v", total)
	}
	want := math.Sqrt(m.Variance()/4) / m.Mean()
	if got := c.lineage(); math.Abs(got-want) > 1e-14 {
		t.Errorf("own families: %v, want %v", got, want)
	}
	c.particles[1].ancestor, c.particles[3].ancestor = 0, 2
	// Shares 3/8.5, 0, 5.5/8.5, 0.
	want = math.Sqrt((4*(9+30.25)/72.25 - 1) / 3)
	if got := c.lineage(); math.Abs(got-want) > 1e-14 {
		t.Errorf("two families: %v, want %v", got, want)
	}
	if c.families() != 2 {
		t.Errorf("%d families", c.families())
	}
}

// TestChoose: at the temperature chosen the effective number is what was asked for, or it is 1.
func TestChoose(t *testing.T) {
	c := bare([]float64{0, 3, -20, 8, 1, math.Inf(-1)})
	b := c.choose(3)
	if e := c.effective(b); math.Abs(e-3) > 1e-9 || !(b < 1) {
		t.Errorf("b %v, effective number %v", b, e)
	}
	if b := c.choose(1); b != 1 {
		t.Errorf("b %v where 1 is near enough", b)
	}
}

// TestMetric: with many particles in two groups the covariance within them; with a few, or one, towards the
// reference's shape.
func TestMetric(t *testing.T) {
	const d, n = 4, 4000
	ref := NewMixture(twoParts(d))
	m := newMetric(ref, d)
	target := NewMixture([]evidence.Component{student(d, -3, 1, 0.6, 50), student(d, 3, 1, 0.6, 50)})
	particles, weights := newStates(n, d), make([]float64, n)
	rng := stream(2)
	for i := range particles {
		target.Sample(particles[i].x, rng)
		weights[i] = 1.0 / n
	}
	got := m.learn(particles, weights)
	for i := range d {
		for j := range d {
			// A t with 50 degrees of freedom has 50/48 times its scale; the errors are near sqrt(2/n) =
			// .022.
			want := math.Pow(0.6, math.Abs(float64(i-j))) * 50 / 48
			if math.Abs(got[i*d+j]-want) > 0.1 {
				t.Errorf("covariance[%d,%d] %v, want %v", i, j, got[i*d+j], want)
			}
		}
	}
	clear(weights)
	weights[7] = 1
	got = m.learn(particles, weights)
	for i := range d {
		want := numeric.Dot(ref.Root()[i*d:(i+1)*d], ref.Root()[i*d:(i+1)*d])
		if math.Abs(got[i*d+i]-want) > 1e-12 {
			t.Errorf("one particle: variance %v, want the reference's %v", got[i*d+i], want)
		}
	}

	// In one dimension it is the variance: of 0 and 2 by halves, 1.
	one := newMetric(NewMixture([]evidence.Component{student(1, 0, 3, 0, 4)}), 1)
	particles = newStates(2, 1)
	particles[1].x[0] = 2
	if v := one.learn(particles, []float64{0.5, 0.5})[0]; math.Abs(v-1) > 1e-12 {
		t.Errorf("one dimension: variance %v, want 1", v)
	}
}
