// Package study turns a table and choices into a run, and answers questions about it. It is the face of the library,
// and its structs are what the page and its workers exchange; it knows no browser.
//
// A dataset.Table and RunOptions, which DefaultRunOptions fills, make a Run (New). Finish carries it out; a program
// that owns its workers takes jobs from Run.Sampler, reports results there, and hands each completed step to Run.Step.
// Questions can be asked at any time, of the run as it is or, after Look, as it was: Topologies, Trees, Metrics,
// Predict, Explain, Figure, Plot, Survey, Diagnose, Draws, Export, Verdict and more, listed by Questions. Save and
// Restore keep a run in a file. Errors are *Fault, with a code for programs and a text for people.
//
// The tag js is a field's name in messages; optional marks fields that are missing there where they are NaN or empty.
package study

import (
	"dcctree/core/baseline/cart"
	"dcctree/core/dataset"
	"dcctree/core/dcc"
	"dcctree/core/dcc/search"
	"dcctree/core/dcc/variants"
	"dcctree/core/export"
	"dcctree/core/posterior"
	"dcctree/core/topology"
	"dcctree/core/verdict"
)

// Sampler is a run of the core in either mode.
type Sampler interface {
	dcc.Runner
	posterior.Source
	Fail(id int, why string) []dcc.Step
	Progress() float64
	Jobs() []dcc.JobDigest
	Facts() verdict.Facts
	Recording() dcc.Recording
	Replay(dcc.Recording, func(dcc.Step)) error
}

// Run is one run with all that belongs to it.
type Run struct {
	Problem  *dcc.Problem
	Sampler  Sampler
	Settings string     // all of them, as JSON text
	Untold   []dcc.Step // of a run from a file: made, but not told before it was saved

	wishes     RunOptions
	tables     posterior.Tables
	posterior  *posterior.Posterior
	then       *posterior.Posterior // as it was after the step that is looked at; nil while that is the present
	looked     int                  // the number of that step
	told       []StepEvent          // the last steps
	average    *posterior.Average   // over bandwidths; nil before a comparison ended with one
	contest    *Contest             // the newest; nil before the first
	cart       *cart.Tree           // on the training rows; nil before it is first asked for
	cartScored []Scores             // its scores; nil before they are first asked for
	spans      []span               // of the features in the training rows; nil before they are first asked for
	history    history              // of the log evidence
	predictive posterior.Predictive
	preset     string
	created    RunInfo
	generated  []topology.Topology // the topologies that made the data, where known
	newest     *topology.Topology  // of the last step
	steps      int
	progress   float64                              // the largest told
	search     Search                               // of the last step
	bounds     func(folds bool) search.FastSettings // of comparisons
}

// New sets a run up. The test table is nil unless the message announces one.
// Faults carry the reader's own codes, or "setting" with the option's name in
// Field.
func New(table *dataset.Table, m *RunOptions, test *dataset.Table) (*Run, error) {
	r := &Run{wishes: *m, history: history{}, bounds: variants.ComparisonSettings}
	frame, err := frameOf(table, m)
	if err != nil {
		return nil, err
	}
	standardize := frame.Task == dataset.Regression && m.Standardize != "no"
	train, held, err := divide(frame, m, test)
	if err != nil {
		return nil, err
	}
	settings, err := settingsOf(m, standardize)
	if err != nil {
		return nil, err
	}
	if err := r.begin(posterior.NewTables(train, held, standardize), settings, m); err != nil {
		return nil, err
	}
	if err := r.describe(m, standardize); err != nil {
		return nil, err
	}
	return r, nil
}

// frameOf chooses target, task and features.
func frameOf(table *dataset.Table, m *RunOptions) (*dataset.Frame, error) {
	target, task, err := aim(table, m.Target, m.Task)
	if err != nil {
		return nil, err
	}
	frame, err := table.Frame(target, m.Features, task)
	return frame, faulty(err)
}

// divide gives training and test rows; test is nil where there are none.
func divide(frame *dataset.Frame, m *RunOptions, table *dataset.Table) (train, test *dataset.Frame, err error) {
	switch {
	case table != nil && m.Holdout > 0:
		return nil, nil, SettingFault("holdout", "setting.testtable", m.Holdout)
	case table != nil:
		if err := dataset.CheckTraining(frame); err != nil {
			return nil, nil, faulty(err)
		}
		test, err = table.Match(frame)
		return frame, test, faulty(err)
	case m.Split == "published":
		return publishedSplit(frame, m.Holdout)
	}
	seed, err := ParseSeed("holdoutSeed", m.HoldoutSeed)
	if err != nil {
		return nil, nil, err
	}
	train, test, err = dataset.Split(frame, m.Holdout, seed)
	return train, test, faulty(err)
}

// publishedSplit divides the rows as the paper's authors did.
func publishedSplit(frame *dataset.Frame, holdout float64) (train, test *dataset.Frame, err error) {
	a, b := dataset.PublishedSplit(frame.N, 1-holdout)
	if len(a) == 0 || len(b) == 0 {
		return nil, nil, SettingFault("holdout", "setting.holdout", holdout, frame.N)
	}
	train, test, err = frame.Part(a, b)
	return train, test, faulty(err)
}

// settingsOf starts from the preset and puts the page's settings on top.
func settingsOf(m *RunOptions, standardize bool) (dcc.Settings, error) {
	s := PresetSettings(m.Preset, standardize)
	if IsFast(m.Preset) {
		part := s.FastPart() // a setting that the fast mode does not use is refused by name
		if err := DecodeSettings(m.Settings, &part); err != nil {
			return s, err
		}
		s = s.WithFastPart(part)
	} else if err := DecodeSettings(m.Settings, &s); err != nil {
		return s, err
	}
	return s, faulty(s.Validate())
}

// Fast reports whether the run is one of the fast mode.
func (r *Run) Fast() bool { return IsFast(r.preset) }

// begin makes the sampler and the posterior.
func (r *Run) begin(t posterior.Tables, s dcc.Settings, m *RunOptions) error {
	number, err := ParseSeed("seed", m.Seed)
	if err != nil {
		return err
	}
	text, err := export.JSON(s)
	if err != nil {
		return faulty(err)
	}
	r.tables, r.Settings = t, string(text)
	r.Problem = &dcc.Problem{Data: t.Data().Prepare(), Settings: s, Seed: number}
	if r.Sampler, err = newSampler(r.Problem, m.Preset); err != nil {
		return faulty(err)
	}
	r.predictive, r.preset = posterior.Predictive(m.Predictive), m.Preset
	r.posterior = posterior.New(t, r.Problem, r.predictive)
	return nil
}

func newSampler(p *dcc.Problem, preset string) (Sampler, error) {
	switch preset {
	case PresetFast:
		return search.NewFast(p, search.DefaultFastSettings())
	case PresetFirst:
		return search.NewFast(p, search.QuickFastSettings())
	}
	return dcc.New(p)
}
