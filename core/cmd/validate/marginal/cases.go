// The examples: small data sets whose marginal likelihood a quadrature gives, and densities with known integrals.

package marginal

import (
	"math"
	"math/rand/v2"
	"strconv"

	"dcctree/core/cmd/internal/parallel"
	"dcctree/core/cmd/validate/quadrature"
	"dcctree/core/conquer"
	"dcctree/core/evidence"
	"dcctree/core/numeric"
	"dcctree/core/random"
	"dcctree/core/smc"
	"dcctree/core/softtree"
	"dcctree/core/topology"
)

// example is an integral that is known and a way to estimate it.
type example struct {
	name       string
	multimodal bool
	truth      func(workers int) float64
	measure    func(rng *rand.Rand) estimate
}

// onTree is a topology with data, priors and a bandwidth.
type onTree struct {
	name       string
	multimodal bool
	key        string
	data       softtree.Data
	priors     softtree.Priors
	h          float64
	nodes      quadrature.Nodes
}

func (o onTree) topology() topology.Topology {
	t, err := topology.Parse(o.key)
	if err != nil {
		panic("marginal: an example has no topology")
	}
	return t
}

// truth is the integral by quadrature.
func (o onTree) truth(workers int) float64 {
	return quadrature.LogZ(o.topology(), o.data, o.priors, o.h, o.nodes, workers)
}

// measured is the example by one measurement of the fast conquer at default settings.
func (o onTree) measured() example {
	t, p := o.topology(), conquer.NewProblem(o.data, o.priors, o.h, conquer.DefaultSettings())
	return example{name: o.name, multimodal: o.multimodal, truth: o.truth, measure: func(rng *rand.Rand) estimate {
		solutions, _ := p.Score(t, nil, rng)
		m := p.Measure(t, solutions, rng, func() {})
		return estimate{logZ: m.LogZ, err: m.Error, replicates: replicates(m.KHat)}
	}}
}

// audited is the example by a measurement and the audit that follows it where a topology matters.
func (o onTree) audited() example {
	t, p := o.topology(), conquer.NewProblem(o.data, o.priors, o.h, conquer.DefaultSettings())
	return example{name: o.name + ", audited", multimodal: o.multimodal, truth: o.truth,
		measure: func(rng *rand.Rand) estimate {
			solutions, _ := p.Score(t, nil, rng)
			seed := rng.Uint64()
			m := p.Measure(t, solutions, random.Stream(seed, "first"), func() {})
			a := p.Audit(t, solutions, random.Stream(seed, "first"), random.Stream(seed, "second"),
				func() {})
			return estimate{logZ: a.LogZ, err: a.Error, replicates: replicates(a.KHat),
				before: &estimate{logZ: m.LogZ, err: m.Error, replicates: replicates(m.KHat)}}
		}}
}

// replicates returns the number of parts whose spread is the error of a final round with this k-hat; see
// evidence.Measurement.Replicates.
func replicates(kHat float64) int {
	const varianceKHat = .5
	if kHat < varianceKHat {
		return 0
	}
	return 10
}

const (
	stump     = "100"
	leftDeep  = "11000" // {3,4,2}
	rightDeep = "10100" // {1,5,6}
)

// oneInput returns a regression on equally spaced inputs.
func oneInput(y ...float64) softtree.Data {
	return softtree.Data{N: len(y), D: 1, X: spaced(len(y)), Y: y}
}

// panels are nodes with panels of five points.
func panels(n, sigma int) quadrature.Nodes {
	return quadrature.Nodes{Panels: n, Points: 5, Sigma: sigma}
}

func spaced(n int) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = float64(i) / float64(n-1)
	}
	return x
}

// examples returns all of them. The data are written down, not drawn, so that their modes can be told.
func examples() (out []example) {
	paper := softtree.PaperPriors()
	fine, middle, coarse := panels(40, 320), panels(24, 240), panels(8, 0)
	for _, o := range []onTree{
		{"regression, one step", false, stump, step, paper, .05, fine},
		{"classification, one step", false, stump, labels, paper, .04, fine},
		{"regression, two inputs", false, stump, alike, paper, .05, middle},
		{"regression, two steps", false, leftDeep, stairs, paper, .05, middle},
		{"regression, a step up and one down, one split", true, stump, bump, paper, .05, fine},
		{"regression, two inputs that can be exchanged", true, stump, mirror, paper, .05, middle},
		{"regression, a superfluous split", true, rightDeep, step, paper, .05, middle},
		{"classification, a superfluous split", true, leftDeep, labels, paper, .04, fine},
		{"classification, exclusive or, three leaves", true, rightDeep, xor, paper, .05, coarse},
		{"regression, two steps, h .1", false, leftDeep, stairs, paper, .1, middle},
		{"regression, a superfluous split, h .1", true, rightDeep, step, paper, .1, middle},
		{"classification, exclusive or, three leaves, h .1", true, rightDeep, xor, paper, .1, coarse},
		{"regression, two inputs, h .3", false, stump, alike, paper, .3, middle},
		{"classification, one step, h .3", false, stump, labels, paper, .3, fine},
	} {
		out = append(out, o.measured())
	}
	for _, o := range hard() {
		out = append(out, o.audited())
	}
	return append(out, known()...)
}

// hard are examples in which a single measurement misses modes: splits that do nothing may be anywhere, and
// the rows may be split by both inputs together, which no hard tree does.
func hard() []onTree {
	narrow := softtree.StandardizedPriors()
	narrow.SigmaScale = .3
	return []onTree{
		{"regression, a superfluous split, {3,4,2}, h .01", true, leftDeep, steep, narrow, .01,
			panels(60, 160)},
		{"regression, a superfluous split, {1,5,6}, h .01", true, rightDeep, steep, narrow, .01,
			panels(60, 160)},
		{"regression, two inputs, a superfluous split", true, rightDeep, onFirst, narrow, .1, panels(6, 60)},
		{"regression, two inputs, an oblique mode", true, leftDeep, corner, narrow, .07, panels(6, 60)},
	}
}

var (
	step   = oneInput(-1.1, -.8, -1.2, -.7, .3, 1.1, .8, 1.3, .9)
	stairs = oneInput(-1.5, -1.4, -1.6, -1.5, 0, .1, -.1, 0, 1.6, 1.5, 1.4, 1.5)
	bump   = oneInput(-1, -1.1, -.9, -1, 1, 1.1, 1.1, 1, -1, -.9, -1.1, -1)
	steep  = oneInput(-.94, -1.25, -1.11, -1.04, -.84, -1.04, -1.34, -.84, -.86, 1.49, 1, 1.1, 1.21, 1.2, .82, .89,
		.51, 1.14, .64, .73)

	labels = softtree.Data{N: 12, D: 1, Classes: 2, X: spaced(12), Class: []int{0, 0, 0, 1, 0, 0, 1, 1, 0, 1, 1, 1}}

	alike = softtree.Data{N: 10, D: 2,
		X: []float64{0, 0, 0, .4, .4, .6, .6, 1, 1, 1, 0, .5, 1, .1, .9, .2, .8, 0, .5, 1},
		Y: []float64{-1.2, -.9, -.6, -1, .7, -.8, .9, .8, 1.1, 1.3}}
	// Rows come in pairs that exchanging the inputs carries into each other.
	mirror = softtree.Data{N: 8, D: 2,
		X: []float64{0, .1, .2, .9, .3, 1, .8, .9, .1, 0, .9, .2, 1, .3, .9, .8},
		Y: []float64{-1, -1, .2, .2, -.1, -.1, 1.2, 1.2}}
	// The response depends on the first input alone.
	onFirst = softtree.Data{N: 12, D: 2,
		X: []float64{0, .07, .15, .22, .3, .41, .55, .63, .7, .78, .9, 1, .6, .1, .9, .3, .75, 0, .5, 1, .2,
			.85, .4, .05},
		Y: []float64{-1.1, -.7, -1.3, -.9, -1.2, -.8, .9, 1.3, .7, 1.1, 1.2, .8}}
	// Largest in the corner where both inputs are large.
	corner = softtree.Data{N: 12, D: 2,
		X: []float64{.24, .95, .79, .68, .86, .44, .56, .63, .04, .14, .54, .65, .87, .59, .86, .25, .23, .26,
			.1, .87, .78, .98, .42, .44},
		Y: []float64{-1.62, .94, .83, .23, .15, -.62, -.04, 1.37, -1.04, -1.03, .38, .19}}
	xor = softtree.Data{N: 8, D: 2, Classes: 2,
		X:     []float64{0, .2, .1, .3, .8, 1, .7, .9, 0, .3, .8, 1, .1, .2, .9, .7},
		Class: []int{0, 0, 1, 1, 1, 1, 0, 0}}
)

// known are densities with known integrals, for the parts that the fast conquer is made of.
func known() []example {
	bimodal := modes{dim: 6, logZ: 7, mean: []float64{-3, 3}, sd: []float64{1, .5}, share: []float64{.5, .5}}
	return []example{
		{"final round, misplaced mixture, 6 dimensions", true, func(int) float64 { return bimodal.logZ },
			func(rng *rand.Rand) estimate {
				r := evidence.Final(&bimodal, evidence.Mixture{Components: bimodal.starts(1.3),
					Prior: wide{3}, PriorShare: .05}, 3000, rng)
				return estimate{logZ: r.LogZ, err: r.Error, replicates: r.Replicates}
			}},
		{"tempered sequential Monte Carlo, two normals, 6 dimensions", true,
			func(int) float64 { return bimodal.logZ }, func(rng *rand.Rand) estimate {
				r := smc.Run(&bimodal, smc.NewMixture(bimodal.starts(1.5)), smc.DefaultSettings(), rng,
					nil)
				return estimate{logZ: r.LogZ, err: r.Error}
			}},
	}
}

// modes is e^logZ times a mixture of normals, every coordinate of a mean equal.
type modes struct {
	dim             int
	logZ            float64
	mean, sd, share []float64
}

// Dim returns the number of coordinates.
func (m *modes) Dim() int { return m.dim }

// LogDensity returns the log density.
func (m *modes) LogDensity(x []float64) float64 { return m.Gradient(make([]float64, m.dim), x) }

// Gradient returns the log density and its gradient.
func (m *modes) Gradient(grad, x []float64) float64 {
	terms := make([]float64, len(m.mean))
	for k := range terms {
		terms[k] = m.logZ + math.Log(m.share[k])
		for _, v := range x {
			terms[k] += numeric.LogNormalPDF(v, m.mean[k], m.sd[k])
		}
	}
	total := numeric.LogSumExp(terms)
	clear(grad)
	for k, v := range terms {
		for j := range grad {
			grad[j] -= math.Exp(v-total) * (x[j] - m.mean[k]) / (m.sd[k] * m.sd[k])
		}
	}
	return total
}

// starts are components beside the modes, as hard trees are: off by half a standard deviation, and wider
// by the factor.
func (m *modes) starts(factor float64) (out []evidence.Component) {
	for k, mean := range m.mean {
		c := evidence.Component{Weight: 1, DF: 4, Mean: make([]float64, m.dim),
			Root: make([]float64, m.dim*m.dim)}
		for j := range m.dim {
			c.Mean[j], c.Root[j*m.dim+j] = mean+.5*m.sd[k], factor*m.sd[k]
		}
		out = append(out, c)
	}
	return out
}

// wide is the prior N(0, sd^2 I).
type wide struct{ sd float64 }

// Sample writes a draw.
func (p wide) Sample(dst []float64, rng *rand.Rand) {
	for j := range dst {
		dst[j] = p.sd * rng.NormFloat64()
	}
}

// LogDensity returns the log density.
func (p wide) LogDensity(x []float64) (v float64) {
	for _, e := range x {
		v += numeric.LogNormalPDF(e, 0, p.sd)
	}
	return v
}

// estimates measures an example with one stream per seed: the same numbers for any number of workers.
func (e example) estimates(n, workers int) []estimate {
	out := make([]estimate, n)
	parallel.Each(n, workers, func(i int) {
		out[i] = e.measure(random.Stream(uint64(i), "marginal", e.name, strconv.Itoa(i)))
	})
	return out
}
