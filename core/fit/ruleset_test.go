// Tests of trees as rule sets: every row goes where the tree sends it.

package fit

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"dcctree/core/alltrees"
	"dcctree/core/dataset"
	"dcctree/core/export"
	"dcctree/core/tree"
)

// A table of a number with gaps and a text, a class to predict: each training row reaches by the rules the leaf whose
// probabilities the tree's own reading gives.
func TestRuleSetSendsRowsAsTheTree(t *testing.T) {
	text := rowsWithGaps(80)
	table, err := dataset.ReadCSV("own.csv", []byte(text), dataset.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	o := Options{Target: "y", Settings: alltrees.DefaultSettings(), Effort: alltrees.DefaultEffort()}
	o.Effort.Work, o.Effort.Moves = 1, 5
	p, err := New(table, o)
	if err != nil {
		t.Fatal(err)
	}
	full, err := alltrees.NewTable(p.train, p.y)
	if err != nil {
		t.Fatal(err)
	}
	s := p.options.Settings
	s.Moves = 5
	readable := alltrees.Run(full, s, alltrees.Alone).Readable(MostReadable)
	a := &Answer{Target: "y", Classes: p.classes}
	kinds := map[string]bool{}
	for _, d := range readable {
		rules := a.RuleSet(p.branches(d.Tree, Branch{}, nil), "", nil, "")
		if rules.Tree.Leaves() != d.Leaves {
			t.Fatalf("%d leaves, want %d", rules.Tree.Leaves(), d.Leaves)
		}
		for _, n := range rules.Tree.Nodes {
			if s, is := n.Rule.(tree.Sided); is {
				kinds["sided"] = true
				n.Rule = s.Rule
			}
			if _, is := n.Rule.(tree.Part); is {
				kinds["set"] = true
			}
		}
		for i := range p.y.Values {
			asked, row := make([]float64, len(p.train)), make([]float64, len(rules.Features))
			for j, c := range p.train {
				asked[j] = c.Values[i]
				f := slices.IndexFunc(rules.Features, func(f export.Feature) bool {
					return f.Name == p.columns[j].Name
				})
				if f < 0 {
					continue
				}
				if row[f] = c.Values[i]; c.Levels > 0 && !math.IsNaN(row[f]) {
					label := p.columns[j].Labels[int(row[f])]
					row[f] = float64(slices.Index(rules.Features[f].Labels, label))
				}
			}
			want := d.Tree.Predict(asked, 1, nil)[0].Classes
			if got := rules.Tree.Leaf(tree.RowOf(row)).Answer.(tree.Classes); !slices.Equal(got, want) {
				t.Fatalf("%d leaves, row %d: %v, want %v", d.Leaves, i, got, want)
			}
		}
	}
	if !kinds["sided"] || !kinds["set"] {
		t.Errorf("only %v were met", kinds)
	}
}

// A label that no training row has at the splits on its input, since another split has sent them elsewhere, is one that
// rules know, and one of held-out rows alone is not: rules answer every training row.
func TestRuleSetKnowsLabelsOfOtherRows(t *testing.T) {
	text := "x,label,y\n"
	for i := range 60 {
		x, label, y := i%2, "far", 0.
		if x == 1 {
			label, y = []string{"low", "high"}[i/2%2], 100+20*float64(i/2%2)
		}
		text += fmt.Sprintf("%d,%s,%v\n", x, label, y+float64(i%7)/10)
	}
	_, a := fitOf(t, text+"0,held,0\n", Options{Target: "y", Held: map[int]bool{60: true}})
	rules := a.RuleSet(a.AtMost(3).Branches, "", nil, "")
	if len(rules.Features) != 2 || rules.Features[0].Name != "x" {
		t.Fatalf("features %+v", rules.Features)
	}
	if got := rules.Features[1].Labels; !slices.Equal(got, []string{"far", "high", "low"}) {
		t.Errorf("known labels %q", got)
	}
}

// rowsWithGaps is a table whose class depends on a label and a number, with a gap in the number of every seventh row.
func rowsWithGaps(n int) string {
	text := rows(n, func(x float64, label int, noise float64) string {
		if label == 2 {
			return "third"
		}
		return []string{"low", "high"}[int(2*x)]
	})
	lines := strings.Split(text, "\n")
	for i := 3; i < len(lines)-1; i += 7 {
		_, rest, _ := strings.Cut(lines[i], ",")
		lines[i] = "," + rest
	}
	return strings.Join(lines, "\n")
}
