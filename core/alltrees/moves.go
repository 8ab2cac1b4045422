// Moves of one tree: subtrees redrawn from the graph, rules changed, shifted and swapped with all below kept.

package alltrees

import (
	"math/rand/v2"

	"dcctree/core/numeric"
)

// particle is a tree with the log likelihoods of its leaves by point of the grid.
type particle struct {
	tree    *Tree
	byPoint []float64
	logLik  float64 // at the graph's power, sigma summed out
}

func (g *graph) particle(s *Tree) particle {
	p := particle{tree: s, byPoint: make([]float64, g.t.marginal.points())}
	g.t.byPoint(s, p.byPoint)
	p.logLik = g.t.marginal.tempered(p.byPoint, g.power)
	return p
}

// Moves counts tries and acceptances of each kind of move: redraw, redraw of the root, change, shift, swap.
type Moves struct{ Tried, Accepted [5]int }

const (
	redraw = iota
	redrawRoot
	change
	shift
	swap
)

func (m *Moves) count(kind int, accepted bool) {
	m.Tried[kind]++
	if accepted {
		m.Accepted[kind]++
	}
}

// step makes one move; the kinds take turns at random.
func (g *graph) step(p *particle, rng *rand.Rand, m *Moves) {
	u := rng.Float64()
	switch {
	case u < .5:
		g.redraw(p, rng, m)
	case p.tree.splits == 0: // nothing to change
	case u < .7:
		m.count(change, g.change(p, rng))
	case u < .85:
		m.count(shift, g.shift(p, rng))
	default:
		m.count(swap, g.swap(p, rng))
	}
}

// redraw replaces the subtree at a random node by an independent draw.
func (g *graph) redraw(p *particle, rng *rand.Rand, m *Moves) {
	at := g.any(p.tree, rng)
	depth, key := len(at.up), at.at.key
	old := g.logDraw(at.at, at.rows, depth)
	s, drawn := g.grow(at.rows, key, depth, rng)
	next := g.put(&at, s)
	ratio := old - drawn + numeric.Log(float64(p.tree.nodes)/float64(next.nodes))
	kind := redraw
	if depth == 0 {
		kind = redrawRoot
	}
	m.count(kind, g.accept(p, next, ratio, rng))
}

// accept moves the particle by Metropolis-Hastings; ratio is the log of the proposals' ratio, back over forth.
func (g *graph) accept(p *particle, next *Tree, ratio float64, rng *rand.Rand) bool {
	if next == nil {
		return false
	}
	q := g.particle(next)
	ratio += next.logPrior - p.tree.logPrior + q.logLik - p.logLik
	if ratio < 0 && rng.Float64() >= numeric.Exp(ratio) {
		return false
	}
	*p = q
	return true
}

// change draws another rule for a random split from the graph and keeps the rules below.
func (g *graph) change(p *particle, rng *rand.Rand) bool {
	at := g.pick(p.tree, rng.IntN(p.tree.splits), true)
	nd := g.node(at.rows, at.at.key, len(at.up))
	i := nd.draw(emptySide, rng)
	rule := g.t.ruleOf(&nd.scan, i, rng)
	was := g.t.find(&nd.scan, at.at.rule)
	ratio := nd.logShare(was) + g.t.logWithin(&nd.scan, was, at.at.rule) -
		nd.logShare(i) - g.t.logWithin(&nd.scan, i, rule)
	return g.rerule(p, &at, rule, ratio, rng)
}

// rerule tries a rule at a place.
func (g *graph) rerule(p *particle, at *place, rule Rule, ratio float64, rng *rand.Rand) bool {
	s := g.resplit(rule, at.at, at.rows, len(at.up))
	if s == nil {
		return false
	}
	return g.accept(p, g.put(at, s), ratio, rng)
}

const farthest = 8 // steps of a shifted threshold

// shift moves the threshold of a random split by a few steps, or the sides of its gaps or of one level.
func (g *graph) shift(p *particle, rng *rand.Rand) bool {
	at := g.pick(p.tree, rng.IntN(p.tree.splits), true)
	rule := at.at.rule
	if !g.t.shifted(&rule, rng) {
		return false
	}
	return g.rerule(p, &at, rule, 0, rng)
}

// shifted moves a rule a little, by a step that is as probable back; it reports whether there is such a rule.
func (t *Table) shifted(rule *Rule, rng *rand.Rand) bool {
	in := &t.inputs[rule.Input]
	switch {
	case in.gaps && rng.IntN(4) == 0:
		rule.GapLeft = !rule.GapLeft
	case in.levels > 0:
		rule.Set ^= 1 << (1 + rng.IntN(in.levels-1))
		return rule.Set != uint64(1)<<in.levels-1
	default:
		by := 1 + rng.IntN(farthest)
		if rng.IntN(2) == 0 {
			by = -by
		}
		rule.Cut += by
		return rule.Cut >= 0 && rule.Cut < len(in.cuts)
	}
	return true
}

// swap exchanges the rules of a random split and one of the splits right below it.
func (g *graph) swap(p *particle, rng *rand.Rand) bool {
	at := g.pick(p.tree, rng.IntN(p.tree.splits), true)
	s := *at.at
	below := &s.left
	if rng.IntN(2) == 0 {
		below = &s.right
	}
	if (*below).left == nil {
		return false
	}
	child := **below
	rule := child.rule
	child.rule, child.key = s.rule, 0
	child.st.n = 0 // so that it is split anew
	*below = &child
	next := g.resplit(rule, &s, at.rows, len(at.up))
	if next == nil {
		return false
	}
	return g.accept(p, g.put(&at, next), 0, rng)
}
