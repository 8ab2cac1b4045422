// This file drives work beside the run: idle workers, crashes, ends of the run.

package loop

import (
	"slices"
	"testing"

	"dcctree/core/dcc"
)

func TestBesideARestingRun(t *testing.T) {
	l, h := started(newFake(1, 1, 1), 2)
	l.Beside(5, newFake(2, 3, 1))
	finish(l, h)
	want(t, "beside", h.beside, "5:1:false", "5:2:true", "5:over")
	want(t, "steps of the run", h.steps)
	if l.Active() {
		t.Error("the run counts as active")
	}
	l.Run(6)
	finish(l, h)
	want(t, "ended", h.ended, "6:done")
}

func TestTheRunGoesFirst(t *testing.T) {
	l, h := started(newFake(1, 2, 1), 3)
	l.Run(1)
	l.Beside(2, newFake(1, 2, 1))
	as := h.take()
	if len(as) != 3 || as[0].run != as[1].run || as[2].run == as[0].run {
		t.Fatalf("two jobs of the run and one beside it were due: %v", as)
	}
	for _, a := range slices.Backward(as) {
		l.Result(a.worker, a.run, dcc.Result{ID: a.job})
	}
	finish(l, h)
	want(t, "ended", h.ended, "1:done")
	want(t, "beside", h.beside, "2:1:true", "2:over")
}

// TestEqualJobNumbers: a job of the run and one beside it of the same number are two.
func TestEqualJobNumbers(t *testing.T) {
	l, h := started(newFake(1, 1, 1), 2)
	l.Run(1)
	l.Beside(2, newFake(1, 1, 1))
	as := h.take()
	if len(as) != 2 || as[0].job != as[1].job || as[0].run == as[1].run {
		t.Fatalf("%v", as)
	}
	l.Result(as[1].worker, as[0].run, dcc.Result{ID: as[1].job}) // not its job
	want(t, "ended", h.ended)
	want(t, "beside", h.beside)
	l.Result(as[1].worker, as[1].run, dcc.Result{ID: as[1].job})
	want(t, "beside", h.beside, "2:1:true", "2:over")
	want(t, "ended", h.ended)
}

func TestStopAndPauseLeaveTheWorkBesideAlone(t *testing.T) {
	for name, end := range map[string]func(*Loop){"stop": func(l *Loop) { l.Stop(3) },
		"pause": func(l *Loop) { l.Pause(3) }} {
		l, h := started(newFake(2, 1, 1), 2)
		l.Run(1)
		l.Beside(2, newFake(1, 1, 1))
		as := h.take()
		end(l)
		l.Result(as[0].worker, as[0].run, dcc.Result{ID: as[0].job})
		if len(h.ended) == 0 {
			t.Errorf("%s waits for the work beside the run", name)
		}
		l.Result(as[1].worker, as[1].run, dcc.Result{ID: as[1].job})
		finish(l, h)
		want(t, name, h.beside, "2:1:true", "2:over")
		if name == "stop" && slices.Contains(h.replaced, as[1].worker) {
			t.Error("stop terminated the worker beside the run")
		}
	}
}

func TestAbandon(t *testing.T) {
	l, h := started(newFake(1, 1, 1), 1)
	l.Abandon()
	l.Beside(2, newFake(2, 1, 1))
	as := h.take()
	l.Beside(3, newFake(1, 1, 1))
	l.Abandon()
	want(t, "refused", h.refused, "3:busy", "2:stopped")
	if !slices.Equal(h.replaced, []int{1}) {
		t.Errorf("replaced %v", h.replaced)
	}
	l.Result(as[0].worker, as[0].run, dcc.Result{ID: as[0].job})
	want(t, "a result after the end", h.beside)
	l.Join(2)
	l.Ready(2)
	l.Run(4)
	finish(l, h)
	want(t, "ended", h.ended, "4:done")
}

func TestAnotherRunEndsTheWorkBeside(t *testing.T) {
	for name, end := range map[string]func(*Loop){
		"load": func(l *Loop) { l.Load(newFake(1, 1, 1), 0) }, "release": (*Loop).Release,
		"abort": func(l *Loop) {
			l.Abort(finished())
		},
	} {
		l, h := started(newFake(1, 1, 1), 1)
		l.Beside(2, newFake(1, 1, 1))
		end(l)
		code := "2:replaced"
		if name == "abort" {
			code = "2:finished"
		}
		want(t, name, h.refused, code)
	}
	l := New(&fakeHost{})
	h := &fakeHost{}
	l.host = h
	l.Beside(1, newFake(1, 1, 1))
	want(t, "without a run", h.refused, "1:no-run")
}

// TestCrashesBeside: a job beside the run is given up after MaxCrashes workers, the run's jobs are not counted with it.
func TestCrashesBeside(t *testing.T) {
	l, h := started(newFake(1, 1, 1), 1)
	beside := newFake(1, 2, 1)
	l.Beside(2, beside)
	for n := 2; len(beside.failed) == 0; n++ {
		as := h.take()
		if len(as) != 1 || n > 2+MaxCrashes {
			t.Fatalf("%v after %d workers", as, n)
		}
		l.Lost(as[0].worker, "out of memory")
		l.Join(n)
		l.Ready(n)
	}
	if len(h.replaced) != MaxCrashes || h.notices[MaxCrashes][:12] != "job-given-up" {
		t.Errorf("replaced %v, notices %v", h.replaced, h.notices)
	}
	finish(l, h)
	want(t, "beside", h.beside, "2:1:true", "2:over")
}

// TestNoWorkersBeside: without workers that stay alive the request is refused.
func TestNoWorkersBeside(t *testing.T) {
	l, h := started(newFake(1, 1, 1), 0)
	l.Beside(2, newFake(1, 1, 1))
	for n := 1; n <= maxFutile; n++ {
		l.Join(n)
		l.Lost(n, "refused to start")
	}
	want(t, "refused", h.refused, "2:workers-failed")
	l, h = started(newFake(1, 1, 1), 1)
	l.Beside(3, newFake(0, 1, 1))
	want(t, "nothing to do", h.beside, "3:over")
	if as := h.take(); len(as) != 0 {
		t.Errorf("assigned %v", as)
	}
}

// TestSecondsAreForWorkBesideTheRun: what a run keeps does not depend on the clock.
func TestSecondsAreForWorkBesideTheRun(t *testing.T) {
	own, beside := newFake(1, 2, 1), newFake(1, 1, 1)
	l, h := started(own, 3)
	l.Run(1)
	l.Beside(2, beside)
	for _, a := range h.take() {
		r := dcc.Result{ID: a.job}
		r.Seconds = .5
		l.Result(a.worker, a.run, r)
	}
	want(t, "ended", h.ended, "1:done")
	if own.seconds != 0 || beside.seconds != .5 {
		t.Errorf("the run heard of %v s, the work beside it of %v, want 0 and .5", own.seconds, beside.seconds)
	}
}
