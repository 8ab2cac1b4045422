// A tree of hard splits that changes a subtree at a time, by a proposal that is accepted or forgotten.

package hard

import (
	"errors"
	"fmt"
	"math/bits"

	"dcctree/core/numeric"
)

// Node is a node of a tree. Nodes stand in pre-order, so the left child of a split follows it and a subtree is a
// stretch of them.
type Node struct {
	Rule                // Stop for a leaf
	Parent, Right int32 // indices of nodes; Parent is -1 at the root, Right 0 for a leaf
	End           int32 // the node's subtree is [index, End)
	Depth         int32 // splits above
	N             int32 // training rows
	Features      int32 // features with an available cut; where it is 0 the node cannot be split
	// the least of the available cuts of the split's feature, and how many there are; 0 for a leaf
	From, Cuts int32
	LogRule    float64
	Part       Part // of a leaf

	set int32 // where its rows are
}

// Leaf tells whether the node is not split.
func (n *Node) Leaf() bool { return n.Feature == Leaf }

// set is the rows of a node and what was worked out about them; they never depend on how the tree came to have the
// node.
type set struct {
	n, features int32 // features is unknown while negative
	known       bool  // mean, squares, part and the counts
	mean        float64
	squares     float64
	part        Part
}

// Tree is a tree of hard splits over training rows, in which every node keeps MinLeaf rows, and a proposed change of
// it. All it tells is a function of the rules alone, bit for bit. Propose, Accept and Reject allocate only while the
// tree grows larger than it ever was.
type Tree struct {
	Rows    *Rows
	Leaves  *LeafModel
	MinLeaf int // training rows that a leaf keeps at least, from 1

	now, next []Node
	pending   bool
	plan      []Rule  // the rules of the proposal
	step      int     // how many of them are built
	fresh     []int32 // sets that the proposal made
	words     int     // of a set's rows
	sets      []set
	members   []uint64 // a bit per row, words of them per set
	counts    []int32  // rows of each class, Classes of them per set
	free      []int32  // sets out of use
	logs      []float64
	low, high []int32 // the MinLeaf smallest and largest ranks seen
}

// NewTree returns the tree without splits. It panics for minLeaf below 1 and for a model of other rows.
func NewTree(rows *Rows, leaves *LeafModel, minLeaf int) *Tree {
	if minLeaf < 1 || leaves.n != rows.N || leaves.classes != rows.Classes {
		panic("hard: NewTree: minLeaf below 1 or a model of other rows")
	}
	minLeaf = min(minLeaf, rows.N+1)
	t := &Tree{Rows: rows, Leaves: leaves, MinLeaf: minLeaf, words: (rows.N + 63) / 64,
		logs: make([]float64, max(rows.N, rows.D)+1), low: make([]int32, minLeaf), high: make([]int32, minLeaf)}
	for k := range t.logs {
		t.logs[k] = numeric.Log(float64(max(k, 1)))
	}
	root := t.take()
	for i := range rows.N {
		t.members[i>>6] |= 1 << (i & 63)
	}
	t.sets[root].n = int32(rows.N)
	t.plan = []Rule{Stop}
	t.build(root, -1, 0)
	t.now, t.next = t.next, t.now
	return t
}

// Nodes returns the nodes in pre-order. They are read-only and change with Accept.
func (t *Tree) Nodes() []Node { return t.now }

// Proposed returns the nodes of the proposal. They are read-only and valid until Accept or Reject.
func (t *Tree) Proposed() []Node {
	if !t.pending {
		panic("hard: Proposed without a proposal")
	}
	return t.next
}

// Leaves returns the number of leaves of a tree's nodes.
func Leaves(nodes []Node) int { return (len(nodes) + 1) / 2 }

// LogMarginal returns the log marginal likelihood of all training rows for a tree's nodes.
func (t *Tree) LogMarginal(nodes []Node) float64 { return t.Leaves.LogMarginal(Sum(nodes)) }

// Sum returns the sum of the leaves' parts.
func Sum(nodes []Node) (sum Part) {
	for k := range nodes {
		if n := &nodes[k]; n.Leaf() {
			sum.Log += n.Part.Log
			sum.Squares += n.Part.Squares
		}
	}
	return sum
}

// AppendRules appends the rules of the subtree at a node, in pre-order with Stop for leaves.
func (t *Tree) AppendRules(dst []Rule, at int) []Rule {
	for k := at; k < int(t.now[at].End); k++ {
		dst = append(dst, t.now[k].Rule)
	}
	return dst
}

// Propose proposes the tree in which the subtree at a node of the present one is that of the given rules, in pre-order
// with Stop for leaves. It tells whether all rules are available where they stand; if not there is no proposal. An
// earlier proposal is forgotten. It panics for rules that are not those of one tree.
func (t *Tree) Propose(at int, rules []Rule) bool {
	t.Reject()
	t.next = append(t.next[:0], t.now[:at]...)
	t.plan, t.step = rules, 0
	old := &t.now[at]
	if !t.build(old.set, old.Parent, old.Depth) {
		t.forget()
		return false
	}
	if t.step < len(rules) {
		t.forget()
		panic("hard: Propose: rules left over")
	}
	t.attach(at, old.End)
	t.pending = true
	return true
}

// attach appends what comes after the replaced subtree [at, end) and corrects the indices around it.
func (t *Tree) attach(at int, end int32) {
	shift := int32(len(t.next)) - end
	t.next = append(t.next, t.now[end:]...)
	if shift == 0 {
		return
	}
	for k := range t.next {
		n := &t.next[k]
		switch {
		case k < at:
			if n.End > int32(at) {
				n.End += shift
			}
			if n.Right > int32(at) {
				n.Right += shift
			}
		case int32(k) >= end+shift:
			n.End += shift
			if n.Right > 0 {
				n.Right += shift
			}
			if n.Parent >= end {
				n.Parent += shift
			}
		}
	}
}

// Accept makes the proposal the present tree.
func (t *Tree) Accept() {
	if !t.pending {
		panic("hard: Accept without a proposal")
	}
	// What stays in use is marked in the proposal; everything else goes back.
	for k := range t.now {
		t.sets[t.now[k].set].n = -t.sets[t.now[k].set].n
	}
	for k := range t.next {
		s := &t.sets[t.next[k].set]
		s.n = max(s.n, -s.n)
	}
	for k := range t.now {
		if id := t.now[k].set; t.sets[id].n < 0 {
			t.free = append(t.free, id)
			t.sets[id].n = 0
		}
	}
	t.now, t.next = t.next, t.now
	t.fresh, t.pending = t.fresh[:0], false
}

// Reject forgets the proposal, if there is one.
func (t *Tree) Reject() {
	if t.pending {
		t.forget()
	}
}

func (t *Tree) forget() {
	t.free = append(t.free, t.fresh...)
	t.fresh, t.pending = t.fresh[:0], false
}

// build appends the subtree that the plan begins with, over the rows of a set, and tells whether its rules are
// available.
func (t *Tree) build(id, parent, depth int32) bool {
	if t.step == len(t.plan) {
		t.forget()
		panic("hard: Propose: too few rules")
	}
	rule := t.plan[t.step]
	t.step++
	me := int32(len(t.next))
	t.next = append(t.next, Node{Rule: rule, Parent: parent, Depth: depth, N: t.sets[id].n, set: id, End: me + 1})
	if rule.Feature == Leaf {
		t.next[me].Features = t.features(id)
		t.next[me].Part = t.summary(id).part
		return true
	}
	if !t.Rows.Proper(rule) {
		return false
	}
	from, to := t.span(id, rule.Feature)
	if rule.Cut < from || rule.Cut >= to {
		return false
	}
	left, right := t.divide(id, rule)
	if !t.build(left, me, depth+1) {
		return false
	}
	middle := int32(len(t.next))
	if !t.build(right, me, depth+1) {
		return false
	}
	n := &t.next[me]
	n.Right, n.End, n.From, n.Cuts, n.Features = middle, int32(len(t.next)), from, to-from, t.features(id)
	n.LogRule = -t.logs[n.Features] - t.logs[n.Cuts]
	return true
}

// take returns a set out of use, without rows.
func (t *Tree) take() int32 {
	if k := len(t.free) - 1; k >= 0 {
		id := t.free[k]
		t.free = t.free[:k]
		t.sets[id] = set{features: -1}
		return id
	}
	t.sets = append(t.sets, set{features: -1})
	for range t.words {
		t.members = append(t.members, 0)
	}
	for range t.Rows.Classes {
		t.counts = append(t.counts, 0)
	}
	return int32(len(t.sets) - 1)
}

// of returns the rows of a set, a bit each.
func (t *Tree) of(id int32) []uint64 {
	return t.members[int(id)*t.words : (int(id)+1)*t.words : (int(id)+1)*t.words]
}

// divide makes the two sets into which a rule divides a set.
func (t *Tree) divide(id int32, rule Rule) (left, right int32) {
	left, right = t.take(), t.take()
	t.fresh = append(t.fresh, left, right)
	from, a, b := t.of(id), t.of(left), t.of(right)
	ranks, cut := t.Rows.Ranks(int(rule.Feature)), rule.Cut
	n := 0
	for w, word := range from {
		var low uint64
		for rest := word; rest != 0; rest &= rest - 1 {
			bit := bits.TrailingZeros64(rest)
			// 1 where the rank is at most the cut, without a branch.
			low |= uint64(uint32(ranks[w<<6|bit]-cut-1)>>31) << bit
		}
		a[w], b[w] = low, word&^low
		n += bits.OnesCount64(low)
	}
	t.sets[left].n, t.sets[right].n = int32(n), t.sets[id].n-int32(n)
	return left, right
}

// span returns the available cuts of a feature for the rows of a set: from <= cut < to, none if from >= to.
func (t *Tree) span(id, feature int32) (from, to int32) {
	if int(t.sets[id].n) < 2*t.MinLeaf {
		return 0, 0
	}
	ranks := t.Rows.Ranks(int(feature))
	if t.MinLeaf > 1 {
		return t.spanWithin(id, ranks)
	}
	from, to = int32(len(ranks)), -1
	for w, word := range t.of(id) {
		for ; word != 0; word &= word - 1 {
			r := ranks[w<<6|bits.TrailingZeros64(word)]
			from, to = min(from, r), max(to, r)
		}
	}
	return from, to
}

// spanWithin is span where both sides keep MinLeaf rows: from the MinLeaf-th smallest rank to below the MinLeaf-th
// largest.
func (t *Tree) spanWithin(id int32, ranks []int32) (from, to int32) {
	last := t.MinLeaf - 1
	for k := range t.low {
		t.low[k], t.high[k] = int32(len(ranks)), -1
	}
	for w, word := range t.of(id) {
		for ; word != 0; word &= word - 1 {
			r := ranks[w<<6|bits.TrailingZeros64(word)]
			if r < t.low[last] {
				k := last
				for ; k > 0 && t.low[k-1] > r; k-- {
					t.low[k] = t.low[k-1]
				}
				t.low[k] = r
			}
			if r > t.high[last] {
				k := last
				for ; k > 0 && t.high[k-1] < r; k-- {
					t.high[k] = t.high[k-1]
				}
				t.high[k] = r
			}
		}
	}
	return t.low[last], t.high[last]
}

// features returns the number of features with an available cut for the rows of a set.
func (t *Tree) features(id int32) int32 {
	s := &t.sets[id]
	if s.features < 0 {
		s.features = 0
		for f := range t.Rows.D {
			if t.available(id, int32(f)) {
				s.features++
			}
		}
	}
	return s.features
}

// available tells whether a feature has an available cut for the rows of a set. It mostly knows after a few rows: when
// as many as a leaf keeps are below the first row's rank, or above it, and as many are not.
func (t *Tree) available(id, feature int32) bool {
	n, least := int(t.sets[id].n), t.MinLeaf
	if n < 2*least {
		return false
	}
	ranks := t.Rows.Ranks(int(feature))
	seen, below, above, first := 0, 0, 0, int32(-1)
	for w, word := range t.of(id) {
		for ; word != 0; word &= word - 1 {
			r := ranks[w<<6|bits.TrailingZeros64(word)]
			if first < 0 {
				first = r
			}
			seen++
			if r < first {
				below++
			} else if r > first {
				above++
			}
			if below >= least && seen-below >= least || above >= least && seen-above >= least {
				return true
			}
		}
	}
	if least == 1 {
		return false
	}
	from, to := t.span(id, feature)
	return from < to
}

// summary returns a set with its statistics known.
func (t *Tree) summary(id int32) *set {
	s := &t.sets[id]
	if s.known {
		return s
	}
	s.known = true
	stats := Stats{N: int(s.n)}
	if t.Rows.Classes > 0 {
		stats.Counts = t.count(id)
	} else {
		stats.Mean, stats.Squares = t.moments(id)
		s.mean, s.squares = stats.Mean, stats.Squares
	}
	s.part = t.Leaves.Part(stats)
	return s
}

// count counts the rows of each class in a set.
func (t *Tree) count(id int32) []int32 {
	k := t.Rows.Classes
	counts := t.counts[int(id)*k : (int(id)+1)*k]
	clear(counts)
	for w, word := range t.of(id) {
		for ; word != 0; word &= word - 1 {
			counts[t.Rows.class[w<<6|bits.TrailingZeros64(word)]]++
		}
	}
	return counts
}

// moments returns the mean of y over the rows of a set and the sum of squares about it.
func (t *Tree) moments(id int32) (mean, squares float64) {
	y, members := t.Rows.y, t.of(id)
	for w, word := range members {
		for ; word != 0; word &= word - 1 {
			mean += y[w<<6|bits.TrailingZeros64(word)]
		}
	}
	mean /= float64(t.sets[id].n)
	for w, word := range members {
		for ; word != 0; word &= word - 1 {
			d := y[w<<6|bits.TrailingZeros64(word)] - mean
			squares += float64(d * d)
		}
	}
	return mean, squares
}

// Stats returns the sufficient statistics of a node's rows; Counts is valid until the next change of the tree.
func (t *Tree) Stats(n *Node) Stats {
	s := t.summary(n.set)
	out := Stats{N: int(s.n), Mean: s.mean, Squares: s.squares}
	if k := t.Rows.Classes; k > 0 {
		out.Counts = t.counts[int(n.set)*k : (int(n.set)+1)*k]
	}
	return out
}

// AppendMembers appends the training rows of a node, ascending.
func (t *Tree) AppendMembers(dst []int32, n *Node) []int32 {
	for w, word := range t.of(n.set) {
		for ; word != 0; word &= word - 1 {
			dst = append(dst, int32(w<<6|bits.TrailingZeros64(word)))
		}
	}
	return dst
}

// Ranks returns the smallest and the largest rank of a feature among a node's rows.
func (t *Tree) Ranks(n *Node, feature int) (low, high int) {
	ranks := t.Rows.Ranks(feature)
	least, most := int32(len(ranks)), int32(-1)
	for w, word := range t.of(n.set) {
		for ; word != 0; word &= word - 1 {
			r := ranks[w<<6|bits.TrailingZeros64(word)]
			least, most = min(least, r), max(most, r)
		}
	}
	return int(least), int(most)
}

// Span returns the available cuts of a feature at a node: from <= cut < to, none if from >= to.
func (t *Tree) Span(n *Node, feature int) (from, to int) {
	a, b := t.span(n.set, int32(feature))
	return int(a), int(b)
}

// AvailableFeature returns the feature that is number k, from 0, of those with an available cut at a node, ascending.
// It panics where there are not so many.
func (t *Tree) AvailableFeature(n *Node, k int) int {
	for f := range t.Rows.D {
		if !t.available(n.set, int32(f)) {
			continue
		}
		if k == 0 {
			return f
		}
		k--
	}
	panic("hard: AvailableFeature: a node has fewer features to split by")
}

// AppendSwapped appends the rules of the subtree at the parent of a split, in pre-order, with the rules of both
// exchanged; where both children of the parent have one rule, both take the parent's (Chipman, George and McCulloch
// 1998, section 5.1).
func (t *Tree) AppendSwapped(dst []Rule, child int) []Rule {
	above := int(t.now[child].Parent)
	upper, lower := t.now[above].Rule, t.now[child].Rule
	from := len(dst)
	dst = t.AppendRules(dst, above)
	dst[from] = lower
	for _, k := range [2]int{above + 1, int(t.now[above].Right)} {
		if t.now[k].Rule == lower {
			dst[from+k-above] = upper
		}
	}
	return dst
}

// SetRules makes the tree that of the given rules, in pre-order with Stop for leaves. The error says what is wrong with
// them; the tree is then as before.
func (t *Tree) SetRules(rules []Rule) error {
	open := 1
	for k, r := range rules {
		if open == 0 {
			return fmt.Errorf("tree: %d rules after its last leaf", len(rules)-k)
		}
		if r.Feature == Leaf {
			open--
		} else {
			open++
		}
	}
	if open != 0 {
		return fmt.Errorf("tree: %d rules end before its last leaf", len(rules))
	}
	if !t.Propose(0, rules) {
		return errors.New("tree: a rule is not available where it stands")
	}
	t.Accept()
	return nil
}
