// Tests of further rows after a fit: the same answers as of rows that were asked with it.

package fit

import (
	"cmp"
	"errors"
	"reflect"
	"strings"
	"testing"

	"dcctree/core/alltrees"
	"dcctree/core/dataset"
)

// TestPredictIsWhatAddTestAsks: rows of a second table are answered alike before and after the fit, with their scores
// and notes, of numbers and of classes, and as often as they are asked.
func TestPredictIsWhatAddTestAsks(t *testing.T) {
	pauses := 0
	pause := func() { pauses++ }
	more := "x,label,y\n.2,one,1\n.9,four,\n,two,2\n"
	for _, task := range []string{"regression", "classification"} {
		problem := func() *Problem {
			text := rows(40, func(_ float64, label int, _ float64) string {
				return []string{"1", "2"}[(label+1)/2]
			})
			table, err := dataset.ReadCSV("own.csv", []byte(text), dataset.ReadOptions{})
			if err != nil {
				t.Fatal(err)
			}
			o := Options{Target: "y", Task: task, Held: map[int]bool{3: true},
				Settings: alltrees.DefaultSettings(), Effort: alltrees.DefaultEffort()}
			o.Effort.Work = 1
			p, err := New(table, o)
			if err != nil {
				t.Fatal(err)
			}
			return p
		}
		second := func(p *Problem) *dataset.Table {
			table, err := dataset.ReadCSV("more.csv", []byte(more), p.TestOptions())
			if err != nil {
				t.Fatal(err)
			}
			return table
		}
		p := problem()
		if _, err := p.Predict(second(p), pause); !errors.Is(err, ErrNoAnswer) {
			t.Errorf("before the fit: %v", err)
		}
		if err := p.AddTest(second(p)); err != nil {
			t.Fatal(err)
		}
		a, err := p.Fit(alltrees.Alone)
		if err != nil {
			t.Fatal(err)
		}
		q := problem()
		if _, err := q.Fit(alltrees.Alone); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			got, err := q.Predict(second(q), pause)
			if err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(got.Predictions, a.Predictions[1:]) {
				t.Errorf("%s: %+v, asked with the fit %+v", task, got.Predictions, a.Predictions[1:])
			}
			if pauses == 0 || got.Target != "y" || (got.Classes == nil) != (task == "regression") {
				t.Errorf("%s: %d pauses, %q of %q", task, pauses, got.Target, got.Classes)
			}
			if got.Scores == nil || got.Scores.Rows != 2 || len(got.Notes) != 1 ||
				!strings.Contains(got.Notes[0], "four") {
				t.Errorf("%s: scores %+v, notes %q", task, got.Scores, got.Notes)
			}
		}
		if _, err := q.Predict(&dataset.Table{Name: "none.csv"}, pause); err == nil {
			t.Errorf("%s: a table without the inputs is answered", task)
		}
	}
}

// TestPredictOfTheFirstAnswer: the first rough answer is of the target as it is, also where its logarithm is fitted in
// the end; rows that are asked then are predicted like those that were asked with the fit.
func TestPredictOfTheFirstAnswer(t *testing.T) {
	p, err := scaledProblem(t, scaled(80, LogScale), AutoScale)
	if err != nil {
		t.Fatal(err)
	}
	more, err := dataset.ReadCSV("more.csv", []byte("x,z\n.2,.5\n.8,.5\n"), p.TestOptions())
	if err != nil {
		t.Fatal(err)
	}
	predicts := func(a *Answer) {
		got, err := p.Predict(more, func() {})
		if err != nil {
			t.Fatal(err)
		}
		// the truth is exp(1) and exp(3), its middle values 2.7 and 20: none is near exp(20)
		for _, q := range got.Predictions {
			if !(*q.Mean > 0 && *q.Mean < 60) {
				t.Errorf("%s: a mean of %v", a.Scale, *q.Mean)
			}
		}
	}
	var first string
	p.Watch(nil, func(a *Answer) {
		first = cmp.Or(first, a.Scale)
		predicts(a)
	})
	a, err := p.Fit(alltrees.Alone)
	if err != nil {
		t.Fatal(err)
	}
	predicts(a)
	if first != PlainScale || a.Scale != LogScale {
		t.Errorf("answers of the scales %q and %q", first, a.Scale)
	}
}
