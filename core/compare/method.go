// The methods that can be compared, and the settings of each.

// Package compare runs the samplers of the paper's tables beside each other on one problem: the same rows, priors and
// seed, each as far as a budget goes. Its jobs are dcc's, so that whoever runs those, goroutines or Web Workers, runs
// these too.
package compare

import (
	"errors"
	"fmt"
	"math/rand/v2"

	"dcctree/core/baseline"
	"dcctree/core/baseline/cgm"
	"dcctree/core/baseline/hard"
	"dcctree/core/baseline/particle"
	"dcctree/core/baseline/rjhmc"
	"dcctree/core/baseline/wu"
	"dcctree/core/dcc"
	"dcctree/core/dcc/search"
	"dcctree/core/numeric"
	"dcctree/core/softtree"
)

// Method is a column of the paper's tables, or CART.
type Method string

// The methods, in the order in which they are shown.
const (
	DCCTree Method = "dcc-tree" // the fast mode of core/dcc
	DFI     Method = "hmc-dfi"  // core/baseline/rjhmc
	DF      Method = "hmc-df"   // core/baseline/rjhmc
	CGM     Method = "cgm"      // core/baseline/cgm
	WU      Method = "wu"       // core/baseline/wu
	SMC     Method = "smc"      // core/baseline/particle
	CART    Method = "cart"     // core/baseline/cart, no sampler
)

// Methods returns all methods.
func Methods() []Method { return []Method{DCCTree, DFI, DF, CGM, WU, SMC, CART} }

// Offered returns nil, or why the method cannot be used on the data.
func (m Method) Offered(data softtree.Data) error {
	if _, known := engines[m]; !known && m != DCCTree {
		return fmt.Errorf("there is no method %q", m)
	}
	if m == WU && data.Classes > 2 {
		return errors.New("WU is for numbers and for two classes, as in the paper")
	}
	return nil
}

// Settings are those of all methods; CART has none.
type Settings struct {
	Fast search.FastSettings
	DFI  rjhmc.Settings
	DF   rjhmc.Settings
	CGM  cgm.Settings
	WU   wu.Settings
	SMC  particle.Settings
}

// DefaultSettings returns settings for an answer within seconds, with the problem's priors where methods have them in
// common: p(m), class concentration, bandwidth and the soft trees' parameters. The rest is ours: hard trees' leaves
// have cgm's default prior on the scale of the training responses, and RJHMC-Tree's warm-ups are a tenth of the
// published.
func DefaultSettings(p *dcc.Problem) Settings {
	set := p.Settings
	leaf := leafPrior(p)
	s := Settings{Fast: search.DefaultFastSettings(), DFI: rjhmc.DefaultSettings(), CGM: cgm.DefaultSettings(),
		WU: wu.DefaultSettings(), SMC: particle.DefaultSettings()}
	s.CGM.Split, s.CGM.Leaf, s.WU.Leaf = set.SplitPrior, leaf, leaf
	s.CGM.Restarts, s.WU.Warmup = 4, 4000
	s.SMC.Particles, s.SMC.Alpha, s.SMC.Beta = 200, set.SplitPrior.Alpha, set.SplitPrior.Beta
	// A filter's concentration is shared out among the classes, and its leaves have a sigma each.
	s.SMC.Concentration = leaf.Concentration * float64(max(1, p.Data.Classes))
	s.SMC.Shape, s.SMC.Scale, s.SMC.Mean, s.SMC.Count = leaf.Shape, leaf.Scale, leaf.Mean, leaf.Count
	s.DFI.SplitPrior, s.DFI.Priors = set.SplitPrior, set.Priors
	s.DFI.BandwidthInitial, s.DFI.BandwidthFinal = max(set.BandwidthFinal, rjhmcStart), set.BandwidthFinal
	s.DFI.Warmup, s.DFI.InnerWarmup, s.DFI.MaxDoublings = 20, 50, 6
	s.DF = s.DFI
	s.DF.Method = rjhmc.DF
	return s
}

// rjhmcStart is the least bandwidth that RJHMC-Tree's inner runs start from, scaled units: narrower splits are rarely
// found.
const rjhmcStart = .1

// leafPrior returns cgm's default prior on the scale of the training responses.
func leafPrior(p *dcc.Problem) hard.LeafPrior {
	leaf := cgm.DefaultSettings().Leaf
	leaf.Concentration = p.Settings.Priors.ClassConcentration
	if p.Data.Regression() {
		var m numeric.Moments
		for _, y := range p.Data.Y {
			m.Add(y)
		}
		leaf.Mean = m.Mean()
		if v := m.Variance(); v > 0 {
			leaf.Scale *= v
		}
	}
	return leaf
}

// engine makes the samplers of one method; of the settings it takes its own.
type engine struct {
	chains int // that are run
	count  int // iterations of a job
	every  int // every how many-th iteration is kept
	start  func(softtree.Data, Settings, *rand.Rand) (baseline.Sampler, error)
	resume func(softtree.Data, Settings, []float64) (baseline.Sampler, error)
}

// engines is read only. Jobs take some tenths of a second in a browser on tables of a few hundred rows.
var engines = map[Method]engine{
	DFI: {2, 4, 1, func(d softtree.Data, s Settings, rng *rand.Rand) (baseline.Sampler, error) {
		return rjhmc.New(d, s.DFI, rng)
	}, func(d softtree.Data, s Settings, state []float64) (baseline.Sampler, error) {
		return rjhmc.Resume(d, s.DFI, state)
	}},
	DF: {2, 4, 1, func(d softtree.Data, s Settings, rng *rand.Rand) (baseline.Sampler, error) {
		return rjhmc.New(d, s.DF, rng)
	}, func(d softtree.Data, s Settings, state []float64) (baseline.Sampler, error) {
		return rjhmc.Resume(d, s.DF, state)
	}},
	CGM: {4, 4000, 20, func(d softtree.Data, s Settings, rng *rand.Rand) (baseline.Sampler, error) {
		return cgm.New(d, s.CGM, rng)
	}, func(d softtree.Data, s Settings, state []float64) (baseline.Sampler, error) {
		return cgm.Resume(d, s.CGM, state)
	}},
	WU: {4, 4000, 20, func(d softtree.Data, s Settings, rng *rand.Rand) (baseline.Sampler, error) {
		return wu.New(d, s.WU, rng)
	}, func(d softtree.Data, s Settings, state []float64) (baseline.Sampler, error) {
		return wu.Resume(d, s.WU, state)
	}},
	SMC: {4, 1, 1, func(d softtree.Data, s Settings, rng *rand.Rand) (baseline.Sampler, error) {
		return particle.New(d, s.SMC, rng)
	}, func(d softtree.Data, s Settings, state []float64) (baseline.Sampler, error) {
		return particle.Resume(d, s.SMC, state)
	}},
	CART: {1, 1, 1, startCART, resumeCART},
}
