// What a step did, in words.

package dcc

import (
	"fmt"
	"math"
	"strings"

	"dcctree/core/conquer"
	"dcctree/core/dcc/internal/digits"
	"dcctree/core/topology"
	"dcctree/core/words"
)

// In says in a sentence or two what the step did and why.
func (s Step) In(l words.Lang) string {
	var b strings.Builder
	b.WriteString(s.Variant.in(l))
	switch s.Kind {
	case Embed:
		return b.String() + s.embeddedWords(l)
	case Estimate:
		return b.String() + s.Unexplored.in(l) + s.Ended.in(l)
	case Audit:
		return b.String() + s.auditWords(l)
	}
	if s.Kind == Measure {
		b.WriteString(l.Say("step.measured", s.Topology, l.Say("count.modes", s.Modes), s.how(l)))
	} else if s.Kind == BurnIn {
		b.WriteString(l.Say("step.burnin", s.Topology, l.Say("count.chains", s.Chains)))
	} else {
		b.WriteString(l.Say("step.visited", s.Topology, s.why(l)))
	}
	if math.IsNaN(s.LogEvidence) {
		b.WriteString(l.Say("step.unmeasured"))
	} else {
		b.WriteString(l.Say("step.evidence", digits.Number(s.LogEvidence), errorText(l, s.LogEvidenceError),
			s.expected(l)))
	}
	if s.Divergences > 0 {
		b.WriteString(l.Say("step.diverged", l.Say("count.draws", s.Divergences)))
	}
	if s.Repaired > 0 {
		b.WriteString(l.Say("step.repaired", l.Say("count.times", s.Repaired)))
	}
	if len(s.LeftOut) > 0 {
		b.WriteString(l.Say("step.leftout", l.Say("count.chains", len(s.LeftOut)), ReasonIn(l, s.LeftOut[0])))
	}
	if s.Proposal != nil {
		b.WriteString(" " + s.Proposal.in(l))
	}
	if len(s.Removed) > 0 {
		b.WriteString(l.Say("step.removed", names(s.Removed)))
	}
	if s.LostDraws > 0 {
		b.WriteString(l.Say("step.outgrown", l.Say("count.draws", s.LostDraws)))
	}
	if s.Exhausted {
		b.WriteString(l.Say("step.exhausted"))
	}
	return b.String()
}

// words begins a sentence about a run on the variant.
func (v Variant) in(l words.Lang) string {
	var parts []string
	if v.Bandwidth > 0 {
		parts = append(parts, l.Say("step.bandwidth", digits.Bandwidth(v.Bandwidth)))
	}
	if v.PriorScale > 0 {
		parts = append(parts, l.Say("step.priors", digits.TrimZero(fmt.Sprintf("%.3g", v.PriorScale))))
	}
	if v.Folds > 0 {
		parts = append(parts, l.Say("step.fold", v.Fold+1, v.Folds))
	}
	if len(parts) == 0 {
		return ""
	}
	text := strings.Join(parts, ", ") + ": "
	return strings.ToUpper(text[:1]) + text[1:]
}

// how tells the way of a fast measurement.
func (s Step) how(l words.Lang) string {
	switch s.Method {
	case conquer.Modes:
		return l.Say("step.soft")
	case conquer.Tempered:
		return l.Say("step.tempered")
	}
	return ""
}

// expected tells what was predicted of a measurement: why it was made.
func (s Step) expected(l words.Lang) string {
	if s.Kind != Measure || !(math.Abs(s.Predicted) < math.MaxFloat64) {
		return ""
	}
	return l.Say("step.expected", digits.Number(s.Predicted))
}

// why names the largest part of the utility, and all of it in numbers.
func (s Step) why(l words.Lang) string {
	if len(s.Terms) == 0 {
		return ""
	}
	t := s.Terms[0]
	return t.reason(l) + l.Say("step.utility",
		digits.Number(t.Utility), digits.Number(t.Exploitation), digits.Number(t.Exploration),
		digits.Number(t.Optimism), l.Say("count.visits", t.Visits))
}

func (t Term) reason(l words.Lang) string {
	switch {
	case t.Optimism >= t.Exploitation && t.Optimism >= t.Exploration:
		return l.Say("step.seen", l.Say("count.times", t.Visits))
	case t.Exploitation >= t.Exploration:
		return l.Say("step.probable")
	}
	return l.Say("step.promising")
}

func (p Proposal) in(l words.Lang) string {
	switch {
	case p.Move == topology.Stay:
		return l.Say("step.walk.stayed")
	case p.Activated:
		return l.Say("step.walk.activated", l.Say("step.walk."+p.Move.String()), p.Topology)
	}
	return l.Say("step.walk.proposed", l.Say("step.walk."+p.Move.String()), p.Topology,
		l.Say("count.times", p.Count))
}

func errorText(l words.Lang, e float64) string {
	if !(e < MaxLogError) {
		return l.Say("step.unknown")
	}
	return digits.Number(e)
}

func names(ts []topology.Topology) string {
	parts := make([]string, len(ts))
	for i, t := range ts {
		parts[i] = t.String()
	}
	return strings.Join(parts, ", ")
}
