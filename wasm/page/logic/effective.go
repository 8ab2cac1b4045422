// Effective trees as the page shows them: which topology stands for a tree, and what its bar says.

package logic

import (
	"fmt"
	"slices"

	"dcctree/core/study"
)

// Tree is an effective tree: all draws that read alike without the splits that divide no training row.
type Tree study.EffectiveTree

// Shown is the key of the topology whose figure stands for the tree: its own, where that gives a fair part of its
// weight, else that which gives most.
func (t Tree) Shown() string {
	for _, part := range t.Parts {
		if part.Topology == t.Key && part.Weight >= heavyPart*t.Weight {
			return t.Key
		}
	}
	return t.Parts[0].Topology
}

// TreeOf returns the number of the tree that a topology stands for, that of the given key before others, or else of the
// one to which it gives most; -1 where it gives to none.
func TreeOf(trees []Tree, topology, before string) int {
	stands := func(t Tree) bool { return t.Shown() == topology }
	if at := slices.IndexFunc(trees, func(t Tree) bool { return t.Key == before && stands(t) }); at >= 0 {
		return at
	}
	if at := slices.IndexFunc(trees, stands); at >= 0 {
		return at
	}
	at, most := -1, 0.0
	for i, tree := range trees {
		for _, part := range tree.Parts {
			if part.Topology == topology && part.Weight > most {
				at, most = i, part.Weight
			}
		}
	}
	return at
}

// heavyPart is the share of a tree from which a topology's measurement decides what is said of the tree's weight, as
// core/posterior has it.
const heavyPart = .1

// Judged are the topologies that decide what is said of the tree's weight.
func (t Tree) Judged(topologies []Topology) (out []Topology) {
	for _, part := range t.Parts {
		for _, s := range topologies {
			if s.Key == part.Topology && part.Weight >= heavyPart*t.Weight {
				out = append(out, s)
			}
		}
	}
	return out
}

// Alike reports whether trees and topologies are the same, so that there is nothing to choose between.
func Alike(trees []Tree, topologies []Topology) bool {
	return len(trees) == len(topologies) && !slices.ContainsFunc(trees, func(t Tree) bool {
		return len(t.Parts) != 1 || t.Key != t.Shown()
	})
}

// leastReading is the share of a topology's draws from which it is said that they read as another tree.
const leastReading = .05

// ReadingSentence says as which other trees the draws of a topology read, the most common one; "" where hardly any do.
func ReadingSentence(trees []Tree, topology string) string {
	name, share := "", 0.0
	for _, tree := range trees {
		for _, part := range tree.Parts {
			if part.Topology == topology && tree.Key != topology && part.Share > share {
				name, share = tree.Name, part.Share
			}
		}
	}
	if share < leastReading {
		return ""
	}
	return fmt.Sprintf(Text("tree.reads"), Percent(share), name)
}
