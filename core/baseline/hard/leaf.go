// Conjugate models of what the rows of a leaf have in common: their marginal likelihood, posterior draws and means.

package hard

import (
	"errors"
	"math"
	"math/rand/v2"

	"dcctree/core/numeric"
	"dcctree/core/random"
	"dcctree/core/tree"
)

// LeafPrior is the prior of the leaves' parameters. For regression y ~ N(mu, sigma^2) with
//
//	sigma^2 ~ IG(Shape, Scale), density proportional to (sigma^2)^-(Shape+1) exp(-Scale/sigma^2)
//	mu | sigma ~ N(Mean, sigma^2/Count), of each leaf
//
// This is the prior of Chipman, George and McCulloch (1998) with nu = 2 Shape, lambda = Scale/Shape, mu-bar = Mean,
// a = Count. One sigma for all leaves is their mean-shift model, one for each leaf their mean-variance-shift model.
// For classification the probabilities of each leaf are Dirichlet(Concentration, ..., Concentration) as in their
// Dirichlet-multinomial model with equal parameters.
type LeafPrior struct {
	Shape         float64 `json:"shape"`         // alpha, above 0
	Scale         float64 `json:"scale"`         // beta, units of y squared, above 0
	Mean          float64 `json:"mean"`          // mu_0, units of y
	Count         float64 `json:"count"`         // n: rows that the prior mean is worth, above 0
	PerLeaf       bool    `json:"perLeaf"`       // a sigma for each leaf instead of one for all
	Concentration float64 `json:"concentration"` // rows of each class that the prior is worth, above 0
}

// Validate reports the first field out of range.
func (p LeafPrior) Validate() error {
	positive := func(v float64) bool { return v >= 1e-100 && v <= 1e100 }
	switch {
	case !positive(p.Shape):
		return errors.New("shape: must be positive")
	case !positive(p.Scale):
		return errors.New("scale: must be positive")
	case !(math.Abs(p.Mean) <= 1e100):
		return errors.New("mean: must be finite")
	case !positive(p.Count):
		return errors.New("count: must be positive")
	case !positive(p.Concentration):
		return errors.New("concentration: must be positive")
	}
	return nil
}

// Stats are the sufficient statistics of the rows of a leaf.
type Stats struct {
	N       int
	Mean    float64 // of y
	Squares float64 // sum of squares of y about Mean
	Counts  []int32 // rows of each class; nil for regression
}

// Part is what a leaf adds to the log marginal likelihood of a tree. Parts add up field by field.
type Part struct {
	Log     float64 // with a sigma per leaf and for classes all of it
	Squares float64 // with one sigma for all leaves: squares of y about the prior's and the rows' means together
}

// LeafModel knows the prior and, for leaves of 0 to N rows, all terms that depend on the number of rows alone.
type LeafModel struct {
	prior   LeafPrior
	n       int
	classes int
	shared  bool      // one sigma for all leaves
	fixed   []float64 // by the number of rows
	shrink  []float64 // regression: Count k/(Count + k) for k rows
	gamma   []float64 // classes: log Gamma(Concentration + k) - log Gamma(Concentration)
	whole   float64   // shared: what does not depend on the leaves
}

// NewLeafModel makes the terms for trees over n rows; classes is 0 for regression. It panics for a prior out of range.
func NewLeafModel(prior LeafPrior, n, classes int) *LeafModel {
	if err := prior.Validate(); err != nil {
		panic("hard: prior of leaves: " + err.Error())
	}
	m := &LeafModel{prior: prior, n: n, classes: classes, shared: classes == 0 && !prior.PerLeaf,
		fixed: make([]float64, n+1)}
	if classes > 0 {
		m.tabulateClasses()
	} else {
		m.tabulateNumbers()
	}
	return m
}

func (m *LeafModel) tabulateClasses() {
	a, all := m.prior.Concentration, m.prior.Concentration*float64(m.classes)
	m.gamma = make([]float64, m.n+1)
	for k := range m.fixed {
		m.gamma[k] = logRising(a, float64(k))
		m.fixed[k] = -logRising(all, float64(k))
	}
}

func (m *LeafModel) tabulateNumbers() {
	a, b, count := m.prior.Shape, m.prior.Scale, m.prior.Count
	m.shrink = make([]float64, m.n+1)
	for k := range m.fixed {
		rows := float64(k)
		m.shrink[k] = count * (rows / (count + rows))
		m.fixed[k] = -float64(.5*numeric.Log1p(rows/count)) - float64(.5*rows*numeric.Log2Pi)
		if !m.shared {
			m.fixed[k] += logRising(a, .5*rows) + float64(a*numeric.Log(b))
		}
	}
	m.whole = logRising(a, .5*float64(m.n)) + float64(a*numeric.Log(b))
}

// Part returns what a leaf adds to the log marginal likelihood of the tree.
func (m *LeafModel) Part(s Stats) Part {
	if m.classes > 0 {
		v := m.fixed[s.N]
		for _, k := range s.Counts {
			v += m.gamma[k]
		}
		return Part{Log: v}
	}
	d := s.Mean - m.prior.Mean
	squares := s.Squares + float64(m.shrink[s.N]*d*d)
	if m.shared {
		return Part{Log: m.fixed[s.N], Squares: squares}
	}
	return Part{Log: m.fixed[s.N] -
		float64((m.prior.Shape+.5*float64(s.N))*numeric.Log(m.prior.Scale+float64(.5*squares)))}
}

// LogMarginal returns the log marginal likelihood of a tree over all rows from the sum of its leaves' parts.
func (m *LeafModel) LogMarginal(sum Part) float64 {
	if !m.shared {
		return sum.Log
	}
	shape := m.prior.Shape + .5*float64(m.n)
	return sum.Log + m.whole - float64(shape*numeric.Log(m.prior.Scale+float64(.5*sum.Squares)))
}

// LogLeaf returns the log marginal likelihood of a leaf by itself. It panics with one sigma for all leaves, which have
// none.
func (m *LeafModel) LogLeaf(s Stats) float64 {
	if m.shared {
		panic("hard: LogLeaf with one sigma for all leaves")
	}
	return m.Part(s).Log
}

// Variance draws sigma^2 of all leaves given the sum of their parts; 0 where there is none for all.
func (m *LeafModel) Variance(sum Part, rng *rand.Rand) float64 {
	if !m.shared {
		return 0
	}
	return m.variance(m.n, sum.Squares, rng)
}

func (m *LeafModel) variance(n int, squares float64, rng *rand.Rand) float64 {
	logVariance := numeric.Log(m.prior.Scale+float64(.5*squares)) -
		random.LogGammaVariate(m.prior.Shape+.5*float64(n), rng)
	return numeric.Exp(logVariance)
}

// Draw returns a leaf's parameters, drawn from their posterior given sigma^2 of all leaves (see Variance).
func (m *LeafModel) Draw(s Stats, variance float64, rng *rand.Rand) tree.Answer {
	if m.classes > 0 {
		return m.drawProbabilities(s.Counts, rng)
	}
	if !m.shared {
		d := s.Mean - m.prior.Mean
		variance = m.variance(s.N, s.Squares+float64(m.shrink[s.N]*d*d), rng)
	}
	rows := m.prior.Count + float64(s.N)
	mean := m.Mean(s) + float64(rng.NormFloat64()*math.Sqrt(variance/rows))
	return tree.Normal{Mean: mean, SD: math.Sqrt(variance)}
}

// drawProbabilities draws from Dirichlet(Concentration + counts).
func (m *LeafModel) drawProbabilities(counts []int32, rng *rand.Rand) tree.Classes {
	p := make(tree.Classes, len(counts))
	for c, k := range counts {
		p[c] = random.LogGammaVariate(m.prior.Concentration+float64(k), rng)
	}
	all := numeric.LogSumExp(p)
	for c := range p {
		p[c] = numeric.Exp(p[c] - all)
	}
	return p
}

// Mean returns the posterior mean of mu of a leaf, units of y.
func (m *LeafModel) Mean(s Stats) float64 {
	n := float64(s.N)
	return (float64(m.prior.Count*m.prior.Mean) + float64(n*s.Mean)) / (m.prior.Count + n)
}

// Expect returns the posterior means of a leaf's parameters: of mu, of the probabilities, and as SD the root of the
// posterior mean of sigma^2 (given the sum of all leaves' parts where they share it), which is infinite where Shape +
// N/2 is at most 1.
func (m *LeafModel) Expect(s Stats, sum Part) tree.Answer {
	if m.classes > 0 {
		p := make(tree.Classes, len(s.Counts))
		all := float64(m.prior.Concentration*float64(m.classes)) + float64(s.N)
		for c, k := range s.Counts {
			p[c] = (m.prior.Concentration + float64(k)) / all
		}
		return p
	}
	n, squares := m.n, sum.Squares
	if !m.shared {
		d := s.Mean - m.prior.Mean
		n, squares = s.N, s.Squares+float64(m.shrink[s.N]*d*d)
	}
	answer := tree.Normal{Mean: m.Mean(s), SD: math.Inf(1)}
	if shape := m.prior.Shape + .5*float64(n); shape > 1 {
		answer.SD = math.Sqrt((m.prior.Scale + float64(.5*squares)) / (shape - 1))
	}
	return answer
}
