// Tests of rules as text.

package export

import (
	"strings"
	"testing"

	"dcctree/core/topology"
	"dcctree/core/tree"
)

// small is a tree with a number, a text and a mixture.
func small() RuleSet {
	t := topology.Root().Grow(0).Grow(1).Grow(0)
	return RuleSet{
		Name: t.String(), Target: "kind", Classes: []string{"a", `b "quoted"`},
		Notes: []string{"A note\nof two lines."},
		Features: []Feature{{Name: "petal length"},
			{Name: "color", Labels: []string{"red", "it's blue", "green"}}}, Tree: drawnOf(t, []tree.Rule{
			tree.Threshold{Input: 0, At: 2.45}, tree.Threshold{Input: 1, At: 1.2},
			tree.Formula{Of: []tree.Term{{Input: 0, Weight: .6, Min: -1, Range: 4},
				{Input: 1, Weight: .4, Range: 2}}, At: .5},
		}, []tree.Answer{tree.Classes{.9, .1}, tree.Classes{.2, .8}, tree.Classes{.5, .5},
			tree.Classes{.01, .99}}),
	}
}

// drawnOf returns the tree of a topology with rules and answers by topology.Node.Index.
func drawnOf(t topology.Topology, rules []tree.Rule, answers []tree.Answer) (out tree.Tree) {
	for _, n := range t.Nodes() {
		if n.Leaf {
			out.Nodes = append(out.Nodes, tree.Node{Answer: answers[n.Index]})
		} else {
			out.Nodes = append(out.Nodes, tree.Node{Rule: rules[n.Index], Right: n.Right})
		}
	}
	return out
}

func rulesOf(t *testing.T, of RuleSet, language string) string {
	t.Helper()
	text, err := Rules(of, language)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func TestRulesInWords(t *testing.T) {
	got := rulesOf(t, small(), "text")
	for _, want := range []string{
		"Most probable kind by the decision tree " + small().Name +
			".\nA note of two lines.\nif petal length <= 2.45:\n", "color is red or it's blue:",
		"0.15 * (petal length - (-1)) + 0.2 * (number of color in red, it's blue, green, from 0) <= 0.5:",
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
	for _, want := range []string{"predict_tree <- function(row) {\n    if (is.na(row[[\"petal length\"]])) " +
		"return(NA)\n", "    if (row[[\"petal length\"]] <= 2.45) {\n",
		`row[["color"]] %in% c("red", "it's blue")`,
		`(match(row[["color"]], c("red", "it's blue", "green")) - 1)`, `"b \"quoted\""  # probability 0.800`} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing in\n%s", want, got)
		}
	}
	if strings.Count(got, "{") != strings.Count(got, "}") || strings.Count(got, "(") != strings.Count(got, ")") {
		t.Errorf("brackets do not close:\n%s", got)
	}
}

// TestSidesInWordsAndR: where gaps go stands in the words and in R, which is not run.
func TestSidesInWordsAndR(t *testing.T) {
	of := small()
	of.Tree = drawnOf(topology.Root().Grow(0).Grow(1), []tree.Rule{
		tree.Sided{Rule: tree.Threshold{Input: 0, At: 2.5}, GapsLeft: true},
		tree.Sided{Rule: tree.Part{Input: 1, Codes: []int{0, 2}}},
	}, []tree.Answer{tree.Classes{.9, .1}, tree.Classes{.2, .8}, tree.Classes{.5, .5}})
	for language, wants := range map[string][]string{
		"text": {"if petal length <= 2.5 or petal length is missing:",
			"if color is red or green and color is not missing:"},
		"r": {`stopifnot(is.na(row[["petal length"]]) || is.numeric(row[["petal length"]]))`,
			`if (is.na(row[["petal length"]]) || row[["petal length"]] <= 2.5) {`,
			`if (!(is.na(row[["color"]]) || ` +
				`row[["color"]] %in% c("red", "it's blue", "green"))) return(NA)`,
			`if (!is.na(row[["color"]]) && row[["color"]] %in% c("red", "green")) {`},
	} {
		got := rulesOf(t, of, language)
		for _, want := range wants {
			if !strings.Contains(got, want) {
				t.Errorf("%q is missing in\n%s", want, got)
			}
		}
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
