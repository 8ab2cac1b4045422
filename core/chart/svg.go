// The few SVG elements that the figures need, written as text.

package chart

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// canvas collects the elements of a figure.
type canvas struct{ strings.Builder }

// coord writes a coordinate to a tenth of a pixel. A coordinate that is not finite would make the
// whole figure invalid, so callers leave such marks out; it is written as 0.
func coord(x float64) string {
	if !finite(x) {
		return "0"
	}
	x = math.Round(x*10) / 10
	if x == 0 {
		return "0" // not "-0"
	}
	return strconv.FormatFloat(x, 'f', -1, 64)
}

// escape makes s safe as text and as an attribute, and replaces what XML does not allow.
func escape(s string) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case r == '\t' || r == '\n' || r == '\r':
			return ' '
		case r < 0x20 || r == 0xfffe || r == 0xffff:
			return utf8.RuneError
		}
		return r
	}, s)
	return Escape(s)
}

// Escape makes s safe as text and as an attribute of HTML. Package html does so, too, but brings the names of all
// entities into a program: 25 KB of the page's first visit.
func Escape(s string) string { return escaper.Replace(s) }

var escaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "'", "&#39;")

func (c *canvas) put(parts ...string) {
	for _, p := range parts {
		c.WriteString(p)
	}
}

func (c *canvas) path(class string, p path) {
	if p != "" {
		c.put(`<path class="`, class, `" d="`, string(p), `"/>`)
	}
}

func (c *canvas) rect(class string, x, y, width, height float64) {
	c.put(`<rect class="`, class, `" x="`, coord(x), `" y="`, coord(y), `" width="`, coord(max(width, 0)),
		`" height="`, coord(max(height, 0)), `"/>`)
}

func (c *canvas) circle(class string, x, y, r float64) {
	c.put(`<circle class="`, class, `" cx="`, coord(x), `" cy="`, coord(y), `" r="`, coord(r), `"/>`)
}

// group opens a group with a tooltip; data names it for the page, as in data-node="5".
func (c *canvas) group(class, data, value, title string) {
	c.put(`<g class="`, class, `"`)
	if data != "" {
		c.put(` data-`, data, `="`, escape(value), `"`)
	}
	c.put(`>`)
	c.tooltip(title)
}

func (c *canvas) end() { c.put(`</g>`) }

func (c *canvas) tooltip(title string) {
	if title != "" {
		c.put(`<title>`, escape(title), `</title>`)
	}
}

// label writes runs at a point; class holds size and anchor; full is the text before it was cut.
func (c *canvas) label(class string, x, y float64, runs []run, full string) {
	c.put(`<text class="`, class, `" x="`, coord(x), `" y="`, coord(y), `">`)
	c.tooltip(full)
	for _, r := range runs {
		c.run(r)
	}
	c.put(`</text>`)
}

// word writes plain text.
func (c *canvas) word(class string, x, y float64, s string) { c.label(class, x, y, plain(s), "") }

// fitted writes plain text cut to the width, with the whole as a tooltip where it was cut.
func (c *canvas) fitted(class string, x, y float64, s string, size, width float64) {
	short, cut := fit(s, size, width)
	full := ""
	if cut {
		full = s
	}
	c.label(class, x, y, plain(short), full)
}

func (c *canvas) run(r run) {
	if r.class == "" && r.dx == 0 && r.dy == 0 {
		c.put(escape(r.text))
		return
	}
	if r.text == "" {
		return
	}
	c.put(`<tspan`)
	for _, a := range [][2]string{{"class", r.class}, {"dx", coord(r.dx)}, {"dy", coord(r.dy)}} {
		if a[1] != "" && a[1] != "0" {
			c.put(` `, a[0], `="`, a[1], `"`)
		}
	}
	c.put(`>`, escape(r.text), `</tspan>`)
}

// path is the d attribute of a path.
type path string

func (p path) to(command string, xy ...float64) path {
	var b strings.Builder
	b.WriteString(string(p))
	b.WriteString(command)
	for i, v := range xy {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(coord(v))
	}
	return path(b.String())
}

// horizontal and vertical append a separate straight stroke.
func (p path) horizontal(x0, x1, y float64) path { return p.to("M", x0, y).to("H", x1) }
func (p path) vertical(x, y0, y1 float64) path   { return p.to("M", x, y0).to("V", y1) }

// point is a place on the canvas, in px.
type point struct{ x, y float64 }

// polyline joins the points, leaving out those less than half a pixel from the one before in both
// directions: a fine grid costs no more than its drawing shows.
func polyline(points []point) path {
	var b strings.Builder
	var last point
	for i, q := range points {
		near := math.Abs(q.x-last.x) < 0.5 && math.Abs(q.y-last.y) < 0.5
		if i > 0 && near && i < len(points)-1 {
			continue
		}
		b.WriteString(either(i == 0, "M", "L"))
		b.WriteString(coord(q.x) + " " + coord(q.y))
		last = q
	}
	return path(b.String())
}

// figure wraps the elements in an svg element of the given size with a title and a description.
func figure(id string, width, height float64, title, desc string, body *canvas) string {
	var c canvas
	size := []string{coord(width), coord(height)}
	c.put(`<svg xmlns="http://www.w3.org/2000/svg" class="fig" width="`, size[0], `" height="`, size[1],
		`" viewBox="0 0 `, size[0], ` `, size[1], `" role="img" aria-labelledby="`, escape(id), `-t `,
		escape(id), `-d">`)
	c.put(`<title id="`, escape(id), `-t">`, escape(title), `</title><desc id="`, escape(id), `-d">`, escape(desc),
		`</desc>`)
	c.put(body.String(), "</svg>\n")
	return c.String()
}

// decoration wraps the elements in an svg element that is hidden from assistive technology, for
// use within a button or beside one that says the same in words.
func decoration(class string, width, height float64, body *canvas) string {
	var c canvas
	c.put(`<svg xmlns="http://www.w3.org/2000/svg" class="`, class, `" width="`, coord(width), `" height="`,
		coord(height), `" viewBox="0 0 `, coord(width), ` `, coord(height), `" aria-hidden="true">`,
		body.String(), "</svg>\n")
	return c.String()
}

// diamond and triangle are the marks of the true value and of another method, centered at x, y.
func diamond(x, y float64) path {
	return path("").to("M", x, y-5).to("l", 5, 5).to("l", -5, 5).to("l", -5, -5).to("z")
}
func triangle(x, y float64) path {
	return path("").to("M", x-4.5, y-4).to("h", 9).to("l", -4.5, 8).to("z")
}

// either returns one of two values.
func either[T any](is bool, yes, no T) T {
	if is {
		return yes
	}
	return no
}
