// What the page says of the fast preset's search: why it ended, what was never measured, what the audits found.

package logic

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"dcctree/core/dcc"
	"dcctree/core/verdict"
)

// The flags that an audit leaves where it could not mend what it found, or failed.
const (
	flaggedUnderCovered = "under-covered"
	flaggedHigher       = "higher"
	flaggedFailed       = "failed"
)

// audited is an audit as its step told it.
type audited struct {
	Named
	Audit
	LogEvidence, LogEvidenceError float64 // after it
}

// Story is what the steps of a run with the fast preset have told.
type Story struct {
	Last     Step
	Measured int // topologies
	Audits   []audited
}

// Hear adds a step.
func (s *Story) Hear(step Step) {
	s.Last = step
	switch {
	case step.Audit != nil:
		s.Audits = append(s.Audits,
			audited{step.Topology, *step.Audit, step.LogEvidence, step.LogEvidenceError})
	case step.Kind == "measure" && step.Search.Ended == "":
		s.Measured++
	}
}

// Sentence says where the search is, and, where it ended, what the verdict on the run has against it. works: the run
// goes on. audits: its preset audits what is heavy.
func (s *Story) Sentence(works, audits bool, v Verdict) string {
	var told []string
	if s.Last.Search.Ended == "" {
		told = append(told, s.searching(works), s.Last.Search.Unexplored.sentence())
		return Join(told)
	}
	told = append(told, s.ending(v))
	if s.Last.Search.Ended != string(dcc.Explored) {
		told = append(told, s.Last.Search.Unexplored.sentence())
	}
	told = append(told, s.audited("audit.mended", true), s.audited("audit.fine", false))
	switch waiting := s.Last.Search.Auditing; {
	case s.Last.Search.Measuring > 0 && works:
		told = append(told, Text("audit.measuring"))
	case s.Last.Search.Measuring > 0:
		told = append(told, Text("audit.unmeasured"))
	case waiting > 0 && works:
		told = append(told, fmt.Sprintf(Text("audit.running"), Count(waiting)))
	case waiting > 0:
		told = append(told, fmt.Sprintf(Text("audit.waiting"), Count(waiting)))
	case !audits:
		told = append(told, Text("audit.never"))
	case len(s.Audits) == 0:
		told = append(told, Text("audit.none"))
	}
	return Join(told)
}

func (s *Story) searching(works bool) string {
	switch {
	case s.Last.Search.Unexplored != nil && works:
		return Text("search.further")
	case works:
		return Text("search.on")
	}
	return fmt.Sprintf(Text("search.resting"), Count(s.Measured))
}

// ending says why the search ended, and in the same sentence whether evidence that carries weight is not reliable.
func (s *Story) ending(v Verdict) string {
	if unreliable(v) {
		return fmt.Sprintf(Text("search.over.unreliable"), s.why(), verdict.Share(v.UnreliableWeight, Spoken))
	}
	return fmt.Sprintf(Text("search.over"), s.why())
}

func (s *Story) why() string {
	u := s.Last.Search.Unexplored
	if u != nil && u.Draws == 0 {
		return Text("search.all")
	}
	switch dcc.Ending(s.Last.Search.Ended) {
	case dcc.Explored:
		if u != nil {
			return u.words("search.explored")
		}
	case dcc.BudgetUsed:
		return Text("search.budget")
	case dcc.MostReached:
		return Text("search.most")
	}
	return Text("search.none")
}

// sentence tells the estimate; "" where there is none or nothing is left.
func (u *Unexplored) sentence() string {
	if u == nil || u.Draws == 0 {
		return ""
	}
	if u.Bound >= 1 {
		return fmt.Sprintf(Text("search.unbounded"), verdict.Share(u.Share, Spoken))
	}
	return u.words("search.unexplored")
}

// words fill share and bound into a text.
func (u *Unexplored) words(key string) string {
	return fmt.Sprintf(Text(key), verdict.Share(u.Share, Spoken), verdict.Bound(u.Bound))
}

// audited names the topologies without a flag to which their audits added something, or else nothing; "" where there is
// none.
func (s *Story) audited(key string, added bool) string {
	return naming(key, s.Audits, func(a audited) bool { return a.Flag == "" && (a.Added > 0) == added })
}

// Doubts says what the audits found and could not mend, and which of them failed; "" where there is nothing.
func (s *Story) Doubts() string {
	var told []string
	for _, a := range s.Audits {
		told = append(told, doubt(a.Audit, a.Name, a.LogEvidence, a.LogEvidenceError))
	}
	return Join(told)
}

// doubt says what is wrong with a topology after its audit; "" where nothing is.
func doubt(a Audit, name string, logEvidence, logEvidenceError float64) string {
	switch a.Flag {
	case flaggedUnderCovered:
		return fmt.Sprintf(Text("audit.undercovered"), name)
	case flaggedHigher:
		return fmt.Sprintf(Text("audit.higher"), name, WithError(a.Second, a.SecondError),
			WithError(logEvidence, logEvidenceError))
	case flaggedFailed:
		return fmt.Sprintf(Text("audit.failed"), name, dcc.ReasonIn(Spoken, a.Reason))
	}
	return ""
}

// Doubted reports whether an audit found that a part of the topology's posterior may be missing.
func (t Topology) Doubted() bool {
	return t.Audit != nil && (t.Audit.Flag == flaggedUnderCovered || t.Audit.Flag == flaggedHigher)
}

// reliability says in a sentence why a topology's evidence is not to be trusted; "" where it is.
func (t Topology) reliability() string {
	switch {
	case t.Reliable:
		return ""
	case math.IsNaN(t.KHat):
		return Text("tree.fewdraws")
	case t.KHat <= t.KHatLimit:
		return Text("tree.modes")
	}
	return fmt.Sprintf(Text("tree.khat"), Fixed(t.KHat, 2), Fixed(t.KHatLimit, 2))
}

// measuredWords says how a topology was measured by the fast preset.
func (t Topology) measuredWords() string {
	if len(t.Leaves) == 1 {
		return Text("method.exact")
	}
	one, more := "method.mode", "method.modes"
	if t.Method == "embedded" {
		one, more = "method.reduction", "method.reductions"
	}
	return counted(t.Modes, one, more) + " " + methodWords(t.Method)
}

func methodWords(method string) string {
	switch method {
	case "hard-trees":
		return Text("method.hardtrees")
	case "modes":
		return Text("method.soft")
	case "tempered":
		return Text("method.tempered")
	case "embedded":
		return Text("method.embedded")
	}
	return Text("method.other")
}

// auditSentence says what the audit of a topology found, apart from doubts; "" where there was none.
func (t Topology) auditSentence() string {
	a := t.Audit
	switch {
	case a == nil || a.Flag == flaggedFailed:
		return ""
	case a.Added == 1:
		return fmt.Sprintf(Text("tree.mended.one"), WithError(a.Former, a.FormerError))
	case a.Added > 0:
		return fmt.Sprintf(Text("tree.mended"), Count(a.Added), WithError(a.Former, a.FormerError))
	case a.Flag != "":
		return ""
	case a.States == 0:
		return Text("tree.audited.exact")
	}
	return fmt.Sprintf(Text("tree.audited"), Count(a.States))
}

// Join makes one text of sentences.
func Join(sentences []string) string { return strings.Join(unempty(sentences...), " ") }

// unempty are the texts that say something.
func unempty(texts ...string) []string {
	return slices.DeleteFunc(slices.Clone(texts), func(s string) bool { return s == "" })
}
