// The Dirichlet-multinomial likelihood of a classification and its gradient.

package softtree

import "dcctree/core/numeric"

// classification returns the log likelihood of the paper's equation (llh-class) with all constants,
// A = sum_c alpha, and, when asked, adds to dTau and dDelta. It takes two passes: the class sums
// phi_ck of every leaf, then the rows again with d log likelihood / d phi_ck as leaf values.
func (m *Model) classification(gradient bool) float64 {
	m.classSums()
	if gradient {
		m.classSlopes()
		for c := range m.data.Classes {
			m.eachBlock(c, m.backward)
		}
	}
	return m.leafEvidence()
}

// eachBlock calls f for every block of rows of class c.
func (m *Model) eachBlock(c int, f blockFunc) {
	end := m.classStart[c+1]
	for lo := m.classStart[c]; lo < end; lo += blockRows {
		hi := min(lo+blockRows, end)
		for j := range m.fullPsi {
			m.net.psi[j] = m.fullPsi[j][lo:hi]
		}
		f(c, lo, hi)
	}
}

// classSums fills phi (paper, equation temp; a row counts with its weight) and keeps psi of every row.
func (m *Model) classSums() {
	for k := range m.phi {
		clear(m.phi[k])
	}
	for c := range m.data.Classes {
		m.eachBlock(c, m.forward)
	}
}

// forwardBlock adds the reaches of one block to the class sums.
func (m *Model) forwardBlock(c, lo, hi int) {
	m.net.split(&m.params, m.x, m.data.N, lo, hi, m.h)
	m.net.flow(m.arrivals(lo, hi))
	for at := range m.net.nodes {
		if node := &m.net.nodes[at]; node.Leaf {
			m.phi[node.Index][c] += sum(m.net.reach[at][:hi-lo])
		}
	}
}

// backwardBlock adds one block's share of the gradient.
func (m *Model) backwardBlock(c, lo, hi int) {
	m.net.flow(m.arrivals(lo, hi))
	m.net.collect(m.slope[c], hi-lo)
	m.splitSums(lo, hi)
}

// leafEvidence sums log Gamma(A)/Gamma(Phi_k + A) + sum_c log Gamma(phi_ck + alpha)/Gamma(alpha).
func (m *Model) leafEvidence() float64 {
	alpha := m.priors.ClassConcentration
	total := alpha * float64(m.data.Classes)
	empty := numeric.Lgamma(total) - float64(m.data.Classes)*numeric.Lgamma(alpha)
	var s float64
	for _, phi := range m.phi {
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

// classSlopes fills slope[c][k] = digamma(phi_ck + alpha) - digamma(Phi_k + A).
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
			m.slope[c][k] = numeric.Digamma(v+alpha) - common
		}
	}
}
