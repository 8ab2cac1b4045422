// Package treelayout places the nodes of a decision tree: arithmetic only, in units of one leaf
// column and one row per depth.
package treelayout

import "dcctree/core/topology"

// Place is where one node stands. Leaves stand in columns of width 1, in order from left to right:
// leaf number i at X = i + 1/2. A split stands midway between its two children, so that mirrored
// trees get mirrored places. The subtree of a node owns the columns from Left to Right, which no
// other node of the same depth enters.
type Place struct {
	X     float64 // center of the node, in columns
	Left  float64 // left border of its subtree's columns
	Right float64 // right border of its subtree's columns
	Row   int     // its depth; the root's is 0
}

// Tree returns the places of the nodes, in the order of topology.Topology.Nodes.
func Tree(nodes []topology.Node) []Place {
	places := make([]Place, len(nodes))
	for i := len(nodes) - 1; i >= 0; i-- { // pre-order backwards: children before their parent
		places[i] = place(nodes[i], places)
	}
	return places
}

func place(n topology.Node, places []Place) Place {
	if n.Leaf {
		x := float64(n.Index)
		return Place{X: x + 0.5, Left: x, Right: x + 1, Row: n.Depth}
	}
	l, r := places[n.Left], places[n.Right]
	return Place{X: (l.X + r.X) / 2, Left: l.Left, Right: r.Right, Row: n.Depth}
}

// Leaves returns the number of leaves, which is the number of columns.
func Leaves(nodes []topology.Node) int { return (len(nodes) + 1) / 2 }

// Rows returns the number of rows that hold splits, which is the depth of the deepest leaf.
func Rows(nodes []topology.Node) int {
	rows := 0
	for _, n := range nodes {
		rows = max(rows, n.Depth)
	}
	return rows
}
