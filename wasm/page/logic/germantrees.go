// The German texts of the tree's own controls, the rows at a node, and what holds across trees.

package logic

const treesGerman = "" +
	"tree.point: Auf einen Knoten zeigen, ihn antippen oder mit Tab und den Pfeiltasten wandern zeigt seine Zeilen.\n" +
	"tree.zoom: Zoom\n" +
	"tree.zoom.in: Breiter\n" +
	"tree.zoom.out: Schmaler\n" +
	"tree.zoom.fit: Einpassen\n" +
	"tree.collapse: Einklappen\n" +
	"tree.expand: Ausklappen\n" +
	"tree.rows: Zeilen zeigen\n" +
	"rows.title: Zeilen an einem Knoten\n" +
	"rows.table: Die Zeilen\n" +
	"rows.caption: Trainingszeilen, die den Knoten erreichen, in der Reihenfolge der Datei\n" +
	"rows.row: Zeile der Datei\n" +
	"rows.some: Die ersten %s von %s Trainingszeilen, in der Reihenfolge der Datei.\n" +
	"rows.all: %s Trainingszeilen, in der Reihenfolge der Datei.\n" +
	"rows.one: 1 Trainingszeile.\n" +
	"rows.none: Keine Trainingszeile erreicht diesen Knoten.\n" +
	"across.title: Über die Bäume hinweg\n" +
	"across.wait: Worin die Bäume übereinstimmen und bei welcher Teilung sie uneins sind, steht hier ab dem ersten Baum.\n" +
	"across.features: Welche Merkmale, und wo sie geteilt werden\n" +
	"across.features.do: Balken: Gewicht der Bäume, die nach dem Merkmal teilen, ± Monte-Carlo-Fehler. Raute: sein mittleres Gewicht auf dem Simplex einer Teilung; die Marke darüber ist das des Priors. Hügel: wo die Schwellen aller Bäume liegen; seine Fläche ist die Zahl der Teilungen. Eine Teilung, die keine Trainingszeile abteilt, zählt nicht.\n" +
	"across.consensus: Was die meisten Bäume fragen, der Reihe nach\n" +
	"across.order: Die häufigste erste Teilung, dann die häufigsten nächsten unter den Bäumen, die sie haben. Striche: die Schwelle jedes Baums, je dunkler, desto schwerer.\n" +
	"across.cuts: Teilungen, in denen Bäume übereinstimmen oder uneins sind\n" +
	"across.pairs: Schwellen, die weniger als ein Zehntel der Spannweite eines Merkmals auseinander liegen, zählen als eine Teilung, wo immer im Baum sie steht. Zwei Bäume sind über ein Zeilenpaar uneins, wenn es nur in einem von beiden im selben Blatt liegt; zugerechnet wird das der Teilung, die das Paar trennt.\n" +
	"across.made: %s (%s)\n" +
	"across.and:  und \n" +
	"across.nosplit: Kein Baum teilt irgendetwas.\n" +
	"across.agree: Fast alle Bäume, nach Gewicht, teilen bei %s.\n" +
	"across.noagreement: %s ist das größte Gewicht von Bäumen mit einer gemeinsamen Teilung: %s.\n" +
	"across.alike: Die Bäume teilen die Trainingszeilen fast gleich auf.\n" +
	"across.disagree: %s der Paare von Trainingszeilen liegen im Mittel nur in einem von zwei gezogenen Bäumen im selben Blatt.\n" +
	"across.whether: %s davon ist, ob bei %s geteilt wird: Bäume mit Gewicht %s tun es.\n" +
	"across.where: %s davon ist, wo genau die Teilung %s liegt, die Bäume mit Gewicht %s haben.\n" +
	"across.covered: %s Bäume sind verglichen, mit %s der gemessenen Posterior-Verteilung: Topologien, jeweils mit dem Hauptmerkmal jeder Teilung.\n" +
	"across.covered.one: Es gibt einen Baum: eine Topologie mit einem Hauptmerkmal für jede Teilung.\n" +
	"tree.how.moves: Eingabetaste oder „Einklappen“ faltet, was unter einer Teilung liegt, zu einem Blatt. Die Tasten + und − zeichnen den Baum breiter und schmaler, 0 passt ihn ein; Ziehen, oder die Umschalttaste mit einer Pfeiltaste, verschiebt einen breiten.\n"
