// Package hardtree finds hard decision trees of a fixed topology that explain the training rows
// best: starting points for sampling the soft tree, whose local samplers started at random miss its
// modes.
//
// A hard tree splits one feature at a threshold (x <= threshold goes left), which is the limit of the
// soft tree for Delta at a corner of its simplex and h -> 0. Its score is the log marginal likelihood
// of the leaves, leaf means (Chipman, George and McCulloch 1998, "Bayesian CART model search",
// section 4) and sigma, or class probabilities, integrated out under softtree.Priors, plus the log
// prior mass of the splits that give the same partition: log(gap width / number of features) for each.
//
// The search is coordinate ascent: every split in turn is chosen anew given all others, exactly, by
// sorted passes over the rows; restarts and two annealed sweeps lead out of poor local maxima.
package hardtree

import (
	"math/rand/v2"
	"slices"

	"dcctree/core/softtree"
	"dcctree/core/topology"
	"dcctree/core/tree"
)

// Options bound a search. The zero value means the defaults.
type Options struct {
	// starts made here: one greedy from the root down, the others random; 0 = 16, negative = none; from 4 splits on
	// one more
	Restarts int
	Starts   []Solution // more starts, climbed from without annealing; no Gap is read
	Keep     int        // at most so many solutions are returned; 0 = 8
	// Variants adds, around the best solution, the best trees in which one split is bound to another
	// feature or to send all rows to one side; a better one takes its place, at most three times. They
	// are maxima under that bound only, but the soft tree has modes of its own near those that score
	// well, and coordinate ascent leaves them where a better tree is one split away.
	Variants bool
	// Thresholds keeps the feature of every split and chooses its threshold alone: a pass over one feature instead
	// of all.
	Thresholds bool
}

const (
	defaultRestarts = 16
	defaultKeep     = 8
)

// VacuousGap is the least gap width that a split which sends all its rows to one side is taken to
// have, in scaled units. At the rim of the data its true hard width is 0, since scaled features reach
// 0 and 1, while the soft tree has some mass there: thresholds within about h of the rim, and
// combinations of features whose range is inside (0, 1).
const VacuousGap = 0.01

// Solution is one hard tree of a topology. Leaves are numbered from left to right, inputs are in scaled units.
type Solution struct {
	Splits []Split // pre-order
	// Score is the log marginal likelihood of the partition plus the log prior mass of each split,
	// log(Gap / D), 0 for a split that no row reaches. The topology prior is not part of it.
	Score float64
	// regression: the maximum of the posterior density of log sigma given the partition; 0 for classification
	Sigma float64
	Mean  []float64 // regression, per leaf: posterior mean of mu at Sigma, in units of y; nil for classification
}

// Split is a split of a solution.
type Split struct {
	// Threshold is hard. It is the middle of the interval, cut to [0, 1], in which the partition of the training
	// rows does not change, and Gap the width of that. A vacuous split whose interval is narrower than VacuousGap
	// has Gap = VacuousGap and its threshold VacuousGap/2 from the rim; one that no row reaches has the interval
	// (0, 1).
	tree.Threshold
	Gap     float64
	Vacuous bool // all rows that reach it go to one side, or none reaches it
}

// Equal reports whether two hard trees are the same to the last bit of every number.
func (s Solution) Equal(o Solution) bool {
	return slices.Equal(s.Splits, o.Splits) && s.Score == o.Score && s.Sigma == o.Sigma &&
		slices.Equal(s.Mean, o.Mean)
}

// Search is NewIndex(data, priors).Search(t, o, rng).
func Search(
	t topology.Topology, data softtree.Data, priors softtree.Priors, o Options, rng *rand.Rand,
) (solutions []Solution, work int) {
	return NewIndex(data, priors).Search(t, o, rng)
}

// Grow returns s, a solution of topology t, as a start for t.Grow(leaf): the new split sends all its
// rows to the left. Score, Sigma and Mean are left out. It panics when s is not of topology t or
// there is no such leaf.
func (s Solution) Grow(t topology.Topology, leaf int) Solution {
	s.check(t)
	at, found := 0, false
	for _, n := range t.Nodes() {
		if n.Leaf && n.Index == leaf {
			found = true
			break
		}
		if !n.Leaf {
			at++
		}
	}
	if !found {
		panic("hardtree: Grow: no such leaf")
	}
	grown := Split{tree.Threshold{At: 1 - VacuousGap/2}, VacuousGap, true}
	return Solution{Splits: slices.Insert(slices.Clone(s.Splits), at, grown)}
}

// Prune returns s, a solution of topology t, as a start for t.Prune(split). Score, Sigma and Mean are
// left out. It panics when s is not of topology t or there is no such split.
func (s Solution) Prune(t topology.Topology, split int) Solution {
	s.check(t)
	if split < 0 || split >= len(s.Splits) {
		panic("hardtree: Prune: no such split")
	}
	return Solution{Splits: slices.Delete(slices.Clone(s.Splits), split, split+1)}
}

func (s Solution) check(t topology.Topology) {
	if len(s.Splits) != t.Splits() {
		panic("hardtree: the solution is of another topology")
	}
}
