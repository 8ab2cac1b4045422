// What a step did, in words.

package dcc

import (
	"fmt"
	"math"
	"strings"

	"dcctree/core/conquer"
	"dcctree/core/topology"
)

// Words says in a sentence or two, in English, what the step did and why.
func (s Step) Words() string { return s.words("") }

// German says the same in German; what a browser or Go's runtime says of a failure stays English.
func (s Step) German() string { return s.words(inGerman) }

func (s Step) words(l tongue) string {
	var b strings.Builder
	b.WriteString(s.Variant.words(l))
	switch s.Kind {
	case Embed:
		return b.String() + s.embeddedWords(l)
	case Estimate:
		return b.String() + s.Unexplored.words(l) + s.Ended.words(l)
	case Audit:
		return b.String() + s.auditWords(l)
	}
	if s.Kind == Measure {
		b.WriteString(l.say("Measured %v from %s%s", s.Topology, l.count(s.Modes, "mode"), s.how(l)))
	} else if s.Kind == BurnIn {
		b.WriteString(l.say("Burnt in %v on %s", s.Topology, l.count(s.Chains, "chain")))
	} else {
		b.WriteString(l.say("Visited %v%s", s.Topology, s.why(l)))
	}
	if math.IsNaN(s.LogEvidence) {
		b.WriteString(l.say(": it could not be measured."))
	} else {
		b.WriteString(l.say(": log evidence %s ± %s%s.", number(s.LogEvidence), l.errorText(s.LogEvidenceError), s.expected(l)))
	}
	if s.Divergences > 0 {
		b.WriteString(l.say(" %s diverged.", l.count(s.Divergences, "draw")))
	}
	if s.Repaired > 0 {
		b.WriteString(l.say(" A stuck chain was burnt in again (%s).", l.count(s.Repaired, "time")))
	}
	if len(s.LeftOut) > 0 {
		b.WriteString(l.say(" %s left out: %s.", l.count(len(s.LeftOut), "chain"), l.reason(s.LeftOut[0])))
	}
	if s.Proposal != nil {
		b.WriteString(" " + s.Proposal.words(l))
	}
	if len(s.Removed) > 0 {
		b.WriteString(l.say(" %s left the active set, which is full.", names(s.Removed)))
	}
	if s.LostDraws > 0 {
		b.WriteString(l.say(" %s from the prior outgrew 255 splits and were left out.", l.count(s.LostDraws, "draw")))
	}
	if s.Exhausted {
		b.WriteString(l.say(" No active topology has a chain in use: the run ends here."))
	}
	return b.String()
}

// words begins a sentence about a run on the variant.
func (v Variant) words(l tongue) string {
	var parts []string
	if v.Bandwidth > 0 {
		parts = append(parts, l.say("at h = %s", bandwidthText(v.Bandwidth)))
	}
	if v.PriorScale > 0 {
		parts = append(parts, l.say("with priors × %s", trimZero(fmt.Sprintf("%.3g", v.PriorScale))))
	}
	if v.Folds > 0 {
		parts = append(parts, l.say("without part %d of %d of the rows", v.Fold+1, v.Folds))
	}
	if len(parts) == 0 {
		return ""
	}
	text := strings.Join(parts, ", ") + ": "
	return strings.ToUpper(text[:1]) + text[1:]
}

// how tells the way of a fast measurement.
func (s Step) how(l tongue) string {
	switch s.Method {
	case conquer.Modes:
		return l.say(" of the soft trees")
	case conquer.Tempered:
		return l.say(" by tempered particles")
	}
	return ""
}

// expected tells what was predicted of a measurement: why it was made.
func (s Step) expected(l tongue) string {
	if s.Kind != Measure || !(math.Abs(s.Predicted) < math.MaxFloat64) {
		return ""
	}
	return l.say(", where %s was predicted", number(s.Predicted))
}

// why names the largest part of the utility, and all of it in numbers.
func (s Step) why(l tongue) string {
	if len(s.Terms) == 0 {
		return ""
	}
	t := s.Terms[0]
	return t.reason(l) + l.say(" (utility %s: exploitation %s, exploration %s and optimism %s over %s)",
		number(t.Utility), number(t.Exploitation), number(t.Exploration), number(t.Optimism), l.count(t.Visits, "visit"))
}

func (t Term) reason(l tongue) string {
	switch {
	case t.Optimism >= t.Exploitation && t.Optimism >= t.Exploration:
		return l.say(", so far seen only %s", l.count(t.Visits, "time"))
	case t.Exploitation >= t.Exploration:
		return l.say(", among the most probable so far")
	}
	return l.say(", where a higher weight may still turn up")
}

func (p Proposal) words(l tongue) string {
	switch {
	case p.Move == topology.Stay:
		return l.say("The global walk stayed.")
	case p.Activated:
		return l.say("The global walk proposed to %v to %v, which is now active.", l.say(p.Move.String()), p.Topology)
	}
	return l.say("The global walk proposed to %v to %v (proposed %s).", l.say(p.Move.String()), p.Topology, l.count(p.Count, "time"))
}

func (l tongue) errorText(e float64) string {
	if !(e < maxLogError) {
		return l.say("unknown")
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
