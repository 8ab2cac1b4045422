// The texts of predictions: what-if, the comparison with CART, all predictions, and the details of the diagnostics.

package page

var predictText = map[string]string{
	"compare.cart":          "CART",
	"compare.brier":         "Brier score",
	"compare.coverage":      "in 90\u00a0% interval",
	"compare.paired.ahead":  "On these %s %s CART is ahead by %s in %s, paired.",  // rows, which, difference, score
	"compare.paired.behind": "On these %s %s CART is behind by %s in %s, paired.", // rows, which, difference, score
	"compare.paired.equal":  "On these %s %s CART has the same %s.",               // rows, which, score

	"all.open":               "All predictions",
	"all.title":              "All predictions",
	"all.scores":             "Scores",
	"all.caption":            "Scores of this run and of what it is held against, with standard errors over the rows",
	"all.say.regression":     "± is the standard error over the rows. The log score is the mean log predictive density; higher is better.",
	"all.say.classification": "± is the standard error over the rows. The Brier score is the mean squared distance of the class probabilities from what came true, 0 to 2; the log score the mean log probability of the true class.",
	"all.set":                "Rows",
	"all.drawing":            "Drawing.",
	"all.drawn":              "The figures show step %s.", // number
	"all.table":              "Table",
	"plot.observed":          "Predicted against observed",
	"plot.residuals":         "Residuals",
	"plot.calibration":       "Calibration",
	"plot.confusion":         "Confusion matrix",
	"plot.map":               "Map of predictions",
	"plot.failed":            "This figure cannot be drawn: %s", // error
	"plot.evidence":          "Log evidence over the run",
	"plot.trace":             "Traces",
	"plot.rank":              "Ranks",
	"plot.weights":           "Importance weights",

	"diag.open":           "Details",
	"diag.title":          "Diagnostics in detail",
	"diag.todo":           "What to do",
	"diag.table":          "By topology",
	"diag.note":           "Statistics of chains are of draws within one topology, the worst over its parameters: an R̂ near 1 says nothing about the weights between topologies, which rest on the evidence and its k̂.",
	"diag.of":             "Topology",
	"diag.parameter":      "Parameter",
	"diag.drawn":          "The details are up to date.",
	"diag.onemode":        "The chains of each topology sit in one mode.",
	"diag.modes":          "The %d chains of %s sit in %d modes (%s).", // chains, name, modes, chains by mode
	"diag.bad":            "!",
	"diag.topology":       "Topology",
	"diag.weight":         "Weight",
	"diag.evidence":       "Log evidence",
	"diag.khat":           "k̂ / limit",
	"diag.effective":      "Effective number",
	"diag.components":     "Components",
	"diag.audit":          "Audit",
	"diag.audit.none":     "none",
	"diag.audit.fine":     "nothing missed",
	"diag.audit.mended":   "mended",
	"diag.audit.doubt":    "doubt",
	"diag.audit.failed":   "failed",
	"diag.chains":         "Chains",
	"diag.chainmodes":     "Modes",
	"diag.rhat":           "R̂",
	"diag.bulk":           "Bulk ESS",
	"diag.tail":           "Tail ESS",
	"diag.mcse":           "MCSE / sd",
	"diag.divergences":    "Divergences",
	"diag.divergences.in": "%s, chains %s", // count, chains
	"diag.bfmi":           "BFMI",
	"diag.step":           "Step size",
	"diag.step.range":     "%s to %s",                                                                                                                                                         // least, largest
	"diag.do.khat.paper":  "k̂ is over its limit for %s: a few weights decide their evidence. Run longer, with more visits or more proposals a draw; the preset Fast finds modes first.",      // names
	"diag.do.khat.fast":   "k̂ is over its limit for %s: a few weights decide their evidence. Take their weights as rough; a wider bandwidth h or another seed shows how much hangs on them.", // names
	"diag.do.modes":       "The chains of %s stay in separate modes, whose shares they cannot tell. More chains find more modes; the preset Fast weighs them.",                                // names
	"diag.do.rhat":        "R̂ is over 1.01 for %s: the chains have not mixed yet. Give them more warm-up or more visits.",                                                                    // names
	"diag.do.ess":         "%s have fewer than 100 effective draws a chain: more visits, or more draws a visit, make their means and intervals sure.",                                         // names
	"diag.do.divergences": "Divergent transitions in %s: a part of the posterior may be left out. Aim at a higher acceptance, or widen the bandwidth h; the traces mark the draws.",           // names
	"diag.do.bfmi":        "The energy of the chains of %s moves slowly (BFMI under .3): more warm-up, or narrower priors.",                                                                   // names
	"diag.do.leftout":     "Chains of %s were left out, because their burn-in failed: more repairs or a longer warm-up keep them.",                                                            // names
	"diag.do.doubt":       "The audit of %s found what the measurement lacks: run with another seed, and take the weight as a lower bound.",                                                   // names
	"diag.do.failed":      "The audit of %s failed: run again, if its weight matters.",                                                                                                        // names
	"diag.do.unseen":      "Up to %s of the posterior was never measured: predictions average over the measured part alone. Another seed or a wider bandwidth h shows what that changes.",     // bound
	"diag.do.nothing":     "Nothing: no diagnostic is beyond its limit.",

	"map.title":   "Over two features",
	"map.x":       "Across",
	"map.y":       "Up",
	"map.held":    "Other features",
	"map.medians": "at the medians of the training rows",
	"map.row":     "as in %s %d (diamond)", // "test row", number

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
