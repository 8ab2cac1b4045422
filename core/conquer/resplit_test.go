// Tests of splits drawn anew.

package conquer

import (
	"math"
	"testing"

	"dcctree/core/bijector"
	"dcctree/core/evidence"
	"dcctree/core/numeric"
	"dcctree/core/random"
	"dcctree/core/softtree"
)

// TestPick: numbers are drawn in proportion to the weights, and none of weight zero, within 4 binomial errors.
func TestPick(t *testing.T) {
	const n = 20_000
	shares, logs := []float64{0, .5, 0, .2, .3, 0}, make([]float64, 6)
	for k, share := range shares {
		logs[k] = 700 + math.Log(share)
	}
	counts, rng := make([]float64, len(shares)), random.Stream(1, "pick")
	for range n {
		counts[pick(logs, rng)]++
	}
	for k, share := range shares {
		if s := math.Sqrt(n * share * (1 - share)); math.Abs(counts[k]-n*share) > 4*s {
			t.Errorf("number %d of weight %.1f was drawn %.0f times in %d", k, share, counts[k], n)
		}
	}
}

// TestResplitKeepsThePosterior: with splits drawn anew the posterior of a split stays what it is: the means of all
// coordinates, and of their squares, are those of draws of the prior by their likelihoods, within 4 errors of both.
func TestResplitKeepsThePosterior(t *testing.T) {
	w := newProblem(wideStairs(2), .025).newWork(tree(t, 1, 2), func() {})
	found := way{method: Modes, final: evidence.Final(w, evidence.Mixture{Prior: prior{w.target}}, 60_000,
		random.Stream(1, "prior"))}
	d, rng := w.Dim(), random.Stream(1, "resplit")
	after := make([]numeric.Moments, 2*d)
	for range 25 {
		states := w.resplit(found, rng)
		for i := 0; i < len(states); i += d {
			for k, now := range states[i : i+d] {
				after[k].Add(now)
				after[d+k].Add(now * now)
			}
		}
	}
	total := numeric.LogSumExp(found.final.LogWeights)
	for k, a := range after {
		var want float64
		for i, v := range found.final.LogWeights {
			want += math.Exp(v-total) * math.Pow(found.final.Points[i*d+k%d], float64(1+k/d))
		}
		many := 1/float64(a.N()) + 1/found.final.EffectiveNumber
		if s := math.Sqrt(a.Variance() * many); math.Abs(a.Mean()-want) > 4*s {
			t.Errorf("moment %d of coordinate %d: %.3f, was %.3f: %.1f errors", 1+k/d, k%d, a.Mean(),
				want, (a.Mean()-want)/s)
		}
	}
}

// wideStairs are the stairs with a second input that tells nothing.
func wideStairs(seed uint64) softtree.Data {
	data, rng := stairs(seed), random.Stream(seed, "second input")
	data.D = 2
	for range data.N {
		data.X = append(data.X, rng.Float64())
	}
	return data
}

// TestResplitFindsPlantedMode: where a mixture knows one of two modes of a single split, and its draws lack more than
// .3 nats of the evidence by draws of the prior, splits drawn anew come to the other.
func TestResplitFindsPlantedMode(t *testing.T) {
	missed := 0
	for seed := range uint64(20) {
		w := newProblem(wideStairs(seed), .02).newWork(tree(t, 1, 2), func() {})
		rng := random.Stream(seed, "planted")
		c := evidence.Component{Weight: 1, Mean: []float64{bijector.UnitInverse(1. / 3), 0, math.Log(.7)},
			Root: []float64{.12, 0, 0, 0, .5, 0, 0, 0, .25}, DF: 30}
		bijector.SimplexInverse(c.Mean[1:2], []float64{.95, .05})
		m := evidence.Mixture{Components: []evidence.Component{c}}
		found := way{method: Modes, mixture: m, final: evidence.Final(w, m, 1500, rng), modes: 1}
		if want, _ := byPrior(w, 100_000, rng); found.final.LogZ > want-.3 {
			continue
		}
		missed++
		if n := w.lacked(found, w.resplit(found, rng)); n < leastLacked {
			t.Errorf("seed %d: %d of %d states are of the missed mode", seed, n, resplitStates)
		}
	}
	if missed < 10 {
		t.Errorf("%d of 20 measurements missed the planted mode: the test shows little", missed)
	}
}

// TestSlants: splits are drawn anew where trees are sharp, of several inputs, and a density is not so dear that few
// could be drawn.
func TestSlants(t *testing.T) {
	for _, c := range []struct {
		name                 string
		h                    float64
		rows, inputs, splits int
		want                 int
	}{
		{"sharp and small", .01, 50, 3, 3, mostResplit},
		{"larger", .01, 90, 5, 4, 217}, // 1.5e8 / (90 x 5 x 16 x 24 x 4)
		{"so large that few could be drawn", .01, 400, 5, 4, 0},
		{"smooth", resplitWidth, 50, 3, 3, 0},
		{"of one input", .01, 50, 1, 3, 0},
		{"the root", .01, 50, 3, 0, 0},
	} {
		if got := resplitDraws(c.h, c.rows, c.inputs, c.splits); got != c.want {
			t.Errorf("%s: %d draws, want %d", c.name, got, c.want)
		}
		if Slants(c.h, softtree.Data{N: c.rows, D: c.inputs}, c.splits) != (c.want > 0) {
			t.Errorf("%s: whether a tree slants", c.name)
		}
	}
}
