// The Dirichlet-multinomial likelihood of a classification and its gradient.

package softtree

import (
	"dcctree/core/numeric"
	"dcctree/core/simd"
)

// classification returns the log likelihood of the paper's equation (llh-class) with all constants,
// A = sum_c alpha, and, when asked, fills dTau and dDelta. It takes two passes: the class sums
// phi_ck of every leaf, then the rows again with d log likelihood / d phi_ck as leaf values.
func (m *Model) classification(gradient bool) float64 {
	m.classSums()
	if gradient {
		m.classSlopes()
		m.engine.Call(simd.Slopes)
		m.takeSplits(m.frame.Out, 1)
	}
	return m.priors.leafEvidence(m.phi)
}

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
