// The texts of the Data panel and its dialogs.

package logic

const dataText = "" +
	"fold.open: Change\n" +
	"fold.close: Done\n" +

	"data.drop: or drop a CSV file anywhere here, or\n" +
	"data.paste: paste a table\n" +
	"data.private: . It never leaves this tab.\n" +
	"data.splitseed: seed\n" +
	"data.standardize: Standardize the target\n" +
	"data.raw: The target is sampled as it is: the prior is meant for values of the order of 1.\n" +
	"data.raw.paper: The target is sampled as it is, as in the paper.\n" +
	"data.uses: A run uses %s of %s rows and %s.\n" + // rows, rows, features
	"data.leftout.some: %s rows have no value in a column that is used and are left out.\n" +
	"data.leftout.1: 1 row has no value in a column that is used and is left out.\n" +
	"data.holdout.bad: Held out is %s; it must be a number from 0 to 0.9.\n" +
	"data.seed.bad: The seed of the split is %s; it must be a whole number, 0 or more.\n" +
	"data.pasted: Pasted table\n" +

	"data.short.left: %s rows left out\n" + // count
	"data.short.left.1: 1 row left out\n" +
	"data.short.note: 1 remark\n" +
	"data.short.notes: %s remarks\n" + // count

	"columns.missing: %s missing\n" + // count
	"columns.open: Columns\n" +
	"columns.used: %s of %s used\n" + // count, count
	"columns.title: Columns\n" +
	"columns.caption: What each column holds, and whether it is used\n" +
	"columns.use: Use %s as a feature\n" + // column
	"columns.target: target\n" +
	"columns.unusable: not used\n" +
	"columns.none: Every column is unticked: tick at least one to predict from.\n" +
	"columns.numeric: number, %s to %s\n" + // least, most
	"columns.text: text, %s values\n" + // count
	"columns.date: date\n" +
	"columns.days: date, as days since 1970: %s to %s\n" + // least, most
	"columns.find: Find\n" +
	"columns.all: Use all shown\n" +
	"columns.notone: Use none shown\n" +
	"columns.more: %s more columns are not shown: type a part of their names into Find.\n" + // count
	"columns.nothing: No column has that in its name.\n" +
	"columns.again: Reading the table again.\n" +
	"columns.read: Read again. %s\n" + // how it was read
	"columns.as: Read %s as\n" + // column
	"columns.found: %s (as found)\n" + // kind
	"columns.byitself: as it looks\n" +

	"columns.head.name: Used, name\n" +
	"columns.head.kind: Read as\n" +
	"columns.head.holds: Holds\n" +
	"columns.head.distinct: Distinct\n" +
	"columns.head.missing: Missing\n" +

	"kind.numeric: number\n" +
	"kind.text: text\n" +
	"kind.date: date, not used\n" +
	"kind.days: date, as days\n" +

	"format.separator: Separator\n" +
	"format.decimal: Decimal sign\n" +
	"format.header: First row\n" +
	"format.found: %s (found)\n" + // value
	"format.point: point\n" +
	"format.comma: comma\n" +
	"format.semicolon: semicolon\n" +
	"format.tab: tab\n" +
	"format.bar: vertical bar\n" +
	"format.names: holds the names\n" +
	"format.data: is data\n" +

	"paste.title: Paste a table\n" +
	"paste.say: Copy cells from a spreadsheet or lines of a CSV file, and paste them here. The first row may hold the names of the columns.\n" +
	"paste.read: Use this table\n" +
	"paste.empty: There is nothing in the field yet.\n" +

	"leftout.open: Which rows are left out\n" +
	"leftout.title: Rows left out\n" +
	"leftout.say: A run needs a value in the target and in every column that is used. %s of %s rows lack one.\n" + // rows, rows
	"leftout.cut: The first %s are shown; copy or save the list for all of them.\n" + // count
	"leftout.most: The list holds the first %s.\n" + // count
	"leftout.row: Row of the file\n" +
	"leftout.missing: No value in\n" +
	"leftout.copy: Copy\n" +
	"leftout.save: Save as CSV\n" +
	"leftout.copied: The list is copied.\n" +
	"leftout.nocopy: The browser does not let the page copy (%s). Save the list instead.\n" // error
