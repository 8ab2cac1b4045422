// Jobs done before they are asked for, by workers that would wait: they change no result.

package search

import (
	"math"
	"slices"

	"dcctree/core/conquer"
	"dcctree/core/dcc"
	"dcctree/core/dcc/internal/kept"
	"dcctree/core/hardtree"
	"dcctree/core/numeric"
	"dcctree/core/topology"
)

// early is a job that may be asked for later. A job is a function of the problem, its kind, the topology and the hard
// trees that it starts from: where those are the same when it is asked for, its result is.
type early struct {
	job    dcc.Job
	result dcc.Result
	ready  bool
	lost   bool // failed: if it is asked for, it is tried anew
	seen   int  // the number of the last look ahead that met it
}

const (
	firstEarly = 1 << 30 // number of the first job of Ahead, above all others
	// earlySearches bounds the searches that are made ahead and that nobody asked for yet; of measurements there
	// may be as many as are made at a time.
	earlySearches = 32
	// mostForeseen is how many batches Ahead looks beyond the present one.
	mostForeseen = 3
)

// Ahead returns jobs that Next is likely to ask for later, for workers that have nothing else to do. They are reported
// like others. Their work counts only once Next would have asked for them, so
// results and counts do not depend on whether Ahead is used.
//
// What comes next is planned on a copy of the run that knows the results so far, and takes the predictions of those
// that are missing. With two workers a search on BCW took .87 of the time without, on Wine .93, on Raisin .83, on WU,
// CGM and Iris .86. With many rows there are none: a worker is not free for what is asked for while it measures, for
// seconds.
func (f *Fast) Ahead() (jobs []dcc.Job) {
	if f.manyRows() || f.ended != dcc.Searching || len(f.batch) == 0 ||
		f.measured == 0 && f.batch[0].Kind != dcc.Measure || f.batch[0].Kind == dcc.Embed {
		return nil // embedded draws start from others, which are not known ahead
	}
	f.looks++
	s := f.shadow()
	for range mostForeseen {
		s.guess()
		s.applyAll()
		if s.Done() || s.ended != dcc.Searching || s.batch[0].Kind == dcc.Embed ||
			s.batch[0].Kind == dcc.Measure && s.left() < usual(s.spent, s.measured) {
			break // what is under way may use the budget up
		}
		jobs = append(jobs, f.prepare(s)...)
	}
	return jobs
}

// prepare returns the jobs of the shadow's batch that are still to be made early, as far as there is room, and gives
// the shadow the results of those that are made.
func (f *Fast) prepare(s *Fast) (jobs []dcc.Job) {
	for _, j := range s.batch {
		e := f.earlyOf(j)
		if e == nil && f.roomFor(j.Kind) {
			e = f.begin(j)
		}
		if e == nil || e.lost {
			continue
		}
		e.seen = f.looks
		if e.ready {
			s.results[j.ID] = stripped(e.result, j.ID)
		} else {
			jobs = append(jobs, e.job)
		}
	}
	return jobs
}

// sameWork reports whether two jobs of a run have the same result.
func sameWork(a, b dcc.Job) bool {
	return a.Kind == b.Kind && a.Topology == b.Topology &&
		slices.EqualFunc(startsOf(a), startsOf(b), hardtree.Solution.Equal) &&
		slices.EqualFunc(reductionsOf(a), reductionsOf(b), conquer.Reduction.Equal)
}

func startsOf(j dcc.Job) []hardtree.Solution {
	switch k := j.Task.(type) {
	case *ScoreTask:
		return k.Starts
	case *MeasureTask:
		return k.Starts
	case *AuditTask:
		return k.Starts
	}
	return nil
}

func reductionsOf(j dcc.Job) []conquer.Reduction {
	switch k := j.Task.(type) {
	case *MeasureTask:
		return k.Reductions
	case *EmbedTask:
		return k.Reductions
	case *AuditTask:
		return k.Reductions
	}
	return nil
}

// begin notes that j is done early.
func (f *Fast) begin(j dcc.Job) *early {
	f.earlies++
	j.ID = firstEarly + f.earlies
	e := &early{job: j}
	f.early = append(f.early, e)
	return e
}

// roomFor tells whether one more job of a kind may be made ahead: that must not become much more than what is asked
// for. A search that is not expected any more makes room for another; a measurement keeps its room from when it is
// foreseen, so that few guesses are followed: with room for more, BCW and Wine took a tenth longer.
func (f *Fast) roomFor(kind dcc.JobKind) bool {
	count, idle := 0, -1
	for i, e := range f.early {
		if e.job.Kind == kind && !e.lost {
			count++
			if e.ready && e.seen < f.looks {
				idle = i
			}
		}
	}
	switch {
	case kind != dcc.Score:
		return count < f.set.Batch
	case count < earlySearches:
		return true
	case idle < 0:
		return false
	}
	f.early = slices.Delete(f.early, idle, idle+1)
	return true
}

// earlyOf returns the early job that does what j does; nil where there is none.
func (f *Fast) earlyOf(j dcc.Job) *early {
	at := slices.IndexFunc(f.early, func(e *early) bool { return sameWork(e.job, j) })
	if at < 0 {
		return nil
	}
	return f.early[at]
}

// foresee takes the result of an early job; other results are ignored.
func (f *Fast) foresee(r dcc.Result) {
	for _, e := range f.early {
		if e.job.ID != r.ID {
			continue
		}
		if f.problem.Check(e.job, r) != nil || r.Outcome != dcc.Sampled {
			e.lost = true
		} else {
			e.result, e.ready = r, true
		}
		return
	}
}

// resume gives the job the number of the early one that does the same where there is one, and takes its result where
// that is known.
func (f *Fast) resume(j *dcc.Job) {
	e := f.earlyOf(*j)
	if e == nil {
		return
	}
	f.early = slices.DeleteFunc(f.early, func(o *early) bool { return o == e })
	if e.lost {
		return
	}
	j.ID = e.job.ID
	if e.ready {
		f.results[j.ID] = e.result
	}
}

// forget lets early jobs go that nobody will ask for: the search is over, the topology is measured, or other hard trees
// of it are known by now.
func (f *Fast) forget() {
	f.early = slices.DeleteFunc(f.early, func(e *early) bool {
		t, _ := topology.Parse(e.job.Topology)
		now := f.found[t]
		switch {
		case f.ended != dcc.Searching:
			return true
		case now == nil || e.job.Kind != dcc.Measure:
			return false
		}
		return now.measured || !slices.EqualFunc(startsOf(e.job), now.solutions, hardtree.Solution.Equal)
	})
}

// shadow returns a copy of all that planning reads and writes, without draws, with the results of the batch so far.
func (f *Fast) shadow() *Fast {
	s := *f
	s.found, s.order = make(map[topology.Topology]*fastEntry, len(f.found)), make([]*fastEntry, len(f.order))
	s.early, s.told, s.notes, s.jobs, s.room = nil, nil, nil, dcc.JobLog{}, math.MaxInt
	for i, e := range f.order {
		c := *e
		c.starts, c.pool, c.weights = slices.Clip(e.starts),
			kept.Pool{Dim: e.pool.Dim, Capacity: e.pool.Capacity}, dcc.Weights{}
		s.order[i], s.found[c.topology] = &c, &c
	}
	for _, e := range s.order {
		near := make([]*fastEntry, len(e.near))
		for i, n := range e.near {
			near[i] = s.found[n.topology]
		}
		e.near = near
	}
	s.draw, s.fresh, s.factors = exploration{}, nil, slices.Clip(f.factors)
	s.results = map[int]dcc.Result{}
	for id, r := range f.results {
		s.results[id] = stripped(r, id)
	}
	return &s
}

// stripped returns a result without draws, which planning does not read.
func stripped(r dcc.Result, id int) dcc.Result {
	r.ID = id
	if m, ok := r.Found.(*dcc.Measured); ok {
		r.Found = &dcc.Measured{Draws: m.Draws, Evidence: m.Evidence}
	}
	return r
}

// guess gives the jobs of a shadow's batch that have no result what they are predicted to find, at the mean cost so
// far; searches find nothing new.
func (f *Fast) guess() {
	correction := f.correction()
	for _, j := range f.batch {
		if _, known := f.results[j.ID]; !known {
			t, _ := topology.Parse(j.Topology)
			f.results[j.ID] = f.guessed(j, f.found[t], correction)
		}
	}
}

func (f *Fast) guessed(j dcc.Job, e *fastEntry, correction float64) dcc.Result {
	left := dcc.Result{ID: j.ID, Outcome: dcc.LeftOut, Reason: notKnown}
	if j.Kind == dcc.Score {
		if len(e.solutions) == 0 {
			return left
		}
		return dcc.Result{ID: j.ID, Outcome: dcc.Sampled, Found: &dcc.Scored{Solutions: e.solutions}}
	}
	m := &dcc.Measured{Evidence: dcc.Evidence{LogZ: f.predict(e, correction) - e.logPrior}}
	left.Gradients = usual(f.spent, f.measured)
	if !numeric.Finite(m.LogZ) {
		return left
	}
	return dcc.Result{ID: j.ID, Outcome: dcc.Sampled, Work: left.Work, Found: m}
}

const notKnown = "not known yet"

// usual is the mean cost of n jobs, gradient units.
func usual(spent, n int) int {
	if n == 0 {
		return 0
	}
	return spent / n
}
