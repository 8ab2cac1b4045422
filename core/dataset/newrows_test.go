// Tests of rows to predict from a second table.

package dataset

import (
	"errors"
	"reflect"
	"strings"
	"testing"
)

// model is the frame that new rows are held against.
func model(t *testing.T) *Frame {
	t.Helper()
	f, err := read(t, "n,c,y\n0,red,1\n1,green,2\n2,blue,3\n4,red,4\n").Frame("y", nil, Regression)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// TestNewRows: columns in another order, one more, no target, one row short of a value; codes are those of the model's
// labels, sorted: blue 0, green 1, red 2.
func TestNewRows(t *testing.T) {
	table := read(t, "c,name,n\nred,a,1.5\n,b,2\ngreen,c,\nblue,\"d,e\",3\n")
	got, err := table.NewRows(model(t))
	if err != nil {
		t.Fatal(err)
	}
	want := &NewRows{At: []int{0, 3}, X: [][]float64{{1.5, 2}, {3, 0}}, Missing: []Cell{{3, "c"}, {4, "n"}}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if cells := strings.Join(table.AppendRow([]string{"x"}, 3), "|"); cells != "x|blue|d,e|3" {
		t.Errorf("cells %s", cells)
	}
	if cells := strings.Join(table.AppendRow(nil, 2), "|"); cells != "green|c|" {
		t.Errorf("cells %s", cells)
	}
}

// TestNewRowsRefuses: every refusal has its code and names row and column.
func TestNewRowsRefuses(t *testing.T) {
	for _, c := range []struct {
		text, code, column string
		row                int
	}{
		{"n,c\n1,red\n2,violet\n", "match-category", "c", 3},
		{"n,d\n1,red\n2,blue\n", "match-column", "c", 0},
		{"n,c\nlow,red\nhigh,blue\n", "column-text", "n", 2},
		{"n,c\n,red\n1,\n", "frame-rows", "", 0},
		{"n,c\n1e308,red\n1,red\n", "", "", 0},
	} {
		_, err := read(t, c.text).NewRows(model(t))
		var e *Error
		if c.code == "" {
			if err != nil {
				t.Errorf("%q: %v", c.text, err)
			}
			continue
		}
		if !errors.As(err, &e) || e.Code != c.code || e.Row != c.row || e.Column != c.column || e.File == "" {
			t.Errorf("%q: %#v", c.text, err)
		}
	}
	narrow, err := read(t, "n,y\n0,1\n1e-300,2\n").Frame("y", nil, Regression)
	if err != nil {
		t.Fatal(err)
	}
	var e *Error
	if _, err := read(t, "n,m\n1,1\n1e10,2\n").NewRows(narrow); !errors.As(err, &e) || e.Code != "match-range" ||
		e.Column != "n" {
		t.Errorf("%v", err)
	}
}

// TestOneNewRow: a table to predict for may have one row and one column.
func TestOneNewRow(t *testing.T) {
	narrow, err := read(t, "n,y\n0,1\n1,2\n").Frame("y", nil, Regression)
	if err != nil {
		t.Fatal(err)
	}
	table, err := ReadCSV("one", []byte("n\n0.5\n"), ReadOptions{MinRows: 1})
	if err != nil {
		t.Fatal(err)
	}
	if rows, err := table.NewRows(narrow); err != nil || len(rows.X) != 1 || rows.X[0][0] != .5 {
		t.Errorf("%+v, %v", rows, err)
	}
}
