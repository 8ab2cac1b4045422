// Measurements made before they are asked for, by workers that would wait: they change no result.

package dcc

// early is a measurement that may be asked for later. A job is a function of the problem, the topology and the hard
// trees that it starts from: where those are still the same when it is asked for, its result is.
type early struct {
	job    Job
	search int // which of the topology's searches gave the hard trees
	result Result
	ready  bool
	lost   bool // failed: if it is asked for, it is tried anew
}

// firstEarly is the number of the first job of Ahead, above all others.
const firstEarly = 1 << 30

// Ahead returns jobs that Next is likely to ask for later, for workers that have nothing else to do. They are reported
// like others. Their work counts only once Next would have asked for them, so
// results and counts do not depend on whether Ahead is used. With many inputs or rows there are none: predictions
// are so rough there, and measurements so long, that on Wine a run took a tenth longer with them than without.
func (f *Fast) Ahead() (jobs []Job) {
	if f.large() {
		return nil
	}
	if f.ended != Searching || len(f.batch) == 0 || f.batch[0].Kind != Measure && f.measured == 0 || f.exhausted() {
		return nil
	}
	measuring := 0
	for _, j := range f.batch {
		if j.Kind == Measure {
			measuring++
		}
	}
	likely, most := f.open(), min(measuring+f.set.Batch, f.set.MaxMeasured-f.measured)
	if f.spent > 0 {
		most = min(most, f.affordable())
	}
	room := f.set.Batch - f.unasked() // what is made ahead must not become much more than what is asked for
	for _, e := range likely[:min(len(likely), most)] {
		if f.queued(e) {
			continue
		}
		if e.early == nil || e.early.search != e.searches {
			if room <= 0 {
				continue
			}
			room--
		}
		if s := f.begun(e); !s.ready && !s.lost {
			jobs = append(jobs, s.job)
		}
	}
	return jobs
}

// unasked counts the early measurements that are still right and that nobody asked for.
func (f *Fast) unasked() (n int) {
	for _, e := range f.order {
		if e.early != nil && e.early.search == e.searches && !e.early.lost {
			n++
		}
	}
	return n
}

// queued tells whether the entry's measurement is asked for.
func (f *Fast) queued(e *fastEntry) bool {
	for _, j := range f.batch {
		if j.Kind == Measure && j.Topology == e.topology.Key() {
			return true
		}
	}
	return false
}

// begun returns the early measurement of the entry from its present hard trees, made where there is none.
func (f *Fast) begun(e *fastEntry) *early {
	if e.early == nil || e.early.search != e.searches {
		f.earlies++
		e.early = &early{job: Job{ID: firstEarly + f.earlies, Kind: Measure, Topology: e.topology.Key(), Starts: e.solutions}, search: e.searches}
	}
	return e.early
}

// foresee takes the result of an early measurement; other results are ignored.
func (f *Fast) foresee(r Result) {
	for _, e := range f.order {
		s := e.early
		if s == nil || s.job.ID != r.ID {
			continue
		}
		if f.problem.Check(s.job, r) != nil || r.Outcome == LeftOut {
			s.lost = true
		} else {
			s.result, s.ready = r, true
		}
		return
	}
}

// resume gives the job the number of the entry's early measurement where there is one that is still right, and takes its
// result where that is known.
func (f *Fast) resume(e *fastEntry, j *Job) {
	s := e.early
	if j.Kind != Measure || s == nil {
		return
	}
	e.early = nil
	if s.search != e.searches || s.lost {
		return
	}
	j.ID = s.job.ID
	if s.ready {
		f.results[j.ID] = s.result
	}
}
