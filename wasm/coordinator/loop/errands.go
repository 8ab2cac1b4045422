// This file holds errands: jobs that belong to no run, for workers that have nothing else to do.

package loop

import (
	"slices"

	"dcctree/core/dcc"
	"dcctree/core/words"
	"dcctree/wasm/protocol"
)

// errands are those that were sent and are not done.
type errands struct {
	run  int // stamped on their jobs
	last int // the newest job's number
	jobs []dcc.Job
	done map[int]func(found any)
}

// Hands is how many workers there are, those that are starting included.
func (l *Loop) Hands() int { return len(l.workers) }

// Errand has a worker do a task as soon as one has nothing else to do, and returns the job's number and the run stamped
// on it. done gets what was found; nil where no worker can do it, or a run or work beside it needs them all.
func (l *Loop) Errand(kind dcc.JobKind, task dcc.Task, done func(found any)) (run, job int) {
	if l.errands == nil {
		l.errands = &errands{run: l.stamp(), done: map[int]func(any){}}
	}
	e := l.errands
	e.last++
	job = e.last
	e.jobs = append(e.jobs, dcc.Job{ID: job, Kind: kind, Task: task})
	e.done[job] = done
	l.pump()
	return e.run, job
}

// DropErrands cancels all errands; nobody hears of them again.
func (l *Loop) DropErrands() {
	if e := l.errands; e != nil {
		l.errands = nil
		l.cancel(e.run)
		l.pump()
	}
}

// pumpErrands hands errands out.
func (l *Loop) pumpErrands() {
	switch e := l.errands; {
	case e == nil:
	case l.Active() || l.side != nil || len(l.workers) == 0:
		l.handBack()
	default:
		l.assignAll(l.idle(), e.run, slices.Clone(e.jobs))
	}
}

// handBack says of errands that no worker is at that none does them: they would wait for the end of a run.
func (l *Loop) handBack() {
	e := l.errands
	taken := l.taken(e.run)
	for _, j := range slices.Clone(e.jobs) {
		if !taken[j.ID] {
			e.end(j.ID, nil)
		}
	}
}

// end takes an errand off the list and says what was found.
func (e *errands) end(job int, found any) {
	done, ok := e.done[job]
	if !ok {
		return
	}
	delete(e.done, job)
	e.jobs = slices.DeleteFunc(e.jobs, func(j dcc.Job) bool { return j.ID == job })
	done(found)
}

// errand reports whether a worker is at one.
func (l *Loop) errand(w *worker) bool { return l.errands != nil && w.run == l.errands.run }

// failed gives the errand of a worker up: its sender does it, so that nothing is lacking.
func (l *Loop) failed(w *worker, why string) {
	l.notice(protocol.NoticeReplaced, words.Of("worker.errand", MaxCrashes, same(why)))
	l.errands.end(w.jobs[0].ID, nil)
}
