// The particles of a filter as drawn trees.

package smc

import (
	"math/rand/v2"

	"dcctree/core/baseline"
	"dcctree/core/baseline/hard"
)

// Draws appends the particles. Their log weights are log Z-hat + log of the normalized weight. Thresholds are drawn
// from their gaps; leaves of a regression are drawn from their posterior, probabilities of classes are posterior means,
// by which the article predicts.
func (f *filter) Draws(dst []baseline.Draw, rng *rand.Rand) []baseline.Draw {
	nodes := 0
	for k := range f.particles {
		nodes += len(f.particles[k].nodes)
	}
	w := writer{filter: f, rng: rng, nodes: make([]baseline.Node, 0, nodes)}
	for k := range f.particles {
		if f.particles[k].nodes == nil {
			break
		}
		dst = append(dst, baseline.Draw{Nodes: w.tree(&f.particles[k]), LogWeight: f.logZ + f.logWeights[k], LogDensity: f.logZ})
	}
	return dst
}

// writer writes trees into one array.
type writer struct {
	filter *filter
	rng    *rand.Rand
	nodes  []baseline.Node
}

func (w *writer) tree(p *particle) []baseline.Node {
	from := len(w.nodes)
	w.write(p, 0, from)
	return w.nodes[from:len(w.nodes):len(w.nodes)]
}

// write appends the nodes from index k of a particle downwards, in pre-order; the root stands at from.
func (w *writer) write(p *particle, k int32, from int) int {
	n := &p.nodes[k]
	at := len(w.nodes)
	if n.feature == baseline.Leaf {
		leaf := baseline.Node{Feature: baseline.Leaf}
		w.leaf(&leaf, p.rows[n.lo:n.hi])
		w.nodes = append(w.nodes, leaf)
		return at - from
	}
	w.nodes = append(w.nodes, baseline.Node{Feature: int(n.feature), Threshold: uniform(n.low, n.high, w.rng)})
	left := w.write(p, n.left, from)
	right := w.write(p, n.left+1, from)
	w.nodes[at].Left, w.nodes[at].Right = left, right
	return at - from
}

func (w *writer) leaf(leaf *baseline.Node, rows []int32) {
	l := &w.filter.leaf
	s := l.stats(rows)
	if l.class == nil {
		l.model.Draw(leaf, s, 0, w.rng)
	} else {
		l.model.Expect(leaf, s, hard.Part{})
	}
}
