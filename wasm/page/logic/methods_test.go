package logic

import (
	"encoding/csv"
	"html"
	"regexp"
	"strings"
	"testing"
)

func of(x float64) *float64 { return &x }

// standings are those of two methods at their end, and of one that found nothing.
func standings() Standings {
	return Standings{Task: "regression", TestRows: 300, Methods: []Standing{
		{Method: "dcc-tree", Name: "DCC-Tree", Ready: true, Done: true, Score: of(.0741), ScoreError: of(.0059),
			Leaves: []float64{0, 0, .5, .5}, EffectiveSize: of(1400), Chains: 1, Draws: 2000,
			Gradients: 81050, Seconds: 5, Used: 1.2, Digest: "0123456789abcdef", Mean: of(1.01),
			Low: of(.59), High: of(1.43), TreeShare: of(.51), Tree: "<svg>tree</svg>",
			Prediction: "<svg>row</svg>", LeavesFigure: "<svg>leaves</svg>",
			ScoreFigure: "<svg>score</svg>"},
		{Method: "cgm", Name: "CGM", Hard: true, Ready: true, Used: .5, Score: of(.08), ScoreError: of(.008),
			Own: of(.103), Difference: of(.006), DifferenceError: of(.0054),
			Leaves:        []float64{0, 0, 0, 0, 0, 1},
			EffectiveSize: of(5.2), RHat: of(2), Acceptance: of(.12), Chains: 4, Draws: 12000,
			Marginals: 197369, Seconds: 4, Mean: of(1.02), Low: of(.56), High: of(1.49),
			TreeShare: of(.06)},
		{Method: "smc", Name: "SMC", Hard: true, Failed: "out of <memory>"},
	}}
}

// said is the text of markup.
func said(markup string) string {
	return plain(html.UnescapeString(strings.Join(
		strings.Fields(regexp.MustCompile(`<svg>.*?</svg>|<[^>]*>`).ReplaceAllString(markup, " ")), " ")))
}

func TestMethodsTable(t *testing.T) {
	s := standings()
	got, want := said(s.HeadMarkup("Test row 4")), "Sampler MSE, test rows Test row 4 Leaves Most probable tree "+
		"Draws and work"
	if got != want {
		t.Errorf("the head is %q, want %q", got, want)
	}
	rows := strings.SplitAfter(s.BodyMarkup("Test row 4", nil), "</tr>")
	for i, want := range []string{
		"DCC-Tree soft splits at its end .0741 ± .0059 1.01, 90 % .59 to 1.43 3.5 on average 51 % of the " +
			"posterior 1,400 effective, 280 a second 81,050 gradients 2,000 draws in 5.0 s",
		"CGM hard splits 50 % of the budget .0800 ± .0080 +.0060 ± .0054 to DCC-Tree each draw alone .103 " +
			"1.02, 90 % .56 to 1.49 6.0 on average 6 % of the posterior 5 effective, 1.3 a second " +
			"R\u0302 2.00 12 % of moves accepted 197,369 trees scored 12,000 draws in 4.0 s",
		"SMC hard splits 0 % of the budget out of <memory>",
	} {
		if got := said(rows[i]); got != want {
			t.Errorf("row %d says\n%q, want\n%q", i, got, want)
		}
	}
	if !strings.Contains(rows[0], "<svg>tree</svg>") || strings.Contains(rows[2], "<memory>") {
		t.Error("figures belong into the table as they are, words escaped")
	}
}

func TestMethodsOfClasses(t *testing.T) {
	s := Standings{Task: "classification",
		Methods: []Standing{{Method: "cart", Name: "CART", Hard: true, Ready: true, Done: true, Score: of(.96),
			ScoreError: of(.02), Train: of(.96), Class: 1, Probability: of(.92), Draws: 1,
			Leaves: []float64{0, 0, 1}, TreeShare: of(1)}}}
	if got, want := said(s.HeadMarkup("Training row 1")), "Sampler Accuracy, training rows Training row 1 Leaves "+
		"Most probable tree Draws and work"; got != want {
		t.Errorf("the head is %q, want %q", got, want)
	}
	got := said(s.BodyMarkup("Training row 1", []string{"setosa", "versicolor"}))
	want := "CART hard splits at its end .960 ± .020 versicolor .92 3.0 on average 100 % of the posterior one " +
		"tree, without draws"
	if got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestMethodsCSV(t *testing.T) {
	lines, err := csv.NewReader(strings.NewReader(standings().CSV())).ReadAll() // refuses lines of other lengths
	if err != nil || len(lines) != 4 {
		t.Fatalf("%d lines, %v", len(lines), err)
	}
	cell := func(row int, name string) string {
		for i, head := range lines[0] {
			if head == name {
				return lines[row][i]
			}
		}
		t.Fatalf("no column %s", name)
		return ""
	}
	for _, c := range []struct {
		row        int
		name, want string
	}{{1, "method", "dcc-tree"}, {1, "metric", "mse"}, {1, "rows", "test"}, {1, "score", "0.0741"},
		{1, "r_hat", ""},
		{1, "mean_leaves", "3.5"}, {1, "effective_size_per_second", "280"},
		{1, "digest", "0123456789abcdef"}, {2, "difference", "0.006"}, {2, "acceptance", "0.12"},
		{2, "each_draw", "0.103"},
		{3, "score", ""}, {3, "mean_leaves", ""}} {
		if got := cell(c.row, c.name); got != c.want {
			t.Errorf("%s of row %d is %q, want %q", c.name, c.row, got, c.want)
		}
	}
}
