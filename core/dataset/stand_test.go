package dataset

import (
	"fmt"
	"strings"
	"testing"

	"dcctree/core/words"
)

// TestStandIns: a number of nines that is far from the others may stand for a missing value; not one near to them, one
// of a single cell, another number, or one among few values.
func TestStandIns(t *testing.T) {
	cells := func(other func(i int) float64, in string, of ...int) string {
		var b strings.Builder
		b.WriteString("x,y\n")
		for i := range 40 {
			cell := fmt.Sprint(other(i))
			for _, k := range of {
				if i == k {
					cell = in
				}
			}
			fmt.Fprintf(&b, "%s,%d\n", cell, i*i%13)
		}
		return b.String()
	}
	ages := func(i int) float64 { return float64(18 + i) }
	for _, c := range []struct {
		name, text, says string
	}{
		{"below 0", cells(ages, "-9", 4, 8),
			`Column "x" has -9 in 2 cells, first in row 6; its other values are 18 to 57`},
		{"decimals", cells(ages, "-99.9", 0, 1, 2), `has -99.9 in 3 cells, first in row 2`},
		{"above", cells(ages, "999", 0, 1, 2),
			`has 999 in 3 cells, first in row 2; its other values are 21 to 57`},
		{"negative ones, too", cells(func(i int) float64 { return float64(i - 20) }, "-9999", 3, 4),
			`has -9999 in 2 cells`},
		{"near", cells(ages, "99", 3, 4), ""},
		{"a range that has it", cells(func(i int) float64 { return float64(40 * i) }, "999", 3, 4), ""},
		{"one cell", cells(ages, "-999", 3), ""},
		{"another number", cells(ages, "-998", 3, 4), ""},
		{"nine", cells(func(i int) float64 { return float64(i % 4) }, "9", 1, 2), ""},
		{"few values", cells(func(i int) float64 { return float64(i % 2) }, "99", 1, 2), ""},
	} {
		table, err := ReadCSV("a.csv", []byte(c.text), ReadOptions{})
		if err != nil {
			t.Fatal(err)
		}
		notes := strings.Join(words.All("en", table.Notes), "\n")
		if !strings.Contains(notes, c.says) || c.says == "" && notes != "" {
			t.Errorf("%s: notes %q, want %q", c.name, notes, c.says)
		}
	}
}
