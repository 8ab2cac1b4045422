// The moves between topologies: grow, prune, stay.

package topology

import (
	"errors"
	"math/rand/v2"
)

// Move names a step of the global walk over topologies.
type Move int

// The three moves of the paper's global update.
const (
	Stay Move = iota
	Grow
	Prune
)

// String returns "stay", "grow" or "prune".
func (m Move) String() string { return [...]string{"stay", "grow", "prune"}[m] }

// MoveProbabilities are the probabilities of the three moves before those that the topology does
// not allow are left out and the others renormalized.
type MoveProbabilities struct {
	Grow  float64 `json:"grow"`
	Prune float64 `json:"prune"`
	Stay  float64 `json:"stay"`
}

// Validate reports whether the probabilities are proper.
func (p MoveProbabilities) Validate() error {
	sum := p.Grow + p.Prune + p.Stay
	if !(p.Grow >= 0 && p.Prune >= 0 && p.Stay >= 0) || !(sum > 0.999999 && sum < 1.000001) {
		return errors.New("move probabilities: must be at least 0 and sum to 1")
	}
	return nil
}

// Grow splits the leaf with the given number (from left to right). It panics when there is no such
// leaf or the leaf is at MaxDepth.
func (t Topology) Grow(leaf int) Topology {
	for at, n := range t.Nodes() {
		if n.Leaf && n.Index == leaf {
			if n.Depth >= MaxDepth {
				panic("topology: Grow: leaf is at the maximal depth")
			}
			key := t.Key()
			return fromKey(key[:at] + "100" + key[at+1:])
		}
	}
	panic("topology: Grow: no such leaf")
}

// Growable returns the numbers of the leaves that may be split.
func (t Topology) Growable() []int {
	var out []int
	for _, n := range t.Nodes() {
		if n.Leaf && n.Depth < MaxDepth {
			out = append(out, n.Index)
		}
	}
	return out
}

// Prune turns the split with the given pre-order number, both of whose children are leaves, into a
// leaf. It panics when there is no such split.
func (t Topology) Prune(split int) Topology {
	nodes := t.Nodes()
	for at, n := range nodes {
		if !n.Leaf && n.Index == split && nodes[n.Left].Leaf && nodes[n.Right].Leaf {
			key := t.Key()
			return fromKey(key[:at] + "0" + key[at+3:])
		}
	}
	panic("topology: Prune: no such split with two leaves")
}

// Prunable returns the pre-order numbers of the splits whose children are both leaves.
func (t Topology) Prunable() []int {
	var out []int
	nodes := t.Nodes()
	for _, n := range nodes {
		if !n.Leaf && nodes[n.Left].Leaf && nodes[n.Right].Leaf {
			out = append(out, n.Index)
		}
	}
	return out
}

// Propose draws the next topology of the global walk: stay, split a leaf chosen uniformly, or prune
// a split chosen uniformly among those with two leaves. A root-only tree cannot be pruned: its
// move is drawn among the other two.
func (t Topology) Propose(rng *rand.Rand, p MoveProbabilities) (Topology, Move) {
	grow, prune := t.Growable(), t.Prunable()
	if len(grow) == 0 {
		p.Grow = 0
	}
	if len(prune) == 0 {
		p.Prune = 0
	}
	u := rng.Float64() * (p.Grow + p.Prune + p.Stay)
	switch {
	case u < p.Grow:
		return t.Grow(grow[rng.IntN(len(grow))]), Grow
	case u < p.Grow+p.Prune:
		return t.Prune(prune[rng.IntN(len(prune))]), Prune
	}
	return t, Stay
}
