// The German texts of "Take away" and of the links that save a figure.

package logic

const takeGerman = "" +
	"nav.take: Mitnehmen\n" +

	"take.title: Mitnehmen\n" +
	"take.figures: Abbildungen\n" +
	"take.predictions: Vorhersagen\n" +
	"take.draws: Ziehungen\n" +
	"take.trees: Gezogene Bäume\n" +
	"take.rules: Regeln\n" +
	"take.report: Bericht\n" +
	"take.rows: Neue Zeilen\n" +
	"take.link: Link\n" +
	"take.svg: SVG\n" +
	"take.png: PNG\n" +
	"take.csv: CSV\n" +
	"take.stan: Stan-CSV\n" +
	"take.json: JSON\n" +
	"take.words: Text\n" +
	"take.python: Python\n" +
	"take.r: R\n" +
	"take.sql: SQL (Standard)\n" +
	"take.mysql: SQL (MySQL, MariaDB)\n" +
	"take.html: HTML\n" +
	"take.open: CSV vorhersagen\n" +
	"take.copy: Kopieren\n" +
	"take.save: Speichern\n" +

	"take.wait: Dateien gibt es, sobald ein Baum da ist.\n" +
	"take.say: Ziehungen und Regeln gelten dem gezeigten Baum.\n" +
	"take.working: Die Datei entsteht.\n" +
	"take.sofar: Die Datei entsteht: %d\u00a0%%.\n" +
	"take.saved: %s ist gespeichert.\n" +
	"take.formulas: Texten darin, die mit =, +, - oder @ beginnen, steht ein Apostroph voran: Tabellenkalkulationen würden sie ausrechnen.\n" +
	"take.nofigure: Noch gibt es keine Abbildung.\n" +
	"take.nopicture: Ein Bild dieser Größe kann der Browser nicht erzeugen; als SVG geht es.\n" +
	"take.copied: Der Link ist kopiert: Einstellungen und Startwert, keine Daten.\n" +
	"take.address: Der Link steht in der Adresszeile: Einstellungen und Startwert, keine Daten.\n" +
	"take.predicting: %s wird vorhergesagt.\n" +
	"take.predicted: %s von %s Zeilen vorhergesagt.\n" +
	"take.missing: in Zeile %d fehlt %s\n" +
	"take.missing.all: %s von %s Zeilen vorhergesagt: %s.\n" +

	"figure.save: Diese Abbildung speichern als\n"
