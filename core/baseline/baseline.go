// Package baseline is what the samplers that the paper compares with have in common: a Sampler that makes one iteration
// at a time and can be written down as plain numbers, and Draw, a tree with what its leaves predict, for hard and for
// soft splits.
//
// The samplers are in the packages below: cgm, wu, smc, rjhmc; core/compare runs them beside each other.
package baseline

import (
	"math/rand/v2"
	"strconv"

	"dcctree/core/random"
)

// Sampler is one chain of a method, or one sequence of particle filters, on rows and settings that its constructor
// took. A constructor has the form
//
//	New(data softtree.Data, settings Settings, rng *rand.Rand) (Sampler, error)
//	    the start of a chain
//	Resume(data softtree.Data, settings Settings, state []float64) (Sampler, error)
//	    a chain taken up where State left it
//
// Inputs of data are scaled to [0, 1] by the training rows. Equal state and equal random numbers give equal bits.
type Sampler interface {
	// Step makes one iteration.
	Step(rng *rand.Rand) Info
	// Draws appends what the last iteration ended with to dst: the tree of a chain, or the particles of a filter,
	// with what their leaves predict; rng draws what the iteration itself integrated out.
	Draws(dst []Draw, rng *rand.Rand) []Draw
	// State returns a copy of all that determines how the sampler goes on; all its numbers are finite.
	State() []float64
}

// Beating is a Sampler whose iterations can take seconds.
type Beating interface {
	// Beat makes the sampler call f now and then while an iteration goes on. It changes no result.
	Beat(f func())
}

// Stay is the Move of an iteration that proposed no other tree.
const Stay = "stay"

// Info says what one iteration did.
type Info struct {
	Move       string  // the move's name, as "grow"; of a particle filter "filter"
	Accepted   bool    // of a filter true
	LogDensity float64 // of the state after it: log of likelihood x prior, up to a constant; of a filter log Z-hat
	Leaves     int     // of the state after it; of a filter the number of the particle drawn last
	Gradients  int     // gradients of the log density over all training rows
	// log densities without gradient, or marginal likelihoods of a tree of which only a part was made anew
	Densities int
	Warmup    bool // the iteration belongs to the warm-up: its draw is not to be kept
}

// Stream returns the random numbers of a stretch of a chain: they depend on nothing but seed, method, chain (from 0)
// and the number of iterations that the chain made before the stretch (0 also for its start).
func Stream(seed uint64, method string, chain, from int) *rand.Rand {
	return rand.New(Source(seed, method, chain, from))
}

// Source returns what Stream draws from, for a host that writes its state down in the middle of a stretch.
func Source(seed uint64, method string, chain, from int) *rand.PCG {
	return random.Source(seed, "baseline", method, strconv.Itoa(chain), strconv.Itoa(from))
}
