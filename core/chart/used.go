// How probable it is that the trees use each input, after the data and before them.

package chart

import "dcctree/core/words"

// UsedFigure is the probability of each input that some split of the tree is on it.
type UsedFigure struct {
	ID     string
	Lang   words.Lang
	Width  float64     // px
	Limit  int         // most inputs that are drawn; the others are counted only
	Inputs []UsedInput // in the order of their lines
}

// UsedInput is one input.
type UsedInput struct {
	Name             string
	Posterior, Prior float64 // probability of being used, 0 to 1; NaN where it is not known
	Error            float64 // Monte Carlo error of Posterior; NaN where it is not known
}

// said are the numbers of an input in words.
func (u UsedInput) said(in words.Lang) string {
	if !finite(u.Error) {
		return in.Say("chart.used.input", u.Name, Percent(u.Posterior), Percent(u.Prior))
	}
	return in.Say("chart.used.input.error", u.Name, Percent(u.Posterior), Percent(u.Error), Percent(u.Prior))
}

// Used draws the figure: a line for each input with a bar for the posterior, its Monte Carlo error as a whisker, which
// is clipped to 0 and 1, and a tick where the prior had it. It panics when the limit is below one.
func Used(f UsedFigure) string {
	if f.Limit < 1 {
		panic("chart: Used needs a limit of at least 1")
	}
	shown := f.Inputs[:min(f.Limit, len(f.Inputs))]
	widest := 0.0
	for _, u := range shown {
		widest = max(widest, room(u.Name, medium))
	}
	name, value := min(widest, 0.4*f.Width), room("100 %", small)+14
	x := Scale{0, 1, name + 12, min(f.Width-value, name+12+360)}
	var c canvas
	desc, y := "", 4.0
	for _, u := range shown {
		said := u.said(f.Lang)
		c.group("use", "", "", said)
		drawUseName(&c, u.Name, name, y+18)
		drawUsed(&c, u, x, y+13, x.End+value)
		c.end()
		desc, y = desc+said+". ", y+26
	}
	if len(shown) > 0 {
		c.path("whisk", path("").vertical(3, y+3, y+10))
		c.fitted("t-s dim", 10, y+12, f.Lang.Say("chart.used.prior"), small, f.Width-10)
		y += 18
	}
	if rest := f.Inputs[len(shown):]; len(rest) > 0 {
		most := 0.0
		for _, u := range rest {
			most = max(most, shareOf(u.Posterior))
		}
		said := f.Lang.Say("chart.used.more", len(rest), Percent(most))
		c.fitted("t-s dim", 0, y+12, said, small, f.Width)
		desc, y = desc+said+".", y+18
	}
	return figure(f.ID, f.Width, y+2, f.Lang.Say("chart.used.title"), desc, &c)
}

// drawUsed draws the bar with its whisker and its tick, and the percentage behind the scale.
func drawUsed(c *canvas, u UsedInput, x Scale, y, end float64) {
	c.path("grid", path("").horizontal(x.Start, x.End, y))
	c.path("base", path("").vertical(x.Start, y-9, y+9))
	if finite(u.Posterior) {
		c.rect("use-bar", x.Start, y-5, x.Clip(u.Posterior)-x.Start, 10)
		drawUseError(c, u.Posterior, u.Error, x, y)
	}
	if finite(u.Prior) { // longer than the bar is high: both ends show on any color
		c.path("whisk", path("").vertical(x.Clip(u.Prior), y-9, y+9))
	}
	c.word("t-s num end", end, y+4.5, Percent(u.Posterior))
}
