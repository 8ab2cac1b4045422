//go:build js && wasm

// This file fits all trees at once to the opened table, between messages.

package coordinator

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"syscall/js"

	"dcctree/core/export"
	"dcctree/core/fit"
	"dcctree/core/study"
	"dcctree/core/words"
	"dcctree/wasm/bridge"
	"dcctree/wasm/protocol"
)

const (
	// workSlice is how long the fit works before messages are looked at, ms.
	workSlice = 40
	// fitGarbage is how much garbage there may be meanwhile: moves of trees leave much, and little is in use.
	fitGarbage = 150
)

// fitting is a fit under way.
type fitting struct {
	id     int     // of the request
	rested float64 // when, ms
	given  bool    // up
	begun  float64 // when, ms
	wishes study.FitOptions
	parts  parts
	stages study.FitStages
}

func (r *role) fit(id int, m *study.FitOptions, p bridge.Arrival) error {
	if r.table == nil {
		return noTable()
	}
	if r.fitting != nil {
		return &study.Fault{Code: study.CodeBusy, Said: words.Of("fault.fitting")}
	}
	test, err := testTable(m.Test, "test", m.TestName, p)
	if err != nil {
		return err
	}
	problem, err := study.Fit(r.table, m, test)
	if err != nil {
		return err
	}
	f := &fitting{id: id, rested: bridge.Now(), begun: bridge.Now(), wishes: *m,
		parts: parts{given: make(chan struct{})}}
	problem.Watch(f.stage, func(a *fit.Answer) {
		f.tell(&study.FitStage{Moves: a.Verdict.Next, JSON: r.found(f, problem, a)})
	})
	problem.Send(func(e *fit.Errand) *fit.Found { return r.elsewhere(f, e) })
	r.fitting = f
	go r.carryOut(f, problem)
	return nil
}

// carryOut fits to the end, unless the fit is given up: then its goroutine ends within Fit.
func (r *role) carryOut(f *fitting, problem *fit.Problem) {
	percent := debug.SetGCPercent(fitGarbage)
	defer r.refuseBroken(f.id)
	defer func() {
		debug.SetGCPercent(percent)
		if r.fitting == f {
			r.fitting = nil
		}
	}()
	answer, err := problem.Fit(func(n int, job func(int)) { f.workers(n, job, r.hands()) })
	if err != nil {
		r.Refused(f.id, study.FaultOf(err))
		return
	}
	r.reply(f.id, &study.Fitted{JSON: r.found(f, problem, answer)}, js.Null())
}

// stage rests when it is time for messages, and tells how far the fit is.
func (f *fitting) stage(s fit.Stage) {
	if bridge.Now() < f.rested+workSlice {
		return
	}
	f.tell(f.stages.Add(s))
	bridge.Rest()
	f.rested = bridge.Now()
	if f.given {
		runtime.Goexit()
	}
}

// heard tells how far a worker is with a part.
func (r *role) heard(run int, m *protocol.FitPart) {
	if f := r.fitting; f != nil && run == f.parts.run {
		f.tell(f.stages.Add(m.Stage()))
	}
}

// found keeps an answer, to be saved, and returns it as JSON text.
func (r *role) found(f *fitting, problem *fit.Problem, a *fit.Answer) string {
	r.answered = problem
	r.fitted = &study.SavedFit{Open: *r.opened, Options: f.wishes, Answer: *a,
		Seconds: (bridge.Now() - f.begun) / 1000}
	text, err := export.JSON(a)
	if err != nil {
		panic(err)
	}
	return text
}

func (f *fitting) tell(s *study.FitStage) {
	bridge.Post(bridge.Page, protocol.HeadOf(protocol.KindProgress, f.id), s, js.Null())
}

// fitRows predicts further rows by the trees of the newest answer, between messages.
func (r *role) fitRows(id int, m *study.FitRowsOptions, p bridge.Arrival) error {
	rows, err := testTable(true, "rows", m.Name, p)
	if err != nil {
		return err
	}
	problem := r.answered
	r.between(id, func(pause func()) (any, error) { return study.PredictRows(problem, rows, pause) })
	return nil
}

// fitTrees tells the drawn trees of the newest answer, between messages.
func (r *role) fitTrees(id int) {
	problem := r.answered
	r.between(id, func(pause func()) (any, error) { return study.DrawnTrees(problem, pause) })
}

// between answers a request by work that rests for messages.
func (r *role) between(id int, work func(pause func()) (any, error)) {
	rested := bridge.Now()
	go func() {
		defer r.refuseBroken(id)
		answer, err := work(func() {
			if bridge.Now() > rested+workSlice {
				bridge.Rest()
				rested = bridge.Now()
			}
		})
		if err != nil {
			r.Refused(id, study.FaultOf(err))
			return
		}
		r.reply(id, answer, js.Null())
	}()
}

// refuseBroken refuses a request whose goroutine panics; it is to be deferred.
func (r *role) refuseBroken(id int) {
	if v := recover(); v != nil {
		r.Refused(id, &study.Fault{Code: study.CodeInternal, Said: words.Of("fault.broken", fmt.Sprint(v))})
	}
}

// giveUp refuses the request of the fit under way, if there is one, and has it end at its next rest.
func (r *role) giveUp(id int) {
	if f := r.fitting; f != nil {
		f.given, r.fitting = true, nil
		close(f.parts.given)
		r.loop.DropErrands()
		r.Refused(f.id, &study.Fault{Code: study.CodeStopped, Said: words.Of("fault.fit.given")})
	}
	r.reply(id, &protocol.Empty{}, js.Null())
}
