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
		{Depth: 4, Rule: "superplasticizer ≤ 7.25", Gradual: true, From: .1, To: .4, Gaps: true, Rows: 60, Leaf: true,
			Mean: 23.47, SD: 6.2},
		{Depth: 4, Rule: "superplasticizer > 7.25", Gradual: true, From: .1, To: .4, Rows: 100, Leaf: true,
			Mean: 31.02, SD: 7.9},
		{Depth: 3, Rule: "water > 183.05", At: .49, Rows: 217, Leaf: true, Mean: 14.3, SD: 4.9},
		{Depth: 2, Rule: "cement > 354.5", At: .58, Rows: 109, Leaf: true, Mean: 36.24, SD: 9.9},
		{Depth: 1, Rule: "age > 21", Gradual: true, From: .02, To: .11, Rows: 544},
		{Depth: 2, Rule: "plant in {Aalborg, Bergen, Coventry, Dresden, Esbjerg}", At: nan, Rows: 310, Leaf: true,
			Mean: 40.9, SD: 11},
		{Depth: 2, Rule: "plant in {Faro, Ghent}", Gaps: true, At: nan, Rows: 234, Leaf: true, Mean: 55.2, SD: 10.9},
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
			Posterior: []float64{1, .93, .41, .08, .003, .0001}[min(i, 5)], Prior: .3})
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
