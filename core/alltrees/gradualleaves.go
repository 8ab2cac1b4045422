// Leaves of trees with gradual splits: what rows share of them, and the marginal likelihood, leaf means summed out.

package alltrees

import (
	"math"
	"slices"

	"dcctree/core/numeric"
)

// normals are the normal equations of a tree's leaves: with W the rows' shares of the leaves (rows x leaves), W'W
// (row-major) and W'y, standardized.
type normals struct {
	k    int
	a, b []float64
}

// evaluator computes normal equations, for one worker.
type evaluator struct {
	m          *blend
	count      []int32   // by row: how many leaves it reaches
	leaf       []int32   // of row i from i*stride on
	weight     []float64 // the same
	stride     int
	rows       []int32 // a stack of rows and their shares, from the root down
	shares     []float64
	side       []int32 // scratch: the rows that go left at a split, and their shares
	sideShares []float64
	left       [256]float64
	tables     [][][]float64 // by input, and by threshold and width: shares that go left, by bin; nil until needed
	root       []float64     // scratch of the Cholesky factor
	solved     []float64
	scratch    *normals
	work       int64
}

func newEvaluator(m *blend) *evaluator {
	e := &evaluator{m: m, count: make([]int32, m.t.rows), scratch: &normals{},
		side: make([]int32, m.t.rows), sideShares: make([]float64, m.t.rows)}
	for _, edge := range m.edge {
		e.tables = append(e.tables, make([][]float64, len(edge)*(len(m.widths)+1)))
	}
	return e
}

// normals returns those of a tree, in the evaluator's scratch.
func (e *evaluator) normals(s *gradual) *normals {
	e.spread(s)
	return e.sums(s.leaves)
}

// spread notes which leaves of a tree each row reaches, with its shares of them.
func (e *evaluator) spread(s *gradual) {
	n := e.m.t.rows
	if s.leaves > e.stride {
		e.stride = 2 * s.leaves
		e.leaf, e.weight = make([]int32, n*e.stride), make([]float64, n*e.stride)
	}
	clear(e.count)
	e.reserve(n)
	for i := range n {
		e.rows[i], e.shares[i] = int32(i), 1
	}
	e.descend(s, 0, 0, n)
}

// reserve makes room for that many rows on the stack.
func (e *evaluator) reserve(n int) {
	if len(e.rows) >= n {
		return
	}
	e.rows = append(e.rows, make([]int32, 2*n-len(e.rows))...)
	e.shares = append(e.shares, make([]float64, 2*n-len(e.shares))...)
}

// descend notes the leaves of a subtree, numbered from first on, of the rows on the stack from..to.
func (e *evaluator) descend(s *gradual, first int32, from, to int) {
	e.work += int64(to - from)
	if s.isLeaf() {
		count, leaf, weight, stride := e.count, e.leaf, e.weight, e.stride
		for k, row := range e.rows[from:to] {
			at := int(row)*stride + int(count[row])
			leaf[at], weight[at] = first, e.shares[from+k]
			count[row]++
		}
		return
	}
	if from == to {
		return
	}
	middle, end := e.divide(s, from, to)
	e.descend(s.left, first, middle, end)
	e.descend(s.right, first+int32(s.left.leaves), to, middle)
}

// divide puts the rows of from..to that go right on the stack from to to middle, and then those that go left, to end.
func (e *evaluator) divide(s *gradual, from, to int) (middle, end int) {
	bins, left, gap := e.m.t.inputs[s.rule.Input].bins, e.leftTable(s), share(s.rule.GapLeft)
	e.reserve(to + 2*(to-from))
	rows, shares, side, sideShares := e.rows, e.shares, e.side, e.sideShares
	middle = to
	l := 0
	for k := from; k < to; k++ {
		row, v, whole := rows[k], gap, shares[k]
		if b := bins[row]; b != gapBin {
			v = left[b]
		}
		if right := (1 - v) * whole; right > 0 {
			rows[middle], shares[middle] = row, right
			middle++
		}
		if v *= whole; v > 0 {
			side[l], sideShares[l] = row, v
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
	kept := &e.tables[s.rule.Input][s.rule.Cut*(len(e.m.widths)+1)+int(s.width)]
	if *kept == nil {
		e.m.leftShares(s, &e.left)
		*kept = slices.Clone(e.left[:len(in.cuts)+1])
	}
	return *kept
}

// sums makes the normal equations of what was noted, in the scratch.
func (e *evaluator) sums(k int) *normals {
	q := e.scratch
	q.k, q.a, q.b = k, resized(q.a, k*k), resized(q.b, k)
	clear(q.a)
	clear(q.b)
	y := e.m.t.y
	for i, n := range e.count {
		leaf, weight := e.leaf[i*e.stride:][:n], e.weight[i*e.stride:][:n]
		for x, l := range leaf {
			q.b[l] += weight[x] * y[i]
			row := q.a[int(l)*k:][:k]
			for z, o := range leaf[:x+1] {
				row[o] += weight[x] * weight[z]
			}
		}
		e.work += int64(n) * int64(n)
	}
	for r := range k {
		for c := range r {
			q.a[c*k+r] = q.a[r*k+c]
		}
	}
	return q
}

// logLik is log p(y | tree, sigma): y is normal with covariance W W' + sigma^2 I.
func (e *evaluator) logLik(q *normals, g *noise) float64 {
	logDet, explained := e.factor(q, g.s2)
	n := float64(e.m.t.rows)
	return n*g.perRow - .5*(logDet-float64(q.k)*numeric.Log(g.s2)) - .5*(e.m.squares-explained)/g.s2
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
