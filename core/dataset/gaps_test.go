package dataset

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"dcctree/core/words"
)

// Columns that cannot be inputs are left out with a note each; gaps and labels stay.
func TestInputsKeepGaps(t *testing.T) {
	const text = "g,t,empty,same,day,y\n1,a,,7,2024-01-01,1\n,b,,7,2024-01-02,2\n3,,,7,2024-01-03,3\n"
	table, err := ReadCSV("a.csv", []byte(text), ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	columns, notes, err := table.Inputs(nil, "y")
	if err != nil || len(columns) != 2 || columns[0].Name != "g" || columns[1].Name != "t" || len(notes) != 3 {
		t.Errorf("columns %v, notes %v, error %v", columns, notes, err)
	}
	if columns[0].Missing != 1 || columns[1].Text(2) != "" || columns[1].Text(1) != "b" {
		t.Errorf("columns %+v", columns)
	}
}

// TestSuspectInputs: of an input that repeats the target, as far as both have values, or numbers the rows, a note says
// so, and Review says the same of its notes; not of one that does so in a few rows alone.
func TestSuspectInputs(t *testing.T) {
	var b strings.Builder
	b.WriteString("n,cm,few,x,y\n")
	for i := range 60 {
		y := 1 + i*i%17
		cm, few := fmt.Sprint(2.54*float64(y)), ""
		if i%3 == 0 {
			cm = ""
		}
		if i < 12 {
			few = fmt.Sprint(y)
		}
		fmt.Fprintf(&b, "%d,%s,%s,%d,%d\n", i, cm, few, i%7, y)
	}
	b.WriteString("60,7,,3,\n") // a row without a target says nothing
	table := read(t, b.String())
	columns, notes, err := table.Inputs(nil, "y")
	said := words.All("en", notes)
	if err != nil || len(columns) != 4 || len(said) != 2 || !strings.Contains(said[0], `"n" numbers the rows`) ||
		!strings.Contains(said[1], `"cm" repeats the target "y"`) {
		t.Errorf("notes %q, error %v", said, err)
	}
	if _, notes, err := table.Inputs([]string{"x", "few"}, "y"); err != nil || len(notes) != 0 {
		t.Errorf("notes %q, error %v", words.All("en", notes), err)
	}
	v, err := table.Review("y", []string{"n", "x"}, Regression)
	if err != nil || len(v.Suspects) != 1 || v.Notes[v.Suspects[0]].In("en") != said[0] {
		t.Errorf("review %+v, error %v", v, err)
	}
}

// A column of one value and gaps is an input, for the gaps may decide the target; not where rows with gaps are dropped.
func TestOneValueAndGaps(t *testing.T) {
	table := read(t, "x,c,y\n1,,1\n2,a,5\n3,,1.1\n4,a,5.2\n")
	columns, notes, err := table.Inputs(nil, "y")
	if err != nil || len(notes) != 0 || len(columns) != 2 || columns[1].Name != "c" {
		t.Errorf("columns %v, notes %v, error %v", columns, notes, err)
	}
	f, err := table.Frame("y", nil, Regression)
	if err != nil || len(f.Features) != 1 || f.N != 4 || len(f.Notes) != 1 ||
		!strings.HasPrefix(f.Notes[0].In("en"), `Column "c" is left out: it has the same value in all rows`) {
		t.Errorf("frame %+v, error %v", f, err)
	}
}

// Errors have the file's name and a code.
func TestGapsErrors(t *testing.T) {
	table, err := ReadCSV("a.csv", []byte("x,y\n1,2\ninf,3\n"), ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	_, target := table.TargetColumn("z", Regression)
	_, constant := table.TargetColumn("x", Regression)
	_, missing := table.Matching("w", true)
	_, _, inputs := table.Inputs(nil, "y")
	for _, c := range []struct {
		err  error
		code string
	}{{target, "column-unknown"}, {constant, "column-infinite"}, {missing, "match-column"},
		{inputs, "column-infinite"}} {
		var e *Error
		if !errors.As(c.err, &e) || e.Code != c.code || e.File != "a.csv" {
			t.Errorf("%v, want the code %s", c.err, c.code)
		}
	}
}

// The target of a second table is bounded as that of the first, and inputs are not.
func TestMatchingRefusesTooLarge(t *testing.T) {
	_, err := read(t, "x,y\n1,2\n2,-1e151\n").MatchingTarget("y", true)
	if e := wantError(t, err, "column-range", "Row 3", `"y"`, "-1e+151"); e.Row != 3 || e.Column != "y" {
		t.Errorf("at row %d, column %q", e.Row, e.Column)
	}
	if _, err := read(t, "x,y\n1,2\n2,-1e151\n").Matching("y", true); err != nil {
		t.Errorf("as an input: %v", err)
	}
}
