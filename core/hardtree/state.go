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
		rows: make([]int32, 0, x.data.N), left: make([]float64, x.data.N+1), right: make([]float64, x.data.N+1), reached: make([]bool, x.data.N),
		leafOf: make([]int32, x.data.N),
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
	if x.data.Regression() {
		s.prepareSigma(n)
	} else {
		s.acc.classes = make([][]float64, n)
		for at := range s.acc.classes {
			s.acc.classes[at] = make([]float64, x.data.Classes)
		}
	}
	return s
}

func (s *searcher) prepareSigma(nodes int) {
	s.fit = sigmaPosterior{
		priors: s.priors, normalizer: normalizeSigma(s.priors), rows: s.total,
		count: make([]float64, nodes), offset: make([]float64, nodes),
	}
	s.fit.low, s.fit.high = s.sigmaBounds()
	if s.whole {
		s.logRatio, s.halfShare = make([]float64, int(s.total)+1), make([]float64, int(s.total)+1)
	}
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

// dropResponse adds a row to a leaf.
func (s *searcher) dropResponse(at int, row int32) {
	a := &s.acc
	w := s.weight[row]
	a.count[at] += w
	a.sum[at] += float64(w * s.y[row])
	term := s.leafTerm(a.count[at], a.sum[at])
	a.total += term - a.term[at]
	a.term[at] = term
}

// leafTerm returns a leaf's part of the log evidence up to terms that are the same for all partitions: with
// u = sum/sigma^2 + m/b^2 and P = n/sigma^2 + 1/b^2, u^2/(2P) - m^2/(2 b^2) - log(b^2 P)/2.
func (s *searcher) leafTerm(count, sum float64) float64 {
	u := float64(sum*s.precision) + s.pull
	if s.logRatio != nil {
		k := int(count)
		return float64(u*u*s.halfShare[k]) - s.zero - s.logRatio[k]
	}
	b2 := s.priors.LeafSD * s.priors.LeafSD
	return 0.5*u*u/(float64(count*s.precision)+1/b2) - s.zero - 0.5*numeric.Log1p(count*b2*s.precision)
}

// dropClass adds a row to a leaf of the Dirichlet-multinomial (paper, equation llh-class).
func (s *searcher) dropClass(at int, row int32) {
	a, w := &s.acc, s.weight[row]
	alpha := s.priors.ClassConcentration
	all := alpha * float64(s.data.Classes)
	was, of := a.count[at], a.classes[at]
	c := s.data.Class[row]
	change := lgammaAt(s.lgammaClass, of[c]+w, alpha) - lgammaAt(s.lgammaClass, of[c], alpha) -
		(lgammaAt(s.lgammaLeaf, was+w, all) - lgammaAt(s.lgammaLeaf, was, all))
	of[c] += w
	a.count[at] += w
	a.term[at] += change
	a.total += change
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

// updateSigma puts sigma at its posterior mode given the current partition. Classification has none.
func (s *searcher) updateSigma() {
	if !s.data.Regression() {
		return
	}
	s.fitLeaves()
	s.setSigma(numeric.Exp(s.fit.mode()))
}

// setSigma sets sigma and the table that depends on it.
func (s *searcher) setSigma(sigma float64) {
	b2 := s.priors.LeafSD * s.priors.LeafSD
	s.sigma, s.precision = sigma, 1/(sigma*sigma)
	s.pull, s.zero = s.priorMean/b2, 0.5*s.priorMean*s.priorMean/b2
	for k := range s.logRatio {
		s.logRatio[k] = 1 + float64(k)*(b2*s.precision)
		s.halfShare[k] = 0.5 * b2 / s.logRatio[k]
	}
	numeric.LogSlice(s.logRatio, s.logRatio)
	for k, v := range s.logRatio {
		s.logRatio[k] = 0.5 * v
	}
}

// fitLeaves fills fit from the current partition.
func (s *searcher) fitLeaves() {
	s.assign()
	p := &s.fit
	clear(p.count)
	clear(p.offset)
	for i, leaf := range s.leafOf {
		p.count[leaf] += s.weight[i]
		p.offset[leaf] += float64(s.weight[i] * s.y[i])
	}
	for k, n := range p.count {
		if n > 0 {
			p.offset[k] /= n // the average, for now
		}
	}
	p.within = s.scatter
	for i, leaf := range s.leafOf {
		r := s.y[i] - p.offset[leaf]
		p.within += float64(s.weight[i] * float64(r*r))
	}
	for k, n := range p.count {
		if n > 0 {
			p.offset[k] -= s.priorMean
		}
	}
}
