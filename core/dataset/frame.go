// This file chooses what a model learns from: target, features and the rows in which all of them have a value.

package dataset

import (
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"dcctree/core/words"
)

// MaxClasses is the most classes a classification may have.
const MaxClasses = 50

// MaxText is the most characters that the name of a column, and a label of a column that is used, may have: they stand
// in every figure.
const MaxText = 1000

// MaxCategories is the most labels a text column may have to become a feature without being asked for: more make it a
// name or a number of a row rather than a property.
const MaxCategories = 50

// Bounds of a target: squares of larger numbers overflow, and those of smaller differences vanish.
const (
	mostNumber  = 1e150
	leastSpread = 1e-150 // where it varies at all
)

// Frame is the numeric data of one task: N complete rows of D features and the target. It is read-only once made.
type Frame struct {
	Name     string
	Task     Task
	Features []string
	Labels   [][]string // per feature: the labels that X's codes 0, 1, ... stand for; nil for numbers
	Target   string
	N, D     int
	X        []float64       // N x D, column-major, in the units of the file: row i of feature j is X[j*N+i]
	Y        []float64       // Regression: the target, N
	Class    []int           // Classification: index into Classes, N
	Classes  []string        // Classification: labels, sorted (numbers by size)
	Rows     []int           // row of the file, N
	LeftOut  []int           // rows of the file left out because a value is missing
	Notes    []words.Message // what a reader of the results should know
}

// Frame takes the columns named as target and features; nil features means all other columns that can be used, with a
// note for each that cannot. Rows with a missing value in any of them are left out. Codes of the *Error:
// column-unknown, column-text, column-label, column-infinite, column-range, column-missing, column-constant,
// column-date, frame-features, frame-rows, target-text, target-date, target-constant, target-one-class, target-classes.
func (t *Table) Frame(target string, features []string, task Task) (*Frame, error) {
	f, y, columns, rows, err := t.choose(target, features, task)
	if err == nil {
		f.fillFeatures(t, columns, rows)
		f.observe(t, y, columns, rows)
		err = f.fillTarget(t, y, rows)
	}
	if err != nil {
		return nil, err.in(t.Name)
	}
	return f, nil
}

// choose finds the columns and the rows (of the table, from 0) of a frame, which has its notes on both and nothing else
// yet.
func (t *Table) choose(
	target string, features []string, task Task,
) (f *Frame, y *Column, columns []*Column, rows []int, err *Error) {
	f = &Frame{Name: t.Name, Task: task, Target: target}
	if y, err = t.find(target); err != nil {
		return
	}
	if err = t.checkTarget(y, task); err != nil {
		return
	}
	if columns, err = t.chooseFeatures(f, features); err != nil {
		return
	}
	columns, rows, err = t.completeRows(f, y, columns, features == nil)
	return
}

// find returns the column of that name.
func (t *Table) find(name string) (*Column, *Error) {
	if c := t.column(name); c != nil {
		return c, nil
	}
	const most = 20
	var names []string
	for i := range t.Columns[:min(most, len(t.Columns))] {
		names = append(names, Show(t.Columns[i].Name))
	}
	if len(t.Columns) > most {
		names = append(names, "...")
	}
	return nil, fail("column-unknown", "table.column.unknown", Show(name),
		strings.Join(names, ", ")).column(name)
}

// checkTarget refuses a target column that the task cannot use in any rows.
func (t *Table) checkTarget(c *Column, task Task) *Error {
	switch {
	case c.Kind == Date:
		return fail("target-date", "table.target.dates", Show(c.Name)).column(c.Name)
	case c.Kind == Text && task == Regression:
		row, cell := t.firstText(c)
		return fail("target-text", "table.target.text", Show(c.Name), Show(cell), row).at(row).column(c.Name)
	case len(c.Odd) > 0:
		return t.usable(c)
	case c.Distinct == 0:
		return fail("column-missing", "table.target.empty", Show(c.Name)).column(c.Name)
	case c.Distinct == 1:
		return constantTarget(c.Name, task)
	case task == Classification && c.Distinct > MaxClasses:
		return tooManyClasses(c)
	case c.Kind == Text:
		return t.longLabel(c)
	case task == Regression && c.far() >= 0:
		return t.farCell(c).column(c.Name)
	case task == Regression && c.Max-c.Min < leastSpread: // not so without values
		return fail("column-range", "table.target.narrow", Show(c.Name), c.Min, c.Max).column(c.Name)
	}
	return t.usable(c)
}

func constantTarget(name string, task Task) *Error {
	if task == Classification {
		return fail("target-one-class", "table.target.oneclass", Show(name)).column(name)
	}
	return fail("target-constant", "table.target.constant", Show(name)).column(name)
}

func tooManyClasses(c *Column) *Error {
	advice := words.Of("table.target.classes.join")
	if c.Kind == Numeric {
		advice = words.Of("table.target.classes.numbers")
	}
	return fail("target-classes", "table.target.classes", Show(c.Name), c.Distinct,
		MaxClasses, advice).column(c.Name)
}

// firstText returns the row and cell of the first label that is not a number. A column of numbers has none: Text writes
// them with a point, whatever the file's mark is.
func (t *Table) firstText(c *Column) (row int, cell string) {
	if c.Kind == Numeric {
		return 0, ""
	}
	for i := range c.Values {
		s := c.Text(i)
		if _, ok := parseNumber([]byte(s), t.Format.Decimal[0]); s != "" && !ok {
			return t.FileRow(i), s
		}
	}
	return 0, ""
}

// usable returns why a column cannot be a feature, or nil.
func (t *Table) usable(c *Column) *Error {
	var e *Error
	switch {
	case c.Kind == Date:
		e = fail("column-date", "table.column.dates", Show(c.Name))
	case len(c.Odd) > 0:
		e = t.oddCell(c)
	case c.Distinct == 0:
		e = fail("column-missing", "table.column.empty", Show(c.Name))
	case math.IsInf(c.Max-c.Min, 0):
		e = t.farCell(c)
	case c.Distinct == 1:
		e = constantFeature(c.Name)
	default:
		return t.longLabel(c)
	}
	return e.column(c.Name)
}

// far is the row of the table, from 0, with the first number that is too large to compute with; -1 for none.
func (c *Column) far() int {
	if c.Kind != Numeric || !(max(-c.Min, c.Max) > mostNumber) {
		return -1
	}
	return slices.IndexFunc(c.Values, func(v float64) bool { return math.Abs(v) > mostNumber })
}

func (t *Table) farCell(c *Column) *Error {
	row := t.FileRow(c.far())
	return fail("column-range", "table.column.range", row, Show(c.Name), c.Values[c.far()], mostNumber).at(row)
}

// longLabel refuses a column of texts with one that is longer than MaxText.
func (t *Table) longLabel(c *Column) *Error {
	for code, label := range c.Labels {
		n := longerThanMaxText(label)
		if n == 0 {
			continue
		}
		row := t.FileRow(slices.Index(c.Values, float64(code)))
		return fail("column-label", "table.label.long", row, Show(c.Name), n, MaxText).at(row).column(c.Name)
	}
	return nil
}

// longerThanMaxText returns the number of characters of a text that has more than MaxText, else 0.
func longerThanMaxText(s string) int {
	if len(s) <= MaxText {
		return 0
	}
	if n := utf8.RuneCountInString(s); n > MaxText {
		return n
	}
	return 0
}

func constantFeature(name string) *Error {
	return fail("column-constant", "table.column.constant", Show(name)).column(name)
}

// oddCell reports the first cell of a numeric column that is not a finite number.
func (t *Table) oddCell(c *Column) *Error {
	odd := c.Odd[0]
	if k := classify([]byte(odd.Text)); k == infinite || k == integer || k == pointed ||
		k == comma && t.Format.Decimal == "," {
		return fail("column-infinite", "table.cell.infinite", odd.Row, Show(c.Name), Show(odd.Text),
			others(c)).at(odd.Row)
	}
	return fail("column-text", "table.cell.nonumber", odd.Row, Show(c.Name), Show(odd.Text), others(c)).at(odd.Row)
}

// others says how many more odd cells there are.
func others(c *Column) words.Message {
	if len(c.Odd) == 1 {
		return words.Message{}
	}
	return words.Of("table.cell.others", len(c.Odd))
}

// chooseFeatures returns the named columns, or the usable ones. A column with a cell to correct is refused either way:
// leaving it out unasked would hide the mistake.
func (t *Table) chooseFeatures(f *Frame, features []string) ([]*Column, *Error) {
	if features == nil {
		return t.allFeatures(f, false, f.Target)
	}
	columns, err := t.named(f, features)
	if err != nil {
		return nil, err
	}
	for _, c := range columns {
		if err := t.usable(c); err != nil {
			return nil, err
		}
	}
	return columns, nil
}

// named returns the columns of these names, each once and none of them the target.
func (t *Table) named(f *Frame, features []string) (columns []*Column, err *Error) {
	for i, name := range features {
		c, err := t.find(name)
		switch {
		case err != nil:
			return nil, err
		case name == f.Target:
			return nil, fail("frame-features", "table.column.target", Show(name)).column(name)
		case slices.Contains(features[:i], name):
			return nil, fail("frame-features", "table.column.twice", Show(name)).column(name)
		}
		columns = append(columns, c)
	}
	return columns, nil
}

// allFeatures returns the usable columns but for those beside. With gaps, a column of one value and gaps is one: it
// differs where it has none.
func (t *Table) allFeatures(f *Frame, gaps bool, beside ...string) ([]*Column, *Error) {
	var columns []*Column
	for i := range t.Columns {
		c := &t.Columns[i]
		if slices.Contains(beside, c.Name) {
			continue
		}
		err := t.usable(c)
		switch {
		case err != nil && err.Code == "column-date":
			f.leaveOut(c.Name, words.Of("table.why.dates"))
		case err != nil && err.Code == "column-missing":
			f.leaveOut(c.Name, words.Of("table.why.empty"))
		case err != nil && err.Code == "column-constant" && gaps && c.Missing > 0:
			columns = append(columns, c)
		case err != nil && err.Code == "column-constant":
			f.leaveOut(c.Name, words.Of("table.why.constant"))
		case err != nil && err.Code == "column-label":
			f.leaveOut(c.Name, words.Of("table.label.toolong", MaxText))
		case err != nil:
			return nil, err
		case c.Kind == Text && c.Distinct > MaxCategories:
			f.leaveOut(c.Name, words.Of("table.why.labels", c.Distinct))
		default:
			columns = append(columns, c)
		}
	}
	return columns, nil
}

func (f *Frame) leaveOut(column string, why words.Message) {
	f.note("table.note.leftout", Show(column), why)
}

// completeRows returns the rows (of the table, from 0) in which the target and all columns have a value, and the
// columns that vary within them. A column that does not is dropped with a note if drop, else an error.
func (t *Table) completeRows(f *Frame, y *Column, columns []*Column, drop bool) ([]*Column, []int, *Error) {
	for {
		if len(columns) == 0 {
			return nil, nil, fail("frame-features", "table.column.none")
		}
		rows := t.complete(f, y, columns)
		if len(rows) < 2 {
			return nil, nil, fail("frame-rows", "table.frame.fewrows",
				words.Of("count.rowshave", len(rows)))
		}
		vary, constant := varying(columns, rows)
		if len(constant) == 0 {
			return columns, rows, nil
		}
		if !drop {
			return nil, nil, constantFeature(constant[0].Name)
		}
		for _, c := range constant {
			f.leaveOut(c.Name, words.Of("table.why.constant.usable"))
		}
		columns = vary
	}
}

// varying parts the columns into those that vary within the rows and those that do not.
func varying(columns []*Column, rows []int) (vary, constant []*Column) {
	for _, c := range columns {
		if constantIn(c, rows) {
			constant = append(constant, c)
		} else {
			vary = append(vary, c)
		}
	}
	return vary, constant
}

// complete returns the rows without a missing value and writes the others into f.LeftOut.
func (t *Table) complete(f *Frame, y *Column, columns []*Column) []int {
	rows := make([]int, 0, t.Rows)
	f.LeftOut = nil
	for i := range t.Rows {
		whole := !math.IsNaN(y.Values[i])
		for _, c := range columns {
			whole = whole && !math.IsNaN(c.Values[i])
		}
		if whole {
			rows = append(rows, i)
		} else {
			f.LeftOut = append(f.LeftOut, t.FileRow(i))
		}
	}
	return rows
}

func constantIn(c *Column, rows []int) bool {
	return !slices.ContainsFunc(rows, func(i int) bool { return c.Values[i] != c.Values[rows[0]] })
}

func (f *Frame) fillFeatures(t *Table, columns []*Column, rows []int) {
	f.N, f.D = len(rows), len(columns)
	f.X = make([]float64, 0, f.N*f.D)
	for _, c := range columns {
		f.Features = append(f.Features, c.Name)
		f.Labels = append(f.Labels, c.Labels)
		for _, i := range rows {
			f.X = append(f.X, c.Values[i])
		}
	}
	f.Rows = make([]int, 0, f.N)
	for _, i := range rows {
		f.Rows = append(f.Rows, t.FileRow(i))
	}
}

func (f *Frame) fillTarget(t *Table, y *Column, rows []int) *Error {
	if constantIn(y, rows) {
		return constantTarget(y.Name, f.Task)
	}
	if f.Task == Regression {
		f.Y = make([]float64, 0, len(rows))
		for _, i := range rows {
			f.Y = append(f.Y, y.Values[i])
		}
		return nil
	}
	f.fillClasses(y, rows)
	return nil
}

// fillClasses numbers the classes that occur, in the order of their values.
func (f *Frame) fillClasses(y *Column, rows []int) {
	var values []float64
	for _, i := range rows {
		values = append(values, y.Values[i])
	}
	slices.Sort(values)
	values = slices.Compact(values)
	labels := make([]string, len(values))
	for _, i := range rows {
		k, _ := slices.BinarySearch(values, y.Values[i])
		f.Class = append(f.Class, k)
		labels[k] = y.Text(i)
	}
	f.Classes = labels
	if len(labels) < y.Distinct {
		f.note("table.note.classes", y.Distinct-len(labels), y.Distinct, Show(y.Name))
	}
}

// Take returns the rows idx (from 0, in that order) as a frame of its own. Classes stay as they are, also those
// without a row; notes and left-out rows stay with f.
func (f *Frame) Take(idx []int) *Frame {
	g := *f
	g.N, g.X, g.Y, g.Class, g.Rows, g.LeftOut, g.Notes = len(idx), nil, nil, nil, nil, nil, nil
	g.X = make([]float64, 0, g.N*g.D)
	for j := range f.D {
		for _, i := range idx {
			g.X = append(g.X, f.X[j*f.N+i])
		}
	}
	for _, i := range idx {
		if f.Task == Regression {
			g.Y = append(g.Y, f.Y[i])
		} else {
			g.Class = append(g.Class, f.Class[i])
		}
		g.Rows = append(g.Rows, f.Rows[i])
	}
	return &g
}

// Row appends the features of row i to dst.
func (f *Frame) Row(dst []float64, i int) []float64 {
	for j := range f.D {
		dst = append(dst, f.X[j*f.N+i])
	}
	return dst
}
