// The German texts of the page in a frame.

package logic

const embedGerman = "" +
	"part.header: Kopfzeile\n" +
	"part.lock: Netzsperre\n" +
	"part.start: Der Knopf „Starten“\n" +
	"part.row: Wahl der Zeile\n" +
	"part.details: Einzelheiten\n" +
	"part.checks: Vergleiche mit anderen Bandbreiten und A-priori-Verteilungen\n" +
	"part.footer: Fußzeile\n" +

	"embed.title: Einbetten\n" +
	"embed.open: Schnipsel\n" +
	"embed.say: Für eine eigene Seite: drei Schnipsel, von denen jeder dort zeigt, was hier angekreuzt ist. Gerechnet wird im Browser der Leser, gesendet wird nichts.\n" +
	"embed.data: Daten\n" +
	"embed.own: %s, die Zeilen im Schnipsel\n" +
	"embed.height: Höhe\n" +
	"embed.lock: Daten und Modell sperren\n" +
	"embed.run: Gleich rechnen\n" +
	"embed.parts: Was zu sehen ist\n" +
	"embed.tutorial: Schritte für die Leser\n" +
	"embed.steps: Ein Schritt je Zeile. Eine Zeile kann mit dem Namen des Teils beginnen, um den es geht, und einem Doppelpunkt (run: Auf Starten drücken.); der Teil wird dann umrandet, und der Schritt abgehakt, wenn er getan ist.\n" +
	"embed.frame: Rahmen\n" +
	"embed.element: Element\n" +
	"embed.module: Modul\n" +
	"embed.origin: Element und Modul sind für Seiten desselben Servers, oder wo die Dateien dieses Ordners daneben liegen.\n" +
	"embed.copy: Kopieren\n" +
	"embed.copied: Der Schnipsel ist kopiert.\n" +
	"embed.selected: Der Schnipsel ist ausgewählt: mit der Tastatur kopieren.\n" +
	"embed.omitted: Element und Modul haben kein Wort für: %s. Der Rahmen hat eines.\n" +
	"embed.toolong: Höchstens %d Schritte von höchstens %d Buchstaben: die Schritte fehlen.\n" +

	"embed.table: Tabelle\n" +
	"embed.locked.say: Durch den Link festgelegt, hier nicht zu ändern.\n" +
	"embed.setting: %s ist so nicht zu verwenden: siehe die Liste der Optionen.\n" +
	"embed.norun: Noch gibt es keinen Lauf.\n" +
	"embed.nofile: Der Link lässt keine anderen Tabellen zu.\n" +

	"data.private.frame: . Sie bleibt in diesem Rahmen, bis die Seite um ihn lesen darf.\n" +
	"data.private.reached: . Die Seite um diesen Rahmen kann sie lesen.\n" +
	"reader.cannot: %s, die Seite um diesen Rahmen, kann diese Tabelle nicht lesen.\n" +
	"reader.asked: %s, die Seite um diesen Rahmen, wollte diese Tabelle lesen und wurde abgewiesen.\n" +
	"reader.can: %s, die Seite um diesen Rahmen, kann diese Tabelle lesen.\n" +
	"reader.nobody: Die Seite um diesen Rahmen kann diese Tabelle nicht lesen.\n" +
	"reader.reaches: Eine Seite um diesen Rahmen hat denselben Ursprung: Sie kann in den Rahmen greifen und diese Tabelle lesen.\n" +
	"reader.let: Lesen lassen\n" +
	"reader.end: Beenden\n" +
	"consent.title: Darf eine andere Seite die Tabelle lesen?\n" +
	"consent.who: Die Seite um diesen Rahmen, %s, bekäme von %s:\n" +
	"consent.rows: jede Zeile und die Namen der Spalten, auch die einer Testdatei;\n" +
	"consent.made: alles daraus Gemachte: Schritte, Bäume, Ziehungen, Vorhersagen, Abbildungen, Dateien, die Sitzung;\n" +
	"consent.errors: die Worte von Fehlern, die Zellen nennen können.\n" +
	"consent.until: Sie kann das behalten und weitersenden. Es gilt, bis es hier beendet oder eine andere Tabelle " +
	"geöffnet wird; was bis dahin gelesen ist, bleibt gelesen.\n" +
	"consent.tick: %s darf jede Zeile dieser Tabelle lesen.\n" +
	"consent.agree: Zustimmen\n" +
	"consent.untick: Erst den Satz ankreuzen.\n" +
	"consent.wait: Noch nicht zugestimmt: Der Satz muss eine Sekunde zu sehen sein, bevor ein Druck zählt.\n" +
	"consent.covered: Nicht zugestimmt: Etwas verdeckt, beschneidet oder verändert dieses Fenster.\n" +

	"tutorial.title: Schritte\n" +
	"tutorial.count: %d von %d\n" +
	"tutorial.back: Zurück\n" +
	"tutorial.next: Weiter\n" +
	"tutorial.go: Dorthin: %s\n" +
	"tutorial.now: Schritt %d von %d. %s\n" +
	"tutorial.done: Schritt %d ist getan.\n" +
	"tutorial.tick: getan\n"
