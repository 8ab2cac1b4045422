// The studies: one topology by either sampler, and the whole algorithm over topologies.

package calibration

import (
	"math"
	"math/rand/v2"
	"slices"

	"dcctree/core/dcc"
	"dcctree/core/dcc/search"
	"dcctree/core/softtree"
	"dcctree/core/topology"
)

// joint draws data, and for a classification the state again, until the data exist.
func (s setting) joint(prior func() state, rng *rand.Rand) (state, softtree.Data) {
	for {
		truth := prior()
		if s.classes == 0 {
			return truth, s.regression(truth, rng)
		}
		if d, ok := s.classification(truth, rng); ok {
			return truth, d
		}
	}
}

// one is the study of a sampler on one topology.
func one(name, key string, s setting, f sampler) study {
	t := shaped(key)
	return study{name, s.names(t), func(rng *rand.Rand) ([]float64, [][]float64) {
		truth, d := s.joint(func() state { return s.prior(t, rng) }, rng)
		var drawn [][]float64
		for _, at := range f(s, truth, d, rng) {
			drawn = append(drawn, s.values(at, d))
		}
		return s.values(truth, d), drawn
	}}
}

func shaped(key string) topology.Topology {
	t, err := topology.Parse(key)
	if err != nil {
		panic("calibration: no topology has this key")
	}
	return t
}

// run is what the fast mode says of all topologies.
type run struct {
	topologies []topology.Topology
	shares     []float64   // posterior probabilities
	points     []dcc.Draws // of each
}

// algorithm measures all topologies.
type algorithm func(s setting, d softtree.Data, prior topology.Prior, all []topology.Topology, rng *rand.Rand) run

// space is what studies of the whole algorithm share: the topologies up to some number of splits, the prior
// renormalized on them, and what is ranked.
type space struct {
	setting
	all        []topology.Topology
	shares     []float64
	quantities []string
}

func (s setting) space(prior topology.Prior, maxSplits int) space {
	out := space{setting: s, all: topologies(maxSplits),
		quantities: []string{"leaves", "topology", "log likelihood", "prediction"}}
	logs := make([]float64, len(out.all))
	for i, t := range out.all {
		logs[i] = prior.Log(t)
	}
	out.shares = exp(logs)
	if s.classes == 0 {
		out.quantities = append(out.quantities, "sigma")
	}
	return out
}

// draw draws a topology and its parameters from the prior.
func (s space) draw(rng *rand.Rand) state { return s.prior(s.all[choose(s.shares, 1, rng)[0]], rng) }

// values returns the quantities of a state.
func (s space) values(at state, d softtree.Data) []float64 {
	out := []float64{float64(at.topology.Leaves()), float64(slices.Index(s.all, at.topology)), s.likelihood(at, d),
		s.prediction(at, d)}
	if s.classes == 0 {
		out = append(out, at.params.Sigma)
	}
	return out
}

// whole is the study of an algorithm on all topologies up to maxSplits splits, the prior renormalized on them.
func whole(name string, s setting, prior topology.Prior, maxSplits int, f algorithm) study {
	sp := s.space(prior, maxSplits)
	return study{name, sp.quantities, func(rng *rand.Rand) ([]float64, [][]float64) {
		truth, d := s.joint(func() state { return sp.draw(rng) }, rng)
		r := f(s, d, prior, sp.all, rng)
		var drawn [][]float64
		for _, i := range choose(r.shares, draws, rng) {
			p := r.points[i]
			theta := p.Point(choose(p.Shares, 1, rng)[0])
			drawn = append(drawn, sp.values(s.constrained(r.topologies[i], theta), d))
		}
		return sp.values(truth, d), drawn
	}}
}

// fast runs the fast mode until every topology is measured.
func fast(s setting, d softtree.Data, prior topology.Prior, all []topology.Topology, rng *rand.Rand) (r run) {
	p := &dcc.Problem{Data: d, Settings: dcc.DefaultSettings(), Seed: rng.Uint64()}
	p.Settings.SplitPrior, p.Settings.Priors, p.Settings.BandwidthFinal = prior, s.priors, s.h
	p.Settings.KeptDraws = 2000 // all of a final round
	set := search.DefaultFastSettings()
	set.MaxSplits, set.PriorDraws = all[len(all)-1].Splits(), 0
	set.Stop, set.Near, set.Budget = math.Inf(1), math.Inf(1), math.MaxInt32
	f, err := search.NewFast(p, set)
	if err != nil {
		panic("calibration: the fast mode does not start")
	}
	if dcc.Run(p, f, 1, nil) != nil {
		panic("calibration: the fast mode fails")
	}
	for _, sum := range f.Summaries() {
		points, ok := f.Draws(sum.Topology)
		if !ok {
			panic("calibration: a topology without draws")
		}
		r.topologies, r.shares, r.points = append(r.topologies, sum.Topology), append(r.shares, sum.Weight),
			append(r.points, points)
	}
	if len(r.topologies) != len(all) {
		panic("calibration: not all topologies are measured")
	}
	return r
}

// topologies lists all up to so many splits, smallest first.
func topologies(maxSplits int) []topology.Topology {
	out := []topology.Topology{topology.Root()}
	known := map[topology.Topology]bool{topology.Root(): true}
	for i := 0; i < len(out); i++ {
		if out[i].Splits() == maxSplits {
			continue
		}
		for _, leaf := range out[i].Growable() {
			if t := out[i].Grow(leaf); !known[t] {
				known[t] = true
				out = append(out, t)
			}
		}
	}
	topology.Sort(out)
	return out
}

// exp returns numbers in proportion to the exponentials.
func exp(logs []float64) []float64 {
	top := slices.Max(logs)
	out := make([]float64, len(logs))
	for i, v := range logs {
		out[i] = math.Exp(v - top)
	}
	return out
}
