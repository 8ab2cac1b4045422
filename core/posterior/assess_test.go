// This file holds calibration, confusion and maps against numbers worked out by hand.

package posterior

import (
	"errors"
	"math"
	"testing"

	"dcctree/core/chart"
	"dcctree/core/dataset"
)

// TestWilson: of 10 rows 5 hits: middle .5, half width z / (1 + z^2/10) sqrt(.025 + z^2/400) with z = 1.6448536; the
// ends at 0 and n hits.
func TestWilson(t *testing.T) {
	z := 1.6448536269514722
	half := z / (1 + z*z/10) * math.Sqrt(.025+z*z/400)
	low, high := wilson(5, 10)
	near(t, "low", low, .5-half, 1e-12)
	near(t, "high", high, .5+half, 1e-12)
	low, high = wilson(0, 10)
	near(t, "no hit, low", low, 0, 1e-12)
	near(t, "no hit, high", high, z*z/(10+z*z), 1e-12)
	low, high = wilson(10, 10)
	near(t, "all hits, low", low, 10/(10+z*z), 1e-12)
	near(t, "all hits, high", high, 1, 1e-12)
}

// TestCoverage: of the probabilities .01, .06, .5 and .94 the central 90 % interval holds three, the 95 % interval,
// from .025 on, too, the 10 % one the third.
func TestCoverage(t *testing.T) {
	want := map[float64]float64{.1: .25, .5: .25, .8: .25, .9: .75, .95: .75}
	seen := 0
	for _, q := range coverage([]float64{.01, .06, .5, .94}) {
		if share, ok := want[q.Forecast]; ok {
			seen++
			near(t, "share", q.Share, share, 0)
		}
		if q.Count != 4 || !(q.Low <= q.Share && q.Share <= q.High) {
			t.Errorf("%+v", q)
		}
	}
	if seen != len(want) {
		t.Errorf("%d of %d levels", seen, len(want))
	}
}

// TestReliability: rows with probabilities (.95, .05), (.9, .1), (1, 0) of which the second is of the other class. In
// the last tenth of the scale are .95, .9 and 1 with 2 hits of 3, in the first .05 and 0 with none, in the second .1
// with one hit.
func TestReliability(t *testing.T) {
	got := reliability([]float64{.95, .05, .9, .1, 1, 0}, []int{0, 1, 0}, 2)
	want := []chart.CalibrationPoint{{Forecast: .025, Share: 0, Count: 2}, {Forecast: .1, Share: 1, Count: 1},
		{Forecast: .95, Share: 2. / 3, Count: 3}}
	if len(got) != len(want) {
		t.Fatalf("%+v", got)
	}
	for i, q := range got {
		near(t, "forecast", q.Forecast, want[i].Forecast, 1e-12)
		near(t, "share", q.Share, want[i].Share, 1e-12)
		if q.Count != want[i].Count {
			t.Errorf("%d: %d forecasts", i, q.Count)
		}
	}
}

// TestPredictedRows are those of Predict, kept until something is measured.
func TestPredictedRows(t *testing.T) {
	p := single(t, false, Likelihood)
	numbers, rows, err := p.Predicted(false, 4)
	if err != nil || len(rows) != 4 || numbers[0] != 0 || numbers[3] != 3*p.train.n/4 {
		t.Fatalf("rows %v (%v)", numbers, err)
	}
	f := p.tables.Train
	for k, i := range numbers {
		want, _ := p.Predict([][]float64{f.Row(nil, i)})
		if r := rows[k]; r.Observed != f.Y[i] || r.Mean != want[0].Mean || r.Low != want[0].Low ||
			r.High != want[0].High {
			t.Errorf("row %d is %+v, want %+v", i, r, want[0])
		}
	}
	if _, again, _ := p.Predicted(false, 4); &again[0] != &rows[0] {
		t.Error("the answer is computed twice")
	}
	if _, _, err := New(p.tables, p.problem, Likelihood).Predicted(false, 4); !errors.Is(err, ErrNothingYet) {
		t.Errorf("before any step: %v", err)
	}
}

// TestConfusionAddsUp: every row stands in the row of its class.
func TestConfusionAddsUp(t *testing.T) {
	p := classes(t)
	counts := p.Confusion(false)
	f := p.tables.Train
	total := 0
	for truth, row := range counts {
		n := 0
		for _, k := range f.Class {
			if k == truth {
				n++
			}
		}
		for _, k := range row {
			n -= k
			total += k
		}
		if n != 0 {
			t.Errorf("row %d lacks %d", truth, n)
		}
	}
	right := float64(counts[0][0]+counts[1][1]) / float64(total)
	train, _, _ := p.Scores()
	near(t, "accuracy", right, train.Accuracy, 1e-12)
}

// TestMedians: the middle one of three values, the lower middle one of four.
func TestMedians(t *testing.T) {
	for n, want := range map[int]float64{3: 2, 4: 3} {
		x := []float64{9, 1, 2, 9, 1, 3}[:3]
		if n == 4 {
			x = []float64{9, 3, 1, 5}
		}
		p := &Posterior{tables: Tables{Train: &dataset.Frame{N: n, D: 1, X: x}}}
		if got := p.Medians(); len(got) != 1 || got[0] != want {
			t.Errorf("of %v the median is %v, want %v", x, got, want)
		}
	}
}
