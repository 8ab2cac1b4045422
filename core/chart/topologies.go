// The posterior over topologies: bars with Monte Carlo error, one cell per topology, and a hatched one
// for what was not measured.

package chart

import (
	"math"
	"strconv"

	"dcctree/core/topology"
	"dcctree/core/treelayout"
)

// Geometry of a cell, in px: the bar stands on the base line, the icon and the labels to its right.
const (
	cellHeight   = 122.0
	cellBase     = 96.0 // y of weight 0
	cellTop      = 10.0 // y of the top of the scale
	barLeft      = 5.0
	barWidth     = 11.0
	textLeft     = 24.0
	iconLeft     = 27.0
	iconTop      = 63.0
	iconHeight   = 28.0
	axisWidth    = 26.0
	narrowestBar = 112.0 // px for a cell in a row of several
)

// WeightTop returns the upper end of the scale that the topologies share: the smallest of .05, .1,
// .25, .5 and 1 that holds every weight, and the share not measured, with little of its whisker above.
func WeightTop(ts []TopologyWeight, rest Unmeasured) float64 {
	for _, top := range []float64{0.05, 0.1, 0.25, 0.5} {
		if holds(top, ts) && rest.Share <= top && (!rest.bounded() || rest.Bound <= 1.06*top) {
			return top
		}
	}
	return 1
}

func holds(top float64, ts []TopologyWeight) bool {
	for _, t := range ts {
		if t.Weight > top || t.Weight+t.Error > 1.06*top {
			return false
		}
	}
	return true
}

// Topologies draws all bars, in rows that fit the width. It panics unless there are 1 to 60.
func Topologies(f TopologiesFigure) string {
	if n := len(f.Topologies); n < 1 || n > 60 {
		panic("chart: Topologies takes 1 to 60 topologies")
	}
	left := 0.0
	if f.Width >= 480 {
		left = axisWidth
	}
	cells := len(f.Topologies)
	if f.Unmeasured.shown() {
		cells++
	}
	columns := min(max(int((f.Width-left)/narrowestBar), 1), max(cells, 6))
	cell := (f.Width - left) / float64(columns)
	top, pitch := WeightTop(f.Topologies, f.Unmeasured), cellHeight+8
	var c canvas
	rows := (cells + columns - 1) / columns
	for row := range rows {
		if left > 0 {
			c.put(`<g transform="translate(0 `, coord(float64(row)*pitch), `)">`)
			weightAxis(&c, top)
			c.end()
		}
	}
	place := func(i int, class, words string) {
		x, y := left+cell*float64(i%columns), pitch*float64(i/columns)
		c.put(`<g class="`, class, `" transform="translate(`, coord(x), ` `, coord(y), `)">`)
		c.tooltip(words)
	}
	for i, t := range f.Topologies {
		t.Lang = f.Lang
		place(i, "topo"+onClass(t.Selected), TopologyWords(t))
		topologyCell(&c, t, cell, top)
		c.end()
	}
	if f.Unmeasured.shown() {
		f.Unmeasured.Lang = f.Lang
		place(len(f.Topologies), "rest", UnmeasuredWords(f.Unmeasured))
		unmeasuredCell(&c, f.Unmeasured, cell, top)
		c.end()
	}
	title := f.Lang.Say("chart.topologies.title")
	if f.Topologies[0].Effective {
		title = f.Lang.Say("chart.trees.title")
	}
	return figure(f.ID, f.Width, float64(rows)*pitch-8, title, topologiesDesc(f), &c)
}

func onClass(selected bool) string {
	if selected {
		return " is-on"
	}
	return ""
}

func topologiesDesc(f TopologiesFigure) string {
	desc := ""
	for _, t := range f.Topologies {
		t.Lang = f.Lang
		desc += TopologyWords(t) + ". "
	}
	if f.Unmeasured.shown() {
		desc += UnmeasuredWords(f.Unmeasured) + ". "
	}
	return desc + f.Lang.Say("chart.weights.how")
}

// TopologyBar draws one bar alone, for a button: cellHeight high, hidden from assistive technology
// (TopologyWords is the button's label). top is the scale's end, from WeightTop.
func TopologyBar(t TopologyWeight, width, top float64) string {
	var c canvas
	topologyCell(&c, t, width, top)
	return decoration("cell", width, cellHeight, &c)
}

// TopologyAxis draws the scale that stands left of a row of bars.
func TopologyAxis(top float64) string {
	var c canvas
	weightAxis(&c, top)
	return decoration("yax", axisWidth, cellHeight, &c)
}

// TopologyWords says what a bar shows: "Topology {1,5,6}: weight .49 plus or minus .02, measuring
// now".
func TopologyWords(t TopologyWeight) string {
	unit := weightUnit(t.Error)
	weight, err := Number(t.Weight, unit), Number(t.Error, unit)
	s := t.Lang.Say("chart.topology.weight", t.Name, weight, err)
	switch {
	case t.Effective && math.IsNaN(t.Error):
		s = t.Lang.Say("chart.tree.weight.unknown", t.Name, share(t.Weight))
	case t.Effective:
		s = t.Lang.Say("chart.tree.weight", t.Name, weight, err)
	case math.IsNaN(t.Error):
		s = t.Lang.Say("chart.topology.weight.unknown", t.Name, share(t.Weight))
	}
	if t.True {
		s += t.Lang.Say("chart.is.true")
	}
	if t.Measuring {
		s += t.Lang.Say("chart.is.measuring")
	}
	if t.Unreliable {
		s += t.Lang.Say("chart.is.unreliable", t.kHatWords())
	}
	if t.Doubted {
		s += t.Lang.Say("chart.is.doubtful", t.doubt())
	}
	return s
}

// doubt is what an audit that could not mend a topology says of it.
func (t TopologyWeight) doubt() string {
	return t.Lang.Say("chart.why.undercovered")
}

// kHatWords says why a topology is unreliable.
func (t TopologyWeight) kHatWords() string {
	switch {
	case !finite(t.KHat):
		return t.Lang.Say("chart.why.fewdraws")
	case t.KHat > t.KHatLimit:
		return t.Lang.Say("chart.why.khat", Number(t.KHat, 0.01), Number(t.KHatLimit, 0.01))
	}
	return t.Lang.Say("chart.why.modes")
}

func weightScale(top float64) Scale { return Scale{0, top, cellBase, cellTop} }

func weightAxis(c *canvas, top float64) {
	y := weightScale(top)
	for _, w := range []float64{top, top / 2, 0} {
		c.word("t-s num dim end", axisWidth-5, y.At(w)+4, Tick(w, top/100))
	}
}

func topologyCell(c *canvas, t TopologyWeight, width, top float64) {
	y := weightScale(top)
	c.path("grid", path("").horizontal(0, width, y.At(top)).horizontal(0, width, y.At(top/2)))
	c.path("base", path("").horizontal(0, width, cellBase))
	if finite(t.Weight) {
		at := y.Clip(t.Weight)
		c.rect("bar", barLeft, at, barWidth, cellBase-at)
		weightWhisker(c, t, y)
	}
	weightText(c, t, y)
	topologyIcon(c, t.Nodes, width)
	name, cut := fitName(t.Name, medium, width-barLeft-4)
	c.label("t-m num lab", barLeft, 112, plain(name), either(cut, t.Name, ""))
	if t.Selected {
		c.path("pick", path("").horizontal(barLeft, barLeft+extentOf(name, medium), 119.5))
	}
}

func weightWhisker(c *canvas, t TopologyWeight, y Scale) {
	if !finite(t.Error) || t.Error <= 0 {
		return
	}
	high, low := y.At(min(t.Weight+t.Error, 1)), y.At(max(t.Weight-t.Error, 0))
	high = max(high, 1)
	x := barLeft + barWidth/2
	c.path("whisk", path("").vertical(x, high, low).horizontal(x-3.5, x+3.5, high).horizontal(x-3.5, x+3.5, low))
}

// weightText writes the value beside the top of a tall bar, or above the icon, and the marks over
// it, or under it where the bar leaves no room above.
func weightText(c *canvas, t TopologyWeight, y Scale) {
	at := min(y.Clip(t.Weight)+5, iconTop-17)
	unit := weightUnit(t.Error)
	runs := []run{{text: Number(t.Weight, unit), class: "t-m strong"}}
	switch {
	case math.IsNaN(t.Error):
		runs[0].text = share(t.Weight)
		runs = append(runs, run{text: ErrorNotKnown, class: "t-s dim", dx: 5})
	case finite(t.Error) && t.Error > 0:
		runs = append(runs, run{text: "± " + weightError(t.Error, unit), class: "t-s dim", dx: 5})
	}
	c.label("num", textLeft, at, runs, "")
	marks := weightMarks(t)
	step := -17.0
	if at+step*float64(len(marks)) < 8 {
		step = 17
	}
	for i, m := range marks {
		weightMark(c, m, at+step*float64(i+1))
	}
}

func weightError(err, unit float64) string {
	if err < unit/2 {
		return "<" + Number(unit, unit)
	}
	return Number(err, unit)
}

type weightMarkText struct{ mark, class, text, full string }

// weightMarks returns at most two lines, as many as stand above the icon: of three, the tree's two
// share one.
func weightMarks(t TopologyWeight) []weightMarkText {
	var marks []weightMarkText
	warned := t.Unreliable || t.Doubted
	switch both := t.Measuring && t.True; {
	case both && warned:
		marks = append(marks, weightMarkText{"now", "accent", t.Lang.Say("chart.mark.truemeasuring"), ""})
	case t.Measuring:
		marks = append(marks, weightMarkText{"now", "accent", t.Lang.Say("chart.mark.measuring"), ""})
	}
	if t.True && !(t.Measuring && warned) {
		marks = append(marks, weightMarkText{"fill", "strong", t.Lang.Say("chart.mark.true"), ""})
	}
	switch {
	case t.Unreliable && !finite(t.KHat):
		marks = append(marks, weightMarkText{"", "strong", t.Lang.Say("chart.mark.fewdraws"),
			t.Lang.Say("chart.title.unreliable", t.kHatWords())})
	case t.Unreliable && !(t.KHat > t.KHatLimit):
		marks = append(marks, weightMarkText{"", "strong", t.Lang.Say("chart.unreliable"),
			t.Lang.Say("chart.title.unreliable", t.kHatWords())})
	case t.Unreliable:
		full := t.Lang.Say("chart.title.khat", Number(t.KHat, 0.01), Number(t.KHatLimit, 0.01))
		marks = append(marks, weightMarkText{"", "strong", t.Lang.Say("chart.mark.khat", Number(t.KHat, 0.1)),
			full})
	case t.Doubted:
		marks = append(marks, weightMarkText{"", "strong", t.Lang.Say("chart.mark.doubtful"),
			t.Lang.Say("chart.title.doubtful", t.doubt())})
	}
	return marks
}

func weightMark(c *canvas, m weightMarkText, y float64) {
	x := textLeft
	switch m.mark {
	case "now":
		c.circle("now", x+3.5, y-4.5, 3)
		x += 11
	case "fill":
		c.path("fill", diamond(x+4, y-4.5))
		x += 12
	}
	c.label("t-s num "+m.class, x, y, plain(m.text), m.full)
}

// topologyIcon draws the shape: leaves in order, at most 14 px apart, at most 9.3 px per row.
func topologyIcon(c *canvas, nodes []topology.Node, width float64) {
	columns, rows := treelayout.Leaves(nodes), treelayout.Rows(nodes)
	gap := min(14, (width-iconLeft-8)/math.Max(float64(columns-1), 1))
	level := min(28.0/3, iconHeight/math.Max(float64(rows), 1))
	at := func(p treelayout.Place) (float64, float64) {
		return iconLeft + gap*(p.X-0.5), iconTop + level*float64(p.Row)
	}
	places := treelayout.Tree(nodes)
	edges := path("")
	for i, n := range nodes {
		if n.Leaf {
			continue
		}
		x, y := at(places[i])
		lx, ly := at(places[n.Left])
		rx, ry := at(places[n.Right])
		edges = edges.to("M", lx, ly).to("L", x, y).to("L", rx, ry)
	}
	c.path("i-edge", edges)
	r := min(2.4, max(gap/3, 1.2))
	for i, n := range nodes {
		if n.Leaf {
			x, y := at(places[i])
			c.circle("i-leaf", x, y, r)
		}
	}
}

// leafName is how a leaf or split is called in descriptions: its heap id.
func leafName(n topology.Node) string { return strconv.Itoa(n.ID) }

// shown tells whether there is something to draw.
func (u Unmeasured) shown() bool { return finite(u.Share) && u.Bound > 0 }

// bounded reports whether a bound is known.
func (u Unmeasured) bounded() bool { return u.Bound < 1 }

// UnmeasuredBar draws the share that was not measured alone, as TopologyBar does a topology; "" where there
// is nothing to draw.
func UnmeasuredBar(u Unmeasured, width, top float64) string {
	if !u.shown() {
		return ""
	}
	var c canvas
	unmeasuredCell(&c, u, width, top)
	return decoration("cell", width, cellHeight, &c)
}

// UnmeasuredWords says what its bar shows.
func UnmeasuredWords(u Unmeasured) string {
	if !u.bounded() {
		return u.Lang.Say("chart.unmeasured.unbounded", Percent(u.Share))
	}
	return u.Lang.Say("chart.unmeasured", Percent(u.Share), Percent(upward(u.Bound)))
}

// unmeasuredCell draws an outlined, hatched bar whose whisker goes up to the bound; where none is known there is no
// whisker, since one up to 1 would say that something was computed.
func unmeasuredCell(c *canvas, u Unmeasured, width, top float64) {
	y := weightScale(top)
	c.path("grid", path("").horizontal(0, width, y.At(top)).horizontal(0, width, y.At(top/2)))
	c.path("base", path("").horizontal(0, width, cellBase))
	at := y.Clip(u.Share)
	c.path("hatch", hatching(barLeft, at, barWidth, cellBase-at))
	c.rect("open", barLeft, at, barWidth, cellBase-at)
	said := []run{{text: "≈ " + share(u.Share), class: "t-m strong"}}
	if u.bounded() {
		high, x := max(y.At(u.Bound), 1), barLeft+barWidth/2
		c.path("whisk", path("").vertical(x, high, at).horizontal(x-3.5, x+3.5, high))
		said = append(said, run{text: "≤ " + share(upward(u.Bound)), class: "t-s dim", dx: 5})
	}
	c.label("num", textLeft, min(at+5, cellBase-8), said, "")
	c.word("t-m lab", barLeft, 112, u.Lang.Say("chart.mark.unmeasured"))
}

// upward rounds a bound up to hundredths, so that it never says less; what arithmetic put above a whole one does not
// count.
func upward(bound float64) float64 { return min(1, math.Ceil(float64(100*bound)-1e-9)/100) }

// share writes a share like a weight, and says so where it rounds to nothing.
func share(x float64) string {
	if x < 0.005 {
		return "<.01"
	}
	return Number(x, 0.01)
}

// hatching fills a rectangle with strokes at 45 degrees, 4 px apart.
func hatching(x, y, width, height float64) path {
	p := path("")
	for start := 4.0; start < width+height; start += 4 {
		// From the left or the lower edge up to the upper or the right one.
		x0, y0 := x, y+start
		if start > height {
			x0, y0 = x+start-height, y+height
		}
		x1, y1 := x+start, y
		if start > width {
			x1, y1 = x+width, y+start-width
		}
		p = p.to("M", x0, y0).to("L", x1, y1)
	}
	return p
}
