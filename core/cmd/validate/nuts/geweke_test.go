// The joint distribution test in short, its mutants, and the simulators against the models.

package nuts

import (
	"math"
	"testing"

	"dcctree/core/random"
	"dcctree/core/softtree"
)

// brief is what a test can afford; mutants are far enough off for it.
var brief = effort{draws: 3000, chains: 40, length: 40}

func TestKernels(t *testing.T) {
	for _, s := range kernels() {
		if r := s.agree(brief); !r.Holds {
			t.Errorf("%s: %s", r.Check, r.Figure)
		}
	}
}

func TestMutantsAreCaught(t *testing.T) {
	for _, s := range mutants() {
		e := brief
		if s.unweighted { // S differs little between trees of six rows
			e = effort{draws: 20000, chains: 80, length: 100}
		}
		if r := s.caught(e); !r.Holds {
			t.Errorf("%s: %s", r.Check, r.Figure)
		}
	}
}

// TestFlippedLeaf: the sign of one leaf's gradient shows in finite differences and in the acceptance, not
// in the joint distribution.
func TestFlippedLeaf(t *testing.T) {
	for _, r := range flippedRows(regression(), flipped().agree(brief)) {
		if !r.Holds {
			t.Errorf("%s: %s", r.Check, r.Figure)
		}
	}
}

// TestJointLikelihood compares the likelihood that the simulators use with the models'.
func TestJointLikelihood(t *testing.T) {
	for name, j := range map[string]*joint{"regression": regression(), "classification": classification()} {
		rng := random.Stream(4, name)
		theta, a := make([]float64, j.layout.Dim()), j.newAnswers()
		for range 50 {
			j.draw(theta, a, true, rng)
			got := j.logLikelihood(a)
			want := softtree.NewModel(j.top, j.data(a), j.priors, j.h).Terms(theta).LogLikelihood
			if math.Abs(got-want) > 1e-9*(1+math.Abs(want)) {
				t.Errorf("%s: log likelihood %v, of the model %v", name, got, want)
			}
		}
	}
}

// TestShare: S is at most 1, and 1 for a tree with hard splits, whose leaves have Dirichlet-multinomial
// classes.
func TestShare(t *testing.T) {
	soft, hard := classification(), newJoint([]int{1, 5, 6}, 6, 2, 2, 1e-9)
	rng := random.Stream(5, "share")
	theta := make([]float64, soft.layout.Dim())
	least := 1.0
	for range 200 {
		soft.any.SamplePrior(theta, rng)
		soft.set(theta)
		s := soft.share()
		if least = min(least, s); s > 1+1e-12 {
			t.Errorf("S = %v", s)
		}
		hard.set(theta)
		if s := hard.share(); math.Abs(s-1) > 1e-9 {
			t.Errorf("S = %v with hard splits", s)
		}
	}
	if least > 0.9 {
		t.Errorf("S is never below %v: weighting by it would go unnoticed", least)
	}
}

// TestAnswers: classes are drawn in proportion to their likelihoods, by a chi-square test over the 64
// classings of one theta: 63 degrees of freedom, within four standard deviations sqrt(126).
func TestAnswers(t *testing.T) {
	j := classification()
	rng := random.Stream(6, "answers")
	theta, a := make([]float64, j.layout.Dim()), j.newAnswers()
	j.any.SamplePrior(theta, rng)
	j.set(theta)
	const draws = 20000
	counts := make([]float64, 1<<j.n)
	for range draws {
		j.answer(a, rng)
		code := 0
		for i, c := range a.class {
			code |= c << i
		}
		counts[code]++
	}
	var chi float64
	for code, l := range j.likelihoods() {
		expected := draws * l / j.share()
		chi += (counts[code] - expected) * (counts[code] - expected) / expected
	}
	if math.Abs(chi-63) > 4*math.Sqrt(126) {
		t.Errorf("chi-square %v, want 63", chi)
	}
}
