// Embedded draws: topologies measured from the draws of those with one split less, best first by predicted mass.

package search

import (
	"math"
	"slices"
	"sort"
	"strconv"

	"dcctree/core/conquer"
	"dcctree/core/dcc"
	"dcctree/core/evidence"
	"dcctree/core/hardtree"
	"dcctree/core/numeric"
	"dcctree/core/random"
	"dcctree/core/topology"
	"dcctree/core/verdict"
)

const (
	// embeddedBatch is how many topologies are embedded at a time at least, and embeddedPart of how many of those
	// so far; part of the result, unlike the number of workers.
	embeddedBatch = 8
	embeddedPart  = 4
	// leastPromise is a share of the mass measured so far: a topology that is predicted to have less waits for an
	// estimate.
	leastPromise   = .003
	mostReductions = 3  // of a topology that draws are embedded from
	poorReduction  = 3  // nats below the best from which on a reduction gives nothing
	firstFactor    = -1 // before any topology was embedded
	embeddedShare  = .3 // of the budget: held back for embedded draws
	// heavyShare is a share of the mass: of large problems, an embedding that has more is measured where its hard
	// trees promise more. doubtfulShare is one, too: an embedding that is not reliable and has more is measured.
	heavyShare    = .07
	doubtfulShare = .01
)

// reserve is what embedded draws are held back of the budget.
func (f *Fast) reserve() int {
	if f.set.Embedded == 0 {
		return 0
	}
	return max(0, int(float64(embeddedShare*float64(f.budget())))-f.embedding)
}

// reductions returns what is known of the topologies with one split less, the best first.
func (f *Fast) reductions(t topology.Topology) (out []conquer.Reduction) {
	if f.set.Embedded == 0 {
		return nil
	}
	for _, r := range f.shapes.reduced(t) {
		e := f.found[r.topology]
		if e == nil || !e.measured || e.pool.Dim > 0 && len(e.sample) == 0 {
			continue
		}
		out = append(out, conquer.Reduction{Split: r.split, LogZ: e.summary.LogEvidence,
			Error: e.summary.LogEvidenceError, Points: e.sample})
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].LogZ > out[j].LogZ })
	n := 0
	for n < len(out) && n < mostReductions && out[n].LogZ > out[0].LogZ-poorReduction {
		n++
	}
	return out[:n]
}

// soundError is the error of a log evidence, in nats, up to which a measurement by itself draws from it.
const soundError = .1

// sound are the reductions that a measurement by itself draws from: those whose evidence can be relied on and is well
// known. Where a draw of a reduction has far too much weight, so have all the points that come from it, and as they
// weigh alike nothing shows it; and where its draws lack a part of its posterior, as those of few tempered particles
// may, the mixture that measures is told that the part is covered.
func (f *Fast) sound(t topology.Topology) (out []conquer.Reduction) {
	known := f.trusts()
	for _, r := range f.reductions(t) {
		reduced, _ := t.Reduce(r.Split)
		if known.of(f.found[reduced]).Reliable() && r.Error <= soundError {
			out = append(out, r)
		}
	}
	return out
}

// promise is the log Z + log p(m) that a topology is predicted to have by its reductions: the sum of their evidences,
// as each may be the tree but for one superfluous split, times the usual factor. It is -Inf where none is measured.
func (f *Fast) promise(t topology.Topology) float64 {
	var logs []float64
	for _, r := range f.shapes.reduced(t) {
		if e := f.found[r.topology]; e != nil && e.measured {
			logs = append(logs, e.summary.LogEvidence)
		}
	}
	if len(logs) == 0 {
		return math.Inf(-1)
	}
	return numeric.LogSumExp(logs) + f.factor() + f.shapes.of(t).logPrior
}

// factor is the median log of the evidence of embedded topologies over the sum of their reductions'.
func (f *Fast) factor() float64 {
	if len(f.factors) == 0 {
		return firstFactor
	}
	if f.sum.of != len(f.factors) {
		sorted := slices.Clone(f.factors)
		slices.Sort(sorted)
		f.sum.of, f.sum.factor = len(f.factors), sorted[len(sorted)/2]
	}
	return f.sum.factor
}

// useful is the log Z + log p(m) that the hard trees without a superfluous split promise.
func (f *Fast) useful(e *fastEntry, correction float64) float64 {
	best := math.Inf(-1)
	for _, s := range e.solutions {
		if !slices.ContainsFunc(s.Splits, func(split hardtree.Split) bool { return split.Vacuous }) {
			best = math.Max(best, s.Score)
		}
	}
	if math.IsInf(best, -1) {
		return best
	}
	if !f.stepwise() {
		return best + float64(correction*float64(e.topology.Splits())) + e.logPrior
	}
	step := math.Inf(-1)
	for _, m := range f.neighbors(e) {
		if m.measured && len(m.solutions) > 0 {
			step = math.Max(step, m.summary.LogEvidence+float64(damping*(best-m.solutions[0].Score)))
		}
	}
	return step + e.logPrior
}

// neighbors returns those whose neighbor a topology is known to be, and those with one split less.
func (f *Fast) neighbors(e *fastEntry) []*fastEntry {
	out := slices.Clone(e.near)
	for _, r := range f.shapes.reduced(e.topology) {
		if m := f.found[r.topology]; m != nil && !slices.Contains(out, m) {
			out = append(out, m)
		}
	}
	return out
}

const (
	// usefulMargin is by how many nats the hard trees of a topology must promise more than it has, or is predicted
	// to have, as another one with a superfluous split. With many inputs hard trees promise too much: of a light
	// topology it takes lightMargin.
	usefulMargin = 1
	lightMargin  = 3
)

// orphan reports whether a reduction of the topology was given up: nothing can be embedded from it then.
func (f *Fast) orphan(e *fastEntry) bool {
	for _, r := range f.shapes.reduced(e.topology) {
		if o := f.found[r.topology]; o != nil && o.failed != "" {
			return true
		}
	}
	return false
}

// embeds reports whether embedded draws of a topology come before a measurement.
func (f *Fast) embeds(e *fastEntry) bool {
	return !e.measured && f.measured > 0 && f.set.Embedded > 0 && len(f.reductions(e.topology)) > 0
}

// wants reports whether a topology is to be measured by Measure: where its hard trees promise more than it has as
// another one with a superfluous split, and where embedded draws of it are not reliable and it matters.
func (f *Fast) wants(e *fastEntry, correction float64) bool {
	switch {
	case e.failed != "" || len(e.solutions) == 0 || e.measured && !e.embedded:
		return false
	case f.set.Embedded == 0 || f.measured == 0:
		return !e.measured
	}
	if !e.measured {
		return !f.embeds(e) || f.underHeavy(e) || f.useful(e, correction) > f.promise(e.topology)+usefulMargin
	}
	margin := float64(usefulMargin)
	if f.large() && e.mass() < f.known()+math.Log(heavyShare) {
		margin = lightMargin
	}
	return f.useful(e, correction) > e.mass()+margin || f.decides(e) ||
		f.doubtful(e) && e.summary.Draws >= mostAgain*f.set.EmbeddedDraws
}

// underHeavy reports whether an unmeasured topology is a heavy one but for a split, where scores mislead: where soft
// splits blend, such a split may be superfluous though hard trees make much of it. What is measured goes down from
// there for as long as it is heavy.
func (f *Fast) underHeavy(e *fastEntry) bool {
	if !f.stepwise() || f.measured == 0 || e.measured || e.failed != "" || len(e.solutions) == 0 {
		return false
	}
	least := f.known() + math.Log(verdict.Heavy)
	return slices.ContainsFunc(e.near, func(m *fastEntry) bool {
		return m.measured && m.topology.Splits() > e.topology.Splits() && m.mass() > least
	})
}

// decides reports whether an embedded topology weighs so much that it is to be measured by itself, and audited.
func (f *Fast) decides(e *fastEntry) bool {
	return e.embedded && e.mass() > f.known()+math.Log(verdict.Heavy)
}

// doubtful reports whether the embedded draws of a topology are not reliable and it matters.
func (f *Fast) doubtful(e *fastEntry) bool {
	share := doubtfulShare
	if f.large() {
		share = heavyShare
	}
	return e.embedded && !e.summary.Reliable() && e.mass() > f.known()+math.Log(share)
}

// unlooked reports whether the hard trees of an embedded topology that matters were never searched: a mode that no
// superfluous split leads to shows there.
func (f *Fast) unlooked(e *fastEntry) bool {
	return e.embedded && !e.scored && !e.wanted && e.mass() > f.known()+math.Log(lookedShare)
}

const lookedShare = .02 // of the mass

// planEmbedded plans the next embedded draws, the next part of an estimate of what was not measured, or what its end
// leads to; false where nothing is left of the search.
func (f *Fast) planEmbedded() bool {
	if f.ended != dcc.Searching {
		return false
	}
	if f.set.Embedded == 0 || f.measured == 0 {
		f.end(dcc.NoneNear)
		return false
	}
	if len(f.draw.drawn) == 0 && f.enqueueDoubtful() {
		if len(f.batch) == 0 {
			f.plan() // searches
		}
		return true
	}
	if f.enqueueWider() {
		return true
	}
	f.conclude()
	if f.ended == dcc.Searching {
		f.plan()
		return true
	}
	return false
}

// enqueueWider asks for embedded draws of the topologies that promise most, then for what an estimate of the rest
// lacks; it reports whether there are any.
func (f *Fast) enqueueWider() bool {
	if len(f.draw.drawn) == 0 {
		if f.enqueuePromising() {
			return true
		}
		f.beginEstimate()
	}
	return f.enqueueDrawn()
}

// enqueueDoubtful asks for more embedded draws of topologies that are in doubt, and where those do not help for a
// search, so that they can be measured; it reports whether there are any.
func (f *Fast) enqueueDoubtful() (any bool) {
	if f.unspent() <= 0 {
		return false
	}
	for _, e := range f.order {
		switch {
		case f.stale(e):
			f.enqueueEmbedded(e)
			any = true
		case f.unlooked(e) && !f.exhausted():
			f.handDown(e)
			e.wanted, any = true, true
		case !f.doubtful(e) && !f.decides(e):
		case !f.decides(e) && e.summary.Draws < mostAgain*f.set.EmbeddedDraws:
			f.enqueueEmbedded(e)
			any = true
		case !e.scored && !e.wanted && !f.exhausted():
			f.handDown(e)
			e.wanted, any = true, true
		}
	}
	return any
}

// better reports whether a measurement takes the place of embedded draws: where it is reliable, has the smaller error,
// or is so much higher that these lack something, be it reliable or not: an estimate is seldom much too high, as the
// mean of Z over runs is the evidence.
func (f *Fast) better(e *fastEntry, r *dcc.Measured) bool {
	s := e.summary
	return r.Trust.Reliable() && r.LogZError < surelyGood || r.LogZError < s.LogEvidenceError ||
		r.LogZ-s.LogEvidence > surelyHigher*math.Hypot(r.LogZError, s.LogEvidenceError)
}

const (
	// surelyGood is an error, in nats, of a reliable measurement that is not compared with another.
	surelyGood   = .3
	surelyHigher = 2 // errors
)

// stale reports whether an embedded topology that matters has a reduction by now that its draws did not come from, and
// that is as good as those that they did.
func (f *Fast) stale(e *fastEntry) bool {
	if !e.embedded || e.mass() < f.known()+math.Log(staleShare) {
		return false
	}
	now := f.reductions(e.topology)
	return len(now) > e.summary.Modes && now[e.summary.Modes].LogZ > now[0].LogZ-staleGap
}

const (
	staleShare = .005 // of the mass
	staleGap   = 2    // nats
)

// mostAgain is how many times as many draws a topology in doubt gets.
const mostAgain = 4

// enqueueAfresh asks, once each, for fresh draws of the topologies that are to be extended and have fewer than their
// weight asks for; it reports whether there are any. Few draws choose what is too heavy by chance, and what is extended
// from it is, too: on BCW and Raisin the search ran away so to trees of 12 to 14 leaves.
func (f *Fast) enqueueAfresh(least float64) bool {
	for _, e := range f.order {
		if !e.embedded || e.afresh || !f.extends(e, least) {
			continue
		}
		if n := f.weighed(e.mass(), extendedFewest, f.set.EmbeddedDraws, allDraws); n > e.summary.Draws {
			e.afresh = true
			f.embed(e, n, n)
		}
	}
	return len(f.batch) > 0
}

// extends reports whether a topology is measured and so heavy that those with one split more are asked for.
func (f *Fast) extends(e *fastEntry, least float64) bool {
	return e.measured && e.mass() >= least && e.topology.Splits() < f.set.MaxSplits
}

// enqueuePromising asks for embedded draws of the topologies that promise most, from those that can be extended.
func (f *Fast) enqueuePromising() bool {
	if f.enough() || f.ended == dcc.Searching && f.unspent() <= 0 {
		return false
	}
	least := f.known() + math.Log(leastPromise) - f.slack
	if f.enqueueAfresh(least) {
		return true
	}
	type candidate struct {
		topology topology.Topology
		promise  float64
	}
	var all []candidate
	seen := map[topology.Topology]bool{}
	for _, e := range f.order {
		if !f.extends(e, least) {
			continue
		}
		for _, x := range f.shapes.extended(e.topology) {
			t := x.topology
			if o := f.found[t]; seen[t] || o != nil && (o.measured || o.failed != "") {
				continue
			}
			seen[t] = true
			if v := f.promise(t); v > least {
				all = append(all, candidate{t, v})
			}
		}
	}
	sort.SliceStable(all, func(i, j int) bool {
		if all[i].promise != all[j].promise {
			return all[i].promise > all[j].promise
		}
		return topology.Less(all[i].topology, all[j].topology)
	})
	for _, c := range all[:min(len(all), max(embeddedBatch, f.embedded/embeddedPart),
		f.mostEmbedded()-f.embedded)] {
		f.enqueueEmbedded(f.add(c.topology))
	}
	return len(f.batch) > 0
}

// enqueueEmbedded asks for embedded draws of a topology, once.
func (f *Fast) enqueueEmbedded(e *fastEntry) {
	n, asked := f.drawsOf(e)
	f.embed(e, n, asked)
}

// embed asks for n embedded draws of a topology, of which its weight asks for some, unless any are asked for.
func (f *Fast) embed(e *fastEntry, n, asked int) {
	for _, j := range f.batch {
		if j.Topology == e.topology.Key() {
			return
		}
	}
	e.used = f.reductions(e.topology)
	f.nextID++
	e.asked = float64(asked) / float64(n)
	f.batch = append(f.batch, dcc.Job{ID: f.nextID, Kind: dcc.Embed, Topology: e.topology.Key(),
		Task: &EmbedTask{Reductions: f.thinned(e, n), Draws: n}})
}

// thinned returns the reductions with as many of their draws as n embedded ones start from.
func (f *Fast) thinned(e *fastEntry, n int) []conquer.Reduction {
	if len(e.used) == 0 {
		return nil // the job is refused then
	}
	out := slices.Clone(e.used)
	rng := random.Stream(f.problem.Seed, e.topology.Key(), "embedded points", strconv.Itoa(n))
	for i, want := range conquer.EmbeddedPoints(out, n) {
		reduced, _ := e.topology.Reduce(out[i].Split)
		dim := f.found[reduced].pool.Dim
		if dim == 0 {
			continue
		}
		all := out[i].Points
		have := len(all) / dim
		if want = max(1, want); want < have {
			start := rng.IntN(have)
			until := min(start+want, have)
			out[i].Points = slices.Concat(all[start*dim:until*dim], all[:(want-(until-start))*dim])
		}
	}
	return out
}

// drawsOf is how many draws a topology gets, and how many its weight asks for: the fewer, the less it is predicted to
// weigh.
func (f *Fast) drawsOf(e *fastEntry) (n, asked int) {
	most := f.set.EmbeddedDraws
	if f.ended == dcc.Searching && e.measured {
		return mostAgain * most, mostAgain * most
	}
	asked = f.weighed(f.promise(e.topology), fewestDraws, most, allDraws)
	if f.ended == dcc.Searching {
		return asked, asked
	}
	return min(most, max(laterFewest, asked)), asked
}

// weighed is how many draws a log mass asks for, which go as its root: at least some, and most where it is the given
// share of all.
func (f *Fast) weighed(mass float64, least, most int, share float64) int {
	asked := float64(most) * math.Sqrt(numeric.Exp(mass-f.known())/share)
	return int(min(float64(most), max(float64(least), asked)))
}

// allDraws is the share of the mass that asks for all of the draws that a topology has at most in the search.
const allDraws = .02

const (
	// mixedAll is how many draws a weight asks for from which on all are mixed. Where it asks for n, which goes as
	// its root, some n^2/mixedAll are: as many as it would have among all draws of the mixture.
	mixedAll   = 100
	leastMixed = 2
)

func mixedOf(n int) int { return max(leastMixed, n*n/mixedAll) }

const (
	// fewestDraws are those of a topology that is predicted to be light: one of each replicate.
	fewestDraws = evidence.Replicates
	// laterFewest is the same once the search is over: with fewer draws hardly any evidence can be called reliable,
	// and many light topologies together carry weight.
	laterFewest = 48
	// extendedFewest is the same of what is extended.
	extendedFewest = 40
)

// takeEmbedded takes embedded draws; a topology that fails counts as one of no mass.
func (f *Fast) takeEmbedded(e *fastEntry, r dcc.Result) {
	f.embedding += r.Units()
	if !e.measured {
		f.embedded++
	}
	if r.Outcome == dcc.LeftOut {
		e.failed = r.Reason
		return
	}
	var logs []float64
	for _, u := range e.used {
		logs = append(logs, u.LogZ)
	}
	if !e.measured {
		f.factors = append(f.factors, measured(r).LogZ-numeric.LogSumExp(logs))
	}
	f.take(e, r)
	e.from = nil
	for _, u := range e.used {
		reduced, _ := e.topology.Reduce(u.Split)
		e.from = append(e.from, source{f.found[reduced], u.LogZ})
	}
	e.used = nil // no audit repeats it
	if !slices.Contains(f.fresh, e) {
		f.fresh = append(f.fresh, e)
	}
}

// source is a topology that another was embedded from, with its log evidence at the time.
type source struct {
	entry *fastEntry
	logZ  float64
}

// moved is by how many nats the evidence has moved since.
func (s source) moved() float64 { return math.Abs(s.entry.summary.LogEvidence - s.logZ) }

// trusts answers how far the evidences of a run can be relied on at the moment.
type trusts struct {
	run        *Fast
	correction float64
	known      map[*fastEntry]conquer.Trust
}

func (f *Fast) trusts() trusts {
	return trusts{run: f, correction: f.correction(), known: map[*fastEntry]conquer.Trust{}}
}

// of returns a topology's own trust, unless it was embedded from evidences that cannot be relied on, or that have moved
// since, or has a large error with theirs, or its hard trees promise that it is more: then it is not reliable either.
func (k trusts) of(e *fastEntry) conquer.Trust {
	if !e.embedded || !e.summary.Reliable() {
		return e.summary.Trust
	}
	if known, ok := k.known[e]; ok {
		return known
	}
	var all, doubted []float64
	for _, s := range e.from {
		all = append(all, s.logZ)
		if !k.of(s.entry).Reliable() || s.moved() > conquer.LargestEmbeddedError {
			doubted = append(doubted, s.logZ)
		}
	}
	out := e.summary.Trust
	if e.summary.LogEvidenceError > conquer.LargestEmbeddedError ||
		e.scored && k.run.useful(e, k.correction) > e.mass()+usefulMargin ||
		len(doubted) > 0 && numeric.LogSumExp(doubted)-numeric.LogSumExp(all) > math.Log(mostDoubted) {
		out = conquer.Unreliable
	}
	k.known[e] = out
	return out
}

// mostDoubted is the share of the evidence that a topology is embedded from that may be in doubt.
const mostDoubted = .2

// keepFew leaves an embedded topology the draws that its weight asks for, all of the same weight: in a mixture the
// variance is sum w_m^2 / n_m. What is embedded from it starts from the same.
func (f *Fast) keepFew(e *fastEntry) {
	n := int(keptScale * math.Sqrt(numeric.Exp(e.mass()-f.known())))
	n = min(max(fewestKept, n), len(e.pool.Weights))
	if len(e.pool.Weights) == n && n > 0 && slices.Min(e.pool.Weights) == slices.Max(e.pool.Weights) {
		e.sample = e.pool.Points // of a recording, as they were left
		return
	}
	e.sample = e.pool.Equal(n, random.Stream(f.problem.Seed, e.topology.Key(), "sample"))
	e.pool.Points, e.pool.Weights = e.sample, e.pool.Weights[:n]
	for i := range e.pool.Weights {
		e.pool.Weights[i] = e.summary.LogEvidence - math.Log(float64(n))
	}
}

const (
	fewestKept = 16
	keptScale  = 500 // draws of a topology that has all of the mass
)

// tellEmbedded tells of the topologies that were embedded and not told yet, where there are enough of them: of so many
// a person needs no step each; after the search all are told. The step of an estimate takes those that are left.
func (f *Fast) tellEmbedded() (s dcc.Step, shown bool) {
	least := max(embeddedBatch, f.embedded/3)
	if f.ended != dcc.Searching {
		least = 1
	}
	if len(f.fresh) < least {
		return dcc.Step{}, false
	}
	return f.embeddedStep(), true
}

// embeddedStep tells of them.
func (f *Fast) embeddedStep() dcc.Step {
	best := f.fresh[0]
	var logs []float64
	for _, e := range f.fresh {
		logs = append(logs, e.mass())
		if e.mass() > best.mass() {
			best = e
		}
	}
	f.steps++
	now := best.summary
	s := f.step(best, dcc.Result{Found: &dcc.Measured{
		Evidence: dcc.Evidence{LogZ: now.LogEvidence, LogZError: now.LogEvidenceError, KHat: now.KHat,
			KHatLimit: now.KHatLimit, Trust: now.Trust, EffectiveNumber: now.EffectiveNumber,
			Modes: now.Modes, Method: conquer.Embedded},
	}})
	s.Kind, s.Share = dcc.Embed, numeric.Exp(numeric.LogSumExp(logs)-f.known())
	for _, e := range f.fresh {
		if e != best {
			s.Also = append(s.Also, e.topology)
		}
	}
	f.fresh = nil
	return s
}
