// This file runs comparisons beside a run, through the loop and packed messages.

package study

import (
	"math"
	"reflect"
	"strings"
	"testing"

	"dcctree/core/dcc"
	"dcctree/core/dcc/search"
	"dcctree/core/dcc/variants"
)

// compared runs a comparison beside a resting run.
func compared(t *testing.T, r *Run, what string, grid []float64) (told []*Progress, answer *Compared) {
	t.Helper()
	r.bounds = func(folds bool) search.FastSettings {
		s := variants.ComparisonSettings(folds)
		s.PriorDraws, s.MaxMeasured = 1, 2
		return s
	}
	c, err := r.Compare(&CompareOptions{What: what}, grid)
	if err != nil {
		t.Fatal(err)
	}
	work(t, r.Problem, c, func(s dcc.Step) { told = append(told, c.Step(s)) })
	return told, c.Result()
}

// TestCompareBandwidthsOfARegression: the table, its events, and the average over bandwidths; the run itself is
// not touched, and other test rows change only the scores on them.
func TestCompareBandwidthsOfARegression(t *testing.T) {
	wish := wishes()
	r := mustNew(t, stepTable(t, 24), wish, nil)
	_, _, err := r.Predict(&PredictOptions{Average: true, Set: "test", Rows: 1}, []float64{0})
	if fault(t, err).Code != CodeNoResult {
		t.Errorf("an average before there is one: %v", err)
	}
	told, m := compared(t, r, CompareBandwidths, []float64{.2, .05})
	if m.What != "bandwidths" || m.Task != "regression" || len(m.Bandwidths) != 2 || len(m.Priors) != 0 ||
		m.Best < 0 || m.Words == "" {
		t.Fatalf("%+v", m)
	}
	total := 0.0
	for _, b := range m.Bandwidths {
		total += b.Weight
		if !math.IsNaN(b.LogScore) || b.Failed != "" || len(b.Topologies) == 0 {
			t.Errorf("%+v", b)
		}
	}
	if math.Abs(total-1) > 1e-9 || m.Bandwidths[0].H != .05 || len(m.Average) != 2 ||
		m.Average[1].Rows != r.tables.Test.N || !(m.Average[0].MSE > 0) {
		t.Errorf("%+v", m)
	}
	for i, c := range told {
		if !(c.Progress > 0) || c.Progress > 1 || !strings.HasPrefix(c.Words, "At h = ") {
			t.Errorf("event %d: %+v", i, c)
		}
	}
	if len(told) < 2 || r.Steps() != 0 || r.posterior.Ready() {
		t.Errorf("%d events, %d steps of the run", len(told), r.Steps())
	}
	answer, bulk, err := r.Predict(&PredictOptions{Average: true, Set: "test", Rows: 1}, []float64{0})
	if err != nil || len(bulk) != answer.Columns || !(bulk[2] < bulk[0] && bulk[0] < bulk[3]) {
		t.Errorf("%v %v", bulk, err)
	}
	other := wishes()
	other.HoldoutSeed = wish.HoldoutSeed
	fewer := mustNew(t, stepTable(t, 24), other, nil)
	fewer.tables.Test = fewer.tables.Test.Take([]int{0, 1})
	_, again := compared(t, fewer, CompareBandwidths, []float64{.2, .05})
	if !reflect.DeepEqual(withoutScores(again.Bandwidths), withoutScores(m.Bandwidths)) ||
		again.Average[1].Rows != 2 {
		t.Error("test rows changed the table")
	}
}

// withoutScores drops what is NaN in a regression, which equals nothing.
func withoutScores(rows []Bandwidth) (out []Bandwidth) {
	for _, r := range rows {
		r.LogScore, r.LogScoreError, r.Loss, r.LossError, r.Accuracy = 0, 0, 0, 0, 0
		out = append(out, r)
	}
	return out
}

func TestCompareBandwidthsOfAClassification(t *testing.T) {
	r := mustNew(t, classTable(t, 24), wishes(), nil)
	_, m := compared(t, r, CompareBandwidths, []float64{.05, .2})
	if m.Task != "classification" || len(m.Bandwidths) != 2 || len(m.Average) != 0 || m.Best < 0 {
		t.Fatalf("%+v", m)
	}
	for i, b := range m.Bandwidths {
		if !math.IsNaN(b.Weight) || !(b.LogScore < 0) || !(b.LogScoreError > 0) || !(b.Accuracy > .3) ||
			(i == m.Best) != (b.Loss == 0) {
			t.Errorf("%+v", b)
		}
	}
}

func TestComparePriors(t *testing.T) {
	r := mustNew(t, stepTable(t, 24), wishes(), nil)
	_, m := compared(t, r, ComparePriors, nil)
	if len(m.Priors) != 5 || len(m.Bandwidths) != 0 || m.Words == "" || m.Gradients < 1 ||
		m.Priors[0].Name != "as set" || m.Priors[0].WeightChange != 0 {
		t.Fatalf("%+v", m)
	}
	for _, p := range m.Priors {
		if p.Label == "" || p.Failed != "" || !math.IsNaN(p.ClassChange) || len(p.Topologies) == 0 ||
			!(p.LogEvidenceError >= 0) {
			t.Errorf("%+v", p)
		}
	}
}

func TestCompareRefuses(t *testing.T) {
	r := mustNew(t, stepTable(t, 24), wishes(), nil)
	for _, grid := range [][]float64{{}, {.1}, {.1, .1}, {math.NaN(), .1}} {
		_, err := r.Compare(&CompareOptions{What: CompareBandwidths}, grid)
		if f := fault(t, err); f.Code != CodeSetting || f.Field != "grid" {
			t.Errorf("%v: %+v", grid, f)
		}
	}
}
