// Tests of rules as text.

package export

import (
	"strings"
	"testing"

	"dcctree/core/topology"
)

// small is a tree with a number, a text and a mixture.
func small() Tree {
	t := topology.Root().Grow(0).Grow(1).Grow(0)
	return Tree{
		Name: t.String(), Target: "kind", Classes: []string{"a", `b "quoted"`}, Nodes: t.Nodes(), Notes: []string{"A note\nof two lines."},
		Conditions: []Condition{
			{Terms: []Term{{Feature: "petal length", Weight: 1, Range: 1}}, Threshold: 2.45},
			{Terms: []Term{{Feature: "color", Labels: []string{"red", "it's blue", "green"}, Weight: 1, Range: 1}}, Threshold: 1.2},
			{Terms: []Term{{Feature: "petal length", Weight: .6, Min: -1, Range: 4}, {Feature: "color", Labels: []string{"red", "it's blue", "green"}, Weight: .4, Range: 2}}, Threshold: .5},
		},
		Outcomes: []Outcome{{Probabilities: []float64{.9, .1}}, {Probabilities: []float64{.2, .8}}, {Probabilities: []float64{.5, .5}}, {Probabilities: []float64{.01, .99}}},
	}
}

func rulesOf(t *testing.T, tree Tree, language string) string {
	t.Helper()
	text, err := Rules(tree, language)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func TestRulesInWords(t *testing.T) {
	got := rulesOf(t, small(), "text")
	for _, want := range []string{
		"Most probable kind by the decision tree " + small().Name + ".\nA note of two lines.\nif petal length <= 2.45:\n",
		"color is red or it's blue:", "0.15 * (petal length - (-1)) + 0.2 * (number of color in red, it's blue, green, from 0) <= 0.5:",
		`a 90.0 %, b "quoted" 10.0 %`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing in\n%s", want, got)
		}
	}
}

// TestRulesInR: parentheses and braces close, and a name or label stays inside its quotes. R itself is not run.
func TestRulesInR(t *testing.T) {
	got := rulesOf(t, small(), "r")
	for _, want := range []string{"predict_tree <- function(row) {\n    if (is.na(row[[\"petal length\"]])) return(NA)\n", "    if (row[[\"petal length\"]] <= 2.45) {\n", `row[["color"]] %in% c("red", "it's blue")`,
		`(match(row[["color"]], c("red", "it's blue", "green")) - 1)`, `"b \"quoted\""  # probability 0.800`} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing in\n%s", want, got)
		}
	}
	if strings.Count(got, "{") != strings.Count(got, "}") || strings.Count(got, "(") != strings.Count(got, ")") {
		t.Errorf("brackets do not close:\n%s", got)
	}
}

func TestUnknownLanguagePanics(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	Rules(small(), "cobol")
}
