// Drawn trees and their splits in terms of the table's columns, without splits that leave a side empty.

package alltrees

import (
	"math/bits"
	"slices"
	"sort"
)

// Reading is a node of a tree as people read it.
type Reading struct {
	Column    int     // as given to NewTable; -1 at a leaf
	Threshold float64 // numbers: at most this goes left
	// of a gradual split: from where on less than 90 % of a row goes left, and from where on less than 10 %
	Gradual  bool
	From, To float64
	// categories: the levels that go left and right, of those that the node's training rows have
	Levels, Others []int
	Gaps           int  // the node's training rows with a gap in the column
	GapsLeft       bool // where gaps go; without meaning where HasGaps is false
	HasGaps        bool // whether any training row has a gap in the column
	Rows           int
	Mean           float64   // of a leaf's rows to come, in the response's units
	SD             float64   // of a leaf's rows to come, in the response's units; of a gradual tree 0: not told
	Classes        []float64 // of a leaf: probabilities of the classes
	Tails          bool      // of a leaf: whether its rows are Student's t about the mean
	Left, Right    *Reading
}

// Read returns a kept tree with its noise, one of Sample.Sigmas, as people read it.
func (t *Table) Read(s *Tree, sigma int) *Reading {
	rows, _ := t.all()
	return t.read(s, sigma, rows)
}

func (t *Table) read(s *Tree, sigma int, rows []int32) *Reading {
	s = s.dividing()
	d := &Reading{Column: -1, Rows: len(rows)}
	if s.left == nil {
		p := t.point(s, sigma, 1)
		if d.Mean, d.SD, d.Classes = p.Mean, p.SD, p.Classes; s.blended != nil {
			d.Mean, d.SD = t.mean+t.sd**s.blended, 0
		}
		return d
	}
	left, right := t.part(rows, s.rule)
	d = t.splitReading(s, rows)
	d.Left, d.Right = t.read(s.left, sigma, left), t.read(s.right, sigma, right)
	return d
}

// splitReading is a split without what is below it.
func (t *Table) splitReading(s *Tree, rows []int32) *Reading {
	in, rule := &t.inputs[s.rule.Input], s.rule
	d := &Reading{Column: in.column, Rows: len(rows), GapsLeft: rule.GapLeft, HasGaps: in.gaps || in.present}
	if s.slope != nil {
		d.Gradual, d.From, d.To = true, s.slope.from, s.slope.to
	}
	if in.levels == 0 {
		d.Threshold = in.cuts[rule.Cut]
	} else {
		here := in.here(rows)
		d.Levels, d.Others = in.names(here&rule.Set), in.names(here&^rule.Set)
	}
	for _, i := range rows {
		if in.gap(i) {
			d.Gaps++
		}
	}
	return d
}

// dividing is the first node that is a leaf or has training rows on both sides.
func (s *Tree) dividing() *Tree {
	for s.left != nil {
		switch 0 {
		case s.left.st.n:
			s = s.right
		case s.right.st.n:
			s = s.left
		default:
			return s
		}
	}
	return s
}

// Parts is the number of leaves with training rows.
func (s *Tree) Parts() int {
	s = s.dividing()
	if s.left == nil {
		return 1
	}
	return s.left.Parts() + s.right.Parts()
}

// here is the set of seen levels that the rows have.
func (in *input) here(rows []int32) (set uint64) {
	for _, i := range rows {
		if in.bins[i] < unseen {
			set |= 1 << in.bins[i]
		}
	}
	return set
}

// gap reports whether a training row has a gap.
func (in *input) gap(row int32) bool {
	b := in.bins[row]
	return b == gapBin || in.present && b == 1
}

// names are the levels of a set, by their numbers in the column.
func (in *input) names(set uint64) (levels []int) {
	for k, code := range in.codes {
		if code >= 0 && set>>code&1 == 1 {
			levels = append(levels, k)
		}
	}
	return levels
}

// Split is what some of the drawn trees do first with a set of rows: thresholds of one column, or one parting of a
// column's levels, or nothing.
type Split struct {
	Column         int   // -1: no split
	Levels, Others []int // left and right, of the levels that rows of any tree have; nil for numbers
	Probability    float64
	Error          float64 // standard error of the probability, as a Group's
	Low, Mid, High float64 // 5, 50 and 95 % points of the threshold
	Gradual        float64 // share of the trees in which it is gradual
	From, To       float64 // of these, the medians of where 90 % and 10 % of a row go left
	Trees          int     // of which this is a share
	Gaps           bool    // whether the rows have gaps in the column
	GapsLeft       float64 // share of the trees that send them left
	at             []spot
	mask, here     uint64
}

// spot is a node of a drawn tree with its rows; flipped where the left side counts as the right one.
type spot struct {
	tree    int // its number
	s       *Tree
	rows    []int32
	flipped bool
}

// Splits are the kept trees' first splits that divide the training rows, most probable first.
func (r *Sample) Splits() []Split {
	rows, _ := r.cloud.t.all()
	var spots []spot
	for k, s := range r.Trees {
		spots = append(spots, spot{tree: k, s: s, rows: rows})
	}
	return r.group(spots)
}

// Below are the next splits on either side of a split, with their probabilities given that split.
func (r *Sample) Below(d *Split) (left, right []Split) {
	if d.Column < 0 {
		return nil, nil
	}
	l, rest := r.sides(d)
	return r.group(l), r.group(rest)
}

// sides are where the trees of a split go on, left and right.
func (r *Sample) sides(d *Split) (left, right []spot) {
	for _, p := range d.at {
		a, b := r.cloud.t.part(p.rows, p.s.rule)
		low, high := spot{p.tree, p.s.left, a, false}, spot{p.tree, p.s.right, b, false}
		if p.flipped {
			low, high = high, low
		}
		left, right = append(left, low), append(right, high)
	}
	return left, right
}

// group joins spots that do the same.
func (r *Sample) group(spots []spot) (groups []Split) {
	t := r.cloud.t
	for _, p := range spots {
		p.s = p.s.dividing()
		column, mask, here := -1, uint64(0), uint64(0)
		if p.s.left != nil {
			in := &t.inputs[p.s.rule.Input]
			column = in.column
			if in.levels > 0 {
				here = in.here(p.rows)
				mask, p.flipped = parting(p.s.rule.Set, here)
			}
		}
		k := slices.IndexFunc(groups, func(d Split) bool { return d.Column == column && d.mask == mask })
		if k < 0 {
			k, groups = len(groups), append(groups, Split{Column: column, mask: mask})
		}
		groups[k].at, groups[k].here = append(groups[k].at, p), groups[k].here|here
	}
	errors := r.errorsAmong(trees(spots))
	for k := range groups {
		d := &groups[k]
		d.Probability, d.Trees = float64(len(d.at))/float64(len(spots)), len(spots)
		d.Error = errors.of(trees(d.at))
		t.sum(d)
	}
	sort.SliceStable(groups, func(i, j int) bool { return len(groups[i].at) > len(groups[j].at) })
	return groups
}

// trees are the numbers of those that have the spots.
func trees(spots []spot) (numbers []int) {
	for _, p := range spots {
		numbers = append(numbers, p.tree)
	}
	return numbers
}

// parting is the side of the first of the levels that rows have, and whether that is the right one.
func parting(set, here uint64) (mask uint64, flipped bool) {
	if first := uint64(1) << bits.TrailingZeros64(here); here != 0 && set&first == 0 {
		return here &^ set, true
	}
	return here & set, false
}

// sum fills a group in.
func (t *Table) sum(d *Split) {
	if d.Column < 0 {
		return
	}
	in := &t.inputs[d.at[0].s.rule.Input]
	var thresholds, from, to []float64
	for _, p := range d.at {
		if v := p.s.slope; v != nil {
			from, to = append(from, v.from), append(to, v.to)
		}
		if p.s.rule.GapLeft != p.flipped {
			d.GapsLeft += 1 / float64(len(d.at))
		}
		if in.levels == 0 {
			thresholds = append(thresholds, in.cuts[p.s.rule.Cut])
		}
		d.Gaps = d.Gaps || slices.ContainsFunc(p.rows, in.gap)
	}
	if in.levels > 0 {
		d.Levels, d.Others = in.names(d.mask), in.names(d.here&^d.mask)
		return
	}
	d.Low, d.Mid, d.High = point(thresholds, 5), point(thresholds, 50), point(thresholds, 95)
	if len(from) > 0 {
		d.Gradual = float64(len(from)) / float64(len(d.at))
		d.From, d.To = point(from, 50), point(to, 50)
	}
}

// point is a percentile of values, which it sorts: the least of them up to which that share is.
func point(values []float64, percent int) float64 {
	slices.Sort(values)
	return values[(percent*len(values)+99)/100-1]
}
