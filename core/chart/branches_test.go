// Fixtures of the list of branches and of the bars of used inputs, and what they show against positions computed by
// hand.

package chart_test

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"dcctree/core/chart"
)

// strengths is a tree of depth 4 with sharp and gradual splits, a set and gaps.
func strengths(width float64) chart.BranchesFigure {
	nan := math.NaN()
	return chart.BranchesFigure{ID: "b", Width: width, Low: 9.4, High: 66.1, Branches: []chart.Branch{
		{At: nan, Rows: 1030},
		{Depth: 1, Rule: "age ≤ 21", Gradual: true, From: .02, To: .11, Rows: 486},
		{Depth: 2, Rule: "cement ≤ 354.5", Gaps: true, At: .58, Rows: 377},
		{Depth: 3, Rule: "water ≤ 183.05", At: .49, Rows: 160},
		{Depth: 4, Rule: "superplasticizer ≤ 7.25", Gradual: true, From: .1, To: .4, Gaps: true, Rows: 60,
			Leaf: true, Mean: 23.47, SD: 6.2},
		{Depth: 4, Rule: "superplasticizer > 7.25", Gradual: true, From: .1, To: .4, Rows: 100, Leaf: true,
			Mean: 31.02, SD: 7.9},
		{Depth: 3, Rule: "water > 183.05", At: .49, Rows: 217, Leaf: true, Mean: 14.3, SD: 4.9},
		{Depth: 2, Rule: "cement > 354.5", At: .58, Rows: 109, Leaf: true, Mean: 36.24, SD: 9.9},
		{Depth: 1, Rule: "age > 21", Gradual: true, From: .02, To: .11, Rows: 544},
		{Depth: 2, Rule: "plant in {Aalborg, Bergen, Coventry, Dresden, Esbjerg}", At: nan, Rows: 310,
			Leaf: true, Mean: 40.9, SD: 11},
		{Depth: 2, Rule: "plant in {Faro, Ghent}", Gaps: true, At: nan, Rows: 234, Leaf: true,
			Mean: 55.2, SD: 10.9},
	}}
}

// penguins is a tree with three classes, or with as many as are named.
func penguins(width float64, classes []string) chart.BranchesFigure {
	f := chart.BranchesFigure{ID: "b", Width: width, Classes: classes, Branches: []chart.Branch{
		{At: math.NaN(), Rows: 344},
		{Depth: 1, Rule: "flipper_length_mm ≤ 206.5", At: .58, Gaps: true, Rows: 214},
		{Depth: 2, Rule: "bill_length_mm ≤ 43.35", At: .41, Rows: 151, Leaf: true},
		{Depth: 2, Rule: "bill_length_mm > 43.35", At: .41, Rows: 63, Leaf: true},
		{Depth: 1, Rule: "flipper_length_mm > 206.5", At: .58, Rows: 130, Leaf: true},
	}}
	likeliest := 0
	for i := range f.Branches {
		if b := &f.Branches[i]; b.Leaf {
			b.Shares = make([]float64, len(classes))
			for k := range b.Shares {
				b.Shares[k] = .08 / float64(len(classes)-1)
			}
			b.Shares[likeliest], likeliest = .92, likeliest+1
		}
	}
	return f
}

var threeBirds = []string{"Adelie", "Chinstrap", "Gentoo"}

// hostile names everything with what markup is made of.
func hostile(width float64) chart.BranchesFigure {
	const name = "<b>\"x\"&"
	f := penguins(width, []string{name, "</svg>", "'onload='"})
	for i := range f.Branches {
		f.Branches[i].Rule = strings.Repeat(name, i) + " ≤ 1"
	}
	return f
}

func rootOnly(width float64) chart.BranchesFigure {
	return chart.BranchesFigure{ID: "b", Width: width, Low: 4.1, High: 8.3,
		Branches: []chart.Branch{{Rows: 20640, Leaf: true, Mean: 6.2, SD: 2.1}}}
}

func usedInputs(width float64, limit int, names []string) chart.UsedFigure {
	f := chart.UsedFigure{ID: "u", Width: width, Limit: limit}
	for i, name := range names {
		f.Inputs = append(f.Inputs, chart.UsedInput{Name: name,
			Posterior: []float64{1, .93, .41, .08, .003, .0001}[min(i, 5)], Prior: .3,
			Error: []float64{.002, .03, .06, math.NaN()}[min(i, 3)]})
	}
	return f
}

// branchFigures adds them to the gallery.
func branchFigures(out map[string]string) {
	for width, at := range map[float64]string{320: "-narrow", 700: "-wide"} {
		for name, f := range map[string]chart.BranchesFigure{"branches": strengths(width),
			"branches-german": strengths(width), "branches-classes": penguins(width, threeBirds),
			"branches-many": penguins(width, twelve), "branches-hostile": hostile(width),
			"branches-root": rootOnly(width)} {
			f.ID = name + at
			if strings.Contains(name, "german") {
				f.Lang = "de"
			}
			out[f.ID] = chart.Branches(f)
		}
		used, german := usedInputs(width, 4, append(longNames, twelve...)), usedInputs(width, 8, shortNames)
		used.ID, german.ID, german.Lang = "used"+at, "used-german"+at, "de"
		out[used.ID], out[german.ID] = chart.Used(used), chart.Used(german)
	}
}

func TestLabelsOfBranchesKeepApart(t *testing.T) {
	for _, width := range []float64{320, 358, 480, 640, 700, 1000} {
		for what, f := range map[string]chart.BranchesFigure{"numbers": strengths(width),
			"classes": penguins(width, threeBirds), "many classes": penguins(width, longClasses),
			"hostile names": hostile(width), "a root": rootOnly(width)} {
			what += " at " + strconv.Itoa(int(width))
			checkLabels(t, what, chart.Branches(f))
			f.Lang = "de"
			checkLabels(t, what+" in German", chart.Branches(f))
		}
		checkLabels(t, "used at "+strconv.Itoa(int(width)), chart.Used(usedInputs(width, 5, longNames)))
	}
}

// TestFlanks: 34 px stand for an input's range and 12 for all rows. A sharp split at .58 steps down after 19.7 px; of
// one that goes from .1 to .4, 90 % and 10 % are 1.2 px from top and bottom after 3.4 and 13.6 px.
func TestFlanks(t *testing.T) {
	lines := all(chart.Branches(strengths(700)), "dline", "d")
	if len(lines) != 4 {
		t.Fatalf("%d flanks, want one for each left branch whose split is numeric", len(lines))
	}
	step := numbers(lines[1])
	if len(step) != 8 || !near(step[2]-step[0], 19.7) || !near(step[4], step[2]) || !near(step[5]-step[1], 12) {
		t.Errorf("a sharp flank is %v", step)
	}
	slope := numbers(lines[3])
	const top = 4.5*26 - 6.0
	if len(slope) != 2*35 { // a point for each px
		t.Fatalf("a gradual flank is %v", slope)
	}
	for _, want := range [][2]float64{{3.4, 1.2}, {8.5, 6}, {13.6, 10.8}} { // px from the left, px from the top
		i := int(want[0])
		y := slope[2*i+1] + (slope[2*i+3]-slope[2*i+1])*(want[0]-float64(i)) - top
		if math.Abs(y-want[1]) > .15 {
			t.Errorf("%g px from its left a flank is %g px below its top, want %g", want[0], y, want[1])
		}
	}
}

// TestLeavesOfBranches: the mean 40.9 of a scale from 9.4 to 66.1 stands 31.5/56.7 of it from its left end, and its
// whisker is 22/56.7 of it long; shares of .92 and .04 are so much of their bar.
func TestLeavesOfBranches(t *testing.T) {
	svg := chart.Branches(strengths(700))
	at, whisk := all(svg, "mean", "cx"), numbers(all(svg, "whisk", "d")[4])
	grid := all(svg, "grid", "d")
	axis := numbers(grid[len(grid)-1])
	long := axis[2] - axis[0]
	if len(at) != 6 || !near(numbers(at[4])[0], axis[0]+long*31.5/56.7) || !near(whisk[2]-whisk[0], long*22/56.7) {
		t.Errorf("means at %v, a whisker %v on the scale %v", at, whisk, axis)
	}
	svg = chart.Branches(penguins(320, threeBirds))
	bar := numbers(all(svg, "cls c0", "width")[0])[0]
	got := all(svg, "cls c1", "width")
	if !near(numbers(got[0])[0], .92*bar) || !near(numbers(got[1])[0], .04*bar) {
		t.Errorf("shares %v of %g", got, bar)
	}
}

// TestBranchesRead: rules lose the end of a name and not the threshold, and what is cut and the rest stand in words.
func TestBranchesRead(t *testing.T) {
	svg := chart.Branches(strengths(320))
	for _, want := range []string{"… &gt; 7.25<", "<title>superplasticizer &gt; 7.25</title>",
		"All 1030 rows. At depth 1: ", "<title id=\"b-t\">Decision tree with 6 leaves</title>",
		"At depth 4: superplasticizer ≤ 7.25, gradual over 30 % of the input&#39;s range, and gaps, 60 rows; " +
			"a leaf: mean 23.5, standard deviation 6.2."} {
		if !strings.Contains(svg, want) {
			t.Errorf("no %q in %s", want, svg)
		}
	}
	untold := strengths(700)
	for i := range untold.Branches {
		untold.Branches[i].SD = 0
	}
	svg = chart.Branches(untold)
	if !strings.Contains(svg, ">mean<") || !strings.Contains(svg, "60 rows; a leaf: mean 23.5.") ||
		strings.Contains(svg, `class="whisk"`) {
		t.Errorf("without sds it reads %s", svg)
	}
	svg = chart.Branches(penguins(700, threeBirds))
	if want := "151 rows; a leaf: Adelie .92, Chinstrap .04, Gentoo .04."; !strings.Contains(svg, want) {
		t.Errorf("no %q in %s", want, svg)
	}
	if svg := chart.Branches(rootOnly(320)); !strings.Contains(svg, "Decision tree with one leaf") {
		t.Errorf("a root reads %s", svg)
	}
}

// TestCapitalsTakeMoreRoom: a W is .83 em wide, not .56; the leaves' column begins 98 px from the right edge: it holds
// "Chinstrap", ".92" and 14 px.
func TestCapitalsTakeMoreRoom(t *testing.T) {
	f, found := penguins(320, threeBirds), false
	f.Branches[3].Rule = strings.Repeat("W", 40) + " > 43.35"
	for _, b := range textBoxes(t, chart.Branches(f)) {
		if name, _, is := strings.Cut(b.text, "… > 43.35"); is {
			found = true
			if right := b.left + 12.5*(.83*float64(len(name))+.56*9); right > 320-98 {
				t.Errorf("%+v ends at %g", b, right)
			}
		}
	}
	if !found {
		t.Error("a rule of capitals lost its threshold")
	}
}

// TestUsedReads: the tick of a prior of .3 stands at .3 of the scale, the whisker of .93 +- .03 goes from .9 to .96,
// and what is not drawn is counted.
func TestUsedReads(t *testing.T) {
	svg := chart.Used(usedInputs(700, 2, shortNames))
	scale := numbers(all(svg, "grid", "d")[0])
	marks, bars := all(svg, "whisk", "d"), all(svg, "use-bar", "width")
	long := scale[2] - scale[0]
	if len(bars) != 2 || len(marks) != 4 || !near(numbers(bars[1])[0], .93*long) {
		t.Fatalf("bars %v and marks %v on %v", bars, marks, scale)
	}
	whisker, tick, zero := numbers(marks[1]), numbers(marks[2]), scale[0]
	if !near(whisker[0], zero+.9*long) || !near(whisker[2], zero+.96*long) || !near(tick[0], zero+.3*long) {
		t.Errorf("whisker %v and tick %v on %v", whisker, tick, scale)
	}
	for _, want := range []string{">and 3 more, each at most 41 %<",
		"x2: used with probability 93 % ± 3 %, under the prior 30 %. "} {
		if !strings.Contains(svg, want) {
			t.Errorf("no %q in %s", want, svg)
		}
	}
	if svg := chart.Used(usedInputs(700, 4, shortNames)); !strings.Contains(svg, ">and 1 more, at .3 %<") {
		t.Errorf("one more reads %s", svg)
	}
}

// TestUnknownBranches: numbers that are not known have no mark, at any width, and deep trees stay within it.
func TestUnknownBranches(t *testing.T) {
	nan := math.NaN()
	for _, width := range []float64{90, 200, 320, 2400} {
		f := strengths(width)
		f.Low, f.High = nan, nan
		for i := range f.Branches {
			b := &f.Branches[i]
			b.Depth, b.Leaf = i, i == len(f.Branches)-1
			b.From, b.To, b.At, b.Mean, b.SD = nan, nan, nan, nan, math.Inf(1)
		}
		classes := penguins(width, threeBirds)
		classes.Branches[2].Shares = []float64{nan, nan, nan}
		used := chart.UsedFigure{ID: "u", Width: width, Limit: 1,
			Inputs: []chart.UsedInput{{Name: "x", Posterior: nan, Prior: nan}, {Name: "y", Posterior: nan}}}
		for i, svg := range []string{chart.Branches(f), chart.Branches(classes), chart.Used(used)} {
			if strings.Contains(svg, "NaN") || strings.Contains(svg, "Inf") ||
				strings.Contains(svg, `th="-`) {
				t.Errorf("figure %d at %g holds an impossible number: %s", i, width, svg)
			}
			elements(t, "figure", svg)
		}
		if width >= 320 {
			checkLabels(t, "a deep tree", chart.Branches(f))
		}
	}
}

// TestDeepRulesComeFirst: at depth 10 of 320 px, 64 are indented and 119 hold scale and number of the leaf: its flank
// leaves its place to the rule.
func TestDeepRulesComeFirst(t *testing.T) {
	for width, want := range map[float64]int{320: 9, 700: 10} {
		f := chart.BranchesFigure{ID: "b", Width: width, Low: 0, High: 1e6, Branches: []chart.Branch{{}}}
		for depth := 1; depth <= 10; depth++ {
			f.Branches = append(f.Branches, chart.Branch{Depth: depth, Rule: "median_income <= 15.25",
				Leaf: depth == 10, Mean: 123456, At: .5})
		}
		svg := chart.Branches(f)
		if flanks := all(svg, "dline", "d"); len(flanks) != want {
			t.Errorf("%d flanks at %g, want %d", len(flanks), width, want)
		}
		if strings.Count(svg, " &lt;= 15.25</text>") != 10 {
			t.Errorf("a threshold is cut: %s", svg)
		}
		checkLabels(t, "a deep tree", svg)
	}
}

func TestMistakesInBranchesPanic(t *testing.T) {
	bad := func(change func(*chart.BranchesFigure)) func() {
		return func() {
			f := penguins(400, threeBirds)
			change(&f)
			chart.Branches(f)
		}
	}
	const order = "chart: Branches needs branches in pre-order"
	for i, c := range []struct {
		want string
		do   func()
	}{
		{"chart: Branches needs a root", bad(func(f *chart.BranchesFigure) { f.Branches = nil })},
		{"chart: Branches needs a root", bad(func(f *chart.BranchesFigure) { f.Branches[0].Depth = 1 })},
		{order, bad(func(f *chart.BranchesFigure) { f.Branches[2].Depth = 3 })},
		{order, bad(func(f *chart.BranchesFigure) { f.Branches[3].Depth = 3 })},
		{order, bad(func(f *chart.BranchesFigure) { f.Branches[4].Depth = 0 })},
		{"chart: Branches needs one share for each class", bad(func(f *chart.BranchesFigure) {
			f.Branches[3].Shares = f.Branches[3].Shares[:2]
		})},
		{"chart: Used needs a limit of at least 1", func() { chart.Used(chart.UsedFigure{}) }},
	} {
		func() {
			defer func() {
				if got := recover(); got != c.want {
					t.Errorf("%d: panic %v, want %q", i, got, c.want)
				}
			}()
			c.do()
		}()
	}
}

// TestBranchesOfMedians: where leaves say medians, so do the head and the words.
func TestBranchesOfMedians(t *testing.T) {
	f := strengths(700)
	f.Median = true
	svg := chart.Branches(f)
	if !strings.Contains(svg, ">median<") || !strings.Contains(svg, "a leaf: median 23.5, ") ||
		strings.Contains(svg, "mean ") {
		t.Errorf("leaves of medians: %s", svg)
	}
}
