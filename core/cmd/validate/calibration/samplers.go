// The samplers under test: the fast conquer's weighted draws, chains, and the prior, which is none.

package calibration

import (
	"math"
	"math/rand/v2"
	"sort"

	"dcctree/core/bijector"
	"dcctree/core/conquer"
	"dcctree/core/hmc"
	"dcctree/core/softtree"
)

// sampler makes draws draws from the posterior of truth's topology given the data. Only stationary looks at
// the parameters of the truth.
type sampler func(s setting, truth state, d softtree.Data, rng *rand.Rand) []state

// fromPrior is the mutant that has not looked at the data.
func fromPrior(s setting, truth state, _ softtree.Data, rng *rand.Rand) (out []state) {
	for range draws {
		out = append(out, s.prior(truth.topology, rng))
	}
	return out
}

// conquered draws from the weighted points of a measurement. With an effective number of E points the
// rank of the truth is that among E draws, of which draws are drawn again: the outer bins get 1/(2E) more
// than their share, which 4000 replicates do not show for E above some 200.
func conquered(set conquer.Settings) sampler { return conquering(set, false) }

// reliably is conquered but for measurements that are not called reliable, which give no draws.
func reliably(set conquer.Settings) sampler { return conquering(set, true) }

func conquering(set conquer.Settings, reliable bool) sampler {
	return func(s setting, truth state, d softtree.Data, rng *rand.Rand) (out []state) {
		p := conquer.NewProblem(d, s.priors, s.h, set)
		solutions, _ := p.Score(truth.topology, nil, rng)
		m := p.Measure(truth.topology, solutions, rng, func() {})
		if reliable && !m.Reliable() {
			return nil
		}
		shares := make([]float64, len(m.LogWeights))
		for i, v := range m.LogWeights {
			shares[i] = math.Exp(v - m.LogZ)
		}
		dim := len(m.Points) / len(shares)
		for _, i := range choose(shares, draws, rng) {
			out = append(out, s.constrained(truth.topology, m.Points[i*dim:(i+1)*dim]))
		}
		return out
	}
}

// choose draws n independent indices with probabilities proportional to the shares.
func choose(shares []float64, n int, rng *rand.Rand) []int {
	cumulated := make([]float64, len(shares))
	var total float64
	for i, v := range shares {
		total += v
		cumulated[i] = total
	}
	if !(total > 0) {
		panic("calibration: no draw has a weight")
	}
	out := make([]int, n)
	for k := range out {
		u := total * rng.Float64()
		out[k] = min(sort.Search(len(shares), func(i int) bool { return cumulated[i] > u }), len(shares)-1)
	}
	return out
}

// kernel is a chain to be tested.
type kernel struct {
	collapsed    bool // with the leaf means integrated out, and drawn for every draw kept
	warmup, thin int
	doublings    int // of a trajectory at most
	// mutate changes the target; nil for none.
	mutate func(hmc.LogDensity, softtree.Layout) hmc.LogDensity
}

// target is a log density with the way from its points to states.
type target struct {
	hmc.LogDensity
	state func(theta []float64) state
	place func(state) []float64 // back, but for the leaf means of a collapsed one
}

func (k kernel) target(s setting, truth state, d softtree.Data, rng *rand.Rand) target {
	t := truth.topology
	out := target{state: func(theta []float64) state { return s.constrained(t, theta) }}
	var layout softtree.Layout
	if k.collapsed {
		m := softtree.NewCollapsed(t, d, s.priors, s.h)
		full := make([]float64, m.Layout().Expand().Dim())
		layout, out.LogDensity = m.Layout(), m
		out.state = func(theta []float64) state {
			m.Expand(full, theta, rng)
			return s.constrained(t, full)
		}
	} else {
		m := softtree.NewModel(t, d, s.priors, s.h)
		layout, out.LogDensity = m.Layout(), m
	}
	out.place = func(at state) []float64 { return unconstrained(layout, at.params) }
	if k.mutate != nil {
		out.LogDensity = k.mutate(out.LogDensity, layout)
	}
	return out
}

// unconstrained is the point of the layout with these parameters.
func unconstrained(l softtree.Layout, p softtree.Params) []float64 {
	theta := make([]float64, l.Dim())
	for j, tau := range p.Tau {
		theta[l.Tau(j)] = bijector.UnitInverse(tau)
		from, to := l.Simplex(j)
		bijector.SimplexInverse(theta[from:to], p.Delta[j])
	}
	if !l.Noise {
		return theta
	}
	if l.Means {
		copy(theta[l.Mu(0):], p.Mu)
	}
	theta[l.LogSigma()] = math.Log(p.Sigma)
	return theta
}

// independent runs one chain from a random start: warm-up, then every thin-th position. It is right only
// where the chain forgets its start, which among separated modes it does not.
func (k kernel) independent(s setting, truth state, d softtree.Data, rng *rand.Rand) (out []state) {
	t := k.target(s, truth, d, rng)
	c := k.warm(t, rng)
	for range draws {
		out = append(out, t.state(k.advance(c, rng)))
	}
	return out
}

// stationary starts at the truth, itself a draw from the posterior, and puts it at a random place of the
// chain, which is run from there to both ends (Gandy and Scott 2020, "Unit testing for MCMC and other Monte
// Carlo methods", section 3). A reversible kernel leaves the posterior as it is exactly when all
// ranks are uniform, whether it mixes or not. Step size and metric come from a chain of its own.
func (k kernel) stationary(s setting, truth state, d softtree.Data, rng *rand.Rand) (out []state) {
	t := k.target(s, truth, d, rng)
	learned := k.warm(t, rng).State()
	before := rng.IntN(draws + 1)
	for _, steps := range []int{before, draws - before} {
		set := hmc.DefaultSettings()
		set.Warmup, set.MaxDoublings = 0, k.doublings
		start := hmc.State{Position: t.place(truth), Metric: learned.Metric, StepSize: learned.StepSize}
		c, err := hmc.NewChain(t, set, start, rng)
		if err != nil {
			panic("calibration: no chain at the truth")
		}
		for range steps {
			out = append(out, t.state(k.advance(c, rng)))
		}
	}
	return out
}

func (k kernel) warm(t target, rng *rand.Rand) *hmc.Chain {
	set := hmc.DefaultSettings()
	set.Warmup, set.MaxDoublings = k.warmup, k.doublings
	c, err := hmc.NewChain(t, set, hmc.State{}, rng)
	if err != nil {
		panic("calibration: no chain from a random start")
	}
	for c.Warming() {
		c.Warmup(rng)
	}
	return c
}

func (k kernel) advance(c *hmc.Chain, rng *rand.Rand) []float64 {
	for range k.thin {
		c.Sample(rng)
	}
	return c.Position()
}
