// Texts of the tree's own controls, the rows at a node, and what holds across trees.

package page

var treesText = map[string]string{
	"tree.point":     "Point at a node, tap it, or walk by Tab and the arrow keys, to see its rows.",
	"tree.zoom":      "Zoom",
	"tree.zoom.in":   "Wider",
	"tree.zoom.out":  "Narrower",
	"tree.zoom.fit":  "Fit",
	"tree.collapse":  "Collapse",
	"tree.expand":    "Expand",
	"tree.rows":      "Show these rows",
	"rows.title":     "Rows at a node",
	"rows.table":     "The rows",
	"rows.caption":   "Training rows that reach the node, in the order of the file",
	"rows.row":       "File row",
	"rows.some":      "The first %s of %s training rows, in the order of the file.", // count, count
	"rows.all":       "%s training rows, in the order of the file.",                 // count
	"rows.one":       "1 training row.",
	"rows.none":      "No training row reaches this node.",
	"tree.how.moves": "Enter, or Collapse, folds what is below a split into one leaf. The keys + and − draw the tree wider and narrower, 0 fits it; drag, or Shift with an arrow key, moves a wide one.",
}
