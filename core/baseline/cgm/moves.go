// The four moves, and how much more often each is proposed backwards than forwards.

package cgm

import (
	"dcctree/core/baseline/hard"
	"dcctree/core/numeric"
)

type move int

const (
	grow move = iota
	prune
	change
	swap
	moves
)

func (m move) String() string { return [moves]string{"grow", "prune", "change", "swap"}[m] }

// chooser draws whole numbers from 0 to n-1, as *rand.Rand does.
type chooser interface{ IntN(n int) int }

// growable tells whether a node is a leaf that can be split.
func growable(nodes []hard.Node, k int) bool { return nodes[k].Leaf() && nodes[k].Features > 0 }

// prunable tells whether a node is a split of two leaves.
func prunable(nodes []hard.Node, k int) bool { return int(nodes[k].End) == k+3 }

// splits tells whether a node is a split.
func splits(nodes []hard.Node, k int) bool { return !nodes[k].Leaf() }

// lower tells whether a node is a split below another split.
func lower(nodes []hard.Node, k int) bool { return k > 0 && !nodes[k].Leaf() }

// count counts the nodes of a kind.
func count(nodes []hard.Node, kind func([]hard.Node, int) bool) (n int) {
	for k := range nodes {
		if kind(nodes, k) {
			n++
		}
	}
	return n
}

// pick draws one of the nodes of a kind, uniformly.
func pick(nodes []hard.Node, kind func([]hard.Node, int) bool, rng chooser) (at int, ok bool) {
	n := count(nodes, kind)
	if n == 0 {
		return 0, false
	}
	left := rng.IntN(n)
	for k := range nodes {
		if kind(nodes, k) {
			if left == 0 {
				return k, true
			}
			left--
		}
	}
	panic("cgm: pick counted wrongly")
}

// draw draws a rule for a node from the prior.
func (s *Sampler) draw(n *hard.Node, rng chooser) hard.Rule {
	f := s.tree.AvailableFeature(n, rng.IntN(int(n.Features)))
	from, to := s.tree.Span(n, f)
	return hard.Rule{Feature: int32(f), Cut: int32(from + rng.IntN(to-from))}
}

func (s *Sampler) grow(rng chooser) (at int, ok bool) {
	nodes := s.tree.Nodes()
	if at, ok = pick(nodes, growable, rng); !ok {
		return at, false
	}
	s.rules = append(s.rules[:0], s.draw(&nodes[at], rng), hard.Stop, hard.Stop)
	return at, s.tree.Propose(at, s.rules)
}

func (s *Sampler) prune(rng chooser) (at int, ok bool) {
	if at, ok = pick(s.tree.Nodes(), prunable, rng); !ok {
		return at, false
	}
	s.rules = append(s.rules[:0], hard.Stop)
	return at, s.tree.Propose(at, s.rules)
}

func (s *Sampler) change(rng chooser) (at int, ok bool) {
	nodes := s.tree.Nodes()
	if at, ok = pick(nodes, splits, rng); !ok {
		return at, false
	}
	s.rules = s.tree.AppendRules(s.rules[:0], at)
	s.rules[0] = s.draw(&nodes[at], rng)
	return at, s.tree.Propose(at, s.rules)
}

func (s *Sampler) swap(rng chooser) (at int, ok bool) {
	child, ok := pick(s.tree.Nodes(), lower, rng)
	if !ok {
		return child, false
	}
	return s.exchange(child)
}

// exchange proposes that a split and its parent exchange their rules; both children get the parent's where they have
// the same.
func (s *Sampler) exchange(child int) (at int, ok bool) {
	at = int(s.tree.Nodes()[child].Parent)
	s.rules = s.tree.AppendSwapped(s.rules[:0], child)
	return at, s.tree.Propose(at, s.rules)
}

// logRatio returns log of q(next -> now)/q(now -> next) for a move at a node: the probabilities with which the move and
// its reverse are proposed, without those of the moves themselves, which are alike.
//
// A swap is its own reverse: as many pairs lead back as led there, since a split never has its parent's rule.
func logRatio(m move, at int, now, next []hard.Node) float64 {
	switch m {
	case grow:
		return logOf(count(now, growable)) - logOf(count(next, prunable)) - next[at].LogRule
	case prune:
		return logOf(count(now, prunable)) - logOf(count(next, growable)) + now[at].LogRule
	case change:
		return now[at].LogRule - next[at].LogRule
	}
	return 0
}

func logOf(n int) float64 { return numeric.Log(float64(n)) }
