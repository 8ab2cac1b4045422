// Tests of labels that two files write differently, and of those that no training row has.

package fit

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"dcctree/core/alltrees"
	"dcctree/core/dataset"
	"dcctree/core/words"
)

func tableOf(t *testing.T, name, text string, o dataset.ReadOptions) *dataset.Table {
	t.Helper()
	table, err := dataset.ReadCSV(name, []byte(text), o)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// Classes are known however the test file writes them: as numbers or as text, read with the problem's options as by the
// command, or as the file looks, as on the page.
func TestClassesOfATestFile(t *testing.T) {
	for _, c := range []struct {
		what, train, test string
		want              []float64 // places of the classes, -1 for an unknown one
	}{
		{"codes with letters, codes without", "x,y\n1,01\n2,02\n3,A1\n4,01\n5,02\n6,A1\n",
			"x,y\n1,01\n2,02\n4,01\n", []float64{0, 1, 0}},
		{"codes without letters, codes with", "x,y\n1,01\n2,02\n3,03\n4,01\n5,02\n6,03\n",
			"x,y\n1,01\n2,other\n4,3.0\n", []float64{0, -1, 2}},
		{"numbers", "x,y\n1,0\n2,1\n3,0\n4,1\n", "x,y\n1,1.0\n2,0\n4,7\n", []float64{1, 0, -1}},
		{"decimal commas", "x,y\n1,0.5\n2,1\n3,0.5\n4,1\n", "x;y\n1;0,5\n2;1,0\n4;a\n", []float64{0, 1, -1}},
		{"text", "x,y\n1,a\n2,b\n3,a\n4,b\n", "x,y\n1,b\n2,a\n4,B\n", []float64{1, 0, -1}},
	} {
		p, err := New(tableOf(t, "train.csv", c.train, dataset.ReadOptions{}), Options{Target: "y",
			Task: "classification", Settings: alltrees.DefaultSettings(), Effort: alltrees.DefaultEffort()})
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range []dataset.ReadOptions{p.TestOptions(), {}} {
			if err := p.AddTest(tableOf(t, "test.csv", c.test, o)); err != nil {
				t.Fatal(err)
			}
			var got []float64
			for _, a := range p.asked {
				got = append(got, a.value)
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("%s, read with %v: classes %v, want %v", c.what, o.Kinds, got, c.want)
			}
			p.asked = nil
			for j := range p.ask {
				p.ask[j].Values = nil
			}
		}
	}
}

// A training row is one that is fitted: labels that only other rows of its table have are told, one note a column, and
// so is a column that has one value in the fitted rows, which is a label from there on: 2 is told as a new one.
func TestNotesOfTheFittedRows(t *testing.T) {
	text := "x,c,k,y\n1,a,1,1.5\n2,b,1,2.5\n3,a,1,3.7\n4,b,,4.5\n5,held,2,5.5\n6,bare,1,\n"
	p, err := New(tableOf(t, "train.csv", text, dataset.ReadOptions{}), Options{Target: "y",
		Held: map[int]bool{4: true}, Settings: alltrees.DefaultSettings(), Effort: alltrees.DefaultEffort()})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	b.WriteString("x,c,k\n1,a,1\n2,held,1\n")
	for i := range 2000 {
		fmt.Fprintf(&b, "%d,new%d,1\n", i, i)
	}
	if err := p.AddTest(tableOf(t, "test.csv", b.String(), p.TestOptions())); err != nil {
		t.Fatal(err)
	}
	notes := words.All(words.English, p.notes)
	all := strings.Join(notes, "\n")
	for _, w := range []string{
		`2 rows of train.csv have labels in column "c" that no training row has, first "held" in row 6`,
		`2001 rows of test.csv have labels in column "c" that no training row has, first "held" in row 3`,
		`Column "k" has one value, "1", and gaps otherwise: a split asks whether there is a value`,
		`Row 6 of train.csv has "2" in column "k", which no training row has`} {
		if !strings.Contains(all, w) {
			t.Errorf("the notes lack %q:\n%.900s", w, all)
		}
	}
	if len(notes) != 6 { // these, the gap, and the row without a target
		t.Errorf("%d notes:\n%.900s", len(notes), all)
	}
	a, err := p.Glimpse(alltrees.Alone)
	if err != nil || a.Inputs != 3 {
		t.Errorf("%d inputs, %v", a.Inputs, err)
	}
}
