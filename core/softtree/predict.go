// Prediction for new rows from one draw.

package softtree

import "dcctree/core/topology"

// Predictor evaluates draws of one topology on given rows. It owns its work space: one goroutine at
// a time.
type Predictor struct {
	x      []float64 // column-major, scaled by the training rows
	n      int
	h      float64
	net    *network
	layout Layout
	params Params
	model  *Model // classification: the class sums of the training rows
	leaf   []float64
}

// NewPredictor returns a predictor for the n rows in x (column-major, scaled by the training rows)
// under the model's topology, data and bandwidth.
func NewPredictor(t topology.Topology, model *Model, x []float64, n int) *Predictor {
	if len(x) != n*model.data.D {
		panic("softtree: NewPredictor: x has the wrong length")
	}
	return &Predictor{
		x: x, n: n, h: model.h, net: newNetwork(t, model.layout), layout: model.layout,
		params: model.layout.NewParams(), model: model, leaf: make([]float64, model.layout.Leaves),
	}
}

// Means writes sum_k phi_k(x_i) mu_k of every row to dst (length n) and returns sigma: the
// likelihood's own predictive distribution is N(dst_i, sigma^2). Regression only.
func (p *Predictor) Means(dst, theta []float64) (sigma float64) {
	if len(dst) != p.n || !p.layout.Regression {
		panic("softtree: Means: wrong length or task")
	}
	p.layout.Constrain(&p.params, theta)
	p.eachBlock(func(lo, hi int) {
		p.net.collect(p.params.Mu, hi-lo)
		copy(dst[lo:hi], p.net.value[0])
	})
	return p.params.Sigma
}

// Probabilities writes the class probabilities of every row to dst (n x classes, row-major): those of
// the leaves, as Model.LeafProbabilities gives them for theta, mixed by phi_k(x_i). Classification only.
func (p *Predictor) Probabilities(dst, theta []float64, probs [][]float64) {
	c := p.model.data.Classes
	if c == 0 || len(dst) != p.n*c || len(probs) != p.layout.Leaves {
		panic("softtree: Probabilities: wrong length or task")
	}
	p.layout.Constrain(&p.params, theta)
	p.eachBlock(func(lo, hi int) {
		for k := range c {
			for l := range p.leaf {
				p.leaf[l] = probs[l][k]
			}
			p.net.collect(p.leaf, hi-lo)
			for i := lo; i < hi; i++ {
				dst[i*c+k] = p.net.value[0][i-lo]
			}
		}
	})
}

// Reaches writes the probability of every row arriving at every leaf to dst (leaf-major, leaves x n).
func (p *Predictor) Reaches(dst, theta []float64) {
	if len(dst) != p.n*p.layout.Leaves {
		panic("softtree: Reaches: wrong length")
	}
	p.layout.Constrain(&p.params, theta)
	p.eachBlock(func(lo, hi int) {
		p.net.flow(p.net.ones[:hi-lo])
		for at, node := range p.net.nodes {
			if node.Leaf {
				copy(dst[node.Index*p.n+lo:node.Index*p.n+hi], p.net.reach[at])
			}
		}
	})
}

func (p *Predictor) eachBlock(f func(lo, hi int)) {
	for lo := 0; lo < p.n; lo += blockRows {
		hi := min(lo+blockRows, p.n)
		p.net.split(&p.params, p.x, p.n, lo, hi, p.h)
		f(lo, hi)
	}
}

// LeafProbabilities returns, for every leaf, the class probabilities (phi_ck + alpha)/(Phi_k + A)
// given theta and the training rows. Classification only.
func (m *Model) LeafProbabilities(theta []float64) [][]float64 {
	if m.data.Regression() {
		panic("softtree: LeafProbabilities: not a classification")
	}
	m.layout.Constrain(&m.params, theta)
	m.classSums()
	alpha := m.priors.ClassConcentration
	out := matrix(m.layout.Leaves, m.data.Classes)
	for k, phi := range m.phi {
		total := alpha * float64(m.data.Classes)
		for _, v := range phi {
			total += v
		}
		for c, v := range phi {
			out[k][c] = (v + alpha) / total
		}
	}
	return out
}
