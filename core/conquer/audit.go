// The audit: a second look at one topology by a route that shares no starting point with the first.

package conquer

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"sort"

	"dcctree/core/evidence"
	"dcctree/core/hardtree"
	"dcctree/core/hmc"
	"dcctree/core/numeric"
	"dcctree/core/smc"
	"dcctree/core/softtree"
	"dcctree/core/topology"
)

// Audit is a measurement looked at again. A missed mode leaves k-hat and effective number perfect; states
// found from the prior alone may show it.
type Audit struct {
	// Measurement is the one that stands after the audit: the former one, to the last bit, where nothing
	// was added to its mixture. Its counts of work are the audit's alone.
	Measurement
	// Added is the number of components that states of the second route became.
	Added int
	// Former is log Z before, FormerError its standard error.
	Former, FormerError float64
	// SecondLogZ and SecondError are log Z and its standard error by the second route. It is often much too
	// low, which proves nothing; one too high proves that the first route missed something.
	SecondLogZ, SecondError float64
	// Excess is by how many nats the largest log weight of a state of the second route exceeds the largest
	// of as many draws as measure: above 0 the state is under-covered. -Inf where there was no state to look at.
	Excess float64
	// States is the number of states looked at, Exceeding how many of them are under-covered at the end.
	States, Exceeding int
}

// Higher tells that the second route's log Z is above the first's by more than 3 standard errors.
func (a Audit) Higher() bool {
	e := math.Sqrt(float64(a.Error*a.Error) + float64(a.SecondError*a.SecondError))
	return a.SecondLogZ-a.LogZ > 3*e
}

// UnderCovered reports whether states of the second route are still under-covered so that it matters: one by a factor
// above e, and a larger share of them than the standard error of log Z.
func (a Audit) UnderCovered() bool {
	return a.Excess > 1 && !(float64(a.Exceeding) <= float64(a.Error*float64(a.States)))
}

// lackingPerShare is how many nats log Z lacks for each share of the second route's states that stay under-covered.
// They are spread about as the posterior is, but a few of them stand for a tail that all draws miss: where the evidence
// is known, log Z lacks 2.4 times their share (the planted exclusive or, 16 tables with such states, least squares).
const lackingPerShare = 2

// Lacking is about how many nats log Z of an audited topology lacks, by the states of the second route that stay
// under-covered, exceeding of all that were looked at. It belongs to the error of what is reported.
func Lacking(exceeding, states int) float64 {
	return lackingPerShare * float64(exceeding) / float64(max(1, states))
}

// At most auditRounds times components are added, at most perRound of them.
const (
	auditRounds = 3
	perRound    = 4
	reported    = 2 // times as many draws as a measurement has are reported from where any were
)

// Audit measures again as Measure did, given the same topology, hard trees and random numbers of that
// call (first), and looks at the result from states that tempered sequential Monte Carlo from the prior
// and NUTS from its particles find by other random numbers (second). Under-covered states become
// components, those of the largest weights first, and the topology is measured afresh, three times at
// most. It panics without a hard tree.
func (p *Problem) Audit(
	t topology.Topology, solutions []hardtree.Solution, first, second *rand.Rand, beat func(),
) Audit {
	m, w, found := p.measure(t, solutions, first, beat)
	a := Audit{Measurement: m, Former: m.LogZ, FormerError: m.Error, Excess: math.Inf(-1), SecondLogZ: math.Inf(-1),
		SecondError: math.Inf(1)}
	if w.Dim() == 0 {
		return a
	}
	found = a.inspect(w, found, second)
	if a.Added > 0 {
		a.take(found)
		a.Points = w.expand(found.final, second)
	}
	a.Evaluations, a.Gradients = w.densities(), w.gradients
	return a
}

// inspect looks for states that the measurement lacks and returns one that has them.
func (a *Audit) inspect(w *work, found way, rng *rand.Rand) way {
	states, redrawn := w.secondRoute(a, rng), w.redrawn(found, rng)
	if slanting := w.resplit(found, rng); w.lacked(redrawn, slanting) >= leastLacked {
		states = append(states, slanting...)
	}
	exceeding := a.look(w, redrawn, states)
	for round := 0; len(exceeding) > 0 && round < auditRounds; round++ {
		found = w.include(a, found, states, exceeding, rng)
		exceeding = a.look(w, found, states)
	}
	if a.Added > 0 && found.method != Tempered {
		// The last round was judged, and stayed the last one because its largest weight was large: to report
		// from it would make log Z too high.
		found.final = w.finalOf(found.mixture, reported*w.finalDraws(), rng)
		found.searches, found.alone = nil, 0 // what they missed was looked for from the prior
		if found = found.judged(); found.warped() {
			found = w.orTempered(found, rng)
		}
		a.look(w, found, states)
	}
	return found
}

// redrawn is the way with other draws from the same mixture, by which it is judged whether states are under-covered. By
// the draws that measured it would be kept just where their largest weight, and so log Z, is large.
func (w *work) redrawn(found way, rng *rand.Rand) way {
	if found.method != Tempered {
		found.final = evidence.Final(w, found.mixture, len(found.final.LogWeights), rng)
	}
	return found
}

// warped reports whether tempered particles can start from the mixture: its first component is in a warp.
func (found way) warped() bool {
	return len(found.mixture.Components) > 0 && found.mixture.Components[0].Warp != nil
}

// secondRoute returns states of the target, n x dim, and notes their log Z.
func (w *work) secondRoute(a *Audit, rng *rand.Rand) []float64 {
	set := smc.DefaultSettings()
	set.Particles, set.Pilot, set.MaxTemperatures = w.problem.set.AuditParticles, 0, 60
	r := smc.Run(w, newPriorReference(w.target), set, rng, w.beat)
	a.SecondLogZ, a.SecondError = r.LogZ, r.Error
	states := distinct(r.Particles, w.Dim())
	return append(states, w.walk(states, rng)...)
}

// priorReference is the prior as the start of a tempered run.
type priorReference struct {
	softtree.Target
	root []float64
}

// logisticSD is the standard deviation of the logit of a uniform number, pi/sqrt 3.
const logisticSD = math.Pi / 1.7320508075688772

func newPriorReference(t softtree.Target) priorReference {
	d := t.Dim()
	root := make([]float64, d*d)
	for i := range d {
		root[i*d+i] = logisticSD
	}
	return priorReference{t, root}
}

func (p priorReference) Gradient(grad, x []float64) float64   { return p.PriorGradient(grad, x) }
func (p priorReference) Sample(dst []float64, rng *rand.Rand) { p.SamplePrior(dst, rng) }
func (p priorReference) Root() []float64                      { return p.root }
func (p priorReference) Group([]float64) int                  { return 0 }

// distinct returns the rows of points without repetition.
func distinct(points []float64, d int) []float64 {
	var out []float64
	for i := 0; i < len(points); i += d {
		row, seen := points[i:i+d], false
		for j := 0; j < len(out) && !seen; j += d {
			seen = slices.Equal(out[j:j+d], row)
		}
		if !seen {
			out = append(out, row...)
		}
	}
	return out
}

const (
	walkers   = 6  // states that NUTS goes on from
	walkTune  = 30 // steps that settle its step size
	walkDraws = 15
)

// walk runs NUTS from some of the states, with their covariance as metric.
func (w *work) walk(states []float64, rng *rand.Rand) (out []float64) {
	d := w.Dim()
	n := len(states) / d
	settings := hmc.DefaultSettings()
	settings.Warmup, settings.BaseWindow, settings.StepFactor, settings.MaxDoublings = walkTune, 0, 1, 6
	metric := variances(states, d)
	for k := range min(walkers, n) {
		at := k * n / walkers
		start := hmc.State{Position: states[at*d : (at+1)*d], Metric: metric, StepSize: .1}
		if draws, _, ok := w.chain(settings, start, walkDraws, rng); ok {
			out = append(out, draws...)
		}
	}
	return out
}

// variances returns those of the columns, at least 1e-6.
func variances(rows []float64, d int) []float64 {
	out := make([]float64, d)
	for j := range out {
		var m numeric.Moments
		for i := j; i < len(rows); i += d {
			m.Add(rows[i])
		}
		out[j] = 1
		if m.N() > 1 {
			out[j] = math.Max(m.Variance(), 1e-6)
		}
	}
	return out
}

// look compares the states with the measurement and returns the numbers of the under-covered ones, those of
// the largest weights first.
func (a *Audit) look(w *work, found way, states []float64) (exceeding []int) {
	a.Excess, a.States = math.Inf(-1), len(states)/w.Dim()
	bar, excess := w.bar(found), make([]float64, a.States)
	for i := range excess {
		excess[i] = w.excess(found, bar, states[i*w.Dim():(i+1)*w.Dim()])
		a.Excess = math.Max(a.Excess, excess[i])
		if excess[i] > 0 {
			exceeding = append(exceeding, i)
		}
	}
	sort.SliceStable(exceeding, func(i, j int) bool {
		return cmp.Compare(excess[exceeding[j]], excess[exceeding[i]]) < 0
	})
	a.Exceeding = len(exceeding)
	return exceeding
}

// temperedMargin is by how many nats a state's ratio to the reference must exceed that of every particle:
// among as many draws of the target the largest ratios differ by chance, and they vary more than the
// weights of importance sampling.
const temperedMargin = 3

// bar is the ratio above which a state of a tempered measurement is under-covered.
func (w *work) bar(found way) float64 {
	most := math.Inf(-1)
	if found.method == Tempered {
		for i := 0; i < len(found.final.Points); i += w.Dim() {
			most = math.Max(most, w.ratio(found, found.final.Points[i:i+w.Dim()]))
		}
	}
	return most + temperedMargin
}

func (w *work) excess(found way, bar float64, x []float64) float64 {
	if found.method == Tempered {
		return w.ratio(found, x) - bar
	}
	return found.final.Excess(w, found.mixture, x)
}

// ratio is log target - log reference; -Inf where the target has no density.
func (w *work) ratio(found way, x []float64) float64 {
	return finite(w.LogDensity(x) - evidence.Mixture{Components: found.mixture.Components}.LogDensity(x))
}

const (
	// nearest is how many states per coordinate, and at least, shape the component of one of them.
	nearestPer   = 3
	nearestLeast = 12
	componentDF  = 4 // degrees of freedom of what is added
)

// include makes components of the under-covered states, each shaped by the states nearest to it, which then
// need none of their own, and measures again.
func (w *work) include(a *Audit, found way, states []float64, exceeding []int, rng *rand.Rand) way {
	d := w.Dim()
	covered := map[int]bool{}
	added := 0
	for _, i := range exceeding {
		if covered[i] || added == perRound {
			continue
		}
		var rows []float64
		for _, k := range nearest(states, d, i, max(nearestLeast, nearestPer*d)) {
			covered[k] = true
			rows = append(rows, states[k*d:(k+1)*d]...)
		}
		if a.Excess > missed && added == 0 && found.method != Tempered {
			rows = w.explore(states[i*d:(i+1)*d], rows, rng)
		}
		found.mixture = found.mixture.AddComponent(evidence.FitComponent(rows, d, 1, componentDF), .15)
		added++
	}
	if _, alone := plain(found.mixture.Prior).(prior); !alone {
		found.mixture.PriorShare = 1 / (1 + .15*float64(len(found.mixture.Components)))
	}
	a.Added += added
	found.modes += added
	if found.method == Tempered {
		return w.tempered(found, rng)
	}
	found.final = w.final(found.mixture, rng)
	return found.judged()
}

// leastLacked is how many states with splits drawn anew must be of what the measurement lacks: one of resplitStates is
// of a part of the posterior too small to matter.
const leastLacked = 2

// lacked returns how many of the states are likely of modes that the measurement lacks.
func (w *work) lacked(found way, states []float64) (n int) {
	bar := w.bar(found)
	for i := 0; i < len(states); i += w.Dim() {
		if w.excess(found, bar, states[i:i+w.Dim()]) > missed {
			n++
		}
	}
	return n
}

// missed is the excess, in nats, from which on a state is likely of a mode of its own, where the states nearest
// to it tell little of its shape.
const missed = 2

// explore returns draws of a chain from the state, with the variances of the given rows to begin with; the
// rows where no chain can start.
func (w *work) explore(x, rows []float64, rng *rand.Rand) []float64 {
	settings := hmc.DefaultSettings()
	settings.Warmup, settings.MaxDoublings = w.problem.set.Pilot, 6
	draws, _, ok := w.chain(settings, hmc.State{Position: x, Metric: variances(rows, w.Dim()), StepSize: .1},
		w.problem.set.Draws, rng)
	if !ok {
		return rows
	}
	return draws
}

// nearest returns the numbers of the n rows nearest to the one of the given number, itself included, in units
// of the columns' standard deviations.
func nearest(rows []float64, d, of, n int) []int {
	scale, center := variances(rows, d), rows[of*d:(of+1)*d]
	distance := func(i int) (sum float64) {
		for j, v := range rows[i*d : (i+1)*d] {
			sum += float64((v-center[j])*(v-center[j])) / scale[j]
		}
		return sum
	}
	order := make([]int, len(rows)/d)
	far := make([]float64, len(order))
	for i := range order {
		order[i], far[i] = i, distance(i)
	}
	sort.SliceStable(order, func(i, j int) bool { return cmp.Compare(far[order[i]], far[order[j]]) < 0 })
	return order[:min(n, len(order))]
}
