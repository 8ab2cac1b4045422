//go:build js && wasm

// "What if": the chosen row with other values, followed while a slider moves.

package page

import (
	"fmt"
	"slices"
	"strconv"
	"syscall/js"

	"dcctree/wasm/page/logic"
)

type whatIf struct {
	app              *app
	panel            *predictionPanel
	box, sliders     *cell
	all, back        *cell
	note, status     *cell
	inputs           map[int]*control // by feature
	of               *run             // whose features the controls are of
	order            []int
	open             bool      // all features are offered
	values           []float64 // the row as changed; nil where it is not
	last             logic.Explanation
	shown            string // name of the tree on the screen
	asking, dirty    bool
	asked, told      int // numbers of the newest question, and of the one whose answer is on the screen
	speaking         int // number of the newest wish to speak
	axisLow, axisTop float64
}

// control is the set of elements of one feature; those that it does not have are nil.
type control struct{ slider, number, choice *cell }

func newWhatIf(a *app, p *predictionPanel) *whatIf {
	w := &whatIf{
		app: a, panel: p, box: a.byID("whatif"), sliders: a.byID("sliders"), all: a.byID("whatif-all"),
		back: a.byID("whatif-back"), note: a.byID("whatif-note"), status: a.byID("whatif-status"),
		inputs: map[int]*control{},
	}
	a.listen(w.sliders, "input", func(e js.Value) { w.moved(e) })
	a.listen(w.sliders, "change", func(e js.Value) { w.typed(e) })
	a.listen(w.all, "click", func(js.Value) {
		w.open = !w.open
		w.of = nil
		w.render(a.shown, w.last)
	})
	a.listen(w.back, "click", func(js.Value) {
		w.forget()
		w.focus()
		w.ask()
	})
	return w
}

// forget goes back to the row as it is in the table.
func (w *whatIf) forget() { w.values, w.axisLow, w.axisTop = nil, 0, 0 }

// translate has the controls built anew with the next answer.
func (w *whatIf) translate() {
	w.of = nil
	w.status.say("")
}

// focus hands the keyboard to the first control: the button that it was on becomes unusable.
func (w *whatIf) focus() {
	for _, c := range []*cell{w.inputs[w.order[0]].slider, w.inputs[w.order[0]].choice} {
		if c != nil {
			c.focus()
		}
	}
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

// moved follows a slider or a choice.
func (w *whatIf) moved(e js.Value) {
	for _, attribute := range []string{"data-range", "data-select"} {
		j, ok := w.feature(e, attribute)
		if !ok {
			continue
		}
		if v, err := strconv.ParseFloat(e.Get("target").Get("value").String(), 64); err == nil {
			w.set(j, w.last.Features[j].Rounded(v))
		}
	}
}

// typed takes a number over that was typed.
func (w *whatIf) typed(e js.Value) {
	j, ok := w.feature(e, "data-number")
	if !ok {
		return
	}
	field := w.inputs[j].number
	v, good := logic.ReadNumber(field.value())
	field.SetAttribute("aria-invalid", fmt.Sprint(!good))
	if !good {
		w.status.say(fmt.Sprintf(logic.Text("whatif.bad"), w.last.Features[j].Name))
		w.note.show(true)
		w.note.say(fmt.Sprintf(logic.Text("whatif.bad"), w.last.Features[j].Name))
		return
	}
	w.set(j, v)
}

// feature is the number of the feature whose control an event comes from.
func (w *whatIf) feature(e js.Value, attribute string) (int, bool) {
	at, ok := key(e, attribute)
	if !ok {
		return 0, false
	}
	j, err := strconv.Atoi(at)
	return j, err == nil && j < len(w.last.Features)
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
	w.put(j, v, w.last.Features[j])
	w.ask()
}

// ask asks about the values at hand, at most once a frame of the screen and never twice at a time.
func (w *whatIf) ask() {
	w.dirty = true
	if w.asking {
		return
	}
	w.asking = true
	defer func() { w.asking = false }()
	for w.dirty {
		w.dirty = false
		nextFrame()
		r := w.app.shown
		if r == nil || r.table.lost {
			return
		}
		args, number := w.question(r, r.selected)
		answer, err := ask(r.sampler, "explain", args...)
		var e logic.Explanation
		if err != nil || read(answer, &e) != nil || w.app.shown != r {
			return // the run itself reports what went wrong
		}
		if number > w.told {
			w.told = number
			w.panel.tell(r, e, w.shown)
		}
	}
	w.speak()
}

// pause before the answer is spoken, ms.
const quietMoment = 700

// speak puts the answer into the status once the values rest.
func (w *whatIf) speak() {
	w.speaking++
	mine := w.speaking
	w.app.spawn(func() {
		wait(quietMoment)
		if mine == w.speaking && w.app.shown != nil {
			w.status.say(w.last.SaidWords(w.app.shown.info))
		}
	})
}

// nextFrame waits for the moment before the browser draws.
func nextFrame() {
	waitFor(func(came, _ js.Func) { js.Global().Call("requestAnimationFrame", came) })
}

// render shows the controls with the values of an answer.
func (w *whatIf) render(r *run, e logic.Explanation) {
	w.last = e
	w.box.show(true)
	w.build(r, e)
	if w.values != nil && len(e.Axis) == 2 {
		w.axisLow, w.axisTop = e.Axis[0], e.Axis[1]
	}
	for _, j := range w.order {
		v := e.Features[j].Value
		if w.values != nil {
			v = w.values[j]
		}
		w.put(j, v, e.Features[j])
	}
	changed := e.Changed || w.values != nil
	w.back.show(changed)
	w.note.show(!changed)
	w.note.say(logic.Either(len(e.Thresholds) > 0, logic.Text("whatif.tick"), ""))
	w.all.show(len(e.Features) > logic.FewSliders+1)
	w.all.SetAttribute("aria-expanded", fmt.Sprint(w.open))
	w.all.say(logic.Either(w.open, logic.Text("whatif.few"),
		fmt.Sprintf(logic.Text("whatif.all"), len(e.Features))))
}

// build makes the controls anew for another run, or another order of the features, but never under somebody's hands.
func (w *whatIf) build(r *run, e logic.Explanation) {
	order := logic.SliderOrder(e.Features, w.open)
	held := w.sliders.contains(activeElement())
	if w.of == r && (held || w.values != nil) {
		order = w.order
	}
	labels := labelsOf(r.sampler.Get("info").Get("labels"))
	markup := ""
	for _, j := range order {
		markup += logic.SliderMarkup(j, e.Features[j], labels[j], e.Thresholds)
	}
	if w.of == r && held && slices.Equal(order, w.order) {
		w.moveTicks(e)
		return
	}
	w.of, w.order = r, order
	if w.sliders.wrote && markup == w.sliders.last {
		return
	}
	w.sliders.draw(markup)
	w.find()
}

// find looks the controls up.
func (w *whatIf) find() {
	w.inputs = map[int]*control{}
	for _, j := range w.order {
		at := strconv.Itoa(j)
		w.inputs[j] = &control{slider: w.query("[data-range='" + at + "']"),
			number: w.query("[data-number='" + at + "']"), choice: w.query("[data-select='" + at + "']")}
	}
}

func (w *whatIf) query(selector string) *cell {
	v := w.sliders.query(selector)
	if v.IsNull() {
		return nil
	}
	return wrap(v)
}

// moveTicks puts the ticks where the shown tree has its thresholds now, and leaves the controls alone.
func (w *whatIf) moveTicks(e logic.Explanation) {
	for _, j := range w.order {
		if w.inputs[j].slider != nil {
			ticks := wrap(w.inputs[j].slider.Underlying().Get("previousElementSibling"))
			ticks.draw(logic.TicksMarkup(e.Features[j], e.Thresholds))
		}
	}
}

// put shows a value in the controls of a feature, but not in a field that somebody types into.
func (w *whatIf) put(j int, v float64, f logic.FeatureAt) {
	c := w.inputs[j]
	if c == nil {
		return
	}
	active := activeElement()
	if c.choice != nil {
		c.choice.setValue(strconv.Itoa(int(v)))
		return
	}
	if !active.Equal(c.slider.Underlying()) {
		c.slider.setValue(logic.Exact(v))
	}
	c.slider.SetAttribute("aria-valuetext", f.Shown(v))
	if !active.Equal(c.number.Underlying()) {
		c.number.setValue(f.Shown(v))
		c.number.SetAttribute("aria-invalid", "false")
	}
}
