// Tests of what drawn trees ask where a tree that is read splits.

package alltrees

import (
	"math"
	"slices"
	"testing"
)

// Of 40 trees 30 split first on the third column, at 2.5 or 3.5; of these the last 15 split rows up to 3.5 on the
// labels, the others not at all. A tree that asks the column and then the labels is answered by these shares, with the
// errors of shares of all trees and of the 30.
func TestAlike(t *testing.T) {
	low, high, none := Rule{Input: 1, Cut: 1}, Rule{Input: 1, Cut: 2}, Rule{Cut: -1}
	r := sampleOf(t, slices.Concat(slices.Repeat([]Rule{none}, 10), slices.Repeat([]Rule{low, high, high}, 10))...)
	rows, _ := r.cloud.t.all()
	left, _ := r.cloud.t.part(rows, high)
	set := Rule{Set: 1}
	leaf := r.Trees[0]
	deep := &Tree{rule: high, left: r.cloud.graph.resplit(set, &Tree{left: leaf, right: leaf}, left, 1),
		right: r.Trees[39].right}
	deep.st = r.Trees[39].st
	for k := 25; k < 40; k++ {
		r.Trees[k] = deep
	}
	all := r.Alike(r.cloud.t.Read(deep, 40))
	if len(all) != 2 {
		t.Fatalf("%d splits, want 2", len(all))
	}
	root, below := all[0], all[1]
	if root.Column != 2 || root.Probability != .75 || root.Trees != 40 || root.Low != 2.5 || root.High != 3.5 {
		t.Errorf("the root is %+v", root)
	}
	if below.Column != 1 || below.Probability != .5 || below.Trees != 30 || !slices.Equal(below.Levels, []int{0}) {
		t.Errorf("below it is %+v", below)
	}
	first := r.Splits()
	if root.Error != first[0].Error || !(below.Error > 0) {
		t.Errorf("errors %v, want %v, and %v", root.Error, first[0].Error, below.Error)
	}
}

// A tree that no drawn one is like has probability 0 where it first differs, and nothing is known below.
func TestAlikeOfNone(t *testing.T) {
	r := sampleOf(t, slices.Repeat([]Rule{{Cut: -1}}, 40)...)
	leaf := &Reading{Column: -1}
	d := &Reading{Column: 2, Left: &Reading{Column: 1, Levels: []int{0}, Others: []int{1}, Left: leaf, Right: leaf},
		Right: leaf}
	all := r.Alike(d)
	if len(all) != 2 || all[0].Probability != 0 || all[0].Trees != 40 || all[0].Error != 1./40 {
		t.Fatalf("%+v", all)
	}
	if below := all[1]; below.Trees != 0 || below.Probability != 0 || !math.IsNaN(below.Error) {
		t.Errorf("below it is %+v", below)
	}
	if r.Alike(leaf) != nil {
		t.Error("a leaf asks something")
	}
}

// Labels that are parted alike are the same split, whichever side they are on, and what is below changes sides with
// them.
func TestAlikeWhicheverGoesLeft(t *testing.T) {
	r := sampleOf(t, slices.Repeat([]Rule{{Set: 1}}, 20)...)
	rows, _ := r.cloud.t.all()
	split := r.Trees[0]
	_, right := r.cloud.t.part(rows, split.rule)
	leaf := split.left
	deep := &Tree{rule: split.rule, st: split.st, left: leaf,
		right: r.cloud.graph.resplit(Rule{Input: 1, Cut: 3}, &Tree{left: leaf, right: leaf}, right, 1)}
	for k := range r.Trees {
		r.Trees[k] = deep
	}
	read := r.cloud.t.Read(deep, 40)
	turned := *read
	turned.Levels, turned.Others, turned.Left, turned.Right = read.Others, read.Levels, read.Right, read.Left
	for what, d := range map[string]*Reading{"as drawn": read, "turned": &turned} {
		all := r.Alike(d)
		if len(all) != 2 || all[0].Probability != 1 || all[1].Column != 2 || all[1].Probability != 1 ||
			all[1].Trees != 20 {
			t.Errorf("%s: %+v", what, all)
		}
		left := slices.Equal(all[0].Levels, d.Levels) && slices.Equal(all[0].Others, d.Others)
		if gaps := map[string]float64{"as drawn": 0, "turned": 1}[what]; !left || all[0].GapsLeft != gaps {
			t.Errorf("%s: %+v, want the sides of the tree, %v of the gaps left", what, all[0], gaps)
		}
	}
}

// Thresholds on the way decide which labels come to a split: up to 2.5 two of the three, up to 3.5 all. The order of
// the trees says nothing about what they ask there, nor about which labels go right.
func TestAlikeInAnyOrder(t *testing.T) {
	low, high := Rule{Input: 1, Cut: 1}, Rule{Input: 1, Cut: 2}
	r := sampleOf(t, slices.Concat(slices.Repeat([]Rule{low}, 20), slices.Repeat([]Rule{high}, 20))...)
	rows, _ := r.cloud.t.all()
	for k, s := range r.Trees {
		left, _ := r.cloud.t.part(rows, s.rule)
		leaf := &Tree{}
		r.Trees[k] = &Tree{rule: s.rule, st: s.st, right: s.right,
			left: r.cloud.graph.resplit(Rule{Set: 1}, &Tree{left: leaf, right: leaf}, left, 1)}
	}
	read := r.cloud.t.Read(r.Trees[39], 40)
	for range 2 {
		if below := r.Alike(read)[1]; below.Probability != 1 || below.Trees != 40 {
			t.Errorf("%+v", below)
		}
		left, _ := r.Below(&r.Splits()[0])
		if len(left) != 1 || !slices.Equal(left[0].Levels, []int{0}) ||
			!slices.Equal(left[0].Others, []int{1, 2}) {
			t.Errorf("%+v", left)
		}
		slices.Reverse(r.Trees)
	}
}
