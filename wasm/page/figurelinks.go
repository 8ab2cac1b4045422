//go:build js && wasm

// Beside each figure: links that save it as SVG and as PNG.

package page

import (
	"syscall/js"

	"dcctree/wasm/page/logic"
)

// figurePanel gives every figure of the page its links, those that come later too.
type figurePanel struct {
	app   *app
	known map[string]*cell // links by the figure's id
	strip *cell            // links of the posterior over topologies
	soon  bool             // a look at the figures is due
}

func newFigurePanel(a *app) *figurePanel {
	p := &figurePanel{app: a, known: map[string]*cell{}, strip: a.byID("strip-save")}
	p.strip.draw(saveMarkup())
	a.listen(a.doc, "click", func(e js.Value) {
		kind, ok := key(e, "data-save")
		if id, named := key(e, "data-figure"); ok && named {
			p.save(id, kind)
		}
	})
	changed := callback(func(js.Value) {
		p.look()
	})
	js.Global().Get("MutationObserver").New(changed).Call("observe", a.doc.Underlying().Get("body"),
		map[string]any{"childList": true, "subtree": true})
	return p
}

// look adds links where figures have appeared, a moment later, so that many changes cost one look.
func (p *figurePanel) look() {
	if p.soon {
		return
	}
	p.soon = true
	p.app.spawn(func() {
		wait(250)
		p.soon = false
		p.app.each("figure[id]", p.offer)
		p.strip.show(p.app.shown != nil)
	})
}

// offer shows the links of a figure that is drawn.
func (p *figurePanel) offer(figure *cell) {
	id := figure.GetAttribute("id")
	links := p.known[id]
	if links == nil {
		links = p.app.newElement("p")
		links.SetAttribute("class", "save")
		links.SetAttribute("data-figure", id)
		links.draw(saveMarkup())
		figure.Underlying().Call("after", links.Underlying())
		p.known[id] = links
	}
	links.show(!figure.query("svg").IsNull())
}

// saveMarkup is a pair of links.
func saveMarkup() string {
	m := ""
	for _, kind := range []string{"svg", "png"} {
		word := logic.Text(logic.Either(kind == "svg", "take.svg", "take.png"))
		m += `<button type="button" class="link" data-save="` + kind + `" aria-label="` +
			escape(logic.Text("figure.save")+" "+word) + `">` + escape(word) + `</button>`
	}
	return m
}

// weightsFigure is the id under which the posterior over topologies is saved; on the page it is a row of buttons.
const weightsFigure = "topologies"

// translate writes all links anew.
func (p *figurePanel) translate() {
	p.strip.draw(saveMarkup())
	for _, links := range p.known {
		links.draw(saveMarkup())
	}
}

// save hands a figure to the browser.
func (p *figurePanel) save(id, kind string) {
	var drawings []drawing
	if id == weightsFigure {
		drawings = p.topologies()
	} else if svg := p.svgOf(id); !svg.IsNull() {
		drawings = []drawing{p.app.drawn(svg)}
	}
	p.file(drawings, kind, id)
}

// svgOf is the figure's svg element, null where nothing is drawn.
func (p *figurePanel) svgOf(id string) js.Value {
	return p.app.byID(id).query("svg")
}

// saveAll puts all figures of the run onto one sheet.
func (p *figurePanel) saveAll(kind string) {
	drawings := p.topologies()
	p.app.each("main figure[id]", func(figure *cell) {
		svg := figure.query("svg")
		if !svg.IsNull() && svg.Call("checkVisibility").Bool() {
			drawings = append(drawings, p.app.drawn(svg))
			breathe()
		}
	})
	p.file(drawings, kind, "figures")
}

// topologies asks for the posterior over trees, or topologies, as one figure, as they are shown, and takes it from a
// place where it is not seen.
func (p *figurePanel) topologies() []drawing {
	a := p.app
	if a.shown == nil || a.take.last == nil {
		return nil
	}
	limit := min(max(1, len(a.strip.buttons)), mostBars)
	name := logic.Either(a.strip.single, "topologies", "effective-trees")
	svg, err := ask(a.shown.sampler, "figure", name,
		object(map[string]any{"width": max(100, a.byID("trees").width()), "limit": limit,
			"lang": string(logic.Spoken), "topology": a.take.last.chosen.Key}))
	if err != nil {
		a.messages.refuse(err, "take")
		return nil
	}
	hidden := a.newElement("div")
	hidden.SetAttribute("class", "vh")
	hidden.SetInnerHTML(svg.String())
	a.doc.Underlying().Get("body").Call("append", hidden.Underlying())
	defer hidden.Remove()
	return []drawing{a.drawn(hidden.query("svg"))}
}

// file writes drawings below each other as SVG, or as PNG from it.
func (p *figurePanel) file(drawings []drawing, kind, name string) {
	a := p.app
	if len(drawings) == 0 {
		a.take.say("take.nofigure")
		return
	}
	svg, width, height := sheet(drawings)
	name = a.fileName(name + "." + kind)
	if kind == "svg" {
		a.saveText(name, svg, "image/svg+xml")
	} else {
		blob, err := a.picture(svg, width, height)
		if err != nil {
			a.messages.complain("take", "take.nopicture")
			return
		}
		a.save(name, blob)
	}
	a.take.saved(name)
}
