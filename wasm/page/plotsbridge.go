//go:build js && wasm

// Asking the bridge for figures, and putting them where they belong.

package page

import (
	"fmt"
	"syscall/js"

	"dcctree/wasm/page/logic"
)

// askPlot asks for a figure and its table.
func askPlot(r *run, name string, options map[string]any) (p logic.Plot, err error) {
	err = askInto(&p, r.sampler, "plot", name, object(options))
	return p, err
}

// plotBox returns the place of a figure within a box, made where it is not there yet.
func (a *app) plotBox(box *cell, name string) *cell {
	found := box.Underlying().Call("querySelector", "[data-box='"+name+"']")
	if !found.IsNull() {
		return wrap(found)
	}
	section := wrap(a.doc.Underlying().Call("createElement", "section"))
	section.SetAttribute("data-box", name)
	box.Underlying().Call("append", section.Underlying())
	return section
}

// drawPlot asks for a figure and draws it in its place; a failure is told there.
func (a *app) drawPlot(box *cell, r *run, name string, options map[string]any) {
	section := a.plotBox(box, name)
	options["width"], options["lang"] = max(200, section.width()), string(logic.Spoken)
	p, err := askPlot(r, name, options)
	if a.shown != r {
		return
	}
	if err != nil {
		section.SetInnerHTML(`<p class="say">` + escape(fmt.Sprintf(logic.Text("plot.failed"), err.Error())) +
			`</p>`)
		return
	}
	open := !section.Underlying().Call("querySelector", "details[open]").IsNull()
	section.SetInnerHTML(p.Markup(name, open))
	breathe()
}

// later runs work once, a moment after the last of several calls, with what it is told by then.
type later struct {
	app     *app
	waiting bool
	work    func()
}

func (l *later) call(milliseconds float64) {
	if l.waiting {
		return
	}
	l.waiting = true
	l.app.spawn(func() {
		wait(milliseconds)
		l.waiting = false
		l.work()
	})
}

// changeTo listens for a new value of a select.
func (a *app) changeTo(c *cell, work func(value string)) {
	a.listen(c, "change", func(js.Value) { work(c.value()) })
}
