// Tests of the places: order, nesting, symmetry.

package treelayout_test

import (
	"testing"

	"dcctree/core/topology"
	"dcctree/core/treelayout"
)

// shapes returns every topology with at most n leaves.
func shapes(n int) []topology.Topology {
	all := []topology.Topology{topology.Root()}
	seen := map[string]bool{all[0].Key(): true}
	for i := 0; i < len(all); i++ {
		if all[i].Leaves() == n {
			continue
		}
		for leaf := range all[i].Leaves() {
			if t := all[i].Grow(leaf); !seen[t.Key()] {
				seen[t.Key()] = true
				all = append(all, t)
			}
		}
	}
	return all
}

func TestShapes(t *testing.T) {
	// The Catalan numbers 1 + 1 + 2 + 5 + 14 + 42 count the full binary trees with 1 to 6 leaves.
	if got := len(shapes(6)); got != 65 {
		t.Fatalf("%d shapes with up to 6 leaves, want 65", got)
	}
}

func TestChildrenBelowAndParentsOverTheirSubtree(t *testing.T) {
	for _, shape := range shapes(7) {
		nodes := shape.Nodes()
		places := treelayout.Tree(nodes)
		for i, n := range nodes {
			p := places[i]
			if n.Leaf {
				continue
			}
			l, r := places[n.Left], places[n.Right]
			if l.Row != p.Row+1 || r.Row != p.Row+1 {
				t.Errorf("%s: children of %d not one row below", shape, n.ID)
			}
			if l.X >= p.X || r.X <= p.X || l.Right != r.Left || l.Left != p.Left || r.Right != p.Right {
				t.Errorf("%s: node %d does not stand over its subtree: %v over %v, %v", shape, n.ID, p,
					l, r)
			}
		}
	}
}

func TestSubtreesOfOneRowDoNotOverlap(t *testing.T) {
	for _, shape := range shapes(7) {
		places := treelayout.Tree(shape.Nodes())
		for i, a := range places {
			for _, b := range places[i+1:] {
				if a.Row == b.Row && a.Left < b.Right && b.Left < a.Right {
					t.Errorf("%s: %v overlaps %v", shape, a, b)
				}
			}
		}
	}
}

func TestLeavesKeepTheirOrder(t *testing.T) {
	for _, shape := range shapes(7) {
		nodes := shape.Nodes()
		places := treelayout.Tree(nodes)
		next := 0.5
		for i, n := range nodes {
			if n.Leaf {
				if places[i].X != next {
					t.Errorf("%s: leaf %d at %g, want %g", shape, n.ID, places[i].X, next)
				}
				next++
			}
		}
	}
}

// mirror swaps left and right at every split, by key.
func mirror(key string) string {
	var at int
	var walk func() string
	walk = func() string {
		at++
		if key[at-1] == '0' {
			return "0"
		}
		l := walk()
		r := walk()
		return "1" + r + l
	}
	return walk()
}

// byID maps heap ids to places.
func byID(t topology.Topology) map[int]treelayout.Place {
	out := map[int]treelayout.Place{}
	nodes := t.Nodes()
	for i, p := range treelayout.Tree(nodes) {
		out[nodes[i].ID] = p
	}
	return out
}

// mirrorID reflects a heap id within its row: node 2^d-1+k becomes 2^d-1+(2^d-1-k).
func mirrorID(id, depth int) int { return 3<<depth - 3 - id }

func TestMirroredTreesGetMirroredPlaces(t *testing.T) {
	for _, shape := range shapes(7) {
		other, err := topology.Parse(mirror(shape.Key()))
		if err != nil {
			t.Fatal(err)
		}
		width := float64(shape.Leaves())
		places := byID(other)
		for id, p := range byID(shape) {
			q, ok := places[mirrorID(id, p.Row)]
			if !ok || q.X != width-p.X || q.Left != width-p.Right || q.Row != p.Row {
				t.Fatalf("%s: node %d at %v, its mirror at %v", shape, id, p, q)
			}
		}
	}
}

func TestCounts(t *testing.T) {
	for _, c := range []struct {
		key          string
		leaves, rows int
	}{{"0", 1, 0}, {"100", 2, 1}, {"1100100", 4, 2}, {"1010100", 4, 3}} {
		shape, err := topology.Parse(c.key)
		if err != nil {
			t.Fatal(err)
		}
		l, r := treelayout.Leaves(shape.Nodes()), treelayout.Rows(shape.Nodes())
		if l != c.leaves || r != c.rows {
			t.Errorf("%s: %d leaves in %d rows, want %d in %d", c.key, l, r, c.leaves, c.rows)
		}
	}
}
