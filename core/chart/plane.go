// The frame that plots of points share: two linear axes with ticks, grid and names.

package chart

// plane is the geometry of a plot, in px.
type plane struct {
	x, y         Scale
	width        float64
	height       float64 // with the axis below
	ticks        []float64
	step         float64 // of y
	xName, yName string
}

// newPlane lays the plot of the given height out for values within the ranges, which are extended to ticks.
func newPlane(width, height float64, xLow, xHigh, yLow, yHigh float64) plane {
	p := plane{width: width, height: height + 62}
	yLow, yHigh, p.step = Nice(yLow, yHigh, 5)
	p.ticks = multiples(yLow, yHigh, p.step)
	left := 0.0
	for _, t := range p.ticks {
		left = max(left, room(Tick(t, p.step), small)+8)
	}
	xLow, xHigh, _ = Nice(xLow, xHigh, 5)
	p.x, p.y = Scale{xLow, xHigh, left, width - 6}, Scale{yLow, yHigh, 24 + height, 24}
	return p
}

func (p plane) drawFrame(c *canvas) {
	lines := path("")
	for _, t := range p.ticks {
		lines = lines.horizontal(p.x.Start, p.x.End, p.y.At(t))
	}
	c.path("grid", lines)
	for _, t := range p.ticks {
		c.word("t-s num dim end", p.x.Start-6, p.y.At(t)+4, Tick(t, p.step))
	}
	c.path("axis", path("").horizontal(p.x.Start, p.x.End, p.y.Start))
	drawTicks(c, p.x, p.y.Start, p.width, 5)
	c.fitted("t-s dim", 0, 11, p.yName, small, p.width)
	short, cut := fit(p.xName, small, p.width-p.x.Start)
	c.label("t-s dim end", p.x.End, p.y.Start+34, plain(short), either(cut, p.xName, ""))
}

// diagonal is the line on which both axes have the same value.
func (p plane) diagonal() path {
	low, high := max(p.x.Low, p.y.Low), min(p.x.High, p.y.High)
	if !(high > low) {
		return ""
	}
	return path("").to("M", p.x.At(low), p.y.At(low)).to("L", p.x.At(high), p.y.At(high))
}

// spanOf covers the finite values, with some room where all are equal.
func spanOf(values ...[]float64) (low, high float64) {
	low, high, ok := extent(values...)
	switch {
	case !ok:
		return 0, 1
	case low == high:
		return low - 1, high + 1
	}
	return low, high
}
