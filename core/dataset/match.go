// This file reads a second table, with rows to test on, the way a training frame was read.

package dataset

import (
	"math"
	"slices"
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
	f := &Frame{Name: t.Name, Task: ref.Task, Target: ref.Target, Classes: ref.Classes}
	var columns []*Column
	for j, name := range ref.Features {
		c, err := t.matchFeature(name, ref.Labels[j])
		if err != nil {
			return nil, err
		}
		columns = append(columns, c)
	}
	y, err := t.matchTarget(ref)
	if err != nil {
		return nil, err
	}
	rows := t.complete(f, y, columns)
	if len(rows) == 0 {
		return nil, fail("frame-rows", "No row has a value in all of the columns that the training rows use. Fill in the "+
			"missing values.")
	}
	f.fillFeatures(t, columns, rows)
	f.Labels = ref.Labels
	for _, i := range rows {
		if f.Task == Regression {
			f.Y = append(f.Y, y.Values[i])
		} else {
			f.Class = append(f.Class, int(y.Values[i]))
		}
	}
	return f, checkReach(ref, f)
}

// matchFeature returns the column with values that mean what they mean in the training rows.
func (t *Table) matchFeature(name string, labels []string) (*Column, *Error) {
	c, err := t.matchColumn(name)
	if err != nil {
		return nil, err
	}
	if labels != nil {
		return t.recode(c, labels, "match-category")
	}
	return c, t.checkNumeric(c)
}

func (t *Table) matchTarget(ref *Frame) (*Column, *Error) {
	c, err := t.matchColumn(ref.Target)
	if err != nil {
		return nil, err
	}
	if ref.Task == Classification {
		return t.recode(c, ref.Classes, "match-class")
	}
	return c, t.checkNumeric(c)
}

func (t *Table) matchColumn(name string) (*Column, *Error) {
	c := t.column(name)
	if c == nil {
		return nil, fail("match-column", "Column %s, which the training rows have, is missing here. Add it, or rename the "+
			"column that holds it.", show(name)).column(name)
	}
	return c, nil
}

// checkNumeric refuses a column that is not numbers throughout. Here a text column counts as a numeric one with mistakes,
// however many.
func (t *Table) checkNumeric(c *Column) *Error {
	if c.Kind != Numeric {
		row, cell := t.firstText(c)
		return fail("column-text", "Row %d of column %s is %s, but in the training rows the column is numeric. Correct the "+
			"cell, or empty it to mark it as missing.", row, show(c.Name), show(cell)).at(row).column(c.Name)
	}
	if len(c.Odd) > 0 {
		return t.oddCell(c).column(c.Name)
	}
	return nil
}

// recode returns the column with the training rows' codes for its labels.
func (t *Table) recode(c *Column, labels []string, code string) (*Column, *Error) {
	if len(c.Odd) > 0 {
		return nil, t.unknownLabel(c, c.Odd[0].Row, c.Odd[0].Text, labels, code)
	}
	out := &Column{Name: c.Name, Labels: labels, Values: make([]float64, len(c.Values))}
	for i, v := range c.Values {
		out.Values[i] = v
		if math.IsNaN(v) {
			continue
		}
		k := slices.Index(labels, c.text(i))
		if k < 0 {
			return nil, t.unknownLabel(c, t.FileRow(i), c.text(i), labels, code)
		}
		out.Values[i] = float64(k)
	}
	return out, nil
}

func (t *Table) unknownLabel(c *Column, row int, label string, labels []string, code string) *Error {
	const most = 10
	var known []string
	for _, l := range labels[:min(most, len(labels))] {
		known = append(known, show(l))
	}
	if len(labels) > most {
		known = append(known, "...")
	}
	return fail(code, "Row %d of column %s is %s, which does not occur in the training rows. Known are %s. Correct the "+
		"cell, or leave the row out.", row, show(c.Name), show(label), strings.Join(known, ", ")).at(row).column(c.Name)
}

// checkReach refuses rows so far from the training rows that their scaled values overflow.
func checkReach(train, test *Frame) *Error {
	scaling := FitScaling(train)
	for j, name := range test.Features {
		for i, v := range test.X[j*test.N : (j+1)*test.N] {
			if math.IsInf(scaling.Value(j, v), 0) {
				return fail("match-range", "Row %d of column %s is %g, too far from the training rows to compute with. "+
					"Correct the cell or leave the row out.", test.Rows[i], show(name), v).at(test.Rows[i]).column(name)
			}
		}
	}
	return nil
}
