// The leaves of a classification tree: one row per class for all leaves, a bar per leaf and class.

package chart

import (
	"sort"
	"strconv"
	"strings"

	"dcctree/core/numeric"
	"dcctree/core/topology"
	"dcctree/core/words"
)

const (
	mostClasses = 10 // rows of classes; of more, the rarest are pooled
	poolRest    = -1 // stands for the pooled classes

	shortestWhisker = 4.0 // px; the tooltip has the shorter ones
)

// planClassMargin chooses the classes that are shown and the margin that holds their labels.
func planClassMargin(f TreeFigure) leafPlan {
	l := leafPlan{classes: shownClasses(f)}
	widest := 0.0
	for _, k := range l.classes {
		widest = max(widest, room(className(f.Lang, f.Classes, k), small))
	}
	most := 120.0
	if f.narrow() {
		most = 72
	}
	l.margin = min(widest, most) + 10
	l.rowHeight = 20
	if len(l.classes) > 5 {
		l.rowHeight = 16
	}
	return l
}

// shownClasses returns all classes in their order, or the nine with most probability over all rows
// and the rest pooled.
func shownClasses(f TreeFigure) []int {
	weight := make([]float64, len(f.Classes))
	for _, leaf := range f.Leaves {
		for k, c := range leaf.Class {
			weight[k] += shareOf(leaf.Share) * shareOf(c.Probability)
		}
	}
	return heaviest(weight)
}

// heaviest returns the indices in their order, or of more than mostClasses the heaviest and poolRest.
func heaviest(weight []float64) []int {
	order := numeric.Indices(len(weight))
	if len(order) <= mostClasses {
		return order
	}
	sort.SliceStable(order, func(a, b int) bool { return weight[order[a]] > weight[order[b]] })
	order = order[:mostClasses-1]
	sort.SliceStable(order, func(a, b int) bool { return order[a] < order[b] })
	return append(order, poolRest)
}

func className(l words.Lang, classes []string, k int) string {
	if k == poolRest {
		return l.Say("chart.other")
	}
	return classes[k]
}

// classInk is the class of a class's fill: c1 to c7, then one gray, so that two classes never share
// a color but the gray.
func classInk(k int) string {
	if k < 0 || k >= 7 {
		return "cls c0"
	}
	return "cls c" + strconv.Itoa(k+1)
}

// inLeaf returns a shown class's share of a leaf. The pooled classes have no interval of their own.
func (l leafPlan) inLeaf(leaf TreeLeaf, k int) LeafClass {
	if k != poolRest {
		return leaf.Class[k]
	}
	shown := map[int]bool{}
	for _, j := range l.classes {
		shown[j] = true
	}
	var rest LeafClass
	for j, c := range leaf.Class {
		if !shown[j] {
			rest.Probability += c.Probability
			rest.Count += c.Count
		}
	}
	rest.Low, rest.High = rest.Probability, rest.Probability
	return rest
}

func (p *treePlan) planClasses() {
	l := &p.leaves
	l.bottom = l.top + l.rowHeight*float64(len(l.classes))
	p.height = l.bottom + 8
	if p.classCaptions() {
		p.height = l.bottom + 40
	}
}

// classCaptions reports whether every leaf has room for its most probable class and its name.
func (p *treePlan) classCaptions() bool { return p.column >= 40 }

func (p *treePlan) classRow(i int) float64 {
	return p.leaves.top + p.leaves.rowHeight*(float64(i)+0.5)
}

func (p *treePlan) drawClassScale(c *canvas) {
	lines := path("")
	for i := range p.leaves.classes {
		lines = lines.horizontal(p.left, p.Width, p.classRow(i))
	}
	c.path("grid", lines)
	for i, k := range p.leaves.classes {
		c.fitted("t-s end", p.left-8, p.classRow(i)+4, className(p.Lang, p.Classes, k), small, p.left-8)
	}
}

// drawClassLeaf draws the bars of one leaf. With room, each bar is followed by its probability.
func (p *treePlan) drawClassLeaf(c *canvas, n topology.Node, leaf TreeLeaf) {
	bar, values := p.classBars(n.Index)
	c.path("base", path("").vertical(bar.Start, p.leaves.top, p.leaves.bottom))
	for i, k := range p.leaves.classes {
		p.drawClassBar(c, p.leaves.inLeaf(leaf, k), k, bar, p.classRow(i), values)
	}
	if p.classCaptions() {
		p.drawClassCaption(c, n, leaf, bar.Start)
	}
}

// classBars is the scale of the bars in a column, and whether there is room for values after them.
func (p *treePlan) classBars(column int) (Scale, bool) {
	edge := max(4, 0.06*p.column)
	start, end := p.x(float64(column))+edge, p.x(float64(column)+1)-edge
	values := p.column >= 64
	if values {
		end -= room(".999", small) + 6
	}
	return Scale{0, 1, start, min(end, start+150)}, values
}

func (p *treePlan) drawClassBar(c *canvas, lc LeafClass, k int, bar Scale, y float64, value bool) {
	if !finite(lc.Probability) {
		return
	}
	end, half := bar.Clip(lc.Probability), min(6, p.leaves.rowHeight*0.32)
	if end-bar.Start > 0.4 {
		c.rect(classInk(k), bar.Start, y-half, end-bar.Start, 2*half)
	}
	low, high := bar.Clip(lc.Low), bar.Clip(lc.High)
	if high-low > shortestWhisker && finite(lc.Low) && finite(lc.High) {
		c.path("whisk", path("").horizontal(low, high, y).vertical(low, y-2.5, y+2.5).
			vertical(high, y-2.5, y+2.5))
		end = max(end, high)
	}
	if value {
		class := "t-s num dim halo"
		if lc.Probability >= 0.5 {
			class = "t-s num strong halo"
		}
		c.word(class, end+5, y+4, probability(lc))
	}
}

// probability writes hundredths, thousandths where these would read 0 or 1 though it is neither.
func probability(lc LeafClass) string {
	unit := 0.01
	if p := lc.Probability; p > 0 && p < 0.005 || p < 1 && p >= 0.995 {
		unit = 0.001
	}
	return Number(lc.Probability, unit)
}

// drawClassCaption names the most probable class and the leaf under the bars.
func (p *treePlan) drawClassCaption(c *canvas, n topology.Node, leaf TreeLeaf, x float64) {
	width := p.x(float64(n.Index)+1) - x - 4
	best := likeliest(leaf)
	if best < 0 {
		return
	}
	name := p.Classes[best]
	if room(name, medium) <= width {
		c.word("t-m strong", x, p.leaves.bottom+17, name)
	} else {
		c.fitted("t-s strong", x, p.leaves.bottom+17, name, small, width)
	}
	for _, s := range []string{leafWords(n, leaf), leafRows(leaf), tidy(strconv.Itoa(leaf.Count))} {
		if room(s, small) <= width {
			c.word("t-s num dim", x, p.leaves.bottom+33, s)
			return
		}
	}
}

// likeliest returns the class with the highest probability, -1 when none is known.
func likeliest(leaf TreeLeaf) int {
	best, most := -1, -1.0
	for k, c := range leaf.Class {
		if finite(c.Probability) && c.Probability > most {
			best, most = k, c.Probability
		}
	}
	return best
}

// classTitle says all that is known of a classification leaf.
func classTitle(n topology.Node, leaf TreeLeaf, classes []string) string {
	var parts []string
	for k, c := range leaf.Class {
		s := classes[k] + ": " + probability(c)
		if finite(c.Low) && finite(c.High) && c.High > c.Low {
			s += " (" + leaf.lang.Say("chart.range", Number(c.Low, 0.01), Number(c.High, 0.01)) + ")"
		}
		parts = append(parts, s+leaf.lang.Say("chart.node.rows", tidy(strconv.Itoa(c.Count))))
	}
	return leafCall(n, leaf) + ", " + rowWords(leaf) + "; " + strings.Join(parts, "; ")
}
