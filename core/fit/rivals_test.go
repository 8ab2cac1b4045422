// Tests of what rivals make of texts and gaps.

package fit

import (
	"math"
	"testing"

	"dcctree/core/alltrees"
)

// A label that no row of the fold has stands where the mean of all rows does, not below all others; a gap, and a label
// that is new, where the median row does.
func TestOrderedTexts(t *testing.T) {
	gap := math.NaN()
	f := &fold{y: alltrees.Response{Values: []float64{1000, 1010, 1001, 1009, 1011, 1008}}}
	number := f.ordered(&alltrees.Column{Levels: 4, Values: []float64{0, 3, 0, 3, gap, 2}})
	// by mean responses: label 0 (1000.5), label 1 (none: 1006.5), label 2 (1008), label 3 (1009.5)
	for value, want := range map[float64]float64{0: 0, 1: 1, 2: 2, 3: 3, 4: 2} {
		if got := number(value); got != want {
			t.Errorf("label %v has the place %v, want %v", value, got, want)
		}
	}
	if got := number(gap); got != 2 { // of the places 0, 0, 2, 3, 3
		t.Errorf("a gap has the place %v, want 2", got)
	}
}
