// The German texts about use without a network.

package page

var offlineGerman = pairs(
	"offline.none", "",
	"offline.saving", "Wird zum Gebrauch ohne Netz aufbewahrt.",
	"offline.kept", "In diesem Browser aufbewahrt: läuft ohne Netz.",
	"offline.within", "Alles steht in dieser Datei: läuft ohne Netz.",
	"offline.newer", "Neuere Fassung für den nächsten Besuch aufbewahrt.",
	"offline.news", "Eine neuere Fassung dieser Seite wurde geholt. Sie kommt mit dem nächsten Laden; bis dahin bleibt, was auf dem Bildschirm steht.",
)
