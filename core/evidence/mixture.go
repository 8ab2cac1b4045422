// Mixtures of Student-t distributions and a prior: densities, draws and the allocation of draws.

package evidence

import (
	"math"
	"math/rand/v2"
	"slices"

	"dcctree/core/numeric"
)

// Prior is a normalized density on the unconstrained R^d that can be drawn from: in a mixture it
// reaches states that no component is near.
type Prior interface {
	// Sample writes a draw to dst, of length d.
	Sample(dst []float64, rng *rand.Rand)
	// LogDensity returns the normalized log density at x, Jacobian included.
	LogDensity(x []float64) float64
}

// Densities is what a Prior may have besides, where many points at once are faster.
type Densities interface {
	// LogDensities writes the log densities at points xs, one after the other, to dst: those of LogDensity, bit for
	// bit.
	LogDensities(dst, xs []float64)
}

// Warp is a one-to-one map of R^d: a component may be a Student-t distribution in its coordinates z.
type Warp interface {
	// Place writes the point of the coordinates z to x.
	Place(x, z []float64)
	// Find writes the coordinates of x to z and returns log |det dz/dx|.
	Find(z, x []float64) (logSlope float64)
}

// Component is a multivariate Student-t distribution on the unconstrained R^d, or in coordinates on it.
type Component struct {
	// Weight is the share among the components, positive; shares are normalized when used.
	Weight float64 `json:"weight"`
	// Mean is the location, length d.
	Mean []float64 `json:"mean"`
	// Root is the lower Cholesky factor of the scale matrix (not of the covariance), d x d row-major.
	Root []float64 `json:"root"`
	// DF is the number of degrees of freedom, a whole number of at least 1.
	DF float64 `json:"df"`
	// Warp holds the coordinates that Mean and Root are of; nil for those of R^d itself. Components of equal
	// warps are best kept side by side.
	Warp Warp `json:"-"`
}

// Scale is a factor by which the roots of all components are multiplied for a share of the draws.
type Scale struct {
	Factor float64 `json:"factor"`
	Share  float64 `json:"share"`
}

// Mixture is a proposal distribution: every component at every scale, and the prior. The density of
// a component costs one triangular solve for all its scales.
type Mixture struct {
	Components []Component `json:"components"`
	// Scales apply to every component; nil is the factor 1 alone. Shares are normalized when used.
	Scales []Scale `json:"scales"`
	// Prior may be nil; PriorShare, in [0,1), is then ignored.
	Prior      Prior   `json:"-"`
	PriorShare float64 `json:"priorShare"`
}

// FitComponent returns the component with the mean of the n x d draws (row-major) and their covariance
// as scale matrix, shrunk as for Layered where they are few: a start from the draws of a chain or from the
// particles around a state. It panics when draws is empty, not whole rows or not finite.
func FitComponent(draws []float64, d int, weight, df float64) Component {
	if d < 1 || len(draws) == 0 || len(draws)%d != 0 {
		panic("evidence: FitComponent: draws are not whole rows")
	}
	mean := make([]float64, d)
	for i := 0; i < len(draws); i += d {
		add(mean, draws[i:i+d])
	}
	for j := range mean {
		mean[j] /= float64(len(draws) / d)
	}
	return Component{Weight: weight, Mean: mean, Root: newCovariance(draws, d).root, DF: df}
}

// AddComponent returns the mixture with one component more, which gets the given share (in (0,1)) of
// what the components have; its Weight is set accordingly. The former mixture is not changed.
// An audit uses it for a state that Excess finds under-covered, adapts on or measures again.
func (m Mixture) AddComponent(c Component, share float64) Mixture {
	if !(share > 0 && share < 1) {
		panic("evidence: AddComponent: share is not in (0,1)")
	}
	c.Weight = share / (1 - share) * m.totalWeight()
	if len(m.Components) == 0 {
		c.Weight = 1
	}
	m.Components = append(m.Components[:len(m.Components):len(m.Components)], c)
	return m
}

func (m Mixture) totalWeight() float64 {
	var sum float64
	for _, c := range m.Components {
		sum += c.Weight
	}
	return sum
}

// Sample writes a draw to dst and returns the number of its component, len(Components) for the prior.
func (m Mixture) Sample(dst []float64, rng *rand.Rand) int {
	shares := m.shares()
	u := rng.Float64()
	stratum := 0
	for u -= shares[0]; u >= 0 && stratum < len(shares)-1; u -= shares[stratum] {
		stratum++
	}
	m.sampleStratum(dst, stratum, rng)
	return stratum / len(m.scales())
}

// LogDensity returns the normalized log density of the mixture at x, with its nominal shares. The
// weights of a round divide by the shares of draws actually made instead, see Final.
func (m Mixture) LogDensity(x []float64) float64 {
	return m.density(m.shares()).at(x)
}

// Density returns LogDensity with what does not depend on x computed once. It owns its work space: one goroutine
// at a time.
func (m Mixture) Density() func(x []float64) float64 { return m.density(m.shares()).at }

var unscaled = []Scale{{Factor: 1, Share: 1}}

func (m Mixture) scales() []Scale {
	if len(m.Scales) == 0 {
		return unscaled
	}
	return m.Scales
}

// shares returns the normalized shares of the strata: component by component all scales, then the
// prior where it has a share.
func (m Mixture) shares() []float64 {
	m.check()
	var scaleSum float64
	for _, s := range m.scales() {
		scaleSum += s.Share
	}
	prior := m.priorShare()
	unit := (1 - prior) / (m.totalWeight() * scaleSum)
	var shares []float64
	for _, c := range m.Components {
		for _, s := range m.scales() {
			shares = append(shares, c.Weight*s.Share*unit)
		}
	}
	if prior > 0 {
		shares = append(shares, prior)
	}
	return shares
}

// priorShare returns the share of the prior in use.
func (m Mixture) priorShare() float64 {
	switch {
	case m.Prior == nil:
		return 0
	case len(m.Components) == 0:
		return 1
	}
	return m.PriorShare
}

// check panics on a mixture that is none.
func (m Mixture) check() {
	if len(m.Components) == 0 && m.Prior == nil {
		panic("evidence: Mixture: neither a component nor a prior")
	}
	if m.Prior != nil && !(m.PriorShare >= 0 && m.PriorShare < 1) {
		panic("evidence: Mixture: PriorShare is not in [0,1)")
	}
	for _, c := range m.Components {
		d := len(c.Mean)
		if d == 0 || d != len(m.Components[0].Mean) || len(c.Root) != d*d {
			panic("evidence: Mixture: components of unequal or no dimension")
		}
		if !(c.Weight > 0) || !(c.DF >= 1) || c.DF != math.Floor(c.DF) {
			panic("evidence: Mixture: a weight is not positive or DF not a whole number")
		}
	}
	for _, s := range m.Scales {
		if !(s.Factor > 0 && s.Share > 0) {
			panic("evidence: Mixture: a scale is not positive")
		}
	}
}

// sampleStratum draws from one component at one scale, or from the prior: mean + factor L z
// sqrt(DF / chi-square), the chi-square as a sum of DF squared normals.
func (m Mixture) sampleStratum(dst []float64, stratum int, rng *rand.Rand) {
	scales := m.scales()
	k := stratum / len(scales)
	if k == len(m.Components) {
		m.Prior.Sample(dst, rng)
		return
	}
	c := m.Components[k]
	for j := range dst {
		dst[j] = rng.NormFloat64()
	}
	numeric.MulLower(dst, c.Root, dst, len(dst))
	var square float64
	for range int(c.DF) {
		z := rng.NormFloat64()
		square += float64(z * z)
	}
	factor := scales[stratum%len(scales)].Factor * math.Sqrt(c.DF/square)
	for j, v := range dst {
		dst[j] = c.Mean[j] + float64(factor*v)
	}
	if c.Warp != nil {
		c.Warp.Place(dst, slices.Clone(dst))
	}
}

// Allocate spreads n draws over the strata: least for each, the others by their shares, rounded to
// the largest remainders (ties to the first). Fewer than least for each are raised to that.
func Allocate(shares []float64, n, least int) []int {
	counts := make([]int, len(shares))
	remainder := make([]float64, len(shares))
	left := max(0, n-least*len(shares))
	given := 0
	for j, share := range shares {
		quota := share * float64(left)
		whole := math.Floor(quota)
		counts[j] = least + int(whole)
		remainder[j] = quota - whole
		given += int(whole)
	}
	for ; given < left; given++ {
		best := 0
		for j, r := range remainder {
			if r > remainder[best] {
				best = j
			}
		}
		counts[best]++
		remainder[best] = -1
	}
	return counts
}

// density evaluates a mixture at many points; it holds scratch and serves one goroutine.
type density struct {
	Mixture
	d        int
	scales   []Scale
	logNorm  []float64 // per stratum: log share and log normalizer of the t density
	white    []float64
	z        []float64 // the last point in the last warp
	distance []float64 // per component: squared Mahalanobis distance of the last point
	logSlope []float64 // per component: that of its warp
	terms    []float64 // per stratum: log share + log density of the last point
	columns  *columns  // nil before many points at once are asked for
}

// density compiles the mixture with the given shares of its strata; a share may be 0.
func (m Mixture) density(shares []float64) *density {
	q := &density{Mixture: m, scales: m.scales(), logNorm: make([]float64, len(shares)),
		terms: make([]float64, len(shares))}
	if len(m.Components) > 0 {
		q.d = len(m.Components[0].Mean)
	}
	q.white, q.z = make([]float64, q.d), make([]float64, q.d)
	q.distance, q.logSlope = make([]float64, len(m.Components)), make([]float64, len(m.Components))
	for j, share := range shares {
		q.logNorm[j] = numeric.Log(share)
		if k := j / len(q.scales); k < len(m.Components) {
			q.logNorm[j] += m.Components[k].logNormalizer(q.scales[j%len(q.scales)].Factor)
		}
	}
	return q
}

// find writes the coordinates of x in the component's warp to z and returns log |det dz/dx|.
func (c Component) find(z, x []float64) (logSlope float64) {
	if c.Warp == nil {
		copy(z, x)
		return 0
	}
	return c.Warp.Find(z, x)
}

// logNormalizer returns the log density at the mean: lgamma((DF+d)/2) - lgamma(DF/2) -
// d/2 log(DF pi) - log det(factor L).
func (c Component) logNormalizer(factor float64) float64 {
	d := len(c.Mean)
	v := numeric.Lgamma(0.5*(c.DF+float64(d))) - numeric.Lgamma(0.5*c.DF) -
		float64(0.5*float64(d)*numeric.Log(c.DF*math.Pi))
	for j := 0; j < d; j++ {
		v -= numeric.Log(factor * c.Root[j*d+j])
	}
	return v
}

// at returns the log density at x and leaves its terms and distances.
func (q *density) at(x []float64) float64 {
	if len(q.Components)*len(q.scales) < len(q.terms) {
		return q.with(x, q.Prior.LogDensity(x))
	}
	return q.with(x, math.Inf(-1))
}

// with is at, given the prior's log density.
func (q *density) with(x []float64, prior float64) float64 {
	var logSlope float64
	scaled := q.terms[:len(q.Components)*len(q.scales)]
	for k, c := range q.Components {
		if k == 0 || c.Warp != q.Components[k-1].Warp {
			logSlope = c.find(q.z, x)
		}
		for j, m := range c.Mean {
			q.white[j] = q.z[j] - m
		}
		numeric.SolveLower(q.white, c.Root, q.white, q.d)
		q.distance[k], q.logSlope[k] = numeric.Dot(q.white, q.white), logSlope
		for s, scale := range q.scales {
			scaled[k*len(q.scales)+s] = q.distance[k] / (c.DF * scale.Factor * scale.Factor)
		}
	}
	numeric.Log1pSlice(scaled, scaled)
	for j, v := range scaled {
		k := j / len(q.scales)
		scaled[j] = q.logNorm[j] + q.logSlope[k] - float64(0.5*(q.Components[k].DF+float64(q.d))*v)
	}
	if j := len(scaled); j < len(q.terms) {
		q.terms[j] = q.logNorm[j] + prior
	}
	return numeric.LogSumExp(q.terms)
}
