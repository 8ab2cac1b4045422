// The leaves of a regression tree: rows, mean and intervals on one common scale.

package chart

import (
	"math"
	"strconv"

	"dcctree/core/topology"
)

// leafMode is how much a leaf says beside its mark.
type leafMode int

const (
	leafWide   leafMode = iota // two lines beside the mark: "4.98 ± .04", "leaf 1, 100 rows"
	leafMedium                 // three short lines beside the mark
	leafBelow                  // value and error under the scale, staggered where columns are narrow
	leafBare                   // no text
)

// leafPlan is the geometry of the leaves' part, in px.
type leafPlan struct {
	margin      float64 // left of it stands the scale
	mode        leafMode
	scale       Scale // regression: from target to y
	ticks       []float64
	step        float64
	top, bottom float64
	stagger     int     // levels of labels under the scale
	lines       float64 // height of one such level
	dots        float64 // width of the cloud of rows
	group       float64 // width of cloud, mark and label together
	classes     []int   // classification: the classes shown; poolRest for the pooled others
	rowHeight   float64 // classification
}

// planLeafMargin finds the scale first: its labels set the margin.
func planLeafMargin(f TreeFigure) leafPlan {
	if f.Classes != nil {
		return planClassMargin(f)
	}
	var l leafPlan
	low, high := leafRange(f.Leaves)
	low, high, l.step = Nice(low, high, 3)
	l.ticks = multiples(low, high, l.step)
	l.scale = Scale{Low: low, High: high}
	for _, t := range l.ticks {
		l.margin = max(l.margin, room(Tick(t, l.step), small))
	}
	l.margin = max(l.margin+9, 20)
	return l
}

func leafRange(leaves []TreeLeaf) (float64, float64) {
	low, high := math.Inf(1), math.Inf(-1)
	for _, leaf := range leaves {
		a, b, ok := extent(leaf.Values, []float64{leaf.Mean, leaf.Low, leaf.High, leaf.NewLow, leaf.NewHi})
		if ok {
			low, high = min(low, a), max(high, b)
		}
	}
	switch {
	case low > high:
		return 0, 1
	case low == high:
		return low - 1, high + 1
	}
	return low, high
}

// planLeaves puts the leaves' part under the given y and finds the fullest labels that fit.
func (p *treePlan) planLeaves(top float64) {
	l := &p.leaves
	l.top = top
	if p.Classes != nil {
		p.planClasses()
		return
	}
	l.bottom = top + 120
	if p.narrow() {
		l.bottom = top + 170
	}
	l.scale.Start, l.scale.End = l.bottom, l.top
	p.chooseLeafMode()
	p.height = l.bottom + 6
	if l.mode == leafBelow {
		p.height = l.bottom + 8 + l.lines*float64(l.stagger)
	}
}

func (p *treePlan) chooseLeafMode() {
	l := &p.leaves
	var wide, medium3, value float64
	for i, n := range p.leafNodes() {
		mean, err := leafNumbers(p.Leaves[i])
		wide = max(wide, room(mean, large)+5+room(err, small), room(leafWords(n, p.Leaves[i]), small))
		medium3 = max(medium3, room(mean, large), room(err, small), room(leafRows(p.Leaves[i]), small))
		value = max(value, room(mean, small), room(err, small))
	}
	switch {
	case 28+24+wide <= p.column-8:
		l.mode, l.dots, l.group = leafWide, 28, 28+24+wide
	case 18+18+medium3 <= p.column-6:
		l.mode, l.dots, l.group = leafMedium, 18, 18+18+medium3
	default:
		l.mode, l.dots = leafBelow, min(18, 0.4*p.column)
		l.group = l.dots + 0.25*p.column
		l.stagger = int(math.Ceil((value + 4) / p.column))
		l.lines = 32
		if l.stagger == 1 && medium3+4 <= p.column {
			l.lines = 47
		}
		if l.stagger > 3 || l.stagger > len(p.Leaves) {
			l.mode = leafBare
		}
	}
}

// leafNodes returns the leaves from left to right.
func (p *treePlan) leafNodes() []topology.Node {
	var out []topology.Node
	for _, n := range p.Nodes {
		if n.Leaf {
			out = append(out, n)
		}
	}
	return out
}

// leafNumbers returns the mean and half of its 90 % interval, as text.
func leafNumbers(l TreeLeaf) (string, string) { return WithError(l.Mean, (l.High-l.Low)/2) }

func rowWords(l TreeLeaf) string {
	if l.Count == 1 {
		return l.lang.Say("chart.rows.one")
	}
	return l.lang.Say("chart.rows", tidy(strconv.Itoa(l.Count)))
}

// leafRows is the count of a leaf's rows, or of the leaves that a collapsed split stands for.
func leafRows(l TreeLeaf) string {
	if l.Within > 0 {
		return l.lang.Say("chart.leaves", tidy(strconv.Itoa(l.Within)))
	}
	return rowWords(l)
}

// drawFold marks the end of a ribbon that goes on below a collapsed split.
func (p *treePlan) drawFold(c *canvas, n topology.Node, leaf TreeLeaf) {
	if leaf.Within > 0 {
		half := min(5, 0.3*p.column)
		c.path("fold", path("").to("M", p.leafEntry(n.Index)-half, p.leaves.top-8).to("h", 2*half).
			to("l", -half, 7).to("z"))
	}
}

func leafWords(n topology.Node, l TreeLeaf) string {
	if l.Within > 0 {
		return leafRows(l) + ", " + rowWords(l)
	}
	return l.lang.Say("chart.leaf", leafName(n)) + ", " + rowWords(l)
}

// leafCall names a leaf in a sentence, or the collapsed split that stands in its place.
func leafCall(n topology.Node, l TreeLeaf) string {
	if l.Within > 0 {
		return l.lang.Say("chart.collapsed", l.folded, leafRows(l))
	}
	return l.lang.Say("chart.leaf.begin", leafName(n))
}

// leafTitle says all that is known of a regression leaf.
func leafTitle(n topology.Node, l TreeLeaf) string {
	mean, _ := leafNumbers(l)
	s := l.lang.Say("chart.leaf.mean", leafCall(n, l), mean)
	if finite(l.Low) && finite(l.High) {
		unit := spanUnit(l.Low, l.High)
		s += l.lang.Say("chart.node.interval",
			l.lang.Say("chart.range", Number(l.Low, unit), Number(l.High, unit)))
	}
	if finite(l.NewLow) && finite(l.NewHi) {
		unit := spanUnit(l.NewLow, l.NewHi)
		s += l.lang.Say("chart.leaf.newrows",
			l.lang.Say("chart.range", Number(l.NewLow, unit), Number(l.NewHi, unit)))
	}
	return s + ", " + rowWords(l)
}

// leafEntry is the x at which a leaf's ribbon arrives.
func (p *treePlan) leafEntry(column int) float64 {
	if p.Classes != nil {
		bar, _ := p.classBars(column)
		return (bar.Start + bar.End) / 2
	}
	return p.x(float64(column)+0.5) - p.leaves.group/2 + p.leaves.dots/2
}

func (p *treePlan) drawLeafScale(c *canvas) {
	l := p.leaves
	lines := path("")
	for _, t := range l.ticks {
		lines = lines.horizontal(l.margin, p.Width, l.scale.At(t))
	}
	c.path("grid", lines)
	for _, t := range l.ticks {
		c.word("t-s num dim end", l.margin-6, l.scale.At(t)+4, Tick(t, l.step))
	}
}

// drawTarget names the scale, over its top left end or, where the first ribbon comes down there, to
// the right of that ribbon.
func (p *treePlan) drawTarget(c *canvas) {
	x, width := p.targetRoom()
	name, cut := fit(p.Target, small, width)
	runs := nameRuns(name, small)
	full := ""
	if cut {
		runs, full = plain(name), p.Target
	}
	c.label("t-s dim halo", x, p.leaves.top-11, runs, full)
}

func (p *treePlan) targetRoom() (x, width float64) {
	if len(p.Splits) == 0 {
		return 0, p.Width
	}
	half := func(leaf int) float64 { return max(shareOf(p.Leaves[leaf].Share)*p.fullRibbon(), 1.5)/2 + 5 }
	free := p.leafEntry(0) - half(0)
	if room(p.Target, small) <= free {
		return 0, free
	}
	x = p.leafEntry(0) + half(0)
	if width = p.leafEntry(1) - half(1) - x; width > free {
		return x, width
	}
	return 0, free
}

func (p *treePlan) drawLeaf(c *canvas, n topology.Node, leaf TreeLeaf) {
	l := p.leaves
	x := p.leafEntry(n.Index)
	c.path("pts", p.rowDots(leaf.Values, x))
	x += l.dots/2 + min(11, 0.12*p.column)
	if finite(leaf.NewLow) && finite(leaf.NewHi) {
		c.path("new", path("").vertical(x, l.scale.At(leaf.NewLow), l.scale.At(leaf.NewHi)))
	}
	if finite(leaf.Low) && finite(leaf.High) {
		c.path("mq", path("").vertical(x, l.scale.At(leaf.Low), l.scale.At(leaf.High)))
	}
	if !finite(leaf.Mean) {
		return
	}
	y := l.scale.At(leaf.Mean)
	c.circle("mean", x, y, min(3.6, max(p.column/12, 2.8)))
	p.drawLeafText(c, n, leaf, x, y)
}

func (p *treePlan) drawLeafText(c *canvas, n topology.Node, leaf TreeLeaf, x, y float64) {
	mean, err := leafNumbers(leaf)
	switch p.leaves.mode {
	case leafWide:
		y = min(max(y+3, p.leaves.top+12), p.leaves.bottom-14)
		runs := []run{{text: mean}}
		if err != "" {
			runs = append(runs, run{text: err, class: "t-s dim reg", dx: 5})
		}
		c.label("t-l num halo", x+13, y, runs, "")
		c.word("t-s num dim halo", x+13, y+17, leafWords(n, leaf))
	case leafMedium:
		y = min(max(y+1, p.leaves.top+12), p.leaves.bottom-29)
		c.word("t-l num halo", x+9, y, mean)
		c.word("t-s num dim halo", x+9, y+16, err)
		c.word("t-s num dim halo", x+9, y+32, leafRows(leaf))
	case leafBelow:
		center := p.x(float64(n.Index) + 0.5)
		half := max(room(mean, small), room(err, small)) / 2
		center = min(max(center, half), p.Width-half)
		y = p.leaves.bottom + 18 + p.leaves.lines*float64(n.Index%p.leaves.stagger)
		c.word("t-s num strong mid", center, y, mean)
		c.word("t-s num dim mid", center, y+15, err)
		if p.leaves.lines > 32 {
			c.word("t-s num dim mid", center, y+30, leafRows(leaf))
		}
	}
}

// mostDots bounds the rows that a leaf draws; of more, evenly spaced ones are taken.
const mostDots = 400

// rowDots are dots of no length, which the round line cap of class pts makes visible. Across they
// are spread by the multiples of the golden section, which never cluster.
func (p *treePlan) rowDots(values []float64, center float64) path {
	dots := path("")
	stride := max((len(values)+mostDots-1)/mostDots, 1)
	for i := 0; i < len(values); i += stride {
		if !finite(values[i]) {
			continue
		}
		dots = dots.to("M", center+(jitter(i)-0.5)*p.leaves.dots, p.leaves.scale.At(values[i])).to("h", 0)
	}
	return dots
}

func jitter(i int) float64 {
	const golden = 0.6180339887498949
	u := float64(i) * golden
	return u - math.Floor(u)
}
