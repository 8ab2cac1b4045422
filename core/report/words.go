// The report's own words in other languages: looked up by the English ones, as those of the figures are.

package report

import "dcctree/core/chart"

// tag is that of the report's language.
func (p *page) tag() string {
	if p.lang == "" {
		return string(chart.English)
	}
	return string(p.lang)
}

// say returns the words in the report's language, each %s replaced by the next value.
func (p *page) say(words string, values ...string) string {
	if p.lang == chart.German {
		if translated, found := german[words]; found {
			words = translated
		}
	}
	return chart.Fill(words, values...)
}

// german is read only.
var german = map[string]string{
	"%s: Bayesian decision trees":             "%s: Bayessche Entscheidungsbäume",
	"%s Bayesian decision trees by DCC-Tree.": "%s Bayessche Entscheidungsbäume mit DCC-Tree.",
	"Data":                    "Daten",
	"Which tree?":             "Welcher Baum?",
	"The most probable trees": "Die wahrscheinlichsten Bäume",
	"The tree %s":             "Der Baum %s",
	"Across trees":            "Über die Bäume hinweg",
	"Predictions":             "Vorhersagen",
	"Diagnostics":             "Diagnostik",
	"Model and settings":      "Modell und Einstellungen",
	"All settings":            "Alle Einstellungen",
	"What happened":           "Verlauf",
	"How to cite":             "Zitieren",
	"and":                     "und",
	"For the program, see CITATION.cff in its repository.": "Für das Programm siehe CITATION.cff in seinem Repositorium.",

	"Posterior weight of each tree, ± its Monte Carlo error (? where the evidence behind it is not reliable). Topologies that differ only by splits that divide no training row are one tree; a table further below lists each. A tree is named by its leaves, numbered as in a heap: the root is 0, the children of i are 2i + 1 and 2i + 2.": "Gewicht jedes Baums in der Posterior-Verteilung, ± Monte-Carlo-Fehler (? wo die Evidenz dahinter nicht verlässlich ist). Topologien, die sich nur in Teilungen unterscheiden, die keine Trainingszeile abteilen, sind ein Baum; eine Tabelle weiter unten nennt jede. Ein Baum heißt nach seinen Blättern, nummeriert wie in einem Heap: Die Wurzel ist 0, die Kinder von i sind 2i + 1 und 2i + 2.",
	"What was never measured is estimated at %s of the posterior, at most %s (90 % bound).":                                                                                       "Was nie gemessen wurde, wird auf %s der Posterior-Verteilung geschätzt, höchstens %s (90-%-Schranke).",
	"Hills: where each threshold may lie, on the feature’s own scale. Ticks: the training rows that arrive; bands: their share. Below: what the leaves say, with 90 % intervals.": "Hügel: wo jede Schwelle liegen kann, auf der Skala des Merkmals. Striche: die Trainingszeilen, die ankommen; Bänder: ihr Anteil. Darunter: was die Blätter sagen, mit 90-%-Intervallen.",

	"Scores of all trees together, and what they are held against": "Güte aller Bäume zusammen, und woran sie gemessen wird",
	"Method":                   "Verfahren",
	"Rows":                     "Zeilen",
	"MSE":                      "MSE",
	"Accuracy":                 "Trefferquote",
	"Log score":                "Log-Score",
	"Inside the 90 % interval": "Im 90-%-Intervall",
	"± is the standard error over the rows. The log score is the mean log predictive density, or log probability of the true class.": "± ist der Standardfehler über die Zeilen. Der Log-Score ist die mittlere log-prädiktive Dichte oder Log-Wahrscheinlichkeit der wahren Klasse.",

	"How the topologies were measured, by weight": "Wie die Topologien gemessen wurden, nach Gewicht",
	"Topology":         "Topologie",
	"Weight":           "Gewicht",
	"Log evidence":     "Log-Evidenz",
	"k-hat (limit)":    "k-Dach (Grenze)",
	"Effective number": "Effektive Anzahl",
	"Audit":            "Nachprüfung",
	"k-hat is the Pareto shape of the importance weights; above its limit the evidence is not reliable; – where it is judged otherwise. R-hat within a topology would say nothing about the weights between topologies.": "k-Dach ist der Pareto-Formparameter der Importance-Gewichte; über der Grenze ist die Evidenz nicht verlässlich; – wo sie anders beurteilt wird. R-Dach innerhalb einer Topologie würde nichts über die Gewichte zwischen Topologien sagen.",

	"The same table, settings and seed give the same digest in every browser, with any number of workers.": "Gleiche Tabelle, Einstellungen und Startwert geben in jedem Browser die gleiche Prüfsumme, mit beliebig vielen Workern.",
	"Each step of the run, in order": "Jeder Schritt des Laufs, der Reihe nach",
	"Seconds":                        "Sekunden",
	"Step":                           "Schritt",
}
