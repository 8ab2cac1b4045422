// Tests of likelihoods that leave a split out: they are those of the smaller tree.

package softtree

import (
	"fmt"
	"math"
	"testing"

	"dcctree/core/random"
	"dcctree/core/topology"
)

// smaller returns theta without the parameters of a split.
func smaller(theta []float64, split, d int) []float64 {
	return append(append([]float64{}, theta[:split*d]...), theta[(split+1)*d:]...)
}

// TestNested: the log likelihood of a topology and, for every split with a leaf, that of the reduced topology, of
// regressions with their means integrated out and of classifications, weighted rows or not, are those of models of
// their own within rounding.
func TestNested(t *testing.T) {
	const d = 3
	for _, shape := range []topology.Topology{mustLeaves(t, 1, 2), mustLeaves(t, 3, 4, 5, 6),
		mustLeaves(t, 1, 5, 13, 14)} {
		for name, data := range map[string]Data{"regression": synthetic(3, 130, d, 0),
			"weighted": weighted(synthetic(4, 99, d, 0)), "classes": synthetic(5, 130, d, 3),
			"weighted classes": weighted(synthetic(6, 99, d, 2))} {
			var without []Without
			for _, split := range shape.Reducible() {
				_, left := shape.Reduce(split)
				without = append(without, Without{split, left})
			}
			n := NewNested(shape, data, offCenter(), .1, without)
			theta := randomTheta(3, n.Dim())
			n.Set(theta)
			compareLikelihoods(t, name, n.LogLikelihood(0), plainLikelihood(shape, data, theta))
			for i, w := range without {
				reduced, _ := shape.Reduce(w.Split)
				compareLikelihoods(t, name, n.LogLikelihood(1+i),
					plainLikelihood(reduced, data, smaller(theta, w.Split, d)))
			}
		}
	}
}

// plainLikelihood is that of a model of the topology alone.
func plainLikelihood(t topology.Topology, data Data, theta []float64) float64 {
	if data.Regression() {
		return NewCollapsed(t, data, offCenter(), .1).LogLikelihood(theta)
	}
	return NewModel(t, data, offCenter(), .1).Terms(theta).LogLikelihood
}

// TestNestedExpands: the leaf means that are put in have the moments that Collapsed draws them with, by the same
// normals.
func TestNestedExpands(t *testing.T) {
	shape, data := mustLeaves(t, 1, 5, 13, 14), synthetic(3, 130, 3, 0)
	n, c := NewNested(shape, data, offCenter(), .1, nil), NewCollapsed(shape, data, offCenter(), .1)
	theta := randomTheta(3, n.Dim())
	got, want := make([]float64, n.Layout().Expand().Dim()), make([]float64, n.Layout().Expand().Dim())
	n.Set(theta)
	n.LogLikelihood(0)
	n.Expand(got, theta, random.Stream(1, "means"))
	c.Expand(want, theta, random.Stream(1, "means"))
	for i, v := range want {
		compareLikelihoods(t, fmt.Sprint("parameter ", i), got[i], v)
	}
}

// TestSampleSplit: a split's draw changes its own parameters alone.
func TestSampleSplit(t *testing.T) {
	n := NewNested(mustLeaves(t, 1, 5, 6), synthetic(3, 130, 3, 0), offCenter(), .1, nil)
	theta := make([]float64, n.Dim())
	n.SampleSplit(theta, 1, random.Stream(1, "split"))
	for i, v := range theta {
		if from, to := n.Layout().Tau(1), n.Layout().Tau(2); (v != 0) != (from <= i && i < to) {
			t.Errorf("parameter %d is %v", i, v)
		}
	}
}

func compareLikelihoods(t *testing.T, name string, got, want float64) {
	t.Helper()
	if !(math.Abs(got-want) < 1e-9*(1+math.Abs(want))) {
		t.Errorf("%s: %v, want %v", name, got, want)
	}
}
