//go:build js && wasm

// The page's side of a frame: what the page around it may ask for, and what it is told. The messages themselves, and
// what of them is refused, are in site/embed.js.

package page

import (
	"errors"
	"strings"
	"syscall/js"

	"dcctree/wasm/page/logic"
)

// host is the page around the frame; undefined where the page stands in none.
type host struct {
	app *app
	js.Value
}

func newHost(a *app) *host { return &host{a, js.Global().Get("dcctreeFrame")} }

// is reports whether the page stands in a frame.
func (h *host) is() bool { return h.Type() == js.TypeObject }

// say tells the page around the frame what is about a table, as far as its access allows.
func (h *host) say(kind string, detail map[string]any, whose access) {
	if h.is() {
		h.Call("tell", kind, detail, whose.Value)
	}
}

// own hands the access of a table over with the options of the bridge, which knows none where there is no frame.
func (h *host) own(options js.Value, whose access) js.Value {
	if h.is() {
		options.Set("whose", whose.Value)
	}
	return options
}

// tellState tells it how the newest run stands.
func (h *host) tellState() {
	detail := map[string]any{"state": h.app.state.String()}
	whose := h.app.whose()
	if r := h.app.run; r != nil {
		whose = r.access
		detail["steps"], detail["share"], detail["seconds"] = r.steps, r.story.Last.Progress,
			r.clock.Elapsed(now())/1000
	}
	h.say("progress", detail, whose)
	if h.app.state == logic.Done {
		h.say("done", detail, whose)
	}
}

// serve hands over what the page does when it is asked: a function of a name, arguments, and what is called with the
// answer or the fault.
func (h *host) serve() {
	if !h.is() {
		return
	}
	h.Call("serve", js.FuncOf(func(_ js.Value, args []js.Value) any {
		go h.settle(args[0].String(), args[1], args[2], args[3])
		return nil
	}))
}

func (h *host) settle(name string, args, resolve, reject js.Value) {
	defer func() {
		if r := recover(); r != nil {
			h.app.broken(r)
			reject.Invoke()
		}
	}()
	value, err := h.obey(name, args)
	if err != nil {
		whose := newAccess(true) // what is wrong with the request itself
		if h.app.fault != nil && errors.Is(err, h.app.fault) {
			whose = h.app.faultOf
		}
		reject.Invoke(asFaultOf(err).Plain(), whose.Value)
		return
	}
	resolve.Invoke(value)
}

func (h *host) obey(name string, args js.Value) (js.Value, error) {
	text := stringOf(args.Index(0))
	switch name {
	case "open":
		return h.open(text, args.Index(1), stringOf(args.Index(2)))
	case "choose":
		return js.Undefined(), h.choose(text)
	case "set":
		return js.Undefined(), h.set(text)
	case "save":
		return h.save()
	case "restore":
		return h.restore(args.Index(0))
	case "asked":
		h.app.consent.refused()
		return js.Undefined(), nil
	}
	return h.press(name)
}

// press does what pressing a button of the Run panel does, and waits until the run rests.
func (h *host) press(name string) (js.Value, error) {
	a := h.app
	a.fault = nil
	a.tutorial.did(name)
	switch name {
	case "run":
		a.pressRun()
	case "step":
		a.pressStep()
	case "pause":
		a.pressPause()
	case "stop":
		a.pressStop()
	}
	if a.state == logic.Failed && a.fault != nil {
		return js.Undefined(), a.fault
	}
	return js.ValueOf(a.state.String()), nil
}

func stringOf(v js.Value) string {
	if v.Type() != js.TypeString {
		return ""
	}
	return v.String()
}

// setting is the fault of an option.
func setting(field string) error {
	return &logic.Fault{Code: "setting", Message: saying("embed.setting", field)(), Field: field}
}

// read takes choices written as in links, all or none of them.
func (h *host) read(link *logic.Link, hash string) error {
	for _, pair := range strings.Split(hash, "&") {
		key, value, err := logic.Unescape(pair)
		if pair != "" && (err != nil || !link.Set(key, value)) {
			return setting(key)
		}
	}
	return nil
}

// open opens a table, or the sample set that the choices name where it is none. They are those of a new table: preset
// and seed stay, settings do not.
func (h *host) open(hash string, data js.Value, name string) (js.Value, error) {
	a := h.app
	link := logic.Link{Choice: a.choice.ForNewTable("")}
	link.Choice.Settings = nil
	if err := h.read(&link, hash); err != nil {
		return js.Undefined(), err
	}
	t := &table{source: data, name: name, given: true, access: newAccess(true)}
	if name == "" {
		t.name = logic.Text("embed.table")
	}
	if data.IsUndefined() {
		sample, known := logic.SampleByID(link.Choice.Sample)
		if !known {
			return js.Undefined(), setting("dataset")
		}
		t = sampleTable(sample, a.sampleText(sample.File))
	}
	link.Choice.Sample = t.sample
	before := a.choice
	a.choice = link.Choice
	if err := a.open(t, true); err != nil {
		if !hasCode(err, "stopped") {
			a.choice = before
		}
		return js.Undefined(), err
	}
	a.data.fold.set(false)
	h.chosen()
	return t.session.Get("table"), nil
}

// chosen shows choices that were not made here.
func (h *host) chosen() {
	h.app.model.fill()
	h.app.data.look()
	h.app.control.render()
}

// choose changes choices of the open table.
func (h *host) choose(hash string) error {
	if h.app.table.own() {
		return &logic.Fault{Code: "private"}
	}
	link := logic.Link{Choice: h.app.choice}
	link.Choice.Unused = nil
	if err := h.read(&link, hash); err != nil {
		return err
	}
	h.app.choice = link.Choice
	h.chosen()
	return nil
}

// set changes how the page is shown: theme, lang, show, hide and lock as in links. An empty list takes its key back.
func (h *host) set(hash string) error {
	a := h.app
	link := logic.Link{Choice: a.choice, View: a.view}
	lists := map[string]*[]string{"show": &link.View.Show, "hide": &link.View.Hide, "lock": &link.View.Lock}
	for _, pair := range strings.Split(hash, "&") {
		key, value, _ := strings.Cut(pair, "=")
		list := lists[key]
		if list != nil {
			*list = nil
		}
		if list == nil && key != "theme" && key != "lang" && pair != "" {
			return setting(key)
		}
		if list != nil && value == "" || pair == "" {
			continue
		}
		if refused := link.Take(pair); refused != nil {
			return setting(refused[0])
		}
	}
	a.dress(link.View)
	a.speak(link.Choice.Language)
	a.tutorial.render()
	a.paint.mark()
	return nil
}

// save writes the run down.
func (h *host) save() (js.Value, error) {
	k := h.app.session.present()
	if k == nil {
		return js.Undefined(), &logic.Fault{Code: "no-run", Message: logic.Text("embed.norun")}
	}
	whose := k.whose()
	if err := h.mayRead(whose); err != nil {
		return js.Undefined(), err
	}
	file, _, err := k.written()
	if err == nil {
		file, err = ask(file, "arrayBuffer")
	}
	if refused := h.mayRead(whose); refused != nil { // consent may have ended meanwhile
		return js.Undefined(), refused
	}
	return file, err
}

// mayRead refuses what the page around the frame may not read, and has the person told that it asked.
func (h *host) mayRead(whose access) error {
	if whose.readable() {
		return nil
	}
	h.app.consent.refused()
	return &logic.Fault{Code: "private"}
}

// restore takes up a run that save wrote.
func (h *host) restore(file js.Value) (js.Value, error) {
	t, err := h.app.restoreSession(file, true)
	if err != nil {
		return js.Undefined(), err
	}
	return t.session.Get("table"), nil
}
