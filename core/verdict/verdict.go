// Package verdict judges a run: one pure function turns facts into one of four outcomes, with reasons and what would
// settle it. Whatever speaks of how far a run can be trusted takes its words from here.
package verdict

import (
	"math"

	"dcctree/core/words"
)

// Outcome is how far the posterior over topologies is known.
type Outcome string

// The outcomes, a closed set.
const (
	Settled       Outcome = "settled"        // nothing known speaks against the weights as they stand
	NearlySettled Outcome = "nearly-settled" // the large weights hold; small ones may change
	NotSettled    Outcome = "not-settled"    // large weights may be wrong
	NotKnown      Outcome = "not-known"      // nothing known speaks against them, and too little is known
)

// Outcomes lists the closed set.
func Outcomes() []Outcome { return []Outcome{Settled, NearlySettled, NotSettled, NotKnown} }

// Trust is what the evidence of a topology is worth.
type Trust string

// Exact evidence has no Monte Carlo error. Of unknown evidence nobody can say how far it is off; it counts as
// unreliable.
const (
	Exact      Trust = "exact"
	Reliable   Trust = "reliable"
	Unreliable Trust = "unreliable"
	Unknown    Trust = "unknown"
)

// good reports whether the evidence can be relied on.
func (t Trust) good() bool { return t == Exact || t == Reliable }

// Audit is the outcome of a second look at a topology.
type Audit string

// A clean audit missed nothing, or what it missed was added.
const (
	NotAudited Audit = ""
	Clean      Audit = "clean"
	Doubtful   Audit = "doubtful" // a mode may be missing
	Failed     Audit = "failed"   // it gave no result
)

// Topology holds the facts of a measured topology.
type Topology struct {
	Name   string
	Weight float64 // posterior probability among the measured ones
	Error  float64 // Monte Carlo standard error of Weight, as computed
	Trust  Trust
	Audit  Audit
}

// Unmeasured is the share of the posterior in topologies that were not measured.
type Unmeasured struct {
	Known bool // false where there is no estimate, and the numbers mean nothing
	Share float64
	Bound float64 // its upper 90 % bound; 0 where every topology that may be measured is, 1 where none is known
}

// Way is how a run goes about.
type Way string

// Chains neither estimate what was not measured nor audit, and a first look does not audit.
const (
	Search    Way = "search"
	FirstLook Way = "first-look"
	Chains    Way = "chains"
)

// Limit is the bound that ended a search before it was through.
type Limit string

// The limits.
const (
	NoLimit     Limit = ""
	BudgetLimit Limit = "budget"
	CountLimit  Limit = "most-measured"
)

// Facts are what a verdict rests on.
type Facts struct {
	Way        Way
	Topologies []Topology
	Unmeasured Unmeasured
	Ended      bool            // the search; of chains it is never said
	Limit      Limit           // that ended it
	Auditing   int             // audits and measurements under way after the search
	GivenUp    []words.Speaker // jobs that failed on every worker that tried them
	LeftOut    []words.Speaker // topologies whose measurement gave nothing
}

// Kind names a reason why a run is not settled.
type Kind string

// The reasons, a closed set, in the order in which they are told.
const (
	NothingMeasured    Kind = "nothing-measured"
	OneMeasured        Kind = "one-measured"        // there is nothing to weigh it against
	UnreliableEvidence Kind = "unreliable-evidence" // carries weight
	AuditDoubtful      Kind = "audit-doubtful"
	MuchUnmeasured     Kind = "much-unmeasured"
	BudgetUsed         Kind = "budget-used"   // before enough was measured
	MostMeasured       Kind = "most-measured" // as many as allowed, before that was enough
	LargeError         Kind = "large-error"   // of a weight
	JobGivenUp         Kind = "job-given-up"
	TopologyLeftOut    Kind = "topology-left-out"
	AuditFailed        Kind = "audit-failed"
	HeavyUnaudited     Kind = "heavy-unaudited"
	StillSearching     Kind = "still-searching"
	NoEstimate         Kind = "no-estimate" // of what was not measured
)

// Kinds lists the closed set.
func Kinds() []Kind {
	return []Kind{NothingMeasured, OneMeasured, UnreliableEvidence, AuditDoubtful, MuchUnmeasured, BudgetUsed,
		MostMeasured, LargeError, JobGivenUp, TopologyLeftOut, AuditFailed, HeavyUnaudited, StillSearching,
		NoEstimate}
}

// grade is how much a reason weighs: up to minor the run is nearly settled, open leaves it unknown, grave unsettles it.
type grade int

const (
	none grade = iota
	minor
	open
	grave
)

// Reason is why a run is not settled.
type Reason struct {
	Kind  Kind
	Value float64         // UnreliableEvidence: its summed weight; MuchUnmeasured: the share; LargeError: the error
	Bound float64         // MuchUnmeasured: of the share
	Names []words.Speaker // what it is about, heaviest first
	grade grade
}

// Step is something that would settle a run.
type Step string

// The steps, a closed set, in the order in which they are told.
const (
	Wait         Step = "wait"          // the run is not at its end
	RunAgain     Step = "run-again"     // what failed is missing
	UseFast      Step = "use-fast"      // the preset that estimates and audits
	RunAudits    Step = "run-audits"    // that were not run
	LargerBudget Step = "larger-budget" // for the search
	MoreVisits   Step = "more-visits"   // of the chains
	AnotherSeed  Step = "another-seed"  // and compare
)

// Steps lists the closed set.
func Steps() []Step {
	return []Step{Wait, RunAgain, UseFast, RunAudits, LargerBudget, MoreVisits, AnotherSeed}
}

// Verdict is what the facts amount to.
type Verdict struct {
	Outcome    Outcome
	Reasons    []Reason // all that keep it from being settled; none of Settled
	Plan       []Step   // what would settle it; none of Settled
	Unreliable float64  // summed weight of topologies whose evidence is not reliable
	Error      float64  // the largest of a weight, as computed
	unmeasured Unmeasured
}

// Names returns what a reason is about, in English; none where it does not count.
func (v Verdict) Names(k Kind) (names []string) {
	for _, r := range v.Reasons {
		for _, n := range r.Names {
			if r.Kind == k {
				names = append(names, n.In(words.English))
			}
		}
	}
	return names
}

// Where a reason begins to count (settled*) and where it unsettles the run (nearly*).
const (
	// Importance sampling that is not reliable is off by nats, mostly downwards: what carries .01 may be worth ten
	// times as much, and .05 may be worth half of all. Topologies of at most settledUnreliable each, nearly all of
	// them embedded, are not all off alike: together they count as what was not measured does.
	settledUnreliable, nearlyUnreliable = .01, .05
	// Shares of the measured ones are wrong by the unmeasured share, relatively: below .02 no statement in whole
	// percents of a large weight changes by more than its last digit, above .15 the order of the largest may.
	settledUnmeasured = .02
	// Two weights that differ by less than two errors are not told apart: with .05 that holds of a tenth, with .15
	// of a third.
	settledError, nearlyError = .05, .15
)

// MostUnmeasured is the bound of the unmeasured share above which a run is not settled: the order of the largest
// weights may change.
const MostUnmeasured = .15

// Heavy is the weight above which a topology is audited, or counts as not checked.
const Heavy = .2

// against grades a number that should be small; NaN is not.
func against(x, settled, nearly float64) grade {
	switch {
	case x <= settled:
		return none
	case x <= nearly:
		return minor
	}
	return grave
}

// unreliableGrade grades the summed weight of what is not reliable.
func (f Facts) unreliableGrade(sum float64) grade {
	heavy := 0.0
	for _, t := range f.Topologies {
		if !t.Trust.good() && t.Weight > settledUnreliable {
			heavy += t.Weight
		}
	}
	return max(against(sum, settledUnreliable, MostUnmeasured),
		against(heavy, settledUnreliable, nearlyUnreliable))
}

// Judge turns facts into a verdict.
func Judge(f Facts) Verdict {
	v := Verdict{Unreliable: unreliable(f.Topologies), Error: largestError(f.Topologies), unmeasured: f.Unmeasured}
	add := func(r Reason) {
		if r.grade != none {
			v.Reasons = append(v.Reasons, r)
		}
	}
	add(f.beginning())
	if !f.nothing() {
		add(Reason{Kind: UnreliableEvidence, Value: v.Unreliable, Names: f.unreliableNames(),
			grade: f.unreliableGrade(v.Unreliable)})
		add(named(AuditDoubtful, grave, f.with(func(t Topology) bool { return t.Audit == Doubtful })))
		add(f.unmeasuredShare())
		add(f.limit())
		add(f.largeError(v.Error))
	}
	add(named(JobGivenUp, grave, f.GivenUp))
	add(named(TopologyLeftOut, grave, f.LeftOut))
	add(named(AuditFailed, minor, f.with(func(t Topology) bool { return t.Audit == Failed })))
	add(named(HeavyUnaudited, minor, f.unaudited()))
	add(f.unknown())
	v.Outcome = outcome(v.Reasons)
	v.Plan = f.plan(v.Reasons)
	return v
}

// outcome is that of the gravest reason.
func outcome(reasons []Reason) Outcome {
	most := none
	for _, r := range reasons {
		most = max(most, r.grade)
	}
	return [...]Outcome{none: Settled, minor: NearlySettled, open: NotKnown, grave: NotSettled}[most]
}

// named is a reason that counts where it is about something.
func named(kind Kind, g grade, names []words.Speaker) Reason {
	if len(names) == 0 {
		return Reason{}
	}
	return Reason{Kind: kind, Names: names, grade: g}
}

// nothing reports whether no topology has a weight.
func (f Facts) nothing() bool {
	for _, t := range f.Topologies {
		if t.Weight > 0 {
			return false
		}
	}
	return true
}

// beginning tells of a run that has too little to weigh.
func (f Facts) beginning() Reason {
	switch {
	case f.nothing():
		return Reason{Kind: NothingMeasured, grade: open}
	case len(f.Topologies) == 1 && !f.Ended:
		return named(OneMeasured, open, f.with(func(Topology) bool { return true }))
	}
	return Reason{}
}

// unmeasuredShare grades the bound, not the estimate.
func (f Facts) unmeasuredShare() Reason {
	u := f.Unmeasured
	if !u.Known {
		return Reason{}
	}
	return Reason{Kind: MuchUnmeasured, Value: u.Share, Bound: u.Bound,
		grade: against(u.Bound, settledUnmeasured, MostUnmeasured)}
}

// limit says why a search ended with too much unmeasured; it weighs as much as that.
func (f Facts) limit() Reason {
	g := f.unmeasuredShare().grade
	if !f.Unmeasured.Known {
		g = minor
	}
	switch {
	case f.Ended && f.Limit == BudgetLimit:
		return Reason{Kind: BudgetUsed, grade: g}
	case f.Ended && f.Limit == CountLimit:
		return Reason{Kind: MostMeasured, grade: g}
	}
	return Reason{}
}

func (f Facts) largeError(most float64) Reason {
	return Reason{Kind: LargeError, Value: most, grade: against(most, settledError, nearlyError)}
}

// unknown tells what is not known of the rest; the beginning says it by itself.
func (f Facts) unknown() Reason {
	switch {
	case f.beginning().grade != none:
		return Reason{}
	case f.Way != Chains && !f.Ended:
		return Reason{Kind: StillSearching, grade: open}
	case !f.Unmeasured.Known:
		return Reason{Kind: NoEstimate, grade: open}
	}
	return Reason{}
}

// unaudited names the heavy topologies without an audit; what is known exactly needs none.
func (f Facts) unaudited() []words.Speaker {
	if f.Way == Chains || !f.Ended {
		return nil
	}
	return f.with(func(t Topology) bool { return t.Weight > Heavy && t.Audit == NotAudited && t.Trust != Exact })
}

// unreliableNames names those that count by themselves, or, where many light ones add up, all.
func (f Facts) unreliableNames() []words.Speaker {
	names := f.with(func(t Topology) bool { return !t.Trust.good() && t.Weight > settledUnreliable })
	if len(names) == 0 {
		names = f.with(func(t Topology) bool { return !t.Trust.good() })
	}
	return names
}

// with names the topologies that are so, in their order.
func (f Facts) with(so func(Topology) bool) (names []words.Speaker) {
	for _, t := range f.Topologies {
		if so(t) {
			names = append(names, words.Same(t.Name))
		}
	}
	return names
}

func unreliable(all []Topology) (sum float64) {
	for _, t := range all {
		if !t.Trust.good() && t.Weight > 0 {
			sum += t.Weight
		}
	}
	return sum
}

// largestError is NaN where one of the errors is.
func largestError(all []Topology) (most float64) {
	for _, t := range all {
		most = math.Max(most, t.Error)
	}
	return most
}

// ErrorsKnown reports of each topology whether the Monte Carlo error of its weight says how far off it may be: its
// evidence must be reliable, and so must what it is weighed against, but for a small part, by which errors are to be
// wider.
func ErrorsKnown(all []Topology) []bool {
	known, clean := make([]bool, len(all)), unreliable(all) <= nearlyUnreliable
	for i, t := range all {
		known[i] = clean && t.Trust.good() && !math.IsNaN(t.Error)
	}
	return known
}

// has reports whether a reason is among them.
func has(reasons []Reason, kinds ...Kind) bool {
	for _, r := range reasons {
		for _, k := range kinds {
			if r.Kind == k {
				return true
			}
		}
	}
	return false
}

// plan lists what would settle the reasons. While a search goes on, that comes first.
func (f Facts) plan(reasons []Reason) (steps []Step) {
	searching := f.Way != Chains && !f.Ended || f.Auditing > 0
	add := func(s Step, when bool) {
		if when {
			steps = append(steps, s)
		}
	}
	any := len(reasons) > 0
	add(Wait, any && (searching || has(reasons, NothingMeasured)))
	add(RunAgain, has(reasons, JobGivenUp, AuditFailed))
	if searching {
		return steps
	}
	limited := has(reasons, BudgetUsed, MostMeasured)
	add(UseFast, f.Way == Chains && any ||
		f.Way == FirstLook && (limited || has(reasons, MuchUnmeasured, HeavyUnaudited, NoEstimate)))
	add(RunAudits, f.Way == Search && has(reasons, HeavyUnaudited))
	add(LargerBudget, f.Way == Search && limited)
	add(MoreVisits, f.Way == Chains && has(reasons, UnreliableEvidence, LargeError, OneMeasured))
	rest := has(reasons, AuditDoubtful, TopologyLeftOut) ||
		f.Way != Chains && has(reasons, UnreliableEvidence, LargeError)
	add(AnotherSeed, rest || f.Way == Search && has(reasons, MuchUnmeasured, NoEstimate))
	return steps
}
