// Mutants: errors that a check must find, beside the right code that passes the same check.

package calibration

import (
	"fmt"
	"math"
	"math/rand/v2"

	"dcctree/core/baseline/rjhmc"
	"dcctree/core/hmc"
	"dcctree/core/softtree"
	"dcctree/core/topology"
)

// mutant is an error and the study that shows it.
type mutant struct {
	name         string
	n            int // replicates of both studies
	right, wrong study
}

// small is a regression on few rows, so that draws are quick and the prior matters.
var small = setting{n: 5, d: 1, h: .2, priors: softtree.PaperPriors()}

// even is a prior under which the tree of one leaf and the stump are about as likely.
var even = topology.Prior{Alpha: .5, Beta: 1}

// mutants returns the errors that ranks show. f is the algorithm whose evidence is changed.
func mutants(f algorithm) []mutant {
	chain := kernel{collapsed: true, warmup: 150, thin: 2, doublings: 10}
	bent := chain
	bent.mutate = withoutJacobian
	return append(treeMutants(), []mutant{
		{"the Jacobian of sigma dropped", 1000, one("Jacobian", stump, small, chain.independent),
			one("Jacobian", stump, small, bent.independent)},
		{"the prior returned as posterior", 200, one("prior", stump, small, chain.independent),
			one("prior", stump, small, fromPrior)},
		{"the gradient of one leaf's mean with the wrong sign, random starts", 60,
			one("sign", stump, small, signs.independent),
			one("sign", stump, small, turnedSigns().independent)},
		{"the log evidence of the stump raised by log 2", 400, whole("shift", small, even, 1, f),
			whole("shift", small, even, 1, shifted(f))},
		jumpMutant("RJHMC-Tree (DFI), the ratio of moves upside down", rjhmc.DFI, small,
			func(r rjhmc.Ratio) float64 {
				return r.Log() - 2*r.Move
			}),
		jumpMutant("RJHMC-Tree (DF), the density of what is drawn left out", rjhmc.DF, small,
			func(r rjhmc.Ratio) float64 { return r.Log() - r.Proposal }),
		jumpMutant("RJHMC-Tree (DFI), the topology's prior left out", rjhmc.DFI, small,
			func(r rjhmc.Ratio) float64 {
				return r.Log() - r.Structure
			}),
	}...)
}

// jumpMutant is a wrong rule for the acceptance ratio of RJHMC-Tree; all of a method stand beside the same right code.
func jumpMutant(name string, m rjhmc.Method, s setting, wrong func(rjhmc.Ratio) float64) mutant {
	return mutant{name, 150, jumping(fmt.Sprint("RJHMC-Tree, method ", m), s, even, 2, jumper(m), nil),
		jumping(name, s, even, 2, jumper(m), wrong)}
}

// signs is the chain whose gradient is changed. A wrong gradient makes the steps so short that
// trajectories have to be cut.
var signs = kernel{warmup: 150, thin: 2, doublings: 5}

func turnedSigns() kernel {
	k := signs
	k.mutate = turned
	return k
}

// shifted raises the log evidence of the stump by log 2.
func shifted(f algorithm) algorithm {
	return func(s setting, d softtree.Data, prior topology.Prior, all []topology.Topology, rng *rand.Rand) run {
		r := f(s, d, prior, all, rng)
		for i, t := range r.topologies {
			if t.Splits() == 1 {
				r.shares[i] *= 2
			}
		}
		return r
	}
}

// changed is a target with one thing wrong.
type changed struct {
	hmc.LogDensity
	change func(grad, x []float64) (add float64)
}

// Gradient returns the changed log density and gradient.
func (c changed) Gradient(grad, x []float64) float64 {
	v := c.LogDensity.Gradient(grad, x)
	return v + c.change(grad, x)
}

// withoutJacobian leaves out the log Jacobian of sigma = exp(x), which is x.
func withoutJacobian(m hmc.LogDensity, l softtree.Layout) hmc.LogDensity {
	return changed{m, func(grad, x []float64) float64 {
		grad[l.LogSigma()]--
		return -x[l.LogSigma()]
	}}
}

// turned gives the gradient of the first leaf's mean the wrong sign.
func turned(m hmc.LogDensity, l softtree.Layout) hmc.LogDensity {
	return changed{m, func(grad, _ []float64) float64 {
		grad[l.Mu(0)] = -grad[l.Mu(0)]
		return 0
	}}
}

// slopes returns the largest difference between the gradient and central differences of the log density at
// n states of the joint distribution, relative to 1 + the slope.
func (k kernel) slopes(s setting, key string, n int, rng *rand.Rand) (worst float64) {
	const step = 1e-5
	t := shaped(key)
	for range n {
		truth, d := s.joint(func() state { return s.prior(t, rng) }, rng)
		m := k.target(s, truth, d, rng)
		x := m.place(truth)
		grad, scratch := make([]float64, len(x)), make([]float64, len(x))
		m.Gradient(grad, x)
		for i, at := range x {
			x[i] = at + step
			up := m.Gradient(scratch, x)
			x[i] = at - step
			down := m.Gradient(scratch, x)
			x[i] = at
			slope := (up - down) / (2 * step)
			worst = math.Max(worst, math.Abs(grad[i]-slope)/(1+math.Abs(slope)))
		}
	}
	return worst
}
