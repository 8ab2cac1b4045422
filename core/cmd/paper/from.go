// Runs that a file holds already, in place of new ones.

package main

import (
	"fmt"
	"io"
	"slices"
)

// loadWhole reads files of whole runs.
func loadWhole(paths []string) ([]file, error) {
	files, err := loadAll(paths)
	for _, f := range files {
		if f.Shard != nil {
			return nil, fmt.Errorf("%s: shard is %s: merge the shards first, by -merge", f.name, f.Shard)
		}
	}
	return files, err
}

// printRecords prints the runs of files as a run prints its own.
func printRecords(w io.Writer, files []file) {
	for _, f := range files {
		for k := range f.Run.Sets {
			t := f.table(k)
			for _, r := range t.Runs {
				r.print(w)
			}
			t.print(w)
		}
	}
}

// recorded returns the results of -from for a set; ok is false where no file has the set in the options' mode. It is an
// error where one has it with other seeds, data or settings.
func (o options) recorded(facts setFacts) (runs []outcome, ok bool, err error) {
	want := o.identity(facts)
	for _, f := range o.from {
		k := slices.IndexFunc(f.Run.Sets, func(s setFacts) bool { return s.Set == facts.Set })
		if k < 0 || f.Run.Mode != want.Mode {
			continue
		}
		have := f.Run
		have.Sets = have.Sets[k : k+1]
		if where := difference("run", have, want); where != "" {
			return nil, false, fmt.Errorf("%s: %s is asked for (sets counted from %s)", f.name, where, facts.Set)
		}
		return f.table(k).Runs, true, nil
	}
	return nil, false, nil
}
