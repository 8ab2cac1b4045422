// The routes to a measurement, and which of them is taken.

package conquer

import (
	"math"
	"math/rand/v2"
	"slices"

	"dcctree/core/evidence"
	"dcctree/core/hardtree"
	"dcctree/core/numeric"
	"dcctree/core/topology"
)

// way is how a topology was measured: the frozen mixture, for the tempered method its reference, and the
// fresh draws.
type way struct {
	method  Method
	mixture evidence.Mixture
	final   evidence.Measurement
	modes   int
	trust   Trust

	searches [][]evidence.Component // what each of several searches for modes found; none where there was one
	alone    float64                // the share of the posterior that one of them alone found
}

// measure takes the route that suits the number of inputs and rows and the bandwidth, and where that is not reliable
// the next.
func (w *work) measure(t topology.Topology, solutions []hardtree.Solution, rng *rand.Rand) way {
	if w.Dim() == 0 {
		return way{method: HardTrees, final: w.final(evidence.Mixture{}, rng)}.judged()
	}
	switch {
	case w.problem.few != nil:
		return w.fromModes(solutions, rng)
	case w.problem.large() || Gradual(w.problem.h):
		return w.bySearches(t, solutions, way{}, rng)
	}
	found := w.probed(w.fromTrees(t, solutions, rng), solutions)
	if found.trust.Reliable() {
		return found
	}
	return better(found, w.bySearches(t, solutions, found, rng))
}

// probed climbs from the hard trees and trusts no measurement of which a mode is under-covered: of ten whose k-hat is
// good and that lack more than a third of the evidence this shows seven, for some 200 gradients.
func (w *work) probed(found way, solutions []hardtree.Solution) way {
	if !found.trust.Reliable() || w.layout.Splits < probedSplits || !w.problem.soft() {
		return found
	}
	c, x := newWarped(w, w.newWarp(solutions)), make([]float64, w.Dim())
	var peaks []peak
	for _, s := range solutions {
		peaks = c.addPeak(peaks, c.softened(s, sharpShare))
	}
	for _, p := range peaks {
		c.warp.Place(x, p.z)
		if found.final.Excess(w, found.mixture, x) > 0 {
			found.alone, found.trust = 1, Unreliable
		}
	}
	return found
}

const (
	probedSplits = 3 // from which on hard trees have soft modes of their own
	// rows within a bandwidth, on average, from which on the density knows of them one by one no more
	softRows = .75
)

// soft reports whether a split's bandwidth reaches from row to row: a climb then leads anywhere.
func (p *Problem) soft() bool { return p.h*float64(p.data.N) >= softRows }

const (
	// searchedAgain is the number of restarts of the hard-tree search before each further search for modes, of
	// which there are two at least, and with few inputs mostSearches at most.
	searchedAgain = 6
	mostSearches  = 3
	// treesShare is the share of the draws that the mixture of hard trees keeps, goodShare where its k-hat is good
	// and it lacks a mode.
	treesShare = .2
	goodShare  = .6
)

// bySearches measures from the modes that independent searches find, as many as it takes until the posterior is not
// of modes that one of them alone found.
func (w *work) bySearches(t topology.Topology, solutions []hardtree.Solution, trees way, rng *rand.Rand) (found way) {
	c := newWarped(w, w.newWarp(solutions))
	wide := evidence.Mixture{Prior: prior{w.target}, PriorShare: w.problem.set.PriorShare}
	if q, ok := plain(trees.mixture.Prior).(*proposal); ok {
		wide = evidence.Mixture{Prior: q, PriorShare: treesShare}
		if trees.strain() <= 1 {
			wide.PriorShare = goodShare
		}
	}
	searches := [][]evidence.Component{c.modes(solutions, rng)}
	most := mostSearches
	if w.problem.large() {
		most = 2
	}
	for len(searches) < most {
		more, work := w.problem.index.Search(t, hardtree.Options{Restarts: searchedAgain, Keep: sharpClimbs},
			rng)
		w.searched += work
		searches = append(searches, c.modes(more, rng))
		if found = w.fromSearches(searches, wide, w.modesDraws(), rng); found.alone <= mostAlone {
			break
		}
	}
	return w.orTempered(found, rng)
}

const (
	// mostAlone is the share of the posterior that one of the searches alone may have found: with two, each then
	// finds about 86 % of it, and both miss 2 % (after Good 1953, Biometrika 40, 237-264).
	mostAlone = .25
	// aloneGap is by how many nats the density of all others must be lower where one alone found a mode: two fits
	// of one mode differ by less.
	aloneGap = 6
	// leastCompared is the least share of a draw that is looked at.
	leastCompared = 1e-6
)

// compared finds the share of the posterior that one search alone found, and trusts no measurement where that is large.
func (found way) compared(d int) way {
	if len(found.searches) < 2 {
		return found
	}
	var densities []func([]float64) float64
	for _, s := range found.searches {
		if len(s) > 0 {
			densities = append(densities, evidence.Mixture{Components: s}.Density())
		}
	}
	if len(densities) < 2 {
		found.alone, found.trust = 1, Unreliable
		return found
	}
	found.alone = 0
	total, at := numeric.LogSumExp(found.final.LogWeights), make([]float64, len(densities))
	for i, v := range found.final.LogWeights {
		share := numeric.Exp(v - total)
		if !(share >= leastCompared) {
			continue
		}
		for k, density := range densities {
			at[k] = density(found.final.Points[i*d : (i+1)*d])
		}
		slices.Sort(at)
		if n := len(at); at[n-1]-at[n-2] > aloneGap {
			found.alone += share
		}
	}
	if !(found.alone <= mostAlone) && found.trust == Reliable {
		found.trust = Unreliable
	}
	return found
}

// higher is by how many nats one estimate may exceed another before that lacks something: the mean of Z over runs is
// the evidence, so that an estimate of it is too high by so much once in twenty times at most (Markov's inequality).
const higher = 3

// better returns the better founded of two measurements, the first where they are alike: the reliable one, else that of
// less doubt. One that is lower by more than an estimate may be too high lacks something, and is neither.
func better(a, b way) way {
	low, high := a, b
	if a.final.LogZ > b.final.LogZ {
		low, high = b, a
	}
	if high.final.LogZ-low.final.LogZ > higher || low.disproved(high) {
		return high
	}
	if a.trust.Reliable() != b.trust.Reliable() {
		if b.trust.Reliable() {
			return b
		}
		return a
	}
	if b.doubt() < a.doubt() {
		return b
	}
	return a
}

// disproved reports whether clouds of particles are lower than draws from the mixture that they start from by more than
// chance, and than a reliable measurement may be off, though the weights of these draws may be too uneven to be relied
// on: what few particles lack, all clouds of a problem lack alike, so that their spread does not tell. Of the larger
// random problems of cmd/validate 12 of 13 evidences by clouds that were called reliable lacked .2 to 2.0 nats; where
// this holds of them the draws were closer.
func (found way) disproved(by way) bool {
	chance := byChance * math.Hypot(found.final.Error, by.final.Error)
	return found.method == Tempered && by.final.LogZ-found.final.LogZ > max(cloudError, chance)
}

// byChance is how many standard errors of a difference are no surprise.
const byChance = 2

// doubt is how far a measurement is from being reliable, 1 at the limit: by its draws, and by what one search alone
// found.
func (found way) doubt() float64 { return math.Max(found.strain(), found.alone/mostAlone) }

// strain is how far the draws are from being enough, 1 at the limit: by their k-hat, or by the spread of the clouds.
func (found way) strain() float64 {
	strain := found.final.KHat / found.final.KHatLimit
	if found.method == Tempered {
		strain = found.final.Error / cloudError
	}
	if math.IsNaN(strain) {
		return math.Inf(1)
	}
	return strain
}

// fromTrees measures from the hard trees alone. Where that is not reliable the mixture is adapted by more
// draws and measured once more.
func (w *work) fromTrees(t topology.Topology, solutions []hardtree.Solution, rng *rand.Rand) way {
	set := w.problem.set
	q := w.newProposal(t, solutions)
	q.adapt(w, set.Rounds, set.PerRound, rng)
	found := w.fromProposal(q, rng)
	if !found.trust.Reliable() {
		q.adapt(w, moreRounds, 2*set.PerRound, rng)
		found = w.fromProposal(q, rng)
	}
	return found
}

func (w *work) fromProposal(q *proposal, rng *rand.Rand) way {
	mixture := w.withEmbedded(evidence.Mixture{Prior: q})
	return way{method: HardTrees, mixture: mixture, final: w.final(mixture, rng), modes: len(q.lobes)}.judged()
}

const moreRounds = 2

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
	if w.problem.large() {
		return w.modesDraws()
	}
	return w.problem.set.Final
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
