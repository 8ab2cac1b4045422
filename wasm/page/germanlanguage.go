// The German texts that only a change of language touches, and what is not translated.

package page

var languageGerman = pairs(
	"page.title", "DCC-Tree: Bayessche Entscheidungsbäume, in diesem Tab gezogen",
	"error.ended", "Die Seite selbst ist stehen geblieben. Was zu sehen ist, bleibt; neu laden, um weiterzumachen.",
	"language", "Sprache",
	"language.partly", "Englisch sind Fehlermeldungen, was beim Lesen der Tabelle auffiel, und die Spaltennamen in Dateien zum Mitnehmen. Zahlen haben einen Dezimalpunkt.",

	"state.ready", "bereit",
	"state.running", "läuft",
	"state.auditing", "prüft nach",
	"state.paused", "Pause",
	"state.stopped", "angehalten",
	"state.done", "fertig",
	"state.error", "Fehler",
)
