// The prior check: what a run would find under priors half as wide and twice as wide.

package variants

import (
	"math"
	"slices"
	"strings"

	"dcctree/core/dcc"
	"dcctree/core/dcc/internal/digits"
	"dcctree/core/dcc/internal/forecast"
	"dcctree/core/dcc/search"
	"dcctree/core/numeric"
	"dcctree/core/topology"
	"dcctree/core/words"
)

// priorFactors are those by which priors are changed.
var priorFactors = [2]float64{.5, 2}

// The criteria by which conclusions depend on a prior. Both are conventions, stated beside the table.
const (
	// weightChange is the share of the posterior that moves to other topologies (total variation), two
	// standard errors of it taken off.
	weightChange = .1
	// predictionChange is the change of what is predicted for the training rows: for a regression the root
	// mean square change of the predicted mean over that of the predictive standard deviation; for a
	// classification the mean total variation distance between class probabilities.
	predictionChange = .1
	classChange      = .05
)

// NewPriorCheck compares the problem with PriorScale 1/2 and 2. The odds of a split under p(m) are
// halved and doubled too, without further runs: Z_m does not depend on p(m), so the measured topologies
// are weighed anew. A topology of over 1 % under any of these priors is measured under all of them.
func NewPriorCheck(p *dcc.Problem, set search.FastSettings) (*Comparison, error) {
	variants := []dcc.Variant{{}}
	for _, factor := range priorFactors {
		variants = append(variants, dcc.Variant{PriorScale: factor})
	}
	return newComparison(p, variants, true, set)
}

// PriorName names what a row of a prior check changes.
type PriorName string

const (
	PriorsAsSet     PriorName = "as set"
	ParameterPriors PriorName = "parameters" // see Variant.PriorScale
	SplitPrior      PriorName = "splits"     // the odds of a split at every node, see topology.Prior.LogScaled
)

// PriorRow is what a prior check found under one prior.
type PriorRow struct {
	Name             PriorName
	Factor           float64
	LogEvidence      float64 // log sum_m p(m) Z_m over the measured topologies
	LogEvidenceError float64
	Topologies       []dcc.Summary // by weight under this prior
	Unreliable       float64       // weight of topologies whose k-hat is above its limit

	// Beside the prior as set; 0 in its own row.
	WeightChange      float64 // total variation distance between the weights of topologies
	WeightChangeError float64 // at most this standard error: errors of weights taken as independent
	PredictionChange  float64 // of the training rows' predictions, see predictionChange
	ClassChange       float64 // classification: share of training rows with another most probable class
	TopologiesDepend  bool    // by the criteria
	PredictionsDepend bool
	Failed            string // why nothing is known; the rest is zero then
}

// PriorCheck is the table of a prior check; its first row is the prior as set.
type PriorCheck struct {
	Regression bool
	Rows       []PriorRow
	Gradients  int
}

// PriorCheck returns the table; ok is false before the end and for a comparison of bandwidths.
func (c *Comparison) PriorCheck() (table PriorCheck, ok bool) {
	if c.grid != nil || !c.Done() {
		return PriorCheck{}, false
	}
	table.Regression, table.Gradients = c.problem.Data.Regression(), c.Gradients()
	for _, l := range c.lanes {
		row := PriorRow{Name: ParameterPriors, Factor: l.variant.PriorScale, Failed: l.failed}
		if row.Factor == 0 {
			row.Name, row.Factor = PriorsAsSet, 1
		}
		if l.failed == "" {
			row.LogEvidence, row.LogEvidenceError, row.Topologies = l.logEvidence, l.logEvidenceErr,
				l.summaries
			c.compare(&row, l.mixed)
		}
		table.Rows = append(table.Rows, row)
	}
	for _, factor := range priorFactors {
		table.Rows = append(table.Rows, c.reweigh(factor))
	}
	return table, true
}

// reweigh is the row of another prior of splits. Topologies that no run measured stay out.
func (c *Comparison) reweigh(factor float64) PriorRow {
	l := c.lanes[0]
	row := PriorRow{Name: SplitPrior, Factor: factor, Failed: l.failed}
	if l.failed != "" {
		return row
	}
	row.Topologies = c.reweighed(factor)
	row.LogEvidence, row.LogEvidenceError = totalEvidence(row.Topologies)
	c.compare(&row, c.mix(l, row.Topologies))
	return row
}

// reweighed returns the topologies measured under the prior as set, under other odds of a split.
func (c *Comparison) reweighed(factor float64) []dcc.Summary {
	out := slices.Clone(c.lanes[0].summaries)
	logs := make([]float64, len(out))
	for i := range out {
		out[i].LogPrior = c.problem.Settings.SplitPrior.LogScaled(out[i].Topology, factor)
		logs[i] = out[i].LogEvidence + out[i].LogPrior
	}
	return dcc.Combined(out, logs)
}

// compare sets the changes against the prior as set, and judges them.
func (c *Comparison) compare(row *PriorRow, mixed []float64) {
	base := c.lanes[0]
	row.Unreliable = unreliable(row.Topologies)
	if row.Name == PriorsAsSet || base.failed != "" {
		return
	}
	row.WeightChange, row.WeightChangeError = totalVariation(base.summaries, row.Topologies)
	row.TopologiesDepend = row.WeightChange-2*row.WeightChangeError > weightChange
	if base.mixed == nil || mixed == nil {
		return
	}
	if c.problem.Data.Regression() {
		row.PredictionChange = meanChange(base.mixed, mixed)
		row.PredictionsDepend = row.PredictionChange > predictionChange
		return
	}
	row.PredictionChange, row.ClassChange = probabilityChange(base.mixed, mixed, c.problem.Data.Classes)
	row.PredictionsDepend = row.PredictionChange > classChange
}

// totalVariation returns half the sum of |difference of weights|, a topology that was not measured
// having none, and its standard error if all weights' errors were independent.
func totalVariation(a, b []dcc.Summary) (distance, err float64) {
	other := map[topology.Topology]dcc.Summary{}
	for _, s := range b {
		other[s.Topology] = s
	}
	var variance float64
	add := func(x, y dcc.Summary) {
		distance += .5 * math.Abs(x.Weight-y.Weight)
		variance += .25 * (float64(x.WeightError*x.WeightError) + float64(y.WeightError*y.WeightError))
	}
	for _, s := range a {
		add(s, other[s.Topology])
		delete(other, s.Topology)
	}
	for _, s := range b {
		if _, left := other[s.Topology]; left {
			add(s, dcc.Summary{})
		}
	}
	return distance, math.Sqrt(variance)
}

// meanChange is the root mean square change of the means over that of the predictive sd of a.
func meanChange(a, b []float64) float64 {
	var squares, variance float64
	for at := 0; at < len(a); at += forecast.Numbers {
		d := b[at+forecast.Mean] - a[at+forecast.Mean]
		squares += float64(d * d)
		variance += a[at+forecast.Variance]
	}
	return math.Sqrt(squares / variance)
}

// probabilityChange is the mean over rows of half the sum of |difference|, and the share of rows whose
// most probable class differs.
func probabilityChange(a, b []float64, classes int) (change, other float64) {
	rows := float64(len(a) / classes)
	for at := 0; at < len(a); at += classes {
		x, y := a[at:at+classes], b[at:at+classes]
		for k := range x {
			change += .5 * math.Abs(x[k]-y[k]) / rows
		}
		if numeric.Largest(x) != numeric.Largest(y) {
			other += 1 / rows
		}
	}
	return change, other
}

// In says whether the conclusions depend on the prior, and by which criterion.
func (t PriorCheck) In(l words.Lang) string {
	var weights, predictions, failed []string
	for _, r := range t.Rows {
		switch {
		case r.Failed != "":
			failed = append(failed, r.Label(l))
		case r.TopologiesDepend:
			weights = append(weights, l.Say("priors.moves", r.Label(l), digits.Percent(r.WeightChange)))
		}
		if r.PredictionsDepend {
			predictions = append(predictions, r.Label(l))
		}
	}
	var b strings.Builder
	switch {
	case len(failed) == len(t.Rows):
		return l.Say("priors.none")
	case len(weights) == 0:
		b.WriteString(l.Say("priors.hardly"))
	default:
		b.WriteString(l.Say("priors.depends", strings.Join(weights, ", ")))
	}
	if len(predictions) == 0 {
		b.WriteString(l.Say("priors.predictions.hardly", t.limit(l)))
	} else {
		b.WriteString(l.Say("priors.predictions", strings.Join(predictions, ", "), t.limit(l)))
	}
	if len(failed) > 0 {
		b.WriteString(l.Say("priors.unmeasured", strings.Join(failed, ", ")))
	}
	return b.String()
}

// limit says when predictions count as unchanged.
func (t PriorCheck) limit(l words.Lang) string {
	if t.Regression {
		return l.Say("priors.limit.regression")
	}
	return l.Say("priors.limit.classification")
}

// Label names the row in a language.
func (r PriorRow) Label(l words.Lang) string {
	factor := "× 2"
	if r.Factor < 1 {
		factor = "× ½"
	}
	switch r.Name {
	case ParameterPriors:
		return l.Say("priors.parameters", factor)
	case SplitPrior:
		return l.Say("priors.splits", factor)
	}
	return l.Say("priors.asset")
}
