// Hard trees of one topology that divide the rows alike: a split that divides none may stand elsewhere.

package conquer

import (
	"slices"

	"dcctree/core/hardtree"
	"dcctree/core/topology"
)

// branch is a node of a hard tree; nil is a leaf.
type branch struct {
	hardtree.Split
	left, right *branch
}

// mirrors returns the hard trees of topology t that come from s by moving one vacuous split with a leaf
// on its empty side to any other place. Score, Sigma and the division of the rows are those of s.
func mirrors(t topology.Topology, s hardtree.Solution) (out []hardtree.Solution) {
	for j, split := range s.Splits {
		if !split.Vacuous {
			continue
		}
		at := 0
		root := grown(t.Key(), &at, new(int), s)
		if !remove(&root, j, new(int)) {
			continue
		}
		moved := &branch{Split: split}
		everywhere(&root, moved, func() {
			if key(root) == t.Key() {
				out = append(out, flat(root, s))
			}
		})
	}
	return out
}

// grown reads the branches in pre-order.
func grown(key string, at, split *int, s hardtree.Solution) *branch {
	internal := key[*at] == '1'
	*at++
	if !internal {
		return nil
	}
	j := *split
	*split++
	b := &branch{Split: s.Splits[j]}
	b.left = grown(key, at, split, s)
	b.right = grown(key, at, split, s)
	return b
}

// remove takes out the split of this pre-order number where its empty side is a leaf.
func remove(b **branch, number int, seen *int) bool {
	if *b == nil {
		return false
	}
	here := *seen
	*seen++
	if here != number {
		return remove(&(*b).left, number, seen) || remove(&(*b).right, number, seen)
	}
	full, empty := (*b).left, (*b).right
	if (*b).At < .5 {
		full, empty = empty, full
	}
	if empty != nil {
		return false
	}
	*b = full
	return true
}

// everywhere puts the split above every node, with the node on either side, and calls yield.
func everywhere(b **branch, moved *branch, yield func()) {
	below := *b
	moved.left, moved.right, moved.At = below, nil, 1-hardtree.VacuousGap/2
	*b = moved
	yield()
	moved.left, moved.right, moved.At = nil, below, hardtree.VacuousGap/2
	yield()
	*b = below
	if below != nil {
		everywhere(&below.left, moved, yield)
		everywhere(&below.right, moved, yield)
	}
}

func key(b *branch) string {
	if b == nil {
		return "0"
	}
	return "1" + key(b.left) + key(b.right)
}

// flat lists the branches in pre-order.
func flat(b *branch, s hardtree.Solution) hardtree.Solution {
	out := hardtree.Solution{Score: s.Score, Sigma: s.Sigma, Mean: slices.Clone(s.Mean)}
	var walk func(*branch)
	walk = func(b *branch) {
		if b == nil {
			return
		}
		out.Splits = append(out.Splits, b.Split)
		walk(b.left)
		walk(b.right)
	}
	walk(b)
	return out
}
