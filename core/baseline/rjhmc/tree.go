// Trees with their parameters, their densities, and the local moves inside one topology.

package rjhmc

import (
	"math/rand/v2"

	"dcctree/core/hmc"
	"dcctree/core/numeric"
	"dcctree/core/random"
	"dcctree/core/softtree"
	"dcctree/core/topology"
)

// tree is a topology with parameters.
type tree struct {
	topology topology.Topology
	inputs   []int          // HMC-DF: of every split in pre-order; nil for HMC-DFI
	theta    []float64      // unconstrained, as the method's layout has it
	terms    softtree.Terms // at h_final, constrained: LogJacobian is not part of the density
	logPrior float64        // of the topology
}

// logDensity is log pi at h_final: of the constrained parameters, topology included.
func (t *tree) logDensity() float64 { return t.terms.LogLikelihood + t.terms.LogPrior + t.logPrior }

// layout is that of theta: HMC-DF has no simplexes, as a tree of one input.
func (c *Chain) layout(t topology.Topology) softtree.Layout {
	l := c.data.Layout(t)
	if c.settings.Method == DF {
		return l.Indexed()
	}
	return l
}

// newTree returns a tree of the topology, all its numbers zero.
func (c *Chain) newTree(t topology.Topology) *tree {
	at := &tree{topology: t, theta: make([]float64, c.layout(t).Dim()), logPrior: c.settings.SplitPrior.Log(t)}
	if c.settings.Method == DF {
		at.inputs = make([]int, t.Splits())
	}
	return at
}

// model is a density of one topology, softtree.Model or softtree.Indexed.
type model interface {
	softtree.Target
	Terms(theta []float64) softtree.Terms
	LeafProbabilities(theta []float64) [][]float64
}

// local is the model of one topology with what its moves need.
type local struct {
	model
	indexed *softtree.Indexed // HMC-DF: the same model; nil for HMC-DFI
	inputs  []int             // those that it is set to
	frozen  *hmc.Chain        // exact variant: transitions with the topology's tuning
}

// mostModels bounds the models kept: each has an engine, which in a browser is a compiled module.
const mostModels = 48

// local returns the model of the tree's topology, set to its inputs and at the given bandwidth.
func (c *Chain) local(at *tree, h float64) *local {
	l, ok := c.models[at.topology]
	if !ok {
		if len(c.models) >= mostModels {
			clear(c.models)
		}
		l = &local{inputs: make([]int, len(at.inputs))}
		if c.settings.Method == DF {
			l.indexed = softtree.NewIndexed(at.topology, c.data, c.settings.Priors, h)
			l.model = l.indexed
		} else {
			l.model = softtree.NewModel(at.topology, c.data, c.settings.Priors, h)
		}
		c.models[at.topology] = l
	}
	l.SetBandwidth(h)
	for j, input := range at.inputs {
		l.set(j, input)
	}
	return l
}

// set makes a split look at an input.
func (l *local) set(split, input int) {
	if l.inputs[split] != input {
		l.indexed.SetInput(split, input)
		l.inputs[split] = input
	}
}

// score evaluates the tree's terms at h_final.
func (c *Chain) score(at *tree) {
	at.terms = c.local(at, c.settings.BandwidthFinal).Terms(at.theta)
	c.densities++
}

// fromPrior gives the tree parameters from the prior.
func (c *Chain) fromPrior(at *tree, rng *rand.Rand) {
	c.local(at, c.settings.BandwidthFinal).SamplePrior(at.theta, rng)
	for j := range at.inputs {
		at.inputs[j] = rng.IntN(c.data.D)
	}
}

// sweep updates the input of every split once, in random order, by Metropolis with a uniform proposal, theta as it is
// (program: numpyro's DiscreteHMCGibbs with random_walk). It reports whether any has changed.
func (c *Chain) sweep(at *tree, l *local, theta []float64, rng *rand.Rand) (changed bool) {
	if len(at.inputs) == 0 || c.data.D == 1 {
		return false
	}
	return c.metropolis(at, l.set, func() float64 { c.densities++; return l.LogDensity(theta) }, rng)
}

// metropolis makes the updates of a sweep: set makes a split look at an input, density is the log density as the inputs
// are.
func (c *Chain) metropolis(
	at *tree, set func(split, input int), density func() float64, rng *rand.Rand,
) (changed bool) {
	now := density()
	for _, j := range c.permutation(len(at.inputs), rng) {
		input, u := rng.IntN(c.data.D), rng.Float64()
		if input == at.inputs[j] {
			continue
		}
		set(j, input)
		v := density()
		if u < numeric.Exp(v-now) {
			at.inputs[j], now, changed = input, v, true
		} else {
			set(j, at.inputs[j])
		}
	}
	return changed
}

// permutation returns the numbers below n in random order, in memory of the chain's.
func (c *Chain) permutation(n int, rng *rand.Rand) []int {
	c.order = c.order[:0]
	for i := range n {
		c.order = append(c.order, i)
	}
	rng.Shuffle(n, func(i, k int) { c.order[i], c.order[k] = c.order[k], c.order[i] })
	return c.order
}

// run makes a run of NUTS from the tree, with its warm-up and one draw, and leaves the tree there; for HMC-DF every
// transition comes after a sweep. It starts from step size 1 without a search, as numpyro does. It returns the chain,
// nil where the density is not finite at the start, from which nothing then moves.
func (c *Chain) run(at *tree, rng *rand.Rand) *hmc.Chain {
	l := c.local(at, c.settings.BandwidthInitial)
	n, err := hmc.NewChain(l, c.settings.inner(), hmc.State{Position: at.theta, StepSize: 1}, rng)
	if err != nil {
		return nil
	}
	for n.Warming() {
		c.gibbs(at, l, n, rng)
		n.Warmup(rng)
		c.beat()
	}
	c.gibbs(at, l, n, rng)
	n.Sample(rng)
	copy(at.theta, n.Position())
	c.gradients += n.Gradients()
	return n
}

// gibbs makes a sweep at the chain's position and tells the chain of it.
func (c *Chain) gibbs(at *tree, l *local, n *hmc.Chain, rng *rand.Rand) {
	if c.sweep(at, l, n.Position(), rng) {
		n.Refresh()
	}
}

// tuning is what the exact variant's transitions in one topology have from its tuning run.
type tuning struct {
	stepSize float64
	metric   []float64
}

// untuned is the step size where the tuning run cannot start; the metric is then the identity.
const untuned = .1

// tuned returns the topology's tuning, learned now where it is not yet known. It depends on nothing but data, settings,
// the chain's seed and the topology, above all not on where the chain is.
func (c *Chain) tuned(t topology.Topology) *tuning {
	if known, ok := c.tunings[t]; ok {
		return known
	}
	at := c.newTree(t)
	rng := random.Stream(uint64(c.seed[0])<<32|uint64(c.seed[1]), "rjhmc", "tuning", t.Key())
	c.fromPrior(at, rng)
	out := &tuning{stepSize: untuned, metric: make([]float64, len(at.theta))}
	for i := range out.metric {
		out.metric[i] = 1
	}
	if n := c.run(at, rng); n != nil {
		s := n.State()
		out.stepSize, out.metric = s.StepSize, s.Metric
	}
	c.tunings[t] = out
	return out
}
