// The texts of predictions: what-if, the comparison with CART, all predictions, and the details of the diagnostics.

package page

var predictText = map[string]string{
	"whatif.title":     "What if",
	"whatif.group":     "Values of the features",
	"whatif.back":      "Back to the row",
	"whatif.all":       "All %d", // features
	"whatif.few":       "Fewer",
	"whatif.tick":      "Tick: threshold in the tree shown.",
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
