// One decision tree as an indented list of its branches, which reads on a phone as well as on a wide page.

package chart

import (
	"math"
	"strconv"
	"strings"

	"dcctree/core/numeric"
	"dcctree/core/words"
)

// BranchesFigure is one tree whose splits use one input each.
type BranchesFigure struct {
	ID        string
	Lang      words.Lang
	Width     float64  // px
	Classes   []string // class labels; nil for regression
	Branches  []Branch // in pre-order, the root first
	Low, High float64  // ends of the leaves' common scale, in the target's units (regression)
	Median    bool     // leaves say medians, not means (regression)
}

// Branch is a node of the tree with what leads to it. Of two branches below a node the first is the left one.
type Branch struct {
	Depth    int     // 0 at the root
	Rule     string  // which rows come along: "glucose ≤ 127.5", "island in {Biscoe, Dream}"; not read at the root
	Gaps     bool    // rows with a gap in the input come along, too
	Gradual  bool    // the split that leads here is gradual
	From, To float64 // gradual: where 90 % and 10 % of a row go left, as shares of the input's range
	At       float64 // sharp: the threshold as a share of the input's range; NaN for sets of labels
	Rows     int     // training rows that come here
	Leaf     bool
	Mean     float64   // of a leaf: what it predicts, or the median, in the target's units (regression)
	SD       float64   // and the standard deviation of its noise; 0 or NaN: not told
	Shares   []float64 // of a leaf: the probability of each class, 0 to 1 (classification)
}

const (
	branchLine = 26.0  // px of a line
	branchStep = 16.0  // px of a depth, where all depths have room
	flankWide  = 34.0  // px of a flank
	flankHalf  = 6.0   // px from its middle to its top
	leastLine  = 130.0 // px of a line with a flank; on less the rule needs its place
)

// branchPlan is the list as far as it is drawn.
type branchPlan struct {
	BranchesFigure
	c      canvas
	step   float64         // px of a depth
	column float64         // where the leaves' column begins, px
	scale  Scale           // of the leaves' means, in that column
	unit   float64         // their digits
	ends   map[int]float64 // by depth: below the last line drawn, px
	signs  bool            // a gap's sign had no room for its words
	noise  bool            // some leaf has an sd
}

// Branches draws the figure: a line for each branch, with the flank of the hill that a split is, and at the right edge
// what the leaves predict. It panics without a root, where branches are not in pre-order, and unless every leaf has one
// share for each class.
func Branches(f BranchesFigure) string {
	f.check()
	p := planBranches(f)
	var desc strings.Builder
	leaves := 0
	for i, b := range f.Branches {
		desc.WriteString(p.draw(i) + " ")
		if b.Leaf {
			leaves++
		}
	}
	height := branchLine*float64(len(f.Branches)) + 4
	if p.signs {
		p.c.circle("soft", 5, height+9, 3.5)
		p.c.fitted("t-s dim", 14, height+13, f.Lang.Say("chart.branches.gaps.how"), small, f.Width-14)
		height += 20
	}
	height = p.legend(height)
	title := f.Lang.Say("chart.branches.title", leaves)
	return figure(f.ID, f.Width, height, title, strings.TrimSuffix(desc.String(), " "), &p.c)
}

func (f BranchesFigure) check() {
	if len(f.Branches) == 0 || f.Branches[0].Depth != 0 {
		panic("chart: Branches needs a root")
	}
	for i, b := range f.Branches {
		if i > 0 && (b.Depth < 1 || b.Depth > f.Branches[i-1].Depth+1 || f.left(i) && f.Branches[i-1].Leaf) {
			panic("chart: Branches needs branches in pre-order")
		}
		if b.Leaf && len(b.Shares) != len(f.Classes) {
			panic("chart: Branches needs one share for each class")
		}
	}
}

// large reports whether there is room for larger words and scales.
func (f BranchesFigure) large() bool { return f.Width >= 560 }

// left reports whether the i-th branch is the first below its node.
func (f BranchesFigure) left(i int) bool {
	return i > 0 && f.Branches[i].Depth == f.Branches[i-1].Depth+1
}

// center is the key of what leaves say.
func (f BranchesFigure) center() string {
	return either(f.Median, "chart.label.median", "chart.label.mean")
}

func planBranches(f BranchesFigure) *branchPlan {
	p := &branchPlan{BranchesFigure: f, ends: map[int]float64{}, unit: pow10(exponent((f.High - f.Low) / 100))}
	deepest, widest := 1, 0.0
	for _, b := range f.Branches {
		deepest = max(deepest, b.Depth)
		if b.Leaf {
			name, value := p.leafText(b)
			p.noise = p.noise || b.SD > 0
			widest = max(widest, wide(name, small)+room(value, small)+14)
		}
	}
	p.step = min(branchStep, 0.2*f.Width/float64(deepest))
	if f.Classes != nil { // the bar stands under the words
		p.column = f.Width - min(max(widest, 84), either(p.large(), 180.0, 112.0), 0.4*f.Width)
		return p
	}
	p.column = f.Width - min(widest+either(p.large(), 110.0, 56.0), 0.5*f.Width)
	p.scale = Scale{f.Low, f.High, p.column, max(p.column, f.Width-widest)}
	return p
}

// draw adds the line of a branch and returns what it says.
func (p *branchPlan) draw(i int) string {
	b, said := p.Branches[i], p.words(i)
	x, y := p.step*float64(b.Depth), branchLine*(float64(i)+0.5)
	p.c.group("place", "", "", said)
	if b.Depth > 0 {
		stem := x - p.step*0.75
		p.c.path("stem", path("").to("M", stem, p.ends[b.Depth-1]).to("V", y).to("H", x-p.step*0.2))
	}
	p.ends[b.Depth] = y + 8
	end := p.Width
	if b.Leaf {
		end = p.column - 8
	}
	x = p.drawRule(i, x, y, end)
	switch {
	case b.Leaf:
		if x < end-24 { // leads the eye
			p.c.path("grid", path("").horizontal(x, end, y))
		}
		p.drawLeaf(b, y)
	case i == 0:
		key := either(p.noise && !p.Median, "chart.branches.mean", p.center())
		key = either(p.Classes == nil, key, "chart.confusion.probable")
		p.c.fitted("t-s dim end", end, y+4.5, p.Lang.Say(key), small, end-x)
	}
	p.c.end()
	return said
}

// drawRule draws the rule between x and end, and behind it the flank, the sign for gaps and as many of its words and of
// the count of rows as have room. It returns where they end.
func (p *branchPlan) drawRule(i int, x, y, end float64) float64 {
	b, rule, signs := p.Branches[i], p.rule(i), 0.0
	flank := p.left(i) && finite(either(b.Gradual, b.From+b.To, b.At)) && end-x >= leastLine
	if flank {
		signs += flankWide + 8
	}
	if b.Gaps {
		signs += 12
	}
	class, size := "t-s", small
	if p.large() && wide(rule, medium) <= end-x-signs {
		class, size = "t-m", medium
	}
	short, full := fitRule(rule, size, end-x-signs)
	p.c.label(class, x, y+4.5, plain(short), full)
	x += wide(short, size) + 8
	if flank {
		b.drawFlank(&p.c, x, y)
		x += flankWide + 8
	}
	if b.Gaps {
		p.c.circle("soft", x+4, y, 3.5)
		after := p.ifRoom(p.Lang.Say("chart.branches.gaps"), x+12, y, end)
		p.signs = p.signs || after == x+12
		x = after
	}
	if i > 0 {
		x = p.ifRoom(p.rows(b), x, y, end)
	}
	return x
}

// ifRoom writes dim words that end before the given place, and returns where the next may begin.
func (p *branchPlan) ifRoom(s string, x, y, end float64) float64 {
	if x+room(s, small) > end {
		return x
	}
	p.c.word("t-s num dim", x, y+4.5, s)
	return x + room(s, small) + 10
}

// wide is the room of a label, more where it has many capitals.
func wide(s string, size float64) float64 { return max(room(s, size), 1.06*extentOf(s, size)) }

// fitRule cuts a label to the width, and returns the whole of it where it had to: a rule's name loses its end, not the
// threshold.
func fitRule(s string, size, width float64) (short, full string) {
	if wide(s, size) <= width {
		return s, ""
	}
	for _, relation := range []string{" ≤ ", " <= ", " > "} {
		at := strings.LastIndex(s, relation)
		if at < 0 {
			continue
		}
		if left := width - wide(s[at:], size); left >= room("ab…", size) {
			name, _ := fitRule(s[:at], size, left)
			return name + s[at:], s
		}
	}
	short, _ = fit(s, size, width*room(s, size)/wide(s, size))
	return short, s
}

// drawFlank draws which part of a row goes left over the input's range: a step where the split is sharp, else the
// logistic curve, whose logit is log 9 at From and -log 9 at To.
func (b Branch) drawFlank(c *canvas, x, y float64) {
	span, line := Scale{0, 1, x, x + flankWide}, []point(nil)
	part := func(t float64) float64 {
		return 1 / (1 + numeric.Exp(2*numeric.Log(9)*(t-(b.From+b.To)/2)/(b.To-b.From)))
	}
	if b.Gradual && b.To > b.From {
		for t := 0.0; t <= flankWide; t++ { // a point for each px
			line = append(line, point{x + t, y + flankHalf - 2*flankHalf*part(t/flankWide)})
		}
	} else {
		at := span.Clip(either(b.Gradual, b.From, b.At))
		line = []point{{x, y - flankHalf}, {at, y - flankHalf}, {at, y + flankHalf}, {span.End, y + flankHalf}}
	}
	c.path("dens", polyline(line).to("L", span.End, y+flankHalf).to("H", x).to("Z"))
	c.path("dline", polyline(line))
}

// leafText is what stands beside a leaf's mark: the number, or the likeliest class and its probability.
func (p *branchPlan) leafText(b Branch) (name, value string) {
	if p.Classes == nil {
		return "", either(p.High > p.Low, Number(b.Mean, p.unit), Significant(b.Mean, 3))
	}
	var leaf TreeLeaf
	for _, s := range b.Shares {
		leaf.Class = append(leaf.Class, LeafClass{Probability: s})
	}
	best := likeliest(leaf)
	if best < 0 {
		return unknown, ""
	}
	return p.Classes[best], probability(leaf.Class[best])
}

func (p *branchPlan) drawLeaf(b Branch, y float64) {
	name, value := p.leafText(b)
	if p.Classes != nil {
		short, full := fitRule(name, small, p.Width-p.column-room(value, small)-12)
		p.c.label("t-s halo", p.column, y+1, plain(short), full)
		p.c.word("t-s num strong end", p.Width, y+1, value)
		p.drawShares(b, y+4)
		return
	}
	p.c.path("grid", path("").horizontal(p.scale.Start, p.scale.End, y))
	if finite(b.Mean) {
		if finite(b.SD) && b.SD > 0 {
			p.c.path("whisk", path("").horizontal(p.scale.Clip(b.Mean-b.SD), p.scale.Clip(b.Mean+b.SD), y))
		}
		p.c.circle("mean", p.scale.Clip(b.Mean), y, 4)
	}
	p.c.word("t-s num end", p.Width, y+4.5, value)
}

// drawShares stacks the shares of all classes into one bar; those that share a gray are the rest of it.
func (p *branchPlan) drawShares(b Branch, y float64) {
	bar, sum := Scale{0, 1, p.column, p.Width}, 0.0
	p.c.rect("cls c0", bar.Start, y, bar.End-bar.Start, 6)
	for k, s := range b.Shares[:min(len(b.Shares), 7)] {
		from, to := bar.Clip(sum), bar.Clip(sum+shareOf(s))
		if to-from >= 0.5 {
			p.c.rect(classInk(k), from, y, to-from, 6)
		}
		sum += shareOf(s)
	}
}

// legend names the colors of the classes below y, and returns where it ends.
func (p *branchPlan) legend(y float64) float64 {
	x := 0.0
	for k, name := range p.Classes[:min(len(p.Classes), 8)] {
		if k == 7 && len(p.Classes) > 8 { // the others share a gray
			name = p.Lang.Say("chart.others")
		}
		span := min(wide(name, small), p.Width-14)
		if k == 0 || x+14+span > p.Width {
			x, y = 0, y+20
		}
		p.c.rect(classInk(k), x+0.5, y-11, 9, 9)
		p.c.fitted("t-s dim", x+14, y-2, name, small, span)
		x += 14 + span + 12
	}
	return y
}

func (p *branchPlan) rows(b Branch) string { return rowWords(TreeLeaf{Count: b.Rows, lang: p.Lang}) }

func (p *branchPlan) rule(i int) string {
	if i == 0 {
		return p.Lang.Say("chart.branches.all", tidy(strconv.Itoa(p.Branches[i].Rows)))
	}
	return p.Branches[i].Rule
}

// words is a sentence with all that is known of a branch.
func (p *branchPlan) words(i int) string {
	b, s := p.Branches[i], p.rule(i)
	if i > 0 {
		s = p.Lang.Say("chart.branches.depth", strconv.Itoa(b.Depth), s)
		if b.Gradual {
			s += ", " + p.Lang.Say("chart.branches.gradual", Percent(b.To-b.From))
		}
		if b.Gaps {
			s += ", " + p.Lang.Say("chart.branches.gaps")
		}
		s += ", " + p.rows(b)
	}
	if !b.Leaf {
		return s + "."
	}
	var parts []string
	if p.Classes == nil {
		_, mean := p.leafText(b)
		parts = append(parts, p.Lang.Say(p.center())+" "+mean)
		if b.SD > 0 {
			parts = append(parts, p.Lang.Say("chart.branches.sd", Significant(b.SD, 2)))
		}
	}
	for k, share := range b.Shares {
		if math.IsNaN(share) || share >= 0.005 {
			parts = append(parts, p.Classes[k]+" "+probability(LeafClass{Probability: share}))
		}
	}
	return s + p.Lang.Say("chart.branches.leaf", strings.Join(parts, ", ")) + "."
}
