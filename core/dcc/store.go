// What a run keeps of all its topologies together: one budget, and the draws of light topologies are resampled first.

package dcc

import (
	"math/rand/v2"

	"dcctree/core/dcc/internal/kept"
	"dcctree/core/hmc"
)

// How many numbers of 8 bytes a run keeps of all topologies together: draws, the largest weights and the states of
// chains: as much as 8 topologies in full, but 512 KB at least, since a run may visit topologies without end.
const (
	leastRoom      = 1 << 16
	fullTopologies = 8
)

// keepWithin makes all that is kept fit the room.
func (s *Sampler) keepWithin(room int) {
	var all []kept.Holding
	for _, e := range s.order {
		if !e.measured() {
			continue
		}
		h := kept.Holding{LogMass: e.logMass(), Pool: &e.pool, Estimate: &e.estimate, Chains: e.stateNumbers()}
		h.Stream = func(purpose string) *rand.Rand { return s.stream(e, purpose) }
		if !e.active && len(e.chains) > 0 {
			h.Retire = e.retire
		}
		all = append(all, h)
	}
	kept.Within(all, room)
}

// retire lets draws, chains and largest weights go. The topology keeps its weight and cannot become active again.
func (e *entry) retire() {
	e.retired = len(e.chains) - e.leftOut()
	e.chains, e.trails = nil, nil
	e.pool.Clear()
	e.estimate.Freeze()
}

// stateNumbers is the memory of the chains' states in numbers.
func (e *entry) stateNumbers() (n int) {
	for _, c := range e.chains {
		n += chainNumbers + stateSize(c.state)
	}
	return n
}

// chainNumbers is the size of a chain without its vectors.
const chainNumbers = 32

func stateSize(s hmc.State) int {
	return len(s.Position) + len(s.Metric) + len(s.Adaptation.Mean) + len(s.Adaptation.Scatter)
}
