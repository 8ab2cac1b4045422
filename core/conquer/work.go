// One topology at work: its target with counts, start components and chains.

package conquer

import (
	"math"
	"math/rand/v2"

	"dcctree/core/evidence"
	"dcctree/core/hmc"
	"dcctree/core/softtree"
	"dcctree/core/topology"
)

// work is the target of one measurement. It implements evidence.Target, evidence.Prior and
// hmc.LogDensity, and counts.
type work struct {
	problem                *Problem
	target                 softtree.Integrated
	layout                 softtree.Layout // the target's
	embedded               *embedded       // of the reductions that are known; nil where there is none
	evaluations, gradients int
	points, likelihoods    int // of embedded draws, see count
	searched               int // units of hardtree, beyond the search before the measurement
	every                  int // evaluations from a beat to the next
	beat                   func()
}

// withoutTarget returns a work that evaluates no density of its own.
func (p *Problem) withoutTarget(t topology.Topology, beat func()) *work {
	return &work{problem: p, layout: p.data.Layout(t).Collapse(), every: BeatEvery(p.data), beat: beat}
}

func (p *Problem) newWork(t topology.Topology, beat func()) *work {
	w := p.withoutTarget(t, beat)
	w.target = softtree.NewIntegrated(t, p.data, p.priors, p.h)
	return w
}

// BeatEvery returns how many gradients or densities may pass between two beats: at most 50, fewer where each takes
// long because there are many rows and columns.
func BeatEvery(d softtree.Data) int {
	const values = 1e6 // some ten milliseconds of work
	return max(1, min(50, int(values/(float64(d.N)*float64(d.D)))))
}

// Dim returns the number of parameters after collapsing.
func (w *work) Dim() int { return w.target.Dim() }

// LogDensity returns the log density of the target.
func (w *work) LogDensity(x []float64) float64 {
	if w.evaluations++; w.evaluations%w.every == 0 {
		w.beat()
	}
	return w.target.LogDensity(x)
}

// Gradient returns the log density of the target and writes its gradient.
func (w *work) Gradient(grad, x []float64) float64 {
	if w.gradients++; w.gradients%w.every == 0 {
		w.beat()
	}
	return w.target.Gradient(grad, x)
}

// prior is the prior component of the mixtures.
type prior struct{ target softtree.Target }

func (p prior) Sample(dst []float64, rng *rand.Rand) { p.target.SamplePrior(dst, rng) }
func (p prior) LogDensity(x []float64) float64       { return p.target.LogPrior(x) }

// chain returns n draws of a chain from the start, and its state at the end; false where it cannot start.
func (w *work) chain(
	settings hmc.Settings, start hmc.State, n int, rng *rand.Rand,
) (draws []float64, state hmc.State, ok bool) {
	c, err := hmc.NewChain(w, settings, start, rng)
	if err != nil {
		return nil, state, false
	}
	for c.Warming() {
		c.Warmup(rng)
	}
	for range n {
		c.Sample(rng)
		draws = append(draws, c.Position()...)
	}
	return draws, c.State(), true
}

// expand draws the leaf means back: the points in the uncollapsed layout. A point of weight zero gets
// the prior mean.
func (w *work) expand(r evidence.Measurement, rng *rand.Rand) []float64 {
	d, full := w.Dim(), w.layout.Expand()
	if full == w.layout {
		return r.Points
	}
	out := make([]float64, len(r.LogWeights)*full.Dim())
	for i, weight := range r.LogWeights {
		if i%w.every == 0 { // each goes through all rows, as a density does
			w.beat()
		}
		dst := out[i*full.Dim() : (i+1)*full.Dim()]
		if !math.IsInf(weight, -1) {
			w.target.Expand(dst, r.Points[i*d:(i+1)*d], rng)
		}
	}
	return out
}
