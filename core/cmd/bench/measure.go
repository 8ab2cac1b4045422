// Chains of one posterior and what they show, seed by seed.

package main

import (
	"fmt"
	"math"
	"strconv"

	"dcctree/core/cmd/internal/parallel"
	"dcctree/core/diagnostics"
	"dcctree/core/hmc"
	"dcctree/core/numeric"
	"dcctree/core/random"
	"dcctree/core/softtree"
)

// The setting of the comparison: rstan's default metric, its warm-up halved, a higher target.
const (
	chains = 4
	warmup = 500
	target = .9
)

// perGradients is the unit of the figures.
const perGradients = 1e4

// strayed is by how many nats the mean log density of a chain may stay below that of the best one; another
// mode of these posteriors is lower by tens at least.
const strayed = 5

// outcome is what the chains of one seed show. The parameters are constrained, as rstan reports them: every
// weight of a simplex is one. A parameter's bulk size is the same for it and any monotone function of it.
type outcome struct {
	leapfrogs   int     // of the draws; one gradient each
	draws       int     // of all chains
	least       float64 // smallest bulk effective sample size of a parameter
	worst       string  // whose that is
	logDensity  float64 // bulk effective sample size of the log density
	rHat        float64 // largest
	acceptance  float64 // mean over the draws
	divergences int
	inMode      bool // no chain strayed
	parameters  []parameter
}

type parameter struct {
	name       string
	mean, mcse float64
}

// efficiency returns the least size of a parameter per 10^4 gradients.
func (o outcome) efficiency() float64 { return o.least / float64(o.leapfrogs) * perGradients }

// withLogDensity returns the same where the log density counts as a parameter, as in rstan's summaries.
func (o outcome) withLogDensity() float64 {
	return math.Min(o.least, o.logDensity) / float64(o.leapfrogs) * perGradients
}

// measure runs the seeds 1, 2, ... side by side.
func measure(t *problem, o options) []outcome {
	out := make([]outcome, o.seeds)
	parallel.Each(o.seeds, o.workers, func(i int) { out[i] = once(t, uint64(i+1), o) })
	return out
}

// record holds draws by parameter, chain and draw; the log density comes last.
type record struct {
	names  []string
	values [][][]float64
}

func newRecord(l softtree.Layout) *record {
	r := &record{names: append(parameterNames(l), "log density")}
	r.values = make([][][]float64, len(r.names))
	for i := range r.values {
		r.values[i] = make([][]float64, chains)
	}
	return r
}

// parameterNames returns rstan's names: splits, leaves and inputs counted from 1. One input has weight 1 in
// every split, which is no parameter.
func parameterNames(l softtree.Layout) (all []string) {
	for j := range l.Splits {
		all = append(all, fmt.Sprintf("tau[%d]", j+1))
		for f := range l.D {
			if l.D > 1 {
				all = append(all, fmt.Sprintf("delta[%d,%d]", j+1, f+1))
			}
		}
	}
	if l.Means {
		for k := range l.Leaves {
			all = append(all, fmt.Sprintf("mu[%d]", k+1))
		}
		all = append(all, "sigma[1]")
	}
	return all
}

// add appends one draw of a chain.
func (r *record) add(chain int, p softtree.Params, logDensity float64) {
	at := 0
	put := func(v float64) {
		r.values[at][chain] = append(r.values[at][chain], v)
		at++
	}
	for j, delta := range p.Delta {
		put(p.Tau[j])
		for _, v := range delta {
			if len(delta) > 1 {
				put(v)
			}
		}
	}
	for _, v := range p.Mu {
		put(v)
	}
	if p.Mu != nil {
		put(p.Sigma)
	}
	put(logDensity)
}

// once runs the chains of one seed.
func once(t *problem, seed uint64, o options) outcome {
	model := t.newModel()
	r := newRecord(model.Layout())
	draws := t.draws
	if o.draws > 0 {
		draws = o.draws
	}
	out := outcome{draws: chains * draws}
	for k := range chains {
		sample(model, t, k, draws, seed, o.step, r, &out)
	}
	out.acceptance /= float64(out.draws)
	r.judge(&out)
	return out
}

// sample runs one chain.
func sample(model *softtree.Model, t *problem, k, draws int, seed uint64, rule hmc.StepRule, r *record, out *outcome) {
	s := hmc.DefaultSettings()
	s.Warmup, s.TargetAccept, s.FinalStep = warmup, target, rule
	rng := random.Stream(seed, "bench", t.name, strconv.Itoa(k))
	c, err := hmc.NewChain(model, s, hmc.State{Position: t.start}, rng)
	if err != nil {
		panic("bench: a start is unusable: " + err.Error())
	}
	for c.Warming() {
		c.Warmup(rng)
	}
	p := model.Layout().NewParams()
	for range draws {
		info := c.Sample(rng)
		out.leapfrogs += info.Leapfrogs
		out.acceptance += info.AcceptStat
		if info.Divergent {
			out.divergences++
		}
		model.Layout().Constrain(&p, c.Position())
		r.add(k, p, info.LogDensity)
	}
}

// judge fills in what the draws show. A size that cannot be computed, of a parameter that never moved,
// counts as 0.
func (r *record) judge(out *outcome) {
	last := len(r.names) - 1
	out.least = math.Inf(1)
	for i, v := range r.values[:last] {
		size := orZero(diagnostics.ESSBulk(v))
		if size < out.least {
			out.least, out.worst = size, r.names[i]
		}
		if h := diagnostics.RHat(v); !(h <= out.rHat) && !math.IsNaN(out.rHat) {
			out.rHat = h // once not a number, it stays so
		}
		out.parameters = append(out.parameters, parameter{r.names[i], meanOf(v), diagnostics.MCSEMean(v)})
	}
	out.logDensity = orZero(diagnostics.ESSBulk(r.values[last]))
	out.inMode = together(r.values[last])
}

func orZero(x float64) float64 {
	if math.IsNaN(x) {
		return 0
	}
	return x
}

func meanOf(chains [][]float64) float64 {
	var m numeric.Moments
	for _, c := range chains {
		for _, v := range c {
			m.Add(v)
		}
	}
	return m.Mean()
}

// together tells whether no chain's mean log density is far below another's.
func together(logDensity [][]float64) bool {
	low, high := math.Inf(1), math.Inf(-1)
	for _, c := range logDensity {
		mean := meanOf([][]float64{c})
		low, high = math.Min(low, mean), math.Max(high, mean)
	}
	return high-low <= strayed
}
