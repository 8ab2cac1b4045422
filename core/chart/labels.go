// Labels that look for a free place, in the order of preference of their figure.

package chart

import (
	"math"
	"slices"
)

// box is a stretch of the canvas that a label takes.
type box struct{ left, top, right, bottom float64 }

func (b box) meets(o box) bool {
	return b.left < o.right && o.left < b.right && b.top < o.bottom && o.top < b.bottom
}

// placer keeps labels of size t-s apart from each other and within the canvas.
type placer struct {
	width, top, bottom float64
	taken              []box // labels and vertical lines
	marks              []point
}

// labelWidth allows for bold type.
func labelWidth(s string) float64 { return 1.06 * extentOf(s, small) }

func labelBox(s string, x, y float64, anchor string) box {
	w := labelWidth(s)
	if anchor == " end" {
		x -= w
	}
	return box{x, y - 11, x + w, y + 3}
}

// try takes the place if it is free.
func (p *placer) try(s string, x, y float64, anchor string) bool {
	b := labelBox(s, x, y, anchor)
	if b.left < 0 || b.right > p.width || b.top < p.top || b.bottom > p.bottom || !p.clear(b) {
		return false
	}
	p.taken = append(p.taken, b)
	return true
}

// beside places a label left or right of a mark at x in the first row where mark and label have room.
// It returns the mark's y, the label's x and anchor class. Where no row has room, it takes the last.
func (p *placer) beside(s string, x, gap float64, rows []float64, leftFirst bool) (y, at float64, anchor string) {
	sides := []string{"", " end"}
	if leftFirst {
		sides = []string{" end", ""}
	}
	for _, y = range rows {
		if p.markMeets(x, y) {
			continue
		}
		for _, anchor = range sides {
			if at = aside(x, gap, anchor); p.try(s, at, y+4, anchor) {
				p.marks = append(p.marks, point{x, y})
				return y, at, anchor
			}
		}
	}
	anchor = ""
	if x > p.width/2 {
		anchor = " end"
	}
	at = aside(x, gap, anchor)
	p.taken = append(p.taken, labelBox(s, at, y+4, anchor))
	return y, at, anchor
}

func aside(x, gap float64, anchor string) float64 {
	if anchor == " end" {
		return x - gap
	}
	return x + gap
}

// markMeets reports whether a mark 10 px wide and high would touch another mark or a label.
func (p *placer) markMeets(x, y float64) bool {
	for _, m := range p.marks {
		if max(math.Abs(m.x-x), math.Abs(m.y-y)) < 10 {
			return true
		}
	}
	b := box{x - 5, y - 5, x + 5, y + 5}
	for _, t := range p.taken {
		if t.meets(b) && t.right-t.left > 4 { // a line may pass behind a mark
			return true
		}
	}
	return false
}

func (p *placer) clear(b box) bool {
	return !slices.ContainsFunc(p.taken, b.meets)
}
