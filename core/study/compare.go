// This file sets comparisons of bandwidths and priors up and describes what they
// found.

package study

import (
	"math"

	"dcctree/core/dcc"
	"dcctree/core/dcc/variants"
	"dcctree/core/posterior"
	"dcctree/core/words"
)

// Progress is how far a comparison or a contest is.
type Progress struct {
	Progress float64 `js:"progress"`
	Words    string  `js:"words"` // what the last step did
}

// Bandwidth is one row of a comparison of bandwidths. NaN marks what the task
// does not have, and Failed says why nothing is known.
type Bandwidth struct {
	H                float64  `js:"h"`
	Prior            float64  `js:"prior" optional:"yes"` // regression, up to Topologies
	Weight           float64  `js:"weight" optional:"yes"`
	WeightError      float64  `js:"weightError" optional:"yes"`
	LogEvidence      float64  `js:"logEvidence" optional:"yes"`
	LogEvidenceError float64  `js:"logEvidenceError" optional:"yes"`
	Unreliable       float64  `js:"unreliable" optional:"yes"`
	Topologies       []Weight `js:"topologies" optional:"yes"` // heaviest first, at most MaxTerms
	LogScore         float64  `js:"logScore" optional:"yes"`   // classification, up to Accuracy
	LogScoreError    float64  `js:"logScoreError" optional:"yes"`
	Loss             float64  `js:"loss" optional:"yes"`
	LossError        float64  `js:"lossError" optional:"yes"`
	Accuracy         float64  `js:"accuracy" optional:"yes"`
	Gradients        int      `js:"gradients"`
	Failed           string   `js:"failed" optional:"yes"`
}

// PriorRow is one row of a prior check; see variants.PriorRow.
type PriorRow struct {
	Name              string                     `js:"name"` // "as set", "parameters", "splits"
	Factor            float64                    `js:"factor"`
	Label             string                     `js:"label"` // in words
	Translations      words.Translations[string] `js:"translations"`
	LogEvidence       float64                    `js:"logEvidence"`
	LogEvidenceError  float64                    `js:"logEvidenceError"`
	Unreliable        float64                    `js:"unreliable"`
	WeightChange      float64                    `js:"weightChange"`
	WeightChangeError float64                    `js:"weightChangeError"`
	PredictionChange  float64                    `js:"predictionChange"`
	ClassChange       float64                    `js:"classChange" optional:"yes"` // NaN for a regression
	TopologiesDepend  bool                       `js:"topologiesDepend"`
	PredictionsDepend bool                       `js:"predictionsDepend"`
	Topologies        []Weight                   `js:"topologies"` // heaviest first, at most MaxTerms
	Failed            string                     `js:"failed" optional:"yes"`
}

// Compared is the table that a comparison ended with.
type Compared struct {
	What         string                     `js:"what"` // as asked; the other's rows are none
	Task         string                     `js:"task"`
	Words        string                     `js:"words"`
	Translations words.Translations[string] `js:"translations"`
	Gradients    int                        `js:"gradients"`
	Best         int                        `js:"best"`   // row of the best bandwidth, -1 = none
	Widest       int                        `js:"widest"` // row of the widest within one standard error
	Bandwidths   []Bandwidth                `js:"bandwidths"`
	Priors       []PriorRow                 `js:"priors"`
	// train, test of the average over bandwidths; none of a classification
	Average []Scores `js:"average"`
}

// Comparison is a comparison on a run's problem, under way or at its end.
type Comparison struct {
	run  *Run
	what string
	*variants.Comparison
}

// Compare sets a comparison up. grid is what came beside the message, nil for the usual bandwidths.
// Neither the run nor what it found is changed by it.
func (r *Run) Compare(m *CompareOptions, grid []float64) (*Comparison, error) {
	c := &Comparison{run: r, what: m.What}
	var err error
	if m.What == CompareBandwidths {
		c.Comparison, err = variants.NewBandwidths(r.Problem, grid, r.bounds(!r.regression()))
	} else {
		c.Comparison, err = variants.NewPriorCheck(r.Problem, r.bounds(false))
	}
	return c, faulty(err)
}

// Step describes a completed step of the comparison.
func (c *Comparison) Step(s dcc.Step) *Progress {
	return &Progress{Progress: c.Progress(), Words: s.In(words.English)}
}

// Answer is Result.
func (c *Comparison) Answer() any { return c.Result() }

// Result returns the table at the end, and keeps what the average over bandwidths needs.
func (c *Comparison) Result() *Compared {
	m := &Compared{What: c.what,
		Task: c.run.created.Task, Best: -1, Widest: -1,
		Bandwidths: []Bandwidth{}, Priors: []PriorRow{}, Average: []Scores{}}
	if table, ok := c.Bandwidths(); ok {
		c.bandwidths(m, table)
	}
	if table, ok := c.PriorCheck(); ok {
		c.priors(m, table)
	}
	return m
}

func (c *Comparison) bandwidths(m *Compared, table variants.Bandwidths) {
	m.Words, m.Translations = words.Both(table.In)
	m.Gradients, m.Best, m.Widest = table.Gradients, table.Best, table.Widest
	for _, b := range table.Rows {
		m.Bandwidths = append(m.Bandwidths, bandwidthRow(b, table.Regression))
	}
	if !table.Regression {
		return
	}
	c.run.average = posterior.NewAverage(c.run.tables, c.Parts(), c.run.predictive)
	if train, test, ok := c.run.average.Scores(); ok {
		m.Average = []Scores{scoresOf(train), scoresOf(test)}
	}
}

// bandwidthRow describes one bandwidth.
func bandwidthRow(b variants.Bandwidth, regression bool) Bandwidth {
	row := Bandwidth{H: b.H, Prior: b.Prior, Weight: b.Weight, WeightError: b.WeightError,
		LogEvidence: b.LogEvidence, LogEvidenceError: b.LogEvidenceError, Unreliable: b.Unreliable,
		Topologies: heaviest(b.Topologies),
		LogScore:   b.LogScore, LogScoreError: b.LogScoreError, Loss: b.Loss, LossError: b.LossError,
		Accuracy: b.Accuracy, Gradients: b.Gradients, Failed: b.Failed}
	nan := math.NaN()
	if regression || b.Failed != "" {
		row.LogScore, row.LogScoreError, row.Loss, row.LossError, row.Accuracy = nan, nan, nan, nan, nan
	}
	if !regression || b.Failed != "" {
		row.Prior, row.Weight, row.WeightError, row.LogEvidence, row.LogEvidenceError = nan, nan, nan, nan, nan
		row.Unreliable = nan
	}
	return row
}

func heaviest(all []dcc.Summary) []Weight {
	out := []Weight{}
	for _, s := range all[:min(MaxTerms, len(all))] {
		out = append(out, Weight{Name: s.Topology.String(), Key: s.Topology.Key(), Weight: s.Weight})
	}
	return out
}

func (c *Comparison) priors(m *Compared, table variants.PriorCheck) {
	m.Words, m.Translations = words.Both(table.In)
	m.Gradients = table.Gradients
	for _, r := range table.Rows {
		classes := r.ClassChange
		if table.Regression {
			classes = math.NaN()
		}
		m.Priors = append(m.Priors, PriorRow{Name: string(r.Name), Factor: r.Factor,
			Label:        r.Label(words.English),
			Translations: words.Translate(r.Label),
			LogEvidence:  r.LogEvidence, LogEvidenceError: r.LogEvidenceError, Unreliable: r.Unreliable,
			WeightChange: r.WeightChange, WeightChangeError: r.WeightChangeError,
			PredictionChange: r.PredictionChange, ClassChange: classes,
			TopologiesDepend: r.TopologiesDepend, PredictionsDepend: r.PredictionsDepend,
			Topologies: heaviest(r.Topologies), Failed: r.Failed})
	}
}

// averaged refuses where no average over bandwidths is there.
func (r *Run) averaged() error {
	if r.average == nil {
		return &Fault{Code: CodeNoResult, Said: words.Of("fault.average")}
	}
	return nil
}
