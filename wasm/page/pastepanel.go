//go:build js && wasm

// Pasting a table: Ctrl+V anywhere outside a field, or into the dialog's field.

package page

import (
	"syscall/js"

	"dcctree/wasm/page/logic"
)

type pastePanel struct {
	app               *app
	dialog, area, say *cell
}

func newPastePanel(a *app) *pastePanel {
	p := &pastePanel{app: a, dialog: a.byID("paste"), area: a.byID("paste-text"), say: a.byID("paste-say")}
	open := a.byID("paste-open")
	open.enable(true)
	a.listen(open, "click", func(js.Value) {
		p.say.say("")
		p.dialog.showModal()
		p.area.focus()
	})
	a.listen(a.byID("paste-read"), "click", func(js.Value) { p.read() })
	p.catch()
	return p
}

// read opens what stands in the field. It stays there until it can be used.
func (p *pastePanel) read() {
	content := p.area.value()
	if content == "" {
		p.say.say(logic.Text("paste.empty"))
		return
	}
	if err := p.app.openText(content); err != nil {
		p.say.wrote = false
		p.app.tell(p.say, err.Error)
		return
	}
	p.area.setValue("")
	p.dialog.close()
}

// catch opens tables and files that are pasted while no field and no dialog has the focus. The clipboard can be read
// only before the listener returns.
func (p *pastePanel) catch() {
	js.Global().Call("addEventListener", "paste", js.FuncOf(func(_ js.Value, args []js.Value) any {
		e := argument(args)
		at, held := e.Get("target"), e.Get("clipboardData")
		if !p.app.allows("file") || at.Get("closest").Type() != js.TypeFunction ||
			held.Type() != js.TypeObject ||
			!at.Call("closest", "input,textarea,select,dialog,[contenteditable]").IsNull() {
			return nil
		}
		content, files := held.Call("getData", "text/plain").String(), held.Get("files")
		switch {
		case logic.IsTable(content):
			e.Call("preventDefault")
			p.app.spawn(func() { p.app.settled(p.app.openText(content), access{}) })
		case files.Length() > 0:
			e.Call("preventDefault")
			p.app.spawn(func() { p.app.dropped(files) })
		}
		return nil
	}))
}

// openText opens a text of one's own.
func (a *app) openText(content string) error {
	return a.open(personsTable(js.ValueOf(content), logic.Text("data.pasted")), false)
}
