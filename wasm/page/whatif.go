//go:build js && wasm

// "What if": the chosen row with other values, followed while a slider moves.

package page

import (
	"syscall/js"

	"dcctree/wasm/page/logic"
)

type whatIf struct {
	app              *app
	panel            *predictionPanel
	box              *cell
	sliders          *sliders
	all, back        *cell
	note, status     *cell
	of               *run      // whose features the controls are of
	open             bool      // all features are offered
	values           []float64 // the row as changed; nil where it is not
	last             logic.Explanation
	shown            string // name of the tree on the screen
	follow           follower
	asked, told      int // numbers of the newest question, and of the one whose answer is on the screen
	speaker          speaker
	axisLow, axisTop float64
}

func newWhatIf(a *app, p *predictionPanel) *whatIf {
	w := &whatIf{
		app: a, panel: p, box: a.byID("whatif"), all: a.byID("whatif-all"),
		back: a.byID("whatif-back"), note: a.byID("whatif-note"), status: a.byID("whatif-status"),
	}
	w.speaker = speaker{app: a, status: w.status}
	w.sliders = &sliders{box: a.byID("sliders"), note: w.note, status: w.status, set: w.set}
	w.sliders.listen(a)
	a.listen(w.all, "click", func(js.Value) {
		w.open = !w.open
		w.of = nil
		w.render(a.shown, w.last)
	})
	a.listen(w.back, "click", func(js.Value) {
		w.forget()
		w.sliders.focus() // the button that the keyboard was on becomes unusable
		w.ask()
	})
	return w
}

// forget goes back to the row as it is in the table.
func (w *whatIf) forget() {
	w.values, w.axisLow, w.axisTop = nil, 0, 0
	w.sliders.release()
}

// translate has the controls built anew with the next answer.
func (w *whatIf) translate() {
	w.of = nil
	w.status.say("")
}

// question returns the arguments of explain for the run, and the question's number.
func (w *whatIf) question(r *run, topology string) ([]any, int) {
	w.asked++
	values := any(js.Null())
	if w.values != nil && len(w.values) == len(r.info.Features) {
		list := make([]any, len(w.values))
		for i, v := range w.values {
			list[i] = v
		}
		values = list
	}
	return []any{values, object(map[string]any{
		"row": map[string]any{r.set(): r.row}, "width": w.panel.width(), "lang": string(logic.Spoken),
		"topology": topology, "axis": []any{w.axisLow, w.axisTop},
	})}, w.asked
}

// set changes one value. The axis of the figure stays where it was while values differ from the row's.
func (w *whatIf) set(j int, v float64) {
	if w.values == nil {
		for _, f := range w.last.Features {
			w.values = append(w.values, f.Value)
		}
		if len(w.last.Axis) == 2 {
			w.axisLow, w.axisTop = w.last.Axis[0], w.last.Axis[1]
		}
	}
	w.values[j] = v
	w.sliders.put(j, v)
	w.ask()
}

// ask asks about the values at hand.
func (w *whatIf) ask() {
	if w.follow.ask(w.once) {
		w.speaker.speak(func() string {
			if w.app.shown == nil {
				return ""
			}
			return w.last.SaidWords(w.app.shown.info)
		})
	}
}

func (w *whatIf) once() bool {
	r := w.app.shown
	if r == nil || r.table.lost {
		return false
	}
	args, number := w.question(r, r.selected)
	answer, err := ask(r.sampler, "explain", args...)
	var e logic.Explanation
	if err != nil || read(answer, &e) != nil || w.app.shown != r {
		return false // the run itself reports what went wrong
	}
	if number > w.told {
		w.told = number
		w.panel.tell(r, e, w.shown)
	}
	return true
}

// render shows the controls with the values of an answer.
func (w *whatIf) render(r *run, e logic.Explanation) {
	w.last, w.sliders.features = e, e.Features
	w.box.show(true)
	w.build(r, e)
	if w.values != nil && len(e.Axis) == 2 {
		w.axisLow, w.axisTop = e.Axis[0], e.Axis[1]
	}
	for _, j := range w.sliders.order {
		v := e.Features[j].Value
		if w.values != nil {
			v = w.values[j]
		}
		w.sliders.put(j, v)
	}
	changed := e.Changed || w.values != nil
	w.back.show(changed)
	refused := w.sliders.refusal("")
	w.note.show(!changed || refused != "")
	w.note.say(logic.Either(len(e.Thresholds) > 0 && refused == "", logic.Text("whatif.tick"), refused))
	w.sliders.offer(w.all, w.open)
}

// build makes the controls anew for another run, or another order of the features, but never under somebody's hands.
func (w *whatIf) build(r *run, e logic.Explanation) {
	order := logic.SliderOrder(e.Features, w.open)
	held := w.sliders.held()
	if w.of == r && (held || w.values != nil) {
		order = w.sliders.order
	}
	if w.of == r && held && w.sliders.same(order) {
		w.sliders.moveTicks(e.Thresholds)
		return
	}
	w.of = r
	labels := labelsOf(r.sampler.Get("info").Get("labels"))
	w.sliders.build(order, func(j int) []string { return labels[j] }, e.Thresholds)
}
