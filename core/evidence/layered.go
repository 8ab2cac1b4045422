// Layered adaptive importance sampling from the draws of one chain in one visit.

package evidence

import (
	"math/rand/v2"

	"dcctree/core/numeric"
)

// Layered draws s.Proposals points xi from N(nu_i, Sigma) around each draw nu_i and weighs them by
// target density over proposal density (paper, equation marg-llh-calc and the two definitions of
// Phi after it). draws is n x d row-major, unconstrained: the draws of one chain in one visit, whose
// covariance is Sigma (see covariance for how few draws are handled). The mean of the weights is an
// unbiased estimate of the marginal likelihood given the draws. With Dim 0 the only weight is the
// density itself, exact. It panics on invalid settings, and when draws is empty, not whole rows or not finite.
func Layered(target Target, draws []float64, s Settings, rng *rand.Rand) Batch {
	if s.Validate() != nil {
		panic("evidence: Layered: invalid settings")
	}
	d := target.Dim()
	if d == 0 {
		var b Batch
		b.LogWeights = []float64{b.logDensity(target, nil)}
		return b
	}
	if len(draws) == 0 || len(draws)%d != 0 {
		panic("evidence: Layered: draws are not whole rows")
	}
	p := newProposal(draws, d)
	b := Batch{Shrinkage: p.shrinkage, Floored: p.floored}
	p.sample(&b, target, s, rng)
	return b
}

// proposal is the family N(nu_i, Sigma), Sigma = L L', in whitened coordinates u = L^-1 x.
type proposal struct {
	covariance
	draws []float64 // n x d, nu
	white []float64 // n x d, L^-1 nu
	n     int
}

func newProposal(draws []float64, d int) *proposal {
	p := &proposal{covariance: newCovariance(draws, d), draws: draws, white: make([]float64, len(draws)),
		n: len(draws) / d}
	for i := 0; i < p.n; i++ {
		row := i * d
		numeric.SolveLower(p.white[row:row+d], p.root, draws[row:row+d], d)
	}
	return p
}

func (p *proposal) sample(b *Batch, target Target, s Settings, rng *rand.Rand) {
	points := p.n * s.Proposals
	b.Proposals = make([]float64, points*p.d)
	b.LogWeights = make([]float64, points)
	z := make([]float64, p.d)
	terms := make([]float64, p.n)
	for k := range b.LogWeights {
		i := k / s.Proposals
		x := b.Proposals[k*p.d : (k+1)*p.d]
		for j := range z {
			z[j] = rng.NormFloat64()
		}
		numeric.MulLower(x, p.root, z, p.d)
		add(x, p.draws[i*p.d:(i+1)*p.d])
		logPhi := p.logNorm - float64(0.5*numeric.Dot(z, z))
		if s.Kind == Spatial {
			add(z, p.white[i*p.d:(i+1)*p.d])
			logPhi = p.logMixture(z, terms)
		}
		b.LogWeights[k] = b.logDensity(target, x) - logPhi
	}
}

// logMixture returns the log density of the equal mixture of all proposals at the whitened point u.
// terms is scratch, one element per draw.
func (p *proposal) logMixture(u, terms []float64) float64 {
	for i := range terms {
		terms[i] = -0.5 * squaredDistance(u, p.white[i*p.d:(i+1)*p.d])
	}
	return p.logNorm + numeric.LogSumExp(terms) - p.logN
}

func add(dst, x []float64) {
	for i, v := range x {
		dst[i] += v
	}
}

func squaredDistance(a, b []float64) float64 {
	var s float64
	for i, v := range a {
		e := v - b[i]
		s += float64(e * e)
	}
	return s
}
