// Tests of embedded draws: their density integrates to one, their evidence is that of quadrature, how they are judged.

package conquer

import (
	"math"
	"testing"

	"dcctree/core/evidence"
	"dcctree/core/numeric"
	"dcctree/core/random"
	"dcctree/core/topology"
)

// knownReductions measures the reductions of a topology for long.
func knownReductions(t *testing.T, p *Problem, top topology.Topology, draws int) (out []Reduction) {
	t.Helper()
	long := DefaultSettings()
	long.TargetError, long.MaxFinal = .02, 100_000
	deep := NewProblem(p.data, p.priors, p.h, long)
	for _, split := range top.Reducible() {
		reduced, _ := top.Reduce(split)
		solutions, _ := deep.Score(reduced, nil, random.Stream(1, "score"))
		m := deep.Measure(reduced, solutions, random.Stream(1, "measure"), func() {})
		out = append(out, Reduction{split, m.LogZ, m.Error, equalDraws(m, draws)})
	}
	return out
}

// TestEmbeddedDensity: the density of embedded draws is that of the mixture with many draws of each reduction in place
// of their posteriors, so that its integral, by draws of the prior, is one within 4 of its errors.
func TestEmbeddedDensity(t *testing.T) {
	top := tree(t, 1, 2)
	p := newProblem(stairs(1), .2)
	w := p.newWork(top, func() {})
	known := knownReductions(t, p, top, 50)
	e := w.newEmbedded(top, known, embeddedShares(known))
	var integral numeric.Moments
	rng, x := random.Stream(1, "prior"), make([]float64, w.Dim())
	for range 20_000 {
		w.target.SamplePrior(x, rng)
		integral.Add(math.Exp(e.LogDensity(x) - w.target.LogPrior(x)))
	}
	if s := math.Sqrt(integral.Variance() / float64(integral.N())); math.Abs(integral.Mean()-1) > 4*s || s > .1 {
		t.Errorf("the density integrates to %.4f ± %.4f", integral.Mean(), s)
	}
}

// TestEmbeddedJudged: few large weights and a large error are not relied upon; nearly equal weights are, whatever k-hat
// makes of them.
func TestEmbeddedJudged(t *testing.T) {
	few := newProblem(stairs(3), .02)
	equal, single := make([]float64, 100), make([]float64, 100)
	for i := range equal {
		equal[i] = 1e-9 * float64(i)
	}
	single[0] = 5
	for name, c := range map[string]struct {
		weights []float64
		error   float64
		want    Trust
	}{
		"equal": {equal, .1, Reliable}, "an error that is large": {equal, .4, Unreliable},
		"no error":  {equal, math.NaN(), Unreliable},
		"one large": {single, .1, Unreliable},
	} {
		m := evidence.Measurement{LogWeights: c.weights, Error: c.error, KHat: 9, KHatLimit: .5}
		if got := few.judgeEmbedded(way{method: Embedded, final: m}); got.trust != c.want {
			t.Errorf("%s: %s", name, got.trust)
		}
	}
}

// TestEmbeddedSameBits: the same draws whatever ran before, and none without a reduction.
func TestEmbeddedSameBits(t *testing.T) {
	top := tree(t, 1, 5, 6)
	p := newProblem(stairs(3), .02)
	q := p.Knowing(knownReductions(t, p, top, 50))
	a := q.Embed(top, 60, random.Stream(1, "embed"), func() {})
	b := q.Embed(top, 60, random.Stream(1, "embed"), func() {})
	if a.LogZ != b.LogZ || a.Points[0] != b.Points[0] || len(a.LogWeights) != 60 {
		t.Errorf("%v, %v", a.LogZ, b.LogZ)
	}
	defer func() {
		if recover() == nil {
			t.Error("no reduction was taken")
		}
	}()
	p.Embed(top, 60, random.Stream(1, "embed"), func() {})
}
