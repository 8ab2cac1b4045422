// One budget for the draws of all topologies: those of light ones are resampled first.

package kept

import (
	"math"
	"math/rand/v2"
	"strconv"

	"dcctree/core/evidence"
)

// Least is how many draws a topology keeps at least, as long as it is not retired.
const Least = 16

// Holding is one topology's part of what is kept.
type Holding struct {
	LogMass  float64 // log Z_m + log p(m)
	Pool     *Pool
	Estimate *evidence.Estimate // nil in the fast mode
	Chains   int                // numbers of the chains' states
	Stream   func(purpose string) *rand.Rand
	Retire   func() // lets all of it go but its evidence; nil where the topology is still at work
}

func (h *Holding) numbers() int {
	n := h.Pool.Held() + h.Chains
	if h.Estimate != nil {
		n += h.Estimate.Held()
	}
	return n
}

// Within halves the draws of one topology after the other until all fit the room: the one of the smallest w_m / n_m^2,
// so that the n_m go as the roots of the weights. An expectation over the mixture has the Monte Carlo variance sum
// w_m^2 / n_m, for which they would go as the weights; the picture of a topology by itself asks for as many draws of
// each. Where that is not enough topologies that are out of the active set keep their evidence alone, the lightest
// first. Nothing changes where all fit.
func Within(all []Holding, room int) {
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
			all[at].Retire()
			all[at].Chains, all[at].Retire = 0, nil
			total += all[at].numbers() - before
			continue
		}
		before := all[at].numbers()
		all[at].halve()
		total += all[at].numbers() - before
	}
}

// halve leaves half of the draws, and of the largest weights those that k-hat needs for now.
func (h *Holding) halve() {
	n := max(Least, h.Pool.Kept()/2)
	h.Pool.Shrink(n, h.Stream("kept "+strconv.Itoa(n)))
	if h.Estimate != nil {
		h.Estimate.Trim()
	}
}

// cheapest returns the topology whose draws are halved next, -1 where all have their least.
func cheapest(all []Holding) int {
	best, least := -1, math.Inf(1)
	for i := range all {
		h := &all[i]
		if h.Pool.Kept() <= Least && h.Pool.Capacity <= Least {
			continue
		}
		n := float64(max(1, h.Pool.Kept()))
		if cost := h.LogMass - 2*math.Log(n); best < 0 || cost < least {
			best, least = i, cost
		}
	}
	return best
}

// lightest returns the lightest topology that can be retired, -1 where there is none.
func lightest(all []Holding) int {
	best := -1
	for i := range all {
		if all[i].Retire != nil && (best < 0 || all[i].LogMass < all[best].LogMass) {
			best = i
		}
	}
	return best
}
