// Tests of the price of a readable tree: where the truth says who predicts better, and that workers change nothing.

package fit

import (
	"fmt"
	"math"
	"reflect"
	"strings"
	"sync"
	"testing"

	"dcctree/core/alltrees"
	"dcctree/core/dataset"
	"dcctree/core/random"
)

// priced fits a table quickly and returns the price.
func priced(t *testing.T, text string, w alltrees.Workers) *Price {
	t.Helper()
	table, err := dataset.ReadCSV("own.csv", []byte(text), dataset.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	o := Options{Target: "y", Folds: 5, Settings: alltrees.DefaultSettings(), Effort: alltrees.DefaultEffort()}
	o.Effort.Work, o.Effort.Moves = 1, 5
	p, err := New(table, o)
	if err != nil {
		t.Fatal(err)
	}
	a, err := p.Fit(w)
	if err != nil {
		t.Fatal(err)
	}
	return a.Price
}

// rows writes a table of a number, a label of three and the response.
func rows(n int, response func(x float64, label int, noise float64) string) string {
	rng := random.Stream(1, "price")
	var b strings.Builder
	b.WriteString("x,label,y\n")
	for range n {
		x, label := rng.Float64(), rng.IntN(3)
		fmt.Fprintf(&b, "%.4f,%s,%s\n", x, []string{"one", "two", "three"}[label],
			response(x, label, rng.NormFloat64()))
	}
	return b.String()
}

func (p *Price) way(t *testing.T, name string, leaves int) *Way {
	t.Helper()
	for i := range p.Ways {
		if p.Ways[i].Name == name && p.Ways[i].Leaves == leaves {
			return &p.Ways[i]
		}
	}
	t.Fatalf("no way %s with %d leaves in %+v", name, leaves, p.Ways)
	return nil
}

// above reports whether the difference of a way to all trees is beyond three of its errors, and how.
func (w *Way) above() float64 { return w.Less.Mean / w.Less.Error }

// A step: two leaves predict like all trees, one does not, and neither does a line.
func TestPriceOfAStep(t *testing.T) {
	p := priced(t, rows(150, func(x float64, label int, noise float64) string {
		return fmt.Sprintf("%.4f", 3*math.Floor(2*x)+.3*noise)
	}), alltrees.Alone)
	if w := p.way(t, FewLeaf, 2); math.Abs(w.above()) > 3 || math.Abs(*w.RMSE-.3) > .1 {
		t.Errorf("two leaves: %+v, RMSE %.3f where the noise is .3", w.Less, *w.RMSE)
	}
	one := p.way(t, FewLeaf, 1)
	if one.above() < 3 || *one.RMSE < 1.3 || *one.RMSE > 1.7 {
		t.Errorf("one leaf: %+v, RMSE %.3f where the sd is near 1.5", one.Less, *one.RMSE)
	}
	if w := p.way(t, Linear, 0); w.above() < 3 {
		t.Errorf("a line: %+v", w.Less)
	}
	if w := p.way(t, Cart, 0); *w.RMSE > .5 {
		t.Errorf("CART: RMSE %.3f", *w.RMSE)
	}
	// a normal density with the right sd has the log score -log(.3 sqrt(2 pi)) - 1/2 = -.215
	if all := p.way(t, AllTrees, 0); all.Less != nil || math.Abs(all.LogScore.Mean+.215) > .15 {
		t.Errorf("all trees: %+v", all.LogScore)
	}
}

// A line, whose height depends on the label: the line predicts better than trees.
func TestPriceOfALine(t *testing.T) {
	p := priced(t, rows(120, func(x float64, label int, noise float64) string {
		return fmt.Sprintf("%.4f", 4*x+float64(label)+.2*noise)
	}), alltrees.Alone)
	if w := p.way(t, Linear, 0); w.above() > -3 || math.Abs(*w.RMSE-.2) > .05 {
		t.Errorf("the line: %+v, RMSE %.3f where the noise is .2", w.Less, *w.RMSE)
	}
	if w := p.way(t, FewLeaf, 2); w.above() < 3 {
		t.Errorf("two leaves: %+v", w.Less)
	}
}

// Classes, gaps, a label and a class that single parts of the table lack: every way has an answer to every row, and the
// division of labor changes no bit.
func TestPriceOfClasses(t *testing.T) {
	n := 0
	text := rows(60, func(x float64, label int, noise float64) string {
		n++
		return []string{"low", "low", "high"}[label] + []string{"", "er"}[n/59]
	})
	text = strings.Replace(text, "one", "", 3)
	text = strings.Replace(text, "two", "rare", 1)
	alone := priced(t, text, alltrees.Alone)
	together := priced(t, text, func(n int, job func(int)) {
		var g sync.WaitGroup
		for i := range n {
			g.Go(func() { job(n - 1 - i) })
		}
		g.Wait()
	})
	if !reflect.DeepEqual(alone, together) {
		t.Errorf("alone %+v, several at a time %+v", alone, together)
	}
	for _, w := range alone.Ways {
		if w.LogScore == nil || w.Errors == nil || *w.Errors > .7 {
			t.Errorf("%s, %d leaves: %+v", w.Name, w.Leaves, w)
		}
	}
	if w := alone.way(t, FewLeaf, 2); *w.Errors > .15 {
		t.Errorf("the label tells the class, but two leaves err in %.2f", *w.Errors)
	}
}

// With few rows there is no price.
func TestNoPriceOfFewRows(t *testing.T) {
	text := rows(fewestPriced-1, func(x float64, label int, noise float64) string {
		return fmt.Sprintf("%.3f", noise)
	})
	if p := priced(t, text, alltrees.Alone); p != nil {
		t.Errorf("a price of few rows: %+v", p)
	}
}

// By hand: scores of four rows, and a way that holds one to be impossible.
func TestScoreOfAWay(t *testing.T) {
	all, once := []float64{-1, -2, -3, -2}, []float64{1, 1, 1, 1}
	w := Way{Name: Cart}
	w.score(dataset.Regression, &results{logs: []float64{-2, -2, -3, -5}, missed: []float64{1, 4, 9, 2}}, all, once)
	// means -3 and 1; the differences 1, 0, 0, 3 have the variance 2
	if w.LogScore.Mean != -3 || w.Less.Mean != 1 || math.Abs(w.Less.Error-math.Sqrt(2./4)) > 1e-12 ||
		math.Abs(*w.RMSE-2) > 1e-12 {
		t.Errorf("%+v, %+v, RMSE %v", w.LogScore, w.Less, *w.RMSE)
	}
	w.score(dataset.Classification, &results{logs: []float64{-2, math.Inf(-1), -3, -5},
		missed: []float64{0, 1, 0, 0}}, all, once)
	if w.LogScore != nil || w.Less != nil || *w.Errors != .25 {
		t.Errorf("%+v", w)
	}
}

// A way whose misses are too large to compute with has no score, so that an answer can still be written.
func TestNoScoreWithoutANumber(t *testing.T) {
	w := Way{Name: Linear}
	r := &results{logs: []float64{-1e200, 1, 2}, missed: []float64{math.Inf(1), 1, 1}}
	w.score(dataset.Regression, r, make([]float64, 3), []float64{1, 1, 1})
	if w.LogScore != nil || w.Less != nil || w.RMSE != nil {
		t.Errorf("scores %+v", w)
	}
}
