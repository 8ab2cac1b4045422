// The moves that change few splits, and the ratio by which proposals are accepted.

package wu

import (
	"math/rand/v2"

	"dcctree/core/baseline/hard"
	"dcctree/core/numeric"
)

const (
	grow = iota
	prune
	change
	swap
	restructure
	moves
)

var moveNames = [moves]string{"grow", "prune", "change", "swap", "restructure"}

// terms are the logs of what a tree's posterior is made of, up to a constant.
type terms struct{ likelihood, structure, rules float64 } // marginal likelihood; (1) and (2); (3)

func (t terms) sum() float64 { return t.likelihood + t.structure + t.rules }

// ratio is what a proposal's acceptance depends on.
type ratio struct {
	now, next         terms
	forward, backward float64 // log probabilities of proposing next at now, and now at next
}

// log returns the logarithm of the Metropolis-Hastings ratio.
func (r *ratio) log() float64 {
	likelihood := r.next.likelihood - r.now.likelihood
	prior := (r.next.structure - r.now.structure) + (r.next.rules - r.now.rules)
	return likelihood + prior + (r.backward - r.forward)
}

// terms sums the terms of a tree in pre-order.
func (c *Sampler) terms(nodes []hard.Node) terms {
	t := terms{likelihood: c.tree.LogMarginal(nodes), structure: c.prior.logLeaves(hard.Leaves(nodes))}
	for k := range nodes {
		if n := &nodes[k]; !n.Leaf() {
			t.structure += c.prior.logSplit(leavesAt(nodes, k+1), leavesAt(nodes, k))
			t.rules += c.logRule(n)
		}
	}
	return t
}

// leavesAt returns the number of leaves below a node, or 1 if it is a leaf.
func leavesAt(nodes []hard.Node, at int) int { return (int(nodes[at].End) - at + 1) / 2 }

// logRule returns the log probability of a split's rule (3).
func (c *Sampler) logRule(n *hard.Node) float64 {
	return c.weights.logShare(n.Rule, n.From, n.From+n.Cuts) - c.weights.count[n.Features]
}

// drawRule draws a rule for a node that can be split (3).
func (c *Sampler) drawRule(n *hard.Node, rng *rand.Rand) hard.Rule {
	f := c.tree.AvailableFeature(n, rng.IntN(int(n.Features)))
	from, to := c.tree.Span(n, f)
	return hard.Rule{Feature: int32(f), Cut: c.weights.draw(int32(f), int32(from), int32(to), rng)}
}

// propose proposes the tree with other rules, c.rules, at a node and below, and fills in the terms of r.
func (c *Sampler) propose(at int, r *ratio) bool {
	if !c.tree.Propose(at, c.rules) {
		return false
	}
	r.now, r.next = c.now, c.terms(c.tree.Proposed())
	return true
}

// grow proposes a split of a leaf.
func (c *Sampler) grow(r *ratio, rng *rand.Rand) bool {
	c.picks = appendLeaves(c.picks[:0], c.tree.Nodes())
	if len(c.picks) == 0 {
		return false
	}
	at := int(c.picks[rng.IntN(len(c.picks))])
	rule := c.drawRule(&c.tree.Nodes()[at], rng)
	return c.growAt(at, rule, r)
}

func (c *Sampler) growAt(at int, rule hard.Rule, r *ratio) bool {
	leaves := count(appendLeaves, c, c.tree.Nodes())
	c.rules = append(c.rules[:0], rule, hard.Stop, hard.Stop)
	if !c.propose(at, r) {
		return false
	}
	next := c.tree.Proposed()
	r.forward = c.logMove[grow] - leaves + c.logRule(&next[at])
	r.backward = c.logMove[prune] - count(appendPairs, c, next)
	return true
}

// prune proposes a leaf in place of a split of two leaves.
func (c *Sampler) prune(r *ratio, rng *rand.Rand) bool {
	c.picks = appendPairs(c.picks[:0], c.tree.Nodes())
	if len(c.picks) == 0 {
		return false
	}
	return c.pruneAt(int(c.picks[rng.IntN(len(c.picks))]), r)
}

func (c *Sampler) pruneAt(at int, r *ratio) bool {
	nodes := c.tree.Nodes()
	r.forward = c.logMove[prune] - count(appendPairs, c, nodes)
	rule := c.logRule(&nodes[at])
	c.rules = append(c.rules[:0], hard.Stop)
	if !c.propose(at, r) {
		return false
	}
	r.backward = c.logMove[grow] - count(appendLeaves, c, c.tree.Proposed()) + rule
	return true
}

// change proposes another rule of a split.
func (c *Sampler) change(r *ratio, rng *rand.Rand) bool {
	c.picks = appendSplits(c.picks[:0], c.tree.Nodes())
	if len(c.picks) == 0 {
		return false
	}
	at := int(c.picks[rng.IntN(len(c.picks))])
	return c.changeAt(at, c.drawRule(&c.tree.Nodes()[at], rng), r)
}

func (c *Sampler) changeAt(at int, rule hard.Rule, r *ratio) bool {
	c.rules = c.tree.AppendRules(c.rules[:0], at)
	c.rules[0] = rule
	if !c.propose(at, r) {
		return false
	}
	r.forward, r.backward = c.logRule(&c.tree.Proposed()[at]), c.logRule(&c.tree.Nodes()[at])
	return true
}

// swap proposes to exchange the rules of a split and one right below.
func (c *Sampler) swap(r *ratio, rng *rand.Rand) bool {
	c.picks = appendSwaps(c.picks[:0], c.tree.Nodes())
	if len(c.picks) == 0 {
		return false
	}
	return c.swapAt(int(c.picks[rng.IntN(len(c.picks))]), r)
}

// swapAt is swap for the split at a node and that above it. There are as many pairs in the proposal, and from it the
// same exchange leads back: it is as probable as the way there.
func (c *Sampler) swapAt(below int, r *ratio) bool {
	above := int(c.tree.Nodes()[below].Parent)
	c.rules = c.tree.AppendSwapped(c.rules[:0], below)
	r.forward, r.backward = 0, 0
	return c.propose(above, r)
}

// count returns the log of the number of nodes that pick appends.
func count(pick func([]int32, []hard.Node) []int32, c *Sampler, nodes []hard.Node) float64 {
	c.counted = pick(c.counted[:0], nodes)
	return numeric.Log(float64(len(c.counted)))
}

// appendLeaves appends the leaves that can be split.
func appendLeaves(dst []int32, nodes []hard.Node) []int32 {
	for k := range nodes {
		if n := &nodes[k]; n.Leaf() && n.Features > 0 {
			dst = append(dst, int32(k))
		}
	}
	return dst
}

// appendPairs appends the splits of two leaves.
func appendPairs(dst []int32, nodes []hard.Node) []int32 {
	for k := range nodes {
		if nodes[k].End == int32(k)+3 {
			dst = append(dst, int32(k))
		}
	}
	return dst
}

// appendSplits appends the splits.
func appendSplits(dst []int32, nodes []hard.Node) []int32 {
	for k := range nodes {
		if !nodes[k].Leaf() {
			dst = append(dst, int32(k))
		}
	}
	return dst
}

// appendSwaps appends the splits below another.
func appendSwaps(dst []int32, nodes []hard.Node) []int32 {
	for k := 1; k < len(nodes); k++ {
		if !nodes[k].Leaf() {
			dst = append(dst, int32(k))
		}
	}
	return dst
}
