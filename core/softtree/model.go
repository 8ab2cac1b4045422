// The log density of one topology in unconstrained space and its gradient.

package softtree

import (
	"math"

	"dcctree/core/bijector"
	"dcctree/core/numeric"
	"dcctree/core/topology"
)

// Model is the unnormalized log posterior density of one topology's parameters in unconstrained
// space: log likelihood + log prior + log Jacobian (the topology prior p(m) is not part of it). It
// implements hmc.LogDensity. A Model owns its work space: one goroutine at a time.
type Model struct {
	data   Data
	priors Priors
	h      float64
	layout Layout
	net    *network
	params Params

	// Gradient with respect to constrained parameters; dTau and dDelta before division by h.
	dTau   []float64
	dDelta [][]float64
	dMu    []float64
	dScale float64 // with respect to log sigma, prior and Jacobian left out
	dz     []float64

	// Classification: rows in class order, so that a block never mixes classes.
	x          []float64
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
	layout := NewLayout(t, data.D, data.Regression())
	m := &Model{data: data, priors: priors, layout: layout, net: newNetwork(t, layout), params: layout.NewParams()}
	m.SetBandwidth(h)
	m.dTau = make([]float64, layout.Splits)
	m.dDelta = layout.NewParams().Delta
	m.dMu = make([]float64, layout.Leaves)
	m.dz = make([]float64, blockRows)
	m.x = data.X
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
	for i, k := range m.data.Class {
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

// Dim returns the number of unconstrained parameters.
func (m *Model) Dim() int { return m.layout.Dim() }

// Layout returns where each parameter stands.
func (m *Model) Layout() Layout { return m.layout }

// SetBandwidth changes the bandwidth h, in units of the scaled inputs. It panics unless h > 0.
func (m *Model) SetBandwidth(h float64) {
	if !(h > 0) || math.IsInf(h, 1) {
		panic("softtree: SetBandwidth: h must be positive")
	}
	m.h = h
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
	clear(m.dTau)
	clear(m.dMu)
	for j := range m.dDelta {
		clear(m.dDelta[j])
	}
	if m.data.Regression() {
		t.LogLikelihood = m.regression(true)
		m.pullBackLeaves(grad)
	} else {
		t.LogLikelihood = m.classification(true)
	}
	m.pullBackSplits(grad, theta)
	return t.LogLikelihood + t.LogPrior + t.LogJacobian
}

// logPrior returns the log prior density of the constrained parameters: a Dirichlet(1..1) has
// density Gamma(D), a Beta(1, 1) density 1.
func (m *Model) logPrior() float64 {
	s := float64(m.layout.Splits) * numeric.Lgamma(float64(m.data.D))
	if !m.data.Regression() {
		return s
	}
	for _, mu := range m.params.Mu {
		s += numeric.LogNormalPDF(mu, m.priors.LeafMean, m.priors.LeafSD)
	}
	v, _ := m.priors.logSigma(m.params.Sigma, math.Log(m.params.Sigma))
	return s + v
}

// regression returns the log likelihood of the paper's equation (llh-reg) and, when asked, adds to
// dMu, dTau, dDelta the sums of residual x derivative; the factor -1/sigma^2 comes later.
func (m *Model) regression(gradient bool) float64 {
	var sse float64
	for lo := 0; lo < m.data.N; lo += blockRows {
		hi := min(lo+blockRows, m.data.N)
		m.net.split(&m.params, m.x, m.data.N, lo, hi, m.h)
		m.net.collect(m.params.Mu, hi-lo)
		e := m.net.value[0][:hi-lo]
		for i, y := range m.data.Y[lo:hi] {
			r := e[i] - y
			e[i] = r
			sse += float64(r * r)
		}
		if gradient {
			// With the residual as the root's reach, every reach below is residual x probability.
			m.net.flow(e)
			m.leafSums(hi - lo)
			m.splitSums(lo, hi)
		}
	}
	s2 := m.params.Sigma * m.params.Sigma
	n := float64(m.data.N)
	if gradient {
		m.scaleSums(-1 / s2)
		m.dScale = sse/s2 - n
	}
	return -0.5*n*(numeric.Log2Pi+2*math.Log(m.params.Sigma)) - 0.5*sse/s2
}

// leafSums adds the reaches of every leaf to dMu.
func (m *Model) leafSums(n int) {
	for at := range m.net.nodes {
		if node := &m.net.nodes[at]; node.Leaf {
			m.dMu[node.Index] += sum(m.net.reach[at][:n])
		}
	}
}

// sum adds in two lanes, the order a two-lane vector unit would use.
func sum(x []float64) float64 {
	var a, b float64
	i := 0
	for ; i+1 < len(x); i += 2 {
		a += x[i]
		b += x[i+1]
	}
	if i < len(x) {
		a += x[i]
	}
	return a + b
}

func dot(x, y []float64) float64 {
	var a, b float64
	y = y[:len(x)]
	i := 0
	for ; i+1 < len(x); i += 2 {
		a += float64(x[i] * y[i])
		b += float64(x[i+1] * y[i+1])
	}
	if i < len(x) {
		a += float64(x[i] * y[i])
	}
	return a + b
}

// splitSums adds, for rows lo..hi, dz = reach psi (1 - psi) (right - left) to the sums of every
// split: d/dtau = -sum dz / h, d/dDelta_f = sum dz x_f / h.
func (m *Model) splitSums(lo, hi int) {
	n := hi - lo
	dz := m.dz[:n]
	for at := range m.net.nodes {
		node := &m.net.nodes[at]
		if node.Leaf {
			continue
		}
		j := node.Index
		psi, reach := m.net.psi[j][:n], m.net.reach[at][:n]
		left, right := m.net.value[node.Left][:n], m.net.value[node.Right][:n]
		for i, q := range psi {
			dz[i] = float64(reach[i]*q) * float64((1-q)*(right[i]-left[i]))
		}
		m.dTau[j] -= sum(dz)
		for f := range m.data.D {
			at := f * m.data.N
			m.dDelta[j][f] += dot(dz, m.x[at+lo:at+hi])
		}
	}
}

func (m *Model) scaleSums(s float64) {
	for k := range m.dMu {
		m.dMu[k] *= s
	}
	for j := range m.dTau {
		m.dTau[j] *= s
		for f := range m.dDelta[j] {
			m.dDelta[j][f] *= s
		}
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

func (m *Model) pullBackSplits(grad, theta []float64) {
	for j := range m.dTau {
		at := m.layout.Tau(j)
		grad[at] = bijector.UnitPullBack(theta[at], m.dTau[j]/m.h)
		from, to := m.layout.Simplex(j)
		for f := range m.dDelta[j] {
			m.dDelta[j][f] /= m.h
		}
		bijector.SimplexPullBack(grad[from:to], theta[from:to], m.dDelta[j])
	}
}
