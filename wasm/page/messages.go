//go:build js && wasm

// Messages to the person: errors beside the control that they are about, and notices of what the page mended by itself.

package page

import (
	"syscall/js"

	"dcctree/wasm/page/logic"
)

type messagePanel struct {
	app                *app
	errorBox, error    *cell
	noticeBox, noticed *cell
	above              *cell
	onNotice           js.Func
}

func newMessagePanel(a *app) *messagePanel {
	p := &messagePanel{app: a, errorBox: a.byID("error-box"), error: a.byID("error"),
		noticeBox: a.byID("notice-box"), noticed: a.byID("notice"), above: a.byID("above")}
	a.listen(a.byID("error-dismiss"), "click", func(js.Value) { p.clear() })
	a.listen(a.byID("notice-dismiss"), "click", func(js.Value) { p.noticeBox.show(false) })
	p.onNotice = callback(func(v js.Value) {
		if m := v.Get("message"); m.Type() == js.TypeString {
			p.notice(asFault(v).Error)
		}
	})
	return p
}

// refuse is refuseOf for what is about the table, the runs and nothing else.
func (p *messagePanel) refuse(err error, section string) { p.refuseOf(p.app.whose(), err, section) }

// refuseOf shows an error in the section ("data", "model", "run") of the control that it is about, and brings it into
// view. The page around the frame hears as much as it may read of what the error is about.
func (p *messagePanel) refuseOf(whose access, err error, section string) {
	p.placed(p.app.byID(section)).Underlying().Call("append", p.errorBox.Underlying())
	p.errorBox.show(true)
	p.error.wrote = false // the same error again is news again
	p.app.tell(p.error, err.Error)
	p.errorBox.Underlying().Call("scrollIntoView", map[string]any{"block": "nearest"})
	p.app.fault, p.app.faultOf = asFaultOf(err), whose
	p.app.host.say("error", p.app.fault.Plain(), whose)
}

// placed is the place for a message: above everything where the link hides its own.
func (p *messagePanel) placed(at *cell) *cell {
	if at.reachable() {
		return at
	}
	p.above.show(true)
	return p.above
}

// alert is refuse for an error that the page itself found.
func (p *messagePanel) alert(message, section string) {
	p.refuse(&logic.Fault{Code: "page", Message: message}, section)
}

// complain is alert for a text of the table.
func (p *messagePanel) complain(section, key string, values ...any) {
	p.alert(saying(key, values...)(), section)
	p.app.tell(p.error, saying(key, values...))
}

// clear takes the error away.
func (p *messagePanel) clear() {
	p.errorBox.show(false)
	p.error.say("")
}

// notice tells something that needs no answer.
func (p *messagePanel) notice(message func() string) {
	if at := wrap(p.noticeBox.Underlying().Get("parentElement")); !at.reachable() {
		p.placed(at).Underlying().Call("append", p.noticeBox.Underlying())
	}
	p.noticeBox.show(true)
	p.app.tell(p.noticed, message)
}
