// Draws of trees from the graph, and their probability.

package alltrees

import (
	"math"
	"math/rand/v2"

	"dcctree/core/numeric"
)

// learn values the graph anew, and draws trees that expand what looks best and back the values up along them, until it
// holds more than limit candidates. Then it is frozen: nodes beside these trees keep the values that they had.
func (g *graph) learn(trees int, limit int64, rng *rand.Rand) {
	rows, key := g.t.all()
	g.revalue(g.power, g.point)
	g.learning = true
	for k := 0; k < trees && g.size <= limit; k++ {
		g.grow(rows, key, 0, rng)
	}
	g.learning = false
}

// grow draws the subtree of the rows at a depth, and returns the log probability of its draw.
func (g *graph) grow(rows []int32, key uint64, depth int, rng *rand.Rand) (*Tree, float64) {
	if len(rows) == 0 {
		return &Tree{st: stats{counts: make([]int32, g.t.marginal.classes)}}, 0
	}
	nd := g.node(rows, key, depth)
	i := nd.draw(stop, rng)
	if i == stop {
		return g.leaf(nd), nd.logShare(stop)
	}
	rule := g.t.ruleOf(&nd.scan, i, rng)
	_, wasLow := g.contribution(nd, i)
	left, right := g.t.part(rows, rule)
	l, ql := g.grow(left, g.t.key(left), depth+1, rng)
	r, qr := g.grow(right, g.t.key(right), depth+1, rng)
	g.met(nd, i, rule, l, r)
	if g.learning && i >= firstRule {
		g.backUp(nd, i, wasLow)
	}
	return g.split(rule, l, r, depth), nd.logShare(i) + g.t.logWithin(&nd.scan, i, rule) + ql + qr
}

// contribution is the log of what a candidate adds to a node's value, and to its lower bound.
func (g *graph) contribution(nd *node, i int) (value, low float64) {
	if !g.learning || i < firstRule || nd.cands[i-firstRule].n == 0 {
		return math.Inf(-1), math.Inf(-1)
	}
	c := &nd.cands[i-firstRule]
	base := g.logGo[nd.key.depth] + float64(c.prior)
	s := g.sidesOf(nd, c)
	return base + g.pair(nd, i-firstRule, &s, 0), base + g.pairLow(nd, i-firstRule)
}

// backUp takes a candidate's changed contribution over into the node, in time that does not grow with the candidates.
func (g *graph) backUp(nd *node, i int, wasLow float64) {
	now, nowLow := g.contribution(nd, i)
	if now > nd.value+2 || math.IsInf(now, -1) {
		g.bound(nd)
		g.weigh(nd)
		return
	}
	w := float32(max(leastWeight, numeric.Exp(now-nd.top)))
	nd.total += float64(w) - float64(nd.weights[i])
	nd.weights[i] = w
	nd.value = nd.top + numeric.Log(nd.total)
	nd.low += numeric.Log(max(1e-3, 1+numeric.Exp(nowLow-nd.low)-numeric.Exp(wasLow-nd.low)))
}

// met notes which nodes a candidate leads to.
func (g *graph) met(nd *node, i int, rule Rule, l, r *Tree) {
	if i == emptySide && l.st.n == 0 {
		l = r
	}
	if i >= firstRule {
		here := nd.present[rule.Input]
		if rule.Set&here&-here == 0 && g.t.inputs[rule.Input].levels > 0 {
			l, r = r, l // the candidate has the first level present on its left
		}
	}
	below := nd.key.depth + 1
	k := link{from: nd.key, weight: i, left: nodeKey{l.key, below}, right: nodeKey{r.key, below}}
	if g.base != nil {
		g.links = append(g.links, k)
		return
	}
	g.connect(k)
}

// logDraw is the log probability with which grow draws a subtree.
func (g *graph) logDraw(s *Tree, rows []int32, depth int) float64 {
	if len(rows) == 0 {
		return 0
	}
	nd := g.node(rows, s.key, depth)
	if s.left == nil {
		return nd.logShare(stop)
	}
	i := g.t.find(&nd.scan, s.rule)
	left, right := g.t.part(rows, s.rule)
	below := g.logDraw(s.left, left, depth+1) + g.logDraw(s.right, right, depth+1)
	g.met(nd, i, s.rule, s.left, s.right)
	return nd.logShare(i) + g.t.logWithin(&nd.scan, i, s.rule) + below
}
