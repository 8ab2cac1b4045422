// Noise of a leaf's own: its standard deviation is spread about a level that all leaves have in common.

package alltrees

import (
	"math"
	"math/rand/v2"

	"dcctree/core/numeric"
)

// level is what all leaves have in common where each has a noise of its own: log sigma of a leaf is normal about that
// of the level, on the grid of sigma. Levels are half-t(3, 1), as a noise common to all leaves is, on a coarser grid.
type level struct {
	logSigma, s2 float64
	share        []float64 // by point of the grid of sigma: its prior probability
}

const (
	levelStep = 4  // points of the grid of sigma between two levels
	leafSpan  = .5 // standard deviation of a leaf's log sigma about that of the level
)

// leafMarginal is that of numbers where each leaf has a noise of its own; logPrior is that of the levels.
func leafMarginal(rows int, scale float64) marginal {
	m := normalMarginal(rows, scale)
	common := m.logPrior
	m.logPrior = nil
	for at := 0; at < gridPoints; at += levelStep {
		m.levels = append(m.levels, levelAt(logSigma(at)))
		m.logPrior = append(m.logPrior, common[at])
	}
	norm := numeric.LogSumExp(m.logPrior)
	for l := range m.logPrior {
		m.logPrior[l] -= norm
	}
	return m
}

func levelAt(log float64) level {
	v := level{logSigma: log, s2: numeric.Exp(2 * log), share: make([]float64, gridPoints)}
	total := 0.0
	for g := range v.share {
		z := (logSigma(g) - log) / leafSpan
		v.share[g] = numeric.Exp(-.5 * z * z)
		total += v.share[g]
	}
	for g := range v.share {
		v.share[g] /= total
	}
	return v
}

// byNoise returns a leaf's likelihoods at the points of the grid of sigma, relative to the largest, and its log.
func (m *marginal) byNoise(s *stats) (relative [gridPoints]float64, top float64) {
	top = math.Inf(-1)
	for g := range relative {
		relative[g] = m.grid[g].normal(s.n, s.sum, s.squares)
		top = numeric.Larger(top, relative[g])
	}
	for g, l := range relative {
		relative[g] = 0
		if l > top-negligible {
			relative[g] = numeric.Exp(l - top)
		}
	}
	return relative, top
}

// add adds the log marginal likelihood of a leaf at each level.
func (m *marginal) add(s *stats, dst []float64) {
	relative, top := m.byNoise(s)
	for l := range dst {
		dst[l] += top + numeric.Log(numeric.Dot(m.levels[l].share, relative[:]))
	}
}

// atLevel is the log marginal likelihood of a leaf at a level.
func (m *marginal) atLevel(s *stats, l int) float64 {
	relative, top := m.byNoise(s)
	return top + numeric.Log(numeric.Dot(m.levels[l].share, relative[:]))
}

// rough is that of a leaf with rows by Laplace's method, in a tenth of the time and within .1 nats where the grid of
// sigma has no part in it: what proposals go by. With v = log sigma the integrand is exp(-(n-1) v - scatter exp(-2v)),
// and what hardly depends on v, times the prior; one of Newton's steps finds its largest value.
func (m *marginal) rough(n int, sum, squares float64, l int) float64 {
	const precision = 1 / (leafSpan * leafSpan)
	at, half, free := m.levels[l].logSigma, scatter(n, sum, squares), float64(n-1)
	v := roughNoise(at, half, free)
	slope := 2 * half * numeric.Exp(-2*v)
	v += (slope - free - precision*(v-at)) / (2*slope + precision)
	v = numeric.Larger(lowLogSigma, numeric.Smaller(v, logSigma(gridPoints-1)))
	s2 := numeric.Exp(2 * v)
	e, z, rows := half/s2, (v-at)/leafSpan, float64(n)
	return -.5*rows*numeric.Log2Pi - rows*v - e - .5*z*z - .5*sum*sum/(rows*(rows+s2)) -
		.5*numeric.Log((1+rows/s2)*(1+4*e/precision))
}

// roughNoise is a log sigma below the one with the largest value, from where Newton's step does not go too far.
func roughNoise(level, half, free float64) float64 {
	const precision = 1 / (leafSpan * leafSpan)
	if free == 0 || half <= 0 {
		return level - free/precision
	}
	own := numeric.Larger(lowLogSigma, .5*numeric.Log(2*half/free))
	v := (2*free*own + precision*level) / (2*free + precision)
	if own > level {
		v = numeric.Larger(v, own-.5*numeric.Log1p(precision*(own-level)/free))
	}
	return v
}

// room is by how much the likelihood of a leaf's rows could rise, roughly: as with a common noise where they are no
// farther apart than the level says, and beyond that by so much as their noise could fall to it.
func (v *level) room(n int, sum, squares float64) float64 {
	rows := .5 * float64(n)
	return rows * numeric.Log1p(scatter(n, sum, squares)/(rows*v.s2))
}

// noisy draws the noise of each leaf of a tree at a level; where all leaves have one noise it returns the tree.
func (t *Table) noisy(s *Tree, l int, rng *rand.Rand) *Tree {
	if t.marginal.levels == nil {
		return s
	}
	f := *s
	if s.left != nil {
		f.left, f.right = t.noisy(s.left, l, rng), t.noisy(s.right, l, rng)
		return &f
	}
	relative, _ := t.marginal.byNoise(&s.st)
	for g, p := range t.marginal.levels[l].share {
		relative[g] *= p
	}
	f.noise = uint8(1 + drawMass(relative[:], 0, gridPoints-1, rng))
	return &f
}

// noises are the mean variances of the noise that the kept trees see in the training rows, standardized; nil where all
// leaves have one noise.
func (r *Sample) noises() []float64 {
	t := r.cloud.t
	if t.marginal.levels == nil {
		return nil
	}
	rows, _ := t.all()
	v := make([]float64, t.rows)
	for k, s := range r.Trees {
		t.addNoise(s, r.Sigmas[k], rows, 1/float64(len(r.Trees)), v)
	}
	return v
}

func (t *Table) addNoise(s *Tree, sigma int, rows []int32, share float64, dst []float64) {
	if s.left != nil {
		left, right := t.part(rows, s.rule)
		t.addNoise(s.left, sigma, left, share, dst)
		t.addNoise(s.right, sigma, right, share, dst)
		return
	}
	for _, i := range rows {
		dst[i] += share * t.variance(s, sigma)
	}
}
