// The restructure move: another tree that divides the training rows among its leaves as the present one does.
//
// Wu, Tjelmeland and West (2007, section 4) propose such trees from the root down: of a node, of which it is known
// which leaves are below, all pairs of a feature and an interval are listed between whose ends no leaf has rows on both
// sides; one of them is drawn, and each side goes on with the leaves that it got. Here the interval (M, m] of a
// feature, which leaves i of the k leaves left, is drawn with probability in proportion to beta(i | k) times the
// interval's share of the node's range, and then a cut in it by its prior mass, so that the proposal is close to the
// prior of such trees; the weights are ours.
//
// There is always a pair: the split of the present tree where the node's leaves first part is one. The probability of a
// proposal depends on the leaves alone, not on the tree over them; so the probability of the way back is that of the
// present tree, found by going through it as if it were being drawn.

package wu

import (
	"math"
	"math/rand/v2"
	"slices"

	"dcctree/core/baseline/hard"
	"dcctree/core/numeric"
)

// gap is a choice for a node: cuts from <= cut < to of a feature have so many of its leaves on the left.
type gap struct {
	feature, from, to, left int32
	weight                  float64 // in proportion to the probability of the gap
}

// rebuilder draws trees over given leaves.
type rebuilder struct {
	weights   *intervals
	prior     *pinball
	d, leaves int
	low, high []int32 // of each leaf and feature: smallest and largest rank of its rows
	order     []int32 // of each feature: the leaves by rising low
	label     []int32 // of each leaf: the node that it is below
	labels    int32
	gaps      []gap
	logSplits []float64 // beside gaps
}

// restructure proposes a tree with the same leaves.
func (c *Sampler) restructure(r *ratio, rng *rand.Rand) bool {
	if len(c.tree.Nodes()) < 3 {
		return false
	}
	b := &c.rebuild
	b.look(c.tree)
	c.rules = c.rules[:0]
	c.rules, r.forward = b.draw(c.rules, 0, int32(b.leaves), rng)
	r.backward = c.logRebuild(c.tree.Nodes())
	return c.propose(0, r)
}

// logRebuild returns the log probability with which nodes are proposed, a tree over the leaves that b has looked at.
func (c *Sampler) logRebuild(nodes []hard.Node) float64 {
	b := &c.rebuild
	clear(b.label)
	b.labels = 1
	return b.logDraw(nodes, 0, 0, 0)
}

// look takes the leaves of the present tree.
func (b *rebuilder) look(t *hard.Tree) {
	b.d, b.leaves = t.Rows.D, hard.Leaves(t.Nodes())
	b.low, b.high, b.order = b.low[:0], b.high[:0], b.order[:0]
	for k := range t.Nodes() {
		n := &t.Nodes()[k]
		for f := 0; n.Leaf() && f < b.d; f++ {
			low, high := t.Ranks(n, f)
			b.low, b.high = append(b.low, int32(low)), append(b.high, int32(high))
		}
	}
	for f := range b.d {
		for l := range b.leaves {
			b.order = append(b.order, int32(l))
		}
		slices.SortFunc(b.order[f*b.leaves:], func(l, m int32) int {
			if d := b.low[int(l)*b.d+f] - b.low[int(m)*b.d+f]; d != 0 {
				return int(d)
			}
			return int(l - m)
		})
	}
	b.label, b.labels = b.label[:0], 1
	for range b.leaves {
		b.label = append(b.label, 0)
	}
}

// draw appends the rules of a tree over the leaves with a label, count of them, and returns its log probability.
func (b *rebuilder) draw(dst []hard.Rule, label, count int32, rng *rand.Rand) (rules []hard.Rule, log float64) {
	if count == 1 {
		return append(dst, hard.Stop), 0
	}
	sum := b.list(label, count)
	g := b.pick(float64(rng.Float64() * sum))
	rule := hard.Rule{Feature: g.feature, Cut: b.weights.draw(g.feature, g.from, g.to, rng)}
	right := b.take()
	for l := range b.label {
		if b.label[l] == label && b.low[l*b.d+int(g.feature)] >= g.to {
			b.label[l] = right
		}
	}
	rules, logLeft := b.draw(append(dst, rule), label, g.left, rng)
	rules, logRight := b.draw(rules, right, count-g.left, rng)
	return rules, b.logChoice(g, rule, sum) + logLeft + logRight
}

// logDraw returns the log probability of the subtree at a node, whose leaves have a label and are those from number
// first on.
func (b *rebuilder) logDraw(nodes []hard.Node, at int, label int32, first int) float64 {
	n := &nodes[at]
	if n.Leaf() {
		return 0
	}
	left, count := leavesAt(nodes, at+1), leavesAt(nodes, at)
	sum := b.list(label, int32(count))
	g := b.find(n.Rule)
	right := b.take()
	for l := first + left; l < first+count; l++ {
		b.label[l] = right
	}
	logLeft := b.logDraw(nodes, at+1, label, first)
	logRight := b.logDraw(nodes, int(n.Right), right, first+left)
	return b.logChoice(g, n.Rule, sum) + logLeft + logRight
}

func (b *rebuilder) take() int32 {
	b.labels++
	return b.labels - 1
}

// logChoice returns the log probability of a rule in a gap, of gaps whose weights add to sum.
func (b *rebuilder) logChoice(g gap, rule hard.Rule, sum float64) float64 {
	return numeric.Log(g.weight) - numeric.Log(sum) + b.weights.logShare(rule, g.from, g.to)
}

// list sets b.gaps to the gaps between the leaves with a label, count of them, and returns the sum of their weights.
func (b *rebuilder) list(label, count int32) (sum float64) {
	b.gaps, b.logSplits = b.gaps[:0], b.logSplits[:0]
	for f := range b.d {
		b.listFeature(int32(f), label)
	}
	most := math.Inf(-1)
	for k := range b.gaps {
		b.logSplits = append(b.logSplits, b.prior.logSplit(int(b.gaps[k].left), int(count)))
		most = max(most, b.logSplits[k])
	}
	for k := range b.gaps {
		b.gaps[k].weight *= numeric.Exp(b.logSplits[k] - most)
		sum += b.gaps[k].weight
	}
	return sum
}

// listFeature appends the gaps of one feature, with their share of the node's range as weight.
func (b *rebuilder) listFeature(f, label int32) {
	begin, seen, least, reach := len(b.gaps), int32(0), int32(0), int32(0)
	for _, l := range b.order[int(f)*b.leaves : (int(f)+1)*b.leaves] {
		if b.label[l] != label {
			continue
		}
		low, high := b.low[int(l)*b.d+int(f)], b.high[int(l)*b.d+int(f)]
		if seen == 0 {
			least, reach = low, high
		} else if low > reach {
			b.gaps = append(b.gaps, gap{feature: f, from: reach, to: low, left: seen})
		}
		reach = max(reach, high)
		seen++
	}
	for k := begin; k < len(b.gaps); k++ {
		g := &b.gaps[k]
		g.weight = b.weights.mass(f, g.from, g.to) / b.weights.mass(f, least, reach)
	}
}

// pick returns the gap in which a number from 0 to the sum of weights falls.
func (b *rebuilder) pick(at float64) gap {
	last := 0
	for k := range b.gaps {
		if b.gaps[k].weight <= 0 {
			continue
		}
		last = k
		if at -= b.gaps[k].weight; at < 0 {
			break
		}
	}
	return b.gaps[last]
}

// find returns the gap of a rule.
func (b *rebuilder) find(rule hard.Rule) gap {
	for _, g := range b.gaps {
		if g.feature == rule.Feature && g.from <= rule.Cut && rule.Cut < g.to {
			return g
		}
	}
	panic("wu: a split divides a leaf")
}
