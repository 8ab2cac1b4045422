// The model in which every split looks at one input: the hard index of HMC-DF.

package softtree

import (
	"math/rand/v2"

	"dcctree/core/bijector"
	"dcctree/core/numeric"
	"dcctree/core/random"
	"dcctree/core/topology"
)

// Indexed is Model with the input of every split given: Delta_j is 1 at that input and 0 elsewhere (HMC-DF of Cochrane,
// Wills and Johnson 2023, arXiv 2312.01577). The log density is over the unconstrained (tau, mu, log sigma), laid out
// as Model's with one input; its prior has the probability 1/D of every split's input, so that densities at different
// inputs compare. It implements Target. An Indexed owns its work space: one goroutine at a time.
//
// It goes through the rows by Model's engine, with the simplexes at their corners: products with the zeros of such a
// simplex are zeros, so that nothing is approximated.
type Indexed struct {
	model  *Model
	layout Layout
	params Params // tau and mu are the model's own
	inputs []int
}

var _ Target = (*Indexed)(nil)

// NewIndexed returns the model of topology t on the data with bandwidth h, every split at input 0. It panics where
// NewModel does.
func NewIndexed(t topology.Topology, data Data, priors Priors, h float64) *Indexed {
	m := NewModel(t, data, priors, h)
	x := &Indexed{model: m, layout: m.layout.Indexed(), inputs: make([]int, t.Splits())}
	x.params = Params{Tau: m.params.Tau, Delta: numeric.Columns(t.Splits(), 1), Mu: m.params.Mu}
	for j := range x.inputs {
		m.params.Delta[j][0] = 1
	}
	return x
}

// SetInput makes a split (pre-order number) look at the given input. It panics when there is none of that number.
func (x *Indexed) SetInput(split, input int) {
	delta := x.model.params.Delta[split]
	delta[x.inputs[split]] = 0
	delta[input] = 1
	x.inputs[split] = input
}

// Dim returns the number of unconstrained parameters.
func (x *Indexed) Dim() int { return x.layout.Dim() }

// Layout returns where each parameter stands.
func (x *Indexed) Layout() Layout { return x.layout }

// SetBandwidth is Model's.
func (x *Indexed) SetBandwidth(h float64) { x.model.SetBandwidth(h) }

// constrain sets the model's parameters and returns the log Jacobian.
func (x *Indexed) constrain(theta []float64) float64 {
	logJacobian := x.layout.Constrain(&x.params, theta)
	x.model.params.Sigma = x.params.Sigma
	return logJacobian
}

// logPrior returns the log prior of the constrained parameters and the inputs.
func (x *Indexed) logPrior() float64 {
	return x.model.plusLeafPrior(-float64(float64(x.layout.Splits) * numeric.Log(float64(x.model.data.D))))
}

// Terms returns the parts of the log density at theta.
func (x *Indexed) Terms(theta []float64) Terms {
	t := Terms{LogJacobian: x.constrain(theta)}
	t.LogPrior = x.logPrior()
	t.LogLikelihood = x.model.logLikelihood(false)
	return t
}

// LogDensity returns the log density at theta.
func (x *Indexed) LogDensity(theta []float64) float64 {
	t := x.Terms(theta)
	return t.LogLikelihood + t.LogPrior + t.LogJacobian
}

// Gradient returns the log density at theta and writes its gradient. It panics when a length is wrong.
func (x *Indexed) Gradient(grad, theta []float64) float64 {
	if len(grad) != x.Dim() {
		panic("softtree: Gradient: grad has the wrong length")
	}
	t := Terms{LogJacobian: x.constrain(theta)}
	t.LogPrior = x.logPrior()
	t.LogLikelihood = x.model.logLikelihood(true)
	x.model.pullBackLeaves(grad, x.layout)
	for j, d := range x.model.dTau {
		at := x.layout.Tau(j)
		grad[at] = bijector.UnitPullBack(theta[at], d/x.model.h)
	}
	return t.LogLikelihood + t.LogPrior + t.LogJacobian
}

// LogPrior returns log prior + log Jacobian at theta.
func (x *Indexed) LogPrior(theta []float64) float64 {
	logJacobian := x.constrain(theta)
	return x.logPrior() + logJacobian
}

// PriorGradient returns LogPrior at theta and writes its gradient to grad (length Dim).
func (x *Indexed) PriorGradient(grad, theta []float64) float64 {
	v := x.LogPrior(theta)
	clear(x.model.dMu)
	x.model.dScale = 0
	x.model.pullBackLeaves(grad, x.layout)
	for j := range x.params.Tau {
		at := x.layout.Tau(j)
		grad[at] = bijector.UnitPullBack(theta[at], 0)
	}
	return v
}

// SamplePrior writes a draw from the prior of (tau, mu, log sigma), unconstrained, to dst (length Dim). The inputs
// stay.
func (x *Indexed) SamplePrior(dst []float64, rng *rand.Rand) {
	if len(dst) != x.Dim() {
		panic("softtree: SamplePrior: dst has the wrong length")
	}
	for j := range x.inputs {
		dst[x.layout.Tau(j)] = bijector.UnitInverse(random.OpenUniform(rng))
	}
	x.model.sampleLeaves(dst, x.layout, rng)
}

// LeafProbabilities is Model's.
func (x *Indexed) LeafProbabilities(theta []float64) [][]float64 {
	x.constrain(theta)
	return x.model.leafProbabilities()
}
