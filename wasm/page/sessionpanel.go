//go:build js && wasm

// Sessions: saved as a file, opened again, and not lost by closing the tab unawares.

package page

import (
	"strings"
	"syscall/js"

	"dcctree/wasm/page/logic"
)

// sessionStart is how a session file begins, see wasm/session.
const sessionStart = "dcctree session "

type sessionPanel struct {
	app               *app
	save, size        *cell
	keep, say, forget *cell
	kept, keptOpen    *cell
	device            device
	mark              logic.Mark // of the wish to keep, as this tab knows it; its zero value where none is known
	turns             int        // counts changes of the wish: what was begun before one is not brought to an end
	old               js.Value   // what an earlier version kept, where there is no new place; undefined elsewhere
	warns             bool
	beforeUnload      js.Func
}

func newSessionPanel(a *app) *sessionPanel {
	p := &sessionPanel{app: a, save: a.byID("save-session"), size: a.byID("session-size"), keep: a.byID("keep"),
		say: a.byID("keep-say"), forget: a.byID("forget"), kept: a.byID("kept"), keptOpen: a.byID("kept-open"),
		device: newDevice()}
	p.beforeUnload = callback(func(v js.Value) {
		v.Call("preventDefault")
	})
	a.listen(p.save, "click", func(js.Value) { p.download() })
	a.listen(p.keep, "change", func(js.Value) { p.wish() })
	a.listen(p.forget, "click", func(js.Value) { p.forgetAll() })
	a.listen(p.keptOpen, "click", func(js.Value) { p.openKept() })
	a.listen(wrap(js.Global()), "focus", func(js.Value) { p.lookAgain() })
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
	warns := r != nil && r.table.sample == "" && !r.table.given && r.steps > 0 && r.saved != r.steps ||
		p.app.fit.atRisk()
	if warns != p.warns {
		p.warns = warns
		js.Global().Call(logic.Either(warns, "addEventListener", "removeEventListener"), "beforeunload",
			p.beforeUnload)
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
		p.app.tell(p.size, saying("store.size",
			logic.Size(looked.Get("bytes").Float()+sourceSize(r.table.source)+sourceSize(r.table.test))))
	}
	if p.keeps() && p.mark.ID != "" && !r.auto && r.steps > 0 {
		p.keepRun(r)
	}
}

func sourceSize(source js.Value) float64 {
	switch {
	case source.Type() == js.TypeString:
		// a bare string has no properties for Go
		return js.Global().Get("Object").Invoke(source).Get("length").Float()
	case source.Type() == js.TypeObject && source.Get("size").Type() == js.TypeNumber:
		return source.Get("size").Float()
	}
	return 0
}

// written asks for the run as a file, with what the page shows.
func (p *sessionPanel) written(r *run) (js.Value, int, error) {
	steps := r.steps
	m := logic.Memo{Choice: r.choice, Name: r.table.name, Selected: r.selected, Row: r.row, Format: r.table.format}
	file, err := ask(r.sampler, "save", m.Text())
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
		p.app.take.say("store.saved", file.Get("name").String(), logic.Size(file.Get("size").Float()))
	}
	p.app.save(file.Get("name").String(), file)
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
		return nil, &logic.Fault{Code: "stopped"}
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
	note, known := logic.ReadMemo(from.Get("page").String())
	t := &table{source: from.Get("data"), session: sampler.Get("session"), test: js.Undefined(),
		given: given, access: whose}
	r := &run{table: t, access: whose, sampler: sampler}
	if read(t.session.Get("table"), &t.Table) != nil || read(sampler.Get("info"), &r.info) != nil {
		call(sampler, "close")
		return nil, &logic.Fault{Code: "page", Message: saying("error.page", "restored")()}
	}
	t.name = t.Table.Name
	if !known {
		note = logic.Memo{Choice: a.choice.ForNewTable(""), Name: t.name}
	}
	if s, claimed := logic.SampleByID(note.Choice.Sample); claimed && !a.holdsSample(from, s) {
		note.Choice.Sample, note.Name = "", ""
		a.messages.notice(saying("store.notsample", s.Name))
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
	t.review, t.refusal = t.ask(note.Choice.ColumnsOf(&t.Table))
	if t.sample == "" {
		note.Choice.Model = logic.ByTopology // sessions keep such runs
	}
	a.adopt(t, note.Choice)
	a.model.fill()
	r.preset, r.choice, r.wish, r.unnamed = note.Choice.Preset, note.Choice, a.wish(), !known
	r.selected, r.row = note.Selected, min(note.Row, r.rows()-1)
	t.info = &r.info
	a.resume(r, from)
	if !known {
		a.messages.notice(saying("store.page"))
	}
	return t, nil
}

// holdsSample reports whether the tables of a restored session are the sample's.
func (a *app) holdsSample(from js.Value, s logic.Sample) bool {
	var test []byte
	if source := from.Get("test"); !source.IsNull() {
		test = append([]byte{}, blobBytes(source)...)
	}
	return s.Is(blobBytes(from.Get("data")), test, func(file string) string {
		if text := a.sampleText(file); text.Type() == js.TypeString {
			return text.String()
		}
		return ""
	})
}

// blobBytes is what a Blob holds; nil where the source is none.
func blobBytes(source js.Value) []byte {
	if source.Get("arrayBuffer").Type() != js.TypeFunction {
		return nil
	}
	buffer, err := ask(source, "arrayBuffer")
	if err != nil {
		return nil
	}
	bytes := make([]byte, buffer.Get("byteLength").Int())
	js.CopyBytesToGo(bytes, js.Global().Get("Uint8Array").New(buffer))
	return bytes
}

// resume tells the steps again and rests.
func (a *app) resume(r *run, from js.Value) {
	steps := from.Get("steps")
	for i := range steps.Length() {
		var s logic.Step
		if read(steps.Index(i), &s) == nil {
			r.hear(s)
		}
	}
	r.saved = r.steps
	r.clock.Before = 1000 * from.Get("seconds").Float()
	a.run = r
	a.state = logic.Paused
	if from.Get("state").String() == "done" {
		a.state = logic.Done
	}
	a.data.render()
	a.control.render()
	a.paint.mark()
	a.session.rested(r)
}
