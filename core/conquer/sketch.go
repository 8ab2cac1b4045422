// The sketch: a rough measurement at a fraction of the cost, for estimates that average over topologies.

package conquer

import (
	"math/rand/v2"

	"dcctree/core/hardtree"
	"dcctree/core/smc"
	"dcctree/core/topology"
)

// The size of a sketch: rounds of adaptation, draws of each, draws that measure; with too many inputs for
// that, particles from the prior and the doublings of their trajectories.
const (
	sketchRounds    = 2
	sketchDraws     = 300
	sketchParticles = 32
	sketchDoublings = 4
)

// Sketch measures topology t as Measure does, roughly: log Z within a nat or so. Points are left out. It
// panics without a hard tree.
func (p *Problem) Sketch(t topology.Topology, solutions []hardtree.Solution, rng *rand.Rand, beat func()) Measurement {
	if len(solutions) == 0 {
		panic("conquer: Sketch: no hard tree")
	}
	q := &Problem{data: p.data, priors: p.priors, index: p.index, h: p.h, set: p.set}
	q.set.Sampling.Final, q.set.Rounds, q.set.PerRound = sketchDraws, sketchRounds, sketchDraws
	w := q.newWork(t, beat)
	m := Measurement{Solutions: solutions, HardScore: solutions[0].Score}
	switch {
	case t.Splits() == 0:
		m.LogZ, m.Method = m.HardScore, HardTrees
	case w.layout.D > q.set.ChainsInputs:
		set := smc.DefaultSettings()
		set.Particles, set.Pilot, set.MaxTemperatures, set.MaxDoublings = sketchParticles, 0, 40, sketchDoublings
		r := smc.Run(w, newPriorReference(w.target), set, rng, beat)
		m.LogZ, m.Error, m.Method = r.LogZ, r.Error, Tempered
	default:
		proposal := w.newProposal(t, solutions)
		proposal.adapt(w, sketchRounds, sketchDraws, rng)
		m.take(w.fromProposal(proposal, rng))
		m.LogWeights = nil
	}
	m.Evaluations, m.Gradients = w.evaluations, w.gradients
	return m
}
