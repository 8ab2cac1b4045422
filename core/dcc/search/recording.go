// A run of the fast mode written down, and replayed.

package search

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"dcctree/core/dcc"
	"dcctree/core/dcc/internal/kept"
	"dcctree/core/evidence"
	"dcctree/core/numeric"
)

// note is a result of the fast mode that was applied. Its draws are the topology's pool, unless a later result took
// their place.
type note struct {
	job    dcc.JobDigest
	result dcc.RecordedResult // without draws
	entry  *fastEntry
	drawn  bool      // it gave draws
	former kept.Pool // they, where later ones took their place
}

// remember notes a result before it is applied; drawn says that its draws will be the topology's.
func (f *Fast) remember(e *fastEntry, r dcc.Result, drawn bool) {
	n := note{job: f.jobs.Last(), result: r.Record(), entry: e, drawn: drawn}
	n.result.Proposals, n.result.LogWeights = nil, nil
	if drawn {
		for i := range f.notes {
			if m := &f.notes[i]; m.entry == e && m.drawn && m.former.Weights == nil {
				m.former = e.pool
			}
		}
	}
	f.notes = append(f.notes, n)
}

// Recording returns the run so far. It shares memory with the run and holds until the next result.
func (f *Fast) Recording() (out dcc.Recording) {
	for _, n := range f.notes {
		r := n.result
		switch {
		case n.drawn && n.former.Weights != nil:
			r.Proposals, r.LogWeights = n.former.Points, n.former.Weights
		case n.drawn:
			r.Proposals, r.LogWeights = n.entry.pool.Points, n.entry.pool.Weights
		}
		var largest dcc.Weights
		if n.drawn && n.former.Weights == nil {
			largest = n.entry.weights
		}
		out.Jobs, out.Results, out.Largest = append(out.Jobs, n.job), append(out.Results, r),
			append(out.Largest, largest)
	}
	return out
}

// errOther says that a recording and a problem do not belong together.
func errOther(at int, why string) error {
	return fmt.Errorf("result %d: %s", at+1, why)
}

// Replay leads a fresh run to the state of the recording, and calls step after every step on the way. An error says
// that the recording is not of a run on this problem by this sampler; the run is of no use then.
func (f *Fast) Replay(r dcc.Recording, step func(dcc.Step)) error {
	if len(r.Jobs) != len(r.Results) || len(r.Largest) != len(r.Results) {
		return fmt.Errorf("%d jobs with %d results and %d lists of weights", len(r.Jobs), len(r.Results),
			len(r.Largest))
	}
	for at := 0; at < len(r.Results); {
		if f.Done() || len(r.Results)-at < len(f.batch) {
			return errOther(at, "the run has other jobs")
		}
		for i, j := range f.batch {
			result, job := r.Results[at+i], r.Jobs[at+i]
			if job.Kind != j.Kind || job.Topology != j.Topology {
				return errOther(at+i, fmt.Sprintf("is of the job %s %s; the run's is %s %s", job.Kind,
					job.Topology, j.Kind, j.Topology))
			}
			found := result.Result(j.Kind)
			found.ID = j.ID
			if err := checkRecorded(f.problem, j, found); err != nil {
				return errOther(at+i, err.Error())
			}
			f.results[j.ID] = found
		}
		from := at
		at += len(f.batch)
		steps := f.complete()
		for i := from; i < at; i++ {
			f.jobs.Set(i, r.Jobs[i].Digest)
			f.notes[i].job.Digest = r.Jobs[i].Digest
			if err := f.notes[i].takeLargest(r.Largest[i]); err != nil {
				return errOther(i, err.Error())
			}
		}
		for _, s := range steps {
			step(s)
		}
	}
	return nil
}

// takeLargest takes the largest weights of a result over: those of its draws are of fewer.
func (n *note) takeLargest(w dcc.Weights) error {
	if len(w.Largest) == 0 {
		return nil
	}
	if !n.drawn || w.Count < len(w.Largest) || len(w.Largest) > evidence.LargestKept || !numeric.Finite(w.Total) {
		return errors.New("weights that do not hold together")
	}
	for i, x := range w.Largest {
		if math.IsNaN(x) || i > 0 && x > w.Largest[i-1] {
			return errors.New("weights that do not fall")
		}
	}
	n.entry.weights = dcc.Weights{Largest: slices.Clone(w.Largest), Count: w.Count, Total: w.Total}
	return nil
}

// checkRecorded is Check for a result whose draws may be gone.
func checkRecorded(p *dcc.Problem, j dcc.Job, r dcc.Result) error {
	if r.Outcome != dcc.Sampled && r.Outcome != dcc.LeftOut {
		return fmt.Errorf("the outcome %q", r.Outcome)
	}
	if m := measured(r); r.Outcome == dcc.Sampled && j.Kind == dcc.Audit && len(m.LogWeights) == 0 &&
		len(m.Proposals) == 0 && m.Audit.Added == 0 {
		if !m.Audit.Check() {
			return errors.New("an audit that does not hold together")
		}
		return m.Evidence.Check()
	}
	return p.Check(j, r)
}
