//go:build js && wasm

// What the link hides, locks and colors: hidden parts cannot be reached in any way, locked ones are shown and cannot be
// changed.

package page

import (
	"strings"
	"syscall/js"

	"dcctree/wasm/page/logic"
)

// Attributes of elements: what a link hides, and what it locks.
const (
	offAttribute    = "data-off"
	lockedAttribute = "data-locked"
)

// fields are the elements that a lock disables. What only opens or unfolds a part stays usable, so that locked settings
// can be read.
const fields = "button,input,select,textarea"

var onlyOpening = []string{"data-change", "model-change", "data-short", "columns-open", "columns-find", "leftout-open",
	"settings-open", "lock-test", "reader-open"}

// columns of the page, each with the parts in it.
var columnParts = map[string][]string{
	"rail": {"data", "model", "run", "take"},
	"mid":  {"fit", "trees", "across"},
	"side": {"predictions", "compare", "diagnostics", "log"},
}

// dress shows the page as the view has it.
func (a *app) dress(v logic.View) {
	before := a.view
	a.view = v
	root := wrap(a.doc.Underlying().Get("documentElement"))
	a.paintTheme(root)
	a.each("["+offAttribute+"]", func(c *cell) { c.RemoveAttribute(offAttribute) })
	for _, p := range logic.Parts() {
		if !v.Shows(p) {
			for _, id := range append(p.IDs, p.Inner...) {
				a.byID(id).hideAway()
			}
		}
	}
	a.dressColumns(root)
	a.each(`a[href^="#"]`, func(c *cell) {
		to := a.doc.Underlying().Call("getElementById", strings.TrimPrefix(c.GetAttribute("href"), "#"))
		if !to.IsNull() && !wrap(to).reachable() {
			c.SetAttribute(offAttribute, "")
		}
	})
	a.consent.place()
	a.lockParts(len(before.Lock) > 0)
	root.SetAttribute("data-dressed", "")
}

// paintTheme sets the colors that the link asks for.
func (a *app) paintTheme(root *cell) {
	if a.view.Theme == "" {
		root.RemoveAttribute("data-theme")
		return
	}
	root.SetAttribute("data-theme", a.view.Theme)
}

// dressColumns takes columns away in which nothing is left.
func (a *app) dressColumns(root *cell) {
	for name, parts := range columnParts {
		shown := a.view.ShowsAny(parts...) || name == "rail" && len(a.view.Tutorial) > 0
		root.class("no-"+name, !shown)
		if !shown {
			a.each("."+name, func(c *cell) { c.SetAttribute(offAttribute, "") })
		}
	}
}

// hideAway hides an element with the labels of the fields in it.
func (c *cell) hideAway() {
	c.SetAttribute(offAttribute, "")
	c.hideLabels()
	inner := c.Underlying().Call("querySelectorAll", fields)
	for i := range inner.Length() {
		wrap(inner.Index(i)).hideLabels()
	}
}

func (c *cell) hideLabels() {
	labels := c.Underlying().Get("labels")
	if labels.Type() != js.TypeObject {
		return
	}
	for i := range labels.Length() {
		wrap(labels.Index(i)).SetAttribute(offAttribute, "")
	}
}

// reachable reports whether no link hides the element.
func (c *cell) reachable() bool { return c.Underlying().Call("closest", "["+offAttribute+"]").IsNull() }

// lockParts disables what the view locks, anew each time; again says that something was locked before.
func (a *app) lockParts(again bool) {
	if again {
		a.each("["+lockedAttribute+"]", func(c *cell) {
			c.RemoveAttribute(lockedAttribute)
			c.enable(true)
		})
	}
	for _, p := range logic.Parts() {
		if a.view.Locks(p) {
			for _, id := range append(p.IDs, p.Inner...) {
				a.byID(id).lockAway()
			}
		}
	}
	for _, note := range []string{"data", "model"} {
		p, _ := logic.PartByName(note)
		a.byID(note + "-locked").show(a.view.Locks(p))
	}
	if again {
		a.data.render()
		a.columns.render()
		a.chosen()
	}
}

// lockAway disables an element and the controls in it for as long as they are marked.
func (c *cell) lockAway() {
	if c.Underlying().Call("matches", fields).Bool() {
		c.lockOne()
	}
	inner := c.Underlying().Call("querySelectorAll", fields)
	for i := range inner.Length() {
		wrap(inner.Index(i)).lockOne()
	}
}

func (c *cell) lockOne() {
	for _, id := range onlyOpening {
		if c.GetAttribute("id") == id {
			return
		}
	}
	c.SetAttribute(lockedAttribute, "")
	c.enable(false)
}

// lockAgain locks the fields of a part in a dialog, which were drawn anew.
func (a *app) lockAgain(name string) {
	p, _ := logic.PartByName(name)
	if !a.view.Locks(p) {
		return
	}
	for _, id := range p.Inner {
		a.byID(id).lockAway()
	}
}

// allows reports whether a person can use the part: it is neither hidden nor locked.
func (a *app) allows(name string) bool {
	p, known := logic.PartByName(name)
	return known && a.view.Shows(p) && !a.view.Locks(p)
}
