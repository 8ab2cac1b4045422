// What the densities of one topology share: data, work space of the splits, prior and bandwidth.

package softtree

import (
	"math"
	"math/rand/v2"

	"dcctree/core/bijector"
	"dcctree/core/topology"
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
	data   Data
	priors Priors
	h      float64
	layout Layout
	net    *network
	params Params

	x     []float64 // inputs in the order of evaluation
	root  []float64 // per row: what enters at the root; nil when that is 1 everywhere
	total float64   // sum of the weights

	// Gradient with respect to tau and Delta, before division by h.
	dTau   []float64
	dDelta [][]float64
	dz     []float64
}

func newDensity(t topology.Topology, data Data, priors Priors, layout Layout, h float64) density {
	d := density{data: data, priors: priors, layout: layout, net: newNetwork(t, layout), params: layout.NewParams()}
	d.SetBandwidth(h)
	d.dTau = make([]float64, layout.Splits)
	d.dDelta = layout.NewParams().Delta
	d.dz = make([]float64, blockRows)
	d.x, d.total = data.X, float64(data.N)
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

// arrivals returns what enters at the root for rows lo..hi.
func (d *density) arrivals(lo, hi int) []float64 {
	if d.root == nil {
		return d.net.ones[:hi-lo]
	}
	return d.root[lo:hi]
}

func (d *density) clearSplits() {
	clear(d.dTau)
	for j := range d.dDelta {
		clear(d.dDelta[j])
	}
}

// splitSums adds, for rows lo..hi, dz = reach psi (1 - psi) (right - left) to the sums of every
// split: d/dtau = -sum dz / h, d/dDelta_f = sum dz x_f / h.
func (d *density) splitSums(lo, hi int) {
	n := hi - lo
	dz := d.dz[:n]
	for at := range d.net.nodes {
		node := &d.net.nodes[at]
		if node.Leaf {
			continue
		}
		j := node.Index
		psi, reach := d.net.psi[j][:n], d.net.reach[at][:n]
		left, right := d.net.value[node.Left][:n], d.net.value[node.Right][:n]
		for i, q := range psi {
			dz[i] = float64(reach[i]*q) * float64((1-q)*(right[i]-left[i]))
		}
		d.dTau[j] -= sum(dz)
		for f := range d.data.D {
			at := f * d.data.N
			d.dDelta[j][f] += dot(dz, d.x[at+lo:at+hi])
		}
	}
}

func (d *density) scaleSplits(s float64) {
	for j := range d.dTau {
		d.dTau[j] *= s
		for f := range d.dDelta[j] {
			d.dDelta[j][f] *= s
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
