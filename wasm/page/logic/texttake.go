// The texts of "Take away" and of the links that save a figure.

package logic

const takeText = "" +
	"nav.take: Take away\n" +

	"take.title: Take away\n" +
	"take.figures: Figures\n" +
	"take.predictions: Predictions\n" +
	"take.draws: Draws\n" +
	"take.trees: Drawn trees\n" +
	"take.rules: Rules\n" +
	"take.report: Report\n" +
	"take.rows: New rows\n" +
	"take.link: Link\n" +
	"take.svg: SVG\n" +
	"take.png: PNG\n" +
	"take.csv: CSV\n" +
	"take.stan: Stan CSV\n" +
	"take.json: JSON\n" +
	"take.words: text\n" +
	"take.python: Python\n" +
	"take.r: R\n" +
	"take.sql: SQL (standard)\n" +
	"take.mysql: SQL (MySQL, MariaDB)\n" +
	"take.html: HTML\n" +
	"take.open: Predict a CSV\n" +
	"take.copy: Copy\n" +
	"take.save: Save\n" +

	"take.wait: Files can be saved once there is a tree.\n" +
	"take.say: Draws and rules are of the tree shown.\n" +
	"take.working: Making the file.\n" +
	"take.sofar: Making the file: %d\u00a0%%.\n" + // percent
	"take.saved: Saved %s.\n" + // file
	"take.formulas: Texts in it that begin with =, +, - or @ have an apostrophe before them: spreadsheets would compute them.\n" +
	"take.nofigure: There is no figure yet.\n" +
	"take.nopicture: The browser cannot make a picture of this size; save the SVG.\n" +
	"take.copied: The link is copied: settings and seed, no data.\n" +
	"take.address: The link stands in the address bar: settings and seed, no data.\n" +
	"take.predicting: Predicting %s.\n" + // file
	"take.predicted: %s of %s rows predicted.\n" + // count, count
	"take.missing: row %d misses %s\n" + // row, column
	"take.missing.all: %s of %s rows predicted: %s.\n" + // count, count, rows

	"figure.save: Save this figure as\n"
