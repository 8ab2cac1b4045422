// The sketch: a rough measurement at a fraction of the cost, for estimates that average over topologies.

package conquer

import (
	"math/rand/v2"

	"dcctree/core/hardtree"
	"dcctree/core/topology"
)

// The size of a sketch: rounds of adaptation, draws of each, draws that measure; with many inputs draws that
// measure and, where they fail, particles.
const (
	sketchRounds    = 2
	sketchDraws     = 300
	sketchModes     = 800
	sketchParticles = 20
)

// Sketch measures topology t as Measure does, roughly: log Z within a nat or so. Points are left out. It
// panics without a hard tree.
func (p *Problem) Sketch(t topology.Topology, solutions []hardtree.Solution, rng *rand.Rand, beat func()) Measurement {
	if len(solutions) == 0 {
		panic("conquer: Sketch: no hard tree")
	}
	q := *p
	q.set.Sampling.Final, q.set.ModesFinal, q.set.Particles = sketchDraws, sketchModes, sketchParticles
	w := q.newWork(t, beat)
	m := Measurement{Solutions: solutions, HardScore: solutions[0].Score}
	switch {
	case t.Splits() == 0:
		m.LogZ, m.Method = m.HardScore, HardTrees
	case p.large():
		m.take(w.fromModes(solutions, rng))
		m.LogWeights = nil
	default:
		proposal := w.newProposal(t, solutions)
		proposal.adapt(w, sketchRounds, sketchDraws, rng)
		m.take(w.fromProposal(proposal, rng))
		m.LogWeights = nil
	}
	m.Evaluations, m.Gradients = w.evaluations, w.gradients
	return m
}
