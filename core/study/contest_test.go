// This file runs methods beside each other and beside a run, through the loop and packed messages.

package study

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"dcctree/core/compare"
	"dcctree/core/dcc"
)

// contested runs a contest beside a resting run to its end.
func contested(t *testing.T, r *Run, m *ContestOptions) {
	t.Helper()
	c, err := r.Contest(m)
	if err != nil {
		t.Fatal(err)
	}
	last := 0.0
	work(t, r.Problem, c, func(s dcc.Step) { last = c.Step(s).Progress })
	if last != 1 {
		t.Fatalf("the contest ended at %v", last)
	}
}

// TestContest: every method has a score, a prediction and figures, with the bits of a contest without messages and
// loop; the run is as it was.
func TestContest(t *testing.T) {
	r := mustNew(t, stepTable(t, 40), wishes(), nil)
	ask := &StandingsOptions{Set: "test", Row: 1, Width: 220, Lang: "de"}
	if _, err := r.Standings(ask); fault(t, err).Code != CodeNoResult {
		t.Errorf("standings before a contest: %v", err)
	}
	names := []string{"dcc-tree", "cgm", "wu", "smc", "cart"}
	contested(t, r, &ContestOptions{Methods: names, Gradients: 3000})
	m, err := r.Standings(ask)
	if err != nil {
		t.Fatal(err)
	}
	if m.Task != "regression" || m.TestRows == 0 || m.Progress != 1 || len(m.Methods) != len(names) ||
		len(m.Words) == 0 || math.IsNaN(m.Truth) {
		t.Fatalf("%+v", m)
	}
	var methods []compare.Method
	for _, n := range names {
		methods = append(methods, compare.Method(n))
	}
	alone, err := compare.New(r.tables, r.Problem, methods, compare.DefaultSettings(r.Problem),
		compare.Budget{Gradients: 3000})
	if err == nil {
		err = alone.Run()
	}
	if err != nil {
		t.Fatal(err)
	}
	for k, want := range alone.Standings() {
		s := m.Methods[k]
		if s.Method != names[k] || s.Digest == "" || s.Digest != want.Digest || s.Score != want.Test.MSE ||
			s.ScoreError != want.Test.MSEError || !s.Ready || !s.Done {
			t.Errorf("%s: %+v, want %+v", names[k], s, want)
		}
		if !(s.Low < s.Mean && s.Mean < s.High) || !(s.TreeShare > 0) || s.Hard != (k > 0) {
			t.Errorf("%s: %v to %v, %v, tree %v, hard %v", names[k], s.Low, s.High, s.Mean, s.TreeShare,
				s.Hard)
		}
		total := 0.0
		for _, share := range s.Leaves {
			total += share
		}
		if math.Abs(total-1) > 1e-9 {
			t.Errorf("%s: leaves %v", names[k], s.Leaves)
		}
		for name, svg := range map[string]string{"tree": s.Tree, "prediction": s.Prediction,
			"leaves": s.LeavesFigure, "score": s.ScoreFigure} {
			if !strings.HasPrefix(svg, "<svg") || strings.Contains(svg, "NaN") {
				t.Errorf("%s: figure %s: %.200s", names[k], name, svg)
			}
		}
	}
	if _, _, ready := r.posterior.Scores(); ready {
		t.Error("the run itself went on")
	}
}

// TestContestOfClasses: scores are accuracies, predictions probabilities; what cannot be compared is refused by its
// field.
func TestContestOfClasses(t *testing.T) {
	var text strings.Builder
	text.WriteString("x1,kind\n")
	for i := range 45 {
		fmt.Fprintf(&text, "%d,%s\n", i, []string{"low", "middle", "high"}[i/15])
	}
	r := mustNew(t, table(t, text.String()), wishes(), nil)
	contested(t, r, &ContestOptions{Methods: []string{"smc", "cart"}, Gradients: 500})
	m, err := r.Standings(&StandingsOptions{Set: "train", Width: 220})
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range m.Methods {
		if !(s.Score > 1./3 && s.Score <= 1) || !(s.Probability > 0 && s.Probability <= 1) ||
			!math.IsNaN(s.Mean) || !strings.Contains(s.Prediction, "<rect") {
			t.Errorf("%+v", s)
		}
	}
	for _, bad := range [][]string{{"wu"}, {"rtree"}, {"cart", "cart"}} {
		if _, err := r.Contest(&ContestOptions{Methods: bad, Seconds: 1}); fault(t, err).Field != "methods" {
			t.Errorf("%v: %v", bad, err)
		}
	}
	if _, err := r.Standings(&StandingsOptions{Set: "train", Row: 1e6, Width: 220}); fault(t, err).Field != "row" {
		t.Errorf("a row that there is not: %v", err)
	}
}
