// Tests of what drawn trees have in common.

package alltrees

import (
	"math"
	"reflect"
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
