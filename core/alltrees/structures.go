// What drawn trees have in common: which inputs they use together, and where, whatever the rules.

package alltrees

import (
	"maps"
	"math"
	"slices"
	"sort"
	"strconv"
)

// Group is kept trees that have something in common, by the splits that divide training rows. Share is theirs of all,
// Error its standard error: by batches of trees in the order in which they were pooled, or by the restarts that they
// come from where these disagree about more than that, and no less than what one of them has; NaN where the trees are
// of one batch.
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
	of := map[string]int{}
	var groups []Group
	var members [][]int
	for k, tree := range r.Trees {
		s := r.cloud.t.structure(tree)
		name := nameOf(key(s))
		i, known := of[name]
		if !known {
			i = len(groups)
			of[name] = i
			groups, members = append(groups, Group{Columns: s.columns(nil)}), append(members, nil)
			if whole {
				groups[i].Structure = s
			}
		}
		members[i] = append(members[i], k)
	}
	errors := r.errorsAmong(r.everyTree())
	for i := range groups {
		groups[i].Share = float64(len(members[i])) / float64(len(r.Trees))
		groups[i].Error = errors.of(members[i])
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

// first is a tree's number in the first of the passes over the same particles.
func (r *Sample) first(k int) int {
	if r.each == 0 {
		return k
	}
	return k % r.each
}

// batch is that of a tree. Trees of later passes over the same particles are in the batch of the first.
func (r *Sample) batch(k int) int {
	each := r.each
	if each == 0 {
		each = len(r.Trees)
	}
	return r.first(k) * min(batches, each) / each
}

// restart is the number of the one that a tree comes from; 0 where that is not known.
func (r *Sample) restart(k int) int {
	if r.from == nil {
		return 0
	}
	return r.from[r.first(k)]
}

// shareErrors tells standard errors of shares among kept trees.
type shareErrors struct {
	inBatches, inRestarts *parts
	one                   float64 // share of one tree: where all have something in common, the next might not
}

func (r *Sample) everyTree() []int {
	all := make([]int, len(r.Trees))
	for k := range all {
		all[k] = k
	}
	return all
}

// errorsAmong is for shares among some of the kept trees, by their numbers.
func (r *Sample) errorsAmong(trees []int) *shareErrors {
	distinct := map[int]bool{}
	for _, k := range trees {
		distinct[r.first(k)] = true
	}
	return &shareErrors{partsBy(r.batch, trees), partsBy(r.restart, trees), 1 / float64(len(distinct))}
}

// of is the standard error of the share that members have of these trees.
func (e *shareErrors) of(members []int) float64 {
	err := max(e.inBatches.deviation(members), e.one)
	if len(e.inRestarts.sizes) > 1 {
		err = max(err, e.inRestarts.deviation(members))
	}
	return err
}

// parts are trees in parts that could have been others.
type parts struct {
	of    func(k int) int
	sizes map[int]float64
	trees float64
}

func partsBy(of func(k int) int, trees []int) *parts {
	p := &parts{of, map[int]float64{}, float64(len(trees))}
	for _, k := range trees {
		p.sizes[of(k)]++
	}
	return p
}

// deviation is the standard error of a group's share of these trees, as that of a mean of the parts' shares with
// weights by their sizes (a ratio's, to first order); NaN for fewer than two parts.
func (p *parts) deviation(members []int) float64 {
	n := float64(len(p.sizes))
	if n < 2 {
		return math.NaN()
	}
	counts := map[int]float64{}
	for _, k := range members {
		counts[p.of(k)]++
	}
	share, s := float64(len(members))/p.trees, 0.0
	for _, i := range slices.Sorted(maps.Keys(p.sizes)) {
		d := (counts[i] - float64(share*p.sizes[i])) / p.trees
		s += float64(d * d)
	}
	return math.Sqrt(s * n / (n - 1))
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
