// Evidences of single topologies by Gauss-Legendre quadrature, from formulas of its own.

package wholerun

import (
	"math"

	"gonum.org/v1/gonum/integrate/quad"

	"dcctree/core/softtree"
	"dcctree/core/topology"
)

// grid are the nodes of one split's parameters: threshold and, with two inputs, the weight of the first.
type grid struct {
	weight []float64
	right  [][]float64 // per node: probability of going right of every row
}

// newGrid returns the product rule of panels x points nodes for each parameter. The prior of both is
// uniform on (0, 1), so that weights alone are the prior mass.
func newGrid(data softtree.Data, h float64, panels, points int) grid {
	var g grid
	at, weight := rule(panels, points)
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
func rule(panels, points int) (at, weight []float64) {
	at, weight = make([]float64, panels*points), make([]float64, panels*points)
	for p := range panels {
		from, to := float64(p)/float64(panels), float64(p+1)/float64(panels)
		quad.Legendre{}.FixedLocations(at[p*points:][:points], weight[p*points:][:points], from, to)
	}
	return at, weight
}

// exactEvidence returns log Z of the topology: D is 1 or 2, and there are at most three splits unless
// time is no matter.
func exactEvidence(
	t topology.Topology, data softtree.Data, priors softtree.Priors, h float64, panels, points int,
) float64 {
	g := newGrid(data, h, panels, points)
	reach := make([]float64, data.N)
	for i := range reach {
		reach[i] = 1
	}
	if data.Regression() {
		return newRegression(data, priors).evidence(t, g)
	}
	c := classification{data, priors, t.Nodes(), g}
	return math.Log(c.below(0, reach))
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

// regression integrates the leaf means by their normal distribution and log sigma by the trapezoidal
// rule, which converges faster than any power of the step for so smooth a function.
type regression struct {
	data        softtree.Data
	priors      softtree.Priors
	sigma, mass []float64 // nodes of sigma, prior mass of each
	y           []float64 // less the prior mean of the leaves
	leaves      [][]float64
	top         float64 // the sum is in units of exp(top)
	sum         float64
}

const (
	sigmaLow, sigmaHigh = -3.5, 3.5 // of log sigma
	sigmaStep           = .2
)

func newRegression(data softtree.Data, priors softtree.Priors) *regression {
	r := &regression{data: data, priors: priors, top: math.Inf(-1)}
	a, b := priors.SigmaShape, priors.SigmaScale
	for v := sigmaLow; v < sigmaHigh; v += sigmaStep {
		r.sigma = append(r.sigma, math.Exp(v))
		// Inverse gamma density of sigma times the Jacobian sigma.
		r.mass = append(r.mass, a*math.Log(b)-lgamma(a)-a*v-b*math.Exp(-v)+math.Log(sigmaStep))
	}
	for _, y := range data.Y {
		r.y = append(r.y, y-priors.LeafMean)
	}
	return r
}

func (r *regression) evidence(t topology.Topology, g grid) float64 {
	r.visit(t.Nodes(), g, []int{0}, [][]float64{ones(r.data.N)}, 0)
	return r.top + math.Log(r.sum)
}

func ones(n int) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = 1
	}
	return out
}

// visit goes through all combinations of nodes of the splits; pending are the subtrees yet to be
// opened with the rows' probabilities of arriving there.
func (r *regression) visit(nodes []topology.Node, g grid, pending []int, reach [][]float64, logWeight float64) {
	if len(pending) == 0 {
		r.add(logWeight)
		return
	}
	node, here := nodes[pending[0]], reach[0]
	if node.Leaf {
		r.leaves = append(r.leaves, here)
		r.visit(nodes, g, pending[1:], reach[1:], logWeight)
		r.leaves = r.leaves[:len(r.leaves)-1]
		return
	}
	left, right := make([]float64, len(here)), make([]float64, len(here))
	pending = append([]int{node.Left, node.Right}, pending[1:]...)
	reach = append([][]float64{left, right}, reach[1:]...)
	for k, psi := range g.right {
		for i, v := range psi {
			left[i], right[i] = here[i]*(1-v), here[i]*v
		}
		r.visit(nodes, g, pending, reach, logWeight+math.Log(g.weight[k]))
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
