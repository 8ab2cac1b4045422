// A solution in files has the form of version 0.1.0: a list of each number that splits have.

package hardtree

import (
	"reflect"
	"slices"
	"testing"

	"dcctree/core/parcel"
	"dcctree/core/tree"
)

// TestWritten: by parcel's rules the fields of version 0.1.0 (Feature, Threshold, Gap, Vacuous, Score, Sigma, Mean) are
// these numbers, whole ones in two halves and a list behind its length, -1 for none.
func TestWritten(t *testing.T) {
	full := Solution{Score: -3, Sigma: .5, Mean: []float64{1, 2, 4}, Splits: []Split{
		{tree.Threshold{Input: 2, At: .25}, .125, false},
		{tree.Threshold{Input: 7, At: .75}, VacuousGap, true}}}
	for _, c := range []struct {
		s    Solution
		want []float64
	}{
		{full, []float64{2, 0, 2, 0, 7, 2, .25, .75, 2, .125, VacuousGap, 2, 0, 1, -3, .5, 3, 1, 2, 4}},
		{Solution{Splits: []Split{}, Score: 1}, []float64{0, 0, 0, 0, 1, 0, -1}},
		{Solution{}, []float64{-1, -1, -1, -1, 0, 0, -1}},
	} {
		numbers, words := parcel.Pack(c.s)
		if !slices.Equal(numbers, c.want) || len(words) > 0 {
			t.Errorf("%+v is written as %v, want %v", c.s, numbers, c.want)
		}
		var back Solution
		if err := parcel.Unpack(numbers, words, &back); err != nil || !reflect.DeepEqual(back, c.s) {
			t.Errorf("%+v came back as %+v, error %v", c.s, back, err)
		}
	}
	uneven, _ := parcel.Pack(written{Feature: []int{1}, Threshold: []float64{.5}, Gap: []float64{.1}})
	if err := parcel.Unpack(uneven, nil, &Solution{}); err == nil {
		t.Error("lists of different lengths are a hard tree")
	}
}
