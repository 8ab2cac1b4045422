// Known posteriors: means and standard deviations within four Monte Carlo standard errors.

package hmc

import (
	"fmt"
	"math"
	"testing"

	"dcctree/core/diagnostics"
)

// quantity is a function of a draw whose posterior mean, and standard deviation where it is not
// NaN, are known.
type quantity struct {
	name     string
	of       func(x []float64) float64
	mean, sd float64
}

func coordinate(i int) func([]float64) float64 { return func(x []float64) float64 { return x[i] } }

// simulate returns the quantities' draws, indexed quantity, chain, draw.
func simulate(
	t *testing.T, target LogDensity, s Settings, seed uint64, chains, draws int, quantities []quantity,
) [][][]float64 {
	t.Helper()
	out := make([][][]float64, len(quantities))
	for c := 0; c < chains; c++ {
		chain := warmed(t, target, s, seed+uint64(c))
		rng := stream(seed + uint64(c) + 1<<32)
		for q := range quantities {
			out[q] = append(out[q], make([]float64, draws))
		}
		for i := 0; i < draws; i++ {
			chain.Sample(rng)
			for q := range quantities {
				out[q][c][i] = quantities[q].of(chain.Position())
			}
		}
	}
	return out
}

// sdOf returns the standard deviation of all draws.
func sdOf(chains [][]float64) float64 {
	mean, n := meanOf(chains)
	var s float64
	for _, c := range chains {
		for _, v := range c {
			s += (v - mean) * (v - mean)
		}
	}
	return math.Sqrt(s / (n - 1))
}

func meanOf(chains [][]float64) (mean, n float64) {
	for _, c := range chains {
		for _, v := range c {
			mean += v
			n++
		}
	}
	return mean / n, n
}

// expect checks quantities against their truth.
func expect(
	t *testing.T, name string, target LogDensity, s Settings, seed uint64, chains, draws int, quantities []quantity,
) {
	t.Helper()
	all := simulate(t, target, s, seed, chains, draws, quantities)
	for i, q := range quantities {
		if r := diagnostics.RHat(all[i]); !(r < 1.05) {
			t.Errorf("%s: %s: R-hat %v", name, q.name, r)
		}
		mean, _ := meanOf(all[i])
		if e := diagnostics.MCSEMean(all[i]); !(math.Abs(mean-q.mean) <= 4*e) {
			t.Errorf("%s: mean of %s is %v, want %v (MCSE %v)", name, q.name, mean, q.mean, e)
		}
		if math.IsNaN(q.sd) {
			continue
		}
		if e := diagnostics.MCSESD(all[i]); !(math.Abs(sdOf(all[i])-q.sd) <= 4*e) {
			t.Errorf("%s: sd of %s is %v, want %v (MCSE %v)", name, q.name, sdOf(all[i]), q.sd, e)
		}
	}
}

func TestStandardNormal(t *testing.T) {
	for _, dim := range []int{1, 5, 50} {
		for _, kind := range []MetricKind{Diagonal, Dense} {
			s := with(300)
			s.Metric = kind
			var qs []quantity
			for i := 0; i < dim; i++ {
				qs = append(qs, quantity{fmt.Sprint("x", i), coordinate(i), 0, 1})
			}
			expect(t, fmt.Sprint(kind, " normal ", dim), standardNormal(dim), s, 100, 2, 1000, qs)
		}
	}
}

// TestCorrelatedNormal: standard deviations from 0.01 to 10, correlations rho^|i-j|.
func TestCorrelatedNormal(t *testing.T) {
	const dim = 6
	cov := make([]float64, dim*dim)
	var qs []quantity
	for i := 0; i < dim; i++ {
		sdI := math.Pow(10, -2+3*float64(i)/(dim-1))
		for j := 0; j < dim; j++ {
			sdJ := math.Pow(10, -2+3*float64(j)/(dim-1))
			cov[i*dim+j] = sdI * sdJ * math.Pow(0.8, math.Abs(float64(i-j)))
		}
		qs = append(qs, quantity{fmt.Sprint("x", i), coordinate(i), 0, sdI})
	}
	sd := func(i int) float64 { return math.Sqrt(cov[i*dim+i]) }
	// E[x0 x1] is their covariance, 0.8 sd0 sd1.
	qs = append(qs, quantity{"x0 x1/(sd0 sd1)", func(x []float64) float64 { return x[0] * x[1] / sd(0) / sd(1) },
		0.8, math.NaN()})
	for _, kind := range []MetricKind{Diagonal, Dense} {
		s := with(1000)
		s.Metric = kind
		expect(t, string(kind)+" correlated normal", normal(cov, dim), s, 200, 4, 1000, qs)
	}
}

// TestBox: a density whose trajectories end in divergences keeps its distribution: U(-1,1) in each
// coordinate, mean 0, sd 1/sqrt(3).
func TestBox(t *testing.T) {
	s := with(0)
	var qs []quantity
	for i := 0; i < 2; i++ {
		qs = append(qs, quantity{fmt.Sprint("x", i), coordinate(i), 0, 1 / math.Sqrt(3)})
	}
	all := make([][][]float64, 2)
	for c := uint64(0); c < 4; c++ {
		chain, err := NewChain(box(2), s, State{Position: []float64{0, 0}, StepSize: 0.4}, stream(c))
		if err != nil {
			t.Fatal(err)
		}
		rng := stream(300 + c)
		draws := [2][]float64{}
		for i := 0; i < 4000; i++ {
			chain.Sample(rng)
			draws[0] = append(draws[0], chain.Position()[0])
			draws[1] = append(draws[1], chain.Position()[1])
		}
		all[0], all[1] = append(all[0], draws[0]), append(all[1], draws[1])
	}
	for i, q := range qs {
		mean, _ := meanOf(all[i])
		if e := diagnostics.MCSEMean(all[i]); !(math.Abs(mean) <= 4*e) {
			t.Errorf("mean of %s is %v (MCSE %v)", q.name, mean, e)
		}
		if e := diagnostics.MCSESD(all[i]); !(math.Abs(sdOf(all[i])-q.sd) <= 4*e) {
			t.Errorf("sd of %s is %v, want %v (MCSE %v)", q.name, sdOf(all[i]), q.sd, e)
		}
	}
}

// The eight schools (Rubin 1981): estimated effects and their standard errors.
var (
	schoolY  = []float64{28, 8, -3, 7, -1, 1, 18, 12}
	schoolSE = []float64{15, 10, 16, 11, 9, 11, 10, 18}
)

// eightSchools is the non-centered posterior of (mu, log tau, z): theta = mu + tau z, y ~ N(theta,
// se), mu ~ N(0,5), tau ~ half-Cauchy(0,5) (Gelman et al., Bayesian Data Analysis, section 5.5, with
// Stan's usual priors).
func eightSchools() target {
	return target{10, func(grad, x []float64) float64 {
		mu, tau := x[0], math.Exp(x[1])
		lp := -mu*mu/50 + x[1] - math.Log1p(tau*tau/25)
		grad[0] = -mu / 25
		grad[1] = 1 - 2*tau*tau/25/(1+tau*tau/25)
		for j, z := range x[2:] {
			v := schoolSE[j] * schoolSE[j]
			r := schoolY[j] - mu - tau*z
			lp += -0.5*z*z - 0.5*r*r/v
			grad[0] += r / v
			grad[1] += r / v * tau * z
			grad[2+j] = -z + r/v*tau
		}
		return lp
	}}
}

// schoolTruth integrates the eight schools over log tau by the trapezoidal rule: given tau the
// posterior of mu and theta is normal in closed form (Bayesian Data Analysis, section 5.4).
func schoolTruth() (mu, muSD, logTau, logTauSD, theta0 float64) {
	var mass float64
	var m1, m2, l1, l2, t1 float64
	for u := -14.0; u < 9; u += 0.01 {
		tau := math.Exp(u)
		precision, weighted, logp := 1/25.0, 0.0, u-math.Log1p(tau*tau/25)
		var square float64
		for j, y := range schoolY {
			v := schoolSE[j]*schoolSE[j] + tau*tau
			precision += 1 / v
			weighted += y / v
			square += y * y / v
			logp -= 0.5 * math.Log(v)
		}
		mean := weighted / precision
		logp -= 0.5*math.Log(precision) + 0.5*(square-mean*weighted)
		w := math.Exp(logp)
		v0 := schoolSE[0] * schoolSE[0]
		mass += w
		m1 += w * mean
		m2 += w * (mean*mean + 1/precision)
		l1 += w * u
		l2 += w * u * u
		t1 += w * (schoolY[0]*tau*tau + mean*v0) / (tau*tau + v0)
	}
	m1, m2, l1, l2, t1 = m1/mass, m2/mass, l1/mass, l2/mass, t1/mass
	return m1, math.Sqrt(m2 - m1*m1), l1, math.Sqrt(l2 - l1*l1), t1
}

func TestEightSchools(t *testing.T) {
	mu, muSD, logTau, logTauSD, theta0 := schoolTruth()
	// The quadrature itself against the reference posterior of posteriordb,
	// eight_schools-eight_schools_noncentered: mean of mu 4.4105 (MCSE 0.0330), of theta_1 6.1505
	// (MCSE 0.0557).
	if math.Abs(mu-4.4105) > 4*0.0330 || math.Abs(theta0-6.1505) > 4*0.0557 {
		t.Fatalf("quadrature: mu %v, theta_1 %v", mu, theta0)
	}
	s := with(1000)
	s.TargetAccept = 0.9
	expect(t, "eight schools", eightSchools(), s, 400, 4, 2000, []quantity{
		{"mu", coordinate(0), mu, muSD},
		{"log tau", coordinate(1), logTau, logTauSD},
		{"theta_1", func(x []float64) float64 { return x[0] + math.Exp(x[1])*x[2] }, theta0, math.NaN()},
	})
}

// TestFunnel is Neal's (2003) funnel, v ~ N(0,3), y_i ~ N(0, exp(v/2)), non-centered. log|y| has mean
// E[v]/2 + E log|z| = -(gamma + log 2)/2 with Euler's gamma, and variance 9/4 + pi^2/8.
func TestFunnel(t *testing.T) {
	expect(t, "funnel", standardNormal(10), with(500), 500, 4, 1000, []quantity{
		{"v", func(x []float64) float64 { return 3 * x[0] }, 0, 3},
		{"log|y|", func(x []float64) float64 { return 1.5*x[0] + math.Log(math.Abs(x[1])) },
			-(0.5772156649015329 + math.Ln2) / 2, math.Sqrt(2.25 + math.Pi*math.Pi/8)},
	})
}

// TestErrorsAreStandard: over 20 seeds the errors in units of their Monte Carlo standard errors are
// standard normal, so that the sum of their squares is chi-square: within four of its standard
// deviations sqrt(2k) of its mean k, from below as well. Bias, or draws more alike than the
// diagnostics think, would show. The target is the correlated normal in four dimensions, where the
// coordinates' independent parts are tested.
func TestErrorsAreStandard(t *testing.T) {
	const seeds, dim = 20, 4
	s := with(300)
	var qs []quantity
	for i := 0; i < dim; i++ {
		qs = append(qs, quantity{fmt.Sprint("x", i), coordinate(i), 0, 1})
	}
	var means, sds float64
	for seed := uint64(0); seed < seeds; seed++ {
		for _, chains := range simulate(t, standardNormal(dim), s, 6000+100*seed, 2, 500, qs) {
			mean, _ := meanOf(chains)
			z := mean / diagnostics.MCSEMean(chains)
			means += z * z
			z = (sdOf(chains) - 1) / diagnostics.MCSESD(chains)
			sds += z * z
		}
	}
	const k = seeds * dim
	limit := 4 * math.Sqrt(2*k)
	if math.Abs(means-k) > limit {
		t.Errorf("squared errors of the means sum to %v, want %v +- %v", means, k, limit)
	}
	if math.Abs(sds-k) > limit {
		t.Errorf("squared errors of the sds sum to %v, want %v +- %v", sds, k, limit)
	}
	t.Logf("chi-square of means %.1f, of sds %.1f, expected %d +- %.1f", means, sds, k, limit/4)
}
