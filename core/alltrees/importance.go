// Importance sampling of all trees from the frozen graph, and the bridge between its draws and a sample's.

package alltrees

import (
	"math"
	"strconv"

	"dcctree/core/diagnostics"
	"dcctree/core/numeric"
	"dcctree/core/random"
)

// Draws are independent trees from the frozen graph with their log weights, and what they say of the evidence.
type Draws struct {
	Trees       []*Tree
	LogWeights  []float64
	LogEvidence float64 // of the mean weight, which is unbiased
	Effective   float64
	ParetoK     float64
	Bridge      float64 // log evidence by the bridge to the sample's trees
}

// Freeze draws n trees from the frozen graph. What they meet is not kept beyond a bound: a table of 1,000 rows and 30
// inputs came to 18 GB by 1,000 draws.
func (r *Sample) Freeze(n int, seed uint64) Draws {
	rows, key := r.cloud.t.all()
	g := r.cloud.graph
	held := g.size
	d := Draws{Trees: make([]*Tree, n), LogWeights: make([]float64, n)}
	for i := range n {
		rng := random.Stream(seed, "alltrees", "draw", strconv.Itoa(i))
		tree, logQ := g.grow(rows, key, 0, rng)
		d.Trees[i] = tree
		d.LogWeights[i] = tree.logPrior + g.particle(tree).logLik - logQ
		if g.size > held+overfull*r.cloud.limit {
			g.shed(0)
			held = g.size
		}
	}
	d.LogEvidence = numeric.LogSumExp(d.LogWeights) - numeric.Log(float64(n)) + r.cloud.t.perDeviation()
	d.Effective = effective(d.LogWeights)
	d.ParetoK = diagnostics.ParetoK(d.LogWeights)
	d.Bridge = bridge(d.LogWeights, r.logs) + r.cloud.t.perDeviation()
	return d
}

// logWeight is the log posterior of a tree over the graph's probability, unnormalized.
func (c *cloud) logWeight(p *particle) float64 {
	rows, _ := c.t.all()
	return p.tree.logPrior + p.logLik - c.graph.logDraw(p.tree, rows, 0)
}

const bridgeSteps = 200

// bridge is Meng and Wong's estimate of the log evidence from log weights of proposal and of posterior draws.
func bridge(proposal, posterior []float64) float64 {
	z := numeric.LogSumExp(proposal) - numeric.Log(float64(len(proposal)))
	n, m := float64(len(proposal)), float64(len(posterior))
	up, down := make([]float64, len(proposal)), make([]float64, len(posterior))
	for range bridgeSteps {
		for i, w := range proposal {
			up[i] = w - numeric.LogAddExp(numeric.Log(m)+w-z, numeric.Log(n))
		}
		for i, w := range posterior {
			down[i] = -numeric.LogAddExp(numeric.Log(m)+w-z, numeric.Log(n))
		}
		next := numeric.LogSumExp(up) - numeric.Log(n) - numeric.LogSumExp(down) + numeric.Log(m)
		if math.Abs(next-z) < 1e-9 {
			return next
		}
		z = next
	}
	return z
}
