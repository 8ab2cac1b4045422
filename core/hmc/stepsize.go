// The step size: Nesterov's dual averaging (Hoffman and Gelman 2014, section 3.2.1) and the search
// for a first value (their algorithm 4, as in Stan).

package hmc

import (
	"math"
	"math/rand/v2"

	"dcctree/core/numeric"
)

// The search doubles or halves the step size inside these bounds; Stan's upper bound, and a lower
// one at which a leapfrog step no longer moves a coordinate of size one.
const (
	maxStepSize = 1e7
	minStepSize = 1e-16
)

// logSearchAccept is log(0.8), the acceptance probability of one leapfrog step that the search looks for.
var logSearchAccept = numeric.Log(0.8)

// restartAveraging forgets all errors; the log step size shrinks to mu = log(factor * stepSize).
func (a *Adaptation) restartAveraging(stepSize, factor float64) {
	a.Steps, a.ErrorMean, a.LogStepMean = 0, 0, 0
	a.LogStepFit, a.Information = 0, 0
	a.Mu = numeric.Log(factor * stepSize)
}

// average takes in the acceptance statistic of a transition, in [0,1], and returns the step size of
// the next one.
func (a *Adaptation) average(accept float64, s *Settings) float64 {
	a.Steps++
	t := float64(a.Steps)
	eta := 1 / (t + s.T0)
	a.ErrorMean = float64((1-eta)*a.ErrorMean) + float64(eta*(s.TargetAccept-accept))
	logStep := a.Mu - float64(a.ErrorMean*math.Sqrt(t)/s.Gamma)
	weight := numeric.Exp(-s.Decay * numeric.Log(t)) // t^-kappa
	a.LogStepMean = float64((1-weight)*a.LogStepMean) + float64(weight*logStep)
	return clampStep(numeric.Exp(logStep))
}

// averaged returns the step size to sample with; ok is false when nothing was averaged.
func (a *Adaptation) averaged() (stepSize float64, ok bool) {
	return clampStep(numeric.Exp(a.LogStepMean)), a.Steps > 0
}

const (
	// fitSlope is d log odds of rejection / d log step size: a leapfrog trajectory rejects in proportion
	// to the square of a small step (Beskos, Pillai, Roberts, Sanz-Serna and Stuart 2013, Bernoulli 19,
	// 1501-1534: the mean energy error is of the fourth order, acceptance 1 - O(sqrt) of it).
	fitSlope = 2
	// fitPrior is what the first step size counts in the fit, in transitions.
	fitPrior = 2
	// fitFrom is the number of first steps of a stage that dual averaging makes also when it is Fitted: it
	// is faster far from the goal.
	fitFrom = 10
)

// fit takes in the acceptance statistic of a transition with step size used and returns the step size of
// the next one. It is a logistic regression with a fixed slope, acceptance = 1/(1 + odds (step/wanted)^2)
// with the odds of rejection at the target, one Newton step per transition: a Robbins-Monro recursion with
// about its best gain, and unlike an average of step sizes without bias from the curvature of acceptance.
func (a *Adaptation) fit(accept, used float64, s *Settings) float64 {
	if a.Information == 0 {
		a.LogStepFit = numeric.Log(used)
		a.Information = fitPrior * fitSlope * fitSlope * s.TargetAccept * (1 - s.TargetAccept)
	}
	odds := (1 - s.TargetAccept) / s.TargetAccept
	expected := 1 / (1 + float64(odds*numeric.Exp(fitSlope*(numeric.Log(used)-a.LogStepFit))))
	a.Information += float64(fitSlope * fitSlope * expected * (1 - expected))
	a.LogStepFit += fitSlope * (accept - expected) / a.Information
	return clampStep(numeric.Exp(a.LogStepFit))
}

// final returns the step size to sample with; ok is false when the last stage had no step.
func (a *Adaptation) final(rule StepRule) (stepSize float64, ok bool) {
	if rule == Fitted {
		return clampStep(numeric.Exp(a.LogStepFit)), a.Information > 0
	}
	return a.averaged()
}

// clampStep keeps a step size a positive finite number when the log step size runs away, as it does
// on a target where every transition diverges.
func clampStep(x float64) float64 {
	return math.Min(math.Max(x, minStepSize), maxStepSize)
}

// searchStepSize moves the step size by factors of two from its present value until the acceptance
// probability of a single leapfrog step with fresh momentum crosses 0.8, and reports whether it did
// so within the bounds.
func (c *Chain) searchStepSize(rng *rand.Rand) bool {
	accepted := c.oneStepAccepted(rng)
	factor := 0.5
	if accepted {
		factor = 2
	}
	for c.stepSize <= maxStepSize && c.stepSize >= minStepSize {
		if c.oneStepAccepted(rng) != accepted {
			return true
		}
		c.stepSize *= factor
	}
	c.stepSize = clampStep(c.stepSize)
	return false
}

// oneStepAccepted reports whether one leapfrog step from the current position with fresh momentum
// has an acceptance probability above 0.8.
func (c *Chain) oneStepAccepted(rng *rand.Rand) bool {
	t := &c.trajectory
	z := &t.ends[0]
	before := t.begin(z, &c.current, rng)
	t.leapfrog(z, c.stepSize)
	return before-z.energy > logSearchAccept
}
