// This file takes the pictures of the README and checks that they show something and that nothing hangs over the edge.

//go:build browser

package browser

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// shots are the pictures: name, size in CSS pixels, scale, color scheme, and the section that a narrow one is scrolled
// to.
var shots = []struct {
	name          string
	width, height int64
	scale         float64
	scheme        string
	section       string
}{
	{"desktop-light", 1440, 900, 1, "light", "body"},
	{"desktop-dark", 1440, 900, 1, "dark", "body"},
	{"phone", 390, 844, 2, "light", "#trees"},
}

// pictured is the link to a page whose run is shown on a picture: a whole one where pictures are written, a short one
// where they are only judged.
func pictured() string {
	if *updateScreenshots {
		return quiet
	}
	return atFirst
}

// drawnForWidth holds where no figure is still that of another width, which the browser fits in.
const drawnForWidth = `[...document.querySelectorAll("#trees svg.fig[width]")]
	.every(s => !s.checkVisibility() || s.getBoundingClientRect().width > s.getAttribute("width") - 1.5)`

func TestScreenshots(t *testing.T) {
	b := newTab(t)
	b.viewport(1440, 900)
	b.scheme("light")
	b.open(shared.served + "/" + pictured())
	b.ready()
	b.sample("wu")
	b.runsToItsEnd()
	pictures := map[string]image.Image{}
	for _, s := range shots {
		b.do("set the viewport", chromedp.EmulateViewport(s.width, s.height, chromedp.EmulateScale(s.scale)))
		b.scheme(s.scheme)
		time.Sleep(700 * time.Millisecond)
		b.wait("the figures to be drawn for the width", drawnForWidth, patience)
		execute(b, fmt.Sprintf("document.querySelector(%q).scrollIntoView({behavior: 'instant'})", s.section))
		time.Sleep(200 * time.Millisecond)
		data, err := chromedp.Run(b.ctx, chromedp.CaptureScreenshot())
		if err != nil {
			t.Fatal(err)
		}
		picture, err := png.Decode(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		pictures[s.name] = picture
		size := picture.Bounds().Size()
		if size.X != int(float64(s.width)*s.scale) || size.Y != int(float64(s.height)*s.scale) {
			t.Errorf("%s is %v", s.name, size)
		}
		if n := colors(picture); n < 100 {
			t.Errorf("%s has %d colors: it shows next to nothing", s.name, n)
		}
		if *updateScreenshots {
			keep(t, s.name, data)
		}
	}
	light, dark := brightness(pictures["desktop-light"]), brightness(pictures["desktop-dark"])
	if light < .8 || dark > .3 {
		t.Errorf("mean brightness %.2f in the light scheme, %.2f in the dark one", light, dark)
	}
	b.fits("the page")
	execute(b, wideLetters)
	b.fits("the page in wide letters")
}

// wideLetters spaces the letters out as wider fonts would, since which fonts there are differs from machine to machine;
// figures measure their texts themselves.
const wideLetters = `{
	const wide = new CSSStyleSheet();
	wide.replaceSync(":not(svg *) {letter-spacing: .08em}");
	document.adoptedStyleSheets.push(wide);
}`

// fits tests that nothing hangs over the right edge, and that no box cuts off or scrolls sideways what it holds, from
// phones to desktops.
func (b *tab) fits(what string) {
	b.Helper()
	for _, width := range []int64{360, 390, 768, 1024, 1280, 1440} {
		b.viewport(width, 800)
		time.Sleep(400 * time.Millisecond)
		b.wait("the tree to be drawn for the width",
			`(f => !f.querySelector("svg") || f.scrollWidth <= f.clientWidth + 1)(`+query("tree")+")",
			patience)
		becomes(b, "0 ", overhang+" + ' ' + "+cutOff) // other figures may still be drawn for it
		room := evaluate[float64](b, query("topologies")+`.children.length === 0 ? 1 : `+query("topologies")+
			`.clientWidth / document.querySelector("#trees").clientWidth`)
		if room < .6 {
			b.Errorf("at %d px the topologies of %s have %.2f of the width", width, what, room)
		}
		over := evaluate[float64](b, overhang)
		if over > 0 {
			b.Errorf("at %d px %s is %g px wider than the screen: %s", width, what, over, b.widest())
		}
		if cut := b.cut(); cut != "" {
			b.Errorf("at %d px %s cuts off what these hold: %s", width, what, cut)
		}
	}
}

// overhang is by how much the page is wider than the screen; cutOff names the boxes that hide or scroll a part of their
// width. What only screen readers see is cut on purpose.
const (
	overhang = "(document.documentElement.scrollWidth - document.documentElement.clientWidth)"
	cutOff   = `[...document.querySelectorAll("body *:not(svg *, input, .vh, details:not([open]) *)")]
		.filter(e => e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).overflowX !== "visible")
		.slice(0, 5).map(e => e.tagName + "#" + e.id + "." + e.className).join(", ")`
)

// cut is what cutOff names.
func (b *tab) cut() string {
	b.Helper()
	return evaluate[string](b, cutOff)
}

// widest names the elements that reach over the right edge.
func (b *tab) widest() string {
	b.Helper()
	return evaluate[string](b,
		`[...document.querySelectorAll("body *")]
			.filter(e => e.getBoundingClientRect().right > document.documentElement.clientWidth + 0.5)
		.slice(0, 5).map(e => e.tagName + "#" + e.id + "." + (e.className.baseVal ?? e.className)).join(", ")`)
}

// keep writes a picture for the README.
func keep(t *testing.T, name string, data []byte) {
	t.Helper()
	dir := filepath.Join(shared.root, "docs", "screenshots")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%s.png", name)), data, 0o644); err != nil {
		t.Fatal(err)
	}
}

// colors counts the colors of a picture.
func colors(m image.Image) int {
	seen := map[color.Color]bool{}
	for y := m.Bounds().Min.Y; y < m.Bounds().Max.Y; y++ {
		for x := m.Bounds().Min.X; x < m.Bounds().Max.X; x++ {
			seen[m.At(x, y)] = true
		}
	}
	return len(seen)
}

// brightness is the mean of a picture's luminance, 0 black to 1 white.
func brightness(m image.Image) float64 {
	sum, n := 0.0, 0
	for y := m.Bounds().Min.Y; y < m.Bounds().Max.Y; y++ {
		for x := m.Bounds().Min.X; x < m.Bounds().Max.X; x++ {
			sum += float64(color.GrayModel.Convert(m.At(x, y)).(color.Gray).Y) / 255
			n++
		}
	}
	return sum / float64(n)
}
