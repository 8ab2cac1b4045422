// This file drives the loop through every state with workers that crash, fall
// silent, answer twice or too late.

package loop

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"dcctree/core/dcc"
	"dcctree/core/study"
	"dcctree/core/topology"
	"dcctree/core/words"
	"dcctree/wasm/protocol"
)

// fakeScheduler has steps of width jobs each: job i belongs to step i/width.
// Ahead says how many steps may be worked on at once.
type fakeScheduler struct {
	steps, width, ahead int
	search              int // its search ends with this step
	reported            map[int]bool
	failed              map[int]string
	done                int // completed steps
	seconds             float64
}

func newFake(steps, width, ahead int) *fakeScheduler {
	return &fakeScheduler{steps: steps, width: width, ahead: ahead, reported: map[int]bool{},
		failed: map[int]string{}}
}

func (f *fakeScheduler) Next() []dcc.Job {
	var out []dcc.Job
	for id := f.done * f.width; id < min(f.steps, f.done+f.ahead)*f.width; id++ {
		if !f.reported[id] {
			out = append(out, dcc.Job{ID: id})
		}
	}
	return out
}

func (f *fakeScheduler) Report(r dcc.Result) []dcc.Step {
	f.seconds += r.Seconds
	return f.mark(r.ID)
}

func (f *fakeScheduler) Fail(id int, why string) []dcc.Step {
	f.failed[id] = why
	return f.mark(id)
}

func (f *fakeScheduler) mark(id int) []dcc.Step {
	if f.reported[id] {
		return nil
	}
	f.reported[id] = true
	var out []dcc.Step
	for f.done < f.steps && f.complete(f.done) {
		f.done++
		s := dcc.Step{Iteration: f.done, Done: f.Done()}
		if f.done == f.search {
			s.Ended = dcc.Explored
		}
		out = append(out, s)
	}
	return out
}

func (f *fakeScheduler) complete(step int) bool {
	for id := step * f.width; id < (step+1)*f.width; id++ {
		if !f.reported[id] {
			return false
		}
	}
	return true
}

func (f *fakeScheduler) Done() bool { return f.done == f.steps }

type assignment struct{ worker, run, job int }

// fakeHost writes down what the loop asks for.
type fakeHost struct {
	prepared []int
	assigned []assignment
	replaced []int
	retired  []int
	steps    []string
	ended    []string
	refused  []string
	notices  []string
	beside   []string
	held     int
}

func (h *fakeHost) Hold() { h.held++ }

func (h *fakeHost) Prepare(worker int) { h.prepared = append(h.prepared, worker) }
func (h *fakeHost) Assign(worker, run int, j dcc.Job) {
	h.assigned = append(h.assigned, assignment{worker, run, j.ID})
}
func (h *fakeHost) Replace(worker int, start bool) {
	if start {
		h.replaced = append(h.replaced, worker)
		return
	}
	h.retired = append(h.retired, worker)
}
func (h *fakeHost) Step(id int, s dcc.Step) {
	h.steps = append(h.steps, fmt.Sprintf("%d:%d:%v", id, s.Iteration, s.Done))
}
func (h *fakeHost) Ended(id int, state string) {
	h.ended = append(h.ended, fmt.Sprintf("%d:%s", id, state))
}
func (h *fakeHost) Refused(id int, f *study.Fault) {
	h.refused = append(h.refused, fmt.Sprintf("%d:%s", id, f.Code))
}
func (h *fakeHost) BesideStep(id int, s dcc.Step) {
	h.beside = append(h.beside, fmt.Sprintf("%d:%d:%v", id, s.Iteration, s.Done))
}
func (h *fakeHost) BesideDone(id int) { h.beside = append(h.beside, fmt.Sprintf("%d:over", id)) }
func (h *fakeHost) Notice(kind string, said words.Message) {
	text := said.In("en")
	if said.In("de") == text {
		panic("a notice without German: " + text)
	}
	h.notices = append(h.notices, kind+": "+text)
}

// take returns the assignments since the last call.
func (h *fakeHost) take() []assignment {
	out := h.assigned
	h.assigned = nil
	return out
}

// started returns a loop with a loaded fake and n ready workers.
func started(s Scheduler, n int) (*Loop, *fakeHost) {
	h := &fakeHost{}
	l := New(h)
	for i := 1; i <= n; i++ {
		l.Join(i)
		l.Ready(i)
	}
	l.Load(s, 0)
	return l, h
}

// finish answers every assignment until none comes any more.
func finish(l *Loop, h *fakeHost) {
	for as := h.take(); len(as) > 0; as = h.take() {
		for _, a := range as {
			l.Result(a.worker, a.run, dcc.Result{ID: a.job})
		}
	}
}

func want(t *testing.T, what string, got []string, expected ...string) {
	t.Helper()
	if !slices.Equal(got, expected) {
		t.Errorf("%s: got %q, want %q", what, got, expected)
	}
}

func TestRunToTheEnd(t *testing.T) {
	l, h := started(newFake(3, 2, 1), 2)
	l.Run(7)
	finish(l, h)
	want(t, "steps", h.steps, "0:1:false", "0:2:false", "0:3:true")
	want(t, "ended", h.ended, "7:done")
	l.Run(8)
	want(t, "a run after the end", h.ended, "7:done", "8:done")
	l.Step(9)
	want(t, "a step after the end", h.refused, "9:finished")
}

func TestWorkersThatComeLateGetTheProblemAndJobs(t *testing.T) {
	h := &fakeHost{}
	l := New(h)
	l.Load(newFake(1, 2, 1), 0)
	l.Run(1)
	if len(h.assigned) != 0 {
		t.Fatal("jobs were handed out without workers")
	}
	l.Join(5)
	if !slices.Equal(h.prepared, []int{5}) || len(h.assigned) != 0 {
		t.Fatalf("a worker that joined: prepared %v, assigned %v", h.prepared, h.assigned)
	}
	l.Ready(5)
	finish(l, h)
	want(t, "ended", h.ended, "1:done")
}

func TestStepStopsAfterOneStepAndQueuesTheRest(t *testing.T) {
	l, h := started(newFake(2, 1, 2), 2)
	l.Step(1)
	as := h.take()
	if len(as) != 2 {
		t.Fatalf("%d jobs handed out, want 2", len(as))
	}
	l.Result(as[1].worker, as[1].run, dcc.Result{ID: as[1].job}) // out of order: completes nothing
	want(t, "steps", h.steps)
	l.Result(as[0].worker, as[0].run, dcc.Result{ID: as[0].job}) // completes both
	want(t, "steps", h.steps, "1:1:false")
	if len(h.take()) != 0 {
		t.Error("jobs were handed out after the step")
	}
	l.Step(2)
	want(t, "steps", h.steps, "1:1:false", "2:2:true")
	l.Step(3)
	want(t, "refused", h.refused, "3:finished")
}

// quiet is a scheduler whose last jobs complete no step.
type quiet struct{ *fakeScheduler }

func (q quiet) Report(r dcc.Result) []dcc.Step {
	steps := q.fakeScheduler.Report(r)
	if q.Done() {
		return nil
	}
	return steps
}

func TestRunThatEndsWithoutAStep(t *testing.T) {
	l, h := started(quiet{newFake(2, 1, 1)}, 1)
	l.Step(1)
	l.Result(1, h.take()[0].run, dcc.Result{ID: 0})
	want(t, "steps", h.steps, "1:1:false")
	l.Step(2)
	l.Result(1, h.take()[0].run, dcc.Result{ID: 1})
	want(t, "refused", h.refused, "2:finished")
	l, h = started(quiet{newFake(2, 1, 1)}, 1)
	l.Run(3)
	finish(l, h)
	want(t, "ended", h.ended, "3:done")
}

func TestStopTellsQueuedSteps(t *testing.T) {
	l, h := started(newFake(3, 1, 2), 2)
	l.Step(1)
	as := h.take()
	l.Result(as[1].worker, as[1].run, dcc.Result{ID: 1})
	l.Result(as[0].worker, as[0].run, dcc.Result{ID: 0})
	l.Stop(2)
	want(t, "steps", h.steps, "1:1:false", "0:2:false")
	want(t, "ended", h.ended, "2:stopped")
}

func TestRunTellsQueuedStepsFirst(t *testing.T) {
	l, h := started(newFake(3, 1, 2), 2)
	l.Step(1)
	as := h.take()
	l.Result(as[1].worker, as[1].run, dcc.Result{ID: 1})
	l.Result(as[0].worker, as[0].run, dcc.Result{ID: 0})
	l.Run(2)
	finish(l, h)
	want(t, "steps", h.steps, "1:1:false", "0:2:false", "0:3:true")
	want(t, "ended", h.ended, "2:done")
}

// TestUntoldStepsComeFirst: what a run from a file had made and not told is told before anything is sampled.
func TestUntoldStepsComeFirst(t *testing.T) {
	l, h := started(newFake(3, 1, 1), 1)
	l.Untold([]dcc.Step{{Iteration: 7}})
	l.Step(1)
	want(t, "steps", h.steps, "1:7:false")
	if n := len(h.take()); n != 0 {
		t.Errorf("%d jobs were handed out", n)
	}
	l.Step(2)
	if n := len(h.take()); n != 1 {
		t.Errorf("%d jobs were handed out for the next step", n)
	}
}

func TestPauseWaitsForJobsInFlight(t *testing.T) {
	l, h := started(newFake(2, 4, 1), 2)
	l.Run(1)
	as := h.take()
	l.Pause(2)
	l.Result(as[0].worker, as[0].run, dcc.Result{ID: as[0].job})
	want(t, "ended too early", h.ended)
	l.Run(3)
	want(t, "a run while pausing", h.refused, "3:busy")
	l.Result(as[1].worker, as[1].run, dcc.Result{ID: as[1].job})
	want(t, "ended", h.ended, "1:paused", "2:paused")
	if len(h.take()) != 0 {
		t.Error("jobs were handed out after the pause")
	}
	l.Run(4)
	finish(l, h)
	want(t, "ended", h.ended, "1:paused", "2:paused", "4:done")
}

func TestPauseInEveryState(t *testing.T) {
	l, h := started(newFake(2, 2, 1), 1)
	l.Pause(1)
	want(t, "before the first step", h.ended, "1:paused")
	l.Step(2)
	l.Pause(3)
	for _, a := range h.take() {
		l.Result(a.worker, a.run, dcc.Result{ID: a.job})
	}
	want(t, "in a step", h.refused, "2:paused")
	want(t, "in a step", h.ended, "1:paused", "3:paused")
	l.Stop(4)
	l.Pause(5)
	want(t, "after a stop", h.ended, "1:paused", "3:paused", "4:stopped", "5:stopped")

	l, h = started(newFake(1, 1, 1), 1)
	l.Run(6)
	finish(l, h)
	l.Pause(7)
	want(t, "at the end", h.ended, "6:done", "7:done")
}

func TestPauseOfAStepThatCompletesAnswersTheStep(t *testing.T) {
	l, h := started(newFake(2, 1, 1), 1)
	l.Step(1)
	l.Pause(2)
	finish(l, h)
	want(t, "steps", h.steps, "1:1:false")
	want(t, "ended", h.ended, "2:paused")
	want(t, "refused", h.refused)
}

func TestStopReplacesBusyWorkersAndForgetsTheirResults(t *testing.T) {
	f := newFake(1, 3, 1)
	l, h := started(f, 3)
	l.Run(1)
	as := h.take()
	l.Result(as[0].worker, as[0].run, dcc.Result{ID: as[0].job})
	l.Stop(2)
	want(t, "ended", h.ended, "1:stopped", "2:stopped")
	if !slices.Equal(h.replaced, []int{2, 3}) {
		t.Errorf("replaced %v, want the busy workers 2 and 3", h.replaced)
	}
	l.Result(as[1].worker, as[1].run, dcc.Result{ID: as[1].job})
	if f.reported[as[1].job] {
		t.Error("a result from before the stop was taken")
	}
	l.Join(4)
	l.Ready(4)
	l.Run(3)
	l.Step(4)
	want(t, "refused", h.refused, "3:stopped", "4:stopped")
	if len(h.take()) != 0 {
		t.Error("jobs were handed out after the stop")
	}
	want(t, "notices", h.notices)
}

func TestStopInEveryState(t *testing.T) {
	l, h := started(newFake(2, 2, 1), 1)
	l.Stop(1)
	l.Stop(2)
	want(t, "before the first step, twice", h.ended, "1:stopped", "2:stopped")

	l, h = started(newFake(2, 2, 1), 1)
	l.Step(1)
	l.Stop(2)
	want(t, "in a step", h.refused, "1:stopped")
	want(t, "in a step", h.ended, "2:stopped")

	l, h = started(newFake(2, 2, 1), 1)
	l.Run(1)
	l.Pause(2)
	l.Stop(3)
	want(t, "while pausing", h.ended, "1:stopped", "2:stopped", "3:stopped")

	l, h = started(newFake(2, 2, 1), 1)
	l.Run(1)
	finish(l, h)
	l.Stop(2)
	want(t, "at the end", h.ended, "1:done", "2:done")
}

func TestCrashedJobIsIssuedAgainAndGivenUpAfterThree(t *testing.T) {
	f := newFake(1, 2, 1)
	l, h := started(f, 1)
	l.Run(1)
	for i := 1; i <= MaxCrashes; i++ {
		a := h.take()
		if len(a) != 1 || a[0].job != 0 {
			t.Fatalf("attempt %d: %v, want job 0", i, a)
		}
		l.Lost(a[0].worker, "panic: boom\ntrace")
		l.Join(10 + i)
		l.Ready(10 + i)
	}
	if !strings.Contains(f.failed[0], "boom") || strings.Contains(f.failed[0], "trace") {
		t.Errorf("the job was given up with %q", f.failed[0])
	}
	finish(l, h)
	want(t, "ended", h.ended, "1:done")
	if len(h.notices) != MaxCrashes+1 || !strings.HasPrefix(h.notices[MaxCrashes], protocol.NoticeGivenUp) {
		t.Errorf("notices: %q", h.notices)
	}
}

// TestLossesAreNamed: every kind of job has a name of its own in both languages, and the notice says what a run
// lacks without it.
func TestLossesAreNamed(t *testing.T) {
	seen := map[string]bool{}
	for kind, lack := range map[dcc.JobKind]string{dcc.BurnIn: "A chain", dcc.Visit: "A chain",
		dcc.Score: "A topology", dcc.Measure: "A topology", dcc.Embed: "A topology", dcc.Audit: "An audit",
		dcc.Other: "A chain"} {
		job := dcc.Job{Kind: kind, Topology: topology.Root().Key()}
		said, named := words.Of("worker.givenup", loss(job.Kind), MaxCrashes, name(job),
			same("panic: boom\ntrace")), name(job)
		if seen[named.In("en")] || seen[named.In("de")] ||
			kind != dcc.Other && !strings.Contains(named.In("de"), "{0}") {
			t.Errorf("%s is called %+v", kind, named)
		}
		seen[named.In("en")], seen[named.In("de")] = true, true
		if !strings.HasPrefix(said.In("en"), lack) ||
			!strings.HasSuffix(said.In("en"), "3 workers failed at "+named.In("en")+" (panic: boom).") ||
			!strings.HasSuffix(said.In("de"),
				"3 Worker scheiterten bei "+named.In("de")+" (panic: boom).") {
			t.Errorf("%s: %+v", kind, said)
		}
	}
}

// ticks lets n seconds pass.
func ticks(l *Loop, n int) {
	for range n {
		l.Tick()
	}
}

func TestSilentWorkerIsReplaced(t *testing.T) {
	f := newFake(1, 1, 1)
	l, h := started(f, 1)
	ticks(l, 100) // an idle worker has nothing to say
	l.Run(1)
	for range 3 {
		ticks(l, 1)
		l.Beat(1)
	}
	ticks(l, SilenceLimit)
	if len(h.replaced) != 0 {
		t.Fatal("a worker that beat 4 seconds ago was replaced")
	}
	ticks(l, 1)
	if !slices.Equal(h.replaced, []int{1}) {
		t.Fatalf("replaced %v, want worker 1", h.replaced)
	}
	h.take()
	l.Join(2)
	l.Ready(2)
	l.Result(1, 0, dcc.Result{ID: 0}) // the replaced worker answers after all
	want(t, "ended", h.ended)
	finish(l, h)
	want(t, "ended", h.ended, "1:done")
}

func TestLargeTablesAreGivenMoreTime(t *testing.T) {
	h := &fakeHost{}
	l := New(h)
	l.Load(newFake(1, 1, 1), 2*limitValues) // three times the time
	l.Join(1)
	l.Ready(1)
	l.Run(1)
	ticks(l, 3*SilenceLimit)
	if len(h.replaced) != 0 {
		t.Fatal("a worker at a large table was replaced within 12 seconds")
	}
	ticks(l, 1)
	if len(h.replaced) != 1 {
		t.Error("a worker at a large table was not replaced after 13 seconds")
	}
}

// TestPaceIsLearned: the longest silence that a worker came back from, that of its start among them, says how long
// others may take.
func TestPaceIsLearned(t *testing.T) {
	l, h := started(newFake(2, 1, 1), 0)
	l.Join(1)
	ticks(l, 10)
	l.Ready(1)
	l.Run(1)
	ticks(l, 10*paceFactor)
	if len(h.replaced) != 0 {
		t.Error("a worker that took 10 seconds to start was replaced after 40")
	}
	l.Beat(1)
	ticks(l, 40*paceFactor)
	if len(h.replaced) != 0 {
		t.Error("a worker that was silent for 40 seconds before was replaced after 160")
	}
	ticks(l, 1)
	if !slices.Equal(h.replaced, []int{1}) {
		t.Errorf("replaced %v, want worker 1", h.replaced)
	}
}

// cluster is workers on a simulated clock. A job takes so many seconds in which nothing is heard of its worker.
type cluster struct {
	loop    *Loop
	host    *fakeHost
	seconds func(a assignment) int // of a job; negative: it never ends
	start   int                    // seconds until a worker is ready
	left    map[assignment]int
	fresh   map[int]int // workers that start, with the seconds left
	next    int
}

func newCluster(f *fakeScheduler, workers, start int, seconds func(assignment) int) *cluster {
	h := &fakeHost{}
	c := &cluster{loop: New(h), host: h, seconds: seconds, start: start, left: map[assignment]int{},
		fresh: map[int]int{}}
	c.loop.Load(f, 0)
	for range workers {
		c.hire()
	}
	c.loop.Run(1)
	return c
}

func (c *cluster) hire() {
	c.next++
	c.loop.Join(c.next)
	c.fresh[c.next] = c.start
}

// second lets a second pass: workers work and are heard, then the coordinator looks.
func (c *cluster) second() {
	for id := 1; id <= c.next; id++ {
		if left, starting := c.fresh[id]; starting {
			if c.fresh[id]--; left <= 0 {
				delete(c.fresh, id)
				c.loop.Ready(id)
			}
		}
	}
	for _, a := range c.host.take() {
		c.left[a] = c.seconds(a)
	}
	for a, left := range c.left {
		if c.left[a]--; left == 0 {
			delete(c.left, a)
			c.loop.Result(a.worker, a.run, dcc.Result{ID: a.job})
		}
	}
	c.loop.Tick()
	for ; len(c.host.replaced) > 0; c.host.replaced = c.host.replaced[1:] {
		c.hire()
	}
}

// ends returns after how many seconds the run ends, at most so many.
func (c *cluster) ends(most int) int {
	for n := range most {
		if len(c.host.ended) > 0 {
			return n
		}
		c.second()
	}
	return most
}

// TestSlowWorkersChangeNothing: on a machine that is fifty times slower, and says nothing while it works, no job is
// lost. Its start says how slow it is; where it does not, jobs are taken from workers, with twice the time for each
// on the next.
func TestSlowWorkersChangeNothing(t *testing.T) {
	const slower = 50
	for _, c := range []struct {
		what         string
		start        float64 // seconds, on the usual machine
		mostReplaced int
	}{{"slow from the start", .2, 0}, {"slow after a quick start", 0, 2}} {
		f := newFake(10, 3, 2)
		// 0, 12 and 25 s
		k := newCluster(f, 2, int(slower*c.start), func(a assignment) int { return slower * (a.job % 3) / 4 })
		k.ends(1000)
		want(t, c.what+": ended", k.host.ended, "1:done")
		replaced := 0
		for _, n := range k.host.notices {
			if !strings.HasPrefix(n, protocol.NoticeReplaced) {
				t.Errorf("%s: %s", c.what, n)
			}
			replaced++
		}
		if len(f.failed) != 0 || replaced > c.mostReplaced*2 {
			t.Errorf("%s: failed %v, %d workers replaced: %q", c.what, f.failed, replaced, k.host.notices)
		}
	}
}

// TestJobThatKeepsWorkersSilent: however long a job takes, it is awaited in the end, and never given up; a real
// failure in between counts as one.
func TestJobThatKeepsWorkersSilent(t *testing.T) {
	f := newFake(1, 1, 1)
	k := newCluster(f, 1, 0, func(assignment) int { return 1000 })
	for seconds := 0; len(k.host.ended) == 0; seconds++ {
		if k.second(); seconds == 20 {
			k.loop.Lost(k.next, "out of memory")
			k.hire()
		}
		if seconds > 4000 {
			t.Fatalf("not done after %d seconds: %q", seconds, k.host.notices)
		}
	}
	if len(f.failed) != 0 || len(k.host.notices) > 11 { // 4, 8, ... 1,024 seconds, and the failure
		t.Errorf("failed %v, notices %q", f.failed, k.host.notices)
	}
}

// TestHungAndKilledWorkers: a worker that never answers is replaced in bounded time, and its job done by the next.
func TestHungAndKilledWorkers(t *testing.T) {
	f := newFake(3, 2, 1)
	k := newCluster(f, 2, 0, func(a assignment) int {
		if a.worker <= 2 {
			return -1
		}
		return 1
	})
	if n := k.ends(100); n > 20 {
		t.Errorf("ended after %d seconds: %q", n, k.host.ended)
	}
	if len(f.failed) != 0 || len(k.host.notices) != 2 {
		t.Errorf("failed %v, notices %q", f.failed, k.host.notices)
	}
}

// TestSleepAndStarvationAreHeldAgainstNobody: ticks that come late count as one each, and what was sent meanwhile is
// heard before the next.
func TestSleepAndStarvationAreHeldAgainstNobody(t *testing.T) {
	f := newFake(1, 1, 1)
	l, h := started(f, 1)
	l.Run(1)
	for range 200 { // hours of sleep, or seconds of other work, between a tick and the next
		ticks(l, SilenceLimit)
		l.Beat(1)
	}
	finish(l, h)
	if len(h.notices) != 0 || len(f.failed) != 0 {
		t.Errorf("notices %q, failed %v", h.notices, f.failed)
	}
	want(t, "ended", h.ended, "1:done")
}

func TestWorkerThatNeverStarts(t *testing.T) {
	h := &fakeHost{}
	l := New(h)
	l.Load(newFake(1, 1, 1), 0)
	l.Join(1)
	l.Run(1)
	ticks(l, StartLimit)
	if len(h.replaced) != 0 {
		t.Fatal("a worker was replaced before its time")
	}
	ticks(l, 1)
	if !slices.Equal(h.replaced, []int{1}) {
		t.Fatalf("replaced %v, want worker 1", h.replaced)
	}
	l.Join(2)
	ticks(l, 2*StartLimit)
	if len(h.replaced) != 1 {
		t.Error("the next worker was not given twice the time")
	}
	l.Lost(2, "out of memory")
	l.Join(3)
	l.Lost(3, "out of memory")
	if !slices.Equal(h.retired, []int{3}) {
		t.Errorf("retired %v, want worker 3", h.retired)
	}
	want(t, "refused", h.refused, "1:workers-failed")
	l.Run(2)
	want(t, "refused", h.refused, "1:workers-failed", "2:workers-failed")
}

// A worker that reports and then dies, over and over, must not be replaced for
// ever: one that cannot hold the data, for instance.
func TestIdleWorkersThatKeepDyingAreGivenUp(t *testing.T) {
	l, h := started(newFake(2, 1, 1), 1)
	for i := 1; i <= maxFutile; i++ {
		l.Lost(i, "out of memory")
		if i < maxFutile {
			l.Join(i + 1)
			l.Ready(i + 1)
		}
	}
	if !slices.Equal(h.replaced, []int{1, 2}) || !slices.Equal(h.retired, []int{3}) {
		t.Errorf("replaced %v, retired %v; want 1 and 2, then 3", h.replaced, h.retired)
	}
	l.Run(1)
	want(t, "refused", h.refused, "1:workers-failed")
	l.Load(newFake(1, 1, 1), 0) // a new run has new chances
	l.Join(9)
	l.Ready(9)
	l.Run(2)
	finish(l, h)
	want(t, "ended", h.ended, "2:done")
}

func TestDuplicateAndForeignResultsAreIgnored(t *testing.T) {
	f := newFake(2, 2, 1)
	l, h := started(f, 2)
	l.Run(1)
	as := h.take()
	l.Result(as[0].worker, as[0].run, dcc.Result{ID: as[1].job})
	l.Result(99, as[0].run, dcc.Result{ID: as[0].job})
	if len(f.reported) != 0 {
		t.Fatal("a result of a job that the worker does not have was taken")
	}
	l.Result(as[0].worker, as[0].run, dcc.Result{ID: as[0].job})
	l.Result(as[0].worker, as[0].run, dcc.Result{ID: as[0].job})
	if len(f.reported) != 1 {
		t.Fatalf("%d results taken, want 1", len(f.reported))
	}
}

func TestLoadReplacesARunUnderWay(t *testing.T) {
	l, h := started(newFake(2, 2, 1), 2)
	l.Run(1)
	as := h.take()
	next := newFake(1, 1, 1)
	l.Load(next, 0)
	want(t, "refused", h.refused, "1:replaced")
	if len(h.replaced) != 2 {
		t.Errorf("replaced %v, want both busy workers", h.replaced)
	}
	l.Join(3)
	l.Ready(3)
	l.Run(2)
	l.Result(3, as[0].run, dcc.Result{ID: 0})
	if len(next.reported) != 0 {
		t.Error("a result with the number of the old run was taken")
	}
	finish(l, h)
	want(t, "ended", h.ended, "2:done")
}

func TestRequestsWithoutARunAreRefused(t *testing.T) {
	h := &fakeHost{}
	l := New(h)
	l.Step(1)
	l.Run(2)
	l.Pause(3)
	l.Stop(4)
	want(t, "refused", h.refused, "1:no-run", "2:no-run", "3:no-run", "4:no-run")
	l.Load(newFake(1, 1, 1), 0)
	l.Run(5)
	l.Run(6)
	l.Step(7)
	l.Release()
	l.Step(8)
	want(t, "refused", h.refused[4:], "6:busy", "7:busy", "5:replaced", "8:no-run")
}

func TestAbortRefusesAndCancels(t *testing.T) {
	l, h := started(newFake(1, 2, 1), 2)
	l.Run(1)
	if !l.Active() {
		t.Error("a run is not active")
	}
	l.Abort(&study.Fault{Code: study.CodeInternal})
	want(t, "refused", h.refused, "1:internal")
	if l.Active() || len(h.replaced) != 2 {
		t.Errorf("active %v, replaced %v", l.Active(), h.replaced)
	}
	h.take()
	l.Join(3)
	l.Ready(3)
	l.Run(2)
	finish(l, h)
	want(t, "ended", h.ended, "2:done")
}

// stuck has no job though it is not done: a mistake that must not hang.
type stuck struct{ *fakeScheduler }

func (stuck) Next() []dcc.Job { return nil }

func TestASchedulerWithoutJobsEndsTheRun(t *testing.T) {
	l, h := started(stuck{newFake(1, 1, 1)}, 1)
	l.Run(1)
	want(t, "refused", h.refused, "1:internal")
}

func TestIdleWorkerThatDiesIsReplaced(t *testing.T) {
	l, h := started(newFake(1, 1, 1), 2)
	l.Run(1)
	l.Lost(2, "exit code 2")
	l.Lost(2, "told twice")
	if !slices.Equal(h.replaced, []int{2}) || len(h.notices) != 1 {
		t.Errorf("replaced %v, notices %q", h.replaced, h.notices)
	}
	finish(l, h)
	want(t, "ended", h.ended, "1:done")
}

// TestGoroutineWorkers runs a schedule on goroutines, every third of which dies
// on its first job, every fourth of which answers twice.
func TestGoroutineWorkers(t *testing.T) {
	const steps, width, workers = 20, 5, 4
	f := newFake(steps, width, 2)
	h := &fakeHost{}
	l := New(h)
	events := make(chan func())
	next := 0
	join := func() {
		next++
		l.Join(next)
		l.Ready(next)
	}
	hire := func(a assignment) {
		go func() {
			switch {
			case a.worker%3 == 0:
				events <- func() { l.Lost(a.worker, "killed") }
			case a.worker%4 == 0:
				events <- func() { l.Result(a.worker, a.run, dcc.Result{ID: a.job}) }
				fallthrough
			default:
				events <- func() { l.Result(a.worker, a.run, dcc.Result{ID: a.job}) }
			}
		}()
	}
	l.Load(f, 0)
	l.Run(1)
	for range workers {
		join()
	}
	for len(h.ended) == 0 && len(h.refused) == 0 {
		for _, a := range h.take() {
			hire(a)
		}
		(<-events)()
		for ; len(h.replaced) > 0; h.replaced = h.replaced[1:] {
			join()
		}
	}
	want(t, "ended", h.ended, "1:done")
	if len(h.steps) != steps || len(f.failed) != 0 {
		t.Errorf("%d steps, failed %v", len(h.steps), f.failed)
	}
}

// foreseeing has one job more than it needs.
type foreseeing struct{ *fakeScheduler }

func (f foreseeing) Ahead() []dcc.Job {
	if f.reported[99] {
		return nil
	}
	return []dcc.Job{{ID: 99}}
}

// TestWaitingWorkersWorkAhead: a worker that would wait takes a job that may be asked for later, though not in a single
// step; where that job is lost on every worker, nobody is told of a loss.
func TestWaitingWorkersWorkAhead(t *testing.T) {
	f := foreseeing{newFake(2, 1, 1)}
	l, h := started(f, 2)
	l.Step(1)
	if got := h.take(); len(got) != 1 || got[0].job != 0 {
		t.Fatalf("a step hands out %+v", got)
	}
	l.Result(1, l.run, dcc.Result{ID: 0})
	l.Run(2)
	got := h.take()
	if len(got) != 2 || got[0].job != 1 || got[1].job != 99 {
		t.Fatalf("a run hands out %+v", got)
	}
	for i := range MaxCrashes {
		l.Lost(got[len(got)-1].worker, "trap")
		l.Join(10 + i)
		l.Ready(10 + i)
		if more := h.take(); len(more) > 0 {
			got = more
		}
	}
	if f.failed[99] == "" || !f.reported[99] {
		t.Error("the job was not given up")
	}
	for _, n := range h.notices {
		if strings.HasPrefix(n, protocol.NoticeGivenUp) {
			t.Errorf("told: %s", n)
		}
	}
	l.Result(1, l.run, dcc.Result{ID: 1})
	want(t, "ended", h.ended, "2:done")
}

// searches makes the jobs of a fake searches, all but those of the last step.
type searches struct{ *fakeScheduler }

func (s searches) Next() []dcc.Job {
	jobs := s.fakeScheduler.Next()
	for i := range jobs {
		if jobs[i].ID < (s.steps-1)*s.width {
			jobs[i].Kind = dcc.Score
		}
	}
	return jobs
}

// TestSearchesAreLinedUp: a worker at a search has the next one already; a lost worker costs neither of them, and only
// the first is held against it. Other jobs are handed out one at a time.
func TestSearchesAreLinedUp(t *testing.T) {
	f := searches{newFake(2, 6, 1)}
	l, h := started(f, 2)
	l.Run(1)
	first := h.take()
	l.Result(first[0].worker, l.run, dcc.Result{ID: first[0].job})
	next := h.take()
	if len(first) != 4 || len(next) != 1 || next[0].worker != first[0].worker {
		t.Fatalf("handed out %+v and, after a result, %+v", first, next)
	}
	got := []assignment{first[2], first[1], next[0], first[3]}
	if len(got) != 4 || got[0].worker != got[2].worker || got[1].worker != got[3].worker {
		t.Fatalf("handed out %+v", got)
	}
	l.Result(got[2].worker, l.run, dcc.Result{ID: got[2].job})
	if f.reported[got[2].job] {
		t.Error("a result of a job that waits was taken")
	}
	l.Lost(got[0].worker, "trap")
	if l.crashes[task{l.run, got[0].job}] != 1 || l.crashes[task{l.run, got[2].job}] != 0 {
		t.Errorf("crashes %v", l.crashes)
	}
	l.Join(3)
	l.Ready(3)
	again := h.take()
	if len(again) != 2 || again[0].job != got[0].job || again[1].job != got[2].job {
		t.Fatalf("handed out again %+v", again)
	}
	for _, a := range append(again, got[1], got[3]) {
		l.Result(a.worker, l.run, dcc.Result{ID: a.job})
	}
	for last := h.take(); len(last) > 0; last = h.take() {
		if slices.ContainsFunc(last, func(a assignment) bool { return a.job >= 6 }) && len(last) > 2 {
			t.Errorf("two workers hold %+v", last)
		}
		for _, a := range last {
			l.Result(a.worker, l.run, dcc.Result{ID: a.job})
		}
	}
	want(t, "ended", h.ended, "1:done")
}

// A worker that the page takes away leaves its job to the next one, without a notice, and the results are whole.
func TestWorkersThatLeave(t *testing.T) {
	f := newFake(4, 2, 2)
	l, h := started(f, 2)
	l.Run(7)
	first := h.take()
	if len(first) != 2 {
		t.Fatalf("assigned %v", first)
	}
	l.Leave(1)
	l.Leave(9) // nobody
	l.Result(1, first[0].run, dcc.Result{ID: first[0].job})
	if f.reported[first[0].job] {
		t.Error("a worker that left was heard")
	}
	l.Leave(2)
	if left := h.take(); len(left) != 0 {
		t.Errorf("assigned %v to nobody", left)
	}
	l.Join(3)
	l.Ready(3)
	finish(l, h)
	want(t, "ended", h.ended, "7:done")
	want(t, "notices", h.notices)
	if len(h.replaced)+len(h.retired) != 0 {
		t.Errorf("replaced %v, retired %v", h.replaced, h.retired)
	}
}

// TestAuditsWaitForThePage: where a run goes on by itself what follows its search begins when the page has rested, and
// a pause meanwhile ends at once; where single steps are asked for nothing waits.
func TestAuditsWaitForThePage(t *testing.T) {
	fake := newFake(3, 1, 1)
	fake.search = 1
	l, h := started(fake, 1)
	l.Run(7)
	given := h.take()
	l.Rested() // nothing is held back yet
	l.Result(1, given[0].run, dcc.Result{ID: 0})
	if h.held != 1 || len(h.take()) != 0 {
		t.Fatalf("held %d times, and an audit began", h.held)
	}
	l.Pause(8)
	if !slices.Equal(h.ended, []string{"7:paused", "8:paused"}) {
		t.Fatalf("a pause ended with %v", h.ended)
	}
	l.Run(9)
	l.Rested()
	given = h.take()
	if len(given) != 1 || given[0].job != 1 {
		t.Fatalf("after the rest came %v", given)
	}
	l.Result(1, given[0].run, dcc.Result{ID: 1})
	if h.held != 1 || len(h.take()) != 1 {
		t.Errorf("held %d times: the second audit waits, too", h.held)
	}

	fake = newFake(2, 1, 1)
	fake.search = 1
	l, h = started(fake, 1)
	l.Step(1)
	l.Result(1, h.take()[0].run, dcc.Result{ID: 0})
	l.Step(2)
	if h.held != 0 || len(h.take()) != 1 {
		t.Error("a step that was asked for waits")
	}
}
