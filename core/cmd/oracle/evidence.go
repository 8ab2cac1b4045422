// Comparing measured log evidences with exact and estimated ones.

package main

import (
	"fmt"
	"io"
	"math"

	"dcctree/core/cmd/internal/published"
	"dcctree/core/conquer"
	"dcctree/core/random"
	"dcctree/core/softtree"
	"dcctree/core/topology"
)

// The tolerances, in nats: an exact case needs a stated error of at most targetError (0 where there is no
// split) and a difference of at most 4 standard errors; an estimate a difference of at most
// tolEstimate.
const (
	targetError = .01
	tolEstimate = .15
	maxFinal    = 400_000 // draws of a final round
	particles   = 3000    // of tempered sequential Monte Carlo
)

// evidenceCase is a log evidence without the topology prior.
type evidenceCase struct {
	Dataset string   `json:"dataset"`
	Columns []int    `json:"columns"`
	Leaves  []int    `json:"leaves"`
	N       int      `json:"N"`
	H       *float64 `json:"h"` // nil where the topology has no split

	LogEvidence *float64 `json:"log_evidence"`
	Bound       float64  `json:"abs_error_bound"`

	// Of the estimates.
	Exact  *float64 `json:"exact_log_evidence"`
	SMC    *source  `json:"smc"`
	Bridge *source  `json:"nuts_bridge"`
}

// source is one estimate; Mean or Median is its value.
type source struct {
	Mean    *float64 `json:"mean"`
	Median  *float64 `json:"median"`
	Warning string   `json:"warning"`
}

// value returns the best value of the case and whose it is: the exact one, else sequential Monte Carlo,
// which covers all modes, else bridge sampling, in each case only without a warning.
func (c evidenceCase) value() (value float64, from string) {
	switch {
	case c.LogEvidence != nil:
		return *c.LogEvidence, "exact"
	case c.Exact != nil:
		return *c.Exact, "exact"
	case c.SMC != nil && c.SMC.Warning == "" && c.SMC.Mean != nil:
		return *c.SMC.Mean, "smc"
	case c.Bridge != nil && c.Bridge.Warning == "" && c.Bridge.Median != nil:
		return *c.Bridge.Median, "bridge"
	}
	return math.NaN(), "warned of"
}

type evidenceReport struct {
	File    string           `json:"file"`
	Cases   int              `json:"cases"`
	Passed  int              `json:"passed"`
	Exact   int              `json:"exact"`       // cases with an exact value
	Good    int              `json:"exactPassed"` // of these
	Results []evidenceResult `json:"results"`
}

type evidenceResult struct {
	Dataset     string  `json:"dataset"`
	Topology    string  `json:"topology"`
	Columns     []int   `json:"columns"`
	H           float64 `json:"h"`
	Kind        string  `json:"kind"` // exact or estimate
	Reference   float64 `json:"reference"`
	From        string  `json:"from"` // whose the reference is
	Bound       float64 `json:"bound"`
	LogEvidence float64 `json:"logEvidence"`
	Error       float64 `json:"error"`
	KHat        float64 `json:"kHat"` // -1 where there are no weights to judge
	Reliable    bool    `json:"reliable"`
	Method      string  `json:"method"`
	Evaluations int     `json:"evaluations"`
	Gradients   int     `json:"gradients"`
	Pass        bool    `json:"pass"`
}

func checkEvidence(file, dir string, f fixture) (evidenceReport, error) {
	r := evidenceReport{File: file}
	sets := map[string]*published.Set{}
	for i, c := range append(f.Exact, f.Estimates...) {
		kind := "exact"
		if i >= len(f.Exact) {
			kind = "estimate"
		}
		res, err := measure(sets, dir, c, kind)
		if err != nil {
			return r, fmt.Errorf("%s: case %d: %w", file, i+1, err)
		}
		r.add(res)
	}
	return r, nil
}

func measure(sets map[string]*published.Set, dir string, c evidenceCase, kind string) (evidenceResult, error) {
	if kind == "exact" && c.LogEvidence == nil {
		return evidenceResult{}, fmt.Errorf("an exact case without log_evidence")
	}
	t, err := topology.FromLeaves(c.Leaves)
	if err != nil {
		return evidenceResult{}, err
	}
	data, err := columns(sets, dir, c.Dataset, c.N, c.Columns)
	if err != nil {
		return evidenceResult{}, err
	}
	h := 1.0 // of no effect without splits
	if c.H != nil {
		h = *c.H
	}
	set := conquer.DefaultSettings()
	set.TargetError, set.MaxFinal, set.Particles, set.FromPrior = targetError, maxFinal, particles, true
	p := conquer.NewProblem(data, softtree.PaperPriors(), h, set)
	rng := random.Stream(1, "oracle", c.Dataset, t.Key())
	solutions, _ := p.Score(t, nil, rng)
	m := p.Measure(t, solutions, rng, func() {})
	res := evidenceResult{
		Dataset: c.Dataset, Topology: t.String(), Columns: c.Columns, H: h, Kind: kind, Bound: c.Bound,
		LogEvidence: m.LogZ, Error: m.Error, KHat: m.KHat, Reliable: m.Reliable(), Method: string(m.Method),
		Evaluations: m.Evaluations, Gradients: m.Gradients,
	}
	if math.IsInf(m.KHat, 0) || math.IsNaN(m.KHat) {
		res.KHat = -1
	}
	res.Reference, res.From = c.value()
	res.Pass = res.within(t.Splits() == 0)
	if math.IsInf(res.Error, 0) {
		res.Error = -1 // what JSON can say; such a result has failed
	}
	return res, nil
}

// within judges a result; exact tells that the topology has no split. An estimate that its own
// makers warn of is passed over.
func (r *evidenceResult) within(exact bool) bool {
	off := math.Abs(r.LogEvidence - r.Reference)
	switch {
	case r.From == "warned of":
		r.Reference = 0
		return true
	case r.Kind == "estimate":
		return off <= tolEstimate
	case exact:
		return r.Error == 0 && off <= r.Bound+1e-6
	}
	return r.Error <= targetError && off <= 4*math.Sqrt(r.Error*r.Error+r.Bound*r.Bound)+1e-6
}

func (r *evidenceReport) add(c evidenceResult) {
	r.Results = append(r.Results, c)
	r.Cases++
	if c.Kind == "exact" {
		r.Exact++
	}
	if !c.Pass {
		return
	}
	r.Passed++
	if c.Kind == "exact" {
		r.Good++
	}
}

func (r evidenceReport) pass() bool { return r.Passed == r.Cases }

func (r evidenceReport) print(w io.Writer) {
	for _, c := range r.Results {
		verdict := "ok  "
		if !c.Pass {
			verdict = "FAIL"
		}
		fmt.Fprintf(w, "%s %-8s %-6s %-14s columns %-6s h %-6g log Z %12.4f ± %.4f  off %+.4f from %-9s  "+
			"k-hat %5.2f  %s, %d densities, %d gradients\n",
			verdict, c.Kind, c.Dataset, c.Topology, columnText(c.Columns), c.H, c.LogEvidence, c.Error,
			c.LogEvidence-c.Reference, c.From, c.KHat, c.Method, c.Evaluations, c.Gradients)
	}
	fmt.Fprintf(w, "%d of %d exact cases pass (stated error <= %g, difference <= 4 standard errors), %d of %d "+
		"estimates (difference <= %g)\n",
		r.Good, r.Exact, targetError, r.Passed-r.Good, r.Cases-r.Exact, tolEstimate)
}

func columnText(columns []int) string {
	if columns == nil {
		return "all"
	}
	return fmt.Sprint(columns)
}
