// Tests of which topologies are looked at again.

package search

import (
	"math"
	"slices"
	"testing"

	"dcctree/core/conquer"
	"dcctree/core/dcc"
	"dcctree/core/topology"
)

// posed is a run that has ended with the given weights of root-like trees that grow by one leaf each, all reliable.
func posed(t *testing.T, share float64, weights ...float64) (*Fast, []*fastEntry) {
	t.Helper()
	set := quickFast()
	set.AuditShare = share
	f := mustFast(t, problem(), set)
	f.ended, f.order, f.found, f.batch = dcc.NoneNear, nil, map[topology.Topology]*fastEntry{}, nil
	top := topology.Root()
	for _, w := range weights {
		top = top.Grow(top.Growable()[0])
		e := f.add(top)
		e.measured, e.logPrior = true, 0
		e.summary = dcc.Summary{Topology: top, LogEvidence: math.Log(w), LogEvidenceError: .05, Chains: 1,
			Trust: conquer.Reliable, Method: conquer.HardTrees}
	}
	return f, f.order
}

// asked plans audits and returns the numbers of the entries, which it marks as audited.
func asked(f *Fast) (numbers []int) {
	f.batch = nil
	f.planAudits()
	for _, j := range f.batch {
		for i, e := range f.order {
			if e.topology.Key() == j.Topology {
				numbers = append(numbers, i)
				e.audited = true
			}
		}
	}
	slices.Sort(numbers)
	return numbers
}

// TestAuditsByShare: the heaviest are looked at until the share was and none is heavy by itself, and then no more.
func TestAuditsByShare(t *testing.T) {
	for _, c := range []struct {
		share float64
		want  []int
	}{{0, nil}, {.2, []int{0, 1}}, {.5, []int{0, 1}}, {.8, []int{0, 1, 2}}, {1, []int{0, 1, 2, 3, 4, 5}}} {
		f, _ := posed(t, c.share, .4, .3, .15, .06, .05, .025, .01, .005)
		if got := asked(f); !slices.Equal(got, c.want) {
			t.Errorf("share %v: audits of %v, want %v", c.share, got, c.want)
		}
		if again := asked(f); len(again) > 0 {
			t.Errorf("share %v: and then of %v", c.share, again)
		}
	}
}

// TestAuditsOfTheDoubtful: what is unreliable and over 2 % is looked at, unless by tempered particles; the exact never.
func TestAuditsOfTheDoubtful(t *testing.T) {
	f, e := posed(t, .5, .6, .2, .1, .05, .04, .01)
	e[1].summary.Trust = conquer.Exact
	e[2].summary.Trust = conquer.Unreliable
	e[3].summary.Trust, e[3].summary.Method = conquer.Unreliable, conquer.Tempered
	e[4].summary.Trust, e[4].summary.Method = conquer.Unknown, conquer.Modes
	e[5].summary.Trust = conquer.Unreliable
	if got := asked(f); !slices.Equal(got, []int{0, 2, 4}) {
		t.Errorf("audits of %v, want 0, 2 and 4", got)
	}
	f, e = posed(t, .5, .6, .2, .2)
	e[0].summary.Trust = conquer.Exact
	if got := asked(f); got != nil {
		t.Errorf("audits of %v where more than half is exact", got)
	}
}

// TestAuditsBesideTheMoved: the neighbors of what an audit moved by more than 3 errors are looked at, too, and there
// are six audits at most.
func TestAuditsBesideTheMoved(t *testing.T) {
	for _, c := range []struct {
		former float64 // nats below
		want   []int
	}{{.1, nil}, {1, []int{1, 2}}} {
		f, e := posed(t, .5, .6, .15, .1, .05)
		asked(f)
		e[0].summary.Audit = dcc.AuditReport{Done: true, Added: 2, Former: e[0].summary.LogEvidence - c.former,
			FormerError: .05}
		e[0].near, e[2].near = []*fastEntry{e[1]}, []*fastEntry{e[0]}
		if got := asked(f); !slices.Equal(got, c.want) {
			t.Errorf("moved by %v: audits of %v, want %v", c.former, got, c.want)
		}
	}
	f, e := posed(t, .5, slices.Repeat([]float64{.1}, 10)...)
	for _, entry := range e {
		entry.summary.Trust = conquer.Unreliable
	}
	if got := asked(f); len(got) != mostAudits {
		t.Errorf("%d audits", len(got))
	}
}

// TestErrorHasWhatAnAuditLacks: the error of the log evidence, and with it that of the weight, holds what the states of
// an audit still lack, and the measurement's own stays as it is.
func TestErrorHasWhatAnAuditLacks(t *testing.T) {
	f, e := posed(t, .5, .6, .4)
	before := f.Summaries()
	e[0].summary.Audit = dcc.AuditReport{Done: true, States: 200, Exceeding: 12, Added: 2}
	after := f.Summaries()
	if got, want := after[0].LogEvidenceError, math.Hypot(.05, .12); math.Abs(got-want) > 1e-15 {
		t.Errorf("error %v, want %v", got, want)
	}
	if !(after[0].WeightError > before[0].WeightError) || after[0].Weight != before[0].Weight {
		t.Errorf("weight %v ± %v, without the audit %v ± %v", after[0].Weight, after[0].WeightError,
			before[0].Weight, before[0].WeightError)
	}
	if after[1].LogEvidenceError != .05 || e[0].summary.LogEvidenceError != .05 {
		t.Errorf("errors %v and %v, want .05", after[1].LogEvidenceError, e[0].summary.LogEvidenceError)
	}
}
