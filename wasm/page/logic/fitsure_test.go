// Tests of how sure the splits of the tree to read are.

package logic

import (
	"strings"
	"testing"

	"dcctree/core/fit"
)

// Each split of the tree has a line with its share, its error and its interval; where few trees come that is said, and
// where nothing is known there is no table.
func TestFitSure(t *testing.T) {
	a := fitted(t, "yield")
	tree := a.AtMost(3)
	if splits := (len(tree.Branches) - 1) / 2; splits != 2 || strings.Count(FitSure(a, 3), "<tr") != splits {
		t.Errorf("%d splits: %s", splits, FitSure(a, 3))
	}
	err := .04
	b := &tree.Branches[0]
	b.Alike = &fit.Split{Input: "mass", Rule: "mass <= 34.5", Probability: .31, Error: &err,
		Threshold: &fit.Threshold{Low: 31.5, Mid: 34.5, High: 36.5}}
	for i := 1; i < len(tree.Branches); i++ {
		tree.Branches[i].Alike = nil
	}
	m := FitSure(a, 3)
	for _, want := range []string{`<td class="r num">.31 ± .04</td><td>mass ≤ 34.5, 90 % from 31.5 to 36.5</td>`,
		`<td class="r num">?</td><td>`,
		": fewer than 20 of the drawn trees ask the same on the way there</td>"} {
		if !strings.Contains(strings.ReplaceAll(m, "\u00a0", " "), want) {
			t.Errorf("%s lacks %q", m, want)
		}
	}
	if strings.Contains(m, "<b>") {
		t.Errorf("a name is markup: %s", m)
	}
	if report := FitReport(a, 3, Choice{}, ""); !strings.Contains(report, Text("own.sure.say")) {
		t.Error("the report lacks the table")
	}
	b.Alike.Threshold.Low, b.Alike.Threshold.High = 34.5, 34.5
	if m := FitSure(a, 3); !strings.Contains(m, "mass ≤ 34.5, 90\u00a0% there</td>") {
		t.Errorf("nearly all have one threshold: %s", m)
	}
	if b.Alike = nil; FitSure(a, 3) != "" || FitSure(a, 1) != "" {
		t.Errorf("nothing is known: %s, of a leaf %s", FitSure(a, 3), FitSure(a, 1))
	}
}
