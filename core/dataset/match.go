// This file reads a second table, with rows to test on, the way a training frame was read.

package dataset

import (
	"math"
	"strings"
)

// Match returns the table's complete rows with the features, target and class labels of ref, so that both frames mean
// the same by the same numbers. Further columns are passed over. Codes of the *Error: match-column (a column of ref is
// not in the table), match-category and match-class (a label that ref does not know), match-range (a value too far from
// ref's to compute with), and column-text, column-infinite, column-date, frame-rows.
func (t *Table) Match(ref *Frame) (*Frame, error) {
	f, err := t.match(ref)
	if err != nil {
		return nil, err.in(t.Name)
	}
	return f, nil
}

func (t *Table) match(ref *Frame) (*Frame, *Error) {
	columns := make([]*Column, len(ref.Features))
	for j, name := range ref.Features {
		var err *Error
		if columns[j], err = t.matchColumn(name, ref.Labels[j] == nil); err != nil {
			return nil, err
		}
	}
	y, err := t.matchColumn(ref.Target, ref.Task == Regression)
	if err != nil {
		return nil, err
	}
	f := &Frame{Name: t.Name, Task: ref.Task, Target: ref.Target, Classes: ref.Classes}
	rows := t.complete(f, y, columns)
	if len(rows) == 0 {
		return nil, fail("frame-rows", "table.frame.norow.test")
	}
	for j, labels := range ref.Labels {
		if labels == nil {
			continue
		}
		if columns[j], err = t.recode(columns[j], labels, rows, "match-category"); err != nil {
			return nil, err
		}
	}
	f.fillFeatures(t, columns, rows)
	f.Labels = ref.Labels
	if err := f.matchTarget(t, y, rows); err != nil {
		return nil, err
	}
	return f, checkReach(ref, f)
}

func (f *Frame) matchTarget(t *Table, y *Column, rows []int) *Error {
	if f.Task == Regression {
		for _, i := range rows {
			f.Y = append(f.Y, y.Values[i])
		}
		return nil
	}
	y, err := t.recode(y, f.Classes, rows, "match-class")
	if err != nil {
		return err
	}
	for _, i := range rows {
		f.Class = append(f.Class, int(y.Values[i]))
	}
	return nil
}

// matchColumn returns the column of that name, which must be numbers throughout if numeric.
func (t *Table) matchColumn(name string, numeric bool) (*Column, *Error) {
	c := t.column(name)
	if c == nil {
		return nil, fail("match-column", "table.match.column", Show(name)).column(name)
	}
	if numeric {
		return c, t.checkNumeric(c)
	}
	return c, nil
}

// checkNumeric refuses a column that is not numbers throughout. Here a text column counts as a numeric one with
// mistakes, however many.
func (t *Table) checkNumeric(c *Column) *Error {
	if c.Kind != Numeric {
		row, cell := t.firstText(c)
		return fail("column-text", "table.match.nonumber", row, Show(c.Name), Show(cell)).at(row).column(c.Name)
	}
	if len(c.Odd) > 0 {
		return t.oddCell(c).column(c.Name)
	}
	return nil
}

// recode returns the column with the training rows' codes for its labels, in the rows (from 0) that are used.
func (t *Table) recode(c *Column, labels []string, rows []int, code string) (*Column, *Error) {
	if len(c.Odd) > 0 {
		return nil, t.unknownLabel(c, c.Odd[0].Row, c.Odd[0].Text, labels, code)
	}
	out := &Column{Name: c.Name, Labels: labels, Values: t.Codes(c, labels)}
	for _, i := range rows {
		if out.Values[i] < 0 {
			return nil, t.unknownLabel(c, t.FileRow(i), c.Text(i), labels, code)
		}
	}
	return out, nil
}

// Codes returns, for each row, the place that its cell of a column has among the labels of the same column of another
// table; -1 for a label that is not among them, NaN for a missing cell. A file may write labels as numbers that the
// other writes as text, or the other way round: the number 1 is the label "01" where no other label is the number 1,
// and the text 01 is the label "1" where all labels are numbers.
func (t *Table) Codes(c *Column, labels []string) []float64 {
	codes := make([]float64, len(c.Values))
	find := t.finder(c, labels)
	for i, v := range c.Values {
		if codes[i] = v; !math.IsNaN(v) {
			codes[i] = find(c.Text(i))
		}
	}
	row := 0 // of the table
	for _, cell := range c.Odd {
		for t.FileRow(row) != cell.Row {
			row++
		}
		codes[row] = find(cell.Text)
	}
	return codes
}

// LabelOf returns the label that Codes takes the cell of row i for, or the cell as it is where it takes it for none; ""
// for a missing cell.
func (t *Table) LabelOf(c *Column, i int, labels []string) string {
	text := t.CellText(c, i)
	if k := t.finder(c, labels)(text); k >= 0 {
		return labels[int(k)]
	}
	return text
}

// finder returns what finds the place of a cell's text among labels, -1 for none.
func (t *Table) finder(c *Column, labels []string) func(text string) float64 {
	places := map[string]float64{}
	numbers := map[string]float64{} // by the label as a number is written
	all := true
	for k, label := range labels {
		places[label] = float64(k)
		number := asNumber(label, t.Format.Decimal[0])
		all = all && number == label
		if _, twice := numbers[number]; twice {
			numbers[number] = -1
		} else {
			numbers[number] = float64(k)
		}
	}
	return func(text string) float64 {
		if k, known := places[text]; known {
			return k
		}
		number := asNumber(text, t.Format.Decimal[0])
		if k, known := numbers[number]; known && number != "" && (all || c.Kind == Numeric) {
			return k
		}
		return -1
	}
}

// asNumber writes a cell that is a number as Column.Text does; "" for another cell.
func asNumber(cell string, decimal byte) string {
	v, ok := parseNumber([]byte(cell), decimal)
	if !ok {
		v, ok = parseNumber([]byte(cell), '.')
	}
	if !ok {
		return ""
	}
	return NumberText(v)
}

func (t *Table) unknownLabel(c *Column, row int, label string, labels []string, code string) *Error {
	const most = 10
	var known []string
	for _, l := range labels[:min(most, len(labels))] {
		known = append(known, Show(l))
	}
	if len(labels) > most {
		known = append(known, "...")
	}
	return fail(code, "table.match.label", row, Show(c.Name), Show(label), strings.Join(known, ", ")).at(row).
		column(c.Name)
}

// checkReach refuses rows so far from the training rows that their scaled values overflow.
func checkReach(train, test *Frame) *Error {
	scaling := FitScaling(train)
	for j, name := range test.Features {
		for i, v := range test.X[j*test.N : (j+1)*test.N] {
			if math.IsInf(scaling.Value(j, v), 0) {
				return tooFar(test.Rows[i], name, v)
			}
		}
	}
	return nil
}

func tooFar(row int, name string, v float64) *Error {
	return fail("match-range", "table.match.far", row, Show(name), v).at(row).column(name)
}
