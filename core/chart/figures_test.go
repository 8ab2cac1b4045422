// What the figures show, against positions computed by hand, and what they do with unusable input.

package chart_test

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"dcctree/core/chart"
	"dcctree/core/topology"
)

var (
	anyNumber = regexp.MustCompile(`-?\d+(\.\d+)?`)
	ribbon    = regexp.MustCompile(`class="rib" d="([^"]*)"`)
)

func numbers(s string) []float64 {
	var out []float64
	for _, m := range anyNumber.FindAllString(s, -1) {
		x, _ := strconv.ParseFloat(m, 64)
		out = append(out, x)
	}
	return out
}

// all returns the values of an attribute in the elements of a class, in order.
func all(svg, class, attribute string) []string {
	var out []string
	for _, element := range strings.Split(svg, "<") {
		if !strings.Contains(element, `class="`+class+`"`) {
			continue
		}
		if _, rest, ok := strings.Cut(element, " "+attribute+`="`); ok {
			value, _, _ := strings.Cut(rest, `"`)
			out = append(out, value)
		}
	}
	return out
}

func near(a, b float64) bool { return math.Abs(a-b) < 0.11 } // coordinates are rounded to .1

// TestBarHeights: the scale to .5 is 86 px high (design notes), so .49 is 84.3 px.
func TestBarHeights(t *testing.T) {
	svg := chart.TopologyBar(weights(t)[0], 121, .5)
	if got := all(svg, "bar", "height"); len(got) != 1 || got[0] != "84.3" {
		t.Errorf("bar of .49: height %v, want 84.3", got)
	}
}

// TestWhiskersAreClipped: base line at 96, weight 1 of a scale to 1 at 10.
func TestWhiskersAreClipped(t *testing.T) {
	w := weights(t)[0]
	w.Weight, w.Error = .01, .05
	d := numbers(all(chart.TopologyBar(w, 121, .5), "whisk", "d")[0])
	if !near(d[2], 96) || !near(d[1], 96-86*.12) {
		t.Errorf("whisker from %g to %g, want from %g to 96", d[1], d[2], 96-86*.12)
	}
	w.Weight = .99
	if d := numbers(all(chart.TopologyBar(w, 121, 1), "whisk", "d")[0]); !near(d[1], 10) || !near(d[2], 96-86*.94) {
		t.Errorf("whisker from %g to %g, want from 10 to %g", d[1], d[2], 96-86*.94)
	}
}

func TestWeightTopHoldsAllWeights(t *testing.T) {
	for _, c := range []struct{ weight, err, bound, want float64 }{
		{.49, .02, 0, .5}, {.5, .1, 0, 1}, {.51, 0, 0, 1}, {.2, .01, 0, .25}, {.01, 0, 0, .05}, {1, 0, 0, 1},
		{.2, .01, .4, .5}, {.2, .01, .99, 1}, {.2, .01, 1, .5}, // no bound is known: half of it not measured
	} {
		got := chart.WeightTop([]chart.TopologyWeight{{Weight: .01}, {Weight: c.weight, Error: c.err}},
			chart.Unmeasured{Share: c.bound / 2, Bound: c.bound})
		if got != c.want {
			t.Errorf("top for %g ± %g is %g, want %g", c.weight, c.err, got, c.want)
		}
	}
}

func TestMarksOfTopologies(t *testing.T) {
	w := weights(t)[0]
	w.KHat, w.KHatLimit, w.Unreliable, w.True, w.Measuring = 1.2, .7, true, true, true
	svg := chart.TopologyBar(w, 121, .5)
	for _, want := range []string{"k̂ 1.2 high", "true, measuring", `class="pick"`} {
		if !strings.Contains(svg, want) {
			t.Errorf("no %q in the bar", want)
		}
	}
	want := "Topology {1,5,6}: weight .49 plus or minus .02, the true tree, measuring now, unreliable: k-hat " +
		"1.20 is over its limit .70"
	if got := chart.TopologyWords(w); got != want {
		t.Errorf("words %q", got)
	}
	for _, c := range []struct {
		kHat float64
		want string
	}{{math.NaN(), "unreliable: it rests on too few draws"}, {.4, "unreliable: a mode may be missing"}} {
		if w.KHat = c.kHat; !strings.Contains(chart.TopologyWords(w), c.want) {
			t.Errorf("k-hat %v: words %q, want %q", c.kHat, chart.TopologyWords(w), c.want)
		}
	}
	if svg := chart.TopologyBar(w, 121, .5); !strings.Contains(svg, ">unreliable<") {
		t.Error("no mark where k-hat is good and the evidence is not")
	}
	w.Unreliable = false
	if strings.Contains(chart.TopologyWords(w), "unreliable") {
		t.Error("a reliable topology is called unreliable")
	}
}

// TestErrorsThatAreNotKnown: a weight that rests on unreliable evidence has no whisker and no number for its error.
func TestErrorsThatAreNotKnown(t *testing.T) {
	w := weights(t)[0]
	w.Weight, w.Error, w.KHat, w.KHatLimit, w.Unreliable = 1, math.NaN(), 3, .7, true
	svg := chart.TopologyBar(w, 121, 1)
	if !strings.Contains(svg, ">"+chart.ErrorNotKnown+"<") || strings.Contains(svg, `class="whisk"`) ||
		strings.Contains(svg, "1.000") {
		t.Errorf("the bar is %s", svg)
	}
	const begin, end = "Topology {1,5,6}: weight 1.00, its error is not known",
		"unreliable: k-hat 3.00 is over its limit .70"
	if got := chart.TopologyWords(w); !strings.HasPrefix(got, begin) || !strings.HasSuffix(got, end) {
		t.Errorf("words %q, want %q to %q", got, begin, end)
	}
	if w.Weight = .001; !strings.Contains(chart.TopologyBar(w, 121, 1), ">&lt;.01<") {
		t.Errorf("a light one is %s", chart.TopologyBar(w, 121, 1))
	}
	top := chart.WeightTop([]chart.TopologyWeight{{Weight: .2, Error: math.NaN()}}, chart.Unmeasured{})
	if top != .25 {
		t.Errorf("the scale ends at %v", top)
	}
}

// TestDoubtsOfTopologies: what an audit could not mend and what rests on too few draws is marked and said.
func TestDoubtsOfTopologies(t *testing.T) {
	w := weights(t)[0]
	w.Doubted = true
	if svg := chart.TopologyBar(w, 121, .5); !strings.Contains(svg, ">in doubt<") {
		t.Error("the bar does not say that the audit left a doubt")
	}
	if words := chart.TopologyWords(w); !strings.Contains(words, "a mode may be missing") {
		t.Errorf("words %q", words)
	}
	w.Doubted, w.Unreliable, w.KHat = false, true, math.NaN()
	svg, words := chart.TopologyBar(w, 121, .5), chart.TopologyWords(w)
	if !strings.Contains(svg, ">too few draws<") || !strings.Contains(words, "too few draws") {
		t.Errorf("words %q", words)
	}
}

// TestUnmeasuredWithoutABound: no whisker and no number stand for a bound that is not known.
func TestUnmeasuredWithoutABound(t *testing.T) {
	u := chart.Unmeasured{Share: .1, Bound: 1}
	if svg := chart.UnmeasuredBar(u, 121, .5); strings.Contains(svg, "whisk") || strings.Contains(svg, "≤") {
		t.Errorf("the bar has a bound: %s", svg)
	}
	want := "Not measured: about 10 % of the posterior; no bound of that is known"
	if got := chart.UnmeasuredWords(u); got != want {
		t.Errorf("it reads %q, want %q", got, want)
	}
}

// TestUnmeasuredBar: 86 px stand for the top of the scale, so .1 of .5 is 17.2 px and the bound .16 is at 27.52.
func TestUnmeasuredBar(t *testing.T) {
	u := chart.Unmeasured{Share: .1, Bound: .16}
	svg := chart.UnmeasuredBar(u, 121, .5)
	if height := numbers(all(svg, "open", "height")[0])[0]; !near(height, 17.2) {
		t.Errorf("the bar is %g high", height)
	}
	if d := numbers(all(svg, "whisk", "d")[0]); !near(d[1], 96-27.52) || !near(d[2], 96-17.2) {
		t.Errorf("the whisker goes from %g to %g", d[1], d[2])
	}
	for _, v := range numbers(all(svg, "hatch", "d")[0]) {
		if v < 5 || v > 96 {
			t.Errorf("a stroke of the hatching reaches %g", v)
		}
	}
	got, want := chart.UnmeasuredWords(u), "Not measured: about 10 % of the posterior, at most 16 %"
	if got != want {
		t.Errorf("words %q", got)
	}
	if chart.UnmeasuredBar(chart.Unmeasured{}, 121, .5) != "" {
		t.Error("no estimate is drawn as a bar")
	}
}

// TestRibbonsCarryTheirShare: 45 px for all rows at this width, so 15, 30, 15 and 15.
func TestRibbonsCarryTheirShare(t *testing.T) {
	svg := chart.Tree(wuTree(t, 754))
	for i, want := range []float64{15, 30, 15, 15} {
		d := numbers(ribbon.FindAllStringSubmatch(svg, -1)[i][1])
		// M a y C a m x m x bend V end H x2: the child's end spans from x to x2.
		if got := d[9] - d[6]; !near(got, want) {
			t.Errorf("ribbon %d is %g wide, want %g", i, got, want)
		}
	}
}

// TestLeavesShareOneScale: means 4.98, 1 and 3.03 stand at distances of 3.98 to 1.95.
func TestLeavesShareOneScale(t *testing.T) {
	var y []float64
	for _, v := range all(chart.Tree(wuTree(t, 754)), "mean", "cy") {
		y = append(y, numbers(v)[0])
	}
	if len(y) != 3 || math.Abs((y[1]-y[0])/(y[2]-y[0])-3.98/1.95) > .01 {
		t.Errorf("means at %v", y)
	}
}

// TestThresholdStandsOnItsFeature: the median .52 and the interval .49368 to .54632 on the axis from .1
// to .9.
func TestThresholdStandsOnItsFeature(t *testing.T) {
	svg := chart.Tree(wuTree(t, 754))
	axis, bar := numbers(all(svg, "axis", "d")[0]), numbers(all(svg, "q90", "d")[0])
	median := numbers(all(svg, "med", "d")[0])[0]
	at := func(x float64) float64 { return axis[0] + (x-.1)/.8*(axis[2]-axis[0]) }
	if !near(median, at(.52)) || !near(bar[0], at(.52-1.645*.016)) || !near(bar[2], at(.52+1.645*.016)) {
		t.Errorf("median at %g, interval %v on the axis %v", median, bar, axis)
	}
}

func TestHeadings(t *testing.T) {
	svg := chart.Tree(mixtureTree(t, 754))
	for _, want := range []string{"in 87 % of draws", "color in amber, blue"} {
		if !strings.Contains(svg, want) {
			t.Errorf("no %q", want)
		}
	}
	var heads []string
	for _, b := range textBoxes(t, svg) {
		heads = append(heads, b.text)
	}
	if all := strings.Join(heads, "|"); !strings.Contains(all, ".6 x1 + .4 x3 ≤ .6") {
		t.Errorf("no mixture among %s", all)
	}
}

// TestPooledClassesKeepTheirProbability: of twelve classes nine are shown; the rest is named "other".
func TestPooledClassesKeepTheirProbability(t *testing.T) {
	var rows []string
	for _, b := range textBoxes(t, chart.Tree(classTree(topology.Root(), 754, shortNames, twelve))) {
		if b.class == "t-s end" {
			rows = append(rows, b.text)
		}
	}
	if len(rows) != 10 || rows[9] != "other" {
		t.Errorf("rows %q", rows)
	}
}

// TestPredictionInterval: the axis runs from 0 to 2.5 over 4 to 312 px.
func TestPredictionInterval(t *testing.T) {
	f := wuPrediction(t, 316)
	d := numbers(all(chart.Prediction(f), "q90", "d")[0])
	at := func(x float64) float64 { return 4 + x/2.5*308 }
	if !near(d[0], at(f.Low)) || !near(d[2], at(f.High)) {
		t.Errorf("interval drawn from %g to %g, want %g to %g", d[0], d[2], at(f.Low), at(f.High))
	}
	f.Min, f.Max = 0, 5
	d = numbers(all(chart.Prediction(f), "q90", "d")[0])
	if !near(d[0], 4+f.Low/5*308) {
		t.Errorf("a given range is not kept: %v", d)
	}
}

func TestFarTruthIsNamedAtTheBorder(t *testing.T) {
	f := wuPrediction(t, 316)
	f.Truth.X = 40
	if svg := chart.Prediction(f); !strings.Contains(svg, "true 40.00 →") {
		t.Error("no arrow to a true value far off")
	}
}

// TestTraceEntersFromBelow: a first value hundreds of nats down is cut off, not drawn along the
// border, and does not stretch the scale.
func TestTraceEntersFromBelow(t *testing.T) {
	f := chart.EvidenceFigure{ID: "e", Width: 400, Series: []chart.EvidenceSeries{{
		Name: "{1,2}", Visits: []float64{1, 2, 3}, Log: []float64{-429, -84, -84.2},
		Error:    []float64{2, .5, .4},
		Selected: true,
	}}}
	svg := chart.EvidenceTrace(f)
	d := numbers(all(svg, "dline", "d")[0])
	frame := numbers(all(svg, "axis", "d")[0])
	if len(d) != 6 || !near(d[1], frame[1]) || d[0] <= frame[0] {
		t.Errorf("trace %v in the frame %v", d, frame)
	}
	if strings.Contains(svg, "−400") {
		t.Error("the scale follows the first value")
	}
}

func TestSameInputSameFigure(t *testing.T) {
	a, b := gallery(t), gallery(t)
	for name := range a {
		if a[name] != b[name] {
			t.Errorf("%s differs between two calls", name)
		}
	}
}

// unknownTree is a tree of which nothing is known.
func unknownTree(t testing.TB, width float64) chart.TreeFigure {
	f := wuTree(t, width)
	nan := math.NaN()
	for i := range f.Splits {
		f.Splits[i] = chart.TreeSplit{Terms: []chart.TreeTerm{{Feature: "x", Weight: nan}}, Threshold: nan,
			Low: nan, High: nan, Share: nan}
	}
	for i := range f.Leaves {
		f.Leaves[i] = chart.TreeLeaf{Mean: nan, Low: nan, High: math.Inf(1), NewLow: nan, NewHi: nan,
			Values: []float64{nan}, Share: nan}
	}
	return f
}

func TestUnknownNumbersAndOddWidths(t *testing.T) {
	nan := math.NaN()
	for _, width := range []float64{90, 200, 320, 2400} {
		w := weights(t)
		w[0].Weight, w[1].Error, w[2].KHat = nan, nan, nan
		p := wuPrediction(t, width)
		p.Truth.X, p.Baseline.X, p.Center.X, p.Low, p.High = nan, math.Inf(1), nan, nan, nan
		empty := chart.PredictionFigure{ID: "x", Width: width, Center: chart.Value{Label: "mean", X: nan}}
		classes := classTree(shape(t, 1, 5, 6), width, longNames, iris)
		classes.Leaves[0].Class[0] = chart.LeafClass{Probability: nan, Low: nan, High: nan}
		prediction := classPrediction(width)
		prediction.Classes[0].Probability = nan
		e := evidence(width, 2)
		e.Series[0].Log[3], e.Series[1].Error[2] = nan, nan
		for i, svg := range []string{
			chart.Topologies(chart.TopologiesFigure{ID: "x", Width: width, Topologies: w}),
			chart.Prediction(p), chart.Prediction(empty), chart.Tree(unknownTree(t, width)),
			chart.Tree(classes), chart.ClassPredictions(prediction), chart.EvidenceTrace(e),
			chart.EvidenceTrace(chart.EvidenceFigure{ID: "x", Width: width}),
			chart.Tree(mixtureTree(t, width)), chart.Tree(anyTree(balanced16(t), width, longNames, 40)),
		} {
			if strings.Contains(svg, "NaN") || strings.Contains(svg, "Inf") ||
				strings.Contains(svg, `th="-`) {
				t.Errorf("figure %d at %g holds an impossible number", i, width)
			}
			elements(t, "figure", svg)
		}
	}
}

func TestMistakesPanic(t *testing.T) {
	bad := func(change func(*chart.TreeFigure)) func() {
		return func() {
			f := classTree(shape(t, 1, 2), 400, shortNames, iris)
			change(&f)
			chart.Tree(f)
		}
	}
	for want, do := range map[string]func(){
		"chart: Topologies takes 1 to 60 topologies": func() {
			chart.Topologies(chart.TopologiesFigure{})
		},
		"chart: Tree needs one split per internal node and one leaf per leaf": bad(func(f *chart.TreeFigure) {
			f.Splits = nil
		}),
		"chart: Tree needs one LeafClass per class": bad(func(f *chart.TreeFigure) {
			f.Classes = f.Classes[:2]
		}),
		"chart: TreeSplit needs at least one term": bad(func(f *chart.TreeFigure) {
			f.Splits[0].Terms = nil
		}),
		"chart: grid and density differ in length": bad(func(f *chart.TreeFigure) {
			f.Splits[0].Density = nil
		}),
		"chart: Prediction needs one count per bin": func() {
			chart.Prediction(chart.PredictionFigure{Edges: []float64{1, 2}})
		},
		"chart: EvidenceTrace takes at most 6 series": func() { chart.EvidenceTrace(evidence(400, 7)) },
		"chart: EvidenceTrace needs one value and one error per visit": func() {
			chart.EvidenceTrace(chart.EvidenceFigure{Series: []chart.EvidenceSeries{{Log: []float64{1}}}})
		},
	} {
		func() {
			defer func() {
				if got := recover(); got != want {
					t.Errorf("panic %v, want %q", got, want)
				}
			}()
			do()
		}()
	}
}

// A class figure speaks of whiskers where it has some.
func TestClassPredictionsWithoutIntervals(t *testing.T) {
	f := classPrediction(400)
	for _, want := range []bool{true, false} {
		svg := chart.ClassPredictions(f)
		drawn := len(all(svg, "whisk", "d")) > 0
		if drawn != want || strings.Contains(svg, "whiskers") != want {
			t.Errorf("whiskers %v, want %v and as much in %s", drawn, want, svg)
		}
		for k := range f.Classes {
			f.Classes[k].Low, f.Classes[k].High = f.Classes[k].Probability, f.Classes[k].Probability
		}
	}
}
