// The audits of the fast mode: second looks at the topologies that matter most.

package search

import (
	"math"
	"slices"

	"dcctree/core/conquer"
	"dcctree/core/dcc"
	"dcctree/core/verdict"
)

func reportOf(a conquer.Audit) dcc.AuditReport {
	r := dcc.AuditReport{Done: true, States: a.States, Exceeding: a.Exceeding, Excess: a.Excess, Added: a.Added,
		Former: a.Former, FormerError: a.FormerError, Second: a.SecondLogZ, SecondError: a.SecondError}
	switch {
	case a.Higher():
		r.Flag = dcc.Higher
	case a.UnderCovered():
		r.Flag = dcc.UnderCovered
	}
	return r
}

const (
	mostAudits = 6   // of a run
	auditLeast = .02 // a topology of a smaller weight can change little
	auditMoved = 3   // errors by which an audit's evidence must differ for the neighbors to be in question, too
)

// planAudits asks for second looks at what they can change: what is unreliable, unless it was measured by tempered
// particles, a second route of their own; the neighbors of what an audit moved, which are measured from like hard
// trees; and the heaviest, until the share of FastSettings.AuditShare was looked at or measured by two ways. It reports
// whether there are any.
func (f *Fast) planAudits() bool {
	if f.set.AuditShare == 0 {
		return false
	}
	left, unseen := mostAudits, 1.0
	sums := f.Summaries()
	for _, s := range sums {
		e := f.found[s.Topology]
		switch {
		case e.audited:
			unseen -= s.Weight
			left--
		case s.Trust == conquer.Exact || e.twice:
			unseen -= s.Weight
		}
	}
	for _, s := range sums { // the heaviest first; what is embedded rests on those that it is embedded in
		e := f.found[s.Topology]
		share := unseen > 1-f.set.AuditShare || s.Weight > verdict.Heavy
		slants := f.slants(s)
		if left <= 0 || s.Weight < auditLeast && !share {
			break
		}
		if e.audited || e.embedded || e.twice && s.Weight <= verdict.Heavy && !e.questioned(s) && !slants ||
			s.Trust == conquer.Exact || !share && !e.questioned(s) && !slants && !f.besideMoved(e) {
			continue
		}
		unseen -= s.Weight
		left--
		f.enqueue(e, dcc.Audit, e.solutions)
	}
	return len(f.batch) > 0
}

// slants reports whether the topology decides, was measured from modes that climbs found, and may have others.
func (f *Fast) slants(s dcc.Summary) bool {
	return s.Weight >= decisiveShare && s.Method == conquer.Modes &&
		conquer.Slants(f.problem.Settings.BandwidthFinal, f.problem.Data, s.Topology.Splits())
}

// questioned reports whether the measurement cannot be relied on and no second route of its own stands behind it.
func (e *fastEntry) questioned(s dcc.Summary) bool {
	return !s.Reliable() && s.Method != conquer.Tempered
}

// besideMoved reports whether an audit moved a neighbor.
func (f *Fast) besideMoved(e *fastEntry) bool {
	if slices.ContainsFunc(e.near, (*fastEntry).moved) {
		return true
	}
	return slices.ContainsFunc(f.order, func(o *fastEntry) bool { return o.moved() && slices.Contains(o.near, e) })
}

// moved reports whether the audit moved the evidence by more than chance does.
func (e *fastEntry) moved() bool {
	a, s := e.summary.Audit, e.summary
	if !a.Done || a.Added == 0 {
		return false
	}
	return math.Abs(s.LogEvidence-a.Former) > auditMoved*math.Hypot(s.LogEvidenceError, a.FormerError)
}

// takeAudit takes an audit's measurement where it added to the mixture.
func (f *Fast) takeAudit(e *fastEntry, r dcc.Result) dcc.Step {
	e.audited = true
	report := measured(r).Audit
	if r.Outcome == dcc.LeftOut {
		report = dcc.AuditReport{Done: true, Flag: dcc.AuditFailed, Reason: r.Reason}
		r.Found = &dcc.Measured{Evidence: dcc.Evidence{LogZ: e.summary.LogEvidence,
			LogZError: e.summary.LogEvidenceError}}
	} else if report.Added > 0 {
		f.take(e, r)
	}
	e.summary.Audit = report
	f.steps++
	s := f.step(e, r)
	s.Kind, s.Audit, s.LeftOut, s.LogEvidence, s.Chains = dcc.Audit, report, nil, measured(r).LogZ, 1
	s.LogEvidenceError = math.Hypot(s.LogEvidenceError, conquer.Lacking(report.Exceeding, report.States))
	return s
}

// AuditGradients returns the part of Gradients that came after the search: of audits, and of what decides.
func (f *Fast) AuditGradients() int { return f.auditing }
