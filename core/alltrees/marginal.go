// Marginal likelihoods of leaves, the leaf's own parameters integrated out.

package alltrees

import (
	"math"

	"dcctree/core/numeric"
)

// marginal holds the tables of log marginal likelihoods. For classes a leaf is Dirichlet-multinomial, with one
// concentration for all leaves on a grid. For numbers, standardized, leaf means are N(0, 1) and sigma is half-t(3, 1)
// on a grid of log sigma, or half-t with another scale. The grid is part of the model; with levels each leaf has a
// sigma of its own.
type marginal struct {
	classes        int
	concentrations []concentration // the grid of classes
	grid           []noise         // that of numbers
	logPrior       []float64       // of the points of the grid, or of the levels
	levels         []level         // nil where all leaves have one noise
}

// noise is a point of the grid of sigma.
type noise struct {
	s2, perRow float64
	half       []float64 // by count n: log(1 + n/s2)/2
	slope      []float64 // by count n: 1/(2 s2 (s2 + n))
}

// sigma is the standard deviation.
func (s *noise) sigma() float64 { return math.Sqrt(s.s2) }

const (
	lowLogSigma  = -4.0
	gridStep     = .05
	gridPoints   = 94
	gridTabulate = 4096
)

// normalMarginal has a half-t of this scale as the prior of sigma.
func normalMarginal(rows int, scale float64) marginal {
	m := marginal{grid: make([]noise, gridPoints), logPrior: make([]float64, gridPoints)}
	for g := range m.grid {
		v := logSigma(g)
		m.grid[g] = noiseOf(v, rows)
		m.logPrior[g] = v - 2*numeric.Log1p(m.grid[g].s2/(3*scale*scale))
	}
	norm := numeric.LogSumExp(m.logPrior)
	for g := range m.logPrior {
		m.logPrior[g] -= norm
	}
	return m
}

// logSigma is the log of the standard deviation at a point of the grid.
func logSigma(g int) float64 { return lowLogSigma + gridStep*float64(g) }

// noiseOf is that of a log standard deviation, for leaves of so many rows.
func noiseOf(logSigma float64, rows int) noise {
	s := numeric.Exp(logSigma)
	n := noise{s2: s * s, perRow: -.5 * (numeric.Log2Pi + 2*logSigma)}
	tabulated := min(rows+1, gridTabulate)
	n.half, n.slope = make([]float64, tabulated), make([]float64, tabulated)
	for k := range tabulated {
		n.half[k] = .5 * numeric.Log1p(float64(k)/n.s2)
		n.slope[k] = .5 / (n.s2 * (n.s2 + float64(k)))
	}
	return n
}

// normal is log p(y of a leaf | sigma) from the leaf's count, sum and sum of squares.
func (s *noise) normal(n int, sum, squares float64) float64 {
	h := 0.0
	if n < len(s.half) {
		h = s.half[n]
	} else {
		h = .5 * numeric.Log1p(float64(n)/s.s2)
	}
	return float64(n)*s.perRow - h - .5*squares/s.s2 + .5*sum*sum/(s.s2*(s.s2+float64(n)))
}

// fit is what of normal depends on how the rows are divided among leaves, from a leaf's count and sum.
func (s *noise) fit(n int, sum float64) float64 {
	if n < len(s.half) {
		return s.slope[n]*sum*sum - s.half[n]
	}
	return .5*sum*sum/(s.s2*(s.s2+float64(n))) - .5*numeric.Log1p(float64(n)/s.s2)
}

// points is how many points of the grid, or levels, the leaves of a tree have in common.
func (m *marginal) points() int { return len(m.logPrior) }

// leaf is the log marginal likelihood of a leaf at point g of the grid, or at a level.
func (m *marginal) leaf(s *stats, g int) float64 {
	switch {
	case m.classes > 0:
		return m.concentrations[g].leaf(s.n, s.counts)
	case m.levels != nil:
		return m.atLevel(s, g)
	}
	return m.grid[g].normal(s.n, s.sum, s.squares)
}

// side is that of a side of a candidate with numbers, roughly where each leaf has a noise of its own.
func (m *marginal) side(n int, sum, squares float64, g int) float64 {
	if m.levels != nil {
		return m.rough(n, sum, squares, g)
	}
	return m.grid[g].normal(n, sum, squares)
}

// room is by how much the likelihood of a side's rows could rise at a point.
func (m *marginal) room(n int, sum, squares float64, g int) float64 {
	if m.levels != nil {
		return m.levels[g].room(n, sum, squares)
	}
	return scatter(n, sum, squares) / m.grid[g].s2
}

// tempered is log sum over the points of prior x likelihood^power, from the log likelihoods by point.
func (m *marginal) tempered(byPoint []float64, power float64) float64 {
	top, s := math.Inf(-1), 0.0
	for g, l := range byPoint {
		top = numeric.Larger(top, m.logPrior[g]+power*l)
	}
	for g, l := range byPoint {
		if d := m.logPrior[g] + power*l - top; d > -40 {
			s += numeric.Exp(d)
		}
	}
	return top + numeric.Log(s)
}
