// The log density of one topology in unconstrained space and its gradient.

package softtree

import (
	"math"

	"dcctree/core/numeric"
	"dcctree/core/topology"
)

// Model is the unnormalized log posterior density of one topology's parameters in unconstrained
// space: log likelihood + log prior + log Jacobian (the topology prior p(m) is not part of it). It
// implements hmc.LogDensity. A Model owns its work space: one goroutine at a time.
type Model struct {
	density
	dMu    []float64
	dScale float64 // with respect to log sigma, prior and Jacobian left out

	// Classification: rows in class order, so that a block never mixes classes.
	classStart []int       // per class and the end
	phi        [][]float64 // per leaf: class sums phi_ck (paper, equation temp)
	slope      [][]float64 // per class: d log likelihood / d phi_ck of each leaf
	fullPsi    [][]float64 // per split: psi of all rows, kept for the backward pass
	forward    blockFunc   // method values are kept: making them anew would allocate
	backward   blockFunc
}

// blockFunc works on rows lo..hi, all of class c.
type blockFunc func(c, lo, hi int)

// NewModel returns the model of topology t on the data with bandwidth h. It panics when data or
// priors do not pass Validate or h is not positive.
func NewModel(t topology.Topology, data Data, priors Priors, h float64) *Model {
	if data.Validate() != nil || priors.Validate() != nil {
		panic("softtree: NewModel: invalid data or priors")
	}
	m := &Model{density: newDensity(t, data, priors, NewLayout(t, data.D, data.Regression()), h)}
	m.root = data.Weight
	m.dMu = make([]float64, m.layout.Leaves)
	if !data.Regression() {
		m.sortByClass()
	}
	return m
}

// sortByClass copies the inputs with the rows of class 0 first, then class 1, and so on.
func (m *Model) sortByClass() {
	n, c := m.data.N, m.data.Classes
	m.classStart = make([]int, c+1)
	for _, k := range m.data.Class {
		m.classStart[k+1]++
	}
	for k := range c {
		m.classStart[k+1] += m.classStart[k]
	}
	next := append([]int(nil), m.classStart[:c]...)
	m.x = make([]float64, len(m.data.X))
	if m.data.Weight != nil {
		m.root = make([]float64, n)
	}
	for i, k := range m.data.Class {
		if m.root != nil {
			m.root[next[k]] = m.data.Weight[i]
		}
		for f := range m.data.D {
			m.x[f*n+next[k]] = m.data.X[f*n+i]
		}
		next[k]++
	}
	m.phi = matrix(m.layout.Leaves, c)
	m.slope = matrix(c, m.layout.Leaves)
	m.fullPsi = matrix(m.layout.Splits, n)
	m.forward, m.backward = m.forwardBlock, m.backwardBlock
}

func matrix(rows, cols int) [][]float64 {
	flat := make([]float64, rows*cols)
	out := make([][]float64, rows)
	for i := range out {
		out[i] = flat[i*cols : (i+1)*cols]
	}
	return out
}

// Terms are the parts of a log density.
type Terms struct{ LogLikelihood, LogPrior, LogJacobian float64 }

// LogDensity returns the log density at theta.
func (m *Model) LogDensity(theta []float64) float64 {
	t := m.Terms(theta)
	return t.LogLikelihood + t.LogPrior + t.LogJacobian
}

// Terms returns the parts of the log density at theta.
func (m *Model) Terms(theta []float64) Terms {
	t := Terms{LogJacobian: m.layout.Constrain(&m.params, theta)}
	t.LogPrior = m.logPrior()
	if m.data.Regression() {
		t.LogLikelihood = m.regression(false)
	} else {
		t.LogLikelihood = m.classification(false)
	}
	return t
}

// Gradient returns the log density at theta and writes its gradient. It panics when a length is wrong.
func (m *Model) Gradient(grad, theta []float64) float64 {
	if len(grad) != m.Dim() {
		panic("softtree: Gradient: grad has the wrong length")
	}
	t := Terms{LogJacobian: m.layout.Constrain(&m.params, theta)}
	t.LogPrior = m.logPrior()
	clear(m.dMu)
	m.clearSplits()
	if m.data.Regression() {
		t.LogLikelihood = m.regression(true)
		m.pullBackLeaves(grad)
	} else {
		t.LogLikelihood = m.classification(true)
	}
	m.pullBackSplits(grad, theta)
	return t.LogLikelihood + t.LogPrior + t.LogJacobian
}

// regression returns the log likelihood of the paper's equation (llh-reg) and, when asked, adds to
// dMu, dTau, dDelta the sums of weight x residual x derivative; the factor -1/sigma^2 comes later.
func (m *Model) regression(gradient bool) float64 {
	var sse float64
	for lo := 0; lo < m.data.N; lo += blockRows {
		hi := min(lo+blockRows, m.data.N)
		m.net.split(&m.params, m.x, m.data.N, lo, hi, m.h)
		m.net.collect(m.params.Mu, hi-lo)
		e := m.net.value[0][:hi-lo]
		if m.root == nil {
			sse = residuals(sse, e, m.data.Y[lo:hi])
		} else {
			sse = weightedResiduals(sse, e, m.data.Y[lo:hi], m.root[lo:hi])
		}
		if gradient {
			// With the residual as what enters at the root, every reach is residual x probability.
			m.net.flow(e)
			m.leafSums(hi - lo)
			m.splitSums(lo, hi)
		}
	}
	sse += m.data.Scatter
	s2 := m.params.Sigma * m.params.Sigma
	n := m.total
	if gradient {
		m.scaleLeaves(-1 / s2)
		m.scaleSplits(-1 / s2)
		m.dScale = sse/s2 - n
	}
	return -0.5*n*(numeric.Log2Pi+2*math.Log(m.params.Sigma)) - 0.5*sse/s2
}

// residuals makes the fit e the residual e - y and adds its squares to sse, row by row.
func residuals(sse float64, e, y []float64) float64 {
	e = e[:len(y)]
	for i, v := range y {
		r := e[i] - v
		e[i] = r
		sse += float64(r * r)
	}
	return sse
}

// weightedResiduals makes the fit e the weighted residual w (e - y) and adds w (e - y)^2 to sse.
func weightedResiduals(sse float64, e, y, w []float64) float64 {
	e, w = e[:len(y)], w[:len(y)]
	for i, v := range y {
		r := e[i] - v
		e[i] = w[i] * r
		sse += float64(e[i] * r)
	}
	return sse
}

// leafSums adds the reaches of every leaf to dMu.
func (m *Model) leafSums(n int) {
	for at := range m.net.nodes {
		if node := &m.net.nodes[at]; node.Leaf {
			m.dMu[node.Index] += sum(m.net.reach[at][:n])
		}
	}
}

func (m *Model) scaleLeaves(s float64) {
	for k := range m.dMu {
		m.dMu[k] *= s
	}
}

func (m *Model) pullBackLeaves(grad []float64) {
	for k, d := range m.dMu {
		z := (m.params.Mu[k] - m.priors.LeafMean) / m.priors.LeafSD
		grad[m.layout.Mu(k)] = d - z/m.priors.LeafSD
	}
	_, slope := m.priors.logSigma(m.params.Sigma, math.Log(m.params.Sigma))
	grad[m.layout.LogSigma()] = m.dScale + slope + 1
}
