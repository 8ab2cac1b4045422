// Tests of one row with any values: the answers are those of the same row in a file.

package fit

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"dcctree/core/alltrees"
	"dcctree/core/dataset"
	"dcctree/core/words"
)

func explained(t *testing.T, o Options) *Problem {
	t.Helper()
	table, err := dataset.ReadCSV("own.csv", []byte(drawnTable(60)), dataset.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	o.Features = []string{"x", "z", "label"}
	o.Settings, o.Effort = alltrees.DefaultSettings(), alltrees.DefaultEffort()
	o.Settings.Particles, o.Settings.LearnEnd, o.Effort.Work, o.Effort.Moves = 20, 200, 1, 5
	p, err := New(table, o)
	if err != nil {
		t.Fatal(err)
	}
	test, err := dataset.ReadCSV("test.csv", []byte("x,z,label,y\n.5,,elm,3\n.2,.4,yew,\n"), p.TestOptions())
	if err != nil {
		t.Fatal(err)
	}
	if err := p.AddTest(test); err != nil {
		t.Fatal(err)
	}
	return p
}

// A row as it is, one of the test table, and one with other values are answered as Predict answers them in a file; the
// tree to read says what the leaf says that a person's reading finds.
func TestExplainIsWhatPredictSays(t *testing.T) {
	for _, o := range []Options{{Target: "y", Scale: PlainScale}, {Target: "y", Scale: RootScale},
		{Target: "half"}} {
		p := explained(t, o)
		if _, err := p.Explain(RowAsked{Leaves: 3}); !errors.Is(err, ErrNoAnswer) {
			t.Errorf("before the fit: %v", err)
		}
		a, err := p.Fit(alltrees.Alone)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range []struct {
			k       RowAsked
			row     string // the same as cells; "" for row 2 of own.csv as it is
			changed bool
		}{
			{RowAsked{Row: 2}, "", false},
			{RowAsked{Test: true, Row: 2}, ".5,,elm", false},
			{RowAsked{Test: true, Row: 3, Values: map[string]any{}}, ".2,.4,yew", false},
			{RowAsked{Test: true, Row: 3, Values: map[string]any{"label": "yew"}}, ".2,.4,yew", false},
			{RowAsked{Test: true, Row: 3, Values: map[string]any{"label": nil, "x": .7}}, ".7,.4,", true},
			{RowAsked{Test: true, Row: 3, Values: map[string]any{"z": nil, "label": "oak"}}, ".2,,oak",
				true},
			{RowAsked{Test: true, Row: 99, Values: map[string]any{"label": "fir"}}, ".2,.4,fir", true},
		} {
			c.k.Leaves = 3
			e, err := p.Explain(c.k)
			if err != nil {
				t.Fatal(err)
			}
			rows := "x,z,label\n" + c.row + "\n"
			if c.row == "" {
				rows = strings.Join(strings.Split(drawnTable(60), "\n")[:2], "\n") + "\n"
			}
			table, err := dataset.ReadCSV("asked.csv", []byte(rows), p.TestOptions())
			if err != nil {
				t.Fatal(err)
			}
			want, err := p.Predict(table, func() {})
			if err != nil {
				t.Fatal(err)
			}
			what := fmt.Sprintf("%s %s, %+v", o.Target, o.Scale, c.k)
			holdPrediction(t, what, &e.Prediction, &want.Predictions[0])
			if e.Changed != c.changed || e.Test != "test.csv" || len(e.Inputs) != 3 {
				t.Errorf("%s: changed %v, test rows of %q, %d inputs", what, e.Changed, e.Test,
					len(e.Inputs))
			}
			leaf := false
			for _, b := range a.Branches(3) {
				leaf = leaf || b.Leaf && fmt.Sprint(b) == fmt.Sprint(e.Reads)
			}
			if !leaf {
				t.Errorf("%s: the tree to read says %+v", what, e.Reads)
			}
			if o.Target == "y" {
				holdDensity(t, what, e)
			}
		}
	}
}

func holdPrediction(t *testing.T, what string, got, want *Prediction) {
	t.Helper()
	if want.Mean != nil && (*got.Mean != *want.Mean || *got.SD != *want.SD || *got.Low != *want.Low ||
		*got.High != *want.High) || got.Class != want.Class ||
		fmt.Sprint(got.Probabilities) != fmt.Sprint(want.Probabilities) {
		t.Errorf("%s: %+v, want %+v", what, got, want)
	}
}

// holdDensity: over the bulk, widened, the density has nearly the whole probability, and its mean is the prediction's:
// to the .1 % outside, times at most the width.
func holdDensity(t *testing.T, what string, e *Explained) {
	t.Helper()
	low, high := e.Bulk()
	grid := make([]float64, 401)
	for i := range grid {
		grid[i] = low + (high-low)*float64(i)/400
	}
	sum, mean := 0., 0.
	for i, d := range e.Density(grid) {
		sum += d * (grid[1] - grid[0])
		mean += d * (grid[1] - grid[0]) * grid[i]
	}
	if math.Abs(sum-.999) > .001 || math.Abs(mean-*e.Prediction.Mean) > .002*(math.Abs(high)+high-low) {
		t.Errorf("%s: the density has %v in all and a mean of %v, the prediction of %v", what, sum, mean,
			*e.Prediction.Mean)
	}
}

// The leaf is that of the rules, by the side that values are on; inputs tell their range and labels.
func TestExplainReadsTheTree(t *testing.T) {
	p := explained(t, Options{Target: "y", Scale: PlainScale})
	a, err := p.Fit(alltrees.Alone)
	if err != nil {
		t.Fatal(err)
	}
	branches := a.Branches(2)
	ask := branches[0].Ask
	if ask == nil || ask.At == nil {
		t.Fatalf("the tree of two leaves does not split a number: %+v", branches)
	}
	for side, v := range []float64{*ask.At, math.Nextafter(*ask.At, 1)} {
		e, err := p.Explain(RowAsked{Row: 2, Leaves: 2, Values: map[string]any{ask.Input: v}})
		if err != nil {
			t.Fatal(err)
		}
		if want := branches[1+side]; e.Reads.Mean != want.Mean || e.Reads.Rows != want.Rows {
			t.Errorf("at %v the tree says %+v, want %+v", v, e.Reads, want)
		}
		if x, label := e.Inputs[0], e.Inputs[2]; x.Name != "x" || !(x.Min < x.Max) || x.Decimals != 4 ||
			fmt.Sprint(label.Labels) != "[ash elm fir oak]" || !(x.Used > 0) {
			t.Errorf("inputs %+v and %+v", x, label)
		}
	}
	e, err := p.Explain(RowAsked{Test: true, Row: 2, Leaves: 2})
	if v, known := e.Truth(); err != nil || !known || v != 3 || e.Prediction.Target != "3" {
		t.Errorf("%v: the truth is %v, %v", err, v, known)
	}
	for name, values := range map[string]map[string]any{"nothing": {"nothing": 1.}, "x": {"x": "one"},
		"label": {"label": 1.}, "z": {"z": true}} {
		_, err := p.Explain(RowAsked{Row: 2, Leaves: 2, Values: values})
		var f *Error
		if !errors.As(err, &f) || !strings.Contains(f.In(words.English), name) ||
			f.In("de") == f.In(words.English) {
			t.Errorf("%v: %v", values, err)
		}
	}
}
