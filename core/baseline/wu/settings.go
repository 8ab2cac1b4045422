// Settings of the sampler: the prior of trees and of leaves, and how often each move is tried.

package wu

import (
	"errors"
	"fmt"
	"math"

	"dcctree/core/baseline/hard"
)

// Prior of a split's threshold given its feature and the rows that reach it.
const (
	// Uniform: any number between the smallest and the largest value of these rows, each alike.
	Uniform = "uniform"
	// Observed: a value among those of all training rows, each alike that leaves rows on both sides, as Chipman,
	// George and McCulloch (1998, section 3.2) have it.
	Observed = "observed"
	// Halfway: as Observed, and then halfway from that value to the next: training rows go the same way, new ones
	// may not.
	Halfway = "halfway"
)

// Settings of a chain. Equations are those of the package's comment.
type Settings struct {
	Leaves     float64        `json:"leaves"`     // lambda (1): the mean number of leaves less one, positive
	Left       float64        `json:"left"`       // p (2): the share of a node's leaves that go left, in (0, 1)
	Free       bool           `json:"free"`       // (2) is left out: see the package's comment
	Thresholds string         `json:"thresholds"` // (3): Uniform, Observed or Halfway
	MinLeaf    int            `json:"minLeaf"`    // training rows that a leaf has at least, from 1
	Leaf       hard.LeafPrior `json:"leaf"`       // (4) and (5): alpha, beta, mu_0, n and a

	// Probabilities of the moves; they add to 1, Grow and Prune are above 0.
	Grow        float64 `json:"grow"`
	Prune       float64 `json:"prune"`
	Change      float64 `json:"change"`
	Swap        float64 `json:"swap"`
	Restructure float64 `json:"restructure"`

	Warmup int `json:"warmup"` // iterations whose draws are not to be kept, not negative
}

// DefaultSettings returns settings that are ours: few leaves, both sides alike, for the leaves the numbers of
// softtree.PaperPriors (which mean them for sigma), one restructure in ten moves.
func DefaultSettings() Settings {
	return Settings{
		Leaves: 3, Left: .5, Thresholds: Uniform, MinLeaf: 1,
		Leaf: hard.LeafPrior{Shape: 1.5, Scale: 1.5, Mean: 0, Count: 1, Concentration: 1},
		Grow: .25, Prune: .25, Change: .3, Swap: .1, Restructure: .1,
		Warmup: 10000,
	}
}

// Published returns the settings which the paper prints for a set (its table hyperparams: alpha, beta, mu_0, n, lambda,
// p) and whether it prints any: for "wu" alone. What it does not say is as in DefaultSettings, but that thresholds are
// Observed: with these the mean squared error on its test rows is what the paper prints, with Uniform ones it is lower.
func Published(set string) (Settings, bool) {
	s := DefaultSettings()
	if set != "wu" {
		return s, false
	}
	s.Leaf.Shape, s.Leaf.Scale, s.Leaf.Mean, s.Leaf.Count = 4, 4, 1, 1
	s.Leaves, s.Left, s.Thresholds = 10, .7, Observed
	return s, true
}

// maxCount bounds what counts iterations, so that they are exact as float64.
const maxCount = 1 << 40

// Validate names the first field out of range.
func (s Settings) Validate() error {
	switch {
	case !(s.Leaves >= 1e-100 && s.Leaves <= 1e100):
		return fmt.Errorf("leaves: is %v: must be positive, at most 1e100", s.Leaves)
	case !(s.Left >= 1e-100 && s.Left < 1):
		return fmt.Errorf("left: is %v: must be above 0 and below 1", s.Left)
	case s.Thresholds != Uniform && s.Thresholds != Observed && s.Thresholds != Halfway:
		return fmt.Errorf("thresholds: is %q: use %q, %q or %q", s.Thresholds, Uniform, Observed, Halfway)
	case s.MinLeaf < 1:
		return fmt.Errorf("minLeaf: is %d: must be at least 1", s.MinLeaf)
	case s.Warmup < 0 || s.Warmup > maxCount:
		return fmt.Errorf("warmup: is %d: must be 0 or more iterations, at most %d", s.Warmup, maxCount)
	}
	if err := s.Leaf.Validate(); err != nil {
		return fmt.Errorf("leaf: %w", err)
	}
	return s.validateMoves()
}

func (s Settings) validateMoves() error {
	var sum float64
	for m, p := range s.moves() {
		if !(p >= 0 && p <= 1) {
			return fmt.Errorf("%s: is %v: must be from 0 to 1", moveNames[m], p)
		}
		sum += p
	}
	switch {
	case s.Grow == 0 || s.Prune == 0:
		return errors.New("grow, prune: must be above 0: without both the chain cannot reach every tree")
	case math.Abs(sum-1) > 1e-9:
		return fmt.Errorf("grow, prune, change, swap, restructure: add to %v: must add to 1", sum)
	}
	return nil
}

func (s Settings) moves() [moves]float64 {
	return [moves]float64{s.Grow, s.Prune, s.Change, s.Swap, s.Restructure}
}
