// Hard trees of one topology handed down to another.

package search

import (
	"dcctree/core/hardtree"
	"dcctree/core/topology"
)

// handDown gives e's search the hard trees of the best measured topologies.
func (f *Fast) handDown(e *fastEntry) {
	handed := 3
	for _, s := range f.Summaries() {
		from := f.found[s.Topology]
		if len(from.solutions) == 0 || handed == 0 {
			continue
		}
		handed--
		e.starts = append(e.starts, fit(from.topology, e.topology, from.solutions[0]))
	}
}

// fit returns the hard tree of one topology as one of another: splits that the other has not are undone,
// those that it has more divide no rows.
func fit(from, to topology.Topology, s hardtree.Solution) hardtree.Solution {
	splits := map[int]bool{}
	for _, id := range to.InternalIDs() {
		splits[id] = true
	}
	for j := surplus(from, splits); j >= 0; j = surplus(from, splits) {
		s, from = s.Prune(from, j), from.Prune(j)
	}
	for leaf := absent(from, splits); leaf >= 0; leaf = absent(from, splits) {
		s, from = s.Grow(from, leaf), from.Grow(leaf)
	}
	return s
}

// surplus returns a split above two leaves whose node is not in the set; -1 where there is none.
func surplus(t topology.Topology, splits map[int]bool) int {
	ids := t.InternalIDs()
	for _, j := range t.Prunable() {
		if !splits[ids[j]] {
			return j
		}
	}
	return -1
}

// absent returns a leaf whose node is in the set; -1 where there is none.
func absent(t topology.Topology, splits map[int]bool) int {
	for leaf, id := range t.LeafIDs() {
		if splits[id] {
			return leaf
		}
	}
	return -1
}
