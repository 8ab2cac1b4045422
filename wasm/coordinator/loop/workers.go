// This file holds what the loop does when workers come, report, crash or fall
// silent.

package loop

import (
	"slices"

	"dcctree/core/dcc"
	"dcctree/core/words"
	"dcctree/wasm/protocol"
)

// Join takes a fresh worker up; it gets jobs once it is Ready.
func (l *Loop) Join(id int) {
	if l.workers[id] != nil {
		return
	}
	l.workers[id] = &worker{}
	l.order = append(l.order, id)
	if l.mode != empty {
		l.host.Prepare(id)
	}
}

// Leave takes a worker away that the page has ended; its jobs are issued again and not held against it.
func (l *Loop) Leave(id int) {
	if l.workers[id] == nil {
		return
	}
	l.remove(id)
	l.pump()
}

// Ready says that a worker has started.
func (l *Loop) Ready(id int) {
	w := l.workers[id]
	if w == nil {
		return
	}
	l.hear(w)
	w.ready = true
	l.pump()
}

// Beat says that a worker is still at its job.
func (l *Loop) Beat(id int) {
	if w := l.workers[id]; w != nil {
		l.hear(w)
	}
}

// hear ends a worker's silence and learns from it, but for errands, which may be silent for long.
func (l *Loop) hear(w *worker) {
	if !(w.busy() && l.errand(w)) {
		l.longest = max(l.longest, w.silent)
	}
	w.silent = 0
}

// Result takes the result of a job of a run. Stale runs, results of jobs that
// the worker does not have, and unknown workers are ignored.
func (l *Loop) Result(id, run int, r dcc.Result) {
	w := l.workers[id]
	if w == nil || !w.busy() || w.task() != (task{run, r.ID}) {
		return
	}
	l.hear(w)
	delete(l.crashes, w.task())
	delete(l.silences, w.task())
	w.jobs, l.futile = w.jobs[1:], 0
	switch {
	case run == l.run:
		r.Seconds = 0 // what a run keeps does not depend on the clock
		l.take(l.load.Report(r))
	case l.errand(w):
		l.errands.end(r.ID, r.Found)
	default:
		l.sideSteps(l.side.load.Report(r))
	}
	l.pump()
}

// Lost says that a worker failed, and why. It is replaced, and its job issued again, or
// given up after MaxCrashes workers.
func (l *Loop) Lost(id int, why string) {
	w := l.workers[id]
	if w == nil {
		return
	}
	if !w.busy() {
		l.idleLost(id, same(why))
		return
	}
	l.replace(id, words.Of("worker.failed", name(w.jobs[0]), same(why)))
	if l.crashes[w.task()]++; l.crashes[w.task()] == MaxCrashes {
		delete(l.crashes, w.task())
		l.giveUp(w, why)
	}
	l.pump()
}

// idleLost replaces a worker that had no job, unless too many were lost so.
func (l *Loop) idleLost(id int, why words.Speaker) {
	l.futile++
	if l.futile < maxFutile {
		l.replace(id, words.Of("worker.idle", why))
	} else {
		l.remove(id)
		l.host.Replace(id, false)
		l.notice(protocol.NoticeLost, words.Of("worker.lost", why, len(l.workers)))
	}
	l.pump()
}

// silenced takes the job from a worker that was silent for too long. That is held neither against the job, which is
// given twice the time on the next worker, nor against the results.
func (l *Loop) silenced(id int) {
	w := l.workers[id]
	l.silences[w.task()]++
	l.replace(id, words.Of("worker.silent", w.silent, name(w.jobs[0])))
	l.pump()
}

func (l *Loop) replace(id int, said words.Message) {
	l.remove(id)
	l.host.Replace(id, true)
	l.notice(protocol.NoticeReplaced, said)
}

func (l *Loop) notice(kind string, said words.Message) { l.host.Notice(kind, said) }

// giveUp goes on without the job at hand of a worker.
func (l *Loop) giveUp(w *worker, why string) {
	job := w.jobs[0]
	if l.errand(w) {
		l.failed(w, why)
		return
	}
	if w.run != l.run {
		l.notice(protocol.NoticeGivenUp,
			words.Of("worker.beside", loss(job.Kind), MaxCrashes, name(job), same(why)))
		l.sideSteps(l.side.load.Fail(job.ID, crashText(why)))
		return
	}
	if l.asked(job.ID) { // else it was made ahead
		l.notice(protocol.NoticeGivenUp,
			words.Of("worker.givenup", loss(job.Kind), MaxCrashes, name(job), same(why)))
	}
	l.take(l.load.Fail(job.ID, crashText(why)))
}

// asked reports whether a job of the run is asked for and not reported.
func (l *Loop) asked(id int) bool {
	return slices.ContainsFunc(l.load.Next(), func(j dcc.Job) bool { return j.ID == id })
}

// Tick counts a second for which the coordinator was awake, and replaces workers that were silent for too long. A
// machine or a tab that slept, and a coordinator that was busy or starved, count as one tick however long that took;
// what workers sent meanwhile is heard before the next.
func (l *Loop) Tick() {
	for _, id := range slices.Clone(l.order) {
		w := l.workers[id]
		if w == nil || w.ready && !w.busy() {
			continue
		}
		w.silent++
		switch {
		case !w.ready && w.silent > StartLimit<<min(l.futile, startDoublings):
			l.idleLost(id, words.Of("worker.nostart", w.silent))
		case w.ready && w.silent > l.patience(w):
			l.silenced(id)
		}
	}
}

// patience returns at how many ticks a worker may stay silent at a job. A slow machine's silences are longer, so the
// longest one counts that ended by itself; and it doubles whenever the job is taken from a silent worker,
// so that every job that ends at all is awaited in the end.
func (l *Loop) patience(w *worker) int {
	limit := l.limit
	if l.errand(w) {
		limit = errandLimit
	}
	return max(limit, paceFactor*l.longest) << l.silences[w.task()]
}

// cancel terminates the workers that are busy with the run or the work beside it; their jobs are not held
// against them.
func (l *Loop) cancel(run int) {
	for _, id := range slices.Clone(l.order) {
		if w := l.workers[id]; w.busy() && w.run == run {
			l.remove(id)
			l.host.Replace(id, true)
		}
	}
}

func (l *Loop) remove(id int) {
	delete(l.workers, id)
	l.order = slices.DeleteFunc(l.order, func(other int) bool { return other == id })
}
