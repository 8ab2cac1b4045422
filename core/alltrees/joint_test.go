// Tests of trees and responses drawn together.

package alltrees

import (
	"math"
	"testing"

	"dcctree/core/random"
)

// The log likelihood of a kept tree is the sampler's own, whichever way the tree is kept.
func TestFactsHaveTheLogLikelihood(t *testing.T) {
	for i, p := range gradualProblems {
		for seed := range uint64(20) {
			rng := random.Stream(seed, "joint")
			table, truth := p.table(t, uint64(i)).Joint(p.gradualPrior(), rng)
			m := newBlend(table, p.gradualPrior())
			v := newMover(m)
			tree, sigma := m.draw(0, rng), truth.Sigmas[0]
			want := v.at(tree, sigma)
			kept := table.sampleOf(tree, sigma, nil, nil, p.gradualPrior(), rng)
			if got := kept.Facts(0)[2]; math.Abs(got-want) > 1e-9*math.Abs(want) {
				t.Errorf("problem %d, seed %d: log likelihood %v, by the sampler %v", i, seed, got,
					want)
			}
			sharp := m.sharpened(tree)
			want = v.at(sharp, sigma)
			kept = table.sampleOf(sharp, sigma, nil, nil, p.prior(), rng)
			if got := kept.Facts(0)[2]; math.Abs(got-want) > 1e-9*math.Abs(want) {
				t.Errorf("problem %d, seed %d: sharp, log likelihood %v, by the sampler %v", i, seed,
					got, want)
			}
		}
	}
}

// Responses are spread as the model says: without a split y/sqrt(1 + sigma^2) has mean 0 and variance 1, and of C
// classes each has the share 1/C. Over seeds within four standard errors.
func TestJointResponses(t *testing.T) {
	const seeds = 4000
	none := Prior{Alpha: 1e-9, Beta: 1, MaxDepth: 1}
	for _, classes := range []int{0, 3} {
		p := problem{8, 1, 0, classes, 0, 1}
		table := p.table(t, 1)
		var mean, square float64
		for seed := range uint64(seeds) {
			drawn, truth := table.Joint(none, random.Stream(seed, "responses"))
			v := 0.0
			switch {
			case classes == 0:
				s := table.noise(truth.Sigmas[0])
				v = drawn.y[3] / math.Sqrt(1+s*s)
			case drawn.class[3] == 0:
				v = 1
			}
			mean, square = mean+v/seeds, square+v*v/seeds
		}
		want := 0.0
		if classes > 0 {
			want = 1 / float64(classes)
		}
		if e := math.Sqrt((square - mean*mean) / seeds); math.Abs(mean-want) > 4*e {
			t.Errorf("%d classes: mean %.4f +- %.4f, want %.4f", classes, mean, e, want)
		}
		if e := math.Sqrt(2. / seeds); classes == 0 && math.Abs(square-1) > 4*e {
			t.Errorf("mean square %.4f +- %.4f, want 1", square, e)
		}
	}
}
