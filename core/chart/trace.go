// One parameter's draws, chain by chain: traces in the order of the draws, and histograms of their ranks.

package chart

import (
	"sort"
	"strconv"

	"dcctree/core/words"
)

// TraceFigure is one parameter's kept draws.
type TraceFigure struct {
	ID        string
	Lang      words.Lang
	Width     float64 // px
	Parameter string
	Every     int // every how many-th draw is kept
	Chains    []TraceChain
}

// TraceChain is one chain.
type TraceChain struct {
	Number    int // from 1
	Values    []float64
	Divergent []bool // by draw; may be nil
	Mode      int    // chains of one mode have one number, from 0
}

// rankBins is how many bins a rank histogram has.
const rankBins = 20

// strips is the geometry of a figure with a strip for each chain, in px.
type strips struct {
	left, right, top, height, gap float64
}

func (f TraceFigure) strips() strips {
	s := strips{right: f.Width - 4, top: 22, height: 34, gap: 6}
	if len(f.Chains) > 6 {
		s.height, s.gap = 20, 4
	}
	for _, c := range f.Chains {
		s.left = max(s.left, room(f.Name(c), small)+10)
	}
	return s
}

// Name is what a chain of the figure is called.
func (f TraceFigure) Name(c TraceChain) string {
	return f.Lang.Say("chart.chain", strconv.Itoa(c.Number))
}

// base is the lower border of a strip.
func (s strips) base(i int) float64 { return s.top + s.height*float64(i+1) + s.gap*float64(i) }

// Trace draws every chain on the same scale; a divergent draw has a mark at the lower border of its strip.
func Trace(f TraceFigure) string {
	s := f.strips()
	var all [][]float64
	most := 1
	for _, c := range f.Chains {
		all = append(all, c.Values)
		most = max(most, len(c.Values)-1)
	}
	low, high := spanOf(all...)
	x := Scale{0, float64(most), s.left, s.right - f.scaleRoom(low, high)}
	var c canvas
	c.fitted("t-s dim", 0, 11, f.Parameter, small, f.Width)
	for i, chain := range f.Chains {
		y := Scale{low, high, s.base(i), s.base(i) - s.height}
		f.frame(&c, s, i, x.End)
		var points []point
		marks := path("")
		for k, v := range chain.Values {
			if finite(v) {
				points = append(points, point{x.At(float64(k)), y.At(v)})
			}
			if k < len(chain.Divergent) && chain.Divergent[k] {
				marks += path("").to("M", x.At(float64(k))-2.5, s.base(i)).to("h", 5).
					to("l", -2.5, -4.5).to("z")
			}
		}
		c.path("tline", polyline(points))
		c.path("fill", marks)
	}
	unit := spanUnit(low, high)
	c.word("t-s num dim", x.End+4, s.base(0)-s.height+9, Number(high, unit))
	c.word("t-s num dim", x.End+4, s.base(0), Number(low, unit))
	bottom := s.base(len(f.Chains) - 1)
	c.word("t-s dim end", x.End, bottom+16, f.axis())
	return figure(f.ID, f.Width, bottom+22, f.Lang.Say("chart.trace.title", f.Parameter), f.words(), &c)
}

func (f TraceFigure) scaleRoom(low, high float64) float64 {
	unit := spanUnit(low, high)
	return max(room(Number(low, unit), small), room(Number(high, unit), small)) + 6
}

func (f TraceFigure) axis() string {
	if f.Every > 1 {
		return f.Lang.Say("chart.draws.kept", strconv.Itoa(f.Every))
	}
	return f.Lang.Say("chart.draws")
}

// frame names a strip; modes are told apart by words.
func (f TraceFigure) frame(c *canvas, s strips, i int, end float64) {
	c.path("grid", path("").horizontal(s.left, end, s.base(i)))
	c.word("t-s num", 0, s.base(i)-s.height/2+4, f.Name(f.Chains[i]))
}

// Ranks draws, for each chain, how often its draws fall into each twentieth of all draws' ranks (Vehtari et al. 2021,
// section 4.5): chains that mix have about as many in each, which the line marks.
func Ranks(f TraceFigure) string {
	s := f.strips()
	counts, expected := f.ranks()
	most := expected
	for _, chain := range counts {
		for _, n := range chain {
			most = max(most, n)
		}
	}
	x := Scale{0, rankBins, s.left, s.right}
	var c canvas
	c.fitted("t-s dim", 0, 11, f.Parameter, small, f.Width)
	for i, chain := range counts {
		y := Scale{0, max(most, 1), s.base(i), s.base(i) - s.height}
		f.frame(&c, s, i, s.right)
		bars := path("")
		for b, n := range chain {
			if n > 0 {
				bars = bars.to("M", x.At(float64(b)), s.base(i)).to("V", y.At(n)).
					to("H", x.At(float64(b+1))-.7).to("V", s.base(i)).to("Z")
			}
		}
		c.path("bar", bars)
		c.path("whisk", path("").horizontal(s.left, s.right, y.At(expected)))
	}
	bottom := s.base(len(f.Chains) - 1)
	c.word("t-s dim", s.left, bottom+16, f.Lang.Say("chart.ranks.lowest"))
	c.word("t-s dim end", s.right, bottom+16, f.Lang.Say("chart.ranks.highest"))
	return figure(f.ID, f.Width, bottom+22, f.Lang.Say("chart.ranks.title", f.Parameter),
		f.Lang.Say("chart.ranks.how"), &c)
}

// ranks counts draws by chain and bin; ties are given to bins in the order of the chains' draws.
func (f TraceFigure) ranks() (counts [][]float64, expected float64) {
	type draw struct {
		value float64
		chain int
	}
	var all []draw
	for i, c := range f.Chains {
		for _, v := range c.Values {
			all = append(all, draw{v, i})
		}
	}
	sort.SliceStable(all, func(a, b int) bool { return all[a].value < all[b].value })
	counts = make([][]float64, len(f.Chains))
	for i := range counts {
		counts[i] = make([]float64, rankBins)
	}
	for rank, d := range all {
		counts[d.chain][rank*rankBins/len(all)]++
	}
	return counts, float64(len(all)) / float64(max(1, len(f.Chains))) / rankBins
}

func (f TraceFigure) words() string {
	s, divergent := "", 0
	for _, c := range f.Chains {
		low, high, ok := extent(c.Values)
		if ok {
			unit := spanUnit(low, high)
			s += f.Lang.Say("chart.trace.chain", f.Name(c), Number(low, unit), Number(high, unit))
		}
		for _, d := range c.Divergent {
			if d {
				divergent++
			}
		}
	}
	if divergent > 0 {
		s += f.Lang.Say("chart.trace.divergent", strconv.Itoa(divergent))
	}
	return s
}
