//go:build js && wasm

// The page's side of a frame: what the page around it may ask for, and what it is told. The messages themselves are in site/embed.js.

package page

import (
	"slices"
	"strconv"
	"strings"
	"syscall/js"
)

// host is the page around the frame; undefined where the page stands in none.
type host struct {
	app *app
	js.Value
}

func newHost(a *app) *host { return &host{a, js.Global().Get("dcctreeFrame")} }

// is reports whether the page stands in a frame.
func (h *host) is() bool { return h.Type() == js.TypeObject }

// say tells the page around the frame.
func (h *host) say(kind string, detail map[string]any) {
	if h.is() {
		h.Call("tell", kind, detail)
	}
}

// complain tells it an error.
func (h *host) complain(err error) {
	f := asFaultOf(err)
	h.say("error", map[string]any{"code": f.Code, "message": f.Message})
}

// tellState tells it how the newest run stands.
func (h *host) tellState() {
	detail := map[string]any{"state": h.app.state.String()}
	if r := h.app.run; r != nil {
		detail["steps"], detail["share"], detail["seconds"] = r.steps, r.story.Last.Progress, r.clock.elapsed(now())/1000
	}
	h.say("progress", detail)
	if h.app.state == Done {
		h.say("done", detail)
	}
}

// serve hands over what the page does when it is asked. The callbacks live as long as the page.
func (h *host) serve() {
	if !h.is() {
		return
	}
	handlers := map[string]any{}
	for name, work := range map[string]func([]js.Value) (js.Value, error){"press": h.press, "open": h.open, "set": h.set, "save": h.save, "restore": h.restore} {
		handlers[name] = js.FuncOf(func(_ js.Value, args []js.Value) any {
			return h.app.promise(func() (js.Value, error) { return work(args) })
		}).Value
	}
	h.Call("serve", handlers)
}

// promise does work on a goroutine of its own and settles a promise with what comes of it.
func (a *app) promise(work func() (js.Value, error)) js.Value {
	var start js.Func
	start = js.FuncOf(func(_ js.Value, args []js.Value) any {
		resolve, reject := args[0], args[1]
		go func() {
			defer start.Release()
			defer func() {
				if r := recover(); r != nil {
					a.broken(r)
					reject.Invoke(map[string]any{"code": "internal", "message": text("error.ended")})
				}
			}()
			value, err := work()
			if err != nil {
				reject.Invoke(asFaultOf(err).plain())
				return
			}
			resolve.Invoke(value)
		}()
		return nil
	})
	return js.Global().Get("Promise").New(start)
}

// plain is the fault as programs get it.
func (f *fault) plain() map[string]any {
	m := map[string]any{"code": f.Code, "message": f.Message}
	if f.Field != "" {
		m["field"] = f.Field
	}
	if f.Column != "" {
		m["column"] = f.Column
	}
	return m
}

// press does what pressing a button of the Run panel does, as long as a person could press it, and waits until the run rests.
func (h *host) press(args []js.Value) (js.Value, error) {
	a := h.app
	name := stringOf(argument(args))
	part, button, do := name, a.control.run, a.pressRun
	switch name {
	case "run":
		part = "start"
	case "step":
		button, do = a.control.step, a.pressStep
	case "pause":
		button, do = a.control.pause, a.pressPause
	case "stop":
		button, do = a.control.stop, a.pressStop
	default:
		return js.Undefined(), &fault{Code: "method", Message: words("embed.order", name)()}
	}
	if err := a.refusal(part); err != nil {
		return js.Undefined(), err
	}
	if button.Underlying().Get("disabled").Bool() {
		return js.Undefined(), &fault{Code: "unavailable", Message: words("embed.unavailable", name, text("state."+a.state.String()))()}
	}
	a.fault = nil
	a.tutorial.did(part)
	do()
	if a.state == Failed && a.fault != nil {
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
	return &fault{Code: "setting", Message: words("embed.setting", field)(), Field: field}
}

// open opens a table, or a sample set, with the choices that come with it: {data or dataset, name, target, task, features, preset, seed, holdout, settings}.
func (h *host) open(args []js.Value) (js.Value, error) {
	a, o := h.app, argument(args)
	if o.Type() != js.TypeObject {
		return js.Undefined(), setting("open")
	}
	choice, err := h.chosen(o)
	if err != nil {
		return js.Undefined(), err
	}
	t, err := h.table(o, &choice)
	if err != nil {
		return js.Undefined(), err
	}
	before := a.choice
	a.choice = choice
	if err := a.open(t, true); err != nil {
		if a.opening.IsUndefined() || !hasCode(err, "stopped") {
			a.choice = before
		}
		return js.Undefined(), err
	}
	if err := h.use(o.Get("features")); err != nil {
		return js.Undefined(), err
	}
	a.data.fold.set(false)
	a.model.fill()
	a.data.look()
	a.control.render()
	return a.table.session.Get("table"), nil
}

// table is what is to be opened.
func (h *host) table(o js.Value, choice *Choice) (*table, error) {
	if data := o.Get("data"); !data.IsUndefined() {
		name := stringOf(o.Get("name"))
		if name == "" {
			name = text("embed.table")
		}
		choice.Sample = ""
		return &table{source: data, name: name, given: true}, nil
	}
	sample, known := SampleByID(stringOf(o.Get("dataset")))
	if !known {
		return nil, setting("dataset")
	}
	choice.Sample = sample.ID
	return &table{source: h.app.sampleText(sample.File), name: sample.Name, sample: sample.ID}, nil
}

// openKeys are the options of open that are keys of links.
var openKeys = []string{"target", "task", "preset", "seed", "holdout"}

// chosen reads the choices by the keys of links, so that the same values are refused.
func (h *host) chosen(o js.Value) (Choice, error) {
	link := Link{Choice: h.app.choice.forNewTable("")}
	link.Choice.Settings = nil
	for _, key := range openKeys {
		v := o.Get(key)
		if v.IsUndefined() || v.IsNull() {
			continue
		}
		if !link.set(key, worded(v)) {
			return link.Choice, setting(key)
		}
	}
	if o.Get("settings").Type() != js.TypeObject {
		return link.Choice, nil
	}
	written, err := call(js.Global().Get("JSON"), "stringify", o.Get("settings"))
	if err != nil {
		return link.Choice, setting("settings")
	}
	settings, err := Flat(written.String())
	if err != nil {
		return link.Choice, setting("settings")
	}
	for name, value := range settings {
		if !link.Choice.setting(name, value) {
			return link.Choice, setting("settings." + name)
		}
	}
	return link.Choice, nil
}

// worded is a value as links have it; "" for what cannot be one.
func worded(v js.Value) string {
	switch v.Type() {
	case js.TypeString:
		return v.String()
	case js.TypeNumber:
		return strconv.FormatFloat(v.Float(), 'f', -1, 64)
	}
	return ""
}

// use leaves out all columns but the features named.
func (h *host) use(features js.Value) error {
	if features.IsUndefined() || features.IsNull() {
		return nil
	}
	wanted, ok := listOf(features)
	if !ok {
		return setting("features")
	}
	a := h.app
	a.choice.Unused = nil
	for _, c := range a.table.Columns {
		if at := slices.Index(wanted, c.Name); at >= 0 {
			wanted = slices.Delete(wanted, at, at+1)
		} else if c.Name != a.target() {
			a.choice.Unused = append(a.choice.Unused, c.Name)
		}
	}
	if len(wanted) > 0 {
		return &fault{Code: "setting", Message: words("embed.column", wanted[0])(), Field: "features", Column: wanted[0]}
	}
	return nil
}

// listOf reads an array of strings.
func listOf(v js.Value) (list []string, ok bool) {
	if !js.Global().Get("Array").Call("isArray", v).Bool() {
		return nil, false
	}
	for i := range v.Length() {
		one := v.Index(i)
		if one.Type() != js.TypeString {
			return nil, false
		}
		list = append(list, one.String())
	}
	return list, true
}

// set changes how the page is shown: {theme, lang, show, hide, lock}, each as links have it, lists also as arrays. An empty list takes the key back.
func (h *host) set(args []js.Value) (js.Value, error) {
	a, o := h.app, argument(args)
	if o.Type() != js.TypeObject {
		return js.Undefined(), setting("set")
	}
	link := Link{Choice: a.choice, View: a.view}
	for key, list := range map[string]*[]string{"show": &link.View.Show, "hide": &link.View.Hide, "lock": &link.View.Lock} {
		v := o.Get(key)
		if v.IsUndefined() {
			continue
		}
		*list = nil
		value, ok := joined(v)
		if !ok {
			return js.Undefined(), setting(key)
		}
		if value == "" {
			continue
		}
		if _, refused := link.view(key, value); refused != nil {
			return js.Undefined(), setting(briefly(key, refused[0]))
		}
	}
	if v := o.Get("theme"); !v.IsUndefined() {
		if _, refused := link.view("theme", stringOf(v)); refused != nil {
			return js.Undefined(), setting("theme")
		}
	}
	if v := o.Get("lang"); !v.IsUndefined() && !link.set("lang", stringOf(v)) {
		return js.Undefined(), setting("lang")
	}
	a.dress(link.View)
	a.speak(link.Choice.Language)
	a.paint.mark()
	return js.Undefined(), nil
}

// joined is a list as links have it.
func joined(v js.Value) (string, bool) {
	if v.Type() == js.TypeString {
		return v.String(), true
	}
	list, ok := listOf(v)
	return strings.Join(list, ","), ok
}

// save writes the run down.
func (h *host) save([]js.Value) (js.Value, error) {
	r := h.app.session.present()
	if r == nil {
		return js.Undefined(), &fault{Code: "no-run", Message: text("embed.norun")}
	}
	file, _, err := h.app.session.written(r)
	if err != nil {
		return js.Undefined(), err
	}
	bytes, err := ask(file, "arrayBuffer")
	if err != nil {
		return js.Undefined(), err
	}
	return js.Global().Get("Uint8Array").New(bytes), nil
}

// sessionFile names a session that came without a name.
const sessionFile = "session.dcctree"

// restore takes up a run that save wrote.
func (h *host) restore(args []js.Value) (js.Value, error) {
	bytes := argument(args)
	if !bytes.InstanceOf(js.Global().Get("Uint8Array")) {
		return js.Undefined(), setting("restore")
	}
	file := js.Global().Get("File").New([]any{bytes}, sessionFile)
	if err := h.app.restoreSession(file); err != nil {
		return js.Undefined(), err
	}
	return h.app.table.session.Get("table"), nil
}
