// One metric of this run, of another method and of the true partition on one scale.

package chart

// comparePlan is the geometry of the dot plot, in px.
type comparePlan struct {
	CompareFigure
	label, value float64 // widths of the columns left and right of the plot
	x            Scale
	bottom       float64
}

const (
	compareTop = 24.0
	compareRow = 24.0
)

// Compare draws the figure. It panics without rows.
func Compare(f CompareFigure) string {
	p := planCompare(f)
	var c canvas
	ticks, step := p.ticks()
	grid := path("")
	for _, t := range ticks {
		grid = grid.vertical(p.x.At(t), compareTop-4, p.bottom)
		c.word("t-s num dim mid", p.x.At(t), 13, Tick(t, step))
	}
	c.path("grid", grid)
	c.fitted("t-s dim", 0, 13, f.Metric, small, p.label)
	for i, r := range f.Rows {
		p.row(&c, r, compareTop+compareRow*(float64(i)+0.5))
	}
	return figure(f.ID, f.Width, p.bottom, "Comparison by "+f.Metric, p.words(), &c)
}

func planCompare(f CompareFigure) comparePlan {
	if len(f.Rows) == 0 {
		panic("chart: Compare needs at least one row")
	}
	p := comparePlan{CompareFigure: f}
	p.label = room(f.Metric, small)
	for _, r := range f.Rows {
		value, err := withTwoDigits(r.Value, r.Error)
		p.label = max(p.label, room(r.Label, medium))
		p.value = max(p.value, extentOf(value, medium)*1.06+5+extentOf(err, small)+4)
	}
	p.label = min(p.label, 0.32*f.Width)
	low, high, _ := Nice(p.window())
	p.x = Scale{low, high, p.label + 14, f.Width - p.value - 14}
	p.bottom = compareTop + compareRow*float64(len(f.Rows)) + 2
	return p
}

// window covers the rows that lie within five interval widths of the first, in about so many
// intervals.
func (p comparePlan) window() (low, high float64, ticks int) {
	var ends []float64
	for _, r := range p.Rows {
		if p.near(r) {
			ends = append(ends, r.Value, r.Low, r.High)
		}
	}
	low, high, ok := extent(ends)
	switch {
	case !ok:
		return 0, 1, 4
	case low == high:
		return low - 1, high + 1, 4
	}
	return low, high, 4
}

func (p comparePlan) near(r CompareRow) bool {
	first := p.Rows[0]
	width := max(first.High-first.Low, abs(first.Value)/10)
	return finite(r.Value) && (!finite(first.Value) || abs(r.Value-first.Value) <= 5*width)
}

func abs(x float64) float64 { return max(x, -x) }

// ticks returns as many ticks as have room, at least two where there are two.
func (p comparePlan) ticks() ([]float64, float64) {
	for n := 4; n > 1; n-- {
		if ticks, step := Ticks(p.x.Low, p.x.High, n); len(ticks) > 0 && apart(ticks, step, p.x) {
			return ticks, step
		}
	}
	return []float64{p.x.Low, p.x.High}, p.x.High - p.x.Low
}

func (p comparePlan) row(c *canvas, r CompareRow, y float64) {
	class := "t-m"
	if r.Kind == ThisRun {
		class = "t-m accent"
	}
	c.fitted(class, 0, y+5, r.Label, medium, p.label)
	value, err := withTwoDigits(r.Value, r.Error)
	runs := []run{{text: value, class: "strong"}}
	if err != "" {
		runs = append(runs, run{text: err, class: "t-s dim", dx: 5})
	}
	c.label("t-m num end", p.Width, y+5, runs, "")
	if !p.near(r) {
		p.far(c, r, y)
		return
	}
	p.mark(c, r, y)
}

// far says how far off a row is, as a ratio where both values are positive, in the longest words
// that fit.
func (p comparePlan) far(c *canvas, r CompareRow, y float64) {
	ways := []string{"off this scale", "off scale"}
	switch first := p.Rows[0].Value; {
	case !finite(r.Value):
		ways = []string{"not known"}
	case first > 0 && r.Value >= 2*first:
		ways = ratioWords(r.Value/first, "larger")
	case r.Value > 0 && first >= 2*r.Value:
		ways = ratioWords(first/r.Value, "smaller")
	}
	width := p.x.End - p.x.Start + 20
	for _, s := range ways[:len(ways)-1] {
		if room(s, small) <= width {
			c.label("t-s dim", p.x.Start, y+4, plain(s), ways[0])
			return
		}
	}
	c.label("t-s dim", p.x.Start, y+4, plain(ways[len(ways)-1]), ways[0])
}

func ratioWords(ratio float64, word string) []string {
	times := Significant(ratio, 2) + " times " + word
	return []string{times + ", off this scale", times + ", off scale", times}
}

func (p comparePlan) mark(c *canvas, r CompareRow, y float64) {
	x := p.x.At(r.Value)
	line := map[CompareKind]string{ThisRun: "me-l", Baseline: "ca-l", Truth: "ca-l"}[r.Kind]
	if finite(r.Low) && finite(r.High) && r.High > r.Low {
		c.path(line, path("").horizontal(p.x.Clip(r.Low), p.x.Clip(r.High), y))
	}
	switch r.Kind {
	case ThisRun:
		c.circle("me", x, y, 4)
	case Baseline:
		c.path("ca", triangle(x, y))
	case Truth:
		c.path("fill", diamond(x, y))
	}
}

func (p comparePlan) words() string {
	s := ""
	for _, r := range p.Rows {
		value, err := withTwoDigits(r.Value, r.Error)
		s += r.Label + " " + value + " " + err + ". "
	}
	return s + "Lines show 90 percent intervals."
}
