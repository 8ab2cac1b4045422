// What was not measured: an estimate of its mass by topologies drawn with known probability.

package dcc

import (
	"math"
	"math/rand/v2"
	"strconv"

	"dcctree/core/hardtree"
	"dcctree/core/numeric"
	"dcctree/core/random"
	"dcctree/core/topology"
)

// Ending tells why the search of the fast mode ended.
type Ending string

// The search ends when the topologies that were not measured are estimated to matter little, when its
// budget is used up, when as many topologies as allowed were measured, or when there is no other whose
// prediction is near enough.
const (
	Searching   Ending = ""
	Explored    Ending = "explored"
	BudgetUsed  Ending = "budget"
	MostReached Ending = "most-measured"
	NoneNear    Ending = "none-near"
)

// Unexplored is the estimated share of the posterior in topologies that were not measured, among all with
// at most FastSettings.MaxSplits splits.
type Unexplored struct {
	Known bool    // false where there is no estimate, and the numbers mean nothing
	Share float64 // the estimate
	Bound float64 // its upper 90 % bound
	Draws int     // topologies drawn for it; 0 where all were measured
}

// exploration is one estimate. Half of its topologies are drawn in proportion to their predicted mass,
// among those predicted, half from the prior without those measured: the predictions miss what was never
// scored, and the prior hardly ever meets what matters most.
type exploration struct {
	measured int // topologies measured when it was begun
	drawn    []drawn
	finished bool
}

// drawn is one topology with the log of the probability of drawing it, averaged over both ways.
type drawn struct {
	entry *fastEntry
	logQ  float64
}

// planEstimate plans the next part of an estimate, or what its end leads to; false where nothing is left
// of the search.
func (f *Fast) planEstimate() bool {
	if f.ended != Searching {
		return false
	}
	if f.set.Sketches == 0 || f.measured == 0 {
		f.end(NoneNear)
		return false
	}
	if f.draw == nil || f.draw.measured != f.measured {
		f.draw = f.newExploration()
	}
	if f.enqueueDrawn() {
		return true
	}
	f.conclude()
	if f.ended == Searching {
		f.plan()
		return true
	}
	return false
}

// enqueueDrawn asks for the scores, and then the sketches, that the estimate lacks.
func (f *Fast) enqueueDrawn() bool {
	for _, d := range f.draw.drawn {
		if !d.entry.scored {
			f.enqueueOnce(d.entry, Score, d.entry.starts)
		}
	}
	if len(f.batch) > 0 {
		return true
	}
	for _, d := range f.draw.drawn {
		if d.entry.failed == "" && d.entry.sketch != d.entry.sketch {
			f.enqueueOnce(d.entry, Sketch, d.entry.solutions)
		}
	}
	return len(f.batch) > 0
}

func (f *Fast) enqueueOnce(e *fastEntry, kind JobKind, starts []hardtree.Solution) {
	for _, j := range f.batch {
		if j.Topology == e.topology.Key() {
			return
		}
	}
	f.enqueue(e, kind, starts)
}

// newExploration draws the topologies.
func (f *Fast) newExploration() *exploration {
	x := &exploration{measured: f.measured}
	rest := f.unmeasuredPrior()
	if !(rest > leastRest) {
		return x
	}
	rng := random.Stream(f.problem.Seed, "unexplored", strconv.Itoa(f.measured))
	predicted, probability := f.predicted()
	half := f.set.Sketches / 2
	if len(predicted) == 0 {
		half = 0
	}
	for k := range f.set.Sketches {
		if k < half {
			x.drawn = append(x.drawn, drawn{entry: choose(predicted, probability, rng)})
		} else if e := f.fromPrior(rng); e != nil {
			x.drawn = append(x.drawn, drawn{entry: e})
		}
	}
	share := float64(half) / float64(f.set.Sketches)
	for k := range x.drawn {
		d := &x.drawn[k]
		q := (1 - share) * numeric.Exp(d.entry.logPrior) / rest
		for i, e := range predicted {
			if e == d.entry {
				q += share * probability[i]
			}
		}
		d.logQ = math.Log(q)
	}
	return x
}

// unmeasuredPrior returns the prior mass of the topologies, not too large, that were not measured.
func (f *Fast) unmeasuredPrior() float64 {
	rest := f.problem.Settings.SplitPrior.UpTo(f.set.MaxSplits)
	for _, e := range f.order {
		if e.measured {
			rest -= numeric.Exp(e.logPrior)
		}
	}
	return rest
}

const (
	leastRest = 1e-9 // prior mass not measured below which all topologies are taken to be
	farBelow  = 15   // nats below the best from which on a prediction is worth no draw
)

// predicted returns the scored topologies that were not measured, with probabilities in proportion to
// their predicted masses.
func (f *Fast) predicted() (entries []*fastEntry, probability []float64) {
	correction, top := f.correction(), f.top()
	for _, e := range f.order {
		if !e.scored || e.measured || e.failed != "" {
			continue
		}
		if v := math.Min(f.predict(e, correction), top); v > top-farBelow {
			entries, probability = append(entries, e), append(probability, v)
		}
	}
	total := numeric.LogSumExp(probability)
	for i, v := range probability {
		probability[i] = numeric.Exp(v - total)
	}
	return entries, probability
}

func choose(entries []*fastEntry, probability []float64, rng *rand.Rand) *fastEntry {
	u := rng.Float64()
	for i, p := range probability {
		if u -= p; u < 0 {
			return entries[i]
		}
	}
	return entries[len(entries)-1]
}

// fromPrior draws a topology that was not measured, and gives its search the hard trees of the best
// measured topologies, as far as they fit. nil where none turns up.
func (f *Fast) fromPrior(rng *rand.Rand) *fastEntry {
	const tries = 10_000
	for range tries {
		t, ok := f.problem.Settings.SplitPrior.Draw(rng)
		if !ok || t.Splits() > f.set.MaxSplits {
			continue
		}
		e := f.add(t)
		if e.measured {
			continue
		}
		if !e.scored {
			f.handDown(e)
		}
		return e
	}
	return nil
}

// handDown gives e's search the hard trees of the best measured topologies.
func (f *Fast) handDown(e *fastEntry) {
	const handed = 3
	best := f.Summaries()
	for _, s := range best[:min(handed, len(best))] {
		from := f.found[s.Topology]
		e.starts = append(e.starts, fit(from.topology, e.topology, from.solutions[0]))
	}
}

// fit returns the hard tree of one topology as one of another: splits that the other has not are undone,
// those that it has more divide no rows.
func fit(from, to topology.Topology, s hardtree.Solution) hardtree.Solution {
	splits := map[int]bool{}
	for _, id := range to.InternalIDs() {
		splits[id] = true
	}
	for j := surplus(from, splits); j >= 0; j = surplus(from, splits) {
		s, from = s.Prune(from, j), from.Prune(j)
	}
	for leaf := absent(from, splits); leaf >= 0; leaf = absent(from, splits) {
		s, from = s.Grow(from, leaf), from.Grow(leaf)
	}
	return s
}

// surplus returns a split above two leaves whose node is not in the set; -1 where there is none.
func surplus(t topology.Topology, splits map[int]bool) int {
	ids := t.InternalIDs()
	for _, j := range t.Prunable() {
		if !splits[ids[j]] {
			return j
		}
	}
	return -1
}

// absent returns a leaf whose node is in the set; -1 where there is none.
func absent(t topology.Topology, splits map[int]bool) int {
	for leaf, id := range t.LeafIDs() {
		if splits[id] {
			return leaf
		}
	}
	return -1
}

// takeSketch takes a sketch; a topology that fails counts as one of no mass.
func (f *Fast) takeSketch(e *fastEntry, r Result) {
	f.sketching += r.cost()
	f.sketched++
	e.sketch = math.Inf(-1)
	if r.Outcome == LeftOut {
		e.failed = r.Reason
	} else {
		e.sketch = r.LogZ
	}
}

// slackStep is by how many nats the search goes further after an estimate that was too large.
const slackStep = 1.5

// conclude ends an estimate, tells it in a step and decides whether the search goes on.
func (f *Fast) conclude() {
	f.draw.finished = true
	u := f.Unexplored()
	switch {
	case u.Bound < f.set.Unexplored:
		f.ended = Explored
	case f.exhausted():
		f.end(NoneNear)
	default:
		f.slack += slackStep
		if len(f.best()) == 0 {
			f.end(NoneNear)
		}
	}
	f.steps++
	f.told = append(f.told, Step{Kind: Sketch, Iteration: f.steps, Draws: u.Draws, TotalGradients: f.gradients, Unexplored: u, Ended: f.ended})
}

// end notes why the search ended, which is the given reason unless a limit was reached.
func (f *Fast) end(otherwise Ending) {
	switch {
	case f.measured >= f.set.MaxMeasured:
		f.ended = MostReached
	case f.measured > 0 && f.left() <= 0:
		f.ended = BudgetUsed
	default:
		f.ended = otherwise
	}
}

// Unexplored returns the last finished estimate, the average of p(m) Z_m / q(m) over its draws. The bound
// is that of Student's t on the mean; so few and so unequal numbers make it a rough one.
func (f *Fast) Unexplored() Unexplored {
	if f.draw == nil || !f.draw.finished {
		return Unexplored{}
	}
	var known []float64
	for _, e := range f.order {
		if e.measured {
			known = append(known, e.mass())
		}
	}
	total := numeric.LogSumExp(known)
	var odds numeric.Moments // against the topologies measured
	for _, d := range f.draw.drawn {
		v := 0.0
		if d.entry.failed == "" {
			v = numeric.Exp(d.entry.sketch + d.entry.logPrior - d.logQ - total)
		}
		odds.Add(v)
	}
	u := Unexplored{Known: true, Draws: odds.N()}
	if n := float64(odds.N()); n > 1 {
		mean := odds.Mean()
		high := mean + float64(studentUpper(n-1)*math.Sqrt(odds.Variance()/n))
		u.Share, u.Bound = mean/(1+mean), high/(1+high)
	}
	return u
}

// studentUpper returns the 90 % quantile of Student's t with n degrees of freedom by the expansion of
// Cornish and Fisher (Abramowitz and Stegun 26.7.5), within .02 from 3 degrees on.
func studentUpper(n float64) float64 {
	const z = 1.2815515655446004
	return z + (z*z*z+z)/(4*n) + (5*z*z*z*z*z+16*z*z*z+3*z)/(96*n*n)
}

// reserve is what an estimate is expected to cost; the search holds it back from its budget.
func (f *Fast) reserve() int {
	if f.set.Sketches == 0 {
		return 0
	}
	each := firstSketch
	switch {
	case f.sketched > 0:
		each = f.sketching / f.sketched
	case f.large():
		each = firstSketchMany
	}
	return f.set.Sketches * each
}

// What a sketch is expected to cost before there was one, gradient units.
const (
	firstSketch     = 1200
	firstSketchMany = 3000
)

// Ended returns why the search ended; Searching while it has not. Audits may follow it.
func (f *Fast) Ended() Ending { return f.ended }
