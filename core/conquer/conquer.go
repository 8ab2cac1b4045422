// Package conquer measures the evidence of one topology fast. A hard-tree search finds the modes; about each, draws are
// made in coordinates in which the splits that leave the hard tree as it is fill a near normal region, and a few rounds
// of importance sampling adapt them; a fresh round from the frozen mixture alone gives the log marginal likelihood, its
// error and weighted draws. Where there are many inputs splits combine them and no mode is near a hard tree: there, in
// coordinates in which the prior is normal, climbs find the modes, normal distributions are fitted to them by
// gradients, and their mixture is what is drawn from; independent clouds of tempered sequential Monte Carlo from it
// follow where that fails. So are few inputs measured where splits are gradual, or hard trees fail or lack a mode. So
// are many rows measured, among which a hard tree stays as it is nowhere (see ManyRows). Where topologies with one
// split less are known, draws embedded from theirs join the mixture, or measure alone (Embed). How far the result can
// be relied on is a value of its own, see Trust. Leaf means are integrated out and drawn back for results; repeated
// rows are merged.
package conquer

import (
	"math/rand/v2"

	"dcctree/core/hardtree"
	"dcctree/core/softtree"
	"dcctree/core/topology"
)

// Settings of a measurement.
type Settings struct {
	Search hardtree.Options // the hard-tree search
	// PriorShare is the share of all draws made from the prior, in [0,1).
	PriorShare float64
	// Rounds and PerRound size the adaptation from the hard trees: rounds at most, draws of each.
	Rounds, PerRound int
	// Final and ModesFinal are the numbers of draws of the final round, the latter where there are many inputs.
	Final, ModesFinal int
	// Pilot and Draws size the chains of the audit: warm-up steps and draws.
	Pilot, Draws int
	// TargetError, in nats, asks for a final round so large that the error of log Z is at most this: the
	// round is made anew, with more draws, until it is, or until it had MaxFinal draws. 0 = one round of
	// Final or ModesFinal draws.
	TargetError float64
	MaxFinal    int
	// Handed is the number of restarts of a search that is given starts, or whose topology has more than
	// LargeSplits splits, or where there are many inputs.
	Handed, LargeSplits int
	Particles           int // of tempered sequential Monte Carlo, that go on from each temperature
	// FromPrior lets the particles start from the prior, not from the modes that were found, and make 200 moves at
	// every temperature: dear, and independent of what a search sees. Few particles are better off with the modes.
	FromPrior bool
	// ChainsInputs is the number of inputs above which there are many: the coordinates of a hard tree's
	// region suit few.
	ChainsInputs int
	// AuditParticles is the number of particles of the audit's second route.
	AuditParticles int
}

// DefaultSettings returns 16 restarts (5 where starts are given, above 3 splits or 5 inputs), 4 rounds of 600
// draws and a final one of 1500; above 5 inputs a final round of 4500 and, where needed, 100 particles.
func DefaultSettings() Settings {
	return Settings{
		PriorShare: .05, Rounds: 4, PerRound: 600, Final: 1500, ModesFinal: 4500, Handed: 5, LargeSplits: 3,
		ChainsInputs: 5, Particles: 100, AuditParticles: 128, Pilot: 200, Draws: 60,
	}
}

// Problem is what all measurements of a run share. Read-only, safe for concurrent use.
type Problem struct {
	data   softtree.Data // merged
	priors softtree.Priors
	index  *hardtree.Index
	few    *hardtree.Index // of fewRows of the rows; nil unless there are more than ManyRows
	h      float64
	set    Settings

	reductions []Reduction // of the one topology that is to be measured, see Knowing
}

// NewProblem merges repeated rows and sorts them for the search. It panics when data or priors do not
// pass Validate.
func NewProblem(data softtree.Data, priors softtree.Priors, h float64, set Settings) *Problem {
	merged := data.Merge().Prepare()
	p := &Problem{data: merged, priors: priors, index: hardtree.NewIndex(merged, priors), h: h, set: set}
	if merged.N > ManyRows {
		p.few = hardtree.NewIndex(someRows(merged, fewRows), priors)
	}
	return p
}

// Method names how the mixture of a measurement was found.
type Method string

const (
	// HardTrees: importance sampling adapted straight from the hard trees.
	HardTrees Method = "hard-trees"
	// Modes: importance sampling from normal distributions at the soft trees' modes, where there are many
	// inputs.
	Modes Method = "modes"
	// Tempered: tempered sequential Monte Carlo from the same mixture, where importance sampling from it fails.
	// Its error and trust are from independent clouds of particles; it has no k-hat.
	Tempered Method = "tempered"
	// Embedded: importance sampling from the draws of the topologies with one split less.
	Embedded Method = "embedded"
)

// Measurement is what is known of one topology.
type Measurement struct {
	LogZ            float64 // log marginal likelihood, p(m) not included
	Error           float64 // standard error of LogZ, nats
	Trust           Trust
	KHat, KHatLimit float64 // KHat is NaN where there is none: of an exact evidence, and of tempered particles
	EffectiveNumber float64
	Modes           int // components of the mixture at the end
	Method          Method
	Points          []float64 // row-major, uncollapsed softtree.Layout, unconstrained
	LogWeights      []float64 // log density / mixture density, one per point
	Evaluations     int       // densities without gradient
	Gradients       int
	SearchWork      int // units of hardtree
	HardScore       float64
}

// Reliable reports whether the evidence can be relied on.
func (m Measurement) Reliable() bool { return m.Trust.Reliable() }

// Score runs the hard-tree search alone: a prediction of the evidence.
func (p *Problem) Score(t topology.Topology, starts []hardtree.Solution, rng *rand.Rand) ([]hardtree.Solution, int) {
	o := p.set.Search
	o.Starts = starts
	if t.Splits() > p.set.LargeSplits || len(starts) > 0 || p.large() {
		o.Restarts = p.set.Handed
	}
	if p.few != nil {
		return p.searchFew(t, o, rng)
	}
	return p.index.Search(t, o, rng)
}

// Measure measures topology t from the given hard trees, as Score returns them, and their variants. beat
// is called now and then while it works. It panics without a hard tree.
func (p *Problem) Measure(t topology.Topology, solutions []hardtree.Solution, rng *rand.Rand, beat func()) Measurement {
	m, _, _ := p.measure(t, solutions, rng, beat)
	return m
}

// measure measures and returns how, too.
func (p *Problem) measure(
	t topology.Topology, solutions []hardtree.Solution, rng *rand.Rand, beat func(),
) (Measurement, *work, way) {
	if len(solutions) == 0 {
		panic("conquer: Measure: no hard tree")
	}
	w := p.newWork(t, beat)
	if len(p.reductions) > 0 {
		w.embedded = w.newEmbedded(t, p.reductions, embeddedShares(p.reductions))
	}
	o := p.set.Search
	o.Restarts, o.Starts, o.Variants = -1, solutions, !p.large()
	if p.few != nil {
		// the others only say where climbs begin: they need no sweep over all features and rows
		o.Starts = solutions[:1]
	}
	better, searched := p.index.Search(t, o, rng)
	if p.few != nil {
		better = append(better[:1], solutions[1:]...)
	}
	solutions = better
	m := Measurement{HardScore: solutions[0].Score, SearchWork: searched}
	found := w.measure(t, solutions, rng)
	m.take(found)
	if t.Splits() == 0 {
		m.LogZ, m.Error, m.Trust = m.HardScore, 0, Exact // nothing is soft without a split: the score is exact
	}
	m.Points = w.expand(found.final, rng)
	m.Evaluations, m.Gradients = w.densities(), w.gradients
	m.SearchWork += w.searched
	return m, w, found
}

func (m *Measurement) take(found way) {
	final := found.final
	m.LogZ, m.Error, m.KHat, m.KHatLimit = final.LogZ, final.Error, final.KHat, final.KHatLimit
	m.EffectiveNumber, m.LogWeights = final.EffectiveNumber, final.LogWeights
	m.Modes, m.Method, m.Trust = found.modes, found.method, found.trust
}
