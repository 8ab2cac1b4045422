// The fast mode at the bandwidth that the training rows choose.

package main

import (
	"fmt"
	"io"

	"dcctree/core/cmd/internal/published"
	"dcctree/core/dcc"
	"dcctree/core/dcc/variants"
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

// crossing is a cross-validation over bandwidths, as it is kept.
type crossing struct {
	H           float64 `json:"h"`
	Score       float64 `json:"logScore"`
	SE          float64 `json:"standardError"`
	Widest      float64 `json:"widest"`
	Units       float64 `json:"gradientUnits"`
	AtPublished float64 `json:"logScoreAtPublished"`
	Words       string  `json:"words"`
}

// cross makes the cross-validation with the first seed.
func cross(problem *dcc.Problem, set *published.Set, workers int) (c crossing, err error) {
	comparison, err := variants.NewBandwidths(problem, nil, variants.ComparisonSettings(true))
	if err != nil {
		return c, err
	}
	if err := dcc.Run(problem, comparison, workers, nil); err != nil {
		return c, err
	}
	table, ok := comparison.Bandwidths()
	if !ok || table.Best < 0 {
		return c, fmt.Errorf("%s: no bandwidth could be measured", set.Name)
	}
	best := table.Rows[table.Best]
	c = crossing{H: best.H, Score: best.LogScore, SE: best.LogScoreError, Widest: table.Rows[table.Widest].H,
		Units: float64(table.Gradients), Words: table.In("en")}
	for _, row := range table.Rows {
		if row.H == problem.Settings.BandwidthFinal {
			c.AtPublished = row.LogScore
		}
	}
	return c, nil
}

// choose makes the cross-validation, and a run for every seed at its choice, without audits.
func choose(w io.Writer, set *published.Set, o options) (*chosen, error) {
	o.fast, o.noAudit, o.variant = true, true, "chosen"
	facts := newFacts(set, o)
	problem := &dcc.Problem{Data: posterior.NewTables(set.Train, nil, false).Data(), Settings: facts.Settings,
		Seed: o.seed}
	about := struct {
		Results int      `json:"results"`
		Set     setFacts `json:"set"`
		Seed    uint64   `json:"seed"`
	}{resultsVersion, facts, o.seed}
	found, _, err := keep(o.kept, "long", "bandwidth-"+set.Name, about, func(*timing) (crossing, error) {
		return cross(problem, set, o.workers)
	})
	if err != nil {
		return nil, err
	}
	c := &chosen{h: found.H, score: found.Score, se: found.SE, widest: found.Widest, units: found.Units,
		published: facts.Settings.BandwidthFinal, atPublishedLS: found.AtPublished}
	fmt.Fprintf(w, "%-6s %s\n", set.Name, found.Words)
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
