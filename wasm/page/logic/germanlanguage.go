// The German texts that only a change of language touches, and what is not translated.

package logic

const languageGerman = "" +
	"page.title: DCC-Tree: Bayessche Entscheidungsbäume, in diesem Tab gezogen\n" +
	"error.ended: Die Seite selbst ist stehen geblieben. Was zu sehen ist, bleibt; neu laden, um weiterzumachen.\n" +
	"language: Sprache\n" +
	"language.partly: Englisch sind Fehlermeldungen, was beim Lesen der Tabelle auffiel, und die Spaltennamen in Dateien zum Mitnehmen. Zahlen haben einen Dezimalpunkt.\n" +
	"state.ready: bereit\n" +
	"state.running: läuft\n" +
	"state.auditing: prüft nach\n" +
	"state.paused: Pause\n" +
	"state.stopped: angehalten\n" +
	"state.done: fertig\n" +
	"state.error: Fehler\n"
