// One split less or one more anywhere: what a topology becomes when a split sends all its rows to one side.

package topology

import "slices"

// Reducible returns the pre-order numbers of the splits that have a leaf for a child: where all rows that reach one
// of them go to its other child, the tree is one with a split less.
func (t Topology) Reducible() []int {
	var out []int
	nodes := t.Nodes()
	for _, n := range nodes {
		if !n.Leaf && (nodes[n.Left].Leaf || nodes[n.Right].Leaf) {
			out = append(out, n.Index)
		}
	}
	return out
}

// Reduce takes out the split with the given pre-order number, one child of which is a leaf; the other child takes its
// place. The splits that stay keep their order. left reports whether it was the left child that stays; of two leaves
// it is the left one. It panics when there is no such split.
func (t Topology) Reduce(split int) (reduced Topology, left bool) {
	key, nodes := t.Key(), t.Nodes()
	for at, n := range nodes {
		if n.Leaf || n.Index != split {
			continue
		}
		switch {
		case nodes[n.Right].Leaf: // the left child stands between, the right one is the last character
			return fromKey(key[:at] + key[n.Left:n.Right] + key[n.Right+1:]), true
		case nodes[n.Left].Leaf:
			return fromKey(key[:at] + key[n.Right:]), false
		}
	}
	panic("topology: Reduce: no such split with a leaf")
}

// Extended returns the topologies of which t is a reduction, without repetition: a leaf split in two, or a new split
// above any node that has the node for one child and a leaf for the other. Those deeper than MaxDepth are left out.
func (t Topology) Extended() (out []Topology) {
	key, nodes := t.Key(), t.Nodes()
	for at, n := range nodes {
		end := at
		for open := 1; open > 0; end++ { // the node's part of the key
			if open--; key[end] == '1' {
				open += 2
			}
		}
		if n.Depth+height(key[at:end]) >= MaxDepth {
			continue
		}
		part := key[at:end]
		for _, grown := range []string{"1" + part + "0", "10" + part} {
			if e := fromKey(key[:at] + grown + key[end:]); !slices.Contains(out, e) {
				out = append(out, e)
			}
		}
	}
	return out
}

// height is the depth of the deepest leaf of a key, its root at 0.
func height(key string) int {
	most, depths := 0, []int{0}
	for _, c := range key {
		d := depths[len(depths)-1]
		depths = depths[:len(depths)-1]
		if c == '1' {
			depths = append(depths, d+1, d+1)
		}
		most = max(most, d)
	}
	return most
}
