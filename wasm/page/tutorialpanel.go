//go:build js && wasm

// The steps of a tutorial beside the run: what the present one points at is outlined, and what it asks for ticks it.

package page

import (
	"syscall/js"

	"dcctree/wasm/page/logic"
)

// pointedClass marks what the present step points at.
const pointedClass = "is-pointed"

type tutorialPanel struct {
	app             *app
	state           *logic.Tutorial // nil without a tutorial
	box, list       *cell
	count, say      *cell
	back, next, out *cell
}

func newTutorialPanel(a *app) *tutorialPanel {
	p := &tutorialPanel{app: a, box: a.byID("tutorial"), list: a.byID("lessons"), count: a.byID("tutorial-count"),
		say: a.byID("tutorial-say"), back: a.byID("tutorial-back"), next: a.byID("tutorial-next"),
		out: a.byID("tutorial-go")}
	a.listen(p.back, "click", func(js.Value) { p.turn(-1) })
	a.listen(p.next, "click", func(js.Value) { p.turn(1) })
	a.listen(p.out, "click", func(js.Value) { p.goThere() })
	return p
}

// begin shows the steps of a link.
func (p *tutorialPanel) begin(lessons []logic.Lesson) {
	if len(lessons) == 0 {
		return
	}
	p.state = logic.NewTutorial(lessons)
	for _, event := range []string{"click", "change"} {
		p.app.listen(p.app.doc, event, func(e js.Value) { p.acted(event, e.Get("target")) })
	}
	p.box.show(true)
	p.render()
	p.tell()
}

// turn goes to another step. The button that was pressed keeps the keyboard, or hands it to the other at the ends of
// the list.
func (p *tutorialPanel) turn(by int) {
	p.state.Turn(by)
	p.render()
	for _, el := range p.pointed() {
		el.Underlying().Call("scrollIntoView", map[string]any{"block": "nearest"})
	}
	if by > 0 && p.state.At == len(p.state.Lessons)-1 {
		p.back.focus()
	}
	if by < 0 && p.state.At == 0 {
		p.next.focus()
	}
	p.tell()
}

// tell says the present step politely.
func (p *tutorialPanel) tell() {
	p.app.tell(p.say, saying("tutorial.now", p.state.At+1, len(p.state.Lessons), p.state.Lessons[p.state.At].Text))
}

// did takes notice that a part was used.
func (p *tutorialPanel) did(part string) {
	if p.state != nil && p.state.Did(part) {
		p.render()
		p.app.tell(p.say, saying("tutorial.done", p.state.At+1))
	}
}

// acted takes notice of a button that was pressed and of a field that was changed, where the present step points at
// them.
func (p *tutorialPanel) acted(event string, target js.Value) {
	if target.Get("closest").Type() != js.TypeFunction {
		return
	}
	kind := logic.Either(event == "click", "button", "input,select,textarea")
	if target.Call("closest", kind).IsNull() {
		return
	}
	for _, el := range p.pointed() {
		if el.contains(target) {
			p.did(p.state.Lessons[p.state.At].Part)
		}
	}
}

// part is what the present step points at, and whether there is anything that can be seen.
func (p *tutorialPanel) part() (logic.Part, bool) {
	found, known := logic.PartByName(p.state.Lessons[p.state.At].Part)
	return found, known && p.app.view.Shows(found)
}

// pointed are its elements.
func (p *tutorialPanel) pointed() []*cell {
	part, seen := p.part()
	switch {
	case !seen:
		return nil
	case part.Point != "" && p.app.byID(part.Point).reachable():
		return []*cell{p.app.byID(part.Point)}
	}
	var all []*cell
	for _, id := range part.IDs {
		all = append(all, p.app.byID(id))
	}
	return all
}

// render shows the list, and outlines what the present step points at.
func (p *tutorialPanel) render() {
	if p.state == nil {
		return
	}
	p.list.draw(p.state.Markup())
	p.app.tell(p.count, saying("tutorial.count", p.state.At+1, len(p.state.Lessons)))
	p.back.enable(p.state.At > 0)
	p.next.enable(p.state.At < len(p.state.Lessons)-1)
	p.app.each("."+pointedClass, func(c *cell) { c.class(pointedClass, false) })
	part, seen := p.part()
	p.out.show(seen)
	if !seen {
		return
	}
	p.app.unfold(part.Panel)
	for _, el := range p.pointed() {
		el.class(pointedClass, true)
	}
	p.app.tell(p.out, func() string { return saying("tutorial.go", logic.Text(part.Label))() })
}

// goThere takes the keyboard to what the present step points at: its first usable control, else itself.
func (p *tutorialPanel) goThere() {
	pointed := p.pointed()
	if len(pointed) == 0 {
		return
	}
	el := pointed[0]
	if el.Underlying().Get("disabled").Truthy() {
		el = wrap(el.Underlying().Call("closest", "section"))
	}
	at := el
	if !el.Underlying().Call("matches", fields).Bool() {
		usable := ":is(" + fields + ",[tabindex='0']):not(:disabled,[hidden] *)"
		if first := el.query(usable); !first.IsNull() {
			at = wrap(first)
		}
	}
	if at == el && el.Underlying().Get("tabIndex").Int() < 0 {
		el.SetAttribute("tabindex", "-1")
	}
	at.Underlying().Call("focus")
}
