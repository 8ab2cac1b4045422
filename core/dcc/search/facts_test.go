// Tests of what a verdict is made of.

package search

import (
	"slices"
	"strings"
	"testing"

	"dcctree/core/dcc"
	"dcctree/core/topology"
	"dcctree/core/verdict"
	"dcctree/core/words"
)

// TestFactsOfRuns: a first look, one whose work was given up, and one in which a measurement gave nothing.
func TestFactsOfRuns(t *testing.T) {
	f, _ := runFast(t, problem(), quickFast())
	facts := f.Facts()
	if facts.Way != verdict.FirstLook || !facts.Ended || facts.Limit != verdict.CountLimit ||
		!facts.Unmeasured.Known || len(facts.Topologies) != len(f.Summaries()) ||
		len(facts.GivenUp)+len(facts.LeftOut) != 0 {
		t.Errorf("a first look: %+v", facts)
	}
	if v := verdict.Judge(facts); v.Outcome == verdict.Settled || v.Outcome == verdict.NotKnown {
		t.Errorf("six of many topologies: %q", v.In("en"))
	}
	p, set := problem(), quickFast()
	set.AuditShare = .2
	f = mustFast(t, p, set)
	failed, empty := "", ""
	for !f.Done() {
		for _, j := range f.Next() {
			switch {
			case j.Kind == dcc.Measure && failed == "":
				failed = j.Topology
				f.Fail(j.ID, "its worker crashed 3 times")
			case j.Kind == dcc.Measure && empty == "":
				empty = j.Topology
				f.Report(dcc.Result{ID: j.ID, Outcome: dcc.LeftOut,
					Reason: "no draw has a positive density"})
			default:
				f.Report(mustExecute(t, p, j))
			}
		}
	}
	facts = f.Facts()
	shape, _ := topology.Parse(failed)
	bare, _ := topology.Parse(empty)
	want := "the measurement of " + shape.String()
	if facts.Way != verdict.Search || !slices.Equal(words.All("en", facts.GivenUp), []string{want}) ||
		!slices.Equal(words.All("en", facts.LeftOut), []string{bare.String()}) {
		t.Errorf("%+v", facts)
	}
	if !slices.Equal(words.All("de", facts.GivenUp), []string{"der Messung von " + shape.String()}) ||
		!slices.Equal(words.All("de", facts.LeftOut), []string{bare.String()}) {
		t.Errorf("%+v", facts)
	}
	if v := verdict.Judge(facts); v.Outcome != verdict.NotSettled || !strings.Contains(v.In("en"), want) ||
		!slices.Contains(v.Plan, verdict.RunAgain) {
		t.Errorf("%q, plan %v", v.In("en"), v.Plan)
	}
}
