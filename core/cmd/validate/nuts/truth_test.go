// That what is called the truth is true.

package nuts

import (
	"math"
	"testing"

	"dcctree/core/hmc"
	"dcctree/core/numeric"
	"dcctree/core/random"
)

func TestGradients(t *testing.T) {
	rng := random.Stream(3, "points")
	for name, target := range map[string]hmc.LogDensity{"chained": newChained(5, 0.9, 0.5, 2),
		"modes": modes(3, 0.7), "schools": schools()} {
		x, grad, scratch := make([]float64, target.Dim()), make([]float64, target.Dim()),
			make([]float64, target.Dim())
		for range 20 {
			for i := range x {
				x[i] = rng.NormFloat64()
			}
			target.Gradient(grad, x)
			for i, v := range x {
				const step = 1e-5
				x[i] = v + step
				up := target.Gradient(scratch, x)
				x[i] = v - step
				slope := (up - target.Gradient(scratch, x)) / (2 * step)
				x[i] = v
				if math.Abs(slope-grad[i]) > 1e-7*(1+largest(grad)) {
					t.Errorf("%s: element %d is %v, finite difference %v", name, i, grad[i], slope)
				}
			}
		}
	}
}

// TestChained compares density and radius with those by the Cholesky factor of the covariance.
func TestChained(t *testing.T) {
	const dim = 4
	c := newChained(dim, 0.7, 0.1, 3)
	root := make([]float64, dim*dim)
	for i := range dim {
		for j := range dim {
			root[i*dim+j] = c.sd[i] * c.sd[j] * math.Pow(0.7, math.Abs(float64(i-j)))
		}
	}
	if !numeric.Cholesky(root, root, dim) {
		t.Fatal("covariance is not positive definite")
	}
	x, u, grad := []float64{0.3, -0.2, 1.7, 2.1}, make([]float64, dim), make([]float64, dim)
	numeric.SolveLower(u, root, x, dim)
	want := numeric.Dot(u, u)
	if got := c.radius(x); math.Abs(got-want) > 1e-12*want {
		t.Errorf("radius %v, want %v", got, want)
	}
	if got := c.Gradient(grad, x); math.Abs(got+want/2) > 1e-12*want {
		t.Errorf("log density %v, want %v", got, -want/2)
	}
	if c.sd[0] != 0.1 || math.Abs(c.sd[3]-3) > 1e-12 {
		t.Errorf("standard deviations %v", c.sd)
	}
}

// TestModes compares with the sum of two normal densities.
func TestModes(t *testing.T) {
	m := modes(2, 1.5)
	grad := make([]float64, 2)
	of := func(x []float64) float64 { return m.Gradient(grad, x) }
	naive := func(x []float64) float64 {
		var s float64
		for _, at := range []float64{-1.5, 1.5} {
			s += math.Exp(-((x[0]-at)*(x[0]-at) + (x[1]-at)*(x[1]-at)) / 2)
		}
		return math.Log(s)
	}
	a, b := []float64{0.2, -0.7}, []float64{1.9, 1.1}
	if got, want := of(a)-of(b), naive(a)-naive(b); math.Abs(got-want) > 1e-12 {
		t.Errorf("difference of log densities %v, want %v", got, want)
	}
}

// TestSchools compares with the reference posterior of posteriordb, eight_schools-
// eight_schools_noncentered: mean of mu 4.4105 (MCSE .0330), of theta_1 6.1505 (MCSE .0557); and the
// quadrature with that of half the step.
func TestSchools(t *testing.T) {
	fine, coarse := schoolQuantities(0.02), schoolQuantities(0.04)
	mu, theta := fine[0].mean, fine[2].mean
	if math.Abs(mu-4.4105) > 4*0.0330 || math.Abs(theta-6.1505) > 4*0.0557 {
		t.Errorf("mean of mu %v, of theta_1 %v", mu, theta)
	}
	for i, q := range fine {
		figures := func(q quantity) []float64 { return append([]float64{q.mean, q.sd}, q.quantiles[:]...) }
		other := figures(coarse[i])
		for k, v := range figures(q) {
			// log tau is smeared by a normal as wide as the step, which adds step^2 to its variance.
			if math.Abs(v-other[k]) > 2e-3 {
				t.Errorf("%s: figure %d is %v, with the double step %v", q.name, k, v, other[k])
			}
		}
	}
}

// TestFunnel: mean and variance by the distribution function (integrals of its tails) are those in
// closed form.
func TestFunnel(t *testing.T) {
	var mean, square float64
	const step = 0.02
	for u := step / 2; u < 30; u += step {
		low, high := funnelSizeCDF(-u), 1-funnelSizeCDF(u)
		mean += step * (high - low)
		square += step * 2 * u * (high + low)
	}
	q := funnelQuantities()[1]
	if math.Abs(mean-q.mean) > 1e-3 || math.Abs(math.Sqrt(square-mean*mean)-q.sd) > 1e-3 {
		t.Errorf("mean %v, sd %v by the distribution function; %v, %v", mean, math.Sqrt(square-mean*mean),
			q.mean, q.sd)
	}
	for i, p := range probabilities {
		if got := funnelSizeCDF(q.quantiles[i]); math.Abs(got-p) > 1e-9 {
			t.Errorf("P(log|y| <= %v) = %v, want %v", q.quantiles[i], got, p)
		}
	}
}

func TestQuantiles(t *testing.T) {
	// R: qnorm(.95) = 1.644854, qchisq(c(.05, .5, .95), 10) = 3.940299, 9.341818, 18.307038.
	if got := normalQuantity("", 2, nil).quantiles; math.Abs(got[2]-2*1.644854) > 2e-6 || got[1] != 0 ||
		math.Abs(got[0]+got[2]) > 1e-12 {
		t.Errorf("normal quantiles %v", got)
	}
	for i, want := range []float64{3.940299, 9.341818, 18.307038} {
		if got := chiSquareQuantity("", 10, nil).quantiles[i]; math.Abs(got-want) > 1e-6 {
			t.Errorf("chi-square quantile %v, want %v", got, want)
		}
	}
	// Type 7 by hand: position p (n-1).
	if got := quantileOf([]float64{1, 2, 4, 8}, 0.9); math.Abs(got-6.8) > 1e-12 {
		t.Errorf("quantile %v, want 6.8", got)
	}
}
