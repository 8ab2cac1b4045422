// This file drives errands: without a run, beside one, and with workers that fail.

package loop

import (
	"testing"

	"dcctree/core/compare"
	"dcctree/core/dcc"
)

// sent notes what errands found.
type sent struct{ found []any }

func (s *sent) send(l *Loop) (run, job int) {
	return l.Errand(compare.FitPart, &compare.Errand{}, func(found any) { s.found = append(s.found, found) })
}

// idle is a loop without a run with so many ready workers.
func idle(workers int) (*Loop, *fakeHost) {
	h := &fakeHost{}
	l := New(h)
	for id := 1; id <= workers; id++ {
		l.Join(id)
		l.Ready(id)
	}
	return l, h
}

func TestErrandsNeedNoRun(t *testing.T) {
	l, h := idle(2)
	var s sent
	run, first := s.send(l)
	_, second := s.send(l)
	_, third := s.send(l)
	as := h.take()
	if len(as) != 2 || as[0] != (assignment{1, run, first}) || as[1] != (assignment{2, run, second}) {
		t.Fatalf("%v", as)
	}
	l.Result(2, run, dcc.Result{ID: second, Found: "b"})
	if as := h.take(); len(as) != 1 || as[0] != (assignment{2, run, third}) {
		t.Fatalf("%v", as)
	}
	l.Result(1, run, dcc.Result{ID: first, Found: "a"})
	l.Result(2, run, dcc.Result{ID: third, Found: "c"})
	if len(s.found) != 3 || s.found[0] != "b" || s.found[1] != "a" || s.found[2] != "c" {
		t.Errorf("found %v", s.found)
	}
	if len(h.prepared) != 0 {
		t.Error("workers got a problem where there is none")
	}
}

func TestErrandsWaitForWorkers(t *testing.T) {
	l, h := idle(0)
	var s sent
	run, job := s.send(l)
	l.Join(7)
	if as := h.take(); len(as) != 0 {
		t.Fatalf("%v", as)
	}
	l.Ready(7)
	l.Result(7, run, dcc.Result{ID: job, Found: 1})
	if len(s.found) != 1 || s.found[0] != 1 {
		t.Errorf("found %v", s.found)
	}
}

func TestTheRunGoesBeforeErrands(t *testing.T) {
	l, h := started(newFake(1, 1, 1), 1)
	var s sent
	l.Run(1)
	run, job := s.send(l)
	as := h.take()
	if len(as) != 1 || as[0].run == run {
		t.Fatalf("%v", as)
	}
	l.Result(as[0].worker, as[0].run, dcc.Result{ID: as[0].job})
	l.Result(1, run, dcc.Result{ID: job, Found: 1})
	if len(s.found) != 1 {
		t.Errorf("found %v", s.found)
	}
	want(t, "ended", h.ended, "1:done")
}

func TestErrandOfALostWorkerIsSentAgain(t *testing.T) {
	l, h := idle(1)
	var s sent
	run, job := s.send(l)
	for k := range MaxCrashes - 1 {
		l.Lost(1+k, "broken")
		l.Join(2 + k)
		l.Ready(2 + k)
	}
	l.Result(MaxCrashes, run, dcc.Result{ID: job, Found: 1})
	if len(s.found) != 1 || s.found[0] != 1 || len(h.replaced) != MaxCrashes-1 {
		t.Errorf("found %v, replaced %v", s.found, h.replaced)
	}
}

func TestErrandIsGivenBack(t *testing.T) {
	l, h := idle(1)
	var s sent
	s.send(l)
	for k := range MaxCrashes {
		l.Lost(1+k, "broken")
		l.Join(2 + k)
		l.Ready(2 + k)
	}
	if len(s.found) != 1 || s.found[0] != nil {
		t.Errorf("found %v", s.found)
	}
	if got := h.notices[len(h.notices)-1]; got == "" {
		t.Error("nobody hears of it")
	}
	s = sent{}
	s.send(l) // all that are left die at their start
	for id := 1 + MaxCrashes; l.Hands() > 0; id++ {
		l.Lost(id, "no memory")
		if len(h.retired) == 0 {
			l.Join(id + 1)
		}
	}
	if len(s.found) != 1 || s.found[0] != nil {
		t.Errorf("without workers, found %v", s.found)
	}
}

func TestSilentErrandsAreAwaited(t *testing.T) {
	l, h := idle(1)
	var s sent
	s.send(l)
	for range errandLimit {
		l.Tick()
	}
	if len(h.replaced) != 0 {
		t.Error("a worker was replaced that may be at a large table")
	}
	l.Tick()
	if len(h.replaced) != 1 {
		t.Error("a worker that is silent for ever is kept")
	}
}

func TestDroppedErrands(t *testing.T) {
	l, h := idle(2)
	var s sent
	run, job := s.send(l)
	l.DropErrands()
	if len(h.replaced) != 1 || h.replaced[0] != 1 {
		t.Errorf("replaced %v, want the worker that was at it", h.replaced)
	}
	l.Result(1, run, dcc.Result{ID: job, Found: 1})
	if len(s.found) != 0 {
		t.Errorf("found %v", s.found)
	}
	if again, _ := s.send(l); again == run {
		t.Error("the next errands have the stamp of those that were dropped")
	}
}
