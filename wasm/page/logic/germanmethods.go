// The texts of the samplers side by side, in German.

package logic

const methodsGerman = "" +
	"methods.open: Andere Verfahren\n" +
	"methods.title: Verfahren nebeneinander\n" +
	"methods.say: Die Verfahren, die das Paper vergleicht, auf den Zeilen und mit dem Startwert des Laufs auf der Seite. Jedes hat dasselbe Budget: Zeit eines Workers oder Gradienten, von denen ein Schritt eines harten Baums als 0,6 zählt. Der Lauf selbst bleibt, wie er ist.\n" +
	"methods.which: Verfahren\n" +
	"methods.budget: Budget je Verfahren\n" +
	"methods.unit: Einheit des Budgets\n" +
	"methods.unit.seconds: Sekunden\n" +
	"methods.unit.gradients: Gradienten\n" +
	"methods.start: Vergleichen\n" +
	"methods.save: Als CSV speichern\n" +
	"methods.progress: Verbrauchter Anteil der Budgets\n" +
	"methods.classes: WU fehlt: wie im Paper ist es für Zahlen und für zwei Klassen.\n" +
	"methods.norun: Zuerst braucht es einen Lauf mit einem Baum.\n" +
	"methods.none: Mindestens ein Verfahren ist nötig.\n" +
	"methods.nobudget: Das Budget ist eine Zahl über 0.\n" +
	"methods.running: Läuft, auch wenn dieses Fenster geschlossen ist.\n" +
	"methods.stopped: Angehalten; was gefunden ist, bleibt.\n" +
	"methods.ended: Alle Budgets sind verbraucht.\n" +
	"methods.caption: Wie die Verfahren stehen\n" +
	"methods.scroll: Tabelle der Verfahren\n" +
	"methods.method: Verfahren\n" +
	"methods.testrow: Testzeile %s\n" +
	"methods.trainrow: Trainingszeile %s\n" +
	"methods.leaves: Blätter\n" +
	"methods.tree: Wahrscheinlichster Baum\n" +
	"methods.work: Ziehungen und Arbeit\n" +
	"methods.hard: harte Teilungen\n" +
	"methods.soft: weiche Teilungen\n" +
	"methods.used: %s des Budgets\n" +
	"methods.done: am Ende\n" +
	"methods.waiting: Noch keine Ziehung.\n" +
	"methods.difference: %s zu %s\n" +
	"methods.own: jede Ziehung allein %s\n" +
	"methods.interval: %s, 90\u00a0%% %s bis %s\n" +
	"methods.mean: %s im Mittel\n" +
	"methods.share: %s der Posterior-Verteilung\n" +
	"methods.ess: %s effektiv, %s je Sekunde\n" +
	"methods.accepted: %s der Schritte angenommen\n" +
	"methods.gradients: %s Gradienten\n" +
	"methods.moves: %s Bäume bewertet\n" +
	"methods.single: ein Baum, ohne Ziehungen\n" +
	"methods.seconds: %s Ziehungen in %s\u00a0s\n" +
	"methods.how: Güte: Mittel über die Zeilen ± Standardfehler, darunter der Unterschied zum ersten Verfahren in denselben Zeilen und die mittlere Güte einzelner Ziehungen, jede Zeile in ihrem wahrscheinlichsten Blatt, wie die anderen Programme des Papers bewerten. Effektiv: unabhängige Ziehungen, die über die Log-Dichte ebenso viel sagen. Harte Bäume haben andere A-priori-Verteilungen als weiche: vergleichbar sind Vorhersagen, nicht Evidenzen.\n"
