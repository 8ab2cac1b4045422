// This file tells numbers that may stand for missing values, such as -999.

package dataset

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"dcctree/core/words"
)

const (
	fewestStandIns = 2 // cells; a single one may be a mistake
	fewestOthers   = 3 // distinct values beside it
)

// standIn is a number that nines alone are written with, far from the other values of its column.
type standIn struct {
	value, low, high float64 // low and high are those of the other values
	cells, first     int     // how many cells have it, and the index in Values of the first
}

// noteStandIn says of a column of numbers that one of them may stand for a missing value: the least or the greatest.
func (t *Table) noteStandIn(c *Column) {
	if c.Kind != Numeric || c.Days || c.Distinct <= fewestOthers {
		return
	}
	for _, v := range []float64{c.Min, c.Max} {
		if !nines(v) {
			continue
		}
		if s := c.standIn(v); s.cells >= fewestStandIns && s.far() {
			t.note(words.Of("table.note.standin", Show(c.Name), v, words.Of("count.cells", s.cells),
				t.FileRow(s.first), s.low, s.high))
			return
		}
	}
}

// nines reports whether a number is written with nines alone: two or more, or, below 0, one or more.
func nines(v float64) bool {
	written := strings.Replace(strconv.FormatFloat(math.Abs(v), 'f', -1, 64), ".", "", 1)
	return strings.Trim(written, "9") == "" && (len(written) > 1 || v < 0)
}

func (c *Column) standIn(v float64) standIn {
	s := standIn{value: v, low: math.Inf(1), high: math.Inf(-1), first: slices.Index(c.Values, v)}
	for _, x := range c.Values {
		switch {
		case x == v:
			s.cells++
		case !math.IsNaN(x):
			s.low, s.high = min(s.low, x), max(s.high, x)
		}
	}
	return s
}

// far reports whether it is below 0 where no other value is, or farther from the others than twice their range.
func (s standIn) far() bool {
	return s.value < 0 && s.low >= 0 || max(s.low-s.value, s.value-s.high) > 2*(s.high-s.low)
}
