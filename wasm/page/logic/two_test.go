package logic

import (
	"math"
	"slices"
	"strings"
	"testing"
)

// kept makes two runs of one question that differ in seed and bandwidth.
func keptRuns() (now, before *Kept) {
	mse := func(x float64) *Scores {
		err := .65
		return &Scores{MSE: &x, MSEError: &err, Rows: 4}
	}
	now = &Kept{Caption: "now", Table: "WU",
		Wish:    `{"preset":"fast","seed":"2","settings":{"bandwidthFinal":0.05}}`,
		Info:    Info{Task: "regression", Target: "y", TrainRows: 9},
		Metrics: Metrics{Train: mse(.06), Test: mse(2.5)},
		Topologies: []Topology{{Name: "{1,2}", Weight: .75, WeightError: .02},
			{Name: "{3,4,2}", Weight: .25, WeightError: .02}}, Losses: []float64{1, 2, 3, 4}}
	before = &Kept{Caption: "before", Table: "WU",
		Wish: `{"preset":"fast","seed":"1","settings":{"bandwidthFinal":0.025}}`, Info: now.Info,
		Metrics: Metrics{Train: mse(.07), Test: mse(3.5)}, Topologies: []Topology{{Name: "{1,5,6}", Weight: 1}},
		Losses: []float64{2, 3.1, 4, 4.9}}
	return now, before
}

// TestMeanError: the mean of 1, 2, 3, 4 is 2.5 and its standard error sqrt(5/3/4) = .6455.
func TestMeanError(t *testing.T) {
	mean, err := meanError([]float64{1, 2, 3, 4})
	if mean != 2.5 || math.Abs(err-math.Sqrt(5./12)) > 1e-15 {
		t.Errorf("%v ± %v", mean, err)
	}
}

// TestAhead: differences 1, 1.1, 1, .9 have the mean 1 and the standard error .0408; unpaired the errors swamp the
// difference.
func TestAhead(t *testing.T) {
	now, before := keptRuns()
	got := unbreak(AheadSentence(now, before))
	if got != "On test rows this run is ahead: its MSE is lower by 1.000 ± .041 (the same test rows, paired)." {
		t.Errorf("paired: %q", unbreak(got))
	}
	if got := AheadSentence(before, now); !strings.Contains(got, "is behind") {
		t.Errorf("the other way round: %q", got)
	}
	before.Wish = `{"preset":"fast","seed":"1","holdoutSeed":"7"}`
	if got := AheadSentence(now, before); !strings.Contains(got, "do not differ beyond chance") ||
		!strings.Contains(got, "other test rows") {
		t.Errorf("other rows: %q", got)
	}
	before.Losses = nil
	if got := AheadSentence(now, before); got != "" {
		t.Errorf("without losses: %q", got)
	}
}

func unbreak(s string) string { return strings.ReplaceAll(s, noBreak, " ") }

func TestTwoRunsSideBySide(t *testing.T) {
	now, before := keptRuns()
	want := []Change{{"Seed", "1", "2"}, {"Bandwidth at last", "0.025", "0.05"}}
	if got := changes(before, now); !slices.Equal(got, want) {
		t.Errorf("changes %+v", got)
	}
	markup := unbreak(TwoMarkup(now, before))
	for _, row := range []string{"Test MSE</th><td class=\"r num\">2.50 ± .65</td><td class=\"r num\">3.50 ± .65<",
		"Weight of {1,2}</th><td class=\"r num\">.750 ± .020</td><td class=\"r num\">not measured<",
		"What differs"} {
		if !strings.Contains(markup, row) {
			t.Errorf("no %q in %s", row, markup)
		}
	}
	same := *now
	if got := TwoMarkup(now, &same); !strings.Contains(got, "Nothing was changed") {
		t.Errorf("two equal runs: %s", got)
	}
	if !now.Comparable(before) ||
		now.Comparable(&Kept{Table: "WU", Info: Info{Task: "classification", Target: "y"}}) ||
		now.Comparable(&Kept{Table: "Iris", Info: now.Info}) {
		t.Error("what can be compared is told wrongly")
	}
	table := MetricTable{Heads: []string{"a", "b"}, Rows: []MetricRow{{Method: "This run"}, {Method: "Mean"}}}
	table.Insert(before.Method(), now.Metrics, now.Info)
	if len(table.Rows) != 3 || table.Rows[1].Method != "Run before" || len(table.Rows[1].Cells) != 2 ||
		table.Rows[1].Cells[0].Value != 3.5 || table.Rows[1].Cells[0].Metric != "before-mse" {
		t.Errorf("rows %+v", table.Rows)
	}
}

func TestLosses(t *testing.T) {
	got := Losses([]Prediction{{Mean: 2, Truth: 3.5}, {Label: "a", Truth: "a"}, {Label: "a", Truth: "b"}})
	if !slices.Equal(got, []float64{2.25, 0, 1}) {
		t.Errorf("losses %v", got)
	}
	if Losses([]Prediction{{Mean: 2}}) != nil {
		t.Error("a loss without a truth")
	}
}

func TestAveragedRow(t *testing.T) {
	x, y := .5, .6
	table := MetricTable{Rows: []MetricRow{{Method: "This run"}}}
	table.Insert(Average{Train: &Scores{MSE: &x}, Test: &Scores{MSE: &y}}.Method(), Metrics{Test: &Scores{}},
		Info{Task: "regression"})
	if len(table.Rows) != 2 || table.Rows[1].Method != "Averaged over h" ||
		table.Rows[1].Cells[0] != (MetricCell{Metric: "average-mse", Value: .6, Text: ".600"}) {
		t.Errorf("rows %+v", table.Rows)
	}
	weight := .5
	sentence := AveragedSentence(BandwidthTable{Task: "regression",
		Rows: []BandwidthRow{{Weight: &weight}, {Failed: "x"}}, Average: &Average{Test: &Scores{MSE: &y}}})
	want := "The run is done, and averaged over 1 bandwidths. Averaged over h by these weights, the MSE on the " +
		"test rows is .600."
	if sentence != want {
		t.Errorf("%q", sentence)
	}
}
