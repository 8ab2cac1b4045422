// One row's class probabilities: a bar with its interval per class, and which class is true.

package chart

import "strings"

// classRows is the geometry of the bars, in px.
type classRows struct {
	ClassPredictionFigure
	shown []int
	label float64 // width of the labels
	marks float64 // x of the marks
	bar   Scale
}

const classRow = 26.0

// ClassPredictions draws the figure. Of more than ten classes the likeliest are shown and the rest
// pooled; the true class and the other method's are always among those shown.
func ClassPredictions(f ClassPredictionFigure) string {
	p := planClassRows(f)
	var c canvas
	bottom := 4 + classRow*float64(len(p.shown))
	grid := path("")
	for _, t := range []float64{0.5, 1} {
		grid = grid.vertical(p.bar.At(t), 4, bottom)
	}
	c.path("grid", grid)
	for i, k := range p.shown {
		p.row(&c, k, 4+classRow*(float64(i)+0.5))
	}
	c.path("axis", path("").vertical(p.bar.Start, 4, bottom))
	for _, t := range []float64{0, 0.5, 1} {
		c.word("t-s num dim mid", p.bar.At(t), bottom+15, Tick(t, 0.1))
	}
	height := bottom + 22
	if f.Component != nil {
		height += 18
		c.path("comp", path("").horizontal(0, 18, height-9))
		c.fitted("t-s dim", 24, height-5, f.Lang.Say("chart.alone", f.Component.Label), small, f.Width-24)
	}
	return figure(f.ID, f.Width, height, f.Lang.Say("chart.class.title", f.Target), p.words(), &c)
}

func planClassRows(f ClassPredictionFigure) classRows {
	p := classRows{ClassPredictionFigure: f, shown: shownPredictions(f)}
	marks := 0.0
	for _, k := range p.shown {
		p.label = max(p.label, room(p.name(k), medium))
		if m := p.mark(k); m != "" {
			marks = max(marks, 1.12*room(m, small)+14)
		}
	}
	p.label = min(p.label, 0.34*f.Width)
	start, value := p.label+10, room(".999", small)+12
	p.bar = Scale{0, 1, start, min(f.Width-marks-value, start+360)}
	p.marks = p.bar.End + value
	return p
}

func shownPredictions(f ClassPredictionFigure) []int {
	weight := make([]float64, len(f.Classes))
	for k, c := range f.Classes {
		weight[k] = shareOf(c.Probability)
		if k == f.Truth || k == f.Baseline {
			weight[k]++
		}
	}
	return heaviest(weight)
}

func (p classRows) name(k int) string {
	if k == poolRest {
		return p.Lang.Say("chart.other")
	}
	return p.Classes[k].Label
}

// mark says in words what holds for a class: "true", "CART", "true, CART".
func (p classRows) mark(k int) string {
	switch truth, method := k >= 0 && k == p.Truth, k >= 0 && k == p.Baseline; {
	case truth && method:
		return p.Lang.Say("chart.label.true") + ", " + p.Method
	case truth:
		return p.Lang.Say("chart.label.true")
	case method:
		return p.Method
	}
	return ""
}

func (p classRows) probability(k int) LeafClass {
	if k != poolRest {
		c := p.Classes[k]
		return LeafClass{Probability: c.Probability, Low: c.Low, High: c.High}
	}
	rest := 1.0
	for _, j := range p.shown {
		if j != poolRest {
			rest -= p.Classes[j].Probability
		}
	}
	return LeafClass{Probability: max(rest, 0)}
}

func (p classRows) row(c *canvas, k int, y float64) {
	c.fitted("t-m", 0, y+5, p.name(k), medium, p.label)
	p.drawMark(c, k, y)
	lc := p.probability(k)
	if !finite(lc.Probability) {
		c.word("t-s num dim", p.bar.Start+5, y+4, unknown)
		return
	}
	end := p.bar.Clip(lc.Probability)
	c.rect(classInk(k), p.bar.Start, y-7, end-p.bar.Start, 14)
	if finite(lc.Low) && finite(lc.High) && lc.High > lc.Low {
		low, high := p.bar.Clip(lc.Low), p.bar.Clip(lc.High)
		c.path("whisk", path("").horizontal(low, high, y).vertical(low, y-3.5, y+3.5).
			vertical(high, y-3.5, y+3.5))
		end = max(end, high)
	}
	p.drawComponent(c, k, y)
	c.word("t-s num strong halo", end+6, y+4, probability(lc))
}

// drawComponent marks one topology's probability by a dashed stroke across the bar.
func (p classRows) drawComponent(c *canvas, k int, y float64) {
	if p.Component == nil || k == poolRest || !finite(p.Component.Probabilities[k]) {
		return
	}
	c.path("comp", path("").vertical(p.bar.Clip(p.Component.Probabilities[k]), y-11, y+11))
}

// drawMark puts diamond or triangle before the word, in a column of its own.
func (p classRows) drawMark(c *canvas, k int, y float64) {
	m := p.mark(k)
	switch {
	case m == "":
		return
	case k == p.Truth:
		c.path("fill", diamond(p.marks+5, y))
		c.word("t-s num strong", p.marks+14, y+4, m)
	default:
		c.path("ink1 fillp", triangle(p.marks+5, y))
		c.word("t-s num", p.marks+14, y+4, m)
	}
}

func (p classRows) words() string {
	s, whiskers := "", false
	for _, k := range p.shown {
		lc := p.probability(k)
		whiskers = whiskers || lc.High > lc.Low
		s += p.name(k) + " " + probability(lc)
		if m := p.mark(k); m != "" {
			s += " (" + m + ")"
		}
		s += ". "
	}
	if p.Component != nil {
		s += p.Lang.Say("chart.alone.dashed", p.Component.Label)
		for _, k := range p.shown {
			if k != poolRest {
				s += " " + p.name(k) + " " +
					probability(LeafClass{Probability: p.Component.Probabilities[k]})
			}
		}
		s += ". "
	}
	if whiskers {
		s += p.Lang.Say("chart.class.how")
	}
	return strings.TrimSuffix(s, " ")
}
