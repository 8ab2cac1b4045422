// Likelihoods of a topology and of the ones with one split less, at the same parameters.

package softtree

import (
	"math"
	"math/rand/v2"

	"dcctree/core/numeric"
	"dcctree/core/simd"
	"dcctree/core/topology"
)

// Without says which split (pre-order number) is left out: it sends all rows to its left child, or else to its right
// one.
type Without struct {
	Split int
	Left  bool
}

// Nested evaluates the log likelihood of a topology and of those that lack one of its splits, at one theta: the splits'
// probabilities are computed once. In a regression the leaf means are integrated out; theta is laid out as Collapsed's
// then, and as Model's in a classification. Engines are those of all topologies with as many splits, so that a topology
// costs no kernel. A Nested owns its work space: one goroutine at a time.
type Nested struct {
	density
	leafMeans // regression
	spec      simd.Spec
	routes    []float64 // of the topology, then of the ones without a split
	route     int       // numbers of each
	squares   float64   // regression: sum w r^2 + Scatter
	phi       [][]float64
	work      []float64
}

// NewNested returns the likelihoods of topology t and, in the order of without, of those with one split less. It panics
// where data, priors or h are none for NewModel.
func NewNested(t topology.Topology, data Data, priors Priors, h float64, without []Without) *Nested {
	if data.Validate() != nil || priors.Validate() != nil {
		panic("softtree: NewNested: invalid data or priors")
	}
	data = data.Prepare()
	n, spec, layout := &Nested{}, data.rows.anySpec(t.Splits()), data.Layout(t).Collapse()
	rows := data.Likelihood().enter(n, data.rows, priors)
	n.density = newDensity(data, priors, layout, h, simd.New(data.Machine, spec, rows))
	n.leafMeans = newLeafMeans(layout.Leaves)
	n.phi, n.work = numeric.Columns(layout.Leaves, data.Classes), make([]float64, layout.Leaves)
	n.spec, n.route = spec, len(n.frame.In)
	n.routes = make([]float64, n.route*(1+len(without)))
	n.Aim(t, without)
	return n
}

// Aim makes the likelihoods those of another topology with as many splits, and of as many without one. It panics where
// a number differs.
func (n *Nested) Aim(t topology.Topology, without []Without) {
	if t.Splits() != n.layout.Splits || len(n.routes) != n.route*(1+len(without)) {
		panic("softtree: Aim: another number of splits")
	}
	route(n.routes, t, n.spec, nil)
	for i := range without {
		route(n.routes[(1+i)*n.route:], t, n.spec, &without[i])
	}
}

// route writes the routes of a topology, without a split if one is given.
func route(dst []float64, t topology.Topology, spec simd.Spec, without *Without) {
	spec.Route(dst, t, func(split int) simd.Column {
		switch {
		case without == nil || without.Split != split:
			return simd.Column(split)
		case without.Left:
			return spec.AllLeft()
		}
		return spec.AllRight()
	})
}

// Set takes theta for the calls that follow, until the next.
func (n *Nested) Set(theta []float64) {
	n.layout.Constrain(&n.params, theta)
	n.params.handOver(n.frame.Params, n.h)
	n.engine.Call(simd.Products)
}

// LogLikelihood returns log p(y | tau, Delta, sigma) of the topology for i = 0, and of the i-th without a split for
// i > 0; -Inf as told at Collapsed.LogDensity. The leaves that no row reaches leave it as it is, so that it is the
// smaller tree's.
func (n *Nested) LogLikelihood(i int) float64 {
	n.sums(i)
	return n.likelihood.evidence(n)
}

// sums leaves the sums over the rows in the engine's output, and in phi those of a classification.
func (n *Nested) sums(i int) {
	copy(n.frame.In, n.routes[i*n.route:(i+1)*n.route])
	n.engine.Call(simd.Sums)
	for k, phi := range n.phi {
		copy(phi, n.frame.Out[k*len(phi):])
	}
}

// collapsed is Collapsed's log likelihood with sum w e^2 + sigma^2 m'm/s^2 = sum w r^2 - |L^-1 sum w phi r|^2, L being
// the factor of M: no second way through the rows.
func (n *Nested) collapsed() float64 {
	sigma, s, k := n.params.Sigma, n.priors.LeafSD, len(n.mean)
	if !n.decompose(sigma / s) {
		return math.Inf(-1)
	}
	numeric.SolveLower(n.mean, n.factor, n.cross, k)
	logSigma := numeric.Log(sigma)
	v := -0.5*n.total*(numeric.Log2Pi+2*logSigma) + float64(k)*(logSigma-numeric.Log(s))
	for i := range k {
		v -= numeric.Log(n.factor[i*k+i])
	}
	return v - 0.5*(n.squares-numeric.Dot(n.mean, n.mean))/(sigma*sigma)
}

// Expand writes theta with a draw of the leaf means put in, a theta of the uncollapsed Layout, to dst; theta where
// there are none. It is to follow LogLikelihood(0) of the same theta, and panics where that is not finite.
func (n *Nested) Expand(dst, theta []float64, rng *rand.Rand) {
	n.likelihood.expand(n, dst, theta, rng)
}
