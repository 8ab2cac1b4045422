// Tests of the prior: its integral is one and its draws follow it.

package softtree

import (
	"math"
	"slices"
	"strings"
	"testing"

	"dcctree/core/numeric"
	"dcctree/core/random"
	"dcctree/core/topology"
	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat/distuv"
)

// TestPriorIntegratesToOne: by the trapezoid rule in one and two dimensions. The densities fall off
// like exp(-|x|) or faster, so 40 units each way leave out less than 1e-16.
func TestPriorIntegratesToOne(t *testing.T) {
	other := offCenter()
	other.SigmaFamily, other.SigmaShape = InverseGamma, 3.2
	for name, m := range map[string]Target{
		"inverse gamma":      NewCollapsed(topology.Root(), synthetic(1, 3, 1, 0), PaperPriors(), .1),
		"inverse gamma 3.2":  NewCollapsed(topology.Root(), synthetic(1, 3, 1, 0), other, .1),
		"half-t3":            NewCollapsed(topology.Root(), synthetic(1, 3, 1, 0), offCenter(), .1),
		"tau":                NewModel(mustLeaves(t, 1, 2), synthetic(1, 3, 1, 2), PaperPriors(), .1),
		"tau and Delta":      NewModel(mustLeaves(t, 1, 2), synthetic(1, 3, 2, 2), PaperPriors(), .1),
		"mu and sigma":       NewModel(topology.Root(), synthetic(1, 3, 1, 0), offCenter(), .1),
		"tau of two, D=1":    NewModel(mustLeaves(t, 1, 5, 6), synthetic(1, 3, 1, 2), PaperPriors(), .1),
		"tau and sigma, D=1": NewCollapsed(mustLeaves(t, 1, 2), synthetic(1, 3, 1, 0), PaperPriors(), .1),
	} {
		const step, reach = .125, 320
		x, total := make([]float64, m.Dim()), 0.0
		for i := -reach; i <= reach; i++ {
			x[0] = step * float64(i)
			if len(x) == 1 {
				total += step * math.Exp(m.LogPrior(x))
				continue
			}
			for j := -reach; j <= reach; j++ {
				x[1] = step * float64(j)
				total += step * step * math.Exp(m.LogPrior(x))
			}
		}
		if !(math.Abs(total-1) < 1e-9) {
			t.Errorf("%s: integral %v", name, total)
		}
	}
}

// TestPriorIntegralByImportance covers eight dimensions, with draws from independent Student-t3 of scale
// 2, whose tails are above the prior's; the bound is four Monte Carlo errors.
func TestPriorIntegralByImportance(t *testing.T) {
	for seed, priors := range []Priors{PaperPriors(), StandardizedPriors()} {
		m := NewModel(mustLeaves(t, 1, 5, 6), synthetic(1, 3, 2, 0), priors, .1)
		rng, x := random.Stream(uint64(seed), "importance"), make([]float64, m.Dim())
		proposal := distuv.StudentsT{Sigma: 2, Nu: 3, Src: rng}
		var w numeric.Moments
		for range 200000 {
			var q float64
			for i := range x {
				x[i] = proposal.Rand()
				q += proposal.LogProb(x[i])
			}
			w.Add(math.Exp(m.LogPrior(x) - q))
		}
		se := math.Sqrt(w.Variance() / float64(w.N()))
		if !(math.Abs(w.Mean()-1) < 4*se) || se > .05 {
			t.Errorf("integral %v, error %v", w.Mean(), se)
		}
	}
}

func TestLogPriorIsPartOfTheDensity(t *testing.T) {
	for _, classes := range []int{0, 3} {
		m := NewModel(mustLeaves(t, 1, 5, 6), synthetic(1, 30, 3, classes), offCenter(), .1)
		theta := randomTheta(1, m.Dim())
		terms := m.Terms(theta)
		if v := m.LogPrior(theta); v != terms.LogPrior+terms.LogJacobian {
			t.Errorf("classes %d: %v, want %v", classes, v, terms.LogPrior+terms.LogJacobian)
		}
	}
}

// TestSamplePrior holds 4,000 draws of every parameter against its distribution function by
// Kolmogorov and Smirnov; 1.95 is the 99.9 % point of sqrt(n) D.
func TestSamplePrior(t *testing.T) {
	inverse, small := PaperPriors(), offCenter()
	small.SigmaFamily, small.SigmaShape = InverseGamma, .6
	for name, c := range map[string]struct {
		priors Priors
		sigma  func(float64) float64
	}{
		"inverse gamma 1.5": {inverse, func(x float64) float64 { return mathext.GammaIncRegComp(1.5, 1.5/x) }},
		"inverse gamma .6":  {small, func(x float64) float64 { return mathext.GammaIncRegComp(.6, .8/x) }},
		// The distribution function of t3 is 1/2 + (u/(1+u^2) + atan u)/pi with u = t/sqrt 3.
		"half-t3": {offCenter(), func(x float64) float64 {
			u := x / .8 / math.Sqrt(3)
			return 2 / math.Pi * (u/(1+u*u) + math.Atan(u))
		}},
	} {
		for _, m := range []interface {
			Target
			Layout() Layout
		}{
			NewModel(mustLeaves(t, 1, 5, 6), synthetic(1, 3, 3, 0), c.priors, .1),
			NewCollapsed(mustLeaves(t, 1, 5, 6), synthetic(1, 3, 3, 0), c.priors, .1),
		} {
			checkDraws(t, name, m, m.Layout(), c.priors, c.sigma)
		}
	}
}

func checkDraws(t *testing.T, name string, m Target, l Layout, priors Priors, sigma func(float64) float64) {
	t.Helper()
	const n = 4000
	rng, x, p := random.Stream(2, name), make([]float64, m.Dim()), l.NewParams()
	draws := map[string][]float64{}
	for range n {
		m.SamplePrior(x, rng)
		l.Constrain(&p, x)
		for f, name := range []string{"Delta 0", "Delta 1", "Delta 2"} {
			draws[name] = append(draws[name], p.Delta[1][f])
		}
		draws["tau"] = append(draws["tau"], p.Tau[1])
		draws["sigma"] = append(draws["sigma"], p.Sigma)
		if l.Means {
			draws["mu"] = append(draws["mu"], p.Mu[2])
		}
	}
	for parameter, v := range draws {
		var cdf func(float64) float64
		switch parameter {
		case "tau":
			cdf = func(x float64) float64 { return x }
		case "sigma":
			cdf = sigma
		case "mu":
			cdf = func(x float64) float64 {
				return numeric.NormalCDF((x - priors.LeafMean) / priors.LeafSD)
			}
		default: // Beta(1, 2)
			cdf = func(x float64) float64 { return 1 - (1-x)*(1-x) }
		}
		if d := kolmogorovSmirnov(v, cdf); !(d < 1.95) {
			t.Errorf("%s, %s: sqrt(n) D = %v", name, parameter, d)
		}
	}
}

// kolmogorovSmirnov returns sqrt(n) times the largest distance of the distribution functions.
func kolmogorovSmirnov(v []float64, cdf func(float64) float64) float64 {
	slices.Sort(v)
	n, d := float64(len(v)), 0.0
	for i, x := range v {
		f := cdf(x)
		d = max(d, f-float64(i)/n, float64(i+1)/n-f)
	}
	return math.Sqrt(n) * d
}

// TestPriorDrawsAreFinite: the open uniform never gives 0 or 1.
func TestPriorDrawsAreFinite(t *testing.T) {
	m := NewModel(mustLeaves(t, 3, 9, 10, 5, 6), synthetic(1, 3, 1, 0), StandardizedPriors(), .001)
	rng, x := random.Stream(1), make([]float64, m.Dim())
	for range 10000 {
		m.SamplePrior(x, rng)
		if v := m.LogDensity(x); math.IsNaN(v) || math.IsInf(v, 0) {
			t.Fatalf("log density %v at %v", v, x)
		}
	}
}

// TestPriorGradient agrees with central differences of LogPrior, for all kinds of parameters.
func TestPriorGradient(t *testing.T) {
	for name, m := range map[string]Target{
		"regression":     NewModel(mustLeaves(t, 1, 5, 6), synthetic(1, 8, 3, 0), offCenter(), .1),
		"inverse gamma":  NewModel(mustLeaves(t, 1, 2), synthetic(1, 8, 1, 0), PaperPriors(), .1),
		"collapsed":      NewCollapsed(mustLeaves(t, 3, 4, 2), synthetic(1, 8, 2, 0), offCenter(), .1),
		"classification": NewModel(mustLeaves(t, 1, 5, 6), synthetic(1, 8, 4, 3), offCenter(), .1),
	} {
		const step = 1e-5
		x, grad := randomTheta(3, m.Dim()), make([]float64, m.Dim())
		m.Gradient(grad, x) // leaves sums behind that must not enter
		if v := m.PriorGradient(grad, x); v != m.LogPrior(x) {
			t.Errorf("%s: value %v, log prior %v", name, v, m.LogPrior(x))
		}
		for i := range x {
			at := x[i]
			x[i] = at + step
			up := m.LogPrior(x)
			x[i] = at - step
			down := m.LogPrior(x)
			x[i] = at
			if want := (up - down) / (2 * step); math.Abs(grad[i]-want) > 1e-7*(1+math.Abs(want)) {
				t.Errorf("%s: coordinate %d has slope %v, differences %v", name, i, grad[i], want)
			}
		}
	}
}

// TestDrawDirichlet: mean a_c / A and variance a_c (A - a_c) / (A^2 (A + 1)) of 100,000 draws, the mean to four
// standard errors, the variance to 6 %: of the smallest parameter, whose kurtosis is about 1 / (its mean) = 70, it is
// known to sqrt(70 / 100000) = 2.6 %.
func TestDrawDirichlet(t *testing.T) {
	const n = 100_000
	rng := random.Stream(8, "dirichlet")
	for _, parameters := range [][]float64{{6, 1}, {.05, .5, 3}, {2, 2, 2, 2}} {
		var total float64
		for _, a := range parameters {
			total += a
		}
		one, sum, squares := make([]float64, len(parameters)), make([]float64, len(parameters)),
			make([]float64, len(parameters))
		for range n {
			DrawDirichlet(one, parameters, rng)
			var all float64
			for c, v := range one {
				all += v
				sum[c] += v / n
				squares[c] += v * v / n
			}
			if math.Abs(all-1) > 1e-12 {
				t.Fatalf("%v: a draw adds up to %v", parameters, all)
			}
		}
		for c, a := range parameters {
			mean, variance := a/total, a*(total-a)/(total*total*(total+1))
			if math.Abs(sum[c]-mean) > 4*math.Sqrt(variance/n) {
				t.Errorf("%v: mean %v, want %v", parameters, sum[c], mean)
			}
			if got := squares[c] - sum[c]*sum[c]; math.Abs(got-variance) > .06*variance {
				t.Errorf("%v: variance %v, want %v", parameters, got, variance)
			}
		}
	}
}

// TestPriorsValidate: every number must be finite, and all but the leaves' mean positive; the error names the field.
func TestPriorsValidate(t *testing.T) {
	fields := map[string]func(*Priors) *float64{
		"leafMean":           func(p *Priors) *float64 { return &p.LeafMean },
		"leafSD":             func(p *Priors) *float64 { return &p.LeafSD },
		"sigmaShape":         func(p *Priors) *float64 { return &p.SigmaShape },
		"sigmaScale":         func(p *Priors) *float64 { return &p.SigmaScale },
		"classConcentration": func(p *Priors) *float64 { return &p.ClassConcentration },
	}
	for name, field := range fields {
		for _, x := range []float64{0, -1, math.NaN(), math.Inf(1), math.Inf(-1)} {
			p := PaperPriors()
			*field(&p) = x
			err := p.Validate()
			fine := name == "leafMean" && (x == 0 || x == -1)
			if fine != (err == nil) || err != nil && !strings.HasPrefix(err.Error(), name+": ") {
				t.Errorf("%s = %v: %v", name, x, err)
			}
		}
	}
}
