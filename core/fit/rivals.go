// The rivals of a readable tree: CART and a linear model, on the same rows.

package fit

import (
	"cmp"
	"math"
	"slices"

	"dcctree/core/alltrees"
	"dcctree/core/baseline/cart"
	"dcctree/core/baseline/linear"
	"dcctree/core/dataset"
	"dcctree/core/numeric"
	"dcctree/core/random"
	"dcctree/core/tree"
)

// innerFolds are those by which CART chooses how far to prune.
const innerFolds = 10

// rivals fit CART and the linear model, in the order of the ways; each says something of the row left out with a
// number.
func (f *fold) rivals() []func(i int) alltrees.Point {
	return []func(int) alltrees.Point{f.cart(), f.linear()}
}

// cart fits to numbers: gaps are the median, and labels the place that they have by the mean of the response. Its
// standard deviation is that of the cross-validation which chose how far to prune: that of the leaves' own rows is too
// small by what they were chosen for.
func (f *fold) cart() func(i int) alltrees.Point {
	var train, test [][]float64
	for j := range f.train {
		fill := f.ordered(&f.train[j])
		train, test = append(train, filled(f.train[j], fill)), append(test, filled(f.test[j], fill))
	}
	frame := &dataset.Frame{Task: f.p.task, N: len(f.y.Values), D: len(train), X: slices.Concat(train...),
		Y: f.y.Values}
	if f.y.Classes > 0 {
		frame.Y, frame.Class, frame.Classes = nil, f.classes(), f.p.classes
	}
	rng := random.Stream(f.settings.Seed, "fit", "cart")
	groups := copied(cart.Folds(len(f.copies), innerFolds, rng), f.copies) // copies of a row are in one
	v := cart.Validate(frame, cart.LargeSettings(), groups)
	t, sd := v.Tree, math.Sqrt(v.Steps[v.Best].CrossRisk*variance(f.y.Values))
	return func(i int) alltrees.Point {
		row := make([]float64, len(test))
		for j := range test {
			row[j] = test[j][i]
		}
		switch a := t.Leaf(tree.RowOf(row)).Answer.(type) {
		case tree.Normal:
			return alltrees.Point{Share: 1, Mean: a.Mean, SD: sd}
		case tree.Classes:
			return alltrees.Point{Share: 1, Classes: a}
		}
		panic("fit: a leaf without an answer")
	}
}

// variance is the mean squared distance to the mean.
func variance(values []float64) float64 {
	var m numeric.Moments
	for _, v := range values {
		m.Add(v)
	}
	return m.Variance() * float64(m.N()-1) / float64(m.N())
}

func (f *fold) classes() []int {
	class := make([]int, len(f.y.Values))
	for i, v := range f.y.Values {
		class[i] = int(v)
	}
	return class
}

// ordered returns what a value of a column becomes as a number: a text the place of its level, and what is not known
// the median of what is, or of a column with one level another number.
func (f *fold) ordered(c *alltrees.Column) func(float64) float64 {
	number := func(v float64) float64 { return v }
	if c.Levels > 0 {
		places := f.places(c)
		number = func(v float64) float64 {
			if math.IsNaN(v) || int(v) >= c.Levels {
				return math.NaN()
			}
			return places[int(v)]
		}
	}
	var known []float64
	for _, v := range c.Values {
		if x := number(v); !math.IsNaN(x) {
			known = append(known, x)
		}
	}
	slices.Sort(known)
	middle := 0.0
	if len(known) > 0 {
		middle = known[len(known)/2]
	}
	if c.Levels == 1 {
		middle--
	}
	return func(v float64) float64 {
		if x := number(v); !math.IsNaN(x) {
			return x
		}
		return middle
	}
}

// places are the ranks of a column's levels by the mean response of their rows, of all rows where a level has none;
// with classes by the share of the largest class.
func (f *fold) places(c *alltrees.Column) []float64 {
	response := slices.Clone(f.y.Values)
	if f.y.Classes > 0 {
		counts := make([]float64, f.y.Classes)
		for _, v := range f.y.Values {
			counts[int(v)]++
		}
		largest := float64(numeric.Largest(counts))
		for i, v := range f.y.Values {
			if response[i] = 0; v == largest {
				response[i] = 1
			}
		}
	}
	var all numeric.Moments
	moments := make([]numeric.Moments, c.Levels)
	for i, v := range c.Values {
		if all.Add(response[i]); !math.IsNaN(v) {
			moments[int(v)].Add(response[i])
		}
	}
	means := make([]float64, c.Levels)
	for level := range means {
		if means[level] = all.Mean(); moments[level].N() > 0 {
			means[level] = moments[level].Mean()
		}
	}
	order := numeric.Indices(c.Levels)
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(means[a], means[b]) })
	places := make([]float64, c.Levels)
	for place, level := range order {
		places[level] = float64(place)
	}
	return places
}

func filled(c alltrees.Column, fill func(float64) float64) []float64 {
	out := make([]float64, len(c.Values))
	for i, v := range c.Values {
		out[i] = fill(v)
	}
	return out
}

// linear fits to numbers, their gaps at the mean and marked by an input of their own, and to an input for each label.
func (f *fold) linear() func(i int) alltrees.Point {
	train, test := f.spread(f.train), f.spread(f.test)
	if f.y.Classes > 0 {
		m := linear.FitClasses(train, f.classes(), f.y.Classes)
		return func(i int) alltrees.Point {
			return alltrees.Point{Share: 1, Classes: m.Predict(test.Row(i))}
		}
	}
	m := linear.FitNumbers(train, f.y.Values)
	return func(i int) alltrees.Point {
		mean, sd := m.Predict(test.Row(i))
		return alltrees.Point{Share: 1, Mean: mean, SD: sd}
	}
}

// spread makes numbers of columns.
func (f *fold) spread(columns []alltrees.Column) *linear.Matrix {
	var inputs [][]float64
	for j, c := range columns {
		if c.Levels > 0 {
			inputs = append(inputs, marks(c)...)
			continue
		}
		var known numeric.Moments
		for _, v := range f.train[j].Values {
			if !math.IsNaN(v) {
				known.Add(v)
			}
		}
		value, gap := make([]float64, len(c.Values)), make([]float64, len(c.Values))
		for i, v := range c.Values {
			if value[i] = v; math.IsNaN(v) {
				value[i], gap[i] = known.Mean(), 1
			}
		}
		inputs = append(inputs, value, gap)
	}
	m := &linear.Matrix{Rows: len(columns[0].Values), Inputs: len(inputs)}
	for i := range m.Rows {
		for _, x := range inputs {
			m.Values = append(m.Values, x[i])
		}
	}
	return m
}

// marks are an input for each level, 1 where a row has it.
func marks(c alltrees.Column) [][]float64 {
	inputs := make([][]float64, c.Levels)
	for l := range inputs {
		inputs[l] = make([]float64, len(c.Values))
	}
	for i, v := range c.Values {
		if v < float64(c.Levels) { // not so for a gap
			inputs[int(v)][i] = 1
		}
	}
	return inputs
}
