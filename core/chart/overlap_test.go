// Labels of a tree keep apart and within the figure, for all topologies with up to 6 leaves.

package chart_test

import (
	"encoding/xml"
	"errors"
	"io"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"dcctree/core/chart"
	"dcctree/core/topology"
)

// textBox is what a label takes: .56 em per character, from .75 em above the baseline to .2 below.
type textBox struct {
	text, class              string
	left, right, top, bottom float64
}

func (a textBox) meets(b textBox) bool {
	const slack = 0.6 // coordinates are rounded to .1 and centers are not exact
	return a.left+slack < b.right && b.left+slack < a.right && a.top+slack < b.bottom && b.top+slack < a.bottom
}

func fontSize(class string, inherited float64) float64 {
	for _, c := range strings.Fields(class) {
		switch c {
		case "t-s":
			return 12.5
		case "t-m":
			return 14
		case "t-l":
			return 19
		case "sb":
			return inherited * 0.68
		}
	}
	return inherited
}

// textReader gathers the labels of one SVG.
type textReader struct {
	boxes []textBox
	now   *textBox
	x     float64
	width float64
	sizes []float64 // of the open text and tspans
	quiet bool      // within a title or desc
	moved []point   // sums of the translations of the open groups
}

type point struct{ x, y float64 }

// at returns the translation of the innermost open group.
func (r *textReader) at() point {
	if len(r.moved) == 0 {
		return point{}
	}
	return r.moved[len(r.moved)-1]
}

func (r *textReader) open(transform string) {
	here := r.at()
	inner, _ := strings.CutPrefix(strings.TrimSuffix(transform, ")"), "translate(")
	if x, y, ok := strings.Cut(inner, " "); ok {
		dx, _ := strconv.ParseFloat(x, 64)
		dy, _ := strconv.ParseFloat(y, 64)
		here = point{here.x + dx, here.y + dy}
	}
	r.moved = append(r.moved, here)
}

func (r *textReader) start(e xml.StartElement) {
	attr := map[string]string{}
	for _, a := range e.Attr {
		attr[a.Name.Local] = a.Value
	}
	number := func(name string) float64 {
		v, _ := strconv.ParseFloat(attr[name], 64)
		return v
	}
	switch e.Name.Local {
	case "title", "desc":
		r.quiet = true
	case "g":
		r.open(attr["transform"])
	case "text":
		size, y := fontSize(attr["class"], 14), number("y")+r.at().y
		r.x, r.width, r.sizes = number("x")+r.at().x, 0, []float64{size}
		r.now = &textBox{class: attr["class"], top: y - 0.75*size, bottom: y + 0.2*size}
	case "tspan":
		r.width += number("dx")
		r.sizes = append(r.sizes, fontSize(attr["class"], r.sizes[len(r.sizes)-1]))
	}
}

func (r *textReader) chars(s string) {
	if r.now == nil || r.quiet {
		return
	}
	r.now.text += s
	r.width += float64(utf8.RuneCountInString(s)) * 0.56 * r.sizes[len(r.sizes)-1]
}

func (r *textReader) end(name string) {
	switch name {
	case "title", "desc":
		r.quiet = false
	case "g":
		r.moved = r.moved[:len(r.moved)-1]
	case "tspan":
		r.sizes = r.sizes[:len(r.sizes)-1]
	case "text":
		left := r.x
		for _, c := range strings.Fields(r.now.class) {
			switch c {
			case "mid":
				left = r.x - r.width/2
			case "end":
				left = r.x - r.width
			}
		}
		r.now.left, r.now.right = left, left+r.width
		r.boxes = append(r.boxes, *r.now)
		r.now = nil
	}
}

func textBoxes(t testing.TB, svg string) []textBox {
	t.Helper()
	var r textReader
	d := xml.NewDecoder(strings.NewReader(svg))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return r.boxes
		}
		if err != nil {
			t.Fatal(err)
		}
		switch e := token.(type) {
		case xml.StartElement:
			r.start(e)
		case xml.CharData:
			r.chars(string(e))
		case xml.EndElement:
			r.end(e.Name.Local)
		}
	}
}

func viewBox(t testing.TB, svg string) (width, height float64) {
	t.Helper()
	_, rest, _ := strings.Cut(svg, `viewBox="0 0 `)
	size, _, _ := strings.Cut(rest, `"`)
	w, h, _ := strings.Cut(size, " ")
	width, err := strconv.ParseFloat(w, 64)
	height, err2 := strconv.ParseFloat(h, 64)
	if err != nil || err2 != nil {
		t.Fatal("no viewBox")
	}
	return width, height
}

func checkLabels(t *testing.T, what, svg string) {
	t.Helper()
	width, height := viewBox(t, svg)
	boxes := textBoxes(t, svg)
	for _, b := range boxes {
		if b.left < -1 || b.right > width+1 || b.top < 0 || b.bottom > height+1 {
			t.Errorf("%s: %q leaves the figure (%.0f to %.0f of %.0f, %.0f to %.0f of %.0f)",
				what, b.text, b.left, b.right, width, b.top, b.bottom, height)
		}
	}
	checkApart(t, what, boxes)
}

func checkApart(t *testing.T, what string, boxes []textBox) {
	t.Helper()
	for i, b := range boxes {
		for _, o := range boxes[i+1:] {
			if b.meets(o) {
				t.Errorf("%s: %q and %q overlap: %+v %+v", what, b.text, o.text, b, o)
			}
		}
	}
}

// upTo returns every topology with at most n leaves.
func upTo(n int) []topology.Topology {
	all := []topology.Topology{topology.Root()}
	seen := map[topology.Topology]bool{all[0]: true}
	for i := 0; i < len(all); i++ {
		if all[i].Leaves() == n {
			continue
		}
		for leaf := range all[i].Leaves() {
			if s := all[i].Grow(leaf); !seen[s] {
				seen[s] = true
				all = append(all, s)
			}
		}
	}
	return all
}

func TestTreeLabelsKeepApart(t *testing.T) {
	shapes := append(upTo(6), balanced16(t), chain16(t))
	for _, s := range shapes {
		for _, width := range []float64{360, 754, 1000} {
			for _, names := range [][]string{shortNames, longNames} {
				what := s.Key() + " at " + strconv.Itoa(int(width)) + " with " + names[0]
				checkLabels(t, what, chart.Tree(anyTree(s, width, names, 120)))
				checkLabels(t, what+", classes", chart.Tree(classTree(s, width, names, iris)))
			}
		}
	}
}

func TestLabelsOfSpecialTreesKeepApart(t *testing.T) {
	for _, width := range []float64{320, 358, 480, 640, 754, 1000} {
		what := strconv.Itoa(int(width))
		checkLabels(t, "wu "+what, chart.Tree(wuTree(t, width)))
		checkLabels(t, "mixture "+what, chart.Tree(mixtureTree(t, width)))
		checkLabels(t, "units "+what, chart.Tree(unitsTree(t, width)))
		checkLabels(t, "twelve classes "+what,
			chart.Tree(classTree(shape(t, 3, 4, 5, 6), width, longNames, twelve)))
	}
}

func TestLabelsOfOtherFiguresKeepApart(t *testing.T) {
	for _, width := range []float64{320, 358, 480, 640, 754} {
		what := " at " + strconv.Itoa(int(width))
		checkLabels(t, "evidence"+what, chart.EvidenceTrace(evidence(width, 6)))
		checkLabels(t, "classes"+what, chart.ClassPredictions(classPrediction(width)))
		checkLabels(t, "topologies"+what,
			chart.Topologies(chart.TopologiesFigure{ID: "t", Width: width, Topologies: weights(t)}))
		checkLabels(t, "topologies and the rest"+what,
			chart.Topologies(chart.TopologiesFigure{ID: "t", Width: width, Topologies: weights(t),
				Unmeasured: chart.Unmeasured{Share: .1, Bound: .16}}))
	}
}

// TestPredictionLabelsKeepApart moves truth and baseline over the axis. These labels are placed by a
// closer estimate of their width than .56 em per character, so boxes are taken a tenth narrower.
func TestPredictionLabelsKeepApart(t *testing.T) {
	for _, width := range []float64{316, 358, 754} {
		for truth := -.5; truth <= 3; truth += .125 {
			for _, apart := range []float64{-3, -.4, -.02, 0, .02, .4, 3} {
				f := wuPrediction(t, width)
				f.Truth.X, f.Baseline.X = truth, truth+apart
				boxes := textBoxes(t, chart.Prediction(f))
				for i := range boxes {
					boxes[i].narrow()
				}
				checkApart(t, strconv.FormatFloat(truth, 'g', 3, 64)+" and "+
					strconv.FormatFloat(apart, 'g', 3, 64), boxes)
			}
		}
	}
}

// narrow takes a tenth of the width away, on the side that the anchor leaves free.
func (a *textBox) narrow() {
	tenth := (a.right - a.left) / 10
	switch {
	case strings.Contains(a.class, "end"):
		a.left += tenth
	case strings.Contains(a.class, "mid"):
		a.left, a.right = a.left+tenth/2, a.right-tenth/2
	default:
		a.right -= tenth
	}
}
