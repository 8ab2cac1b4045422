// Package quadrature computes log marginal likelihoods of single topologies from the model's definition, without the
// code that they check.
package quadrature

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/integrate/quad"

	"dcctree/core/cmd/internal/parallel"
	"dcctree/core/softtree"
	"dcctree/core/topology"
)

// Nodes is the resolution: Gauss-Legendre panels of so many points for each threshold and each free share of a
// direction, equal steps for log sigma.
type Nodes struct{ Panels, Points, Sigma int }

// Log sigma is cut off where the posteriors looked at have less than 1e-12 of their mass: at e^-7 the inverse-gamma
// prior has the factor exp(-1.5 e^7), at e^9 prior and likelihood together fall as sigma^-(N+1.5).
const leastLogSigma, mostLogSigma = -7.0, 9.0

// negligible is how far below the largest term others are left out, nats.
const negligible = 50

// grid are the nodes of one split's parameters: threshold and, with two inputs, the weight of the first.
type grid struct {
	weight []float64   // of the split's prior mass: the prior of both is uniform on (0, 1)
	right  [][]float64 // per node: probability of going right of every row
}

func newGrid(data softtree.Data, h float64, n Nodes) grid {
	var g grid
	at, weight := rule(n)
	first, firstWeight := []float64{1}, []float64{1}
	if data.D == 2 {
		first, firstWeight = at, weight
	}
	for a, delta := range first {
		for b, tau := range at {
			g.weight = append(g.weight, firstWeight[a]*weight[b])
			psi := make([]float64, data.N)
			for i := range psi {
				x := delta * data.X[i]
				if data.D == 2 {
					x += (1 - delta) * data.X[data.N+i]
				}
				psi[i] = 1 / (1 + math.Exp((tau-x)/h))
			}
			g.right = append(g.right, psi)
		}
	}
	return g
}

// rule is the composite Gauss-Legendre rule on (0, 1).
func rule(n Nodes) (at, weight []float64) {
	at, weight = make([]float64, n.Panels*n.Points), make([]float64, n.Panels*n.Points)
	for p := range n.Panels {
		from, to := float64(p)/float64(n.Panels), float64(p+1)/float64(n.Panels)
		quad.Legendre{}.FixedLocations(at[p*n.Points:][:n.Points], weight[p*n.Points:][:n.Points], from, to)
	}
	return at, weight
}

// LogZ returns the log marginal likelihood of the topology, for data on one input, or on two, where the direction is
// (delta, 1-delta) with delta uniform. There are at most three splits. Log sigma is summed in equal steps,
// exponentially accurate for a smooth density that vanishes at both ends.
func LogZ(t topology.Topology, data softtree.Data, priors softtree.Priors, h float64, n Nodes, workers int) float64 {
	g, all := newGrid(data, h, n), slices.Repeat([]float64{1}, data.N)
	if !data.Regression() {
		return math.Log(classification{data, priors, t.Nodes(), g}.below(0, all))
	}
	if t.Splits() == 0 {
		g = grid{weight: []float64{1}, right: [][]float64{nil}}
	}
	sigma, mass := sigmaNodes(priors, n.Sigma)
	bound := slices.Clone(mass)
	for j, v := range sigma {
		bound[j] -= float64(data.N) * math.Log(v)
	}
	parts := make([]float64, len(g.weight)) // by the node of the first split
	parallel.Each(len(parts), workers, func(k int) {
		r := regression{data: data, priors: priors, grid: g, nodes: t.Nodes(), sigma: sigma, mass: mass,
			bound: bound, top: math.Inf(-1)}
		for _, y := range data.Y {
			r.y = append(r.y, y-priors.LeafMean)
		}
		r.first = grid{g.weight[k : k+1], g.right[k : k+1]}
		r.visit([]int{0}, [][]float64{all}, 0)
		parts[k] = r.top + math.Log(r.sum)
	})
	top, sum := slices.Max(parts), 0.0
	for _, v := range parts {
		sum += math.Exp(v - top)
	}
	return top + math.Log(sum)
}

// classification integrates from the root down: given the splits above, the two sides of a split are
// independent.
type classification struct {
	data   softtree.Data
	priors softtree.Priors
	nodes  []topology.Node
	grid   grid
}

// below returns the integral over all splits of the subtree, given the probability with which each row
// arrives (paper, equation llh-class).
func (c classification) below(at int, reach []float64) (sum float64) {
	node := c.nodes[at]
	if node.Leaf {
		return c.leaf(reach)
	}
	left, right := make([]float64, len(reach)), make([]float64, len(reach))
	for k, psi := range c.grid.right {
		for i, v := range psi {
			left[i], right[i] = reach[i]*(1-v), reach[i]*v
		}
		sum += c.grid.weight[k] * c.below(node.Left, left) * c.below(node.Right, right)
	}
	return sum
}

// leaf is the Dirichlet-multinomial with soft counts.
func (c classification) leaf(reach []float64) float64 {
	alpha := c.priors.ClassConcentration
	count := make([]float64, c.data.Classes)
	all := 0.0
	for i, k := range c.data.Class {
		count[k] += reach[i]
		all += reach[i]
	}
	total := alpha * float64(c.data.Classes)
	v := lgamma(total) - lgamma(all+total)
	for _, n := range count {
		v += lgamma(n+alpha) - lgamma(alpha)
	}
	return math.Exp(v)
}

func lgamma(x float64) float64 {
	v, _ := math.Lgamma(x)
	return v
}

// regression integrates the leaf means by their normal distribution and log sigma by its nodes.
type regression struct {
	data        softtree.Data
	priors      softtree.Priors
	nodes       []topology.Node
	first, grid grid      // of the first split, and of the others
	sigma, mass []float64 // nodes of sigma, log prior mass of each
	bound       []float64 // of mass and density of y: the covariance is sigma^2 I at least
	y           []float64 // less the prior mean of the leaves
	leaves      [][]float64
	top         float64 // the sum is in units of exp(top)
	sum         float64
}

// sigmaNodes returns the values of sigma and the logs of their prior masses.
func sigmaNodes(p softtree.Priors, steps int) (sigma, logMass []float64) {
	step := (mostLogSigma - leastLogSigma) / float64(steps)
	for a := range steps {
		at := leastLogSigma + (float64(a)+.5)*step
		v := math.Exp(at)
		var f float64
		if p.SigmaFamily == softtree.HalfT3 {
			r := v / p.SigmaScale
			f = math.Log(2/p.SigmaScale) + lgamma(2) - lgamma(1.5) - .5*math.Log(3*math.Pi) -
				2*math.Log1p(r*r/3)
		} else {
			f = p.SigmaShape*math.Log(p.SigmaScale) - lgamma(p.SigmaShape) - (p.SigmaShape+1)*at -
				p.SigmaScale/v
		}
		sigma, logMass = append(sigma, v), append(logMass, f+at+math.Log(step))
	}
	return sigma, logMass
}

// visit goes through all combinations of nodes of the splits; pending are the subtrees yet to be
// opened with the rows' probabilities of arriving there.
func (r *regression) visit(pending []int, reach [][]float64, logWeight float64) {
	if len(pending) == 0 {
		r.add(logWeight)
		return
	}
	node, here, g := r.nodes[pending[0]], reach[0], r.grid
	if node.Leaf {
		r.leaves = append(r.leaves, here)
		r.visit(pending[1:], reach[1:], logWeight)
		r.leaves = r.leaves[:len(r.leaves)-1]
		return
	}
	if pending[0] == 0 {
		g = r.first
	}
	left, right := make([]float64, len(here)), make([]float64, len(here))
	pending = append([]int{node.Left, node.Right}, pending[1:]...)
	reach = append([][]float64{left, right}, reach[1:]...)
	for k, psi := range g.right {
		for i, v := range psi {
			left[i], right[i] = here[i]*(1-v), here[i]*v
		}
		r.visit(pending, reach, logWeight+math.Log(g.weight[k]))
	}
}

// add adds one combination: with Phi the probabilities of the leaves, y is normal with covariance
// sigma^2 I + s^2 Phi Phi'.
func (r *regression) add(logWeight float64) {
	k := len(r.leaves)
	var gram [16]float64
	var project [4]float64
	for a, phi := range r.leaves {
		for b := range a + 1 {
			gram[a*k+b] = dot(phi, r.leaves[b])
		}
		project[a] = dot(phi, r.y)
	}
	squares := dot(r.y, r.y)
	for j, sigma := range r.sigma {
		if logWeight+r.bound[j] < r.top-negligible {
			continue
		}
		v := logWeight + r.mass[j] + r.logNormal(gram, project, squares, sigma)
		if v > r.top {
			r.sum *= math.Exp(r.top - v)
			r.top = v
		}
		r.sum += math.Exp(v - r.top)
	}
}

// logNormal uses det(sigma^2 I_n + s^2 Phi Phi') = sigma^(2(n-k)) det(A) with A = sigma^2 I_k + s^2
// Phi'Phi, and the inverse that belongs to it.
func (r *regression) logNormal(gram [16]float64, project [4]float64, squares, sigma float64) float64 {
	k, n := len(r.leaves), float64(r.data.N)
	s2 := r.priors.LeafSD * r.priors.LeafSD
	var root [16]float64
	var z [4]float64
	logDet, quadratic := (n-float64(k))*math.Log(sigma), 0.0
	for a := range k {
		for b := range a + 1 {
			v := s2 * gram[a*k+b]
			if a == b {
				v += sigma * sigma
			}
			for c := range b {
				v -= root[a*k+c] * root[b*k+c]
			}
			if a == b {
				root[a*k+a] = math.Sqrt(v)
			} else {
				root[a*k+b] = v / root[b*k+b]
			}
		}
		z[a] = project[a]
		for c := range a {
			z[a] -= root[a*k+c] * z[c]
		}
		z[a] /= root[a*k+a]
		quadratic += z[a] * z[a]
		logDet += math.Log(root[a*k+a])
	}
	return -.5*n*math.Log(2*math.Pi) - logDet - .5*(squares-s2*quadratic)/(sigma*sigma)
}

func dot(a, b []float64) (sum float64) {
	for i, v := range a {
		sum += v * b[i]
	}
	return sum
}
