// This file makes columns out of cells: what kind they are, their codes and their summary.

package dataset

import (
	"bytes"
	"math"
	"math/bits"
	"sort"
	"strconv"
	"strings"

	"dcctree/core/words"
)

// tally counts the cells of a column by class.
type tally [numClasses]int

// kind decides how a column is read. A column is numeric, or holds dates, if at least 95 % of its cells that are not
// missing are: the rest is then taken for mistakes to report rather than for labels.
func (t tally) kind(decimal byte) Kind {
	filled := t.filled()
	switch {
	case 20*t.numbers(decimal) >= 19*filled: // also a column without any value
		return Numeric
	case 20*t[date] >= 19*filled:
		return Date
	}
	return Text
}

// filled returns how many cells are not missing.
func (t tally) filled() int {
	n := -t[missing]
	for _, k := range t {
		n += k
	}
	return n
}

// numbers returns how many cells were meant as numbers.
func (t tally) numbers(decimal byte) int {
	marked := t[pointed]
	if decimal == ',' {
		marked = t[comma]
	}
	return t[integer] + marked + t[infinite]
}

// filler appends cells to a column of known kind.
type filler struct {
	*Column
	decimal byte
	days    bool           // dates become days in the end
	codes   map[string]int // Text and Date: label to its place in Labels
	order   words.Message  // of day and month, where dates became days
	groups  groups
	rounded Cell // the first whole number that a float64 does not hold
}

func newFiller(c *Column, decimal byte, rows int) *filler {
	c.Values = make([]float64, 0, rows)
	return &filler{Column: c, decimal: decimal, codes: map[string]int{}}
}

func (f *filler) add(row int, cell []byte) {
	if f.Kind != Numeric {
		f.addLabel(row, cell)
		return
	}
	v, ok := parseNumber(cell, f.decimal)
	if ok {
		f.Values = append(f.Values, v)
		f.groups.add(row, cell, f.decimal, v)
		if f.rounded.Row == 0 && rounded(trim(cell), v) {
			f.rounded = Cell{row, string(trim(cell))}
		}
	} else if classify(cell) == missing {
		f.addMissing(row)
	} else {
		f.addOdd(row, string(cell))
	}
}

func (f *filler) addLabel(row int, cell []byte) {
	switch c := classify(cell); {
	case c == missing:
		f.addMissing(row)
		return
	case f.days && c != date:
		f.addOdd(row, string(cell))
		return
	}
	code, seen := f.codes[string(cell)]
	if !seen {
		code = len(f.Labels)
		f.Labels = append(f.Labels, string(cell))
		f.codes[f.Labels[code]] = code
	}
	f.Values = append(f.Values, float64(code))
}

func (f *filler) addMissing(row int) {
	f.Values = append(f.Values, math.NaN())
	f.Missing++
	f.MissingRows = append(f.MissingRows, row)
}

func (f *filler) addOdd(row int, cell string) {
	f.Values = append(f.Values, math.NaN())
	f.Odd = append(f.Odd, Cell{Row: row, Text: cell})
}

// rounded reports whether a whole number without exponent is not the value that it was read as.
func rounded(cell []byte, v float64) bool {
	const exact = 1 << 53
	written := cell[signWidth(cell):]
	return math.Abs(v) >= exact && digits(written) == len(written) &&
		strconv.FormatFloat(math.Abs(v), 'f', 0, 64) != strings.TrimLeft(string(written), "0")
}

// groups is what tells decimal marks that separate thousands: 957 beside 1.197 and 1.044.
type groups struct {
	cells int     // with a mark before three digits, as thousands have it
	other bool    // whether a marked cell is written otherwise
	large bool    // whether a whole number without a mark has three digits or more
	first Cell    // of the cells
	value float64 // as which it is read
}

// add looks at a number with that decimal mark.
func (g *groups) add(row int, cell []byte, decimal byte, v float64) {
	switch at := bytes.IndexByte(cell, decimal); {
	case g.other:
	case at < 0:
		g.large = g.large || v >= 100 && v == math.Trunc(v)
	case !grouped(cell, at):
		g.other = true
	default:
		if g.cells++; g.cells == 1 {
			g.first, g.value = Cell{row, string(cell)}, v
		}
	}
}

// grouped reports whether a number without sign has three digits behind the mark at that place, and before it as many
// as thousands have.
func grouped(cell []byte, at int) bool {
	return at >= 1 && at <= 3 && cell[0] >= '1' && digits(cell) == at &&
		len(cell) == at+4 && digits(cell[at+1:]) == 3
}

// suspect reports whether the marks may separate thousands.
func (g *groups) suspect() bool { return g.cells > 1 && g.large && !g.other }

// finish sorts the labels and sums the column up.
func (f *filler) finish() {
	switch {
	case f.days:
		f.countDays()
	case f.Kind != Numeric:
		f.sortLabels()
	}
	f.summarize()
}

func (f *filler) sortLabels() {
	sort.Slice(f.Labels, func(i, j int) bool { return f.Labels[i] < f.Labels[j] })
	place := make([]float64, len(f.Labels)) // by order of appearance
	for i, label := range f.Labels {
		place[f.codes[label]] = float64(i)
	}
	for i, v := range f.Values {
		if !math.IsNaN(v) {
			f.Values[i] = place[int(v)]
		}
	}
}

func (c *Column) summarize() {
	c.Min, c.Max = math.NaN(), math.NaN()
	for _, v := range c.Values {
		if !math.IsNaN(v) && !(v >= c.Min) {
			c.Min = v
		}
		if !math.IsNaN(v) && !(v <= c.Max) {
			c.Max = v
		}
	}
	c.Distinct = len(c.Labels)
	if c.Kind == Numeric {
		c.Distinct = distinct(c.Values)
	}
}

// distinct counts the different numbers among x; 0 and -0 are one, NaN is none. It takes time in proportion to x, which
// sorting would not.
func distinct(x []float64) (n int) {
	const spread = 0x9e3779b97f4a7c15 // 2^64 over the golden ratio, which takes near keys apart
	shift := bits.LeadingZeros64(uint64(2 * len(x)))
	seen := make([]uint64, 1<<(64-shift)) // at most half full; 0 is free
	zero := 0
	for _, v := range x {
		key := math.Float64bits(v)
		if v == 0 {
			zero = 1
			continue
		}
		if math.IsNaN(v) {
			continue
		}
		at := key * spread >> shift
		for seen[at] != 0 && seen[at] != key {
			at = (at + 1) & uint64(len(seen)-1)
		}
		if seen[at] == 0 {
			seen[at] = key
			n++
		}
	}
	return n + zero
}

// notes returns what a reader of the column should know.
func (f *filler) notes(t tally) []words.Message {
	var notes []words.Message
	c := f.Column
	if c.Days {
		notes = append(notes, words.Of("table.note.days", Show(c.Name), f.order))
	}
	switch {
	case c.Days && len(c.Odd) > 0:
		notes = append(notes, words.Of("table.note.dates.odd",
			Show(c.Name), words.Of("count.cells", len(c.Odd)), Show(c.Odd[0].Text), c.Odd[0].Row))
	case c.Kind == Numeric && len(c.Odd) > 0:
		notes = append(notes, words.Of("table.note.numeric.odd", Show(c.Name),
			words.Of("count.cells", len(c.Odd)), Show(c.Odd[0].Text), c.Odd[0].Row))
	case c.Kind == Numeric && f.groups.suspect():
		notes = append(notes, words.Of("table.note.thousands", Show(c.Name), Show(f.groups.first.Text),
			f.groups.first.Row, f.groups.value))
	case c.Kind == Date:
		notes = append(notes, words.Of("table.note.dates", Show(c.Name)))
	case c.Kind == Text && t.numbers(f.decimal) > 0 && t.numbers(f.decimal) < t.filled():
		notes = append(notes, words.Of("table.note.text",
			Show(c.Name), t.numbers(f.decimal), len(c.Values)-c.Missing))
	}
	if f.rounded.Row > 0 {
		notes = append(notes, words.Of("table.note.rounded", Show(c.Name), Show(f.rounded.Text), f.rounded.Row))
	}
	if c.Missing > 0 {
		notes = append(notes, words.Of("table.note.missing", Show(c.Name),
			words.Of("count.missing", c.Missing), c.MissingRows[0]))
	}
	return notes
}

// Input is one column given in memory: Numbers, or else Texts.
type Input struct {
	Name    string
	Numbers []float64 // NaN is a missing value
	Texts   []string  // read as the cells of a file with decimal points are
}

// FromColumns makes a table of columns given in memory. Rows count from 1. The columns need distinct names and equal
// lengths; at least two columns and rows, at most DefaultMaxValues numbers and texts (codes csv-one-column,
// csv-one-row, csv-duplicate-column, csv-name, csv-ragged, csv-too-large).
func FromColumns(name string, columns []Input) (*Table, error) {
	t := &Table{Name: name, Format: Format{Separator: ",", Decimal: ".", Header: true},
		Columns: make([]Column, len(columns))}
	for i, in := range columns {
		if in.Numbers != nil && in.Texts != nil {
			panic("dataset: column with both numbers and texts")
		}
		t.Columns[i].Name = in.Name
		if i == 0 {
			t.Rows = len(in.Numbers) + len(in.Texts)
		}
		if n := len(in.Numbers) + len(in.Texts); n != t.Rows {
			return nil, fail("csv-ragged", "table.column.values", Show(in.Name),
				words.Of("count.values", n), t.Rows, Show(columns[0].Name)).in(name).column(in.Name)
		}
	}
	if err := t.checkShape(2); err != nil {
		return nil, err.in(name)
	}
	if err := t.checkNames(); err != nil {
		return nil, err.in(name)
	}
	if err := t.checkSize(DefaultMaxValues); err != nil {
		return nil, err.in(name)
	}
	for i, in := range columns {
		t.note(t.Columns[i].fill(in, t.Rows)...)
		t.noteUnits(&t.Columns[i])
		t.noteStandIn(&t.Columns[i])
	}
	return t, nil
}

// fill fills the column and returns its notes.
func (c *Column) fill(in Input, rows int) []words.Message {
	var counts tally
	for _, s := range in.Texts {
		counts[classify([]byte(s))]++
	}
	c.Kind = counts.kind('.')
	f := newFiller(c, '.', rows)
	for i, s := range in.Texts {
		f.add(i+1, []byte(s))
	}
	for i, v := range in.Numbers {
		switch {
		case math.IsNaN(v):
			f.addMissing(i + 1)
		case math.IsInf(v, 0):
			f.addOdd(i+1, "Inf")
		default:
			f.Values = append(f.Values, v)
		}
	}
	f.finish()
	return f.notes(counts)
}
