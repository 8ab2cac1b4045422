// This file draws all figures of finished runs and reads the tables behind them.

package study

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"dcctree/core/topology"
)

func plotOf(name string) *PlotOptions {
	return &PlotOptions{Name: name, Width: 400, Set: "test", X: 0, Y: 1}
}

// cells splits the table of an answer.
func cells(m *Plot) (rows [][]string) {
	for _, line := range strings.Split(strings.TrimSuffix(m.Cells, "\n"), "\n") {
		rows = append(rows, strings.Split(line, "\t"))
	}
	return rows
}

func TestPlotsOfARegression(t *testing.T) {
	r := mustNew(t, stepTable(t, 40), wishes(), nil)
	finish(t, r)
	for name, rows := range map[string]int{PlotObserved: 12, PlotResiduals: 12, PlotCalibration: 10} {
		m, err := r.Plot(plotOf(name))
		if err != nil {
			t.Fatal(err)
		}
		table := cells(m)
		if !strings.HasPrefix(m.SVG, "<svg") || len(table) != rows || len(table[0]) != len(m.Heads) {
			t.Errorf("%s: %d rows of %d cells for %d heads; 12 test rows, 10 levels", name, len(table),
				len(table[0]), len(m.Heads))
		}
	}
	// The last level is 95 %: Measured counts the same rows at 90 %.
	m, _ := r.Plot(plotOf(PlotCalibration))
	scores, _ := r.Metrics()
	share, err := strconv.ParseFloat("0"+strings.TrimPrefix(cells(m)[8][1], "0"), 64)
	if cells(m)[8][1] == "1.000" {
		share, err = 1, nil
	}
	if err != nil || math.Abs(share-scores.Test.Coverage90) > .0006 {
		t.Errorf("90 %% intervals hold %q of the rows, want %v", cells(m)[8][1], scores.Test.Coverage90)
	}
	if f := fault(t, second(r.Plot(plotOf(PlotConfusion)))); f.Code != CodeSetting || f.Field != "plot" {
		t.Errorf("a confusion matrix of a regression: %+v", f)
	}
}

func second(_ *Plot, err error) error { return err }

// TestMapIsTheirPrediction: a cell is what Predict says at its middle, the other features as held.
func TestMapIsTheirPrediction(t *testing.T) {
	r := mustNew(t, stepTable(t, 40), wishes(), nil)
	finish(t, r)
	f, err := r.posterior.Map(0, 1, []float64{.3, 0}, true)
	if err != nil || f.Here == nil || f.Here.X != .3 || f.Y.Cells != 2 || f.Y.Labels[1] != "red" {
		t.Fatalf("%+v (%v)", f, err)
	}
	for _, at := range [][2]int{{3, 0}, {40, 1}} {
		x := f.X.Low + (f.X.High-f.X.Low)*(float64(at[0])+.5)/float64(f.X.Cells)
		want, _ := r.posterior.Predict([][]float64{{x, float64(at[1])}})
		// draws are thinned for a map: the step is 2 high
		if got := f.Means[at[1]*f.X.Cells+at[0]]; math.Abs(got-want[0].Mean) > .1 {
			t.Errorf("at %v the map says %v, Predict %v", at, got, want[0].Mean)
		}
	}
	m := plotOf(PlotMap)
	m.Medians = true
	answer, err := r.Plot(m)
	if err != nil || len(answer.Heads) != 3 || cells(answer)[0][1] != "blue" {
		t.Errorf("%+v (%v)", answer.Heads, err)
	}
	m.Y = 0
	if f := fault(t, second(r.Plot(m))); f.Field != "x" {
		t.Errorf("one feature twice: %+v", f)
	}
}

func TestPlotsOfAClassification(t *testing.T) {
	r := mustNew(t, classTable(t, 40), wishes(), nil)
	finish(t, r)
	m, err := r.Plot(plotOf(PlotConfusion))
	if err != nil || len(m.Heads) != 3 || len(cells(m)) != 2 {
		t.Fatalf("%+v (%v)", m, err)
	}
	right := 0
	for i, row := range cells(m) {
		n, _ := strconv.Atoi(row[i+1])
		right += n
	}
	if scores, _ := r.Metrics(); float64(right) != math.Round(scores.Test.Accuracy*float64(scores.Test.Rows)) {
		t.Errorf("%d right, accuracy %v of %d", right, scores.Test.Accuracy, scores.Test.Rows)
	}
	if m, err := r.Plot(plotOf(PlotCalibration)); err != nil || len(cells(m)) < 2 {
		t.Errorf("%+v (%v)", m, err)
	}
	if f := fault(t, second(r.Plot(plotOf(PlotMap)))); f.Field != "x" {
		t.Errorf("a map of one feature: %+v", f)
	}
	if f := fault(t, second(r.Plot(plotOf(PlotObserved)))); f.Field != "plot" {
		t.Errorf("residuals of a classification: %+v", f)
	}
}

// TestDiagnosedChains: a run of the paper's way has chains to look at; every parameter has a trace and ranks.
func TestDiagnosedChains(t *testing.T) {
	r := mustNew(t, stepTable(t, 40), wishes(), nil)
	finish(t, r)
	heaviest := r.posterior.Topologies()[0]
	d, err := r.Diagnose(&DiagnoseOptions{})
	if err != nil || d.Chains != heaviest.Chains || len(d.Mode) != d.Chains || len(d.Parameters) < 3 ||
		math.IsNaN(d.RHat) || d.StepLow <= 0 || !d.Weights {
		t.Fatalf("%+v (%v)", d, err)
	}
	for _, name := range []string{PlotTrace, PlotRank} {
		m := plotOf(name)
		m.Parameter = float64(len(d.Parameters) - 1)
		if got, err := r.Plot(m); err != nil || len(cells(got)) != d.Chains ||
			!strings.Contains(got.Note, "bulk ESS") {
			t.Errorf("%s: %+v (%v)", name, got, err)
		}
		if m.Parameter++; fault(t, second(r.Plot(m))).Field != "parameter" {
			t.Errorf("%s takes a parameter too many", name)
		}
	}
	m, err := r.Plot(plotOf(PlotEvidence))
	if err != nil || cells(m)[0][0] != heaviest.Topology.String() {
		t.Fatalf("%+v (%v)", m, err)
	}
	last := r.history[heaviest.Topology]
	if e := last[len(last)-1]; e.log != heaviest.LogEvidence || e.at != float64(heaviest.Visits) ||
		len(last) > heaviest.Visits {
		t.Errorf("the history ends with %+v, the summary says %+v", e, heaviest)
	}
	w, err := r.Plot(plotOf(PlotWeights))
	if err != nil || len(cells(w)) != shownWeights {
		t.Errorf("%+v (%v)", w, err)
	}
}

// TestHistoryIsBounded: the first and the last estimate stay.
func TestHistoryIsBounded(t *testing.T) {
	h := history{}
	for i := range 5000 {
		h.add(topology.Root(), estimateAt{float64(i), 0, 0})
		all := h[topology.Root()]
		if len(all) > mostEstimates || all[0].at != 0 || all[len(all)-1].at != float64(i) {
			t.Fatalf("after %d: %d from %v to %v", i+1, len(all), all[0], all[len(all)-1])
		}
	}
}
