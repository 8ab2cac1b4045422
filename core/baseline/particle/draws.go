// The particles of a filter as drawn trees.

package particle

import (
	"math/rand/v2"

	"dcctree/core/baseline"
	"dcctree/core/baseline/hard"
	"dcctree/core/tree"
)

// Draws appends the particles. Their log weights are log Z-hat + log of the normalized weight. Thresholds are drawn
// from their gaps; leaves of a regression are drawn from their posterior, probabilities of classes are posterior means,
// by which the article predicts.
func (f *filter) Draws(dst []baseline.Draw, rng *rand.Rand) []baseline.Draw {
	for k := range f.particles {
		p := &f.particles[k]
		if p.nodes == nil {
			break
		}
		w := writer{filter: f, particle: p, rng: rng, nodes: make([]tree.Node, 0, len(p.nodes))}
		w.write(0)
		dst = append(dst, baseline.Draw{Tree: tree.Tree{Nodes: w.nodes}, LogWeight: f.logZ + f.logWeights[k],
			LogDensity: f.logZ})
	}
	return dst
}

// writer writes a particle's tree.
type writer struct {
	filter   *filter
	particle *particle
	rng      *rand.Rand
	nodes    []tree.Node
}

// write appends the nodes from index k of the particle downwards, in pre-order.
func (w *writer) write(k int32) {
	n := &w.particle.nodes[k]
	at := len(w.nodes)
	if n.feature == hard.Leaf {
		w.nodes = append(w.nodes, tree.Node{Answer: w.leaf(w.particle.rows[n.lo:n.hi])})
		return
	}
	w.nodes = append(w.nodes,
		tree.Node{Rule: tree.Threshold{Input: int(n.feature), At: uniform(n.low, n.high, w.rng)}})
	w.write(n.left)
	w.nodes[at].Right = len(w.nodes)
	w.write(n.left + 1)
}

func (w *writer) leaf(rows []int32) tree.Answer {
	l := &w.filter.leaf
	s := l.stats(rows)
	if l.class == nil {
		return l.model.Draw(s, 0, w.rng)
	}
	return l.model.Expect(s, hard.Part{})
}
