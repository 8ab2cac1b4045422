// The German texts of "Take away" and of the links that save a figure.

package page

var takeGerman = map[string]string{
	"nav.take": "Mitnehmen",

	"take.title":       "Mitnehmen",
	"take.figures":     "Abbildungen",
	"take.predictions": "Vorhersagen",
	"take.draws":       "Ziehungen",
	"take.trees":       "Gezogene Bäume",
	"take.rules":       "Regeln",
	"take.report":      "Bericht",
	"take.rows":        "Neue Zeilen",
	"take.link":        "Link",
	"take.svg":         "SVG",
	"take.png":         "PNG",
	"take.csv":         "CSV",
	"take.stan":        "Stan-CSV",
	"take.json":        "JSON",
	"take.words":       "Text",
	"take.python":      "Python",
	"take.r":           "R",
	"take.sql":         "SQL",
	"take.html":        "HTML",
	"take.open":        "CSV vorhersagen",
	"take.copy":        "Kopieren",
	"take.save":        "Speichern",

	"take.wait":        "Dateien gibt es, sobald ein Baum da ist.",
	"take.say":         "Ziehungen und Regeln gelten dem gezeigten Baum.",
	"take.working":     "Die Datei entsteht.",
	"take.sofar":       "Die Datei entsteht: %d\u00a0%%.",
	"take.saved":       "%s ist gespeichert.",
	"take.nofigure":    "Noch gibt es keine Abbildung.",
	"take.nopicture":   "Ein Bild dieser Größe kann der Browser nicht erzeugen; als SVG geht es.",
	"take.copied":      "Der Link ist kopiert: Einstellungen und Startwert, keine Daten.",
	"take.address":     "Der Link steht in der Adresszeile: Einstellungen und Startwert, keine Daten.",
	"take.predicting":  "%s wird vorhergesagt.",
	"take.predicted":   "%s von %s Zeilen vorhergesagt.",
	"take.missing":     "in Zeile %d fehlt %s",
	"take.missing.all": "%s von %s Zeilen vorhergesagt: %s.",

	"figure.save": "Diese Abbildung speichern als",
}
