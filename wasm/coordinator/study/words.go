// The words of tables and notes behind figures, in other languages: looked up by the English ones, as those of the figures are.

package study

import "dcctree/core/chart"

// say returns the words in the plot's language, each %s replaced by the next value.
func (p *plotted) say(words string, values ...string) string {
	if p.lang == chart.German {
		if translated, found := german[words]; found {
			words = translated
		}
	}
	return chart.Fill(words, values...)
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
	"R\u0302 %s, bulk ESS %s, tail ESS %s, MCSE of the mean %s.": "R\u0302 %s, ESS der Mitte %s, ESS der Ränder %s, MCSE des Mittels %s.",
	"Rank":               "Rang",
	"Share of the sum":   "Anteil an der Summe",
	"Shares so far":      "Anteile bis hier",
	"Topology":           "Topologie",
	"Measurements":       "Messungen",
	"First log evidence": "Erste Log-Evidenz",
	"Last":               "Letzte",
	"±":                  "±",
}
