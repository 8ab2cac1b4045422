// Studies of RJHMC-Tree: its exact variant over topologies.

package calibration

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"dcctree/core/baseline"
	"dcctree/core/baseline/rjhmc"
	"dcctree/core/cmd/validate/report"
	"dcctree/core/numeric"
	"dcctree/core/random"
	"dcctree/core/softtree"
	"dcctree/core/topology"
	"dcctree/core/tree"
)

// jumper returns the settings of a study's chain but for what the study says itself.
func jumper(m rjhmc.Method) rjhmc.Settings {
	set := rjhmc.DefaultSettings()
	set.Method, set.Variant = m, rjhmc.Exact
	set.Moves = topology.MoveProbabilities{Grow: .5, Prune: .4, Stay: .1}
	set.Warmup, set.InnerWarmup, set.MaxDoublings, set.MinSplits = 0, 40, 5, 0
	return set
}

// annealed is jumper with jumps of so many steps.
func annealed(m rjhmc.Method, bridges int) rjhmc.Settings {
	set := jumper(m)
	set.Bridges = bridges
	return set
}

// jumpThin is the number of iterations from draw to draw.
const jumpThin = 4

// jumping is the study of chains that start at the truth and run both ways (see kernel.stationary) with the same
// tuning; wrong replaces the acceptance ratio unless it is nil.
func jumping(
	name string, s setting, prior topology.Prior, maxSplits int, set rjhmc.Settings,
	wrong func(rjhmc.Ratio) float64,
) study {
	sp := s.space(prior, maxSplits)
	set.SplitPrior, set.Priors, set.MaxSplits = prior, s.priors, maxSplits
	set.BandwidthInitial, set.BandwidthFinal = s.h, s.h
	draw := sp.draw
	if set.Method == rjhmc.DF {
		draw = func(rng *rand.Rand) state { return corners(sp.draw(rng), rng) }
	}
	return study{name, sp.quantities, func(rng *rand.Rand) ([]float64, [][]float64) {
		truth, d := s.joint(func() state { return draw(rng) }, rng)
		seed, before := rng.Uint64(), rng.IntN(draws+1)
		var drawn [][]float64
		for _, n := range []int{before, draws - before} {
			c, err := rjhmc.At(d, set, truth.topology, truth.params, random.Stream(seed, "tuning"))
			if err != nil {
				panic("calibration: no chain at the truth: " + err.Error())
			}
			if wrong != nil {
				c.(*rjhmc.Chain).SetRatio(wrong)
			}
			for range n {
				for range jumpThin {
					c.Step(rng)
				}
				drawn = append(drawn,
					sp.values(s.drawn(c.(*rjhmc.Chain).Topology(), c.Draws(nil, rng)[0]), d))
			}
		}
		return sp.values(truth, d), drawn
	}}
}

// corners makes every simplex one of its corners, each as likely as the others.
func corners(at state, rng *rand.Rand) state {
	for _, delta := range at.params.Delta {
		clear(delta)
		delta[rng.IntN(len(delta))] = 1
	}
	return at
}

// drawn is the state of a drawn tree.
func (s setting) drawn(t topology.Topology, d baseline.Draw) state {
	p := softtree.NewLayout(t, s.d, s.classes == 0).NewParams()
	for i, n := range t.Nodes() {
		from := d.Tree.Nodes[i]
		if n.Leaf {
			if answer, ok := from.Answer.(tree.Normal); ok {
				p.Mu[n.Index], p.Sigma = answer.Mean, answer.SD
			}
			continue
		}
		p.Tau[n.Index] = from.Rule.Cut()
		from.Rule.AddWeights(p.Delta[n.Index], 1)
	}
	return state{t, p}
}

const (
	weightSeeds   = 8
	weightSteps   = 100_000
	weightBatches = 50
	mostWeight    = 4 // standard errors
)

// weightSection compares frequencies of topologies with the fast mode's weights.
func weightSection() report.Section {
	s := report.Section{Title: weightsTitle, Text: weightsText}
	wide := labels
	wide.h = .2
	for _, c := range []struct {
		name string
		of   setting
		set  rjhmc.Settings
		n    int
	}{
		{"regression, two inputs", soft2, jumper(rjhmc.DFI), weightSteps},
		{"regression, one input", small, jumper(rjhmc.DFI), weightSteps},
		{"classification, two inputs", wide, jumper(rjhmc.DFI), weightSteps},
		{"regression, one input, sharp, annealed", single, annealed(rjhmc.DFI, 50), 20_000},
	} {
		s.Rows = append(s.Rows, weightRow(c.name, c.of, c.set, c.n))
	}
	return s
}

// weightRow compares them on one data set by a chain of so many steps.
func weightRow(name string, s setting, set rjhmc.Settings, steps int) report.Row {
	rng := random.Stream(1, "weights", name)
	prior := topology.Prior{Alpha: .95, Beta: 1}
	sp := s.space(prior, 2)
	_, d := s.joint(func() state { return s.prior(shaped(rightDeep), rng) }, rng)
	weights := make([]numeric.Moments, len(sp.all))
	for range weightSeeds {
		r := fast(s, d, prior, sp.all, rng)
		for i, t := range r.topologies {
			weights[slices.Index(sp.all, t)].Add(r.shares[i])
		}
	}
	frequencies := visits(s, d, set, prior, sp.all, steps, rng)
	row := report.Row{Check: name, Bound: fmt.Sprintf("<= %d standard errors", mostWeight)}
	var worst float64
	for i, t := range sp.all {
		f, w := frequencies[i], weights[i]
		// Batches that never saw a topology have no variance: a chain's error is at least that of independent
		// draws.
		least := w.Mean() * (1 - w.Mean()) / float64(steps)
		se := math.Sqrt(max(f.Variance()/weightBatches, least) + w.Variance()/weightSeeds)
		worst = max(worst, math.Abs(f.Mean()-w.Mean())/se)
		row.Figure += fmt.Sprintf("%v %.4f against %.4f (%.4f); ", t, f.Mean(), w.Mean(), se)
	}
	row.Figure += fmt.Sprintf("largest difference %.2f standard errors", worst)
	row.Holds = worst <= mostWeight
	return row
}

// visits returns the means of batches of every topology's frequency.
func visits(
	s setting, d softtree.Data, set rjhmc.Settings, prior topology.Prior, all []topology.Topology, steps int,
	rng *rand.Rand,
) []numeric.Moments {
	set.SplitPrior, set.Priors, set.MaxSplits = prior, s.priors, all[len(all)-1].Splits()
	set.BandwidthInitial, set.BandwidthFinal = s.h, s.h
	c, err := rjhmc.New(d, set, rng)
	if err != nil {
		panic("calibration: no chain: " + err.Error())
	}
	for range steps / weightBatches {
		c.Step(rng)
	}
	out := make([]numeric.Moments, len(all))
	for range weightBatches {
		count := make([]float64, len(all))
		for range steps / weightBatches {
			c.Step(rng)
			count[slices.Index(all, c.(*rjhmc.Chain).Topology())]++
		}
		for i, n := range count {
			out[i].Add(n / float64(steps/weightBatches))
		}
	}
	return out
}
