// What the fast mode's estimates and audits found, in words.

package dcc

import "fmt"

func (u Unexplored) words() string {
	if !u.Known {
		return "There is no estimate of what was not measured."
	}
	if u.Draws == 0 {
		return "Every topology that may be measured is."
	}
	return fmt.Sprintf("Drew %s never measured: such topologies hold about %s of the posterior, at most %s (90 %% bound).",
		plural(u.Draws, "topology", "topologies"), percent(u.Share), percent(u.Bound))
}

func (e Ending) words() string {
	switch e {
	case Explored:
		return " That is little: the search ends."
	case BudgetUsed:
		return " The search ends because its budget is used up."
	case MostReached:
		return " The search ends because as many topologies as allowed were measured."
	case NoneNear:
		return " The search ends because no other topology promises much by itself."
	}
	return " The search goes on."
}

// auditWords tells what the second look found and whether it can be trusted now.
func (s Step) auditWords() string {
	a := s.Audit
	if a.Flag == AuditFailed {
		return fmt.Sprintf("The audit of %v failed: %s.", s.Topology, a.Reason)
	}
	text := fmt.Sprintf("Looked at %v again from the prior", s.Topology)
	switch {
	case a.States == 0:
		return text + ": there is nothing that could be missed."
	case a.Added == 0:
		text += fmt.Sprintf(": all of %s are covered.", count(a.States, "state"))
	default:
		text += fmt.Sprintf(" and added %s: log evidence %s ± %s, before %s ± %s.", count(a.Added, "component"),
			number(s.LogEvidence), errorText(s.LogEvidenceError), number(a.Former), errorText(a.FormerError))
	}
	switch a.Flag {
	case UnderCovered:
		text += fmt.Sprintf(" Under-covered still: %d of %s; the evidence may be too low.", a.Exceeding, count(a.States, "state"))
	case Higher:
		text += fmt.Sprintf(" The second route finds %s ± %s, which is higher: a mode may be missing.", number(a.Second), errorText(a.SecondError))
	}
	return text
}

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
