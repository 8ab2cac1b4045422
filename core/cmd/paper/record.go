// The JSON of runs: one layout for a whole run, for a shard of it and for what shards merge to.

package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"

	"dcctree/core/cmd/internal/published"
	"dcctree/core/dataset"
	"dcctree/core/dcc"
	"dcctree/core/numeric"
)

const (
	// recordFormat names the layout; a change of it takes another number.
	recordFormat = "dcctree runs 1"
	// resultsVersion is that of what the program computes from a seed: raised with every change of a digest (a test
	// holds it to one).
	resultsVersion = 2
	// othersVersion is the same of the paper's other methods, whose long runs docs/paper-runs holds.
	othersVersion = 1
	// mostRuns bounds the runs of a set, so that what is missing can be counted.
	mostRuns = 1_000_000
)

// record is a run, or a shard of it. A job is one (set, seed); their list goes through the sets and, within each, the
// seeds.
type record struct {
	Format  string   `json:"format"`
	Run     identity `json:"run"`
	RunSum  string   `json:"runSum"`           // of Run
	Shard   *shard   `json:"shard,omitempty"`  // nil for a whole run
	Jobs    []job    `json:"jobs"`             // in the list's order
	Tables  []means  `json:"tables,omitempty"` // of a whole run, in the order of Run.Sets
	Timings []timing `json:"timings"`          // of the jobs, in their order; no part of the results
}

// identity is everything that the shards of one run have in common.
type identity struct {
	Results    int               `json:"results"`        // resultsVersion
	Mode       string            `json:"mode"`           // "paper" or "fast"
	Predictive string            `json:"predictive"`     // "likelihood" or "mixture"
	Seed       uint64            `json:"seed"`           // of the first run of each set
	Runs       int               `json:"runs"`           // per set, with seeds Seed, Seed + 1, ...
	Fast       *dcc.FastSettings `json:"fast,omitempty"` // of the fast mode
	Sets       []setFacts        `json:"sets"`
}

// setFacts is what the runs of one set have in common.
type setFacts struct {
	Set           string       `json:"set"`
	Data          string       `json:"data"` // digest of training and test rows
	Settings      dcc.Settings `json:"settings"`
	Metric        string       `json:"metric"`            // "MSE" or "accuracy"
	BaselineTest  float64      `json:"baselineTest"`      // of a prediction that ignores the inputs
	PartitionTest float64      `json:"truePartitionTest"` // 0 where there is none
}

// job is a result with its checksum.
type job struct {
	outcome
	Sum string `json:"sum"`
}

// timing is how long a job took.
type timing struct {
	Set          string  `json:"set"`
	Seed         uint64  `json:"seed"`
	Seconds      float64 `json:"seconds"`
	FirstSeconds float64 `json:"firstSeconds"` // before the audits
}

// identity describes a run of the sets by the options.
func (o options) identity(sets ...setFacts) identity {
	id := identity{Results: resultsVersion, Mode: "paper", Predictive: "likelihood", Seed: o.seed, Runs: o.runs, Sets: sets}
	if o.fast {
		fast := o.fastSettings()
		id.Mode, id.Fast = "fast", &fast
	}
	if o.mixture {
		id.Predictive = "mixture"
	}
	return id
}

// size is the number of jobs.
func (id identity) size() int { return len(id.Sets) * id.Runs }

// at returns set and seed of a job.
func (id identity) at(k int) (set int, seed uint64) {
	return k / id.Runs, id.Seed + uint64(k%id.Runs)
}

// called names a job.
func (id identity) called(k int) string {
	set, seed := id.at(k)
	return fmt.Sprintf("%s seed %d", id.Sets[set].Set, seed)
}

// place is the inverse of at; ok is false for a job that is none of the run.
func (id identity) place(set string, seed uint64) (k int, ok bool) {
	s := slices.IndexFunc(id.Sets, func(f setFacts) bool { return f.Set == set })
	if s < 0 || seed < id.Seed || seed-id.Seed >= uint64(id.Runs) {
		return 0, false
	}
	return s*id.Runs + int(seed-id.Seed), true
}

// dataDigest is that of the rows and the names of inputs and classes.
func dataDigest(set *published.Set) string {
	d := numeric.NewDigest()
	for _, f := range []*dataset.Frame{set.Train, set.Test} {
		d.Numbers(float64(f.N), float64(f.D))
		d.Numbers(f.X...)
		d.Numbers(f.Y...)
		for _, c := range f.Class {
			d.Numbers(float64(c))
		}
		d.Words(f.Features...)
		d.Words(f.Classes...)
	}
	return fmt.Sprintf("%016x", d.Sum())
}

// newRecord puts a shard together; part nil makes a whole run. The results hold finite numbers (once sees to it).
func newRecord(id identity, part *shard, results []outcome) *record {
	r := &record{Format: recordFormat, Run: id, RunSum: checksum(id), Shard: part, Jobs: []job{}, Timings: []timing{}}
	for _, o := range results {
		r.Jobs = append(r.Jobs, job{o, checksum(o)})
		r.Timings = append(r.Timings, timing{o.Set, o.Seed, o.Seconds, o.FirstSeconds})
	}
	if part == nil {
		r.Tables = r.tables()
	}
	return r
}

// table returns the results of the k-th set of a whole run.
func (r *record) table(k int) table {
	var runs []outcome
	for _, j := range r.Jobs[k*r.Run.Runs : (k+1)*r.Run.Runs] {
		runs = append(runs, j.outcome)
	}
	return newTable(r.Run.Sets[k], runs)
}

// tables are the means of a whole run.
func (r *record) tables() (out []means) {
	for k := range r.Run.Sets {
		out = append(out, r.table(k).means)
	}
	return out
}

// checksum returns 16 hexadecimal digits over the JSON of v.
func checksum(v any) string { return fmt.Sprintf("%x", sha256.Sum256(compact(v)))[:16] }

// compact returns the JSON of v. Values here are finite numbers and texts.
func compact(v any) []byte {
	text, err := json.Marshal(v)
	if err != nil {
		panic("paper: a result that JSON cannot hold: " + err.Error())
	}
	return text
}

// write writes the record.
func (r *record) write(w io.Writer) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", " ")
	return enc.Encode(r)
}

// save writes to a file, or to w where none is named. The file is there only when it is whole.
func (r *record) save(w io.Writer, path string) error {
	if path == "" {
		return r.write(w)
	}
	return writeWhole(path, r.write)
}

// loadFile reads a file.
func loadFile(path string) (*record, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return read(path, text)
}

// read reads a record and holds it against its checksums. Errors name the file and the field.
func read(file string, text []byte) (*record, error) {
	r := new(record)
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	if err := dec.Decode(r); err != nil {
		return nil, fmt.Errorf("%s: no whole JSON of a run: %s%w", file, offset(err), err)
	}
	if _, err := dec.Token(); err != io.EOF {
		return nil, fmt.Errorf("%s: there is more after the JSON of the run, from byte %d on", file, dec.InputOffset())
	}
	for _, check := range []func() error{r.checkRun, r.checkShard, r.checkJobs, r.checkTimings, r.checkTables} {
		if err := check(); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
	}
	return r, nil
}

// offset tells where JSON is at fault, as far as it is known.
func offset(err error) string {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		return fmt.Sprintf("byte %d: ", syntax.Offset)
	case errors.As(err, &kind):
		return fmt.Sprintf("byte %d: ", kind.Offset)
	}
	return ""
}

func (r *record) checkRun() error {
	id := r.Run
	switch {
	case r.Format != recordFormat:
		return fmt.Errorf("format is %q; this program reads %q", r.Format, recordFormat)
	case r.RunSum != checksum(id):
		return fmt.Errorf("runSum is %q, the content of run gives %q: the file was damaged or changed", r.RunSum, checksum(id))
	case id.Runs < 1 || id.Runs > mostRuns:
		return fmt.Errorf("run.runs is %d; it must be 1 to %d", id.Runs, mostRuns)
	case id.Seed > math.MaxUint64-uint64(id.Runs):
		return fmt.Errorf("run.seed is %d; the last seed would be too large", id.Seed)
	case len(id.Sets) == 0:
		return fmt.Errorf("run.sets is empty")
	}
	for k, s := range id.Sets {
		if !slices.Contains(published.Names(), s.Set) {
			return fmt.Errorf("run.sets[%d].set is %q; there is no such set", k, s.Set)
		}
		if at := slices.IndexFunc(id.Sets, func(f setFacts) bool { return f.Set == s.Set }); at != k {
			return fmt.Errorf("run.sets[%d].set is %q, as run.sets[%d].set", k, s.Set, at)
		}
	}
	return nil
}

func (r *record) checkShard() error {
	if r.Shard == nil {
		return nil
	}
	if err := r.Shard.validate(); err != nil {
		return fmt.Errorf("shard: %w", err)
	}
	return nil
}

func (r *record) checkJobs() error {
	last := -1
	for k, j := range r.Jobs {
		at, ok := r.Run.place(j.Set, j.Seed)
		switch {
		case j.Sum != checksum(j.outcome):
			return fmt.Errorf("jobs[%d].sum is %q, the content of jobs[%d] (%s seed %d) gives %q: the file was damaged or changed", k, j.Sum, k, j.Set, j.Seed, checksum(j.outcome))
		case !ok || r.Shard != nil && at%r.Shard.Of != r.Shard.Index:
			return fmt.Errorf("jobs[%d] is %s seed %d, which does not belong to this run or shard", k, j.Set, j.Seed)
		case at <= last:
			return fmt.Errorf("jobs[%d] is %s seed %d, out of order or a second time", k, j.Set, j.Seed)
		}
		last = at
	}
	if r.Shard == nil && len(r.Jobs) != r.Run.size() {
		return fmt.Errorf("jobs holds %d results; the whole run has %d", len(r.Jobs), r.Run.size())
	}
	return nil
}

// checkTimings gives the results their times back.
func (r *record) checkTimings() error {
	if len(r.Timings) != len(r.Jobs) {
		return fmt.Errorf("timings holds %d entries for %d jobs", len(r.Timings), len(r.Jobs))
	}
	for k, t := range r.Timings {
		j := &r.Jobs[k]
		if t.Set != j.Set || t.Seed != j.Seed {
			return fmt.Errorf("timings[%d] is of %s seed %d, jobs[%d] of %s seed %d", k, t.Set, t.Seed, k, j.Set, j.Seed)
		}
		j.Seconds, j.FirstSeconds = t.Seconds, t.FirstSeconds
	}
	return nil
}

// checkTables holds the means against the results.
func (r *record) checkTables() error {
	if r.Shard != nil {
		if r.Tables != nil {
			return fmt.Errorf("tables: a shard has none")
		}
		return nil
	}
	if where := difference("tables", r.Tables, r.tables()); where != "" {
		return fmt.Errorf("%s by the jobs: the file was damaged or changed", where)
	}
	return nil
}
