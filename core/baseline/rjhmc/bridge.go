// Annealed jumps of the exact variant: paths of distributions from one topology to the next.

package rjhmc

import (
	"math/rand/v2"

	"dcctree/core/hmc"
	"dcctree/core/topology"
)

// bridge is the distributions between two topologies: over the parameters z of the larger one, of which x are those of
// the smaller,
//
//	log rho(z) = log prior(z) + gamma log L_large(z) + (1-gamma) log L_small(x).
//
// At 0 it is the posterior of the smaller topology times the prior of what that has not, at 1 the larger one's
// posterior. It implements hmc.LogDensity.
type bridge struct {
	chain        *Chain
	at           *tree // z
	large, small *local
	jump         jump
	gamma        float64

	x, small1, small0, large0 []float64
	place                     []int // of every coordinate of x in z
}

// Dim returns the number of coordinates of z.
func (b *bridge) Dim() int { return b.large.Dim() }

// Gradient returns log rho and writes its gradient. It takes a gradient of both models.
func (b *bridge) Gradient(grad, z []float64) float64 {
	for i, at := range b.place {
		b.x[i] = z[at]
	}
	v, prior := b.large.Gradient(grad, z), b.large.PriorGradient(b.large0, z)
	w, priorSmall := b.small.Gradient(b.small1, b.x), b.small.PriorGradient(b.small0, b.x)
	for i, g := range b.large0 {
		grad[i] = g + float64(b.gamma*(grad[i]-g))
	}
	rest := 1 - b.gamma
	for i, at := range b.place {
		grad[at] += float64(rest * (b.small1[i] - b.small0[i]))
	}
	return prior + float64(b.gamma*(v-prior)) + float64(rest*(w-priorSmall))
}

// newBridge returns the bridge whose large tree is z; small is the other topology, with any parameters.
func (c *Chain) newBridge(z, small *tree, j jump) *bridge {
	h := c.settings.BandwidthFinal
	b := &bridge{chain: c, at: z, large: c.local(z, h), jump: j}
	index := c.newTree(z.topology)
	for i := range index.theta {
		index.theta[i] = float64(i)
	}
	places := c.newTree(small.topology)
	c.transfer(index, places, j, true)
	for _, at := range places.theta {
		b.place = append(b.place, int(at))
	}
	c.transfer(z, small, j, true)
	b.small = c.local(small, h)
	b.x, b.small1, b.small0 = make([]float64, len(b.place)), make([]float64, len(b.place)),
		make([]float64, len(b.place))
	b.large0 = make([]float64, len(z.theta))
	return b
}

// gain returns log L_large(z) - log L_small(x).
func (b *bridge) gain() float64 {
	for i, at := range b.place {
		b.x[i] = b.at.theta[at]
	}
	b.chain.densities += 2
	return b.large.Terms(b.at.theta).LogLikelihood - b.small.Terms(b.x).LogLikelihood
}

// set makes a split of the large tree look at an input, and with it the split of the small tree that it is.
func (b *bridge) set(split, input int) {
	b.large.set(split, input)
	switch {
	case split < b.jump.split:
		b.small.set(split, input)
	case split > b.jump.split:
		b.small.set(split-1, input)
	}
}

// logDensity returns log rho(z).
func (b *bridge) logDensity() float64 {
	gain := b.gain()
	small := b.small.Terms(b.x).LogLikelihood
	b.chain.densities++
	return b.large.LogPrior(b.at.theta) + small + float64(b.gamma*gain)
}

// cross goes along the bridge, up to the larger topology or down, with transitions that keep rho at every gamma
// between, and returns the logarithm of the likelihood's part of the ratio: the sum of the steps of gamma times the
// gain where each is made. On the way down every transition is the reverse of that on the way up. ok is false where the
// path cannot be gone.
func (b *bridge) cross(up bool, rng *rand.Rand) (log float64, ok bool) {
	steps := b.chain.settings.Bridges
	n, ok := b.walker(rng)
	if !ok {
		return 0, false
	}
	at := func(t int) float64 { s := float64(t) / float64(steps); return s * s }
	if up {
		for t := range steps {
			if t > 0 {
				b.transition(n, at(t), true, rng)
			}
			log += float64((at(t+1) - at(t)) * b.gain())
		}
		return log, true
	}
	for t := steps - 1; t >= 0; t-- {
		log -= float64((at(t+1) - at(t)) * b.gain())
		if t > 0 {
			b.transition(n, at(t), false, rng)
		}
	}
	return log, true
}

// walker returns the chain of transitions, with the larger topology's tuning.
func (b *bridge) walker(rng *rand.Rand) (*hmc.Chain, bool) {
	c, t := b.chain, b.chain.tuned(b.at.topology)
	n, err := hmc.NewChain(b, c.settings.frozen(),
		hmc.State{Position: b.at.theta, Metric: t.metric, StepSize: t.stepSize}, rng)
	return n, err == nil
}

// transition makes a sweep and a transition of NUTS at gamma, or in reverse order.
func (b *bridge) transition(n *hmc.Chain, gamma float64, sweepFirst bool, rng *rand.Rand) {
	b.gamma = gamma
	if sweepFirst {
		b.sweep(rng)
	}
	before := n.Gradients()
	n.Refresh()
	n.Sample(rng)
	b.chain.beat()
	copy(b.at.theta, n.Position())
	b.chain.gradients += 2 * (n.Gradients() - before)
	if !sweepFirst {
		b.sweep(rng)
	}
}

// sweep is Chain.sweep of rho.
func (b *bridge) sweep(rng *rand.Rand) {
	c := b.chain
	if len(b.at.inputs) == 0 || c.data.D == 1 {
		return
	}
	c.metropolis(b.at, b.set, b.logDensity, rng)
}

// leap makes a jump, along a bridge where the settings ask for one, and returns where it leads and its ratio.
func (c *Chain) leap(j jump, rng *rand.Rand) (to *tree, r Ratio, ok bool) {
	other, auxiliary := c.apply(c.at, j, rng)
	c.score(other)
	r = ratio(c.at, other, j, auxiliary)
	if c.settings.Bridges == 1 {
		return other, r, true
	}
	small, z, up := c.at, other, true
	if j.move == topology.Prune {
		z, _ = c.apply(c.at, jump{to: c.at.topology}, rng)
		small, up = other, false
	}
	c.tuned(z.topology) // before the bridge has its models
	scratch, _ := c.apply(small, jump{to: small.topology}, rng)
	b := c.newBridge(z, scratch, j)
	if r.Likelihood, ok = b.cross(up, rng); !ok {
		return nil, r, false
	}
	if to = z; !up {
		to = other
		c.transfer(z, to, j, true)
	}
	c.score(to)
	return to, r, true
}
