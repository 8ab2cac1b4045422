//go:build js && wasm

// Access to the skeleton of site/index.html: elements by id, and writes that do nothing when nothing changed.

package page

import (
	"syscall/js"

	"honnef.co/go/js/dom/v2"

	"dcctree/core/chart"
)

// cell is one element whose text or content the page writes again and again. It holds dom's concrete type, and the page
// passes events and nodes on as they are: with dom's interfaces the linker would keep every method of every element and
// event, and package time, 75 KB of the download.
type cell struct {
	*dom.BasicHTMLElement
	last  string
	wrote bool
}

// byID finds an element of the skeleton.
func (a *app) byID(id string) *cell {
	v := a.doc.Underlying().Call("getElementById", id)
	if v.IsNull() {
		panic("page: the skeleton lacks an element")
	}
	return wrap(v)
}

// wrap is dom's wrapping without its search for the element's exact type, which costs a millisecond each.
func wrap(v js.Value) *cell {
	return &cell{BasicHTMLElement: &dom.BasicHTMLElement{
		BasicElement: &dom.BasicElement{BasicNode: &dom.BasicNode{Value: v}},
	}}
}

// each calls work with every element of the selector.
func (a *app) each(selector string, work func(*cell)) {
	found := a.doc.Underlying().Call("querySelectorAll", selector)
	for i := range found.Length() {
		work(wrap(found.Index(i)))
	}
}

// say sets the text, if it differs: a live region would read the same text out again.
func (c *cell) say(s string) {
	if !c.wrote || s != c.last {
		c.SetTextContent(s)
		c.last, c.wrote = s, true
	}
}

// draw sets the content from markup, if it differs.
func (c *cell) draw(markup string) {
	if !c.wrote || markup != c.last {
		c.SetInnerHTML(markup)
		c.last, c.wrote = markup, true
	}
}

// show reveals or hides the element.
func (c *cell) show(visible bool) { c.Underlying().Set("hidden", !visible) }

// enable makes a control usable or not; what the link locks is not. A focused button that becomes unusable would drop
// the keyboard's place, so it keeps its focus.
func (c *cell) enable(usable bool) {
	c.Underlying().Set("disabled", !usable || c.Underlying().Call("hasAttribute", lockedAttribute).Bool())
}

// Of a dialog and of a box.
func (c *cell) showModal()    { c.Underlying().Call("showModal") }
func (c *cell) close()        { c.Underlying().Call("close") }
func (c *cell) isOpen() bool  { return c.Underlying().Get("open").Bool() }
func (c *cell) checked() bool { return c.Underlying().Get("checked").Bool() }

// class gives the element a class, or takes it away.
func (c *cell) class(name string, has bool) {
	c.Underlying().Get("classList").Call("toggle", name, has)
}

// contains reports whether a node stands within.
func (c *cell) contains(node js.Value) bool { return c.Underlying().Call("contains", node).Bool() }

// query is the first element within that fits the selector; null for none.
func (c *cell) query(selector string) js.Value { return c.Underlying().Call("querySelector", selector) }

// newElement makes an element that stands nowhere yet.
func (a *app) newElement(name string) *cell {
	return wrap(a.doc.Underlying().Call("createElement", name))
}

func (c *cell) value() string       { return c.Underlying().Get("value").String() }
func (c *cell) setValue(s string)   { c.Underlying().Set("value", s) }
func (c *cell) width() float64      { return c.Underlying().Get("clientWidth").Float() }
func (c *cell) focus()              { c.Underlying().Call("focus", map[string]any{"preventScroll": true}) }
func (c *cell) set(n string, v any) { c.Underlying().Set(n, v) }

// invalid marks a field whose value cannot be used, or takes the mark off.
func (c *cell) invalid(is bool) {
	if is {
		c.SetAttribute("aria-invalid", "true")
	} else {
		c.RemoveAttribute("aria-invalid")
	}
}

// focused reports whether the keyboard is here.
func (c *cell) focused() bool {
	return c.Underlying().Equal(activeElement())
}

// activeElement is where the keyboard is.
func activeElement() js.Value { return js.Global().Get("document").Get("activeElement") }

// key returns the attribute of the nearest element around an event's target that has it.
func key(e js.Value, attribute string) (string, bool) {
	target := e.Get("target")
	if target.Type() != js.TypeObject || target.Get("closest").Type() != js.TypeFunction {
		return "", false
	}
	found := target.Call("closest", "["+attribute+"]")
	if found.IsNull() {
		return "", false
	}
	return found.Call("getAttribute", attribute).String(), true
}

// escape makes outside text safe inside markup.
func escape(s string) string { return chart.Escape(s) }
