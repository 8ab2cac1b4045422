// The German texts of predictions and what-if.

package logic

const predictGerman = "" +
	"compare.cart: CART\n" +
	"compare.brier: Brier-Score\n" +
	"compare.coverage: im 90-%-Intervall\n" +
	"compare.paired.ahead: Auf diesen %s %s liegt CART um %s im %s vorn, paarweise verglichen.\n" +
	"compare.paired.behind: Auf diesen %s %s liegt CART um %s im %s zurück, paarweise verglichen.\n" +
	"compare.paired.equal: Auf diesen %s %s hat CART gleich viel %s.\n" +

	"all.open: Alle Vorhersagen\n" +
	"all.title: Alle Vorhersagen\n" +
	"all.scores: Scores\n" +
	"all.caption: Scores dieses Laufs und der Vergleichsverfahren, mit Standardfehlern über die Zeilen\n" +
	"all.say.regression: ± ist der Standardfehler über die Zeilen. Der Log-Score ist die mittlere log-prädiktive Dichte; höher ist besser.\n" +
	"all.say.classification: ± ist der Standardfehler über die Zeilen. Der Brier-Score ist der mittlere quadrierte Abstand der Klassenwahrscheinlichkeiten vom Eingetretenen, 0 bis 2; der Log-Score die mittlere Log-Wahrscheinlichkeit der wahren Klasse.\n" +
	"all.set: Zeilen\n" +
	"all.drawing: Wird gezeichnet.\n" +
	"all.drawn: Die Abbildungen zeigen Schritt %s.\n" +
	"all.table: Tabelle\n" +
	"plot.observed: Vorhergesagt gegen beobachtet\n" +
	"plot.residuals: Residuen\n" +
	"plot.calibration: Kalibrierung\n" +
	"plot.confusion: Konfusionsmatrix\n" +
	"plot.map: Karte der Vorhersagen\n" +
	"plot.failed: Diese Abbildung lässt sich nicht zeichnen: %s\n" +
	"plot.evidence: Log-Evidenz im Lauf\n" +
	"plot.trace: Spuren\n" +
	"plot.rank: Ränge\n" +
	"plot.weights: Importance-Gewichte\n" +

	"diag.open: Einzelheiten\n" +
	"diag.title: Diagnostik im Einzelnen\n" +
	"diag.todo: Was zu tun ist\n" +
	"diag.table: Nach Topologie\n" +
	"diag.note: Statistiken der Ketten gelten Ziehungen innerhalb einer Topologie, jeweils die schlechteste ihrer Parameter: Ein R̂ nahe 1 sagt nichts über die Gewichte zwischen Topologien, die auf der Evidenz und ihrem k̂ beruhen.\n" +
	"diag.of: Topologie\n" +
	"diag.parameter: Parameter\n" +
	"diag.drawn: Die Einzelheiten sind auf dem neuesten Stand.\n" +
	"diag.onemode: Die Ketten jeder Topologie sitzen in einem Modus.\n" +
	"diag.modes: Die %d Ketten von %s sitzen in %d Modi (%s).\n" +
	"diag.bad: !\n" +
	"diag.topology: Topologie\n" +
	"diag.weight: Gewicht\n" +
	"diag.evidence: Log-Evidenz\n" +
	"diag.khat: k̂ / Grenze\n" +
	"diag.effective: Effektive Anzahl\n" +
	"diag.components: Komponenten\n" +
	"diag.audit: Nachprüfung\n" +
	"diag.audit.none: keine\n" +
	"diag.audit.fine: nichts fehlte\n" +
	"diag.audit.mended: ergänzt\n" +
	"diag.audit.doubt: Zweifel\n" +
	"diag.audit.failed: gescheitert\n" +
	"diag.chains: Ketten\n" +
	"diag.chainmodes: Modi\n" +
	"diag.rhat: R̂\n" +
	"diag.bulk: Bulk-ESS\n" +
	"diag.tail: Tail-ESS\n" +
	"diag.mcse: MCSE / Standardabw.\n" +
	"diag.divergences: Divergenzen\n" +
	"diag.divergences.in: %s, Ketten %s\n" +
	"diag.bfmi: BFMI\n" +
	"diag.step: Schrittweite\n" +
	"diag.step.range: %s bis %s\n" +
	"diag.do.modes: Die Ketten von %s bleiben in getrennten Modi, deren Anteile sie nicht ermitteln können. Mehr Ketten finden mehr Modi; die Vorgabe „Standard“ gewichtet sie.\n" +
	"diag.do.rhat: R̂ liegt für %s über 1.01: Die Ketten haben sich noch nicht gemischt. Eine längere Aufwärmphase oder mehr Besuche helfen.\n" +
	"diag.do.ess: %s: weniger als 100 effektive Ziehungen je Kette. Mehr Besuche, oder mehr Ziehungen je Besuch, sichern Mittelwerte und Intervalle.\n" +
	"diag.do.divergences: Divergente Übergänge in %s: Ein Teil der Posterior-Verteilung kann fehlen. Eine höhere angestrebte Akzeptanz oder eine größere Bandbreite h hilft; die Spuren zeigen die Ziehungen.\n" +
	"diag.do.bfmi: Die Energie der Ketten von %s bewegt sich langsam (BFMI unter .3): längere Aufwärmphase oder engere Prioren.\n" +
	"diag.do.leftout: Ketten von %s wurden verworfen, weil ihre Aufwärmphase scheiterte: Mehr Reparaturen oder eine längere Aufwärmphase erhalten sie.\n" +
	"diag.do.nothing: Nichts: Kein Diagnosewert liegt jenseits seiner Grenze.\n" +

	"map.title: Über zwei Merkmalen\n" +
	"map.x: Waagerecht\n" +
	"map.y: Senkrecht\n" +
	"map.held: Andere Merkmale\n" +
	"map.medians: am Median der Trainingszeilen\n" +
	"map.row: wie in %s %d (Raute)\n" +

	"whatif.title: Was wäre, wenn\n" +
	"whatif.group: Werte der Merkmale\n" +
	"whatif.back: Zurück zur Zeile\n" +
	"whatif.all: Alle %d\n" +
	"whatif.few: Weniger\n" +
	"whatif.tick: Strich: Schwelle dieses Baums.\n" +
	"whatif.outside: %s liegt außerhalb der Trainingszeilen.\n" +
	"whatif.bad: Bitte eine Zahl für %s eingeben, mit Dezimalpunkt.\n" +
	"whatif.changed: Eigene Werte: Es gibt keinen wahren Wert.\n" +
	"whatif.number: %s, als Zahl\n" +
	"whatif.range: %s, Trainingszeilen von %s bis %s\n" +
	"whatif.disagree: Die Topologien sind uneins: %s sagt %s, %s sagt %s.\n" +
	"whatif.near: %s liegt, wo %s seine Schwelle haben kann.\n" +
	"whatif.agree: Keine Topologie über 5\u00a0% widerspricht.\n" +
	"whatif.said: %s, 90\u00a0%% zwischen %s und %s.\n" +
	"whatif.saidclass: %s, mit Wahrscheinlichkeit %s.\n" +
	"whatif.class: %s (%s)\n"
