// Tests of jobs on variants: that they are pure, and what they predict.

package search

import (
	"math"
	"sync"
	"testing"

	"dcctree/core/dcc"
	"dcctree/core/dcc/internal/dcctest"
	"dcctree/core/dcc/internal/forecast"
)

// TestVariantJobsArePure: a result depends on problem and job alone, also beside other variants on
// other goroutines and after the variant was forgotten.
func TestVariantJobsArePure(t *testing.T) {
	search := dcc.Job{ID: 1, Kind: dcc.Score, Topology: "100",
		Variant: dcc.Variant{Bandwidth: .05, Folds: 5, Fold: 3},
		Task:    &ScoreTask{}}
	want := mustExecute(t, classProblem(), search)
	measure := dcc.Job{ID: 2, Kind: dcc.Measure, Topology: "100", Variant: search.Variant,
		Task: &MeasureTask{Starts: solutionsOf(want), Forecast: true}}
	first := mustExecute(t, classProblem(), measure)
	p := classProblem()
	var group sync.WaitGroup
	for k := range 16 {
		group.Go(func() {
			if _, err := dcc.Execute(p,
				dcc.Job{ID: 3, Kind: dcc.Score, Topology: "100", Variant: dcc.Variant{
					Bandwidth: .05, Folds: 5, Fold: k % 5, PriorScale: 1 + float64(k),
				}, Task: &ScoreTask{}}, func() {}); err != nil {
				t.Error(err)
			}
		})
	}
	group.Go(func() {
		if r, err := dcc.Execute(p, search, func() {}); err != nil || !dcctest.EqualBits(r, want) {
			t.Error("a search on a variant is not pure", err)
		}
	})
	group.Wait()
	if !dcctest.EqualBits(mustExecute(t, p, measure), first) {
		t.Error("a measurement of a variant is not pure")
	}
}

// TestForecastOfRoot: without a split a left-out row's class probabilities are (n_c + alpha)/(n + C alpha)
// of the rows that stay, alpha being stretched.
func TestForecastOfRoot(t *testing.T) {
	p := classProblem()
	v := dcc.Variant{Folds: 5, Fold: 1, PriorScale: 2}
	s := mustExecute(t, p, dcc.Job{ID: 1, Kind: dcc.Score, Topology: "0", Variant: v, Task: &ScoreTask{}})
	j := dcc.Job{ID: 2, Kind: dcc.Measure, Topology: "0", Variant: v,
		Task: &MeasureTask{Starts: solutionsOf(s), Forecast: true}}
	r := measured(mustExecute(t, p, j))
	variant, err := p.With(v)
	if err != nil {
		t.Fatal(err)
	}
	stay, out := variant.Data, variant.LeftOut()
	count := [3]float64{}
	for _, c := range stay.Class {
		count[c]++
	}
	if err := forecast.Check(p.Data, out.N, r.Forecast, r.ForecastDraws); err != nil {
		t.Fatal(err)
	}
	for i := range out.N {
		for c := range 3 {
			if want := (count[c] + 2) / (float64(stay.N) + 6); math.Abs(r.Forecast[i*3+c]-want) > 1e-12 {
				t.Errorf("row %d, class %d: %v, want %v", i, c, r.Forecast[i*3+c], want)
			}
		}
	}
	j.Task = &MeasureTask{Starts: solutionsOf(s)}
	if r := mustExecute(t, p, j); measured(r).Forecast != nil {
		t.Error("a forecast that nobody asked for")
	}
}
