//go:build js && wasm

// Controls for the values of one row, and questions that follow them while they move.

package page

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"syscall/js"

	"dcctree/wasm/page/logic"
)

// sliders are the controls of a row's features.
type sliders struct {
	box      *cell
	note     *cell            // says what a person gave that is no value
	status   *cell            // says it to a reader of the screen
	inputs   map[int]*control // by feature
	order    []int            // of the features that are offered
	features []logic.FeatureAt
	gaps     bool                   // an empty field is a gap, whose value is NaN
	set      func(j int, v float64) // takes a value over that a person gave
}

// control is the set of elements of one feature; those that it does not have are nil.
type control struct {
	slider, number, choice *cell
	refused                bool // what stands in the field is no number
}

// listen has the controls heard.
func (s *sliders) listen(a *app) {
	a.listen(s.box, "input", func(e js.Value) { s.moved(e) })
	a.listen(s.box, "change", func(e js.Value) { s.typed(e) })
}

// moved follows a slider or a choice.
func (s *sliders) moved(e js.Value) {
	for _, attribute := range []string{"data-range", "data-select"} {
		j, ok := s.feature(e, attribute)
		if !ok {
			continue
		}
		s.inputs[j].refused = false
		text := e.Get("target").Get("value").String()
		if v, err := strconv.ParseFloat(text, 64); err == nil {
			s.set(j, s.features[j].Rounded(v))
		} else if s.gaps && text == "" {
			s.set(j, math.NaN())
		}
	}
}

// typed takes a number over that was typed.
func (s *sliders) typed(e js.Value) {
	j, ok := s.feature(e, "data-number")
	if !ok {
		return
	}
	c := s.inputs[j]
	v, good := logic.ReadNumber(c.number.value())
	if s.gaps && strings.TrimSpace(c.number.value()) == "" {
		v, good = math.NaN(), true
	}
	c.number.SetAttribute("aria-invalid", fmt.Sprint(!good))
	c.refused = !good
	if !good {
		said := s.refusal("")
		s.note.show(true)
		s.note.say(said)
		s.status.say(said)
		return
	}
	s.set(j, v)
}

// release lets go of what was refused, so that the controls show the values at hand.
func (s *sliders) release() {
	for _, j := range s.order {
		s.inputs[j].refused = false
	}
}

// refusal says what is wrong with a number that was typed and refused, or what is given where all count.
func (s *sliders) refusal(otherwise string) string {
	for _, j := range s.order {
		if s.inputs[j].refused {
			return fmt.Sprintf(logic.Text("whatif.bad"), s.features[j].Name)
		}
	}
	return otherwise
}

// feature is the number of the feature whose control an event comes from.
func (s *sliders) feature(e js.Value, attribute string) (int, bool) {
	at, ok := key(e, attribute)
	if !ok {
		return 0, false
	}
	j, err := strconv.Atoi(at)
	return j, err == nil && j < len(s.features)
}

// held reports whether the keyboard is on one of the controls, or one has a number that was refused and may be mended.
func (s *sliders) held() bool { return s.box.contains(activeElement()) || s.refusal("") != "" }

// build makes the controls of the features in an order anew.
func (s *sliders) build(order []int, labels func(j int) []string, ticks []logic.ThresholdAt) {
	markup := ""
	for _, j := range order {
		markup += logic.SliderMarkup(j, s.features[j], labels(j), ticks, s.gaps)
	}
	s.order = order
	if s.box.wrote && markup == s.box.last {
		return
	}
	s.box.draw(markup)
	s.find()
}

// find looks the controls up.
func (s *sliders) find() {
	s.inputs = map[int]*control{}
	for _, j := range s.order {
		at := strconv.Itoa(j)
		s.inputs[j] = &control{slider: s.query("[data-range='" + at + "']"),
			number: s.query("[data-number='" + at + "']"), choice: s.query("[data-select='" + at + "']")}
	}
}

func (s *sliders) query(selector string) *cell {
	v := s.box.query(selector)
	if v.IsNull() {
		return nil
	}
	return wrap(v)
}

// moveTicks puts the ticks where thresholds are now, and leaves the controls alone.
func (s *sliders) moveTicks(thresholds []logic.ThresholdAt) {
	for _, j := range s.order {
		if s.inputs[j].slider != nil {
			ticks := wrap(s.inputs[j].slider.Underlying().Get("previousElementSibling"))
			ticks.draw(logic.TicksMarkup(s.features[j], thresholds))
		}
	}
}

// focus hands the keyboard to the first control.
func (s *sliders) focus() {
	for _, c := range []*cell{s.inputs[s.order[0]].slider, s.inputs[s.order[0]].choice} {
		if c != nil {
			c.focus()
		}
	}
}

// offer words the button that offers all features, or few again.
func (s *sliders) offer(all *cell, open bool) {
	all.show(len(s.features) > logic.FewSliders+1)
	all.SetAttribute("aria-expanded", fmt.Sprint(open))
	all.say(logic.Either(open, logic.Text("whatif.few"), fmt.Sprintf(logic.Text("whatif.all"), len(s.features))))
}

// put shows a value in the controls of a feature, but not in a field that somebody types into, or whose text was
// refused: the answer to an earlier question may come after it.
func (s *sliders) put(j int, v float64) {
	c, f := s.inputs[j], s.features[j]
	if c == nil {
		return
	}
	active, shown := activeElement(), f.Shown(v)
	if math.IsNaN(v) {
		shown = ""
	}
	if c.choice != nil {
		c.choice.setValue(logic.Either(math.IsNaN(v), "", strconv.Itoa(int(v))))
		return
	}
	if !math.IsNaN(v) && !active.Equal(c.slider.Underlying()) {
		c.slider.setValue(logic.Exact(v))
	}
	c.slider.class("gap", math.IsNaN(v))
	c.slider.SetAttribute("aria-valuetext", logic.Either(shown == "", logic.Text("whatif.gap"), shown))
	if !c.refused && !active.Equal(c.number.Underlying()) {
		c.number.setValue(shown)
		c.number.SetAttribute("aria-invalid", "false")
	}
}

// same reports whether the controls are those of an order.
func (s *sliders) same(order []int) bool { return slices.Equal(order, s.order) }

// follower asks about the values at hand, at most once a frame of the screen and never twice at a time.
type follower struct{ asking, dirty bool }

// ask asks until there is nothing new, and reports whether all was answered.
func (f *follower) ask(once func() bool) bool {
	f.dirty = true
	if f.asking {
		return false
	}
	f.asking = true
	defer func() { f.asking = false }()
	for f.dirty {
		f.dirty = false
		nextFrame()
		if !once() {
			return false
		}
	}
	return true
}

// nextFrame waits for the moment before the browser draws.
func nextFrame() {
	waitFor(func(came, _ js.Func) { js.Global().Call("requestAnimationFrame", came) })
}

// speaker puts an answer into a status once the values rest.
type speaker struct {
	app    *app
	status *cell
	newest int // number of the newest wish to speak
}

// pause before the answer is spoken, ms.
const quietMoment = 700

func (s *speaker) speak(words func() string) {
	s.newest++
	mine := s.newest
	s.app.spawn(func() {
		wait(quietMoment)
		if mine == s.newest {
			s.status.say(words())
		}
	})
}
