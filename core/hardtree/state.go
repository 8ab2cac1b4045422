// The work space of one search: the current splits, and the leaf statistics of a growing set of rows.

package hardtree

import (
	"math"
	"slices"

	"dcctree/core/numeric"
	"dcctree/core/topology"
)

// searcher holds one hard tree and the buffers to improve it. It serves one goroutine.
type searcher struct {
	*Index
	nodes  []topology.Node
	splits []int // node numbers of the splits, in pre-order
	leaves []int // node numbers of the leaves, from left to right

	// The current tree, per node; entries of leaves are unused. A closed split counts as a leaf: the
	// greedy start opens one split after another.
	feature   []int
	threshold []float64
	open      []bool

	sigma                 float64
	precision, pull, zero float64   // 1/sigma^2, m/b^2 and m^2/(2 b^2), see leafTerm
	logRatio              []float64 // log(1 + k b^2/sigma^2)/2 for whole k; nil unless all weights are whole
	halfShare             []float64 // 1/(2 k/sigma^2 + 2/b^2), likewise

	acc     accumulator
	rows    []int32   // rows that reach the node at hand, sorted by the feature at hand
	left    []float64 // value of the left subtree holding the first i rows
	right   []float64 // value of the right subtree holding the last i rows
	reached []bool
	lineage []int // scratch: ancestors of the node at hand
	noise   annealing
	fit     sigmaPosterior
	leafOf  []int32 // per row: node number of its leaf
	visits  int     // rows looked at

	candidates []candidate // of the feature at hand

	kept        bool // splits keep their feature
	bound, only int  // the split that may be chosen from one feature only, or vacuous only; see permitted
}

// accumulator holds, per node, the statistics of the rows dropped in so far.
type accumulator struct {
	count, sum []float64   // leaves: weights, weighted responses
	classes    [][]float64 // leaves: weights per class
	low, high  []float64   // splits: largest value that went left, smallest that went right
	term       []float64   // leaves: log evidence; splits: log prior mass
	total      float64     // sum of term
}

func (x *Index) newSearcher(t topology.Topology) *searcher {
	nodes := t.Nodes()
	n := len(nodes)
	s := &searcher{
		Index: x, nodes: nodes, only: anySplit,
		feature: make([]int, n), threshold: make([]float64, n), open: make([]bool, n),
		rows: make([]int32, 0, x.data.N), left: make([]float64, x.data.N+1), right: make([]float64, x.data.N+1),
		reached: make([]bool, x.data.N), leafOf: make([]int32, x.data.N),
		acc: accumulator{
			count: make([]float64, n), sum: make([]float64, n),
			low: make([]float64, n), high: make([]float64, n), term: make([]float64, n),
		},
	}
	for at, node := range nodes {
		if node.Leaf {
			s.leaves = append(s.leaves, at)
		} else {
			s.splits = append(s.splits, at)
		}
	}
	x.response.begin(s, n)
	return s
}

// ends tells that rows stop at the node.
func (s *searcher) ends(at int) bool { return s.nodes[at].Leaf || !s.open[at] }

// leaf returns where a row that arrives at the node ends.
func (s *searcher) leaf(at int, row int32) int {
	for !s.ends(at) {
		if s.data.X[s.feature[at]*s.data.N+int(row)] <= s.threshold[at] {
			at = s.nodes[at].Left
		} else {
			at = s.nodes[at].Right
		}
	}
	return at
}

// empty removes all rows from the subtree, nodes from..to-1 in pre-order.
func (s *searcher) empty(from, to int) {
	a := &s.acc
	a.total = 0
	clear(a.count[from:to])
	clear(a.sum[from:to])
	clear(a.term[from:to])
	for at := from; at < to; at++ {
		a.low[at], a.high[at] = math.Inf(-1), math.Inf(1)
		if a.classes != nil {
			clear(a.classes[at])
		}
	}
}

// drop adds a row that arrives at the node: down the splits below, whose intervals it may narrow, to
// a leaf.
func (s *searcher) drop(at int, row int32) {
	a := &s.acc
	for !s.ends(at) {
		v := s.data.X[s.feature[at]*s.data.N+int(row)]
		if v <= s.threshold[at] {
			if v > a.low[at] {
				a.low[at] = v
				s.narrowed(at)
			}
			at = s.nodes[at].Left
			continue
		}
		if v < a.high[at] {
			a.high[at] = v
			s.narrowed(at)
		}
		at = s.nodes[at].Right
	}
	if s.acc.classes == nil {
		s.dropResponse(at, row)
	} else {
		s.dropClass(at, row)
	}
}

// narrowed renews the prior mass of a split after its interval changed.
func (s *searcher) narrowed(at int) {
	a := &s.acc
	mass := s.logMass(a.low[at], a.high[at])
	a.total += mass - a.term[at]
	a.term[at] = mass
}

// logMass returns the log prior mass of the thresholds in [low, high) and one feature, cut to [0, 1].
// -Inf or Inf stands for no row on that side.
func (s *searcher) logMass(low, high float64) float64 {
	if math.IsInf(low, -1) && math.IsInf(high, 1) {
		return 0
	}
	_, gap := interval(low, high)
	return numeric.Log(gap / float64(s.data.D))
}

// leastGap keeps the prior mass finite for intervals outside [0, 1], which scaled training rows have
// none of.
const leastGap = 1e-300

// interval returns middle and width of [low, high) cut to [0, 1], as Solution defines them.
func interval(low, high float64) (middle, gap float64) {
	from, to := low, high
	if from < 0 {
		from = 0
	}
	if to > 1 {
		to = 1
	}
	if gap = to - from; gap < leastGap {
		gap = leastGap
	}
	if gap < VacuousGap && math.IsInf(low, -1) {
		return VacuousGap / 2, VacuousGap
	}
	if gap < VacuousGap && math.IsInf(high, 1) {
		return 1 - VacuousGap/2, VacuousGap
	}
	return 0.5 * (from + to), gap
}

// cut returns a threshold for the interval that keeps the partition of the rows that gave it: the
// middle, unless rounding or the rim put some of them on the other side.
func cut(low, high float64) float64 {
	middle, _ := interval(low, high)
	switch {
	case math.IsInf(low, -1) && middle >= high:
		return -math.MaxFloat64
	case middle < low || middle >= high:
		return low
	}
	return middle
}

// arrivals marks the rows that reach the node.
func (s *searcher) arrivals(node int) (count int) {
	s.lineage = s.lineage[:0]
	for at := node; s.nodes[at].Parent >= 0; at = s.nodes[at].Parent {
		s.lineage = append(s.lineage, at)
	}
	for i := range s.reached {
		s.reached[i] = true
	}
	count = s.data.N
	for _, child := range slices.Backward(s.lineage) {
		parent := s.nodes[child].Parent
		toLeft := s.nodes[parent].Left == child
		column := s.data.X[s.feature[parent]*s.data.N:][:s.data.N]
		for i, v := range column {
			if s.reached[i] && (v <= s.threshold[parent]) != toLeft {
				s.reached[i] = false
				count--
			}
		}
	}
	return count
}

// assign sends all rows to their leaves.
func (s *searcher) assign() {
	for i := range s.leafOf {
		s.leafOf[i] = int32(s.leaf(0, int32(i)))
	}
}
