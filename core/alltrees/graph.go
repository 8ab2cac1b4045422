// The learned graph: nodes by (set of rows, depth), their estimated sums over all subtrees, and draws from them.

package alltrees

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"dcctree/core/numeric"
)

// graph is a proposal of trees at a power of the likelihood. Between two revaluations it is a fixed distribution:
// a node that is met for the first time is valued by its own candidates alone, whoever meets it.
type graph struct {
	t                *Table
	prior            Prior
	power            float64
	bounding         bool // only lower bounds are asked for
	point            int  // of the grid of sigma
	nodes            map[nodeKey]*node
	base             map[nodeKey]*node // of a fork: the nodes of the frozen graph
	touched          map[nodeKey]bool  // of a fork: keys asked for
	links            []link            // of a fork: what was met
	theta            [features]float64
	epoch            int
	learning         bool  // draws change the values on their way
	size             int64 // candidates held
	scanner          *scanner
	logs, lows       []float64
	ahead            []sides
	deflate, caution float64
	logStop          []float64 // by depth: log(1 - s) and log s
	logGo            []float64
	log              []float64 // by count
}

const (
	features    = 7
	logUnlisted = -2.3 // the sets that are not listed get a tenth of those that are
)

func newGraph(t *Table, p Prior) *graph {
	g := &graph{t: t, prior: p, nodes: map[nodeKey]*node{}, scanner: newScanner(t), point: len(t.marginal.grid) / 2}
	for d := range p.MaxDepth + 2 {
		s := p.split(d)
		if len(t.inputs) == 0 {
			s = 0
		}
		g.logStop, g.logGo = append(g.logStop, numeric.Log(1-s)), append(g.logGo, numeric.Log(s))
	}
	for n := range t.rows + 1 {
		g.log = append(g.log, numeric.Log(float64(max(n, 1))))
	}
	return g
}

// node returns the node of the rows at a depth, made and valued when it is new.
func (g *graph) node(rows []int32, key uint64, depth int) *node {
	k := nodeKey{key, depth}
	nd := g.held(k)
	if nd == nil {
		nd = &node{key: k, st: g.t.statsOf(rows), epoch: -1}
		if depth < g.prior.MaxDepth {
			nd.cands, nd.empty, nd.present = g.scanner.scan(rows, &nd.st)
		}
		g.size += int64(len(nd.cands))
		g.nodes[k] = nd
		g.weigh(nd)
	}
	g.touch(nd)
	return nd
}

// sides are the log marginal likelihoods of both sides of a candidate as leaves, and how far each could rise.
type sides struct{ left, right, boundLeft, boundRight float64 }

func (g *graph) sidesOf(nd *node, c *candidate) sides {
	a, b := float64(c.a), float64(c.b)
	if g.t.class != nil {
		return sides{a, b, -a, -b}
	}
	l, r := int(c.n), nd.st.n-int(c.n)
	ra, rb := nd.st.sum-a, nd.st.squares-b
	s := &g.t.marginal.grid[g.point]
	return sides{s.normal(l, a, b), s.normal(r, ra, rb), scatter(l, a, b) / s.s2, scatter(r, ra, rb) / s.s2}
}

// scatter is half the sum of squares around the mean.
func scatter(n int, sum, squares float64) float64 { return max(0, .5*(squares-sum*sum/float64(n))) }

// weigh sets the weights of a node from its children, where they were valued in this epoch, and estimates elsewhere.
func (g *graph) weigh(nd *node) {
	d := nd.key.depth
	nd.ml = g.t.marginal.leaf(&nd.st, g.point)
	logs := append(g.logs[:0], g.logStop[d]+g.power*nd.ml, math.Inf(-1))
	lows := append(g.lows[:0], logs[stop])
	best := g.lookAhead(nd)
	listed, input := math.Inf(-1), -1
	for i := range nd.cands {
		c := &nd.cands[i]
		if int(c.input) != input {
			input, listed = int(c.input), math.Inf(-1)
		}
		w := listed + logUnlisted
		if c.n > 0 {
			est, low := g.pair(nd, c, &g.ahead[i], best)
			w = g.logGo[d] + float64(c.prior) + est
			lows = append(lows, g.logGo[d]+float64(c.prior)+low)
			if g.t.inputs[input].levels > enumerated {
				listed = numeric.LogAddExp(listed, w)
			}
		}
		logs = append(logs, w)
	}
	g.scanner.work += int64(len(nd.cands))
	if nd.empty > 0 {
		logs[emptySide] = g.logGo[d] + numeric.Log(nd.empty) + g.emptied(nd, logs[firstRule:])
	}
	g.logs, g.lows = logs, lows
	nd.low = numeric.LogSumExp(lows)
	nd.setWeights(logs)
	nd.epoch = g.epoch
}

// lookAhead fills g.ahead with the sides of all candidates and returns the most that two leaves gain.
func (g *graph) lookAhead(nd *node) float64 {
	g.ahead = g.ahead[:0]
	best := 0.0
	for i := range nd.cands {
		s := sides{}
		if c := &nd.cands[i]; c.n > 0 {
			s = g.sidesOf(nd, c)
			best = max(best, s.left+s.right-nd.ml)
		}
		g.ahead = append(g.ahead, s)
	}
	return best
}

// linked reports whether both sides of a candidate were valued in this epoch.
func (g *graph) linked(c *candidate) bool {
	return c.left != nil && c.left.epoch == g.epoch && c.right != nil && c.right.epoch == g.epoch
}

// pair is the log of the estimated sums of both sides of a candidate, and of a lower bound.
func (g *graph) pair(nd *node, c *candidate, s *sides, best float64) (est, low float64) {
	if g.linked(c) {
		return c.left.value + c.right.value, c.left.low + c.right.low
	}
	d := nd.key.depth + 1
	low = g.power*(s.left+s.right) + 2*g.logStop[d]
	if g.bounding {
		return low, low
	}
	left, right := g.remainders(nd, s, best)
	l := g.estimate(int(c.n), s.boundLeft, left, d)
	r := g.estimate(nd.st.n-int(c.n), s.boundRight, right, d)
	return g.power*(s.left+s.right) + l + r, low
}

// remainders divide among the sides what the node's best split would gain beyond this one: it may be had below.
func (g *graph) remainders(nd *node, s *sides, best float64) (left, right float64) {
	rest := max(0, best-(s.left+s.right-nd.ml))
	share := (s.boundLeft + 1e-9) / (s.boundLeft + s.boundRight + 2e-9)
	return rest * share, rest * (1 - share)
}

// estimate is the log of how much the sum over the subtrees of a set of rows exceeds a leaf, not looked into.
func (g *graph) estimate(n int, bound, rest float64, depth int) float64 {
	if n < 2 || depth >= g.prior.MaxDepth {
		return 0
	}
	f := g.describe(n, bound, rest, depth)
	s := -g.deflate
	for i, t := range g.theta {
		s += t * f[i]
	}
	return min(max(s, g.logStop[depth]), g.power*bound)
}

func (g *graph) describe(n int, bound, rest float64, depth int) [features]float64 {
	b, r := g.power*bound, g.power*rest
	return [features]float64{1, b, math.Sqrt(b), g.log[n], g.log[min(depth+1, len(g.log)-1)], r, math.Sqrt(r)}
}

// emptied is the log sum over the subtrees of all rows of the node one level down, after a split with an empty side.
func (g *graph) emptied(nd *node, rules []float64) float64 {
	if nd.below != nil && nd.below.epoch == g.epoch {
		return nd.below.value
	}
	gain, leaf := 0.0, g.power*nd.ml
	if len(rules) > 0 {
		gain = numeric.Exp(min(600, numeric.LogSumExp(rules)-g.logGo[nd.key.depth]-leaf))
	}
	z := 1.0
	for d := g.prior.MaxDepth - 1; d > nd.key.depth; d-- {
		s := g.prior.split(d)
		z = 1 - s + s*(gain+nd.empty*z)
	}
	return leaf + numeric.Log(z)
}

// revalue sets the power and the point of the grid, fits the estimates and values all nodes from below.
func (g *graph) revalue(power float64, point int) {
	g.power, g.point = power, point
	order := make([]*node, 0, len(g.nodes))
	for _, nd := range g.nodes {
		order = append(order, nd)
	}
	slices.SortFunc(order, func(a, b *node) int {
		return cmp.Or(cmp.Compare(a.st.n, b.st.n), -cmp.Compare(a.key.depth, b.key.depth), cmp.Compare(a.key.rows, b.key.rows))
	})
	g.epoch++
	g.bounding = true
	for _, nd := range order {
		g.link(nd)
		g.weigh(nd)
	}
	g.bounding = false
	g.fit(order) // to the lower bounds, which know no estimate
	g.epoch++
	for _, nd := range order {
		g.weigh(nd)
	}
}

// link finds the children by their keys, and drops those that are no longer held.
func (g *graph) link(nd *node) {
	if nd.below != nil {
		nd.below = g.nodes[nd.below.key]
	}
	for i := range nd.cands {
		c := &nd.cands[i]
		if c.left == nil {
			continue
		}
		c.left, c.right = g.nodes[c.left.key], g.nodes[c.right.key]
		if c.left == nil || c.right == nil {
			c.left, c.right = nil, nil
		}
	}
}

// fit sets the estimates' coefficients by least squares on the nodes' lower bounds, weighted by rows.
func (g *graph) fit(order []*node) {
	var a [features * features]float64
	var b [features]float64
	for i := range features {
		a[i*features+i] = 1
	}
	total, squares := 1e-9, 0.0
	g.examples(order, func(f *[features]float64, y, w float64) {
		total, squares = total+w, squares+w*y*y
		for i := range features {
			b[i] += w * f[i] * y
			for j := range features {
				a[i*features+j] += w * f[i] * f[j]
			}
		}
	})
	var root [features * features]float64
	numeric.Cholesky(root[:], a[:], features)
	c := b
	numeric.SolveLower(c[:], root[:], c[:], features)
	numeric.SolveLowerTranspose(c[:], root[:], c[:], features)
	g.theta = c
	g.deflate = g.caution * math.Sqrt(max(0, squares-numeric.Dot(b[:], c[:]))/total)
}

// examples calls with every side that was looked into: its description, how much its lower bound exceeds a leaf, its rows.
func (g *graph) examples(order []*node, use func(f *[features]float64, y, w float64)) {
	for _, nd := range order {
		best, looked := 0.0, false
		for i := range nd.cands {
			c := &nd.cands[i]
			if c.n == 0 || !g.linked(c) {
				continue
			}
			if !looked {
				best, looked = g.lookAhead(nd), true
			}
			s := g.ahead[i]
			l, r := g.remainders(nd, &s, best)
			g.example(c.left, s.boundLeft, l, use)
			g.example(c.right, s.boundRight, r, use)
		}
	}
}

func (g *graph) example(nd *node, bound, rest float64, use func(f *[features]float64, y, w float64)) {
	if nd.st.n > 1 && nd.key.depth < g.prior.MaxDepth {
		f := g.describe(nd.st.n, bound, rest, nd.key.depth)
		use(&f, nd.low-g.power*nd.ml, float64(nd.st.n))
	}
}

// learn draws trees that expand what looks best and back the values up along them, then freezes the graph again.
func (g *graph) learn(trees int, rng *rand.Rand) {
	rows, key := g.t.all()
	g.revalue(g.power, g.point)
	g.learning = true
	for range trees {
		g.grow(rows, key, 0, rng)
	}
	g.learning = false
	g.revalue(g.power, g.point)
}

// evict keeps only the nodes asked for since the given epoch, when more than limit candidates are held.
func (g *graph) evict(limit int64, since int) {
	if g.size <= limit {
		return
	}
	g.size = 0
	for k, nd := range g.nodes {
		if nd.used < since {
			delete(g.nodes, k)
		} else {
			g.size += int64(len(nd.cands))
		}
	}
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
	rule := g.t.ruleOf(nd, i, rng)
	_, wasLow := g.contribution(nd, i)
	left, right := g.t.part(rows, rule)
	l, ql := g.grow(left, g.t.key(left), depth+1, rng)
	r, qr := g.grow(right, g.t.key(right), depth+1, rng)
	g.met(nd, i, rule, l, r)
	if g.learning && i >= firstRule {
		g.backUp(nd, i, wasLow)
	}
	return g.split(rule, l, r, depth), nd.logShare(i) + g.t.logWithin(nd, i, rule) + ql + qr
}

// contribution is the log of what a candidate adds to a node's value, and to its lower bound.
func (g *graph) contribution(nd *node, i int) (value, low float64) {
	if !g.learning || i < firstRule || nd.cands[i-firstRule].n == 0 {
		return math.Inf(-1), math.Inf(-1)
	}
	c := &nd.cands[i-firstRule]
	base := g.logGo[nd.key.depth] + float64(c.prior)
	s := g.sidesOf(nd, c)
	value, low = g.pair(nd, c, &s, 0)
	return base + value, base + low
}

// backUp takes a candidate's changed contribution over into the node, in time that does not grow with the candidates.
func (g *graph) backUp(nd *node, i int, wasLow float64) {
	now, nowLow := g.contribution(nd, i)
	if now > nd.value+2 || math.IsInf(now, -1) {
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
	k := link{from: nd.key, weight: i, left: nodeKey{l.key, nd.key.depth + 1}, right: nodeKey{r.key, nd.key.depth + 1}}
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
	i := g.t.find(nd, s.rule)
	left, right := g.t.part(rows, s.rule)
	below := g.logDraw(s.left, left, depth+1) + g.logDraw(s.right, right, depth+1)
	g.met(nd, i, s.rule, s.left, s.right)
	return nd.logShare(i) + g.t.logWithin(nd, i, s.rule) + below
}
