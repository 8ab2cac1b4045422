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
	t          *Table
	prior      Prior
	power      float64
	point      int // of the grid of sigma
	nodes      map[nodeKey]*node
	theta      [features]float64
	epoch      int
	learning   bool  // draws change the values on their way
	size       int64 // candidates held
	scanner    *scanner
	logs, lows []float64
	deflate    float64
	logStop    []float64 // by depth: log(1 - s) and log s
	logGo      []float64
	log        []float64 // by count
}

const (
	features    = 5
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
	nd := g.nodes[k]
	if nd == nil {
		nd = &node{key: k, st: g.t.statsOf(rows), epoch: -1}
		if depth < g.prior.MaxDepth {
			nd.cands, nd.empty, nd.present = g.scanner.scan(rows, &nd.st)
		}
		g.size += int64(len(nd.cands))
		g.nodes[k] = nd
		nd.used = g.epoch
		g.weigh(nd)
	}
	nd.used = g.epoch
	return nd
}

// weigh sets the weights of a node from its children, where they were valued in this epoch, and estimates elsewhere.
func (g *graph) weigh(nd *node) {
	m, d := &g.t.marginal, nd.key.depth
	nd.ml = m.leaf(&nd.st, g.point)
	logs := append(g.logs[:0], g.logStop[d]+g.power*nd.ml, math.Inf(-1))
	listed, input := math.Inf(-1), -1
	lows := append(g.lows[:0], logs[stop])
	for i := range nd.cands {
		c := &nd.cands[i]
		if int(c.input) != input {
			input, listed = int(c.input), math.Inf(-1)
		}
		w := listed + logUnlisted
		if c.n > 0 {
			est, low := g.pair(nd, c)
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

// pair is the log of the estimated sums of both sides of a candidate.
func (g *graph) pair(nd *node, c *candidate) (est, low float64) {
	d := nd.key.depth + 1
	if c.left != nil && c.left.epoch == g.epoch && c.right != nil && c.right.epoch == g.epoch {
		return c.left.value + c.right.value, c.left.low + c.right.low
	}
	l, r := int(c.n), nd.st.n-int(c.n)
	a, b := float64(c.a), float64(c.b)
	if g.t.class != nil {
		return g.estimate(l, -a, a, d) + g.estimate(r, -b, b, d), g.power*(a+b) + 2*g.logStop[d]
	}
	ra, rb := nd.st.sum-a, nd.st.squares-b
	s := &g.t.marginal.grid[g.point]
	ml, mr := s.normal(l, a, b), s.normal(r, ra, rb)
	est = g.estimate(l, scatter(l, a, b)/s.s2, ml, d) + g.estimate(r, scatter(r, ra, rb)/s.s2, mr, d)
	return est, g.power*(ml+mr) + 2*g.logStop[d]
}

// scatter is half the sum of squares around the mean.
func scatter(n int, sum, squares float64) float64 { return max(0, .5*(squares-sum*sum/float64(n))) }

// estimate is the log sum over the subtrees of a set of rows that has not been looked into.
func (g *graph) estimate(n int, bound, ml float64, depth int) float64 {
	if n < 2 || depth >= g.prior.MaxDepth {
		return g.power * ml
	}
	f := g.describe(n, bound, depth)
	s := -g.deflate
	for i, t := range g.theta {
		s += t * f[i]
	}
	return g.power*ml + min(max(s, g.logStop[depth]), g.power*bound)
}

func (g *graph) describe(n int, bound float64, depth int) [features]float64 {
	b := g.power * bound
	return [features]float64{1, b, math.Sqrt(b), g.log[n], g.log[min(depth+1, len(g.log)-1)]}
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
	for range 2 {
		g.epoch++
		for _, nd := range order {
			g.link(nd)
			g.weigh(nd)
		}
		g.fit(order)
	}
	g.epoch++
	for _, nd := range order {
		g.weigh(nd)
	}
}

// link drops the children that are no longer held.
func (g *graph) link(nd *node) {
	if nd.below != nil && g.nodes[nd.below.key] != nd.below {
		nd.below = nil
	}
	for i := range nd.cands {
		c := &nd.cands[i]
		if c.left != nil && (g.nodes[c.left.key] != c.left || g.nodes[c.right.key] != c.right) {
			c.left, c.right = nil, nil
		}
	}
}

// fit sets the estimates' coefficients by least squares on the nodes' values, weighted by rows.
func (g *graph) fit(order []*node) {
	var a [features * features]float64
	var b [features]float64
	for i := range features {
		a[i*features+i] = 1
	}
	for _, nd := range order {
		n := nd.st.n
		if n < 2 || nd.key.depth == 0 || nd.key.depth >= g.prior.MaxDepth {
			continue
		}
		f := g.describe(n, g.t.marginal.bound(n, nd.st.sum, nd.st.squares, nd.ml, g.point), nd.key.depth)
		w, y := float64(n), nd.low-g.power*nd.ml
		for i := range features {
			b[i] += w * f[i] * y
			for j := range features {
				a[i*features+j] += w * f[i] * f[j]
			}
		}
	}
	var root [features * features]float64
	numeric.Cholesky(root[:], a[:], features)
	numeric.SolveLower(b[:], root[:], b[:], features)
	numeric.SolveLowerTranspose(b[:], root[:], b[:], features)
	g.theta = b
	g.deflate = Lambda * g.spread(order)
}

// spread is the root mean square by which the fit misses, by rows.
func (g *graph) spread(order []*node) float64 {
	total, squares := 0.0, 0.0
	for _, nd := range order {
		n := nd.st.n
		if n < 2 || nd.key.depth == 0 || nd.key.depth >= g.prior.MaxDepth {
			continue
		}
		f := g.describe(n, g.t.marginal.bound(n, nd.st.sum, nd.st.squares, nd.ml, g.point), nd.key.depth)
		e := nd.low - g.power*nd.ml
		for i, t := range g.theta {
			e -= t * f[i]
		}
		total, squares = total+float64(n), squares+float64(n)*e*e
	}
	return math.Sqrt(squares / max(total, 1))
}

var Lambda = 0.0

// learn draws trees that expand what looks best and back the values up along them, then freezes the graph again.
func (g *graph) learn(trees int, rng *rand.Rand) {
	rows, key := g.t.all()
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
	left, right := g.t.part(rows, rule)
	l, ql := g.grow(left, g.t.key(left), depth+1, rng)
	r, qr := g.grow(right, g.t.key(right), depth+1, rng)
	g.met(nd, i, l, r, depth)
	if g.learning {
		g.weigh(nd)
	}
	return g.join(rule, l, r, depth), nd.logShare(i) + g.t.logWithin(nd, i, rule) + ql + qr
}

// met notes which nodes a candidate leads to, for the next revaluation.
func (g *graph) met(nd *node, i int, l, r *Tree, depth int) {
	child := func(s *Tree) *node { return g.nodes[nodeKey{s.key, depth + 1}] }
	switch {
	case i == emptySide && l.st.n > 0:
		nd.below = child(l)
	case i == emptySide:
		nd.below = child(r)
	case nd.cands[i-firstRule].n > 0 && nd.cands[i-firstRule].left == nil:
		c := &nd.cands[i-firstRule]
		if a, b := child(l), child(r); a != nil && b != nil {
			c.left, c.right = a, b
		}
	}
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
	return nd.logShare(i) + g.t.logWithin(nd, i, s.rule) + g.logDraw(s.left, left, depth+1) + g.logDraw(s.right, right, depth+1)
}
