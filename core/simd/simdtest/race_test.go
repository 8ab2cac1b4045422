// Tests of the timing, by a clock that the candidates themselves move.

package simdtest

import (
	"math"
	"testing"
)

func TestMeasure(t *testing.T) {
	now, fast, slow := 0.0, 0, 0
	tiered := func() { // three times as slow for the first 5000 calls
		fast++
		now += 1e-5
		if fast <= 5000 {
			now += 2e-5
		}
	}
	r := Measure("two", func() float64 { now += 1e-9; return now }, Candidate{"tiered", tiered},
		Candidate{"slow", func() { slow++; now += .5 }})
	if got := r.Median("tiered"); math.Abs(got-1e-5) > 1e-8 {
		t.Errorf("warm it takes %v, want 1e-5", got)
	}
	if first := r.Timings[0]; first.ColdCalls != coldCalls || math.Abs(first.Cold-3e-5) > 1e-8 {
		t.Errorf("the first %d calls took %v each, want 1000 of 3e-5", first.ColdCalls, first.Cold)
	}
	if second := r.Timings[1]; second.ColdCalls != 4 || math.Abs(r.Median("slow")-.5) > 1e-6 {
		t.Errorf("slow: %d cold calls, %v a call, want 4 and .5", second.ColdCalls, r.Median("slow"))
	}
	if !math.IsNaN(r.Median("none")) || len(r.Calibration) != 2*Rounds || len(r.Timings[0].Warm) != Rounds {
		t.Errorf("%d calibrations, %d rounds", len(r.Calibration), len(r.Timings[0].Warm))
	}
}

// TestShapes: trees of every size, as deep and as flat as can be, for every task that samples.
func TestShapes(t *testing.T) {
	leaves := map[int]int{}
	for _, w := range Shapes() {
		leaves[w.Spec.Topology.Leaves()]++
		if len(w.Rows.X) != w.Spec.Rows*w.Spec.Features {
			t.Errorf("%s: %d inputs", w.Name, len(w.Rows.X))
		}
	}
	if leaves[2] != 3 || leaves[4] != 6 || leaves[8] != 6 || leaves[16] != 6 {
		t.Errorf("shapes by leaves: %v", leaves)
	}
}
