// Package chart draws the figures: pure functions from plain structs to SVG text. The SVG names
// classes only, so that a style sheet colors it in light, dark and forced colors; it holds no
// style attribute, no script and no number finer than a tenth of a pixel.
//
// Every figure takes its width in pixels and is laid out anew for it; its height follows. Every
// figure takes an ID, a prefix that makes its own ids unique within a document. Numbers that are
// not finite are drawn as unknown: they have no mark, and read as an en dash.
package chart

import (
	"dcctree/core/topology"
	"dcctree/core/words"
)

// TopologiesFigure is the posterior over topologies, or over effective trees, as bars with Monte Carlo error whiskers.
// It holds 1 to 60 topologies, in the order given, wrapped into rows, and after them the share that
// was not measured where there is an estimate of it.
type TopologiesFigure struct {
	ID         string
	Lang       words.Lang // holds for its topologies, too
	Width      float64    // px
	Topologies []TopologyWeight
	Unmeasured Unmeasured
}

// Unmeasured is the estimated share of the whole posterior in topologies that were not measured; the
// weights beside it are shares of the rest. The zero value stands for no estimate, or for nothing left.
type Unmeasured struct {
	Share float64 // 0 to 1
	Bound float64 // its upper bound; 1 where none is known
	Lang  words.Lang
}

// TopologyWeight is one bar of the posterior over topologies.
type TopologyWeight struct {
	Name   string          // as topology.Topology.String: "{1,5,6}"
	Nodes  []topology.Node // the shape, for the icon
	Weight float64         // posterior share, 0 to 1
	// Monte Carlo error of Weight, NaN where it is not known; whiskers are clipped to 0 and 1
	Error      float64
	Selected   bool    // underlined, in the accent color
	Measuring  bool    // the newest visit: "measuring"
	True       bool    // the shape that generated the data, where known: "true tree"
	KHat       float64 // Pareto k-hat of the importance weights; NaN where there is none
	KHatLimit  float64 // above it they are not reliable
	Unreliable bool    // the evidence cannot be relied on
	Lang       words.Lang
	Doubted    bool // an audit found that a part of its posterior may be missing, and could not mend that
	Effective  bool // an effective tree: all topologies that read so, splits that divide no row left out
}

// TreeFigure is one topology's posterior: where each threshold may lie, on its feature's own axis,
// how the rows flow, and what the leaves predict on one common scale.
type TreeFigure struct {
	ID      string
	Lang    words.Lang
	Width   float64         // px
	Name    string          // "{1,5,6}"
	Nodes   []topology.Node // pre-order, as topology.Topology.Nodes
	Splits  []TreeSplit     // by Node.Index of the splits
	Leaves  []TreeLeaf      // by Node.Index of the leaves
	Target  string          // name of the target
	Classes []string        // class labels; nil for regression

	// Arrivals are the training rows that arrive at each node, in the order of Nodes; nil: not told.
	Arrivals []Arrival
	// Collapsed are the ids of splits that are drawn as one leaf, with all that is below them. Ids of other nodes
	// mean nothing.
	Collapsed []int
	// Navigable makes the figure a tree of items for the keyboard and for assistive technology instead of an image:
	// a group with role, name in words, level and place for each node, in pre-order. data-node is its id;
	// data-span, here and on ribbons and rugs, the first and the last leaf below it, from left to right; data-rows
	// tells its rows.
	Navigable bool
}

// Arrival sums up the training rows that arrive at a node.
type Arrival struct {
	Count    int
	Share    float64 // of all training rows
	Mean, SD float64 // of their target (regression), in original units; SD is NaN for fewer than two rows
	Classes  []int   // rows of each class (classification)
	First    []int   // the first of their rows in the file, ascending
}

// TreeTerm is one feature of a split with its posterior mean weight on the simplex.
type TreeTerm struct {
	Feature string
	Weight  float64 // 0 to 1
}

// TreeSplit is one internal node. Rows whose value is at most the threshold go left.
type TreeSplit struct {
	// Terms are the features of the condition, by falling weight. With one term the split reads
	// "x3 ≤ .52" and all values are in the feature's original units. With more it is a mixture and
	// reads ".6 x1 + .4 x3 ≤ .52", and all values are those of the mixture of scaled features, 0 to 1.
	Terms []TreeTerm
	// Labels are the categories of a text feature whose codes are 0, 1, ...; nil for a number.
	Labels []string

	Threshold float64 // posterior median
	Low, High float64 // 5 % and 95 % points of the threshold
	Min, Max  float64 // ends of the axis: the feature's range in the training rows
	// power of ten that all values of the feature are multiples of; 0: none is known, or a mixture
	Unit      float64
	Grid      []float64  // increasing values at which Density is given
	Density   []float64  // posterior density of the threshold, per unit of the axis
	Rows      []float64  // value of every training row that arrives here
	Leaf      []int      // leaf that each of these rows reaches, from left to right; nil: not told
	Share     float64    // share of the training rows that arrive here, 0 to 1
	lang      words.Lang // the figure's
	MainShare float64    // share of draws in which the first term is the main one; noted below .95
}

// TreeLeaf is one leaf. All values are in the target's original units.
type TreeLeaf struct {
	Count  int         // training rows that arrive
	Share  float64     // share of the training rows that arrive, 0 to 1
	Values []float64   // target of those rows (regression), drawn as dots
	Mean   float64     // posterior mean of the leaf's mean (regression)
	Low    float64     // 5 % point of the mean
	High   float64     // 95 % point of the mean
	NewLow float64     // 5 % point of the target of a new row
	NewHi  float64     // 95 % point of the target of a new row
	Class  []LeafClass // by class (classification)
	Within int         // leaves that a collapsed split stands for; 0: a leaf
	folded string      // its condition, in words
	lang   words.Lang  // the figure's
}

// LeafClass is one class in one leaf.
type LeafClass struct {
	Probability float64 // posterior mean
	Low, High   float64 // 5 % and 95 % points
	Count       int     // training rows of this class in the leaf
}

// PredictionFigure is the posterior predictive distribution of one row (regression).
type PredictionFigure struct {
	ID        string
	Lang      words.Lang
	Width     float64   // px
	Target    string    // name of the axis
	Min, Max  float64   // ends of the axis; both 0: chosen from the density and the marks
	Grid      []float64 // increasing values at which Density is given
	Density   []float64 // posterior predictive density, per unit of the target
	Edges     []float64 // borders of the histogram's bins, from Bins; nil: no histogram
	Counts    []float64 // draws in each bin, one fewer than Edges
	Center    Value     // the prediction: Label "mean" or "median"
	Low, High float64   // 90 % predictive interval
	Truth     *Value    // true value (Label "true"), nil if unknown
	Baseline  *Value    // another method's answer (Label "CART"), nil if none
	Component *Curve    // one topology's part of the density (Label: its name), nil if none
}

// Value is a labelled number.
type Value struct {
	Label string // a name, or "mean", "median" or "true", which are said in the figure's language
	X     float64
}

func (v Value) label(l words.Lang) string {
	if key := "chart.label." + v.Label; words.Has(key) {
		return l.Say(key)
	}
	return v.Label
}

// Curve is a labelled curve on the grid of its figure.
type Curve struct {
	Label   string
	Density []float64 // already times its weight, so that it lies under the whole
}

// ClassPredictionFigure is the posterior predictive distribution of one row (classification).
type ClassPredictionFigure struct {
	ID       string
	Lang     words.Lang
	Width    float64 // px
	Target   string
	Classes  []ClassPrediction
	Truth    int // index of the true class, -1 if unknown
	Baseline int // index of the class that the other method says, -1 if none
	Method   string
	// Component is one topology's answer, drawn as dashed strokes across the bars; nil if none.
	Component *ClassComponent
}

// ClassComponent is a labelled probability of each class.
type ClassComponent struct {
	Label         string
	Probabilities []float64
}

// ClassPrediction is the probability of one class.
type ClassPrediction struct {
	Label       string
	Probability float64
	Low, High   float64 // 90 % interval over draws
}

// EvidenceFigure traces the log marginal likelihood of up to 6 topologies against their visits, or against the run's
// steps.
type EvidenceFigure struct {
	ID     string
	Lang   words.Lang
	Width  float64 // px
	Steps  bool    // against the run's steps; else against the topologies' visits
	Series []EvidenceSeries
}

// EvidenceSeries is one topology's trace.
type EvidenceSeries struct {
	Name     string    // "{1,5,6}"
	Visits   []float64 // increasing
	Log      []float64 // log evidence, in nats, after each visit
	Error    []float64 // its Monte Carlo error, in nats
	Selected bool
}
