// What follows the search: embedded topologies that decide are measured by themselves, and what was embedded in
// evidence that has moved since is embedded anew.

package search

import (
	"math"
	"slices"

	"dcctree/core/conquer"
	"dcctree/core/dcc"
)

const (
	// decisiveShare is the weight from which on a topology is not left to embedded draws: they may lack a mode that
	// no superfluous split leads to, and their weights do not show it.
	decisiveShare = .03
	// mostDecisive is how many such topologies a run measures at most.
	mostDecisive = 8
	// movedSource is by how many nats an evidence must have moved for what is embedded in it and has some weight to
	// be embedded anew; of what has less, down to leastOutdated of the mass, that makes its evidence unreliable.
	movedSource   = .1
	leastOutdated = .0003
	// embeddedSpread is the standard deviation, in nats, of what embedded draws lack besides what their weights
	// show: by references of the random problems 40 to 199 of core/cmd/validate (testdata/random.json), those of
	// decisive weight left out.
	embeddedSpread = .35
	// surerDraws is the share of the mass that asks for all of the draws that embedded topologies have at most once
	// the search is over.
	surerDraws = .01
	// worthMore is how many times as many draws those must be at least for a topology to be embedded anew.
	worthMore = 1.5
	// widerEmbedded is how many times as many topologies may be embedded once the search is over.
	widerEmbedded = 4
	// widerUnits is how many times the search's budget of gradient units embedded draws may take.
	widerUnits = 4
)

// planDecisive plans the searches and measurements of topologies that decide and are embedded, or were not reached,
// then embedded draws of those whose sources have moved; it reports whether there are any. As with audits, the budget
// of the search does not count.
func (f *Fast) planDecisive() bool {
	if f.set.AuditShare == 0 || f.set.Embedded == 0 {
		return false
	}
	for _, s := range f.Summaries() {
		e := f.found[s.Topology]
		if s.Weight < decisiveShare || f.decisive+len(f.batch) >= mostDecisive {
			break
		}
		switch {
		case !e.embedded || e.failed != "":
		case !e.scored:
			f.handDown(e)
			f.enqueue(e, dcc.Score, e.starts)
		case len(e.solutions) > 0:
			e.used = f.sound(e.topology)
			f.enqueue(e, dcc.Measure, e.solutions)
		}
	}
	f.planPromised()
	if len(f.batch) > 0 {
		return true
	}
	for _, e := range f.order {
		if f.outdated(e) && !slices.ContainsFunc(e.from, func(s source) bool { return f.outdated(s.entry) }) {
			f.enqueueEmbedded(e)
		}
	}
	return len(f.batch) > 0
}

// planPromised plans measurements of topologies that were not measured and whose hard trees promise that they decide.
func (f *Fast) planPromised() {
	correction := f.correction()
	for _, e := range f.open() {
		v := math.Min(f.worth(e, correction), f.top())
		if e.measured || v < f.known()+math.Log(decisiveShare) {
			continue
		}
		if f.decisive+len(f.batch) >= mostDecisive {
			break
		}
		e.used = f.sound(e.topology)
		f.enqueue(e, dcc.Measure, e.solutions)
	}
}

// planWider plans more embedded draws and estimates of the rest once the search is over, until little is left or they
// are enough, and ends with an estimate that counts. As with audits, the budget of the search does not count.
func (f *Fast) planWider() {
	if f.set.AuditShare == 0 || !f.wider() || f.enqueueSurer() {
		return
	}
	for f.wider() && !f.enqueueWider() {
		f.conclude()
	}
}

// enqueueSurer asks, once each, for more draws of embedded topologies whose weight asks for them; it reports whether
// there are any. Without them the weights' distance from those of long runs was .058 on CGM, with them .050.
func (f *Fast) enqueueSurer() bool {
	most := mostAgain * f.set.EmbeddedDraws
	for _, e := range f.order {
		if !e.embedded || e.surer || e.mass() < f.known()+math.Log(leastOutdated) {
			continue
		}
		e.surer = true
		if n := f.weighed(e.mass(), 1, most, surerDraws); float64(n) > worthMore*float64(e.summary.Draws) {
			f.embed(e, n, n)
		}
	}
	return len(f.batch) > 0
}

// wider reports whether more topologies are to be embedded after the search.
func (f *Fast) wider() bool {
	return f.set.Embedded > 0 && f.ended != dcc.Searching && !f.draw.final && !f.draw.complete
}

// enough reports whether as many topologies are embedded as may be.
func (f *Fast) enough() bool {
	return f.embedded >= f.mostEmbedded() || f.embedding > widerUnits*f.budget()
}

// outdated reports whether a topology is embedded in evidence that has moved since, by so much that it matters.
func (f *Fast) outdated(e *fastEntry) bool {
	if !e.embedded || e.failed != "" || e.mass() < f.known()+math.Log(leastOutdated) {
		return false
	}
	least := conquer.LargestEmbeddedError
	if e.mass() > f.known()+math.Log(staleShare) {
		least = movedSource
	}
	return slices.ContainsFunc(e.from, func(s source) bool { return s.moved() > least })
}

// spread widens the error of an embedded topology by what its weights do not show, and that of an audited one by what
// the audit's states still lack.
func spread(s *dcc.Summary) {
	lacking := conquer.Lacking(s.Audit.Exceeding, s.Audit.States)
	s.LogEvidenceError = math.Hypot(s.LogEvidenceError, lacking)
	if s.Method == conquer.Embedded {
		s.LogEvidenceError = math.Hypot(s.LogEvidenceError, embeddedSpread)
	}
}
