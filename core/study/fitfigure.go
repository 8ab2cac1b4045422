// This file draws what a fit found.

package study

import (
	"math"

	"dcctree/core/chart"
	"dcctree/core/fit"
	"dcctree/core/words"
)

// Figures of a fit, a closed set.
const (
	FitTreeFigure = "tree"
	FitUsedFigure = "used"
)

// FitFigureOptions asks for a drawing of the newest answer of a fit as SVG text.
type FitFigureOptions struct {
	Name   string  `js:"name"`   // FitTreeFigure or FitUsedFigure
	Leaves float64 `js:"leaves"` // most leaves of the tree, 1 to 8, or fit.WholeTree; of FitTreeFigure only
	Width  float64 `js:"width"`  // CSS pixels
	Lang   string  `js:"lang"`   // of the words: the tag of a catalogue; "" is English
}

// Validate checks name and numbers.
func (m *FitFigureOptions) Validate() error {
	return firstError(
		checkOption("figure", m.Name, FitTreeFigure, FitUsedFigure),
		checkWhole("leaves", m.Leaves, 1, fit.WholeTree),
		checkRange("width", m.Width, 100, MaxWidth),
		checkLang(m.Lang),
	)
}

// DrawFit draws a figure of what was found. nil stands for a fit that is not there: a *Fault.
func DrawFit(found *SavedFit, m *FitFigureOptions) (*Figure, error) {
	if found == nil {
		return nil, noFit()
	}
	l := words.Lang(m.Lang)
	a := found.Answer.In(l)
	if m.Name == FitUsedFigure {
		return &Figure{SVG: FitUsed(a, m.Width, l)}, nil
	}
	return &Figure{SVG: FitTree(a, int(m.Leaves), m.Width, l)}, nil
}

// FitTree draws the tree of at most so many leaves, or of fit.WholeTree a drawn one whole, width px wide.
func FitTree(a *fit.Answer, leaves int, width float64, l words.Lang) string {
	f := chart.BranchesFigure{ID: "fit-tree-figure", Lang: l, Width: width, Classes: a.Classes,
		Low: math.Inf(1), High: math.Inf(-1)}
	for _, b := range a.Branches(leaves) {
		c := chart.Branch{Depth: b.Depth, Rule: fit.Printed(b.Rule), Gaps: b.Gaps, Gradual: b.Gradual,
			At: math.NaN(), Rows: b.Rows, Leaf: b.Leaf, Mean: b.Mean, SD: b.SD,
			Shares: b.Classes}
		if len(b.Step) == 2 {
			c.From, c.To = b.Step[0], b.Step[1]
			if !b.Gradual {
				c.At = b.Step[0]
			}
		}
		if b.Leaf && a.Classes == nil {
			f.Median = a.Medians() || b.SD == 0 && a.Transformed()
			f.Low, f.High = min(f.Low, b.Mean-b.SD), max(f.High, b.Mean+b.SD)
		}
		f.Branches = append(f.Branches, c)
	}
	return chart.Branches(f)
}

const mostUsed = 12 // inputs that are drawn

// FitUsed draws which inputs trees use, width px wide.
func FitUsed(a *fit.Answer, width float64, l words.Lang) string {
	f := chart.UsedFigure{ID: "fit-used-figure", Lang: l, Width: width, Limit: mostUsed}
	for _, u := range a.Used {
		in := chart.UsedInput{Name: u.Input, Posterior: u.Posterior, Prior: u.Prior, Error: math.NaN()}
		if u.Error != nil {
			in.Error = *u.Error
		}
		f.Inputs = append(f.Inputs, in)
	}
	return chart.Used(f)
}
