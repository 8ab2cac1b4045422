// This file reads what the command line names.

package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"dcctree/core/dataset"
	"dcctree/core/fit"
)

// load reads the tables.
func load(o options) (*fit.Problem, error) {
	t, err := readTable(o.data, dataset.ReadOptions{})
	if err != nil {
		return nil, err
	}
	if o.fit.Held, err = heldOut(o, t); err != nil {
		return nil, err
	}
	p, err := fit.New(t, o.fit)
	if err != nil || o.test == "" {
		return p, err
	}
	if t, err = readTable(o.test, p.TestOptions()); err != nil {
		return nil, err
	}
	return p, p.AddTest(t)
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
