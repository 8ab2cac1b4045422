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
)

// ExplainOptions asks what the run says about one row: a row of the table, or, where Columns is not 0, the feature
// values in the bulk (original units), which are held against that row.
type ExplainOptions struct {
	Set      string  `js:"set"` // "train" or "test"
	Row      float64 `js:"row"` // from 0 in the set
	Columns  float64 `js:"columns"`
	Width    float64 `js:"width"`    // of the figure, CSS pixels
	Lang     string  `js:"lang"`     // of its words, see FigureOptions
	Topology string  `js:"topology"` // key of the tree whose thresholds are asked for; "" = the heaviest
	// regression: ends of the figure's axis, original units, widened where the prediction would leave them;
	Low  float64 `js:"low"`
	High float64 `js:"high"` // equal: the axis follows the prediction
}

// Validate checks the head, the row's place and the figure's size.
func (m *ExplainOptions) Validate() error {
	return firstError(
		checkOption("set", m.Set, "train", "test"),
		checkWhole("row", m.Row, 0, maxWhole),
		checkWhole("columns", m.Columns, 0, maxNames),
		checkRange("width", m.Width, 100, 4000), checkLang(m.Lang),
		checkLength("topology", m.Topology, maxKey),
		checkFinite("low", m.Low), checkFinite("high", m.High),
	)
}

func checkFinite(field string, x float64) error {
	if x-x == 0 {
		return nil
	}
	return SettingFault(field, "setting.finite", x)
}

// ExplainedBlocks are the numbers of each feature in the bulk of Explanation, block after block: the row's value, the
// least and the greatest value of the training rows, how much of the trees' splitting the feature does (see
// posterior.Included), and how many decimals its training values have, -1 for more than a table is rounded to.
const ExplainedBlocks = 5

// Explanation answers ExplainOptions.
type Explanation struct {
	SVG           string    `js:"svg"`
	Task          string    `js:"task"`
	Changed       bool      `js:"changed"` // the values differ from those of the row
	Mean          float64   `js:"mean"`    // regression, up to High
	SD            float64   `js:"sd"`
	Low           float64   `js:"low"`
	High          float64   `js:"high"`
	Probabilities []float64 `js:"probabilities"` // classification
	Class         int       `js:"class"`         // classification: number of the likeliest
	// response or class number; NaN where it is not known, as for changed values
	Truth      float64     `js:"truth"`
	CART       float64     `js:"cart"`    // response or class number; NaN where CART was not fitted
	AxisLow    float64     `js:"axisLow"` // ends of the figure's axis
	AxisHigh   float64     `js:"axisHigh"`
	Parts      []Part      `js:"parts"`   // what the heaviest topologies say, by weight
	Dissent    int         `js:"dissent"` // number in Parts of the one that disagrees, -1 where none does
	Thresholds []Threshold `js:"thresholds"`
}

// Part is what one topology says about the row.
type Part struct {
	Name        string  `js:"name"`
	Key         string  `js:"key"`
	Weight      float64 `js:"weight"`
	Mean        float64 `js:"mean"`        // regression
	Class       int     `js:"class"`       // classification: number of its likeliest class
	Probability float64 `js:"probability"` // of that class
}

// Threshold is where a split on one feature of the tree asked for lies.
type Threshold struct {
	Feature int     `js:"feature"` // number
	Median  float64 `js:"median"`  // original units, as all
	Low     float64 `js:"low"`     // 5 % point
	High    float64 `js:"high"`    // 95 % point
}

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

// Explain answers m; values is what came beside it, the second result goes beside the answer.
func (r *Run) Explain(m *ExplainOptions, values []float64) (*Explanation, []float64, error) {
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
		return nil, nil, faulty(err)
	}
	answer := r.explained(m, e, truth)
	answer.Changed, answer.CART = changed, r.cartSays(row)
	r.drawExplained(answer, m, e)
	if answer.Thresholds, err = r.thresholds(m.Topology); err != nil {
		return nil, nil, err
	}
	return answer, r.explainedNumbers(row), nil
}

func (r *Run) explained(m *ExplainOptions, e posterior.Explanation, truth float64) *Explanation {
	answer := &Explanation{Task: r.created.Task,
		Mean: e.Mean, SD: e.SD, Low: e.Low, High: e.High, Probabilities: list(e.Probabilities), Class: e.Class,
		Truth: truth, Parts: []Part{}, Dissent: e.Dissent}
	for _, p := range e.Parts {
		part := Part{Name: p.Topology.String(), Key: p.Topology.Key(), Weight: p.Weight, Mean: p.Mean,
			Class: p.Class}
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
func (r *Run) drawExplained(answer *Explanation, m *ExplainOptions, e posterior.Explanation) {
	known := !math.IsNaN(answer.Truth)
	if !r.regression() {
		fig := r.tables.ClassFigure(e)
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
	fig := r.tables.NumberFigure(e, truth, m.Low, m.High)
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
func (r *Run) thresholds(key string) ([]Threshold, error) {
	out := []Threshold{}
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
			out = append(out, Threshold{Feature: slices.Index(r.tables.Train.Features, s.Terms[0].Feature),
				Median: s.Threshold, Low: s.Low, High: s.High})
		}
	}
	return out, nil
}

// explainedNumbers returns the blocks of ExplainedBlocks.
func (r *Run) explainedNumbers(row []float64) []float64 {
	if r.spans == nil {
		r.spans = spansOf(r.tables.Train)
	}
	d := len(row)
	out := make([]float64, ExplainedBlocks*d)
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
