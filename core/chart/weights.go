// The largest importance weights of one topology: whether a few of them carry the estimate.

package chart

import (
	"math"
	"strconv"

	"dcctree/core/words"
)

// WeightsFigure is the largest weights as shares of the sum of all.
type WeightsFigure struct {
	ID        string
	Lang      words.Lang
	Width     float64   // px
	Name      string    // of the topology
	Shares    []float64 // falling, 0 to 1
	Count     int       // weights in all
	Tail      int       // weights that k-hat is estimated from
	KHat      float64
	KHatLimit float64
}

// kHat is how k-hat is written.
const kHat = "k\u0302"

// ImportanceWeights draws shares against their rank, both on log scales. A generalized Pareto tail of shape k falls
// there with slope -k: the dashed line has that of k-hat.
func ImportanceWeights(f WeightsFigure) string {
	var xs, ys []float64
	for i, w := range f.Shares {
		if w > 0 && finite(w) {
			xs, ys = append(xs, math.Log10(float64(i+1))), append(ys, math.Log10(w))
		}
	}
	yLow, yHigh := spanOf(ys)
	p := newPlane(f.Width, 190, 0, math.Log10(float64(max(10, f.Count))), max(yLow, yHigh-8), 0)
	p.xName, p.yName = f.Lang.Say("chart.importance.axis"), f.Lang.Say("chart.importance.share")
	var c canvas
	f.frame(&c, p)
	end := p.x.Clip(math.Log10(float64(max(1, f.Tail))))
	c.path("grid", path("").vertical(end, p.y.Start, p.y.End))
	tail := f.Lang.Say("chart.importance.tail", kHat)
	c.word("t-s dim halo", min(end+4, f.Width-room(tail, small)), p.y.End+10, tail)
	var points []point
	for i := range xs {
		if p.y.Has(ys[i]) {
			points = append(points, point{p.x.At(xs[i]), p.y.At(ys[i])})
		}
	}
	c.path("dline", polyline(points))
	for i := range min(20, len(points)) {
		c.circle("mean", points[i].x, points[i].y, 2)
	}
	f.slope(&c, p)
	return figure(f.ID, f.Width, p.height, f.Lang.Say("chart.importance.title", f.Name), f.words(), &c)
}

// frame draws axes whose ticks are powers of ten.
func (f WeightsFigure) frame(c *canvas, p plane) {
	lines := path("")
	for e := math.Ceil(p.y.Low); e <= p.y.High; e++ {
		lines = lines.horizontal(p.x.Start, p.x.End, p.y.At(e))
		c.word("t-s num dim end", p.x.Start-6, p.y.At(e)+4, powerOfTen(int(e)))
	}
	c.path("grid", lines)
	c.path("axis", path("").horizontal(p.x.Start, p.x.End, p.y.Start))
	for e := 0.0; e <= p.x.High; e++ {
		c.path("axis", path("").vertical(p.x.At(e), p.y.Start, p.y.Start+4))
		s := Number(math.Round(pow10(int(e))), 1)
		half := extentOf(s, small) / 2
		c.word("t-s num dim mid", min(p.x.At(e), p.width-half), p.y.Start+17, s)
	}
	c.fitted("t-s dim", 0, 11, p.yName, small, p.width)
	c.word("t-s dim end", p.x.End, p.y.Start+34, p.xName)
}

func powerOfTen(e int) string {
	switch {
	case e == 0:
		return "1"
	case e >= -2:
		return Tick(pow10(e), pow10(e))
	}
	return "10" + superscript.Replace(strconv.Itoa(e))
}

// slope draws the tail as k-hat has it, through its end.
func (f WeightsFigure) slope(c *canvas, p plane) {
	n := min(f.Tail, len(f.Shares))
	if n < 2 || !finite(f.KHat) || !(f.Shares[n-1] > 0) {
		return
	}
	x, y := math.Log10(float64(n)), math.Log10(f.Shares[n-1])
	from, to, ok := cut(point{0, y + max(0, f.KHat)*x}, point{x, y}, p.y.Low, p.y.High)
	if ok {
		c.path("comp", path("").to("M", p.x.At(from.x), p.y.At(from.y)).to("L", p.x.At(to.x), p.y.At(to.y)))
	}
}

// Note explains the figure in a sentence or two.
func (f WeightsFigure) Note() string {
	s := ""
	if len(f.Shares) > 0 {
		s = f.Lang.Say("chart.importance.largest", strconv.Itoa(f.Count), Percent(f.Shares[0]))
	}
	return s + f.Lang.Say("chart.importance.how", kHat)
}

func (f WeightsFigure) words() string {
	s := f.Lang.Say("chart.importance.count", strconv.Itoa(f.Count))
	if len(f.Shares) > 0 {
		s += f.Lang.Say("chart.importance.part", Percent(f.Shares[0]))
	}
	if finite(f.KHat) {
		s += f.Lang.Say("chart.importance.limit", kHat, Number(f.KHat, .01), Number(f.KHatLimit, .01))
	}
	return s
}
