// Verdicts and plans in words, in both languages.

package verdict

import (
	"fmt"
	"math"
	"strings"
)

// tongue is a language: the number of its column in the tables below.
type tongue int

const (
	english tongue = iota
	german
)

// noBreak keeps a number and its unit on one line.
const noBreak = "\u00a0"

// outcomeWords begin the sentence; those of Settled take the unmeasured share and the error.
var outcomeWords = map[Outcome][2]string{
	Settled: {"Settled: the evidence that carries weight is reliable, %s, and each weight is known to ±" + noBreak + "%s or better",
		"Gesichert: Die Evidenz, die Gewicht trägt, ist verlässlich, %s, und jedes Gewicht ist auf ±" + noBreak + "%s oder besser bekannt"},
	NearlySettled: {"Nearly settled: %s", "Fast gesichert: %s"},
	NotSettled:    {"Not settled: %s", "Nicht gesichert: %s"},
	NotKnown:      {"Not known: %s", "Nicht bekannt: %s"},
}

// measuredWords tell what a settled run leaves unmeasured: nothing, or at most a share.
var measuredWords = [2][2]string{
	{"every topology that may be measured is", "jede Topologie, die in Frage kommt, ist gemessen"},
	{"at most %s of the posterior was not measured", "höchstens %s der Posterior-Verteilung sind nicht gemessen"},
}

// kindWords are clauses; what they take is in (Reason).values.
var kindWords = map[Kind][2]string{
	NothingMeasured: {"nothing has been measured yet", "noch ist nichts gemessen"},
	OneMeasured:     {"only %s has been measured so far, and there is nothing yet to weigh it against", "bisher ist nur %s gemessen, und noch gibt es nichts, wogegen sie abzuwägen wäre"},
	UnreliableEvidence: {"evidence that carries %s of the weight is not reliable (%s)",
		"Evidenz, die %s des Gewichts trägt, ist nicht verlässlich (%s)"},
	AuditDoubtful:   {"a mode may be missing, by the audit of %s", "ein Modus kann fehlen, nach der Nachprüfung von %s"},
	MuchUnmeasured:  {"about %s of the posterior, at most %s, was not measured", "etwa %s der Posterior-Verteilung, höchstens %s, sind nicht gemessen"},
	BudgetUsed:      {"the search’s budget is used up", "das Budget der Suche ist aufgebraucht"},
	MostMeasured:    {"as many topologies as allowed were measured", "so viele Topologien wie erlaubt sind gemessen"},
	LargeError:      {"a weight is known only to ±" + noBreak + "%s", "ein Gewicht ist nur auf ±" + noBreak + "%s bekannt"},
	JobGivenUp:      {"work was given up after failures at %s", "Arbeit wurde nach Fehlern aufgegeben bei %s"},
	TopologyLeftOut: {"%s could not be measured", "nicht zu messen war %s"},
	AuditFailed:     {"nothing vouches for the measurement after the failed audit of %s", "nichts bürgt für die Messung nach der gescheiterten Nachprüfung von %s"},
	HeavyUnaudited:  {"not audited: %s", "nicht nachgeprüft: %s"},
	StillSearching:  {"the search goes on", "die Suche geht weiter"},
	NoEstimate:      {"how much of the posterior was never measured is not estimated", "wie viel der Posterior-Verteilung nie gemessen wurde, ist nicht geschätzt"},
}

// stepWords are sentences.
var stepWords = map[Step][2]string{
	Wait:         {"Let it run on.", "Weiterlaufen lassen."},
	RunAgain:     {"Run again: what failed is missing from the results.", "Erneut rechnen: Was scheiterte, fehlt in den Ergebnissen."},
	UseFast:      {"Choose the preset Standard: it searches longer, audits, and estimates what was never measured.", "Die Vorgabe „Standard“ wählen: Sie sucht länger, prüft nach und schätzt, was nie gemessen wurde."},
	RunAudits:    {"Let the audits run: they look for modes that a measurement missed.", "Die Nachprüfungen laufen lassen: Sie suchen Modi, die eine Messung übersah."},
	LargerBudget: {"Give the search more room than a preset has: Budget and MaxMeasured in the Go library’s FastSettings.", "Der Suche mehr Raum geben als eine Vorgabe: Budget und MaxMeasured in den FastSettings der Go-Bibliothek."},
	MoreVisits:   {"Run longer: more rounds, or more proposals a draw, make evidence surer.", "Länger rechnen: Mehr Runden oder mehr Vorschläge je Ziehung machen die Evidenz sicherer."},
	AnotherSeed:  {"Run with another seed and compare: a weight that changes by more than its error is not known.", "Mit einem anderen Startwert rechnen und vergleichen: Ein Gewicht, das sich um mehr als seinen Fehler ändert, ist nicht bekannt."},
}

// Words says the verdict in one English sentence.
func (v Verdict) Words() string { return v.words(english) }

// German says the same in German.
func (v Verdict) German() string { return v.words(german) }

// PlanWords says in English what would settle the run, a sentence each.
func (v Verdict) PlanWords() []string { return v.planWords(english) }

// GermanPlan says the same in German.
func (v Verdict) GermanPlan() []string { return v.planWords(german) }

func (v Verdict) words(l tongue) string {
	begin := outcomeWords[v.Outcome][l]
	if v.Outcome == Settled {
		return fmt.Sprintf(begin, v.measured(l), hundredths(v.Error)) + "."
	}
	var clauses []string
	for _, r := range v.Reasons {
		clauses = append(clauses, r.words(l))
	}
	return fmt.Sprintf(begin, strings.Join(clauses, "; ")) + "."
}

func (v Verdict) measured(l tongue) string {
	if v.unmeasured.Bound == 0 {
		return measuredWords[0][l]
	}
	return fmt.Sprintf(measuredWords[1][l], Bound(v.unmeasured.Bound))
}

func (v Verdict) planWords(l tongue) []string {
	said := make([]string, len(v.Plan))
	for i, s := range v.Plan {
		said[i] = stepWords[s][l]
	}
	return said
}

func (r Reason) words(l tongue) string {
	text := kindWords[r.Kind][l]
	if values := r.values(l); len(values) > 0 {
		return fmt.Sprintf(text, values...)
	}
	return text
}

// values are what the clause takes.
func (r Reason) values(l tongue) []any {
	switch r.Kind {
	case UnreliableEvidence:
		return []any{Share(r.Value, l == german), listed(r.Names, l)}
	case MuchUnmeasured:
		return []any{Share(r.Value, l == german), Bound(r.Bound)}
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

func listed(names []Named, l tongue) string {
	said := make([]string, 0, mostNamed)
	for _, n := range names[:min(mostNamed, len(names))] {
		said = append(said, [2]string{n.English, n.German}[l])
	}
	text := strings.Join(said, ", ")
	if more := len(names) - len(said); more > 0 {
		return fmt.Sprintf([2]string{"%s and %d more", "%s und %d weitere"}[l], text, more)
	}
	return text
}

// Share writes a share in whole percents; one that would round to nothing reads so.
func Share(x float64, inGerman bool) string {
	switch {
	case x >= .005 || math.IsNaN(x):
		return percents(math.Round(100 * x))
	case inGerman:
		return "unter " + percents(1)
	}
	return "under " + percents(1)
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
