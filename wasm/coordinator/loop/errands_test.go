// This file drives errands: without a run, beside one, and with workers that fail.

package loop

import (
	"strings"
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

func TestErrandsWithoutWorkersAreGivenBack(t *testing.T) {
	l, h := idle(0)
	var s sent
	s.send(l)
	if len(s.found) != 1 || s.found[0] != nil || len(h.take()) != 0 {
		t.Errorf("found %v", s.found)
	}
	l, _ = idle(1)
	s = sent{}
	s.send(l)
	s.send(l)
	l.Leave(1)
	if len(s.found) != 2 || s.found[0] != nil || s.found[1] != nil {
		t.Errorf("when the worker left, found %v", s.found)
	}
}

func TestErrandsDoNotWaitForARun(t *testing.T) {
	l, h := started(newFake(1, 1, 1), 2)
	var s sent
	run, job := s.send(l)
	l.Run(1)
	s.send(l)
	if len(s.found) != 1 || s.found[0] != nil {
		t.Errorf("beside a run, found %v", s.found)
	}
	as := h.take()
	if len(as) != 2 || as[0] != (assignment{1, run, job}) || as[1].worker != 2 || as[1].run == run {
		t.Fatalf("%v", as)
	}
	l.Result(1, run, dcc.Result{ID: job, Found: "done"})
	if len(s.found) != 2 || s.found[1] != "done" {
		t.Errorf("what was under way found %v", s.found)
	}
	l.Result(2, as[1].run, dcc.Result{ID: as[1].job})
	want(t, "ended", h.ended, "1:done")
	l.Beside(2, newFake(1, 1, 1))
	s.send(l)
	if len(s.found) != 3 || s.found[2] != nil {
		t.Errorf("beside a comparison, found %v", s.found)
	}
}

func TestErrandOfALostWorkerIsSentAgain(t *testing.T) {
	l, h := idle(2)
	var s sent
	run, job := s.send(l)
	l.Lost(1, "broken")
	l.Result(2, run, dcc.Result{ID: job, Found: 1})
	if len(s.found) != 1 || s.found[0] != 1 || len(h.replaced) != 1 {
		t.Errorf("found %v, replaced %v", s.found, h.replaced)
	}
}

func TestErrandIsGivenBack(t *testing.T) {
	l, h := idle(2 * MaxCrashes)
	var s sent
	s.send(l)
	for range MaxCrashes {
		as := h.take()
		l.Lost(as[len(as)-1].worker, "broken")
	}
	if len(s.found) != 1 || s.found[0] != nil {
		t.Errorf("found %v", s.found)
	}
	if n := len(h.notices); n == 0 || !strings.Contains(h.notices[n-1], "nothing is lacking") {
		t.Errorf("people hear %q", h.notices)
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
	if l.longest != 0 {
		t.Error("an errand's silence counts as the machine's pace")
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
