// The search: exact choice of one split given all others, sweeps, restarts.

package hardtree

import (
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"sort"

	"dcctree/core/numeric"
	"dcctree/core/topology"
)

const (
	maxSweeps   = 50   // bound on greedy sweeps; 3 to 8 are usual
	improvement = 1e-9 // nats: less is rounding
)

// temperatures of the two annealed sweeps, in nats. Of 200 single random starts they take 58 to the
// best three-leaf tree of the published Breast Cancer Wisconsin rows, where greedy sweeps alone take
// 24; with CGM and WU it makes little difference. Between (3, 1) and (60, 10) all do nearly as well.
var temperatures = [2]float64{8, 2}

// annealing is what annealed sweeps need: standard Gumbel noise is -log of a standard exponential variate.
type annealing struct {
	rng         *rand.Rand
	temperature float64 // 0: no noise
}

// candidate is one way to split the rows that reach a node: values up to low go left, from high on
// right; -Inf and Inf where no row goes.
type candidate struct {
	feature   int
	low, high float64
	score     float64 // less the log prior mass of the split, until that is asked for
}

// Search returns distinct hard trees of topology t, best first, and the work it took in units of one
// pass over all rows of one feature. Two solutions differ in the leaf of a row, in the feature of a
// split that divides rows, or in the side of a vacuous split. Equal rng states give equal results. It
// panics when a start is not of topology t.
func (x *Index) Search(t topology.Topology, o Options, rng *rand.Rand) (solutions []Solution, work int) {
	if o.Restarts == 0 {
		o.Restarts = defaultRestarts
	}
	if o.Keep <= 0 {
		o.Keep = defaultKeep
	}
	s := x.newSearcher(t)
	s.noise.rng, s.kept = rng, o.Thresholds
	found := make(map[string]Solution)
	collect := func() {
		key, solution := s.solution()
		if old, ok := found[key]; !ok || solution.Score > old.Score {
			found[key] = solution
		}
	}
	for _, start := range o.Starts {
		s.load(t, start)
		s.climb()
		collect()
	}
	for r := range max(o.Restarts, 0) {
		s.start(r)
		s.climb()
		collect()
	}
	if o.Restarts > 0 && !o.Thresholds && s.segmented() {
		s.climb()
		collect()
	}
	if o.Variants {
		s.allVariants(t, found, collect)
	}
	return best(found, o.Keep), (s.visits + x.data.N - 1) / x.data.N
}

// start makes a tree: greedy from the root down for restart 0, else random and annealed.
func (s *searcher) start(restart int) {
	for at := range s.open {
		s.open[at] = false
	}
	if restart == 0 {
		for _, at := range s.splits {
			s.response.settle(s)
			s.improve(at)
			s.open[at] = true
		}
		return
	}
	for _, at := range s.splits {
		s.randomize(at)
		s.open[at] = true
	}
	for _, temperature := range temperatures {
		s.noise.temperature = temperature
		s.response.settle(s)
		s.response.shrink(s)
		s.pass()
	}
	s.noise.temperature = 0
}

// climb sweeps greedily until nothing changes.
func (s *searcher) climb() {
	for range maxSweeps {
		if !s.sweep() {
			return
		}
	}
}

// Bounds on a split other than to a feature.
const (
	anySplit    = -1
	vacuousOnly = -2
)

// maxRounds bounds how often a variant may take the place of the best solution.
const maxRounds = 4

// allVariants collects the variants of the best solution, and of a variant that turns out better.
func (s *searcher) allVariants(t topology.Topology, found map[string]Solution, collect func()) {
	last := math.Inf(-1)
	for range maxRounds {
		top := best(found, 1)
		if len(top) == 0 || top[0].Score <= last+improvement {
			return
		}
		last = top[0].Score
		s.variants(t, top[0], collect)
		s.load(t, best(found, 1)[0])
		s.climb()
		collect()
	}
}

// variants climbs from the solution with one split bound to another feature, or vacuous.
func (s *searcher) variants(t topology.Topology, from Solution, collect func()) {
	for j, at := range s.splits {
		for only := vacuousOnly; only < s.data.D; only++ {
			if only == anySplit || only == from.Splits[j].Input && !from.Splits[j].Vacuous ||
				only == vacuousOnly && from.Splits[j].Vacuous {
				continue
			}
			s.load(t, from)
			s.bound, s.only = at, only
			s.climb()
			collect()
		}
	}
	s.only = anySplit
}

// permitted tells whether the bound of the bound split allows the candidate.
func (s *searcher) permitted(c candidate) bool {
	vacuous := math.IsInf(c.low, -1) || math.IsInf(c.high, 1)
	if s.only == vacuousOnly {
		return vacuous
	}
	return c.feature == s.only && !vacuous
}

// sweep chooses every split anew, in random order, sigma at its mode before; it tells whether
// anything changed.
func (s *searcher) sweep() (changed bool) {
	s.response.settle(s)
	return s.pass()
}

// pass chooses every split anew at the sigma at hand.
func (s *searcher) pass() (changed bool) {
	for _, i := range s.noise.rng.Perm(len(s.splits)) {
		if s.improve(s.splits[i]) {
			changed = true
		}
	}
	return changed
}

// randomize sets the split to a feature and a threshold between the values that reach it, uniformly.
func (s *searcher) randomize(at int) {
	rng := s.noise.rng
	f := rng.IntN(s.data.D)
	low, high := 0.0, 1.0
	if s.arrivals(at) > 0 {
		low, high = math.Inf(1), math.Inf(-1)
		for i, v := range s.data.X[f*s.data.N:][:s.data.N] {
			if s.reached[i] {
				low, high = min(low, v), max(high, v)
			}
		}
	}
	s.feature[at], s.threshold[at] = f, low+float64(rng.Float64()*(high-low))
	s.visits += s.data.N
}

// improve chooses feature and threshold of the split anew given all others, the best or, with a
// temperature, by chance. Splits below keep feature and threshold, so rows that change sides are
// divided anew by them.
func (s *searcher) improve(node int) (changed bool) {
	if s.arrivals(node) == 0 {
		if s.noise.temperature > 0 {
			s.randomize(node)
		}
		return false
	}
	c := choice{pick: math.Inf(-1), current: math.Inf(-1)}
	for f := range s.data.D {
		if s.kept && f != s.feature[node] {
			continue
		}
		s.gather(f)
		s.scan(node, f)
		if s.only != anySplit && node == s.bound {
			s.candidates = slices.DeleteFunc(s.candidates,
				func(c candidate) bool { return !s.permitted(c) })
		}
		if s.noise.temperature > 0 {
			s.drawFrom(&c)
		} else {
			s.bestOf(&c, node, f)
		}
	}
	if math.IsInf(c.pick, -1) || s.noise.temperature == 0 && c.best.score <= c.current+improvement {
		return false
	}
	s.feature[node], s.threshold[node] = c.best.feature, cut(c.best.low, c.best.high)
	return true
}

// choice is the best candidate so far.
type choice struct {
	pick, current float64 // its score, with noise where there is some; that of the split as it is
	best          candidate
}

// bestOf looks for the best of the candidates, which are of feature f.
func (s *searcher) bestOf(to *choice, node, f int) {
	for _, c := range s.candidates {
		own := s.open[node] && f == s.feature[node] && c.low <= s.threshold[node] && s.threshold[node] < c.high
		if !own && c.score <= to.pick {
			continue // its prior mass is at most 1
		}
		c.score += s.logMass(c.low, c.high)
		if own {
			to.current = c.score
		}
		if c.score > to.pick {
			to.pick, to.best = c.score, c
		}
	}
}

// drawFrom looks for the best of the candidates with noise: argmax(score/T + Gumbel) is a draw from softmax(score/T).
func (s *searcher) drawFrom(to *choice) {
	n := len(s.candidates)
	mass, noise := s.left[:n], s.right[:n] // their values are in the scores by now
	masses(mass, s.candidates, float64(s.data.D))
	numeric.LogSlice(mass, mass)
	for i := range noise {
		noise[i] = s.noise.rng.ExpFloat64()
	}
	numeric.LogSlice(noise, noise)
	for i, c := range s.candidates {
		c.score += mass[i]
		if v := c.score - float64(s.noise.temperature*noise[i]); v > to.pick {
			to.pick, to.best = v, c
		}
	}
}

// masses sets dst to the prior mass of the candidates' thresholds and one of d features, see logMass.
func masses(dst []float64, candidates []candidate, d float64) {
	for i, c := range candidates {
		dst[i] = 1
		if c.low >= -math.MaxFloat64 || c.high <= math.MaxFloat64 {
			_, gap := interval(c.low, c.high)
			dst[i] = gap / d
		}
	}
}

// gather lists the reached rows in the order of the feature.
func (s *searcher) gather(f int) {
	s.rows = s.rows[:0]
	for _, row := range s.order[f] {
		if s.reached[row] {
			s.rows = append(s.rows, row)
		}
	}
	s.visits += s.data.N
}

// scan lists all ways to split the gathered rows by the feature. Rows are dropped into the left
// subtree one by one from the lowest value on, and into the right subtree from the highest on, so
// every candidate has exact statistics without a row ever being taken out. Equal values move together.
func (s *searcher) scan(node, f int) {
	column := s.data.X[f*s.data.N:][:s.data.N]
	n := len(s.rows)
	left, right, end := s.children(node)
	s.fill(s.left[:n+1], left, right)
	slices.Reverse(s.rows)
	s.fill(s.right[:n+1], right, end)
	s.candidates = s.candidates[:0]
	high := math.Inf(1)
	for i := n; i >= 0; i-- {
		low := math.Inf(-1)
		if i > 0 {
			low = column[s.rows[n-i]]
		}
		if low < high {
			s.candidates = append(s.candidates,
				candidate{feature: f, low: low, high: high, score: s.left[i] + s.right[n-i]})
		}
		high = low
	}
	s.visits += 2 * n
}

// fill sets values[i] to the value of the subtree, nodes from..to-1, when it holds the first i of the gathered
// rows.
func (s *searcher) fill(values []float64, from, to int) {
	values[0] = 0
	switch {
	case s.ends(from) && s.logRatio != nil:
		fillResponses(values[1:], s.rows, s.weight, s.y, s.halfShare, s.logRatio, s.precision, s.pull, s.zero)
		return
	case s.ends(from) && s.lgammaClass != nil:
		s.empty(from, to)
		fillClasses(values[1:], s.rows, s.weight, s.data.Class, s.acc.classes[from], s.lgammaClass,
			s.lgammaLeaf)
		return
	}
	s.empty(from, to)
	for i, row := range s.rows {
		s.drop(from, row)
		values[i+1] = s.acc.total
	}
}

// fillResponses is fill for one leaf of responses of whole weights, see leafTerm. In WebAssembly it is fast because it
// calls nothing.
//
//go:noinline
func fillResponses(
	values []float64, rows []int32, weight, y, halfShare, logRatio []float64, precision, pull, zero float64,
) {
	var count, sum float64
	for i, row := range rows {
		w := weight[row]
		count += w
		sum += float64(w * y[row])
		u, k := float64(sum*precision)+pull, int(count)
		values[i] = float64(u*u*halfShare[k]) - zero - logRatio[k]
	}
}

// fillClasses is fill for one leaf of classes of whole weights, see dropClass; of holds a zero for every class.
//
//go:noinline
func fillClasses(values []float64, rows []int32, weight []float64, class []int, of, lgammaClass, lgammaLeaf []float64) {
	var count, total float64
	for i, row := range rows {
		w, c := weight[row], class[row]
		total += lgammaClass[int(of[c]+w)] - lgammaClass[int(of[c])] -
			(lgammaLeaf[int(count+w)] - lgammaLeaf[int(count)])
		of[c] += w
		count += w
		values[i] = total
	}
}

// children returns the numbers of the left and the right child and the end of the right subtree.
func (s *searcher) children(node int) (left, right, end int) {
	left, right = s.nodes[node].Left, s.nodes[node].Right
	end = right
	for !s.nodes[end].Leaf {
		end = s.nodes[end].Right
	}
	return left, right, end + 1
}

// load makes a caller's start the current tree.
func (s *searcher) load(t topology.Topology, start Solution) {
	start.check(t)
	for j, at := range s.splits {
		f, v := start.Splits[j].Input, start.Splits[j].At
		if f < 0 || f >= s.data.D {
			panic("hardtree: a solution splits a feature that the data lack")
		}
		if start.Splits[j].Vacuous && v >= 1-VacuousGap/2 {
			v = math.MaxFloat64
		}
		if start.Splits[j].Vacuous && v <= VacuousGap/2 {
			v = -math.MaxFloat64
		}
		s.feature[at], s.threshold[at], s.open[at] = f, v, true
	}
}

// best returns the solutions by falling score, at most keep, ties by key.
func best(found map[string]Solution, keep int) []Solution {
	keys := slices.Sorted(maps.Keys(found))
	sort.SliceStable(keys, func(i, j int) bool { return found[keys[i]].Score > found[keys[j]].Score })
	keys = keys[:min(keep, len(keys))]
	out := make([]Solution, len(keys))
	for i, key := range keys {
		out[i] = found[key]
	}
	return out
}
