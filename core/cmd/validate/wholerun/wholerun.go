// Package wholerun checks the fast mode as a whole: against brute force, by coverage, by invariances,
// and where one mode hides another.
package wholerun

import (
	"dcctree/core/cmd/validate/report"
	"dcctree/core/dcc"
	"dcctree/core/dcc/search"
	"dcctree/core/softtree"
)

// Checks returns the checks of whole runs.
func Checks() []report.Check {
	return []report.Check{
		{Name: "bruteforce", Run: func() report.Section { return bruteSection(bruteCases(), 5) }},
		{Name: "coverage", Run: func() report.Section { return coverageSection(coverageCases()) }},
		{Name: "invariance", Run: func() report.Section { return invarianceSection(subjects(), 4) }},
		{Name: "xor", Run: func() report.Section { return xorSection(20) }},
		{Name: "missedmode", Run: func() report.Section { return missedSection(20) }},
	}
}

// workers of every run. Runs do not depend on them.
const workers = 2

// problemOf returns a run's problem with default settings but for the priors and the bandwidth.
func problemOf(data softtree.Data, priors softtree.Priors, h float64, seed uint64) *dcc.Problem {
	set := dcc.DefaultSettings()
	set.Priors, set.BandwidthFinal = priors, h
	return &dcc.Problem{Data: data, Settings: set, Seed: seed}
}

// fastRun runs to the end.
func fastRun(p *dcc.Problem, set search.FastSettings) (f *search.Fast, steps []dcc.Step, err error) {
	if f, err = search.NewFast(p, set); err != nil {
		return nil, nil, err
	}
	err = dcc.Run(p, f, workers, func(s dcc.Step) { steps = append(steps, s) })
	return f, steps, err
}
