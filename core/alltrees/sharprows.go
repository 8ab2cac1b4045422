// The rows of the nodes of a tree when each row goes to the larger side of every split.

package alltrees

// rowSet is a set of rows: a part of the lists of a sharpRows, ascending, with the key that it is known by.
type rowSet struct {
	stretch
	key uint64
}

func (r rowSet) empty() bool { return r.from == r.to }

// sharpRows finds the rows of the nodes of one tree after another, each when it is asked for.
type sharpRows struct {
	t    *Table
	tree *gradual
	sets []rowSet // of the tree's nodes, in the order of a walk; from -1 where not looked for
	rows []int32  // the lists
	side []int32  // scratch
	all  rowSet
}

func newSharpRows(t *Table) *sharpRows {
	h := &sharpRows{t: t, side: make([]int32, t.rows), all: rowSet{stretch: stretch{0, t.rows}}}
	h.rows, h.all.key = t.all()
	return h
}

// of returns the rows of a set; they are valid until the next set is looked for.
func (h *sharpRows) of(set rowSet) []int32 { return h.rows[set.from:set.to] }

// at returns the rows of a spot of a tree.
func (h *sharpRows) at(p *branch) rowSet {
	h.take(p.root())
	node := 0
	for d, s := range p.up {
		left, right := node+1, node+2*s.left.leaves
		if h.sets[left].from < 0 {
			h.sets[left], h.sets[right] = h.part(h.sets[node], s.rule)
		}
		if node = right; p.turns[d] {
			node = left
		}
	}
	return h.sets[node]
}

// take makes a tree the one whose nodes are asked for.
func (h *sharpRows) take(s *gradual) {
	if h.tree == s {
		return
	}
	h.tree, h.rows, h.sets = s, h.rows[:h.t.rows], append(h.sets[:0], h.all)
	for range 2*s.leaves - 2 {
		h.sets = append(h.sets, rowSet{stretch: stretch{-1, -1}})
	}
}

// part divides a set by a rule.
func (h *sharpRows) part(set rowSet, r Rule) (left, right rowSet) {
	in := &h.t.inputs[r.Input]
	from, n := len(h.rows), 0
	left.key, right.key = 0, set.key
	for _, i := range h.of(set) {
		if r.left(in, in.bins[i]) {
			h.rows = append(h.rows, i)
			left.key ^= h.t.keys[i]
		} else {
			h.side[n] = i
			n++
		}
	}
	left.stretch = stretch{from, len(h.rows)}
	right.key ^= left.key
	h.rows = append(h.rows, h.side[:n]...)
	right.stretch = stretch{left.to, len(h.rows)}
	return left, right
}

// mark and release let go of the sets that were listed between them.
func (h *sharpRows) mark() int      { return len(h.rows) }
func (h *sharpRows) release(to int) { h.rows = h.rows[:to] }
