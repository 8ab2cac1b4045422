// The joint distribution of parameters and data, drawn from the model's definition and without the code
// under test, and the quantities that are ranked.

package calibration

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/stat/distuv"

	"dcctree/core/softtree"
	"dcctree/core/topology"
)

// setting is what all replicates of a study share: rows, inputs, classes (0 for a regression), bandwidth
// and priors.
type setting struct {
	n, d, classes int
	h             float64
	priors        softtree.Priors
}

// state is one draw of the parameters of a topology.
type state struct {
	topology topology.Topology
	params   softtree.Params
}

// prior draws the parameters of topology t.
func (s setting) prior(t topology.Topology, rng *rand.Rand) state {
	p := softtree.NewLayout(t, s.d, s.classes == 0).NewParams()
	for j := range p.Tau {
		p.Tau[j] = rng.Float64()
		var sum float64
		for f := range p.Delta[j] {
			p.Delta[j][f] = rng.ExpFloat64()
			sum += p.Delta[j][f]
		}
		for f := range p.Delta[j] {
			p.Delta[j][f] /= sum
		}
	}
	if s.classes == 0 {
		for k := range p.Mu {
			p.Mu[k] = s.priors.LeafMean + s.priors.LeafSD*rng.NormFloat64()
		}
		p.Sigma = s.sigma(rng)
	}
	return state{t, p}
}

// sigma draws the noise scale: inverse gamma, or the absolute value of Student's t with 3 degrees of freedom.
func (s setting) sigma(rng *rand.Rand) float64 {
	if s.priors.SigmaFamily == softtree.HalfT3 {
		return s.priors.SigmaScale * math.Abs(distuv.StudentsT{Sigma: 1, Nu: 3, Src: rng}.Rand())
	}
	return s.priors.SigmaScale / distuv.Gamma{Alpha: s.priors.SigmaShape, Beta: 1, Src: rng}.Rand()
}

// inputs draws rows uniform in the unit cube.
func (s setting) inputs(rng *rand.Rand) softtree.Data {
	d := softtree.Data{N: s.n, D: s.d, X: make([]float64, s.n*s.d), Classes: s.classes}
	for i := range d.X {
		d.X[i] = rng.Float64()
	}
	return d
}

// regression draws responses given the state.
func (s setting) regression(truth state, rng *rand.Rand) softtree.Data {
	d := s.inputs(rng)
	for _, leaves := range truth.reach(d, s.h) {
		d.Y = append(d.Y, mean(leaves, truth.params.Mu)+truth.params.Sigma*rng.NormFloat64())
	}
	return d
}

// classification draws labels given the state, with probability proportional to the likelihood l of all
// label vectors. It reports false with probability 1 - S, S the sum of l: the soft Dirichlet-multinomial is
// no distribution of labels. A state kept has then the density prior x S, labels l/S, so that both
// together have the joint density prior x l of which the posterior under test is the conditional.
// S <= 1 by Hölder's inequality: l is the mean over the leaves' class probabilities p_k of
// prod_i prod_k p_k(y_i)^phi_ik, and sum_c prod_k p_k(c)^phi_ik <= prod_k (sum_c p_k(c))^phi_ik = 1.
func (s setting) classification(truth state, rng *rand.Rand) (softtree.Data, bool) {
	d := s.inputs(rng)
	reach := truth.reach(d, s.h)
	d.Class = make([]int, s.n)
	u := rng.Float64()
	for code := range 1 << s.n {
		for i := range d.Class {
			d.Class[i] = code >> i & 1
		}
		if u -= math.Exp(s.labels(reach, d)); u < 0 {
			return d, true
		}
	}
	return d, false
}

// labels is the log likelihood of the labels.
func (s setting) labels(reach [][]float64, d softtree.Data) (sum float64) {
	alpha := s.priors.ClassConcentration
	count := make([]float64, d.Classes)
	for k := range reach[0] {
		clear(count)
		for i, c := range d.Class {
			count[c] += reach[i][k]
		}
		total := alpha * float64(d.Classes)
		sum += gamma(total) - float64(d.Classes)*gamma(alpha)
		for _, c := range count {
			sum += gamma(c + alpha)
			total += c
		}
		sum -= gamma(total)
	}
	return sum
}

func gamma(x float64) float64 {
	v, _ := math.Lgamma(x)
	return v
}

func mean(share, value []float64) (m float64) {
	for k, v := range share {
		m += v * value[k]
	}
	return m
}

// reach returns, for every row, the probability of arriving at each leaf.
func (s state) reach(d softtree.Data, h float64) [][]float64 {
	nodes := s.topology.Nodes()
	out := make([][]float64, d.N)
	for i := range out {
		out[i] = make([]float64, s.topology.Leaves())
		var walk func(at int, p float64)
		walk = func(at int, p float64) {
			node := nodes[at]
			if node.Leaf {
				out[i][node.Index] = p
				return
			}
			z := s.params.Tau[node.Index]
			for f, v := range s.params.Delta[node.Index] {
				z -= v * d.X[f*d.N+i]
			}
			right := 1 / (1 + math.Exp(z/h))
			walk(node.Left, p*(1-right))
			walk(node.Right, p*right)
		}
		walk(0, 1)
	}
	return out
}

// likelihood is the log likelihood of the state.
func (s setting) likelihood(at state, d softtree.Data) (sum float64) {
	reach := at.reach(d, s.h)
	if d.Classes > 0 {
		return s.labels(reach, d)
	}
	for i, leaves := range reach {
		z := (d.Y[i] - mean(leaves, at.params.Mu)) / at.params.Sigma
		sum -= .5*z*z + math.Log(at.params.Sigma)
	}
	return sum
}

// prediction is the fit at the row of the largest response, or the probability of class 1 at the last row
// of that class (at the first row where there is none): which row that is depends on the data.
func (s setting) prediction(at state, d softtree.Data) float64 {
	row := 0
	for i := range d.N {
		if d.Classes > 0 && d.Class[i] == 1 || d.Classes == 0 && d.Y[i] > d.Y[row] {
			row = i
		}
	}
	reach := at.reach(d, s.h)
	if d.Classes == 0 {
		return mean(reach[row], at.params.Mu)
	}
	alpha := s.priors.ClassConcentration
	probability := make([]float64, len(reach[0]))
	for k := range probability {
		one, all := alpha, alpha*float64(d.Classes)
		for i, c := range d.Class {
			all += reach[i][k]
			if c == 1 {
				one += reach[i][k]
			}
		}
		probability[k] = one / all
	}
	return mean(reach[row], probability)
}

// names of the quantities of one topology: all parameters, the log likelihood, a prediction.
func (s setting) names(t topology.Topology) (out []string) {
	for j := range t.Splits() {
		out = append(out, fmt.Sprintf("tau %d", j+1))
		for f := range s.d - 1 {
			out = append(out, fmt.Sprintf("Delta %d,%d", j+1, f+1))
		}
	}
	if s.classes == 0 {
		for k := range t.Leaves() {
			out = append(out, fmt.Sprintf("mu %d", k+1))
		}
		out = append(out, "sigma")
	}
	return append(out, "log likelihood", "prediction")
}

// values of the quantities that names lists.
func (s setting) values(at state, d softtree.Data) (out []float64) {
	for j, tau := range at.params.Tau {
		out = append(append(out, tau), at.params.Delta[j][:s.d-1]...)
	}
	if s.classes == 0 {
		out = append(append(out, at.params.Mu...), at.params.Sigma)
	}
	return append(out, s.likelihood(at, d), s.prediction(at, d))
}

// constrained is the state at an unconstrained point of the layout with the leaf means.
func (s setting) constrained(t topology.Topology, theta []float64) state {
	l := softtree.NewLayout(t, s.d, s.classes == 0)
	p := l.NewParams()
	l.Constrain(&p, theta)
	return state{t, p}
}
