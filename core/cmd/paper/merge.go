// Shards put together to the run that they are shards of.

package main

import (
	"fmt"
	"io"
	"strings"
)

// file is a record with where it was read.
type file struct {
	name string
	*record
}

// loadAll reads files.
func loadAll(paths []string) (out []file, err error) {
	for _, path := range paths {
		r, err := loadFile(path)
		if err != nil {
			return nil, err
		}
		out = append(out, file{path, r})
	}
	return out, nil
}

// writeMerged writes the JSON that the run would have written in one piece.
func writeMerged(w io.Writer, o options) error {
	files, err := loadAll(o.files)
	if err != nil {
		return err
	}
	whole, err := merge(files)
	if err != nil {
		return err
	}
	return whole.save(w, o.out)
}

// merge puts at least one file together, in any order. A job may stand in several files if they agree on it.
func merge(files []file) (*record, error) {
	for _, f := range files[1:] {
		if where := difference("run", f.Run, files[0].Run); where != "" {
			return nil, fmt.Errorf("%s: %s in %s", f.name, where, files[0].name)
		}
		if where := differ("shard.of", f.of(), files[0].of()); where != "" {
			return nil, fmt.Errorf("%s: %s in %s", f.name, where, files[0].name)
		}
	}
	id := files[0].Run
	found := map[int]source{}
	for _, f := range files {
		if err := f.collect(found); err != nil {
			return nil, err
		}
	}
	if text := missing(files, found); text != "" {
		return nil, fmt.Errorf("missing: %s", text)
	}
	var results []outcome
	for k := range id.size() {
		results = append(results, found[k].result)
	}
	return newRecord(id, nil, results), nil
}

// source is a result with where it stands.
type source struct {
	file   string
	at     int // in its jobs
	result outcome
}

// of is the number of shards of the file's run.
func (f file) of() int {
	if f.Shard == nil {
		return 1
	}
	return f.Shard.Of
}

// collect adds the file's results. Of a job done twice the faster time is kept, whatever the files' order.
func (f file) collect(found map[int]source) error {
	for k, j := range f.Jobs {
		at, _ := f.Run.place(j.Set, j.Seed)
		was, again := found[at]
		if again {
			if where := difference(fmt.Sprintf("jobs[%d]", k), j.outcome, was.result); where != "" {
				return fmt.Errorf("%s: %s in jobs[%d] of %s: two results of %s", f.name, where, was.at, was.file, f.Run.called(at))
			}
			if was.result.Seconds <= j.Seconds {
				continue
			}
		}
		found[at] = source{f.name, k, j.outcome}
	}
	return nil
}

// Of what is missing so much is named one by one.
const (
	jobsNamed   = 5 // of a shard
	shardsNamed = 20
)

// missing names the shards that are in no file, and the jobs that files lack of theirs.
func missing(files []file, found map[int]source) string {
	id, of := files[0].Run, files[0].of()
	names := map[int]string{}
	for _, f := range files {
		names[f.index()] = f.name
	}
	parts := list{most: shardsNamed, between: "; "}
	for i := range min(of, id.size()) {
		lacks := list{most: jobsNamed, between: ", "}
		for k := i; k < id.size(); k += of {
			if _, ok := found[k]; !ok {
				lacks.add(func() string { return id.called(k) })
			}
		}
		if lacks.count == 0 {
			continue
		}
		parts.add(func() string {
			which := fmt.Sprintf("shard %s", &shard{i, of})
			if name, ok := names[i]; ok {
				which += " is in " + name + ", but not all of it"
			}
			return which + " (" + lacks.String() + ")"
		})
	}
	return parts.String()
}

// index is the file's shard.
func (f file) index() int {
	if f.Shard == nil {
		return 0
	}
	return f.Shard.Index
}

// list holds the first texts of many and counts the others.
type list struct {
	most, count int
	between     string
	texts       []string
}

func (l *list) add(text func() string) {
	if l.count++; l.count <= l.most {
		l.texts = append(l.texts, text())
	}
}

// String joins them.
func (l *list) String() string {
	if more := l.count - l.most; more > 0 {
		return strings.Join(append(l.texts, fmt.Sprintf("%d more", more)), l.between)
	}
	return strings.Join(l.texts, l.between)
}
