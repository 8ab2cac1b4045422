// What was not measured: an estimate of its mass by topologies drawn with known probability.

package search

import (
	"math"
	"math/rand/v2"
	"strconv"

	"dcctree/core/dcc"
	"dcctree/core/numeric"
	"dcctree/core/random"
	"dcctree/core/topology"
	"dcctree/core/verdict"
)

// exploration is the estimates so far. Each draws topologies that were not measured, and measures them: with S the
// mass measured before, q the probability of a draw and v the mass found, S + v/q has the mass of all topologies for
// its mean, whatever was measured before (Des Raj 1956). The topologies drawn count as measured afterwards.
type exploration struct {
	finished []estimate
	known    float64 // log S of the estimate under way
	drawn    []drawn // its draws
	rounds   int     // estimates finished
	fresh    bool    // the estimate under way has no part in stopping: its draws count
	from     int     // draws before the last such estimate
	until    int     // draws until its end, 0 where there was none
	wide     int     // estimates since the search ended
	final    bool    // the last one is finished
	complete bool    // no topology is left
}

// estimate is that of one draw; v is what is known of the topology drawn at the time of asking.
type estimate struct {
	known float64 // log S
	entry *fastEntry
	logQ  float64
}

// drawn is one topology with the log of the probability of drawing it, and the way on which it was come by, from one
// that was measured.
type drawn struct {
	entry *fastEntry
	path  []topology.Topology
	logQ  float64
}

const (
	restDraws  = 8 // of an estimate while the search goes on
	restRounds = 2 // last estimates that count
	mostRounds = 8
	// freshDraws are those of the estimate that follows one by which little is left. A search that stops at the
	// first low estimate, and states it, states too little: what counts has no part in stopping.
	freshDraws = 24
	finalDraws = 128 // the same of the estimate that ends what follows the search
	// little is the share below which the upper 90 % bound must be for what follows the search to end: the verdict
	// needs it to say settled.
	little   = .02
	mostWide = 12 // estimates that follow the search at most
)

// beginEstimate draws topologies that were not measured: half of them by steps from the measured ones, half, where
// there are any, among those whose hard trees promise that they are more than these with a superfluous split.
func (f *Fast) beginEstimate() {
	x := &f.draw
	x.known, x.drawn = f.known(), nil
	w := f.newOutward()
	if x.complete = !w.open(); x.complete {
		return
	}
	rng := random.Stream(f.problem.Seed, "unexplored", strconv.Itoa(x.rounds))
	useful, probability := f.promised()
	draws := f.drawsWanted()
	half := draws / 2
	if len(useful) == 0 {
		half = 0
	}
	for k := range draws {
		if k < half {
			e := choose(useful, probability, rng)
			x.drawn = append(x.drawn, drawn{entry: e, path: []topology.Topology{e.topology}})
			continue
		}
		path := w.draw(rng)
		x.drawn = append(x.drawn, drawn{entry: f.add(path[len(path)-1]), path: path})
	}
	share := float64(half) / float64(draws)
	for k := range x.drawn {
		d := &x.drawn[k]
		q := (1 - share) * w.probability(d.entry.topology)
		for i, e := range useful {
			if e == d.entry {
				q += float64(share * probability[i])
			}
		}
		d.logQ = numeric.Log(q)
	}
}

// drawsWanted returns the number of draws of the next estimate.
func (f *Fast) drawsWanted() int {
	switch {
	case f.draw.fresh && f.ended != dcc.Searching:
		return finalDraws
	case f.draw.fresh:
		return freshDraws
	}
	return restDraws
}

// farBelow is how many nats below the best a prediction is worth no draw.
const farBelow = 15

// promised returns the topologies that were not measured by Measure and whose hard trees promise more than embedded
// draws find, with probabilities in proportion to what they promise.
func (f *Fast) promised() (entries []*fastEntry, probability []float64) {
	correction, top := f.correction(), f.top()
	for _, e := range f.order {
		if e.measured || !e.scored || !f.wants(e, correction) {
			continue
		}
		if v := math.Min(f.useful(e, correction), top); v > top-farBelow {
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

// enqueueDrawn asks for what the estimate under way lacks: each topology drawn, and first those on the way to it.
func (f *Fast) enqueueDrawn() bool {
	for _, d := range f.draw.drawn {
		for _, t := range d.path {
			e := f.add(t)
			if e.measured || e.failed != "" {
				continue
			}
			if e.bare = len(f.reductions(t)) == 0; !e.bare {
				f.enqueueEmbedded(e)
				break
			}
		}
	}
	return len(f.batch) > 0
}

// embeddedUpper is by what part the mass of embedded topologies may be larger than it seems: the 90 % quantile of their
// spread.
var embeddedUpper = numeric.Exp(numeric.Normal90*embeddedSpread) - 1

// slackStep is by how many nats the search goes further after an estimate that was too large.
const slackStep = 1.5

// conclude ends an estimate, tells it in a step and decides whether the search goes on.
func (f *Fast) conclude() {
	x := &f.draw
	for _, d := range x.drawn {
		x.finished = append(x.finished, estimate{x.known, d.entry, d.logQ})
	}
	if x.fresh {
		x.from, x.until = len(x.finished)-len(x.drawn), len(x.finished)
	}
	x.drawn, x.rounds = nil, x.rounds+1
	last := f.unexplored(x.last())
	switch {
	case f.ended != dcc.Searching:
		f.concludeWider(last)
	case x.fresh:
		x.fresh, f.ended = false, dcc.Explored
	case last.Bound < f.set.Unexplored:
		x.fresh = true
	case f.embedded >= f.mostEmbedded():
		f.ended = dcc.MostReached
	case f.unspent() <= 0:
		f.ended = dcc.BudgetUsed
	case x.rounds >= mostRounds:
		f.end(dcc.NoneNear)
	default:
		f.slack += slackStep
	}
	u := f.Unexplored()
	f.steps++
	s := dcc.Step{Kind: dcc.Estimate, Iteration: f.steps, Draws: u.Draws, TotalGradients: f.gradients,
		Unexplored: u, Ended: f.ended}
	for _, e := range f.fresh {
		s.Also = append(s.Also, e.topology)
	}
	f.fresh, f.told = nil, append(f.told, s)
}

// concludeWider decides after an estimate once the search is over whether to go on.
func (f *Fast) concludeWider(last dcc.Unexplored) {
	x := &f.draw
	x.wide++
	switch {
	case x.fresh || x.complete:
		x.fresh, x.final = false, true
	case last.Bound < little || f.enough() || x.wide >= mostWide:
		x.fresh = true
	default:
		f.slack += slackStep
	}
}

// correct puts what a measured topology was found to have in place of what was known of it in the estimates of all
// mass, so that what they say of the rest stays.
func (x *exploration) correct(e *fastEntry, after float64) {
	for i := range x.finished {
		if v := &x.finished[i]; v.entry != e {
			v.known = replaced(v.known, e.mass(), after)
		}
	}
	x.known = replaced(x.known, e.mass(), after)
}

// replaced returns the log of a sum in which one term is replaced, all logs; the sum as it was where rounding leaves
// none.
func replaced(sum, before, after float64) float64 {
	top := max(sum, before, after)
	if left := numeric.Exp(sum-top) - numeric.Exp(before-top) + numeric.Exp(after-top); left > 0 {
		return top + numeric.Log(left)
	}
	return sum
}

// allMass is the log of S + v/q of a draw.
func (f *Fast) allMass(d estimate, correction float64) float64 {
	return numeric.LogSumExp([]float64{d.known, f.massOf(d.entry, correction) - d.logQ})
}

// massOf is the mass of a topology drawn, or what its hard trees promise where it was given up, or where that is so
// much more that it is to be measured for it.
func (f *Fast) massOf(e *fastEntry, correction float64) float64 {
	v := math.Inf(-1)
	if e.measured {
		v = e.mass()
	}
	switch {
	case (e.failed != "" || e.bare) && !e.measured && e.scored:
		v = math.Min(f.predict(e, correction), f.top())
	case f.wants(e, correction):
		v = math.Max(v, math.Min(f.useful(e, correction), f.top()))
	}
	return v
}

// end notes why the search ended, which is the given reason unless a limit was reached.
func (f *Fast) end(otherwise dcc.Ending) {
	switch {
	case f.measured >= f.set.MaxMeasured:
		f.ended = dcc.MostReached
	case f.measured > 0 && f.left() <= 0:
		f.ended = dcc.BudgetUsed
	default:
		f.ended = otherwise
	}
}

// known is the log mass of all topologies measured.
func (f *Fast) known() float64 {
	if f.sum.taken == f.taken {
		return f.sum.known
	}
	var all []float64
	for _, e := range f.order {
		if e.measured {
			all = append(all, e.mass())
		}
	}
	f.sum.taken, f.sum.known = f.taken, numeric.LogSumExp(all)
	return f.sum.known
}

// sums are what planning asks for at every topology, as of the number of results taken.
type sums struct {
	taken  int
	known  float64
	of     int // factors
	factor float64
}

// Unexplored returns the estimate by the draws that count, against what is measured now. Where a limit ended the search
// with so much left that the run is not settled, no bound is known: what the search did not come to is then seldom
// among the draws either. On a gradual truth of 8 leaves .38 to .73 was missing where the draws told .14 to .23.
func (f *Fast) Unexplored() dcc.Unexplored {
	all := f.draw.last()
	if f.draw.until > 0 {
		all = f.draw.finished[f.draw.from:f.draw.until]
	}
	u := f.unexplored(all)
	if (f.ended == dcc.BudgetUsed || f.ended == dcc.MostReached) && u.Bound > verdict.MostUnmeasured {
		u.Bound = 1
	}
	return u
}

// unexplored returns the estimate by the draws given. The bound is that of Student's
// t on the mean; so few and so unequal numbers make it a rough one. It holds besides that the evidences of the
// topologies drawn are embedded ones: they rest on the same sources, so that their errors are taken to be one.
func (f *Fast) unexplored(all []estimate) dcc.Unexplored {
	if f.draw.complete {
		return dcc.Unexplored{Known: true}
	}
	if len(all) == 0 {
		return dcc.Unexplored{}
	}
	total, correction := f.known(), f.correction()
	var odds numeric.Moments // against the topologies measured
	for _, d := range all {
		odds.Add(numeric.Exp(f.allMass(d, correction)-total) - 1)
	}
	n, mean := float64(odds.N()), max(0, odds.Mean())
	high := mean + math.Hypot(studentUpper(n-1)*math.Sqrt(odds.Variance()/n), embeddedUpper*mean)
	return dcc.Unexplored{Known: true, Draws: odds.N(), Share: mean / (1 + mean), Bound: high / (1 + high)}
}

// last returns the draws of the last rounds.
func (x *exploration) last() []estimate {
	return x.finished[max(0, len(x.finished)-restRounds*restDraws):]
}

// studentUpper returns the 90 % quantile of Student's t with n degrees of freedom by the expansion of
// Cornish and Fisher (Abramowitz and Stegun 26.7.5), within .02 from 3 degrees on.
func studentUpper(n float64) float64 {
	const z = numeric.Normal90
	return z + (z*z*z+z)/(4*n) + (5*z*z*z*z*z+16*z*z*z+3*z)/(96*n*n)
}

// Ended returns why the search ended; Searching while it has not. Audits may follow it.
func (f *Fast) Ended() dcc.Ending { return f.ended }
