// Prediction for new rows from one draw.

package softtree

import (
	"math/rand/v2"

	"dcctree/core/numeric"
	"dcctree/core/random"
	"dcctree/core/simd"
	"dcctree/core/topology"
)

// Predictor evaluates draws of one topology on given rows. It owns its work space: one goroutine at
// a time.
type Predictor struct {
	n       int
	h       float64
	layout  Layout
	params  Params
	classes int // 0 for regression
	spec    simd.Spec
	engine  simd.Engine
	frame   *simd.Frame
}

// NewPredictor returns a predictor for the n rows in x (column-major, scaled by the training rows)
// under the model's topology, data and bandwidth.
func NewPredictor(t topology.Topology, model *Model, x []float64, n int) *Predictor {
	return PredictorOf(t, model.data, model.h, x, n)
}

// PredictorOf is NewPredictor where no model is at hand, which takes memory in proportion to the training rows.
func PredictorOf(t topology.Topology, data Data, h float64, x []float64, n int) *Predictor {
	if len(x) != n*data.D {
		panic("softtree: NewPredictor: x has the wrong length")
	}
	layout := data.Layout(t)
	p := &Predictor{n: n, h: h, layout: layout, params: layout.NewParams(), classes: data.Classes}
	p.spec = simd.Spec{Splits: t.Splits(), Task: simd.Prediction, Features: data.D, Rows: even(n)}
	p.engine = simd.New(data.Machine, p.spec, simd.Rows{X: padded(x, n, data.D)})
	p.frame = p.engine.Frame()
	p.Aim(t)
	return p
}

// Aim makes the predictor one of another topology with as many splits. It panics where t has another number of them.
func (p *Predictor) Aim(t topology.Topology) {
	if t.Splits() != p.layout.Splits {
		panic("softtree: Aim: another number of splits")
	}
	route(p.frame.In, t, p.spec, nil)
}

// padded returns the columns with a row of zeros more where n is odd.
func padded(x []float64, n, d int) []float64 {
	if n%2 == 0 {
		return x
	}
	out := make([]float64, even(n)*d)
	for f := range d {
		copy(out[f*even(n):], x[f*n:(f+1)*n])
	}
	return out
}

// Means writes sum_k phi_k(x_i) mu_k of every row to dst (length n) and returns sigma: the
// likelihood's own predictive distribution is N(dst_i, sigma^2). Regression only.
func (p *Predictor) Means(dst, theta []float64) (sigma float64) {
	if len(dst) != p.n || !p.layout.Means {
		panic("softtree: Means: wrong length or task")
	}
	p.split(theta)
	for leaf, mu := range p.params.Mu {
		p.spec.SetLeaf(p.frame.In, leaf, mu)
	}
	p.engine.Call(simd.Values)
	copy(dst, p.frame.Out)
	return p.params.Sigma
}

// Probabilities writes the class probabilities of every row to dst (n x classes, row-major): those of
// the leaves, as Model.LeafProbabilities gives them for theta, mixed by phi_k(x_i). Classification only.
func (p *Predictor) Probabilities(dst, theta []float64, probs [][]float64) {
	c := p.classes
	if c == 0 || len(dst) != p.n*c || len(probs) != p.layout.Leaves {
		panic("softtree: Probabilities: wrong length or task")
	}
	p.split(theta)
	for k := range c {
		for l := range probs {
			p.spec.SetLeaf(p.frame.In, l, probs[l][k])
		}
		p.engine.Call(simd.Values)
		for i := range p.n {
			dst[i*c+k] = p.frame.Out[i]
		}
	}
}

// Reaches writes the probability of every row arriving at every leaf to dst (leaf-major, leaves x n).
func (p *Predictor) Reaches(dst, theta []float64) {
	p.split(theta)
	p.SameReaches(dst)
}

// SameReaches is Reaches under the theta that the predictor was last called with, which costs less.
func (p *Predictor) SameReaches(dst []float64) {
	if len(dst) != p.n*p.layout.Leaves {
		panic("softtree: Reaches: wrong length")
	}
	p.engine.Call(simd.Reaches)
	for k := range p.layout.Leaves {
		copy(dst[k*p.n:(k+1)*p.n], p.frame.Out[k*p.spec.Rows:])
	}
}

// split computes psi of every row.
func (p *Predictor) split(theta []float64) {
	p.layout.Constrain(&p.params, theta)
	p.params.handOver(p.frame.Params, p.h)
	p.engine.Call(simd.Products)
}

// DrawDirichlet draws from the Dirichlet distribution with positive parameters, as gamma variates over their sum: by
// their logarithms, so that small parameters, whose variates vanish, do no harm.
func DrawDirichlet(dst, parameters []float64, rng *rand.Rand) {
	if len(dst) != len(parameters) {
		panic("softtree: DrawDirichlet: wrong length")
	}
	for c, a := range parameters {
		dst[c] = random.LogGammaVariate(a, rng)
	}
	total := numeric.LogSumExp(dst)
	for c, v := range dst {
		dst[c] = numeric.Exp(v - total)
	}
}
