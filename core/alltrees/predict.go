// What a drawn tree says of new rows.

package alltrees

import (
	"math"
	"math/rand/v2"

	"dcctree/core/numeric"
)

// Point is a component of the predictive distribution of a row: a class's probabilities, or a normal distribution
// in the units of the response, with the share of the row that reaches the leaf.
type Point struct {
	Share, Mean, SD float64
	Tails           bool // Student's t with 4 degrees of freedom in place of a normal distribution
	Classes         []float64
}

// Bins reads new rows, by column as in NewTable, for Predict: one slice per row.
func (t *Table) Bins(columns []Column) [][]uint8 {
	rows := make([][]uint8, len(columns[0].Values))
	for i := range rows {
		rows[i] = make([]uint8, len(t.inputs))
		for j := range t.inputs {
			rows[i][j] = t.inputs[j].bin(columns[t.inputs[j].column].Values[i])
		}
	}
	return rows
}

// Sigma draws the tree's noise, or concentration of classes, as a point of the grid, or its level where leaves have
// noises of their own.
func (t *Table) Sigma(s *Tree, rng *rand.Rand) int {
	logs := make([]float64, t.marginal.points())
	t.byPoint(s, logs)
	for g := range logs {
		logs[g] += t.marginal.logPrior[g]
	}
	norm, u := numeric.LogSumExp(logs), rng.Float64()
	for g, l := range logs {
		if u -= numeric.Exp(l - norm); u < 0 {
			return g
		}
	}
	return numeric.Largest(logs)
}

// Predict appends the components of a row's predictive distribution under a tree with its noise. A row with a gap
// where no training row has one, or a level that none has, goes both ways by the training rows' shares.
func (t *Table) Predict(s *Tree, sigma int, row []uint8, share float64, dst []Point) []Point {
	if s.left == nil {
		return append(dst, t.point(s, sigma, share))
	}
	in := &t.inputs[s.rule.Input]
	b := row[s.rule.Input]
	if b == unseen || b == gapBin && !in.gaps {
		l := s.leftShare()
		dst = t.Predict(s.left, sigma, row, share*l, dst)
		return t.Predict(s.right, sigma, row, share*(1-l), dst)
	}
	if s.rule.left(in, b) {
		return t.Predict(s.left, sigma, row, share, dst)
	}
	return t.Predict(s.right, sigma, row, share, dst)
}

// leftShare is the share of a split's training rows that go left.
func (s *Tree) leftShare() float64 { return float64(s.left.st.n) / float64(max(s.st.n, 1)) }

func (t *Table) point(leaf *Tree, sigma int, share float64) Point {
	s, n := &leaf.st, float64(leaf.st.n)
	if t.class != nil {
		p := Point{Share: share, Classes: make([]float64, len(s.counts))}
		for k, c := range s.counts {
			p.Classes[k] = t.marginal.concentrations[sigma].probability(s.n, c, len(s.counts))
		}
		return p
	}
	s2 := t.variance(leaf, sigma)
	mean, variance := s.sum/(s2+n), s2+s2/(s2+n)
	return Point{Share: share, Mean: t.mean + t.sd*mean, SD: t.sd * math.Sqrt(variance)}
}

// variance is that of the noise of a leaf of a tree, standardized.
func (t *Table) variance(leaf *Tree, sigma int) float64 {
	if leaf.noise > 0 {
		return t.marginal.grid[leaf.noise-1].s2
	}
	return t.marginal.grid[sigma].s2
}
