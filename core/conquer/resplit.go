// Splits drawn anew: how states of a measurement come to modes that climbs miss.

package conquer

import (
	"math"
	"math/rand/v2"
	"slices"

	"dcctree/core/numeric"
	"dcctree/core/softtree"
)

const (
	resplitWidth  = .03   // a bandwidth below which the density has walls between plateaus
	resplitStates = 24    // draws of a measurement whose splits are drawn anew
	resplitRounds = 4     // how often each split is
	resplitWork   = 1.5e8 // rows times inputs times splits of the densities, for all together
	mostResplit   = 300   // draws from the prior for each new split
	leastResplit  = 100   // fewer find little
)

// resplitDraws is the number of draws from the prior for each new split of a tree; 0 where it is not worth it: where
// the density is smooth, where there is one input, and where a density is so dear that they would be few.
func resplitDraws(h float64, rows, inputs, splits int) int {
	if h >= resplitWidth || inputs < 2 || splits < 1 {
		return 0
	}
	n := int(resplitWork / float64(rows*inputs*splits*splits*resplitStates*resplitRounds))
	if n < leastResplit {
		return 0
	}
	return min(n, mostResplit)
}

// Slants reports whether a tree with this number of splits may have modes with splits aslant that climbs miss and an
// Audit finds.
func Slants(h float64, data softtree.Data, splits int) bool {
	return resplitDraws(h, data.N, data.D, splits) > 0
}

// resplit returns states of the target, n x dim: draws of a measurement from modes of which each split in turn is
// drawn anew, by likelihood from draws of the prior and the split as it was. That leaves the posterior as it is
// (iterated sampling importance resampling: Andrieu, Lee and Vihola 2018, Bernoulli 24, 842-872). A split that cuts few
// rows off aslant is found so and not by climbs: only directions within some cone do it, and within and without it the
// density is flat.
func (w *work) resplit(found way, rng *rand.Rand) (out []float64) {
	d, l := w.Dim(), w.layout
	n := resplitDraws(w.problem.h, w.problem.data.N, l.D, l.Splits)
	if n == 0 || found.method != Modes {
		return nil
	}
	for range resplitStates {
		at := pick(found.final.LogWeights, rng)
		x := slices.Clone(found.final.Points[at*d : (at+1)*d])
		for k := range resplitRounds * l.Splits {
			w.redraw(x, k%l.Splits, n, rng)
		}
		out = append(out, x...)
	}
	return out
}

// redraw draws one split of x anew, from n draws of the prior and the split as it is.
func (w *work) redraw(x []float64, split, n int, rng *rand.Rand) {
	likelihood := func(x []float64) float64 { return finite(w.LogDensity(x) - w.target.LogPrior(x)) }
	prior, from, to := make([]float64, len(x)), w.layout.Tau(split), w.layout.Tau(split+1)
	candidates, logs := slices.Clone(x), []float64{likelihood(x)}
	for range n {
		w.target.SamplePrior(prior, rng)
		z := slices.Concat(x[:from], prior[from:to], x[to:])
		candidates, logs = append(candidates, z...), append(logs, likelihood(z))
	}
	k := pick(logs, rng)
	copy(x, candidates[k*len(x):(k+1)*len(x)])
}

// pick draws a number by log weights, not all of which are -Inf.
func pick(logWeights []float64, rng *rand.Rand) int {
	u := rng.Float64()
	total, last := numeric.LogSumExp(logWeights), 0
	for k, v := range logWeights {
		if math.IsInf(v, -1) {
			continue
		}
		last = k
		if u -= numeric.Exp(v - total); u < 0 {
			break
		}
	}
	return last
}
