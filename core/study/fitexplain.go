// This file answers what the trees of a fit say of one row, with any values that a person gives it.

package study

import (
	"encoding/json"

	"dcctree/core/chart"
	"dcctree/core/export"
	"dcctree/core/fit"
	"dcctree/core/words"
)

// FitExplainOptions asks what all trees of the newest fit say of one row, and what the tree to read does.
type FitExplainOptions struct {
	Test bool    `js:"test"` // the row is one of the table of test rows
	Row  float64 `js:"row"`  // of the file; where there is none, the next one
	// that the row is given, as JSON text: by input a number, a label, or null for a gap
	Values string  `js:"values"`
	Leaves float64 `js:"leaves"` // most leaves of the tree, 1 to 8, or fit.WholeTree
	Width  float64 `js:"width"`  // of the figure, CSS pixels
	Lang   string  `js:"lang"`   // of its words: the tag of a catalogue; "" is English
	// of numbers: ends of the figure's axis, widened where the prediction would leave them;
	Low  float64 `js:"low"`
	High float64 `js:"high"` // equal: the axis follows the prediction
}

// mostValues bounds the text of the values, in bytes.
const mostValues = 1 << 20

// Validate checks the numbers and the size of the text.
func (m *FitExplainOptions) Validate() error {
	return firstError(
		checkWhole("row", m.Row, 0, maxWhole),
		checkLength("values", m.Values, mostValues),
		checkWhole("leaves", m.Leaves, 1, fit.WholeTree),
		checkRange("width", m.Width, 100, MaxWidth),
		checkLang(m.Lang),
		checkFinite("low", m.Low), checkFinite("high", m.High),
	)
}

// FitExplained is a fit.Explained, as JSON text.
type FitExplained struct {
	JSON string `js:"json"`
}

// ExplainFit asks the newest answer of a problem; nil stands for a fit that is not there.
func ExplainFit(p *fit.Problem, m *FitExplainOptions) (*FitExplained, error) {
	if p == nil {
		return nil, noTrees()
	}
	k := fit.RowAsked{Test: m.Test, Row: int(m.Row), Leaves: int(m.Leaves), Lang: words.Lang(m.Lang)}
	if m.Values != "" {
		if err := json.Unmarshal([]byte(m.Values), &k.Values); err != nil {
			return nil, optionFault("values", "are no JSON object: %v", err)
		}
	}
	e, err := p.Explain(k)
	if err != nil {
		return nil, faulty(err)
	}
	drawFitExplained(e, m)
	text, err := export.JSON(e)
	return &FitExplained{JSON: text}, err
}

// explainedGrid is how many points the density is drawn at.
const explainedGrid = 121

// drawFitExplained adds the figure and its axis.
func drawFitExplained(e *fit.Explained, m *FitExplainOptions) {
	const id = "fit-whatif-figure"
	l, q := words.Lang(m.Lang), &e.Prediction
	truth, known := e.Truth()
	if q.Mean == nil {
		f := chart.ClassPredictionFigure{ID: id, Lang: l, Width: m.Width, Target: e.Target, Truth: -1,
			Baseline: -1}
		for k, label := range e.Classes {
			v := q.Probabilities[k]
			f.Classes = append(f.Classes, chart.ClassPrediction{Label: label, Probability: v, Low: v,
				High: v})
		}
		if known {
			f.Truth = int(truth)
		}
		e.SVG = chart.ClassPredictions(f)
		return
	}
	f := chart.PredictionFigure{ID: id, Lang: l, Width: m.Width, Target: e.Target, Low: *q.Low, High: *q.High,
		Center: chart.Value{Label: "mean", X: *q.Mean}}
	if e.Median() {
		f.Center.Label = "median"
	}
	low, high := e.Bulk()
	if known {
		f.Truth = &chart.Value{Label: "true", X: truth}
		low, high = min(low, truth), max(high, truth)
	}
	f.Stretch(low, high, m.Low, m.High, explainedGrid)
	f.Density = e.Density(f.Grid)
	low, high = chart.PredictionRange(f)
	e.Axis, e.SVG = []float64{low, high}, chart.Prediction(f)
}
