// Collapsed splits: the figure of a tree in which whole subtrees stand as one leaf each.

package chart

import (
	"math"
	"slices"

	"dcctree/core/topology"
)

// collapse returns the figure without what is below the collapsed splits. Nodes keep their ids and are numbered anew;
// the slices of f stay as they are.
func (f TreeFigure) collapse() TreeFigure {
	c := collapser{from: f, to: f}
	c.to.Nodes, c.to.Splits, c.to.Leaves, c.to.Arrivals = nil, nil, nil, nil
	c.leafNow = make([]int, len(f.Leaves))
	c.add(0, -1)
	for i := range c.to.Splits {
		c.to.Splits[i].Leaf = c.renumber(c.to.Splits[i].Leaf)
	}
	return c.to
}

type collapser struct {
	from, to TreeFigure
	leafNow  []int // by leaf as it was: its number now
}

// add copies a node, and what is below it, and returns its place.
func (c *collapser) add(at, parent int) int {
	n, place := c.from.Nodes[at], len(c.to.Nodes)
	collapsed := !n.Leaf && slices.Contains(c.from.Collapsed, n.ID)
	now := topology.Node{ID: n.ID, Parent: parent, Left: -1, Right: -1, Depth: n.Depth, Leaf: n.Leaf || collapsed}
	if c.from.Arrivals != nil {
		c.to.Arrivals = append(c.to.Arrivals, c.from.Arrivals[at])
	}
	if now.Leaf {
		now.Index = len(c.to.Leaves)
		c.to.Nodes, c.to.Leaves = append(c.to.Nodes, now), append(c.to.Leaves, c.leaf(at))
		return place
	}
	now.Index = len(c.to.Splits)
	c.to.Nodes, c.to.Splits = append(c.to.Nodes, now), append(c.to.Splits, c.from.Splits[n.Index])
	left := c.add(n.Left, place)
	right := c.add(n.Right, place)
	c.to.Nodes[place].Left, c.to.Nodes[place].Right = left, right
	return place
}

// leaf returns the leaf at a node, or all leaves below a split as one.
func (c *collapser) leaf(at int) TreeLeaf {
	first, last := leafSpan(c.from.Nodes, at)
	for i := first; i <= last; i++ {
		c.leafNow[i] = len(c.to.Leaves)
	}
	if c.from.Nodes[at].Leaf {
		return c.from.Leaves[first]
	}
	out := pool(c.from.Leaves[first : last+1])
	out.lang = c.from.Lang
	out.folded = splitWords(c.from.Splits[c.from.Nodes[at].Index])
	return out
}

func (c *collapser) renumber(leaves []int) []int {
	if leaves == nil {
		return nil
	}
	now := make([]int, len(leaves))
	for i, leaf := range leaves {
		now[i] = c.leafNow[leaf]
	}
	return now
}

// leafSpan returns the first and the last leaf below a node, or the leaf itself twice.
func leafSpan(nodes []topology.Node, at int) (first, last int) {
	l, r := at, at
	for !nodes[l].Leaf {
		l = nodes[l].Left
	}
	for !nodes[r].Leaf {
		r = nodes[r].Right
	}
	return nodes[l].Index, nodes[r].Index
}

// pool makes one leaf of several: means weighted by rows, and no intervals, which are of single leaves.
func pool(leaves []TreeLeaf) TreeLeaf {
	nan := math.NaN()
	out := TreeLeaf{Low: nan, High: nan, NewLow: nan, NewHi: nan, Within: len(leaves)}
	for _, l := range leaves {
		out.Count += l.Count
		out.Share += shareOf(l.Share)
		out.Values = append(out.Values, l.Values...)
	}
	out.Class = make([]LeafClass, len(leaves[0].Class))
	for _, l := range leaves {
		part := 1 / float64(len(leaves))
		if out.Count > 0 {
			part = float64(l.Count) / float64(out.Count)
		}
		out.Mean += part * l.Mean
		for k, c := range l.Class {
			out.Class[k].Probability += part * c.Probability
			out.Class[k].Count += c.Count
		}
	}
	for k := range out.Class {
		out.Class[k].Low, out.Class[k].High = nan, nan
	}
	return out
}
