//go:build js && wasm

// "What if" of a fit: a row with other values, and what all trees and the tree to read say of it.

package page

import (
	"encoding/json"
	"math"
	"strconv"
	"syscall/js"

	"dcctree/core/fit"
	"dcctree/wasm/page/logic"
)

type fitWhatIf struct {
	panel                *fitPanel
	box, file, row       *cell
	all, back, note      *cell
	answer, picture, say *cell
	sliders              *sliders
	labels               [][]string // by input; nil for numbers
	follow               follower
	speaker              speaker
	at                   int            // row of the file; 0 before the first answer
	values               map[string]any // that differ from the row's, by input
	axis                 []float64      // that is held while values differ
	open, fresh          bool           // all inputs are offered; the controls are to be built anew
	tests                string         // name of the table of test rows that the choice of the file has
	last                 *fit.Explained
}

func newFitWhatIf(a *app, p *fitPanel) *fitWhatIf {
	w := &fitWhatIf{panel: p, box: a.byID("fit-if"), file: a.byID("fit-if-file"), row: a.byID("fit-if-row"),
		all: a.byID("fit-if-all"), back: a.byID("fit-if-back"), note: a.byID("fit-if-note"),
		answer: a.byID("fit-if-answer"), picture: a.byID("fit-if-figure"), say: a.byID("fit-if-reads"),
		speaker: speaker{app: a, status: a.byID("fit-if-status")}}
	w.sliders = &sliders{box: a.byID("fit-if-values"), note: w.note, status: w.speaker.status, gaps: true,
		set: w.set}
	w.sliders.listen(a)
	a.listen(w.row, "change", func(js.Value) {
		if n, err := strconv.Atoi(w.row.value()); err == nil {
			w.to(n)
		}
	})
	a.listen(w.file, "change", func(js.Value) { w.to(0) })
	a.listen(w.back, "click", func(js.Value) {
		w.to(w.at)
		w.sliders.focus() // the button that the keyboard was on becomes unusable
	})
	a.listen(w.all, "click", func(js.Value) {
		w.open, w.fresh = !w.open, true
		w.show()
	})
	return w
}

// begin is for another table.
func (w *fitWhatIf) begin() {
	w.at, w.values, w.axis, w.fresh, w.open, w.tests, w.last = 0, nil, nil, true, false, "", nil
	w.sliders.release()
	w.box.show(false)
	w.file.draw("")
}

// renew is for the answer to another question: values that were changed may be of other inputs. other: the test rows
// are others.
func (w *fitWhatIf) renew(other bool) {
	w.values, w.axis, w.fresh = nil, nil, true
	w.sliders.release()
	if other {
		w.at, w.tests = 0, ""
		w.file.draw("")
	}
}

// to goes to a row of the file as it is there.
func (w *fitWhatIf) to(row int) {
	w.at, w.values, w.axis = row, nil, nil
	w.sliders.release()
	w.ask()
}

// set changes one value. The axis of the figure stays where it is while values differ from the row's.
func (w *fitWhatIf) set(j int, v float64) {
	if w.values == nil {
		w.values, w.axis = map[string]any{}, w.last.Axis
	}
	switch {
	case math.IsNaN(v):
		w.values[w.last.Inputs[j].Name] = nil
	case w.labels[j] != nil:
		w.values[w.last.Inputs[j].Name] = w.labels[j][int(v)]
	default:
		w.values[w.last.Inputs[j].Name] = v
	}
	w.sliders.put(j, v)
	w.ask()
}

// ask asks about the values at hand.
func (w *fitWhatIf) ask() {
	if w.follow.ask(w.once) {
		w.speaker.speak(func() string {
			if w.last == nil { // another table came meanwhile
				return ""
			}
			return logic.FitSaid(w.last)
		})
	}
}

func (w *fitWhatIf) once() bool {
	p, t := w.panel, w.panel.of
	if p.newest == nil || !p.trees || t == nil || t.lost {
		return false
	}
	if w.at == 0 && w.file.value() != "test" {
		w.at = logic.FitFirstRow(p.newest, t.name)
	}
	values, axis := map[string]any{}, []any{0, 0}
	for name, v := range w.values {
		values[name] = v
	}
	if len(w.axis) == 2 {
		axis = []any{w.axis[0], w.axis[1]}
	}
	w.box.show(true)
	said, err := ask(t.session, "explainFit", object(map[string]any{"test": w.file.value() == "test", "row": w.at,
		"values": values, "leaves": p.atMost(), "width": max(200, min(w.picture.width(), mostUsedWidth)),
		"lang": string(logic.Spoken), "axis": axis}))
	e := &fit.Explained{}
	if err == nil {
		err = json.Unmarshal([]byte(jsonOf(said)), e)
	}
	switch {
	case p.of != t:
		return false
	case err != nil:
		w.note.say(err.Error())
		return false
	}
	w.last, w.at = e, e.Prediction.Row
	if w.values != nil && len(e.Axis) == 2 {
		w.axis = e.Axis
	}
	w.show()
	return true
}

// show shows the newest answer.
func (w *fitWhatIf) show() {
	e := w.last
	w.row.set("min", e.First)
	w.row.set("max", e.Last)
	if !w.row.focused() || w.values == nil {
		w.row.setValue(strconv.Itoa(w.at))
	}
	if w.file.show(e.Test != ""); w.tests != e.Test {
		w.tests = e.Test
		w.file.draw(logic.Option("", w.panel.of.name) + logic.Option("test", e.Test))
	}
	w.answer.draw(logic.AnswerMarkup(logic.FitPrediction(e), logic.FitInfo(e)))
	w.picture.draw(e.SVG)
	w.say.say(logic.FitReads(e))
	w.back.show(w.values != nil)
	w.controls(e)
	w.note.say(w.sliders.refusal(logic.FitWhatNote(e, w.sliders.features)))
}

// controls shows the values, in controls that are built anew where they are others, but never under somebody's hands.
func (w *fitWhatIf) controls(e *fit.Explained) {
	w.sliders.features, w.labels = logic.FitFeatures(e)
	order := logic.SliderOrder(w.sliders.features, w.open)
	if !w.fresh && (w.sliders.held() || w.values != nil) && len(w.sliders.order) == len(order) {
		order = w.sliders.order
	}
	if w.fresh || !w.sliders.held() {
		w.fresh = false
		ticks := logic.FitTicks(w.panel.newest, w.panel.atMost())
		w.sliders.build(order, func(j int) []string { return w.labels[j] }, ticks)
	}
	for _, j := range order {
		w.sliders.put(j, w.sliders.features[j].Value)
	}
	w.sliders.offer(w.all, w.open)
}

// translate has the controls built anew with the next answer.
func (w *fitWhatIf) translate() {
	w.fresh = true
	w.speaker.status.say("")
}
