// What drawn trees have in common: which inputs they use together, and where, whatever the rules.

package alltrees

import (
	"math"
	"slices"
	"sort"
	"strconv"

	"dcctree/core/numeric"
)

// Group is kept trees that have something in common, by the splits that divide training rows. Share is theirs of all,
// Error its standard error by batches of trees. Batches follow the order in which restarts were pooled, so that what
// restarts disagree about is in it, roughly.
type Group struct {
	Share, Error float64
	Columns      []int      // that all of them use and none else, ascending
	Structure    *Structure // that all of them have; nil where they have only the columns in common
}

// Structure is what a tree's nodes split on.
type Structure struct {
	Column      int        // as given to NewTable; -1 at a leaf
	Left, Right *Structure // nil at a leaf
}

// Together groups the kept trees by the columns that they use, the most frequent first.
func (r *Sample) Together() []Group {
	return r.grouped(func(s *Structure) []int { return s.columns(nil) }, false)
}

// Structures groups them by their structures.
func (r *Sample) Structures() []Group {
	return r.grouped(func(s *Structure) []int { return s.key(nil) }, true)
}

const batches = 20 // of trees, for errors

// grouped groups the kept trees by a key.
func (r *Sample) grouped(key func(*Structure) []int, whole bool) []Group {
	by := map[string]*[batches]float64{}
	var groups []Group
	var names []string
	for k, tree := range r.Trees {
		s := r.cloud.t.structure(tree)
		name := nameOf(key(s))
		if by[name] == nil {
			by[name] = &[batches]float64{}
			names = append(names, name)
			groups = append(groups, Group{Columns: s.columns(nil)})
			if whole {
				groups[len(groups)-1].Structure = s
			}
		}
		by[name][r.batch(k)]++
	}
	sizes := r.batchSizes()
	for i := range groups {
		groups[i].Share, groups[i].Error = shareOf(by[names[i]], sizes)
	}
	sort.SliceStable(groups, func(i, j int) bool { return groups[i].Share > groups[j].Share })
	return groups
}

// nameOf is a key for a map.
func nameOf(key []int) string {
	var name []byte
	for _, k := range key {
		name = append(strconv.AppendInt(name, int64(k), 10), ' ')
	}
	return string(name)
}

// batch is that of a tree. Trees of later passes over the same particles are in the batch of the first.
func (r *Sample) batch(k int) int {
	each := r.each
	if each == 0 {
		each = len(r.Trees)
	}
	return k % each * min(batches, each) / each
}

func (r *Sample) batchSizes() (sizes []float64) {
	for k := range r.Trees {
		if b := r.batch(k); b == len(sizes) { // a batch begins after the one before it
			sizes = append(sizes, 1)
		} else {
			sizes[b]++
		}
	}
	return sizes
}

// shareOf is a share of all trees by counts in batches, and its standard error; NaN for one batch.
func shareOf(counts *[batches]float64, sizes []float64) (share, se float64) {
	var by numeric.Moments
	total, all := 0.0, 0.0
	for i, n := range sizes {
		by.Add(counts[i] / n)
		total, all = total+counts[i], all+n
	}
	return total / all, math.Sqrt(by.Variance() / float64(len(sizes)))
}

func (t *Table) structure(s *Tree) *Structure {
	if s = s.dividing(); s.left == nil {
		return &Structure{Column: -1}
	}
	return &Structure{t.inputs[s.rule.Input].column, t.structure(s.left), t.structure(s.right)}
}

// columns adds the columns that a structure has to a set, ascending.
func (s *Structure) columns(set []int) []int {
	if s.Left == nil {
		return set
	}
	if i, found := slices.BinarySearch(set, s.Column); !found {
		set = slices.Insert(set, i, s.Column)
	}
	return s.Right.columns(s.Left.columns(set))
}

// key adds the columns of the nodes, each with what is below it, first on the left.
func (s *Structure) key(dst []int) []int {
	if dst = append(dst, s.Column); s.Left == nil {
		return dst
	}
	return s.Right.key(s.Left.key(dst))
}
