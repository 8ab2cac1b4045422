//go:build !js

// Test that what Python and SQL make of rules is what the tree says, whatever the names are.

package export

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"dcctree/core/dataset"
	"dcctree/core/random"
	"dcctree/core/topology"
	"dcctree/core/tree"
)

// drawTree draws a tree of awkward names with thresholds on a grid that rows avoid. With sides all its rules are on one
// input and have one for gaps.
func drawTree(rng *rand.Rand, sides bool) RuleSet {
	t := topology.Root()
	for range 1 + rng.IntN(4) {
		growable := t.Growable()
		t = t.Grow(growable[rng.IntN(len(growable))])
	}
	out := RuleSet{Name: t.String(), Target: awkward[rng.IntN(len(awkward))],
		Notes: []string{awkward[rng.IntN(len(awkward))]}}
	regression := rng.IntN(2) == 0
	if !regression {
		out.Classes = awkward[:3+rng.IntN(5)]
	}
	for f, name := range awkward {
		out.Features = append(out.Features, Feature{Name: name})
		if isText(f) {
			out.Features[f].Labels = testLabels
		}
	}
	var rules []tree.Rule
	for range t.Splits() {
		rules = append(rules, drawRule(rng, sides))
	}
	var answers []tree.Answer
	for range t.Leaves() {
		var shares tree.Classes
		for range out.Classes {
			shares = append(shares, rng.Float64())
		}
		if answers = append(answers, shares); regression {
			answers[len(answers)-1] = tree.Normal{Mean: rng.NormFloat64() * 1e3}
		}
	}
	out.Tree = drawnOf(t, rules, answers)
	return out
}

// isText tells which of the awkward features have labels.
func isText(feature int) bool { return feature%3 == 1 }

var testLabels = []string{"red", `g"r'een`, "blue\\", "no\nway"}

func drawRule(rng *rand.Rand, sides bool) tree.Rule {
	at := float64(rng.IntN(5)) - .5
	inputs := rng.Perm(len(awkward))[:1+rng.IntN(3)]
	if sides {
		inputs = inputs[:1]
	}
	if len(inputs) == 1 {
		var rule tree.Rule = tree.Threshold{Input: inputs[0], At: at}
		if isText(inputs[0]) && rng.IntN(2) == 0 {
			codes := rng.Perm(len(testLabels))[:rng.IntN(len(testLabels))]
			slices.Sort(codes)
			rule = tree.Part{Input: inputs[0], Codes: codes}
		}
		if sides {
			rule = tree.Sided{Rule: rule, GapsLeft: rng.IntN(2) == 0}
		}
		return rule
	}
	rule := tree.Formula{At: at}
	for _, input := range inputs {
		rule.Of = append(rule.Of, tree.Term{Input: input, Weight: .5 + rng.Float64(), Min: rng.NormFloat64(),
			Range: .1 + rng.Float64()})
	}
	return rule
}

// judge runs the rules on the rows: as a Python function, and as SQL in the SQLite that comes with Python.
const judge = `
import json, sqlite3, sys
for case in json.load(sys.stdin):
    space = {}
    exec(case["python"], space)
    got = [space["predict"](row) for row in case["rows"]]
    db = sqlite3.connect(":memory:")
    names = list(case["rows"][0])
    quote = lambda s: '"' + s.replace('"', '""') + '"'
    db.execute("CREATE TABLE data (" + ", ".join(quote(n) for n in names) + ")")
    for row in case["rows"]:
        db.execute("INSERT INTO data VALUES (" + ", ".join("?" for n in names) + ")", [row[n] for n in names])
    told = [r[-1] for r in db.execute(case["sql"].strip())] if case["sql"] else case["want"]
    for row, want, a, b in zip(case["rows"], case["want"], got, told):
        if a != want or b != want:
            print("want", want, "python", a, "sql", b, "row", row)
            print(case["python"])
            print(case["sql"])
            sys.exit(1)
print("agreed")
`

// TestPythonAndSQLAgree has 200 drawn trees judged on 20 rows each, half of them with gaps.
func TestPythonAndSQLAgree(t *testing.T) {
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("python3 is not here: scripts/setup installs it on Debian")
	}
	type judged struct {
		Python string           `json:"python"`
		SQL    string           `json:"sql"`
		Rows   []map[string]any `json:"rows"`
		Want   []any            `json:"want"`
	}
	rng := random.Stream(1, "rules")
	var cases []judged
	refused := 0
	for k := range 200 {
		sides := k >= 100
		drawn := drawTree(rng, sides)
		c := judged{Python: rulesOf(t, drawn, "python")}
		var err error
		if c.SQL, err = Rules(drawn, "sql"); err != nil { // "\x01" has no word in SQL
			refused++
		}
		for range 20 {
			shown, codes := map[string]any{}, make([]float64, len(awkward))
			for f, name := range awkward {
				codes[f] = rng.NormFloat64() * 3
				shown[name] = codes[f]
				if isText(f) {
					code := rng.IntN(len(testLabels))
					codes[f], shown[name] = float64(code), testLabels[code]
				}
				if sides && rng.IntN(3) == 0 {
					codes[f], shown[name] = math.NaN(), nil
				}
			}
			point := drawn.Tree.Leaf(tree.RowOf(codes)).Answer.Point()
			c.Rows = append(c.Rows, shown)
			if drawn.Classes == nil {
				c.Want = append(c.Want, point)
			} else {
				c.Want = append(c.Want, drawn.Classes[int(point)])
			}
		}
		cases = append(cases, c)
	}
	if refused > 100 {
		t.Errorf("%d of 200 trees are refused as SQL", refused)
	}
	text, err := json.Marshal(cases)
	if err != nil {
		t.Fatal(err)
	}
	run := exec.Command("python3", "-c", judge)
	run.Stdin = strings.NewReader(string(text))
	out, err := run.CombinedOutput()
	if err != nil || strings.TrimSpace(string(out)) != "agreed" {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestSQLReadsTexts: where a database took the table in as texts, what our own reader takes for a gap is one in SQL,
// too, and a number with a decimal comma has no answer. To SQLite they would be the number 0 and a whole number
// otherwise.
func TestSQLReadsTexts(t *testing.T) {
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("python3 is not here: scripts/setup installs it on Debian")
	}
	gaps := append(dataset.MissingMarkers(), "N/A", "NaN")
	threshold := tree.Threshold{Input: 0, At: -1}
	for _, c := range []struct {
		rule tree.Rule
		gap  string // the answer to one
	}{{threshold, "None "}, {tree.Sided{Rule: threshold, GapsLeft: true}, "5 "}} {
		drawn := RuleSet{Target: "y", Features: []Feature{{Name: "x"}}, Tree: drawnOf(topology.Root().Grow(0),
			[]tree.Rule{c.rule}, []tree.Answer{tree.Normal{Mean: 5}, tree.Normal{Mean: 7}})}
		asked, err := json.Marshal(map[string]any{"sql": rulesOf(t, drawn, "sql"),
			"cells": slices.Concat(gaps, []string{"-2", "0", "-.5", "-0,5", "3,5", "1,000"})})
		if err != nil {
			t.Fatal(err)
		}
		run := exec.Command("python3", "-c", textsInSQLite)
		run.Stdin = strings.NewReader(string(asked))
		out, err := run.CombinedOutput()
		want := strings.Repeat(c.gap, len(gaps)) + "5 7 7 None None None"
		if err != nil || strings.TrimSpace(string(out)) != want {
			t.Errorf("%v: %v: %s, want %s", c.rule, err, out, want)
		}
	}
}

// textsInSQLite prints what the SQL answers to a column of texts.
const textsInSQLite = `
import json, sqlite3, sys
asked = json.load(sys.stdin)
db = sqlite3.connect(":memory:")
db.execute("CREATE TABLE data (x TEXT)")
db.executemany("INSERT INTO data VALUES (?)", [[cell] for cell in asked["cells"]])
print(*[row[-1] for row in db.execute(asked["sql"].strip())])`
