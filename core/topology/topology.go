// Package topology holds the shape of a binary decision tree: immutable, comparable, named by a
// canonical prefix-free key, with the tree prior of Chipman, George and McCulloch (1998) and the
// grow/prune/stay walk of the paper's section "Exploring Tree Structures".
package topology

import (
	"fmt"
	"sort"
	"strconv"
	"strings"
)

// MaxDepth bounds the depth of a node, so that heap ids (up to 2^(MaxDepth+1)-2) stay exact in a
// float64 and on every platform.
const MaxDepth = 30

// Topology is the shape of a full binary tree. The zero value is the root-only tree. Two
// topologies are equal exactly when they compare equal with ==.
type Topology struct {
	key string // empty for the root-only tree, so that the zero value is canonical
}

// Node is one node of a topology in pre-order (node, left subtree, right subtree).
type Node struct {
	ID     int // heap id: root 0, children of i are 2i+1 and 2i+2
	Parent int // index into Nodes, -1 for the root
	Left   int // index into Nodes, -1 for a leaf
	Right  int // index into Nodes, -1 for a leaf
	Depth  int // the root's is 0
	Leaf   bool
	Index  int // leaves: number from left to right; splits: number in pre-order
}

// Root returns the tree that is one leaf.
func Root() Topology { return Topology{} }

// Parse reads a key: the nodes in pre-order, '1' for a split and '0' for a leaf. The code is
// prefix-free: "100" is one split with two leaves.
func Parse(key string) (Topology, error) {
	open, depths := 1, []int{0}
	for i := 0; i < len(key); i++ {
		if open == 0 {
			return Topology{}, fmt.Errorf("topology key %q: goes on after the tree is complete at "+
				"character %d", short(key), i+1)
		}
		d := depths[len(depths)-1]
		depths = depths[:len(depths)-1]
		switch key[i] {
		case '0':
			open--
		case '1':
			if d >= MaxDepth {
				return Topology{}, fmt.Errorf("topology key %q: deeper than %d splits", short(key),
					MaxDepth)
			}
			open++
			depths = append(depths, d+1, d+1)
		default:
			return Topology{}, fmt.Errorf("topology key %q: character %d is not 0 or 1", short(key), i+1)
		}
	}
	if open != 0 {
		return Topology{}, fmt.Errorf("topology key %q: ends before the tree is complete", short(key))
	}
	return fromKey(key), nil
}

func short(key string) string {
	if len(key) > 40 {
		return key[:40] + "..."
	}
	return key
}

func fromKey(key string) Topology {
	if key == "0" {
		return Topology{}
	}
	return Topology{key: key}
}

// FromLeaves returns the topology whose leaves have the given heap ids, in any order.
func FromLeaves(ids []int) (Topology, error) {
	leaf := make(map[int]bool, len(ids))
	for _, id := range ids {
		if id < 0 || depthOf(id) > MaxDepth {
			return Topology{}, fmt.Errorf("leaf id %d: outside 0 to depth %d", id, MaxDepth)
		}
		if leaf[id] {
			return Topology{}, fmt.Errorf("leaf id %d: given twice", id)
		}
		leaf[id] = true
	}
	inner := make(map[int]bool)
	for _, id := range ids {
		for id > 0 {
			id = (id - 1) / 2
			inner[id] = true
		}
	}
	return assemble(ids, leaf, inner)
}

func assemble(ids []int, leaf, inner map[int]bool) (Topology, error) {
	var b strings.Builder
	var walk func(id int) error
	walk = func(id int) error {
		switch {
		case leaf[id] && inner[id]:
			return fmt.Errorf("leaf id %d: is also above another leaf", id)
		case leaf[id]:
			b.WriteByte('0')
			return nil
		case !inner[id]:
			return fmt.Errorf("leaf ids %v: node %d is neither a leaf nor above one", ids, id)
		}
		b.WriteByte('1')
		if err := walk(2*id + 1); err != nil {
			return err
		}
		return walk(2*id + 2)
	}
	if err := walk(0); err != nil {
		return Topology{}, err
	}
	return fromKey(b.String()), nil
}

func depthOf(id int) int {
	d := 0
	for id > 0 {
		id = (id - 1) / 2
		d++
	}
	return d
}

// Key returns the canonical key that Parse reads; "0" for the root-only tree.
func (t Topology) Key() string {
	if t.key == "" {
		return "0"
	}
	return t.key
}

// Splits returns the number of internal nodes n.
func (t Topology) Splits() int { return len(t.Key()) / 2 }

// Leaves returns the number of leaves, n+1.
func (t Topology) Leaves() int { return t.Splits() + 1 }

// Nodes returns all nodes in pre-order.
func (t Topology) Nodes() []Node {
	key := t.Key()
	nodes := make([]Node, 0, len(key))
	var splits, leaves int
	var add func(id, parent, depth int) int
	add = func(id, parent, depth int) int {
		at := len(nodes)
		nodes = append(nodes, Node{ID: id, Parent: parent, Left: -1, Right: -1, Depth: depth})
		if key[at] == '0' {
			nodes[at].Leaf, nodes[at].Index = true, leaves
			leaves++
			return at
		}
		nodes[at].Index = splits
		splits++
		nodes[at].Left = add(2*id+1, at, depth+1)
		nodes[at].Right = add(2*id+2, at, depth+1)
		return at
	}
	add(0, -1, 0)
	return nodes
}

// LeafIDs returns the heap ids of the leaves from left to right.
func (t Topology) LeafIDs() []int { return t.ids(true) }

// InternalIDs returns the heap ids of the splits in pre-order.
func (t Topology) InternalIDs() []int { return t.ids(false) }

func (t Topology) ids(leaf bool) []int {
	ids := []int{}
	for _, n := range t.Nodes() {
		if n.Leaf == leaf {
			ids = append(ids, n.ID)
		}
	}
	return ids
}

// String returns the leaves' heap ids from left to right, as the paper's figures name a tree:
// "{1,5,6}".
func (t Topology) String() string {
	parts := make([]string, 0, t.Leaves())
	for _, id := range t.LeafIDs() {
		parts = append(parts, strconv.Itoa(id))
	}
	return "{" + strings.Join(parts, ",") + "}"
}

// Less orders topologies by number of leaves, then by key: a fixed order for ties and lists.
func Less(a, b Topology) bool {
	if len(a.Key()) != len(b.Key()) {
		return len(a.Key()) < len(b.Key())
	}
	return a.Key() > b.Key()
}

// Sort orders the slice by Less.
func Sort(ts []Topology) { sort.Slice(ts, func(i, j int) bool { return Less(ts[i], ts[j]) }) }
