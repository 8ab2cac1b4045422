// Particles: partial trees that keep their rows as one permutation, a node's rows in one range.

package particle

import "dcctree/core/baseline/hard"

// node is one node of a partial tree.
type node struct {
	lo, hi      int32   // its rows are rows[lo:hi] of its particle, in ascending order
	depth       int32   // the root has 0
	feature     int32   // of the split, or hard.Leaf, also as long as it is not expanded
	left        int32   // of a split: index of the left child; the right one follows it
	low, high   float64 // of a split: the neighbouring values of its rows between which it cuts, scaled units
	logMarginal float64 // log marginal likelihood of its rows as those of a leaf
	key         uint64  // of the set of its rows: the sum of theirs
}

// particle is one partial tree. Nodes stand in the order in which they were made, so that those still to be expanded,
// first in first out, are nodes[next:].
type particle struct {
	rows  []int32
	nodes []node
	next  int
}

func (p *particle) grown() bool { return p.next == len(p.nodes) }

// start makes the particle the tree of one node, not expanded yet.
func (p *particle) start(root node) {
	for i := range p.rows {
		p.rows[i] = int32(i)
	}
	p.nodes, p.next = append(p.nodes[:0], root), 0
	p.skip()
}

// skip passes over nodes of one row, which are leaves and take no stage.
func (p *particle) skip() {
	for p.next < len(p.nodes) && p.nodes[p.next].hi-p.nodes[p.next].lo < 2 {
		p.next++
	}
}

// copyFrom makes the particle a copy of another.
func (p *particle) copyFrom(q *particle) {
	copy(p.rows, q.rows)
	p.nodes, p.next = append(p.nodes[:0], q.nodes...), q.next
}

func (p *particle) leaves() int { return (len(p.nodes) + 1) / 2 }

// side is what partition tells of a cut.
type side struct {
	left      int     // rows on the left
	low, high float64 // the largest value on the left, the smallest on the right
	key       uint64  // of the rows on the left
}

// partition sorts rows to the left and to the right of a threshold, between the two of which some must lie on either
// side, and keeps their order on both.
func (f *filter) partition(rows []int32, column []float64, threshold float64) side {
	var s side
	right := 0
	for _, row := range rows {
		v := column[row]
		if v <= threshold {
			if s.left == 0 || v > s.low {
				s.low = v
			}
			rows[s.left] = row
			s.left++
			s.key += f.keys[row]
			continue
		}
		if right == 0 || v < s.high {
			s.high = v
		}
		f.spare[right] = row
		right++
	}
	copy(rows[s.left:], f.spare[:right])
	return s
}

// split makes the node at index k of a particle a split, appends its children, and returns by how much that changes the
// tree's log marginal likelihood.
func (f *filter) split(p *particle, k, feature int, threshold float64) float64 {
	n := &p.nodes[k]
	s := f.partition(p.rows[n.lo:n.hi], f.column(feature), threshold)
	n.feature, n.left, n.low, n.high = int32(feature), int32(len(p.nodes)), s.low, s.high
	middle := n.lo + int32(s.left)
	left := f.child(p, n.lo, middle, n.depth+1, s.key)
	right := f.child(p, middle, n.hi, n.depth+1, n.key-s.key)
	gain := left.logMarginal + right.logMarginal - n.logMarginal
	p.nodes = append(p.nodes, left, right)
	return gain
}

func (f *filter) child(p *particle, lo, hi, depth int32, key uint64) node {
	return node{lo: lo, hi: hi, depth: depth, feature: hard.Leaf, key: key,
		logMarginal: f.leaf.logMarginal(p.rows[lo:hi])}
}

// column returns a feature's values of all rows, scaled.
func (f *filter) column(feature int) []float64 {
	return f.data.X[feature*f.data.N : (feature+1)*f.data.N]
}
