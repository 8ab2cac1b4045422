// Growing a tree: every node takes the split that lowers its impurity most.

package cart

import (
	"math"
	"slices"

	"dcctree/core/dataset"
	"dcctree/core/tree"
)

// grower holds the rows of a tree that is grown, sorted by each feature within each node.
type grower struct {
	frame    *dataset.Frame
	settings Settings
	enough   float64 // risk up to which no split of a node can survive the pruning
	order    [][]int // per feature: rows, those of a node in one range
	left     []bool  // by row: goes left at the split at hand
	scratch  []int
	tree     *Tree
}

func grow(f *dataset.Frame, rows []int, s Settings, enough float64) *Tree {
	g := &grower{
		frame: f, settings: s, enough: enough, left: make([]bool, f.N), scratch: make([]int, len(rows)),
		tree: &Tree{Task: f.Task, Classes: len(f.Classes)},
	}
	for j := range f.D {
		x := f.X[j*f.N : (j+1)*f.N]
		order := slices.Clone(rows)
		slices.SortStableFunc(order, func(a, b int) int {
			switch {
			case x[a] < x[b]:
				return -1
			case x[a] > x[b]:
				return 1
			}
			return 0
		})
		g.order = append(g.order, order)
	}
	g.split(0, len(rows), 0)
	return g.tree
}

// summarize returns the leaf of some rows.
func summarize(f *dataset.Frame, rows []int) node {
	n := node{rows: len(rows)}
	if f.Task == dataset.Classification {
		n.counts = make([]int, len(f.Classes))
		for _, i := range rows {
			n.counts[f.Class[i]]++
		}
		n.class = slices.Index(n.counts, slices.Max(n.counts))
		n.risk = float64(n.rows - n.counts[n.class])
		return n
	}
	y := f.Y
	var sum float64
	equal := true
	for _, i := range rows {
		sum += y[i]
		equal = equal && y[i] == y[rows[0]]
	}
	if equal { // the mean of equal numbers may be off by rounding
		n.mean = y[rows[0]]
		return n
	}
	n.mean = sum / float64(n.rows)
	for _, i := range rows {
		d := y[i] - n.mean
		n.risk += float64(d * d)
	}
	return n
}

// split adds the node of the rows lo to hi, and all nodes below it, and returns its index.
func (g *grower) split(lo, hi, depth int) int {
	at := len(g.tree.Nodes)
	n := summarize(g.frame, g.order[0][lo:hi])
	g.tree.Nodes, g.tree.grown = append(g.tree.Nodes, tree.Node{}), append(g.tree.grown, n)
	if n.rows < g.settings.MinSplit || depth >= g.settings.MaxDepth || n.risk <= g.enough {
		return at
	}
	best, found := g.best(&n, lo, hi)
	if !found {
		return at
	}
	for i, row := range g.order[best.feature][lo:hi] {
		g.left[row] = i < best.rows
	}
	for _, order := range g.order {
		g.partition(order[lo:hi])
	}
	g.split(lo, lo+best.rows, depth+1)
	right := g.split(lo+best.rows, hi, depth+1)
	g.tree.Nodes[at] = tree.Node{Rule: tree.Threshold{Input: best.feature, At: best.threshold}, Right: right}
	return at
}

// partition moves the rows that go left to the front and keeps the order on both sides.
func (g *grower) partition(order []int) {
	right := g.scratch[:0]
	kept := order[:0]
	for _, row := range order {
		if g.left[row] {
			kept = append(kept, row)
		} else {
			right = append(right, row)
		}
	}
	copy(order[len(kept):], right)
}

// candidate is a split of a node.
type candidate struct {
	feature   int
	threshold float64
	rows      int // that go left
	gain      float64
}

// tie is the share of a node's impurity by which a split must be better to be another's better: what two
// features that divide the rows in the same way differ by is rounding.
const tie = 1e-10

// best returns the split that lowers the impurity most: of equal ones that of the first feature, and of
// its smallest threshold.
func (g *grower) best(n *node, lo, hi int) (best candidate, found bool) {
	for j := range g.frame.D {
		rows := g.order[j][lo:hi]
		x := g.frame.X[j*g.frame.N : (j+1)*g.frame.N]
		if x[rows[0]] == x[rows[len(rows)-1]] {
			continue
		}
		s := g.newSides(n, rows)
		for i := 1; i <= len(rows)-g.settings.MinLeaf; i++ {
			s.moveLeft(rows[i-1])
			a, b := x[rows[i-1]], x[rows[i]]
			if a == b || i < g.settings.MinLeaf {
				continue
			}
			if gain := s.gain(); gain > best.gain+tie*s.impurity() {
				best, found = candidate{j, between(a, b), i, gain}, true
			}
		}
	}
	return best, found
}

// between returns a threshold t with a <= t < b: the largest number below the middle between a and b. So no number is
// sent elsewhere than by x < middle, the rule of Breiman et al. and rpart, and rows at the middle itself go right.
func between(a, b float64) float64 {
	middle := a/2 + b/2 // without overflow
	if !(middle > a && middle <= b) {
		middle = b // neighbors
	}
	return math.Nextafter(middle, math.Inf(-1))
}

// sides are the two parts of a node while a threshold moves up. The impurity of a part is its sum of
// squares about the mean, or rows x Gini = rows - sum_c rows_c^2 / rows.
type sides interface {
	moveLeft(row int)
	gain() float64     // by which the parts' impurities are below the node's
	impurity() float64 // of the node
}

func (g *grower) newSides(n *node, rows []int) sides {
	if g.frame.Task == dataset.Classification {
		return newClassSides(g.frame.Class, n)
	}
	return &numberSides{y: g.frame.Y, mean: n.mean, risk: n.risk, rightRows: len(rows)}
}

type numberSides struct {
	y                   []float64
	mean, risk          float64
	sum                 float64 // of y - mean on the left; the right one has its negative
	leftRows, rightRows int
}

func (s *numberSides) moveLeft(row int) {
	s.sum += s.y[row] - s.mean
	s.leftRows++
	s.rightRows--
}

func (s *numberSides) gain() float64 {
	return s.sum * s.sum * (1/float64(s.leftRows) + 1/float64(s.rightRows))
}

func (s *numberSides) impurity() float64 { return s.risk }

type classSides struct {
	class                     []int
	left, right               []int
	leftRows, rightRows       int
	leftSquares, rightSquares int // sums of squared counts
	whole                     float64
	own                       float64
}

func newClassSides(class []int, n *node) *classSides {
	s := &classSides{class: class, left: make([]int, len(n.counts)), right: slices.Clone(n.counts),
		rightRows: n.rows}
	for _, count := range n.counts {
		s.rightSquares += count * count
	}
	s.whole = float64(s.rightSquares) / float64(n.rows)
	s.own = float64(n.rows) - s.whole
	return s
}

func (s *classSides) moveLeft(row int) {
	c := s.class[row]
	s.leftSquares += 2*s.left[c] + 1
	s.rightSquares -= 2*s.right[c] - 1
	s.left[c]++
	s.right[c]--
	s.leftRows++
	s.rightRows--
}

func (s *classSides) gain() float64 {
	return float64(s.leftSquares)/float64(s.leftRows) + float64(s.rightSquares)/float64(s.rightRows) - s.whole
}

func (s *classSides) impurity() float64 { return s.own }
