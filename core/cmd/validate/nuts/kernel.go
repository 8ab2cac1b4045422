// The kernels as moves of theta given the answers, and mutants of them.

package nuts

import (
	"math/rand/v2"

	"dcctree/core/bijector"
	"dcctree/core/hmc"
	"dcctree/core/numeric"
	"dcctree/core/random"
	"dcctree/core/smc"
	"dcctree/core/softtree"
)

// move changes theta and leaves its distribution given the answers as it is.
type move func(theta []float64, a answers, rng *rand.Rand)

// kernel makes a move that belongs to one goroutine and works on the given joint.
type kernel func(j *joint) move

// change is what a mutant does to a target; nil does nothing.
type change func(target hmc.LogDensity, layout softtree.Layout) hmc.LogDensity

func (c change) of(target hmc.LogDensity, layout softtree.Layout) hmc.LogDensity {
	if c == nil {
		return target
	}
	return c(target, layout)
}

// withoutJacobian leaves out the log Jacobian of one parameter from density and gradient: log sigma of a
// regression, log tau (1 - tau) of the first threshold of a classification.
func withoutJacobian(target hmc.LogDensity, layout softtree.Layout) hmc.LogDensity {
	return density{target.Dim(), func(grad, x []float64) float64 {
		v := target.Gradient(grad, x)
		if layout.Noise {
			at := layout.LogSigma()
			grad[at]--
			return v - x[at]
		}
		at := layout.Tau(0)
		tau, logJacobian := bijector.Unit(x[at])
		grad[at] -= 1 - 2*tau
		return v - logJacobian
	}}
}

// withoutLikelihood is the prior (regression): what a sampler that forgets the data targets.
func withoutLikelihood(j *joint) change {
	return func(_ hmc.LogDensity, layout softtree.Layout) hmc.LogDensity {
		return density{layout.Dim(), func(grad, x []float64) float64 {
			v := j.any.LogPrior(x)
			const step = 1e-5
			moved := append([]float64(nil), x...)
			for i := range grad {
				moved[i] = x[i] + step
				up := j.any.LogPrior(moved)
				moved[i] = x[i] - step
				grad[i] = (up - j.any.LogPrior(moved)) / (2 * step)
				moved[i] = x[i]
			}
			return v
		}}
	}
}

// withFlippedLeaf changes the sign of the gradient with respect to the first leaf mean, not the density.
func withFlippedLeaf(target hmc.LogDensity, layout softtree.Layout) hmc.LogDensity {
	return density{target.Dim(), func(grad, x []float64) float64 {
		v := target.Gradient(grad, x)
		grad[layout.Mu(0)] = -grad[layout.Mu(0)]
		return v
	}}
}

// switching is a target that changes with the answers.
type switching struct{ hmc.LogDensity }

// priorScale returns a metric that depends on nothing but the prior: the variances of the chosen
// coordinates over 1,000 draws; dense adds correlations .4^|i-j|, so that its off-diagonal part counts.
func (j *joint) priorScale(kind hmc.MetricKind, coordinates []int) []float64 {
	rng := random.Stream(2, "metric")
	theta := make([]float64, j.layout.Dim())
	all := make([]numeric.Moments, len(theta))
	for range 1000 {
		j.any.SamplePrior(theta, rng)
		for i, v := range theta {
			all[i].Add(v)
		}
	}
	var variances []float64
	for _, i := range coordinates {
		variances = append(variances, all[i].Variance())
	}
	if kind == hmc.Diagonal {
		return variances
	}
	return correlated(variances)
}

// newNUTS returns a chain on the switching target with a fixed metric and step size.
func (j *joint) newNUTS(kind hmc.MetricKind, coordinates []int, step float64) (*switching, *hmc.Chain) {
	s := hmc.DefaultSettings()
	s.Warmup, s.Metric, s.MaxDoublings = 0, kind, 6
	target := &switching{newChained(len(coordinates), 0, 1, 1)}
	start := hmc.State{Position: make([]float64, len(coordinates)), Metric: j.priorScale(kind, coordinates),
		StepSize: step}
	chain, err := hmc.NewChain(target, s, start, nil)
	if err != nil {
		panic("nuts: newNUTS: " + err.Error())
	}
	return target, chain
}

// nuts moves all of theta by one No-U-Turn transition.
func nuts(kind hmc.MetricKind, step float64, mutant change) kernel {
	return func(j *joint) move {
		target, chain := j.newNUTS(kind, upTo(j.layout.Dim()), step)
		return func(theta []float64, a answers, rng *rand.Rand) {
			target.LogDensity = mutant.of(softtree.NewModel(j.top, j.data(a), j.priors, j.h), j.layout)
			sample(chain, theta, step, rng)
		}
	}
}

// sample makes one transition from x. Where the density of x has no finite gradient, it stays.
func sample(chain *hmc.Chain, x []float64, step float64, rng *rand.Rand) {
	if chain.MoveTo(x, step) == nil {
		chain.Sample(rng)
		copy(x, chain.Position())
	}
}

func upTo(n int) []int {
	all := numeric.Indices(n)
	return all
}

// collapsed moves the splits and sigma with the leaf means integrated out, on merged rows, and draws the
// means back by expand.
func collapsed(
	kind hmc.MetricKind, step float64, mutant change,
	expand func(c *softtree.Collapsed, full, x []float64, rng *rand.Rand),
) kernel {
	return func(j *joint) move {
		kept := j.withoutMeans()
		target, chain := j.newNUTS(kind, kept, step)
		x := make([]float64, len(kept))
		return func(theta []float64, a answers, rng *rand.Rand) {
			model := softtree.NewCollapsed(j.top, j.data(a).Merge(), j.priors, j.h)
			target.LogDensity = mutant.of(model, j.layout.Collapse())
			gather(x, theta, kept)
			sample(chain, x, step, rng)
			expand(model, theta, x, rng)
		}
	}
}

// withoutMeans lists the coordinates of theta that a collapsed model has.
func (j *joint) withoutMeans() []int {
	if j.classes > 0 {
		return upTo(j.layout.Dim())
	}
	return append(upTo(j.layout.Mu(0)), j.layout.LogSigma())
}

func gather(dst, from []float64, at []int) {
	for i, k := range at {
		dst[i] = from[k]
	}
}

// expanded is the right way to draw the means back.
func expanded(c *softtree.Collapsed, full, x []float64, rng *rand.Rand) { c.Expand(full, x, rng) }

// narrowlyExpanded averages two draws of the means: half their conditional variance.
func narrowlyExpanded(c *softtree.Collapsed, full, x []float64, rng *rand.Rand) {
	other := make([]float64, len(full))
	c.Expand(other, x, rng)
	c.Expand(full, x, rng)
	for i := range full {
		full[i] = 0.5 * (full[i] + other[i])
	}
}

// given is a reference for package smc that equals the target: all weights are equal, the first
// temperature is the last, and what a run does to its particles is the move of that temperature alone.
type given struct {
	hmc.LogDensity
	root   []float64
	points [][]float64 // what is drawn, in turn
}

func (g *given) Root() []float64     { return g.root }
func (g *given) Group([]float64) int { return 0 }
func (g *given) Sample(dst []float64, _ *rand.Rand) {
	copy(dst, g.points[0])
	g.points = g.points[1:]
}

// tempered moves theta (a regression's without the means, which it draws back) by the move of package
// smc: a pilot of four draws of the prior finds metric and step size, then theta is moved with them.
func tempered(mutant change) kernel {
	return func(j *joint) move {
		kept := j.withoutMeans()
		root := j.priorRoot(kept)
		prior := make([]float64, j.layout.Dim())
		return func(theta []float64, a answers, rng *rand.Rand) {
			target, layout, back := j.reduced(a)
			ref := &given{LogDensity: mutant.of(target, layout), root: root}
			for range 4 {
				j.any.SamplePrior(prior, rng)
				ref.points = append(ref.points, make([]float64, len(kept)))
				gather(ref.points[len(ref.points)-1], prior, kept)
			}
			x := make([]float64, len(kept))
			gather(x, theta, kept)
			ref.points = append(ref.points, x, x)
			s := smc.DefaultSettings()
			s.Particles, s.Pilot = 2, 4
			r := smc.Run(ref.LogDensity, ref, s, rng, nil)
			back(theta, r.Particles[:len(kept)], rng)
		}
	}
}

// reduced returns the target without leaf means, its layout, and the way back to all of theta.
func (j *joint) reduced(a answers) (hmc.LogDensity, softtree.Layout, func(theta, x []float64, rng *rand.Rand)) {
	if j.classes > 0 {
		return softtree.NewModel(j.top, j.data(a), j.priors, j.h), j.layout,
			func(theta, x []float64, _ *rand.Rand) {
				copy(theta, x)
			}
	}
	model := softtree.NewCollapsed(j.top, j.data(a).Merge(), j.priors, j.h)
	return model, model.Layout(), model.Expand
}

func (j *joint) priorRoot(coordinates []int) []float64 {
	root := j.priorScale(hmc.Dense, coordinates)
	if !numeric.Cholesky(root, root, len(coordinates)) {
		panic("nuts: priorRoot: not positive definite")
	}
	return root
}
