// German: data, model and run, see textdata.go and textmodel.go.

package logic

const dataGerman = "" +
	"bandwidth.average: gemittelt über mehrere\n" +
	"bandwidth.averaged: Der Lauf ist fertig und über %d Bandbreiten gemittelt.\n" +
	"bandwidth.busy: Der Lauf ist fertig. Nun werden daneben Bandbreiten verglichen, siehe Diagnostik.\n" +
	"bandwidth.chosen: Der Lauf ist fertig, mit h = %s aus der Kreuzvalidierung.\n" +
	"bandwidth.cross: durch Kreuzvalidierung\n" +
	"bandwidth.fixed: fest, %s\n" +
	"bandwidth.label: Breite h\n" +
	"bandwidth.own: Der Lauf ist fertig. Die Kreuzvalidierung findet keine bessere Bandbreite als h = %s.\n" +

	"columns.again: Die Tabelle wird neu gelesen.\n" +
	"columns.all: Alle gezeigten verwenden\n" +
	"columns.as: %s lesen als\n" +
	"columns.byitself: wie es aussieht\n" +
	"columns.caption: Was jede Spalte enthält und ob sie verwendet wird\n" +
	"columns.days: Datum, als Tage seit 1970: %s bis %s\n" +
	"columns.find: Suchen\n" +
	"columns.found: %s (erkannt)\n" +
	"columns.head.distinct: Verschieden\n" +
	"columns.head.holds: Inhalt\n" +
	"columns.head.kind: Gelesen als\n" +
	"columns.head.missing: Fehlend\n" +
	"columns.head.name: Verwendet, Name\n" +
	"columns.more: %s weitere Spalten sind nicht gezeigt: einen Teil ihrer Namen in das Suchfeld tippen.\n" +
	"columns.nothing: Keine Spalte trägt das im Namen.\n" +
	"columns.notone: Keine gezeigte verwenden\n" +
	"columns.open: Spalten\n" +
	"columns.read: Neu gelesen. %s\n" +
	"columns.title: Spalten\n" +
	"columns.unusable: nicht verwendet\n" +
	"columns.used: %s von %s verwendet\n" +

	"compare.averaged: Gemittelt über h\n" +

	"data.holdout.bad: Der zurückgehaltene Anteil ist %s; er muss eine Zahl von 0 bis 0.9 sein.\n" +
	"data.leftout.1: 1 Zeile hat in einer verwendeten Spalte keinen Wert und bleibt weg.\n" +
	"data.leftout.some: %s Zeilen haben in einer verwendeten Spalte keinen Wert und bleiben weg.\n" +
	"data.paste: eine Tabelle einfügen\n" +
	"data.pasted: Eingefügte Tabelle\n" +
	"data.private: . Sie verlässt diesen Tab nie.\n" +
	"data.raw: Die Zielgröße wird unverändert verwendet: der Prior ist für Werte der Größenordnung 1 gemacht.\n" +
	"data.raw.paper: Die Zielgröße wird unverändert verwendet, wie im Paper.\n" +
	"data.seed.bad: Der Startwert der Teilung ist %s; er muss eine ganze Zahl sein, 0 oder größer.\n" +
	"data.short.left: %s Zeilen weggelassen\n" +
	"data.short.left.1: 1 Zeile weggelassen\n" +
	"data.short.note: 1 Hinweis\n" +
	"data.short.notes: %s Hinweise\n" +
	"data.splitseed: Startwert\n" +
	"data.standardize: Zielgröße standardisieren\n" +
	"data.uses: Ein Lauf verwendet %s von %s Zeilen und %s.\n" +
	"fold.close: Fertig\n" +
	"fold.open: Ändern\n" +
	"format.bar: senkrechter Strich\n" +
	"format.comma: Komma\n" +
	"format.data: enthält Daten\n" +
	"format.decimal: Dezimalzeichen\n" +
	"format.found: %s (erkannt)\n" +
	"format.header: Erste Zeile\n" +
	"format.names: enthält die Namen\n" +
	"format.point: Punkt\n" +
	"format.semicolon: Semikolon\n" +
	"format.separator: Trennzeichen\n" +
	"format.tab: Tabulator\n" +
	"kind.date: Datum, nicht verwendet\n" +
	"kind.days: Datum, als Tage\n" +
	"kind.numeric: Zahl\n" +
	"kind.text: Text\n" +
	"leftout.copied: Die Liste ist kopiert.\n" +
	"leftout.copy: Kopieren\n" +
	"leftout.cut: Die ersten %s sind gezeigt; Kopieren oder Sichern gibt die ganze Liste.\n" +
	"leftout.missing: Kein Wert in\n" +
	"leftout.most: Die Liste enthält die ersten %s.\n" +
	"leftout.nocopy: Der Browser lässt die Seite nicht kopieren (%s). Stattdessen die Liste sichern.\n" +
	"leftout.open: Welche Zeilen wegbleiben\n" +
	"leftout.row: Zeile der Datei\n" +
	"leftout.save: Als CSV sichern\n" +
	"leftout.say: Ein Lauf braucht einen Wert in der Zielgröße und in jeder verwendeten Spalte. %s von %s Zeilen fehlt einer.\n" +
	"leftout.title: Weggelassene Zeilen\n" +
	"paste.empty: Das Feld ist noch leer.\n" +
	"paste.read: Diese Tabelle verwenden\n" +
	"paste.say: Zellen aus einer Tabellenkalkulation oder Zeilen einer CSV-Datei kopieren und hier einfügen. Die erste Zeile kann die Namen der Spalten enthalten.\n" +
	"paste.title: Eine Tabelle einfügen\n" +

	"left.about: noch etwa %s, %s bis %s\n" +
	"left.accuracy: Genauigkeit\n" +
	"left.audits: Prüfungen: %s\n" +
	"left.hours: %s\u00a0Std.\n" +
	"left.minutes: %s\u00a0Min.\n" +
	"left.mse: MSE\n" +
	"left.nothing: nichts\n" +
	"left.seconds: %s\u00a0s\n" +
	"left.soon: gleich fertig\n" +
	"left.then: %s; dann Prüfungen\n" +

	"model.first: Schnell\n" +
	"model.first.say: Eine erste Antwort in Sekunden: wenige Topologien werden gemessen, die beste zuerst, und keine wird geprüft.\n" +
	"model.line: %s, h = %s, Startwert %s\n" +
	"model.line.average: %s, h gemittelt, Startwert %s\n" +
	"model.line.cross: %s, h durch Kreuzvalidierung, Startwert %s\n" +
	"model.seed.bad: Der Startwert ist %s; er muss eine ganze Zahl sein, 0 oder größer.\n" +

	"settings.number: %s ist keine Zahl; verlangt: %s.\n" +
	"settings.range: %s ist nicht möglich; verlangt: %s.\n" +
	"settings.whole: %s ist keine ganze Zahl; verlangt: %s.\n" +
	"settings.words: eines der angebotenen Wörter\n" +
	"settings.wrong: %s (unter „Alle Einstellungen“): %s\n" +

	"stop.audits: Es kann jetzt aufgehört werden: die Gewichte sind auf ± %s bekannt, und die letzten Schritte änderten den Wert „%s“ um %s. Prüfungen suchen nach übersehenen Modi; bei den Beispieldaten verschoben sie Gewichte um höchstens .03.\n" +
	"stop.predictions: Für Vorhersagen kann jetzt aufgehört werden: die letzten %d Schritte änderten den Wert „%s“ um %s. Die Gewichte ändern sich noch, solange Topologien gemessen werden.\n" +
	"stop.rounds: Es kann jetzt aufgehört werden: die Gewichte sind auf ± %s bekannt; alle %s Runden brächten sie auf ± %s.\n" +

	"two.ahead: Auf den Testzeilen liegt dieser Lauf vorn: sein Wert „%s“ ist um %s niedriger (%s).\n" +
	"two.before: Lauf davor\n" +
	"two.behind: Auf den Testzeilen liegt dieser Lauf zurück: sein Wert „%s“ ist um %s höher (%s).\n" +
	"two.changed: Was sich unterscheidet\n" +
	"two.errors: falsch benannter Anteil\n" +
	"two.even: Auf den Testzeilen unterscheiden sich die beiden nicht über den Zufall hinaus: „%s“ um %s (%s).\n" +
	"two.none: Es gibt noch keinen anderen Lauf zu dieser Frage. Etwas ändern und auf „Starten“ drücken: dieser Lauf bleibt dann daneben stehen.\n" +
	"two.open: Zwei Läufe\n" +
	"two.paired: dieselben Testzeilen, gepaart\n" +
	"two.pin: Diesen Lauf zum Vergleich behalten\n" +
	"two.pinned: %s wird behalten: jeder weitere Lauf steht daneben.\n" +
	"two.same: Zwischen den beiden wurde nichts geändert.\n" +
	"two.say: Dieser Lauf: %s. Lauf davor: %s.\n" +
	"two.splitseed: Startwert der Teilung\n" +
	"two.testfile: Testdatei\n" +
	"two.title: Zwei Läufe nebeneinander\n" +
	"two.unmeasured: nicht gemessen\n" +
	"two.unpaired: andere Testzeilen\n" +
	"two.unpin: Wieder mit dem letzten Lauf vergleichen\n" +
	"two.usual: wie üblich\n" +
	"two.weight: Gewicht von %s\n"
