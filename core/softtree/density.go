// What the densities of one topology share: data, work space of the splits, prior and bandwidth.

package softtree

import (
	"math"
	"math/rand/v2"

	"dcctree/core/bijector"
	"dcctree/core/numeric"
	"dcctree/core/simd"
)

// Target is an unnormalized log posterior density over R^Dim with its prior: what local inference
// needs of a model. Model and Collapsed implement it. One goroutine at a time.
type Target interface {
	Dim() int
	// LogDensity returns log likelihood + log prior + log Jacobian at x, which is not kept.
	LogDensity(x []float64) float64
	// Gradient returns the same and writes its gradient to grad.
	Gradient(grad, x []float64) float64
	// SetBandwidth changes the bandwidth h > 0, in units of the scaled inputs.
	SetBandwidth(h float64)
	// LogPrior returns log prior + log Jacobian at x: a density that integrates to one.
	LogPrior(x []float64) float64
	// PriorGradient returns LogPrior and writes its gradient to grad.
	PriorGradient(grad, x []float64) float64
	// SamplePrior writes a draw from that density to dst.
	SamplePrior(dst []float64, rng *rand.Rand)
}

var (
	_ Target = (*Model)(nil)
	_ Target = (*Collapsed)(nil)
)

// density is the part of a Target that does not depend on the likelihood.
type density struct {
	data       Data
	likelihood Likelihood
	priors     Priors
	h          float64
	layout     Layout
	params     Params
	engine     simd.Engine
	frame      *simd.Frame
	total      float64 // sum of the weights

	// Gradient with respect to tau and Delta, before division by h.
	dTau   []float64
	dDelta [][]float64
}

func newDensity(data Data, priors Priors, layout Layout, h float64, engine simd.Engine) density {
	d := density{data: data, likelihood: data.Likelihood(), priors: priors, layout: layout,
		params: layout.NewParams(), engine: engine, frame: engine.Frame()}
	d.SetBandwidth(h)
	d.dTau = make([]float64, layout.Splits)
	d.dDelta = numeric.Columns(layout.Splits, layout.D)
	d.total = float64(data.N)
	if data.Weight != nil {
		d.total = sum(data.Weight)
	}
	return d
}

// Dim returns the number of unconstrained parameters.
func (d *density) Dim() int { return d.layout.Dim() }

// Layout returns where each parameter stands.
func (d *density) Layout() Layout { return d.layout }

// SetBandwidth changes the bandwidth h, in units of the scaled inputs. It panics unless h > 0.
func (d *density) SetBandwidth(h float64) {
	if !(h > 0) || math.IsInf(h, 1) {
		panic("softtree: SetBandwidth: h must be positive")
	}
	d.h = h
}

// handOver writes the splits' parameters as the engine wants them: those of -z.
func (p *Params) handOver(dst []float64, h float64) {
	at := 0
	for j, tau := range p.Tau {
		dst[at] = tau / h
		for f, delta := range p.Delta[j] {
			dst[at+1+f] = -delta / h
		}
		at += 1 + len(p.Delta[j])
	}
}

// takeSplits reads the sums of dz = reach psi (1 - psi) (right - left) of every split from the engine's output, times
// the scale: d/dtau = -sum dz / h, d/dDelta_f = sum dz x_f / h.
func (d *density) takeSplits(sums []float64, scale float64) {
	splits := len(d.dTau)
	for j := range d.dTau {
		d.dTau[j] = -sums[j] * scale
		for f := range d.dDelta[j] {
			d.dDelta[j][f] = sums[splits+j*d.layout.D+f] * scale
		}
	}
}

func (d *density) pullBackSplits(grad, theta []float64) {
	for j := range d.dTau {
		at := d.layout.Tau(j)
		grad[at] = bijector.UnitPullBack(theta[at], d.dTau[j]/d.h)
		from, to := d.layout.Simplex(j)
		for f := range d.dDelta[j] {
			d.dDelta[j][f] /= d.h
		}
		bijector.SimplexPullBack(grad[from:to], theta[from:to], d.dDelta[j])
	}
}

func sum(x []float64) (s float64) {
	for _, v := range x {
		s += v
	}
	return s
}
