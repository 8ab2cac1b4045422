// Tests of labels that two files write differently, and of those that no training row has.

package fit

import (
	"slices"
	"testing"

	"dcctree/core/alltrees"
	"dcctree/core/dataset"
)

// problemOf reads a table of a text, whose target is y.
func problemOf(t *testing.T, text string) (*Problem, error) {
	t.Helper()
	return New(tableOf(t, "train.csv", text, dataset.ReadOptions{}), Options{Target: "y",
		Settings: alltrees.DefaultSettings(), Effort: alltrees.DefaultEffort()})
}

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
