// Log marginal likelihoods by quadrature, from the model's definition and without the code that they check.

package marginal

import (
	"math"

	"gonum.org/v1/gonum/integrate/quad"
	"gonum.org/v1/gonum/mat"

	"dcctree/core/cmd/internal/parallel"
	"dcctree/core/softtree"
	"dcctree/core/topology"
)

// nodes is the resolution of a quadrature: Gauss-Legendre panels of five nodes for each threshold and
// each free share of a direction, equal steps for log sigma.
type nodes struct{ panels, sigma int }

const (
	perPanel = 5
	// Log sigma is cut off where the posteriors looked at have less than 1e-12 of their mass: at e^-7 the
	// inverse-gamma prior has the factor exp(-1.5 e^7), at e^9 prior and likelihood together fall as
	// sigma^-(N+1.5).
	leastLogSigma, mostLogSigma = -7.0, 9.0
)

// place is one value of a split's parameters.
type place struct {
	right []float64 // per row: probability of going right
	share float64   // of the split's prior mass
}

// exactLogZ returns the log marginal likelihood of topology t, for data on one input, or on two, where the
// direction is (delta, 1-delta) with delta uniform.
func exactLogZ(t topology.Topology, d softtree.Data, p softtree.Priors, h float64, n nodes, workers int) float64 {
	grid := places(d, h, n.panels)
	parts := make([]float64, len(grid)) // by the place of the first split, summed in order
	parallel.Each(len(grid), workers, func(i int) {
		q := quadrature{topology: t, data: d, priors: p, grid: grid, leaves: leafRows(t, d.N),
			chosen: make([]place, t.Splits())}
		q.likelihood = q.classification
		if d.Regression() {
			q.likelihood = q.regression(n.sigma)
		}
		q.chosen[0] = grid[i]
		parts[i] = grid[i].share * q.sum(1)
	})
	var total float64
	for _, v := range parts {
		total += v
	}
	return math.Log(total)
}

// quadrature is the state of a sum over the places of all splits.
type quadrature struct {
	topology   topology.Topology
	data       softtree.Data
	priors     softtree.Priors
	grid       []place
	chosen     []place     // of each split
	leaves     [][]float64 // per leaf and row: probability of arriving
	likelihood func() float64
}

// sum adds up share x likelihood over the places of the splits from the given one on.
func (q *quadrature) sum(split int) (total float64) {
	if split == len(q.chosen) {
		q.reach()
		return q.likelihood()
	}
	for _, at := range q.grid {
		q.chosen[split] = at
		total += at.share * q.sum(split+1)
	}
	return total
}

// places lists the values of a split's parameters with their shares.
func places(d softtree.Data, h float64, panels int) []place {
	tau, share := legendre(panels)
	directions, shares := [][]float64{{1}}, []float64{1}
	if d.D == 2 {
		directions, shares = nil, nil
		for i, v := range tau {
			directions, shares = append(directions, []float64{v, 1 - v}), append(shares, share[i])
		}
	}
	var out []place
	for k, delta := range directions {
		for j, v := range tau {
			at := place{share: shares[k] * share[j]}
			for i := range d.N {
				var x float64
				for f, part := range delta {
					x += part * d.X[f*d.N+i]
				}
				at.right = append(at.right, 1/(1+math.Exp((v-x)/h)))
			}
			out = append(out, at)
		}
	}
	return out
}

// legendre returns the nodes and weights of the panels on [0, 1].
func legendre(panels int) (x, weight []float64) {
	node, w := make([]float64, perPanel), make([]float64, perPanel)
	for k := range panels {
		quad.Legendre{}.FixedLocations(node, w, float64(k)/float64(panels), float64(k+1)/float64(panels))
		x, weight = append(x, node...), append(weight, w...)
	}
	return x, weight
}

func leafRows(t topology.Topology, n int) [][]float64 {
	out := make([][]float64, t.Leaves())
	for k := range out {
		out[k] = make([]float64, n)
	}
	return out
}

// reach fills leaves.
func (q *quadrature) reach() {
	nodes := q.topology.Nodes()
	arriving := make([]float64, len(nodes))
	for row := range q.data.N {
		arriving[0] = 1
		for at, node := range nodes { // parents come first
			if node.Leaf {
				q.leaves[node.Index][row] = arriving[at]
				continue
			}
			right := q.chosen[node.Index].right[row]
			arriving[node.Left], arriving[node.Right] = arriving[at]*(1-right), arriving[at]*right
		}
	}
}

// classification returns the product over the leaves of the Dirichlet-multinomial with soft counts.
func (q *quadrature) classification() float64 {
	alpha := q.priors.ClassConcentration
	var sum float64
	count := make([]float64, q.data.Classes)
	for _, leaf := range q.leaves {
		clear(count)
		for i, c := range q.data.Class {
			count[c] += leaf[i]
		}
		total := alpha * float64(q.data.Classes)
		sum += gamma(total) - float64(q.data.Classes)*gamma(alpha)
		for _, c := range count {
			sum += gamma(c + alpha)
			total += c
		}
		sum -= gamma(total)
	}
	return math.Exp(sum)
}

func gamma(x float64) float64 {
	v, _ := math.Lgamma(x)
	return v
}

// regression returns the likelihood for the present leaves with means and sigma integrated out: y is
// normal with covariance sigma^2 I + s^2 Phi Phi', which the eigenvectors of Phi'Phi make diagonal for all
// sigma at once. Log sigma is summed in equal steps, exponentially accurate for a smooth density
// that vanishes at both ends.
func (q *quadrature) regression(steps int) func() float64 {
	k := len(q.leaves)
	logSigma, logPrior := sigmaNodes(q.priors, steps)
	lambda, signal := make([]float64, k), make([]float64, k)
	return func() (sum float64) {
		rest := q.diagonal(lambda, signal)
		for a, v := range logSigma {
			sum += math.Exp(logPrior[a] + logNormal(v, q.data.N, lambda, signal, rest, q.priors.LeafSD))
		}
		return sum
	}
}

// diagonal writes the eigenvalues of Phi'Phi and the squared coordinates of y along the eigenvectors of
// Phi Phi' and returns the square of what is left of y.
func (q *quadrature) diagonal(lambda, signal []float64) (rest float64) {
	k := len(q.leaves)
	gram, cross := mat.NewSymDense(k, nil), make([]float64, k)
	for i, a := range q.leaves {
		for row, v := range a {
			cross[i] += v * (q.data.Y[row] - q.priors.LeafMean)
		}
		for j, b := range q.leaves[:i+1] {
			gram.SetSym(i, j, dot(a, b))
		}
	}
	for _, y := range q.data.Y {
		rest += (y - q.priors.LeafMean) * (y - q.priors.LeafMean)
	}
	var eigen mat.EigenSym
	if !eigen.Factorize(gram, true) {
		panic("marginal: no eigenvalues")
	}
	eigen.Values(lambda)
	var vectors mat.Dense
	eigen.VectorsTo(&vectors)
	for i, l := range lambda {
		signal[i] = 0
		if l < 1e-13*lambda[k-1] {
			lambda[i] = 0 // a leaf that no row reaches
			continue
		}
		for j, c := range cross {
			signal[i] += vectors.At(j, i) * c
		}
		signal[i] *= signal[i] / l
		rest -= signal[i]
	}
	return rest
}

// logNormal is the log density of y at log sigma = v: signal are the squared coordinates of y along the
// eigenvectors, rest is the square of what is left of y.
func logNormal(v float64, n int, lambda, signal []float64, rest, leafSD float64) float64 {
	variance := math.Exp(2 * v)
	f := -.5*float64(n)*math.Log(2*math.Pi) - float64(n-len(lambda))*v - .5*rest/variance
	for i, l := range lambda {
		along := variance + leafSD*leafSD*l
		f -= .5 * (math.Log(along) + signal[i]/along)
	}
	return f
}

// sigmaNodes returns the values of log sigma and the logs of their prior masses.
func sigmaNodes(p softtree.Priors, steps int) (v, logMass []float64) {
	step := (mostLogSigma - leastLogSigma) / float64(steps)
	for a := range steps {
		at := leastLogSigma + (float64(a)+.5)*step
		sigma := math.Exp(at)
		var f float64
		if p.SigmaFamily == softtree.HalfT3 {
			r := sigma / p.SigmaScale
			f = math.Log(2/p.SigmaScale) + gamma(2) - gamma(1.5) - .5*math.Log(3*math.Pi) -
				2*math.Log1p(r*r/3)
		} else {
			f = p.SigmaShape*math.Log(p.SigmaScale) - gamma(p.SigmaShape) - (p.SigmaShape+1)*at -
				p.SigmaScale/sigma
		}
		v, logMass = append(v, at), append(logMass, f+at+math.Log(step))
	}
	return v, logMass
}

func dot(a, b []float64) (s float64) {
	for i, v := range a {
		s += v * b[i]
	}
	return s
}
