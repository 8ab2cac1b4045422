// This file holds what the loop does when workers come, report, crash or fall
// silent.

package loop

import (
	"fmt"
	"slices"

	"dcctree/core/dcc"
	"dcctree/wasm/protocol"
)

// Join takes a fresh worker up; it gets jobs once it is Ready.
func (l *Loop) Join(id int) {
	if l.workers[id] != nil {
		return
	}
	l.workers[id] = &worker{heard: l.now}
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
	if l.mode != empty {
		l.pump()
	}
}

// Ready says that a worker has started.
func (l *Loop) Ready(id int) {
	w := l.workers[id]
	if w == nil {
		return
	}
	w.ready, w.heard = true, l.now
	l.pump()
}

// Beat says that a worker is still at its job.
func (l *Loop) Beat(id int) {
	if w := l.workers[id]; w != nil {
		w.heard = l.now
	}
}

// Result takes the result of a job of a run. Stale runs, results of jobs that
// the worker does not have, and unknown workers are ignored.
func (l *Loop) Result(id, run int, r dcc.Result) {
	w := l.workers[id]
	if w == nil || !w.busy() || w.run != run || w.jobs[0] != r.ID {
		return
	}
	w.jobs, w.heard, l.futile = w.jobs[1:], l.now, 0
	if run == l.run {
		r.Foreign.Seconds = 0 // what a run keeps does not depend on the clock
		delete(l.crashes, r.ID)
		l.take(l.load.Report(r))
	} else {
		l.sideResult(r)
	}
	l.pump()
}

// Lost says that a worker is gone or in doubt, and why. It is replaced, and its
// job issued again, or given up after MaxCrashes workers.
func (l *Loop) Lost(id int, why string) {
	w := l.workers[id]
	if w == nil {
		return
	}
	l.remove(id)
	start := true
	if !w.busy() {
		l.futile++
		start = l.futile < maxFutile
	}
	l.host.Replace(id, start)
	l.tell(w, start, why)
	if w.busy() {
		l.crashed(w, why)
	}
	if l.mode != empty {
		l.pump()
	}
}

// tell writes the notice about a lost worker.
func (l *Loop) tell(w *worker, start bool, why string) {
	why = firstLine(why)
	switch {
	case !start:
		l.host.Notice(protocol.NoticeLost, fmt.Sprintf("A worker could not be kept alive (%s) and was given up; %d are left.", why, len(l.workers)),
			fmt.Sprintf("Ein Worker blieb nicht am Leben (%s) und ist aufgegeben; übrig sind %d.", why, len(l.workers)))
	case w.busy():
		l.host.Notice(protocol.NoticeReplaced, fmt.Sprintf("A worker failed (%s). It was replaced and its job issued again; nothing that was found is lost.", why),
			fmt.Sprintf("Ein Worker scheiterte (%s). Er ist ersetzt und seine Aufgabe neu vergeben; nichts Gefundenes ist verloren.", why))
	default:
		l.host.Notice(protocol.NoticeReplaced, fmt.Sprintf("An idle worker failed (%s) and was replaced.", why),
			fmt.Sprintf("Ein untätiger Worker scheiterte (%s) und ist ersetzt.", why))
	}
}

// crashed counts a job's failures and gives it up after MaxCrashes.
func (l *Loop) crashed(w *worker, why string) {
	if w.run != l.run {
		l.sideCrashed(w.jobs[0], why)
		return
	}
	if !givenUp(l.crashes, w.jobs[0]) {
		return
	}
	if kind, asked := l.kindOf(w.jobs[0]); asked { // else it was made ahead
		loss, german := lossText(kind)
		l.host.Notice(protocol.NoticeGivenUp, loss+": its "+crashText(w.jobs[0], why)+".", german+": "+crashGerman(w.jobs[0], why))
	}
	l.take(l.load.Fail(w.jobs[0], crashText(w.jobs[0], why)))
}

// kindOf returns the kind of a job of the run that is asked for and not reported.
func (l *Loop) kindOf(id int) (kind dcc.JobKind, asked bool) {
	for _, j := range l.load.Next() {
		if j.ID == id {
			return j.Kind, true
		}
	}
	return "", false
}

// lossText says what a run lacks without a job of the kind.
func lossText(kind dcc.JobKind) (english, german string) {
	switch kind {
	case dcc.BurnIn, dcc.Visit:
		return "A chain is left out", "Eine Kette ist weggelassen"
	case dcc.Audit:
		return "An audit is left out", "Eine Prüfung ist weggelassen"
	case dcc.Sketch:
		return "A topology is left out of the estimate of what was not measured", "Eine Topologie fehlt in der Schätzung des Ungemessenen"
	}
	return "A topology is left out", "Eine Topologie ist weggelassen"
}

// givenUp counts a crash of a job and tells whether it was the last.
func givenUp(crashes map[int]int, job int) bool {
	crashes[job]++
	if crashes[job] < MaxCrashes {
		return false
	}
	delete(crashes, job)
	return true
}

// Tick tells the time and replaces workers that were silent for too long.
func (l *Loop) Tick(now float64) {
	if now-l.ticked > pauseLimit {
		l.forgive(now)
	}
	l.now, l.ticked = now, now
	for _, id := range slices.Clone(l.order) {
		w := l.workers[id]
		switch {
		case w == nil:
		case w.busy() && now-w.heard > l.silence:
			l.Lost(id, fmt.Sprintf("silent for %.0f seconds", (now-w.heard)/1000))
		case !w.ready && now-w.heard > StartLimit:
			l.Lost(id, "it did not start within a minute")
		}
	}
}

// forgive starts all silences anew: the machine or the tab slept, or this
// worker itself was busy, and nobody can be blamed.
func (l *Loop) forgive(now float64) {
	for _, w := range l.workers {
		w.heard = now
	}
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
