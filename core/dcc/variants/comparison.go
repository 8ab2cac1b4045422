// Package variants compares variants of a problem: bandwidths, priors, folds. The fast mode runs on each, as one run.
package variants

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"dcctree/core/dcc"
	"dcctree/core/dcc/internal/forecast"
	"dcctree/core/dcc/search"
	"dcctree/core/numeric"
	"dcctree/core/topology"
)

// Comparison runs the fast mode once for each of some variants of a problem: the bandwidths of a grid
// (NewBandwidths) or stretched priors (NewPriorCheck). It is a Runner; hosts treat it as any other run.
// Only the problem's own rows enter, so that no test row can. Every variant's search ends by prediction or
// budget, without audits and estimates of what was not measured. Not safe for concurrent use.
type Comparison struct {
	problem  *dcc.Problem
	set      search.FastSettings
	lanes    []*lane
	progress float64
	grid     []float64 // of a comparison of bandwidths
	folds    int       // of a comparison by cross-validation; 0 = by evidence
	fold     []int     // of every row, then

	completed bool // priors: what the runs miss of each other is known
}

// lane is one variant's run. What a table needs of it is taken at its end.
type lane struct {
	variant   dcc.Variant
	forecast  bool
	run       *search.Fast                    // nil before its turn, and after the end where a fold was left out
	forecasts map[topology.Topology][]float64 // per measured topology
	extra     int                             // work of the forecasts, gradient units
	searched  bool                            // the run is at its end
	missing   []*lacking                      // what other variants' runs found and this one did not measure
	done      bool
	failed    string // why there is no result

	summaries      []dcc.Summary
	logEvidence    float64
	logEvidenceErr float64
	unmeasured     float64 // share, part of logEvidence
	gradients      int
	mixed          []float64 // the forecasts of all topologies together
}

// openLanes is how many variants run side by side: enough to keep workers busy, few enough for what
// each worker keeps of them.
const openLanes = 4

// newComparison starts with the first variants. The error is the problem's or a variant's.
func newComparison(
	p *dcc.Problem, variants []dcc.Variant, forecast bool, set search.FastSettings,
) (*Comparison, error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	set.Embedded, set.AuditShare = 0, 0 // of the variants' answers only the differences are told
	c := &Comparison{problem: p, set: set}
	for _, v := range variants {
		if err := v.Validate(p); err != nil {
			return nil, err
		}
		c.lanes = append(c.lanes,
			&lane{variant: v, forecast: forecast, forecasts: map[topology.Topology][]float64{}})
	}
	return c, nil
}

// open returns the lanes that run now, and starts those whose turn it is.
func (c *Comparison) open() (out []*lane) {
	for _, l := range c.lanes {
		if len(out) == openLanes {
			break
		}
		if !l.searched && l.run == nil {
			c.start(l)
		}
		if !l.done && (!l.searched || len(l.missing) > 0) {
			out = append(out, l)
		}
	}
	return out
}

// start begins a lane; one that cannot begin is done, and says why.
func (c *Comparison) start(l *lane) {
	p, err := c.problem.With(l.variant)
	if err == nil {
		l.run, err = search.NewFast(p, c.set)
	}
	if err != nil {
		l.searched, l.done, l.failed = true, true, err.Error()
	}
}

// Next returns the jobs that can run now and are not reported, variant by variant.
func (c *Comparison) Next() (out []dcc.Job) {
	for _, l := range c.open() {
		at := slices.Index(c.lanes, l)
		for _, j := range l.next() {
			j.ID, j.Variant = c.id(at, j.ID), l.variant
			if k, measures := j.Task.(*search.MeasureTask); measures && l.forecast {
				j.Task = &search.MeasureTask{Starts: k.Starts, Reductions: k.Reductions, Forecast: true}
			}
			out = append(out, j)
		}
	}
	return out
}

func (l *lane) next() []dcc.Job {
	if !l.searched {
		return l.run.Next()
	}
	return l.missingJobs()
}

// id makes the numbers of a lane's own jobs those of the whole; of is its inverse.
func (c *Comparison) id(at, own int) int { return (own-1)*len(c.lanes) + at + 1 }

func (c *Comparison) of(id int) (l *lane, own int) {
	if id < 1 {
		return nil, 0
	}
	return c.lanes[(id-1)%len(c.lanes)], (id-1)/len(c.lanes) + 1
}

// Done tells that every variant's run is at its end.
func (c *Comparison) Done() bool { return len(c.open()) == 0 }

// Report takes a result, in any order, and returns the steps that it completed: topologies measured,
// each with its Variant. Results of unknown or already reported jobs are ignored.
func (c *Comparison) Report(r dcc.Result) []dcc.Step {
	l, own := c.of(r.ID)
	if l == nil || l.run == nil || l.done {
		return nil
	}
	j, known := dcc.Batch(l.next()).Find(own)
	if !known {
		return nil
	}
	if l.forecast && j.Kind == dcc.Measure && r.Outcome == dcc.Sampled {
		if err := c.keep(l, j, r); err != nil {
			r = dcc.Result{ID: r.ID, Outcome: dcc.LeftOut, Reason: err.Error()}
		}
	}
	r.ID = own
	steps := l.report(j, r)
	if l.searched && len(l.missing) == 0 {
		c.settle()
	}
	for k := range steps {
		steps[k].Variant, steps[k].Done, steps[k].TotalGradients = l.variant, false, c.Gradients()
	}
	if len(steps) > 0 {
		steps[len(steps)-1].Done = c.Done()
	}
	return steps
}

// keep takes a result's forecast.
func (c *Comparison) keep(l *lane, j dcc.Job, r dcc.Result) error {
	found, ok := r.Found.(*dcc.Measured)
	if !ok {
		return errors.New("no measurement")
	}
	rows, v := c.problem.Data.N, l.variant
	if v.Folds > 0 {
		rows = (rows - v.Fold + v.Folds - 1) / v.Folds
	}
	if err := forecast.Check(c.problem.Data, rows, found.Forecast, found.ForecastDraws); err != nil {
		return fmt.Errorf("result of job %d: %w", r.ID, err)
	}
	if t, err := topology.Parse(j.Topology); err == nil {
		l.forecasts[t] = found.Forecast
		l.extra += int(math.Round(.6 * float64(found.ForecastDraws)))
	}
	return nil
}

// Fail gives a job up: its topology is left out of its variant's run.
func (c *Comparison) Fail(id int, why string) []dcc.Step {
	return c.Report(dcc.Result{ID: id, Outcome: dcc.LeftOut, Reason: why})
}

// report hands a result to the lane's run or to what it still misses.
func (l *lane) report(j dcc.Job, r dcc.Result) []dcc.Step {
	if l.searched {
		return l.reportMissing(j, r)
	}
	steps := l.run.Report(r)
	if l.run.Done() {
		l.searched, l.summaries = true, l.run.Summaries()
	}
	return steps
}

// settle ends the lanes that have nothing left to do. Priors are compared on the same topologies: no
// lane ends before all are searched and what they miss of each other is measured.
func (c *Comparison) settle() {
	if c.grid == nil && !c.complete() {
		return
	}
	for _, l := range c.lanes {
		if l.searched && !l.done {
			c.finish(l)
		}
	}
}

// finish takes what the tables need of a lane at its end.
func (c *Comparison) finish(l *lane) {
	l.done = true
	l.gradients = l.work()
	l.logEvidence, l.logEvidenceErr = totalEvidence(l.summaries)
	l.addTail(l.run.Unexplored())
	if l.forecast {
		l.mixed = c.mix(l, l.summaries)
	}
	if len(l.summaries) == 0 {
		l.failed = "no topology could be measured"
	}
	if l.variant.Folds > 0 {
		l.run, l.forecasts = nil, nil // the rows of a fold are needed no longer
	}
}

// addTail adds what was not measured to the evidence, and its error, which the distance of the bound tells.
func (l *lane) addTail(u dcc.Unexplored) {
	if !u.Known {
		return
	}
	l.unmeasured = u.Share
	l.logEvidence -= math.Log1p(-u.Share)
	l.logEvidenceErr = math.Hypot(l.logEvidenceErr, (u.Bound-u.Share)/numeric.Normal90/(1-u.Share))
}

// work is what the lane took so far, gradient units.
func (l *lane) work() int { return l.run.Gradients() + l.extra }

// mix averages the lane's forecasts by the weights of the summaries; nil where there are none.
func (c *Comparison) mix(l *lane, summaries []dcc.Summary) []float64 {
	var forecasts [][]float64
	var weights []float64
	for _, s := range summaries {
		if f := l.forecasts[s.Topology]; f != nil {
			forecasts, weights = append(forecasts, f), append(weights, s.Weight)
		}
	}
	if len(forecasts) == 0 {
		return nil
	}
	return forecast.Mix(c.problem.Data.Regression(), forecasts, weights)
}

// totalEvidence returns log sum_m p(m) Z_m over the measured topologies and its standard error by the
// delta method: the weighted sum of independent errors.
func totalEvidence(summaries []dcc.Summary) (total, err float64) {
	var logs []float64
	var variance float64
	for _, s := range summaries {
		logs = append(logs, s.LogEvidence+s.LogPrior)
		e := s.Weight * math.Min(s.LogEvidenceError, dcc.MaxLogError)
		variance += float64(e * e)
	}
	return numeric.LogSumExp(logs), math.Sqrt(variance)
}

// unreliable is the weight of topologies whose evidence cannot be relied on.
func unreliable(summaries []dcc.Summary) (weight float64) {
	for _, s := range summaries {
		if !s.Reliable() {
			weight += s.Weight
		}
	}
	return weight
}

// Gradients returns the work so far in gradient units, as Fast.Gradients, forecasts included.
func (c *Comparison) Gradients() (total int) {
	for _, l := range c.lanes {
		switch {
		case l.done:
			total += l.gradients
		case l.run != nil:
			total += l.work()
		}
	}
	return total
}

// searchedShare is the share of a variant's work that is done with its run.
const searchedShare = .9

// Progress returns the mean share of the variants' work that is done; it never falls.
func (c *Comparison) Progress() float64 {
	var sum float64
	for _, l := range c.lanes {
		switch {
		case l.done:
			sum++
		case l.searched:
			sum += searchedShare
		case l.run != nil:
			sum += searchedShare * l.run.Progress()
		}
	}
	c.progress = math.Max(c.progress, sum/float64(len(c.lanes)))
	return c.progress
}

// Part is one variant's run with its weight among all.
type Part struct {
	Problem *dcc.Problem
	Run     *search.Fast
	Weight  float64
}
