// The German texts of the page in a frame.

package page

var embedGerman = map[string]string{
	"part.header":  "Kopfzeile",
	"part.lock":    "Netzsperre",
	"part.start":   "Der Knopf „Starten“",
	"part.row":     "Wahl der Zeile",
	"part.details": "Einzelheiten",
	"part.checks":  "Vergleiche mit anderen Bandbreiten und A-priori-Verteilungen",
	"part.footer":  "Fußzeile",

	"embed.table":       "Tabelle",
	"embed.hidden":      "%s ist hier durch den Link ausgeblendet.",
	"embed.locked":      "%s ist hier durch den Link gesperrt.",
	"embed.locked.say":  "Durch den Link festgelegt, hier nicht zu ändern.",
	"embed.unavailable": "%s lässt sich nicht drücken, solange der Lauf im Zustand „%s“ ist.",
	"embed.order":       "Den Befehl %s gibt es nicht.",
	"embed.setting":     "%s ist so nicht zu verwenden: siehe die Liste der Optionen.",
	"embed.column":      "Die Tabelle hat keine Spalte %s, die Merkmal sein könnte.",
	"embed.norun":       "Noch gibt es keinen Lauf.",
	"embed.nofile":      "Der Link lässt keine anderen Tabellen zu.",

	"tutorial.title": "Schritte",
	"tutorial.count": "%d von %d",
	"tutorial.back":  "Zurück",
	"tutorial.next":  "Weiter",
	"tutorial.go":    "Dorthin: %s",
	"tutorial.now":   "Schritt %d von %d. %s",
	"tutorial.done":  "Schritt %d ist getan.",
	"tutorial.tick":  "getan",
}
