// This file answers what the run says about one row, with any values that a person gives it.

package study

import (
	"math"
	"slices"

	"dcctree/core/baseline/cart"
	"dcctree/core/chart"
	"dcctree/core/dataset"
	"dcctree/core/posterior"
	"dcctree/core/tree"
	"dcctree/core/words"
	"dcctree/wasm/protocol"
)

// mostCART bounds the rows x features up to which CART is fitted beside every run, about half a second in a browser.
const mostCART = 500_000

// tree returns CART on the training rows, with rpart's defaults, fitted once.
func (r *Run) tree() *cart.Tree {
	if r.cart == nil {
		r.cart = cart.Fit(r.tables.Train, cart.DefaultSettings())
	}
	return r.cart
}

// fewForCART says whether CART can be fitted without keeping anybody waiting.
func (r *Run) fewForCART() bool {
	return r.cart != nil || r.tables.Train.N*r.tables.Train.D <= mostCART
}

// Explained answers m; values is what came beside it, the second result goes beside the answer.
func (r *Run) Explained(m *protocol.Explain, values []float64) (*protocol.Explained, []float64, error) {
	row, truth, err := r.tableRow(m.Set, m.Row)
	if err != nil {
		return nil, nil, err
	}
	changed := false
	if m.Columns > 0 {
		own := make([][]float64, 1)
		if err := r.ownRows(own, int(m.Columns), values); err != nil {
			return nil, nil, err
		}
		changed = !slices.Equal(row, own[0])
		row = own[0]
	}
	if changed {
		truth = math.NaN()
	}
	e, err := r.shown().Explain(row)
	if err != nil {
		return nil, nil, Fault(err)
	}
	answer := r.explained(m, e, truth)
	answer.Changed, answer.CART = changed, r.cartSays(row)
	r.drawExplained(answer, m, e)
	if answer.Thresholds, err = r.thresholds(m.Topology); err != nil {
		return nil, nil, err
	}
	return answer, r.explainedNumbers(row), nil
}

func (r *Run) explained(m *protocol.Explain, e posterior.Explanation, truth float64) *protocol.Explained {
	answer := &protocol.Explained{V: protocol.Version, Kind: protocol.KindExplained, ID: int(m.ID), Run: r.Number, Task: r.created.Task,
		Mean: e.Mean, SD: e.SD, Low: e.Low, High: e.High, Probabilities: list(e.Probabilities), Class: e.Class, Truth: truth,
		Parts: []protocol.Part{}, Dissent: e.Dissent}
	for _, p := range e.Parts {
		part := protocol.Part{Name: p.Topology.String(), Key: p.Topology.Key(), Weight: p.Weight, Mean: p.Mean, Class: p.Class}
		if p.Probabilities != nil {
			part.Probability = p.Probabilities[p.Class]
		}
		answer.Parts = append(answer.Parts, part)
	}
	return answer
}

// cartSays returns CART's response or class number, NaN where it is not fitted.
func (r *Run) cartSays(row []float64) float64 {
	if r.fewForCART() {
		return r.tree().Leaf(tree.RowOf(row)).Answer.Point()
	}
	return math.NaN()
}

// drawExplained adds the figure with CART's answer.
func (r *Run) drawExplained(answer *protocol.Explained, m *protocol.Explain, e posterior.Explanation) {
	known := !math.IsNaN(answer.Truth)
	if !r.regression() {
		fig := r.shown().ClassFigure(e)
		fig.ID, fig.Lang, fig.Width = "prediction", words.Lang(m.Lang), m.Width
		if known {
			fig.Truth = int(answer.Truth)
		}
		r.markCART(&fig, answer.CART)
		answer.SVG = chart.ClassPredictions(fig)
		return
	}
	var truth *float64
	if known {
		truth = &answer.Truth
	}
	fig := r.shown().NumberFigure(e, truth, m.Low, m.High)
	fig.ID, fig.Lang, fig.Width = "prediction", words.Lang(m.Lang), m.Width
	if !math.IsNaN(answer.CART) {
		fig.Baseline = &chart.Value{Label: cartName, X: answer.CART}
	}
	answer.AxisLow, answer.AxisHigh = chart.PredictionRange(fig)
	answer.SVG = chart.Prediction(fig)
}

const cartName = "CART"

func (r *Run) markCART(fig *chart.ClassPredictionFigure, class float64) {
	if !math.IsNaN(class) {
		fig.Baseline, fig.Method = int(class), cartName
	}
}

// thresholds returns where the tree of a key (the heaviest for "") splits on single features; none where it has no
// draws.
func (r *Run) thresholds(key string) ([]protocol.Threshold, error) {
	out := []protocol.Threshold{}
	t, err := r.chosen(key)
	if err != nil {
		return nil, err
	}
	if t == nil {
		t = &r.shown().Topologies()[0].Topology
	}
	fig, ok := r.shown().Tree(*t)
	if !ok {
		return out, nil
	}
	for _, s := range fig.Splits {
		if len(s.Terms) == 1 {
			out = append(out, protocol.Threshold{Feature: slices.Index(r.tables.Train.Features, s.Terms[0].Feature), Median: s.Threshold, Low: s.Low, High: s.High})
		}
	}
	return out, nil
}

// explainedNumbers returns the blocks of protocol.ExplainedBlocks.
func (r *Run) explainedNumbers(row []float64) []float64 {
	if r.spans == nil {
		r.spans = spansOf(r.tables.Train)
	}
	d := len(row)
	out := make([]float64, protocol.ExplainedBlocks*d)
	copy(out, row)
	for j, s := range r.spans {
		out[d+j], out[2*d+j], out[4*d+j] = s.low, s.high, float64(s.decimals)
	}
	copy(out[3*d:], r.shown().Included())
	return out
}

// span is the range of a feature, and how many decimals its values have: -1 for more than 6.
type span struct {
	low, high float64
	decimals  int
}

func spansOf(f *dataset.Frame) (out []span) {
	for j := range f.D {
		x := f.X[j*f.N : (j+1)*f.N]
		out = append(out, span{slices.Min(x), slices.Max(x), dataset.Decimals(x)})
	}
	return out
}
