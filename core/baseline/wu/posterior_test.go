// Tests that chains visit every tree as often as its posterior says, and that chains with a wrong ratio do not.

package wu

import (
	"math"
	"testing"

	"dcctree/core/baseline/hard"
	"dcctree/core/baseline/hard/hardtest"
	"dcctree/core/random"
)

type exactCase struct {
	name       string
	regression bool
	rows, min  int // with 10 rows and 3 in every leaf there are at most 3 leaves, with 5 rows at most 5: nothing is left out
	with       func(*Settings)
}

var exactCases = []exactCase{
	{"regression, up to 3 leaves", true, 10, 3, nil},
	{"regression, up to 5 leaves", true, 5, 1, nil},
	{"regression, values as thresholds", true, 5, 1, func(s *Settings) { s.Thresholds = Observed }},
	{"regression without restructure", true, 5, 1, withoutRestructure},
	{"two classes, up to 3 leaves", false, 10, 3, nil},
	{"two classes, up to 5 leaves", false, 5, 1, nil},
	{"two classes without restructure", false, 5, 1, withoutRestructure},
}

func withoutRestructure(s *Settings) { s.Change, s.Restructure = s.Change+s.Restructure, 0 }

// visit runs a chain and returns the largest deviation of a tree's share.
func (e exactCase) visit(t *testing.T, batches, per int, measure func(int, *ratio) float64) hardtest.Deviation {
	c := small(t, e.regression, e.rows, func(s *Settings) {
		s.MinLeaf = e.min
		if e.with != nil {
			e.with(s)
		}
	})
	if measure != nil {
		c.measure = measure
	}
	data := smallData(e.regression, e.rows)
	var keys []string
	var logs []float64
	index := map[string]int{}
	for k, tree := range hardtest.Enumerate(data, e.rows/e.min, e.min) {
		keys, logs, index[tree.Key] = append(keys, tree.Key), append(logs, logPosterior(c.settings, data, tree)), k
	}
	rng := random.Stream(11, "visit", e.name)
	counts := make([][]int, batches)
	at := 0
	for b := range counts {
		counts[b] = make([]int, len(keys))
		for step := range per {
			if info := c.Step(rng); info.Accepted || step == 0 {
				at = index[hardtest.Key(c.tree.AppendRules(nil, 0))]
			}
			counts[b][at]++
		}
	}
	return hardtest.Worst(hardtest.Frequencies(keys, hardtest.Normalize(logs), counts, per))
}

func TestPosteriorOfTrees(t *testing.T) {
	for _, e := range exactCases {
		if worst := e.visit(t, 60, 10000, nil); math.Abs(worst.Z()) > 4 {
			t.Errorf("%s: %v", e.name, worst)
		}
	}
}

// TestWrongRatios runs the same comparison on chains that are wrong.
func TestWrongRatios(t *testing.T) {
	for _, mutant := range []struct {
		name    string
		measure func(move int, r *ratio) float64
	}{
		{"without the structure's prior", func(_ int, r *ratio) float64 {
			return r.log() - (r.next.structure - r.now.structure)
		}},
		{"without the rules' prior", func(_ int, r *ratio) float64 {
			return r.log() - (r.next.rules - r.now.rules)
		}},
		{"restructure without proposal probabilities", func(m int, r *ratio) float64 {
			if m == restructure {
				return r.log() - (r.backward - r.forward)
			}
			return r.log()
		}},
		{"restructure without the way back", func(m int, r *ratio) float64 {
			if m == restructure {
				return r.log() - r.backward
			}
			return r.log()
		}},
		{"grow and prune without the choice of a pair", func(m int, r *ratio) float64 {
			switch m {
			case grow:
				return r.log() - r.backward + math.Log(.3)
			case prune:
				return r.log() + r.forward - math.Log(.3)
			}
			return r.log()
		}},
		{"grow and prune with each other's probability", func(m int, r *ratio) float64 {
			switch m {
			case grow:
				return r.log() - 2*math.Log(.3/.2)
			case prune:
				return r.log() + 2*math.Log(.3/.2)
			}
			return r.log()
		}},
	} {
		if worst := exactCases[1].visit(t, 20, 10000, mutant.measure); math.Abs(worst.Z()) < 6 {
			t.Errorf("%s: not noticed: %v", mutant.name, worst)
		}
	}
}

// TestLeavesDrawn compares the means over draws of a leaf's parameters with the posterior's: of a normal with n = .4, mu_0 = .5
// (.4 x .5 + sum of y)/(.4 + rows), of the second class (.6 + rows of it)/(1.2 + rows).
func TestLeavesDrawn(t *testing.T) {
	const draws = 20000
	for _, regression := range []bool{true, false} {
		c := small(t, regression, 5, nil)
		if err := c.tree.SetRules([]hard.Rule{rule(0, 1), stop, stop}); err != nil {
			t.Fatal(err)
		}
		c.now = c.terms(c.tree.Nodes())
		want := [2]float64{(.4*.5 + .2 - .4) / 2.4, (.4*.5 + 1.3 + 1.1 + 2.4) / 3.4}
		if !regression {
			want = [2]float64{.6 / 3.2, (.6 + 2) / 4.2}
		}
		rng := random.Stream(2, "draws")
		var sum, squares [2]float64
		var between int
		for range draws {
			d := c.Draws(nil, rng)[0]
			if d.Leaves() != 2 || d.Nodes[0].Feature != 0 || d.Nodes[0].Left != 1 || d.Nodes[0].Right != 2 {
				t.Fatalf("not the tree: %+v", d.Nodes)
			}
			if h := d.Nodes[0].Threshold; !(h >= .1 && h < .35) {
				t.Fatalf("threshold %v is outside of its interval", h)
			} else if h < .225 {
				between++
			}
			for k := range 2 {
				v := d.Nodes[k+1].Mean
				if !regression {
					v = d.Nodes[k+1].Probabilities[1]
				}
				sum[k] += v
				squares[k] += v * v
			}
		}
		for k := range 2 {
			mean := sum[k] / draws
			se := math.Sqrt((squares[k]/draws - mean*mean) / draws)
			if math.Abs(mean-want[k]) > 4*se {
				t.Errorf("regression %v, leaf %d: mean %v, want %v +- %v", regression, k, mean, want[k], se)
			}
		}
		if share := float64(between) / draws; math.Abs(share-.5) > 4*.5/math.Sqrt(draws) {
			t.Errorf("%v of the thresholds are in the lower half of their interval", share)
		}
	}
}
