// The German texts of sessions and of earlier steps.

package logic

const storeGerman = "" +
	"store.session: Sitzung\n" +
	"store.save: Speichern\n" +
	"store.size: etwa %s\n" +
	"store.saved: Gespeichert als %s, %s.\n" +
	"store.failed: Die Sitzung konnte nicht gespeichert werden: %s\n" +
	"store.page: Die Sitzungsdatei enthält Ergebnisse, aber nicht, was diese Seite zeigte; die Einstellungen stehen wie vorgeschlagen.\n" +
	"store.keep: Auf diesem Gerät merken\n" +
	"store.kept: Nur in diesem Browser aufbewahrt.\n" +
	"store.forget: Daten löschen\n" +
	"store.forgot: Auf diesem Gerät ist nichts aufbewahrt.\n" +
	"store.offer: %s vom %s wieder öffnen\n" +
	"store.who: Andere Seiten unter derselben Adresse könnten es lesen. " +
	"Eine Kopie unter eigener Adresse ist sicherer.\n" +
	"store.nodevice: Dieser Browser bewahrt für diese Seite nichts auf (%s). Die Sitzung lässt sich als Datei speichern.\n" +
	"store.noplace: er hat hier kein privates Dateisystem; " +
	"nötig sind https oder eine Adresse auf diesem Gerät und ein aktueller Browser\n" +
	"store.unkept: Dieser Schritt konnte nicht aufbewahrt werden (%s); was davor aufbewahrt war, bleibt. " +
	"Die Sitzung lässt sich als Datei speichern.\n" +
	"store.unforgotten: Die Daten konnten nicht gelöscht werden (%s). " +
	"Andere Tabs dieser Seite schließen und es noch einmal versuchen, oder die Daten dieser Website in den Einstellungen des Browsers löschen.\n" +
	"store.othertab: In einem anderen Tab gelöscht; dieser bewahrt nichts mehr auf.\n" +
	"store.elsewhere: Ein anderer Tab dieser Seite bewahrt seine Sitzung auf diesem Gerät auf.\n" +
	"store.older: Von einem früheren Besuch aufbewahrt; Neues wird nicht aufbewahrt.\n" +
	"store.notsample: Die Sitzung nennt die Beispieldaten %s, enthält aber eine andere Tabelle: " +
	"Sie gilt als eigene.\n" +
	"store.stepback: Zurück\n" +
	"store.previous: Voriger\n" +
	"store.next: Nächster\n" +
	"store.now: Zurück zum Jetzt\n" +
	"store.looking: Gezeigt ist Schritt %s von %s\n" +
	"store.gone: Schritt %s ist nicht mehr aufbewahrt: Von einem langen Lauf sind nur die letzten Schritte zu sehen.\n" +
	"store.look: %s, Schritt %s ansehen\n" +
	"store.totree: Den Baum %s von Schritt %s zeigen\n"
