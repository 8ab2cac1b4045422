// This file fuzzes the reader and what is made of its tables.

package dataset

import (
	"errors"
	"math"
	"slices"
	"testing"

	"dcctree/core/words"
)

// FuzzReadCSV: any bytes give a sound table that survives writing and reading, or an *Error with a message.
func FuzzReadCSV(f *testing.F) {
	for _, seed := range []string{
		"a,b\n1.5,x\n2,y\n", "1,5;2\r\n3;4\r\n", "\ufeffa\tb\n1\t\n\t2\n", "a|b\n\"x\"\"\"|1\n?|2024-01-01\n",
		"a,b\n1,\"2\n", "a,a\n1,2\n3,4\n", "PK\x03\x04", "a,b\n1,2,3\n", "a,b\n1e999,inf\n1,2\n", small,
	} {
		f.Add([]byte(seed), byte(0))
		f.Add([]byte(seed), byte(128))
	}
	f.Fuzz(func(t *testing.T, data []byte, how byte) {
		opt := ReadOptions{MaxBytes: 1 << 20, MinRows: 1 + int(how&1), Header: Header((how >> 1 & 3) % 3)}
		opt.Separator = []string{"", ",", ";", "\t"}[how>>3&3]
		if how>>7 == 1 {
			opt.Kinds = map[string]string{"a": AsDays, "b": AsText, "x1": AsNumbers, "x2": AsDays}
		}
		table, err := ReadCSV("fuzz", data, opt)
		checkParts(t, data, opt, table, err, 1+int(how>>5))
		if err != nil {
			checkError(t, err)
			return
		}
		checkTable(t, table)
		if table.Rows > 1 && len(table.Columns) > 1 && opt.Kinds == nil {
			checkRoundTrip(t, table)
		}
		checkFrames(t, table)
	})
}

// checkParts reads the same in parts of n bytes.
func checkParts(t *testing.T, data []byte, opt ReadOptions, table *Table, err error, n int) {
	t.Helper()
	again, fault := readIn("fuzz", data, opt, func() int { return n })
	if told(again, fault) != told(table, err) {
		t.Fatalf("in parts of %d bytes: %s, whole: %s", n, told(again, fault), told(table, err))
	}
}

func checkError(t *testing.T, err error) {
	t.Helper()
	var e *Error
	if !errors.As(err, &e) || e.Code == "" || e.Message.String() == "" || e.Message.In("de") == "" ||
		e.Message.In("de") == e.Message.String() || e.File != "fuzz" {
		t.Fatalf("error %#v", err)
	}
}

func checkTable(t *testing.T, table *Table) {
	t.Helper()
	seen := map[string]bool{}
	for i := range table.Columns {
		c := &table.Columns[i]
		if c.Name == "" || seen[c.Name] {
			t.Fatalf("column name %q is empty or taken", c.Name)
		}
		seen[c.Name] = true
		checkColumn(t, c, table.Rows)
	}
	if len(words.All("de", table.Notes)) != len(words.All("en", table.Notes)) ||
		slices.Contains(words.All("de", table.Notes), "") {
		t.Fatalf("notes %q, in German %q", words.All("en", table.Notes), words.All("de", table.Notes))
	}
	for i := 1; i < table.Rows; i++ {
		if table.FileRow(i) <= table.FileRow(i-1) {
			t.Fatal("file rows do not rise")
		}
	}
}

func checkColumn(t *testing.T, c *Column, rows int) {
	t.Helper()
	absent := 0
	for _, v := range c.Values {
		if math.IsNaN(v) {
			absent++
		} else if v < c.Min || v > c.Max || math.IsInf(v, 0) || c.Kind != Numeric && c.Labels[int(v)] == "" {
			t.Fatalf("column %q holds %v", c.Name, v)
		}
	}
	if len(c.Values) != rows || absent != c.Missing+len(c.Odd) || len(c.MissingRows) != c.Missing ||
		c.Distinct > rows-absent {
		t.Fatalf("column %+v of %d rows", c, rows)
	}
	if c.Kind != Numeric && (c.Distinct != len(c.Labels) || !slices.IsSorted(c.Labels) || len(c.Odd) > 0) {
		t.Fatalf("column %+v", c)
	}
}

// checkFrames makes a frame for either task, matches the table with it and splits it.
func checkFrames(t *testing.T, table *Table) {
	t.Helper()
	target := table.SuggestTarget()
	table.SuggestTask(target)
	for _, task := range []Task{Regression, Classification} {
		f, err := table.Frame(target, nil, task)
		if err != nil {
			checkError(t, err)
			continue
		}
		if f.N+len(f.LeftOut) != table.Rows || len(f.X) != f.N*f.D || len(f.Y)+len(f.Class) != f.N ||
			f.D != len(f.Features) {
			t.Fatalf("frame %+v", f)
		}
		same, err := table.Match(f)
		if err != nil || !sameFloats(same.X, f.X) || !sameFloats(same.Y, f.Y) ||
			!slices.Equal(same.Class, f.Class) {
			t.Fatalf("a table does not match the frame made of it: %v", err)
		}
		if rows, err := table.NewRows(f); err != nil || len(rows.At)+len(rows.Missing) != table.Rows ||
			len(rows.At) < f.N {
			t.Fatalf("the rows of a table are not new rows of the frame made of it: %v", err)
		}
		for _, v := range FitScaling(f).Apply(f) {
			if !(v >= 0 && v <= 1) {
				t.Fatalf("scaled value %v", v)
			}
		}
		if _, _, err := Split(f, 0.3, 1); err != nil {
			checkError(t, err)
		}
	}
}
