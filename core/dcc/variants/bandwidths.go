// The choice of the bandwidth h: by evidence for a regression, by cross-validation for a classification.

package variants

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"dcctree/core/dcc"
	"dcctree/core/dcc/internal/digits"
	"dcctree/core/dcc/search"
	"dcctree/core/numeric"
	"dcctree/core/words"
)

// Folds is the number of parts of the training rows of the cross-validation.
const Folds = 5

// DefaultBandwidths returns the grid .005, .01, .025, .05, .1 (scaled units) and own, where it is not
// among them.
func DefaultBandwidths(own float64) []float64 {
	grid := []float64{.005, .01, .025, .05, .1}
	if !slices.Contains(grid, own) {
		grid = append(grid, own)
		slices.Sort(grid)
	}
	return grid
}

// Bounds of a grid.
const (
	leastGrid = 2
	mostGrid  = 20
)

// ComparisonSettings returns the bounds of the search for one variant of a comparison: those of a whole
// run where variants are compared by evidence, a quarter of its budget for each fold.
func ComparisonSettings(folds bool) search.FastSettings {
	s := search.DefaultFastSettings()
	if folds {
		s.Budget /= 4
	}
	return s
}

// NewBandwidths compares the bandwidths of a grid (scaled units, 2 to 20 different ones; nil = the
// default grid). A regression's evidence is comparable across h: each h is a run of its own, and its
// posterior weight is prior(h) sum_m p(m) Z(m | h). The soft Dirichlet-multinomial of a classification
// does not sum to 1 over the classes, and favors small h: there, h is judged by the log score of
// 5-fold cross-validation. The error is the problem's, or names the grid.
func NewBandwidths(p *dcc.Problem, grid []float64, set search.FastSettings) (*Comparison, error) {
	if grid == nil {
		grid = DefaultBandwidths(p.Settings.BandwidthFinal)
	}
	grid = slices.Clone(grid)
	slices.Sort(grid)
	n := len(slices.Compact(slices.Clone(grid)))
	if n < len(grid) || n < leastGrid || n > mostGrid || !(grid[0] > 0) {
		return nil, &dcc.FieldError{Field: "grid",
			Message: fmt.Sprintf("is %v; use %d to %d different bandwidths above 0", grid, leastGrid,
				mostGrid)}
	}
	folds := 0
	if !p.Data.Regression() {
		folds = Folds
	}
	c, err := newComparison(p, gridVariants(grid, folds), folds > 0, set)
	if err != nil {
		return nil, err
	}
	c.grid, c.folds = grid, folds
	if folds > 0 {
		c.fold = p.Folds(folds)
	} else {
		c.set.Embedded = set.Embedded // what is not measured differs from h to h, and is part of the evidence
	}
	return c, nil
}

// gridVariants lists the variants, the bandwidths of one fold together: they share its rows.
func gridVariants(grid []float64, folds int) (out []dcc.Variant) {
	for k := range max(1, folds) {
		for _, h := range grid {
			out = append(out, dcc.Variant{Bandwidth: h, Fold: k, Folds: folds})
		}
	}
	return out
}

// Bandwidth is what a comparison found of one h.
type Bandwidth struct {
	H         float64
	Gradients int    // work, gradient units
	Failed    string // why nothing is known of it; the rest is zero then

	// A regression.
	Prior            float64 // prior mass: uniform in log h, see gridPrior
	Weight           float64 // posterior mass among the grid
	WeightError      float64 // Monte Carlo standard error of Weight
	LogEvidence      float64 // log sum_m p(m) Z(m | h), with the estimate of what was not measured
	LogEvidenceError float64
	Unmeasured       float64       // the estimated share of what was not measured
	Unreliable       float64       // share of Weight from topologies whose k-hat is above its limit
	Topologies       []dcc.Summary // by weight given h

	// A classification: of the training rows, each when its fold is left out.
	LogScore      float64 // mean log probability of the true class
	LogScoreError float64 // its standard error over rows
	Loss          float64 // LogScore of the best h - LogScore
	LossError     float64 // its standard error over rows, which are paired
	Accuracy      float64
}

// Bandwidths is the table of a comparison of bandwidths.
type Bandwidths struct {
	Regression bool
	Rows       []Bandwidth // by h
	Best       int         // the row of the largest weight or log score; -1 where every h failed
	// Widest (classification) is the row of the largest h whose loss is within one standard error, the
	// smoothest of those that the rows do not tell from the best.
	Widest    int
	Gradients int
}

// Bandwidths returns the table; ok is false before the end and for a comparison of priors.
func (c *Comparison) Bandwidths() (table Bandwidths, ok bool) {
	if c.grid == nil || !c.Done() {
		return Bandwidths{}, false
	}
	if c.folds > 0 {
		table = c.scored()
	} else {
		table = c.weighed()
	}
	table.Gradients = c.Gradients()
	return table, true
}

// gridPrior returns the prior mass of every bandwidth: the width of its cell in log h, where cells meet
// midway between neighbors and the outer ones reach as far outward as inward.
func gridPrior(grid []float64) []float64 {
	n := len(grid)
	out := make([]float64, n)
	for i := range grid {
		below, above := max(1, i), min(n-1, i+1)
		left, right := math.Log(grid[below]/grid[below-1]), math.Log(grid[above]/grid[above-1])
		out[i] = .5 * (left + right)
	}
	var total float64
	for _, v := range out {
		total += v
	}
	for i := range out {
		out[i] /= total
	}
	return out
}

// weighed is the table by evidence.
func (c *Comparison) weighed() Bandwidths {
	table := Bandwidths{Regression: true, Best: -1}
	prior := gridPrior(c.grid)
	parts := make([]dcc.Summary, len(c.grid))
	logs := make([]float64, len(c.grid))
	for i, l := range c.lanes {
		row := Bandwidth{H: c.grid[i], Prior: prior[i], Gradients: l.gradients, Failed: l.failed}
		logs[i] = math.Inf(-1)
		if l.failed == "" {
			row.LogEvidence, row.LogEvidenceError, row.Unmeasured = l.logEvidence, l.logEvidenceErr,
				l.unmeasured
			row.Unreliable, row.Topologies = unreliable(l.summaries), l.summaries
			logs[i] = l.logEvidence + math.Log(prior[i])
		}
		parts[i].LogEvidenceError = row.LogEvidenceError
		table.Rows = append(table.Rows, row)
	}
	dcc.Weigh(parts, logs)
	for i := range table.Rows {
		table.Rows[i].Weight, table.Rows[i].WeightError = parts[i].Weight, parts[i].WeightError
	}
	table.Best = bestRow(table.Rows, func(b Bandwidth) float64 { return b.Weight })
	table.Widest = table.Best
	return table
}

// bestRow returns the row of the largest value, -1 where all failed.
func bestRow(rows []Bandwidth, value func(Bandwidth) float64) int {
	best := -1
	for i, r := range rows {
		if r.Failed == "" && (best < 0 || value(r) > value(rows[best])) {
			best = i
		}
	}
	return best
}

// scored is the table by cross-validation.
func (c *Comparison) scored() Bandwidths {
	table := Bandwidths{Best: -1, Widest: -1}
	logs := make([][]float64, len(c.grid))
	for i, h := range c.grid {
		row := Bandwidth{H: h}
		row, logs[i] = c.scoreGrid(row, i)
		table.Rows = append(table.Rows, row)
	}
	table.Best = bestRow(table.Rows, func(b Bandwidth) float64 { return b.LogScore })
	for i := range table.Rows {
		row := &table.Rows[i]
		if row.Failed != "" {
			continue
		}
		row.Loss, row.LossError = meanError(logs[table.Best], logs[i])
		if row.Loss <= row.LossError {
			table.Widest = i
		}
	}
	return table
}

// scoreGrid collects the folds of one bandwidth: the log score of every row.
func (c *Comparison) scoreGrid(row Bandwidth, at int) (Bandwidth, []float64) {
	data := c.problem.Data
	logs := make([]float64, data.N)
	right := 0
	for k := range c.folds {
		l := c.lanes[k*len(c.grid)+at]
		row.Gradients += l.gradients
		if l.failed != "" || l.mixed == nil {
			row.Failed = fmt.Sprintf("fold %d of %d: %s", k+1, c.folds, l.failed)
			return row, nil
		}
		i := 0
		for at, fold := range c.fold {
			if fold != k {
				continue
			}
			p := l.mixed[i*data.Classes : (i+1)*data.Classes]
			i++
			logs[at] = math.Log(p[data.Class[at]])
			if numeric.Largest(p) == data.Class[at] {
				right++
			}
		}
	}
	row.LogScore, row.LogScoreError = meanError(logs, make([]float64, len(logs)))
	row.Accuracy = float64(right) / float64(data.N)
	return row, logs
}

// meanError returns the mean of a - b over rows and its standard error.
func meanError(a, b []float64) (mean, err float64) {
	var m numeric.Moments
	for i := range a {
		m.Add(a[i] - b[i])
	}
	return m.Mean(), math.Sqrt(m.Variance() / float64(len(a)))
}

// Parts returns the runs of a comparison by evidence with the weights of their bandwidths, for averaging
// predictions over h; none before the end.
func (c *Comparison) Parts() (out []Part) {
	table, ok := c.Bandwidths()
	if !ok || !table.Regression {
		return nil
	}
	for i, l := range c.lanes {
		if l.failed == "" {
			out = append(out, Part{Problem: l.run.Problem(), Run: l.run, Weight: table.Rows[i].Weight})
		}
	}
	return out
}

// edgeWeight is the weight of an end of the grid from which on the grid is called too short.
const edgeWeight = .25

// In says what the table tells.
func (t Bandwidths) In(l words.Lang) string {
	if t.Best < 0 {
		return l.Say("bandwidths.none")
	}
	best := t.Rows[t.Best]
	var b strings.Builder
	if t.Regression {
		b.WriteString(l.Say("bandwidths.probable", digits.Bandwidth(best.H), digits.Percent(best.Weight),
			digits.Percent(best.WeightError)))
		first, last := t.Rows[0], t.Rows[len(t.Rows)-1]
		if first.Weight > edgeWeight {
			b.WriteString(l.Say("bandwidths.smallest", digits.Percent(first.Weight),
				digits.Bandwidth(first.H)))
		}
		if last.Weight > edgeWeight {
			b.WriteString(l.Say("bandwidths.largest", digits.Percent(last.Weight),
				digits.Bandwidth(last.H)))
		}
		return b.String()
	}
	b.WriteString(l.Say("bandwidths.crossvalidation", digits.Bandwidth(best.H), digits.Precise(best.LogScore),
		digits.Precise(best.LogScoreError)))
	switch t.Best {
	case 0:
		b.WriteString(l.Say("bandwidths.first"))
	case len(t.Rows) - 1:
		b.WriteString(l.Say("bandwidths.last"))
	}
	if near := t.near(); len(near) > 0 {
		b.WriteString(l.Say("bandwidths.near", strings.Join(near, ", ")))
	}
	return b.String()
}

// near lists the other bandwidths whose loss is within one standard error.
func (t Bandwidths) near() (out []string) {
	for i, r := range t.Rows {
		if i != t.Best && r.Failed == "" && r.Loss <= r.LossError {
			out = append(out, digits.Bandwidth(r.H))
		}
	}
	return out
}

// ChooseBandwidth runs NewBandwidths to its end with so many goroutines and returns the table; the
// comparison has the runs themselves.
func ChooseBandwidth(p *dcc.Problem, grid []float64, workers int) (Bandwidths, *Comparison, error) {
	c, err := NewBandwidths(p, grid, ComparisonSettings(!p.Data.Regression()))
	if err != nil {
		return Bandwidths{}, nil, err
	}
	if err := dcc.Run(p, c, workers, nil); err != nil {
		return Bandwidths{}, nil, err
	}
	table, _ := c.Bandwidths()
	return table, c, nil
}
