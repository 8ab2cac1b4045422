//go:build js && wasm

// The bandwidth as a choice of the model: fixed, or several of them, which a run compares when it has its answer.

package page

import (
	"fmt"

	"dcctree/wasm/page/logic"
)

// finish does what the choice asks for beyond a run that is done: it averages a regression over bandwidths, or has
// cross-validation choose the one of a classification and runs with it.
func (a *app) finish(r *run) {
	if !r.several || r.over || a.state != logic.Done || r != a.run {
		return
	}
	for a.shown != r { // its last frame is being drawn
		wait(100)
		if r.over || a.state != logic.Done {
			return
		}
	}
	r.outcome = logic.Text("bandwidth.busy")
	a.control.render()
	t, own, ok := a.checks.bandwidthTable()
	r.outcome = ""
	switch {
	case r.over || r != a.run:
		return
	case !ok:
	case t.Task == "regression":
		r.average = t.Average
		r.outcome = logic.AveragedSentence(t)
	case t.Best == nil || *t.Best == own:
		r.outcome = fmt.Sprintf(logic.Text("bandwidth.own"), logic.Plain(own))
	default:
		a.table.best = map[string]float64{a.base(a.choice): *t.Best}
		a.begin(false, a.goOn)
		return
	}
	a.control.render()
	a.paint.mark()
}

// base is all that decides which bandwidth cross-validation chooses, as text.
func (a *app) base(c logic.Choice) string {
	c.Bandwidth = ""
	return a.wishOf(c)
}

// crossValidated is the bandwidth that was chosen for this choice and table; ok is false where none was.
func (a *app) crossValidated(c logic.Choice) (h float64, ok bool) {
	if !c.Several() || a.table == nil {
		return 0, false
	}
	h, ok = a.table.best[a.base(c)]
	return h, ok
}
