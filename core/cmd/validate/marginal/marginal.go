// Package marginal checks log marginal likelihoods and their standard errors against exact values, over
// many seeds: an estimate is right when it is off by as much as it says.
package marginal

import (
	"fmt"
	"runtime"

	"dcctree/core/cmd/validate/report"
)

// Checks returns the check of the evidences.
func Checks() []report.Check { return []report.Check{{Name: "evidence", Run: run}} }

func run() report.Section {
	s := report.Section{
		Title: "Evidence against exact values",
		Text: fmt.Sprintf("Log marginal likelihoods that are known by quadrature or by construction, each "+
			"estimated with %d seeds at default settings. z is (estimate - truth) / stated error, mapped "+
			"from Student's t with 9 degrees of freedom to the normal distribution where the error comes "+
			"from ten replicates. Examples with many or oblique modes are measured and then audited, as "+
			"the fast mode does with every topology that matters; what one measurement alone says of "+
			"them stands beside. The bounds are %d standard errors of as many standard normal scores. A "+
			"sampler that misses a mode, a biased estimate and an error that is stated too small or too "+
			"large all show.", seeds, within),
	}
	workers := runtime.GOMAXPROCS(0)
	for _, e := range examples() {
		s.Rows = append(s.Rows, e.row(workers))
	}
	return s
}

func (e example) row(workers int) report.Row {
	truth, estimates := e.truth(workers), e.estimates(seeds, workers)
	v := judge(estimates, truth)
	r := report.Row{Check: e.name, Figure: v.String(), Bound: boundsOf(v.n).String(), Holds: v.holds()}
	if e.multimodal {
		r.Check += " (multimodal)"
	}
	if before := former(estimates); before != nil {
		r.Figure += "; before the audit " + judge(before, truth).String()
	}
	return r
}
