// Nodes of the learned graph: a set of rows at a depth, its candidates, and the weights by which trees are drawn.

package alltrees

import (
	"math"
	"math/rand/v2"
	"slices"

	"dcctree/core/numeric"
)

// nodeKey knows a node: the XOR of its rows' keys, and its depth.
type nodeKey struct {
	rows  uint64
	depth int
}

// node is a set of rows at a depth. Once its weights are made they stay as they are until the next revaluation.
type node struct {
	key nodeKey
	st  stats
	ml  float64 // log marginal likelihood as a leaf, at the proposal's sigma
	scan
	links   []children // by candidate: the nodes that it leads to; nil where there are none
	below   *node      // the same rows one level down
	weights []float32  // of stop, an empty side, and each candidate, relative to the largest
	total   float64
	top     float64 // log of what a weight of 1 means
	value   float64 // log of the estimated sum over all subtrees
	low     float64 // log of the sum over the subtrees that the graph holds: a lower bound
	epoch   int     // when it was valued
	used    int     // epoch in which it was last asked for
	fresh   bool    // made since the last revaluation, and valued by its candidates alone
}

// children are the nodes of both sides of a candidate; nil where they are not known.
type children struct{ left, right *node }

// leadsTo returns the children of candidate i.
func (nd *node) leadsTo(i int) children {
	if nd.links == nil {
		return children{}
	}
	return nd.links[i]
}

// lead sets them.
func (nd *node) lead(i int, c children) {
	if nd.links == nil {
		nd.links = make([]children, len(nd.cands))
	}
	nd.links[i] = c
}

// the first weights of a node.
const (
	stop      = 0
	emptySide = 1
	firstRule = 2
)

const leastWeight = 1e-30 // no rule is impossible

// setWeights makes weights of their logarithms, and returns the sum of those of rules that part the rows.
func (nd *node) setWeights(logs []float64) (rules float64) {
	top := math.Inf(-1)
	for _, l := range logs {
		top = numeric.Larger(top, l)
	}
	if len(nd.weights) != len(logs) {
		nd.weights = make([]float32, len(logs))
	}
	nd.top = top
	for i, l := range logs {
		nd.weights[i] = weight(l - top)
	}
	for _, w := range nd.weights[firstRule:] {
		rules += float64(w)
	}
	nd.total = float64(nd.weights[stop]) + float64(nd.weights[emptySide]) + rules
	nd.value = top + numeric.Log(nd.total)
	return rules
}

// addWeight sets the weight of a number that had none; logs are those of all.
func (nd *node) addWeight(i int, logs []float64) {
	if logs[i]-nd.top > negligible {
		nd.setWeights(logs)
		return
	}
	nd.weights[i] = weight(logs[i] - nd.top)
	nd.total += float64(nd.weights[i])
	nd.value = nd.top + numeric.Log(nd.total)
}

// weight is that of a log weight relative to the largest.
func weight(log float64) float32 {
	switch {
	case log > -60:
		return float32(numeric.Exp(log))
	case math.IsInf(log, -1):
		return 0
	}
	return leastWeight
}

// draw returns the number of a weight, from the first allowed one on.
func (nd *node) draw(from int, rng *rand.Rand) int {
	total := nd.total
	if from > stop {
		total = 0
		for _, w := range nd.weights[from:] {
			total += float64(w)
		}
	}
	for {
		u := rng.Float64() * total
		for i := from; i < len(nd.weights); i++ {
			if u -= float64(nd.weights[i]); u < 0 {
				return i
			}
		}
	}
}

// logShare is the log probability of weight i.
func (nd *node) logShare(i int) float64 {
	return numeric.Log(float64(nd.weights[i]) / nd.total)
}

// find returns the weight that a rule belongs to. Candidates are in the order of their inputs.
func (t *Table) find(nd *scan, r Rule) int {
	in := &t.inputs[r.Input]
	mask, gap := r.Set&nd.present[r.Input], r.GapLeft
	if in.levels > 0 {
		here := nd.present[r.Input]
		if first := here & -here; mask&first == 0 {
			mask, gap = here&^mask, !gap
		}
	}
	rest := emptySide
	first, _ := slices.BinarySearchFunc(nd.cands, r.Input, func(c candidate, j int) int { return int(c.input) - j })
	for i := first; i < len(nd.cands) && int(nd.cands[i].input) == r.Input; i++ {
		c := &nd.cands[i]
		side := c.gap == gapEither || (c.gap == gapLeft) == gap
		switch {
		case in.levels == 0:
			if side && int(c.lo) <= r.Cut && r.Cut <= int(c.hi) {
				return firstRule + i
			}
		case c.mask == 0 && mask != nd.present[r.Input]:
			rest = firstRule + i
		case c.mask == mask && side:
			return firstRule + i
		}
	}
	return rest
}

// ruleOf draws one of the rules of weight i, each in proportion to its prior.
func (t *Table) ruleOf(nd *scan, i int, rng *rand.Rand) Rule {
	if i == emptySide || nd.cands[i-firstRule].mask == 0 && t.inputs[nd.cands[i-firstRule].input].levels > 0 {
		for {
			if r := t.priorRule(rng); t.find(nd, r) == i {
				return r
			}
		}
	}
	c := &nd.cands[i-firstRule]
	in := &t.inputs[c.input]
	r := Rule{Input: int(c.input), GapLeft: c.gap == gapLeft}
	if c.gap == gapEither && in.gaps {
		r.GapLeft = rng.IntN(2) == 0
	}
	if in.levels == 0 {
		r.Cut = drawMass(in.mass, int(c.lo), int(c.hi), rng)
		return r
	}
	return in.completed(r, c, nd.present[c.input], rng)
}

// completed sends the absent levels to either side; the first level of all goes left.
func (in *input) completed(r Rule, c *candidate, present uint64, rng *rand.Rand) Rule {
	all := uint64(1)<<in.levels - 1
	for {
		r.Set = c.mask | rng.Uint64()&all&^present
		if r.Set != all {
			break
		}
	}
	if r.Set == 0 || r.Set&1 == 0 {
		r.Set = all &^ r.Set
		r.GapLeft = !r.GapLeft
	}
	return r
}

// logWithin is the log prior probability of a rule among those of weight i.
func (t *Table) logWithin(nd *scan, i int, r Rule) float64 {
	if i == emptySide {
		return t.logRule(r) - numeric.Log(nd.empty)
	}
	return t.logRule(r) - float64(nd.cands[i-firstRule].prior)
}
