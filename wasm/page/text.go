// Every text of the interface in English, in one table: a translation (german.go) has the same keys, and site/index.html the same words for the
// moment before the program runs (tests hold them equal). %s and %d stand for the values named in the comments.

package page

// english holds the texts of all parts of the page; it is read only. The areas have files of their own.
var english = together(
	mainText,
	languageText,
	learnText,
	offlineText,
	dataText,
	embedText,
	modelText,
	predictText,
	sandboxText,
	settingsText,
	storeText,
	takeText,
	treesText,
)

// pairs is a short table, as a list of keys and texts: a map written out with few entries would become code, entry by entry.
func pairs(list ...string) map[string]string {
	table := map[string]string{}
	for i := 0; i < len(list); i += 2 {
		table[list[i]] = list[i+1]
	}
	return table
}

// together joins the tables of the areas.
func together(areas ...map[string]string) map[string]string {
	all := map[string]string{}
	for _, area := range areas {
		for key, words := range area {
			if _, twice := all[key]; twice {
				panic("page: two texts of the key " + key)
			}
			all[key] = words
		}
	}
	return all
}

// mainText holds the texts of the frame, and of all areas without a file of their own.
var mainText = map[string]string{
	"skip":            "Skip to the trees",
	"tagline":         "Bayesian decision trees, sampled in this tab",
	"nav":             "Sections",
	"nav.trees":       "Trees",
	"nav.compare":     "Compare",
	"nav.diagnostics": "Diagnostics",
	"nav.prediction":  "Prediction",
	"nav.log":         "What happened",

	"data.title":          "Data",
	"data.samples":        "Sample data",
	"data.own":            "Use your own table",
	"data.release":        "Let go to open the table here, in this tab",
	"data.reading":        "Reading %s",                 // file name
	"data.sofar":          "%d\u00a0%%, %s rows so far", // percent, rows
	"data.share":          "Share of the file that is read",
	"data.cancel":         "Cancel",
	"data.line":           "%s: %s rows, %s columns",              // name, rows, columns
	"data.line.run":       "%s: %s training and %s test rows, %s", // name, rows, rows, features
	"data.line.train":     "%s: %s training rows, %s",             // name, rows, features
	"data.feature":        "1 feature",
	"data.features":       "%s features",
	"data.target":         "Predict",
	"data.task":           "Task",
	"data.holdout":        "Held out",
	"data.published":      "as published",
	"data.testfile":       "Open a test file",
	"data.testclear":      "Remove",
	"data.leftout":        "%s rows with missing values are left out: %s.", // count, rows
	"data.leftout.one":    "1 row with a missing value is left out: %s.",   // row
	"data.rows":           "rows %s",
	"data.row":            "row %s",
	"data.format":         "Read with %s as separator and %s as decimal sign, %s.", // separator, decimal sign, header or not
	"data.header":         "the first row holding the names",
	"data.noheader":       "without a row of names",
	"data.comma":          "a comma",
	"data.semicolon":      "a semicolon",
	"data.tab":            "a tab",
	"data.bar":            "a vertical bar",
	"data.space":          "a space",
	"data.point":          "a point",
	"data.standardized":   "The target is standardized for sampling and shown in its own units.",
	"data.onefile":        "Drop one file at a time.",
	"data.link":           "The link asks for something unknown: %s. The usual choice stands in its place.", // keys
	"task.auto":           "auto: %s",                                                                       // task
	"task.auto.other":     "auto",
	"task.regression":     "regression",
	"task.classification": "classification",
	"list.more":           "and %d more", // count

	"sample.wu":   "300 rows made by three boxes in three features, after Wu, Tjelmeland and West.",
	"sample.cgm":  "800 rows of two features, one of them categories, after Chipman, George and McCulloch.",
	"sample.iris": "150 flowers of three kinds.",
	"sample.wine": "178 wines of three growers, by 13 chemical measures.",
	"sample.bcw":  "699 tumors, benign or malignant, by nine gradings; 16 rows miss a value.",

	"lock.open":    "Network not locked yet",
	"lock.locked":  "Network locked",
	"lock.test":    "Test it",
	"lock.title":   "Can this page send anything?",
	"lock.say":     "The page just tried each way out, to its own address, if it has one, and to one that cannot exist. A way is shut when the browser reports that the page’s policy refused it.",
	"lock.way":     "Way",
	"lock.where":   "To",
	"lock.saw":     "What the browser did",
	"lock.own":     "its own address",
	"lock.other":   "another address",
	"lock.refused": "refused it by policy (%s)", // directive
	"lock.quiet":   "let it pass, or did not say",
	"lock.trying":  "trying",
	"lock.shut":    "All %d ways are shut.",                                                     // count
	"lock.leaky":   "%d of %d ways were not refused. Do not open private data in this browser.", // count, count
	"lock.fetch":   "fetch",
	"lock.xhr":     "XMLHttpRequest",
	"lock.image":   "image",
	"lock.beacon":  "beacon",
	"lock.socket":  "WebSocket",

	"model.title":       "Model",
	"model.all":         "All settings",
	"model.line":        "%s, h = %s, seed %s", // preset, bandwidth, seed
	"model.preset":      "Preset",
	"model.seed":        "Seed",
	"model.changed.one": "1 setting differs from the preset.",
	"model.changed":     "%d settings differ from the preset.", // count

	"settings.title": "All settings",
	"settings.say":   "A field left as it is follows the preset. What you change holds for the next run.",
	"settings.reset": "Back to the preset",
	"settings.close": "Close",
	"settings.done":  "Done",

	"run.title":    "Run",
	"run.progress": "Progress of the run",
	"run.run":      "Run",
	"run.continue": "Continue",
	"run.pause":    "Pause",
	"run.step":     "Step",
	"run.stop":     "Stop",
	"run.starting": "starting",
	"run.steps":    "step %s",                  // number
	"run.of":       "step %s, %s of %s rounds", // number, round, rounds
	"run.ready":    "Press Run, or Step to follow it one topology at a time.",
	"run.auto":     "A first run on sample data. Run starts your own at once.",
	"run.earlier":  "Results of the earlier run stay until the new one has its first tree.",
	"run.waiting":  "The workers finish what they hold.",
	"run.done":     "All steps are done. Another seed shows how far the run itself decides.",
	"run.stopped":  "Stopped; what was found stays.",
	"run.paused":   "Paused; Continue and Step go on from here.",
	"run.changed":  "Something was changed: Run starts anew.",
	"run.audits":   "The answer is there. Run starts anew at once; Stop ends the audits.",
	"run.broken":   "What was found stays on the screen. Run starts again with the same data.",
	"run.workers":  "%d workers sample beside this page.", // count
	"run.worker":   "1 worker samples beside this page.",

	"load.short":    "loading",
	"load.sentence": "Loading the sampler, about 1.5 MB. After this the page needs no network.",

	"error.dismiss": "Dismiss",
	"error.page":    "The page itself met an error (%s). What is shown stays; reload the page to go on.",           // error
	"error.sample":  "The sample data %s could not be loaded with the page. Reload it while the network is there.", // name

	"strip.title": "Which tree?",
	"strip.say":   "Weight of each measured topology, ± its Monte Carlo error, named by its leaves.",
	"strip.all":   "All %d", // count
	"strip.few":   "Fewer",

	"search.on":          "The most promising topologies are measured first.",
	"search.further":     "The search goes on, because too much may not be measured yet.",
	"search.resting":     "The search is not over: %s of the most promising topologies are measured.", // count
	"search.all":         "The search is over: every topology that may be measured is.",
	"search.explored":    "The search is over: what is not measured matters little.",
	"search.budget":      "The search is over: its budget is used up.",
	"search.most":        "The search is over: as many topologies as allowed were measured.",
	"search.none":        "The search is over: no other topology promises enough.",
	"search.tiny":        "under 1\u00a0%",
	"search.unexplored":  "What was not measured is estimated at %s of the posterior, at most %s.", // share, bound
	"audit.running":      "Auditing %s by a second route, in the background.",                      // names
	"audit.waiting":      "Not audited: %s.",                                                       // names
	"audit.fine":         "Audited %s: nothing was missed.",                                        // names
	"audit.mended":       "Audited %s: what was missing was added.",                                // names
	"audit.never":        "This preset audits no topology.",
	"audit.none":         "No topology is heavy enough to be audited.",
	"audit.undercovered": "%s stays in doubt: its audit found states that its measurement lacks, so a mode may be missing and its evidence too low.", // name
	"audit.higher":       "%s stays in doubt: its audit finds a log evidence of %s, the measurement %s. A mode may be missing.",                      // name, evidence, evidence
	"audit.failed":       "The audit of %s failed (%s): nothing vouches for its measurement.",                                                        // name, reason

	"method.exact":     "known exactly",
	"method.mode":      "measured from 1 mode by",
	"method.modes":     "measured from %s modes by", // count
	"method.hardtrees": "importance sampling straight from hard trees",
	"method.soft":      "importance sampling around the soft trees’ modes",
	"method.chains":    "importance sampling after short chains",
	"method.tempered":  "tempered sequential Monte Carlo",
	"method.other":     "importance sampling",

	"tree.title":              "The tree",
	"tree.named":              "The tree %s", // name
	"tree.follow":             "Follow the most probable",
	"tree.wait":               "The first tree appears here a few seconds after the run starts.",
	"tree.how":                "How to read it",
	"tree.how.regression":     "Hills: where each threshold may lie, on the feature’s own scale. Ticks: the training rows that arrive; bands: their share. Below: each leaf’s rows, its mean with a 90 % interval, and the line that holds 90 % of new rows.",
	"tree.how.classification": "Hills: where each threshold may lie, on the feature’s own scale. Ticks: the training rows that arrive; bands: their share. Below: each leaf’s classes with a 90 % interval.",
	"tree.say":                "%s of the posterior. %s, %s, log evidence %s.",              // weight, leaves, visits, evidence
	"tree.say.fast":           "%s of the measured posterior. %s, %s, log evidence %s.",     // weight, leaves, how it was measured, evidence
	"tree.audited":            "Audited: all of %s states from a second route are covered.", // count
	"tree.audited.exact":      "Audited: there is nothing that could be missed.",
	"tree.mended.one":         "Audited: 1 component was added; log evidence before %s.",    // evidence
	"tree.mended":             "Audited: %s components were added; log evidence before %s.", // count, evidence
	"tree.khat":               "Not reliable: k\u0302\u00a0%s is over its limit %s.",        // k-hat, limit
	"tree.fewdraws":           "Not reliable: it rests on too few draws.",
	"tree.leaf":               "1 leaf",
	"tree.leaves":             "%s leaves",
	"tree.visit":              "1 visit",
	"tree.visits":             "%s visits",

	"compare.title":         "Compare",
	"compare.caption":       "Errors of this run and of the baseline on training and test rows",
	"compare.wait":          "Errors on training and test rows, beside the simplest prediction there is, appear with the first tree.",
	"compare.method":        "Method",
	"compare.run":           "This run",
	"compare.true":          "True partition",
	"compare.mse":           "MSE",
	"compare.accuracy.head": "accuracy",
	"compare.train":         "Train %s", // metric
	"compare.test":          "Test %s",  // metric
	"compare.logscore":      "Log score",
	"compare.on.test":       "test rows",
	"compare.on.train":      "training rows",
	"compare.truth":         "The test error is %s times that of the true partition.", // ratio
	"compare.smaller":       "On the %s it is %s times smaller than that of %s.",      // rows, ratio, baseline
	"compare.notsmaller":    "On the %s it is not smaller than that of %s.",           // rows, baseline
	"compare.accuracy":      "%s of %s %s are named correctly; %s by %s.",             // right, rows, rows, right, baseline
	"compare.mean":          "the mean of %s",                                         // target
	"compare.mean.head":     "Mean of %s",                                             // target
	"compare.class":         "the commonest class (%s)",                               // class
	"compare.class.head":    "Commonest class (%s)",                                   // class

	"paper.open":      "Reproduce the paper",
	"paper.short":     "%d of %d runs", // runs, runs
	"paper.title":     "Reproduce the paper",
	"paper.say":       "Runs the fast mode with seeds 1 to 10 on the paper’s data sets, with its splits and bandwidths. The table and the run on the page stay as they are; closing this window or hiding the tab stops nothing.",
	"paper.files":     "Open published files",
	"paper.files.say": "or drop them here: WU and CGM are simulated anew, because the authors’ rows are not shipped. Their training and test files of WU, CGM and Raisin join the table.",
	"paper.start":     "Run all",
	"paper.save":      "Save as CSV",
	"paper.progress":  "Share of the runs that is done",
	"paper.count":     "%d of %d runs, %s", // runs, runs, time
	"paper.caption":   "Test scores of this program, beside those that the paper prints for DCC-Tree",
	"paper.set":       "Data set",
	"paper.here":      "Here",
	"paper.paper":     "Paper",
	"paper.agrees":    "Agree?",
	"paper.cart":      "CART",
	"paper.seconds":   "Seconds",
	"paper.accuracy":  "accuracy",
	"paper.split":     "published split",
	"paper.simulated": "simulated anew",
	"paper.runs":      "%d of %d", // runs, runs
	"paper.yes":       "yes",
	"paper.no":        "no",
	"paper.note":      "On test rows: mean (standard deviation over seeds) and, below, the standard error of the mean. The means agree where their difference, here less paper, is within the limit beside it: Welch’s t-test at 5 %, the rounding in print and, for rows simulated anew, what other rows change. CART has rpart’s defaults. Seconds are of one run with its audits.",
	"paper.unknown":   "%s is none of the published files of WU, CGM and Raisin.",  // file
	"paper.train":     "The test file of %s is here; open its training file, too.", // set
	"paper.test":      "The training file of %s is here; open its test file, too.", // set
	"paper.joined":    "The published rows of %s are here.",                        // set
	"paper.running":   "Running.",
	"paper.stopped":   "Stopped; what is done stays.",
	"paper.done":      "All runs are done.",
	"paper.failed":    "%s, seed %d: %s What is done stays.", // set, seed, error

	"diagnostics.title":             "Diagnostics",
	"diagnostics.wait":              "Nothing measured yet.",
	"diagnostics.first":             "Only %s has been measured so far: there is nothing yet to weigh it against.",                // name
	"diagnostics.good.one":          "%s carries nearly all weight and is measured reliably: %s.",                                 // name, k-hat
	"diagnostics.good":              "All topologies over 1\u00a0%% are measured reliably: %s.",                                   // k-hat
	"diagnostics.good.khat":         "k\u0302\u00a0%s",                                                                            // k-hat
	"diagnostics.good.most":         "k\u0302\u00a0%s at most",                                                                    // k-hat
	"diagnostics.bad.one":           "%s carries nearly all weight, but it is not measured reliably: take the evidence as rough.", // name
	"diagnostics.bad.all":           "No topology over 1\u00a0% is measured reliably: take the weights as rough.",
	"diagnostics.bad":               "%d of %d topologies over 1\u00a0%% are not measured reliably: %s. Take their weights as rough.", // count, count, names
	"diagnostics.divergences":       "Divergences",
	"diagnostics.divergences.none":  "none in %s draws",           // draws
	"diagnostics.divergences.value": "%s in %s draws, most in %s", // divergences, draws, name
	"diagnostics.khat":              "Largest k\u0302",
	"diagnostics.khat.value":        "%s in %s, limit\u00a0%s", // k-hat, name, limit
	"diagnostics.effective":         "Effective number",
	"diagnostics.effective.value":   "%s at least, in %s", // number, name
	"diagnostics.leftout":           "Chains left out",
	"diagnostics.leftout.none":      "none of %s",                                         // chains
	"diagnostics.leftout.value":     "%s of %s",                                           // chains, chains
	"diagnostics.coverage":          "The 90\u00a0%% intervals hold %s of the test rows.", // share
	"diagnostics.audits":            "Audits",
	"diagnostics.digest":            "Digest of the results",
	"diagnostics.audits.fine":       "nothing missed in %s",                                       // names
	"diagnostics.audits.mended":     "mended %s",                                                  // names
	"diagnostics.audits.doubt":      "doubt about %s",                                             // names
	"diagnostics.audits.failed":     "failed for %s",                                              // names
	"diagnostics.unmeasured":        "About %s of the posterior, at most %s, was never measured.", // share, bound
	"diagnostics.unmeasured.little": "Little of the posterior, at most %s, was never measured.",   // bound
	"diagnostics.doubt.one":         "%s stays in doubt after its audit: a mode may be missing.",  // name
	"diagnostics.doubt":             "%s stay in doubt after their audits: modes may be missing.", // names
	"diagnostics.unseen":            "A tree never visited would not show here.",
	"diagnostics.unseen.fast":       "A tree never measured would not show here.",

	"checks.say":                 "Compare with",
	"checks.bandwidths":          "other bandwidths",
	"checks.priors":              "other priors",
	"checks.cancel":              "Give up",
	"checks.progress":            "Progress of the comparison",
	"checks.table":               "What the comparison found",
	"checks.bandwidths.busy":     "Comparing bandwidths beside the run.",
	"checks.priors.busy":         "Comparing priors beside the run.",
	"checks.bandwidths.caption":  "Bandwidths, given the training rows",
	"checks.priors.caption":      "Priors half and twice as wide, against the prior as set",
	"checks.done":                "The comparison is done.",
	"checks.cancelled":           "The comparison was given up.",
	"checks.failed":              "not measured",
	"checks.h":                   "h",
	"checks.weight":              "Weight",
	"checks.evidence":            "Log evidence",
	"checks.score":               "Log score",
	"checks.loss":                "Below the best",
	"checks.folds":               "Scores of rows left out in turn, a fifth at a time; errors over rows.",
	"checks.average":             "Averaged over h by these weights, the MSE on the %s is %s.", // rows, MSE
	"checks.prior":               "Prior",
	"checks.moved":               "Weight moved",
	"checks.predictions":         "Predictions moved",
	"checks.above":               "(over)",
	"checks.note.regression":     "Weight of topologies that moves, over .1 counting as dependence; mean prediction, in predictive standard deviations, over .1.",
	"checks.note.classification": "Weight of topologies that moves, over .1 counting as dependence; class probabilities, on average, over .05.",
	"checks.use":                 "Use h = %s in the next run",          // bandwidth
	"checks.used":                "The next run has h = %s. Press Run.", // bandwidth

	"prediction.title":       "Prediction",
	"prediction.back":        "Back",
	"prediction.next":        "Next",
	"prediction.back.label":  "Back by one row",
	"prediction.next.label":  "Next row",
	"prediction.testrow":     "test row",
	"prediction.trainrow":    "training row",
	"prediction.wait":        "What the trees together say about one row.",
	"prediction.interval":    "90\u00a0%% between %s and %s", // low, high
	"prediction.truth":       "true value %s",                // value
	"prediction.probability": "with probability %s",          // probability
	"prediction.trueclass":   "true class %s",                // label
	"prediction.inside":      "inside the interval",
	"prediction.outside":     "outside the interval",
	"prediction.right":       "named correctly",
	"prediction.wrong":       "named wrongly",

	"log.title": "What happened",
	"log.wait":  "Each step of the run is told here, the newest first.",
	"whose":     "%s, seed %s, %s", // data, seed, preset

	"footer.what":     "DCC-Tree divides the posterior over decision trees by shape, measures each shape and combines them by evidence.",
	"footer.licence":  "MIT licence; UCI data CC BY 4.0.",
	"footer.cite":     "How to cite",
	"footer.citation": "Cochrane, Wills and Johnson, Divide, Conquer, Combine Bayesian Decision Tree Sampling. For this program, see CITATION.cff in its repository.",
	"footer.version":  "Version %s.",
}
