// Verdicts and plans in words.

package verdict

import (
	"fmt"
	"math"
	"strings"

	"dcctree/core/words"
)

// noBreak keeps a number and its unit on one line.
const noBreak = "\u00a0"

// In says the verdict in one sentence.
func (v Verdict) In(l words.Lang) string {
	key := "verdict.outcome." + string(v.Outcome)
	if v.Outcome == Settled {
		return l.Say(key, v.measured(l), hundredths(v.Error)) + "."
	}
	var clauses []string
	for _, r := range v.Reasons {
		clauses = append(clauses, r.In(l))
	}
	return l.Say(key, strings.Join(clauses, "; ")) + "."
}

// PlanIn says what would settle the run, a sentence each.
func (v Verdict) PlanIn(l words.Lang) []string {
	said := make([]string, len(v.Plan))
	for i, s := range v.Plan {
		said[i] = l.Say("verdict.plan." + string(s))
	}
	return said
}

// measured says what a settled run leaves unmeasured: nothing, or at most a share.
func (v Verdict) measured(l words.Lang) string {
	if v.unmeasured.Bound == 0 {
		return l.Say("verdict.measured.all")
	}
	return l.Say("verdict.measured.most", Bound(v.unmeasured.Bound))
}

// In says the reason in a clause.
func (r Reason) In(l words.Lang) string {
	if r.unbounded() {
		return l.Say("verdict.unbounded", Share(r.Value, l))
	}
	return l.Say("verdict.reason."+string(r.Kind), r.values(l)...)
}

// unbounded reports whether nobody knows how much more than the estimate was not measured.
func (r Reason) unbounded() bool { return r.Kind == MuchUnmeasured && r.Bound >= 1 }

// values are what the clause takes.
func (r Reason) values(l words.Lang) []any {
	switch r.Kind {
	case UnreliableEvidence:
		return []any{Share(r.Value, l), listed(r.Names, l)}
	case MuchUnmeasured:
		return []any{Share(r.Value, l), Bound(r.Bound)}
	case LargeError:
		return []any{hundredths(r.Value)}
	}
	if len(r.Names) > 0 {
		return []any{listed(r.Names, l)}
	}
	return nil
}

// mostNamed bounds a list of names in a sentence.
const mostNamed = 3

func listed(names []words.Speaker, l words.Lang) string {
	text := strings.Join(words.All(l, names[:min(mostNamed, len(names))]), ", ")
	if more := len(names) - mostNamed; more > 0 {
		return l.Say("verdict.more", text, more)
	}
	return text
}

// Share writes a share in whole percents; one that would round to nothing reads so.
func Share(x float64, l words.Lang) string {
	if x >= .005 || math.IsNaN(x) {
		return percents(math.Round(100 * x))
	}
	return l.Say("verdict.under", percents(1))
}

// Bound writes an upper bound, rounded up, so that it never says less.
func Bound(x float64) string { return percents(math.Max(1, roundedUp(x))) }

// roundedUp is in hundredths. What arithmetic put above a whole one does not count.
func roundedUp(x float64) float64 { return math.Ceil(float64(100*x) - 1e-9) }

func percents(x float64) string {
	if math.IsNaN(x) {
		return "–"
	}
	return fmt.Sprintf("%.0f%s%%", math.Min(x, 100), noBreak)
}

// hundredths writes an error, rounded up, without a zero before the point.
func hundredths(x float64) string {
	if math.IsNaN(x) {
		return "–"
	}
	return strings.TrimPrefix(fmt.Sprintf("%.2f", math.Max(1, roundedUp(x))/100), "0")
}
