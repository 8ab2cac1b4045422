// The prior of one topology's parameters: its density in unconstrained space and draws from it.

package softtree

import (
	"math"
	"math/rand/v2"

	"dcctree/core/bijector"
	"dcctree/core/numeric"
	"dcctree/core/random"
)

// LogPrior returns log prior + log Jacobian at theta: the prior's density in unconstrained space,
// which integrates to one over R^Dim.
func (d *density) LogPrior(theta []float64) float64 {
	logJacobian := d.layout.Constrain(&d.params, theta)
	return d.logPrior() + logJacobian
}

// PriorGradient returns LogPrior at theta and writes its gradient to grad (length Dim).
func (d *density) PriorGradient(grad, theta []float64) float64 {
	v := d.LogPrior(theta)
	clear(d.dTau)
	for j := range d.dDelta {
		clear(d.dDelta[j])
	}
	d.pullBackSplits(grad, theta) // of the Jacobian alone: tau and Delta have flat priors
	if !d.layout.Noise {
		return v
	}
	for k, mu := range d.params.Mu {
		z := (mu - d.priors.LeafMean) / d.priors.LeafSD
		grad[d.layout.Mu(k)] = -z / d.priors.LeafSD
	}
	_, slope := d.priors.logSigma(d.params.Sigma, math.Log(d.params.Sigma))
	grad[d.layout.LogSigma()] = slope + 1
	return v
}

// logPrior returns the log prior density of the constrained parameters: a Dirichlet(1..1) has
// density Gamma(D), a Beta(1, 1) density 1.
func (d *density) logPrior() float64 {
	return d.plusLeafPrior(float64(d.layout.Splits) * numeric.Lgamma(float64(d.data.D)))
}

// plusLeafPrior adds the log prior density of the leaf means and sigma to s, that of the splits.
func (d *density) plusLeafPrior(s float64) float64 {
	if !d.layout.Noise {
		return s
	}
	for _, mu := range d.params.Mu {
		s += numeric.LogNormalPDF(mu, d.priors.LeafMean, d.priors.LeafSD)
	}
	v, _ := d.priors.logSigma(d.params.Sigma, math.Log(d.params.Sigma))
	return s + v
}

// SamplePrior writes a draw from the prior, unconstrained, to dst (length Dim).
func (d *density) SamplePrior(dst []float64, rng *rand.Rand) {
	l := d.layout
	if len(dst) != l.Dim() {
		panic("softtree: SamplePrior: dst has the wrong length")
	}
	for j := range d.params.Delta {
		d.SampleSplit(dst, j, rng)
	}
	d.sampleLeaves(dst, l, rng)
}

// SampleSplit writes a draw of one split's threshold and simplex from the prior, unconstrained, to their places in dst.
func (d *density) SampleSplit(dst []float64, split int, rng *rand.Rand) {
	l, delta := d.layout, d.params.Delta[split]
	dst[l.Tau(split)] = bijector.UnitInverse(random.OpenUniform(rng))
	// Exponentials in proportion to their sum are Dirichlet(1..1); the stick-breaking form depends on proportions
	// alone.
	for f := range delta {
		delta[f] = -numeric.Log(random.OpenUniform(rng))
	}
	from, to := l.Simplex(split)
	bijector.SimplexInverse(dst[from:to], delta)
}

// sampleLeaves writes draws of the leaf means and log sigma where the layout has them.
func (d *density) sampleLeaves(dst []float64, l Layout, rng *rand.Rand) {
	if l.Means {
		for k := range l.Leaves {
			dst[l.Mu(k)] = d.priors.LeafMean + float64(d.priors.LeafSD*rng.NormFloat64())
		}
	}
	if l.Noise {
		dst[l.LogSigma()] = d.priors.sampleLogSigma(rng)
	}
}

// sampleLogSigma returns the logarithm of a draw of sigma: scale/Gamma(shape, 1), or for the half-t3
// scale sqrt(3 Gamma(1/2, 1)/Gamma(3/2, 1)), the root of an F(1, 3) variate.
func (p Priors) sampleLogSigma(rng *rand.Rand) float64 {
	if p.SigmaFamily == HalfT3 {
		return math.Log(p.SigmaScale) +
			0.5*(math.Log(3)+random.LogGammaVariate(0.5, rng)-random.LogGammaVariate(1.5, rng))
	}
	return math.Log(p.SigmaScale) - random.LogGammaVariate(p.SigmaShape, rng)
}
