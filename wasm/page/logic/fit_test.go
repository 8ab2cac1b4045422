// Tests of what the page says of a fit by all trees at once.

package logic

import (
	"encoding/csv"
	"slices"
	"strings"
	"testing"

	"dcctree/core/alltrees"
	"dcctree/core/dataset"
	"dcctree/core/fit"
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
	for _, w := range []string{"x ≤ 2", "from 1.00 to 3.00", "gradual in 25", "gaps go left in 0"} {
		if !strings.Contains(got, w) {
			t.Errorf("%q lacks %q", got, w)
		}
	}
}

func TestFitFigures(t *testing.T) {
	before := Spoken
	defer func() { Spoken = before }()
	for _, Spoken = range []words.Lang{words.English, "de"} {
		for _, target := range []string{"yield", "kind"} {
			a := fitted(t, target)
			for _, width := range []float64{320, 700} {
				for _, svg := range []string{FitTree(a, width), FitUsed(a, width)} {
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
		rows, err := csv.NewReader(strings.NewReader(FitCSV(a))).ReadAll()
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
	last := -1.
	for restart := range 3 {
		for _, power := range []float64{0, .01, .3, 1} {
			share := FitShare(restart, power, 2)
			if share < last || share > 1 || share < 0 {
				t.Errorf("pass %d at %g: %g after %g", restart, power, share, last)
			}
			last = share
			text := FitStage(40, restart, power, 2)
			if !strings.Contains(text, "40") || strings.Contains(text, "%!") {
				t.Errorf("%q", text)
			}
		}
	}
}
