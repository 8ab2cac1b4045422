// The texts of predictions: what-if, the comparison with CART, all predictions, and the details of the diagnostics.

package logic

const predictText = "" +
	"compare.cart: CART\n" +
	"compare.brier: Brier score\n" +
	"compare.coverage: in 90\u00a0% interval\n" +
	"compare.paired.ahead: On these %s %s CART is ahead by %s in %s, paired.\n" + // rows, which, difference, score
	"compare.paired.behind: On these %s %s CART is behind by %s in %s, paired.\n" + // rows, which, difference, score
	"compare.paired.equal: On these %s %s CART has the same %s.\n" + // rows, which, score

	"all.open: All predictions\n" +
	"all.title: All predictions\n" +
	"all.scores: Scores\n" +
	"all.caption: Scores of this run and of what it is held against, with standard errors over the rows\n" +
	"all.say.regression: ± is the standard error over the rows. The log score is the mean log predictive density; higher is better.\n" +
	"all.say.classification: ± is the standard error over the rows. The Brier score is the mean squared distance of the class probabilities from what came true, 0 to 2; the log score the mean log probability of the true class.\n" +
	"all.set: Rows\n" +
	"all.drawing: Drawing.\n" +
	"all.drawn: The figures show step %s.\n" + // number
	"all.table: Table\n" +
	"plot.observed: Predicted against observed\n" +
	"plot.residuals: Residuals\n" +
	"plot.calibration: Calibration\n" +
	"plot.confusion: Confusion matrix\n" +
	"plot.map: Map of predictions\n" +
	"plot.failed: This figure cannot be drawn: %s\n" + // error
	"plot.evidence: Log evidence over the run\n" +
	"plot.trace: Traces\n" +
	"plot.rank: Ranks\n" +
	"plot.weights: Importance weights\n" +

	"diag.open: Details\n" +
	"diag.title: Diagnostics in detail\n" +
	"diag.todo: What to do\n" +
	"diag.table: By topology\n" +
	"diag.note: Statistics of chains are of draws within one topology, the worst over its parameters: an R̂ near 1 says nothing about the weights between topologies, which rest on the evidence and its k̂.\n" +
	"diag.of: Topology\n" +
	"diag.parameter: Parameter\n" +
	"diag.drawn: The details are up to date.\n" +
	"diag.onemode: The chains of each topology sit in one mode.\n" +
	"diag.modes: The %d chains of %s sit in %d modes (%s).\n" + // chains, name, modes, chains by mode
	"diag.bad: !\n" +
	"diag.topology: Topology\n" +
	"diag.weight: Weight\n" +
	"diag.evidence: Log evidence\n" +
	"diag.khat: k̂ / limit\n" +
	"diag.effective: Effective number\n" +
	"diag.components: Components\n" +
	"diag.audit: Audit\n" +
	"diag.audit.none: none\n" +
	"diag.audit.fine: nothing missed\n" +
	"diag.audit.mended: mended\n" +
	"diag.audit.doubt: doubt\n" +
	"diag.audit.failed: failed\n" +
	"diag.chains: Chains\n" +
	"diag.chainmodes: Modes\n" +
	"diag.rhat: R̂\n" +
	"diag.bulk: Bulk ESS\n" +
	"diag.tail: Tail ESS\n" +
	"diag.mcse: MCSE / sd\n" +
	"diag.divergences: Divergences\n" +
	"diag.divergences.in: %s, chains %s\n" + // count, chains
	"diag.bfmi: BFMI\n" +
	"diag.step: Step size\n" +
	"diag.step.range: %s to %s\n" + // least, largest
	"diag.do.modes: The chains of %s stay in separate modes, whose shares they cannot tell. More chains find more modes; the preset Standard weighs them.\n" + // names
	"diag.do.rhat: R̂ is over 1.01 for %s: the chains have not mixed yet. Give them more warm-up or more visits.\n" + // names
	"diag.do.ess: %s have fewer than 100 effective draws a chain: more visits, or more draws a visit, make their means and intervals sure.\n" + // names
	"diag.do.divergences: Divergent transitions in %s: a part of the posterior may be left out. Aim at a higher acceptance, or widen the bandwidth h; the traces mark the draws.\n" + // names
	"diag.do.bfmi: The energy of the chains of %s moves slowly (BFMI under .3): more warm-up, or narrower priors.\n" + // names
	"diag.do.leftout: Chains of %s were left out, because their burn-in failed: more repairs or a longer warm-up keep them.\n" + // names
	"diag.do.nothing: Nothing: no diagnostic is beyond its limit.\n" +

	"map.title: Over two features\n" +
	"map.x: Across\n" +
	"map.y: Up\n" +
	"map.held: Other features\n" +
	"map.medians: at the medians of the training rows\n" +
	"map.row: as in %s %d (diamond)\n" + // "test row", number

	"whatif.title: What if\n" +
	"whatif.group: Values of the features\n" +
	"whatif.back: Back to the row\n" +
	"whatif.all: All %d\n" + // features
	"whatif.few: Fewer\n" +
	"whatif.tick: Tick: threshold of this tree.\n" +
	"whatif.outside: %s lies outside the training rows.\n" + // features
	"whatif.bad: Give a number for %s.\n" + // feature
	"whatif.changed: Values of your own: there is no true value.\n" +
	"whatif.number: %s, as a number\n" + // feature
	"whatif.range: %s, training rows from %s to %s\n" + // feature, least, most
	"whatif.disagree: The topologies disagree: %s says %s, %s says %s.\n" + // name, answer, name, answer
	"whatif.near: %s lies where %s may put its threshold.\n" + // feature, topology
	"whatif.agree: No topology over 5\u00a0% disagrees.\n" + // nothing
	"whatif.said: %s, 90\u00a0%% between %s and %s.\n" + // mean, low, high
	"whatif.saidclass: %s, with probability %s.\n" + // class, probability
	"whatif.class: %s (%s)\n" // class, probability
