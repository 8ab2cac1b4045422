// This file holds the facts of runs against what the runs say, and verdicts on whole runs.

package dcc

import (
	"math"
	"testing"

	"dcctree/core/conquer"
	"dcctree/core/topology"
	"dcctree/core/verdict"
)

// TestFactsOfSummaries: what each summary becomes.
func TestFactsOfSummaries(t *testing.T) {
	shape := topology.Root().Grow(0)
	base := Summary{Topology: shape, Weight: .5, WeightError: .02, LogEvidenceError: .1, Trust: conquer.Reliable,
		Chains: 1}
	for name, c := range map[string]struct {
		change func(*Summary)
		trust  verdict.Trust
		audit  verdict.Audit
	}{
		"reliable": {func(*Summary) {}, verdict.Reliable, verdict.NotAudited},
		"exact":    {func(s *Summary) { s.Trust = conquer.Exact }, verdict.Exact, verdict.NotAudited},
		"unreliable": {func(s *Summary) { s.Trust = conquer.Unreliable }, verdict.Unreliable,
			verdict.NotAudited},
		"unknown":  {func(s *Summary) { s.Trust = conquer.Unknown }, verdict.Unknown, verdict.NotAudited},
		"no chain": {func(s *Summary) { s.Chains = 0 }, verdict.Unreliable, verdict.NotAudited},
		"clean":    {func(s *Summary) { s.Audit.Done = true }, verdict.Reliable, verdict.Clean},
		"mended": {func(s *Summary) { s.Audit = AuditReport{Done: true, Added: 3} }, verdict.Reliable,
			verdict.Clean},
		"higher": {func(s *Summary) { s.Audit = AuditReport{Done: true, Flag: Higher} },
			verdict.Reliable, verdict.Doubtful},
		"under-covered": {func(s *Summary) { s.Audit = AuditReport{Done: true, Flag: UnderCovered} },
			verdict.Reliable, verdict.Doubtful},
		"failed": {func(s *Summary) { s.Audit = AuditReport{Done: true, Flag: AuditFailed} }, verdict.Reliable,
			verdict.Failed},
	} {
		s := base
		c.change(&s)
		want := verdict.Topology{Name: "{1,2}", Weight: .5, Error: .02, Trust: c.trust, Audit: c.audit}
		if got := topologyFacts([]Summary{s})[0]; got != want {
			t.Errorf("%s: %+v, want %+v", name, got, want)
		}
	}
}

// TestFactsOfEndings: which ending is a limit.
func TestFactsOfEndings(t *testing.T) {
	for e, want := range map[Ending]verdict.Facts{
		Searching: {}, Explored: {Ended: true}, NoneNear: {Ended: true},
		BudgetUsed:  {Ended: true, Limit: verdict.BudgetLimit},
		MostReached: {Ended: true, Limit: verdict.CountLimit},
	} {
		u := Unexplored{Known: true, Share: .1, Bound: .2, Draws: 8}
		got := FactsAt(verdict.Facts{Way: verdict.Search, Limit: verdict.BudgetLimit}, nil, u, e, 3)
		if got.Ended != want.Ended || got.Limit != want.Limit || got.Auditing != 3 ||
			got.Unmeasured != (verdict.Unmeasured{Known: true, Share: .1, Bound: .2}) {
			t.Errorf("%q: %+v", e, got)
		}
	}
}

// TestStatedErrors: those of weights that rest on unreliable evidence are not known; nothing else changes.
func TestStatedErrors(t *testing.T) {
	all := []Summary{{Weight: .9, WeightError: .02, Trust: conquer.Reliable, Chains: 1},
		{Weight: .1, WeightError: .02, Trust: conquer.Unreliable, Chains: 1}}
	if got := Stated(all); !math.IsNaN(got[0].WeightError) || !math.IsNaN(got[1].WeightError) ||
		got[0].Weight != .9 || all[0].WeightError != .02 || ErrorsHold(all) {
		t.Errorf("%+v", got)
	}
	all[1].Trust = conquer.Reliable
	if got := Stated(all); got[0].WeightError != .02 || got[1].WeightError != .02 || !ErrorsHold(all) {
		t.Errorf("%+v", got)
	}
}

// TestFactsOfChains: before a step nothing is known.
func TestFactsOfChains(t *testing.T) {
	s := mustNew(t, problem())
	if v := verdict.Judge(s.Facts()); v.Outcome != verdict.NotKnown || s.Facts().Way != verdict.Chains {
		t.Errorf("chains before a step: %q", v.In("en"))
	}
}
