// All drawn trees of an answer, for whoever predicts by them elsewhere.

package fit

import (
	"strconv"
	"strings"

	"dcctree/core/alltrees"
	"dcctree/core/dataset"
	"dcctree/core/export"
	"dcctree/core/tree"
)

// DrawnTrees are the trees that an answer is made of, each as probable as any other. docs/fit.md says how to predict by
// them. What is the answer's has the answer's names.
type DrawnTrees struct {
	Data     string        `json:"data"`
	Target   string        `json:"target"`
	Task     string        `json:"task"`
	Scale    string        `json:"scale,omitempty"` // of which all means and deviations are
	Noise    string        `json:"noise,omitempty"`
	Size     string        `json:"size,omitempty"`
	Prior    *Prior        `json:"prior,omitempty"`
	Rows     int           `json:"rows"`
	Weight   *Weight       `json:"weight,omitempty"`
	Classes  []string      `json:"classes,omitempty"`
	Digest   string        `json:"digest"`
	Settings DrawnSettings `json:"settings"`
	Inputs   []DrawnInput  `json:"inputs"` // that a rule can split on
	Trees    []DrawnTree   `json:"trees"`
}

// DrawnSettings are what the trees were drawn with.
type DrawnSettings struct {
	Seed     string  `json:"seed"`
	Work     float64 `json:"work"`  // its bound
	Moves    int     `json:"moves"` // of each tree at each step in the last round
	Alpha    float64 `json:"alpha"` // of the prior, up to Widths, see alltrees.Prior
	Beta     float64 `json:"beta"`
	MaxDepth int     `json:"maxDepth"`
	Widths   int     `json:"widths"`
}

// DrawnInput is an input: of numbers with its thresholds and the share of the training rows with a value up to each, of
// labels with those that a training row has.
type DrawnInput struct {
	Name       string    `json:"name"`
	Thresholds []float64 `json:"thresholds,omitempty"` // ascending
	Ranks      []float64 `json:"ranks,omitempty"`
	Labels     []string  `json:"labels,omitempty"`
	Gaps       bool      `json:"gaps"` // whether a training row has a gap here
}

// DrawnTree is a drawn tree: the standard deviation of the noise, where leaves have noises of their own that of the
// level about which these are, or the concentration of leaves of classes. Covariance is that of the leaves' means in
// the order of the nodes, the lower triangle row by row; without it every row reaches one leaf alone. Where tails are
// heavy Offsets are in its place, of the leaves in that order, see alltrees.Kept.
type DrawnTree struct {
	Noise         *float64    `json:"noise,omitempty"`
	Concentration *float64    `json:"concentration,omitempty"`
	Nodes         []DrawnNode `json:"nodes"` // the root, then of each node first what goes left
	Covariance    []float64   `json:"covariance,omitempty"`
	Offsets       []float64   `json:"offsets,omitempty"`
}

// DrawnNode is a split, which has an Input, or a leaf.
type DrawnNode struct {
	Rows float64 `json:"rows"` // training rows; in trees with gradual splits the sum of their shares

	Input     string   `json:"input,omitempty"`
	Threshold *float64 `json:"threshold,omitempty"` // at most this goes left
	Slope     *Slope   `json:"gradual,omitempty"`   // nil where the split is sharp
	Labels    []string `json:"labels,omitempty"`    // that go left
	GapsLeft  *bool    `json:"gapsLeft,omitempty"`  // nil where no training row has a gap in the input
	// LeftShare is the probability of the left side where it is not known to which side a row goes.
	LeftShare *float64 `json:"leftShare,omitempty"`
	Right     int      `json:"right,omitempty"` // number of the right side's node, from 0; the left one is next

	Mean    *float64  `json:"mean,omitempty"` // of a leaf, and the deviation of a row to come that reaches it alone
	SD      *float64  `json:"sd,omitempty"`
	Noise   *float64  `json:"noise,omitempty"` // of a leaf with a noise of its own
	Classes []float64 `json:"classes,omitempty"`
}

// Slope is how gradual a split is: its threshold's rank and its width on the scale of ranks, and the values from which
// on less than 90 % and less than 10 % of a row go left.
type Slope struct {
	Rank  float64 `json:"rank"`
	Width float64 `json:"width"`
	From  float64 `json:"from"`
	To    float64 `json:"to"`
}

// DrawnTrees returns the trees of the newest answer of Fit. pause is called now and then. The error is ErrNoAnswer.
func (p *Problem) DrawnTrees(pause func()) (*DrawnTrees, error) {
	if p.newest == nil {
		return nil, ErrNoAnswer
	}
	n, a, s := p.newest, p.newest.answer, &p.options.Settings
	out := &DrawnTrees{Data: a.Data, Target: a.Target, Task: a.Task, Scale: a.Scale, Noise: a.Noise, Size: a.Size,
		Prior: a.Prior, Rows: a.Rows, Weight: a.Weight, Classes: a.Classes, Digest: a.Digest,
		Inputs: []DrawnInput{},
		Settings: DrawnSettings{Seed: strconv.FormatUint(s.Seed, 10), Work: float64(p.options.Effort.Work),
			Moves: n.moves, Alpha: s.Prior.Alpha, Beta: s.Prior.Beta, MaxDepth: s.Prior.MaxDepth,
			Widths: s.Prior.Widths}}
	inputs := n.table.Inputs()
	for i := range inputs {
		out.Inputs = append(out.Inputs, p.drawnInput(&inputs[i]))
	}
	for k := range n.sample.Trees {
		pause()
		out.Trees = append(out.Trees, p.drawnTree(n.sample.Kept(k, inputs)))
	}
	return out, nil
}

// JSON returns them as JSON text, a tree a line. pause is called now and then. It fails on numbers that JSON has no
// words for.
func (d *DrawnTrees) JSON(pause func()) (string, error) {
	head := *d
	head.Trees = []DrawnTree{}
	text, err := export.JSON(&head)
	if err != nil {
		return "", err
	}
	var lines []string
	for k := range d.Trees {
		pause()
		line, err := export.JSON(&d.Trees[k])
		if err != nil {
			return "", err
		}
		lines = append(lines, "\n"+line)
	}
	return strings.TrimSuffix(text, "]}") + strings.Join(lines, ",") + "\n]}\n", nil
}

func (p *Problem) drawnInput(in *alltrees.Input) DrawnInput {
	c := p.columns[in.Column]
	d := DrawnInput{Name: c.Name, Gaps: in.Gaps, Labels: labels(c, in.Levels)}
	if in.Ranks != nil {
		d.Thresholds, d.Ranks = in.Ranks.Thresholds, in.Ranks.Below
	}
	return d
}

func (p *Problem) drawnTree(k *alltrees.Kept) DrawnTree {
	d := DrawnTree{Covariance: k.Covariance, Offsets: k.Offsets}
	if p.task == dataset.Classification {
		d.Concentration = &k.Concentration
	} else {
		d.Noise = &k.Noise
	}
	for at := range k.Tree.Nodes {
		from := &k.Tree.Nodes[at]
		n := DrawnNode{Rows: k.Rows[at], Right: from.Right}
		if from.Leaf() {
			n.answer(from.Answer)
			if k.Noises != nil {
				n.Noise = &k.Noises[at]
			}
		} else {
			n.LeftShare = &k.Left[at]
			p.rule(&n, from.Rule)
		}
		d.Nodes = append(d.Nodes, n)
	}
	return d
}

func (n *DrawnNode) answer(a tree.Answer) {
	switch a := a.(type) {
	case tree.Normal:
		n.Mean, n.SD = &a.Mean, &a.SD
	case tree.Classes:
		n.Classes = a
	}
}

// rule takes a split's rule over.
func (p *Problem) rule(n *DrawnNode, rule tree.Rule) {
	c := p.columns[rule.Main()]
	n.Input = c.Name
	switch r := rule.(type) {
	case tree.Sided:
		n.GapsLeft = &r.GapsLeft
		p.rule(n, r.Rule)
	case tree.Threshold:
		n.Threshold = &r.At
	case tree.Gradual:
		from, to := r.Ranks.Span(r.Rank, r.Width)
		n.Threshold, n.Slope = &r.At, &Slope{r.Rank, r.Width, from, to}
	case tree.Part:
		n.Labels = labels(c, r.Codes)
	}
}
