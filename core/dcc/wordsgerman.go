// What a step did, in German: the texts by the English ones.

package dcc

import (
	"fmt"
	"strings"
)

// tongue is the language in which a step is told; "" is English.
type tongue string

const (
	inEnglish tongue = ""
	inGerman  tongue = "de"
)

// say fills the values into the text, or into what stands for it in the language, which takes them in the same order.
func (l tongue) say(text string, values ...any) string {
	if l == inGerman {
		if translated, found := germanWords[text]; found {
			text = translated
		}
	}
	if len(values) == 0 {
		return text
	}
	return fmt.Sprintf(text, values...)
}

// count counts things whose English plural ends in s.
func (l tongue) count(n int, noun string) string { return l.plural(n, "1 "+noun, "%d "+noun+"s") }

func (l tongue) plural(n int, one, many string) string {
	if n == 1 {
		return l.say(one)
	}
	return strings.Replace(l.say(many), "%d", fmt.Sprint(n), 1)
}

// germanWords is read only.
var germanWords = map[string]string{
	"the burn-in of a chain of %v": "der Aufwärmphase einer Kette von %v",
	"a visit of %v":                "einem Besuch von %v",
	"the search of %v":             "der Suche von %v",
	"the measurement of %v":        "der Messung von %v",
	"Measured %s by draws embedded from smaller ones, the heaviest %v: they hold %s of what is measured.": "Gemessen: %s, durch Ziehungen, die in kleinere eingebettet sind, die schwerste %v: Sie halten %s des Gemessenen.",
	"the embedded draws of %v":       "den eingebetteten Ziehungen von %v",
	"the audit of %v":                "der Nachprüfung von %v",
	"work of another method":         "der Arbeit einer anderen Methode",
	"%s workers failed (%s":          "%s Worker scheiterten (%s",
	"no draw has a positive density": "keine Ziehung hat eine positive Dichte",

	"Measured %v from %s%s":                   "%v gemessen, ausgehend von %s%s",
	" of the soft trees":                      " der weichen Bäume",
	" by tempered particles":                  " mit temperierten Partikeln",
	"Burnt in %v on %s":                       "%v aufgewärmt mit %s",
	"Visited %v%s":                            "%v besucht%s",
	": it could not be measured.":             ": Eine Messung war nicht möglich.",
	": log evidence %s ± %s%s.":               ": Log-Evidenz %s ± %s%s.",
	", where %s was predicted":                ", vorhergesagt war %s",
	"unknown":                                 "unbekannt",
	" %s diverged.":                           " Divergent: %s.",
	" A stuck chain was burnt in again (%s).": " Eine festsitzende Kette wurde erneut aufgewärmt (%s).",
	" %s left out: %s.":                       " %s verworfen: %s.",
	" %s left the active set, which is full.": " Aus der aktiven Menge, die voll ist, fällt %s.",
	" %s from the prior outgrew 255 splits and were left out.":   " Aus dem Prior gezogen, über 255 Teilungen groß und weggelassen: %s.",
	" No active topology has a chain in use: the run ends here.": " Keine aktive Topologie hat eine brauchbare Kette: Der Lauf endet hier.",

	"at h = %s":                         "bei h = %s",
	"with priors × %s":                  "mit Prioren × %s",
	"without part %d of %d of the rows": "ohne Teil %d von %d der Zeilen",

	" (utility %s: exploitation %s, exploration %s and optimism %s over %s)": " (Nutzen %s: Ausbeutung %s, Erkundung %s und Optimismus %s bei %s)",
	", so far seen only %s":                                      ", bisher nur %s gesehen",
	", among the most probable so far":                           ", unter den bisher wahrscheinlichsten",
	", where a higher weight may still turn up":                  ", wo sich noch ein höheres Gewicht zeigen kann",
	"The global walk stayed.":                                    "Der globale Lauf bleibt, wo er ist.",
	"The global walk proposed to %v to %v, which is now active.": "Der globale Lauf schlägt durch %v %v vor; die Topologie ist nun aktiv.",
	"The global walk proposed to %v to %v (proposed %s).":        "Der globale Lauf schlägt durch %v %v vor (%s vorgeschlagen).",
	"grow":  "Wachsen",
	"prune": "Stutzen",

	"There is no estimate of what was not measured.":                                                    "Für das Ungemessene gibt es keine Schätzung.",
	"Every topology that may be measured is.":                                                           "Jede Topologie, die in Frage kommt, ist gemessen.",
	"Drew %s never measured: such topologies hold about %s of the posterior, at most %s (90 %% bound).": "%s gezogen, die nie gemessen wurden: Solche Topologien tragen etwa %s der Posterior-Verteilung, höchstens %s (90-%%-Schranke).",
	" The search ends: the bound is as low as was asked for.":                                           " Die Suche endet: Die Schranke liegt so niedrig wie gewünscht.",
	" The search ends because its budget is used up.":                                                   " Die Suche endet, weil ihr Budget aufgebraucht ist.",
	" The search ends because as many topologies as allowed were measured.":                             " Die Suche endet, weil so viele Topologien wie erlaubt gemessen sind.",
	" The search ends because no other topology promises much by itself.":                               " Die Suche endet, weil keine weitere Topologie für sich viel verspricht.",
	" The search goes on.": " Die Suche geht weiter.",

	"The audit of %v failed: %s.":                                              "Die Nachprüfung von %v ist gescheitert: %s.",
	"Looked at %v again from the prior":                                        "%v vom Prior aus nachgeprüft",
	": there is nothing that could be missed.":                                 ": Es gibt nichts, was fehlen könnte.",
	": all of %s are covered.":                                                 ": %s, alle abgedeckt.",
	" and added %s: log evidence %s ± %s, before %s ± %s.":                     " und %s ergänzt: Log-Evidenz %s ± %s, vorher %s ± %s.",
	" Under-covered still: %d of %s; the evidence may be too low.":             " Noch immer nicht abgedeckt: %d; nachgeprüft: %s. Die Evidenz kann zu niedrig sein.",
	" The second route finds %s ± %s, which is higher: a mode may be missing.": " Der zweite Weg ergibt %s ± %s, also mehr: Ein Modus kann fehlen.",

	"1 mode": "1 Modus", "%d modes": "%d Modi",
	"1 chain": "1 Kette", "%d chains": "%d Ketten",
	"1 draw": "1 Ziehung", "%d draws": "%d Ziehungen",
	"1 time": "1-mal", "%d times": "%d-mal",
	"1 visit": "1 Besuch", "%d visits": "%d Besuchen",
	"1 state": "1 Zustand", "%d states": "%d Zustände",
	"1 component": "1 Komponente", "%d components": "%d Komponenten",
	"1 topology": "1 Topologie", "%d topologies": "%d Topologien",

	"No bandwidth could be measured.":                                                          "Keine Bandbreite ließ sich messen.",
	"Given the training rows, h = %s is the most probable of the grid (%s ± %s).":              "Gegeben die Trainingszeilen ist h = %s die wahrscheinlichste Bandbreite des Gitters (%s ± %s).",
	" %s of the weight is on the smallest, h = %s: smaller ones may be more probable still.":   " %s des Gewichts liegen auf der kleinsten, h = %s: Kleinere können noch wahrscheinlicher sein.",
	" %s of the weight is on the largest, h = %s: larger ones may be more probable still.":     " %s des Gewichts liegen auf der größten, h = %s: Größere können noch wahrscheinlicher sein.",
	"In 5-fold cross-validation of the training rows h = %s predicts best: log score %s ± %s.": "In 5-facher Kreuzvalidierung der Trainingszeilen sagt h = %s am besten vorher: Log-Score %s ± %s.",
	" It is the smallest of the grid: smaller ones may predict better still.":                  " Sie ist die kleinste des Gitters: Kleinere können noch besser vorhersagen.",
	" It is the largest of the grid: larger ones may predict better still.":                    " Sie ist die größte des Gitters: Größere können noch besser vorhersagen.",
	" Not told from it within one standard error: h = %s.":                                     " Innerhalb eines Standardfehlers nicht davon zu unterscheiden: h = %s.",

	"%s (%s moves)": "%s (%s wandern)",
	"Under no prior could a topology be measured.": "Unter keinem Prior ließ sich eine Topologie messen.",
	"Which topologies are probable hardly depends on the prior: less than 10 % of the weight moves (beyond two standard errors). ": "Welche Topologien wahrscheinlich sind, hängt kaum vom Prior ab: Weniger als 10 % des Gewichts wandern (über zwei Standardfehler hinaus). ",
	"Which topologies are probable depends on the prior: over 10 %% of the weight moves with %s (beyond two standard errors). ":    "Welche Topologien wahrscheinlich sind, hängt vom Prior ab: Über 10 %% des Gewichts wandern mit %s (über zwei Standardfehler hinaus). ",
	"Predictions hardly do: %s.":                    "Vorhersagen kaum: %s.",
	"Predictions depend on it with %s (limit: %s).": "Vorhersagen hängen davon ab mit %s (Grenze: %s).",
	" Not measured: %s.":                            " Nicht gemessen: %s.",
	"the predicted means move by at most a tenth of the predictive standard deviation": "die vorhergesagten Mittel wandern um höchstens ein Zehntel der prädiktiven Standardabweichung",
	"class probabilities move by at most 5 points on average":                          "Klassenwahrscheinlichkeiten wandern im Mittel um höchstens 5 Punkte",
	"parameter priors %s": "Prioren der Parameter %s",
	"odds of a split %s":  "Chancen einer Teilung %s",
	"the prior as set":    "Prior wie eingestellt",
}
