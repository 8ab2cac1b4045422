// Tempered sequential Monte Carlo from a mixture, by independent clouds of particles.

package conquer

import (
	"math"
	"math/rand/v2"
	"slices"

	"dcctree/core/diagnostics"
	"dcctree/core/evidence"
	"dcctree/core/numeric"
	"dcctree/core/smc"
)

const (
	// clouds is how many independent clouds measure, each with a third of Settings.Particles: what they disagree by
	// is the error, which no cloud knows of itself.
	clouds     = 4
	cloudShare = 3
	// cloudFactor makes up for so few, by the 95 % quantile of Student's t with clouds - 1 degrees of freedom over
	// that of the normal distribution, 3.18/1.96; and for what all clouds of a problem with many inputs lack
	// together, by as much as the squared errors of those called reliable, of the first 40 random problems of
	// cmd/validate, were too small.
	cloudFactor = 1.62 * 1.5
	// cloudError is the error, in nats, and leastFamilies the number of draws of the reference that the particles
	// of each cloud must descend from, up to and from which a measurement is reliable.
	cloudError    = .35
	leastFamilies = 8
)

// temperedSteps is how many moves a particle makes at a temperature, roughSteps where there are many inputs and the
// bandwidth is so small that the density is rough, longSteps from the prior.
const (
	temperedSteps = 20
	roughSteps    = 60
	longSteps     = 200
)

// tempered measures by independent clouds of tempered particles from the components, in the warp of the first of them.
func (w *work) tempered(from way, rng *rand.Rand) way {
	mixture := from.mixture
	c := mixture.Components[0].Warp.(*warp)
	t := newWarped(w, c)
	set := w.walkSettings()
	var runs []smc.Result
	for range clouds {
		runs = append(runs, smc.Walk(t, t.reference(mixture.Components, rng), set, rng))
	}
	found := gathered(runs)
	found.mixture, found.modes, found.searches = mixture, len(mixture.Components), from.searches
	for i := 0; i < len(found.final.Points); i += t.Dim() {
		x := found.final.Points[i : i+t.Dim()]
		c.Place(x, slices.Clone(x))
	}
	return found.compared(w.Dim())
}

// walkSettings are those of one cloud.
func (w *work) walkSettings() smc.WalkSettings {
	set := smc.DefaultWalk()
	set.Ancestors, set.Steps = max(2, (w.problem.set.Particles+cloudShare-1)/cloudShare), temperedSteps
	if Rough(w.problem.h) && w.problem.large() {
		set.Steps = roughSteps
	}
	if w.problem.set.FromPrior {
		set.Steps = longSteps
	}
	set.Blocks = w.blocks()
	return set
}

// reference is what a cloud starts from: the prior, or the components with a broad one.
func (t *warped) reference(components []evidence.Component, rng *rand.Rand) evidence.Prior {
	if t.work.problem.set.FromPrior {
		return warpedPrior{t}
	}
	from := inWarp(components, t.warp, rng)
	return newSource(append(from, broad(t.Dim(), from, t.work.problem.set.PriorShare)))
}

// gathered reads clouds as one measurement: Z is the mean of theirs, and every particle stands for its cloud's share.
func gathered(runs []smc.Result) way {
	found := way{method: Tempered, final: evidence.Measurement{KHat: math.NaN()}}
	out, n := &found.final, float64(len(runs))
	alive, families := 0.0, math.MaxInt
	for _, r := range runs {
		if families = min(families, r.Families); r.Families > 0 {
			alive++
		}
	}
	var logZ []float64
	for _, r := range runs {
		logZ = append(logZ, r.LogZ)
		out.Points = append(out.Points, r.Particles...)
		for _, v := range r.LogWeights {
			out.LogWeights = append(out.LogWeights, v+numeric.Log(alive/n))
		}
	}
	out.LogZ = numeric.LogSumExp(logZ) - numeric.Log(n)
	out.KHatLimit = diagnostics.ParetoKLimit(len(out.LogWeights))
	out.Error, out.EffectiveNumber = cloudsError(runs, out.LogZ), effectiveFamilies(runs, out.LogZ)
	found.trust = Unreliable
	if out.Error < cloudError && families >= leastFamilies {
		found.trust = Reliable
	}
	return found
}

// cloudsError is the standard error of the log of the mean Z: from the spread of the clouds' log Z, which for a small
// spread is the relative one of Z and for a large one does not end at one; and not below what their lineages tell.
func cloudsError(runs []smc.Result, logZ float64) float64 {
	var spread numeric.Moments
	var lineages float64
	for _, r := range runs {
		spread.Add(r.LogZ)
		share := numeric.Exp(r.LogZ-logZ) / float64(len(runs))
		lineages += float64(share * share * r.Error * r.Error)
	}
	e := math.Max(cloudFactor*math.Sqrt(spread.Variance()/float64(len(runs))), math.Sqrt(lineages))
	if math.IsNaN(e) {
		return math.Inf(1) // a cloud without density
	}
	return e
}

// effectiveFamilies is the number of families, those of a cloud counted by its share of Z.
func effectiveFamilies(runs []smc.Result, logZ float64) float64 {
	var inverse float64
	for _, r := range runs {
		if share := numeric.Exp(r.LogZ-logZ) / float64(len(runs)); share > 0 {
			inverse += share * share / float64(r.Families)
		}
	}
	if inverse == 0 {
		return 0
	}
	return 1 / inverse
}

// blocks returns the coordinates of every split, and that of log sigma.
func (w *work) blocks() (out [][2]int) {
	for j := range w.layout.Splits {
		from, to := w.layout.Simplex(j)
		at := w.layout.Tau(j)
		out = append(out, [2]int{min(from, at), max(to, at+1)})
	}
	if w.layout.Noise {
		out = append(out, [2]int{w.layout.LogSigma(), w.layout.LogSigma() + 1})
	}
	return out
}

// warpedPrior is the prior in a warp's coordinates.
type warpedPrior struct{ *warped }

// Sample writes a draw to z.
func (p warpedPrior) Sample(z []float64, rng *rand.Rand) {
	p.work.target.SamplePrior(p.x, rng)
	p.warp.Find(z, p.x)
}

// LogDensity returns the normalized log density at z.
func (p warpedPrior) LogDensity(z []float64) float64 {
	logSlope := p.warp.place(p.x, nil, nil, z)
	return p.work.target.LogPrior(p.x) + logSlope
}

// source is a mixture to start from.
type source struct {
	mixture evidence.Mixture
	density func(x []float64) float64
}

func newSource(components []evidence.Component) source {
	m := evidence.Mixture{Components: components}
	return source{m, m.Density()}
}

// Sample writes a draw to dst.
func (s source) Sample(dst []float64, rng *rand.Rand) { s.mixture.Sample(dst, rng) }

// LogDensity returns the normalized log density.
func (s source) LogDensity(x []float64) float64 { return s.density(x) }

// broad returns a component near the prior in a warp, with the given share of the others' weight.
func broad(d int, others []evidence.Component, share float64) evidence.Component {
	c := evidence.Component{Mean: make([]float64, d), Root: make([]float64, d*d), DF: broadDF}
	for i := range d {
		c.Root[i*d+i] = 1
	}
	for _, o := range others {
		c.Weight += float64(share * o.Weight)
	}
	return c
}

// broadDF makes its tails heavier than the normal prior's.
const broadDF = 30

// drawsPer is how many draws per coordinate take a component to a warp.
const drawsPer = 20

// inWarp returns the components in the warp's coordinates; one that has no warp is fitted to draws of it.
func inWarp(components []evidence.Component, c *warp, rng *rand.Rand) (out []evidence.Component) {
	for _, k := range components {
		if k.Warp == nil {
			d := len(k.Mean)
			m := evidence.Mixture{Components: []evidence.Component{k}}
			rows, x := make([]float64, drawsPer*d*d), make([]float64, d)
			for i := 0; i < len(rows); i += d {
				m.Sample(x, rng)
				c.Find(rows[i:i+d], x)
			}
			k = evidence.FitComponent(rows, d, k.Weight, k.DF)
		}
		k.Warp = nil
		out = append(out, k)
	}
	return out
}
