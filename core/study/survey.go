// This file tells what holds across the trees of a run.

package study

import (
	"slices"
	"sort"

	"dcctree/core/chart"
	"dcctree/core/words"
)

// SurveyOptions asks what holds across all trees of the posterior.
type SurveyOptions struct {
	Width float64 `js:"width"` // of the figures, CSS pixels
	Lang  string  `js:"lang"`  // of their words, see FigureOptions
}

// Cut is one split as several trees make it; see chart.Cut.
type Cut struct {
	Text     string  `js:"text"` // "x3 <= .47", with its true sign
	Weight   float64 `js:"weight"`
	Explains float64 `js:"explains"`
	Whether  float64 `js:"whether"`
}

// FeatureUse is how much the trees use one feature; see chart.FeatureUse.
type FeatureUse struct {
	Name        string  `js:"name"`
	Probability float64 `js:"probability"`
	Error       float64 `js:"error"`
	Share       float64 `js:"share"`
	ShareError  float64 `js:"shareError"`
	Prior       float64 `js:"prior"` // of Share
}

// Survey answers SurveyOptions: three figures as SVG text and the numbers that sentences need. See posterior.Survey.
type Survey struct {
	Features     string       `js:"features"`  // SVG
	Consensus    string       `js:"consensus"` // SVG
	Cuts         string       `js:"cuts"`      // SVG
	Disagreement float64      `js:"disagreement"`
	Trees        int          `js:"trees"`
	Covered      float64      `js:"covered"`
	Splits       []Cut        `js:"splits"`  // by weight, at most MaxTerms
	Sources      []Cut        `js:"sources"` // by their share of the disagreement, at most MaxTerms
	Uses         []FeatureUse `js:"uses"`    // all features, by probability
}

// Validate checks the run and the width.
func (m *SurveyOptions) Validate() error {
	return firstError(checkRange("width", m.Width, 100, MaxWidth), checkLang(m.Lang))
}

// Survey answers m; code "no-result" before the first step.
func (r *Run) Survey(m *SurveyOptions) (*Survey, error) {
	s, err := surveyed(r.shown())
	if err != nil {
		return nil, faulty(err)
	}
	l := words.Lang(m.Lang)
	out := &Survey{Features: chart.Features(chart.FeaturesFigure{ID: "features", Lang: l, Width: m.Width,
		Features: s.Features}),
		Consensus: chart.Consensus(chart.ConsensusFigure{ID: "consensus", Lang: l, Width: m.Width,
			Nodes: s.Consensus}),
		Cuts:         chart.Cuts(chart.CutsFigure{ID: "cuts", Lang: l, Width: m.Width, Cuts: s.Cuts}),
		Disagreement: s.Disagreement, Trees: s.Trees, Covered: s.Covered, Splits: cutsOf(l, s.Cuts),
		Uses: []FeatureUse{}}
	sources := slices.Clone(s.Cuts)
	sort.SliceStable(sources, func(a, b int) bool { return sources[a].Explains > sources[b].Explains })
	out.Sources = cutsOf(l, sources)
	for _, u := range s.Features {
		out.Uses = append(out.Uses, FeatureUse{Name: u.Name, Probability: u.Probability, Error: u.Error,
			Share: u.Share, ShareError: u.ShareError, Prior: 1 / float64(len(s.Features))})
	}
	return out, nil
}

func cutsOf(l words.Lang, cuts []chart.Cut) []Cut {
	out := []Cut{}
	for _, c := range cuts[:min(MaxTerms, len(cuts))] {
		out = append(out, Cut{Text: chart.CutText(l, c), Weight: c.Weight, Explains: c.Explains,
			Whether: c.Whether})
	}
	return out
}
