// Where everything of a tree figure stands, before anything is drawn: arithmetic only.

package chart

import (
	"dcctree/core/topology"
	"dcctree/core/treelayout"
)

// treePlan is the geometry of one tree figure, in px. Every subtree owns a slot, the columns of its
// leaves, and all that belongs to a node stays within its slot: that is why nothing overlaps.
type treePlan struct {
	TreeFigure
	places []treelayout.Place
	left   float64 // right border of the margin for the leaves' scale
	column float64 // width of a leaf's column
	rug    bool    // whether the arriving rows are drawn under the axes
	gap    float64 // height of the ribbons between two rows of splits
	splits []splitPlan
	rows   []rowPlan
	leaves leafPlan
	height float64
}

// rowPlan is one depth: headings and hills over the axis, rug and ticks between axis and bottom.
type rowPlan struct{ axis, bottom float64 }

// splitPlan is one split.
type splitPlan struct {
	slotLeft, slotRight float64
	axis                Scale
	axisY               float64
	peak                float64 // height of the hill
	threshold           float64 // x of the median
	head                heading
	headTop             float64
}

func (f TreeFigure) narrow() bool { return f.Width < 560 }

// check panics on figures whose parts do not belong together.
func (f TreeFigure) check() {
	splits := len(f.Nodes) / 2
	if len(f.Nodes) != 2*splits+1 || len(f.Splits) != splits || len(f.Leaves) != splits+1 {
		panic("chart: Tree needs one split per internal node and one leaf per leaf")
	}
	for _, s := range f.Splits {
		if len(s.Grid) != len(s.Density) {
			panic("chart: grid and density differ in length")
		}
		if len(s.Terms) == 0 {
			panic("chart: TreeSplit needs at least one term")
		}
	}
	for _, l := range f.Leaves {
		if f.Classes != nil && len(l.Class) != len(f.Classes) {
			panic("chart: Tree needs one LeafClass per class")
		}
	}
}

func planTree(f TreeFigure) *treePlan {
	p := &treePlan{TreeFigure: f, places: treelayout.Tree(f.Nodes)}
	rows, leaves := treelayout.Rows(f.Nodes), treelayout.Leaves(f.Nodes)
	p.leaves = planLeafMargin(f)
	p.left = p.leaves.margin
	p.column = (f.Width - p.left) / float64(leaves)
	p.rug = rows <= 6 && p.column >= 40
	p.gap = ribbonGap(rows, f.narrow())
	p.planSplits()
	p.planRows(rows)
	bottom := 6.0
	if rows > 0 {
		bottom = p.rows[rows-1].bottom + p.gap
	}
	p.planLeaves(bottom + 26)
	return p
}

func ribbonGap(rows int, narrow bool) float64 {
	switch {
	case rows > 12:
		return 16
	case rows > 5:
		return 30
	case narrow:
		return 54
	}
	return 44
}

// x returns the px of a place given in columns.
func (p *treePlan) x(columns float64) float64 { return p.left + columns*p.column }

func (p *treePlan) planSplits() {
	p.splits = make([]splitPlan, len(p.Splits))
	for i, n := range p.Nodes {
		if !n.Leaf {
			p.splits[n.Index] = p.planSplit(p.Splits[n.Index], p.places[i])
		}
	}
	p.scaleHills()
}

func (p *treePlan) planSplit(s TreeSplit, at treelayout.Place) splitPlan {
	margin := min(3, 0.15*(p.x(at.Right)-p.x(at.Left)))
	sp := splitPlan{slotLeft: p.x(at.Left) + margin, slotRight: p.x(at.Right) - margin}
	slot := sp.slotRight - sp.slotLeft
	width := max(min(axisShare(p.narrow(), at.Row)*p.Width, slot*0.92-10), slot*0.4, 1)
	edge := min(5, (slot-width)/2)
	start := p.x(at.X) - width/2
	start = min(max(start, sp.slotLeft+edge), sp.slotRight-edge-width)
	sp.axis = Scale{s.Min, s.Max, start, start + width}
	sp.threshold = sp.axis.Clip(s.Threshold)
	sp.head = head(s, sp.slotRight-sp.slotLeft)
	return sp
}

// axisShare is the width of an axis as a share of the figure's: less in each row, since fewer rows
// arrive there.
func axisShare(narrow bool, row int) float64 {
	share := 0.5
	if narrow {
		share = 0.88
	}
	for range row {
		share *= 0.82
	}
	return share
}

// scaleHills gives all hills one scale, on which equal areas are equal probabilities. A hill that
// would hardly rise is lifted to lowestHill.
func (p *treePlan) scaleHills() {
	tallest := 0.0
	for i, s := range p.Splits {
		if p.splits[i].roomy() {
			tallest = max(tallest, relativePeak(s, p.splits[i].axis))
		}
	}
	if tallest == 0 {
		return
	}
	scale := p.tallestHill() / tallest
	for i, s := range p.Splits {
		if peak := relativePeak(s, p.splits[i].axis); peak > 0 && p.splits[i].roomy() {
			p.splits[i].peak = max(scale*peak, lowestHill)
		}
	}
}

const lowestHill = 9.0

// roomy tells whether the axis is wide enough for a hill to have a shape.
func (sp splitPlan) roomy() bool { return sp.axis.End-sp.axis.Start >= 16 }

func (p *treePlan) tallestHill() float64 {
	switch rows := treelayout.Rows(p.Nodes); {
	case rows <= 3:
		return 78
	case rows <= 5:
		return 56
	case rows <= 12:
		return 34
	}
	return 20
}

// relativePeak is the highest density per pixel of the axis.
func relativePeak(s TreeSplit, axis Scale) float64 {
	peak := 0.0
	for i, d := range s.Density {
		if finite(d) && axis.Has(s.Grid[i]) {
			peak = max(peak, d)
		}
	}
	if axis.End <= axis.Start {
		return 0
	}
	return peak * (s.Max - s.Min) / (axis.End - axis.Start)
}

const aboveHill = 10.0 // px between a hill and its heading

func (p *treePlan) planRows(rows int) {
	p.rows = make([]rowPlan, rows)
	top := 4.0
	for row := range p.rows {
		above := 0.0
		p.each(row, func(sp *splitPlan) { above = max(above, sp.head.height()+aboveHill+sp.peak) })
		r := rowPlan{axis: top + above, bottom: top + above + 20}
		if p.rug {
			r.bottom += 10
		}
		p.rows[row] = r
		p.each(row, func(sp *splitPlan) { sp.stand(r.axis) })
		top = r.bottom + p.gap
	}
}

// each calls do with every split of the row.
func (p *treePlan) each(row int, do func(*splitPlan)) {
	for _, n := range p.Nodes {
		if !n.Leaf && n.Depth == row {
			do(&p.splits[n.Index])
		}
	}
}

// stand puts the split on its row's axis and its heading over the hill.
func (sp *splitPlan) stand(axis float64) {
	sp.axisY = axis
	sp.headTop = axis - sp.peak - aboveHill - sp.head.height()
}

// center returns the x of the middle of a heading's line: over the threshold as far as the slot
// allows.
func (sp *splitPlan) center(l headLine) float64 {
	return min(max(sp.threshold+l.shift, sp.slotLeft+l.width/2), sp.slotRight-l.width/2)
}

// ribbonStart is the stretch of a parent's axis from which the rows of one child come: the extent
// of those rows, or a short piece on that side when none is given.
func (p *treePlan) ribbonStart(parent topology.Node, left bool) (float64, float64) {
	s, sp := p.Splits[parent.Index], p.splits[parent.Index]
	var rows []float64
	for _, v := range s.Rows {
		if left == (v <= s.Threshold) {
			rows = append(rows, v)
		}
	}
	low, high, ok := extent(rows)
	if !ok {
		low, high = s.Threshold, s.Max
		if left {
			low, high = s.Min, s.Threshold
		}
	}
	a, b := sp.axis.Clip(low), sp.axis.Clip(high)
	if b-a < 2 {
		a, b = (a+b)/2-1, (a+b)/2+1
	}
	return a, b
}

// fullRibbon is the width of a ribbon that carries all rows.
func (p *treePlan) fullRibbon() float64 { return min(45, 0.09*p.Width, 0.7*p.column) }
