//go:build js && wasm

// The dialog that runs the samplers of the paper side by side, on the rows and with the seed of the run on the screen.

package page

import (
	"fmt"
	"strconv"
	"strings"
	"syscall/js"

	"dcctree/wasm/page/logic"
)

const (
	standEvery = 700 // ms between two looks at how the methods stand, and
	lookShare  = 5   // times as long as the last look took, so that the coordinator has time for the methods
	treeWidth  = 220 // px
)

type methodsPanel struct {
	app                           *app
	open, dialog, start, save     *cell
	budget, unit                  *cell
	progress, status, words, note *cell
	head, body, whose, result     *cell
	of                            *run     // whose contest it is or was
	abort                         js.Value // of the contest under way; undefined while there is none
	fresh                         bool     // something was found since the last look
	newest                        logic.Standings
}

func newMethodsPanel(a *app) *methodsPanel {
	p := &methodsPanel{
		app: a, open: a.byID("methods-open"), dialog: a.byID("methods"), start: a.byID("methods-start"),
		save: a.byID("methods-save"), budget: a.byID("methods-budget"), unit: a.byID("methods-unit"),
		progress: a.byID("methods-progress"), status: a.byID("methods-status"), words: a.byID("methods-words"),
		note: a.byID("methods-note"), head: a.byID("methods-head"), body: a.byID("methods-body"),
		whose: a.byID("methods-whose"), result: a.byID("methods-result"),
	}
	a.listen(p.open, "click", func(js.Value) {
		p.offer()
		p.dialog.showModal()
		p.look()
	})
	a.listen(p.start, "click", func(js.Value) { p.press() })
	a.listen(p.unit, "change", func(js.Value) {
		p.budget.setValue(logic.Either(p.unit.value() == "seconds", "4", "20000"))
	})
	a.listen(p.save, "click", func(js.Value) { a.saveText("dcctree-methods.csv", p.newest.CSV(), "text/csv") })
	return p
}

// render offers the comparison once a run has a tree, and drops what belongs to an earlier run.
func (p *methodsPanel) render(f *frame) {
	p.open.enable(true)
	if p.of != nil && p.of != f.run {
		p.of, p.newest = nil, logic.Standings{}
		p.status.say("")
		p.draw()
	}
}

// offer shows what can be chosen for the run on the screen.
func (p *methodsPanel) offer() {
	r := p.app.shown
	busy := !p.abort.IsUndefined()
	many := r != nil && len(r.info.Classes) > 2
	p.whose.say("")
	p.note.say("")
	if r != nil {
		p.whose.say(r.caption())
	}
	if many {
		p.note.say(logic.Text("methods.classes"))
	}
	p.app.each("[data-contestant]", func(c *cell) {
		c.enable(!busy && !(many && c.GetAttribute("data-contestant") == "wu"))
	})
	p.budget.enable(!busy)
	p.unit.enable(!busy)
	p.start.enable(busy || r != nil && !r.over)
	p.start.say(logic.Text(logic.Either(busy, "run.stop", "methods.start")))
	p.save.enable(len(p.newest.Methods) > 0)
}

// chosen are the methods that are ticked and can be used.
func (p *methodsPanel) chosen() (methods []any) {
	p.app.each("[data-contestant]", func(c *cell) {
		if field := c.Underlying(); field.Get("checked").Bool() && !field.Get("disabled").Bool() {
			methods = append(methods, c.GetAttribute("data-contestant"))
		}
	})
	return methods
}

// press starts a comparison, or stops the one under way.
func (p *methodsPanel) press() {
	if !p.abort.IsUndefined() {
		p.abort.Call("abort")
		return
	}
	r := p.app.shown
	budget, err := strconv.ParseFloat(strings.TrimSpace(p.budget.value()), 64)
	methods := p.chosen()
	switch {
	case r == nil || r.over:
		p.app.tell(p.status, saying("methods.norun"))
	case len(methods) == 0:
		p.app.tell(p.status, saying("methods.none"))
	case err != nil || !(budget > 0):
		p.app.tell(p.status, saying("methods.nobudget"))
		p.budget.focus()
	default:
		p.contest(r, methods, budget)
	}
}

// contest runs the methods to the end of their budgets, or until it is stopped.
func (p *methodsPanel) contest(r *run, methods []any, budget float64) {
	p.of, p.newest, p.abort = r, logic.Standings{}, newAttempt()
	p.progress.set("value", 0)
	p.app.tell(p.status, saying("methods.running"))
	p.offer()
	onProgress := callback(func(v js.Value) {
		p.progress.set("value", v.Get("progress"))
		p.fresh = true
	})
	defer onProgress.Release()
	p.app.spawn(func() { p.follow(r) })
	_, err := ask(r.sampler, "contest",
		object(map[string]any{"methods": methods, p.unit.value(): budget, "onProgress": onProgress.Value,
			"signal": p.abort.Get("signal")}))
	p.abort = js.Undefined()
	p.offer()
	if p.of != r {
		return // another run took the screen
	}
	if hasCode(err, "replaced", "closed") {
		p.status.say("")
		return
	}
	p.look()
	switch {
	case err == nil:
		p.app.tell(p.status, saying("methods.ended"))
	case hasCode(err, "stopped"):
		p.app.tell(p.status, saying("methods.stopped"))
	default:
		p.app.tell(p.status, err.Error)
	}
}

// follow looks at the methods now and then until the contest is over.
func (p *methodsPanel) follow(r *run) {
	for !p.abort.IsUndefined() && p.of == r {
		took := now()
		if p.fresh && p.dialog.isOpen() {
			p.fresh = false
			p.look()
		}
		wait(max(standEvery, lookShare*(now()-took)))
	}
}

// look asks how the methods stand, and shows it.
func (p *methodsPanel) look() {
	r := p.of
	if r == nil || r.over {
		return
	}
	answer, err := ask(r.sampler, "standings",
		object(map[string]any{"set": r.set(), "row": r.row, "lang": string(logic.Spoken), "width": treeWidth}))
	if err != nil || p.of != r {
		return // another run took its place, or nothing is there yet
	}
	var t logic.Standings
	if err := read(answer, &t); err != nil {
		p.app.broken(err)
		return
	}
	p.newest = t
	p.draw()
	p.save.enable(true)
}

// draw shows what is known.
func (p *methodsPanel) draw() {
	p.result.show(len(p.newest.Methods) > 0)
	if len(p.newest.Methods) == 0 {
		p.head.draw("")
		p.body.draw("")
		p.words.say("")
		return
	}
	row := fmt.Sprintf(logic.Text(logic.Either(p.of.set() == "test", "methods.testrow", "methods.trainrow")),
		logic.Count(p.of.row+1))
	p.head.draw(p.newest.HeadMarkup(row))
	p.body.draw(p.newest.BodyMarkup(row, p.of.info.Classes))
	p.words.say(strings.Join(p.newest.Words, " "))
}

// translate asks for everything in the other language.
func (p *methodsPanel) translate() {
	p.offer()
	p.look()
}
