// Package cgm samples trees of hard splits as Chipman, George and McCulloch did (1998, Bayesian CART model search, JASA
// 93, 935-948): by growing, pruning, changing and swapping rules, with the leaves' parameters integrated out.
//
// The prior of a tree is theirs (p_SPLIT and p_RULE): a node at depth d is split with probability Alpha (1+d)^-Beta if
// it can be, its feature is uniform over those with an available cut and its cut uniform over the available ones
// (package hard says which are). A node without an available rule is a leaf with probability 1. The moves are theirs
// (GROW, PRUNE, CHANGE, SWAP), each tried with probability 1/4:
//
//	grow    a leaf that can be split, uniform; its rule from the prior
//	prune   a split of two leaves, uniform, becomes a leaf
//	change  a split, uniform, gets a rule from the prior; the rules below stay
//	swap    a split and a split below it, uniform over such pairs, exchange rules; where both children
//	        have the same rule, both do
//
// A move that cannot be made, or that leaves a rule that is not available where it stands, counts as rejected.
package cgm

import (
	"errors"
	"fmt"

	"dcctree/core/baseline/hard"
	"dcctree/core/topology"
)

// Settings are those of one chain.
type Settings struct {
	Split topology.Prior `json:"split"` // of the number of splits: Alpha in (0, 1), Beta from 0
	Leaf  hard.LeafPrior `json:"leaf"`
	// MinLeaf is the least number of training rows of a leaf, from 1. 1 is the paper's condition that no leaf be
	// empty.
	MinLeaf int `json:"minLeaf"`
	// Halfway draws thresholds halfway between neighbouring training values instead of at the lower one, where the
	// paper splits. The training rows, and so the chain, are the same by both; new rows are not.
	Halfway bool `json:"halfway"`
	// The warm-up is Restarts runs, from 1, of Warmup iterations each, from 0. Each starts from the tree without
	// splits, and the chain goes on from the last tree of that run where posterior density is highest. The paper
	// restarts and compares what the runs found, so the rule is ours.
	Warmup   int `json:"warmup"`
	Restarts int `json:"restarts"`
}

// DefaultSettings returns settings for a standardized response (ours: about 3 rows' worth of a sigma of .45, and leaf
// means with a standard deviation of about 1) and for classes (all probabilities alike likely, as in the paper).
func DefaultSettings() Settings {
	return Settings{
		Split:   topology.Prior{Alpha: .95, Beta: 1},
		Leaf:    hard.LeafPrior{Shape: 1.5, Scale: .3, Mean: 0, Count: .3, Concentration: 1},
		MinLeaf: 1, Warmup: 1000, Restarts: 20,
	}
}

// Published returns the settings that the paper on DCC-Tree prints for one of its sets, and whether it prints any:
// those of wu (its table of final hyperparameters), for the response as it is. Its alpha and beta are taken for Shape
// and Scale, mu_0 for Mean and n for Count; what it does not say is as in DefaultSettings.
func Published(set string) (Settings, bool) {
	s := DefaultSettings()
	if set != "wu" {
		return s, false
	}
	s.Split = topology.Prior{Alpha: .95, Beta: 1}
	s.Leaf = hard.LeafPrior{Shape: 3.5, Scale: .5, Mean: 1, Count: .5, Concentration: 1}
	return s, true
}

// maxCount bounds what counts iterations and restarts, so that they are exact as float64.
const maxCount = 1 << 40

// Validate reports the first field out of range.
func (s Settings) Validate() error {
	if err := s.Split.Validate(); err != nil {
		return err
	}
	if err := s.Leaf.Validate(); err != nil {
		return fmt.Errorf("leaf: %w", err)
	}
	switch {
	case s.MinLeaf < 1:
		return errors.New("minLeaf: must be at least 1")
	case s.Warmup < 0 || s.Warmup > maxCount:
		return errors.New("warmup: must be 0 or more iterations")
	case s.Restarts < 1 || s.Restarts > maxCount:
		return errors.New("restarts: must be at least 1")
	}
	return nil
}
