// This file reads what the command line names.

package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"dcctree/core/dataset"
	"dcctree/core/fit"
	"dcctree/core/words"
)

// load reads the tables; notes are what the reader says of them.
func load(o options) (p *fit.Problem, notes []string, err error) {
	t, err := readTable(o.data, o.read)
	if err != nil {
		return nil, nil, err
	}
	notes = notesOf(t)
	if o.fit.Held, err = heldOut(o, t); err != nil {
		return nil, nil, err
	}
	if o.fit.Features, err = inputs(o, t); err != nil {
		return nil, nil, explained(err, notes)
	}
	p, err = fit.New(t, o.fit)
	if err != nil || o.test == "" {
		return p, notes, explained(err, notes)
	}
	opt := p.TestOptions()
	opt.Separator, opt.Decimal = o.read.Separator, o.read.Decimal
	if t, err = readTable(o.test, opt); err != nil {
		return nil, nil, err
	}
	notes = append(notes, notesOf(t)...)
	return p, notes, explained(p.AddTest(t), notes)
}

// inputs are the columns that may be inputs; nil stands for all but the target and the weights.
func inputs(o options, t *dataset.Table) (names []string, err error) {
	for _, column := range append(slices.Sorted(maps.Keys(o.read.Kinds)), o.without...) {
		if _, err := t.Column(column); err != nil {
			return nil, err
		}
	}
	if o.without == nil {
		return nil, nil
	}
	none := append([]string{o.fit.Target, o.fit.Weight}, o.without...)
	for _, c := range t.Columns {
		if !slices.Contains(none, c.Name) {
			names = append(names, c.Name)
		}
	}
	if names == nil {
		return nil, fmt.Errorf("-without %s: no input is left", strings.Join(o.without, " -without "))
	}
	return names, nil
}

func notesOf(t *dataset.Table) (notes []string) {
	for _, n := range t.Notes {
		notes = append(notes, fit.Shown(t.Name)+": "+n.In(words.English))
	}
	return notes
}

// explained adds the notes to an error about a column that is not there, or of another kind than it is wanted, and to
// those of core/fit: how the file was read may be why.
func explained(err error, notes []string) error {
	var read *dataset.Error
	var unfit *fit.Error
	why := errors.As(err, &unfit)
	if errors.As(err, &read) {
		why = slices.Contains([]string{"column-unknown", "match-column", "target-classes", "target-text"},
			read.Code)
	}
	if len(notes) == 0 || !why {
		return err
	}
	return fmt.Errorf("%w\nnote: %s", err, strings.Join(notes, "\nnote: "))
}

func readTable(path string, opt dataset.ReadOptions) (*dataset.Table, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return dataset.ReadCSV(filepath.Base(path), data, opt)
}

// heldOut are the rows of the table, from 0, that a file of splits keeps for testing.
func heldOut(o options, t *dataset.Table) (map[int]bool, error) {
	held := map[int]bool{}
	if o.splits == "" {
		return held, nil
	}
	text, err := os.ReadFile(o.splits)
	if err != nil {
		return nil, err
	}
	var file struct{ Splits map[string]map[string][]int }
	if err := json.Unmarshal(text, &file); err != nil {
		return nil, fmt.Errorf("%s: %w", o.splits, err)
	}
	name := strings.TrimSuffix(t.Name, filepath.Ext(t.Name))
	rows, has := file.Splits[name][strconv.Itoa(o.split)]
	if !has {
		return nil, fmt.Errorf(
			`%s: there is no split %d of the table %s: give {"splits": {%q: {"%d": [rows from 0]}}}`,
			o.splits, o.split, name, name, o.split)
	}
	for _, i := range rows {
		if i < 0 || i >= t.Rows {
			return nil, fmt.Errorf("%s: row %d of split %d is outside the table's %d rows", o.splits, i,
				o.split, t.Rows)
		}
		held[i] = true
	}
	return held, nil
}
