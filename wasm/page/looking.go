//go:build js && wasm

// Looking at an earlier step: the page as it was then, while the run goes on or rests.

package page

import (
	"fmt"
	"syscall/js"

	"dcctree/wasm/page/logic"
)

// mostHeard is how many steps of a run the page can tell the story of.
const mostHeard = 120

// then is the run as the page shows it: as it is, or as it was at the step that is looked at.
func (r *run) then() *run {
	if r.at == 0 {
		return r
	}
	was := *r
	was.clock = logic.Stopwatch{}
	was.story = logic.Story{}
	for _, s := range r.heard {
		if s.Index <= r.at {
			was.story.Hear(s)
		}
	}
	return &was
}

// current is the number of the step that the page shows.
func (r *run) current() int {
	if r.at > 0 {
		return r.at
	}
	return r.steps
}

// reaches tells whether there is a step so many ahead of the one that is shown.
func (r *run) reaches(by int) bool {
	if r == nil || r.over || r.table.lost || r.sampler.IsUndefined() {
		return false
	}
	to := r.current() + by
	return to >= max(1, r.first) && to <= r.steps
}

// lookingPanel says which step is looked at.
type lookingPanel struct {
	app              *app
	box, words       *cell
	back, next, stop *cell
}

func newLookingPanel(a *app) *lookingPanel {
	p := &lookingPanel{app: a, box: a.byID("looking"), words: a.byID("looking-text"), back: a.byID("looking-back"),
		next: a.byID("looking-next"), stop: a.byID("looking-now")}
	a.listen(p.back, "click", func(js.Value) { p.turn(-1) })
	a.listen(p.next, "click", func(js.Value) { p.turn(1) })
	a.listen(p.stop, "click", func(js.Value) { p.to(0) })
	return p
}

// turn goes so many steps on from the one that is shown; beyond the last is the present.
func (p *lookingPanel) turn(by int) {
	r := p.app.shown
	switch {
	case r == nil:
	case r.at > 0 && r.at+by > r.steps:
		p.to(0)
	case r.reaches(by):
		p.to(r.current() + by)
	}
}

// to shows a step; 0 is the present. The run is not touched.
func (p *lookingPanel) to(step int) {
	r := p.app.shown
	if r == nil || r.sampler.IsUndefined() {
		return
	}
	looked, err := ask(r.sampler, "look", step)
	switch {
	case hasCode(err, "setting"):
		r.first = step + 1
		p.app.messages.notice(saying("store.gone", logic.Count(step)))
	case err != nil:
		return // the run is gone, and says so itself
	default:
		r.at, r.first = step, looked.Get("first").Int()
	}
	p.render(r)
	p.app.control.render()
	p.app.paint.mark()
}

// render shows the line above the trees. What has the keyboard keeps it, or hands it on.
func (p *lookingPanel) render(r *run) {
	if r != p.app.shown {
		return
	}
	active := activeElement()
	held := active.Equal(p.stop.Underlying()) || active.Equal(p.back.Underlying()) ||
		active.Equal(p.next.Underlying())
	p.box.show(r.at > 0)
	if r.at == 0 {
		if held {
			p.app.tree.title.focus()
		}
		return
	}
	p.words.say(fmt.Sprintf(logic.Text("store.looking"), logic.Count(r.at), logic.Count(r.steps)))
	for _, b := range []struct {
		*cell
		by int
	}{{p.back, -1}, {p.next, 1}} {
		usable := r.reaches(b.by)
		if !usable && active.Equal(b.Underlying()) {
			p.stop.focus()
		}
		b.enable(usable)
	}
}
