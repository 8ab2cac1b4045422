// Small figures for a table with a row for each method: axes are shared from row to row, and what they show stands in
// words beside them, so they are hidden from assistive technology.

package chart

import (
	"math"

	"dcctree/core/topology"
)

// SmallPrediction draws density, 90 % interval and true value of a prediction on the axis from f.Min to f.Max.
// Histogram, baseline and component are left out.
func SmallPrediction(f PredictionFigure) string {
	f.Edges, f.Counts = nil, nil
	f.check()
	p := &predictionPlan{PredictionFigure: f, base: 44, height: 62}
	p.x = Scale{f.Min, f.Max, 4, f.Width - 4}
	_, peak, ok := extent(f.Density)
	if !ok || peak <= 0 {
		peak = 1
	}
	p.y = Scale{0, peak, p.base, 6}
	var c canvas
	c.path("dens", p.washed())
	c.path("dline", polyline(p.curve(p.Density)))
	p.drawAxis(&c)
	if p.Truth != nil && finite(p.Truth.X) {
		x := p.x.Clip(p.Truth.X)
		c.path("ink2", path("").vertical(x, p.base, 12))
		c.path("ink2 fill", diamond(x, 8))
	}
	return decoration("small", f.Width, p.height, &c)
}

// SmallClasses draws the class probabilities of a row as bars, the true class with a mark; pooled as in
// ClassPredictions.
func SmallClasses(f ClassPredictionFigure) string {
	const pitch = 15.0
	p := classRows{ClassPredictionFigure: f, shown: shownPredictions(f)}
	for _, k := range p.shown {
		p.label = max(p.label, room(p.name(k), small))
	}
	p.label = min(p.label, 0.45*f.Width)
	p.bar = Scale{0, 1, p.label + 8, f.Width - 16}
	var c canvas
	for i, k := range p.shown {
		y := pitch*(float64(i)+0.5) + 1
		c.fitted("t-s dim", 0, y+4, p.name(k), small, p.label)
		c.rect(classInk(k), p.bar.Start, y-4.5, p.bar.Clip(shareOf(p.probability(k).Probability))-p.bar.Start,
			9)
		if k == f.Truth {
			c.path("fill", diamond(p.bar.End+9, y))
		}
	}
	bottom := pitch*float64(len(p.shown)) + 1
	c.path("axis", path("").vertical(p.bar.Start, 1, bottom))
	return decoration("small", f.Width, bottom+1, &c)
}

// SmallCounts draws the shares of trees with 1, 2, ... leaves as bars on an axis up to most leaves; shares holds the
// share of k+1 leaves at k.
func SmallCounts(shares []float64, most int, width float64) string {
	const base, height = 34.0, 52.0
	var c canvas
	slot := (width - 8) / float64(max(most, 4))
	bars := path("")
	for k, share := range shares {
		if k >= most || share < 0.005 {
			continue
		}
		left := 4 + slot*float64(k)
		bars = bars.to("M", left+slot*0.15, base).to("V", base-max(1, share*(base-4))).to("H", left+slot*0.85).
			to("V", base).to("Z")
	}
	c.path("use-bar", bars)
	c.path("axis", path("").horizontal(4, width-4, base))
	for k, last := 0, -99.0; k < max(most, 4); k++ {
		if at := 4 + slot*(float64(k)+0.5); at-last >= 20 {
			c.word("t-s num dim mid", at, base+16, Number(float64(k+1), 1))
			last = at
		}
	}
	return decoration("small", width, height, &c)
}

// SmallScore draws a score with its error on the scale from low to high, and whiskers of one standard error.
func SmallScore(value, err, low, high, width float64) string {
	var c canvas
	x := Scale{low, high, 6, width - 6}
	c.path("axis", path("").horizontal(6, width-6, 8))
	if finite(value) && high > low {
		if finite(err) {
			c.path("me-l", path("").horizontal(x.Clip(value-err), x.Clip(value+err), 8))
		}
		c.circle("me", x.Clip(value), 8, 3.6)
	}
	return decoration("small", width, 16, &c)
}

// smallLevel is the height of a level of a small tree, px.
const smallLevel = 31.0

// SmallTree draws splits and leaves of a tree: conditions where they have room, and below each leaf its mean or its
// likeliest class.
func SmallTree(f TreeFigure) string {
	var c canvas
	at, span := smallPlaces(f)
	deepest := 0
	for _, n := range f.Nodes {
		deepest = max(deepest, n.Depth)
	}
	y := func(n topology.Node) float64 { return 14 + smallLevel*float64(n.Depth) }
	edges := path("")
	for i, n := range f.Nodes {
		if !n.Leaf {
			for _, child := range []int{n.Left, n.Right} {
				end := y(f.Nodes[child]) - 3
				if !f.Nodes[child].Leaf {
					end -= 9 // above its words
				}
				edges = edges.to("M", at[i], y(n)+5).to("L", at[child], end)
			}
		}
	}
	c.path("i-edge", edges)
	for i, n := range f.Nodes {
		if n.Leaf {
			f.smallLeaf(&c, n, at[i], y(n), span[i])
			continue
		}
		s := f.Splits[n.Index]
		s.lang = f.Lang
		short, full := smallCondition(s, span[i]-4)
		if short == "" {
			c.put(`<g>`)
			c.tooltip(full)
			c.circle("i-leaf", at[i], y(n)-4, 2.5)
			c.end()
			continue
		}
		half := extentOf(short, small) / 2
		c.label("t-s num mid halo", min(max(at[i], half), f.Width-half), y(n), plain(short), full)
	}
	return decoration("small", f.Width, 14+smallLevel*float64(deepest)+18, &c)
}

// smallCondition returns a split's condition as far as it fits, of a mixture at least its heaviest feature, and the
// whole of it where it was cut; short is empty where there is room for nothing that says something.
func smallCondition(s TreeSplit, width float64) (short, full string) {
	full = splitText(s)
	if room(full, small) <= width {
		return full, ""
	}
	if len(s.Terms) > 1 {
		first := s
		first.Terms = s.Terms[:1]
		if short = splitName(first) + " + … " + splitRelation(s); room(short, small) <= width {
			return short, full
		}
	}
	name := splitName(TreeSplit{Terms: s.Terms[:1]})
	if short, _ = fit(name, small, width); len(s.Terms) > 1 || short != name && len([]rune(short)) < 6 {
		return "", full
	}
	return short, full // its feature: a number cut short would be another
}

// smallPlaces returns the middle of each node and how much room it has, px: leaves stand at equal distances.
func smallPlaces(f TreeFigure) (at, span []float64) {
	at, span = make([]float64, len(f.Nodes)), make([]float64, len(f.Nodes))
	slot := f.Width / float64(len(f.Leaves))
	for i := len(f.Nodes) - 1; i >= 0; i-- { // children stand behind their parents
		n := f.Nodes[i]
		if n.Leaf {
			at[i], span[i] = slot*(float64(n.Index)+0.5), slot
			continue
		}
		at[i], span[i] = (at[n.Left]+at[n.Right])/2, span[n.Left]+span[n.Right]
	}
	return at, span
}

func (f TreeFigure) smallLeaf(c *canvas, n topology.Node, x, y, room float64) {
	leaf := f.Leaves[n.Index]
	words, class := "", "i-leaf"
	if f.Classes == nil {
		words = Number(leaf.Mean, spanUnit(leaf.Low, leaf.High))
		if !(leaf.High > leaf.Low) {
			words = Significant(leaf.Mean, 3)
		}
	} else {
		best := 0
		for k, of := range leaf.Class {
			if of.Probability > leaf.Class[best].Probability {
				best = k
			}
		}
		words, class = f.Classes[best], classInk(best)
	}
	c.put(`<g>`)
	c.tooltip(words)
	c.rect(class, x-3.5, y-3.5, 7, 7)
	c.end()
	if short, cut := fit(words, small, room-2); !cut || f.Classes != nil && len([]rune(short)) > 2 {
		half := extentOf(short, small) / 2
		c.word("t-s num dim mid halo", min(max(x, half), f.Width-half), y+16, short)
	}
}

// SmallRange returns the ends of a scale for scores with their errors, with a little room; NaN where there is none.
func SmallRange(values, errors []float64) (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for k, v := range values {
		if !finite(v) {
			continue
		}
		err := errors[k]
		if !finite(err) {
			err = 0
		}
		low, high = min(low, v-err), max(high, v+err)
	}
	if !(low <= high) {
		return math.NaN(), math.NaN()
	}
	gap := max(high-low, math.Abs(high)/100) * 0.06
	return low - gap, high + gap
}
