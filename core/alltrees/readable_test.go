// Tests of trees of few leaves against all parts of all kept trees.

package alltrees

import (
	"math"
	"slices"
	"testing"

	"dcctree/core/numeric"
)

// parts are all ways to cut a tree back, as the training rows of the leaves.
func (t *Table) parts(s *Tree, rows []int32) (all [][][]int32) {
	all = [][][]int32{{rows}}
	if s = s.dividing(); s.left == nil {
		return all
	}
	left, right := t.part(rows, s.rule)
	for _, l := range t.parts(s.left, left) {
		for _, r := range t.parts(s.right, right) {
			all = append(all, append(slices.Clone(l), r...))
		}
	}
	return all
}

// off is the mean squared difference of the rows' predictions to the means of their leaves.
func (t *Table) off(mean []float64, leaves [][]int32) (loss float64) {
	m := t.answers()
	for _, rows := range leaves {
		for a := range m {
			middle := 0.0
			for _, i := range rows {
				middle += mean[int(i)*m+a] / float64(len(rows))
			}
			for _, i := range rows {
				d := mean[int(i)*m+a] - middle
				loss += d * d / float64(t.rows)
			}
		}
	}
	return loss
}

// Numbers, classes, sets and gaps, sharp and gradual: no part of a kept tree with as many leaves is nearer, and the
// loss is what the tree's own predictions of the training rows give.
func TestReadableIsTheNearestPart(t *testing.T) {
	for k, p := range append([]problem{{20, 2, 3, 0, .2, 3}, {24, 2, 3, 3, .2, 3}}, problems[2:6]...) {
		columns, y := p.data(uint64(k))
		table, err := NewTable(columns, y)
		if err != nil {
			t.Fatal(err)
		}
		s := p.quick()
		if s.Moves = 3; k == 0 {
			s.Prior = p.gradualPrior()
		}
		r := Run(table, s, Alone)
		const most = 4
		found := r.Readable(most)
		least := r.leastLosses(most)
		if found[0].Leaves != 1 || len(found) < 2 {
			t.Fatalf("problem %d: %+v", k, found)
		}
		at := 0
		for n := range most {
			if at+1 < len(found) && found[at+1].Leaves == n+1 {
				at++
			}
			if d := &found[at]; math.Abs(d.Loss-least[n]) > 1e-9 {
				t.Errorf("problem %d, at most %d leaves: %d with the loss %v, least %v", k, n+1,
					d.Leaves, d.Loss, least[n])
			}
		}
		for i := range found {
			checkReadable(t, r, &found[i], columns)
		}
	}
}

// leastLosses are those of at most 1, 2, ... leaves.
func (r *Sample) leastLosses(most int) []float64 {
	mean, _ := r.fitted()
	rows, _ := r.cloud.t.all()
	least := slices.Repeat([]float64{math.Inf(1)}, most)
	for _, s := range r.Trees {
		for _, leaves := range r.cloud.t.parts(s, rows) {
			loss := r.cloud.t.off(mean, leaves)
			for n := len(leaves); n <= most; n++ {
				least[n-1] = min(least[n-1], loss)
			}
		}
	}
	return least
}

// checkReadable sends the training rows through a tree, whose leaves must have the rows they say.
func checkReadable(t *testing.T, r *Sample, d *Readable, columns []Column) {
	t.Helper()
	table := r.cloud.t
	mean, _ := r.fitted()
	m, loss := table.answers(), 0.0
	for i := range table.rows {
		row := make([]float64, len(columns))
		for j := range columns {
			row[j] = columns[j].Values[i]
		}
		points := d.Tree.Predict(row, 1, nil)
		if len(points) != 1 || points[0].Share != 1 {
			t.Fatalf("row %d goes %v", i, points)
		}
		got := points[0].Classes
		if table.class == nil {
			got = []float64{(points[0].Mean - table.mean) / table.sd}
		}
		for a, v := range got {
			loss += (v - mean[i*m+a]) * (v - mean[i*m+a]) / float64(table.rows)
		}
	}
	if math.Abs(loss-d.Loss) > 1e-9 {
		t.Errorf("%d leaves: the training rows' loss is %v, told %v", d.Leaves, loss, d.Loss)
	}
}

// One leaf of six rows, 0 and 6 three times each: their variance about their mean is that of the response, 1 when
// standardized, and the noise of all trees counts for five rows.
func TestReadableSpread(t *testing.T) {
	r := sampleOf(t, Rule{Cut: -1})
	d := r.Readable(1)[0].Tree
	s2 := r.cloud.t.marginal.grid[40].s2
	if want := 3 * math.Sqrt((6+5*s2)/11*(1+1./6)); math.Abs(d.SD-want) > 1e-9 || math.Abs(d.Mean-3) > 1e-9 {
		t.Errorf("%v ± %v, want 3 ± %v", d.Mean, d.SD, want)
	}
}

// What has no side goes both ways by the training rows, and a set's level that its node does not have, too.
func TestReadableUnknownSides(t *testing.T) {
	leaf := func(mean float64, rows int) *Reading { return &Reading{Column: -1, Mean: mean, Rows: rows} }
	number := &Reading{Column: 0, Threshold: 2, Rows: 4, Left: leaf(1, 1), Right: leaf(2, 3)}
	set := &Reading{Column: 1, Levels: []int{0, 2}, Others: []int{1}, HasGaps: true, Rows: 10, Left: number,
		Right: leaf(3, 6)}
	nan := math.NaN()
	for _, c := range []struct {
		row  []float64
		want []float64 // shares of the leaves 1, 2, 3
	}{
		{[]float64{2, 0}, []float64{1, 0, 0}},
		{[]float64{2.1, 2}, []float64{0, 1, 0}},
		{[]float64{1, 1}, []float64{0, 0, 1}},
		{[]float64{1, nan}, []float64{0, 0, 1}},
		{[]float64{nan, 0}, []float64{.25, .75, 0}},
		{[]float64{nan, 3}, []float64{.1, .3, .6}},
	} {
		got := make([]float64, 3)
		for _, p := range set.Predict(c.row, 1, nil) {
			got[int(p.Mean)-1] += p.Share
		}
		for i := range got {
			if math.Abs(got[i]-c.want[i]) > 1e-12 {
				t.Errorf("%v: shares %v, want %v", c.row, got, c.want)
				break
			}
		}
	}
}

// Losses are in the response's variance whatever the spread of the leaves' means: with one leaf, the variance of what
// all trees predict over the response's.
func TestLossesAreInVariances(t *testing.T) {
	for _, spread := range []float64{1, 2, .5} {
		columns, y := problems[1].data(4)
		y.MeanSpread = spread
		table, err := NewTable(columns, y)
		if err != nil {
			t.Fatal(err)
		}
		r := Run(table, problems[1].quick(), Alone)
		var said, were numeric.Moments
		for i, v := range r.Fits() {
			said.Add(v)
			were.Add(y.Values[i])
		}
		got, want := r.Readable(1)[0].Loss, said.Variance()/were.Variance()
		if math.Abs(got-want) > 1e-9 {
			t.Errorf("spread %g: loss %v, want %v", spread, got, want)
		}
	}
}
