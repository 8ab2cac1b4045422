// Package dataset reads tables, turns them into numeric frames for a decision tree, splits and scales them, and
// generates the paper's two synthetic data sets.
//
// A Table is what a file holds, column by column. A Frame is what a model learns from: the chosen features and the
// target of the rows that are complete. Outside input never panics; every error is an *Error.
package dataset

import (
	"math"
	"strconv"

	"dcctree/core/words"
)

// Task is what is learned: a number or a class.
type Task int

const (
	Regression     Task = iota // the target is a number
	Classification             // the target is one of 2 to MaxClasses labels
)

// String returns "regression" or "classification".
func (t Task) String() string {
	if t == Classification {
		return "classification"
	}
	return "regression"
}

// ParseTask is the inverse of Task.String.
func ParseTask(s string) (Task, error) {
	switch s {
	case "regression":
		return Regression, nil
	case "classification":
		return Classification, nil
	}
	return 0, fail("task-unknown", "table.task.unknown", Show(s))
}

// Kind is what the cells of a column are.
type Kind int

const (
	Numeric Kind = iota // numbers; also a column without any value
	Text                // labels
	Date                // calendar dates, which are neither amounts nor classes
)

// String returns "numeric", "text" or "date".
func (k Kind) String() string { return [...]string{"numeric", "text", "date"}[k] }

// Cell is the text found at a row of the file.
type Cell struct {
	Row  int
	Text string
}

// Column is one column of a table.
type Column struct {
	Name string
	Kind Kind
	// Values has one entry per row of the table: the number, or the index into Labels for Text and Date; NaN where
	// the cell is missing or listed in Odd.
	Values      []float64
	Labels      []string // Text and Date: the distinct cells, sorted
	Missing     int      // number of missing cells
	MissingRows []int    // their rows in the file
	Distinct    int      // number of distinct values
	Min, Max    float64  // of Values; NaN without any
	Days        bool     // Numeric: the values are days since 1970-01-01, made of dates by request
	Order       DayOrder // Days: of dates that do not begin with the year; "" where all do
	Odd         []Cell   // Numeric: cells that are not finite numbers, in row order
}

// DayOrder says whether the day or the month stands first in a date.
type DayOrder string

// What DayOrder says.
const (
	DayFirst   DayOrder = "day"
	MonthFirst DayOrder = "month"
)

// Orders are the orders of dates by column, as ReadOptions.Orders of another table with the same columns.
func (t *Table) Orders() map[string]DayOrder {
	out := map[string]DayOrder{}
	for i := range t.Columns {
		if c := &t.Columns[i]; c.Order != "" {
			out[c.Name] = c.Order
		}
	}
	return out
}

// Format is how a file was written.
type Format struct {
	Separator string // one of , ; | and the tab
	Decimal   string // "." or ","
	Header    bool   // the first row holds the names
	BOM       bool   // the file began with a UTF-8 byte order mark
}

// Table is a file's content, column by column. It is read-only once made.
type Table struct {
	Name    string
	Rows    int
	Columns []Column
	Format  Format
	Notes   []words.Message // what a reader of the table should know, each a full sentence

	fileRows []int32 // row of the file of each row; nil where they follow each other
	ahead    int     // rows of the file before the first, where they do
}

// FileRow returns the row of the file, as a spreadsheet numbers it (header and blank lines count, line breaks inside
// quotes and a first line that names the separator do not), of row i of the table, counted from 0.
func (t *Table) FileRow(i int) int {
	if t.fileRows == nil {
		return t.ahead + i + 1
	}
	return int(t.fileRows[i])
}

// note keeps what a reader of the table should know.
func (t *Table) note(notes ...words.Message) {
	t.Notes = append(t.Notes, notes...)
}

// column returns the column of that name, or nil.
func (t *Table) column(name string) *Column {
	for i := range t.Columns {
		if t.Columns[i].Name == name {
			return &t.Columns[i]
		}
	}
	return nil
}

// Text returns the cell of row i as a label: the text itself, or the shortest decimal of a number; "" if missing.
func (c *Column) Text(i int) string {
	v := c.Values[i]
	switch {
	case math.IsNaN(v):
		return ""
	case c.Kind == Numeric:
		return NumberText(v)
	}
	return c.Labels[int(v)]
}

// NumberText writes a number with all its digits, and with an exponent only where it is very large or small.
func NumberText(v float64) string {
	if size := math.Abs(v); size == 0 || size >= 1e-4 && size < 1e21 {
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}
