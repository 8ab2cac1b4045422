// The value of a node: its rules' weights, from children that were looked into and estimates of those that were not.

package alltrees

import (
	"math"

	"dcctree/core/numeric"
)

const (
	features    = 7
	logUnlisted = -2.3 // the sets that are not listed get a tenth of those that are
)

// sides are the log marginal likelihoods of both sides of a candidate as leaves, and how far each could rise.
type sides struct{ left, right, boundLeft, boundRight float64 }

func (g *graph) sidesOf(nd *node, c *candidate) sides {
	a, b := float64(c.a), float64(c.b)
	if g.t.class != nil {
		return sides{a, b, -a, -b}
	}
	l, r := int(c.n), nd.st.n-int(c.n)
	ra, rb := nd.st.sum-a, nd.st.squares-b
	m := &g.t.marginal
	return sides{m.side(l, a, b, g.point), m.side(r, ra, rb, g.point), m.room(l, a, b, g.point),
		m.room(r, ra, rb, g.point)}
}

// scatter is half the sum of squares around the mean.
func scatter(n int, sum, squares float64) float64 {
	return numeric.Larger(0, .5*(squares-sum*sum/float64(n)))
}

// weigh sets the weights of a node from its children, where they were valued in this epoch, and estimates elsewhere.
func (g *graph) weigh(nd *node) {
	d := nd.key.depth
	nd.ml = g.t.marginal.leaf(&nd.st, g.point)
	logs := append(g.logs[:0], g.logStop[d]+g.power*nd.ml, math.Inf(-1))
	best := g.lookAhead(nd)
	listed, input := math.Inf(-1), -1
	for i := range nd.cands {
		c := &nd.cands[i]
		if int(c.input) != input {
			input, listed = int(c.input), math.Inf(-1)
		}
		w := listed + logUnlisted
		switch {
		case c.n > 0:
			w = g.logGo[d] + float64(c.prior) + g.pair(nd, i, &g.ahead[i], best)
			if g.t.inputs[input].levels > enumerated {
				listed = numeric.LogAddExp(listed, w)
			}
		case g.power == 0: // what begins a restart are trees of the prior
			w = g.logGo[d] + float64(c.prior)
		}
		logs = append(logs, w)
	}
	g.logs = logs
	rules := nd.setWeights(logs)
	if nd.empty > 0 {
		logs[emptySide] = g.logGo[d] + numeric.Log(nd.empty) + g.emptied(nd, rules)
		nd.addWeight(emptySide, logs)
	}
	nd.epoch = g.epoch
}

// bound sets the lower bound of a node from its children, where they were bounded in this epoch, and leaves elsewhere.
func (g *graph) bound(nd *node) {
	d := nd.key.depth
	nd.ml = g.t.marginal.leaf(&nd.st, g.point)
	lows := append(g.logs[:0], g.logStop[d]+g.power*nd.ml)
	for i := range nd.cands {
		if c := &nd.cands[i]; c.n > 0 {
			lows = append(lows, g.logGo[d]+float64(c.prior)+g.pairLow(nd, i))
		}
	}
	g.logs = lows
	nd.low = logSum(lows)
	nd.epoch = g.epoch
}

const negligible = 30 // nats below the largest term of a sum

// logSum is log sum exp of the terms that are not negligible.
func logSum(logs []float64) float64 {
	top, s := math.Inf(-1), 0.0
	for _, l := range logs {
		top = numeric.Larger(top, l)
	}
	for _, l := range logs {
		if l > top-negligible {
			s += numeric.Exp(l - top)
		}
	}
	return top + numeric.Log(s)
}

// lookAhead fills g.ahead with the sides of all candidates and returns the most that two leaves gain.
func (g *graph) lookAhead(nd *node) float64 {
	g.ahead = g.ahead[:0]
	best := 0.0
	for i := range nd.cands {
		s := sides{}
		if c := &nd.cands[i]; c.n > 0 {
			s = g.sidesOf(nd, c)
			best = numeric.Larger(best, s.left+s.right-nd.ml)
		}
		g.ahead = append(g.ahead, s)
	}
	return best
}

// linked returns the nodes of both sides of a candidate; ok reports whether they were valued in this epoch.
func (g *graph) linked(nd *node, i int) (c children, ok bool) {
	c = nd.leadsTo(i)
	return c, c.left != nil && c.left.epoch == g.epoch && c.right != nil && c.right.epoch == g.epoch
}

// pair is the log of the estimated sums of both sides of a candidate.
func (g *graph) pair(nd *node, i int, s *sides, best float64) float64 {
	if to, ok := g.linked(nd, i); ok {
		return to.left.value + to.right.value
	}
	c := &nd.cands[i]
	left, right := g.remainders(nd, s, best)
	l := g.estimate(int(c.n), s.boundLeft, left, nd.key.depth+1)
	r := g.estimate(nd.st.n-int(c.n), s.boundRight, right, nd.key.depth+1)
	return g.power*(s.left+s.right) + l + r
}

// pairLow is a lower bound of that: of what the graph holds.
func (g *graph) pairLow(nd *node, i int) float64 {
	if to, ok := g.linked(nd, i); ok {
		return to.left.low + to.right.low
	}
	c := &nd.cands[i]
	a, b := float64(c.a), float64(c.b)
	if g.t.class == nil {
		m := &g.t.marginal
		b = m.side(nd.st.n-int(c.n), nd.st.sum-a, nd.st.squares-b, g.point)
		a = m.side(int(c.n), a, float64(c.b), g.point)
	}
	return g.power*(a+b) + 2*g.logStop[nd.key.depth+1]
}

// remainders divide among the sides what the node's best split would gain beyond this one: it may be had below.
func (g *graph) remainders(nd *node, s *sides, best float64) (left, right float64) {
	rest := numeric.Larger(0, best-(s.left+s.right-nd.ml))
	share := (s.boundLeft + 1e-9) / (s.boundLeft + s.boundRight + 2e-9)
	return rest * share, rest * (1 - share)
}

// estimate is the log of how much the sum over the subtrees of a set of rows exceeds a leaf, not looked into.
func (g *graph) estimate(n int, bound, rest float64, depth int) float64 {
	if n < 2 || depth >= g.prior.MaxDepth {
		return 0
	}
	b, r, t := g.power*bound, g.power*rest, &g.theta
	s := g.level[depth] + t[1]*b + t[2]*math.Sqrt(b) + t[3]*g.log[n] + t[5]*r + t[6]*math.Sqrt(r)
	return numeric.Smaller(numeric.Larger(s, g.logStop[depth]), b)
}

// describe is what the fit knows of a side; estimate multiplies it out.
func (g *graph) describe(n int, bound, rest float64, depth int) [features]float64 {
	b, r := g.power*bound, g.power*rest
	return [features]float64{1, b, math.Sqrt(b), g.log[n], g.logDepth(depth), r, math.Sqrt(r)}
}

func (g *graph) logDepth(depth int) float64 { return g.log[min(depth+1, len(g.log)-1)] }

// emptied is the log sum over the subtrees of all rows of the node one level down, after a split with an empty side.
// rules is the sum of the weights of the other rules.
func (g *graph) emptied(nd *node, rules float64) float64 {
	if nd.below != nil && nd.below.epoch == g.epoch {
		return nd.below.value
	}
	gain, leaf := 0.0, g.power*nd.ml
	if rules > 0 {
		gain = numeric.Exp(min(600, nd.top+numeric.Log(rules)-g.logGo[nd.key.depth]-leaf))
	}
	z := 1.0
	for d := g.prior.MaxDepth - 1; d > nd.key.depth; d-- {
		s := g.prior.split(d)
		z = 1 - s + s*(gain+nd.empty*z)
	}
	return leaf + numeric.Log(z)
}
