//go:build js && wasm

// Sessions: saved as a file, opened again, kept on this device where a person wishes it, and not lost by closing the tab unawares.

package page

import (
	"strings"
	"syscall/js"
)

// sessionStart is how a session file begins, see wasm/session.
const sessionStart = "dcctree session "

type sessionPanel struct {
	app               *app
	save, size        *cell
	keep, say, forget *cell
	kept, keptOpen    *cell
	file              js.Value // what was kept, to be opened again
	warns             bool
	beforeUnload      js.Func
}

func newSessionPanel(a *app) *sessionPanel {
	p := &sessionPanel{app: a, save: a.byID("save-session"), size: a.byID("session-size"), keep: a.byID("keep"), say: a.byID("keep-say"),
		forget: a.byID("forget"), kept: a.byID("kept"), keptOpen: a.byID("kept-open")}
	p.beforeUnload = js.FuncOf(func(_ js.Value, args []js.Value) any {
		args[0].Call("preventDefault")
		return nil
	})
	a.listen(p.save, "click", func(js.Value) { p.download() })
	a.listen(p.keep, "change", func(js.Value) { p.wish() })
	a.listen(p.forget, "click", func(js.Value) { p.forgetAll() })
	a.listen(p.keptOpen, "click", func(js.Value) {
		if !p.file.IsUndefined() {
			a.openSession(p.file)
		}
	})
	a.spawn(p.greet)
	return p
}

// present is the run that would be saved: the newest, once it is created.
func (p *sessionPanel) present() *run {
	r := p.app.run
	if r == nil || r.over || r.sampler.IsUndefined() || r.table.lost {
		return nil
	}
	return r
}

// render offers saving, and asks before the tab is closed while an own table has results that are nowhere else.
func (p *sessionPanel) render() {
	r := p.present()
	p.save.enable(r != nil)
	warns := r != nil && r.table.sample == "" && !r.table.given && r.steps > 0 && r.saved != r.steps
	if warns != p.warns {
		p.warns = warns
		js.Global().Call(map[bool]string{true: "addEventListener", false: "removeEventListener"}[warns], "beforeunload", p.beforeUnload)
	}
	if r == nil {
		p.size.say("")
	}
}

// rested is called when a run rests: its size is told, and it is kept where that is wished.
func (p *sessionPanel) rested(r *run) {
	if r != p.present() {
		return
	}
	if looked, err := ask(r.sampler, "look", r.at); err == nil {
		if r.first = looked.Get("first").Int(); r.first > 1 {
			p.app.paint.mark() // entries before it are no longer open
		}
		p.app.tell(p.size, words("store.size", Size(looked.Get("bytes").Float()+sourceSize(r.table.source)+sourceSize(r.table.test))))
	}
	if p.keeps() && !r.auto && r.steps > 0 {
		p.keepRun(r)
	}
}

func sourceSize(source js.Value) float64 {
	switch {
	case source.Type() == js.TypeString:
		return js.Global().Get("Object").Invoke(source).Get("length").Float() // a bare string has no properties for Go
	case source.Type() == js.TypeObject && source.Get("size").Type() == js.TypeNumber:
		return source.Get("size").Float()
	}
	return 0
}

// written asks for the run as a file, with what the page shows.
func (p *sessionPanel) written(r *run) (js.Value, int, error) {
	steps := r.steps
	m := memo{Choice: r.choice, Name: r.table.name, Selected: r.selected, Row: r.row, Format: r.table.format}
	file, err := ask(r.sampler, "save", m.text())
	return file, steps, err
}

// download hands the file to the browser; nothing leaves the device.
func (p *sessionPanel) download() {
	r := p.present()
	if r == nil {
		return
	}
	file, steps, err := p.written(r)
	if err != nil {
		p.app.messages.complain("run", "store.failed", err)
		return
	}
	r.saved = steps
	p.render()
	if withholds() {
		p.app.take.saved(file.Get("name").String())
	} else {
		p.app.take.say("store.saved", file.Get("name").String(), Size(file.Get("size").Float()))
	}
	p.app.save(file.Get("name").String(), file)
}

func (p *sessionPanel) keeps() bool { return p.keep.Underlying().Get("checked").Bool() }

// wish keeps from now on, or no longer.
func (p *sessionPanel) wish() {
	if !p.keeps() {
		p.forgetAll()
		return
	}
	err := keepOnDevice("", js.Undefined())
	if err != nil {
		p.refuse(err)
		return
	}
	p.tell("store.kept")
	p.forget.show(true)
	if r := p.present(); r != nil && !p.app.state.Works() && r.steps > 0 {
		p.keepRun(r)
	}
}

// keepRun keeps the run in place of what was kept before.
func (p *sessionPanel) keepRun(r *run) {
	file, steps, err := p.written(r)
	if err == nil {
		err = keepOnDevice(r.table.name, file)
	}
	if err != nil {
		p.refuse(err)
		return
	}
	r.saved = steps
	p.file = file
	p.kept.show(false)
	p.render()
}

func (p *sessionPanel) refuse(err error) {
	p.keep.set("checked", false)
	p.app.tell(p.say, words("store.nodevice", err))
}

func (p *sessionPanel) tell(key string) { p.app.tell(p.say, words(key)) }

// forgetAll leaves nothing on the device.
func (p *sessionPanel) forgetAll() {
	p.keep.set("checked", false)
	if err := forgetOnDevice(); err != nil {
		p.refuse(err)
		return
	}
	if r := p.present(); r != nil {
		r.saved = 0
	}
	p.file = js.Undefined()
	p.kept.show(false)
	p.keep.focus()
	p.forget.show(false)
	p.tell("store.forgot")
	p.render()
}

// greet offers what was kept on an earlier visit.
func (p *sessionPanel) greet() {
	p.keep.enable(true)
	record, err := keptOnDevice()
	if err != nil || record.Type() != js.TypeObject {
		return // it is said where keeping is asked for
	}
	p.keep.set("checked", true)
	p.forget.show(true)
	p.tell("store.kept")
	if file := record.Get("file"); file.Type() == js.TypeObject {
		p.file = file
		date := js.Global().Get("Date").New(record.Get("date")).Call("toLocaleDateString").String()
		p.app.tell(p.keptOpen, words("store.offer", record.Get("name").String(), date))
		p.kept.show(true)
	}
}

// isSession tells a session file from a table by its first bytes.
func isSession(file js.Value) bool {
	start, err := ask(file.Call("slice", 0, len(sessionStart)), "text")
	return err == nil && strings.HasPrefix(start.String(), sessionStart)
}

// openSession takes up the run of a session file; only when that has worked does it take the place of what is there.
func (a *app) openSession(file js.Value) {
	_, err := a.restoreSession(file, false)
	a.settled(err, access{})
}

// restoreSession is openSession that leaves an error to the caller; given says that the file came from the page around
// the frame.
func (a *app) restoreSession(file js.Value, given bool) (*table, error) {
	<-a.built
	a.giveUp()
	attempt := newAttempt()
	a.opening, a.reading = attempt, false
	a.data.wait(file.Get("name").String())
	whose := newAccess(given)
	options := object(map[string]any{"data": file, "signal": attempt.Get("signal")})
	sampler, err := ask(a.bridge, "restore", a.host.own(options, whose))
	if !attempt.Equal(a.opening) {
		if err == nil {
			call(sampler, "close")
		}
		return nil, &fault{Code: "stopped"}
	}
	if err != nil {
		a.data.render()
		return nil, err
	}
	return a.takeUp(sampler, given, whose)
}

// takeUp makes the restored run the newest, in the state in which it was saved.
func (a *app) takeUp(sampler js.Value, given bool, whose access) (*table, error) {
	from := sampler.Get("restored")
	note, known := readMemo(from.Get("page").String())
	t := &table{source: from.Get("data"), session: sampler.Get("session"), test: js.Undefined(),
		given: given, access: whose}
	r := &run{table: t, access: whose, sampler: sampler}
	if read(t.session.Get("table"), &t.Table) != nil || read(sampler.Get("info"), &r.info) != nil {
		call(sampler, "close")
		return nil, &fault{Code: "page", Message: words("error.page", "restored")()}
	}
	t.name = t.Table.Name
	if !known {
		note = memo{Choice: a.choice.forNewTable(""), Name: t.name}
	}
	if t.sample = note.Choice.Sample; t.sample != "" || note.Name != "" {
		t.name = note.Name
	}
	if t.sample == "" && !from.Get("test").IsNull() {
		t.test, t.tested = from.Get("test"), from.Get("testName").String()
	}
	t.session.Set("onnotice", a.messages.onNotice)
	sampler.Set("onnotice", a.messages.onNotice)
	note.Choice.Language = a.choice.Language
	t.format = note.Format
	t.review, t.refusal = t.ask(a.plain(note.Choice.columnsOf(t)))
	a.adopt(t, note.Choice)
	a.model.fill()
	r.preset, r.choice, r.wish, r.unnamed = note.Choice.Preset, note.Choice, a.wish(), !known
	r.selected, r.row = note.Selected, min(note.Row, r.rows()-1)
	t.info = &r.info
	a.resume(r, from)
	if !known {
		a.messages.notice(words("store.page"))
	}
	return t, nil
}

// resume tells the steps again and rests.
func (a *app) resume(r *run, from js.Value) {
	steps := from.Get("steps")
	for i := range steps.Length() {
		var s Step
		if read(steps.Index(i), &s) == nil {
			r.hear(s)
		}
	}
	r.saved = r.steps
	r.clock.before = 1000 * from.Get("seconds").Float()
	a.run = r
	a.state = Paused
	if from.Get("state").String() == "done" {
		a.state = Done
	}
	a.data.render()
	a.control.render()
	a.paint.mark()
	a.session.rested(r)
}
