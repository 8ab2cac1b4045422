// Tests of what a run keeps.

package search

import (
	"math"
	"testing"

	"dcctree/core/dcc"
	"dcctree/core/dcc/internal/dcctest"
)

// TestFastRunFits: the draws of the fast mode are thinned only in a room that is too small.
func TestFastRunFits(t *testing.T) {
	run := func(numbers int) *Fast {
		f := mustFast(t, problem(), quickFast())
		f.room = numbers
		if err := dcc.Run(f.problem, f, 2, nil); err != nil {
			t.Fatal(err)
		}
		return f
	}
	wide := run(room)
	tight := run(held(wide) / 2)
	if held(tight) > held(wide)/2 {
		t.Errorf("%d numbers where there is room for %d", held(tight), held(wide)/2)
	}
	a, b := wide.Summaries(), tight.Summaries()
	for i := range a {
		a[i].Kept = b[i].Kept
	}
	if !dcctest.EqualBits(a, b) {
		t.Error("the room changes more than draws")
	}
}

func TestLargestWeights(t *testing.T) {
	w := largestWeights([]float64{math.Log(1), math.Log(4), math.Log(3)})
	if w.Count != 3 || w.Largest[0] != math.Log(4) || w.Largest[2] != 0 || math.Abs(w.Total-math.Log(8)) > 1e-12 {
		t.Errorf("%+v", w)
	}
}

// held is how many numbers of 8 bytes are kept of all topologies.
func held(f *Fast) (n int) {
	for _, e := range f.order {
		n += e.pool.Held()
	}
	return n
}
