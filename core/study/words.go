// The words of reports, and of tables and notes behind figures, in other languages: looked up by the English ones, as
// those of the figures are.

package study

import "dcctree/core/chart"

// tongue is a language.
type tongue chart.Lang

// say returns the words in the language, each %s replaced by the next value.
func (l tongue) say(words string, values ...string) string {
	if chart.Lang(l) == chart.German {
		if translated, found := german[words]; found {
			words = translated
		}
	}
	return chart.Fill(words, values...)
}

// say returns the words in the plot's language.
func (p *plotted) say(words string, values ...string) string {
	return tongue(p.lang).say(words, values...)
}

// head sets the names of the table's columns.
func (p *plotted) head(names ...string) {
	p.heads = nil
	for _, name := range names {
		p.heads = append(p.heads, p.say(name))
	}
}

// german is read only.
var german = map[string]string{
	"Row":                                "Zeile",
	"Observed":                           "Beobachtet",
	"Predicted":                          "Vorhergesagt",
	"5 % point":                          "5-%-Punkt",
	"95 % point":                         "95-%-Punkt",
	"Residual":                           "Residuum",
	"%s of %s rows, at equal distances.": "%s von %s Zeilen, in gleichen Abständen.",

	"nominal share of the interval": "nominaler Anteil des Intervalls",
	"share of the rows inside it":   "Anteil der Zeilen darin",
	"Below the diagonal intervals are too narrow, above it too wide. Band: 90 % intervals of the shares.": "Unter der Diagonale sind Intervalle zu schmal, darüber zu breit. Band: 90-%-Intervalle der Anteile.",
	"Interval":                         "Intervall",
	"Rows inside":                      "Zeilen darin",
	"90 % from":                        "90 % von",
	"to":                               "bis",
	"Rows":                             "Zeilen",
	"probability of a class":           "Wahrscheinlichkeit einer Klasse",
	"share of the rows that are of it": "Anteil der Zeilen, die ihr angehören",
	"All classes’ probabilities, by tenths of the scale; larger dots stand for more of them. Whiskers: 90 % intervals of the shares.": "Wahrscheinlichkeiten aller Klassen, nach Zehnteln der Skala; größere Punkte stehen für mehr davon. Antennen: 90-%-Intervalle der Anteile.",
	"Probability":   "Wahrscheinlichkeit",
	"Of that class": "Aus der Klasse",
	"Forecasts":     "Vorhersagen",
	"True class":    "Wahre Klasse",
	"Class":         "Klasse",
	"Mean of %s":    "Mittel von %s",
	"%s of %s training rows are marked, at equal distances.": "%s von %s Trainingszeilen sind markiert, in gleichen Abständen.",

	"Chain":     "Kette",
	"Mean":      "Mittel",
	"SD":        "Standardabweichung",
	"Divergent": "Divergent",
	"Mode":      "Modus",
	"R\u0302 %s, bulk ESS %s, tail ESS %s, MCSE of the mean %s.": "R\u0302 %s, Bulk-ESS %s, Tail-ESS %s, MCSE des Mittels %s.",
	"Rank":               "Rang",
	"Share of the sum":   "Anteil an der Summe",
	"Shares so far":      "Anteile bis hier",
	"Topology":           "Topologie",
	"Measurements":       "Messungen",
	"First log evidence": "Erste Log-Evidenz",
	"Last":               "Letzte",
	"±":                  "±",

	"%s of the measured posterior, log evidence %s.": "%s der gemessenen Posterior-Verteilung, Log-Evidenz %s.",
	"Which features, and where they are split":       "Welche Merkmale, und wo sie geteilt werden",
	"Bar: weight of the trees that split on the feature, ± its Monte Carlo error. Diamond: its mean weight on the simplex of a split; the mark above is the prior’s. Hill: where the thresholds of all trees lie. A split that divides no training row does not count.": "Balken: Gewicht der Bäume, die nach dem Merkmal teilen, ± Monte-Carlo-Fehler. Raute: sein mittleres Gewicht auf dem Simplex einer Teilung; die Marke darüber ist das des Priors. Hügel: wo die Schwellen aller Bäume liegen. Eine Teilung, die keine Trainingszeile abteilt, zählt nicht.",
	"What most trees ask, in order": "Was die meisten Bäume fragen, der Reihe nach",
	"Shares of %s trees with %s of the measured posterior, each among the trees that share the splits above.": "Anteile von %s Bäumen mit %s der gemessenen Posterior-Verteilung, jeweils unter den Bäumen, die die Teilungen darüber gemeinsam haben.",
	"Regression of %s on 1 feature.":                     "Regression von %s auf 1 Merkmal.",
	"Regression of %s on %s features.":                   "Regression von %s auf %s Merkmale.",
	"Classification of %s on 1 feature.":                 "Klassifikation von %s nach 1 Merkmal.",
	"Classification of %s on %s features.":               "Klassifikation von %s nach %s Merkmalen.",
	"%s and %s more":                                     "%s und %s weitere",
	"Rows of the file left out for a missing value: %s.": "Zeilen der Datei, die wegen eines fehlenden Werts weggelassen sind: %s.",
	"Table":                   "Tabelle",
	"Training rows":           "Trainingszeilen",
	"Test rows":               "Testzeilen",
	"Test table":              "Testtabelle",
	"Target":                  "Zielgröße",
	"Classes":                 "Klassen",
	"Features":                "Merkmale",
	"Preset":                  "Vorgabe",
	"quick":                   "Schnell",
	"fast":                    "Standard",
	"quick paper mode":        "Paper, in Kürze",
	"paper":                   "Paper",
	"Seed":                    "Startwert",
	"Predictive distribution": "Prädiktive Verteilung",
	"likelihood":              "Likelihood",
	"mixture":                 "Mischung",
	"standardized for sampling, shown in its own units": "zum Ziehen standardisiert, in ihren eigenen Einheiten gezeigt",
	"Digest of the results":                             "Prüfsumme der Ergebnisse",
	"Given up after failures at":                        "Nach Fehlern aufgegeben bei",
	"Steps":                                             "Schritte",
	"%s, all steps done":                                "%s, alle gemacht",
	"%s, not at its end":                                "%s, nicht am Ende",
	"Seconds of sampling":                               "Sekunden des Ziehens",
	"Topologies measured":                               "Gemessene Topologien",
	"in doubt":                                          "zweifelhaft",
	"failed":                                            "gescheitert",
	"mended":                                            "ergänzt",
	"nothing missed":                                    "nichts übersehen",
	"%s divergences in %s draws of the chains.": "%s Divergenzen in %s Ziehungen der Ketten.",
	"%s training rows":                          "%s Trainingszeilen",
	"%s test rows":                              "%s Testzeilen",
	"All trees together":                        "Alle Bäume zusammen",
}
