// The figures of what holds across trees: fixtures, and what they show against numbers set by hand.

package chart_test

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"dcctree/core/chart"
)

// featureUses are features used with probabilities .98, .45, .2, ...; the first is split near .47, the second near .3
// and .7.
func featureUses(names []string) []chart.FeatureUse {
	var out []chart.FeatureUse
	for i, name := range names {
		p := []float64{.98, .45, .2, .06, .02, .004, .001}[min(i, 6)]
		u := chart.FeatureUse{Name: name, Probability: p, Error: p * (1 - p) / 10,
			Share: p * .8 / (1 + float64(i)), Min: 0, Max: 1}
		for k := range 161 {
			x := float64(k) / 160
			u.Grid = append(u.Grid, x)
			d := p * normal((x-.47)/.02) / .02
			if i > 0 {
				d = p/2*normal((x-.3)/.05)/.05 + p/2*normal((x-.7)/.03)/.03
			}
			u.Density = append(u.Density, d)
		}
		if i == 2 {
			u.Labels, u.Max = []string{"amber", "blue", "green"}, 2
			for k := range u.Grid {
				u.Grid[k] *= 2
			}
		}
		out = append(out, u)
	}
	return out
}

func cut(name string, weight, explains float64, at ...float64) chart.Cut {
	c := chart.Cut{Feature: name, Threshold: at[0], Min: 0, Max: 1, Weight: weight, Explains: explains}
	for i, x := range at {
		c.Lines = append(c.Lines, chart.CutLine{At: x, Weight: weight / math.Pow(2, float64(i+1))})
	}
	return c
}

func someCuts(names []string) []chart.Cut {
	mixture := cut(names[3], .05, .1, math.NaN())
	return []chart.Cut{cut(names[0], .98, .05, .47, .46), cut(names[1], .6, .62, .56, .51, .58),
		cut(names[2], .3, .25, .71), mixture, cut(names[4], .01, .02, .1)}
}

func consensusNodes(names []string) []chart.ConsensusNode {
	return []chart.ConsensusNode{
		{Cut: cut(names[0], .9, 0, .47, .46, .51), Share: .9, Weight: .9,
			Others: []chart.ConsensusChoice{{Cut: cut(names[1], .08, 0, .52), Share: .08},
				{Ends: true, Share: .02}}},
		{Depth: 1, Side: chart.ConsensusLeft, Ends: true, Share: .88, Weight: .79,
			Others: []chart.ConsensusChoice{{Cut: cut(names[2], .1, 0, .3), Share: .12}}},
		{Depth: 1, Side: chart.ConsensusRight, Cut: cut(names[1], .7, 0, .56, .52, .5), Share: .78, Weight: .7,
			Others: []chart.ConsensusChoice{{Cut: cut(names[3], .1, 0, .52), Share: .12},
				{Cut: cut(names[4], .1, 0, math.NaN()), Share: .06},
				{Cut: cut(names[2], .1, 0, .9), Share: .03}, {Ends: true, Share: .01}}},
		{Depth: 2, Side: chart.ConsensusLeft, Ends: true, Share: 1, Weight: .7},
		{Depth: 2, Side: chart.ConsensusRight, Ends: true, Share: .97, Weight: .68,
			Others: []chart.ConsensusChoice{{Cut: cut(names[0], .1, 0, .8), Share: .03}}},
	}
}

func TestLabelsOfSurveysKeepApart(t *testing.T) {
	for _, width := range []float64{320, 358, 480, 640, 754, 1000} {
		for _, names := range [][]string{shortNames, longNames} {
			what := names[0] + " at " + strconv.Itoa(int(width))
			checkLabels(t, "features, "+what,
				chart.Features(chart.FeaturesFigure{ID: "f", Width: width,
					Features: featureUses(names)}))
			checkLabels(t, "consensus, "+what,
				chart.Consensus(chart.ConsensusFigure{ID: "c", Width: width,
					Nodes: consensusNodes(names)}))
			checkLabels(t, "cuts, "+what,
				chart.Cuts(chart.CutsFigure{ID: "c", Width: width, Cuts: someCuts(names)}))
		}
	}
}

// TestBarsOfUse: 90 px stand for probability 1 on wide figures.
func TestBarsOfUse(t *testing.T) {
	svg := chart.Features(chart.FeaturesFigure{ID: "f", Width: 754, Features: featureUses(shortNames)})
	widths := all(svg, "use-bar", "width")
	for i, p := range []float64{.98, .45, .2, .06, .02} {
		if !near(numbers(widths[i])[0], 90*p) {
			t.Errorf("bar %d is %s wide, want %g", i, widths[i], 90*p)
		}
	}
	long := chart.Features(chart.FeaturesFigure{ID: "f", Width: 754,
		Features: featureUses(append(longNames, twelve...))})
	if n := len(all(long, "use-bar", "width")); n != 5 || !strings.Contains(long, "12 more, each below .01") {
		t.Errorf("%d features are drawn, or the others are not counted", n)
	}
}

// TestPriorOfUse: of five features each weighs 1/5 under the prior, 18 px of 90; a single one has no other choice.
func TestPriorOfUse(t *testing.T) {
	svg := chart.Features(chart.FeaturesFigure{ID: "f", Width: 754, Features: featureUses(shortNames[:5])})
	base, marks := numbers(all(svg, "base", "d")[0])[0], 0
	for _, d := range all(svg, "whisk", "d") {
		if near(numbers(d)[0], base+18) {
			marks++
		}
	}
	if marks != 5 || !strings.Contains(svg, "prior weight of each in a split: 1/5") ||
		!strings.Contains(svg, "prior 1/5") {
		t.Errorf("%d marks of the prior", marks)
	}
	if one := chart.Features(chart.FeaturesFigure{
		ID: "f", Width: 754, Features: featureUses(shortNames[:1]),
	}); strings.Contains(one, "in a split:") {
		t.Error("the prior of a single feature is shown")
	}
}

// TestConsensusReads: what most trees do first, and what the others do.
func TestConsensusReads(t *testing.T) {
	svg := chart.Consensus(chart.ConsensusFigure{ID: "c", Width: 754, Nodes: consensusNodes(shortNames)})
	for _, want := range []string{"First: x1 ≤ .47 in 90 % of the trees that come here, or x2 ≤ .52 in 8 %, no " +
		"split in 2 %.", ">no further split<", "x5 in a mixture in 6 %"} {
		if !strings.Contains(svg, want) {
			t.Errorf("no %q in the figure", want)
		}
	}
	// weights 1, 1/2 and 1/4 of the heaviest, twice: the fourth, third and second quarter
	for shade, want := range []int{0, 0, 2, 2, 2} {
		if n := len(all(svg, "hair shade"+strconv.Itoa(shade), "d")); n != want {
			t.Errorf("%d hairlines of shade %d, want %d", n, shade, want)
		}
	}
}

// TestUsesWhoseErrorsAreNotKnown: the figure says so instead of a number.
func TestUsesWhoseErrorsAreNotKnown(t *testing.T) {
	svg := chart.Features(chart.FeaturesFigure{
		ID: "f", Width: 640,
		Features: []chart.FeatureUse{{Name: "x1", Probability: 1, Error: math.NaN(), Share: 1, Max: 1}},
	})
	if !strings.Contains(svg, "1.00 "+chart.ErrorNotKnown) ||
		!strings.Contains(svg, "x1: used by trees of weight 1.00, its error is not known") ||
		strings.Contains(svg, `class="whisk"`) {
		t.Errorf("%s", svg)
	}
}
