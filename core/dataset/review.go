// This file looks at a choice of columns before anything is copied: what of the table it uses, and what a person should
// know of it.

package dataset

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"dcctree/core/words"
)

// Review is what a frame of a choice of columns would be.
type Review struct {
	Target   string
	Task     Task
	Features []string
	N        int             // rows that would be used
	LeftOut  int             // rows that would not, because a value is missing
	Notes    []words.Message // those of the frame
	Suspects []int           // places in Notes of what holds for every model: an input that should perhaps be none
}

// Review returns what Frame would make of the same arguments, or its error, without copying the rows.
func (t *Table) Review(target string, features []string, task Task) (Review, error) {
	f, y, columns, rows, err := t.choose(target, features, task)
	if err == nil && constantIn(y, rows) {
		err = constantTarget(y.Name, task)
	}
	if err != nil {
		return Review{}, err.in(t.Name)
	}
	f.observe(t, y, columns, rows)
	v := Review{Target: target, Task: task, N: len(rows), LeftOut: len(f.LeftOut), Notes: f.Notes}
	for _, c := range columns {
		v.Features = append(v.Features, c.Name)
	}
	for k, note := range v.Notes {
		if slices.Contains(suspects[:], note.Key) {
			v.Suspects = append(v.Suspects, k)
		}
	}
	return v, nil
}

// LeftOut appends to dst, as CSV with the heads row and missing, the rows of the file in which the target or a feature
// has no value, and which columns have none; at most so many rows. It returns how many there are in all. Codes of the
// *Error: column-unknown.
func (t *Table) LeftOut(dst []byte, target string, features []string, most int) (csv []byte, rows int, err error) {
	var columns []*Column
	for _, name := range slices.Concat([]string{target}, features) {
		c, err := t.find(name)
		if err != nil {
			return nil, 0, err.in(t.Name)
		}
		columns = append(columns, c)
	}
	dst = append(dst, "row,missing\n"...)
	for i := range t.Rows {
		names := gaps(columns, i)
		if len(names) == 0 {
			continue
		}
		if rows++; rows <= most {
			dst = strconv.AppendInt(dst, int64(t.FileRow(i)), 10)
			dst = append(append(append(dst, ','), CSVCell(strings.Join(names, "; "))...), '\n')
		}
	}
	return dst, rows, nil
}

// gaps names the columns that have no value in row i of the table.
func gaps(columns []*Column, i int) (names []string) {
	for _, c := range columns {
		if math.IsNaN(c.Values[i]) {
			names = append(names, c.Name)
		}
	}
	return names
}

// observe notes what a person should know of the columns in the rows (of the table, from 0) that are used.
func (f *Frame) observe(t *Table, y *Column, columns []*Column, rows []int) {
	if len(f.LeftOut) > 0 {
		f.note("table.note.rows", words.Of("count.rows", len(f.LeftOut)))
		f.noteSparse(t, y, columns)
	}
	for _, c := range columns {
		f.suspect(y, c, rows)
		if c.Kind == Text {
			f.note("table.note.labels", Show(c.Name), len(c.Labels), c.codes())
			continue
		}
		f.noteOutlier(t, c, rows)
	}
}

// suspects are the notes of inputs that should perhaps be none.
var suspects = [...]string{"table.note.repeats", "table.note.numbers"}

// suspect notes of an input that it repeats the target, or numbers the rows.
func (f *Frame) suspect(y, c *Column, rows []int) {
	switch {
	case c.repeats(y, rows):
		f.note(suspects[0], Show(c.Name), Show(y.Name))
	case c.counts():
		f.note(suspects[1], Show(c.Name))
	}
}

func (f *Frame) note(key string, values ...any) { f.Notes = append(f.Notes, words.Of(key, values...)) }

// noteSparse tells of columns without which many more rows could be used.
func (f *Frame) noteSparse(t *Table, y *Column, columns []*Column) {
	const worth = .1 // of the rows
	alone := make([]int, len(columns))
	for i := range t.Rows {
		if math.IsNaN(y.Values[i]) {
			continue
		}
		if j, only := onlyGap(columns, i); only {
			alone[j]++
		}
	}
	for j, n := range alone {
		if len(columns) > 1 && float64(n) >= worth*float64(t.Rows) {
			f.note("table.note.rows.column", words.Of("count.rowsare", n), Show(columns[j].Name))
		}
	}
}

// onlyGap returns the one column that has no value in row i of the table.
func onlyGap(columns []*Column, i int) (at int, only bool) {
	at = -1
	for j, c := range columns {
		if !math.IsNaN(c.Values[i]) {
			continue
		}
		if at >= 0 {
			return 0, false
		}
		at = j
	}
	return at, at >= 0
}

// repeats reports whether the column says the same as y in other units or words, as far as it has values: y is a
// straight line of it, or each of its values goes with one of y's and none with two, and some are of several rows.
func (c *Column) repeats(y *Column, rows []int) bool {
	const enough = 20 // rows, below which it may be chance where others have gaps
	if c.Missing+len(c.Odd) > 0 {
		rows = slices.DeleteFunc(slices.Clone(rows), func(i int) bool { return math.IsNaN(c.Values[i]) })
		if len(rows) < enough {
			return false
		}
	}
	if c.Kind == Numeric && y.Kind == Numeric {
		return c.isLine(y, rows)
	}
	return c.Distinct == y.Distinct && c.Distinct < len(rows) && c.pairs(y, rows)
}

// isLine tells whether y is a line of c with a slope, to the rounding of numbers written with nine digits.
func (c *Column) isLine(y *Column, rows []int) bool {
	const rounding = 1e-9
	first, last := rows[0], rows[0]
	for _, i := range rows {
		if math.Abs(c.Values[i]-c.Values[first]) > math.Abs(c.Values[last]-c.Values[first]) {
			last = i
		}
	}
	run, rise := c.Values[last]-c.Values[first], y.Values[last]-y.Values[first]
	if run == 0 || rise == 0 {
		return false
	}
	for _, i := range rows {
		off := (c.Values[i]-c.Values[first])/run - (y.Values[i]-y.Values[first])/rise
		if !(math.Abs(off) < rounding) {
			return false
		}
	}
	return true
}

// pairs tells whether values of c and y go together one to one.
func (c *Column) pairs(y *Column, rows []int) bool {
	to, from := map[float64]float64{}, map[float64]float64{}
	for _, i := range rows {
		a, b := c.Values[i], y.Values[i]
		if had, seen := to[a]; seen && had != b {
			return false
		}
		if had, seen := from[b]; seen && had != a {
			return false
		}
		to[a], from[b] = b, a
	}
	return true
}

// rowNumbers are names of columns that number the rows.
var rowNumbers = [...]string{"id", "index", "row", "nr", "no", "number", "case", "record"}

// counts tells whether the column numbers the rows: whole numbers, no two alike, that leave none out or have such a
// name.
func (c *Column) counts() bool {
	const enough = 20 // rows, below which it may be chance
	n := len(c.Values)
	if c.Kind != Numeric || c.Days || c.Missing > 0 || len(c.Odd) > 0 || n < enough || c.Distinct < n {
		return false
	}
	for _, v := range c.Values {
		if v != math.Trunc(v) {
			return false
		}
	}
	return c.Max-c.Min == float64(n-1) ||
		slices.ContainsFunc(rowNumbers[:], func(s string) bool { return strings.EqualFold(s, c.Name) })
}

// codes says which numbers the labels of a text column get.
func (c *Column) codes() string {
	const most = 3
	var codes []string
	for k, label := range c.Labels[:min(most, len(c.Labels))] {
		codes = append(codes, fmt.Sprintf("%s = %d", Show(label), k))
	}
	if len(c.Labels) > most {
		codes = append(codes, "...")
	}
	return strings.Join(codes, ", ")
}

// outlierShare is the part of a feature's range below which all values but one are said to be squeezed.
const outlierShare = 0.01

// noteOutlier warns of a feature in which one value lies so far out that scaling by the range leaves the others
// almost no room.
func (f *Frame) noteOutlier(t *Table, c *Column, rows []int) {
	const enough = 10 // rows, below which one value is no outlier among many
	if len(rows) < enough {
		return
	}
	if i, low, high, found := outlier(c.Values, rows); found {
		f.note("table.note.far",
			t.FileRow(i), Show(c.Name), c.Values[i], low, high, outlierShare)
	}
}

// outlier finds the row without whose value the range of x in the rows shrinks below outlierShare of itself, and the
// range of the others. There are at least two rows.
func outlier(x []float64, rows []int) (at int, low, high float64, found bool) {
	least, most := [2]float64{math.Inf(1), math.Inf(1)}, [2]float64{math.Inf(-1), math.Inf(-1)}
	for _, i := range rows {
		v := x[i]
		if v < least[1] {
			least = [2]float64{min(v, least[0]), max(v, least[0])}
		}
		if v > most[1] {
			most = [2]float64{max(v, most[0]), min(v, most[0])}
		}
	}
	limit := outlierShare * (most[0] - least[0])
	find := func(v float64) int { return rows[slices.IndexFunc(rows, func(i int) bool { return x[i] == v })] }
	switch {
	case most[1]-least[0] < limit && most[1] > least[0]:
		return find(most[0]), least[0], most[1], true
	case most[0]-least[1] < limit && most[0] > least[1]:
		return find(least[0]), least[1], most[0], true
	}
	return 0, 0, 0, false
}
