// Leaves of trees with gradual splits: what rows share of them, and the marginal likelihood, leaf means summed out.

package alltrees

import (
	"math"

	"dcctree/core/numeric"
)

// normals are the normal equations of a tree's leaves: with W the rows' shares of the leaves (rows x leaves), the lower
// triangle of W'W (row-major) and W'y, standardized.
type normals struct {
	k    int
	a, b []float64
}

// evaluator computes normal equations, for one worker. It holds one tree: which rows come to each of its nodes, so that
// a tree that differs from it below one node alone is looked at there alone.
type evaluator struct {
	m          *blend
	held       *gradual
	entries              // of the held tree
	below      entries   // of what replaces one of its subtrees
	nodes      []stretch // of the held tree, in the order of a walk
	rows       []int32   // the lists of the nodes' rows, ascending, and the shares that come to the node
	shares     []float64
	top        int     // where the held tree's lists end
	side       []int32 // scratch: the rows that go left at a split, and their shares
	sideShares []float64
	left       [256]float64
	tables     [][][]float64 // by input, and by threshold and width: shares that go left, by bin; nil until needed
	tabled     int           // how many shares these are
	root       []float64     // scratch of the Cholesky factor
	solved     []float64
	scratch    *normals
	work       int64
	// where tails are heavy, the root of each row's precision relative to sigma, by which its shares and its
	// response are multiplied; otherwise nil
	roots    []float64
	y        []float64 // the response so
	squares  float64   // of that: their sum
	logRoots float64   // sum of the roots' logs
	weighed  []float64 // scratch of y
}

// stretch is a part of a list.
type stretch struct{ from, to int }

// entries are the leaves that rows reach.
type entries struct {
	count  []int32   // by row: how many leaves it reaches
	leaf   []int32   // of row i from i*stride on, ascending
	weight []float64 // the same: the row's shares of them
	stride int
}

// reserve makes room for a tree of so many leaves.
func (t *entries) reserve(leaves int) {
	if n := len(t.count); leaves > t.stride {
		t.stride = 2 * leaves
		t.leaf, t.weight = make([]int32, n*t.stride), make([]float64, n*t.stride)
	}
}

// of returns the leaves of a row and its shares.
func (t *entries) of(row int32) (leaves []int32, weights []float64) {
	at, n := int(row)*t.stride, int(t.count[row])
	return t.leaf[at:][:n], t.weight[at:][:n]
}

func newEvaluator(m *blend) *evaluator {
	n := m.t.rows
	e := &evaluator{m: m, scratch: &normals{}, side: make([]int32, n), sideShares: make([]float64, n)}
	e.count, e.below.count = make([]int32, n), make([]int32, n)
	e.weigh(nil)
	for _, edge := range m.edge {
		e.tables = append(e.tables, make([][]float64, len(edge)*(len(m.widths)+1)))
	}
	return e
}

// normals returns those of a tree, in the evaluator's scratch; the tree is held.
func (e *evaluator) normals(s *gradual) *normals {
	e.spread(s)
	return e.sums(s.leaves)
}

// hold makes a tree the held one.
func (e *evaluator) hold(s *gradual) {
	if e.held != s {
		e.spread(s)
	}
}

// spread notes which leaves of a tree each row reaches, with its shares of them, and the rows of each node.
func (e *evaluator) spread(s *gradual) {
	n := e.m.t.rows
	e.entries.reserve(s.leaves)
	clear(e.count)
	e.reserve(n)
	for i := range n {
		e.rows[i], e.shares[i] = int32(i), 1
	}
	copy(e.shares, e.roots)
	e.nodes = e.nodes[:0]
	e.top = e.descend(s, &e.entries, 0, stretch{0, n}, n)
	e.held = s
}

// reserve makes room for that many rows in the lists.
func (e *evaluator) reserve(n int) {
	if len(e.rows) >= n {
		return
	}
	e.rows = append(e.rows, make([]int32, 2*n-len(e.rows))...)
	e.shares = append(e.shares, make([]float64, 2*n-len(e.shares))...)
}

// descend notes the leaves of a subtree, numbered from first on, of the rows of a list; the lists of its nodes come
// from top on. It returns where they end.
func (e *evaluator) descend(s *gradual, dst *entries, first int32, list stretch, top int) int {
	e.nodes = append(e.nodes, list)
	e.work += int64(list.to - list.from)
	if s.isLeaf() {
		count, leaf, weight, stride := dst.count, dst.leaf, dst.weight, dst.stride
		for k, row := range e.rows[list.from:list.to] {
			at := int(row)*stride + int(count[row])
			leaf[at], weight[at] = first, e.shares[list.from+k]
			count[row]++
		}
		return top
	}
	left, right := stretch{top, top}, stretch{top, top}
	if list.to > list.from {
		right.to, left.to = e.divide(s, list, top)
		left.from, top = right.to, left.to
	}
	top = e.descend(s.left, dst, first, left, top)
	return e.descend(s.right, dst, first+int32(s.left.leaves), right, top)
}

// divide lists the rows that go right from top to middle, and then those that go left, to end.
func (e *evaluator) divide(s *gradual, list stretch, top int) (middle, end int) {
	bins, left, gap := e.m.t.inputs[s.rule.Input].bins, e.leftTable(s), share(s.rule.GapLeft)
	e.reserve(top + 2*(list.to-list.from))
	rows, shares, side, sideShares := e.rows, e.shares, e.side, e.sideShares
	middle = top
	l := 0
	for k := list.from; k < list.to; k++ {
		row, v, whole := rows[k], gap, shares[k]
		if b := bins[row]; b != gapBin {
			v = left[b]
		}
		right := (1 - v) * whole
		v *= whole
		rows[middle], shares[middle] = row, right
		side[l], sideShares[l] = row, v
		if right > 0 {
			middle++
		}
		if v > 0 {
			l++
		}
	}
	copy(rows[middle:], side[:l])
	copy(shares[middle:], sideShares[:l])
	return middle, middle + l
}

// leftTable is the share of each bin without gaps that goes left at a split. Those of thresholds are kept.
func (e *evaluator) leftTable(s *gradual) []float64 {
	in := &e.m.t.inputs[s.rule.Input]
	if in.levels > 0 {
		e.m.leftShares(s, &e.left)
		return e.left[:]
	}
	kept := e.table(s)
	if *kept == nil {
		e.forget()
		*kept = make([]float64, len(in.cuts)+1)
		e.m.leftOfBins(s, in.numbered(), *kept)
		e.tabled += len(*kept)
	}
	return *kept
}

// table is the place of a split's table.
func (e *evaluator) table(s *gradual) *[]float64 {
	return &e.tables[s.rule.Input][s.rule.Cut*(len(e.m.widths)+1)+int(s.width)]
}

// leftOf is leftTable for some bins alone, ascending ones of numbers: where there is no table none is made.
func (e *evaluator) leftOf(s *gradual, bins []uint8) []float64 {
	if kept := *e.table(s); kept != nil {
		return kept
	}
	e.m.leftOfBins(s, bins, e.left[:])
	return e.left[:]
}

// mostTabled bounds how many shares the tables hold, of 8 bytes each.
const mostTabled = 3_000_000

// forget empties the tables where they are full.
func (e *evaluator) forget() {
	if e.tabled < mostTabled {
		return
	}
	e.tabled = 0
	for _, t := range e.tables {
		clear(t)
	}
}

// sums makes the normal equations of the held tree, in the scratch.
func (e *evaluator) sums(k int) *normals {
	q := e.cleared(k)
	y := e.y
	for i := range e.count {
		leaf, weight := e.of(int32(i))
		for x, l := range leaf {
			q.b[l] += weight[x] * y[i]
			row := q.a[int(l)*k:][:k]
			for z, o := range leaf[:x+1] {
				row[o] += weight[x] * weight[z]
			}
		}
		e.work += int64(len(leaf)) * int64(len(leaf))
	}
	return q
}

func (e *evaluator) cleared(k int) *normals {
	q := e.scratch
	q.k, q.a, q.b = k, resized(q.a, k*k), resized(q.b, k)
	clear(q.a)
	clear(q.b)
	return q
}

// replaced makes the normal equations of the held tree with the subtree at a spot replaced, in the scratch; was are
// those of the held tree. Only rows that come to the spot are looked at; all sums have the same bits as from the whole
// tree.
func (e *evaluator) replaced(was *normals, at *branch, s *gradual) *normals {
	node, first := at.place()
	list, kept := e.nodes[node], len(e.nodes)
	e.below.reserve(s.leaves)
	for _, row := range e.rows[list.from:list.to] {
		e.below.count[row] = 0
	}
	e.descend(s, &e.below, int32(first), list, e.top)
	e.nodes = e.nodes[:kept]
	q := e.cleared(was.k + s.leaves - at.at.leaves)
	q.copyOutside(was, first, at.at.leaves, s.leaves)
	e.addBelow(q, list, first, at.at.leaves, s.leaves)
	return q
}

// copyOutside copies what does not concern the leaves from first on, of which n were and m are.
func (q *normals) copyOutside(was *normals, first, n, m int) {
	copy(q.b, was.b[:first])
	copy(q.b[first+m:], was.b[first+n:])
	for r := range was.k {
		to := r
		if r >= first {
			if r < first+n {
				continue
			}
			to += m - n
		}
		row, old := q.a[to*q.k:][:to+1], was.a[r*was.k:][:r+1]
		copy(row, old[:min(first, r+1)])
		if r >= first {
			copy(row[first+m:], old[first+n:])
		}
	}
}

// addBelow adds the products of the leaves below a spot, from first on, with each other and with all others that the
// rows of a list reach; n leaves were there, m are.
func (e *evaluator) addBelow(q *normals, list stretch, first, n, m int) {
	y, k := e.y, q.k
	for _, i := range e.rows[list.from:list.to] {
		leaf, weight := e.below.of(i)
		others, shares := e.of(i)
		for x, l := range leaf {
			w := weight[x]
			q.b[l] += w * y[i]
			row := q.a[int(l)*k:][:k]
			for z, o := range leaf[:x+1] {
				row[o] += w * weight[z]
			}
			for z, o := range others {
				switch o := int(o); {
				case o < first:
					row[o] += w * shares[z]
				case o >= first+n:
					q.a[(o+m-n)*k+int(l)] += w * shares[z]
				}
			}
		}
		e.work += int64(len(leaf)) * int64(len(leaf)+len(others))
	}
}

// logLik is log p(y | tree, sigma): y is normal with covariance W W' + sigma^2 I; where tails are heavy, given the
// rows' precisions, which divide sigma^2.
func (e *evaluator) logLik(q *normals, g *noise) float64 {
	logDet, explained := e.factor(q, g.s2)
	n := float64(e.m.t.rows)
	return n*g.perRow - .5*(logDet-float64(q.k)*numeric.Log(g.s2)) - .5*(e.squares-explained)/g.s2 + e.logRoots
}

// factor leaves the Cholesky factor L of A + sigma^2 I in e.root and inv(L) b in e.solved; it returns the log
// determinant and the square of the latter.
func (e *evaluator) factor(q *normals, s2 float64) (logDet, explained float64) {
	k := q.k
	e.root = append(e.root[:0], q.a...)
	for i := range k {
		e.root[i*k+i] += s2
	}
	if !numeric.Cholesky(e.root, e.root, k) {
		return math.Inf(1), 0
	}
	e.solved = append(e.solved[:0], q.b...)
	numeric.SolveLower(e.solved, e.root, e.solved, k)
	det := 1.0
	for i := range k {
		explained += e.solved[i] * e.solved[i]
		if det *= e.root[i*k+i]; det > 1e100 || det < 1e-100 {
			logDet += 2 * numeric.Log(det)
			det = 1
		}
	}
	e.work += int64(k * k * k / 6)
	return logDet + 2*numeric.Log(det), explained
}

// resized is a scratch slice with another length; its values are not kept.
func resized(x []float64, n int) []float64 {
	if cap(x) < n {
		return make([]float64, n)
	}
	return x[:n]
}
