// Tests of the estimate of what was not measured, of the reasons to end, and of hard trees handed down.

package dcc

import (
	"math"
	"slices"
	"strings"
	"testing"

	"dcctree/core/hardtree"
	"dcctree/core/numeric"
	"dcctree/core/topology"
)

// runFast runs to the end.
func runFast(t *testing.T, p *Problem, set FastSettings) (*Fast, []Step) {
	t.Helper()
	f := mustFast(t, p, set)
	var steps []Step
	if err := Run(p, f, 2, func(s Step) { steps = append(steps, s) }); err != nil {
		t.Fatal(err)
	}
	return f, steps
}

// TestUnexploredIsUnbiased: of the nine topologies up to four leaves some are measured and the others
// estimated; the mean estimate of the odds over seeds is what measuring all of them gives.
func TestUnexploredIsUnbiased(t *testing.T) {
	set := quickFast()
	set.MaxSplits, set.PriorDraws, set.MaxMeasured, set.Stop, set.Sketches = 3, 0, 9, math.Inf(1), 0
	all, _ := runFast(t, problem(), set)
	masses := map[topology.Topology]float64{}
	for _, s := range all.Summaries() {
		masses[s.Topology] = s.LogEvidence + s.LogPrior
	}
	if len(masses) != 9 {
		t.Fatalf("%d topologies measured of 9", len(masses))
	}
	set.MaxMeasured, set.Sketches, set.Unexplored = 3, 8, 0
	var difference, shares numeric.Moments
	for seed := range uint64(20) {
		p := problem()
		p.Seed = 100 + seed
		f, _ := runFast(t, p, set)
		var known, rest []float64
		for top, mass := range masses {
			if f.found[top].measured {
				known = append(known, mass)
			} else {
				rest = append(rest, mass)
			}
		}
		slices.Sort(known)
		slices.Sort(rest)
		u := f.Unexplored()
		if !u.Known || u.Draws != 8 || !(u.Bound >= u.Share) || f.Ended() != MostReached {
			t.Fatalf("%+v, ended %q", u, f.Ended())
		}
		odds := math.Exp(numeric.LogSumExp(rest) - numeric.LogSumExp(known))
		difference.Add(u.Share/(1-u.Share) - odds)
		shares.Add(odds)
	}
	e := math.Sqrt(difference.Variance() / 20)
	if math.Abs(difference.Mean()) > 4*e || e > .3*shares.Mean() {
		t.Errorf("the odds are %.4f, estimated %.4f ± %.4f higher", shares.Mean(), difference.Mean(), e)
	}
}

// TestEndings: each reason to end is given, and in words.
func TestEndings(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(*FastSettings)
		want   Ending
		words  string
	}{
		{"all measured", func(s *FastSettings) { s.MaxSplits, s.MaxMeasured, s.Stop = 1, 60, math.Inf(1) }, Explored, "Every topology that may be measured is. The search ends: the bound is as low as was asked for."},
		{"number", func(s *FastSettings) { s.MaxMeasured = 2 }, MostReached, "as many topologies as allowed"},
		{"budget", func(s *FastSettings) { s.Budget, s.MaxMeasured, s.Stop = 12_000, 60, 20 }, BudgetUsed, "its budget is used up"},
		{"no estimate", func(s *FastSettings) { s.Sketches, s.MaxMeasured, s.Stop = 0, 60, .5 }, NoneNear, "Measured"},
		{"no estimate, searches last", func(s *FastSettings) { s.Sketches, s.MaxMeasured, s.Stop, s.PriorDraws = 0, 60, 1.5, 0 }, NoneNear, "There is no estimate"},
		{"no estimate, audits", func(s *FastSettings) { s.Sketches, s.MaxMeasured, s.Stop, s.AuditShare = 0, 60, .5, .2 }, NoneNear, "Looked at"},
	} {
		set := quickFast()
		c.change(&set)
		f, steps := runFast(t, problem(), set)
		last := steps[len(steps)-1]
		if f.Ended() != c.want || !last.Done || !strings.Contains(last.Words(), c.words) {
			t.Errorf("%s: ended %q, last words %q", c.name, f.Ended(), last.Words())
		}
		if (set.Sketches > 0) != f.Unexplored().Known {
			t.Errorf("%s: %+v", c.name, f.Unexplored())
		}
	}
}

// TestNothingMeasurable: a run in which every search fails says that it is done.
func TestNothingMeasurable(t *testing.T) {
	f := mustFast(t, problem(), quickFast())
	var steps []Step
	for !f.Done() {
		steps = append(steps, f.Fail(f.Next()[0].ID, "its worker crashed 3 times")...)
	}
	if len(steps) != 1 || !steps[0].Done || steps[0].Ended != NoneNear || steps[0].Unexplored.Known || len(f.Summaries()) != 0 {
		t.Errorf("steps %+v", steps)
	}
}

// TestFastSettingsValidate: each field is refused by name.
func TestFastSettingsValidate(t *testing.T) {
	for name, change := range map[string]func(*FastSettings){
		"MaxMeasured":   func(s *FastSettings) { s.MaxMeasured = 0 },
		"Batch":         func(s *FastSettings) { s.Batch = 0 },
		"Sketches":      func(s *FastSettings) { s.Sketches = 1 },
		"Unexplored":    func(s *FastSettings) { s.Unexplored = math.NaN() },
		"AuditShare":    func(s *FastSettings) { s.AuditShare = 0 },
		"Budget":        func(s *FastSettings) { s.Budget = -1 },
		"MaxSplits":     func(s *FastSettings) { s.MaxSplits = 65 },
		"PriorDraws":    func(s *FastSettings) { s.PriorDraws = -1 },
		"Stop":          func(s *FastSettings) { s.Stop = -1 },
		"StartsHandled": func(s *FastSettings) { s.StartsHandled = 0 },
	} {
		set := DefaultFastSettings()
		change(&set)
		if _, err := NewFast(problem(), set); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestFitHandsDown: a hard tree fitted to another topology keeps the splits that both have.
func TestFitHandsDown(t *testing.T) {
	from, _ := topology.FromLeaves([]int{3, 9, 10, 2})
	to, _ := topology.FromLeaves([]int{7, 8, 4, 5, 6})
	p := problem()
	r := mustExecute(t, p, Job{ID: 1, Kind: Score, Topology: from.Key()})
	s := fit(from, to, r.Solutions[0])
	if err := checkSolutions(to, p.Data.D, []hardtree.Solution{s}); err != nil {
		t.Fatal(err)
	}
	if s.Feature[0] != r.Solutions[0].Feature[0] || s.Threshold[0] != r.Solutions[0].Threshold[0] || s.Threshold[1] != r.Solutions[0].Threshold[1] {
		t.Errorf("the common splits changed: %+v from %+v", s, r.Solutions[0])
	}
	if !s.Vacuous[2] || !s.Vacuous[3] {
		t.Errorf("new splits divide rows: %+v", s)
	}
	if back := fit(to, from, s); len(back.Feature) != from.Splits() || back.Threshold[0] != s.Threshold[0] {
		t.Errorf("%+v", back)
	}
}
