//go:build js && wasm

// In a frame, beside the network lock: whether the page around it can read a table that a person opened, and the dialog
// in which they let it.

package page

import (
	"fmt"
	"syscall/js"

	"dcctree/wasm/page/logic"
)

// seenFor is how long the sentence must be seen before a press counts, in milliseconds: a page around the frame could
// put it below the pointer.
const seenFor = 1000

type consentPanel struct {
	app                *app
	lock, reader       *cell
	say, open          *cell
	dialog, box        *cell
	who, sentence      *cell
	tick, agree, wrong *cell
	observer           js.Value // reports whether the box is seen
	since              float64  // from when it has been; 0 while it is not
	of                 access   // of the table that the dialog is about
	asked              bool     // the page around the frame wanted to read, and was refused
	private            bool     // what that page last heard: it may not read
}

func newConsentPanel(a *app) *consentPanel {
	p := &consentPanel{app: a, lock: a.byID("lock"),
		reader: a.byID("reader"), say: a.byID("reader-say"), open: a.byID("reader-open"),
		dialog: a.byID("consent"), box: a.byID("consent-box"), who: a.byID("consent-who"),
		sentence: a.byID("consent-words"), tick: a.byID("consent-tick"), agree: a.byID("consent-agree"),
		wrong: a.byID("consent-say")}
	a.listen(p.open, "click", func(js.Value) { p.press() })
	a.hear(p.tick, "click", func(e js.Value) {
		if !p.counts(e) {
			e.Call("preventDefault")
		}
	})
	a.hear(p.agree, "click", p.permit)
	p.promise()
	p.observer = newObserver(a, func(seen bool) { p.since = logic.Either(seen, now(), 0) })
	return p
}

// newObserver reports whether what it observes is seen whole, and, where the browser can say that, uncovered and as it
// was drawn.
func newObserver(a *app, heard func(seen bool)) js.Value {
	each := callback(func(v js.Value) {
		last := v.Index(v.Length() - 1)
		covered := last.Get("isVisible").Type() == js.TypeBoolean && !last.Get("isVisible").Bool()
		heard(last.Get("intersectionRatio").Float() >= .99 && !covered)
	})
	options := map[string]any{"threshold": []any{0, .99, 1}, "trackVisibility": true, "delay": 100}
	return js.Global().Get("IntersectionObserver").New(each, options)
}

// stands reports whether there is anything to say: a table of a person's own is open, with another page around.
func (p *consentPanel) stands() bool { return p.app.host.is() && framed() && p.app.table.own() }

// parent is the page that the frame obeys, "" for none.
func (p *consentPanel) parent() string { return p.app.host.Get("parent").String() }

// changed shows who can read the table after another one was opened, or got other test rows.
func (p *consentPanel) changed() {
	p.asked = false
	if p.dialog.isOpen() {
		p.dialog.close()
	}
	p.render()
}

// refused has the person told that the page around the frame wanted to read.
func (p *consentPanel) refused() {
	if !p.asked {
		p.asked = true
		p.render()
	}
}

// promise says beside the file control what holds where a page around the frame can come to read.
func (p *consentPanel) promise() {
	key := "data.private.frame"
	switch {
	case !p.app.host.is() || !framed():
		return
	case p.reachable():
		key = "data.private.reached"
	case p.parent() == "":
		return
	}
	p.app.each(`[data-text="data.private"]`, func(c *cell) {
		c.SetAttribute("data-text", key)
		c.SetTextContent(logic.Text(key))
	})
}

// reachable reports whether a page around the frame can reach into it, whatever is agreed.
func (p *consentPanel) reachable() bool { return p.app.host.Call("reachable").Bool() }

// render says who can read, and offers to change that.
func (p *consentPanel) render() {
	stands := p.stands()
	p.reader.show(stands)
	p.place()
	if stands {
		may := p.app.table.access.readable()
		p.app.tell(p.say, p.words)
		p.app.tell(p.open, saying(logic.Either(may, "reader.end", "reader.let")))
		p.open.show(p.parent() != "")
	}
	if private := stands && !p.app.table.access.readable(); private != p.private {
		p.private = private
		p.app.host.say("access", map[string]any{"readable": !private}, p.app.table.access)
	}
}

func (p *consentPanel) words() string {
	parent := p.parent()
	switch {
	case p.reachable():
		return logic.Text("reader.reaches")
	case parent == "":
		return logic.Text("reader.nobody")
	case p.app.table.access.readable():
		return fmt.Sprintf(logic.Text("reader.can"), parent)
	case p.asked:
		return fmt.Sprintf(logic.Text("reader.asked"), parent)
	}
	return fmt.Sprintf(logic.Text("reader.cannot"), parent)
}

// place keeps the lock in sight while a person's own table is open, whatever the page around the frame hides.
func (p *consentPanel) place() {
	part, _ := logic.PartByName("lock")
	home, above := p.app.byID("data"), p.app.messages.above
	hidden := !p.app.view.Shows(part) || !home.reachable()
	to := home
	if hidden && p.stands() {
		to = above
		above.show(true)
		p.lock.RemoveAttribute(offAttribute)
	} else if hidden {
		p.lock.SetAttribute(offAttribute, "")
	}
	// what is moved loses the keyboard's place
	if !p.lock.Underlying().Get("parentElement").Equal(to.Underlying()) {
		to.Underlying().Call("append", p.lock.Underlying(), p.reader.Underlying())
		above.show(above.Underlying().Get("childElementCount").Int() > 0)
	}
}

// press ends consent at once, or opens the dialog in which it is given.
func (p *consentPanel) press() {
	if p.app.table.access.readable() {
		p.app.table.access.set(false)
		p.render()
		return
	}
	p.of = p.app.table.access
	name, parent := p.app.table.name, p.parent()
	p.app.tell(p.who, saying("consent.who", parent, name))
	p.app.tell(p.sentence, saying("consent.tick", parent))
	p.wrong.say("")
	p.tick.set("checked", false)
	p.since = 0
	p.observer.Call("disconnect")
	p.observer.Call("observe", p.box.Underlying())
	p.dialog.showModal()
}

// counts reports whether a press can be meant: a person made it, who has seen what they agree to. It says why where it
// cannot.
func (p *consentPanel) counts(e js.Value) bool {
	switch {
	case !e.Get("isTrusted").Bool():
	case p.since == 0:
		p.app.tell(p.wrong, saying("consent.covered"))
	case now()-p.since < seenFor:
		p.app.tell(p.wrong, saying("consent.wait"))
	default:
		return true
	}
	return false
}

// permit lets the page around the frame read the table that the dialog is about.
func (p *consentPanel) permit(e js.Value) {
	switch {
	case !p.counts(e) || !p.of.Equal(p.app.table.access.Value):
	case !p.tick.checked():
		p.app.tell(p.wrong, saying("consent.untick"))
	default:
		p.asked = false
		p.of.set(true)
		p.dialog.close()
		p.render()
	}
}
