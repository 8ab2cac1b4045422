// Normal responses about the leaves' means, with one noise scale.

package softtree

import (
	"fmt"
	"math"
	"math/rand/v2"

	"dcctree/core/numeric"
	"dcctree/core/simd"
	"dcctree/core/topology"
)

type regression struct{}

func (regression) check(d *Data) error {
	if len(d.Y) != d.N {
		return fmt.Errorf("data: %d responses for %d rows", len(d.Y), d.N)
	}
	return nil
}

func (regression) take(dst, from *Data, row int) { dst.Y = append(dst.Y, from.Y[row]) }

func (regression) merge(out, d *Data, group, _ []int32) {
	out.Y, out.Scatter = d.mergeResponses(group, out.Weight)
}

func (regression) alike(*Data, int, int) bool { return true }

func (regression) order(r *rows, d *Data) []int {
	place := numeric.Indices(d.N)
	r.n = even(d.N)
	return place
}

func (regression) parameters(l Layout) Layout {
	l.Means, l.Noise = true, true
	return l
}

func (regression) tasks() (one, all simd.Task) { return simd.Regression, simd.AnyCollapsed }

// value returns the log likelihood of the paper's equation (llh-reg) and, when asked, fills dMu, dTau, dDelta.
func (regression) value(m *Model, gradient bool) float64 {
	m.params.handOver(m.frame.Params, m.h)
	copy(m.frame.In, m.params.Mu)
	function := simd.Squares
	if gradient {
		function = simd.Slopes
	}
	m.engine.Call(function)
	sse, s2, n := m.frame.Out[0]+m.data.Scatter, m.params.Sigma*m.params.Sigma, m.total
	if gradient {
		for k := range m.dMu {
			m.dMu[k] = m.frame.Out[1+k] * (-1 / s2)
		}
		m.takeSplits(m.frame.Out[1+len(m.dMu):], -1/s2)
		m.dScale = sse/s2 - n
	}
	return -0.5*n*(numeric.Log2Pi+2*math.Log(m.params.Sigma)) - 0.5*sse/s2
}

func (regression) integrated(t topology.Topology, d Data, p Priors, h float64) Integrated {
	return NewCollapsed(t, d, p, h)
}

func (regression) enter(n *Nested, r *rows, p Priors) simd.Rows {
	rows := r.entered(p.LeafMean)
	n.squares = numeric.Dot(rows.Response, rows.Response) + r.of.Scatter
	return rows
}

func (regression) evidence(n *Nested) float64 {
	n.take(n.frame.Out)
	return n.collapsed()
}

func (regression) expand(n *Nested, dst, theta []float64, rng *rand.Rand) {
	full := n.layout.Expand()
	if len(dst) != full.Dim() {
		panic("softtree: Expand: dst has the wrong length")
	}
	numeric.SolveLowerTranspose(n.mean, n.factor, n.mean, len(n.mean))
	n.draw(dst[full.Mu(0):full.LogSigma()], n.work, n.priors.LeafMean, n.params.Sigma, rng)
	copy(dst, theta[:n.layout.LogSigma()])
	dst[full.LogSigma()] = theta[n.layout.LogSigma()]
}
