//go:build js && wasm

// The tree: the diagram of the selected topology, or of the most probable one; walked by keyboard, pointed at,
// collapsed and drawn wider.

package page

import (
	"fmt"
	"strconv"
	"strings"
	"syscall/js"

	"dcctree/wasm/page/logic"
)

type treePanel struct {
	app                           *app
	title, say, follow, picture   *cell
	how                           *cell
	bar, rows, fold, list         *cell
	zoomBox, wider, narrower, fit *cell
	table                         *rowsDialog

	key      string  // the topology that is drawn
	zoom     int     // of zooms
	view     int     // counts the changes of zoom and folds: a drawing asked for before the last is out of date
	selected string  // the node that was focused or clicked last; "" none
	hovered  string  // the node under the pointer; "" none
	middle   float64 // share of the width that comes to the middle with the next drawing; -1 leaves it
	drag     struct{ x, left float64 }
	dragging bool
}

func newTreePanel(a *app) *treePanel {
	p := &treePanel{
		app: a, title: a.byID("tree-h"), say: a.byID("tree-say"), follow: a.byID("tree-follow"),
		picture: a.byID("tree"), how: a.byID("how-text"), bar: a.byID("tree-bar"), rows: a.byID("tree-rows"),
		fold: a.byID("tree-fold"), list: a.byID("tree-list"), zoomBox: a.byID("zoom"), wider: a.byID("zoom-in"),
		narrower: a.byID("zoom-out"), fit: a.byID("zoom-fit"), table: newRowsDialog(a), middle: -1,
	}
	p.how.say(logic.Text("tree.how.regression"))
	a.listen(p.follow, "click", func(js.Value) {
		a.shown.selected = ""
		p.title.focus()
		a.paint.mark()
	})
	a.listen(p.wider, "click", func(js.Value) { p.zoomBy(1, -1) })
	a.listen(p.narrower, "click", func(js.Value) { p.zoomBy(-1, -1) })
	a.listen(p.fit, "click", func(js.Value) { p.zoomBy(-p.zoom, -1) })
	a.listen(p.fold, "click", func(js.Value) { p.toggle(p.selected) })
	a.listen(p.list, "click", func(js.Value) { p.showRows() })
	p.hear()
	return p
}

// hear listens to keys and pointers on the picture, whichever tree it holds. What must be answered before the browser
// acts is not spawned.
func (p *treePanel) hear() {
	p.app.listen(p.picture, "pointerover", func(e js.Value) { p.hover(e) })
	p.app.listen(p.picture, "pointerleave", func(js.Value) { p.light("") })
	p.app.listen(p.picture, "focusin", func(e js.Value) {
		if id, ok := key(e, "data-node"); ok {
			p.choose(id)
		}
	})
	p.app.hear(p.picture, "keydown", p.press)
	p.app.hear(p.picture, "wheel", p.wheel)
	p.app.hear(p.picture, "pointerdown", p.grab)
	p.app.hear(p.picture, "pointermove", p.pull)
	for _, end := range []string{"pointerup", "pointercancel"} {
		p.app.hear(p.picture, end, func(js.Value) { p.dragging = false })
	}
}

// room is the width there is for the diagram, in pixels; width is how wide it is drawn.
func (p *treePanel) room() float64  { return max(100, p.picture.width()) }
func (p *treePanel) width() float64 { return min(p.room()*logic.Zooms[p.zoom], logic.WidestTree) }

// options are those of a run's figure as it is to be drawn now.
func (p *treePanel) options(r *run, topology string) js.Value {
	collapsed := []any{}
	for id := range r.folded[topology] {
		n, _ := strconv.Atoi(id)
		collapsed = append(collapsed, n)
	}
	return object(map[string]any{"width": p.width(), "lang": string(logic.Spoken), "topology": topology,
		"navigable": true, "collapsed": collapsed})
}

// translate says what there is to say without a tree; render does the rest.
func (p *treePanel) translate() {
	if p.app.shown == nil {
		p.how.say(logic.Text("tree.how.regression"))
	}
}

func (p *treePanel) render(f *frame) {
	if p.key != f.chosen.Key {
		p.key, p.selected, p.hovered = f.chosen.Key, "", ""
	}
	p.title.say(fmt.Sprintf(logic.Text("tree.named"), f.chosen.Name))
	p.say.say(logic.Join([]string{logic.TreeSentence(f.chosen), logic.ReadingSentence(f.trees, f.chosen.Key)}))
	p.follow.show(f.run.selected != "" && f.chosen.Key != f.leading())
	p.how.say(logic.Text("tree.how." + f.run.info.Task))
	p.bar.show(true)
	p.zoomBox.show(true)
	if f.view == p.view {
		p.draw(f.tree)
	}
}

// draw puts a tree on the screen; the keyboard's place, what is lit and the part in view outlive it.
func (p *treePanel) draw(svg string) {
	if p.picture.wrote && p.picture.last == svg {
		return
	}
	within := p.picture.contains(activeElement())
	p.picture.draw(svg)
	p.offerZoom()
	if p.middle >= 0 {
		p.scrollTo(p.middle*p.width() - p.room()/2)
		p.middle = -1
	}
	items := p.items()
	if id, err := strconv.Atoi(p.selected); err == nil {
		if at := logic.Nearest(items, id); at >= 0 {
			p.selected = items[at].ID
			p.stop(p.selected, within)
		}
	}
	p.light("")
}

// items are the nodes that are drawn.
func (p *treePanel) items() []logic.TreeItem {
	found := p.picture.Underlying().Call("querySelectorAll", "[data-node]")
	items := make([]logic.TreeItem, found.Length())
	for i := range items {
		node := found.Index(i)
		items[i].ID = attribute(node, "data-node")
		items[i].Level, _ = strconv.Atoi(attribute(node, "aria-level"))
		expanded := attribute(node, "aria-expanded")
		items[i].Branch, items[i].Expanded = expanded != "", expanded == "true"
	}
	return items
}

// node is the element of a node; ok is false where it is not drawn.
func (p *treePanel) node(id string) (js.Value, bool) {
	v := p.picture.query(`[data-node="` + id + `"]`)
	return v, !v.IsNull()
}

// stop makes a node the one stop of the Tab key in the tree, and focuses it.
func (p *treePanel) stop(id string, focus bool) {
	node, ok := p.node(id)
	if !ok {
		return
	}
	if before := p.picture.query(`[tabindex="0"]`); !before.IsNull() {
		before.Call("setAttribute", "tabindex", "-1")
	}
	node.Call("setAttribute", "tabindex", "0")
	if focus {
		node.Call("focus")
	}
}

// choose selects the node that got the focus.
func (p *treePanel) choose(id string) {
	p.selected = id
	p.stop(id, false)
	p.light(p.hovered)
}

func (p *treePanel) hover(e js.Value) {
	if id, _ := key(e, "data-node"); id != p.hovered {
		p.light(id)
	}
}

// light shows the rows of the node under the pointer, or else of the selected one: told in the bar, and marked on rugs,
// ribbons and leaves.
func (p *treePanel) light(hovered string) {
	p.hovered = hovered
	id := hovered
	if id == "" {
		id = p.selected
	}
	node, ok := p.node(id)
	p.offer()
	svg := p.picture.Underlying().Get("firstElementChild")
	if !ok {
		p.rows.say(logic.Text("tree.point"))
		if !svg.IsNull() {
			svg.Get("classList").Call("remove", "is-lit")
		}
		return
	}
	p.rows.say(attribute(node, "data-rows"))
	svg.Get("classList").Call("add", "is-lit")
	first, last := spanOf(node)
	marked := svg.Call("querySelectorAll", "[data-span]")
	for i := range marked.Length() {
		mark := marked.Index(i)
		from, to := spanOf(mark)
		list := mark.Get("classList")
		list.Call("toggle", "lit", from >= first && to <= last)
		list.Call("toggle", "on-way", from <= first && to >= last)
		if id := attribute(mark, "data-node"); id != "" {
			list.Call("toggle", "is-on", id == p.selected)
		}
	}
}

// spanOf is the first and the last leaf that a mark belongs to.
func spanOf(mark js.Value) (first, last int) {
	from, to, _ := strings.Cut(attribute(mark, "data-span"), " ")
	first, _ = strconv.Atoi(from)
	last, _ = strconv.Atoi(to)
	return first, last
}

// offer shows what can be done with the selected node.
func (p *treePanel) offer() {
	node, ok := p.node(p.selected)
	p.list.show(ok)
	expanded := ""
	if ok {
		expanded = attribute(node, "aria-expanded")
	}
	p.fold.show(expanded != "")
	p.fold.say(logic.Text(logic.Either(expanded == "false", "tree.expand", "tree.collapse")))
}

// press answers a key on a node: it walks, folds, zooms or moves the view.
func (p *treePanel) press(e js.Value) {
	id, ok := key(e, "data-node")
	if !ok || e.Get("ctrlKey").Bool() || e.Get("metaKey").Bool() || e.Get("altKey").Bool() {
		return
	}
	pressed := e.Get("key").String()
	if e.Get("shiftKey").Bool() && strings.HasPrefix(pressed, "Arrow") {
		e.Call("preventDefault")
		p.move(pressed)
		return
	}
	switch pressed {
	case "+", "=":
		p.app.spawn(func() { p.zoomBy(1, -1) })
	case "-", "−", "_":
		p.app.spawn(func() { p.zoomBy(-1, -1) })
	case "0":
		p.app.spawn(func() { p.zoomBy(-p.zoom, -1) })
	case "Escape":
		p.selected = ""
		p.light("")
	case " ":
		p.app.spawn(p.showRows)
	default:
		items := p.items()
		n, _ := strconv.Atoi(id)
		to, toggle, known := logic.Stride(items, logic.Nearest(items, n), pressed)
		if !known {
			return
		}
		if toggle {
			p.app.spawn(func() { p.toggle(items[to].ID) })
		} else {
			p.stop(items[to].ID, true)
		}
	}
	e.Call("preventDefault")
}

// toggle collapses a split, or expands it.
func (p *treePanel) toggle(id string) {
	node, ok := p.node(id)
	if !ok || attribute(node, "aria-expanded") == "" {
		return
	}
	r := p.app.shown
	if r.folded == nil {
		r.folded = map[string]map[string]bool{}
	}
	if r.folded[p.key] == nil {
		r.folded[p.key] = map[string]bool{}
	}
	if folds := r.folded[p.key]; folds[id] {
		delete(folds, id)
	} else {
		folds[id] = true
	}
	p.redraw()
}

// redraw asks for the tree alone, as it is to be drawn now.
func (p *treePanel) redraw() {
	p.view++
	view, r, shape := p.view, p.app.shown, p.key
	if r == nil || r.table.lost {
		return
	}
	svg, err := ask(r.sampler, "figure", "tree", p.options(r, shape))
	if err == nil && view == p.view && r == p.app.shown && shape == p.key {
		p.draw(svg.String())
	}
}

// zoomBy draws the tree wider or narrower by some steps; the point at this share of the room stays where it is, the
// middle for -1.
func (p *treePanel) zoomBy(by int, at float64) {
	if p.app.shown == nil || by == 0 || !logic.CanZoom(p.zoom, by, p.room()) {
		return
	}
	if at < 0 {
		at = .5
	}
	before := p.width()
	point := (p.scrolled() + at*p.room()) / before
	p.zoom += by
	p.middle = point + (.5-at)*p.room()/p.width()
	p.redraw()
}

func (p *treePanel) offerZoom() {
	p.wider.enable(logic.CanZoom(p.zoom, 1, p.room()))
	p.narrower.enable(p.zoom > 0)
	p.fit.enable(p.zoom > 0)
	p.picture.class("is-wide", p.zoom > 0)
}

func (p *treePanel) scrolled() float64     { return p.picture.Underlying().Get("scrollLeft").Float() }
func (p *treePanel) scrollTo(left float64) { p.picture.set("scrollLeft", left) }

// move moves the view of a wide tree, or the page up and down.
func (p *treePanel) move(arrow string) {
	const by = 80
	switch arrow {
	case "ArrowLeft":
		p.scrollTo(p.scrolled() - by)
	case "ArrowRight":
		p.scrollTo(p.scrolled() + by)
	case "ArrowUp":
		js.Global().Call("scrollBy", 0, -by)
	case "ArrowDown":
		js.Global().Call("scrollBy", 0, by)
	}
}

// wheel zooms where Ctrl is held, which pinching a touchpad counts as; else the page scrolls.
func (p *treePanel) wheel(e js.Value) {
	if !e.Get("ctrlKey").Bool() || p.app.shown == nil {
		return
	}
	e.Call("preventDefault")
	by := -1
	if e.Get("deltaY").Float() < 0 {
		by = 1
	}
	at := (e.Get("clientX").Float() - p.picture.Underlying().Call("getBoundingClientRect").Get("left").Float()) /
		p.room()
	p.app.spawn(func() { p.zoomBy(by, at) })
}

// grab begins to move a wide tree with the mouse; a touch screen moves it by itself.
func (p *treePanel) grab(e js.Value) {
	if p.zoom == 0 || e.Get("pointerType").String() != "mouse" || e.Get("button").Int() != 0 {
		return
	}
	p.drag.x, p.drag.left = e.Get("clientX").Float(), p.scrolled()
	p.dragging = true
}

func (p *treePanel) pull(e js.Value) {
	if !p.dragging {
		return
	}
	if e.Get("buttons").Int() == 0 { // let go outside
		p.dragging = false
		return
	}
	p.scrollTo(p.drag.left + p.drag.x - e.Get("clientX").Float())
}

// showRows lists the rows of the selected node in a dialog.
func (p *treePanel) showRows() {
	if node, ok := p.node(p.selected); ok && p.app.shown != nil {
		p.table.open(p.app.shown, p.key, p.selected, nodeName(node))
	}
}

// nodeName is what screen readers call a node.
func nodeName(node js.Value) string {
	return node.Call("querySelector", "title").Get("textContent").String()
}
