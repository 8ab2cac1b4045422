// What a run keeps of its topologies, and hands out.

package search

import (
	"math/rand/v2"
	"slices"

	"dcctree/core/conquer"
	"dcctree/core/dcc"
	"dcctree/core/dcc/internal/kept"
	"dcctree/core/evidence"
	"dcctree/core/numeric"
	"dcctree/core/random"
	"dcctree/core/topology"
)

// room is how many numbers of 8 bytes a run keeps of all topologies together, 32 MB: it measures no more than
// Settings.MaxMeasured, and all of the paper's sets fit.
const room = 1 << 22

// keepWithin makes all draws that are kept fit the room.
func (f *Fast) keepWithin(room int) {
	var all []kept.Holding
	for _, e := range f.order {
		if !e.measured {
			continue
		}
		h := kept.Holding{LogMass: e.mass(), Pool: &e.pool}
		h.Stream = func(purpose string) *rand.Rand {
			return random.Stream(f.problem.Seed, e.topology.Key(), purpose)
		}
		all = append(all, h)
	}
	kept.Within(all, room)
}

// Weights returns the largest importance weights of a topology, at most evidence.LargestKept; ok is false where there
// are none, as of tempered particles, which have been resampled.
func (f *Fast) Weights(t topology.Topology) (w dcc.Weights, ok bool) {
	e := f.found[t]
	if e == nil || !e.measured || e.summary.Method == conquer.Tempered || e.pool.Dim == 0 {
		return w, false
	}
	return e.weights, len(e.weights.Largest) > 0
}

// largestWeights keeps the largest of a measurement's weights.
func largestWeights(logs []float64) dcc.Weights {
	w := dcc.Weights{Count: len(logs), Total: numeric.LogSumExp(logs)}
	w.Largest = slices.Clone(logs)
	slices.SortFunc(w.Largest, func(a, b float64) int {
		switch {
		case a > b:
			return -1
		case a < b:
			return 1
		}
		return 0
	})
	w.Largest = slices.Clone(w.Largest[:min(len(w.Largest), evidence.LargestKept)])
	return w
}
