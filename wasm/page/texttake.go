// The texts of "Take away" and of the links that save a figure.

package page

var takeText = map[string]string{
	"nav.take": "Take away",

	"take.title":       "Take away",
	"take.figures":     "Figures",
	"take.predictions": "Predictions",
	"take.draws":       "Draws",
	"take.trees":       "Drawn trees",
	"take.rules":       "Rules",
	"take.report":      "Report",
	"take.rows":        "New rows",
	"take.link":        "Link",
	"take.svg":         "SVG",
	"take.png":         "PNG",
	"take.csv":         "CSV",
	"take.stan":        "Stan CSV",
	"take.json":        "JSON",
	"take.words":       "text",
	"take.python":      "Python",
	"take.r":           "R",
	"take.sql":         "SQL",
	"take.html":        "HTML",
	"take.open":        "Predict a CSV",
	"take.copy":        "Copy",
	"take.save":        "Save",

	"take.wait":        "Files can be saved once there is a tree.",
	"take.say":         "Draws and rules are of the tree shown.",
	"take.working":     "Making the file.",
	"take.sofar":       "Making the file: %d\u00a0%%.", // percent
	"take.saved":       "Saved %s.",                    // file
	"take.nofigure":    "There is no figure yet.",
	"take.nopicture":   "The browser cannot make a picture of this size; save the SVG.",
	"take.copied":      "The link is copied: settings and seed, no data.",
	"take.address":     "The link stands in the address bar: settings and seed, no data.",
	"take.predicting":  "Predicting %s.",               // file
	"take.predicted":   "%s of %s rows predicted.",     // count, count
	"take.missing":     "row %d misses %s",             // row, column
	"take.missing.all": "%s of %s rows predicted: %s.", // count, count, rows

	"figure.save": "Save this figure as",
}
