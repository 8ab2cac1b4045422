// The German texts of sessions and of earlier steps.

package page

var storeGerman = pairs(
	"store.session", "Sitzung",
	"store.save", "Speichern",
	"store.size", "etwa %s",
	"store.saved", "Gespeichert als %s, %s.",
	"store.failed", "Die Sitzung konnte nicht gespeichert werden: %s",
	"store.page", "Die Sitzungsdatei enthält Ergebnisse, aber nicht, was diese Seite zeigte; die Einstellungen stehen wie vorgeschlagen.",
	"store.keep", "Auf diesem Gerät merken",
	"store.kept", "Nur in diesem Browser aufbewahrt.",
	"store.forget", "Daten löschen",
	"store.forgot", "Auf diesem Gerät ist nichts aufbewahrt.",
	"store.offer", "%s vom %s wieder öffnen",
	"store.nodevice", "Dieser Browser bewahrt für diese Seite nichts auf (%s). Die Sitzung lässt sich als Datei speichern.",
	"store.stepback", "Zurück",
	"store.previous", "Voriger",
	"store.next", "Nächster",
	"store.now", "Zurück zum Jetzt",
	"store.looking", "Gezeigt ist Schritt %s von %s",
	"store.gone", "Schritt %s ist nicht mehr aufbewahrt: Von einem langen Lauf sind nur die letzten Schritte zu sehen.",
	"store.look", "%s, Schritt %s ansehen",
	"store.totree", "Den Baum %s von Schritt %s zeigen",
)
