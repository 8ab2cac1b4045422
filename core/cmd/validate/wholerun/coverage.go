// Coverage of predictive intervals: data from the prior's own trees, and from the paper's generators.

package wholerun

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"dcctree/core/cmd/internal/parallel"
	"dcctree/core/cmd/validate/report"
	"dcctree/core/dataset"
	"dcctree/core/dcc"
	"dcctree/core/dcc/search"
	"dcctree/core/numeric"
	"dcctree/core/posterior"
	"dcctree/core/random"
	"dcctree/core/softtree"
	"dcctree/core/topology"
)

// coverageCase draws training and test rows of one law.
type coverageCase struct {
	name       string
	priors     softtree.Priors
	h          float64
	draw       func(rng *rand.Rand) (train, test *dataset.Frame, err error)
	scaled     bool // by the training rows; otherwise inputs are in (0, 1) as they are
	bound      bool // coverage must be right on average: the data are from the prior
	replicates int
}

const (
	coverageRows = 40
	coverageTest = 25
	nominal      = .9
)

func coverageCases() []coverageCase {
	priors := softtree.PaperPriors()
	priors.SigmaScale = .3 // with 1.5 noise would hide most trees
	const h = .05
	return []coverageCase{
		{"trees drawn from the prior", priors, h, func(rng *rand.Rand) (train, test *dataset.Frame, err error) {
			train, test = priorTree(rng, priors, h)
			return train, test, nil
		}, false, true, 120},
		{"WU", softtree.PaperPriors(), .025, generated(dataset.WU, 300), true, false, 6},
		{"CGM", softtree.PaperPriors(), .001, generated(dataset.CGM, 800), true, false, 6},
	}
}

// priorTree draws a topology, its parameters and rows of two inputs.
func priorTree(rng *rand.Rand, priors softtree.Priors, h float64) (train, test *dataset.Frame) {
	set := search.DefaultFastSettings()
	var t topology.Topology
	for ok := false; !ok || t.Splits() > set.MaxSplits; { // the run's own prior, cut at MaxSplits: a share of 1e-3
		t, ok = dcc.DefaultSettings().SplitPrior.Draw(rng)
	}
	n := coverageRows + coverageTest
	x := make([]float64, 2*n)
	for i := range x {
		x[i] = rng.Float64()
	}
	model := softtree.NewModel(t, softtree.Data{N: n, D: 2, X: x, Y: make([]float64, n)}, priors, h)
	theta := make([]float64, model.Dim())
	model.SamplePrior(theta, rng)
	y := make([]float64, n)
	sigma := softtree.NewPredictor(t, model, x, n).Means(y, theta)
	for i := range y {
		y[i] += sigma * rng.NormFloat64()
	}
	all := &dataset.Frame{Name: "prior tree", Task: dataset.Regression, Features: []string{"x1", "x2"},
		Labels: make([][]string, 2), Target: "y", N: n, D: 2, X: x, Y: y}
	for i := range n {
		all.Rows = append(all.Rows, i+1)
	}
	return all.Take(numbers(0, coverageRows)), all.Take(numbers(coverageRows, n))
}

func numbers(from, to int) (out []int) {
	for i := from; i < to; i++ {
		out = append(out, i)
	}
	return out
}

// generated takes training and test rows of one of the paper's generators.
func generated(
	table func(*rand.Rand, int) *dataset.Table, n int,
) func(*rand.Rand) (train, test *dataset.Frame, err error) {
	return func(rng *rand.Rand) (train, test *dataset.Frame, err error) {
		if train, err = table(rng, n).Frame("y", nil, dataset.Regression); err != nil {
			return nil, nil, err
		}
		test, err = table(rng, n).Frame("y", nil, dataset.Regression)
		return train, test, err
	}
}

// covered runs on one data set and returns the share of test rows inside their central 90 % interval.
func (c coverageCase) covered(seed uint64, set search.FastSettings) (share float64, err error) {
	train, test, err := c.draw(random.Stream(seed, "coverage", c.name))
	if err != nil {
		return 0, err
	}
	tables := posterior.NewTables(train, test, false)
	if !c.scaled {
		tables.Scaling = dataset.Scaling{Min: make([]float64, train.D),
			Range: slices.Repeat([]float64{1}, train.D)}
	}
	p := problemOf(tables.Data(), c.priors, c.h, seed)
	f, _, err := fastRun(p, set)
	if err != nil {
		return 0, err
	}
	answers := posterior.New(tables, p, posterior.Likelihood)
	for _, s := range f.Summaries() {
		answers.Update(f, s.Topology)
	}
	_, scores, ok := answers.Scores()
	if !ok {
		return 0, posterior.ErrNothingYet
	}
	return scores.Coverage90, nil
}

func coverageSection(cases []coverageCase) report.Section {
	s := report.Section{
		Title: "Coverage of predictive intervals",
		Text: fmt.Sprintf("Central 90 %% predictive intervals of the likelihood's own N(sum phi mu, "+
			"sigma^2), whole runs at default settings. Where topology, parameters and noise are drawn "+
			"from the prior, coverage is .9 on average over data sets, whatever the posterior of one of "+
			"them: %d training and %d test rows each. Rows of one data set share its fit, so that the "+
			"standard error is that of the data sets' shares. The paper's generators are no draws from "+
			"the prior and shown for information.", coverageRows, coverageTest),
	}
	for _, c := range cases {
		s.Rows = append(s.Rows, c.row(search.DefaultFastSettings()))
	}
	return s
}

func (c coverageCase) row(set search.FastSettings) report.Row {
	replicates := c.replicates
	row := report.Row{Check: fmt.Sprintf("%s, %d data sets", c.name, replicates), Bound: "none", Holds: true}
	shares := make([]float64, replicates)
	failed := make([]error, replicates)
	parallel.Each(replicates, workers, func(i int) { shares[i], failed[i] = c.covered(uint64(i), set) })
	var m numeric.Moments
	for i, v := range shares {
		if failed[i] != nil {
			row.Figure, row.Holds = failed[i].Error(), false
			return row
		}
		m.Add(v)
	}
	e := math.Sqrt(m.Variance() / float64(replicates))
	row.Figure = fmt.Sprintf("%.4f ± %.4f", m.Mean(), e)
	if c.bound {
		row.Bound = fmt.Sprintf("%v within 3 standard errors", nominal)
		row.Holds = math.Abs(m.Mean()-nominal) <= 3*e
	}
	return row
}
