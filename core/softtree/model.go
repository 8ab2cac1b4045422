// The log density of one topology in unconstrained space and its gradient.

package softtree

import (
	"math"

	"dcctree/core/numeric"
	"dcctree/core/simd"
	"dcctree/core/topology"
)

// Model is the unnormalized log posterior density of one topology's parameters in unconstrained
// space: log likelihood + log prior + log Jacobian (the topology prior p(m) is not part of it). It
// implements hmc.LogDensity. A Model owns its work space: one goroutine at a time.
type Model struct {
	density
	dMu    []float64
	dScale float64 // with respect to log sigma, prior and Jacobian left out

	phi [][]float64 // classification, per leaf: class sums phi_ck (paper, equation temp)
}

// NewModel returns the model of topology t on the data with bandwidth h. It panics when data or
// priors do not pass Validate or h is not positive.
func NewModel(t topology.Topology, data Data, priors Priors, h float64) *Model {
	if data.Validate() != nil || priors.Validate() != nil {
		panic("softtree: NewModel: invalid data or priors")
	}
	data = data.Prepare()
	r := data.rows
	task, _ := data.Likelihood().tasks()
	engine := simd.New(data.Machine, r.spec(t, task), simd.Rows{X: r.x, Response: r.y, Weight: r.weight})
	m := &Model{density: newDensity(data, priors, data.Layout(t), h, engine)}
	m.dMu = make([]float64, m.layout.Leaves)
	m.phi = numeric.Columns(m.layout.Leaves, data.Classes)
	return m
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
	t.LogLikelihood = m.logLikelihood(false)
	return t
}

// logLikelihood returns the log likelihood of the constrained parameters and, when asked, fills its derivatives.
func (m *Model) logLikelihood(gradient bool) float64 {
	return m.likelihood.value(m, gradient)
}

// Gradient returns the log density at theta and writes its gradient. It panics when a length is wrong.
func (m *Model) Gradient(grad, theta []float64) float64 {
	if len(grad) != m.Dim() {
		panic("softtree: Gradient: grad has the wrong length")
	}
	t := Terms{LogJacobian: m.layout.Constrain(&m.params, theta)}
	t.LogPrior = m.logPrior()
	t.LogLikelihood = m.logLikelihood(true)
	m.pullBackLeaves(grad, m.layout)
	m.pullBackSplits(grad, theta)
	return t.LogLikelihood + t.LogPrior + t.LogJacobian
}

// pullBackLeaves writes the gradient with respect to the leaf means and log sigma where the layout has them.
func (m *Model) pullBackLeaves(grad []float64, layout Layout) {
	if !layout.Noise {
		return
	}
	for k, d := range m.dMu {
		z := (m.params.Mu[k] - m.priors.LeafMean) / m.priors.LeafSD
		grad[layout.Mu(k)] = d - z/m.priors.LeafSD
	}
	_, slope := m.priors.logSigma(m.params.Sigma, math.Log(m.params.Sigma))
	grad[layout.LogSigma()] = m.dScale + slope + 1
}
