// On which splits the trees of the posterior agree, and what their disagreement rests on.

package posterior

import (
	"math"
	"slices"
	"sort"

	"dcctree/core/chart"
	"dcctree/core/topology"
)

// cutGroup is the same split made by several trees: one feature, thresholds within nearThreshold of the feature's range
// from the first's.
type cutGroup struct {
	feature   int
	threshold float64 // of the heaviest tree that makes it
	lines     []chart.CutLine
	makers    map[int]bool // trees, by number
	// sum over trees a that make it and b of weight_a weight_b pairs parted by it in a and together in b
	parted  float64
	whether float64 // the part of that where b does not make it at all
}

// same tells whether a threshold on a feature belongs to the group.
func (p *Posterior) same(g *cutGroup, feature int, threshold float64) bool {
	if g.feature != feature || math.IsNaN(g.threshold) != math.IsNaN(threshold) {
		return false
	}
	return math.IsNaN(threshold) || math.Abs(threshold-g.threshold) <= nearThreshold*p.tables.Scaling.Range[feature]
}

// cuts groups the splits of all trees and says how much of their disagreement each accounts for. Pairs of rows that
// tree a parts and tree b leaves together are parted by one split of a: that at which their ways divide. The trees must
// be sorted by weight.
func (p *Posterior) cuts(trees []variant) ([]chart.Cut, float64) {
	groups, groupOf := p.groupCuts(trees)
	var total float64
	for a, tree := range trees {
		counts := make([][]int, len(tree.nodes)) // of rows below each node, by leaf of b; filled for each b
		for b, other := range trees {
			if a == b {
				continue
			}
			crossCount(counts, tree, other)
			for _, n := range tree.nodes {
				if n.Leaf {
					continue
				}
				part := tree.share * other.share * together(counts[n.Left], counts[n.Right])
				g := groupOf[a][n.Index]
				g.parted += part
				if !g.makers[b] {
					g.whether += part
				}
				total += part
			}
		}
	}
	n := float64(len(trees[0].leafOf))
	return p.describeCuts(groups, total), 2 * total / max(1, n*(n-1)/2)
}

// groupCuts groups the splits of all trees; groupOf holds that of each split, by tree.
func (p *Posterior) groupCuts(trees []variant) (groups []*cutGroup, groupOf [][]*cutGroup) {
	for a, tree := range trees {
		var of []*cutGroup
		for j, feature := range tree.features {
			g := p.groupOf(&groups, feature, tree.thresholds[j])
			if !g.makers[a] {
				g.makers[a] = true
				g.lines = append(g.lines, chart.CutLine{At: tree.thresholds[j], Weight: tree.share})
			}
			of = append(of, g)
		}
		groupOf = append(groupOf, of)
	}
	return groups, groupOf
}

func (p *Posterior) groupOf(groups *[]*cutGroup, feature int, threshold float64) *cutGroup {
	for _, g := range *groups {
		if p.same(g, feature, threshold) {
			return g
		}
	}
	g := &cutGroup{feature: feature, threshold: threshold, makers: map[int]bool{}}
	*groups = append(*groups, g)
	return g
}

// crossCount counts, for each node of a tree, the rows below it by the leaf that they reach in the other tree.
func crossCount(counts [][]int, tree, other variant) {
	leafAt := make([]int, (len(tree.nodes)+1)/2)
	leaves := (len(other.nodes) + 1) / 2
	for at, n := range tree.nodes {
		counts[at] = slices.Grow(counts[at][:0], leaves)[:leaves]
		clear(counts[at])
		if n.Leaf {
			leafAt[n.Index] = at
		}
	}
	for i, leaf := range tree.leafOf {
		counts[leafAt[leaf]][other.leafOf[i]]++
	}
	for at := len(tree.nodes) - 1; at >= 0; at-- { // children before their parents
		if n := tree.nodes[at]; !n.Leaf {
			for k := range counts[at] {
				counts[at][k] = counts[n.Left][k] + counts[n.Right][k]
			}
		}
	}
}

// together counts the pairs of a row on the left and a row on the right that share a leaf of the other tree.
func together(left, right []int) float64 {
	pairs := 0
	for k := range left {
		pairs += left[k] * right[k]
	}
	return float64(pairs)
}

// describeCuts returns the groups by the weight of the trees that make them.
func (p *Posterior) describeCuts(groups []*cutGroup, total float64) []chart.Cut {
	var out []chart.Cut
	for _, g := range groups {
		c := p.cutOf(g.feature, g.threshold, g.lines)
		for _, line := range g.lines { // one of each maker, in the order of the trees
			c.Weight += line.Weight
		}
		c.Weight = min(c.Weight, 1)
		if total > 0 {
			c.Explains, c.Whether = g.parted/total, g.whether/total
		}
		out = append(out, c)
	}
	sort.SliceStable(out, func(a, b int) bool { return out[a].Weight > out[b].Weight })
	return out
}

// cutOf describes a split of several trees by the median of their thresholds.
func (p *Posterior) cutOf(feature int, threshold float64, lines []chart.CutLine) chart.Cut {
	t := p.tables
	var all []weighted
	for _, l := range lines {
		if !math.IsNaN(l.At) {
			all = append(all, weighted{l.At, l.Weight})
		}
	}
	if len(all) > 0 {
		threshold = quantiles(all, .5)[0]
	}
	return chart.Cut{Feature: t.Train.Features[feature], Labels: t.Train.Labels[feature], Threshold: threshold,
		Min: t.Scaling.Min[feature], Max: t.Scaling.Min[feature] + t.Scaling.Range[feature],
		Unit: p.unitOf(feature), Lines: lines}
}

const (
	deepestConsensus = 8
	leastConsensus   = .05 // of all trees: what fewer trees share is not followed further
)

// place is where a tree stands while the consensus is followed.
type place struct {
	tree *variant
	at   int // node
}

// consensus follows the most common split from the root down. The trees must be sorted by weight.
func (p *Posterior) consensus(trees []variant) []chart.ConsensusNode {
	var all []place
	for i := range trees {
		all = append(all, place{&trees[i], 0})
	}
	var out []chart.ConsensusNode
	p.agree(&out, all, 0, chart.ConsensusRoot)
	return out
}

// choice is one way in which trees go on from a place: a split, or none.
type choice struct {
	leaf   bool
	group  cutGroup
	weight float64
	places []place
}

func (p *Posterior) agree(out *[]chart.ConsensusNode, places []place, depth int, side chart.ConsensusSide) {
	choices, weight := p.choicesOf(places)
	best := choices[0]
	node := chart.ConsensusNode{Depth: depth, Side: side, Ends: best.leaf, Share: best.weight / weight,
		Weight: best.weight}
	if !best.leaf {
		node.Cut = p.cutOf(best.group.feature, best.group.threshold, best.group.lines)
		node.Cut.Weight = best.weight
	}
	for _, c := range choices[1:] {
		other := chart.ConsensusChoice{Ends: c.leaf, Share: c.weight / weight}
		if !c.leaf {
			other.Cut = p.cutOf(c.group.feature, c.group.threshold, c.group.lines)
		}
		node.Others = append(node.Others, other)
	}
	*out = append(*out, node)
	if best.leaf || best.weight < leastConsensus || depth == deepestConsensus {
		return
	}
	for _, s := range []chart.ConsensusSide{chart.ConsensusLeft, chart.ConsensusRight} {
		var below []place
		for _, q := range best.places {
			n := q.tree.nodes[q.at]
			below = append(below,
				place{q.tree, map[chart.ConsensusSide]int{chart.ConsensusLeft: n.Left,
					chart.ConsensusRight: n.Right}[s]})
		}
		p.agree(out, below, depth+1, s)
	}
}

// choicesOf groups the ways in which trees go on, by weight.
func (p *Posterior) choicesOf(places []place) (choices []*choice, weight float64) {
	for _, q := range places {
		n := q.tree.nodes[q.at]
		weight += q.tree.share
		c := p.choiceOf(&choices, q.tree, n)
		c.weight += q.tree.share
		c.places = append(c.places, q)
		if !n.Leaf {
			c.group.lines = append(c.group.lines,
				chart.CutLine{At: q.tree.thresholds[n.Index], Weight: q.tree.share})
		}
	}
	sort.SliceStable(choices, func(a, b int) bool { return choices[a].weight > choices[b].weight })
	return choices, weight
}

func (p *Posterior) choiceOf(choices *[]*choice, tree *variant, n topology.Node) *choice {
	for _, c := range *choices {
		if c.leaf == n.Leaf && (n.Leaf || p.same(&c.group, tree.features[n.Index], tree.thresholds[n.Index])) {
			return c
		}
	}
	c := &choice{leaf: n.Leaf}
	if !n.Leaf {
		c.group.feature, c.group.threshold = tree.features[n.Index], tree.thresholds[n.Index]
	}
	*choices = append(*choices, c)
	return c
}
