// The German texts of the settings.

package logic

const settingsGerman = "" +
	"group.divide: Suche über Topologien\n" +
	"group.conquer: Ziehen innerhalb einer Topologie\n" +
	"group.bandwidth: Bandbreite der Teilungen\n" +
	"group.priors: Prioren\n" +
	"group.answers: Antworten\n" +

	"range.to: %s bis %s\n" +
	"range.above: über %s\n" +
	"range.abovemost: über %s, höchstens %s\n" +
	"range.abovebelow: über %s, unter %s\n" +
	"range.any: beliebige Zahl\n" +
	"range.sum: ; alle drei ergeben 1\n" +

	"set.predictive: Prädiktive Verteilung\n" +
	"set.predictive.say: Für eine Zahl: die der Likelihood, für Intervalle und Log-Scores, oder die Mischung der Blätter aus dem Paper, die dessen Abbildungen zeigen und die in der Mitte zwischen Blättern viel breiter ist.\n" +
	"set.iterations: Runden\n" +
	"set.iterations.say: Wie oft nach der Aufwärmphase aller Topologien wieder eine besucht wird; mehr Runden, kleinere Fehler.\n" +
	"set.priorDraws: Topologien zu Beginn\n" +
	"set.priorDraws.say: So viele Topologien werden vor der ersten Runde aus dem Prior gezogen; die oft genug gezogenen werden aktiv.\n" +
	"set.activationCount: Ziehungen bis aktiv\n" +
	"set.activationCount.say: Eine Topologie wird aktiv, sobald sie öfter als so oft vorgeschlagen wurde.\n" +
	"set.maxActive: Höchstzahl aktiver Topologien\n" +
	"set.maxActive.say: Darüber hinaus fällt die aktive Topologie mit dem geringsten Nutzen weg.\n" +
	"set.delta: Erkundung\n" +
	"set.delta.say: Anteil des Nutzens, der selten besuchte Topologien begünstigt; bei 0 zählt allein die Evidenz.\n" +
	"set.kappa: Gewicht der Varianz\n" +
	"set.kappa.say: Wie viel eine unsichere Evidenz zum Nutzen einer Topologie beiträgt.\n" +
	"set.beta: Optimismus\n" +
	"set.beta.say: Wie stark wenige Besuche zum Nutzen einer Topologie beitragen.\n" +
	"set.lookAhead: Vorausschau\n" +
	"set.lookAhead.say: Über wie viele künftige Ziehungen der Erkundungsterm nach einer besseren Evidenz fragt.\n" +
	"set.moves.grow: Anteil Wachsen\n" +
	"set.moves.grow.say: Wie oft ein Besuch die Topologie mit einem geteilten Blatt vorschlägt.\n" +
	"set.moves.prune: Anteil Stutzen\n" +
	"set.moves.prune.say: Wie oft ein Besuch die Topologie ohne eine ihrer Teilungen vorschlägt.\n" +
	"set.moves.stay: Anteil Bleiben\n" +
	"set.moves.stay.say: Wie oft ein Besuch die Topologie selbst vorschlägt.\n" +
	"set.chains: Ketten\n" +
	"set.chains.say: Parallele Ketten je Topologie; mehr Ketten finden mehr Modi.\n" +
	"set.warmup: Aufwärmphase\n" +
	"set.warmup.say: Schritte, in denen sich jede Kette anpasst, bevor sie zählt.\n" +
	"set.draws: Ziehungen je Besuch\n" +
	"set.draws.say: So viele Ziehungen macht jede Kette bei jedem Besuch.\n" +
	"set.proposals: Vorschläge je Ziehung\n" +
	"set.proposals.say: Punkte um jede Ziehung, an denen die Evidenz gemessen wird.\n" +
	"set.weights: Importance-Gewichte\n" +
	"set.weights.say: Räumliche Gewichte (spatial) mischen die Vorschläge um alle Ziehungen einer Kette und schwanken weniger als einfache (basic).\n" +
	"set.targetAccept: Angestrebte Akzeptanz\n" +
	"set.targetAccept.say: Auf diese Akzeptanz zielt die Schrittweite; höher heißt kleinere Schritte und weniger Divergenzen.\n" +
	"set.maxDoublings: Höchstzahl Verdopplungen\n" +
	"set.maxDoublings.say: So oft darf eine Trajektorie ihre Länge höchstens verdoppeln.\n" +
	"set.metric: Metrik\n" +
	"set.metric.say: Was eine Kette über die Form der Posterior-Verteilung lernt: nur Skalen (diagonal) oder Skalen und Korrelationen (dense).\n" +
	"set.initRadius: Radius der Startpunkte\n" +
	"set.initRadius.say: Ketten beginnen gleichverteilt zwischen minus und plus diesem Wert, in unbeschränkten Koordinaten.\n" +
	"set.repairs: Reparaturen\n" +
	"set.repairs.say: Wie oft eine schlechte Kette erneut aufgewärmt wird, bevor sie verworfen wird.\n" +
	"set.repairSteps: Schritte je Reparatur\n" +
	"set.repairSteps.say: Aufwärmschritte jeder Reparatur.\n" +
	"set.keptDraws: Behaltene Ziehungen\n" +
	"set.keptDraws.say: Gewichtete Ziehungen, die je Topologie für Vorhersagen und Abbildungen behalten werden; das begrenzt den Speicher.\n" +
	"set.bandwidthInitial: Bandbreite am Anfang\n" +
	"set.bandwidthInitial.say: Wie weich die Teilungen zu Beginn der Aufwärmphase sind, in Einheiten der Spannweite eines Merkmals.\n" +
	"set.bandwidthFinal: Bandbreite am Ende\n" +
	"set.bandwidthFinal.say: Wie weich die Teilungen des Ergebnisses sind; kleiner ist schärfer und schwerer zu ziehen.\n" +
	"set.schedule: Verlauf\n" +
	"set.schedule.say: Linear ist der Weg der Autoren; before-last-window endet so früh, dass die Metrik bei der letzten Bandbreite gelernt wird.\n" +
	"set.splitPrior.alpha: Chance der ersten Teilung\n" +
	"set.splitPrior.alpha.say: A-priori-Wahrscheinlichkeit, dass die Wurzel geteilt wird.\n" +
	"set.splitPrior.beta: Abfall mit der Tiefe\n" +
	"set.splitPrior.beta.say: Wie schnell diese Wahrscheinlichkeit mit der Tiefe fällt; größer heißt kleinere Bäume.\n" +
	"set.priors.leafMean: Mittelwert der Blätter\n" +
	"set.priors.leafMean.say: A-priori-Mittelwert eines Blattwerts, in Einheiten der Zielgröße beim Ziehen.\n" +
	"set.priors.leafSD: Streuung der Blätter\n" +
	"set.priors.leafSD.say: A-priori-Standardabweichung eines Blattwerts.\n" +
	"set.priors.sigmaFamily: Familie des Rauschens\n" +
	"set.priors.sigmaFamily.say: Prior des Rauschens: die inverse Gammaverteilung des Papers oder eine halbe t-Verteilung mit 3 Freiheitsgraden für eine standardisierte Zielgröße.\n" +
	"set.priors.sigmaShape: Form des Rauschens\n" +
	"set.priors.sigmaShape.say: Formparameter der inversen Gammaverteilung; half-t3 verwendet ihn nicht.\n" +
	"set.priors.sigmaScale: Skala des Rauschens\n" +
	"set.priors.sigmaScale.say: Skalenparameter des Priors des Rauschens.\n" +
	"set.priors.classConcentration: Konzentration der Klassen\n" +
	"set.priors.classConcentration.say: A-priori-Anzahl jeder Klasse in jedem Blatt.\n"
