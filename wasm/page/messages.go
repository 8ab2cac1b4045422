//go:build js && wasm

// Messages to the person: errors beside the control that they are about, and notices of what the page mended by itself.

package page

import (
	"syscall/js"
)

type messagePanel struct {
	app                *app
	errorBox, error    *cell
	noticeBox, noticed *cell
	onNotice           js.Func
}

func newMessagePanel(a *app) *messagePanel {
	p := &messagePanel{app: a, errorBox: a.byID("error-box"), error: a.byID("error"), noticeBox: a.byID("notice-box"), noticed: a.byID("notice")}
	a.listen(a.byID("error-dismiss"), "click", func(js.Value) { p.clear() })
	a.listen(a.byID("notice-dismiss"), "click", func(js.Value) { p.noticeBox.show(false) })
	p.onNotice = js.FuncOf(func(_ js.Value, args []js.Value) any {
		if m := argument(args).Get("message"); m.Type() == js.TypeString {
			said := m.String()
			p.notice(func() string { return said })
		}
		return nil
	})
	return p
}

// alert shows an error in the section ("data", "model", "run") of the control that it is about, and brings it into view.
func (p *messagePanel) alert(message, section string) {
	p.app.byID(section).Underlying().Call("append", p.errorBox.Underlying())
	p.errorBox.show(true)
	p.error.wrote = false // the same error again is news again
	p.error.say(message)
	p.errorBox.Underlying().Call("scrollIntoView", map[string]any{"block": "nearest"})
}

// complain is alert for an error that the page itself found: a text of the table.
func (p *messagePanel) complain(section, key string, values ...any) {
	p.alert(words(key, values...)(), section)
	p.app.tell(p.error, words(key, values...))
}

// clear takes the error away.
func (p *messagePanel) clear() {
	p.errorBox.show(false)
	p.error.say("")
}

// notice tells something that needs no answer.
func (p *messagePanel) notice(message func() string) {
	p.noticeBox.show(true)
	p.app.tell(p.noticed, message)
}
