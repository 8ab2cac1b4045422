//go:build js && wasm

// "Which tree?": the posterior over effective trees, or over topologies one by one, a button each, and what was not
// measured; below, where the search for them is.

package page

import (
	"fmt"
	"math"
	"slices"
	"syscall/js"

	"dcctree/core/chart"
	"dcctree/core/topology"
	"dcctree/wasm/page/logic"
)

// Bars are at least this wide, in pixels, and their axis has this much room.
const (
	barWidth  = 112.0
	axisWidth = 26.0
)

// mostBars is what "All" shows.
const mostBars = 30

type stripPanel struct {
	app           *app
	box, more     *cell
	by, say       *cell // the other way to look at them; what is shown
	axis          *cell
	search, doubt *cell
	buttons       map[string]*cell // by the key of a tree or topology
	rest          *cell            // the share not measured
	all, single   bool             // single: topologies one by one
	last          *frame
}

func newStripPanel(a *app) *stripPanel {
	p := &stripPanel{app: a, box: a.byID("topologies"), more: a.byID("strip-more"), axis: a.byID("axis"),
		buttons: map[string]*cell{}}
	p.search, p.doubt = a.byID("search"), a.byID("doubt")
	p.by, p.say = a.byID("strip-by"), a.byID("strip-say")
	p.rest = a.newElement("div")
	p.rest.SetAttribute("class", "rest")
	p.rest.SetAttribute("role", "img")
	a.listen(p.box, "click", func(e js.Value) {
		if k, ok := key(e, "data-key"); ok {
			p.pick(k)
		}
	})
	a.listen(p.by, "click", func(js.Value) {
		p.single = !p.single
		p.render(p.last)
	})
	a.listen(p.more, "click", func(js.Value) {
		p.all = !p.all
		p.render(p.last)
	})
	return p
}

// pick selects a topology, or the one that stands for a tree: its button at once, its tree with the next redraw.
func (p *stripPanel) pick(k string) {
	if p.app.shown == nil {
		return
	}
	topology := k
	for _, t := range p.last.trees {
		if !p.single && t.Key == k {
			topology = t.Shown()
		}
	}
	p.app.shown.selected, p.app.shown.reading = topology, k
	p.app.host.say("select", map[string]any{"topology": topology}, p.app.shown.access)
	for at, b := range p.buttons {
		b.SetAttribute("aria-pressed", fmt.Sprint(at == k))
	}
	p.app.paint.mark()
}

// render shows the heaviest trees or topologies, and the selected one even where it is not among them.
func (p *stripPanel) render(f *frame) {
	p.last = f
	p.offerOther(f)
	width := p.box.width()
	wide := width >= 480
	room := width
	if wide {
		room -= axisWidth
	}
	columns := min(8, max(2, int(room/barWidth)))
	if !wide {
		columns = min(3, columns)
	}
	rest := f.unmeasured()
	every := p.every(f)
	bars := p.bars(every, columns, rest.Bound > 0)
	top := chart.WeightTop(weights(bars), rest)
	p.axis.show(wide)
	p.axis.draw(chart.TopologyAxis(top))
	p.box.Underlying().Get("style").Set("gridTemplateColumns", fmt.Sprintf("repeat(%d,minmax(0,1fr))", columns))
	p.box.class("narrow", !wide)
	p.place(bars, math.Floor(room/float64(columns)), top)
	p.placeRest(rest, len(bars), math.Floor(room/float64(columns)), top)
	p.offerMore(len(every), len(bars))
	p.tell(f)
}

// tell says where the search is, and what the audits doubt.
func (p *stripPanel) tell(f *frame) {
	r := f.run
	if !logic.IsFast(r.preset) || f.verdict.Outcome == "" { // of the first tree alone
		p.search.say("")
		p.doubt.say("")
		return
	}
	p.search.say(r.story.Sentence(r == p.app.run && p.app.state.Works(), r.preset != logic.FirstPreset, f.verdict))
	p.doubt.say(r.story.Doubts())
}

// unmeasured is the last estimate of what was not measured.
func (f *frame) unmeasured() chart.Unmeasured {
	if u := f.run.story.Last.Search.Unexplored; u != nil {
		return chart.Unmeasured{Share: u.Share, Bound: u.Bound, Lang: logic.Spoken}
	}
	return chart.Unmeasured{}
}

// placeRest puts the share not measured behind the i buttons, or takes it away.
func (p *stripPanel) placeRest(u chart.Unmeasured, i int, width, top float64) {
	if u.Bound <= 0 {
		p.rest.Remove()
		return
	}
	p.app.moveTo(p.box, p.rest, i)
	p.rest.SetAttribute("aria-label", chart.UnmeasuredWords(u))
	p.rest.SetAttribute("title", chart.UnmeasuredWords(u))
	p.rest.draw(chart.UnmeasuredBar(u, width, top))
}

// offerOther offers topologies one by one where they differ from the trees, and the trees again.
func (p *stripPanel) offerOther(f *frame) {
	p.by.show(p.single || !logic.Alike(f.trees, f.topologies))
	if p.single {
		p.by.say(logic.Text("strip.by.tree"))
		p.say.say(logic.Text("strip.single"))
	} else {
		p.by.say(logic.Text("strip.by"))
		p.say.say(logic.Text("strip.say"))
	}
}

// every are all trees, or all topologies, as bars.
func (p *stripPanel) every(f *frame) (out []bar) {
	if p.single || len(f.trees) == 0 {
		for _, t := range f.topologies {
			out = append(out, f.bar(t))
		}
		return out
	}
	chosen := logic.TreeOf(f.trees, f.chosen.Key, f.origin.reading)
	for i, t := range f.trees {
		out = append(out, f.treeBar(t, i == chosen))
	}
	return out
}

// bar is one tree or topology as the chart draws it.
type bar struct {
	key    string
	weight chart.TopologyWeight
}

// bars are those to show: one row, or two on narrow screens, or all. rest: a place is needed for the share not
// measured.
func (p *stripPanel) bars(every []bar, columns int, rest bool) []bar {
	n := columns
	if columns <= 3 {
		n = 2 * columns
	}
	if rest {
		n--
	}
	if p.all {
		n = mostBars
	}
	chosen := slices.IndexFunc(every, func(b bar) bool { return b.weight.Selected })
	var bars []bar
	for i, b := range every {
		if i < n-1 || i == n-1 && chosen <= i || i == chosen {
			bars = append(bars, b)
		}
	}
	return bars
}

func (f *frame) bar(t logic.Topology) bar {
	w := chart.TopologyWeight{
		Lang: logic.Spoken,
		Name: t.Name, Nodes: nodesOf(t.Key), Weight: t.Weight, Error: t.WeightError, KHat: t.KHat,
		KHatLimit: t.KHatLimit, Selected: t.Key == f.chosen.Key, Measuring: f.measuring(t.Key),
		True: f.generated(t.Name), Doubted: t.Doubted(), Unreliable: !t.Reliable,
	}
	return bar{t.Key, w}
}

func (f *frame) treeBar(t logic.Tree, chosen bool) bar {
	w := chart.TopologyWeight{
		Lang: logic.Spoken, Effective: true,
		Name: t.Name, Nodes: nodesOf(t.Key), Weight: t.Weight, Error: t.WeightError,
		Selected: chosen, Measuring: f.measuring(t.Shown()), True: f.generated(t.Name),
	}
	for _, s := range t.Judged(f.topologies) {
		if !w.Unreliable && !s.Reliable {
			w.Unreliable, w.KHat, w.KHatLimit = true, s.KHat, s.KHatLimit
		}
		w.Doubted = w.Doubted || s.Doubted()
	}
	return bar{t.Key, w}
}

func nodesOf(key string) []topology.Node {
	shape, err := topology.Parse(key)
	if err != nil {
		panic("page: the coordinator sent a key that is none")
	}
	return shape.Nodes()
}

// generated reports whether a tree of this name made the data.
func (f *frame) generated(name string) bool {
	sample, ok := logic.SampleByID(f.run.table.sample)
	return ok && f.run.info.Truth != nil && slices.Contains(sample.TrueTrees, name)
}

// measuring marks the newest visit while the run works and audits are not all that is left.
func (f *frame) measuring(topology string) bool {
	return f.run.clock.Running && !f.run.answered() && f.run.story.Last.Topology.Key == topology
}

func weights(bars []bar) []chart.TopologyWeight {
	var ws []chart.TopologyWeight
	for _, b := range bars {
		ws = append(ws, b.weight)
	}
	return ws
}

// place brings the buttons into the order of the bars. Buttons stay the same elements, so that a press or the
// keyboard's place outlives a redraw.
func (p *stripPanel) place(bars []bar, width, top float64) {
	active := activeElement()
	var focused *cell
	kept := map[string]*cell{}
	for i, b := range bars {
		button := p.button(b.key)
		kept[b.key] = button
		if active.Equal(button.Underlying()) {
			focused = button
		}
		p.app.moveTo(p.box, button, i)
		button.SetAttribute("aria-pressed", fmt.Sprint(b.weight.Selected))
		button.SetAttribute("class", logic.Either(b.weight.Selected, "topo is-on", "topo"))
		button.draw(`<span class="vh">` + chart.Escape(chart.TopologyWords(b.weight)) + `</span>` +
			chart.TopologyBar(b.weight, width, top))
	}
	for k, button := range p.buttons {
		if kept[k] == nil {
			button.Remove()
		}
	}
	p.buttons = kept
	if focused != nil {
		focused.focus()
	}
}

func (p *stripPanel) button(k string) *cell {
	if b := p.buttons[k]; b != nil {
		return b
	}
	b := p.app.newElement("button")
	b.SetAttribute("type", "button")
	b.SetAttribute("data-key", k)
	return b
}

// moveTo makes the element the i-th child of the box, if it is not.
func (a *app) moveTo(box, el *cell, i int) {
	at := box.Underlying().Get("children").Index(i)
	if at.IsUndefined() {
		at = js.Null()
	}
	if !at.Equal(el.Underlying()) {
		box.Underlying().Call("insertBefore", el.Underlying(), at)
	}
}

func (p *stripPanel) offerMore(every, shown int) {
	total := min(every, mostBars)
	p.more.show(p.all || total > shown)
	p.more.SetAttribute("aria-expanded", fmt.Sprint(p.all))
	if p.all {
		p.more.say(logic.Text("strip.few"))
	} else {
		p.more.say(fmt.Sprintf(logic.Text("strip.all"), total))
	}
}
