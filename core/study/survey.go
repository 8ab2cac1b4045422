// This file tells what holds across the trees of a run.

package study

import (
	"slices"
	"sort"

	"dcctree/core/chart"
	"dcctree/core/words"
	"dcctree/wasm/protocol"
)

// Survey answers m; code "no-result" before the first step.
func (r *Run) Survey(m *protocol.Survey) (*protocol.Surveyed, error) {
	s, err := surveyed(r.shown())
	if err != nil {
		return nil, Fault(err)
	}
	l := words.Lang(m.Lang)
	out := &protocol.Surveyed{V: protocol.Version, Kind: protocol.KindSurveyed, ID: int(m.ID), Run: r.Number,
		Features:     chart.Features(chart.FeaturesFigure{ID: "features", Lang: l, Width: m.Width, Features: s.Features}),
		Consensus:    chart.Consensus(chart.ConsensusFigure{ID: "consensus", Lang: l, Width: m.Width, Nodes: s.Consensus}),
		Cuts:         chart.Cuts(chart.CutsFigure{ID: "cuts", Lang: l, Width: m.Width, Cuts: s.Cuts}),
		Disagreement: s.Disagreement, Trees: s.Trees, Covered: s.Covered, Splits: cutsOf(l, s.Cuts), Uses: []protocol.FeatureUse{}}
	sources := slices.Clone(s.Cuts)
	sort.SliceStable(sources, func(a, b int) bool { return sources[a].Explains > sources[b].Explains })
	out.Sources = cutsOf(l, sources)
	for _, u := range s.Features {
		out.Uses = append(out.Uses, protocol.FeatureUse{Name: u.Name, Probability: u.Probability, Error: u.Error, Share: u.Share, ShareError: u.ShareError,
			Prior: 1 / float64(len(s.Features))})
	}
	return out, nil
}

func cutsOf(l words.Lang, cuts []chart.Cut) []protocol.Cut {
	out := []protocol.Cut{}
	for _, c := range cuts[:min(protocol.MaxTerms, len(cuts))] {
		out = append(out, protocol.Cut{Text: chart.CutText(l, c), Weight: c.Weight, Explains: c.Explains, Whether: c.Whether})
	}
	return out
}
