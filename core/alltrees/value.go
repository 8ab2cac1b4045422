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
