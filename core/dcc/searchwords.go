// What the fast mode's estimates and audits found, in words.

package dcc

import (
	"dcctree/core/dcc/internal/digits"
	"dcctree/core/words"
)

func (u Unexplored) in(l words.Lang) string {
	if !u.Known {
		return l.Say("step.estimate.none")
	}
	if u.Draws == 0 {
		return l.Say("step.estimate.all")
	}
	drawn := l.Say("count.topologies", u.Draws)
	if u.Bound >= 1 {
		return l.Say("step.estimate.unbounded", drawn, digits.Percent(u.Share))
	}
	return l.Say("step.estimate", drawn, digits.Percent(u.Share), digits.Percent(u.Bound))
}

// embeddedWords tells of topologies measured by embedded draws.
func (s Step) embeddedWords(l words.Lang) string {
	return l.Say("step.embedded",
		l.Say("count.topologies", 1+len(s.Also)), s.Topology, digits.Percent(s.Share))
}

func (e Ending) in(l words.Lang) string {
	switch e {
	case Explored:
		return l.Say("step.end.explored")
	case BudgetUsed:
		return l.Say("step.end.budget")
	case MostReached:
		return l.Say("step.end.most")
	case NoneNear:
		return l.Say("step.end.none")
	}
	return l.Say("step.end.not")
}

// auditWords tells what the second look found and whether it can be trusted now.
func (s Step) auditWords(l words.Lang) string {
	a := s.Audit
	if a.Flag == AuditFailed {
		return l.Say("step.audit.failed", s.Topology, ReasonIn(l, a.Reason))
	}
	text := l.Say("step.audit", s.Topology)
	switch {
	case a.States == 0:
		return text + l.Say("step.audit.nothing")
	case a.Added == 0:
		text += l.Say("step.audit.covered", l.Say("count.states", a.States))
	default:
		text += l.Say("step.audit.added", l.Say("count.components", a.Added),
			digits.Number(s.LogEvidence), errorText(l, s.LogEvidenceError), digits.Number(a.Former),
			errorText(l, a.FormerError))
	}
	switch {
	case a.Flag == UnderCovered:
		text += l.Say("step.audit.undercovered", a.Exceeding, l.Say("count.states", a.States))
	case a.Flag == Higher:
		text += l.Say("step.audit.higher", digits.Number(a.Second), errorText(l, a.SecondError))
	case a.Exceeding > 0:
		text += l.Say("step.audit.left", a.Exceeding, l.Say("count.states", a.States))
	}
	return text
}
