// This file sets comparisons of bandwidths and priors up and describes what they
// found.

package study

import (
	"math"

	"dcctree/core/dcc"
	"dcctree/core/posterior"
	"dcctree/core/words"
	"dcctree/wasm/protocol"
)

// Comparison is a comparison on a run's problem, under way or at its end.
type Comparison struct {
	run  *Run
	what string
	*dcc.Comparison
}

// Compare sets a comparison up. grid is what came beside the message, nil for the usual bandwidths.
// Neither the run nor what it found is changed by it.
func (r *Run) Compare(m *protocol.Compare, grid []float64) (*Comparison, error) {
	c := &Comparison{run: r, what: m.What}
	var err error
	if m.What == protocol.CompareBandwidths {
		c.Comparison, err = dcc.NewBandwidths(r.Problem, grid, r.bounds(!r.regression()))
	} else {
		c.Comparison, err = dcc.NewPriorCheck(r.Problem, r.bounds(false))
	}
	return c, Fault(err)
}

// Step tells a completed step of the comparison that request id asked for.
func (c *Comparison) Step(id int, s dcc.Step) *protocol.Comparing {
	return &protocol.Comparing{V: protocol.Version, Kind: protocol.KindComparing, ID: id, Run: c.run.Number,
		Progress: c.Progress(), Words: s.In(words.English)}
}

// Answer is Result.
func (c *Comparison) Answer(id int) any { return c.Result(id) }

// Result answers request id with the table at the end, and keeps what the average over bandwidths needs.
func (c *Comparison) Result(id int) *protocol.Compared {
	m := &protocol.Compared{V: protocol.Version, Kind: protocol.KindCompared, ID: id, Run: c.run.Number, What: c.what,
		Task: c.run.created.Task, Best: -1, Widest: -1,
		Bandwidths: []protocol.Bandwidth{}, Priors: []protocol.PriorRow{}, Average: []protocol.Scores{}}
	if table, ok := c.Bandwidths(); ok {
		c.bandwidths(m, table)
	}
	if table, ok := c.PriorCheck(); ok {
		c.priors(m, table)
	}
	return m
}

func (c *Comparison) bandwidths(m *protocol.Compared, table dcc.Bandwidths) {
	m.Words, m.German, m.Gradients, m.Best, m.Widest = table.In(words.English), table.In("de"), table.Gradients, table.Best, table.Widest
	for _, b := range table.Rows {
		m.Bandwidths = append(m.Bandwidths, bandwidthRow(b, table.Regression))
	}
	if !table.Regression {
		return
	}
	c.run.average = posterior.NewAverage(c.run.tables, c.Parts(), c.run.predictive)
	if train, test, ok := c.run.average.Scores(); ok {
		m.Average = []protocol.Scores{scoresOf(train), scoresOf(test)}
	}
}

// bandwidthRow describes one bandwidth.
func bandwidthRow(b dcc.Bandwidth, regression bool) protocol.Bandwidth {
	row := protocol.Bandwidth{H: b.H, Prior: b.Prior, Weight: b.Weight, WeightError: b.WeightError,
		LogEvidence: b.LogEvidence, LogEvidenceError: b.LogEvidenceError, Unreliable: b.Unreliable,
		Topologies: heaviest(b.Topologies),
		LogScore:   b.LogScore, LogScoreError: b.LogScoreError, Loss: b.Loss, LossError: b.LossError, Accuracy: b.Accuracy,
		Gradients: b.Gradients, Failed: b.Failed}
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

func heaviest(all []dcc.Summary) []protocol.Weight {
	out := []protocol.Weight{}
	for _, s := range all[:min(protocol.MaxTerms, len(all))] {
		out = append(out, protocol.Weight{Name: s.Topology.String(), Key: s.Topology.Key(), Weight: s.Weight})
	}
	return out
}

func (c *Comparison) priors(m *protocol.Compared, table dcc.PriorCheck) {
	m.Words, m.German, m.Gradients = table.In(words.English), table.In("de"), table.Gradients
	for _, r := range table.Rows {
		classes := r.ClassChange
		if table.Regression {
			classes = math.NaN()
		}
		m.Priors = append(m.Priors, protocol.PriorRow{Name: string(r.Name), Factor: r.Factor, Label: r.Label(words.English), German: r.Label("de"),
			LogEvidence: r.LogEvidence, LogEvidenceError: r.LogEvidenceError, Unreliable: r.Unreliable,
			WeightChange: r.WeightChange, WeightChangeError: r.WeightChangeError,
			PredictionChange: r.PredictionChange, ClassChange: classes,
			TopologiesDepend: r.TopologiesDepend, PredictionsDepend: r.PredictionsDepend,
			Topologies: heaviest(r.Topologies), Failed: r.Failed})
	}
}

// averaged refuses where no average over bandwidths is there.
func (r *Run) averaged() error {
	if r.average == nil {
		return &protocol.Fault{Code: protocol.CodeNoResult, Message: "There is no average over bandwidths: compare the bandwidths of a regression first.",
			German: "Es gibt kein Mittel über Bandbreiten: erst die Bandbreiten einer Regression vergleichen."}
	}
	return nil
}
