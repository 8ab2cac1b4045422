// What a step did, in words.

package dcc

import (
	"fmt"
	"math"
	"strings"

	"dcctree/core/conquer"
	"dcctree/core/topology"
)

// Words says in a sentence or two what the step did and why.
func (s Step) Words() string {
	var b strings.Builder
	b.WriteString(s.Variant.words())
	switch s.Kind {
	case Sketch:
		return b.String() + s.Unexplored.words() + s.Ended.words()
	case Audit:
		return b.String() + s.auditWords()
	}
	if s.Kind == Measure {
		fmt.Fprintf(&b, "Measured %v from %s%s", s.Topology, count(s.Modes, "mode"), s.how())
	} else if s.Kind == BurnIn {
		fmt.Fprintf(&b, "Burnt in %v on %s", s.Topology, count(s.Chains, "chain"))
	} else {
		fmt.Fprintf(&b, "Visited %v%s", s.Topology, s.why())
	}
	if s.LogEvidence != s.LogEvidence {
		b.WriteString(": it could not be measured.")
	} else {
		fmt.Fprintf(&b, ": log evidence %s ± %s%s.", number(s.LogEvidence), errorText(s.LogEvidenceError), s.expected())
	}
	if s.Divergences > 0 {
		fmt.Fprintf(&b, " %s diverged.", count(s.Divergences, "draw"))
	}
	if s.Repaired > 0 {
		fmt.Fprintf(&b, " A stuck chain was burnt in again (%s).", count(s.Repaired, "time"))
	}
	if len(s.LeftOut) > 0 {
		fmt.Fprintf(&b, " %s left out: %s.", count(len(s.LeftOut), "chain"), s.LeftOut[0])
	}
	if s.Proposal != nil {
		b.WriteString(" " + s.Proposal.words())
	}
	if len(s.Removed) > 0 {
		fmt.Fprintf(&b, " %s left the active set, which is full.", names(s.Removed))
	}
	if s.LostDraws > 0 {
		fmt.Fprintf(&b, " %s from the prior outgrew 255 splits and were left out.", count(s.LostDraws, "draw"))
	}
	if s.Exhausted {
		b.WriteString(" No active topology has a chain in use: the run ends here.")
	}
	return b.String()
}

// words begins a sentence about a run on the variant.
func (v Variant) words() string {
	var parts []string
	if v.Bandwidth > 0 {
		parts = append(parts, "at h = "+bandwidthText(v.Bandwidth))
	}
	if v.PriorScale > 0 {
		parts = append(parts, "with priors × "+trimZero(fmt.Sprintf("%.3g", v.PriorScale)))
	}
	if v.Folds > 0 {
		parts = append(parts, fmt.Sprintf("without part %d of %d of the rows", v.Fold+1, v.Folds))
	}
	if len(parts) == 0 {
		return ""
	}
	text := strings.Join(parts, ", ") + ": "
	return strings.ToUpper(text[:1]) + text[1:]
}

// how tells the way of a fast measurement.
func (s Step) how() string {
	switch s.Method {
	case conquer.Modes:
		return " of the soft trees"
	case conquer.Tempered:
		return " by tempered particles"
	}
	return ""
}

// expected tells what was predicted of a measurement: why it was made.
func (s Step) expected() string {
	if s.Kind != Measure || !(math.Abs(s.Predicted) < math.MaxFloat64) {
		return ""
	}
	return ", where " + number(s.Predicted) + " was predicted"
}

// why names the largest part of the utility, and all of it in numbers.
func (s Step) why() string {
	if len(s.Terms) == 0 {
		return ""
	}
	t := s.Terms[0]
	return t.reason() + fmt.Sprintf(" (utility %s: exploitation %s, exploration %s and optimism %s over %s)",
		number(t.Utility), number(t.Exploitation), number(t.Exploration), number(t.Optimism), count(t.Visits, "visit"))
}

func (t Term) reason() string {
	switch {
	case t.Optimism >= t.Exploitation && t.Optimism >= t.Exploration:
		return fmt.Sprintf(", so far seen only %s", count(t.Visits, "time"))
	case t.Exploitation >= t.Exploration:
		return ", among the most probable so far"
	}
	return ", where a higher weight may still turn up"
}

func (p Proposal) words() string {
	switch {
	case p.Move == topology.Stay:
		return "The global walk stayed."
	case p.Activated:
		return fmt.Sprintf("The global walk proposed to %v to %v, which is now active.", p.Move, p.Topology)
	}
	return fmt.Sprintf("The global walk proposed to %v to %v (proposed %s).", p.Move, p.Topology, count(p.Count, "time"))
}

func errorText(e float64) string {
	if !(e < maxLogError) {
		return "unknown"
	}
	return number(e)
}

// number writes two decimals, with a true minus and no zero before the point.
func number(x float64) string {
	text := strings.Replace(fmt.Sprintf("%.2f", x), "-", "−", 1)
	if rest, ok := strings.CutPrefix(text, "0."); ok {
		return "." + rest
	}
	return strings.Replace(text, "−0.", "−.", 1)
}

func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

func names(ts []topology.Topology) string {
	parts := make([]string, len(ts))
	for i, t := range ts {
		parts[i] = t.String()
	}
	return strings.Join(parts, ", ")
}

// percent writes a share: 12 %, or 1.2 % below 10.
func percent(x float64) string {
	if x < .0995 {
		return fmt.Sprintf("%.1f %%", 100*x)
	}
	return fmt.Sprintf("%.0f %%", 100*x)
}

// precise writes three decimals as number does two.
func precise(x float64) string { return trimZero(fmt.Sprintf("%.3f", x)) }

// trimZero writes a true minus and no zero before the point.
func trimZero(text string) string {
	sign := ""
	if rest, ok := strings.CutPrefix(text, "-"); ok {
		sign, text = "−", rest
	}
	if rest, ok := strings.CutPrefix(text, "0."); ok {
		text = "." + rest
	}
	return sign + text
}
