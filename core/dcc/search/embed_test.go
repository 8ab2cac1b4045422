// Tests of which topologies are embedded, from what, and with how many draws.

package search

import (
	"maps"
	"slices"
	"testing"

	"dcctree/core/conquer"
	"dcctree/core/dcc"
	"dcctree/core/topology"
)

// TestSuperfluousIsEmbedded: of a problem of one jump the trees with further splits are embedded, not measured, until
// little is left, and each rests on what was measured before it.
func TestSuperfluousIsEmbedded(t *testing.T) {
	set := DefaultFastSettings()
	set.AuditShare = 0
	f, _ := runFast(t, jump(), set)
	measured, doubted := 0, 0.0
	for _, s := range f.Summaries() {
		if s.Method != conquer.Embedded {
			measured++
		}
		if !s.Reliable() {
			doubted += s.Weight
		}
	}
	if measured > 3 || f.embedded < 20 || doubted > .05 {
		t.Errorf("%d measured, %d embedded, %.3f of the weight not reliable", measured, f.embedded, doubted)
	}
	if u := f.Unexplored(); f.Ended() != dcc.Explored || !u.Known || u.Bound >= set.Unexplored {
		t.Errorf("ended %q, %+v", f.Ended(), u)
	}
	for _, s := range f.Summaries() {
		if s.Method == conquer.Embedded && (s.Draws < fewestDraws || s.Draws > mostAgain*set.EmbeddedDraws) {
			t.Errorf("%v by %d draws", s.Topology, s.Draws)
		}
	}
}

// TestExtendedIsDrawnAfresh: before any topology is extended those that will be and have fewer draws than their weight
// asks for are drawn afresh, once; what is too light to be extended, has enough or was measured by itself is not.
func TestExtendedIsDrawnAfresh(t *testing.T) {
	f, all := posed(t, .5, .9, .05, .005, .0005, .1)
	f.set.EmbeddedDraws, f.taken = 128, len(all)
	for i, draws := range []int{0, fewestDraws, fewestDraws, fewestDraws, f.set.EmbeddedDraws} {
		e := all[i]
		e.sample, e.embedded, e.summary.Draws = make([]float64, e.pool.Dim), i > 0, draws
	}
	f.ended = dcc.Searching
	asked := func() map[string]int {
		f.batch = nil
		f.enqueuePromising()
		out := map[string]int{}
		for _, j := range f.batch {
			out[j.Topology] = j.Task.(*EmbedTask).Draws
		}
		return out
	}
	// Of all of 1.0555 the share .05 is above allDraws; 128 times the root of .005 / 1.0555 / .02 is 62.
	want := map[string]int{all[1].topology.Key(): f.set.EmbeddedDraws,
		all[2].topology.Key(): 62}
	if got := asked(); !maps.Equal(got, want) {
		t.Errorf("asked for %v, want %v", got, want)
	}
	for key := range asked() {
		if want[key] > 0 {
			t.Errorf("%v is drawn afresh twice", key)
		}
	}
}

// TestReductionsAreTheBest: at most so many, those far below the best left out, the best first.
func TestReductionsAreTheBest(t *testing.T) {
	f := mustFast(t, jump(), quickFast())
	top, err := topology.FromLeaves([]int{7, 8, 9, 10, 5, 6})
	if err != nil {
		t.Fatal(err)
	}
	for k, r := range f.shapes.reduced(top) {
		e := f.add(r.topology)
		e.measured, e.summary.LogEvidence, e.sample = true, -float64(k)/2, []float64{0}
		if k == 0 {
			e.summary.LogEvidence = -poorReduction - 1
		}
	}
	got := f.reductions(top)
	if len(got) == 0 || len(got) > mostReductions {
		t.Fatalf("%d reductions", len(got))
	}
	for k, r := range got {
		if r.LogZ <= got[0].LogZ-poorReduction || k > 0 && r.LogZ > got[k-1].LogZ {
			t.Errorf("reduction %d: %v", k, r.LogZ)
		}
	}
	f.set.Embedded = 0
	if len(f.reductions(top)) != 0 {
		t.Error("reductions where nothing is embedded")
	}
}

// TestDoubtfulDrawsAreNotMeasuredFrom: a topology is measured from the draws of those reductions alone whose evidence
// can be relied on; embedded draws, whose trust follows their sources, come from all.
func TestDoubtfulDrawsAreNotMeasuredFrom(t *testing.T) {
	f, all := posed(t, .5, .5, .3)
	for _, e := range all {
		e.sample = make([]float64, e.pool.Dim)
	}
	sources := func(from []conquer.Reduction, of topology.Topology) (all []topology.Topology) {
		for _, r := range from {
			reduced, _ := of.Reduce(r.Split)
			if !slices.Contains(all, reduced) {
				all = append(all, reduced)
			}
		}
		return all
	}
	larger := all[1].topology.Grow(all[1].topology.Growable()[0])
	if got := sources(f.sound(larger), larger); !slices.Equal(got, []topology.Topology{all[1].topology}) {
		t.Fatalf("from %v, want %v", got, all[1].topology)
	}
	all[1].embedded, all[1].summary.Method, all[1].summary.Trust = true, conquer.Embedded, conquer.Unreliable
	if got := f.sound(larger); len(got) > 0 {
		t.Errorf("from %v, which is in doubt", sources(got, larger))
	}
	if got := sources(f.reductions(larger), larger); len(got) != 1 {
		t.Errorf("embedded from %v", got)
	}
}

// TestBetter: a reliable measurement takes the place of embedded draws, one of a smaller error does, and so does one
// that is higher by more than two errors of both, which is then what is not relied upon.
func TestBetter(t *testing.T) {
	e := &fastEntry{summary: dcc.Summary{LogEvidence: -52, LogEvidenceError: .3}}
	for _, c := range []struct {
		name        string
		logZ, error float64
		trust       conquer.Trust
		want        bool
	}{
		{"reliable", -53, .29, conquer.Reliable, true},
		{"reliable and of a large error", -52, .31, conquer.Reliable, false},
		{"of a smaller error", -53, .29, conquer.Unreliable, true},
		{"poorer", -51.2, .4, conquer.Unreliable, false},
		{"higher by 2.2 errors of both", -50.9, .4, conquer.Unreliable, true},
		{"lower by 2.2 errors of both", -53.1, .4, conquer.Unreliable, false},
	} {
		m := &dcc.Measured{Evidence: dcc.Evidence{LogZ: c.logZ, LogZError: c.error, Trust: c.trust}}
		if got := new(Fast).better(e, m); got != c.want {
			t.Errorf("%s: %t", c.name, got)
		}
	}
}
