// What a run needs of the shapes of topologies again and again: their priors, reductions and extensions.

package search

import (
	"dcctree/core/numeric"
	"dcctree/core/topology"
)

// shape is what follows from a topology and the tree prior alone.
type shape struct {
	logPrior float64
	reduced  []reduced   // nil before they are asked for
	extended []extension // the same
}

// reduced is a topology with one split less.
type reduced struct {
	split    int // that it lacks, pre-order number
	topology topology.Topology
}

// extension is a topology with one split more, and the probability of a step there: in proportion to its prior.
type extension struct {
	topology topology.Topology
	step     float64
}

// shapes remembers shapes. They are functions of their topologies, so a copy of a run shares them.
type shapes struct {
	prior topology.Prior
	known map[topology.Topology]*shape
}

func newShapes(prior topology.Prior) shapes {
	return shapes{prior: prior, known: map[topology.Topology]*shape{}}
}

// of returns the shape of a topology.
func (s shapes) of(t topology.Topology) *shape {
	if out := s.known[t]; out != nil {
		return out
	}
	out := &shape{logPrior: s.prior.Log(t)}
	s.known[t] = out
	return out
}

// reduced returns the topologies with one split less.
func (s shapes) reduced(t topology.Topology) []reduced {
	out := s.of(t)
	if out.reduced == nil {
		for _, split := range t.Reducible() {
			r, _ := t.Reduce(split)
			out.reduced = append(out.reduced, reduced{split, r})
		}
	}
	return out.reduced
}

// extended returns the topologies with one split more.
func (s shapes) extended(t topology.Topology) []extension {
	out := s.of(t)
	if out.extended != nil {
		return out.extended
	}
	var logs []float64
	for _, e := range t.Extended() {
		out.extended = append(out.extended, extension{topology: e})
		logs = append(logs, s.of(e).logPrior)
	}
	total := numeric.LogSumExp(logs)
	for i, v := range logs {
		out.extended[i].step = numeric.Exp(v - total)
	}
	return out.extended
}
