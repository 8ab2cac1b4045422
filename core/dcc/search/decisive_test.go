// Tests of what follows the search.

package search

import (
	"maps"
	"math"
	"slices"
	"testing"

	"dcctree/core/conquer"
	"dcctree/core/dcc"
	"dcctree/core/hardtree"
	"dcctree/core/numeric"
	"dcctree/core/topology"
)

// TestWhatDecidesIsMeasured: after the search embedded topologies of decisive weight are measured by themselves,
// outside of its budget, until none is left or as many were as are allowed, and the steps say that the search has
// ended.
func TestWhatDecidesIsMeasured(t *testing.T) {
	set := DefaultFastSettings()
	set.AuditShare, set.Embedded = .1, 60
	f, steps := runFast(t, jump(), set)
	ended, after := false, 0
	for _, s := range steps {
		if ended && s.Kind == dcc.Measure {
			after++
		}
		ended = ended || s.Ended != dcc.Searching
	}
	if after == 0 || after != f.decisive || after > mostDecisive {
		t.Errorf("%d measured after the search, %d counted", after, f.decisive)
	}
	left := 0
	for _, s := range f.Summaries() {
		if s.Weight >= decisiveShare && s.Method == conquer.Embedded {
			left++
		}
	}
	if left > 0 && f.decisive < mostDecisive {
		t.Errorf("%d are left to embedded draws, %d were measured", left, f.decisive)
	}
	if f.AuditGradients() == 0 || f.Gradients()-f.AuditGradients() > f.budget() {
		t.Errorf("%d of %d after the search, budget %d", f.AuditGradients(), f.Gradients(), f.budget())
	}
	set.AuditShare = 0
	without, _ := runFast(t, jump(), set)
	if without.decisive > 0 || without.Gradients() != f.Gradients()-f.AuditGradients() {
		t.Errorf("without audits %d were measured, %d units, want %d", without.decisive, without.Gradients(),
			f.Gradients()-f.AuditGradients())
	}
}

// TestSearchGoesOnWider: where the search ends because it had as many embedded topologies as it may, more of them come
// after it, so many times as many at most, outside of its budget, and leave less unmeasured; without what follows the
// search there are none.
func TestSearchGoesOnWider(t *testing.T) {
	set := DefaultFastSettings()
	set.AuditShare, set.Embedded, set.Unexplored = .1, 40, .001
	f, _ := runFast(t, jump(), set)
	set.AuditShare = 0
	without, _ := runFast(t, jump(), set)
	if without.Ended() != dcc.MostReached || without.embedded < set.Embedded {
		t.Fatalf("the search ended with %q, %d embedded", without.Ended(), without.embedded)
	}
	drawn := (restDraws + finalDraws) * f.set.MaxSplits // by estimates, with what lies on the way
	if f.embedded <= without.embedded || f.embedded > widerEmbedded*set.Embedded+drawn {
		t.Errorf("%d embedded, %d by the search", f.embedded, without.embedded)
	}
	if got, want := f.Gradients()-f.AuditGradients(), without.Gradients(); got != want {
		t.Errorf("%d units by the search, want %d", got, want)
	}
	if now, before := f.Unexplored(), without.Unexplored(); !now.Known || now.Share >= before.Share {
		t.Errorf("unmeasured %+v, before %+v", now, before)
	}
}

// TestOutdatedIsEmbeddedAnew: where a source has moved by more than counts at the weight, and not before its own
// sources are up to date.
func TestOutdatedIsEmbeddedAnew(t *testing.T) {
	for _, c := range []struct {
		weight, moved float64
		want          bool
	}{{.02, .2, true}, {.02, .05, false}, {.001, .2, false}, {.001, .4, true}, {.0001, .4, false}} {
		f, all := posed(t, .5, .9, c.weight, .02)
		all[1].embedded, all[1].from = true, []source{{all[0], all[0].summary.LogEvidence - c.moved}}
		if f.outdated(all[1]) != c.want {
			t.Errorf("weight %v, moved by %v: outdated %v", c.weight, c.moved, !c.want)
		}
		all[2].embedded, all[2].from = true, []source{{all[1], all[1].summary.LogEvidence - 1}}
		f.planDecisive()
		asked := map[string]bool{}
		for _, j := range f.batch {
			if j.Kind == dcc.Embed {
				asked[j.Topology] = true
			}
		}
		if asked[all[1].topology.Key()] != c.want || asked[all[2].topology.Key()] == c.want {
			t.Errorf("weight %v, moved by %v: asked for %v", c.weight, c.moved, asked)
		}
	}
}

// TestHeavyEmbeddedAreSurer: after the search what is embedded has as many draws as its weight asks for, once; what is
// light, has nearly as many, or was measured by itself is left as it is.
func TestHeavyEmbeddedAreSurer(t *testing.T) {
	f, all := posed(t, .5, .9, .02, .0025, .0001, .0025)
	f.set.EmbeddedDraws, f.taken = 128, len(all)
	for i, draws := range []int{1500, 128, 48, 16, 200} {
		e := all[i]
		e.sample, e.embedded, e.summary.Draws = make([]float64, e.pool.Dim), i > 0, draws
	}
	if !f.enqueueSurer() {
		t.Fatal("nothing is asked for")
	}
	got := map[string]int{}
	for _, j := range f.batch {
		got[j.Topology] = j.Task.(*EmbedTask).Draws
	}
	// 512 times the root of .0025 / .9251 / .01 is 266, less than 1.5 times the 200 that the last one has.
	if want := map[string]int{all[1].topology.Key(): 512, all[2].topology.Key(): 266}; !maps.Equal(got, want) {
		t.Errorf("asked for %v, want %v", got, want)
	}
	f.batch = nil
	if f.enqueueSurer() {
		t.Errorf("asked twice: %v", f.batch)
	}
}

// TestReplaced: by the sums themselves, also where the terms are far apart.
func TestReplaced(t *testing.T) {
	for _, c := range []struct{ sum, before, after, want float64 }{
		{math.Log(5), math.Log(2), math.Log(3), math.Log(6)},
		{math.Log(5), math.Log(2), math.Inf(-1), math.Log(3)},
		{math.Log(5), math.Inf(-1), math.Log(1), math.Log(6)},
		{-900, -30, -31, -900}, // no sum has a term above it: rounding
		{-30, -1000, -900, -30},
		{-1000, -1000 + math.Log(.5), -1000 + math.Log(.25), -1000 + math.Log(.75)},
	} {
		if got := replaced(c.sum, c.before, c.after); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%v in place of %v in %v: %v, want %v", c.after, c.before, c.sum, got, c.want)
		}
	}
}

// TestEmbeddedErrorsAreWidened: by what embedded draws lack besides what their weights show, and no others.
func TestEmbeddedErrorsAreWidened(t *testing.T) {
	f, all := posed(t, 0, .6, .4)
	all[1].embedded, all[1].summary.Method = true, conquer.Embedded
	sums := f.Summaries()
	if sums[0].LogEvidenceError != .05 ||
		math.Abs(sums[1].LogEvidenceError-math.Hypot(.05, embeddedSpread)) > 1e-12 {
		t.Errorf("errors %v and %v", sums[0].LogEvidenceError, sums[1].LogEvidenceError)
	}
	if all[1].summary.LogEvidenceError != .05 {
		t.Error("the entry's own error is widened: what is embedded in it would have it twice")
	}
}

// promisedShare is what the best topology that was not measured promises by its hard trees, against all measured.
func (f *Fast) promisedShare() (most float64) {
	correction := f.correction()
	for _, e := range f.open() {
		if !e.measured {
			most = max(most, numeric.Exp(math.Min(f.worth(e, correction), f.top())-f.known()))
		}
	}
	return most
}

// TestPromisedIsMeasured: what the budget of the search did not reach and promises much is measured after it, and more
// is embedded, so that less is left.
func TestPromisedIsMeasured(t *testing.T) {
	set := DefaultFastSettings()
	set.Budget, set.Embedded, set.AuditShare = 2500, 60, 0
	before, _ := runFast(t, classProblem(), set)
	set.AuditShare = .1
	f, _ := runFast(t, classProblem(), set)
	if before.Ended() != dcc.BudgetUsed || before.promisedShare() < decisiveShare {
		t.Fatalf("the search ended with %q; the most promising has %.3f: the test shows nothing",
			before.Ended(), before.promisedShare())
	}
	if f.decisive == 0 || f.decisive < mostDecisive && f.promisedShare() >= decisiveShare {
		t.Errorf("%d measured after the search; the most promising has %.3f", f.decisive, f.promisedShare())
	}
	if now, then := f.Unexplored(), before.Unexplored(); !now.Known || then.Known && now.Share >= then.Share {
		t.Errorf("unmeasured %+v, before %+v", now, then)
	}
	if f.embedded <= before.embedded || f.failures() != nil {
		t.Errorf("%d embedded, %d before; %v left out", f.embedded, before.embedded, f.failures())
	}
}

// TestBareTopologiesAreNotEmbedded: what an estimate draws and cannot embed is no failure; the estimate takes what its
// hard trees promise for it.
func TestBareTopologiesAreNotEmbedded(t *testing.T) {
	f, _ := runFast(t, problem(), quickFast())
	e := f.add(topology.Root())
	e.measured, e.embedded, e.failed = false, false, ""
	e.solutions, e.scored = []hardtree.Solution{{Score: -3}}, true
	f.batch = nil
	f.draw.drawn = []drawn{{entry: e, path: []topology.Topology{e.topology}}}
	if f.enqueueDrawn() || !e.bare || slices.Contains(f.failures(), e.topology) {
		t.Errorf("jobs %v, bare %v, failures %v", f.batch, e.bare, f.failures())
	}
	correction := f.correction()
	if got, want := f.massOf(e, correction), math.Min(f.predict(e, correction), f.top()); got != want {
		t.Errorf("it counts as %v, want %v", got, want)
	}
}
