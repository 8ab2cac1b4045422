// What a run keeps of all its topologies together: one budget, and the draws of light topologies are resampled first.

package dcc

import (
	"math"
	"math/rand/v2"
	"strconv"

	"dcctree/core/evidence"
	"dcctree/core/hmc"
	"dcctree/core/random"
)

// How many numbers of 8 bytes a run keeps of all topologies together: draws, the largest weights and the states of
// chains. In the paper's way, which may visit topologies without end, as much as 8 topologies in full, but 512 KB at
// least; in the fast mode, which measures no more than FastSettings.MaxMeasured, 32 MB, in which all of the paper's
// sets fit.
const (
	leastRoom      = 1 << 16
	fullTopologies = 8
	fastRoom       = 1 << 22
)

// leastHeld is how many draws a topology keeps at least, as long as it is not retired.
const leastHeld = 16

// holding is one topology's part of what is kept.
type holding struct {
	logMass  float64 // log Z_m + log p(m)
	pool     *pool
	estimate *evidence.Estimate // nil in the fast mode
	chains   int                // numbers of the chains' states
	stream   func(purpose string) *rand.Rand
	retire   func() // lets all of it go but its evidence; nil where the topology is still at work
}

func (h *holding) numbers() int {
	n := h.pool.held() + h.chains
	if h.estimate != nil {
		n += h.estimate.Held()
	}
	return n
}

// within halves the draws of one topology after the other until all fit the room: the one of the smallest w_m / n_m^2,
// so that the n_m go as the roots of the weights. An expectation over the mixture has the Monte Carlo variance sum
// w_m^2 / n_m, for which they would go as the weights; the picture of a topology by itself asks for as many draws of
// each. Where that is not enough topologies that are out of the active set keep their evidence alone, the lightest
// first. Nothing changes where all fit.
func within(all []holding, room int) {
	total := 0
	for i := range all {
		total += all[i].numbers()
	}
	for total > room {
		at := cheapest(all)
		if at < 0 {
			at = lightest(all)
			if at < 0 {
				return // those at work are needed
			}
			before := all[at].numbers()
			all[at].retire()
			all[at].chains, all[at].retire = 0, nil
			total += all[at].numbers() - before
			continue
		}
		before := all[at].numbers()
		all[at].halve()
		total += all[at].numbers() - before
	}
}

// halve leaves half of the draws, and of the largest weights those that k-hat needs for now.
func (h *holding) halve() {
	n := max(leastHeld, h.pool.kept()/2)
	h.pool.shrink(n, h.stream("kept "+strconv.Itoa(n)))
	if h.estimate != nil {
		h.estimate.Trim()
	}
}

// cheapest returns the topology whose draws are halved next, -1 where all have their least.
func cheapest(all []holding) int {
	best, least := -1, math.Inf(1)
	for i := range all {
		h := &all[i]
		if h.pool.kept() <= leastHeld && h.pool.capacity <= leastHeld {
			continue
		}
		n := float64(max(1, h.pool.kept()))
		if cost := h.logMass - 2*math.Log(n); best < 0 || cost < least {
			best, least = i, cost
		}
	}
	return best
}

// lightest returns the lightest topology that can be retired, -1 where there is none.
func lightest(all []holding) int {
	best := -1
	for i := range all {
		if all[i].retire != nil && (best < 0 || all[i].logMass < all[best].logMass) {
			best = i
		}
	}
	return best
}

// keepWithin makes all that is kept fit the room.
func (s *Sampler) keepWithin(room int) {
	var all []holding
	for _, e := range s.order {
		if !e.measured() {
			continue
		}
		h := holding{logMass: e.logMass(), pool: &e.pool, estimate: &e.estimate, chains: e.stateNumbers()}
		h.stream = func(purpose string) *rand.Rand { return s.stream(e, purpose) }
		if !e.active && len(e.chains) > 0 {
			h.retire = e.retire
		}
		all = append(all, h)
	}
	within(all, room)
}

// retire lets draws, chains and largest weights go. The topology keeps its weight and cannot become active again.
func (e *entry) retire() {
	e.retired = len(e.chains) - e.leftOut()
	e.chains, e.trails = nil, nil
	e.pool.clear()
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

// keepWithin makes all draws that are kept fit the room.
func (f *Fast) keepWithin(room int) {
	var all []holding
	for _, e := range f.order {
		if !e.measured {
			continue
		}
		h := holding{logMass: e.mass(), pool: &e.pool}
		h.stream = func(purpose string) *rand.Rand { return random.Stream(f.problem.Seed, e.topology.Key(), purpose) }
		all = append(all, h)
	}
	within(all, room)
}

// Held returns how many numbers of 8 bytes are kept of all topologies.
func (s *Sampler) Held() (n int) {
	for _, e := range s.order {
		if e.measured() {
			n += e.pool.held() + e.estimate.Held() + e.stateNumbers()
		}
	}
	return n
}

// Held returns how many numbers of 8 bytes are kept of all topologies.
func (f *Fast) Held() (n int) {
	for _, e := range f.order {
		n += e.pool.held()
	}
	return n
}
