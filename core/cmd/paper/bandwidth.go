// The fast mode at the bandwidth that the training rows choose.

package main

import (
	"fmt"
	"io"

	"dcctree/core/cmd/internal/published"
	"dcctree/core/dcc"
	"dcctree/core/posterior"
)

// chosen is the bandwidth that 5-fold cross-validation of the training rows prefers, and the runs with it.
type chosen struct {
	h, score, se  float64 // the best of the grid; its mean log score over the training rows, and the standard error
	widest        float64 // the largest of the grid that is not told from the best
	units         float64 // work of the cross-validation, gradient units
	test, logs    spread  // accuracy and log score on the test rows, over seeds
	published     float64 // the paper's h
	atPublishedLS float64 // log score of the paper's h in the cross-validation
}

// choose makes the cross-validation with the first seed, and a run for every seed at its choice, without audits.
func choose(w io.Writer, set *published.Set, o options) (*chosen, error) {
	o.fast, o.noAudit, o.from = true, true, nil
	settings := set.Apply(o.settings)
	problem := &dcc.Problem{Data: posterior.NewTables(set.Train, nil, false).Data(), Settings: settings, Seed: o.seed}
	comparison, err := dcc.NewBandwidths(problem, nil, dcc.ComparisonSettings(true))
	if err != nil {
		return nil, err
	}
	if err := dcc.Run(problem, comparison, o.workers, nil); err != nil {
		return nil, err
	}
	table, ok := comparison.Bandwidths()
	if !ok || table.Best < 0 {
		return nil, fmt.Errorf("%s: no bandwidth could be measured", set.Name)
	}
	best := table.Rows[table.Best]
	c := &chosen{h: best.H, score: best.LogScore, se: best.LogScoreError, widest: table.Rows[table.Widest].H, units: float64(table.Gradients), published: settings.BandwidthFinal}
	for _, row := range table.Rows {
		if row.H == c.published {
			c.atPublishedLS = row.LogScore
		}
	}
	fmt.Fprintf(w, "%-6s %s\n", set.Name, table.Words())
	at := *set
	at.Apply = func(s dcc.Settings) dcc.Settings {
		s = set.Apply(s)
		s.BandwidthFinal = c.h
		return s
	}
	runs, err := measure(&at, o, func(r outcome) { fmt.Fprintln(w, r.line()) })
	c.test, c.logs = runs.test(), runs.of(func(r outcome) float64 { return r.TestLogScore })
	return c, err
}
