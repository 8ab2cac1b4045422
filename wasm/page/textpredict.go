// The texts of predictions: what-if, the comparison with CART, all predictions, and the details of the diagnostics.

package page

var predictText = map[string]string{
	"compare.cart":          "CART",
	"compare.brier":         "Brier score",
	"compare.coverage":      "in 90\u00a0% interval",
	"compare.paired.ahead":  "On these %s %s CART is ahead by %s in %s, paired.",  // rows, which, difference, score
	"compare.paired.behind": "On these %s %s CART is behind by %s in %s, paired.", // rows, which, difference, score
	"compare.paired.equal":  "On these %s %s CART has the same %s.",               // rows, which, score

	"rows.open":               "All predictions",
	"rows.title":              "All predictions",
	"rows.scores":             "Scores",
	"rows.caption":            "Scores of this run and of what it is held against, with standard errors over the rows",
	"rows.say.regression":     "± is the standard error over the rows. The log score is the mean log predictive density; higher is better.",
	"rows.say.classification": "± is the standard error over the rows. The Brier score is the mean squared distance of the class probabilities from what came true, 0 to 2; the log score the mean log probability of the true class.",
	"rows.set":                "Rows",
	"rows.drawing":            "Drawing.",
	"rows.drawn":              "The figures show step %s.", // number
	"rows.table":              "Table",
	"plot.observed":           "Predicted against observed",
	"plot.residuals":          "Residuals",
	"plot.calibration":        "Calibration",
	"plot.confusion":          "Confusion matrix",
	"plot.map":                "Map of predictions",
	"plot.failed":             "This figure cannot be drawn: %s", // error
	"map.title":               "Over two features",
	"map.x":                   "Across",
	"map.y":                   "Up",
	"map.held":                "Other features",
	"map.medians":             "at the medians of the training rows",
	"map.row":                 "as in %s %d (diamond)", // "test row", number

	"whatif.title":     "What if",
	"whatif.group":     "Values of the features",
	"whatif.back":      "Back to the row",
	"whatif.all":       "All %d", // features
	"whatif.few":       "Fewer",
	"whatif.tick":      "Tick: threshold of this tree.",
	"whatif.outside":   "%s lies outside the training rows.", // features
	"whatif.bad":       "Give a number for %s.",              // feature
	"whatif.changed":   "Values of your own: there is no true value.",
	"whatif.number":    "%s, as a number",                                  // feature
	"whatif.range":     "%s, training rows from %s to %s",                  // feature, least, most
	"whatif.disagree":  "The topologies disagree: %s says %s, %s says %s.", // name, answer, name, answer
	"whatif.near":      "%s lies where %s may put its threshold.",          // feature, topology
	"whatif.agree":     "No topology over 5\u00a0% disagrees.",             // nothing
	"whatif.said":      "%s, 90\u00a0%% between %s and %s.",                // mean, low, high
	"whatif.saidclass": "%s, with probability %s.",                         // class, probability
	"whatif.class":     "%s (%s)",                                          // class, probability
}
