// Steps from measured topologies to others: one split more at a time, until one is reached that was not measured.

package search

import (
	"math/rand/v2"

	"dcctree/core/numeric"
	"dcctree/core/topology"
)

// stopping is the probability of ending at a topology that was not measured; else the walk goes on from there.
const stopping = .5

// outward draws topologies that were not measured: it starts at a measured one, in proportion to its mass, and goes on
// by splits anywhere, in proportion to the tree prior, which is about how the posterior of superfluous splits goes on.
// Topologies from which none that was not measured can be reached are left out.
type outward struct {
	f     *Fast
	start map[topology.Topology]float64
	order []*fastEntry // those with a start, as found
	alive map[topology.Topology]bool
	flows map[topology.Topology]float64
}

func (f *Fast) newOutward() *outward {
	w := &outward{f: f, start: map[topology.Topology]float64{}, alive: map[topology.Topology]bool{},
		flows: map[topology.Topology]float64{}}
	var logs []float64
	for _, e := range f.order {
		if e.measured && w.goesOn(e.topology) {
			w.order = append(w.order, e)
			logs = append(logs, e.mass())
		}
	}
	total := numeric.LogSumExp(logs)
	for i, e := range w.order {
		w.start[e.topology] = numeric.Exp(logs[i] - total)
	}
	return w
}

// open reports whether there is a topology to draw.
func (w *outward) open() bool { return len(w.order) > 0 }

func (w *outward) measured(t topology.Topology) bool {
	e := w.f.found[t]
	return e != nil && e.measured
}

// goesOn reports whether a step can be made from a topology to one that was not measured or goes on itself.
func (w *outward) goesOn(t topology.Topology) bool {
	if t.Splits() >= w.f.set.MaxSplits {
		return false
	}
	if v, known := w.alive[t]; known {
		return v
	}
	v := false
	for _, e := range w.f.shapes.extended(t) {
		if v = w.goal(e.topology); v {
			break
		}
	}
	w.alive[t] = v
	return v
}

// goal reports whether a step to a topology may be made.
func (w *outward) goal(t topology.Topology) bool { return !w.measured(t) || w.goesOn(t) }

// total is the sum of the probabilities of the steps that may be made from a topology.
func (w *outward) total(t topology.Topology) (sum float64) {
	for _, e := range w.f.shapes.extended(t) {
		if w.goal(e.topology) {
			sum += e.step
		}
	}
	return sum
}

// stop is the probability of ending at a topology.
func (w *outward) stop(t topology.Topology) float64 {
	switch {
	case w.measured(t):
		return 0
	case w.goesOn(t):
		return stopping
	}
	return 1
}

// draw returns a walk: the topologies that it came by, its end last.
func (w *outward) draw(rng *rand.Rand) (path []topology.Topology) {
	u, k := rng.Float64(), 0
	for u -= w.start[w.order[0].topology]; u >= 0 && k < len(w.order)-1; u -= w.start[w.order[k].topology] {
		k++
	}
	t := w.order[k].topology
	for {
		t = w.step(t, rng)
		path = append(path, t)
		if s := w.stop(t); s > 0 && rng.Float64() < s {
			return path
		}
	}
}

func (w *outward) step(t topology.Topology, rng *rand.Rand) (to topology.Topology) {
	u := rng.Float64() * w.total(t)
	for _, e := range w.f.shapes.extended(t) {
		if !w.goal(e.topology) {
			continue
		}
		to = e.topology
		if u -= e.step; u < 0 {
			break
		}
	}
	return to
}

// probability returns that of drawing a topology that was not measured.
func (w *outward) probability(t topology.Topology) float64 { return w.flow(t) * w.stop(t) }

// flow is the probability that a walk comes by a topology.
func (w *outward) flow(t topology.Topology) float64 {
	if v, known := w.flows[t]; known {
		return v
	}
	v := w.start[t]
	seen := map[topology.Topology]bool{}
	for _, r := range w.f.shapes.reduced(t) {
		from := r.topology
		if seen[from] || !w.goesOn(from) {
			continue
		}
		seen[from] = true
		if flow := w.flow(from); flow > 0 {
			v += float64(flow * (1 - w.stop(from)) * w.stepTo(from, t))
		}
	}
	w.flows[t] = v
	return v
}

// stepTo is the probability of a step from one topology to another.
func (w *outward) stepTo(from, to topology.Topology) float64 {
	for _, e := range w.f.shapes.extended(from) {
		if e.topology == to {
			return e.step / w.total(from)
		}
	}
	return 0
}
