// Tests of the estimate of what was not measured, of the reasons to end, and of hard trees handed down.

package search

import (
	"math"
	"slices"
	"strings"
	"testing"

	"dcctree/core/dcc"
	"dcctree/core/hardtree"
	"dcctree/core/numeric"
	"dcctree/core/random"
	"dcctree/core/softtree"
	"dcctree/core/topology"
	"dcctree/core/verdict"
)

// runFast runs to the end.
func runFast(t *testing.T, p *dcc.Problem, set FastSettings) (*Fast, []dcc.Step) {
	t.Helper()
	f := mustFast(t, p, set)
	var steps []dcc.Step
	if err := dcc.Run(p, f, 2, func(s dcc.Step) { steps = append(steps, s) }); err != nil {
		t.Fatal(err)
	}
	return f, steps
}

// TestEstimateIsUnbiased: of the nine topologies up to four leaves some are measured; the mean of S + v/q over the
// draws of seeds is the mass of all of them, which a run measures that has no estimate.
func TestEstimateIsUnbiased(t *testing.T) {
	set := quickFast()
	set.MaxSplits, set.PriorDraws, set.MaxMeasured, set.Stop, set.Embedded = 3, 0, 9, math.Inf(1), 0
	all, _ := runFast(t, jump(), set)
	if n := len(all.Summaries()); n != 9 {
		t.Fatalf("%d topologies measured of 9", n)
	}
	set.MaxMeasured, set.Embedded, set.EmbeddedDraws, set.Unexplored = 3, 1, 400, 0
	var ratios numeric.Moments // of estimates to the truth
	for seed := range uint64(40) {
		p := jump()
		p.Seed = 100 + seed
		f, _ := runFast(t, p, set)
		u := f.Unexplored()
		if !u.Known || u.Draws != restDraws || !(u.Bound >= u.Share) || f.Ended() != dcc.MostReached {
			t.Fatalf("%+v, ended %q", u, f.Ended())
		}
		var mean numeric.Moments
		for _, v := range f.draw.finished {
			mean.Add(math.Exp(f.allMass(v, f.correction()) - all.known()))
		}
		ratios.Add(mean.Mean())
	}
	e := math.Sqrt(ratios.Variance() / 40)
	if math.Abs(ratios.Mean()-1) > 4*e || e > .1 {
		t.Errorf("estimated %.4f ± %.4f of the mass", ratios.Mean(), e)
	}
}

// TestWhatEndsTheSearchIsNotCounted: the estimate by which little is left has no part in what is stated; the first that
// is stated has draws of its own, and so has the last, which follows when the search has gone on wider.
func TestWhatEndsTheSearchIsNotCounted(t *testing.T) {
	set := quickFast()
	set.MaxSplits, set.Embedded, set.Unexplored, set.AuditShare = 8, 400, .3, .1
	p := jump()
	f, steps := runFast(t, p, set)
	var stated []int // draws that count, from the end of the search on
	low := 0         // estimates before it
	for _, s := range steps {
		switch {
		case s.Kind != dcc.Estimate:
		case s.Ended == dcc.Explored:
			stated = append(stated, s.Unexplored.Draws)
		case s.Unexplored.Bound < set.Unexplored && low == 0:
			low++
		}
	}
	if f.Ended() != dcc.Explored || low != 1 || len(stated) == 0 {
		t.Fatalf("ended %q after %d low estimates; %v draws stated", f.Ended(), low, stated)
	}
	first, last := stated[0], stated[len(stated)-1]
	if first != freshDraws || last != finalDraws {
		t.Errorf("%d draws count at the end of the search, %d at last", first, last)
	}
	u := f.Unexplored()
	if least := u.Share * (1 + embeddedUpper) / (1 + u.Share*embeddedUpper); u.Bound < least-1e-9 {
		t.Errorf("stated %.4f, at most %.4f: the errors of embedded evidence alone give %.4f", u.Share, u.Bound,
			least)
	}
}

// jump is a problem of one jump and noise: all splits but one are superfluous.
func jump() *dcc.Problem {
	rng := random.Stream(1, "jump")
	d := softtree.Data{N: 60, D: 2}
	for range d.N * d.D {
		d.X = append(d.X, rng.Float64())
	}
	for _, x := range d.X[:d.N] {
		d.Y = append(d.Y, math.Copysign(1, x-.5)+float64(.4*rng.NormFloat64()))
	}
	p := &dcc.Problem{Data: d, Settings: problem().Settings, Seed: 5}
	p.Settings.BandwidthInitial, p.Settings.BandwidthFinal, p.Settings.KeptDraws = .01, .01, 1000
	return p
}

// TestOutward: the probabilities of all topologies that a walk may end at sum to 1, and draws follow them.
func TestOutward(t *testing.T) {
	set := quickFast()
	set.MaxSplits, set.PriorDraws, set.MaxMeasured, set.Embedded = 4, 0, 2, 3
	f, _ := runFast(t, problem(), set)
	w := f.newOutward()
	var goals []topology.Topology
	level := []topology.Topology{topology.Root()}
	for range set.MaxSplits + 1 {
		var next []topology.Topology
		for _, top := range level {
			if !w.measured(top) {
				goals = append(goals, top)
			}
			for _, e := range top.Extended() {
				if !slices.Contains(next, e) {
					next = append(next, e)
				}
			}
		}
		level = next
	}
	sum, counts := 0.0, map[topology.Topology]int{}
	rng := random.Stream(1, "outward")
	const n = 4000
	for range n {
		path := w.draw(rng)
		counts[path[len(path)-1]]++
	}
	for _, top := range goals {
		p := w.probability(top)
		sum += p
		if e := math.Sqrt(p*(1-p)/n) + 1e-12; math.Abs(float64(counts[top])/n-p) > 5*e {
			t.Errorf("%v: drawn %d times of %d, probability %.4f", top, counts[top], n, p)
		}
	}
	if math.Abs(sum-1) > 1e-9 {
		t.Errorf("the probabilities sum to %v", sum)
	}
}

// TestEndings: each reason to end is given, and in words.
func TestEndings(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(*FastSettings)
		want   dcc.Ending
		words  string
	}{
		{"all measured", func(s *FastSettings) { s.MaxSplits, s.MaxMeasured, s.Stop = 1, 60, math.Inf(1) },
			dcc.Explored, "Every topology that may be measured is. The search ends: the bound is as low " +
				"as was asked for."},
		{"number", func(s *FastSettings) { s.MaxMeasured = 2 }, dcc.MostReached,
			"as many topologies as allowed"},
		{"budget", func(s *FastSettings) { s.Budget, s.MaxMeasured, s.Embedded, s.Stop = 12_000, 60, 1000, 20 },
			dcc.BudgetUsed, "its budget is used up"},
		{"no estimate", func(s *FastSettings) { s.Embedded, s.MaxMeasured, s.Stop = 0, 60, .5 }, dcc.NoneNear,
			"Measured"},
		{"no estimate, searches last", func(s *FastSettings) {
			s.Embedded, s.MaxMeasured, s.Stop, s.PriorDraws = 0, 60, 1.5, 0
		}, dcc.NoneNear, "There is no estimate"},
		{"no estimate, audits", func(s *FastSettings) {
			s.Embedded, s.MaxMeasured, s.Stop, s.AuditShare = 0, 60, .5, .5
		}, dcc.NoneNear, "Looked at"},
	} {
		set := quickFast()
		c.change(&set)
		f, steps := runFast(t, problem(), set)
		last := steps[len(steps)-1]
		if f.Ended() != c.want || !last.Done || !strings.Contains(last.In("en"), c.words) {
			t.Errorf("%s: ended %q, last words %q", c.name, f.Ended(), last.In("en"))
		}
		if (set.Embedded > 0) != f.Unexplored().Known {
			t.Errorf("%s: %+v", c.name, f.Unexplored())
		}
	}
}

// TestNoBoundWhereALimitEnds: where a limit ended the search with much left, no bound is stated; the share, and a bound
// of little, are.
func TestNoBoundWhereALimitEnds(t *testing.T) {
	for _, c := range []struct {
		odds  float64 // of what is left, by every draw
		ended dcc.Ending
		want  func(bound float64) bool
	}{
		{.5, dcc.BudgetUsed, func(b float64) bool { return b == 1 }},
		{.5, dcc.MostReached, func(b float64) bool { return b == 1 }},
		{.5, dcc.NoneNear, func(b float64) bool { return b < 1 }},
		{.05, dcc.BudgetUsed, func(b float64) bool { return b < verdict.MostUnmeasured }},
	} {
		f := mustFast(t, problem(), quickFast())
		f.sum.known, f.ended = -40, c.ended // the log mass of what was measured
		e := f.order[0]
		e.measured, e.embedded, e.logPrior, e.summary.LogEvidence = true, true, 0, -40
		for range restDraws {
			f.draw.finished = append(f.draw.finished, estimate{-40, e, -math.Log(c.odds)})
		}
		u, share := f.Unexplored(), c.odds/(1+c.odds)
		if !c.want(u.Bound) || math.Abs(u.Share-share) > 1e-9 {
			t.Errorf("odds %v, ended %q: %+v", c.odds, c.ended, u)
		}
	}
}

// TestNothingMeasurable: a run in which every search fails says that it is done.
func TestNothingMeasurable(t *testing.T) {
	f := mustFast(t, problem(), quickFast())
	var steps []dcc.Step
	for !f.Done() {
		steps = append(steps, f.Fail(f.Next()[0].ID, "its worker crashed 3 times")...)
	}
	if len(steps) != 1 || !steps[0].Done || steps[0].Ended != dcc.NoneNear || steps[0].Unexplored.Known ||
		len(f.Summaries()) != 0 {
		t.Errorf("steps %+v", steps)
	}
}

// TestFastSettingsValidate: each field is refused by name.
func TestFastSettingsValidate(t *testing.T) {
	for name, change := range map[string]func(*FastSettings){
		"MaxMeasured":   func(s *FastSettings) { s.MaxMeasured = 0 },
		"Batch":         func(s *FastSettings) { s.Batch = 0 },
		"Embedded:":     func(s *FastSettings) { s.Embedded = -1 },
		"EmbeddedDraws": func(s *FastSettings) { s.EmbeddedDraws = 1 },
		"Unexplored":    func(s *FastSettings) { s.Unexplored = math.NaN() },
		"AuditShare":    func(s *FastSettings) { s.AuditShare = -.1 },
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
	r := mustExecute(t, p, dcc.Job{ID: 1, Kind: dcc.Score, Topology: from.Key(), Task: &ScoreTask{}})
	s := fit(from, to, solutionsOf(r)[0])
	if err := checkSolutions(to, p.Data.D, []hardtree.Solution{s}); err != nil {
		t.Fatal(err)
	}
	if was := solutionsOf(r)[0]; s.Splits[0].Threshold != was.Splits[0].Threshold ||
		s.Splits[1].At != was.Splits[1].At {
		t.Errorf("the common splits changed: %+v from %+v", s, solutionsOf(r)[0])
	}
	if !s.Splits[2].Vacuous || !s.Splits[3].Vacuous {
		t.Errorf("new splits divide rows: %+v", s)
	}
	if back := fit(to, from, s); len(back.Splits) != from.Splits() || back.Splits[0].At != s.Splits[0].At {
		t.Errorf("%+v", back)
	}
}
