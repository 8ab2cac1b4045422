// Forks of the graph: a job reads the frozen graph, keeps what it meets, and the graph takes that over in job order.

package alltrees

// link says which nodes a weight of a node leads to.
type link struct {
	from        nodeKey
	weight      int
	left, right nodeKey
}

// fork returns a graph that reads g's nodes and changes none of them: several forks can work at the same time.
func (g *graph) fork() *graph {
	f := *g
	f.base, f.nodes, f.touched, f.links, f.size = g.nodes, map[nodeKey]*node{}, map[nodeKey]bool{}, nil, 0
	f.work, f.forgotten = 0, 0
	f.scanner, f.logs, f.ahead = newScanner(g.t, false), nil, nil
	return &f
}

// forget drops what a fork has met. Whoever asks for it again makes it as it was.
func (g *graph) forget() {
	g.nodes, g.touched, g.links, g.size = map[nodeKey]*node{}, map[nodeKey]bool{}, nil, 0
	g.forgotten = g.work
}

// join takes over what a fork, or another graph of the same table, has met. New nodes are the same whichever fork made
// them, so that the division of the work into forks changes nothing but where one forgot.
func (g *graph) join(f *graph) {
	g.work += f.forgotten
	for k, nd := range f.nodes {
		if has := g.nodes[k]; has != nil {
			has.adopt(nd)
		} else {
			g.insert(nd)
		}
		g.nodes[k].used = g.epoch
	}
	for k := range f.touched {
		g.nodes[k].used = g.epoch
	}
	for _, k := range f.links {
		g.connect(k)
	}
}

// adopt takes over the children that the same node of another graph leads to; link finds their own copies.
func (nd *node) adopt(o *node) {
	if nd.below == nil {
		nd.below = o.below
	}
	for i, c := range o.links {
		if c.left != nil && nd.leadsTo(i).left == nil {
			nd.lead(i, c)
		}
	}
}

// held returns the node of a key, nil where there is none.
func (g *graph) held(k nodeKey) *node {
	if nd := g.nodes[k]; nd != nil {
		return nd
	}
	return g.base[k]
}

// touch notes that a node was asked for.
func (g *graph) touch(nd *node) {
	if g.base != nil {
		g.touched[nd.key] = true
		return
	}
	nd.used = g.epoch
}

// connect sets the children of a weight of a node, from the next revaluation on.
func (g *graph) connect(k link) {
	nd, l, r := g.nodes[k.from], g.nodes[k.left], g.nodes[k.right]
	if k.weight == emptySide {
		nd.below = l
		return
	}
	i := k.weight - firstRule
	if nd.cands[i].n > 0 && nd.leadsTo(i).left == nil && l != nil && r != nil {
		nd.lead(i, children{l, r})
	}
}
