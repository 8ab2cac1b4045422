// Test of likelihoods that leave a split out: they are those of the smaller tree.

package softtree

import (
	"math"
	"testing"

	"dcctree/core/topology"
)

// smaller returns theta without the parameters of a split.
func smaller(theta []float64, split, d int) []float64 {
	return append(append([]float64{}, theta[:split*d]...), theta[(split+1)*d:]...)
}

// TestLogLikelihoodWithout: for every split with a leaf, of regressions with their means integrated out and of
// classifications, weighted rows or not, the log likelihood is that of the reduced topology within rounding.
func TestLogLikelihoodWithout(t *testing.T) {
	const d = 3
	for _, shape := range []topology.Topology{mustLeaves(t, 1, 2), mustLeaves(t, 3, 4, 5, 6), mustLeaves(t, 1, 5, 13, 14)} {
		for _, split := range shape.Reducible() {
			reduced, left := shape.Reduce(split)
			for name, data := range map[string]Data{"regression": synthetic(3, 130, d, 0), "weighted": weighted(synthetic(4, 99, d, 0))} {
				c, want := NewCollapsed(shape, data, offCenter(), .1), NewCollapsed(reduced, data, offCenter(), .1)
				theta := randomTheta(uint64(split), c.Dim())
				compareLikelihoods(t, name, c.LogLikelihoodWithout(theta, split, left), want.LogLikelihood(smaller(theta, split, d)))
			}
			for name, data := range map[string]Data{"classes": synthetic(5, 130, d, 3), "weighted": weighted(synthetic(6, 99, d, 2))} {
				m, want := NewModel(shape, data, PaperPriors(), .1), NewModel(reduced, data, PaperPriors(), .1)
				theta := randomTheta(uint64(split), m.Dim())
				compareLikelihoods(t, name, m.LogLikelihoodWithout(theta, split, left), want.Terms(smaller(theta, split, d)).LogLikelihood)
			}
		}
	}
}

func compareLikelihoods(t *testing.T, name string, got, want float64) {
	t.Helper()
	if !(math.Abs(got-want) < 1e-9*(1+math.Abs(want))) {
		t.Errorf("%s: %v, want %v", name, got, want)
	}
}
