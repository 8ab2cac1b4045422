// This file chooses columns for models that take rows with gaps, and labels that are new to them.

package dataset

import "dcctree/core/words"

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

// Inputs returns the columns beside the target that can be inputs, and a note for each that cannot. Codes of the
// *Error: column-text, column-infinite, column-range.
func (t *Table) Inputs(target string) ([]*Column, []words.Message, error) {
	f := &Frame{Target: target}
	columns, err := t.allFeatures(f)
	if err != nil {
		return nil, nil, err.in(t.Name)
	}
	return columns, f.Notes, nil
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
