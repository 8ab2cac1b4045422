// One row with any values: what all trees say of it, and what the tree to read does.

package fit

import (
	"math"
	"slices"
	"sort"

	"dcctree/core/alltrees"
	"dcctree/core/dataset"
	"dcctree/core/tree"
	"dcctree/core/words"
)

// RowAsked is a row of the opened table, or of that of test rows, with other values for some inputs.
type RowAsked struct {
	Test   bool
	Row    int            // of the file; where there is none, the next one
	Values map[string]any // by input: a number (float64), a label (string), or nil for a gap
	Leaves int            // at most, of the tree to read, or WholeTree
	Lang   words.Lang     // of what is said
}

// Explained is what is said of one row.
type Explained struct {
	Target     string     `json:"target"`
	Classes    []string   `json:"classes,omitempty"`
	Test       string     `json:"test"`    // name of the table of test rows; "" for none
	First      int        `json:"first"`   // row of the file
	Last       int        `json:"last"`    // likewise
	Changed    bool       `json:"changed"` // a value differs from the row's
	Inputs     []InputAt  `json:"inputs"`
	Prediction Prediction `json:"prediction"`     // with the target where no value is changed
	Reads      Branch     `json:"reads"`          // the leaf of the tree to read
	Axis       []float64  `json:"axis,omitempty"` // ends of the figure's, of numbers
	SVG        string     `json:"svg"`
	asked      asked
	mixture    alltrees.Mixture
	of         *Problem
}

// InputAt is an input with its value in the row: a Value or a Label, or neither for a gap.
type InputAt struct {
	Name     string   `json:"name"`
	Value    *float64 `json:"value,omitempty"`
	Label    *string  `json:"label,omitempty"`
	Min      float64  `json:"min"` // of numbers, in the training rows
	Max      float64  `json:"max"`
	Decimals int      `json:"decimals"` // that numbers of the training rows have; -1 for more than 6
	Labels   []string `json:"labels,omitempty"`
	Used     float64  `json:"used"` // probability that a tree uses it
}

// Explain asks the trees of the newest answer of Fit about one row. The error is ErrNoAnswer, or an *Error that names a
// value that cannot be used.
func (p *Problem) Explain(k RowAsked) (*Explained, error) {
	if p.newest == nil {
		return nil, ErrNoAnswer
	}
	q, t := *p, p.tables[0]
	q.scale, q.asked, q.voice = p.newest.scale, nil, &voice{lang: k.Lang}
	e := &Explained{of: &q, Target: p.options.Target, Classes: p.classes}
	if len(p.tables) > 1 {
		if e.Test = p.tables[1].Name; k.Test {
			t = p.tables[1]
		}
	}
	row := min(sort.Search(t.Rows, func(i int) bool { return t.FileRow(i) >= k.Row }), t.Rows-1)
	e.First, e.Last = t.FileRow(0), t.FileRow(t.Rows-1)
	if err := e.read(t, row, k.Values); err != nil {
		return nil, err
	}
	e.foretell()
	e.Reads = p.newest.answer.In(k.Lang).reads(e.Inputs, k.Leaves)
	return e, nil
}

// read takes the row over, with the values that it is given.
func (e *Explained) read(t *dataset.Table, row int, values map[string]any) error {
	p := e.of
	for name := range values {
		if !slices.ContainsFunc(p.columns, func(c *dataset.Column) bool { return c.Name == name }) {
			return p.fault(t, "fit.what.input", dataset.Show(name))
		}
	}
	y, err := p.testTarget(t)
	if err != nil {
		return err
	}
	p.take(t, y, []int{row})
	for j, ref := range p.columns {
		in, err := p.inputAt(j, t, row)
		if err != nil {
			return err
		}
		if v, given := values[ref.Name]; given {
			changed, ok := in.change(v)
			if !ok {
				return p.fault(t, "fit.what."+ref.Kind.String(), dataset.Show(ref.Name))
			}
			e.Changed = e.Changed || changed
		}
		e.Inputs = append(e.Inputs, in)
	}
	if e.asked = p.asked[0]; e.Changed {
		e.asked.known = false
	}
	return nil
}

// inputAt is an input with its value in a row of a table.
func (p *Problem) inputAt(j int, t *dataset.Table, row int) (in InputAt, err error) {
	ref := p.columns[j]
	c, err := t.Matching(ref.Name, ref.Kind == dataset.Numeric)
	if err != nil {
		return in, err
	}
	in = InputAt{Name: ref.Name, Labels: ref.Labels}
	for _, u := range p.newest.answer.Used {
		if u.Input == ref.Name {
			in.Used = u.Posterior
		}
	}
	if ref.Kind == dataset.Text {
		if label := t.LabelOf(c, row, ref.Labels); label != "" {
			in.Label = &label
		}
		return in, nil
	}
	if !math.IsNaN(c.Values[row]) {
		in.Value = &c.Values[row]
	}
	known := slices.DeleteFunc(slices.Clone(p.train[j].Values), math.IsNaN)
	if len(known) > 0 {
		in.Min, in.Max = slices.Min(known), slices.Max(known)
	}
	in.Decimals = dataset.Decimals(known)
	return in, nil
}

// change gives the input another value; ok is false for one that it cannot have.
func (in *InputAt) change(v any) (changed, ok bool) {
	value, label := in.Value, in.Label
	in.Value, in.Label = nil, nil
	switch v := v.(type) {
	case nil:
		return value != nil || label != nil, true
	case float64:
		in.Value = &v
		return value == nil || *value != v, in.Labels == nil
	case string:
		in.Label = &v
		return label == nil || *label != v, in.Labels != nil
	}
	return false, false
}

// foretell asks all trees.
func (e *Explained) foretell() {
	p, columns := e.of, make([]alltrees.Column, len(e.Inputs))
	for j := range e.Inputs {
		columns[j].Values = []float64{e.Inputs[j].code(p.columns[j].Labels)}
	}
	row := p.newest.table.Bins(columns)[0]
	e.Prediction = Prediction{File: e.asked.file, Row: e.asked.row}
	if p.task == dataset.Classification {
		p.class(&e.Prediction, p.newest.sample.Classes(row), &e.asked, &Scores{})
		return
	}
	e.mixture = p.newest.sample.Predictive(row)
	p.number(&e.Prediction, e.mixture, &e.asked, &Scores{})
}

// code is the number, or the place of the label among labels: their number for one that is not there, and NaN for a
// gap.
func (in *InputAt) code(labels []string) float64 {
	switch {
	case in.Value != nil:
		return *in.Value
	case in.Label == nil:
		return math.NaN()
	}
	if at := slices.Index(labels, *in.Label); at >= 0 {
		return float64(at)
	}
	return float64(len(labels))
}

// Truth is the target of the row, of a class its number, -1 for one that no training row has; known reports whether it
// is known.
func (e *Explained) Truth() (value float64, known bool) { return e.asked.value, e.asked.known }

// Median reports whether the prediction's Mean is the median.
func (e *Explained) Median() bool { return e.of.newest.answer.Medians() }

// Bulk is where nearly all of a predicted number is: its .05 and 99.95 % points.
func (e *Explained) Bulk() (low, high float64) {
	return e.of.inUnits(e.mixture.Quantile(.0005)), e.of.inUnits(e.mixture.Quantile(.9995))
}

// Density is the mean density of a predicted number between the middles of neighbouring points of an even grid, which
// is finite where that of the target is not.
func (e *Explained) Density(grid []float64) (density []float64) {
	half := (grid[1] - grid[0]) / 2
	below := e.of.cdf(e.mixture, grid[0]-half)
	for _, v := range grid {
		upTo := e.of.cdf(e.mixture, v+half)
		density = append(density, (upTo-below)/(2*half))
		below = upTo
	}
	return density
}

// reads is the leaf of the tree to read that a row reaches by the tree's rules, as programs follow them.
func (a *Answer) reads(inputs []InputAt, leaves int) Branch {
	branches := a.Branches(leaves)
	rules := a.RuleSet(branches, "", nil, words.English)
	row := make([]float64, len(rules.Features))
	for k := range rules.Features {
		at := slices.IndexFunc(inputs, func(in InputAt) bool { return in.Name == rules.Features[k].Name })
		row[k] = inputs[at].code(rules.Features[k].Labels)
	}
	var leaf Branch
	rules.Tree.Reach(tree.RowOf(row), func(at int, _ float64) { leaf = branches[at] })
	return leaf
}
