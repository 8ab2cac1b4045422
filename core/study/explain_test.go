// This file asks what finished runs say about single rows.

package study

import (
	"math"
	"strings"
	"testing"

	"dcctree/core/baseline/cart"
	"dcctree/core/dataset"
	"dcctree/core/tree"
)

func explainOf(columns int) *ExplainOptions {
	return &ExplainOptions{Set: "test", Row: 0, Columns: float64(columns), Width: 316}
}

func TestExplainedRegression(t *testing.T) {
	r := mustNew(t, stepTable(t, 40), wishes(), nil)
	finish(t, r)
	m, bulk, err := r.Explain(explainOf(0), nil)
	if err != nil {
		t.Fatal(err)
	}
	row, truth, _ := r.tableRow("test", 0)
	want, err := r.posterior.Predict([][]float64{row})
	if err != nil || m.Mean != want[0].Mean || m.High != want[0].High || m.Truth != truth || m.Changed {
		t.Errorf("%+v, want %+v with truth %v", m, want, truth)
	}
	direct := cart.Fit(r.tables.Train, cart.DefaultSettings()).Leaf(tree.RowOf(row)).Answer.(tree.Normal).Mean
	if m.CART != direct {
		t.Errorf("CART says %v, want %v", m.CART, direct)
	}
	if !strings.Contains(m.SVG, "CART") || !strings.Contains(m.SVG, "true") ||
		!(m.AxisLow < m.Mean && m.Mean < m.AxisHigh) {
		t.Errorf("the figure lacks a mark, or the axis %v to %v the mean %v", m.AxisLow, m.AxisHigh, m.Mean)
	}
	// The step is at x1 = .5, with the color of no use; x1 is written with four decimals.
	if d := len(row); len(bulk) != ExplainedBlocks*d || bulk[0] != row[0] || !(bulk[d] < bulk[2*d]) ||
		!(bulk[3*d] > bulk[3*d+1]) || bulk[4*d] != 4 || bulk[4*d+1] != 0 {
		t.Errorf("numbers of the features %v", bulk)
	}
	if len(m.Thresholds) == 0 || m.Thresholds[0].Feature != 0 || math.Abs(m.Thresholds[0].Median-.5) > .1 {
		t.Errorf("thresholds %+v; the table has its step at .5", m.Thresholds)
	}
}

func TestExplainedWithValuesOfOnesOwn(t *testing.T) {
	r := mustNew(t, stepTable(t, 40), wishes(), nil)
	finish(t, r)
	low, _, err := r.Explain(explainOf(2), []float64{.1, 1})
	if err != nil {
		t.Fatal(err)
	}
	high, _, _ := r.Explain(explainOf(2), []float64{.9, 1})
	// y is near 1 below the step and near 3 above it, with noise of at most .1.
	if !low.Changed || !math.IsNaN(low.Truth) || math.Abs(low.Mean-1) > .3 || math.Abs(high.Mean-3) > .3 ||
		strings.Contains(low.SVG, ">true") {
		t.Errorf("at .1 %v (truth %v), at .9 %v", low.Mean, low.Truth, high.Mean)
	}
	row, truth, _ := r.tableRow("test", 0)
	if same, _, _ := r.Explain(explainOf(2), row); same.Changed || same.Truth != truth {
		t.Errorf("the row's own values count as changed: %+v", same)
	}
	held := explainOf(2)
	held.Low, held.High = -5, 9
	if m, _, _ := r.Explain(held, []float64{.1, 1}); m.AxisLow != -5 || m.AxisHigh != 9 {
		t.Errorf("the axis -5 to 9 became %v to %v", m.AxisLow, m.AxisHigh)
	}
	for name, values := range map[string][]float64{"short": {1}, "infinite": {math.Inf(1), 0}} {
		if _, _, err := r.Explain(explainOf(2), values); err == nil {
			t.Errorf("%s values were taken", name)
		}
	}
}

func TestExplainedClassification(t *testing.T) {
	r := mustNew(t, classTable(t, 40), wishes(), nil)
	finish(t, r)
	low, _, err := r.Explain(explainOf(1), []float64{.1})
	if err != nil {
		t.Fatal(err)
	}
	high, _, _ := r.Explain(explainOf(1), []float64{.9})
	// The classes stand in alphabetical order: high is 0, low is 1.
	if low.Class != 1 || high.Class != 0 || low.CART != 1 || high.CART != 0 || len(low.Probabilities) != 2 ||
		!strings.Contains(low.SVG, "CART") {
		t.Errorf("at .1 %+v, at .9 %+v", low, high)
	}
	if math.Abs(low.Probabilities[0]+low.Probabilities[1]-1) > 1e-12 {
		t.Errorf("probabilities %v", low.Probabilities)
	}
}

func TestNothingToExplainBeforeTheFirstStep(t *testing.T) {
	r := mustNew(t, stepTable(t, 40), wishes(), nil)
	_, _, err := r.Explain(explainOf(0), nil)
	if f := fault(t, err); f.Code != CodeNoResult {
		t.Errorf("%+v", f)
	}
}

// TestCARTIsScoredBesideTheRun: CART's scores are those of the package itself, and the paired difference is that of the
// means.
func TestCARTIsScoredBesideTheRun(t *testing.T) {
	for name, table := range map[string]*dataset.Table{"regression": stepTable(t, 40),
		"classes": classTable(t, 40)} {
		r := mustNew(t, table, wishes(), nil)
		finish(t, r)
		m, err := r.Metrics()
		if err != nil || len(m.CART) != 2 || len(m.Paired) != 2 || m.Paired[1].With != "cart" {
			t.Fatalf("%s: %+v (%v)", name, m, err)
		}
		own := cart.Fit(r.tables.Train, cart.DefaultSettings()).Scores(r.tables.Test)
		for what, pair := range map[string][2]float64{"MSE": {m.CART[1].MSE, own.MSE},
			"accuracy": {m.CART[1].Accuracy, own.Accuracy}, "log score": {m.CART[1].LogScore, own.LogScore},
			"difference": {m.Paired[1].LogScore, m.Test.LogScore - m.CART[1].LogScore},
			"baseline":   {m.Paired[0].LogScore, m.Test.LogScore - m.BaselineTest.LogScore}} {
			a, b := pair[0], pair[1]
			if math.Abs(a-b) > 1e-12*(1+math.Abs(b)) || math.IsNaN(a) != math.IsNaN(b) {
				t.Errorf("%s: %s is %v, want %v", name, what, a, b)
			}
		}
		if grown := r.CART(); grown.Test.LogScore != m.CART[1].LogScore {
			t.Errorf("%s: cart() says %v, metrics() %v", name, grown.Test, m.CART[1])
		}
	}
}
