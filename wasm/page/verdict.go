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
	Audits     string // what the audits found
	Digest     string // of the results; "" before the run is done
	GivenUp    string // names of jobs that were given up: with any, the digest is not that of the seed
	Unreliable []string
	Doubted    []string // after their audits
}

// Diagnose judges the topologies that carry weight. The topologies come by falling weight; u is nil where there is no
// estimate of what was not measured.
func Diagnose(topologies []Topology, u *Unexplored) Diagnosis {
	heavy := carrying(topologies)
	if len(heavy) == 0 {
		return Diagnosis{Verdict: text("diagnostics.wait")}
	}
	d := Diagnosis{
		Divergence: divergenceText(topologies),
		KHat:       kHatText(heavy),
		Effective:  effectiveText(heavy),
		LeftOut:    leftOutText(topologies),
		Audits:     auditsText(topologies),
		Unreliable: namesOf(heavy, func(t Topology) bool { return !t.Reliable }),
		Doubted:    namesOf(topologies, Topology.doubted),
	}
	d.Good = len(d.Unreliable) == 0 && len(d.Doubted) == 0
	d.Verdict = verdict(heavy, d.Unreliable)
	if len(topologies) == 1 {
		d.Verdict = fmt.Sprintf(text("diagnostics.first"), heavy[0].Name)
	}
	d.Verdict = join([]string{d.Verdict, doubtSentence(d.Doubted), unmeasuredText(u)})
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

func namesOf(topologies []Topology, which func(Topology) bool) []string {
	var names []string
	for _, t := range topologies {
		if which(t) {
			names = append(names, t.Name)
		}
	}
	return names
}

func doubtSentence(names []string) string {
	switch len(names) {
	case 0:
		return ""
	case 1:
		return fmt.Sprintf(text("diagnostics.doubt.one"), names[0])
	}
	return fmt.Sprintf(text("diagnostics.doubt"), listed(names, 3))
}

// auditsText sums the audits up; "" where there was none.
func auditsText(topologies []Topology) string {
	var parts []string
	say := func(key string, which func(Audit) bool) {
		names := namesOf(topologies, func(t Topology) bool { return t.Audit != nil && which(*t.Audit) })
		if len(names) > 0 {
			parts = append(parts, fmt.Sprintf(text(key), listed(names, 3)))
		}
	}
	say("diagnostics.audits.fine", func(a Audit) bool { return a.Flag == "" && a.Added == 0 })
	say("diagnostics.audits.mended", func(a Audit) bool { return a.Flag == "" && a.Added > 0 })
	say("diagnostics.audits.doubt", func(a Audit) bool { return a.Flag == flaggedUnderCovered || a.Flag == flaggedHigher })
	say("diagnostics.audits.failed", func(a Audit) bool { return a.Flag == flaggedFailed })
	return strings.Join(parts, "; ")
}

// unmeasuredText tells the share of the posterior that was never measured.
func unmeasuredText(u *Unexplored) string {
	if u == nil || u.Draws == 0 {
		return ""
	}
	if u.Share < tinyShare {
		return fmt.Sprintf(text("diagnostics.unmeasured.little"), boundText(u.Bound))
	}
	return fmt.Sprintf(text("diagnostics.unmeasured"), Percent(u.Share), boundText(u.Bound))
}

func verdict(heavy []Topology, bad []string) string {
	switch {
	case len(bad) == 0 && len(heavy) == 1:
		return fmt.Sprintf(text("diagnostics.good.one"), heavy[0].Name, kHatPart(heavy, "diagnostics.good.khat"))
	case len(bad) == 0:
		return fmt.Sprintf(text("diagnostics.good"), kHatPart(heavy, "diagnostics.good.most"))
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

// worstKHat is the topology whose k-hat lies highest; one that is unreliable and has none counts as highest, one that
// is reliable without as lowest.
func worstKHat(heavy []Topology) Topology {
	worst := heavy[0]
	for _, t := range heavy[1:] {
		if t.kHatRank() > worst.kHatRank() {
			worst = t
		}
	}
	return worst
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

// kHatPart says why all of them are reliable: the largest k-hat, or a method that has none.
func kHatPart(heavy []Topology, key string) string {
	worst := worstKHat(heavy).KHat
	if math.IsNaN(worst) {
		return text("method.tempered")
	}
	return fmt.Sprintf(text(key), Fixed(worst, 2))
}

func kHatText(heavy []Topology) string {
	t := worstKHat(heavy)
	if math.IsNaN(t.KHat) && t.Reliable {
		return text("method.tempered")
	}
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

// CoverageSentence says how many test rows the 90 % intervals hold, and what no diagnostic can see in a run of the
// preset; u as in Diagnose.
func CoverageSentence(m Metrics, preset string, u *Unexplored) string {
	unseen := text("diagnostics.unseen")
	switch {
	case isFast(preset) && u != nil:
		unseen = "" // the verdict tells how much it is
	case isFast(preset):
		unseen = text("diagnostics.unseen.fast")
	}
	if m.Test == nil || m.Test.Coverage90 == nil {
		return unseen
	}
	return join([]string{fmt.Sprintf(text("diagnostics.coverage"), Percent(*m.Test.Coverage90)), unseen})
}

// CompareSentence sets the run against the true partition and CART, or against the baseline where CART was not fitted.
func CompareSentence(m Metrics, info Info) string {
	baseline, paired := BaselineName(info), PairedSentence(m, info)
	set, base, where := m.Test, m.BaselineTest, text("compare.on.test")
	if set == nil {
		set, base, where = m.Train, m.BaselineTrain, text("compare.on.train")
	}
	if set == nil || base == nil {
		return ""
	}
	switch {
	case set.MSE != nil && base.MSE != nil:
		return compareErrors(m, *set, *base.MSE, where, baseline, paired)
	case set.Accuracy != nil && base.Accuracy != nil:
		return join([]string{compareAccuracies(*set, *base.Accuracy, where, baseline), paired})
	}
	return ""
}

func compareErrors(m Metrics, set Scores, base float64, where, baseline, paired string) string {
	var sentences []string
	if m.Truth != nil && m.Test != nil && m.Truth.Test > 0 {
		sentences = append(sentences, fmt.Sprintf(text("compare.truth"), Fixed(*set.MSE/m.Truth.Test, 3)))
	}
	if paired != "" {
		sentences = append(sentences, paired)
	} else if *set.MSE < base {
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
		{"diagnostics.audits", d.Audits}, {"diagnostics.digest", d.Digest}, {"diagnostics.givenup", d.GivenUp},
	} {
		if fact[1] == "" {
			continue
		}
		m += "<dt>" + html.EscapeString(text(fact[0])) + `</dt><dd class="num">` + html.EscapeString(fact[1]) + "</dd>"
	}
	return m
}

// TreeSentence says what the shown tree is worth, how it was measured, and whether that can be trusted.
func TreeSentence(t Topology) string {
	say, leaves, how := "tree.say", text("tree.leaf"), text("tree.visit")
	if n := len(t.Leaves); n != 1 {
		leaves = fmt.Sprintf(text("tree.leaves"), Count(n))
	}
	if t.Visits != 1 {
		how = fmt.Sprintf(text("tree.visits"), Count(t.Visits))
	}
	if t.Method != "" {
		say, how = "tree.say.fast", t.measuredWords()
	}
	said := []string{fmt.Sprintf(text(say), Percent(t.Weight), leaves, how, WithError(t.LogEvidence, t.LogEvidenceError)), t.auditSentence()}
	if t.Method != "" {
		said = append(said, t.reliability())
	}
	if t.Audit != nil {
		said = append(said, t.Audit.doubt(t.Name, t.LogEvidence, t.LogEvidenceError))
	}
	return join(said)
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
