// Package loop holds the state machine of a run: it hands the scheduler's jobs
// to workers, takes results in any order, and replaces workers that crash or
// fall silent.
//
// It knows no browser and no clock: what it wants done it asks of its Host, and time
// is the ticks that come once a second while the coordinator is awake. Calls must not
// overlap; each returns at once.
package loop

import (
	"slices"
	"sort"

	"dcctree/core/dcc"
	"dcctree/core/study"
	"dcctree/core/words"
)

const (
	// SilenceLimit is at how many ticks a busy worker may stay silent, on a small table,
	// before anything is known of the machine's pace. Workers beat every 250 ms, but
	// only between two pieces of work, such as an evaluation of the density.
	SilenceLimit = 4
	// limitValues is the size of a table (rows x columns) that doubles it.
	limitValues = 500000
	// paceFactor is by how much a silence may exceed the longest that a worker of this page came back from.
	paceFactor = 4
	// StartLimit is at how many ticks a fresh worker may stay silent. It doubles with
	// each worker in a row that is lost outside a job, at most startDoublings times.
	StartLimit     = 60
	startDoublings = 2
	// errandLimit is at how many ticks a worker may stay silent at an errand: of a large table a rival of the trees
	// takes a minute without a word.
	errandLimit = 600
	// MaxCrashes is on how many workers a job may fail before it is given up. Silence is no
	// failure: whether a worker hangs or is slow nobody can know, and results must not
	// depend on the machine's speed.
	MaxCrashes = 3
	// maxFutile is how many workers may be lost outside a job, mostly at their
	// start, between two results; what is lost within a job MaxCrashes bounds.
	maxFutile = 3
)

// Scheduler is what the loop needs of a *dcc.Sampler.
type Scheduler interface {
	// Next returns the jobs that can run now and are not reported yet.
	Next() []dcc.Job
	// Report takes a result and returns the steps that it completes.
	Report(dcc.Result) []dcc.Step
	// Fail gives a job up and returns the steps that this completes.
	Fail(id int, why string) []dcc.Step
	// Done says that no step is left.
	Done() bool
}

// Foreseeing is a Scheduler that has work for workers that would wait.
type Foreseeing interface {
	// Ahead returns jobs that Next is likely to ask for later. They change no result.
	Ahead() []dcc.Job
}

// Host does what the loop asks for.
type Host interface {
	// Prepare sends a worker the problem of all jobs that follow.
	Prepare(worker int)
	// Assign sends a worker a job of run.
	Assign(worker, run int, job dcc.Job)
	// Replace has a worker terminated and, if start, another one started.
	Replace(worker int, start bool)
	// Hold asks for a call of Rested as soon as the page has asked for nothing for a moment.
	Hold()
	// Step tells a completed step; id is 0, or the request that asked for it.
	Step(id int, s dcc.Step)
	// Ended tells request id in which state the run rests (study.StateDone...).
	Ended(id int, state string)
	// Refused tells request id why it failed.
	Refused(id int, f *study.Fault)
	// BesideStep tells a step of the work beside the run that request id asked for.
	BesideStep(id int, s dcc.Step)
	// BesideDone says that the work beside the run that request id asked for is at its end.
	BesideDone(id int)
	// Notice tells people something; kind is one of protocol.NoticeReplaced...
	Notice(kind string, said words.Message)
}

// mode is what the loop is doing.
type mode int

const (
	empty    mode = iota // no run was loaded
	resting              // no jobs are handed out; some may still be in flight
	stepping             // until the next step is complete
	running              // until the end
)

// calm is whether work after the search may begin.
type calm int

const (
	searching calm = iota
	ended          // the search has just ended
	held           // the page asks for what it found
	rested         // the page has it
)

// worker is one Web Worker as the loop sees it.
type worker struct {
	ready bool
	// jobs are the job at hand and, behind a short one, others of its kind: the worker need not wait for the
	// coordinator.
	jobs   []dcc.Job
	run    int // whose jobs they are, as stamped
	silent int // ticks since it was last heard of
}

// task is a job of a run, as stamped.
type task struct{ run, job int }

// task returns the job at hand of a busy worker.
func (w *worker) task() task { return task{w.run, w.jobs[0].ID} }

func (w *worker) busy() bool { return len(w.jobs) > 0 }

// Loop is the state machine. New makes one.
type Loop struct {
	host    Host
	mode    mode
	run     int // stamped on the run's jobs, another number when those in flight are canceled
	stamps  int // the highest stamp given
	load    Scheduler
	side    *side    // work beside the run; nil where there is none
	errands *errands // nil where none was sent
	workers map[int]*worker
	order   []int // worker numbers in order of arrival: hand-outs are reproducible

	crashes  map[task]int // failures
	silences map[task]int // how often the job was taken from a silent worker

	advance int   // the pending step or run request, 0 = none
	pauses  []int // pending pause requests
	pausing bool  // no further jobs of this run or step
	stopped bool  // the run was stopped for good

	calm calm

	queue   []dcc.Step // completed steps that nobody asked for yet
	futile  int        // workers lost outside a job since the last result
	limit   int        // ticks at which a busy worker may stay silent, as SilenceLimit
	longest int        // the longest silence that a worker came back from, ticks: the machine's pace
}

// New returns a loop without run and workers.
func New(h Host) *Loop {
	return &Loop{host: h, workers: map[int]*worker{}, crashes: map[task]int{}, silences: map[task]int{}}
}

// Load makes s the run, on a table of so many values (rows x columns), in place
// of any other run, whose pending requests are refused as replaced and whose
// jobs in flight are canceled.
func (l *Loop) Load(s Scheduler, values int) {
	l.drop(&study.Fault{Code: study.CodeReplaced, Message: "A newer run took the place of this one."})
	l.load, l.mode, l.futile, l.calm = s, resting, 0, searching
	l.limit = SilenceLimit * (limitValues + values) / limitValues
	for _, id := range l.order {
		l.host.Prepare(id)
	}
}

// Untold gives a run that was just loaded steps that it made before and that nobody asked for yet.
func (l *Loop) Untold(steps []dcc.Step) { l.queue = append(l.queue, steps...) }

// Release forgets the run; pending requests are refused.
func (l *Loop) Release() {
	l.drop(&study.Fault{Code: study.CodeReplaced, Message: "This run was closed."})
	l.load, l.mode = nil, empty
}

// Abort ends what is under way with a fault; what was found stays.
func (l *Loop) Abort(f *study.Fault) {
	l.cancel(l.run)
	l.run = l.stamp()
	l.dropSide(f)
	l.settle("", f)
}

// Active says whether jobs are handed out.
func (l *Loop) Active() bool { return l.mode == running || l.mode == stepping }

// drop ends whatever is under way and clears all that belonged to the run.
func (l *Loop) drop(why *study.Fault) {
	l.cancel(l.run)
	l.settle("", why)
	l.run = l.stamp()
	l.dropSide(why)
	clear(l.crashes)
	clear(l.silences)
	l.queue, l.stopped = nil, false
}

// stamp returns a number that no job carries yet.
func (l *Loop) stamp() int {
	l.stamps++
	return l.stamps
}

// Step asks for one step; the host's Step answers request id.
func (l *Loop) Step(id int) {
	if f := l.refuseAdvance(); f != nil {
		l.host.Refused(id, f)
		return
	}
	if len(l.queue) > 0 {
		l.pop(id)
		return
	}
	if l.load.Done() {
		l.host.Refused(id, finished())
		return
	}
	l.advance, l.mode = id, stepping
	l.pump()
}

func finished() *study.Fault {
	return &study.Fault{Code: study.CodeFinished, Message: "The run is finished: there is no further step."}
}

// Run asks to go on to the end; the host's Ended answers request id.
func (l *Loop) Run(id int) {
	if f := l.refuseAdvance(); f != nil {
		l.host.Refused(id, f)
		return
	}
	l.advance, l.mode = id, running
	l.flush()
	l.pump()
}

// Pause hands out no further job; Ended answers request id when the jobs in
// flight have come home.
func (l *Loop) Pause(id int) {
	if f := l.refuseEmpty(); f != nil {
		l.host.Refused(id, f)
		return
	}
	l.pauses, l.pausing = append(l.pauses, id), true
	l.pump()
}

// Stop cancels the jobs in flight for good; Ended answers request id. What was
// found stays.
func (l *Loop) Stop(id int) {
	if f := l.refuseEmpty(); f != nil {
		l.host.Refused(id, f)
		return
	}
	l.cancel(l.run)
	l.run = l.stamp()
	l.flush() // completed steps are part of what was found
	l.stopped = !l.load.Done()
	state := l.rest()
	l.settle(state,
		&study.Fault{Code: study.CodeStopped, Message: "The run was stopped before this step was complete."})
	l.host.Ended(id, state)
}

// rest returns the state in which the run rests.
func (l *Loop) rest() string {
	switch {
	case l.load.Done() && len(l.queue) == 0:
		return study.StateDone
	case l.stopped:
		return study.StateStopped
	}
	return study.StatePaused
}

func (l *Loop) refuseEmpty() *study.Fault {
	if l.mode == empty {
		return &study.Fault{Code: study.CodeNoRun, Message: "There is no run yet: create one first."}
	}
	return nil
}

func (l *Loop) refuseAdvance() *study.Fault {
	if f := l.refuseEmpty(); f != nil {
		return f
	}
	if l.stopped {
		return &study.Fault{Code: study.CodeStopped,
			Message: "This run was stopped. What it found stays; create a new run to go on."}
	}
	if l.advance != 0 || l.pausing {
		return &study.Fault{Code: study.CodeBusy, Message: "The run is already under way: await the step, " +
			"run or pause before asking for the next."}
	}
	return nil
}

// settle answers every pending request: run and pause with state, a step (or
// all of them where state is "") with the fault. The loop rests afterwards.
func (l *Loop) settle(state string, f *study.Fault) {
	advance, was, pauses := l.advance, l.mode, l.pauses
	l.advance, l.pauses, l.pausing = 0, nil, false
	if l.mode != empty {
		l.mode = resting
	}
	if advance != 0 {
		l.answer(advance, was == running, state, f)
	}
	for _, id := range pauses {
		l.answer(id, true, state, f)
	}
}

func (l *Loop) answer(id int, byState bool, state string, f *study.Fault) {
	if byState && state != "" {
		l.host.Ended(id, state)
		return
	}
	l.host.Refused(id, f)
}

// pop hands the oldest queued step to request id.
func (l *Loop) pop(id int) {
	s := l.queue[0]
	l.queue = l.queue[1:]
	l.host.Step(id, s)
}

// flush tells all queued steps as events.
func (l *Loop) flush() {
	for len(l.queue) > 0 {
		l.pop(0)
	}
}

// take queues completed steps and tells them to whoever waits.
func (l *Loop) take(steps []dcc.Step) {
	l.queue = append(l.queue, steps...)
	for _, s := range steps {
		if s.Ended != dcc.Searching && l.calm == searching {
			l.calm = ended
		}
	}
	switch {
	case l.mode == running:
		l.flush()
	case l.mode == stepping && len(l.queue) > 0:
		id := l.advance
		l.advance, l.mode = 0, resting
		l.pop(id)
	}
}

// pump hands out what can be handed out and notices when nothing is left to
// wait for.
func (l *Loop) pump() {
	if l.Active() && !l.pausing && l.load.Done() {
		l.settle(l.rest(), finished()) // a run may end by jobs that complete no step
	}
	if l.Active() && !l.pausing {
		l.handOut()
	}
	if l.pausing && l.inFlight() == 0 {
		l.settle(l.rest(), &study.Fault{
			Code: study.CodePaused, Message: "The run was paused before this step was complete; the next " +
				"step goes on with it.",
		})
	}
	l.pumpSide()
	l.pumpErrands()
}

// handOut gives each idle worker a job that no other worker has.
func (l *Loop) handOut() {
	idle := l.idle()
	if len(idle) == 0 {
		if l.short() {
			l.lineUp(l.run, l.load.Next())
		}
		l.checkAlive()
		return
	}
	if l.holdsBack() {
		return
	}
	l.assignAll(idle, l.run, l.load.Next())
	l.lineUp(l.run, l.load.Next())
	if s, ok := l.load.(Foreseeing); ok && l.mode == running {
		l.assignAll(l.idle(), l.run, s.Ahead())
	}
	if l.inFlight() == 0 {
		l.settle("", &study.Fault{Code: study.CodeInternal, Said: words.Of("fault.nojob")})
	}
}

// holdsBack reports whether jobs of a run are held back: what follows its search, audits and the like, begins just when
// the page asks for the answer that people wait for, and would take the processors from it.
func (l *Loop) holdsBack() bool {
	if l.calm == ended && l.mode == running {
		l.calm = held
		l.host.Hold()
	}
	return l.calm == held && l.mode == running
}

// Rested says that the page has asked for nothing for a moment: what was held back begins.
func (l *Loop) Rested() {
	if l.calm == held {
		l.calm = rested
		l.pump()
	}
}

// assignAll gives the idle workers those jobs that no worker has, the longest first, so that none is left for the end
// alone: embedded draws of larger topologies take longer. Other jobs go in the order in which they are asked for.
func (l *Loop) assignAll(idle []int, run int, jobs []dcc.Job) {
	taken := l.taken(run)
	longestFirst(jobs)
	for _, j := range jobs {
		if len(idle) == 0 {
			return
		}
		if taken[j.ID] {
			continue
		}
		l.assign(idle[0], run, j)
		idle = idle[1:]
	}
}

// longestFirst puts embedded draws of larger topologies first.
func longestFirst(jobs []dcc.Job) {
	sort.SliceStable(jobs, func(i, j int) bool {
		a, b := &jobs[i], &jobs[j]
		return a.Kind == dcc.Embed && b.Kind == dcc.Embed && len(a.Topology) > len(b.Topology)
	})
}

// lined is how many short jobs of a kind a worker has at hand at most, and behind each other.
var lined = map[dcc.JobKind]int{dcc.Score: 2, dcc.Embed: 8}

// short reports whether a worker's line is half empty: asking for jobs at every result would take longer than short
// ones.
func (l *Loop) short() bool {
	for _, w := range l.workers {
		if len(w.jobs) > 0 && 2*len(w.jobs) <= lined[w.jobs[0].Kind] {
			return true
		}
	}
	return false
}

// lineUp gives every worker that is at a short job of the run others of its kind to go on with.
func (l *Loop) lineUp(run int, jobs []dcc.Job) {
	taken := l.taken(run)
	jobs = slices.DeleteFunc(jobs, func(j dcc.Job) bool { return taken[j.ID] || lined[j.Kind] == 0 })
	longestFirst(jobs)
	for deep := 2; len(jobs) > 0 && deep <= lined[jobs[0].Kind]; deep++ {
		for _, id := range l.order {
			w := l.workers[id]
			if len(jobs) > 0 && len(w.jobs) == deep-1 && w.jobs[0].Kind == jobs[0].Kind && w.run == run {
				l.assign(id, run, jobs[0])
				jobs = jobs[1:]
			}
		}
	}
}

func (l *Loop) assign(id, run int, j dcc.Job) {
	w := l.workers[id]
	w.jobs, w.run = append(w.jobs, j), run
	l.host.Assign(id, run, j)
}

// checkAlive ends the run where no worker is left to wait for.
func (l *Loop) checkAlive() {
	if l.dead() {
		l.settle("", noWorkers())
	}
}

func (l *Loop) dead() bool { return len(l.workers) == 0 && l.futile >= maxFutile }

func noWorkers() *study.Fault {
	return &study.Fault{Code: study.CodeWorkersFailed, Said: words.Of("fault.noworkers")}
}

// idle lists the workers that can take a job, in order of arrival.
func (l *Loop) idle() []int {
	var out []int
	for _, id := range l.order {
		if w := l.workers[id]; w.ready && !w.busy() {
			out = append(out, id)
		}
	}
	return out
}

// taken tells which jobs of the run or of the work beside it are in flight.
func (l *Loop) taken(run int) map[int]bool {
	out := map[int]bool{}
	for _, w := range l.workers {
		for _, job := range w.jobs {
			if w.run == run {
				out[job.ID] = true
			}
		}
	}
	return out
}

func (l *Loop) inFlight() int { return len(l.taken(l.run)) }
