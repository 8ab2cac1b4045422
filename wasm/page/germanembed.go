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

	"embed.title":    "Einbetten",
	"embed.open":     "Schnipsel",
	"embed.say":      "Für eine eigene Seite: drei Schnipsel, von denen jeder dort zeigt, was hier angekreuzt ist. Gerechnet wird im Browser der Leser, gesendet wird nichts.",
	"embed.data":     "Daten",
	"embed.own":      "%s, die Zeilen im Schnipsel",
	"embed.height":   "Höhe",
	"embed.lock":     "Daten und Modell sperren",
	"embed.run":      "Gleich rechnen",
	"embed.parts":    "Was zu sehen ist",
	"embed.tutorial": "Schritte für die Leser",
	"embed.steps":    "Ein Schritt je Zeile. Eine Zeile kann mit dem Namen des Teils beginnen, um den es geht, und einem Doppelpunkt (run: Auf Starten drücken.); der Teil wird dann umrandet, und der Schritt abgehakt, wenn er getan ist.",
	"embed.frame":    "Rahmen",
	"embed.element":  "Element",
	"embed.module":   "Modul",
	"embed.origin":   "Element und Modul sind für Seiten desselben Servers, oder wo die Dateien dieses Ordners daneben liegen.",
	"embed.copy":     "Kopieren",
	"embed.copied":   "Der Schnipsel ist kopiert.",
	"embed.selected": "Der Schnipsel ist ausgewählt: mit der Tastatur kopieren.",
	"embed.omitted":  "Element und Modul haben kein Wort für: %s. Der Rahmen hat eines.",
	"embed.toolong":  "Höchstens %d Schritte von höchstens %d Buchstaben: die Schritte fehlen.",

	"embed.table":      "Tabelle",
	"embed.locked.say": "Durch den Link festgelegt, hier nicht zu ändern.",
	"embed.setting":    "%s ist so nicht zu verwenden: siehe die Liste der Optionen.",
	"embed.norun":      "Noch gibt es keinen Lauf.",
	"embed.nofile":     "Der Link lässt keine anderen Tabellen zu.",

	"tutorial.title": "Schritte",
	"tutorial.count": "%d von %d",
	"tutorial.back":  "Zurück",
	"tutorial.next":  "Weiter",
	"tutorial.go":    "Dorthin: %s",
	"tutorial.now":   "Schritt %d von %d. %s",
	"tutorial.done":  "Schritt %d ist getan.",
	"tutorial.tick":  "getan",
}
