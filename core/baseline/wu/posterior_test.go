// Tests that chains visit every tree as often as its posterior says, and that chains with a wrong ratio do not.

package wu

import (
	"math"
	"testing"

	"dcctree/core/baseline/hard"
	"dcctree/core/baseline/hard/hardtest"
	"dcctree/core/random"
	"dcctree/core/tree"
)

type exactCase struct {
	name       string
	regression bool
	// with 10 rows and 3 in every leaf there are at most 3 leaves, with 5 rows at most 5: nothing is left out
	rows, min int
	with      func(*Settings)
}

var exactCases = []exactCase{
	{"regression, up to 3 leaves", true, 10, 3, nil},
	{"regression, up to 5 leaves", true, 5, 1, nil},
	{"regression, values as thresholds", true, 5, 1, func(s *Settings) { s.Thresholds = Observed }},
	{"regression, one sigma", true, 5, 1, func(s *Settings) { s.Leaf.PerLeaf = false }},
	{"regression, structures alike", true, 5, 1, func(s *Settings) { s.Free = true }},
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
		keys, logs, index[tree.Key] = append(keys, tree.Key),
			append(logs, logPosterior(c.settings, data, tree)), k
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

// TestPosteriorOfTrees makes some 1,000 comparisons: by chance alone one in ten seeds has a deviation of 4 standard
// errors.
func TestPosteriorOfTrees(t *testing.T) {
	for _, e := range exactCases {
		if worst := e.visit(t, 100, 3000, nil); math.Abs(worst.Z()) > 4 {
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
		if worst := exactCases[1].visit(t, 60, 3000, mutant.measure); math.Abs(worst.Z()) < 6 {
			t.Errorf("%s: not noticed: %v", mutant.name, worst)
		}
	}
}

// TestDraws compares the means over draws of a leaf's parameters with the posterior's: of a normal with n = .4, mu_0 =
// .5 (.4 x .5 + sum of y)/(.4 + rows), of the second class (.6 + rows of it)/(1.2 + rows). Cut 1 of the first feature
// is between .1 and .35.
func TestDraws(t *testing.T) {
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
		value := func(n tree.Node) float64 {
			_, _, mean, _, p := hardtest.Fields(n)
			if regression {
				return mean
			}
			return p[1]
		}
		rng := random.Stream(2, "draws")
		var sum, squares [2]float64
		lower := 0
		for range draws {
			d := c.Draws(nil, rng)[0]
			nodes := d.Tree.Nodes
			if d.Tree.Leaves() != 2 || nodes[0].Rule.Main() != 0 || nodes[0].Right != 2 {
				t.Fatalf("not the tree: %+v", nodes)
			}
			h := nodes[0].Rule.Cut()
			if !(h >= .1 && h < .35) {
				t.Fatalf("threshold %v is outside of its interval", h)
			}
			if h < .225 {
				lower++
			}
			for k := range 2 {
				v := value(nodes[k+1])
				sum[k] += v
				squares[k] += v * v
			}
		}
		expected := c.Expected()
		for k := range 2 {
			mean := sum[k] / draws
			se := math.Sqrt((squares[k]/draws - mean*mean) / draws)
			if math.Abs(mean-want[k]) > 4*se {
				t.Errorf("regression %v, leaf %d: mean %v, want %v +- %v", regression, k, mean, want[k],
					se)
			}
			if got := value(expected.Tree.Nodes[k+1]); math.Abs(got-want[k]) > 1e-15 {
				t.Errorf("regression %v, leaf %d: expected %v, want %v", regression, k, got, want[k])
			}
		}
		if share := float64(lower) / draws; math.Abs(share-.5) > 4*.5/math.Sqrt(draws) {
			t.Errorf("%v of the thresholds are in the lower half of their interval", share)
		}
	}
}

func TestThresholds(t *testing.T) {
	for thresholds, want := range map[string][2]float64{Observed: {.1, .1}, Halfway: {.225, .225},
		Uniform: {math.NaN(), .225}} {
		c := small(t, true, 5, func(s *Settings) { s.Thresholds = thresholds })
		if err := c.tree.SetRules([]hard.Rule{rule(0, 1), stop, stop}); err != nil {
			t.Fatal(err)
		}
		got := c.Draws(nil, random.Stream(1, "thresholds"))[0].Tree.Nodes[0].Rule.Cut()
		if thresholds != Uniform && math.Abs(got-want[0]) > 1e-15 {
			t.Errorf("%s: drawn %v, want %v", thresholds, got, want[0])
		}
		if got := c.Expected().Tree.Nodes[0].Rule.Cut(); math.Abs(got-want[1]) > 1e-15 {
			t.Errorf("%s: expected %v, want %v", thresholds, got, want[1])
		}
	}
}
