//go:build js && wasm

// Keeping the last session on this device where a person wishes it, and forgetting it, whatever other tabs do
// meanwhile.

package page

import (
	"syscall/js"

	"dcctree/wasm/page/logic"
)

func (p *sessionPanel) keeps() bool { return p.keep.checked() }

// begins notes that the wish changes. The function that it returns reports whether it has not changed since.
func (p *sessionPanel) begins() (holds func() bool) {
	p.turns++
	return p.holding()
}

// holding returns a function that reports whether the wish has not changed since.
func (p *sessionPanel) holding() (holds func() bool) {
	turn := p.turns
	return func() bool { return turn == p.turns }
}

// wish keeps from now on, or no longer.
func (p *sessionPanel) wish() {
	if !p.keeps() {
		p.forgetAll()
		return
	}
	holds := p.begins()
	m, err := p.device.wish(logic.Mark{}, js.Undefined(), holds)
	if !holds() {
		return
	}
	if err != nil {
		p.keep.set("checked", false)
		p.tell("store.nodevice", err)
		return
	}
	p.mark = m
	p.tell("store.kept")
	p.forget.show(true)
	if k := p.present(); k != nil && k.results(p.app.state) {
		p.keepNow(k)
	}
}

// keepNow keeps it in place of what was kept before, as long as keeping is wished, here and in every other tab, and as
// it is what would be saved.
func (p *sessionPanel) keepNow(k keepsake) {
	holds, name := p.holding(), k.on().name
	file, noted, err := k.written()
	if !holds() || p.present() != k {
		return
	}
	stored := false
	if err == nil {
		m := logic.Mark{ID: p.mark.ID, Name: name, Date: js.Global().Get("Date").Call("now").Float()}
		stored, err = p.device.keep(m, file, holds)
	}
	switch {
	case !holds():
	case err != nil:
		p.tell("store.unkept", err)
	case !stored:
		p.lost()
	default:
		p.unkept() // there is room for one
		noted()
		p.kept.show(false)
		p.render()
	}
}

// lost is called when the mark of this tab's wish is gone: somebody forgot it in another tab.
func (p *sessionPanel) lost() {
	p.begins()
	p.unmark()
	p.tell("store.othertab")
}

// unmark shows that this tab keeps nothing.
func (p *sessionPanel) unmark() {
	p.mark, p.old = logic.Mark{}, js.Undefined()
	p.keep.set("checked", false)
	p.kept.show(false)
	p.forget.show(false)
	p.unkept()
	p.render()
}

// unkept has all that there is count as kept nowhere.
func (p *sessionPanel) unkept() {
	for _, k := range p.all() {
		k.lost()
	}
}

func (p *sessionPanel) tell(key string, values ...any) { p.app.tell(p.say, saying(key, values...)) }

// forgetAll leaves nothing on the device.
func (p *sessionPanel) forgetAll() {
	holds := p.begins()
	p.keep.set("checked", false)
	err := p.device.forget()
	if _, none := p.device.root(); none != nil && p.mark.ID == "" {
		err = nil // nothing was ever kept there
	}
	if err == nil {
		err = forgetOld()
	}
	if !holds() {
		return
	}
	if err != nil {
		p.forget.show(true)
		p.tell("store.unforgotten", err)
		return
	}
	p.keep.focus()
	p.unmark()
	p.tell("store.forgot")
}

// greet offers what was kept on an earlier visit.
func (p *sessionPanel) greet() {
	defer p.keep.enable(true)
	m, found, _ := p.device.look() // where nothing can be kept, that is said where keeping is asked for
	if old := oldKept(); !old.IsNull() {
		m, found = p.move(old)
	}
	if !found {
		return
	}
	p.mark = m
	p.keep.set("checked", m.ID != "")
	p.forget.show(true)
	if m.ID != "" {
		p.tell("store.kept")
	} else {
		p.tell("store.older")
	}
	p.offer()
}

// offer shows what is kept as something to be opened, if anything is.
func (p *sessionPanel) offer() {
	if p.mark.Date == 0 {
		return
	}
	date := js.Global().Get("Date").New(p.mark.Date).Call("toLocaleDateString").String()
	p.app.tell(p.keptOpen, saying("store.offer", p.mark.Name, date))
	p.kept.show(true)
}

// openKept opens what was kept, if it is still there.
func (p *sessionPanel) openKept() {
	file, err := p.old, error(nil)
	if file.IsUndefined() {
		file, err = p.device.kept()
	}
	switch {
	case hasCode(err, notFound):
		p.lost()
	case err != nil:
		p.app.messages.refuse(err, "data")
	default:
		p.app.openSession(file)
	}
}

// lookAgain shows what another tab has done meanwhile.
func (p *sessionPanel) lookAgain() {
	holds := p.holding()
	m, found, err := p.device.look()
	if err != nil || !holds() {
		return
	}
	switch {
	case p.mark.ID == m.ID:
	case p.mark.ID != "" && p.keeps():
		p.lost()
	case found && p.keeps(): // the wish is on its way
	case found:
		p.mark.ID = m.ID
		p.forget.show(true)
		p.tell("store.elsewhere")
	default:
		p.unmark()
		p.tell("store.forgot")
	}
}

// move brings what version 0.1.0 kept to the new place, unless something newer is kept there. Where that fails, or
// there is no new place, it stays where it is, to be opened or forgotten. It returns the mark of what is kept then.
func (p *sessionPanel) move(old js.Value) (logic.Mark, bool) {
	m := logic.Mark{Name: old.Get("name").String(), Date: old.Get("date").Float()}
	session := js.Undefined()
	if rows := old.Get("rows"); rows.Type() == js.TypeObject {
		session = sessionFile(rows, m.Name)
	} else {
		m.Date = 0
	}
	moved, there, err := p.device.look()
	if old.Get("wished").Bool() && err == nil {
		moved, err = p.device.wish(m, session, func() bool { return true })
		there = true
	}
	if err != nil && !session.IsUndefined() {
		p.old = session
		return m, true
	}
	p.app.spawn(func() {
		wait(released)
		forgetOld()
	})
	return moved, there && err == nil
}
