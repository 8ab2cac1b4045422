// This file judges a run: what its facts are at the step that is shown, and what core/verdict makes of them.

package study

import (
	"math"
	"slices"

	"dcctree/core/dcc"
	"dcctree/core/posterior"
	"dcctree/core/verdict"
	"dcctree/core/words"
)

// searchShown is how far the search was at the step that questions are about.
func (r *Run) searchShown() Search {
	if r.then == nil {
		return r.search
	}
	for _, m := range r.told {
		if m.Index == r.looked {
			return m.Search
		}
	}
	return Search{}
}

// facts are those of the run as it is in p, with the search so far.
func (r *Run) facts(p *posterior.Posterior, s Search) verdict.Facts {
	u := dcc.Unexplored{Known: s.Known, Share: s.Share, Bound: s.Bound, Draws: s.Draws}
	return dcc.FactsAt(r.Sampler.Facts(), p.Topologies(), u, dcc.Ending(s.Ended), s.Auditing+s.Measuring)
}

// Verdict judges the run; where it measured nothing, the outcome is "not-known".
func (r *Run) Verdict() *Verdict {
	v := verdictOf(verdict.Judge(r.facts(r.shown(), r.searchShown())))
	return &v
}

func verdictOf(v verdict.Verdict) Verdict {
	m := Verdict{Outcome: string(v.Outcome), Reasons: []string{}, Plan: []string{}, Sentence: v.In(words.English),
		Translations: words.Translate(v.In), Advice: v.PlanIn(words.English),
		AdviceTranslations: words.Translate(v.PlanIn), UnreliableWeight: v.Unreliable, WeightError: v.Error}
	for _, reason := range v.Reasons {
		m.Reasons = append(m.Reasons, string(reason.Kind))
	}
	for _, step := range v.Plan {
		m.Plan = append(m.Plan, string(step))
	}
	return m
}

// stated are the topologies as they may be told: weights have errors where these are known.
func stated(p *posterior.Posterior) []dcc.Summary { return dcc.Stated(p.Topologies()) }

// surveyed is what holds across trees, as it may be told: sums over the weights have errors where those of the weights
// are known.
func surveyed(p *posterior.Posterior) (posterior.Survey, error) {
	s, err := p.Survey()
	if err != nil || dcc.ErrorsHold(p.Topologies()) {
		return s, err
	}
	s.Features = slices.Clone(s.Features)
	for i := range s.Features {
		s.Features[i].Error, s.Features[i].ShareError = math.NaN(), math.NaN()
	}
	return s, nil
}

// said are the words of a step; where the search or the run ends, with the verdict.
func (r *Run) said(l words.Lang, s dcc.Step) string {
	if s.Done || s.Kind == dcc.Estimate && s.Ended != dcc.Searching {
		return s.In(l) + " " + verdict.Judge(r.facts(r.posterior, r.search)).In(l)
	}
	return s.In(l)
}
