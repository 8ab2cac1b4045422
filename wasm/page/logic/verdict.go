// The plain sentences of Diagnostics and Compare: what the numbers mean, before the numbers.

package logic

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"dcctree/core/chart"
	"dcctree/core/verdict"
)

// judged is the posterior weight from which a topology's numbers stand among the diagnostics.
const judged = .01

// verdictWords are the sentence, verdictAdvice is the plan, both in the language of the page.
func verdictWords(v Verdict) string    { return v.Translations.In(Spoken, v.Sentence) }
func verdictAdvice(v Verdict) []string { return v.AdviceTranslations.In(Spoken, v.Advice) }

// unreliable reports whether evidence that carries weight is not reliable.
func unreliable(v Verdict) bool {
	return slices.Contains(v.Reasons, string(verdict.UnreliableEvidence))
}

// errorsHold reports whether the weights' errors say how far off these may be, as far as the run can tell.
func errorsHold(v Verdict) bool {
	return v.Outcome != "" && v.Outcome != string(verdict.NotSettled) && !unreliable(v)
}

// Diagnosis is what the diagnostics panel shows.
type Diagnosis struct {
	Verdict    string // one plain sentence
	Plan       string // what would settle the run
	Divergence string // "3 of 4,000 draws"
	KHat       string // the largest, with its limit
	Effective  string // the smallest effective number among the judged
	LeftOut    string // chains left out
	Audits     string // what the audits found
	Digest     string // of the results; "" before the run is done
	GivenUp    string // names of jobs that were given up: with any, the digest is not that of the seed
}

// Diagnose shows a verdict with the numbers of the topologies that carry weight. The topologies come by falling weight.
func Diagnose(topologies []Topology, v Verdict) Diagnosis {
	heavy := Carrying(topologies)
	if len(heavy) == 0 {
		return Diagnosis{Verdict: Text("diagnostics.wait")}
	}
	return Diagnosis{
		Verdict:    verdictWords(v),
		Plan:       Join(verdictAdvice(v)),
		Divergence: divergenceText(topologies),
		KHat:       kHatText(heavy),
		Effective:  effectiveText(heavy),
		LeftOut:    leftOutText(topologies),
		Audits:     auditsText(topologies),
	}
}

func Carrying(topologies []Topology) []Topology {
	var heavy []Topology
	for _, t := range topologies {
		if t.Weight >= judged {
			heavy = append(heavy, t)
		}
	}
	return heavy
}

// called is by what name people know a topology.
func (t Topology) called() string { return t.Name }
func (n Named) called() string    { return n.Name }

// naming fills the names of those that fit, three at most, into the text of a key; "" where none does.
func naming[T interface{ called() string }](key string, all []T, fits func(T) bool) string {
	var names []string
	for _, x := range all {
		if fits(x) {
			names = append(names, x.called())
		}
	}
	return Either(names != nil, fmt.Sprintf(Text(key), listed(names, 3)), "")
}

// auditsText sums the audits up; "" where there was none.
func auditsText(topologies []Topology) string {
	var parts []string
	say := func(key string, which func(Audit) bool) {
		fits := func(t Topology) bool { return t.Audit != nil && which(*t.Audit) }
		parts = append(parts, unempty(naming(key, topologies, fits))...)
	}
	say("diagnostics.audits.fine", func(a Audit) bool { return a.Flag == "" && a.Added == 0 })
	say("diagnostics.audits.mended", func(a Audit) bool { return a.Flag == "" && a.Added > 0 })
	say("diagnostics.audits.doubt",
		func(a Audit) bool { return a.Flag == flaggedUnderCovered || a.Flag == flaggedHigher })
	say("diagnostics.audits.failed", func(a Audit) bool { return a.Flag == flaggedFailed })
	return strings.Join(parts, "; ")
}

// listed joins names in a sentence and cuts a long list.
func listed(names []string, most int) string {
	if len(names) <= most {
		return strings.Join(names, ", ")
	}
	return strings.Join(names[:most], ", ") + " " + fmt.Sprintf(Text("list.more"), len(names)-most)
}

// worstKHat is the topology whose k-hat lies highest; one that is unreliable and has none counts as highest, one that
// is reliable without as lowest.
func worstKHat(heavy []Topology) Topology {
	return slices.MaxFunc(heavy, func(a, b Topology) int { return cmp.Compare(a.kHatRank(), b.kHatRank()) })
}

func (t Topology) kHatRank() float64 {
	switch {
	case !math.IsNaN(t.KHat):
		return t.KHat
	case t.Reliable:
		return math.Inf(-1)
	}
	return math.Inf(1)
}

func kHatText(heavy []Topology) string {
	t := worstKHat(heavy)
	if math.IsNaN(t.KHat) && t.Reliable {
		return Text("method.tempered")
	}
	return fmt.Sprintf(Text("diagnostics.khat.value"), Fixed(t.KHat, 2), t.Name, Fixed(t.KHatLimit, 2))
}

func effectiveText(heavy []Topology) string {
	least := heavy[0]
	for _, t := range heavy[1:] {
		if t.EffectiveNumber < least.EffectiveNumber {
			least = t
		}
	}
	return fmt.Sprintf(Text("diagnostics.effective.value"), Significant(least.EffectiveNumber, 2), least.Name)
}

func divergenceText(topologies []Topology) string {
	divergences, draws, most := 0, 0, Topology{}
	for _, t := range topologies {
		divergences += t.Divergences
		draws += t.Draws
		if t.Divergences > most.Divergences {
			most = t
		}
	}
	if draws == 0 {
		return "" // no chains: the fast mode's draws are not theirs
	}
	if divergences == 0 {
		return fmt.Sprintf(Text("diagnostics.divergences.none"), Count(draws))
	}
	return fmt.Sprintf(Text("diagnostics.divergences.value"), Count(divergences), Count(draws), most.Name)
}

func leftOutText(topologies []Topology) string {
	out, chains, draws := 0, 0, 0
	for _, t := range topologies {
		out += t.ChainsLeftOut
		chains += t.Chains
		draws += t.Draws
	}
	if draws == 0 {
		return ""
	}
	if out == 0 {
		return fmt.Sprintf(Text("diagnostics.leftout.none"), Count(chains))
	}
	return fmt.Sprintf(Text("diagnostics.leftout.value"), Count(out), Count(chains+out))
}

// CoverageSentence says how many test rows the 90 % intervals hold; "" where there are none.
func CoverageSentence(m Metrics) string {
	if m.Test == nil || m.Test.Coverage90 == nil {
		return ""
	}
	return fmt.Sprintf(Text("diagnostics.coverage"), Percent(*m.Test.Coverage90))
}

// CompareSentence sets the run against the true partition and CART, or against the baseline where CART was not fitted.
func CompareSentence(m Metrics, info Info) string {
	baseline, paired := BaselineName(info), PairedSentence(m, info)
	set, base, where := m.scored()
	if set == nil || base == nil {
		return ""
	}
	switch {
	case set.MSE != nil && base.MSE != nil:
		return compareErrors(m, *set, *base.MSE, where, baseline, paired)
	case set.Accuracy != nil && base.Accuracy != nil:
		return Join([]string{compareAccuracies(*set, *base.Accuracy, where, baseline), paired})
	}
	return ""
}

func compareErrors(m Metrics, set Scores, base float64, where, baseline, paired string) string {
	var sentences []string
	if m.Truth != nil && m.Test != nil && m.Truth.Test > 0 {
		sentences = append(sentences, fmt.Sprintf(Text("compare.truth"), Fixed(*set.MSE/m.Truth.Test, 3)))
	}
	if paired != "" {
		sentences = append(sentences, paired)
	} else if *set.MSE < base {
		sentences = append(sentences, fmt.Sprintf(Text("compare.smaller"), where,
			Significant(base / *set.MSE, 2), baseline))
	} else {
		sentences = append(sentences, fmt.Sprintf(Text("compare.notsmaller"), where, baseline))
	}
	return strings.Join(sentences, " ")
}

func compareAccuracies(set Scores, base float64, where, baseline string) string {
	right := math.Round(*set.Accuracy * float64(set.Rows))
	return fmt.Sprintf(Text("compare.accuracy"), Count(int(right)), Count(set.Rows), where,
		Count(int(math.Round(base*float64(set.Rows)))), baseline)
}

// Markup lists the facts behind the verdict.
func (d Diagnosis) Markup() string {
	if d.KHat == "" {
		return ""
	}
	m := ""
	for _, fact := range [][2]string{
		{"diagnostics.divergences", d.Divergence}, {"diagnostics.khat", d.KHat},
		{"diagnostics.effective", d.Effective}, {"diagnostics.leftout", d.LeftOut},
		{"diagnostics.audits", d.Audits}, {"diagnostics.digest", d.Digest}, {"diagnostics.givenup", d.GivenUp},
	} {
		if fact[1] == "" {
			continue
		}
		m += "<dt>" + chart.Escape(Text(fact[0])) + `</dt><dd class="num">` + chart.Escape(fact[1]) +
			"</dd>"
	}
	return m
}

// TreeSentence says what the shown tree is worth, how it was measured, and whether that can be trusted.
func TreeSentence(t Topology) string {
	say, leaves, how := "tree.say", counted(len(t.Leaves), "tree.leaf", "tree.leaves"),
		counted(t.Visits, "tree.visit", "tree.visits")
	if t.Method != "" {
		say, how = "tree.say.fast", t.measuredWords()
	}
	said := []string{fmt.Sprintf(Text(say), Percent(t.Weight), leaves, how,
		WithError(t.LogEvidence, t.LogEvidenceError)), t.auditSentence()}
	if t.Method != "" {
		said = append(said, t.reliability())
	}
	if t.Audit != nil {
		said = append(said, doubt(*t.Audit, t.Name, t.LogEvidence, t.LogEvidenceError))
	}
	return Join(said)
}

// AnswerMarkup is a prediction in figures and words, beside the true value where that is known.
func AnswerMarkup(p Prediction, info Info) string {
	if info.Task == "classification" {
		return classAnswer(p, info)
	}
	mean, low, high := Interval(p.Mean, p.Low, p.High)
	m := `<p class="big num"><b data-value="` + Exact(p.Mean) + `">` + mean + `</b> <span>` +
		fmt.Sprintf(Text("prediction.interval"), low, high) + `</span></p>`
	truth, known := p.Truth.(float64)
	if !known || math.IsNaN(truth) {
		return m
	}
	where := "prediction.outside"
	if p.Low <= truth && truth <= p.High {
		where = "prediction.inside"
	}
	return m + truthMarkup(fmt.Sprintf(Text("prediction.truth"), Significant(truth, 3)), Text(where))
}

func classAnswer(p Prediction, info Info) string {
	most := 0.0
	for _, q := range p.Probabilities {
		most = max(most, q)
	}
	m := `<p class="big num"><b>` + chart.Escape(p.Label) + `</b> <span>` +
		fmt.Sprintf(Text("prediction.probability"), Fixed(most, 2)) + `</span></p>`
	truth, known := p.Truth.(string)
	if !known || truth == "" {
		return m
	}
	named := "prediction.wrong"
	if truth == p.Label {
		named = "prediction.right"
	}
	return m + truthMarkup(fmt.Sprintf(Text("prediction.trueclass"), truth), Text(named))
}

func truthMarkup(truth, whether string) string {
	return `<p class="truth">` + chart.Escape(capital(truth)) + `, ` + chart.Escape(whether) + `.</p>`
}
