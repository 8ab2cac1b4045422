// Tests of rotations.

package search

import (
	"reflect"
	"testing"

	"dcctree/core/hardtree"
	"dcctree/core/topology"
	"dcctree/core/tree"
)

// TestRotations: the trees of three leaves are each other's only rotation, the mirror trees of CGM are
// neighbors, and every rotation can be undone by one.
func TestRotations(t *testing.T) {
	for from, want := range map[string][]string{"100": nil, "11000": {"10100"}, "10100": {"11000"}} {
		top, err := topology.Parse(from)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, r := range rotations(top) {
			got = append(got, r.to.Key())
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %v, want %v", from, got, want)
		}
	}
	cgm, err := topology.FromLeaves([]int{3, 9, 10, 5, 6})
	if err != nil {
		t.Fatal(err)
	}
	mirror := false
	s := hardtree.Solution{}
	for j := range 4 {
		s.Splits = append(s.Splits, hardtree.Split{Threshold: tree.Threshold{Input: j, At: float64(j) / 10}})
	}
	for _, r := range rotations(cgm) {
		mirror = mirror || r.to.String() == "{7,8,4,5,6}" && reflect.DeepEqual(inputs(r.change(s)),
			[]int{0, 2, 1, 3})
		undone := false
		for _, back := range rotations(r.to) {
			undone = undone || back.to == cgm && reflect.DeepEqual(back.change(r.change(s)), s)
		}
		if !undone {
			t.Errorf("%v has no way back", r.to)
		}
	}
	if !mirror {
		t.Error("the mirror tree is no neighbor")
	}
}

// inputs lists those of a hard tree's splits.
func inputs(s hardtree.Solution) (out []int) {
	for _, split := range s.Splits {
		out = append(out, split.Input)
	}
	return out
}
