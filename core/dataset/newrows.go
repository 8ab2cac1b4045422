// This file takes rows to predict from a second table: the features that a training frame has, without a target.

package dataset

import (
	"math"
	"slices"
)

// NewRows are the rows of a table that have a value of every feature.
type NewRows struct {
	At      []int       // row of the table, from 0
	X       [][]float64 // values in the order of the frame's features, coded as there
	Missing []Cell      // the other rows: row of the file, and the first feature without a value
}

// NewRows returns the rows with the features of ref, so that the same numbers mean the same. Columns are matched by
// name, further ones are passed over. Codes of the *Error are those of Match, as far as they are about features.
func (t *Table) NewRows(ref *Frame) (*NewRows, error) {
	rows, err := t.newRows(ref)
	if err != nil {
		return nil, err.in(t.Name)
	}
	return rows, nil
}

func (t *Table) newRows(ref *Frame) (*NewRows, *Error) {
	columns := make([]*Column, len(ref.Features))
	for j, name := range ref.Features {
		var err *Error
		if columns[j], err = t.matchColumn(name, ref.Labels[j] == nil); err != nil {
			return nil, err
		}
	}
	out := &NewRows{}
	for i := range t.Rows {
		if j := firstMissing(columns, i); j >= 0 {
			out.Missing = append(out.Missing, Cell{t.FileRow(i), columns[j].Name})
		} else {
			out.At = append(out.At, i)
		}
	}
	if len(out.At) == 0 {
		return nil, fail("frame-rows", "table.frame.norow")
	}
	for j, labels := range ref.Labels {
		if labels == nil {
			continue
		}
		var err *Error
		if columns[j], err = t.recode(columns[j], labels, out.At, "match-category"); err != nil {
			return nil, err
		}
	}
	return out, out.fill(t, ref, columns)
}

// firstMissing returns the first column without a value in row i, -1 for none.
func firstMissing(columns []*Column, i int) int {
	return slices.IndexFunc(columns, func(c *Column) bool { return math.IsNaN(c.Values[i]) })
}

func (r *NewRows) fill(t *Table, ref *Frame, columns []*Column) *Error {
	scaling := FitScaling(ref)
	for _, i := range r.At {
		row := make([]float64, len(columns))
		for j, c := range columns {
			row[j] = c.Values[i]
			if math.IsInf(scaling.Value(j, row[j]), 0) {
				return tooFar(t.FileRow(i), c.Name, row[j])
			}
		}
		r.X = append(r.X, row)
	}
	return nil
}
