// This file holds the work beside the run, such as a comparison of bandwidths:
// it gets the workers that the run leaves idle, and goes on when the run rests.

package loop

import (
	"dcctree/core/dcc"
	"dcctree/core/study"
	"dcctree/core/words"
)

// side is work on the run's problem that is no part of the run.
type side struct {
	id   int // the request that asked for it
	run  int // stamped on its jobs
	load Scheduler
}

// Beside works on s with the workers that the run leaves idle; the host's
// BesideDone answers request id. Refused as busy while other such work goes on.
func (l *Loop) Beside(id int, s Scheduler) {
	if f := l.refuseEmpty(); f != nil {
		l.host.Refused(id, f)
		return
	}
	if l.side != nil {
		l.host.Refused(id, &study.Fault{Code: study.CodeBusy, Said: words.Of("fault.comparison")})
		return
	}
	l.side = &side{id: id, run: l.stamp(), load: s}
	l.pump()
}

// Abandon gives the work beside the run up, if there is any.
func (l *Loop) Abandon() {
	l.dropSide(&study.Fault{Code: study.CodeStopped, Message: "The comparison was given up."})
	if l.mode != empty {
		l.pump()
	}
}

func (l *Loop) dropSide(why *study.Fault) {
	if s := l.side; s != nil {
		l.side = nil
		l.cancel(s.run)
		l.host.Refused(s.id, why)
	}
}

// pumpSide hands out jobs of the work beside the run and notices its end.
func (l *Loop) pumpSide() {
	s := l.side
	switch {
	case s == nil:
	case s.load.Done():
		l.side = nil
		l.host.BesideDone(s.id)
	case l.dead():
		l.dropSide(noWorkers())
	default:
		l.assignAll(l.idle(), s.run, s.load.Next())
	}
}

// sideSteps tells completed steps of the work beside the run.
func (l *Loop) sideSteps(steps []dcc.Step) {
	for _, s := range steps {
		l.host.BesideStep(l.side.id, s)
	}
}
