// The plain sentences of Diagnostics and Compare: what the numbers mean, before the numbers.

package page

import (
	"fmt"
	"html"
	"math"
	"strings"
)

// judged is the posterior weight from which a topology's reliability matters for what the page shows.
const judged = .01

// Diagnosis is what the diagnostics panel shows.
type Diagnosis struct {
	Verdict    string // one plain sentence
	Good       bool   // the weights can be trusted as far as the run can tell
	Divergence string // "3 of 4,000 draws"
	KHat       string // the largest, with its limit
	Effective  string // the smallest effective number among the judged
	LeftOut    string // chains left out
	Unreliable []string
}

// Diagnose judges the topologies that carry weight. The topologies come by falling weight.
func Diagnose(topologies []Topology) Diagnosis {
	heavy := carrying(topologies)
	if len(heavy) == 0 {
		return Diagnosis{Verdict: text("diagnostics.wait")}
	}
	d := Diagnosis{
		Divergence: divergenceText(topologies),
		KHat:       kHatText(heavy),
		Effective:  effectiveText(heavy),
		LeftOut:    leftOutText(topologies),
		Unreliable: unreliable(heavy),
	}
	d.Good = len(d.Unreliable) == 0
	d.Verdict = verdict(heavy, d.Unreliable)
	if len(topologies) == 1 {
		d.Verdict = fmt.Sprintf(text("diagnostics.first"), heavy[0].Name)
	}
	return d
}

func carrying(topologies []Topology) []Topology {
	var heavy []Topology
	for _, t := range topologies {
		if t.Weight >= judged {
			heavy = append(heavy, t)
		}
	}
	return heavy
}

func unreliable(heavy []Topology) []string {
	var names []string
	for _, t := range heavy {
		if !t.Reliable {
			names = append(names, t.Name)
		}
	}
	return names
}

func verdict(heavy []Topology, bad []string) string {
	switch {
	case len(bad) == 0 && len(heavy) == 1:
		return fmt.Sprintf(text("diagnostics.good.one"), heavy[0].Name, Fixed(worstKHat(heavy).KHat, 2))
	case len(bad) == 0:
		return fmt.Sprintf(text("diagnostics.good"), Fixed(worstKHat(heavy).KHat, 2))
	case len(heavy) == 1:
		return fmt.Sprintf(text("diagnostics.bad.one"), heavy[0].Name)
	case len(bad) == len(heavy):
		return text("diagnostics.bad.all")
	}
	return fmt.Sprintf(text("diagnostics.bad"), len(bad), len(heavy), listed(bad, 3))
}

// listed joins names in a sentence and cuts a long list.
func listed(names []string, most int) string {
	if len(names) <= most {
		return strings.Join(names, ", ")
	}
	return strings.Join(names[:most], ", ") + " " + fmt.Sprintf(text("list.more"), len(names)-most)
}

// worstKHat is the topology whose k-hat lies highest; one that could not be computed counts as highest.
func worstKHat(heavy []Topology) Topology {
	worst := heavy[0]
	for _, t := range heavy[1:] {
		if !math.IsNaN(worst.KHat) && !(t.KHat <= worst.KHat) {
			worst = t
		}
	}
	return worst
}

func kHatText(heavy []Topology) string {
	t := worstKHat(heavy)
	return fmt.Sprintf(text("diagnostics.khat.value"), Fixed(t.KHat, 2), t.Name, Fixed(t.KHatLimit, 2))
}

func effectiveText(heavy []Topology) string {
	least := heavy[0]
	for _, t := range heavy[1:] {
		if t.EffectiveNumber < least.EffectiveNumber {
			least = t
		}
	}
	return fmt.Sprintf(text("diagnostics.effective.value"), Significant(least.EffectiveNumber, 2), least.Name)
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
		return fmt.Sprintf(text("diagnostics.divergences.none"), Count(draws))
	}
	return fmt.Sprintf(text("diagnostics.divergences.value"), Count(divergences), Count(draws), most.Name)
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
		return fmt.Sprintf(text("diagnostics.leftout.none"), Count(chains))
	}
	return fmt.Sprintf(text("diagnostics.leftout.value"), Count(out), Count(chains+out))
}

// CoverageSentence says how many test rows the 90 % intervals hold, and what no diagnostic can see in a run of the preset.
func CoverageSentence(m Metrics, preset string) string {
	unseen := text("diagnostics.unseen")
	if preset == fastPreset {
		unseen += " " + text("diagnostics.unaudited")
	}
	if m.Test == nil || m.Test.Coverage90 == nil {
		return unseen
	}
	return fmt.Sprintf(text("diagnostics.coverage"), Percent(*m.Test.Coverage90)) + " " + unseen
}

// CompareSentence sets the run against the true partition and the baseline.
func CompareSentence(m Metrics, baseline string) string {
	set, base, where := m.Test, m.BaselineTest, text("compare.on.test")
	if set == nil {
		set, base, where = m.Train, m.BaselineTrain, text("compare.on.train")
	}
	if set == nil || base == nil {
		return ""
	}
	switch {
	case set.MSE != nil && base.MSE != nil:
		return compareErrors(m, *set, *base.MSE, where, baseline)
	case set.Accuracy != nil && base.Accuracy != nil:
		return compareAccuracies(*set, *base.Accuracy, where, baseline)
	}
	return ""
}

func compareErrors(m Metrics, set Scores, base float64, where, baseline string) string {
	var sentences []string
	if m.Truth != nil && m.Test != nil && m.Truth.Test > 0 {
		sentences = append(sentences, fmt.Sprintf(text("compare.truth"), Fixed(*set.MSE/m.Truth.Test, 3)))
	}
	if *set.MSE < base {
		sentences = append(sentences, fmt.Sprintf(text("compare.smaller"), where, Significant(base / *set.MSE, 2), baseline))
	} else {
		sentences = append(sentences, fmt.Sprintf(text("compare.notsmaller"), where, baseline))
	}
	return strings.Join(sentences, " ")
}

func compareAccuracies(set Scores, base float64, where, baseline string) string {
	right := math.Round(*set.Accuracy * float64(set.Rows))
	return fmt.Sprintf(text("compare.accuracy"), Count(int(right)), Count(set.Rows), where,
		Count(int(math.Round(base*float64(set.Rows)))), baseline)
}

// markup lists the facts behind the verdict.
func (d Diagnosis) markup() string {
	if d.KHat == "" {
		return ""
	}
	m := ""
	for _, fact := range [][2]string{
		{"diagnostics.divergences", d.Divergence}, {"diagnostics.khat", d.KHat},
		{"diagnostics.effective", d.Effective}, {"diagnostics.leftout", d.LeftOut},
	} {
		if fact[1] == "" {
			continue
		}
		m += "<dt>" + html.EscapeString(text(fact[0])) + `</dt><dd class="num">` + html.EscapeString(fact[1]) + "</dd>"
	}
	return m
}

// TreeSentence says what the shown tree is worth.
func TreeSentence(t Topology) string {
	leaves, visits := text("tree.leaf"), text("tree.visit")
	if n := len(t.Leaves); n != 1 {
		leaves = fmt.Sprintf(text("tree.leaves"), Count(n))
	}
	if t.Visits != 1 {
		visits = fmt.Sprintf(text("tree.visits"), Count(t.Visits))
	}
	return fmt.Sprintf(text("tree.say"), Percent(t.Weight), leaves, visits, WithError(t.LogEvidence, t.LogEvidenceError))
}

// AnswerMarkup is a prediction in figures and words, beside the true value where that is known.
func AnswerMarkup(p Prediction, info Info) string {
	if info.Task == "classification" {
		return classAnswer(p, info)
	}
	mean, low, high := Interval(p.Mean, p.Low, p.High)
	m := `<p class="big num"><b data-value="` + Exact(p.Mean) + `">` + mean + `</b> <span>` +
		fmt.Sprintf(text("prediction.interval"), low, high) + `</span></p>`
	truth, known := p.Truth.(float64)
	if !known || math.IsNaN(truth) {
		return m
	}
	where := "prediction.outside"
	if p.Low <= truth && truth <= p.High {
		where = "prediction.inside"
	}
	return m + truthMarkup(fmt.Sprintf(text("prediction.truth"), Significant(truth, 3)), text(where))
}

func classAnswer(p Prediction, info Info) string {
	most := 0.0
	for _, q := range p.Probabilities {
		most = max(most, q)
	}
	m := `<p class="big num"><b>` + html.EscapeString(p.Label) + `</b> <span>` + fmt.Sprintf(text("prediction.probability"), Fixed(most, 2)) + `</span></p>`
	truth, known := p.Truth.(string)
	if !known || truth == "" {
		return m
	}
	verdict := "prediction.wrong"
	if truth == p.Label {
		verdict = "prediction.right"
	}
	return m + truthMarkup(fmt.Sprintf(text("prediction.trueclass"), truth), text(verdict))
}

func truthMarkup(truth, verdict string) string {
	return `<p class="truth">` + html.EscapeString(capital(truth)) + `, ` + html.EscapeString(verdict) + `.</p>`
}
