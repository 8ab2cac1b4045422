// The prediction over two features, the others held: a map of the regions that the trees make.

package chart

import (
	"strconv"
	"strings"

	"dcctree/core/words"
)

// PartitionFigure is a grid of predictions. A value of a feature with Labels is a whole number, that of its label.
type PartitionFigure struct {
	ID      string
	Lang    words.Lang
	Width   float64 // px
	Target  string
	X, Y    MapAxis
	Means   []float64   // regression: of each cell, by rows of the grid, from the lowest Y on
	Classes []string    // classification
	Prob    [][]float64 // classification: probabilities of each cell
	Rows    []MapRow    // training rows
	Here    *MapRow     // the row whose other values are held, nil for none
}

// MapAxis is one feature of the map.
type MapAxis struct {
	Name      string
	Low, High float64 // of the cells' outer borders
	Cells     int
	Labels    []string
}

// MapRow is one row on the map; Class counts from 0.
type MapRow struct {
	X, Y  float64
	Class int
}

// mapLevels is how many shades there are.
const mapLevels = 9

// partitionPlan is the geometry of the map, in px.
type partitionPlan struct {
	PartitionFigure
	x, y      Scale
	low, high float64 // of the means
	bottom    float64
}

// Partition draws the map. It panics when grid and axes do not fit.
func Partition(f PartitionFigure) string {
	p := planPartition(f)
	var c canvas
	p.cells(&c)
	p.axes(&c)
	p.rows(&c)
	p.names(&c)
	height := p.legend(&c)
	return figure(f.ID, f.Width, height, f.Lang.Say("chart.map.title", f.Target, f.X.Name, f.Y.Name), p.words(), &c)
}

func planPartition(f PartitionFigure) partitionPlan {
	n := f.X.Cells * f.Y.Cells
	if n == 0 || f.Classes == nil && len(f.Means) != n || f.Classes != nil && len(f.Prob) != n {
		panic("chart: Partition needs one prediction for each cell")
	}
	p := partitionPlan{PartitionFigure: f}
	left := 0.0
	for _, s := range f.Y.ticks() {
		left = max(left, room(s.text, small)+8)
	}
	left = min(left, .3*f.Width)
	height := min(.72*f.Width, 340)
	p.x, p.y = Scale{f.X.Low, f.X.High, left, f.Width - 8}, Scale{f.Y.Low, f.Y.High, 22 + height, 22}
	p.bottom = 22 + height
	p.low, p.high = spanOf(f.Means)
	return p
}

// mapTick is one label of an axis.
type mapTick struct {
	at   float64
	text string
}

func (a MapAxis) ticks() (out []mapTick) {
	if a.Labels != nil {
		for k, s := range a.Labels {
			out = append(out, mapTick{float64(k), s})
		}
		return out
	}
	ticks, step := Ticks(a.Low, a.High, 5)
	for _, t := range ticks {
		out = append(out, mapTick{t, Tick(t, step)})
	}
	return out
}

// level is the shade of a cell, 1 to mapLevels, and its class.
func (p partitionPlan) level(i int) (class, level int) {
	if p.Classes == nil {
		if !finite(p.Means[i]) {
			return 0, 0
		}
		return 0, 1 + min(mapLevels-1, int((p.Means[i]-p.low)/(p.high-p.low)*mapLevels))
	}
	best := 0
	for k, v := range p.Prob[i] {
		if v > p.Prob[i][best] {
			best = k
		}
	}
	least := 1 / float64(len(p.Classes))
	share := (p.Prob[i][best] - least) / (1 - least)
	return best, 1 + min(mapLevels-1, max(0, int(share*mapLevels)))
}

// opacity of a shade; the lightest still differs from the ground.
func opacity(level int) string { return Tick(.05+.6*float64(level-1)/(mapLevels-1), .01) }

// cells draws each shade of each class as one path of stretches along the rows.
func (p partitionPlan) cells(c *canvas) {
	type shade struct{ class, level int }
	paths, order := map[shade]path{}, []shade{}
	w, h := (p.x.End-p.x.Start)/float64(p.X.Cells), (p.y.Start-p.y.End)/float64(p.Y.Cells)
	for row := range p.Y.Cells {
		for from := 0; from < p.X.Cells; {
			class, level := p.level(row*p.X.Cells + from)
			to := from + 1
			for to < p.X.Cells {
				if k, l := p.level(row*p.X.Cells + to); k != class || l != level {
					break
				}
				to++
			}
			s := shade{class, level}
			if _, seen := paths[s]; !seen {
				order = append(order, s)
			}
			x, y := p.x.Start+w*float64(from), p.y.Start-h*float64(row+1)
			paths[s] = paths[s].to("M", x, y).to("H", x+w*float64(to-from)).to("V", y+h).to("H", x).to("Z")
			from = to
		}
	}
	for _, s := range order {
		if s.level > 0 {
			c.put(`<g fill-opacity="`, opacity(s.level), `">`)
			c.path(p.ink(s.class), paths[s])
			c.end()
		}
	}
	c.path("base", path("").to("M", p.x.Start, p.y.End).to("H", p.x.End).to("V", p.y.Start).to("H", p.x.Start).
		to("Z"))
}

func (p partitionPlan) ink(class int) string {
	if p.Classes == nil {
		return "me"
	}
	return strings.TrimPrefix(classInk(class), "cls ") // without outlines, which would part the cells
}

func (p partitionPlan) axes(c *canvas) {
	last := -1e9
	for _, t := range p.X.ticks() {
		at := p.x.At(t.at)
		half := room(t.text, small) / 2
		c.path("axis", path("").vertical(at, p.bottom, p.bottom+4))
		if at-half < last+4 {
			continue
		}
		last = at + half
		c.word("t-s num dim mid", min(max(at, half), p.Width-half), p.bottom+17, t.text)
	}
	for _, t := range p.Y.ticks() {
		c.path("axis", path("").horizontal(p.x.Start-4, p.x.Start, p.y.At(t.at)))
		short, cut := fit(t.text, small, p.x.Start-7.9) // as wide as planPartition left, whatever the rounding
		c.label("t-s num dim end", p.x.Start-7, p.y.At(t.at)+4, plain(short), either(cut, t.text, ""))
	}
	c.label("t-s", 0, 12, nameRuns(p.Y.Name, small), "")
	c.label("t-s end", p.x.End, p.bottom+33, nameRuns(p.X.Name, small), "")
}

// rows marks the training rows: dots, or a shape for each class.
func (p partitionPlan) rows(c *canvas) {
	marks := make([]path, max(1, len(p.Classes)))
	for _, r := range p.Rows {
		if p.x.Has(r.X) && p.y.Has(r.Y) {
			k := min(max(r.Class, 0), len(marks)-1)
			marks[k] += mapMark(k, p.x.At(r.X), p.y.At(r.Y))
		}
	}
	for _, m := range marks {
		c.path("ink1 map-mark", m)
	}
	if p.Here != nil && p.x.Has(p.Here.X) && p.y.Has(p.Here.Y) {
		x, y := p.x.At(p.Here.X), p.y.At(p.Here.Y)
		c.path("here", path("").to("M", x, y-8).to("l", 8, 8).to("l", -8, 8).to("l", -8, -8).to("z"))
	}
}

// mapMark is one of six shapes, around again after them.
func mapMark(class int, x, y float64) path {
	switch class % 6 {
	case 1:
		return path("").to("M", x-2.6, y+2.2).to("h", 5.2).to("l", -2.6, -4.6).to("z")
	case 2:
		return path("").to("M", x-2.2, y-2.2).to("h", 4.4).to("v", 4.4).to("h", -4.4).to("z")
	case 3:
		return path("").to("M", x-2.4, y-2.4).to("l", 4.8, 4.8).to("m", 0, -4.8).to("l", -4.8, 4.8)
	case 4:
		return path("").to("M", x, y-3).to("l", 3, 3).to("l", -3, 3).to("l", -3, -3).to("z")
	case 5:
		return path("").to("M", x-2.8, y).to("h", 5.6).to("m", -2.8, -2.8).to("v", 5.6)
	}
	return path("").to("M", x-2.1, y).to("a", 2.1, 2.1, 0, 1, 0, 4.2, 0).to("a", 2.1, 2.1, 0, 1, 0, -4.2, 0).to("z")
}

// names writes every class into the middle of the largest stretch of its region.
func (p partitionPlan) names(c *canvas) {
	for k, name := range p.Classes {
		x, y, ok := p.middle(k)
		if !ok {
			continue
		}
		short, _ := fit(name, medium, (p.x.End-p.x.Start)/3)
		half := extentOf(short, medium) / 2
		c.word("t-m strong mid halo", min(max(x, p.x.Start+half), p.x.End-half), y+5, short)
	}
}

// middle of the widest run of cells of a class, of those in the middle rows of its widest runs.
func (p partitionPlan) middle(class int) (x, y float64, ok bool) {
	best, sum, rows, at := 0, 0.0, 0.0, 0.0
	for row := range p.Y.Cells {
		run := 0
		for col := range p.X.Cells {
			if k, _ := p.level(row*p.X.Cells + col); k != class {
				run = 0
				continue
			}
			if run++; run > best {
				best, sum, rows = run, 0, 0
			}
			if run == best {
				sum, rows = sum+float64(row)+.5, rows+1
				at = float64(col+1) - float64(run)/2
			}
		}
	}
	if best == 0 {
		return 0, 0, false
	}
	w, h := (p.x.End-p.x.Start)/float64(p.X.Cells), (p.y.Start-p.y.End)/float64(p.Y.Cells)
	return p.x.Start + w*at, p.y.Start - h*sum/rows, true
}

// legend explains shades and marks, and returns the height of the figure.
func (p partitionPlan) legend(c *canvas) float64 {
	y := p.bottom + 44
	if p.Classes != nil {
		return p.classLegend(c, y)
	}
	width := min(220, p.x.End-p.x.Start) / mapLevels
	for level := 1; level <= mapLevels; level++ {
		c.put(`<g fill-opacity="`, opacity(level), `">`)
		c.rect("me", p.x.Start+width*float64(level-1), y, width, 10)
		c.end()
	}
	end := p.x.Start + width*mapLevels
	c.path("base", path("").to("M", p.x.Start, y).to("H", end).to("V", y+10).to("H", p.x.Start).to("Z"))
	unit := spanUnit(p.low, p.high)
	c.word("t-s num dim", p.x.Start, y+24, Number(p.low, unit))
	c.word("t-s num dim end", end, y+24, Number(p.high, unit))
	short, _ := fit(p.Lang.Say("chart.map.mean", p.Target), small, p.Width-end-10)
	c.word("t-s dim", end+10, y+9, short)
	return y + 30
}

func (p partitionPlan) classLegend(c *canvas, y float64) float64 {
	x := 0.0
	for k, name := range p.Classes {
		short, cut := fit(name, small, .4*p.Width)
		need := 20 + room(short, small) + 14
		if x > 0 && x+need > p.Width {
			x, y = 0, y+18
		}
		c.rect(classInk(k)+" cls", x, y, 10, 10)
		c.path("ink1 map-mark", mapMark(k, x+18, y+5))
		c.label("t-s", x+26, y+9, plain(short), either(cut, name, ""))
		x += need + 12
	}
	return y + 18
}

func (p partitionPlan) words() string {
	if p.Classes == nil {
		unit := spanUnit(p.low, p.high)
		return p.Lang.Say("chart.map.mean.how", Number(p.low, unit), Number(p.high, unit),
			strconv.Itoa(len(p.Rows)))
	}
	count := make([]int, len(p.Classes))
	for i := range p.Prob {
		k, _ := p.level(i)
		count[k]++
	}
	s := ""
	for k, name := range p.Classes {
		s += p.Lang.Say("chart.map.class", name, Percent(float64(count[k])/float64(len(p.Prob))))
	}
	return s + p.Lang.Say("chart.map.class.how", strconv.Itoa(len(p.Rows)))
}
