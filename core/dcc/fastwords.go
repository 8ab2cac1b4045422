// What the fast mode's estimates and audits found, in words.

package dcc

func (u Unexplored) words(l tongue) string {
	if !u.Known {
		return l.say("There is no estimate of what was not measured.")
	}
	if u.Draws == 0 {
		return l.say("Every topology that may be measured is.")
	}
	return l.say("Drew %s never measured: such topologies hold about %s of the posterior, at most %s (90 %% bound).",
		l.plural(u.Draws, "1 topology", "%d topologies"), percent(u.Share), percent(u.Bound))
}

// embeddedWords tells of topologies measured by embedded draws.
func (s Step) embeddedWords(l tongue) string {
	return l.say("Measured %s by draws embedded from smaller ones, the heaviest %v: they hold %s of what is measured.",
		l.plural(1+len(s.Also), "1 topology", "%d topologies"), s.Topology, percent(s.Share))
}

func (e Ending) words(l tongue) string {
	switch e {
	case Explored:
		return l.say(" The search ends: the bound is as low as was asked for.")
	case BudgetUsed:
		return l.say(" The search ends because its budget is used up.")
	case MostReached:
		return l.say(" The search ends because as many topologies as allowed were measured.")
	case NoneNear:
		return l.say(" The search ends because no other topology promises much by itself.")
	}
	return l.say(" The search goes on.")
}

// auditWords tells what the second look found and whether it can be trusted now.
func (s Step) auditWords(l tongue) string {
	a := s.Audit
	if a.Flag == AuditFailed {
		return l.say("The audit of %v failed: %s.", s.Topology, l.reason(a.Reason))
	}
	text := l.say("Looked at %v again from the prior", s.Topology)
	switch {
	case a.States == 0:
		return text + l.say(": there is nothing that could be missed.")
	case a.Added == 0:
		text += l.say(": all of %s are covered.", l.count(a.States, "state"))
	default:
		text += l.say(" and added %s: log evidence %s ± %s, before %s ± %s.", l.count(a.Added, "component"),
			number(s.LogEvidence), l.errorText(s.LogEvidenceError), number(a.Former), l.errorText(a.FormerError))
	}
	switch a.Flag {
	case UnderCovered:
		text += l.say(" Under-covered still: %d of %s; the evidence may be too low.", a.Exceeding, l.count(a.States, "state"))
	case Higher:
		text += l.say(" The second route finds %s ± %s, which is higher: a mode may be missing.", number(a.Second), l.errorText(a.SecondError))
	}
	return text
}
