// Which class was taken for which, as a matrix of counts.

package chart

import (
	"strconv"

	"dcctree/core/words"
)

// ConfusionFigure counts rows by their true and their most probable class.
type ConfusionFigure struct {
	ID      string
	Lang    words.Lang
	Width   float64 // px
	Target  string
	Classes []string
	Counts  [][]int // by true class, then by the class named
}

const confusionRow = 30.0

// Confusion draws the matrix: a row for each true class, shaded by the share of the row. It panics when the counts are
// not square.
func Confusion(f ConfusionFigure) string {
	if len(f.Counts) != len(f.Classes) {
		panic("chart: Confusion needs one row for each class")
	}
	label := room(f.Lang.Say("chart.label.true"), small)
	for _, name := range f.Classes {
		label = max(label, room(name, medium))
	}
	label = min(label, .3*f.Width)
	cell := min((f.Width-label-10)/float64(max(1, len(f.Classes))), 110)
	bottom := 40 + confusionRow*float64(len(f.Classes))
	var c canvas
	c.word("t-s dim", label+10, 11, f.Lang.Say("chart.confusion.probable"))
	c.word("t-s dim", 0, 32, f.Lang.Say("chart.label.true"))
	for k, name := range f.Classes {
		short, cut := fit(name, small, cell-6)
		c.label("t-s mid", label+10+cell*(float64(k)+.5), 32, plain(short), either(cut, name, ""))
	}
	for i, counts := range f.Counts {
		if len(counts) != len(f.Classes) {
			panic("chart: Confusion needs one count for each class")
		}
		f.row(&c, i, label, cell)
	}
	return figure(f.ID, f.Width, bottom+6, f.Lang.Say("chart.confusion.title", f.Target), f.words(), &c)
}

func (f ConfusionFigure) row(c *canvas, i int, label, cell float64) {
	y, total := 40+confusionRow*float64(i), 0
	for _, n := range f.Counts[i] {
		total += n
	}
	c.fitted("t-m", 0, y+20, f.Classes[i], medium, label)
	for k, n := range f.Counts[i] {
		x := label + 10 + cell*float64(k)
		if n > 0 {
			c.put(`<g opacity="`, Tick(max(.08, float64(n)/float64(total)), .01), `">`)
			c.rect("dens", x+1, y+1, cell-2, confusionRow-2)
			c.end()
		}
		class := "t-m num mid dim"
		if i == k {
			class = "t-m num mid strong"
			c.path("pick", path("").horizontal(x+1, x+cell-1, y+confusionRow-1))
		} else if n > 0 {
			class = "t-m num mid"
		}
		c.word(class, x+cell/2, y+20, strconv.Itoa(n))
	}
	c.path("grid", path("").horizontal(0, label+10+cell*float64(len(f.Classes)), y+confusionRow))
}

func (f ConfusionFigure) words() string {
	s := ""
	for i, counts := range f.Counts {
		for k, n := range counts {
			if n > 0 && i != k {
				s += f.Lang.Say("chart.confusion.taken", strconv.Itoa(n), f.Classes[i], f.Classes[k])
			}
		}
	}
	if s == "" {
		return f.Lang.Say("chart.confusion.allright")
	}
	return s + f.Lang.Say("chart.confusion.othersright")
}
