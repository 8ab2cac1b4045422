// The German texts about use without a network.

package logic

const offlineGerman = "" +
	"offline.none: \n" +
	"offline.saving: Wird zum Gebrauch ohne Netz aufbewahrt.\n" +
	"offline.kept: In diesem Browser aufbewahrt: läuft ohne Netz.\n" +
	"offline.within: Alles steht in dieser Datei: läuft ohne Netz.\n" +
	"offline.newer: Neuere Fassung für den nächsten Besuch aufbewahrt.\n" +
	"offline.news: Eine neuere Fassung dieser Seite wurde geholt. Sie kommt mit dem nächsten Laden; bis dahin bleibt, was auf dem Bildschirm steht.\n"
