// Drawn trees: immutable, so that trees share their subtrees.

package alltrees

import "math/rand/v2"

// Tree is a node of a drawn tree with all below it. A node without rows is a leaf: what is below it is summed out.
type Tree struct {
	rule        Rule
	slope       *slope // of a gradual split
	left, right *Tree  // nil at a leaf
	st          stats
	blended     *float64 // of a leaf with gradual splits above: what its rows are predicted, standardized
	noise       uint8    // of a leaf with a noise of its own: its point of the grid, from 1
	key         uint64
	logPrior    float64 // of the subtree
	nodes       int     // with rows, in the subtree
	splits      int
}

func (g *graph) leaf(nd *node) *Tree {
	return &Tree{st: nd.st, key: nd.key.rows, logPrior: g.logStop[nd.key.depth], nodes: 1}
}

func (g *graph) split(rule Rule, l, r *Tree, depth int) *Tree {
	s := &Tree{rule: rule, left: l, right: r, key: l.key ^ r.key, st: l.st.with(&r.st)}
	s.logPrior = g.logGo[depth] + g.t.logRule(rule) + l.logPrior + r.logPrior
	s.nodes, s.splits = l.nodes+r.nodes+1, l.splits+r.splits+1
	return s
}

func (s *stats) with(o *stats) stats {
	sum := stats{n: s.n + o.n, sum: s.sum + o.sum, squares: s.squares + o.squares}
	if s.counts != nil {
		sum.counts = make([]int32, len(s.counts))
		for k := range s.counts {
			sum.counts[k] = s.counts[k] + o.counts[k]
		}
	}
	return sum
}

// byPoint adds the log likelihood of the subtree's leaves at each point of the grid, or at each level.
func (t *Table) byPoint(s *Tree, dst []float64) {
	if s.left != nil {
		t.byPoint(s.left, dst)
		t.byPoint(s.right, dst)
		return
	}
	if s.st.n == 0 {
		return
	}
	if t.marginal.levels != nil {
		t.marginal.add(&s.st, dst)
		return
	}
	for g := range dst {
		dst[g] += t.marginal.leaf(&s.st, g)
	}
}

// refit sends rows through the rules of a subtree; nil where a split would be left without rows.
func (g *graph) refit(s *Tree, rows []int32, key uint64, depth int) *Tree {
	if key == s.key && s.st.n > 0 {
		return s
	}
	if s.left == nil {
		f := &Tree{st: g.t.statsOf(rows), key: key}
		if len(rows) > 0 {
			f.nodes, f.logPrior = 1, g.logStop[depth]
		}
		return f
	}
	if len(rows) == 0 {
		return nil
	}
	return g.resplit(s.rule, s, rows, depth)
}

// resplit gives a split another rule and sends its rows through the rules below.
func (g *graph) resplit(rule Rule, s *Tree, rows []int32, depth int) *Tree {
	left, right := g.t.part(rows, rule)
	l := g.refit(s.left, left, g.t.key(left), depth+1)
	r := g.refit(s.right, right, g.t.key(right), depth+1)
	if l == nil || r == nil {
		return nil
	}
	return g.split(rule, l, r, depth)
}

// rules are those of a tree, of sharp splits.
func (s *Tree) rules() *gradual {
	if s.left == nil {
		return gradualLeaf
	}
	return gradual{rule: s.rule}.over(s.left.rules(), s.right.rules())
}

// regrow makes the tree of rules whose splits are sharp, as it was before Tree.rules.
func (g *graph) regrow(s *gradual, rows []int32, key uint64, depth int) *Tree {
	if s.isLeaf() || len(rows) == 0 {
		return g.refit(&Tree{}, rows, key, depth)
	}
	left, right := g.t.part(rows, s.rule)
	l := g.regrow(s.left, left, g.t.key(left), depth+1)
	r := g.regrow(s.right, right, g.t.key(right), depth+1)
	return g.split(s.rule, l, r, depth)
}

// place is a node of a tree, with the way to it.
type place struct {
	at    *Tree
	rows  []int32
	up    []*Tree // from the root down, without the node
	turns []bool  // whether each step went left
}

// pick returns the k-th node with rows in the order of a walk; with splitsOnly the k-th split.
func (g *graph) pick(root *Tree, k int, splitsOnly bool) place {
	rows, _ := g.t.all()
	p := place{at: root, rows: rows}
	for {
		if k == 0 && (!splitsOnly || p.at.left != nil) {
			return p
		}
		k--
		size := p.at.left.nodes
		if splitsOnly {
			size = p.at.left.splits
		}
		left, right := g.t.part(p.rows, p.at.rule)
		p.up, p.turns = append(p.up, p.at), append(p.turns, k < size)
		if k < size {
			p.at, p.rows = p.at.left, left
		} else {
			k -= size
			p.at, p.rows = p.at.right, right
		}
	}
}

// put returns the root with the node at a place replaced.
func (g *graph) put(p *place, s *Tree) *Tree {
	for d := len(p.up) - 1; d >= 0; d-- {
		if p.turns[d] {
			s = g.split(p.up[d].rule, s, p.up[d].right, d)
		} else {
			s = g.split(p.up[d].rule, p.up[d].left, s, d)
		}
	}
	return s
}

// any returns a node with rows, uniformly.
func (g *graph) any(root *Tree, rng *rand.Rand) place {
	return g.pick(root, rng.IntN(root.nodes), false)
}
