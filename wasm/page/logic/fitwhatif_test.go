// Tests of "what if" for a fit: controls and words.

package logic

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"dcctree/core/fit"
)

func TestFitFeatures(t *testing.T) {
	two, oak, yew := 2.5, "oak", "yew"
	e := &fit.Explained{Inputs: []fit.InputAt{
		{Name: "x", Value: &two, Min: 1, Max: 3, Decimals: 1, Used: .5},
		{Name: "z", Min: 0, Max: 9, Decimals: -1},
		{Name: "label", Label: &oak, Labels: []string{"elm", "oak"}},
		{Name: "other", Label: &yew, Labels: []string{"elm", "oak"}},
		{Name: "gap", Labels: []string{"elm", "oak"}},
	}}
	f, labels := FitFeatures(e)
	if f[0].Value != 2.5 || f[0].Shown(2.5) != "2.5" || f[0].Included != .5 || labels[0] != nil {
		t.Errorf("a number is %+v with labels %v", f[0], labels[0])
	}
	if !math.IsNaN(f[1].Value) || f[1].Decimals != nil || !math.IsNaN(f[4].Value) {
		t.Errorf("gaps are %+v and %+v", f[1], f[4])
	}
	if f[2].Value != 1 || f[2].Max != 1 || f[3].Value != 2 || f[3].Max != 2 ||
		fmt.Sprint(labels[3]) != "[elm oak yew]" {
		t.Errorf("labels are %+v and %+v of %v", f[2], f[3], labels[3])
	}
	if got := FitWhatNote(e, f); got != "" {
		t.Errorf("of a row as it is the note says %q", got)
	}
	e.Changed, f[0].Value = true, 7
	if got := FitWhatNote(e, f); got != Text("whatif.changed")+" x lies outside the training rows." {
		t.Errorf("the note says %q", got)
	}
	m := SliderMarkup(0, f[1], nil, nil, true) + SliderMarkup(2, f[2], labels[2], nil, true)
	if !strings.Contains(m, `placeholder="gap"`) || !strings.Contains(m, `<option value="">gap</option>`) {
		t.Errorf("no gap in %s", m)
	}
}

func TestFitWhatIfInWords(t *testing.T) {
	mean, low, high := 2., 1., 3.
	number := &fit.Explained{Prediction: fit.Prediction{Target: "2.5", Mean: &mean, Low: &low, High: &high},
		Reads: fit.Branch{Mean: 2.25, SD: .5, Rows: 1200}}
	if p := FitPrediction(number); p.Mean != 2 || p.Low != 1 || p.High != 3 || p.Truth != 2.5 {
		t.Errorf("the prediction is %+v", p)
	}
	if got := FitReads(number); got != "The tree to read says 2.25\u00a0±\u00a0.50 (leaf of 1,200 rows)." {
		t.Errorf("%q", got)
	}
	number.Reads.SD, number.Prediction.Target = 0, ""
	if got := FitReads(number); got != "The tree to read says 2.25 (leaf of 1,200 rows)." ||
		FitPrediction(number).Truth != nil {
		t.Errorf("%q", got)
	}
	class := &fit.Explained{Classes: []string{"a", "b"}, Prediction: fit.Prediction{Class: "b", Target: "a",
		Probabilities: []float64{.25, .75}}, Reads: fit.Branch{Classes: []float64{.125, .875}, Rows: 8}}
	want := "b, with probability .75. The tree to read says b, with probability .88 (leaf of 8 rows)."
	if got := FitSaid(class); got != want || FitPrediction(class).Truth != "a" {
		t.Errorf("%q, want %q", got, want)
	}
	at := 4.5
	a := &fit.Answer{Readable: []fit.Readable{{Leaves: 2, Branches: []fit.Branch{
		{Ask: &fit.Ask{Input: "x", At: &at}}, {Ask: &fit.Ask{Input: "label", Left: []string{"a"}}},
		{Leaf: true}}}},
		Predictions: []fit.Prediction{{File: "test.csv", Row: 2}, {File: "own.csv", Row: 7}}}
	if ticks := FitTicks(a, 3); len(ticks) != 1 || ticks[0].Feature != "x" || ticks[0].Median != 4.5 {
		t.Errorf("ticks %+v", ticks)
	}
	if FitFirstRow(a, "own.csv") != 7 || FitFirstRow(a, "none.csv") != 0 {
		t.Error("the first row is none that was predicted")
	}
}
