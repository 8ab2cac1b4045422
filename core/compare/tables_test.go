// Every method finds something on tables that leave it little to find: one feature, no rows to split, few rows, all
// responses alike.

package compare

import (
	"fmt"
	"math"
	"testing"

	"dcctree/core/dataset"
	"dcctree/core/dcc"
	"dcctree/core/posterior"
)

// frameOf makes a frame of features, given column by column, and responses; with classes these are the classes'
// numbers.
func frameOf(classes int, y []float64, columns ...[]float64) *dataset.Frame {
	f := &dataset.Frame{N: len(y), D: len(columns), Task: dataset.Regression, Target: "y",
		Labels: make([][]string, len(columns))}
	for j, x := range columns {
		f.Features, f.X = append(f.Features, fmt.Sprintf("x%d", j+1)), append(f.X, x...)
	}
	for i := range y {
		f.Rows = append(f.Rows, i)
	}
	if classes == 0 {
		f.Y = y
		return f
	}
	f.Task, f.Classes = dataset.Classification, []string{"a", "b", "c"}[:classes]
	for _, v := range y {
		f.Class = append(f.Class, int(v))
	}
	return f
}

// repeated returns the values so many times over.
func repeated(times int, values ...float64) (out []float64) {
	for range times {
		out = append(out, values...)
	}
	return out
}

func scaled(x []float64, by float64) (out []float64) {
	for _, v := range x {
		out = append(out, v*by)
	}
	return out
}

// wide returns so many different columns of so many rows.
func wide(columns, rows int) (out [][]float64) {
	for j := range columns {
		var x []float64
		for i := range rows {
			x = append(x, float64((i*i+3*j*i+j)%5))
		}
		out = append(out, x)
	}
	return out
}

// quick are settings for an answer of few iterations.
func quick(p *dcc.Problem) Settings {
	s := DefaultSettings(p)
	s.Fast.PriorDraws, s.Fast.MaxMeasured, s.Fast.Embedded, s.Fast.AuditShare = 0, 1, 0, 0
	s.DFI.Warmup, s.DFI.InnerWarmup, s.DFI.MaxDoublings = 2, 10, 3
	s.DF.Warmup, s.DF.InnerWarmup, s.DF.MaxDoublings = 2, 10, 3
	s.CGM.Restarts, s.CGM.Warmup, s.WU.Warmup, s.SMC.Particles = 2, 100, 100, 20
	return s
}

// TestAllTables: on each table every method that is offered comes to a result whose numbers can be told.
func TestAllTables(t *testing.T) {
	ramp := []float64{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}
	coin := repeated(6, 0, 1)
	for name, of := range map[string]struct {
		train, test *dataset.Frame
	}{
		"one feature": {frameOf(0, repeated(3, 1, 2, 3, 5), ramp),
			frameOf(0, []float64{1, 4}, []float64{3, 20})},
		"one feature, 2 classes": {frameOf(2, coin, ramp), frameOf(2, []float64{1, 0}, []float64{3, -7})},
		"one feature, 3 classes": {frameOf(3, repeated(4, 0, 1, 2), ramp), nil},
		"a constant feature": {frameOf(0, repeated(3, 1, 2, 3, 5), repeated(12, 4), ramp),
			frameOf(0, []float64{1}, []float64{5}, []float64{2})},
		"constant, 2 classes": {frameOf(2, coin, repeated(12, 4), ramp),
			frameOf(2, []float64{1}, []float64{5}, []float64{2})},
		"constant features alone": {frameOf(0, repeated(3, 1, 2, 3, 5), repeated(12, 4)),
			frameOf(0, []float64{1, 2}, []float64{4, 5})},
		"nothing to split by": {frameOf(3, repeated(4, 0, 1, 2), repeated(12, 4)),
			frameOf(3, []float64{1, 2}, []float64{4, 5})},
		"one row": {frameOf(0, []float64{2}, []float64{1}), nil},
		"one row, 2 classes": {frameOf(2, []float64{1}, []float64{1}),
			frameOf(2, []float64{0}, []float64{1})},
		"two rows": {frameOf(0, []float64{2, 3}, []float64{1, 2}),
			frameOf(0, []float64{2}, []float64{1})},
		"three rows, 3 classes": {frameOf(3, []float64{0, 1, 2}, []float64{1, 2, 3}), nil},
		"responses alike": {frameOf(0, repeated(12, 7), ramp),
			frameOf(0, []float64{7, 7}, []float64{3, 4})},
		"one class of two": {frameOf(2, repeated(12, 1), ramp),
			frameOf(2, []float64{1, 0}, []float64{3, 4})},
		"one class of three": {frameOf(3, repeated(12, 1), ramp),
			frameOf(3, []float64{1, 0}, []float64{3, 4})},
		"rows many times over": {frameOf(0, repeated(15, 1, 2), repeated(15, 0, 1)),
			frameOf(0, []float64{1, 2}, []float64{0, 1})},
		"contradictory rows": {frameOf(2, coin, repeated(12, 1)),
			frameOf(2, []float64{1, 0}, []float64{1, 1})},
		"far from 1": {frameOf(0, repeated(3, 1e9, 2e9, 3e9, 5e9), scaled(ramp, 1e-9)),
			frameOf(0, []float64{1e9, 2e9}, []float64{1e-9, 1e300})},
		"more features than rows": {frameOf(2, []float64{0, 1, 0, 1}, wide(9, 4)...),
			frameOf(2, []float64{0}, wide(9, 1)...)},
	} {
		t.Run(name, func(t *testing.T) {
			tables := posterior.NewTables(of.train, of.test, true)
			p := &dcc.Problem{Data: tables.Data(), Settings: dcc.DefaultSettings(), Seed: 3}
			methods := Methods()
			if p.Data.Classes > 2 {
				methods = []Method{DCCTree, DFI, DF, CGM, SMC, CART}
			}
			c, err := New(tables, p, methods, quick(p), Budget{Gradients: 10})
			if err != nil {
				t.Fatal(err)
			}
			finish(t, c, 200)
			for k, s := range c.Standings() {
				told(t, c, s, of.train)
				gap := s.Paired.MSE
				if p.Data.Regression() && k > 0 && math.IsNaN(gap) != (of.test == nil) {
					t.Errorf("%s: differs by %v", s.Method, gap)
				}
			}
		})
	}
}

// finish runs a contest, which must not take more jobs than so many.
func finish(t *testing.T, c *Contest, jobs int) {
	t.Helper()
	for ; !c.Done(); jobs-- {
		if jobs == 0 {
			t.Fatal("the contest does not end")
		}
		r, err := dcc.Execute(c.problem, c.Next()[0], func() {})
		if err != nil {
			t.Fatal(err)
		}
		c.Report(r)
	}
}

// told checks all that is told of a method.
func told(t *testing.T, c *Contest, s Standing, train *dataset.Frame) {
	t.Helper()
	if !s.Ready || !s.Done || s.Failed != "" || s.Draws < 1 || s.Digest == "" {
		t.Errorf("%s: %+v", s.Method, s)
		return
	}
	// CART has no log score where its tree fits perfectly.
	scores := []float64{s.Train.MSE}
	if train.Classes != nil {
		scores = []float64{s.Train.Accuracy, s.Train.Brier, s.Train.LogScore}
	}
	for _, v := range append(scores, meanLeaves(s.Leaves)) {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			t.Errorf("%s: scores %+v, leaves %v", s.Method, s.Train, s.Leaves)
		}
	}
	if _, share, ok := c.Tree(s.Method); !ok || !(share > 0 && share <= 1+1e-9) {
		t.Errorf("%s: tree %v, share %v", s.Method, ok, share)
	}
	e, err := c.Explain(s.Method, train.Row(nil, 0))
	if err != nil {
		t.Errorf("%s: %v", s.Method, err)
		return
	}
	if train.Classes != nil {
		sum := 0.0
		for _, v := range e.Prediction.Probabilities {
			sum += v
		}
		if math.Abs(sum-1) > 1e-9 {
			t.Errorf("%s: probabilities %v", s.Method, e.Prediction.Probabilities)
		}
		c.tables.ClassFigure(e)
		return
	}
	if math.IsNaN(e.Prediction.Mean) {
		t.Errorf("%s: predicted %+v", s.Method, e.Prediction)
	}
	c.tables.NumberFigure(e, nil, 0, 10)
}
