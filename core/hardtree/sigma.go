// The noise scale sigma given a partition: its posterior mode and the integral over it.

package hardtree

import (
	"math"

	"dcctree/core/numeric"
	"dcctree/core/softtree"
)

// sigmaPosterior is the joint density of the responses and v = log sigma given a partition, leaf means
// integrated out, all constants included: per leaf
// y ~ N(m, sigma^2 I + b^2 1 1') with m, b the prior mean and standard deviation of mu.
type sigmaPosterior struct {
	priors     softtree.Priors
	normalizer float64   // of sigma's prior, log
	rows       float64   // sum of weights
	within     float64   // sum of squares around the leaf averages, scatter of merged rows included
	count      []float64 // per leaf: sum of weights
	offset     []float64 // per leaf: average response - m; 0 for an empty leaf
	low, high  float64   // bounds of the search for the mode of v
}

// sigmaRange bounds sigma relative to the scales of the problem: below 1e-6 of the smaller of the
// spread of y and the prior scale nothing is searched or integrated, because a partition that fits
// exactly (rounded responses, pure leaves) would have an infinite evidence under half-t3.
const (
	sigmaRange = 1e-6
	sigmaAbove = 1e3
)

func (x *Index) sigmaBounds() (low, high float64) {
	small, large := x.priors.SigmaScale, max(x.priors.SigmaScale, x.priors.LeafSD, x.spread+math.Abs(x.priorMean))
	if x.spread > 0 {
		small = min(small, x.spread)
	}
	return numeric.Log(sigmaRange * small), numeric.Log(sigmaAbove * large)
}

// logDensity returns log p(y, v | partition), the Jacobian of sigma = exp(v) included.
func (p *sigmaPosterior) logDensity(v float64) float64 {
	sigma := numeric.Exp(v)
	s2, b2 := sigma*sigma, p.priors.LeafSD*p.priors.LeafSD
	s := -0.5*p.rows*(numeric.Log2Pi+2*v) - 0.5*p.within/s2
	for k, n := range p.count {
		if n > 0 {
			q := n * b2
			s -= 0.5*numeric.Log1p(q/s2) + 0.5*n*p.offset[k]*p.offset[k]/(s2+q)
		}
	}
	return s + p.logPrior(sigma, v) + v
}

// normalizeSigma returns the log normalizer of sigma's prior.
func normalizeSigma(p softtree.Priors) float64 {
	if p.SigmaFamily == softtree.HalfT3 {
		return numeric.Log(4/(math.Pi*math.Sqrt(3))) - numeric.Log(p.SigmaScale)
	}
	return p.SigmaShape*numeric.Log(p.SigmaScale) - numeric.Lgamma(p.SigmaShape)
}

// logPrior returns the log prior density of sigma = exp(v).
func (p *sigmaPosterior) logPrior(sigma, v float64) float64 {
	if p.priors.SigmaFamily == softtree.HalfT3 {
		r := sigma / p.priors.SigmaScale
		return p.normalizer - 2*numeric.Log1p(r*r/3)
	}
	return p.normalizer - (p.priors.SigmaShape+1)*v - p.priors.SigmaScale/sigma
}

const (
	modeGrid   = 0.5   // spacing in log sigma of the first look for the mode
	golden     = 0.618 // share of the bracket kept by a step of golden section search
	modeSteps  = 40    // narrows the bracket of width 1 to 4e-9
	tailNats   = 40    // the integral ends where the density has fallen by e^40
	maxNodes   = 1 << 14
	curveStep  = 1e-3
	nodesPerSD = 2 // the trapezoid rule on a normal density then errs by 2 exp(-8 pi^2) = 1e-34
)

// mode returns the v with the highest density: the best point of a grid, then golden section search.
func (p *sigmaPosterior) mode() float64 {
	best, at := math.Inf(-1), p.low
	for v := p.low; v <= p.high; v += modeGrid {
		if f := p.logDensity(v); f > best {
			best, at = f, v
		}
	}
	lo, hi := max(at-modeGrid, p.low), at+modeGrid
	a, b := hi-golden*(hi-lo), lo+golden*(hi-lo)
	fa, fb := p.logDensity(a), p.logDensity(b)
	for range modeSteps {
		if fa >= fb {
			hi, b, fb = b, a, fa
			a = hi - golden*(hi-lo)
			fa = p.logDensity(a)
		} else {
			lo, a, fa = a, b, fb
			b = lo + golden*(hi-lo)
			fb = p.logDensity(b)
		}
	}
	return 0.5 * (lo + hi)
}

// logIntegral returns log of the integral of the density over v, by the trapezoid rule from the mode
// outward: exponentially accurate for a smooth integrand that vanishes at both ends.
func (p *sigmaPosterior) logIntegral(mode float64) float64 {
	top := p.logDensity(mode)
	curvature := (2*top - p.logDensity(mode+curveStep) - p.logDensity(mode-curveStep)) / (curveStep * curveStep)
	step := 0.25
	if curvature > 0 {
		step = min(step, 1/(nodesPerSD*math.Sqrt(curvature)))
	}
	sum := 1.0
	for _, direction := range [2]float64{-1, 1} {
		for i := 1; i <= maxNodes; i++ {
			v := mode + direction*step*float64(i)
			f := p.logDensity(v) - top
			if f < -tailNats || v < p.low {
				break
			}
			sum += numeric.Exp(f)
		}
	}
	return top + numeric.Log(step*sum)
}
