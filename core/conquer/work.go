// One topology at work: its target with counts, start components and chains.

package conquer

import (
	"math"
	"math/rand/v2"
	"slices"

	"dcctree/core/bijector"
	"dcctree/core/diagnostics"
	"dcctree/core/evidence"
	"dcctree/core/hardtree"
	"dcctree/core/hmc"
	"dcctree/core/numeric"
	"dcctree/core/smc"
	"dcctree/core/softtree"
	"dcctree/core/topology"
)

// work is the target of one measurement. It implements evidence.Target, evidence.Prior and
// hmc.LogDensity, and counts.
type work struct {
	problem                *Problem
	target                 target
	collapsed              *softtree.Collapsed // nil for classification
	layout                 softtree.Layout     // of target
	embedded               *embedded           // of the reductions that are known; nil where there is none
	evaluations, gradients int
	every                  int // evaluations from a beat to the next
	beat                   func()
}

// target is a density that can leave a split out.
type target interface {
	softtree.Target
	LogLikelihoodWithout(x []float64, split int, left bool) float64
}

func (p *Problem) newWork(t topology.Topology, beat func()) *work {
	w := &work{problem: p, every: BeatEvery(p.data), beat: beat}
	if p.data.Regression() {
		w.collapsed = softtree.NewCollapsed(t, p.data, p.priors, p.h)
		w.target, w.layout = w.collapsed, w.collapsed.Layout()
	} else {
		m := softtree.NewModel(t, p.data, p.priors, p.h)
		w.target, w.layout = m, m.Layout()
	}
	return w
}

// BeatEvery returns how many gradients or densities may pass between two beats: at most 50, fewer where each takes
// long because there are many rows and columns.
func BeatEvery(d softtree.Data) int {
	const values = 1e6 // some ten milliseconds of work
	return max(1, min(50, int(values/(float64(d.N)*float64(d.D)))))
}

// Dim returns the number of parameters after collapsing.
func (w *work) Dim() int { return w.target.Dim() }

// LogDensity returns the log density of the target.
func (w *work) LogDensity(x []float64) float64 {
	if w.evaluations++; w.evaluations%w.every == 0 {
		w.beat()
	}
	return w.target.LogDensity(x)
}

// Gradient returns the log density of the target and writes its gradient.
func (w *work) Gradient(grad, x []float64) float64 {
	if w.gradients++; w.gradients%w.every == 0 {
		w.beat()
	}
	return w.target.Gradient(grad, x)
}

// prior is the prior component of the mixtures.
type prior struct{ target softtree.Target }

func (p prior) Sample(dst []float64, rng *rand.Rand) { p.target.SamplePrior(dst, rng) }
func (p prior) LogDensity(x []float64) float64       { return p.target.LogPrior(x) }

const (
	otherWeight  = .02 // simplex weight that a start gives to each feature but the split's own, at most
	simplexSD    = 1.2 // of the stick-breaking coordinates of a start
	vacuousSD    = 1.5
	componentDF  = 4
	lowestLogGap = 1e-4 // least gap width that a start's threshold is taken to have
)

// component places a Student-t at a hard tree: thresholds at the middle of their gaps, simplexes near
// the corner of the split's feature, sigma at its mode; weighted by the score relative to the best.
func (w *work) component(s hardtree.Solution, best float64) evidence.Component {
	d := w.Dim()
	c := evidence.Component{Weight: numeric.Exp(math.Max(s.Score-best, -4)), Mean: make([]float64, d), Root: make([]float64, d*d), DF: componentDF}
	sd := make([]float64, d)
	for j := range s.Feature {
		w.placeSplit(c.Mean, sd, j, s)
	}
	if w.layout.Regression {
		at := w.layout.LogSigma()
		c.Mean[at], sd[at] = numeric.Log(s.Sigma), math.Max(.05, 1/math.Sqrt(2*float64(w.problem.data.N)))
	}
	for i, v := range sd {
		c.Root[i*d+i] = v
	}
	return c
}

// placeSplit sets location and spread of one split's coordinates.
func (w *work) placeSplit(mean, sd []float64, j int, s hardtree.Solution) {
	from, to := w.layout.Simplex(j)
	delta := make([]float64, w.layout.D)
	rest := otherWeight / math.Max(1, float64(w.layout.D-1))
	for f := range delta {
		delta[f] = rest
	}
	delta[s.Feature[j]] = 1 - rest*float64(w.layout.D-1)
	bijector.SimplexInverse(mean[from:to], delta)
	tau := math.Min(math.Max(s.Threshold[j]*delta[s.Feature[j]]+otherWeight/2, 1e-3), 1-1e-3)
	at := w.layout.Tau(j)
	mean[at] = bijector.UnitInverse(tau)
	width := math.Max(s.Gap[j]/4, math.Max(w.problem.h/2, lowestLogGap))
	sd[at] = math.Min(width/(tau*(1-tau)), simplexSD)
	for i := from; i < to; i++ {
		sd[i] = simplexSD
		if s.Vacuous[j] {
			sd[i] = vacuousSD
		}
	}
	if s.Vacuous[j] {
		sd[at] = vacuousSD
	}
}

// chain returns n draws of a chain from the start, and its state at the end; false where it cannot start.
func (w *work) chain(settings hmc.Settings, start hmc.State, n int, rng *rand.Rand) (draws []float64, state hmc.State, ok bool) {
	c, err := hmc.NewChain(w, settings, start, rng)
	if err != nil {
		return nil, state, false
	}
	for c.Warming() {
		c.Warmup(rng)
	}
	for range n {
		c.Sample(rng)
		draws = append(draws, c.Position()...)
	}
	return draws, c.State(), true
}

// leastFamilies is the number of draws of the reference that the particles must descend from at least.
const leastFamilies = 20

// temperedSteps is how many moves a particle makes at a temperature, roughSteps where the bandwidth is so small
// that the density is rough, longSteps from the prior.
const (
	temperedSteps = 20
	roughSteps    = 60
	longSteps     = 200
)

// tempered measures by tempered sequential Monte Carlo from the components, in the chart of the first of them.
func (w *work) tempered(components []evidence.Component, rng *rand.Rand) evidence.Measurement {
	set := smc.DefaultWalk()
	set.Ancestors, set.Steps = w.problem.set.Particles, temperedSteps
	if Rough(w.problem.h) {
		set.Steps = roughSteps
	}
	c, ok := components[0].Chart.(*chart)
	if !ok {
		return particles(smc.Walk(w, newSource(components), set, rng))
	}
	set.Blocks = w.blocks()
	t := newCharted(w, c)
	if w.problem.set.FromPrior {
		set.Steps = longSteps
		return t.particles(smc.Walk(t, chartedPrior{t}, set, rng))
	}
	from := inChart(components, c, rng)
	from = append(from, broad(w.Dim(), from, w.problem.set.Sampling.PriorShare))
	return t.particles(smc.Walk(t, newSource(from), set, rng))
}

// particles reads a tempered run in the chart as a measurement.
func (t *charted) particles(r smc.Result) evidence.Measurement {
	for i := 0; i < len(r.Particles); i += t.Dim() {
		x := r.Particles[i : i+t.Dim()]
		t.chart.Place(x, slices.Clone(x))
	}
	return particles(r)
}

// blocks returns the coordinates of every split, and that of log sigma.
func (w *work) blocks() (out [][2]int) {
	for j := range w.layout.Splits {
		from, to := w.layout.Simplex(j)
		at := w.layout.Tau(j)
		out = append(out, [2]int{min(from, at), max(to, at+1)})
	}
	if w.layout.Regression {
		out = append(out, [2]int{w.layout.LogSigma(), w.layout.LogSigma() + 1})
	}
	return out
}

// chartedPrior is the prior in a chart's coordinates.
type chartedPrior struct{ *charted }

// Sample writes a draw to z.
func (p chartedPrior) Sample(z []float64, rng *rand.Rand) {
	p.work.target.SamplePrior(p.x, rng)
	p.chart.Find(z, p.x)
}

// LogDensity returns the normalized log density at z.
func (p chartedPrior) LogDensity(z []float64) float64 {
	logSlope := p.chart.place(p.x, nil, nil, z)
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

// broad returns a component near the prior in a chart, with the given share of the others' weight.
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

// drawsPer is how many draws per coordinate take a component to a chart.
const drawsPer = 20

// inChart returns the components in the chart's coordinates; one that has no chart is fitted to draws of it.
func inChart(components []evidence.Component, c *chart, rng *rand.Rand) (out []evidence.Component) {
	for _, k := range components {
		if k.Chart == nil {
			d := len(k.Mean)
			m := evidence.Mixture{Components: []evidence.Component{k}}
			rows, x := make([]float64, drawsPer*d*d), make([]float64, d)
			for i := 0; i < len(rows); i += d {
				m.Sample(x, rng)
				c.Find(rows[i:i+d], x)
			}
			k = evidence.FitComponent(rows, d, k.Weight, k.DF)
		}
		k.Chart = nil
		out = append(out, k)
	}
	return out
}

// particles reads a tempered run as a measurement.
func particles(r smc.Result) evidence.Measurement {
	out := evidence.Measurement{Points: r.Particles, LogWeights: r.LogWeights, LogZ: r.LogZ, Error: r.Error,
		KHat: math.Inf(-1), KHatLimit: diagnostics.ParetoKLimit(len(r.LogWeights)), EffectiveNumber: float64(r.Families)}
	if r.Families < leastFamilies {
		out.KHat = math.Inf(1)
	}
	return out
}

// expand draws the leaf means back: the points in the uncollapsed layout. A point of weight zero gets
// the prior mean.
func (w *work) expand(r evidence.Measurement, rng *rand.Rand) []float64 {
	if w.collapsed == nil {
		return r.Points
	}
	d, full := w.Dim(), w.layout.Expand()
	out := make([]float64, len(r.LogWeights)*full.Dim())
	for i, weight := range r.LogWeights {
		if i%w.every == 0 { // each goes through all rows, as a density does
			w.beat()
		}
		dst := out[i*full.Dim() : (i+1)*full.Dim()]
		if !math.IsInf(weight, -1) {
			w.collapsed.Expand(dst, r.Points[i*d:(i+1)*d], rng)
		}
	}
	return out
}

// fromTrees measures from the hard trees alone. Where that is not reliable the mixture is adapted by more
// draws and measured once more. Where even the mean of the weights is in doubt, and from the start where
// the bandwidth is so wide that no split is near a hard one, Student-t distributions about the hard trees
// are adapted instead.
func (w *work) fromTrees(t topology.Topology, solutions []hardtree.Solution, rng *rand.Rand) way {
	if w.Dim() == 0 {
		return way{method: HardTrees, final: w.final(evidence.Mixture{}, rng)}
	}
	set := w.problem.set
	if w.problem.h > wideBandwidth {
		return w.fromComponents(solutions, rng)
	}
	q := w.newProposal(t, solutions)
	q.adapt(w, set.Rounds, set.PerRound, rng)
	found := w.fromProposal(q, rng)
	if !found.final.Reliable() {
		q.adapt(w, moreRounds, 2*set.PerRound, rng)
		found = w.fromProposal(q, rng)
	}
	if found.final.KHat <= badKHat {
		return found
	}
	if other := w.fromComponents(solutions, rng); !(other.final.KHat > found.final.KHat) {
		return other
	}
	return found
}

func (w *work) fromProposal(q *proposal, rng *rand.Rand) way {
	mixture := w.withEmbedded(evidence.Mixture{Prior: q})
	return way{HardTrees, mixture, w.final(mixture, rng), len(q.lobes)}
}

// fromComponents measures by Student-t distributions adapted from the hard trees.
func (w *work) fromComponents(solutions []hardtree.Solution, rng *rand.Rand) way {
	var starts []evidence.Component
	for _, s := range solutions {
		starts = append(starts, w.component(s, solutions[0].Score))
	}
	mixture, _ := evidence.Adapt(w, prior{w.target}, starts, w.problem.set.Sampling, rng)
	mixture = w.withEmbedded(mixture)
	return way{HardTrees, mixture, w.final(mixture, rng), len(mixture.Components)}
}

const (
	moreRounds = 2
	badKHat    = 0.9
	// wideBandwidth is in units of the scaled inputs.
	wideBandwidth = 0.2
)

// safety is by how much more draws than the error of a round asks for are made in the next.
const safety = 1.3

// enoughToJudge is the number of draws from which on a k-hat above its limit is taken at its word.
const enoughToJudge = 20000

// final measures by fresh rounds from the frozen mixture until the error is as small as asked for.
// Every round is at least twice as large as the one before, so that the last makes most of the work.
func (w *work) final(mixture evidence.Mixture, rng *rand.Rand) evidence.Measurement {
	return w.finalOf(mixture, w.finalDraws(), rng)
}

// finalDraws is the number of draws of the first final round.
func (w *work) finalDraws() int {
	if w.problem.large() && w.problem.few == nil { // among many rows peaks are narrow, and every draw is dear
		return w.problem.set.ModesFinal
	}
	return w.problem.set.Sampling.Final
}

// finalOf is final with the number of draws of the first round given.
func (w *work) finalOf(mixture evidence.Mixture, n int, rng *rand.Rand) evidence.Measurement {
	set := w.problem.set
	for {
		r := evidence.Final(w, mixture, n, rng)
		hopeless := n >= enoughToJudge && !r.Reliable() && w.problem.large() // where particles follow
		if set.TargetError <= 0 || r.Error <= set.TargetError || n >= set.MaxFinal || hopeless {
			return r
		}
		ratio := math.Min(r.Error/set.TargetError, 1e3)
		n = min(set.MaxFinal, max(2*n, int(safety*float64(n)*ratio*ratio)))
	}
}
