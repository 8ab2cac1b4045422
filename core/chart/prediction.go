// One row's posterior predictive distribution: histogram of draws, smooth density, 90 % interval, and
// what it is held against.

package chart

import "sort"

// predictionPlan is the geometry of a prediction, in px.
type predictionPlan struct {
	PredictionFigure
	x      Scale
	y      Scale // density
	base   float64
	height float64
	labels placer
}

// Prediction draws the figure. It panics when lengths that belong together differ.
func Prediction(f PredictionFigure) string {
	p := planPrediction(f)
	var c canvas
	p.drawHistogram(&c)
	p.drawDensity(&c)
	p.drawAxis(&c)
	p.drawMarks(&c)
	p.drawTarget(&c)
	p.drawCurveLabels(&c)
	return figure(f.ID, f.Width, p.height, f.Lang.Say("chart.prediction.title", f.Target), p.words(), &c)
}

func (f PredictionFigure) check() {
	if len(f.Grid) != len(f.Density) || f.Component != nil && len(f.Component.Density) != len(f.Grid) {
		panic("chart: grid and density differ in length")
	}
	if len(f.Edges) > 0 && len(f.Counts) != len(f.Edges)-1 {
		panic("chart: Prediction needs one count per bin")
	}
}

func planPrediction(f PredictionFigure) *predictionPlan {
	f.check()
	p := &predictionPlan{PredictionFigure: f, base: 128, height: 150}
	if f.Width >= 560 {
		p.base, p.height = 198, 220
	}
	low, high := predictionRange(f)
	p.x = Scale{low, high, 4, f.Width - 4}
	_, peak, ok := extent(f.Density, p.heights())
	if !ok || peak <= 0 {
		peak = 1
	}
	p.y = Scale{0, peak, p.base, 40}
	p.labels = placer{width: f.Width, top: 0, bottom: p.base}
	return p
}

// Stretch lays an even grid of so many points over the bulk of the density, from low to high. Where to > from it holds
// the axis there, widened where the bulk leaves it, and lays the grid over that.
func (f *PredictionFigure) Stretch(low, high, from, to float64, points int) {
	if to > from {
		f.Min, f.Max = from, to
		if low < from || high > to {
			f.Min, f.Max, _ = Nice(min(low, from), max(high, to), 5)
		}
		low, high = f.Min, f.Max
	}
	f.Grid = make([]float64, points)
	for i := range f.Grid {
		f.Grid[i] = low + (high-low)*float64(i)/float64(points-1)
	}
}

// PredictionRange returns the ends of the axis that Prediction draws.
func PredictionRange(f PredictionFigure) (low, high float64) { return predictionRange(f) }

// predictionRange covers the bulk of the density, and the truth and the baseline where they lie
// within one more width of it; farther marks stand at the border.
func predictionRange(f PredictionFigure) (float64, float64) {
	if f.Max > f.Min {
		return f.Min, f.Max
	}
	low, high := support(f.Grid, f.Density)
	if !(high > low) {
		low, high = f.Center.X-1, f.Center.X+1
	}
	if !finite(low) || !finite(high) {
		return 0, 1
	}
	near := high - low
	from, to := low-near, high+near
	for _, v := range []*Value{f.Truth, f.Baseline} {
		if v != nil && v.X >= from && v.X <= to {
			low, high = min(low, v.X), max(high, v.X)
		}
	}
	low, high, _ = Nice(low, high, 4)
	return low, high
}

// heights returns the histogram as densities, for the same scale as the curve.
func (p *predictionPlan) heights() []float64 {
	total := 0.0
	for _, n := range p.Counts {
		total += n
	}
	out := make([]float64, len(p.Counts))
	for i, n := range p.Counts {
		if w := p.Edges[i+1] - p.Edges[i]; total > 0 && w > 0 {
			out[i] = n / total / w
		}
	}
	return out
}

// drawHistogram fills the bins, those within the interval in the wash of the posterior. A bin that
// the interval's end cuts is drawn in two parts.
func (p *predictionPlan) drawHistogram(c *canvas) {
	inside, outside := path(""), path("")
	for i, h := range p.heights() {
		if h <= 0 {
			continue
		}
		low, high := p.Edges[i], p.Edges[i+1]
		a, b := max(low, p.Low), min(high, p.High)
		if !(b > a) {
			outside = p.bar(outside, low, high, h)
			continue
		}
		inside = p.bar(inside, a, b, h)
		outside = p.bar(p.bar(outside, low, a, h), b, high, h)
	}
	c.path("rib", outside)
	c.path("dens", inside)
}

// bar appends a bar with a hairline to its right.
func (p *predictionPlan) bar(to path, low, high, density float64) path {
	a, b := p.x.Clip(low), p.x.Clip(high)
	if b-a < 0.2 {
		return to
	}
	return to.to("M", a, p.base).to("V", p.y.Clip(density)).to("H", max(b-0.7, a+0.2)).to("V", p.base).to("Z")
}

func (p *predictionPlan) curve(density []float64) []point {
	var points []point
	for i, d := range density {
		if finite(d) && p.x.Has(p.Grid[i]) {
			points = append(points, point{p.x.At(p.Grid[i]), p.y.At(d)})
		}
	}
	return points
}

func (p *predictionPlan) drawDensity(c *canvas) {
	if len(p.Edges) == 0 {
		c.path("dens", p.washed())
	}
	if p.Component != nil {
		c.path("comp", polyline(p.curve(p.Component.Density)))
	}
	c.path("dline", polyline(p.curve(p.Density)))
}

// washed is the area under the density within the interval, for figures without a histogram.
func (p *predictionPlan) washed() path {
	var points []point
	for _, q := range p.curve(p.Density) {
		if q.x >= p.x.Clip(p.Low) && q.x <= p.x.Clip(p.High) {
			points = append(points, q)
		}
	}
	if len(points) < 2 {
		return ""
	}
	return polyline(points).to("L", points[len(points)-1].x, p.base).to("L", points[0].x, p.base).to("Z")
}

func (p *predictionPlan) drawAxis(c *canvas) {
	c.path("axis", path("").horizontal(p.x.Start, p.x.End, p.base))
	drawTicks(c, p.x, p.base, p.Width, 6)
	if finite(p.Low) && finite(p.High) {
		c.path("q90", path("").horizontal(p.x.Clip(p.Low), p.x.Clip(p.High), p.base))
	}
	if p.x.Has(p.Center.X) {
		c.circle("mean", p.x.At(p.Center.X), p.base, 3.6)
	}
}

// drawTarget names the axis at its right end, or its left end where a mark stands in the way.
func (p *predictionPlan) drawTarget(c *canvas) {
	name, cut := fit(p.Target, small, p.Width*0.3)
	runs, full := nameRuns(name, small), ""
	if cut {
		runs, full = plain(name), p.Target
	}
	if p.labels.try(name, p.x.End, p.base-6, " end") {
		c.label("t-s dim end halo", p.x.End, p.base-6, runs, full)
	} else if p.labels.try(name, p.x.Start, p.base-6, "") {
		c.label("t-s dim halo", p.x.Start, p.base-6, runs, full)
	}
}

// drawTicks draws about n ticks and their labels below a horizontal axis, fewer where they would
// touch; labels at the ends stay within the width.
func drawTicks(c *canvas, x Scale, y, width float64, n int) {
	for ; n >= 1; n-- {
		ticks, step := Ticks(x.Low, x.High, n)
		if n > 1 && !apart(ticks, step, x) {
			continue
		}
		for _, t := range ticks {
			at, s := x.At(t), Tick(t, step)
			half := extentOf(s, small) / 2
			c.path("axis", path("").vertical(at, y, y+4))
			c.word("t-s num dim mid", min(max(at, half), width-half), y+17, s)
		}
		return
	}
}

func apart(ticks []float64, step float64, x Scale) bool {
	for i := 1; i < len(ticks); i++ {
		need := (room(Tick(ticks[i-1], step), small) + room(Tick(ticks[i], step), small)) / 2
		if x.At(ticks[i])-x.At(ticks[i-1]) < need+6 {
			return false
		}
	}
	return true
}

// drawMarks draws baseline and truth as lines up to a mark with its label, the one farther left
// labelled on its left where there is room.
func (p *predictionPlan) drawMarks(c *canvas) {
	if p.Baseline != nil && finite(p.Baseline.X) {
		p.drawMark(c, *p.Baseline, "ink1", "ink1 fillp", triangle, "t-s num", p.Truth)
	}
	if p.Truth != nil && finite(p.Truth.X) {
		p.drawMark(c, *p.Truth, "ink2", "fill", diamond, "t-s num strong", p.Baseline)
	}
}

func (p *predictionPlan) drawMark(
	c *canvas, v Value, line, ink string, mark func(x, y float64) path, class string, other *Value,
) {
	x := p.x.Clip(v.X)
	s := v.label(p.Lang) + " " + Number(v.X, p.unit())
	if !p.x.Has(v.X) {
		s += either(v.X < p.x.Low, " ←", " →")
	}
	leftFirst := other != nil && finite(other.X) && v.X < other.X
	y, at, anchor := p.labels.beside(s, x, 10, []float64{20, 36, 52}, leftFirst)
	p.labels.taken = append(p.labels.taken, box{x - 2, y, x + 2, p.base})
	c.path(line, path("").vertical(x, p.base, y+4))
	c.path(ink, mark(x, y))
	c.word(class+" halo"+anchor, at, y+4, s)
}

// unit is the digit to which values on the axis are worth writing: a hundredth of the axis.
func (p *predictionPlan) unit() float64 {
	return pow10(exponent((p.x.High - p.x.Low) / 40))
}

func (p *predictionPlan) centerWords() string {
	return p.Center.label(p.Lang) + " " + Number(p.Center.X, p.unit())
}

func (p *predictionPlan) componentWords() string {
	return p.Lang.Say("chart.prediction.part", p.Component.Label)
}

// drawCurveLabels names the density and, behind a piece of its dashed line, the component. Both stand
// outside the outline, the one to the right, the other to the left where there is room; a label
// that has none is left to the description.
func (p *predictionPlan) drawCurveLabels(c *canvas) {
	outline := p.outline()
	if finite(p.Center.X) {
		s := p.centerWords()
		if x, y, anchor, ok := p.besideCurve(s, outline, []float64{0.6, 0.75, 0.45, 0.9, 0.3}, false); ok {
			c.word("t-s num accent halo"+anchor, x, y, s)
		}
	}
	if p.Component == nil {
		return
	}
	const key = "----- " // stands for the piece of line while room is sought
	s := p.componentWords()
	x, y, anchor, ok := p.besideCurve(key+s, outline, []float64{0.2, 0.3, 0.4, 0.5, 0.6, 0.7}, true)
	if !ok {
		return
	}
	if anchor == " end" {
		x -= labelWidth(key + s)
	}
	c.path("comp", path("").horizontal(x, x+18, y-4))
	c.word("t-s num dim halo", x+23, y, s)
}

// outline is the upper border of density and histogram, from left to right.
func (p *predictionPlan) outline() []point {
	points := p.curve(p.Density)
	for i, h := range p.heights() {
		if h > 0 {
			points = append(points, point{p.x.Clip(p.Edges[i]), p.y.Clip(h)},
				point{p.x.Clip(p.Edges[i+1]), p.y.Clip(h)})
		}
	}
	sort.SliceStable(points, func(a, b int) bool { return points[a].x < points[b].x })
	return points
}

// besideCurve finds a place for a label at the given shares of the outline's height, on one side of
// it, then on the other.
func (p *predictionPlan) besideCurve(
	s string, outline []point, shares []float64, left bool,
) (x, y float64, anchor string, ok bool) {
	for _, side := range []bool{left, !left} {
		for _, share := range shares {
			q, found := flank(outline, p.base, share, side)
			if !found {
				continue
			}
			x, anchor = q.x+9, ""
			if side {
				x, anchor = q.x-9, " end"
			}
			if y = q.y - 1; p.labels.try(s, x, y, anchor) {
				return x, y, anchor, true
			}
		}
	}
	return 0, 0, "", false
}

// flank returns the outermost point of the outline, on one side, that lies no more than a line of
// text below a share of its height.
func flank(points []point, base, share float64, left bool) (point, bool) {
	top := base
	for _, q := range points {
		top = min(top, q.y)
	}
	height := share * (base - top)
	if height < 14 {
		return point{}, false
	}
	for i := range points {
		q := points[len(points)-1-i]
		if left {
			q = points[i]
		}
		if base-q.y >= height-4 {
			return point{q.x, base - height}, true
		}
	}
	return point{}, false
}

func (p *predictionPlan) words() string {
	unit := p.unit()
	s := p.Lang.Say("chart.prediction.interval", p.centerWords(), Number(p.Low, unit), Number(p.High, unit))
	for _, v := range []*Value{p.Truth, p.Baseline} {
		if v != nil {
			s += " " + v.label(p.Lang) + " " + Number(v.X, unit) + "."
		}
	}
	if p.Component != nil {
		s += p.Lang.Say("chart.prediction.dashed", p.componentWords())
	}
	return s
}
