// The audits of the fast mode: second looks at the topologies that matter most.

package dcc

import (
	"math"
	"slices"

	"dcctree/core/conquer"
	"dcctree/core/random"
	"dcctree/core/topology"
	"dcctree/core/verdict"
)

// AuditFlag tells what an audit found wrong and could not mend.
type AuditFlag string

// A state of the second route stays under-covered by the mixture that measured, or the second route's log
// evidence is higher by more than 3 standard errors: in both cases a mode may be missing. Failed: the audit
// gave no result.
const (
	NoFlag       AuditFlag = ""
	UnderCovered AuditFlag = "under-covered"
	Higher       AuditFlag = "higher"
	AuditFailed  AuditFlag = "failed"
)

// AuditReport is the outcome of a second look at one topology, see conquer.Audit.
type AuditReport struct {
	Done        bool      `json:"done"`
	Flag        AuditFlag `json:"flag"`
	Reason      string    `json:"reason"`    // why it failed
	States      int       `json:"states"`    // of the second route that were looked at
	Exceeding   int       `json:"exceeding"` // of them, those that stay under-covered
	Excess      float64   `json:"excess"`    // nats, of the worst
	Added       int       `json:"added"`     // components that under-covered states became
	Former      float64   `json:"former"`    // log evidence before
	FormerError float64   `json:"formerError"`
	Second      float64   `json:"second"` // log evidence by the second route, often too low
	SecondError float64   `json:"secondError"`
}

func reportOf(a conquer.Audit) AuditReport {
	r := AuditReport{Done: true, States: a.States, Exceeding: a.Exceeding, Excess: a.Excess, Added: a.Added,
		Former: a.Former, FormerError: a.FormerError, Second: a.SecondLogZ, SecondError: a.SecondError}
	switch {
	case a.Higher():
		r.Flag = Higher
	case a.UnderCovered():
		r.Flag = UnderCovered
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
// trees; and the heaviest, until the share of FastSettings.AuditShare was looked at or measured by two ways.
func (f *Fast) planAudits() {
	if f.set.AuditShare == 0 {
		return
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
		if left <= 0 || s.Weight < auditLeast && !share {
			return
		}
		if e.audited || e.embedded || e.twice && s.Weight <= verdict.Heavy && !e.questioned(s) ||
			s.Trust == conquer.Exact || !share && !e.questioned(s) && !f.besideMoved(e) {
			continue
		}
		unseen -= s.Weight
		left--
		f.enqueue(e, Audit, e.solutions)
	}
}

// questioned reports whether the measurement cannot be relied on and no second route of its own stands behind it.
func (e *fastEntry) questioned(s Summary) bool { return !s.Reliable() && s.Method != conquer.Tempered }

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
func (f *Fast) takeAudit(e *fastEntry, r Result) Step {
	e.audited = true
	report := r.Audit
	if r.Outcome == LeftOut {
		report = AuditReport{Done: true, Flag: AuditFailed, Reason: r.Reason}
		r.LogZ, r.LogZError = e.summary.LogEvidence, e.summary.LogEvidenceError
	} else if report.Added > 0 {
		f.take(e, r)
	}
	e.summary.Audit = report
	f.steps++
	s := f.step(e, r)
	s.Kind, s.Audit, s.LeftOut, s.LogEvidence, s.Chains = Audit, report, nil, r.LogZ, 1
	return s
}

// AuditGradients returns the part of Gradients that came after the search: of audits, and of what decides.
func (f *Fast) AuditGradients() int { return f.auditing }

// executeAudit repeats the measurement of the topology, to the last bit, and looks at it again.
func executeAudit(p *Problem, t topology.Topology, j Job, beat func()) (conquer.Measurement, AuditReport) {
	first := random.Stream(p.Seed, j.Topology, string(Measure))
	second := random.Stream(p.Seed, j.Topology, string(Audit))
	a := p.conquerer().Knowing(j.Reductions).Audit(t, j.Starts, first, second, beat)
	return a.Measurement, reportOf(a)
}

// check refuses a report that no worker writes.
func (r AuditReport) check() bool {
	return r.Done && r.Added >= 0 && r.Exceeding >= 0 && r.Exceeding <= r.States && !math.IsNaN(r.Excess) &&
		(r.Flag == NoFlag || r.Flag == UnderCovered || r.Flag == Higher)
}
