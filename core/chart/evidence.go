// The log marginal likelihood of topologies against their visits.

package chart

import (
	"math"
	"sort"
)

// evidencePlan is the geometry of the traces, in px.
type evidencePlan struct {
	EvidenceFigure
	x, y  Scale
	ticks []float64 // of y
	step  float64
}

// EvidenceTrace draws the figure. The scale follows the last values: a trace that starts hundreds of
// nats below enters from the lower border. It panics when a series' lengths differ or there are more
// than six.
func EvidenceTrace(f EvidenceFigure) string {
	p := planEvidence(f)
	var c canvas
	p.drawFrame(&c)
	for i := range f.Series {
		s := f.Series[len(f.Series)-1-i]
		p.drawBand(&c, s)
	}
	for i := range f.Series {
		k := len(f.Series) - 1 - i
		c.path(traceClass(k, f.Series[k]), p.trace(f.Series[k]))
	}
	p.drawNames(&c)
	return figure(f.ID, f.Width, p.y.Start+40, f.Lang.Say("chart.evidence.title", p.axis()), p.words(), &c)
}

func (f EvidenceFigure) check() {
	if len(f.Series) > 6 {
		panic("chart: EvidenceTrace takes at most 6 series")
	}
	for _, s := range f.Series {
		if len(s.Log) != len(s.Visits) || len(s.Error) != len(s.Visits) {
			panic("chart: EvidenceTrace needs one value and one error per visit")
		}
	}
}

func planEvidence(f EvidenceFigure) evidencePlan {
	f.check()
	height, labels := 150.0, 0.0
	if f.Width >= 560 {
		height = 210
	}
	for _, s := range f.Series {
		labels = max(labels, room(s.Name, small)+10)
	}
	low, high, step := Nice(evidenceRange(f.Series))
	left, ticks := 0.0, multiples(low, high, step)
	for _, t := range ticks {
		left = max(left, room(Tick(t, step), small)+8)
	}
	last := 1.0
	for _, s := range f.Series {
		if _, v, ok := extent(s.Visits); ok {
			last = max(last, v)
		}
	}
	first := min(1, last-1)
	return evidencePlan{
		EvidenceFigure: f, ticks: ticks, step: step,
		x: Scale{first, max(last, first+1), left, f.Width - min(labels, 0.34*f.Width)},
		y: Scale{low, high, 26 + height, 26},
	}
}

// evidenceRange covers the last values with their errors and as much again, of what was traced, in
// about so many intervals.
func evidenceRange(series []EvidenceSeries) (low, high float64, ticks int) {
	var ends, all []float64
	for _, s := range series {
		for i, v := range s.Log {
			all = append(all, v-s.Error[i], v+s.Error[i])
		}
		if v, e, ok := s.last(); ok {
			ends = append(ends, v-e, v+e)
		}
	}
	low, high, ok := extent(ends)
	if !ok {
		return 0, 1, 4
	}
	span := max(high-low, 1)
	bottom, top, _ := extent(all)
	return max(bottom, low-span), min(top, high+span), 4
}

// last returns the last finite value and its error.
func (s EvidenceSeries) last() (float64, float64, bool) {
	for i := len(s.Log) - 1; i >= 0; i-- {
		if finite(s.Log[i]) {
			e := s.Error[i]
			if !finite(e) {
				e = 0
			}
			return s.Log[i], e, true
		}
	}
	return 0, 0, false
}

func traceClass(k int, s EvidenceSeries) string {
	switch {
	case s.Selected:
		return "dline"
	case k%2 == 1:
		return "comp"
	}
	return "i-edge"
}

func (p evidencePlan) drawFrame(c *canvas) {
	lines := path("")
	for _, t := range p.ticks {
		lines = lines.horizontal(p.x.Start, p.x.End, p.y.At(t))
	}
	c.path("grid", lines)
	for _, t := range p.ticks {
		c.word("t-s num dim end", p.x.Start-6, p.y.At(t)+4, Tick(t, p.step))
	}
	c.word("t-s dim", 0, 11, p.Lang.Say("chart.evidence.axis"))
	c.path("axis", path("").horizontal(p.x.Start, p.x.End, p.y.Start))
	p.drawVisits(c)
}

// drawVisits labels whole visits only.
func (p evidencePlan) drawVisits(c *canvas) {
	for n := 6; n >= 1; n-- {
		ticks, step := Ticks(p.x.Low, p.x.High, n)
		if n > 1 && (step < 1 || !apart(ticks, step, p.x)) {
			continue
		}
		for _, t := range ticks {
			c.path("axis", path("").vertical(p.x.At(t), p.y.Start, p.y.Start+4))
			c.word("t-s num dim mid", p.x.At(t), p.y.Start+17, Tick(t, step))
		}
		break
	}
	c.word("t-s dim end", p.x.End, p.y.Start+32, p.axis())
}

func (p evidencePlan) axis() string {
	if p.Steps {
		return p.Lang.Say("chart.evidence.steps")
	}
	return p.Lang.Say("chart.evidence.visits")
}

// drawBand fills value plus and minus error. Bands are see-through, so that none hides another.
func (p evidencePlan) drawBand(c *canvas, s EvidenceSeries) {
	var upper, lower []point
	for i, v := range s.Log {
		if finite(v) && finite(s.Error[i]) {
			x := p.x.At(s.Visits[i])
			upper = append(upper, point{x, p.y.Clip(v + s.Error[i])})
			lower = append(lower, point{x, p.y.Clip(v - s.Error[i])})
		}
	}
	if len(upper) == 1 {
		c.path("whisk", path("").vertical(upper[0].x, upper[0].y, lower[0].y))
	}
	if len(upper) < 2 {
		return
	}
	band := polyline(upper)
	for i := range lower {
		q := lower[len(lower)-1-i]
		band = band.to("L", q.x, q.y)
	}
	class := "rib"
	if s.Selected {
		class = "dens"
	}
	c.put(`<g opacity=".7">`)
	c.path(class, band.to("Z"))
	c.end()
}

// trace joins the values, cut where it leaves the scale.
func (p evidencePlan) trace(s EvidenceSeries) path {
	d, open := path(""), false
	for i := range s.Log {
		if !finite(s.Log[i]) {
			open = false
			continue
		}
		a := point{s.Visits[i], s.Log[i]}
		if i > 0 && finite(s.Log[i-1]) {
			from, to, ok := cut(point{s.Visits[i-1], s.Log[i-1]}, a, p.y.Low, p.y.High)
			if ok && !open {
				d = d.to("M", p.x.At(from.x), p.y.At(from.y))
			}
			if ok {
				d = d.to("L", p.x.At(to.x), p.y.At(to.y))
			}
		}
		open = d != "" && i > 0 && p.y.Has(a.y)
	}
	return d
}

// cut returns the part of the segment from a to b whose y lies between low and high.
func cut(a, b point, low, high float64) (point, point, bool) {
	if max(a.y, b.y) < low || min(a.y, b.y) > high {
		return a, b, false
	}
	move := func(p, q point) point {
		y := min(max(p.y, low), high)
		if y == p.y {
			return p
		}
		return point{p.x + (q.x-p.x)*(y-p.y)/(q.y-p.y), y}
	}
	return move(a, b), move(b, a), true
}

// drawNames writes each name at the end of its trace, moved apart where ends are close.
func (p evidencePlan) drawNames(c *canvas) {
	type name struct {
		series EvidenceSeries
		x, y   float64
	}
	var names []name
	var want []float64
	for _, s := range p.Series {
		if v, _, ok := s.last(); ok {
			_, visit, _ := extent(s.Visits)
			names = append(names, name{s, p.x.At(visit), p.y.Clip(v)})
		}
	}
	sort.SliceStable(names, func(a, b int) bool { return names[a].y < names[b].y })
	for _, n := range names {
		want = append(want, n.y)
	}
	at := spread(want, 15, p.y.End, p.y.Start)
	for i, n := range names {
		class := "t-s num halo"
		if n.series.Selected {
			class = "t-s num strong accent halo"
		}
		dot := "i-leaf"
		if n.series.Selected {
			dot = "mean"
		}
		c.circle(dot, n.x, n.y, 2.6)
		if math.Abs(at[i]-n.y) > 2 || n.x < p.x.End-1 {
			c.path("base", path("").to("M", n.x+3, n.y).to("L", p.x.End+7, at[i]))
		}
		short, cut := fitName(n.series.Name, small, p.Width-p.x.End-9)
		c.label(class, p.x.End+9, at[i]+4, plain(short), either(cut, n.series.Name, ""))
	}
}

// spread moves increasing places at least gap apart, as little as it can from top to bottom, and
// keeps them above the lower limit as far as that leaves room.
func spread(want []float64, gap, low, high float64) []float64 {
	at := append([]float64(nil), want...)
	for i := range at {
		at[i] = max(at[i], low)
		if i > 0 {
			at[i] = max(at[i], at[i-1]+gap)
		}
	}
	for i := len(at) - 1; i >= 0; i-- {
		at[i] = min(at[i], high-gap*float64(len(at)-1-i))
	}
	return at
}

func (p evidencePlan) words() string {
	s := ""
	for _, t := range p.Series {
		if v, e, ok := t.last(); ok {
			value, err := WithError(v, e)
			s += p.Lang.Say("chart.evidence.after", t.Name, value+" "+err,
				Tick(t.Visits[len(t.Visits)-1], 1), p.axis())
		}
	}
	return s + p.Lang.Say("chart.evidence.how")
}
