// Which leaves a row reaches, with numbers worked out by hand.

package baseline

import (
	"fmt"
	"math"
	"slices"
	"testing"
)

// row gives the values of one row.
func row(x ...float64) func(int) float64 { return func(j int) float64 { return x[j] } }

// three is a tree of three leaves with means 1, 2 and 3 from left to right: a split on a feature at .5, to the right of
// which one on a mixture at .4.
func three(bandwidth float64) *Draw {
	return &Draw{Bandwidth: bandwidth, Nodes: []Node{
		{Feature: 0, Threshold: .5, Left: 1, Right: 2},
		{Feature: Leaf, Mean: 1},
		{Feature: Mixed, Weights: []float64{.25, .75}, Threshold: .4, Left: 3, Right: 4},
		{Feature: Leaf, Mean: 2},
		{Feature: Leaf, Mean: 3},
	}}
}

// reached lists the leaves that a row reaches with their probabilities, by mean.
func reached(d *Draw, value func(int) float64) (means, p []float64) {
	d.Reach(value, func(leaf *Node, q float64) { means, p = append(means, leaf.Mean), append(p, q) })
	return means, p
}

// TestHardSplits: a row at a threshold itself goes left; one leaf has probability 1, the others are not visited.
func TestHardSplits(t *testing.T) {
	d := three(0)
	for _, of := range []struct{ x0, x1, leaf float64 }{
		{.5, 1, 1},                    // at the threshold
		{math.Nextafter(.5, 1), 0, 2}, // .25 x .5 = .125 is below .4
		{1, .2, 2},                    // .25 + .75 x .2 = .4 to the bit
		{1, math.Nextafter(.2, 1), 2}, // its product with .75 is rounded to the same
		{1, .21, 3},                   // .4075
		{-3, 9, 1}, {7, -2.5, 2},      // beyond the training rows: 1.75 - 1.875 < .4
		{math.Inf(1), 0, 3}, {-1e9, 0, 1}, // however far
	} {
		means, p := reached(d, row(of.x0, of.x1))
		if !slices.Equal(means, []float64{of.leaf}) || !slices.Equal(p, []float64{1}) {
			t.Errorf("row (%v, %v) reaches leaves %v with %v, want leaf %v", of.x0, of.x1, means, p, of.leaf)
		}
		if best := d.MostProbable(row(of.x0, of.x1)); best.Mean != of.leaf {
			t.Errorf("row (%v, %v): most probably leaf %v, want %v", of.x0, of.x1, best.Mean, of.leaf)
		}
	}
	if d.Leaves() != 3 || (&Draw{Nodes: []Node{{Feature: Leaf}}}).Leaves() != 1 {
		t.Errorf("%d leaves", d.Leaves())
	}
}

// TestSoftSplits: logistic(log 3) = 3/4 and logistic(-log 4) = 1/5, so leaves have 1/4, 3/4 x 4/5 and 3/4 x 1/5.
func TestSoftSplits(t *testing.T) {
	const h = .1
	d := three(h)
	x0 := .5 + h*math.Log(3)
	x1 := (.4 - h*math.Log(4) - .25*x0) / .75
	means, p := reached(d, row(x0, x1))
	if !slices.Equal(means, []float64{1, 2, 3}) {
		t.Fatalf("leaves %v", means)
	}
	for k, want := range []float64{.25, .6, .15} {
		if math.Abs(p[k]-want) > 1e-14 {
			t.Errorf("leaf %d: probability %v, want %v", k+1, p[k], want)
		}
	}
	if best := d.MostProbable(row(x0, x1)); best.Mean != 2 {
		t.Errorf("most probable leaf %v", best.Mean)
	}
	// At the threshold both sides are alike, and the left one is taken.
	stump := &Draw{Bandwidth: h, Nodes: []Node{{Feature: 0, Threshold: .5, Left: 1, Right: 2}, {Feature: Leaf, Mean: 1}, {Feature: Leaf, Mean: 2}}}
	if _, p := reached(stump, row(.5)); !slices.Equal(p, []float64{.5, .5}) {
		t.Errorf("at the threshold: %v", p)
	}
	if best := stump.MostProbable(row(.5)); best.Mean != 1 {
		t.Errorf("of equal leaves %v is taken", best.Mean)
	}
	// 800 bandwidths off the logistic function is 0 or 1 in float64: one leaf is left.
	for _, x := range []float64{.5 - 800*h, .5 + 800*h} {
		if means, p := reached(stump, row(x)); len(means) != 1 || p[0] != 1 {
			t.Errorf("far off: leaves %v with %v", means, p)
		}
	}
}

// TestStreams: stretches have random numbers of their own, which depend on all that names them.
func TestStreams(t *testing.T) {
	seen := map[uint64]string{}
	for seed := range uint64(2) {
		for _, method := range []string{"cgm", "wu"} {
			for chain := range 12 {
				for _, from := range []int{0, 1, 12} {
					name := fmt.Sprint(seed, method, chain, from)
					v := Stream(seed, method, chain, from).Uint64()
					if other, met := seen[v]; met {
						t.Errorf("%s and %s begin alike", name, other)
					}
					seen[v] = name
					if Stream(seed, method, chain, from).Uint64() != v {
						t.Errorf("%s begins differently the second time", name)
					}
				}
			}
		}
	}
}
