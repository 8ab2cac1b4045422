// What holds across trees: how often each feature is used and where it is split, the most common splits from the root
// down, and the splits that trees agree or disagree on.

package chart

import (
	"math"
	"strconv"
	"strings"

	"dcctree/core/words"
)

// FeaturesFigure shows, for each feature, the posterior probability that some split is on it, its mean weight on the
// simplex beside that under the prior, which is the same for all, and the posterior density of the thresholds of all
// splits on it.
type FeaturesFigure struct {
	ID       string
	Lang     words.Lang
	Width    float64      // px
	Features []FeatureUse // by falling probability; those below leastUse are counted only
}

// FeatureUse is one feature.
type FeatureUse struct {
	Name        string
	Labels      []string // categories of a text feature; nil for a number
	Probability float64  // that it is the main feature of some split
	Error       float64  // Monte Carlo error of Probability, NaN where it is not known
	// posterior mean of its weight on the simplex, over the splits of a tree, among trees with a split
	Share      float64
	ShareError float64
	Min, Max   float64   // its range in the training rows
	Grid       []float64 // from Min to Max
	// of thresholds over all trees, per unit of the feature; its integral is the expected number of splits
	Density      []float64
	summit, part float64 // highest density times the range; px of its hill
}

// Cut is one split as several trees make it.
type Cut struct {
	Feature string
	Labels  []string
	// median over the trees; NaN where they split on a mixture that does not cross the feature's range
	Threshold float64
	Min, Max  float64 // the feature's range
	Unit      float64 // see TreeSplit
	Lines     []CutLine
	Weight    float64 // of the trees that make it
	Explains  float64 // share of the trees' disagreement that it accounts for
	// the part of Explains against trees that do not make it; the rest is about where they make it
	Whether float64
}

// CutLine is the threshold of one tree.
type CutLine struct{ At, Weight float64 }

// ConsensusFigure is the most common first split, the most common next ones among the trees that share it, and so on.
type ConsensusFigure struct {
	ID    string
	Lang  words.Lang
	Width float64 // px
	Nodes []ConsensusNode
}

// ConsensusNode is one place of the consensus, in pre-order.
type ConsensusNode struct {
	Depth  int
	Side   ConsensusSide
	Ends   bool    // most trees have a leaf here
	Cut    Cut     // otherwise: what most trees split on, with the thresholds of each
	Share  float64 // of the trees that come here, those that do this
	Weight float64 // of all trees, those that come here and do this
	Others []ConsensusChoice
}

// ConsensusChoice is what other trees do at the same place.
type ConsensusChoice struct {
	Ends  bool
	Cut   Cut
	Share float64 // of the trees that come here
}

// ConsensusSide says how a place is reached from the split above it.
type ConsensusSide int

// The root, the rows at or below the threshold, the rows above it.
const (
	ConsensusRoot ConsensusSide = iota
	ConsensusLeft
	ConsensusRight
)

// CutsFigure lists splits by the weight of the trees that make them, beside the share of the disagreement that each
// accounts for.
type CutsFigure struct {
	ID    string
	Lang  words.Lang
	Width float64 // px
	Cuts  []Cut   // by falling weight
}

const (
	leastUse    = 0.02 // probability of use below which a feature is counted only
	mostUses    = 10
	leastCut    = 0.03 // weight and share of the disagreement below both of which a cut is left out
	mostCuts    = 8
	useHill     = 26.0 // px of the tallest hill
	lowUseHill  = 6.0  // px at least for a feature that is used
	surveyTitle = 20.0 // px of the line of column heads
)

// surveyName is the px that names on the left take.
func surveyName(width float64, names []string) float64 {
	widest := 0.0
	for _, n := range names {
		widest = max(widest, room(n, medium))
	}
	return min(widest, 0.3*width)
}

// Features draws the figure. It panics when grid and density of a feature differ in length.
func Features(f FeaturesFigure) string {
	var shown []FeatureUse
	var names []string
	for _, u := range f.Features {
		if len(u.Grid) != len(u.Density) {
			panic("chart: grid and density differ in length")
		}
		if len(shown) < mostUses && u.Probability >= leastUse {
			shown = append(shown, u)
			names = append(names, u.Name)
		}
	}
	scaleUses(shown)
	narrow := f.Width < 560
	name := surveyName(f.Width, names)
	bar := Scale{0, 1, name + 12, name + 12 + 90}
	axis := [2]float64{bar.End + 114, f.Width - 8}
	pitch, top := 48.0, surveyTitle
	if narrow {
		name, bar = f.Width, Scale{0, 1, 0, 0.22 * f.Width}
		axis, pitch, top = [2]float64{0.3 * f.Width, f.Width - 8}, 80, 4
	}
	var c canvas
	desc := ""
	if !narrow {
		c.word("t-s dim", bar.Start, 11, f.Lang.Say("chart.features.used"))
		c.path("soft", diamond(bar.Start+105, 7))
		c.word("t-s dim", bar.Start+114, 11, f.Lang.Say("chart.weight"))
		c.word("t-s dim", axis[0], 11, f.Lang.Say("chart.features.where"))
	}
	for i, u := range shown {
		y := top + pitch*float64(i)
		words := useWords(f.Lang, u, len(f.Features))
		c.group("use", "", "", words)
		if narrow {
			c.label("t-m", 0, y+12, nameRuns(u.Name, medium), "")
			c.word("t-s num dim end", f.Width, y+12, useNumber(u))
			y += 20
		} else {
			drawUseName(&c, u.Name, name, y+32)
			c.word("t-s num", bar.End+8, y+32, useNumber(u))
		}
		drawUseBar(&c, u, 1/float64(len(f.Features)), bar, y+28)
		x := Scale{u.Min, u.Max, axis[0], axis[1]}
		if u.Labels != nil { // their names stand under the ends
			x.Start, x.End = x.Start+30, x.End-30
		}
		drawUseHill(&c, u, x, y+32)
		c.end()
		desc += words + ". "
	}
	height := top + pitch*float64(len(shown)) + 4
	if len(shown) > 0 && len(f.Features) > 1 {
		c.path("whisk", path("").vertical(3, height+2, height+10))
		c.fitted("t-s dim", 10, height+10, f.Lang.Say("chart.features.prior", priorShare(len(f.Features))),
			small, f.Width-10)
		height += 18
	}
	if rest := len(f.Features) - len(shown); rest > 0 {
		s := f.Lang.Say("chart.features.more", tidy(strconv.Itoa(rest)),
			Number(restUse(f.Features, len(shown)), 0.01))
		c.fitted("t-s dim", 0, height+10, s, small, f.Width)
		desc += s + "."
		height += 18
	}
	return figure(f.ID, f.Width, height, f.Lang.Say("chart.features.title"), desc, &c)
}

// restUse is a bound of the probabilities from the n-th feature on, rounded up to hundredths.
func restUse(uses []FeatureUse, n int) float64 {
	bound := 0.01
	for bound < uses[n].Probability {
		bound += 0.01
	}
	return bound
}

// scaleUses gives all hills one scale; that of a feature in use is never quite flat.
func scaleUses(uses []FeatureUse) {
	tallest := 0.0
	for i := range uses {
		u := &uses[i]
		for _, d := range u.Density {
			if finite(d) {
				u.summit = max(u.summit, d*(u.Max-u.Min))
			}
		}
		tallest = max(tallest, u.summit)
	}
	for i := range uses {
		if u := &uses[i]; u.summit > 0 {
			u.part = max(useHill*u.summit/tallest, lowUseHill)
		}
	}
}

func drawUseName(c *canvas, name string, right, y float64) {
	if room(name, medium) <= right {
		c.label("t-m end", right, y, nameRuns(name, medium), "")
		return
	}
	c.fitted("t-s end", right, y, name, small, right)
}

func useNumber(u FeatureUse) string {
	unit := weightUnit(u.Error)
	switch {
	case math.IsNaN(u.Error):
		return share(u.Probability) + " " + ErrorNotKnown
	case !finite(u.Error) || u.Error <= 0:
		return Number(u.Probability, unit)
	}
	return Number(u.Probability, unit) + " ± " + weightError(u.Error, unit)
}

// priorShare is the weight of one of n features in a split under the prior, which is flat on the simplex.
func priorShare(n int) string {
	if n == 1 {
		return "1"
	}
	return "1/" + tidy(strconv.Itoa(n))
}

func useWords(l words.Lang, u FeatureUse, features int) string {
	unit := weightUnit(u.Error)
	if math.IsNaN(u.Error) {
		return l.Say("chart.feature.unknown", u.Name,
			share(u.Probability), Number(u.Share, 0.01), priorShare(features))
	}
	return l.Say("chart.feature", u.Name, Number(u.Probability, unit),
		Number(u.Error, unit), Number(u.Share, 0.01), priorShare(features))
}

// drawUseBar draws the probability as a bar with its error, and the mean weight in splits as a diamond beside that
// under the prior.
func drawUseBar(c *canvas, u FeatureUse, prior float64, x Scale, y float64) {
	c.path("base", path("").vertical(x.Start, y-9, y+9))
	c.rect("use-bar", x.Start, y-5, x.Clip(u.Probability)-x.Start, 10)
	drawUseError(c, u.Probability, u.Error, x, y)
	if prior < 1 {
		c.path("whisk", path("").vertical(x.Clip(prior), y-12, y-6))
	}
	if finite(u.Share) {
		c.path("soft", diamond(x.Clip(u.Share), y))
	}
}

// drawUseError draws the whisker of a probability, where it is wide enough to be seen.
func drawUseError(c *canvas, p, err float64, x Scale, y float64) {
	if !finite(err) || err <= 0 {
		return
	}
	if low, high := x.Clip(p-err), x.Clip(p+err); high-low > 2 {
		c.path("whisk", path("").horizontal(low, high, y).vertical(low, y-2.5, y+2.5).
			vertical(high, y-2.5, y+2.5))
	}
}

// drawUseHill draws the density of the thresholds over the feature's axis.
func drawUseHill(c *canvas, u FeatureUse, axis Scale, y float64) {
	var points []point
	if u.summit > 0 {
		for i, d := range u.Density {
			if finite(d) {
				points = append(points, point{axis.At(u.Grid[i]), y - u.part*d*(u.Max-u.Min)/u.summit})
			}
		}
	}
	if len(points) > 1 {
		line := polyline(points)
		c.path("dens", line.to("L", points[len(points)-1].x, y).to("L", points[0].x, y).to("Z"))
		c.path("dline", line)
	}
	c.path("axis", path("").horizontal(axis.Start, axis.End, y))
	beside := 8.0
	if u.Labels != nil {
		beside = 38
	}
	sp := splitPlan{slotLeft: axis.Start - beside, slotRight: axis.End + beside, axis: axis, axisY: y}
	p := treePlan{}
	p.drawAxisTicks(c, TreeSplit{Labels: u.Labels, Min: u.Min, Max: u.Max}, sp)
}

// CutText is the condition of a cut: "x3 ≤ .47", or the categories at or below it; only the name of a feature that
// leads a mixture.
func CutText(l words.Lang, c Cut) string {
	if !finite(c.Threshold) {
		return c.Feature + l.Say("chart.features.mixture")
	}
	return splitText(c.split(l))
}

func cutRuns(l words.Lang, c Cut, size float64) []run {
	if !finite(c.Threshold) {
		return join(nameRuns(c.Feature, size), run{text: l.Say("chart.features.mixture")})
	}
	return splitRuns(c.split(l), size)
}

// split has an interval of a tenth of the range, which sets the digits of the threshold.
func (c Cut) split(l words.Lang) TreeSplit {
	return TreeSplit{lang: l, Terms: []TreeTerm{{Feature: c.Feature, Weight: 1}}, Labels: c.Labels,
		Threshold: c.Threshold, Low: c.Min, High: c.Min + (c.Max-c.Min)/10, Min: c.Min, Max: c.Max,
		Unit: c.Unit}
}

// Consensus draws the figure as an outline: a line for each place, indented by depth. It panics without a root.
func Consensus(f ConsensusFigure) string {
	if len(f.Nodes) == 0 {
		panic("chart: Consensus needs a root")
	}
	o := outline{ConsensusFigure: f, lastAt: map[int]float64{}}
	o.block, o.axis = 190, 110
	if f.Width < 560 {
		o.block, o.axis = 96, 92
	}
	if o.block > o.axis+20 {
		o.c.word("t-s dim", f.Width-o.block, 11, f.Lang.Say("chart.consensus.agree"))
		o.c.word("t-s dim", f.Width-o.axis, 11, f.Lang.Say("chart.consensus.at"))
		o.y = surveyTitle - 6
	}
	desc := ""
	for i, n := range f.Nodes {
		o.draw(n)
		if i > 0 {
			desc += " "
		}
		desc += consensusWords(o.Lang, n)
	}
	return figure(f.ID, f.Width, o.y+4, f.Lang.Say("chart.consensus.title"), desc, &o.c)
}

type outline struct {
	ConsensusFigure
	c           canvas
	y           float64
	block, axis float64         // px of the part on the right, and of its axis
	lastAt      map[int]float64 // by depth: the end of the last line drawn
}

const indent = 22.0

func (o *outline) draw(n ConsensusNode) {
	pitch := 44.0
	others := othersText(o.Lang, n)
	if n.Ends && others == "" {
		pitch = 28
	}
	x, mid := indent*float64(min(n.Depth, 8)), o.y+15
	o.c.group("place", "", "", consensusWords(o.Lang, n))
	if n.Depth > 0 {
		up := o.lastAt[n.Depth-1]
		stem := indent*float64(min(n.Depth-1, 8)) + 8
		o.c.path("stem", path("").to("M", stem, up).to("V", mid-4).to("H", x))
		side := o.Lang.Say(map[ConsensusSide]string{ConsensusLeft: "chart.side.yes",
			ConsensusRight: "chart.side.no"}[n.Side])
		o.c.word("t-s dim", x+4, mid, side)
		x += max(30, room(side, small)+8)
	}
	o.lastAt[n.Depth] = mid + 6
	if others != "" {
		o.lastAt[n.Depth] = mid + 22
	}
	width := o.Width - o.block - x - 8
	if n.Ends {
		o.c.fitted("t-m dim", x, mid, o.Lang.Say("chart.consensus.end"), medium, width)
	} else {
		drawCutName(&o.c, o.Lang, " strong", n.Cut, x, mid, width)
	}
	if others != "" {
		o.c.fitted("t-s num dim", x, mid+17, others, small, o.Width-x-o.block-8)
	}
	o.drawBlock(n, mid)
	o.c.end()
	o.y += pitch
}

// drawBlock draws the share of the trees that do this, and the threshold of each of them on the feature's own axis, the
// darker the heavier.
func (o *outline) drawBlock(n ConsensusNode, mid float64) {
	left := o.Width - o.block
	if o.block > o.axis+20 {
		o.c.word("t-m num strong", left, mid, Percent(n.Share))
	} else {
		o.c.word("t-s num strong end", o.Width, mid, Percent(n.Share))
		mid += 18
	}
	if n.Ends {
		return
	}
	axis := Scale{n.Cut.Min, n.Cut.Max, o.Width - o.axis, o.Width - 2}
	heaviest := 0.0
	for _, l := range n.Cut.Lines {
		heaviest = max(heaviest, l.Weight)
	}
	for _, l := range n.Cut.Lines {
		if finite(l.At) && heaviest > 0 {
			shade := 1 + min(int(4*l.Weight/heaviest), 3) // a class for each quarter of the heaviest weight
			o.c.path("hair shade"+strconv.Itoa(shade), path("").vertical(axis.Clip(l.At), mid-13, mid))
		}
	}
	o.c.path("axis", path("").horizontal(axis.Start, axis.End, mid))
}

const mostOthers = 3

// othersText is what the other trees do: "or x1 ≤ .52 in 10 %, no split in 4 %".
func othersText(l words.Lang, n ConsensusNode) string {
	var parts []string
	for i, c := range n.Others {
		if c.Share < 0.005 {
			continue
		}
		if i == mostOthers {
			parts = append(parts, "…")
			break
		}
		what := l.Say("chart.consensus.nosplit")
		if !c.Ends {
			what = CutText(l, c.Cut)
		}
		parts = append(parts, l.Say("chart.consensus.share", what, Percent(c.Share)))
	}
	if len(parts) == 0 {
		return ""
	}
	return l.Say("chart.consensus.or", strings.Join(parts, ", "))
}

func consensusWords(l words.Lang, n ConsensusNode) string {
	where := map[ConsensusSide]string{ConsensusRoot: l.Say("chart.consensus.first"),
		ConsensusLeft:  l.Say("chart.consensus.ifso", strconv.Itoa(n.Depth)),
		ConsensusRight: l.Say("chart.consensus.ifnot", strconv.Itoa(n.Depth))}[n.Side]
	what := l.Say("chart.consensus.end")
	if !n.Ends {
		what = CutText(l, n.Cut)
	}
	s := l.Say("chart.consensus.node", where, what, Percent(n.Share))
	if others := othersText(l, n); others != "" {
		s += ", " + others
	}
	return s + "."
}

// Cuts draws the figure.
func Cuts(f CutsFigure) string {
	var shown []Cut
	var names []string
	for _, cut := range f.Cuts {
		if len(shown) < mostCuts && (cut.Weight >= leastCut || cut.Explains >= leastCut) {
			shown = append(shown, cut)
			names = append(names, CutText(f.Lang, cut))
		}
	}
	name, pitch, above := surveyName(f.Width, names), 26.0, 0.0
	if f.Width < 560 {
		name, pitch, above = -12, 46, 20
	}
	half := (f.Width - name - 12) / 2
	made := Scale{0, 1, name + 12, name + 12 + half - 56}
	parts := Scale{0, 1, made.Start + half, made.End + half}
	var c canvas
	c.fitted("t-s dim", made.Start, 11, f.Lang.Say("chart.disagreement.trees"), small, half-4)
	c.fitted("t-s dim", parts.Start, 11, f.Lang.Say("chart.disagreement.part"), small, half)
	desc := ""
	for i, cut := range shown {
		y := surveyTitle + pitch*float64(i) + above + 12
		words := f.Lang.Say("chart.disagreement.split", CutText(f.Lang, cut), Number(cut.Weight, 0.01),
			Percent(cut.Explains))
		c.group("cut", "", "", words)
		if above > 0 {
			drawCutName(&c, f.Lang, "", cut, 0, y-13, f.Width)
		} else {
			drawCutName(&c, f.Lang, " end", cut, name, y+5, name)
		}
		drawCutBar(&c, "use-bar", cut.Weight, Number(cut.Weight, 0.01), made, y)
		drawCutBar(&c, "open-bar", cut.Explains, Percent(cut.Explains), parts, y)
		c.end()
		desc += words + ". "
	}
	return figure(f.ID, f.Width, surveyTitle+pitch*float64(len(shown))+4, f.Lang.Say("chart.disagreement.title"),
		desc, &c)
}

// drawCutName writes the condition; where it has no room, the name loses its end, not the threshold.
func drawCutName(c *canvas, l words.Lang, anchor string, cut Cut, x, y, width float64) {
	full := CutText(l, cut)
	if room(full, medium) <= width {
		c.label("t-m num"+anchor, x, y, cutRuns(l, cut, medium), "")
		return
	}
	if room(full, small) <= width || !finite(cut.Threshold) {
		c.fitted("t-s num"+anchor, x, y, full, small, width)
		return
	}
	relation := " " + splitRelation(cut.split(l))
	short, _ := fit(cut.Feature, small, width-room(relation, small))
	c.fitted("t-s num"+anchor, x, y, short+relation, small, width)
}

func drawCutBar(c *canvas, class string, value float64, words string, x Scale, y float64) {
	c.path("base", path("").vertical(x.Start, y-9, y+9))
	end := x.Start
	if finite(value) {
		end = x.Clip(value)
		c.rect(class, x.Start, y-5, end-x.Start, 10)
	}
	c.word("t-s num", end+6, y+4, words)
}
