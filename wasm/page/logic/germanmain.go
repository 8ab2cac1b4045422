// The German texts of the frame, and of all areas without a file of their own.

package logic

const mainGerman = "" +
	"skip: Zu den Bäumen springen\n" +
	"tagline: Bayessche Entscheidungsbäume, in diesem Tab gezogen\n" +
	"nav: Abschnitte\n" +
	"nav.trees: Bäume\n" +
	"nav.compare: Vergleich\n" +
	"nav.diagnostics: Diagnostik\n" +
	"nav.prediction: Vorhersage\n" +
	"nav.log: Verlauf\n" +

	"data.title: Daten\n" +
	"data.samples: Beispieldaten\n" +
	"data.own: Eigene Tabelle öffnen\n" +
	"data.drop: oder eine CSV-Datei irgendwo hier ablegen oder\n" +
	"data.release: Loslassen öffnet die Tabelle hier, in diesem Tab\n" +
	"data.reading: %s wird gelesen\n" +
	"data.sofar: %d\u00a0%%, bisher %s Zeilen\n" +
	"data.share: Gelesener Anteil der Datei\n" +
	"data.cancel: Abbrechen\n" +
	"data.line: %s: %s Zeilen, %s Spalten\n" +
	"data.line.run: %s: %s Trainings- und %s Testzeilen, %s\n" +
	"data.line.train: %s: %s Trainingszeilen, %s\n" +
	"data.feature: 1 Merkmal\n" +
	"data.features: %s Merkmale\n" +
	"data.target: Zielgröße\n" +
	"data.task: Aufgabe\n" +
	"data.holdout: Testanteil\n" +
	"data.published: wie publiziert\n" +
	"data.testfile: Testdatei öffnen\n" +
	"data.testclear: Entfernen\n" +
	"data.leftout: %s Zeilen mit fehlenden Werten bleiben weg: %s.\n" +
	"data.leftout.one: 1 Zeile mit einem fehlenden Wert bleibt weg: %s.\n" +
	"data.rows: Zeilen %s\n" +
	"data.row: Zeile %s\n" +
	"data.format: Gelesen mit %s als Trennzeichen und %s als Dezimalzeichen, %s.\n" +
	"data.header: Namen in der ersten Zeile\n" +
	"data.noheader: ohne Zeile mit Namen\n" +
	"data.comma: Komma\n" +
	"data.semicolon: Semikolon\n" +
	"data.tab: Tabulator\n" +
	"data.bar: senkrechtem Strich\n" +
	"data.space: Leerzeichen\n" +
	"data.point: Punkt\n" +
	"data.standardized: Die Zielgröße wird zum Ziehen standardisiert und in ihrer eigenen Einheit gezeigt.\n" +
	"data.onefile: Bitte jeweils nur eine Datei ablegen.\n" +
	"data.link: Der Link nennt etwas Unbekanntes: %s. Statt dessen gilt die übliche Wahl.\n" +
	"task.auto: auto: %s\n" +
	"task.auto.other: auto\n" +
	"task.regression: Regression\n" +
	"task.classification: Klassifikation\n" +
	"list.more: und %d weitere\n" +

	"sample.wu: 300 Zeilen aus drei Quadern in drei Merkmalen, nach Wu, Tjelmeland und West.\n" +
	"sample.cgm: 800 Zeilen mit zwei Merkmalen, eines davon kategorial, nach Chipman, George und McCulloch.\n" +
	"sample.iris: 150 Blüten dreier Arten.\n" +
	"sample.wine: 178 Weine dreier Erzeuger, mit 13 chemischen Messwerten.\n" +
	"sample.bcw: 699 Tumoren, gut- oder bösartig, in neun Merkmalen benotet; in 16 Zeilen fehlt ein Wert.\n" +

	"columns.use: %s als Merkmal verwenden\n" +
	"columns.target: Zielgröße\n" +
	"columns.none: Keine Spalte ist angekreuzt: Für eine Vorhersage braucht es mindestens eine.\n" +
	"columns.missing: %s fehlen\n" +
	"columns.numeric: Zahl, %s bis %s\n" +
	"columns.text: Text, %s Werte\n" +
	"columns.date: Datum\n" +

	"lock.open: Netz noch nicht gesperrt\n" +
	"lock.locked: Netz gesperrt\n" +
	"lock.partly: Netz nur zum Teil gesperrt\n" +
	"lock.test: Prüfen\n" +
	"lock.title: Kann diese Seite etwas senden?\n" +
	"lock.say: Jeder bekannte Weg aus einem Browser hinaus wird mit einem zufälligen Wort versucht, von der Seite und von Workern der geöffneten Tabelle aus, zur eigenen Adresse der Seite und zu einer, die es nicht geben kann. Ein Weg gilt als zu, wenn der Browser meldet, dass er verweigert wurde, oder wenn es ihn nicht mehr gibt.\n" +
	"lock.more: Was versprochen ist und was kein Browser verweigert (neuer Tab, englisch)\n" +
	"lock.inside: Was versprochen ist und was kein Browser verweigert (englisch)\n" +
	"lock.way: Weg\n" +
	"lock.where: Von\n" +
	"lock.saw: Was der Browser tat\n" +
	"lock.from.page: Seite\n" +
	"lock.from.worker: Worker\n" +
	"lock.refused: nach Richtlinie verweigert (%s)\n" +
	"lock.stopped: vom Wächter der Seite aufgehalten\n" +
	"lock.taken: vom Wächter der Seite entfernt\n" +
	"lock.absent: gibt es in diesem Browser nicht\n" +
	"lock.browser: vom Browser verweigert\n" +
	"lock.passed: durchgelassen\n" +
	"lock.local: erreicht andere Seiten dieses Browsers, nicht das Netz\n" +
	"lock.untold: der Browser sagt es nicht\n" +
	"lock.untried: nicht versucht: der Weg würde sich zeigen oder die Seite verlassen\n" +
	"lock.trying: Wird versucht …\n" +
	"lock.shut: Nichts Versuchtes kam hinaus: %d von %d Wegen sind verweigert, entfernt oder nicht vorhanden.\n" +
	"lock.leaky: %d von %d Wegen wurden durchgelassen: %s. In diesem Browser besser keine vertraulichen Daten öffnen.\n" +
	"lock.unsure: Von %d weiteren lässt es sich von hier aus nicht sagen.\n" +
	"lock.late: Ein Worker rechnete und antwortete nicht: was er senden könnte, ist nicht beurteilt.\n" +

	"model.title: Modell\n" +
	"model.all: Alle Einstellungen\n" +
	"model.preset: Vorgabe\n" +
	"model.fast: Standard\n" +
	"model.quick: Paper, in Kürze\n" +
	"model.paper: Paper\n" +
	"model.fast.say: Misst die aussichtsreichsten Topologien zuerst, ausgehend von harten Bäumen, und prüft sie auf einem zweiten Weg nach.\n" +
	"model.quick.say: Der Weg des Papers in kurz: Ketten von zufälligen Startpunkten, denen Modi entgehen.\n" +
	"model.paper.say: Der Weg des Papers mit den Einstellungen seiner Läufe, die lange dauern.\n" +
	"model.seed: Startwert\n" +
	"model.changed.one: 1 Einstellung weicht von der Vorgabe ab.\n" +
	"model.changed: %d Einstellungen weichen von der Vorgabe ab.\n" +

	"settings.title: Alle Einstellungen\n" +
	"settings.say: Ein unverändertes Feld folgt der Vorgabe. Änderungen gelten ab dem nächsten Lauf.\n" +
	"settings.reset: Zurück zur Vorgabe\n" +
	"settings.close: Schließen\n" +
	"settings.done: Fertig\n" +

	"run.title: Lauf\n" +
	"run.progress: Fortschritt des Laufs\n" +
	"run.run: Starten\n" +
	"run.continue: Weiter\n" +
	"run.pause: Pause\n" +
	"run.step: Schritt\n" +
	"run.stop: Stopp\n" +
	"run.starting: beginnt\n" +
	"run.steps: Schritt %s\n" +
	"run.of: Schritt %s, Runde %s von %s\n" +
	"run.ready: „Starten“ beginnt den Lauf; „Schritt“ misst eine Topologie nach der anderen.\n" +
	"run.auto: Ein erster Lauf mit Beispieldaten. „Starten“ beginnt sofort einen eigenen.\n" +
	"run.earlier: Die Ergebnisse des vorigen Laufs bleiben, bis der neue seinen ersten Baum hat.\n" +
	"run.waiting: Die Worker beenden, woran sie gerade rechnen.\n" +
	"run.done: Alle Schritte sind getan. Ein anderer Startwert zeigt, wie viel am Lauf selbst liegt.\n" +
	"run.stopped: Angehalten; was gefunden ist, bleibt.\n" +
	"run.paused: Pause; „Weiter“ und „Schritt“ fahren von hier aus fort.\n" +
	"run.changed: Etwas wurde geändert: „Starten“ beginnt neu.\n" +
	"run.audits: Die Antwort ist da. „Starten“ beginnt sofort neu, „Stopp“ beendet die Nachprüfungen.\n" +
	"run.broken: Was gefunden ist, bleibt auf dem Bildschirm. „Starten“ beginnt neu mit denselben Daten.\n" +
	"run.workers: %d Worker ziehen neben dieser Seite.\n" +
	"run.worker: 1 Worker zieht neben dieser Seite.\n" +

	"load.short: lädt\n" +
	"load.sentence: Der Sampler wird geladen, etwa 1,5 MB. Danach braucht die Seite kein Netz mehr.\n" +

	"error.dismiss: Schließen\n" +
	"error.page: Die Seite selbst ist auf einen Fehler gestoßen (%s). Was zu sehen ist, bleibt; neu laden, um weiterzumachen.\n" +
	"error.sample: Die Beispieldaten %s konnten nicht mit der Seite geladen werden. Bitte neu laden, solange das Netz da ist.\n" +

	"strip.title: Welcher Baum?\n" +
	"strip.say: Gewicht je Baum, wie er die Zeilen teilt, ± Monte-Carlo-Fehler (?: unbekannt).\n" +
	"strip.single: Gewicht je gemessener Topologie, ± Monte-Carlo-Fehler (?: unbekannt).\n" +
	"strip.by: Nach Topologien\n" +
	"strip.by.tree: Nach Bäumen\n" +
	"strip.all: Alle %d\n" +
	"strip.few: Weniger\n" +

	"search.on: Die aussichtsreichsten Topologien werden zuerst gemessen.\n" +
	"search.further: Die Suche geht weiter, weil noch zu viel ungemessen sein kann.\n" +
	"search.resting: Die Suche ist nicht zu Ende: %s der aussichtsreichsten Topologien sind gemessen.\n" +
	"search.over: Die Suche ist zu Ende: %s.\n" +
	"search.over.unreliable: Die Suche ist zu Ende: %s; Evidenz, die %s des Gewichts trägt, ist nicht verlässlich.\n" +
	"search.all: Jede Topologie, die in Frage kommt, ist gemessen\n" +
	"search.explored: Das Ungemessene wird auf %s der Posterior-Verteilung geschätzt, höchstens %s\n" +
	"search.budget: Ihr Budget ist aufgebraucht\n" +
	"search.most: So viele Topologien wie erlaubt sind gemessen\n" +
	"search.none: Keine weitere Topologie verspricht genug\n" +
	"search.unexplored: Das Ungemessene wird auf %s der Posterior-Verteilung geschätzt, höchstens %s.\n" +
	"audit.measuring: Die schwereren Topologien, die eingebettete Ziehungen gemessen haben, werden im Hintergrund für sich gemessen.\n" +
	"audit.unmeasured: Die schwereren Topologien, die eingebettete Ziehungen gemessen haben, sind noch nicht für sich gemessen.\n" +
	"audit.running: Im Hintergrund wird auf einem zweiten Weg nachgeprüft (noch %s).\n" +
	"audit.waiting: Nachprüfungen, die nicht gemacht sind: %s.\n" +
	"audit.fine: Nachgeprüft: %s, nichts fehlte.\n" +
	"audit.mended: Nachgeprüft: %s, was fehlte, ist ergänzt.\n" +
	"audit.never: Diese Vorgabe prüft keine Topologie nach.\n" +
	"audit.none: Keine Topologie ist schwer genug für eine Nachprüfung.\n" +
	"audit.undercovered: %s bleibt zweifelhaft: Die Nachprüfung fand Zustände, die der Messung fehlen. Ein Modus kann fehlen und die Evidenz zu niedrig sein.\n" +
	"audit.higher: %s bleibt zweifelhaft: Die Nachprüfung ergibt eine Log-Evidenz von %s, die Messung %s. Ein Modus kann fehlen.\n" +
	"audit.failed: Die Nachprüfung von %s ist gescheitert (%s): Nichts bürgt für die Messung.\n" +

	"method.exact: exakt bekannt\n" +
	"method.mode: gemessen von 1 Modus aus durch\n" +
	"method.modes: gemessen von %s Modi aus durch\n" +
	"method.reduction: gemessen aus 1 kleineren Topologie durch\n" +
	"method.reductions: gemessen aus %s kleineren Topologien durch\n" +
	"method.hardtrees: Importance Sampling unmittelbar aus harten Bäumen\n" +
	"method.soft: Importance Sampling um die Modi der weichen Bäume\n" +
	"method.embedded: eingebettete Ziehungen\n" +
	"method.tempered: temperiertes sequentielles Monte Carlo\n" +
	"method.other: Importance Sampling\n" +

	"tree.title: Der Baum\n" +
	"tree.named: Der Baum %s\n" +
	"tree.reads: %s ihrer Ziehungen lesen sich als %s, weil dort eine Teilung keine Trainingszeile abteilt.\n" +
	"tree.follow: Dem wahrscheinlichsten folgen\n" +
	"tree.wait: Der erste Baum erscheint hier wenige Sekunden nach Beginn des Laufs.\n" +
	"tree.how: Lesehilfe\n" +
	"tree.how.regression: Hügel: wo jede Schwelle liegen kann, auf der Skala des Merkmals. Striche: die Trainingszeilen, die ankommen; Bänder: ihr Anteil. Darunter: die Zeilen jedes Blatts, sein Mittelwert mit 90-%-Intervall und die Linie, die 90 % neuer Zeilen fasst.\n" +
	"tree.how.classification: Hügel: wo jede Schwelle liegen kann, auf der Skala des Merkmals. Striche: die Trainingszeilen, die ankommen; Bänder: ihr Anteil. Darunter: die Klassen jedes Blatts mit 90-%-Intervall.\n" +
	"tree.say: Diese Topologie: %s der Posterior-Verteilung. %s, %s, Log-Evidenz %s.\n" +
	"tree.say.fast: Diese Topologie: %s der gemessenen Posterior-Verteilung. %s, %s, Log-Evidenz %s.\n" +
	"tree.audited: Nachgeprüft: Alle %s Zustände eines zweiten Wegs sind abgedeckt.\n" +
	"tree.audited.exact: Nachgeprüft: Es gibt nichts, was fehlen könnte.\n" +
	"tree.mended.one: Nachgeprüft: 1 Komponente ergänzt; Log-Evidenz vorher %s.\n" +
	"tree.mended: Nachgeprüft: %s Komponenten ergänzt; Log-Evidenz vorher %s.\n" +
	"tree.khat: Nicht verlässlich: k\u0302\u00a0%s liegt über der Grenze %s.\n" +
	"tree.fewdraws: Nicht verlässlich: zu wenige Ziehungen.\n" +
	"tree.modes: Nicht verlässlich: Ein Modus könnte fehlen, denn wiederholte Suchen fanden verschiedene.\n" +
	"tree.leaf: 1 Blatt\n" +
	"tree.leaves: %s Blätter\n" +
	"tree.visit: 1 Besuch\n" +
	"tree.visits: %s Besuche\n" +

	"compare.title: Vergleich\n" +
	"compare.caption: Fehler dieses Laufs und des Vergleichsmaßstabs auf Trainings- und Testzeilen\n" +
	"compare.wait: Mit dem ersten Baum erscheinen hier die Fehler auf Trainings- und Testzeilen, neben denen der einfachsten Vorhersage.\n" +
	"compare.method: Verfahren\n" +
	"compare.run: Dieser Lauf\n" +
	"compare.true: Wahre Partition\n" +
	"compare.mse: MSE\n" +
	"compare.accuracy.head: Trefferquote\n" +
	"compare.train: %s Training\n" +
	"compare.test: %s Test\n" +
	"compare.logscore: Log-Score\n" +
	"compare.on.test: Testzeilen\n" +
	"compare.on.train: Trainingszeilen\n" +
	"compare.truth: Der Testfehler ist %s-mal so groß wie der der wahren Partition.\n" +
	"compare.smaller: Auf den %s ist der Fehler %s-mal kleiner als mit der Vorhersage „%s“.\n" +
	"compare.notsmaller: Auf den %s ist der Fehler nicht kleiner als mit der Vorhersage „%s“.\n" +
	"compare.accuracy: %s von %s %s sind richtig benannt; %s mit der Vorhersage „%s“.\n" +
	"compare.mean: Mittelwert von %s\n" +
	"compare.mean.head: Mittel von %s\n" +
	"compare.class: häufigste Klasse (%s)\n" +
	"compare.class.head: Häufigste Klasse (%s)\n" +

	"paper.open: Paper nachrechnen\n" +
	"paper.short: %d von %d Läufen\n" +
	"paper.title: Paper nachrechnen\n" +
	"paper.say: Rechnet den schnellen Modus mit den Startwerten 1 bis 10 auf den Datensätzen des Papers, mit dessen Aufteilungen und Bandbreiten. Tabelle und Lauf auf der Seite bleiben, wie sie sind; es läuft weiter, auch wenn dieses Fenster geschlossen oder der Tab verdeckt ist.\n" +
	"paper.files: Publizierte Dateien öffnen\n" +
	"paper.files.say: oder hier ablegen: WU und CGM sind neu simuliert, weil die Zeilen der Autoren nicht beiliegen. Deren Trainings- und Testdateien zu WU, CGM und Raisin kommen in die Tabelle.\n" +
	"paper.start: Alle rechnen\n" +
	"paper.save: Als CSV speichern\n" +
	"paper.progress: Anteil der fertigen Läufe\n" +
	"paper.count: %d von %d Läufen, %s\n" +
	"paper.caption: Testergebnisse dieses Programms neben denen, die das Paper für DCC-Tree angibt\n" +
	"paper.set: Datensatz\n" +
	"paper.here: Hier\n" +
	"paper.paper: Paper\n" +
	"paper.agrees: Stimmig?\n" +
	"paper.cart: CART\n" +
	"paper.seconds: Sekunden\n" +
	"paper.accuracy: Trefferquote\n" +
	"paper.split: publizierte Aufteilung\n" +
	"paper.simulated: neu simuliert\n" +
	"paper.runs: %d von %d\n" +
	"paper.yes: ja\n" +
	"paper.no: nein\n" +
	"paper.note: Auf Testzeilen: Mittelwert (Standardabweichung über Startwerte) und darunter der Standardfehler des Mittelwerts. Die Mittelwerte stimmen überein, wo ihre Differenz, hier minus Paper, innerhalb der Grenze daneben liegt: Welchs t-Test zu 5 %, die Rundung im Druck und, bei neu simulierten Zeilen, was andere Zeilen ändern. CART hat die Vorgaben von rpart. Die Sekunden gelten für einen Lauf mit seinen Nachprüfungen.\n" +
	"paper.unknown: %s ist keine der publizierten Dateien zu WU, CGM und Raisin.\n" +
	"paper.train: Die Testdatei zu %s ist da; es fehlt noch die Trainingsdatei.\n" +
	"paper.test: Die Trainingsdatei zu %s ist da; es fehlt noch die Testdatei.\n" +
	"paper.joined: Die publizierten Zeilen von %s sind da.\n" +
	"paper.running: Läuft.\n" +
	"paper.stopped: Angehalten; was fertig ist, bleibt.\n" +
	"paper.done: Alle Läufe sind fertig.\n" +
	"paper.failed: %s, Startwert %d: %s Was fertig ist, bleibt.\n" +

	"diagnostics.title: Diagnostik\n" +
	"diagnostics.wait: Noch nichts gemessen.\n" +
	"diagnostics.divergences: Divergenzen\n" +
	"diagnostics.divergences.none: keine in %s Ziehungen\n" +
	"diagnostics.divergences.value: %s in %s Ziehungen, die meisten in %s\n" +
	"diagnostics.khat: Größtes k\u0302\n" +
	"diagnostics.khat.value: %s in %s, Grenze\u00a0%s\n" +
	"diagnostics.effective: Effektive Anzahl\n" +
	"diagnostics.effective.value: mindestens %s, in %s\n" +
	"diagnostics.leftout: Verworfene Ketten\n" +
	"diagnostics.leftout.none: keine von %s\n" +
	"diagnostics.leftout.value: %s von %s\n" +
	"diagnostics.coverage: Die 90-%%-Intervalle fassen %s der Testzeilen.\n" +
	"diagnostics.audits: Nachprüfungen\n" +
	"diagnostics.digest: Prüfsumme der Ergebnisse\n" +
	"diagnostics.givenup: Nach Fehlern aufgegeben bei\n" +
	"diagnostics.audits.fine: nichts fehlte in %s\n" +
	"diagnostics.audits.mended: ergänzt in %s\n" +
	"diagnostics.audits.doubt: Zweifel an %s\n" +
	"diagnostics.audits.failed: gescheitert für %s\n" +

	"checks.say: Vergleichen mit\n" +
	"checks.bandwidths: anderen Bandbreiten\n" +
	"checks.priors: anderen Prioren\n" +
	"checks.cancel: Abbrechen\n" +
	"checks.progress: Fortschritt des Vergleichs\n" +
	"checks.table: Was der Vergleich ergab\n" +
	"checks.bandwidths.busy: Neben dem Lauf werden Bandbreiten verglichen.\n" +
	"checks.priors.busy: Neben dem Lauf werden Prioren verglichen.\n" +
	"checks.bandwidths.caption: Bandbreiten, gegeben die Trainingszeilen\n" +
	"checks.priors.caption: Prioren halb und doppelt so weit, gegen den eingestellten Prior\n" +
	"checks.done: Der Vergleich ist fertig.\n" +
	"checks.cancelled: Der Vergleich wurde abgebrochen.\n" +
	"checks.failed: nicht gemessen\n" +
	"checks.h: h\n" +
	"checks.weight: Gewicht\n" +
	"checks.evidence: Log-Evidenz\n" +
	"checks.score: Log-Score\n" +
	"checks.loss: Unter dem besten\n" +
	"checks.folds: Scores reihum ausgelassener Zeilen, je ein Fünftel; Fehler über Zeilen.\n" +
	"checks.average: Mit diesen Gewichten über h gemittelt, beträgt der MSE auf den %s %s.\n" +
	"checks.prior: Prior\n" +
	"checks.moved: Verschobenes Gewicht\n" +
	"checks.predictions: Verschobene Vorhersagen\n" +
	"checks.above: (darüber)\n" +
	"checks.note.regression: Gewicht von Topologien, das sich verschiebt, über .1 als Abhängigkeit gewertet; mittlere Vorhersage, in prädiktiven Standardabweichungen, über .1.\n" +
	"checks.note.classification: Gewicht von Topologien, das sich verschiebt, über .1 als Abhängigkeit gewertet; Klassenwahrscheinlichkeiten, im Mittel, über .05.\n" +
	"checks.use: h = %s im nächsten Lauf verwenden\n" +
	"checks.used: Der nächste Lauf hat h = %s; „Starten“ beginnt ihn.\n" +

	"prediction.title: Vorhersage\n" +
	"prediction.back: Zurück\n" +
	"prediction.next: Weiter\n" +
	"prediction.back.label: Zurück um eine Zeile\n" +
	"prediction.next.label: Weiter zur nächsten Zeile\n" +
	"prediction.testrow: Testzeile\n" +
	"prediction.trainrow: Trainingszeile\n" +
	"prediction.wait: Was die Bäume gemeinsam über eine Zeile sagen.\n" +
	"prediction.interval: 90\u00a0%% zwischen %s und %s\n" +
	"prediction.truth: wahrer Wert %s\n" +
	"prediction.probability: mit Wahrscheinlichkeit %s\n" +
	"prediction.trueclass: wahre Klasse %s\n" +
	"prediction.inside: im Intervall\n" +
	"prediction.outside: außerhalb des Intervalls\n" +
	"prediction.right: richtig benannt\n" +
	"prediction.wrong: falsch benannt\n" +

	"log.title: Verlauf\n" +
	"log.wait: Hier steht jeder Schritt des Laufs, der neueste zuerst.\n" +
	"whose: %s, Startwert %s, %s\n" +

	"footer.what: DCC-Tree teilt die Posterior-Verteilung über Entscheidungsbäume nach ihrer Gestalt auf, misst jede Gestalt und fügt sie nach ihrer Evidenz zusammen.\n" +
	"footer.licence: MIT-Lizenz; UCI-Daten CC BY 4.0.\n" +
	"footer.cite: Zitieren\n" +
	"footer.citation: Cochrane, Wills und Johnson, Divide, Conquer, Combine Bayesian Decision Tree Sampling. Zu diesem Programm siehe CITATION.cff in seinem Repository.\n" +
	"footer.notices: Hinweise zu fremder Software\n" +
	"footer.notices.file: NOTICE.txt (neuer Tab)\n" +
	"footer.version: Version %s.\n"
