// A method on a set with all that was run, and the figures that are taken from it.

package main

import (
	"errors"
	"io"
	"slices"
	"strings"

	"dcctree/core/cmd/internal/published"
	"dcctree/core/compare"
	"dcctree/core/paper"
)

// cell is a method on a set with all that was run.
type cell struct {
	plan    plan
	set     *published.Set
	printed [2]string // train, test
	runs    []timedRun
	trials  []trial
	tuning  *tuning // nil where settings are published
}

// trial is an experiment.
type trial struct {
	what string
	runs []timedRun
}

// The ways of scoring a run, in the order of the tables.
const (
	byMean     = iota // posterior mean
	byDraws           // draws with drawn leaf parameters
	byExpected        // draws with expected leaf parameters
	scorings
)

var scoringNames = [scorings]string{"posterior mean", "draws", "draws, leaf means"}

// comparedBy is the scoring that is compared with the printed values.
func comparedBy(method compare.Method) int {
	switch method {
	case compare.CGM, compare.WU, compare.SMC:
		return byExpected
	case compare.DF, compare.DFI:
		return byDraws
	}
	return byMean // DCC-Tree
}

// scored returns a scoring of a run; nil where the method has none.
func (r *timedRun) scored(by int) *scoring {
	return [scorings]*scoring{&r.Mean, r.Drawn, r.Expected}[by]
}

// estimate is the figure over runs; split is 0 for train, 1 for test. It has no runs where the method has no such
// scoring.
func estimate(runs []timedRun, by, split int) paper.Estimate {
	var figures []float64
	for k := range runs {
		if s := runs[k].scored(by); s != nil {
			figures = append(figures, [2]float64{s.Train, s.Test}[split])
		}
	}
	return paper.Of(figures)
}

// withinRun is the mean over runs of the standard deviation over a run's chains; NaN where runs are of one chain.
func withinRun(runs []timedRun, by, split int) float64 {
	sum, n := 0.0, 0
	for k := range runs {
		if s := runs[k].scored(by); s != nil && s.Chains != nil {
			sum, n = sum+[2]float64{s.Chains.Train, s.Chains.Test}[split], n+1
		}
	}
	return sum / float64(n)
}

// methodsOf are the methods that are asked for and that the paper has on a set.
func (o options) methodsOf(set string) (out []compare.Method) {
	for _, m := range append([]compare.Method{compare.DCCTree}, sampled...) {
		if offered(m, set) && (o.methods == "all" ||
			slices.Contains(strings.Split(o.methods, ","), string(m))) {
			out = append(out, m)
		}
	}
	return out
}

// printedOf returns the printed column of a method.
func printedOf(m compare.Method) printedMethod {
	at := map[compare.Method]int{compare.CGM: 0, compare.SMC: 1, compare.WU: 2, compare.DF: 3, compare.DFI: 4,
		compare.DCCTree: 5}
	return printed[at[m]]
}

// newCell makes the runs of a method on a set and of its experiments, or takes those that are there.
func newCell(w io.Writer, m compare.Method, set *published.Set, o options) (cell, error) {
	c := cell{set: set, printed: printedOf(m).values[set.Name]}
	var err error
	if m == compare.DCCTree {
		c.plan = plan{Method: m, Set: set.Name, seeds: mostSeeds, origin: "published h, fast mode"}
		c.runs, err = fastRuns(w, set, o)
		return c, err
	}
	if c.plan, err = planOf(w, m, set, o); errors.Is(err, errAbsent) {
		c.plan = plan{Method: m, Set: set.Name, seeds: mostSeeds, origin: errAbsent.Error()}
		return c, nil
	}
	if err != nil {
		return c, err
	}
	if c.plan.origin == "tuned" {
		t, err := tuned(io.Discard, m, set, o)
		if err != nil {
			return c, err
		}
		c.tuning = &t
	}
	if c.runs, err = c.plan.runs(w, set, o); err != nil {
		return c, err
	}
	trials, what := c.plan.experiments()
	for k, p := range trials {
		runs, err := p.runs(w, set, o)
		if err != nil {
			return c, err
		}
		c.trials = append(c.trials, trial{what[k], runs})
	}
	return c, nil
}

// newCells makes all that are asked for, the quick methods on all sets first.
func newCells(w io.Writer, sets []*published.Set, o options) (cells []cell, err error) {
	for _, m := range []compare.Method{compare.CGM, compare.SMC, compare.WU, compare.DCCTree, compare.DF,
		compare.DFI} {
		for _, set := range sets {
			if !slices.Contains(o.methodsOf(set.Name), m) {
				continue
			}
			c, err := newCell(w, m, set, o)
			if err != nil {
				return nil, err
			}
			cells = append(cells, c)
		}
	}
	return cells, nil
}
