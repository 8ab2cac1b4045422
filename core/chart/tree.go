// One topology's posterior as a tree: densities of thresholds on the features' own axes, ribbons of
// rows, leaves on one scale.

package chart

import (
	"slices"
	"strconv"
	"strings"

	"dcctree/core/topology"
)

// Tree draws the figure. It panics when the number of splits, leaves or classes does not match the
// nodes. Trees with more leaves than have room for text are drawn without it: ask for a greater width.
func Tree(f TreeFigure) string {
	f.check()
	p := planTree(f.spoken().collapse())
	var c canvas
	if f.Navigable {
		c.put(`<g aria-hidden="true">`)
	}
	if f.Classes != nil {
		p.drawClassScale(&c)
	} else {
		p.drawLeafScale(&c)
	}
	p.drawRibbons(&c)
	p.drawTarget(&c)
	p.drawShares(&c)
	if f.Navigable {
		c.end()
	}
	for at, n := range p.Nodes {
		p.openNode(&c, at)
		if n.Leaf {
			p.drawAnyLeaf(&c, n, p.Leaves[n.Index])
		} else {
			p.drawSplit(&c, n)
		}
		p.closeNode(&c)
	}
	if f.Navigable {
		return navigable(f.ID, f.Width, p.height, f.Lang.Say("chart.tree.title", f.Name), &c)
	}
	return figure(f.ID, f.Width, p.height, f.Lang.Say("chart.tree.title", f.Name), p.description(), &c)
}

// spoken returns the figure with its language at every split and leaf; the slices of f stay as they are.
func (f TreeFigure) spoken() TreeFigure {
	f.Splits, f.Leaves = slices.Clone(f.Splits), slices.Clone(f.Leaves)
	for i := range f.Splits {
		f.Splits[i].lang = f.Lang
	}
	for i := range f.Leaves {
		f.Leaves[i].lang = f.Lang
	}
	return f
}

func (p *treePlan) drawAnyLeaf(c *canvas, n topology.Node, leaf TreeLeaf) {
	p.drawFold(c, n, leaf)
	if p.Classes != nil {
		p.drawClassLeaf(c, n, leaf)
	} else {
		p.drawLeaf(c, n, leaf)
	}
}

// description tells the tree in sentences, from the root down.
func (p *treePlan) description() string {
	var b strings.Builder
	for _, n := range p.Nodes {
		b.WriteString(p.sentence(n))
		if !n.Leaf {
			b.WriteString(p.Lang.Say("chart.node.children", leafName(p.Nodes[n.Left]),
				leafName(p.Nodes[n.Right])))
		}
		b.WriteString(". ")
	}
	if len(p.Splits) > 0 {
		b.WriteString(p.Lang.Say("chart.tree.how"))
	}
	return strings.TrimSpace(b.String())
}

// sentence says all that is known of a node.
func (p *treePlan) sentence(n topology.Node) string {
	if n.Leaf {
		return p.leafSentence(n)
	}
	return splitTitle(n, p.Splits[n.Index])
}

func (p *treePlan) leafSentence(n topology.Node) string {
	if p.Classes != nil {
		return classTitle(n, p.Leaves[n.Index], p.Classes)
	}
	return leafTitle(n, p.Leaves[n.Index])
}

// splitTitle says all that is known of a split.
func splitTitle(n topology.Node, s TreeSplit) string {
	t := s.lang.Say("chart.node.splits", leafName(n), splitText(s))
	if i := intervalText(s); i != "" {
		t += s.lang.Say("chart.node.interval", strings.TrimPrefix(i, "90 % "))
	}
	if len(s.Terms) > 1 {
		t += s.lang.Say("chart.node.mixture")
	}
	if note := mainNote(s); note != "" {
		t += ", " + note
	}
	if len(s.Rows) > 0 {
		t += s.lang.Say("chart.node.rows", tidy(strconv.Itoa(len(s.Rows))))
	}
	return t
}

func (p *treePlan) drawRibbons(c *canvas) {
	for at, n := range p.Nodes {
		if n.Parent < 0 {
			continue
		}
		parent := p.Nodes[n.Parent]
		a, b := p.ribbonStart(parent, parent.Left == at)
		first, last := leafSpan(p.Nodes, at)
		p.spanned(c, "rib", first, last, p.ribbon(n, a, b))
	}
}

// ribbon runs from the stretch a to b under the parent's axis to the child: to the top of its
// heading, or straight down to the leaves.
func (p *treePlan) ribbon(n topology.Node, a, b float64) path {
	row := p.rows[n.Depth-1]
	start := row.axis + 2
	if p.rug {
		start += 10
	}
	bend, end, x, share := p.ribbonEnd(n)
	half := max(share*p.fullRibbon(), 1.5) / 2
	mid := (start + bend) / 2
	return path("").to("M", a, start).to("C", a, mid, x-half, mid, x-half, bend).to("V", end).
		to("H", x+half).to("V", bend).to("C", x+half, mid, b, mid, b, start).to("Z")
}

// ribbonEnd returns where the ribbon has become straight, where it ends, its x and its share of the
// rows.
func (p *treePlan) ribbonEnd(n topology.Node) (bend, end, x, share float64) {
	if n.Leaf {
		bend = p.rows[n.Depth-1].bottom + p.gap
		return bend, p.leaves.top, p.leafEntry(n.Index), shareOf(p.Leaves[n.Index].Share)
	}
	sp := p.splits[n.Index]
	return sp.headTop - 10, sp.headTop - 3, sp.threshold, shareOf(p.Splits[n.Index].Share)
}

func shareOf(s float64) float64 {
	if !finite(s) {
		return 0
	}
	return min(max(s, 0), 1)
}

func (p *treePlan) drawSplit(c *canvas, n topology.Node) {
	s, sp := p.Splits[n.Index], p.splits[n.Index]
	p.drawHill(c, s, sp)
	c.path("axis", path("").horizontal(sp.axis.Start, sp.axis.End, sp.axisY))
	if p.rug {
		p.drawRug(c, s, sp)
	}
	if finite(s.Low) && finite(s.High) {
		c.path("q90", path("").horizontal(sp.axis.Clip(s.Low), sp.axis.Clip(s.High), sp.axisY))
	}
	if finite(s.Threshold) {
		below := 4.0
		if p.rug {
			below = 11
		}
		c.path("med", path("").vertical(sp.threshold, sp.axisY+below, sp.axisY-sp.peak))
	}
	p.drawAxisTicks(c, s, sp)
	drawHeading(c, sp)
}

// drawHill draws the density over the axis, on the scale of the tree or, for a low hill, its own.
func (p *treePlan) drawHill(c *canvas, s TreeSplit, sp splitPlan) {
	peak := 0.0
	for i, d := range s.Density {
		if finite(d) && sp.axis.Has(s.Grid[i]) {
			peak = max(peak, d)
		}
	}
	if peak == 0 || sp.peak == 0 {
		return
	}
	var points []point
	for i, d := range s.Density {
		if finite(d) && sp.axis.Has(s.Grid[i]) && d > peak/500 {
			points = append(points, point{sp.axis.At(s.Grid[i]), sp.axisY - sp.peak*d/peak})
		}
	}
	first, last := points[0], points[len(points)-1]
	line := polyline(points)
	c.path("dens", line.to("L", last.x, sp.axisY).to("L", first.x, sp.axisY).to("Z"))
	c.path("dline", line)
}

// rug draws a tick per row, once for rows on the same half pixel.
func rug(rows []float64, axis Scale, y float64) path {
	seen := map[int]bool{}
	ticks := path("")
	for _, v := range rows {
		if !finite(v) {
			continue
		}
		x := axis.Clip(v)
		if key := int(2 * x); !seen[key] {
			seen[key] = true
			ticks = ticks.to("M", x, y).to("v", 8)
		}
	}
	return ticks
}

func drawHeading(c *canvas, sp splitPlan) {
	y := sp.headTop
	for _, l := range sp.head {
		y += l.height
		c.label(l.class+" mid halo", sp.center(l), y-l.height/6, l.runs, l.full)
	}
}

// drawAxisTicks writes as many tick labels as have room side by side.
func (p *treePlan) drawAxisTicks(c *canvas, s TreeSplit, sp splitPlan) {
	y := sp.axisY + 16
	if p.rug {
		y = sp.axisY + 26
	}
	if s.Labels != nil {
		drawCategories(c, s, sp, y)
		return
	}
	for n := 5; n >= 1; n-- {
		ticks, step := Ticks(s.Min, s.Max, n)
		if len(ticks) > 0 && ticksFit(ticks, step, sp) {
			for _, t := range ticks {
				c.word("t-s num dim mid", sp.axis.At(t), y, Tick(t, step))
			}
			return
		}
	}
}

// ticksFit reports whether the labels stay in the slot and at least a character apart.
func ticksFit(ticks []float64, step float64, sp splitPlan) bool {
	free := sp.slotLeft - 3
	for _, t := range ticks {
		half := room(Tick(t, step), small) / 2
		x := sp.axis.At(t)
		if x-half < free || x+half > sp.slotRight+3 {
			return false
		}
		free = x + half + em*small
	}
	return true
}

func drawCategories(c *canvas, s TreeSplit, sp splitPlan, y float64) {
	if len(s.Labels) < 2 {
		return
	}
	pitch := sp.axis.At(1) - sp.axis.At(0)
	for code, label := range s.Labels {
		x := sp.axis.At(float64(code))
		width := min(pitch-6, 2*(x-sp.slotLeft+3), 2*(sp.slotRight+3-x))
		if width >= 3*em*small || room(label, small) <= width {
			c.fitted("t-s dim mid", x, y, label, small, width)
		}
	}
}

// drawShares writes "67 % right" beside each ribbon, on the side away from its parent, where the
// child's slot has room.
func (p *treePlan) drawShares(c *canvas) {
	if p.gap < 40 {
		return
	}
	for i, n := range p.Nodes {
		if n.Parent < 0 {
			continue
		}
		bend, _, x, share := p.ribbonEnd(n)
		left := p.Nodes[n.Parent].Left == i
		side := "right"
		if left {
			side = "left"
		}
		half := max(share*p.fullRibbon(), 1.5)/2 + 6
		at := p.places[i]
		p.drawShare(c, Percent(share), side, x-half, x+half, p.x(at.Left), p.x(at.Right), bend)
	}
}

// drawShare tries the outer side in full, the inner side in full, then both without the word.
func (p *treePlan) drawShare(c *canvas, percent, side string, left, right, slotLeft, slotRight, y float64) {
	for _, word := range []string{" " + p.Lang.Say("chart.side."+side), ""} {
		width := room(percent+word, small)
		fitsLeft, fitsRight := left-width >= slotLeft, right+width <= slotRight
		runs := []run{{text: percent, class: "strong"}}
		if word != "" {
			runs = append(runs, run{text: word, class: "dim"})
		}
		switch {
		case fitsLeft && (side == "left" || !fitsRight):
			c.label("t-s num end halo", left, y, runs, "")
			return
		case fitsRight:
			c.label("t-s num halo", right, y, runs, "")
			return
		}
	}
}
