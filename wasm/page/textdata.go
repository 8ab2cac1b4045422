// The texts of the Data panel and its dialogs.

package page

var dataText = map[string]string{
	"fold.open":  "Change",
	"fold.close": "Done",

	"data.drop":         "or drop a CSV file anywhere here, or",
	"data.paste":        "paste a table",
	"data.private":      ". It never leaves this tab.",
	"data.splitseed":    "seed",
	"data.standardize":  "Standardize the target",
	"data.raw":          "The target is sampled as it is: the prior is meant for values of the order of 1.",
	"data.raw.paper":    "The target is sampled as it is, as in the paper.",
	"data.uses":         "A run uses %s of %s rows and %s.", // rows, rows, features
	"data.leftout.some": "%s rows have no value in a column that is used and are left out.",
	"data.leftout.1":    "1 row has no value in a column that is used and is left out.",
	"data.holdout.bad":  "Held out is %s; it must be a number from 0 to 0.9.",
	"data.seed.bad":     "The seed of the split is %s; it must be a whole number, 0 or more.",
	"data.pasted":       "Pasted table",

	"data.short.left":   "%s rows left out", // count
	"data.short.left.1": "1 row left out",
	"data.short.note":   "1 remark",
	"data.short.notes":  "%s remarks", // count

	"columns.missing":  "%s missing", // count
	"columns.open":     "Columns",
	"columns.used":     "%s of %s used", // count, count
	"columns.title":    "Columns",
	"columns.caption":  "What each column holds, and whether it is used",
	"columns.use":      "Use %s as a feature", // column
	"columns.target":   "target",
	"columns.unusable": "not used",
	"columns.none":     "Every column is unticked: tick at least one to predict from.",
	"columns.numeric":  "number, %s to %s", // least, most
	"columns.text":     "text, %s values",  // count
	"columns.date":     "date",
	"columns.days":     "date, as days since 1970: %s to %s", // least, most
	"columns.find":     "Find",
	"columns.all":      "Use all shown",
	"columns.notone":   "Use none shown",
	"columns.more":     "%s more columns are not shown: type a part of their names into Find.", // count
	"columns.nothing":  "No column has that in its name.",
	"columns.again":    "Reading the table again.",
	"columns.read":     "Read again. %s", // how it was read
	"columns.as":       "Read %s as",     // column
	"columns.found":    "%s (as found)",  // kind
	"columns.byitself": "as it looks",

	"columns.head.name":     "Used, name",
	"columns.head.kind":     "Read as",
	"columns.head.holds":    "Holds",
	"columns.head.distinct": "Distinct",
	"columns.head.missing":  "Missing",

	"kind.numeric": "number",
	"kind.text":    "text",
	"kind.date":    "date, not used",
	"kind.days":    "date, as days",

	"format.separator": "Separator",
	"format.decimal":   "Decimal sign",
	"format.header":    "First row",
	"format.found":     "%s (found)", // value
	"format.point":     "point",
	"format.comma":     "comma",
	"format.semicolon": "semicolon",
	"format.tab":       "tab",
	"format.bar":       "vertical bar",
	"format.names":     "holds the names",
	"format.data":      "is data",

	"paste.title": "Paste a table",
	"paste.say":   "Copy cells from a spreadsheet or lines of a CSV file, and paste them here. The first row may hold the names of the columns.",
	"paste.read":  "Use this table",
	"paste.empty": "There is nothing in the field yet.",

	"leftout.open":    "Which rows are left out",
	"leftout.title":   "Rows left out",
	"leftout.say":     "A run needs a value in the target and in every column that is used. %s of %s rows lack one.", // rows, rows
	"leftout.cut":     "The first %s are shown; copy or save the list for all of them.",                              // count
	"leftout.most":    "The list holds the first %s.",                                                                // count
	"leftout.row":     "Row of the file",
	"leftout.missing": "No value in",
	"leftout.copy":    "Copy",
	"leftout.save":    "Save as CSV",
	"leftout.copied":  "The list is copied.",
	"leftout.nocopy":  "The browser does not let the page copy (%s). Save the list instead.", // error
}
