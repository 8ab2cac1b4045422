//go:build js && wasm

// Figures as files: SVG that carries its own style, and PNG painted from the same SVG.

package page

import (
	"fmt"
	"math"
	"strings"
	"syscall/js"

	"dcctree/wasm/page/logic"
)

// drawing is a figure as it is seen, on the page's ground: SVG without any need of a style sheet.
type drawing struct {
	markup              string // of the elements, without the svg element around them
	x, y, width, height float64
	ground              string // color
}

// margin is the room around a figure, in pixels.
const margin = 12

// Properties that are written to the elements: those of shapes, and those that texts have besides.
var (
	shapeStyle = []string{"fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "stroke-linejoin",
		"opacity"}
	textStyle = []string{"font-family", "font-size", "font-weight", "font-style", "letter-spacing", "text-anchor",
		"paint-order"}
)

// usual are the values that an element has without saying so; what a tspan has is its text's.
var usual = map[string]string{"stroke": "none", "stroke-width": "1px", "stroke-dasharray": "none",
	"stroke-linecap": "butt", "stroke-linejoin": "miter", "opacity": "1", "font-style": "normal",
	"letter-spacing": "normal", "text-anchor": "start", "paint-order": "normal"}

// drawn takes a figure from the page: every element with the style that the browser computed for it.
func (a *app) drawn(svg js.Value) drawing {
	copied := svg.Call("cloneNode", true)
	seen, written := svg.Call("querySelectorAll", "*"), copied.Call("querySelectorAll", "*")
	styles := map[string][][2]string{} // by place: elements of one name and class in the same place look the same
	for i := range seen.Length() {
		el := seen.Index(i)
		place := placeIn(el, svg)
		style, found := styles[place]
		if !found {
			style = styleOf(el)
			styles[place] = style
		}
		to := written.Index(i)
		to.Call("removeAttribute", "class")
		for _, s := range style {
			to.Call("setAttribute", s[0], s[1])
		}
	}
	d := drawing{markup: inner(copied),
		ground: computed(a.doc.Underlying().Get("documentElement")).Call("getPropertyValue",
			"background-color").String()}
	view, box := svg.Get("viewBox").Get("baseVal"), svg.Call("getBBox")
	d.x, d.y = min(left(view), left(box))-margin, min(top(view), top(box))-margin
	d.width = math.Ceil(max(left(view)+size(view, "width"), left(box)+size(box, "width")) - d.x + margin)
	d.height = math.Ceil(max(top(view)+size(view, "height"), top(box)+size(box, "height")) - d.y + margin)
	return d
}

func left(box js.Value) float64              { return box.Get("x").Float() }
func top(box js.Value) float64               { return box.Get("y").Float() }
func size(box js.Value, side string) float64 { return box.Get(side).Float() }

// placeIn names an element by tags and classes, from the figure down.
func placeIn(el, svg js.Value) string {
	var b strings.Builder
	for ; !el.Equal(svg); el = el.Get("parentNode") {
		b.WriteString(el.Get("tagName").String() + "." + attribute(el, "class") + " ")
	}
	return b.String()
}

func computed(el js.Value) js.Value { return js.Global().Call("getComputedStyle", el) }

// styleOf returns what has to be written to an element so that it looks the same alone.
func styleOf(el js.Value) (style [][2]string) {
	tag := el.Get("tagName").String()
	var names []string
	switch tag {
	case "title", "desc":
		return nil
	case "g":
		names = []string{"opacity"}
	case "text", "tspan":
		names = append(names, shapeStyle...)
		names = append(names, textStyle...)
	default:
		names = shapeStyle
	}
	from := computed(el)
	for _, name := range names {
		value := from.Call("getPropertyValue", name).String()
		if value != "" && (value != usual[name] || tag == "tspan") {
			style = append(style, [2]string{name, value})
		}
	}
	return style
}

// inner is the markup of an element's children, as XML.
func inner(el js.Value) string {
	writer := js.Global().Get("XMLSerializer").New()
	var b strings.Builder
	nodes := el.Get("childNodes")
	for i := range nodes.Length() {
		b.WriteString(writer.Call("serializeToString", nodes.Index(i)).String())
	}
	return b.String()
}

// sheet puts drawings below each other into one SVG file.
func sheet(drawings []drawing) (svg string, width, height float64) {
	for _, d := range drawings {
		width, height = max(width, d.width), height+d.height
	}
	var b strings.Builder
	fmt.Fprintf(&b,
		`<svg xmlns="http://www.w3.org/2000/svg" width="%g" height="%g" viewBox="0 0 %g %g" `+
			`font-variant="lining-nums tabular-nums">`,
		width, height, width, height)
	fmt.Fprintf(&b, `<rect width="%g" height="%g" fill="%s"/>`, width, height, drawings[0].ground)
	y := 0.0
	for _, d := range drawings {
		fmt.Fprintf(&b, `<svg y="%g" width="%g" height="%g" viewBox="%g %g %g %g">%s</svg>`, y, d.width,
			d.height, d.x, d.y, d.width, d.height, d.markup)
		y += d.height
	}
	b.WriteString("</svg>\n")
	return b.String(), width, height
}

// pixels is how many pixels of a picture stand for one of the page, along each side.
const pixels = 2

// strip is the height that is painted at a time, in pixels of the page, so that the page is not held for long.
const strip = 64

// canvas makes a canvas that is not shown, with its context.
func (a *app) canvas(width, height float64) (canvas, context js.Value) {
	canvas = a.doc.Underlying().Call("createElement", "canvas")
	canvas.Set("width", width)
	canvas.Set("height", height)
	return canvas, canvas.Call("getContext", "2d")
}

// picture paints an SVG file as PNG. It fails where the browser cannot paint so much.
func (a *app) picture(svg string, width, height float64) (js.Value, error) {
	image := js.Global().Get("Image").New()
	image.Set("src", "data:image/svg+xml;charset=utf-8,"+js.Global().Call("encodeURIComponent", svg).String())
	if _, err := ask(image, "decode"); err != nil {
		return js.Undefined(), err
	}
	canvas, whole := a.canvas(pixels*width, pixels*height)
	for y := 0.0; y < height; y += strip {
		breathe()
		part, pen := a.canvas(pixels*width, pixels*min(strip, height-y))
		pen.Call("drawImage", image, 0, -pixels*y, pixels*width, pixels*height)
		whole.Call("drawImage", part, 0, pixels*y)
	}
	breathe()
	blob, _ := waitFor(func(made, _ js.Func) { canvas.Call("toBlob", made, "image/png") })
	if blob.IsNull() {
		return blob, &logic.Fault{Code: "picture", Message: logic.Text("take.nopicture")}
	}
	return blob, nil
}
