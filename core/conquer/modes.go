// The measurement where there are many inputs, splits are gradual, or hard trees fail: a mixture of normal
// distributions at the modes that climbs in a warp's coordinates find.

package conquer

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"sort"

	"dcctree/core/bijector"
	"dcctree/core/evidence"
	"dcctree/core/hardtree"
	"dcctree/core/numeric"
	"dcctree/core/softtree"
)

const (
	hardClimbs   = 4   // hard trees that climbs start from, softened
	sharpClimbs  = 16  // with few inputs more start from so many that are not softened
	sharpMode    = 5   // and at most so many nats below the best
	priorClimbs  = 5   // prior draws that climbs start from, the best of priorDraws
	priorDraws   = 150 // drawn to choose from
	easedClimbs  = 2   // of the prior draws, those that first climb at easedWidth
	easedWidth   = .1  // a bandwidth, in scaled units, at which there are few modes
	leastWidth   = .02 // the least bandwidth at which modes are sought: below it the density is rough
	climbLength  = 60  // gradients of a climb at most
	softShare    = .3  // of a simplex: what a start from a hard tree gives to the other features, softened
	sharpShare   = .04 // and not softened
	sideways     = 2   // z of a threshold that sends nearly all rows to one side
	sameMode     = .25 // squared distance below which two peaks are one
	modesShaped  = 6   // peaks whose curvature is measured with many inputs
	modesKept    = 4   // bells, with many inputs
	modesFew     = 12  // and both with few, where sharp trees of many leaves have as many equivalents
	lowestMode   = 10  // nats of log density that a peak may be below the best
	lightestMode = 5   // nats of mass that a bell may be below the heaviest
	improvements = 2
	freedBells   = 3 // bells of which each split is also let free
	bellDF       = 10
	bellInflate  = 1.2 // of covariances
	lightest     = 2   // nats that a component may be below the heaviest before all count the same
	perComponent = 60  // draws for each component by which shares are found, as if there were mostWeighed at most
	mostWeighed  = 15
	leastShare   = .01
)

// Rough tells that with many inputs the density of bandwidth h has walls and plateaus, where importance sampling from
// its modes fails as a rule and tempered particles follow, which take some five times the work.
func Rough(h float64) bool { return h < leastWidth }

// gradualWidth is the bandwidth, in units of the scaled inputs, above which splits are gradual: one goes from .1 to .9
// over 4.4 bandwidths, here more than a fifth of an input's range.
const gradualWidth = .05

// Gradual reports whether splits of bandwidth h blend what hard trees take more leaves for. The scores of hard trees
// then tell little of the evidences (that of three leaves that hold the posterior may be hundreds of nats below that of
// six), and the soft trees' modes are sought first.
func Gradual(h float64) bool { return h > gradualWidth }

// fromModes measures by importance sampling from the modes, or where its k-hat is above the limit by
// tempered sequential Monte Carlo from the same mixture.
func (w *work) fromModes(solutions []hardtree.Solution, rng *rand.Rand) way {
	t := newWarped(w, w.newWarp(solutions))
	wide := evidence.Mixture{Prior: prior{w.target}, PriorShare: w.problem.set.PriorShare}
	return w.orTempered(w.fromSearches([][]evidence.Component{t.modes(solutions, rng)}, wide, w.modesDraws(), rng),
		rng)
}

// modes returns what one search finds.
func (t *warped) modes(solutions []hardtree.Solution, rng *rand.Rand) []evidence.Component {
	return components(t.withFreed(t.bells(solutions, rng)), t.warp)
}

// orTempered measures by tempered particles where the draws from the mixture are not enough.
func (w *work) orTempered(found way, rng *rand.Rand) way {
	if found.strain() <= 1 || found.modes == 0 {
		return found
	}
	return better(found, w.tempered(found, rng))
}

// fromSearches measures by n draws from the modes that searches found, and from what the wide mixture has besides.
func (w *work) fromSearches(searches [][]evidence.Component, wide evidence.Mixture, n int, rng *rand.Rand) way {
	found := way{method: Modes, searches: searches, mixture: wide}
	found.mixture.Components = slices.Concat(searches...)
	if k := len(found.mixture.Components); k > 1 {
		found.mixture = evidence.Reweigh(w, found.mixture, perComponent*min(k, mostWeighed), leastShare, rng)
	}
	found.modes = len(found.mixture.Components)
	found.mixture = w.withEmbedded(found.mixture)
	found.final = w.finalOf(found.mixture, n, rng)
	return found.judged().compared(w.Dim())
}

// fewDraws is how many times as many draws as from hard trees are made from modes where there are few inputs.
const fewDraws = 2

// modesDraws is the number of draws of the first final round from modes.
func (w *work) modesDraws() int {
	switch {
	case w.problem.few != nil: // peaks are narrow, and every draw is dear
		return w.problem.set.Final
	case !w.problem.large():
		return fewDraws * w.problem.set.Final
	}
	return w.problem.set.ModesFinal
}

// newWarp returns the warp of the topology, log sigma centered at that of the best hard tree.
func (w *work) newWarp(solutions []hardtree.Solution) *warp {
	c := &warp{layout: w.layout, sigmaSD: 1}
	if w.layout.Noise {
		c.sigma, c.sigmaSD = numeric.Log(solutions[0].Sigma), math.Max(.05, 1/math.Sqrt(2*w.rows()))
	}
	return c
}

// bells fits normal distributions to the modes, the heaviest first.
func (t *warped) bells(solutions []hardtree.Solution, rng *rand.Rand) (out []bell) {
	w := t.work
	w.target.SetBandwidth(t.width())
	defer w.target.SetBandwidth(w.problem.h)
	peaks, shaped, kept := t.peaks(solutions, rng), modesShaped, modesKept
	if !w.problem.large() {
		shaped, kept = modesFew, modesFew
	}
	for _, p := range peaks[:min(len(peaks), shaped)] {
		if p.value >= peaks[0].value-lowestMode {
			out = append(out, laplace(t, p.z, p.value))
		}
	}
	sort.SliceStable(out, func(i, j int) bool { return cmp.Compare(out[j].logMass, out[i].logMass) < 0 })
	out = out[:min(len(out), kept)]
	for k := range out {
		if out[k].logMass < out[0].logMass-lightestMode {
			return out[:k]
		}
		for range improvements {
			out[k] = improve(t, out[k], rng)
		}
	}
	return out
}

// width is the bandwidth at which modes are sought: with few inputs a sharp tree is found as it is, as long as a
// bandwidth reaches from row to row.
func (t *warped) width() float64 {
	p := t.work.problem
	if !p.large() {
		return math.Max(p.h, math.Min(leastWidth, softRows/float64(p.data.N)))
	}
	return math.Max(p.h, leastWidth)
}

// peak is where a climb ended.
type peak struct {
	z     []float64
	value float64
}

// sortPeaks puts the highest first.
func sortPeaks(all []peak) {
	sort.SliceStable(all, func(i, j int) bool { return cmp.Compare(all[j].value, all[i].value) < 0 })
}

// peaks climbs from the best prior draws, some of them eased, from hard trees, and from the best peak with
// each split in turn sent to either side, and returns where that led to, the highest first.
func (t *warped) peaks(solutions []hardtree.Solution, rng *rand.Rand) (out []peak) {
	for k, z := range t.priorStarts(rng) {
		if k < easedClimbs {
			z = t.ease(z)
		}
		out = t.addPeak(out, z)
	}
	for k, s := range solutions {
		if k < hardClimbs {
			out = t.addPeak(out, t.softened(s, softShare))
		}
		if !t.work.problem.large() && k < sharpClimbs && s.Score > solutions[0].Score-sharpMode {
			out = t.addPeak(out, t.softened(s, sharpShare))
		}
	}
	sortPeaks(out)
	if len(out) > 0 && t.work.layout.Splits > 1 {
		for _, z := range t.aside(out[0].z) {
			out = t.addPeak(out, z)
		}
		sortPeaks(out)
	}
	return out
}

// ease climbs half way at a large bandwidth.
func (t *warped) ease(z []float64) []float64 {
	t.work.target.SetBandwidth(math.Max(t.width(), easedWidth))
	defer t.work.target.SetBandwidth(t.width())
	z, _ = climb(t, z, climbLength/2)
	return z
}

// addPeak climbs from z and adds where it came to, unless that is at one of the peaks, whose place it takes
// if it is higher.
func (t *warped) addPeak(peaks []peak, z []float64) []peak {
	top, value := climb(t, z, climbLength)
	if math.IsInf(value, -1) {
		return peaks
	}
	for k, other := range peaks {
		var square float64
		for i, v := range top {
			square += float64((v - other.z[i]) * (v - other.z[i]))
		}
		if square < sameMode {
			if value > other.value {
				peaks[k] = peak{top, value}
			}
			return peaks
		}
	}
	return append(peaks, peak{top, value})
}

// priorStarts returns the best of some prior draws, with log sigma at its center.
func (t *warped) priorStarts(rng *rand.Rand) (out [][]float64) {
	var draws []peak
	x := make([]float64, t.Dim())
	for range priorDraws {
		z := make([]float64, t.Dim())
		t.work.target.SamplePrior(x, rng)
		t.warp.Find(z, x)
		if l := t.work.layout; l.Noise {
			z[l.LogSigma()] = 0
		}
		draws = append(draws, peak{z, t.LogDensity(z)})
	}
	sortPeaks(draws)
	for _, p := range draws[:priorClimbs] {
		out = append(out, p.z)
	}
	return out
}

// softened returns the hard tree with a share of each split's direction given to the other features.
func (t *warped) softened(s hardtree.Solution, share float64) []float64 {
	w := t.work
	x, delta := make([]float64, w.Dim()), make([]float64, w.layout.D)
	if w.layout.D == 1 {
		share = 0
	}
	for j, split := range s.Splits {
		f := split.Input
		for o := range delta {
			delta[o] = share / math.Max(1, float64(w.layout.D-1))
		}
		delta[f] = 1 - share
		from, to := w.layout.Simplex(j)
		bijector.SimplexInverse(x[from:to], delta)
		tau := float64((1-share)*s.Splits[j].At) + share/2
		x[w.layout.Tau(j)] = bijector.UnitInverse(math.Min(math.Max(tau, 1e-3), 1-1e-3))
	}
	if w.layout.Noise {
		x[w.layout.LogSigma()] = numeric.Log(s.Sigma)
	}
	z := make([]float64, len(x))
	t.warp.Find(z, x)
	return z
}

// aside returns z with each split in turn in the middle of its prior, but for a threshold that sends nearly
// all rows to one side: a superfluous split has modes of its own.
func (t *warped) aside(z []float64) (out [][]float64) {
	l := t.work.layout
	for j := range l.Splits {
		for _, side := range []float64{-sideways, sideways} {
			start := slices.Clone(z)
			clear(start[l.Tau(j) : l.Tau(j)+l.D])
			start[l.Tau(j)] = side
			out = append(out, start)
		}
	}
	return out
}

// withFreed returns the bells and, where there are several splits, the heaviest of them with each split
// free: a superfluous one may lie wherever it does no harm.
func (t *warped) withFreed(bells []bell) []bell {
	l := t.work.layout
	if l.Splits < 2 {
		return bells
	}
	out := slices.Clone(bells)
	for _, b := range bells[:min(len(bells), freedBells)] {
		for j := range l.Splits {
			out = append(out, b.freed(l, j))
		}
	}
	return out
}

// freed returns the bell with the coordinates of a split as under the prior.
func (b bell) freed(l softtree.Layout, split int) bell {
	d := len(b.mean)
	out := bell{mean: slices.Clone(b.mean), root: make([]float64, d*d), logMass: b.logMass}
	for i := range d {
		for j := range d {
			out.root[i*d+j] = numeric.Dot(b.root[i*d:(i+1)*d], b.root[j*d:(j+1)*d])
		}
	}
	for i := l.Tau(split); i < l.Tau(split)+l.D; i++ {
		out.mean[i] = 0
		for j := range d {
			out.root[i*d+j], out.root[j*d+i] = 0, 0
		}
		out.root[i*d+i] = 1
	}
	if !numeric.Cholesky(out.root, out.root, d) {
		return b
	}
	return out
}

// components makes Student-t components of the bells.
func components(bells []bell, c *warp) (out []evidence.Component) {
	scale := math.Sqrt(bellInflate * (bellDF - 2) / bellDF)
	for _, b := range bells {
		root := make([]float64, len(b.root))
		for i, v := range b.root {
			root[i] = scale * v
		}
		weight := numeric.Exp(math.Max(b.logMass-bells[0].logMass, -lightest))
		out = append(out, evidence.Component{Weight: weight, Mean: b.mean, Root: root, DF: bellDF, Warp: c})
	}
	return out
}
