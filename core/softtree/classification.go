// Classes, whose probabilities in every leaf have a Dirichlet prior and are integrated out.

package softtree

import (
	"errors"
	"fmt"
	"math/rand/v2"

	"dcctree/core/numeric"
	"dcctree/core/simd"
	"dcctree/core/topology"
)

type classification struct{}

func (classification) check(d *Data) error {
	if d.Scatter > 0 {
		return errors.New("data: a classification has no scatter")
	}
	if d.Classes < 2 || len(d.Class) != d.N {
		return fmt.Errorf("data: %d classes and %d labels for %d rows", d.Classes, len(d.Class), d.N)
	}
	return nil
}

func (classification) take(dst, from *Data, row int) { dst.Class = append(dst.Class, from.Class[row]) }

func (classification) merge(out, d *Data, _, first []int32) {
	out.Class = make([]int, out.N)
	for g, i := range first {
		out.Class[g] = d.Class[i]
	}
}

func (classification) alike(d *Data, i, k int) bool { return d.Class[i] == d.Class[k] }

func (classification) order(r *rows, d *Data) []int {
	count := make([]int, d.Classes)
	for _, c := range d.Class {
		count[c]++
	}
	next := make([]int, d.Classes)
	for c, n := range count {
		next[c] = r.n
		r.n += even(n)
		r.ends = append(r.ends, r.n)
	}
	place := make([]int, d.N)
	for i, c := range d.Class {
		place[i] = next[c]
		next[c]++
	}
	return place
}

func (classification) parameters(l Layout) Layout { return l }

func (classification) tasks() (one, all simd.Task) {
	return simd.Classification, simd.AnyClassification
}

// value returns the log likelihood of the paper's equation (llh-class) with all constants,
// A = sum_c alpha, and, when asked, fills dTau and dDelta. It takes two passes: the class sums
// phi_ck of every leaf, then the rows again with d log likelihood / d phi_ck as leaf values.
func (classification) value(m *Model, gradient bool) float64 {
	m.classSums()
	if gradient {
		m.classSlopes()
		m.engine.Call(simd.Slopes)
		m.takeSplits(m.frame.Out, 1)
	}
	return m.priors.leafEvidence(m.phi)
}

func (classification) integrated(t topology.Topology, d Data, p Priors, h float64) Integrated {
	return integratedModel{NewModel(t, d, p, h)}
}

// integratedModel is a Model whose theta holds no parameter of a leaf.
type integratedModel struct{ *Model }

func (integratedModel) Expand(dst, theta []float64, _ *rand.Rand) { copy(dst, theta) }

func (classification) enter(_ *Nested, r *rows, _ Priors) simd.Rows {
	return simd.Rows{X: r.x, Weight: r.weight}
}

func (classification) evidence(n *Nested) float64 { return n.priors.leafEvidence(n.phi) }

func (classification) expand(_ *Nested, dst, theta []float64, _ *rand.Rand) { copy(dst, theta) }

// classSums fills phi (paper, equation temp; a row counts with its weight).
func (m *Model) classSums() {
	m.params.handOver(m.frame.Params, m.h)
	m.engine.Call(simd.Products)
	for k := range m.phi {
		copy(m.phi[k], m.frame.Out[k*m.data.Classes:])
	}
}

// leafEvidence sums log Gamma(A)/Gamma(Phi_k + A) + sum_c log Gamma(phi_ck + alpha)/Gamma(alpha) over the leaves.
func (p Priors) leafEvidence(leaves [][]float64) float64 {
	alpha := p.ClassConcentration
	classes := float64(len(leaves[0]))
	total := alpha * classes
	empty := numeric.Lgamma(total) - float64(classes*numeric.Lgamma(alpha))
	var s float64
	for _, phi := range leaves {
		var rows float64
		s += empty
		for _, v := range phi {
			rows += v
			s += numeric.Lgamma(v + alpha)
		}
		s -= numeric.Lgamma(rows + total)
	}
	return s
}

// classSlopes hands slope_ck = digamma(phi_ck + alpha) - digamma(Phi_k + A) to the engine.
func (m *Model) classSlopes() {
	alpha := m.priors.ClassConcentration
	total := alpha * float64(m.data.Classes)
	for k, phi := range m.phi {
		var rows float64
		for _, v := range phi {
			rows += v
		}
		common := numeric.Digamma(rows + total)
		for c, v := range phi {
			m.frame.In[c*len(m.phi)+k] = numeric.Digamma(v+alpha) - common
		}
	}
}

// LeafProbabilities returns, for every leaf, the class probabilities (phi_ck + alpha)/(Phi_k + A)
// given theta and the training rows. Classification only.
func (m *Model) LeafProbabilities(theta []float64) [][]float64 {
	if m.data.Classes == 0 {
		panic("softtree: LeafProbabilities: not a classification")
	}
	m.layout.Constrain(&m.params, theta)
	return m.leafProbabilities()
}

// leafProbabilities are those of the constrained parameters.
func (m *Model) leafProbabilities() [][]float64 {
	m.classSums()
	means, _ := m.priors.leafDirichlets(m.phi)
	return means
}

// leafDirichlets returns, of the class sums of the leaves, the parameters phi_ck + alpha of the Dirichlet distributions
// that the class probabilities of the leaves have given theta and the training rows, independently, and their means.
func (p Priors) leafDirichlets(leaves [][]float64) (means, parameters [][]float64) {
	alpha, classes := p.ClassConcentration, len(leaves[0])
	means, parameters = numeric.Columns(len(leaves), classes), numeric.Columns(len(leaves), classes)
	for k, phi := range leaves {
		total := alpha * float64(classes)
		for _, v := range phi {
			total += v
		}
		for c, v := range phi {
			parameters[k][c] = v + alpha
			means[k][c] = parameters[k][c] / total
		}
	}
	return means, parameters
}

// LeafDirichlets returns Model.LeafProbabilities at the theta that was set, and the parameters phi_ck + alpha of the
// Dirichlet distributions that they are the means of: the class probabilities of the leaves given theta and the
// training rows are independent draws from these. Classification only.
func (n *Nested) LeafDirichlets() (means, parameters [][]float64) {
	if n.data.Classes == 0 {
		panic("softtree: LeafDirichlets: not a classification")
	}
	n.sums(0)
	return n.priors.leafDirichlets(n.phi)
}
