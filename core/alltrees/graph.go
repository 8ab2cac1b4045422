// The learned graph: nodes by (set of rows, depth), their estimated sums over all subtrees, and draws from them.

package alltrees

import (
	"cmp"
	"slices"

	"dcctree/core/numeric"
)

// graph is a proposal of trees at a power of the likelihood. Between two revaluations it is a fixed distribution:
// a node that is met for the first time is valued by its own candidates alone, whoever meets it.
type graph struct {
	t                *Table
	prior            Prior
	power            float64
	point            int // of the grid of sigma, or a level
	nodes            map[nodeKey]*node
	base             map[nodeKey]*node // of a fork: the nodes of the frozen graph
	touched          map[nodeKey]bool  // of a fork: keys asked for
	links            []link            // of a fork: what was met
	theta            [features]float64
	level            []float64 // by depth: what the estimates have in common
	epoch            int
	learning         bool  // draws change the values on their way
	size             int64 // candidates held
	work             int64 // rows times inputs scanned, and candidates weighed
	forgotten        int64 // of a fork: the work that went into nodes that it no longer has
	scanner          *scanner
	logs             []float64
	ahead            []sides
	deflate, caution float64
	logStop          []float64 // by depth: log(1 - s) and log s
	logGo            []float64
	log              []float64 // by count
}

func newGraph(t *Table, p Prior) *graph {
	g := &graph{t: t, prior: p, nodes: map[nodeKey]*node{}, scanner: newScanner(t, false),
		point: t.marginal.points() / 2}
	for d := range p.MaxDepth + 2 {
		s := p.split(d)
		if len(t.inputs) == 0 {
			s = 0
		}
		g.level = append(g.level, 0)
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
		nd = &node{key: k, st: g.t.statsOf(rows), epoch: -1, fresh: !g.learning}
		if depth < g.prior.MaxDepth {
			nd.scan = g.scanner.scan(rows, &nd.st, g.point)
		}
		g.insert(nd)
		g.bound(nd)
		g.weigh(nd)
	}
	g.touch(nd)
	return nd
}

// insert takes a new node in, and counts the work that it was.
func (g *graph) insert(nd *node) {
	g.nodes[nd.key] = nd
	g.size += int64(len(nd.cands))
	g.work += int64(nd.st.n*len(g.t.inputs) + len(nd.cands))
}

// revalue sets the power and the point of the grid, fits the estimates and values all nodes from below.
func (g *graph) revalue(power float64, point int) {
	g.power, g.point = power, point
	order := make([]*node, 0, len(g.nodes))
	for _, nd := range g.nodes {
		order = append(order, nd)
	}
	slices.SortFunc(order, func(a, b *node) int { // children before parents, in one order always
		return cmp.Or(cmp.Compare(a.st.n, b.st.n), -cmp.Compare(a.key.depth, b.key.depth),
			cmp.Compare(a.key.rows, b.key.rows))
	})
	g.work += 2 * g.size
	g.epoch++
	for _, nd := range order {
		g.link(nd)
		g.t.marginal.weighed(&nd.scan, &nd.st, g.point)
		g.bound(nd)
		nd.fresh = false
	}
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
	for i, c := range nd.links {
		if c.left == nil {
			continue
		}
		c = children{g.nodes[c.left.key], g.nodes[c.right.key]}
		if c.left == nil || c.right == nil {
			c = children{}
		}
		nd.links[i] = c
	}
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

// shed drops the fresh nodes when more than limit candidates are held. Whoever asks for one again makes it as it was,
// so that the distribution of draws stays.
func (g *graph) shed(limit int64) {
	if g.size <= limit {
		return
	}
	g.size = 0
	for k, nd := range g.nodes {
		if nd.fresh {
			delete(g.nodes, k)
		} else {
			g.size += int64(len(nd.cands))
		}
	}
	for _, nd := range g.nodes {
		g.link(nd)
	}
}
