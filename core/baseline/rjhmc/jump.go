// Jumps between topologies and the ratio with which they are accepted.

package rjhmc

import (
	"math/rand/v2"

	"dcctree/core/hmc"
	"dcctree/core/numeric"
	"dcctree/core/topology"
)

// Ratio holds the logarithms of the factors of an acceptance ratio.
type Ratio struct {
	Likelihood float64 // likelihood of the proposal to that of the present state
	Prior      float64 // prior density of the proposal's parameters to that of the present state's, constrained
	Proposal   float64 // 1 to the density of the numbers drawn (grow); density of the numbers dropped to 1 (prune)
	Move       float64 // probability of the reverse move, choice of node included, to that of the move
	Structure  float64 // prior of the proposed topology to that of the present one
}

// Log returns the logarithm of the ratio.
func (r Ratio) Log() float64 { return r.Likelihood + r.Prior + r.Proposal + r.Move + r.Structure }

// jump is a proposed move. All numbers are of the smaller and the larger of the two topologies.
type jump struct {
	move  topology.Move
	to    topology.Topology
	split int // pre-order number of the split that is there in the larger topology alone
	// its place among the leaves of the smaller topology; its children in the larger are leaf and leaf+1
	leaf int
	log  float64 // Ratio.Move
}

// propose draws a move from topology t.
func (c *Chain) propose(t topology.Topology, rng *rand.Rand) jump {
	grow, prune := c.changes(t)
	switch u := rng.Float64(); {
	case u < grow:
		return c.growth(t, rng.IntN(len(t.Growable())), grow)
	case u < grow+prune:
		return c.pruning(t, rng.IntN(len(t.Prunable())), prune)
	}
	return jump{move: topology.Stay, to: t}
}

// changes returns the probabilities of growing and pruning topology t.
func (c *Chain) changes(t topology.Topology) (grow, prune float64) {
	p, s := c.moves(), c.settings
	// some leaf always lies above topology.MaxDepth
	mayGrow, mayPrune := t.Splits() < s.MaxSplits, t.Splits() > s.MinSplits
	switch {
	case mayGrow && mayPrune:
		return p.Grow, p.Prune
	case mayGrow:
		return p.Grow + p.Prune, 0
	case mayPrune:
		return 0, p.Grow + p.Prune
	}
	return 0, 0
}

// growth is the jump that splits the i-th leaf that may be split, chosen among them with a move of the given
// probability.
func (c *Chain) growth(t topology.Topology, i int, grow float64) jump {
	growable := t.Growable()
	j := jump{move: topology.Grow, leaf: growable[i], to: t.Grow(growable[i])}
	j.split = splitAbove(j.to, j.leaf)
	_, back := c.changes(j.to)
	j.log = choice(back, len(j.to.Prunable())) - choice(grow, len(growable))
	return j
}

// pruning is the jump that prunes the i-th split that may be pruned.
func (c *Chain) pruning(t topology.Topology, i int, prune float64) jump {
	prunable := t.Prunable()
	j := jump{move: topology.Prune, split: prunable[i], to: t.Prune(prunable[i])}
	nodes := t.Nodes()
	for _, n := range nodes {
		if !n.Leaf && n.Index == j.split {
			j.leaf = nodes[n.Left].Index
		}
	}
	back, _ := c.changes(j.to)
	j.log = choice(back, len(j.to.Growable())) - choice(prune, len(prunable))
	return j
}

// choice is the log probability of a move and of one of n nodes.
func choice(move float64, n int) float64 { return numeric.Log(move) - numeric.Log(float64(n)) }

// splitAbove returns the number of the split whose left child is the given leaf.
func splitAbove(t topology.Topology, leaf int) int {
	nodes := t.Nodes()
	for _, n := range nodes {
		if n.Leaf && n.Index == leaf {
			return nodes[n.Parent].Index
		}
	}
	panic("rjhmc: no such leaf")
}

// apply returns the tree after the jump and the log density of the numbers that were drawn (grow) or are dropped
// (prune): input or simplex and tau of a split and, in a regression, the mean of its right leaf.
func (c *Chain) apply(from *tree, j jump, rng *rand.Rand) (to *tree, log float64) {
	to = c.newTree(j.to)
	switch j.move {
	case topology.Grow:
		c.fromPrior(to, rng) // the other parameters are overwritten
		c.transfer(to, from, j, false)
		return to, c.auxiliary(to, j)
	case topology.Prune:
		c.transfer(from, to, j, true)
		return to, c.auxiliary(from, j)
	}
	copy(to.theta, from.theta)
	copy(to.inputs, from.inputs)
	return to, 0
}

// transfer copies the parameters that both trees have, from small to large or, with down, from large to small. The mean
// of the leaf that is split is that of the left leaf in the large tree.
func (c *Chain) transfer(large, small *tree, j jump, down bool) {
	put := func(l, s []float64) {
		if down {
			l, s = s, l
		}
		copy(l, s)
	}
	if large.inputs != nil {
		a, b := large.inputs[:j.split], small.inputs[:j.split]
		x, y := large.inputs[j.split+1:], small.inputs[j.split:]
		if down {
			a, b, x, y = b, a, y, x
		}
		copy(a, b)
		copy(x, y)
	}
	l, s := c.layout(large.topology), c.layout(small.topology)
	at, after := l.Tau(j.split), l.Tau(j.split+1)
	put(large.theta[:at], small.theta[:at])
	if !l.Means {
		put(large.theta[after:], small.theta[at:])
		return
	}
	put(large.theta[after:l.Mu(j.leaf+1)], small.theta[at:s.Mu(j.leaf)+1])
	put(large.theta[l.Mu(j.leaf+1)+1:], small.theta[s.Mu(j.leaf)+1:])
}

// auxiliary is the log density, under the prior, of the parameters that the larger tree has and the smaller has not: of
// a tau 0, of a simplex log Gamma(D), of an input -log D, of a mean normal.
func (c *Chain) auxiliary(large *tree, j jump) (log float64) {
	if c.settings.Method == DF {
		log = -numeric.Log(float64(c.data.D))
	} else {
		log = numeric.Lgamma(float64(c.data.D))
	}
	if l := c.layout(large.topology); l.Means {
		p := c.settings.Priors
		log += numeric.LogNormalPDF(large.theta[l.Mu(j.leaf+1)], p.LeafMean, p.LeafSD)
	}
	return log
}

// ratio returns the factors for going from one tree to another by the jump, auxiliary being apply's.
func ratio(from, to *tree, j jump, auxiliary float64) Ratio {
	r := Ratio{
		Likelihood: to.terms.LogLikelihood - from.terms.LogLikelihood,
		Prior:      to.terms.LogPrior - from.terms.LogPrior,
		Move:       j.log,
		Structure:  to.logPrior - from.logPrior,
	}
	switch j.move {
	case topology.Grow:
		r.Proposal = -auxiliary
	case topology.Prune:
		r.Proposal = auxiliary
	}
	return r
}

// accepts draws the decision. A ratio that is not a number is 0.
func (c *Chain) accepts(r Ratio, rng *rand.Rand) bool { return rng.Float64() < numeric.Exp(c.judge(r)) }

// initialise makes the first run of NUTS. The exact variant needs it, too: its frozen steps may be too long for where a
// draw from the prior lies.
func (c *Chain) initialise(rng *rand.Rand) {
	c.run(c.at, rng)
	c.score(c.at)
}

// published makes an iteration of the published variant.
func (c *Chain) published(rng *rand.Rand) (move string, accepted bool) {
	j := c.propose(c.at.topology, rng)
	before, _ := c.apply(c.at, jump{to: c.at.topology}, rng)
	c.run(before, rng)
	c.score(before)
	jumped, auxiliary := c.apply(before, j, rng)
	c.score(jumped)
	ended, _ := c.apply(jumped, jump{to: j.to}, rng)
	c.run(ended, rng)
	c.score(ended)
	r := ratio(before, jumped, j, auxiliary)
	if c.made < c.settings.Warmup {
		r = ratio(c.at, ended, j, auxiliary)
	}
	if accepted = c.accepts(r, rng); accepted {
		c.at = ended
	}
	return j.move.String(), accepted
}

// exact makes an iteration of the exact variant.
func (c *Chain) exact(rng *rand.Rand) (move string, accepted bool) {
	c.stir(true, rng)
	j := c.propose(c.at.topology, rng)
	accepted = j.move == topology.Stay
	if !accepted {
		to, r, possible := c.leap(j, rng)
		if accepted = c.accepts(r, rng) && possible; accepted {
			c.at = to
		}
	}
	c.stir(false, rng)
	return j.move.String(), accepted
}

// stir makes the local move of the exact variant: a sweep, first or last, and transitions of NUTS.
func (c *Chain) stir(first bool, rng *rand.Rand) {
	tuning := c.tuned(c.at.topology)
	l := c.local(c.at, c.settings.BandwidthFinal)
	if first {
		c.sweep(c.at, l, c.at.theta, rng)
	}
	c.transitions(l, tuning, rng)
	if !first {
		c.sweep(c.at, l, c.at.theta, rng)
	}
	c.score(c.at)
}

// transitions moves the present tree by NUTS with frozen tuning. Where the gradient is not finite nothing moves.
func (c *Chain) transitions(l *local, t *tuning, rng *rand.Rand) {
	at := c.at
	if len(at.theta) == 0 {
		return
	}
	if l.frozen == nil {
		n, err := hmc.NewChain(l, c.settings.frozen(),
			hmc.State{Position: at.theta, Metric: t.metric, StepSize: t.stepSize}, rng)
		if err != nil {
			return
		}
		l.frozen = n
	}
	before := l.frozen.Gradients()
	if l.frozen.MoveTo(at.theta, t.stepSize) != nil {
		return
	}
	for range c.settings.Transitions {
		l.frozen.Sample(rng)
		c.beat()
	}
	copy(at.theta, l.frozen.Position())
	c.gradients += l.frozen.Gradients() - before
}
