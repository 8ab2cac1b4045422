//go:build js && wasm

// Sessions: saved as a file, opened again, and not lost by closing the tab unawares.

package page

import (
	"slices"
	"strconv"
	"strings"
	"syscall/js"

	"dcctree/core/study"
	"dcctree/wasm/page/logic"
)

// sessionStart is how a session file begins.
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
	sized             keepsake   // whose size is told; nil for none
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

// keepsake is what can be saved: the newest run, or what a fit found.
type keepsake interface {
	on() *table
	whose() access
	// results reports whether there is something worth keeping, and nothing works on.
	results(now logic.State) bool
	// atRisk reports whether there are results about a table of one's own that are nowhere else.
	atRisk() bool
	// written asks for a file. What noted is called after is no longer at risk.
	written() (file js.Value, noted func(), err error)
	// lost is called when what was noted is gone.
	lost()
}

// all are what there is to be saved: what a fit found, and the newest run, once it is created; first what belongs to
// the model at hand.
func (p *sessionPanel) all() (all []keepsake) {
	if r := p.app.run; r != nil && !r.over && !r.sampler.IsUndefined() && !r.table.lost {
		all = append(all, r)
	}
	if f := p.app.fit; f.newest != nil && !f.of.lost {
		all = append(all, f)
		if p.app.atOnce() {
			slices.Reverse(all)
		}
	}
	return all
}

// present is what would be saved, nil for nothing.
func (p *sessionPanel) present() keepsake {
	if all := p.all(); len(all) > 0 {
		return all[0]
	}
	return nil
}

// render offers saving, and asks before the tab is closed while an own table has results that are nowhere else.
func (p *sessionPanel) render() {
	k := p.present()
	p.save.enable(k != nil)
	warns := slices.ContainsFunc(p.all(), keepsake.atRisk)
	if warns != p.warns {
		p.warns = warns
		js.Global().Call(logic.Either(warns, "addEventListener", "removeEventListener"), "beforeunload",
			p.beforeUnload)
	}
	if k != p.sized {
		p.sized = nil
		p.size.say("")
	}
}

func (r *run) on() *table { return r.table }

func (r *run) whose() access { return r.access }

func (r *run) results(now logic.State) bool { return r.steps > 0 && !now.Works() }

func (r *run) atRisk() bool {
	return r.table.sample == "" && !r.table.given && r.steps > 0 && r.saved != r.steps
}

func (r *run) lost() { r.saved = 0 }

// written has what the page shows beside the run.
func (r *run) written() (js.Value, func(), error) {
	steps := r.steps
	m := logic.Memo{Choice: r.choice, Name: r.table.name, Selected: r.selected, Row: r.row, Format: r.table.format}
	file, err := ask(r.sampler, "save", m.Text())
	return file, func() { r.saved = steps }, err
}

// rested is called when a run rests: its size is told, and it is kept where that is wished.
func (p *sessionPanel) rested(r *run) {
	if p.present() != keepsake(r) {
		return
	}
	if looked, err := ask(r.sampler, "look", r.at); err == nil {
		if r.first = looked.Get("first").Int(); r.first > 1 {
			p.app.paint.mark() // entries before it are no longer open
		}
		p.tellSize(r, looked.Get("bytes").Float())
	}
	if !r.auto && r.steps > 0 {
		p.keepIfWished(r)
	}
}

// answered is called when a fit has an answer: its size is told, and it is kept where that is wished.
func (p *sessionPanel) answered(f *fitPanel) {
	if p.present() != keepsake(f) {
		return
	}
	p.tellSize(f, float64(len(jsonOf(f.given))))
	p.keepIfWished(f)
}

func (p *sessionPanel) tellSize(k keepsake, results float64) {
	t := k.on()
	p.sized = k
	p.app.tell(p.size, saying("store.size", logic.Size(results+sourceSize(t.source)+sourceSize(t.test))))
}

func (p *sessionPanel) keepIfWished(k keepsake) {
	if p.keeps() && p.mark.ID != "" {
		p.keepNow(k)
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

// download hands the file to the browser; nothing leaves the device.
func (p *sessionPanel) download() {
	k := p.present()
	if k == nil {
		return
	}
	file, noted, err := k.written()
	if err != nil {
		p.app.messages.complain("run", "store.failed", err)
		return
	}
	noted()
	p.render()
	if withholds() {
		p.app.take.saved(file.Get("name").String())
	} else {
		p.app.take.say("store.saved", file.Get("name").String(), logic.Size(file.Get("size").Float()))
	}
	p.app.save(file.Get("name").String(), file)
}

// startOf is how a file begins, with the version of a session file.
func startOf(file js.Value) string {
	start, err := ask(file.Call("slice", 0, len(sessionStart)+len(fitVersion)), "text")
	if err != nil {
		return ""
	}
	return start.String()
}

// fitVersion is that of session files that hold what a fit found.
var fitVersion = strconv.Itoa(study.FitFileVersion) + "\n"

// isSession tells a session file from a table by its first bytes.
func isSession(file js.Value) bool { return strings.HasPrefix(startOf(file), sessionStart) }

// openSession takes up what a session file holds; only when that has worked does it take the place of what is there.
func (a *app) openSession(file js.Value) {
	_, err := a.restoreSession(file, false)
	a.settled(err, access{})
}

// restoreSession is openSession that leaves an error to the caller; given says that the file came from the page around
// the frame, which fits nothing.
func (a *app) restoreSession(file js.Value, given bool) (*table, error) {
	<-a.built
	a.giveUp()
	attempt := newAttempt()
	a.opening, a.reading = attempt, false
	a.data.wait(file.Get("name").String())
	whose, how := newAccess(given), "restore"
	if !given && startOf(file) == sessionStart+fitVersion {
		if how = "restoreFit"; a.host.is() {
			a.data.render()
			name := file.Get("name").String()
			return nil, &logic.Fault{Code: "session", Message: saying("store.whole", name)()}
		}
	}
	options := object(map[string]any{"data": file, "signal": attempt.Get("signal")})
	taken, err := ask(a.bridge, how, a.host.own(options, whose))
	if !attempt.Equal(a.opening) {
		if err == nil {
			closeRestored(taken)
		}
		return nil, &logic.Fault{Code: "stopped"}
	}
	if err != nil {
		a.data.render()
		return nil, err
	}
	return a.takeUp(taken, given, whose)
}

// closeRestored closes what was restored: a sampler, with its session, or what holds a fit's.
func closeRestored(taken js.Value) {
	if taken.Get("answer").IsUndefined() {
		call(taken, "close")
	} else {
		call(taken.Get("session"), "close")
	}
}

// takeUp makes what was restored the newest, in the state in which it was saved.
func (a *app) takeUp(taken js.Value, given bool, whose access) (*table, error) {
	from := taken.Get("restored")
	fitted := from.IsUndefined()
	if fitted {
		from = taken
	}
	note, known := logic.ReadMemo(from.Get("page").String())
	t := &table{source: from.Get("data"), session: taken.Get("session"), test: js.Undefined(),
		given: given, access: whose}
	var info logic.Info
	if read(t.session.Get("table"), &t.Table) != nil || !fitted && read(taken.Get("info"), &info) != nil {
		closeRestored(taken)
		return nil, &logic.Fault{Code: "page", Message: saying("error.page", "restored")()}
	}
	note = a.noted(t, note, known, from, fitted)
	t.session.Set("onnotice", a.messages.onNotice)
	a.adopt(t, note.Choice)
	a.model.fill()
	if !known {
		a.messages.notice(saying("store.page"))
	}
	if fitted {
		a.data.render()
		a.fit.takeUp(from, known)
		a.control.render()
		return t, nil
	}
	taken.Set("onnotice", a.messages.onNotice)
	r := &run{table: t, access: whose, sampler: taken, info: info}
	r.preset, r.choice, r.wish, r.unnamed = note.Choice.Preset, note.Choice, a.wish(), !known
	r.selected, r.row = note.Selected, min(note.Row, r.rows()-1)
	t.info = &r.info
	a.resume(r, from)
	return t, nil
}

// noted completes what the page noted in a session file, or what stands for it, and the restored table by it.
func (a *app) noted(t *table, note logic.Memo, known bool, from js.Value, fitted bool) logic.Memo {
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
	note.Choice.Language = a.choice.Language
	t.format = note.Format
	t.review, t.refusal = t.ask(note.Choice.ColumnsOf(&t.Table))
	switch {
	case fitted:
		note.Choice.Sample, t.sample, note.Choice.Model = "", "", ""
	case t.sample == "":
		note.Choice.Model = logic.ByTopology
	}
	return note
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
