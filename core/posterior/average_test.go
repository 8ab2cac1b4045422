// Tests of averages over bandwidths, and that no choice depends on a test row.

package posterior

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"testing"

	"dcctree/core/dataset"
	"dcctree/core/dcc"
	"dcctree/core/dcc/variants"
	"dcctree/core/random"
)

// jump returns n rows with y = 0 below x = 5 and 2 above, sd .3, shifted; class says whether y is a label.
func jump(t *testing.T, n int, shift float64, class bool) *dataset.Frame {
	t.Helper()
	rng := random.Stream(4, "jump")
	var x, y []float64
	var label []string
	for range n {
		at := 10 * rng.Float64()
		v := shift + .3*rng.NormFloat64()
		if at > 5 {
			v += 2
		}
		x, y = append(x, at), append(y, v)
		label = append(label, map[bool]string{true: "high", false: "low"}[v > 1])
	}
	target, task := dataset.Input{Name: "y", Numbers: y}, dataset.Regression
	if class {
		target, task = dataset.Input{Name: "y", Texts: label}, dataset.Classification
	}
	table, err := dataset.FromColumns("jump", []dataset.Input{{Name: "x", Numbers: x}, target})
	if err != nil {
		t.Fatal(err)
	}
	f, err := table.Frame("y", nil, task)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// compared runs a comparison of two bandwidths on one topology each.
func compared(t *testing.T, tables Tables) (variants.Bandwidths, *variants.Comparison) {
	t.Helper()
	set := variants.ComparisonSettings(true)
	set.PriorDraws, set.MaxMeasured = 1, 1
	settings := dcc.DefaultSettings()
	settings.KeptDraws = 50
	p := &dcc.Problem{Data: tables.Data(), Settings: settings, Seed: 1}
	c, err := variants.NewBandwidths(p, []float64{.02, .2}, set)
	if err != nil {
		t.Fatal(err)
	}
	if err := dcc.Run(p, c, 2, nil); err != nil {
		t.Fatal(err)
	}
	table, ok := c.Bandwidths()
	if !ok {
		t.Fatal("no table at the end")
	}
	return table, c
}

// TestChoiceOfBandwidthSeesNoTestRow: other test rows change the scores on them, and no bit of the table.
func TestChoiceOfBandwidthSeesNoTestRow(t *testing.T) {
	for _, class := range []bool{false, true} {
		train := jump(t, 30, 0, class)
		first := NewTables(train, jump(t, 12, 0, class), true)
		second := NewTables(train, jump(t, 20, .9, class), true)
		a, one := compared(t, first)
		b, two := compared(t, second)
		// NaN is not equal to itself
		if len(a.Rows) != 2 || a.Rows[0].Failed != "" || fmt.Sprint(a) != fmt.Sprint(b) {
			t.Errorf("classes %v: the tables differ:\n%+v\n%+v", class, a, b)
		}
		if class {
			continue
		}
		_, x, _ := NewAverage(first, one.Parts(), Likelihood).Scores()
		_, y, _ := NewAverage(second, two.Parts(), Likelihood).Scores()
		if x.MSE == y.MSE || x.Rows != 12 || y.Rows != 20 {
			t.Errorf("the test rows were not other ones: %+v, %+v", x, y)
		}
	}
}

// TestAverage: means, moments and scores are those of the runs mixed by weight.
func TestAverage(t *testing.T) {
	tables := NewTables(jump(t, 30, 0, false), jump(t, 12, 0, false), true)
	_, c := compared(t, tables)
	parts := c.Parts()
	parts[0].Weight, parts[1].Weight = .75, .25
	a := NewAverage(tables, parts, Likelihood)
	x := [][]float64{{1}, {4.8}, {9}}
	got, err := a.Predict(x)
	if err != nil {
		t.Fatal(err)
	}
	var each [2][]Prediction
	var train [2]Scores
	for i := range parts {
		alone := NewAverage(tables, parts[i:i+1], Likelihood)
		if each[i], err = alone.Predict(x); err != nil {
			t.Fatal(err)
		}
		train[i], _, _ = alone.Scores()
	}
	for i, p := range got {
		u, v := each[0][i], each[1][i]
		mean := .75*u.Mean + .25*v.Mean
		square := .75*(u.SD*u.SD+u.Mean*u.Mean) + .25*(v.SD*v.SD+v.Mean*v.Mean)
		near(t, "mean", p.Mean, mean, 1e-9)
		near(t, "sd", p.SD, math.Sqrt(square-mean*mean), 1e-9)
		if p.Low < math.Min(u.Low, v.Low) || p.High > math.Max(u.High, v.High) || p.Low >= p.High {
			t.Errorf("interval %v to %v of %+v and %+v", p.Low, p.High, u, v)
		}
	}
	both, test, ok := a.Scores()
	// The squared error of a mean of predictions is at most the mean of the squared errors.
	worst := .75*train[0].MSE + .25*train[1].MSE
	if !ok || both.MSE > worst || both.MSE < .3*worst || test.Rows != 12 {
		t.Errorf("%v MSE %v, mean of both %v", ok, both.MSE, worst)
	}
	// Each run has a bandwidth of its own, also where they are scored together.
	rows := make([][]float64, tables.Test.N)
	for i := range rows {
		rows[i] = []float64{tables.Test.X[i]}
	}
	var mean [12]float64
	for i := range parts {
		said, err := NewAverage(tables, parts[i:i+1], Likelihood).Predict(rows)
		if err != nil {
			t.Fatal(err)
		}
		for k, p := range said {
			mean[k] += parts[i].Weight * p.Mean
		}
	}
	var squares float64
	for i, m := range mean {
		squares += (m - tables.Test.Y[i]) * (m - tables.Test.Y[i]) / float64(len(mean))
	}
	near(t, "test MSE", test.MSE, squares, 1e-5*squares) // scores come from fewer draws
	if _, err := a.Predict([][]float64{{1, 2}}); err == nil {
		t.Error("a row of two values was predicted")
	}
	parts[0].Weight = negligible / 2
	if b := NewAverage(tables, parts, Likelihood); len(b.parts) != 1 || b.parts[0].weight != 1 {
		t.Errorf("%+v", b.parts)
	}
	empty := NewAverage(tables, nil, Likelihood)
	if _, err := empty.Predict(x); !errors.Is(err, ErrNothingYet) {
		t.Error(err)
	}
	if _, _, ok := empty.Scores(); ok {
		t.Error("scores of nothing")
	}
}

// TestThinDraws: shares .1, .5, .4 in four parts hold the middles .125, .375, .625 and .875.
func TestThinDraws(t *testing.T) {
	d := dcc.Draws{Dim: 1, Points: []float64{1, 2, 3}, Shares: []float64{.1, .5, .4}}
	got := thinDraws(dcc.Draws{Dim: 1, Points: append(d.Points, 9, 9), Shares: append(d.Shares, 0, 0)}, 4)
	if want := (dcc.Draws{Dim: 1, Points: []float64{2, 2, 3, 3},
		Shares: []float64{.25, .25, .25, .25}}); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v", got)
	}
	if got := thinDraws(d, 3); !reflect.DeepEqual(got, d) {
		t.Errorf("%+v", got)
	}
}

func TestAverageRefusesClasses(t *testing.T) {
	defer func() {
		if got := recover(); got != "posterior: NewAverage: a classification" {
			t.Errorf("%v", got)
		}
	}()
	tables := NewTables(jump(t, 30, 0, true), nil, false)
	NewAverage(tables, []variants.Part{{Problem: &dcc.Problem{Data: tables.Data()}, Weight: 1}}, Likelihood)
}
