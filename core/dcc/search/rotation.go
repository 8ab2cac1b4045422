// Rotations: neighbors of a topology with as many leaves.

package search

import (
	"slices"

	"dcctree/core/hardtree"
	"dcctree/core/topology"
)

// rotation leads from one topology to another: X(Y(A, B), C) becomes Y(A, X(B, C)), or the reverse.
type rotation struct {
	to     topology.Topology
	splits []int // for every split of to, in pre-order, the one of the former topology that it was
}

// change returns the hard tree with the splits in their new places.
func (r rotation) change(s hardtree.Solution) hardtree.Solution {
	out := hardtree.Solution{Splits: make([]hardtree.Split, len(r.splits))}
	for j, was := range r.splits {
		out.Splits[j] = s.Splits[was]
	}
	return out
}

// rotations returns those of every split with a split below it.
func rotations(t topology.Topology) (out []rotation) {
	nodes := t.Nodes()
	for x := range nodes {
		if nodes[x].Leaf {
			continue
		}
		for _, y := range [2]int{nodes[x].Left, nodes[x].Right} {
			if nodes[y].Leaf {
				continue
			}
			if r, ok := rotated(t, nodes, x, y); ok {
				out = append(out, r)
			}
		}
	}
	return out
}

// rotated turns node x and its child y; ok is false where a leaf would get too deep.
func rotated(t topology.Topology, nodes []topology.Node, x, y int) (r rotation, ok bool) {
	key, splits := walk(nodes, 0, x, y)
	to, err := topology.Parse(key)
	return rotation{to: to, splits: splits}, err == nil
}

// walk returns key and former split numbers of the subtree at a node, x and y turned.
func walk(nodes []topology.Node, at, x, y int) (key string, splits []int) {
	join := func(top int, left, right func() (string, []int)) (string, []int) {
		a, b := left()
		c, d := right()
		return "1" + a + c, slices.Concat([]int{nodes[top].Index}, b, d)
	}
	sub := func(at int) func() (string, []int) {
		return func() (string, []int) { return walk(nodes, at, x, y) }
	}
	n := nodes[at]
	switch {
	case n.Leaf:
		return "0", nil
	case at != x:
		return join(at, sub(n.Left), sub(n.Right))
	case y == n.Left:
		return join(y, sub(nodes[y].Left),
			func() (string, []int) { return join(x, sub(nodes[y].Right), sub(n.Right)) })
	}
	return join(y, func() (string, []int) { return join(x, sub(n.Left), sub(nodes[y].Left)) }, sub(nodes[y].Right))
}
