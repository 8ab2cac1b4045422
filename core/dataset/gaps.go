// This file chooses columns for models that take rows with gaps, and labels that are new to them.

package dataset

import (
	"math"
	"slices"

	"dcctree/core/words"
)

// TargetColumn returns the column of that name if the task can have it as target. Codes of the *Error: column-unknown,
// column-text, column-label, column-infinite, column-range, column-missing, target-text, target-date, target-constant,
// target-one-class, target-classes.
func (t *Table) TargetColumn(name string, task Task) (*Column, error) {
	c, err := t.find(name)
	if err == nil {
		err = t.checkTarget(c, task)
	}
	if err != nil {
		return nil, err.in(t.Name)
	}
	return c, nil
}

// Inputs returns the columns that can be inputs, those of one value and gaps among them, and a note for each that
// cannot, or that should perhaps be none: of the features named, or of all for nil; the target is none, and so are
// those beside it. Codes of the *Error: column-text, column-infinite, column-range; frame-features, column-unknown.
func (t *Table) Inputs(features []string, target string, beside ...string) ([]*Column, []words.Message, error) {
	f := &Frame{Target: target}
	beside = append(slices.Clone(beside), target)
	if features != nil {
		if _, err := t.named(f, features); err != nil {
			return nil, nil, err.in(t.Name)
		}
		for i := range t.Columns {
			if name := t.Columns[i].Name; !slices.Contains(features, name) {
				beside = append(beside, name)
			}
		}
	}
	columns, err := t.allFeatures(f, true, beside...)
	if err != nil {
		return nil, nil, err.in(t.Name)
	}
	y, err := t.find(target)
	if err != nil {
		return nil, nil, err.in(t.Name)
	}
	rows := y.filledRows()
	for _, c := range columns {
		f.suspect(y, c, rows)
	}
	return columns, f.Notes, nil
}

// filledRows returns the rows, from 0, in which the column has a value.
func (c *Column) filledRows() (rows []int) {
	for i, v := range c.Values {
		if !math.IsNaN(v) {
			rows = append(rows, i)
		}
	}
	return rows
}

// Column returns the column of that name, whatever it holds. Code of the *Error: column-unknown.
func (t *Table) Column(name string) (*Column, error) {
	c, err := t.find(name)
	if err != nil {
		return nil, err.in(t.Name)
	}
	return c, nil
}

// FirstText returns the row of the file and the cell where a column first has what is no number; row 0 for none.
func (t *Table) FirstText(c *Column) (row int, cell string) {
	if len(c.Odd) > 0 {
		return c.Odd[0].Row, c.Odd[0].Text
	}
	return t.firstText(c)
}

// CellText returns the cell of row i as Column.Text does, also where it is no number in a column of numbers.
func (t *Table) CellText(c *Column, i int) string {
	for _, odd := range c.Odd {
		if odd.Row == t.FileRow(i) {
			return odd.Text
		}
	}
	return c.Text(i)
}

// Matching returns the column of that name, which must be numbers throughout if numeric. Codes of the *Error:
// match-column, column-text, column-infinite.
func (t *Table) Matching(name string, numeric bool) (*Column, error) {
	c, err := t.matchColumn(name, numeric)
	if err != nil {
		return nil, err.in(t.Name)
	}
	return c, nil
}

// MatchingTarget is Matching for a target. Numbers must not be too large to compute with: column-range.
func (t *Table) MatchingTarget(name string, numeric bool) (*Column, error) {
	c, err := t.Matching(name, numeric)
	if err == nil && numeric && c.far() >= 0 {
		return nil, t.farCell(c).column(name).in(t.Name)
	}
	return c, err
}
