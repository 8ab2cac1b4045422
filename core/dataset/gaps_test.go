package dataset

import (
	"errors"
	"strings"
	"testing"
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
