//go:build !js

// Test that what Python and SQL make of rules is what the tree says, whatever the names are.

package export

import (
	"encoding/json"
	"math/rand/v2"
	"os/exec"
	"strings"
	"testing"

	"dcctree/core/random"
	"dcctree/core/topology"
)

// drawTree draws a tree of awkward names with thresholds on a grid that rows avoid.
func drawTree(rng *rand.Rand) Tree {
	t := topology.Root()
	for range 1 + rng.IntN(4) {
		growable := t.Growable()
		t = t.Grow(growable[rng.IntN(len(growable))])
	}
	out := Tree{Name: t.String(), Target: awkward[rng.IntN(len(awkward))], Nodes: t.Nodes(), Notes: []string{awkward[rng.IntN(len(awkward))]}}
	regression := rng.IntN(2) == 0
	if !regression {
		out.Classes = awkward[:3+rng.IntN(5)]
	}
	for range t.Splits() {
		out.Conditions = append(out.Conditions, drawCondition(rng))
	}
	for range t.Leaves() {
		o := Outcome{Mean: rng.NormFloat64() * 1e3}
		for range out.Classes {
			o.Probabilities = append(o.Probabilities, rng.Float64())
		}
		out.Outcomes = append(out.Outcomes, o)
	}
	return out
}

// isText tells which of the awkward features have labels.
func isText(feature int) bool { return feature%3 == 1 }

var testLabels = []string{"red", `g"r'een`, "blue\\", "no\nway"}

func drawCondition(rng *rand.Rand) Condition {
	c := Condition{Threshold: float64(rng.IntN(5)) - .5}
	for _, f := range rng.Perm(len(awkward))[:1+rng.IntN(3)] {
		t := Term{Feature: awkward[f], Weight: 1, Range: 1}
		if isText(f) {
			t.Labels = testLabels
		}
		c.Terms = append(c.Terms, t)
	}
	if len(c.Terms) > 1 {
		for i := range c.Terms {
			c.Terms[i].Weight, c.Terms[i].Min, c.Terms[i].Range = .5+rng.Float64(), rng.NormFloat64(), .1+rng.Float64()
		}
	}
	return c
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

// TestPythonAndSQLAgree has 100 drawn trees judged on 20 rows each.
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
	for range 100 {
		tree := drawTree(rng)
		c := judged{Python: rulesOf(t, tree, "python")}
		var err error
		if c.SQL, err = Rules(tree, "sql"); err != nil { // "\x01" has no word in SQL
			refused++
		}
		for range 20 {
			shown, codes := map[string]any{}, map[string]float64{}
			for f, name := range awkward {
				codes[name] = rng.NormFloat64() * 3
				shown[name] = codes[name]
				if isText(f) {
					code := rng.IntN(len(testLabels))
					codes[name], shown[name] = float64(code), testLabels[code]
				}
			}
			o := tree.Outcome(func(feature string) float64 { return codes[feature] })
			c.Rows = append(c.Rows, shown)
			if tree.Classes == nil {
				c.Want = append(c.Want, o.Mean)
			} else {
				c.Want = append(c.Want, tree.Classes[o.Class()])
			}
		}
		cases = append(cases, c)
	}
	if refused > 50 {
		t.Errorf("%d of 100 trees are refused as SQL", refused)
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
