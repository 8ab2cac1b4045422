// This file describes tables, runs and steps for the page.

package study

import (
	"math"
	"slices"
	"strings"

	"dcctree/core/dataset"
	"dcctree/core/dcc"
	"dcctree/core/dcc/search"
	"dcctree/core/posterior"
	"dcctree/core/topology"
	"dcctree/core/words"
)

const (
	histogramBins = 12
	maxLabels     = 20
	maxLeftOut    = 100
)

// fieldOf names the option that a data fault is about, by the fault's code.
func fieldOf(code string) string {
	kind, _, _ := strings.Cut(code, "-")
	switch kind {
	case "target":
		return "target"
	case "split":
		return "holdout"
	case "match":
		return "test"
	case "column", "frame":
		return "features"
	}
	return ""
}

// translated says notes in the other languages.
func translated(notes []words.Message) words.Translations[[]string] {
	return words.Translate(func(l words.Lang) []string { return words.All(l, notes) })
}

// Describe describes a table that was read.
func Describe(t *dataset.Table) *TableInfo {
	target := t.SuggestTarget()
	m := &TableInfo{Name: t.Name, Rows: t.Rows,
		Separator: t.Format.Separator, Decimal: t.Format.Decimal, Header: t.Format.Header,
		Notes: words.All(words.English, t.Notes), Translations: translated(t.Notes), SuggestedTarget: target,
		SuggestedTask: t.SuggestTask(target).String()}
	for i := range t.Columns {
		m.Columns = append(m.Columns, columnOf(&t.Columns[i]))
	}
	return m
}

func columnOf(c *dataset.Column) ColumnInfo {
	kind := c.Kind.String()
	if c.Days {
		kind = dataset.AsDays
	}
	labels := []string{}
	for _, label := range c.Labels[:min(maxLabels, len(c.Labels))] {
		labels = append(labels, dataset.Cut(label, dataset.MaxText))
	}
	return ColumnInfo{Name: c.Name, Kind: kind, Missing: c.Missing, Distinct: c.Distinct, Min: c.Min, Max: c.Max,
		Labels: labels, Histogram: histogram(c)}
}

// histogram counts a numeric column's values in equal bins from Min to Max (all
// in the first where they are equal), and others by label.
func histogram(c *dataset.Column) []float64 {
	bins := make([]float64, histogramBins)
	for _, v := range c.Values {
		if math.IsNaN(v) {
			continue
		}
		at := int(v)
		if c.Kind == dataset.Numeric {
			at = bin(v, c.Min, c.Max)
		}
		if at < len(bins) {
			bins[at]++
		}
	}
	return bins
}

// bin halves all numbers first, so that a range beyond the largest float64
// does not overflow.
func bin(v, low, high float64) int {
	width := (high/2 - low/2) / histogramBins
	if width == 0 {
		return 0
	}
	return min(int((v/2-low/2)/width), histogramBins-1)
}

// list returns s, or an empty list for nil: vert makes null of nil.
func list[T any](s []T) []T {
	if s == nil {
		return []T{}
	}
	return s
}

// Info returns the description of the run.
func (r *Run) Info() *RunInfo {
	m := r.created
	return &m
}

// describe fills the description in, of the training rows and what is left out of them; it fails only by a truth that
// does not fit.
func (r *Run) describe(m *RunOptions, standardized bool) error {
	t := r.tables
	frame := t.Train
	r.created = RunInfo{Task: frame.Task.String(), Target: frame.Target, Features: list(frame.Features),
		Classes:   list(frame.Classes),
		TrainRows: t.Train.N, LeftOut: list(frame.LeftOut[:min(maxLeftOut, len(frame.LeftOut))]),
		LeftOutCount: len(frame.LeftOut),
		Notes:        words.All(words.English, frame.Notes), Translations: translated(frame.Notes),
		Settings: r.Settings,
		Seed:     m.Seed, Workers: int(m.Workers), Standardized: standardized,
		BaselineName: baselineName(t.Train), Baseline: r.baseline(), Truth: []Scores{}}
	for _, labels := range frame.Labels {
		r.created.Labels = append(r.created.Labels, Labels{Labels: list(labels)})
	}
	if t.Test != nil {
		r.created.TestRows = t.Test.N
		if m.Test {
			r.noteTest(t.Test)
		}
	}
	return r.findTruth(m.Truth)
}

// noteTest says what a reader should know of a test table.
func (r *Run) noteTest(f *dataset.Frame) {
	notes := slices.Concat(r.tables.Train.Notes, f.Notes)
	if n := len(f.LeftOut); n > 0 {
		notes = append(notes, words.Of("study.note.test", f.Name, n, f.LeftOut[0]))
	}
	r.created.Notes, r.created.Translations = words.All(words.English, notes), translated(notes)
}

// baselineName says what the baseline predicts.
func baselineName(train *dataset.Frame) string {
	if train.Task == dataset.Regression {
		return "mean of the training rows"
	}
	count := make([]int, len(train.Classes))
	for _, c := range train.Class {
		count[c]++
	}
	return "commonest class (" + train.Classes[slices.Index(count, slices.Max(count))] + ")"
}

// baseline scores the baseline on training and test rows.
func (r *Run) baseline() []Scores {
	t := r.tables
	test := Scores{}
	if t.Test != nil {
		test = scoresOf(posterior.Baseline(t.Train, t.Test))
	}
	return []Scores{scoresOf(posterior.Baseline(t.Train, t.Train)), test}
}

func scoresOf(s posterior.Scores) Scores {
	return Scores{MSE: s.MSE, MSEError: s.MSEError, Accuracy: s.Accuracy, AccuracyError: s.AccuracyError,
		Brier: s.Brier, BrierError: s.BrierError, LogScore: s.LogScore, LogScoreError: s.LogScoreError,
		Coverage90: s.Coverage90, Coverage90Error: s.CoverageError, Rows: s.Rows}
}

// Steps counts the steps that were told.
func (r *Run) Steps() int { return r.steps }

// Finish carries out all steps that are left, on that many goroutines. The result does not depend on their number.
func (r *Run) Finish(workers int) error {
	return faulty(dcc.Run(r.Problem, r.Sampler, workers, func(s dcc.Step) { r.Step(s, 0) }))
}

// Step takes a completed step over and describes it; seconds is the time spent sampling.
func (r *Run) Step(s dcc.Step, seconds float64) *StepEvent {
	r.hear(s)
	english, others := words.Both(func(l words.Lang) string { return r.said(l, s) })
	m := &StepEvent{Index: r.steps,
		Step: string(s.Kind), Iteration: s.Iteration, Iterations: s.Iterations,
		TopologyKey: s.Topology.Key(), TopologyName: s.Topology.String(), Terms: termsOf(s.Terms),
		LogEvidence: s.LogEvidence, LogEvidenceError: s.LogEvidenceError, Visits: s.Visits, Draws: s.Draws,
		Divergences: s.Divergences, Gradients: s.Gradients, TotalGradients: s.TotalGradients, Seconds: seconds,
		KHat: s.KHat, EffectiveNumber: s.EffectiveNumber, Activated: names(s.Activated),
		Removed:  names(s.Removed),
		Repaired: s.Repaired, LeftOut: len(s.LeftOut), Words: english, Translations: StepWords(others),
		Weights:  r.topWeights(),
		Progress: r.progress, Done: s.Done, Search: r.search, Audit: auditOf(s.Audit)}
	if s.Kind == dcc.Estimate {
		m.Step, m.TopologyKey, m.TopologyName, m.Draws = StepExplore, "", "", 0
		m.LogEvidence, m.LogEvidenceError = math.NaN(), math.NaN()
	}
	if s.Kind == dcc.Embed {
		m.Draws = 0 // of many topologies
	}
	if p := s.Proposal; p != nil {
		m.Proposal = Proposal{Move: p.Move.String(), Topology: p.Topology.String(), Count: p.Count,
			Activated: p.Activated}
	}
	r.remember(*m)
	return m
}

// hear takes a completed step over.
func (r *Run) hear(s dcc.Step) {
	r.posterior.Update(r.Sampler, s.Told()...)
	r.steps++
	r.follow(s)
	r.progress, r.search = max(r.progress, r.Sampler.Progress()), r.searchAfter(s)
	r.newest = &s.Topology
	if s.Kind == dcc.Estimate {
		r.newest = nil
	}
}

// searchAfter tells how far the fast mode's search was when the step was complete. A topology that is
// measured makes the estimate before it void.
func (r *Run) searchAfter(s dcc.Step) Search {
	f, ok := r.Sampler.(*search.Fast)
	if !ok || (s.Kind == dcc.Measure || s.Kind == dcc.Embed) && f.Ended() == dcc.Searching {
		return Search{}
	}
	u, ended := s.Unexplored, s.Ended
	if s.Kind != dcc.Estimate {
		u, ended = f.Unexplored(), f.Ended()
	}
	return Search{Ended: string(ended), Known: u.Known, Share: u.Share, Bound: u.Bound, Draws: u.Draws,
		Auditing: f.Auditing(), Measuring: f.Measuring()}
}

func auditOf(a dcc.AuditReport) Audit {
	return Audit{Done: a.Done, Flag: string(a.Flag), Reason: a.Reason, Added: a.Added, States: a.States,
		Exceeding: a.Exceeding, Former: a.Former, FormerError: a.FormerError, Second: a.Second,
		SecondError: a.SecondError}
}

func termsOf(terms []dcc.Term) []Term {
	out := []Term{}
	for _, t := range terms[:min(MaxTerms, len(terms))] {
		out = append(out, Term{Topology: t.Topology.String(), Exploitation: t.Exploitation,
			Exploration: t.Exploration, Optimism: t.Optimism, Utility: t.Utility, Visits: t.Visits})
	}
	return out
}

func names(ts []topology.Topology) []string {
	out := []string{}
	for _, t := range ts {
		out = append(out, t.String())
	}
	return out
}

func (r *Run) topWeights() []Weight {
	out := []Weight{}
	all := r.posterior.Topologies()
	for _, s := range all[:min(MaxTerms, len(all))] {
		out = append(out, Weight{Name: s.Topology.String(), Key: s.Topology.Key(), Weight: s.Weight})
	}
	return out
}
