//go:build js && wasm

// "Take away": everything of the run on the screen as files, made in the coordinator's worker; the rows of another file
// predicted; a link.

package page

import (
	"fmt"
	"strings"
	"syscall/js"

	"dcctree/core/export"
	"dcctree/wasm/page/logic"
)

type takePanel struct {
	app          *app
	status, hint *cell
	rows, save   *cell
	last         *frame
	ready        js.Value // predictions of another file, which Save hands over; undefined without
	round        int      // number of the newest file of rows
}

func newTakePanel(a *app) *takePanel {
	p := &takePanel{app: a, status: a.byID("take-status"), hint: a.byID("take-hint"), rows: a.byID("take-rows"),
		save: a.byID("take-rows-save")}
	a.listen(a.byID("take"), "click", func(e js.Value) {
		if what, ok := key(e, "data-take"); ok {
			p.press(what)
		}
	})
	a.listen(p.rows, "change", func(js.Value) {
		if f, ok := taken(p.rows); ok {
			p.predict(f)
		}
	})
	a.listen(p.save, "click", func(js.Value) {
		if !p.ready.IsUndefined() {
			p.hand(p.ready, "take.formulas")
		}
	})
	link := a.byID("take-link")
	link.enable(true)
	a.listen(link, "click", func(js.Value) { p.link() })
	return p
}

// render offers the files once there is a frame; they are of the run and the tree that it shows.
func (p *takePanel) render(f *frame) {
	if p.last == nil {
		p.app.each("[data-take]", func(c *cell) { c.enable(true) })
		p.rows.enable(true)
		p.app.tell(p.hint, saying("take.say"))
	}
	if p.last != nil && p.last.origin != f.origin {
		p.forget()
	}
	p.last = f
}

// forget drops the predictions of an earlier run.
func (p *takePanel) forget() {
	p.round++
	p.ready = js.Undefined()
	p.save.show(false)
	p.status.say("")
}

// say tells in the status what became of a wish: a text of the table.
func (p *takePanel) say(key string, values ...any) { p.app.tell(p.status, saying(key, values...)) }

// saved tells that a file was handed over, and what else there is to say of it, a text of the table; whether it arrives
// is not told to pages.
func (p *takePanel) saved(name string, more ...string) {
	key := "take.saved"
	if withholds() {
		key = "take.handed"
	}
	p.app.tell(p.status, func() string {
		said := fmt.Sprintf(logic.Text(key), name)
		for _, key := range more {
			said += " " + logic.Text(key)
		}
		return said
	})
}

// press makes one of the files: "figures:svg", "rules:python", "stan".
func (p *takePanel) press(what string) {
	kind, way, _ := strings.Cut(what, ":")
	if kind == "figures" {
		p.app.figures.saveAll(way)
		return
	}
	options := map[string]any{}
	if way != "" {
		options["language"] = way
	}
	if kind == "stan" || kind == "arviz" || kind == "rules" {
		options["topology"] = p.last.chosen.Key
	}
	p.say("take.working")
	made, err := p.made(kind, object(options))
	if err != nil {
		p.failed(err, p.app.whose())
		return
	}
	if kind == "predictions" || kind == "trees" {
		p.hand(made, "take.formulas")
		return
	}
	p.hand(made)
}

// made waits for a file and says how far it is.
func (p *takePanel) made(kind string, options js.Value) (js.Value, error) {
	told := callback(func(v js.Value) {
		p.say("take.sofar", int(100*v.Float()))
	})
	defer told.Release()
	options.Set("onProgress", told)
	options.Set("lang", string(logic.Spoken))
	return ask(p.last.run.sampler, "export", kind, options)
}

func (p *takePanel) failed(err error, whose access) {
	p.status.say("")
	p.app.messages.refuseOf(whose, err, "take")
}

// hand gives a made file to the browser; more is what saved says of it.
func (p *takePanel) hand(made js.Value, more ...string) {
	name := made.Get("name").String()
	p.app.save(name, made.Get("blob"))
	p.app.messages.clear()
	p.saved(name, more...)
}

// predict has the rows of a file predicted by the run on the screen, and offers the result.
func (p *takePanel) predict(file js.Value) {
	p.forget()
	round := p.round
	p.app.messages.clear()
	p.say("take.predicting", file.Get("name").String())
	options := object(nil)
	options.Set("rows", file)
	made, err := p.made("predictions", options)
	switch {
	case round != p.round:
		return // another file, or another run, took its place
	case err != nil:
		p.failed(err, access{}) // the file is a person's own
		return
	}
	var got logic.Predicted
	if err := read(made, &got); err != nil {
		p.failed(err, access{})
		return
	}
	p.ready = made
	p.app.tell(p.status, got.Sentence)
	p.save.show(true)
}

// link copies the address of the present choice, or shows it where the browser does not allow that.
func (p *takePanel) link() {
	location := js.Global().Get("location")
	address, _, _ := strings.Cut(location.Get("href").String(), "#")
	// the whole page has room for what a frame was made to leave out
	address = strings.TrimSuffix(address, "embed.html")
	hash := p.app.choice.Hash()
	if copied(address+hash) == nil {
		p.say("take.copied")
		return
	}
	if framed() { // nobody sees its address
		p.say("take.select", address+hash)
		return
	}
	js.Global().Get("history").Call("replaceState", js.Null(), "", hash)
	p.say("take.address")
}

// fileName is a name for a file of the run on the screen.
func (a *app) fileName(rest string) string {
	name := ""
	if a.shown != nil {
		name = a.shown.table.name
	}
	return export.Stem(name) + "-" + rest
}
