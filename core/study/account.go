// This file tells what a run is: what decides its results, and how far they can be trusted.

package study

import (
	"fmt"

	"dcctree/core/dataset"
	"dcctree/core/numeric"
	"dcctree/core/posterior"
	"dcctree/core/verdict"
	"dcctree/core/words"
)

// Verdict is what core/verdict makes of a run. The lists of words have an entry for each step of the plan.
type Verdict struct {
	Outcome            string                       `js:"outcome"`
	Reasons            []string                     `js:"reasons"` // verdict.Kind
	Plan               []string                     `js:"plan"`    // verdict.Step
	Sentence           string                       `js:"sentence"`
	Translations       words.Translations[string]   `js:"translations"`
	Advice             []string                     `js:"advice"` // the plan in words
	AdviceTranslations words.Translations[[]string] `js:"adviceTranslations"`
	// summed weight of topologies whose evidence is not reliable
	UnreliableWeight float64 `js:"unreliableWeight"`
	// the largest Monte Carlo error of a weight; NaN where it is not known
	WeightError float64 `js:"weightError"`
}

// Account tells what decides a run's results, what they are, and how they are judged. Data, Model and Digest are 16
// hexadecimal digits each.
type Account struct {
	Verdict    Verdict  `js:"verdict"`
	Unreliable []string `js:"unreliable"` // names of topologies whose evidence carries weight and is not reliable
	Doubted    []string `js:"doubted"`    // names of topologies that their audit left in doubt
	Steps      int      `js:"steps"`      // told so far
	Done       bool     `js:"done"`       // no step is left
	Search     Search   `js:"search"`     // after the step looked at
	Preset     string   `js:"preset"`
	Predictive string   `js:"predictive"`
	Data       string   `js:"data"`    // of training and test rows as the run uses them
	Model      string   `js:"model"`   // of preset, all settings, standardization and predictive distribution
	Digest     string   `js:"digest"`  // of the results so far
	GivenUp    []string `js:"givenUp"` // as in Digest
}

// Account describes the run; code "no-result" before the first step.
func (r *Run) Account() (*Account, error) {
	p := r.shown()
	sum, ok := p.Digest()
	if !ok {
		return nil, faulty(posterior.ErrNothingYet)
	}
	search := r.searchShown()
	v := verdict.Judge(r.facts(p, search))
	return &Account{Steps: r.steps,
		Verdict: verdictOf(v), Unreliable: list(v.Names(verdict.UnreliableEvidence)),
		Doubted: list(v.Names(verdict.AuditDoubtful)),
		Done:    r.Sampler.Done(), Search: search, Preset: r.preset, Predictive: string(r.predictive),
		Data:  r.dataDigest(),
		Model: r.modelDigest(), Digest: sum,
		GivenUp: r.givenUp(words.English)}, nil
}

// dataDigest is over what the run takes from its tables: names, labels, classes and values of the training rows, then
// of the test rows. Row numbers and the way in which the file was written are no part of it.
func (r *Run) dataDigest() string {
	d := numeric.NewDigest()
	for _, f := range []*dataset.Frame{r.tables.Train, r.tables.Test} {
		if f == nil {
			continue
		}
		d.Words(f.Task.String(), f.Target)
		d.Words(f.Features...)
		d.Words(f.Classes...)
		for _, labels := range f.Labels {
			d.Words(labels...)
		}
		d.Numbers(f.X...)
		d.Numbers(f.Y...)
		for _, c := range f.Class {
			d.Whole(c)
		}
	}
	return fmt.Sprintf("%016x", d.Sum())
}

// modelDigest is over what decides the results beside data and seed.
func (r *Run) modelDigest() string {
	d := numeric.NewDigest()
	d.Words(r.preset, r.Settings, string(r.predictive), fmt.Sprint(r.created.Standardized))
	return fmt.Sprintf("%016x", d.Sum())
}
