// Tests of what the page says of a fit by all trees at once.

package logic

import (
	"encoding/csv"
	"slices"
	"strings"
	"testing"

	"dcctree/core/alltrees"
	"dcctree/core/dataset"
	"dcctree/core/export"
	"dcctree/core/fit"
	"dcctree/core/study"
	"dcctree/core/words"
)

// fitted is a quick fit of a table with texts, gaps and a hostile label.
func fitted(t *testing.T, target string) *fit.Answer {
	t.Helper()
	var b strings.Builder
	b.WriteString("island,mass,yield,kind\n")
	for i := range 30 {
		island := []string{"<b>Dream</b>", "=Biscoe"}[i%2]
		mass, kind := Plain(float64(20+i)), "low"
		if i%9 == 4 {
			mass = ""
		}
		if i >= 15 {
			kind = "high"
		}
		b.WriteString(island + "," + mass + "," + Plain(float64(1+i/15*4+i%2)) + ".5," + kind + "\n")
	}
	table, err := dataset.ReadCSV("own.csv", []byte(b.String()), dataset.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	o := fit.Options{Target: target, Features: []string{"island", "mass"},
		Held:     map[int]bool{3: true, 20: true, 22: true},
		Settings: alltrees.DefaultSettings(), Effort: alltrees.DefaultEffort()}
	o.Effort.Work = 1e6
	p, err := fit.New(table, o)
	if err != nil {
		t.Fatal(err)
	}
	a, err := p.Fit(alltrees.Alone)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func TestFitSentences(t *testing.T) {
	for target, want := range map[string][]string{
		"yield": {"Not", "27 rows, 2 features", "root mean squared error", "90"},
		"kind":  {"Not", "27 rows, 2 features", "wrong", "mean log score"},
	} {
		a := fitted(t, target)
		all := strings.Join([]string{FitVerdict(a), FitFacts(a), FitScores(a)}, "\n")
		for _, w := range want {
			if !strings.Contains(all, w) {
				t.Errorf("%s: %q lacks %q", target, all, w)
			}
		}
		if strings.Contains(all, "%!") {
			t.Errorf("%s: %q", target, all)
		}
	}
	a := fitted(t, "kind")
	if a.Scores = nil; FitScores(a) != "" {
		t.Error("scores of no rows")
	}
}

// Scores without a log score are told nevertheless, and so is what it leaves out.
func TestFitScoresWithoutALogScore(t *testing.T) {
	rmse, coverage, errors, score := 2.5, .25, .5, -.125
	for want, s := range map[string]*fit.Scores{
		"Of 4 test rows: root mean squared error 2.50, mean log score –, 25\u00a0% within their " +
			"90\u00a0% interval.": {
			Rows: 4, RMSE: &rmse, Coverage: &coverage},
		"Of 4 test rows: 50\u00a0% wrong, mean log score −.125. Of a class that no training row has: 2; " +
			"such rows count as wrong, and have no log score.": {Rows: 4, Unknown: 2,
			Errors: &errors, LogScore: &score},
	} {
		if got := FitScores(&fit.Answer{Scores: s}); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// A tree that begins as most do is not said to begin otherwise where its share is that of some trees: of a number the
// input tells, of labels which are on one side.
func TestFitCostOfSharesOfSomeTrees(t *testing.T) {
	at := 3.
	split := func(s fit.Split, share float64) *fit.Split {
		s.Probability = share
		return &s
	}
	for _, c := range []struct {
		most fit.Split
		ask  fit.Ask
		same bool
	}{
		{fit.Split{Input: "rain"}, fit.Ask{Input: "rain", At: &at}, true},
		{fit.Split{Input: "rain"}, fit.Ask{Input: "wind", At: &at}, false},
		{fit.Split{Input: "wood", Labels: []string{"ash"}}, fit.Ask{Input: "wood", Left: []string{"elm"},
			Right: []string{"ash"}}, true},
		{fit.Split{Input: "wood", Labels: []string{"ash"}}, fit.Ask{Input: "wood", Left: []string{"elm"},
			Right: []string{"ash", "oak"}}, false},
	} {
		a := &fit.Answer{Root: []fit.Split{*split(c.most, .5)}, Readable: []fit.Readable{{Leaves: 2,
			Branches: []fit.Branch{{Ask: &c.ask, Alike: split(c.most, .49)}}}}}
		if got := FitCost(a, 2, false); (got == "") != c.same {
			t.Errorf("%+v: %q", c, got)
		}
	}
}

// In the table a name from outside is text, and no more splits than fit are listed.
func TestFitSplitsTable(t *testing.T) {
	a := fitted(t, "yield")
	for len(a.Root) < mostSplits+3 {
		a.Root = append(a.Root, a.Root[0])
	}
	m := FitSplits(a)
	if strings.Contains(m, "<b>") || !strings.Contains(m, "and 3 more") {
		t.Errorf("the table is %s", m)
	}
	if rows := strings.Count(m, "<tr"); rows < mostSplits+3 {
		t.Errorf("%d rows", rows)
	}
	s := fit.Split{Input: "x", Rule: "x <= 2", Threshold: &fit.Threshold{Low: 1, Mid: 2, High: 3},
		Gradual: &fit.Gradual{Probability: .25, From: 1, To: 3}, GapsLeft: new(float64)}
	got := splitWords(&s)
	for _, w := range []string{"x ≤ 2", "from 1 to 3", "gradual in 25", "gaps go left in 0"} {
		if !strings.Contains(got, w) {
			t.Errorf("%q lacks %q", got, w)
		}
	}
	s.Gradual.To = 1
	if got := splitWords(&s); !strings.Contains(got, "gradual in 25\u00a0% of these, at one threshold") {
		t.Errorf("a split that is gradual at one threshold reads %q", got)
	}
}

func TestFitFigures(t *testing.T) {
	before := Spoken
	defer func() { Spoken = before }()
	for _, Spoken = range []words.Lang{words.English, "de"} {
		for _, target := range []string{"yield", "kind"} {
			a := fitted(t, target)
			for _, width := range []float64{320, 700} {
				for _, svg := range []string{study.FitTree(a, 2, width, Spoken),
					study.FitTree(a, fit.WholeTree, width, Spoken),
					study.FitUsed(a, width, Spoken)} {
					if !strings.HasPrefix(svg, "<svg") || strings.Contains(svg, "NaN") ||
						strings.Contains(svg, "<b>") {
						t.Errorf("%s: the figure is %s", target, svg)
					}
				}
			}
		}
	}
}

// The table of predictions reads back, and no cell is a formula.
func TestFitCSV(t *testing.T) {
	for target, columns := range map[string]int{"yield": 7, "kind": 6} {
		a := fitted(t, target)
		rows, err := csv.NewReader(strings.NewReader(FitCSVHead(a.Target, a.Classes) +
			FitCSV(a.Classes, a.Predictions))).ReadAll()
		if err != nil || len(rows) != 4 || len(rows[0]) != columns || rows[0][2] != target {
			t.Fatalf("%s: %v, %v", target, rows, err)
		}
		for i, row := range rows[1:] {
			p := a.Predictions[i]
			if row[0] != "own.csv" || row[2] != p.Target || slices.ContainsFunc(row, func(s string) bool {
				return strings.HasPrefix(s, "=")
			}) {
				t.Errorf("%s: row %q of %+v", target, row, p)
			}
		}
	}
}

// Progress never goes back within a round, and stays below its end.
func TestFitProgress(t *testing.T) {
	for _, cross := range []bool{false, true} {
		last := -1.
		for n := range 3 {
			for _, share := range []float64{0, .01, .3, 1} {
				s, say := &study.FitStage{Moves: 40, Restart: n, Restarts: 2, Share: share}, "40"
				if cross {
					s.Restart, s.Fold, say = 0, n+1, "Cross-validation"
				}
				share := FitShare(s)
				if share < last || share > 1 || share < 0 {
					t.Errorf("%+v: %g after %g", s, share, last)
				}
				last = share
				text := FitStage(s)
				if !strings.Contains(text, say) || strings.Contains(text, "%!") {
					t.Errorf("%q", text)
				}
			}
		}
	}
}

// What the tree to read costs is said by its difference to all trees against its error, and the table marks its row.
func TestFitCost(t *testing.T) {
	a := fitted(t, "yield")
	if FitCost(a, 2, false) != "" || !strings.Contains(FitCost(a, 2, true), "after the last round") ||
		FitPrice(a, 2) != "" {
		t.Errorf("without a price: %q, %q, %q", FitCost(a, 2, false), FitCost(a, 2, true), FitPrice(a, 2))
	}
	rmse := 2.5
	a.Price = &fit.Price{Ways: []fit.Way{
		{Name: fit.AllTrees, LogScore: &fit.Estimate{Mean: -1, Error: .1}, RMSE: &rmse},
		{Name: fit.FewLeaf, Leaves: 1, LogScore: &fit.Estimate{Mean: -1.3, Error: .1},
			Less: &fit.Estimate{Mean: .3, Error: .1}, RMSE: &rmse},
		{Name: fit.FewLeaf, Leaves: 2, Less: &fit.Estimate{Mean: -.125, Error: .1}},
		{Name: fit.FewLeaf, Leaves: 3, Less: &fit.Estimate{Mean: -.3, Error: .1}},
		{Name: fit.FewLeaf, Leaves: 4}, {Name: fit.Cart}, {Name: fit.Linear}}}
	for leaves, want := range map[int]string{1: "worse than all trees together, by .30\u00a0±\u00a0.10",
		2: "cannot be told: .12\u00a0±\u00a0.10 of log score a row above them.",
		3: "better than all trees together, by .30", 4: "cannot be told"} {
		if got := FitCost(a, leaves, false); !strings.Contains(got, want) {
			t.Errorf("%d leaves: %q, want %q in it", leaves, got, want)
		}
	}
	if got := FitCost(a, fit.WholeTree, false); got != "" {
		t.Errorf("the whole tree: %q", got)
	}
	some, all := .04, .02
	a.AtMost(2).Branches[0].Alike = &fit.Split{Probability: .1, Error: &some}
	a.Root = []fit.Split{{Input: "rain", Rule: "rain ≤ 3", Probability: .8, Error: &all}}
	if got := FitCost(a, 2, false); !strings.HasSuffix(got, " above them. "+
		".10\u00a0±\u00a0.04 of all trees begin as it does, .80\u00a0±\u00a0.02 with rain ≤ 3.") {
		t.Errorf("a tree that begins as few do: %q", got)
	}
	a.Root[0].Probability = .1
	if got := FitCost(a, 2, false); !strings.HasSuffix(got, " above them.") {
		t.Errorf("a tree that begins as most do: %q", got)
	}
	if got := FitRivals(a); got != "" {
		t.Errorf("rivals that are not known: %q", got)
	}
	cart, linear := &a.Price.Ways[5], &a.Price.Ways[6]
	cart.Less, linear.Less = &fit.Estimate{Mean: .1, Error: .06}, &fit.Estimate{Mean: -.15, Error: .04}
	want := "CART and all trees together cannot be told apart: .10\u00a0±\u00a0.06 of log score a row below " +
		"them. Linear regression predicts better than all trees together, by .15\u00a0±\u00a0.04 of log " +
		"score a row. Straight lines may suit this table better than trees do."
	if got := FitRivals(a); got != want {
		t.Errorf("rivals: %q, want %q", got, want)
	}
	m := plain(FitPrice(a, 2))
	if strings.Count(m, "<tr") != 7 || strings.Count(m, "here") != 1 || !strings.Contains(m, "−1.30 ± .10") ||
		!strings.Contains(m, "at most 1 leaf<") || !strings.Contains(m, "linear regression") {
		t.Errorf("the table is %s", m)
	}
	if a.Classes = []string{"a", "b"}; !strings.Contains(FitPrice(a, 2), "logistic") || FitMissed(a) != "Wrong" {
		t.Errorf("of classes: %s, %s", FitPrice(a, 2), FitMissed(a))
	}
}

// The tree to read is rules in every language: the text of the number and of the set, with where gaps go.
func TestFitRules(t *testing.T) {
	a := fitted(t, "yield")
	for _, language := range export.Languages {
		for _, leaves := range []int{1, 4, fit.WholeTree} {
			text, file, err := FitRules(a, leaves, language)
			if err != nil || !strings.HasPrefix(file, "dcctree-all-trees.") && language != "mysql" {
				t.Fatalf("%s, %d leaves: %q, %v", language, leaves, file, err)
			}
			if leaves > 1 && (!strings.Contains(text, "mass") || !strings.Contains(text, "Dream")) {
				t.Errorf("%s, %d leaves:\n%s", language, leaves, text)
			}
		}
	}
	text, _, _ := FitRules(a, 4, "text")
	for _, want := range []string{"Mean of yield by the decision tree (at most 4 leaves)", "Not", " missing:"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in\n%s", want, text)
		}
	}
}

// The slider goes up to the whole tree.
func TestFitLeaves(t *testing.T) {
	a := &fit.Answer{Readable: []fit.Readable{{Leaves: 1}, {Leaves: 3}}, Tree: fit.Tree{Branches: []fit.Branch{{},
		{Leaf: true}, {Leaf: true}}}}
	for leaves, want := range map[int]string{1: "1", 2: "2", 8: "8", fit.WholeTree: "whole: 2"} {
		if got := FitLeaves(a, leaves); got != want {
			t.Errorf("at %d: %q, want %q", leaves, got, want)
		}
	}
	for leaves, want := range map[int]int{1: 1, 2: 1, 3: 3, 8: 3} {
		if got := readable(a, leaves); got == nil || got.Leaves != want {
			t.Errorf("at %d: %+v, want %d leaves", leaves, got, want)
		}
	}
}
