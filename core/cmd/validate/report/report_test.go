// The document as text, and what counts as holding.

package report

import (
	"strings"
	"testing"
)

func TestMarkdown(t *testing.T) {
	got := Markdown([]Section{
		{Name: "coin", Title: "A fair coin, twice", Text: "Heads or tails.", Seconds: 1.26,
			Rows: []Row{{"P(|x| > 1)", "0.5", "0.4 to 0.6", true}, {"two\nlines", "3", "<= 2", false}}},
		{Name: "none", Title: "Nothing", Text: "No rows."},
	})
	for _, want := range []string{
		"# Validation\n\n",
		"| [A fair coin, twice](#a-fair-coin-twice) | 1 of 2 | 1.3 |\n",
		"| [Nothing](#nothing) | 0 of 0 | 0.0 |\n",
		"\n## A fair coin, twice\n\nHeads or tails.\n\n`go run ./core/cmd/validate -only coin` (1.3 s)\n\n| " +
			"check | figure | bound | holds |\n|---|---|---|---|\n",
		"| P(\\|x\\| > 1) | 0.5 | 0.4 to 0.6 | yes |\n",
		"| two lines | 3 | <= 2 | **no** |\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("the document lacks %q:\n%s", want, got)
		}
	}
}

func TestHolds(t *testing.T) {
	good, bad := Row{Holds: true}, Row{}
	for _, c := range []struct {
		rows []Row
		want bool
	}{{nil, false}, {[]Row{good}, true}, {[]Row{good, bad}, false}, {[]Row{bad, good}, false}} {
		if got := (Section{Rows: c.rows}).Holds(); got != c.want {
			t.Errorf("%v: holds %v, want %v", c.rows, got, c.want)
		}
	}
}
