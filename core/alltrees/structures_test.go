// Tests of what drawn trees have in common.

package alltrees

import (
	"math"
	"reflect"
	"slices"
	"testing"

	"dcctree/core/random"
)

// splitOn is a split of a tree by hand.
func splitOn(input int, left, right *Tree) *Tree {
	return &Tree{rule: Rule{Input: input}, left: left, right: right, st: stats{n: left.st.n + right.st.n}}
}

// leafOf is a leaf with so many rows.
func leafOf(rows int) *Tree { return &Tree{st: stats{n: rows}} }

// sampleOfTrees is a sample of trees on columns 2 and 5, inputs 0 and 1.
func sampleOfTrees(trees []*Tree, each int) *Sample {
	return &Sample{Trees: trees, each: each,
		cloud: cloud{t: &Table{columns: 6, inputs: []input{{column: 2}, {column: 5}}}}}
}

// Two orders of the same inputs are one set and two structures; a split that divides no row is none.
func TestStructures(t *testing.T) {
	first := splitOn(0, leafOf(3), splitOn(1, leafOf(2), leafOf(1)))
	second := splitOn(1, splitOn(0, leafOf(1), leafOf(1)), leafOf(4))
	empty := splitOn(1, leafOf(0), splitOn(0, leafOf(3), splitOn(1, leafOf(2), leafOf(1)))) // as the first
	alone := splitOn(0, leafOf(3), splitOn(1, leafOf(3), leafOf(0)))
	r := sampleOfTrees([]*Tree{alone, first, second, empty}, 0)
	leaf := &Structure{Column: -1}
	want := []Group{
		{Share: .5, Columns: []int{2, 5}, Structure: &Structure{2, leaf, &Structure{5, leaf, leaf}}},
		{Share: .25, Columns: []int{2}, Structure: &Structure{2, leaf, leaf}},
		{Share: .25, Columns: []int{2, 5}, Structure: &Structure{5, &Structure{2, leaf, leaf}, leaf}},
	}
	together := []Group{{Share: .75, Columns: []int{2, 5}}, {Share: .25, Columns: []int{2}}}
	for _, c := range []struct{ got, want []Group }{{r.Structures(), want}, {r.Together(), together}} {
		for i := range c.got {
			p := c.got[i].Share // four batches of a tree each
			if se := math.Sqrt(p * (1 - p) / 3); math.Abs(c.got[i].Error-se) > 1e-12 {
				t.Errorf("the share %v has the error %v, want %v", p, c.got[i].Error, se)
			}
			c.got[i].Error = 0
		}
		if !reflect.DeepEqual(c.got, c.want) {
			t.Errorf("groups %+v, want %+v", c.got, c.want)
		}
	}
}

// Restarts that disagree are in the error, however many trees each has: of two that are all of one kind and all of
// another, half the trees are of each kind, give or take a half, which is the error of a mean of 0 and 1.
func TestGroupErrorsOfRestarts(t *testing.T) {
	one, other := splitOn(0, leafOf(1), leafOf(1)), splitOn(1, leafOf(1), leafOf(1))
	r := sampleOfTrees(nil, 500)
	for k := range 1000 {
		tree := one
		if k%500 >= 250 {
			tree = other
		}
		if r.Trees = append(r.Trees, tree); k < 500 {
			r.from = append(r.from, k/250)
		}
	}
	for _, g := range r.Together() {
		if g.Share != .5 || math.Abs(g.Error-.5) > 1e-12 {
			t.Errorf("columns %v: %v +- %v, want .5 +- .5", g.Columns, g.Share, g.Error)
		}
	}
	r.from = nil
	if got, want := r.Together()[0].Error, math.Sqrt(.25/19); math.Abs(got-want) > 1e-12 {
		t.Errorf("by batches the error is %v, want %v", got, want)
	}
}

// Of independent trees the error is the binomial one, also where each comes several times in later passes, and of runs
// of 25 equal ones five times as large: means over 200 samples of 500 trees, whose error is 2 %.
func TestGroupErrors(t *testing.T) {
	one, other := splitOn(0, leafOf(1), leafOf(1)), splitOn(1, leafOf(1), leafOf(1))
	for _, c := range []struct {
		particles, passes, equal int
	}{{500, 1, 1}, {100, 5, 1}, {500, 1, 25}} {
		rng, squares := random.Stream(1, "groups"), 0.0
		for range 200 {
			var trees []*Tree
			for range c.particles / c.equal {
				tree := other
				if rng.Float64() < .3 {
					tree = one
				}
				for range c.equal {
					trees = append(trees, tree)
				}
			}
			pass := trees
			for range c.passes - 1 {
				trees = append(trees, pass...)
			}
			for _, g := range sampleOfTrees(trees, c.particles).Together() {
				if g.Columns[0] == 2 {
					squares += g.Error * g.Error / 200
				}
			}
		}
		// the bound is five errors of 200 variances with 19 degrees of freedom
		want := math.Sqrt(.3 * .7 * float64(c.equal) / float64(c.particles))
		if got := math.Sqrt(squares); math.Abs(got/want-1) > .06 {
			t.Errorf("%+v: error %v, want %v", c, got, want)
		}
	}
}

// What all trees have in common is known no better than one of them could have changed; trees of one batch have no
// error.
func TestErrorOfWhatAllShare(t *testing.T) {
	r := sampleOfTrees(slices.Repeat([]*Tree{splitOn(0, leafOf(1), leafOf(1))}, 100), 50)
	used := r.Used()
	if g := used[2]; g.Share != 1 || math.Abs(g.Error-1./50) > 1e-12 {
		t.Errorf("used by all: %+v, want 1 +- 1/50", g)
	}
	if g := used[5]; g.Share != 0 || math.Abs(g.Error-1./50) > 1e-12 {
		t.Errorf("used by none: %+v, want 0 +- 1/50", g)
	}
	if err := r.errorsAmong([]int{0, 1}).of([]int{0}); !math.IsNaN(err) {
		t.Errorf("two trees of one batch have the error %v", err)
	}
}

// Errors of splits below another are those of shares among its trees alone. Of 40 trees in 20 batches of two, the last
// 20 split at the root on the third column, every second of them again: with all batches alike a half of the ten has
// the error 0 by batches, and so that of one in 20; where whole batches differ it is that of ten draws.
func TestErrorsOfSplits(t *testing.T) {
	none, root := Rule{Cut: -1}, Rule{Input: 1, Cut: 2}
	r := sampleOf(t, slices.Concat(slices.Repeat([]Rule{none}, 20), slices.Repeat([]Rule{root}, 20))...)
	rows, _ := r.cloud.t.all()
	deep := r.cloud.graph.resplit(root, &Tree{left: r.Trees[0], right: r.Trees[0]}, rows, 0)
	left, _ := r.cloud.t.part(rows, root)
	deep.left = r.cloud.graph.resplit(Rule{Input: 1, Cut: 0}, &Tree{left: r.Trees[0], right: r.Trees[0]}, left, 1)
	for _, c := range []struct {
		every int // so many trees after each other have the second split, as many have not
		want  float64
	}{{1, 1. / 20}, {2, math.Sqrt(.25 / 9)}} {
		for k := 20; k < 40; k++ {
			if r.Trees[k] = r.Trees[20]; k/c.every%2 == 1 {
				r.Trees[k] = deep
			}
		}
		top := r.Splits()
		if len(top) != 2 || math.Abs(top[0].Error-math.Sqrt(.25/19)) > 1e-12 {
			t.Fatalf("first splits %+v, want errors of a half among 20 batches", top)
		}
		split := &top[0]
		if split.Column < 0 {
			split = &top[1]
		}
		below, _ := r.Below(split)
		if len(below) != 2 || below[0].Probability != .5 || math.Abs(below[0].Error-c.want) > 1e-12 {
			t.Errorf("runs of %d: below %+v, want .5 +- %v", c.every, below, c.want)
		}
	}
}
