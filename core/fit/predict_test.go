// Tests of further rows after a fit: the same answers as of rows that were asked with it.

package fit

import (
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
		if _, err := p.Predict(second(p)); !errors.Is(err, ErrNoAnswer) {
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
			got, err := q.Predict(second(q))
			if err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(got.Predictions, a.Predictions[1:]) {
				t.Errorf("%s: %+v, asked with the fit %+v", task, got.Predictions, a.Predictions[1:])
			}
			if got.Scores == nil || got.Scores.Rows != 2 || len(got.Notes) != 1 ||
				!strings.Contains(got.Notes[0], "four") {
				t.Errorf("%s: scores %+v, notes %q", task, got.Scores, got.Notes)
			}
		}
		if _, err := q.Predict(&dataset.Table{Name: "none.csv"}); err == nil {
			t.Errorf("%s: a table without the inputs is answered", task)
		}
	}
}
