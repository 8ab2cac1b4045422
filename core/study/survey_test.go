package study

import (
	"math"
	"strings"
	"testing"

	"dcctree/core/dcc"
)

// TestSurveyOfARun: the step of stepTable is in one feature, which nearly all trees must use; the figures are there.
func TestSurveyOfARun(t *testing.T) {
	r := mustNew(t, stepTable(t, 40), wishes(), nil)
	ask := &SurveyOptions{Width: 500}
	if _, err := r.Survey(ask); fault(t, err).Code != CodeNoResult {
		t.Errorf("before the first step: %v", err)
	}
	finish(t, r)
	s, err := r.Survey(ask)
	if err != nil {
		t.Fatal(err)
	}
	for name, svg := range map[string]string{"features": s.Features, "consensus": s.Consensus, "cuts": s.Cuts} {
		if !strings.HasPrefix(svg, "<svg") || !strings.Contains(svg, `width="500"`) ||
			strings.Contains(svg, "NaN") {
			t.Errorf("%s is no figure of 500 px", name)
		}
	}
	ask.Lang = "de"
	if german, err := r.Survey(ask); err != nil || !strings.Contains(german.Features, "in Bäumen mit Gewicht") ||
		german.Features == s.Features {
		t.Errorf("in German, %v: %.300s", err, german.Features)
	}
	ask.Lang = ""
	if s.Trees < 1 || !(s.Covered > 0 && s.Covered < 1+1e-9) || !(s.Disagreement >= 0 && s.Disagreement <= 1) ||
		len(s.Uses) != 2 {
		t.Errorf("%+v", s)
	}
	if u := s.Uses[0]; u.Probability < .9 || math.IsNaN(u.Error) == dcc.ErrorsHold(r.posterior.Topologies()) ||
		u.Name != r.tables.Train.Features[0] {
		t.Errorf("the feature of the step: %+v", u)
	}
	sum := 0.0
	for _, c := range s.Sources {
		sum += c.Explains
	}
	if s.Disagreement > 0 && len(s.Sources) < MaxTerms && math.Abs(sum-1) > 1e-9 {
		t.Errorf("all sources together account for %v", sum)
	}
	if len(s.Splits) == 0 || s.Splits[0].Weight < .5 {
		t.Errorf("splits %+v", s.Splits)
	}

	// Looking back at the first step, when one topology was measured, asks about that one alone.
	all := r.posterior.Topologies()
	if _, err := r.Look(&LookOptions{Step: 1}); err != nil {
		t.Fatal(err)
	}
	then := r.shown().Topologies()
	if len(then) != 1 || len(all) < 2 {
		t.Fatalf("%d topologies after the first step, %d at the end", len(then), len(all))
	}
	for _, w := range all {
		_, _, err := r.RowsAt(&RowsOptions{Topology: w.Topology.Key(), Limit: 1})
		if known := w.Topology == then[0].Topology; known != (err == nil) {
			t.Errorf("rows of %s after the first step: %v", w.Topology, err)
		}
	}
	if s, err := r.Survey(ask); err != nil || !(math.Abs(s.Covered-1) < 1e-9) {
		t.Errorf("survey after the first step: %v", err)
	}
}
