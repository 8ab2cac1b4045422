// Every text of the interface in English, in one table: a translation (german.go) has the same keys, and
// site/index.html the same words for the moment before the program runs (tests hold them equal). %s and %d stand for
// the values named in the comments.

package logic

import "strings"

// English holds the texts of all parts of the page; it is read only. The areas have files of their own.
var English = together(
	mainText,
	languageText,
	learnText,
	offlineText,
	dataText,
	embedText,
	methodsText,
	modelText,
	predictText,
	sandboxText,
	settingsText,
	storeText,
	takeText,
	treesText,
)

// together reads the tables of the areas, whose lines hold a key and its text. They are texts themselves, since maps
// written out are longer to download.
func together(areas ...string) map[string]string {
	all := map[string]string{}
	for _, area := range areas {
		for line := range strings.Lines(area) {
			key, words, ok := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
			if _, twice := all[key]; twice || !ok {
				panic("page: a line without a key, or with that of another: " + line)
			}
			all[key] = words
		}
	}
	return all
}

// mainText holds the texts of the frame, and of all areas without a file of their own.
const mainText = "" +
	"skip: Skip to the trees\n" +
	"tagline: Bayesian decision trees, sampled in this tab\n" +
	"nav: Sections\n" +
	"nav.trees: Trees\n" +
	"nav.compare: Compare\n" +
	"nav.diagnostics: Diagnostics\n" +
	"nav.prediction: Prediction\n" +
	"nav.log: What happened\n" +

	"data.title: Data\n" +
	"data.samples: Sample data\n" +
	"data.own: Use your own table\n" +
	"data.release: Let go to open the table here, in this tab\n" +
	"data.reading: Reading %s\n" + // file name
	"data.sofar: %d\u00a0%%, %s rows so far\n" + // percent, rows
	"data.share: Share of the file that is read\n" +
	"data.cancel: Cancel\n" +
	"data.line: %s: %s rows, %s columns\n" + // name, rows, columns
	"data.line.run: %s: %s training and %s test rows, %s\n" + // name, rows, rows, features
	"data.line.train: %s: %s training rows, %s\n" + // name, rows, features
	"data.feature: 1 feature\n" +
	"data.features: %s features\n" +
	"data.target: Predict\n" +
	"data.task: Task\n" +
	"data.holdout: Held out\n" +
	"data.published: as published\n" +
	"data.testfile: Open a test file\n" +
	"data.testclear: Remove\n" +
	"data.leftout: %s rows with missing values are left out: %s.\n" + // count, rows
	"data.leftout.one: 1 row with a missing value is left out: %s.\n" + // row
	"data.rows: rows %s\n" +
	"data.row: row %s\n" +
	"data.format: Read with %s as separator and %s as decimal sign, %s.\n" + // separator, decimal sign, header or not
	"data.header: the first row holding the names\n" +
	"data.noheader: without a row of names\n" +
	"data.comma: a comma\n" +
	"data.semicolon: a semicolon\n" +
	"data.tab: a tab\n" +
	"data.bar: a vertical bar\n" +
	"data.space: a space\n" +
	"data.point: a point\n" +
	"data.standardized: The target is standardized for sampling and shown in its own units.\n" +
	"data.onefile: Drop one file at a time.\n" +
	"data.link: The link asks for something unknown: %s. The usual choice stands in its place.\n" + // keys
	"task.auto: auto: %s\n" + // task
	"task.auto.other: auto\n" +
	"task.regression: regression\n" +
	"task.classification: classification\n" +
	"list.more: and %d more\n" + // count

	"sample.wu: 300 rows made by three boxes in three features, after Wu, Tjelmeland and West.\n" +
	"sample.cgm: 800 rows of two features, one of them categories, after Chipman, George and McCulloch.\n" +
	"sample.iris: 150 flowers of three kinds.\n" +
	"sample.wine: 178 wines of three growers, by 13 chemical measures.\n" +
	"sample.bcw: 699 tumors, benign or malignant, by nine gradings; 16 rows miss a value.\n" +

	"lock.open: Network not locked yet\n" +
	"lock.locked: Network locked\n" +
	"lock.partly: Network locked in part only\n" +
	"lock.test: Test it\n" +
	"lock.title: Can this page send anything?\n" +
	"lock.say: Every way out that browsers are known to have is tried with a random word, from the page and from workers of the open table, to the page’s own address and to one that cannot exist. A way counts as shut when the browser reports that it was refused, or has it no more.\n" +
	"lock.more: What is promised, and what no browser refuses (new tab)\n" +
	"lock.inside: What is promised, and what no browser refuses\n" +
	"lock.way: Way\n" +
	"lock.where: From\n" +
	"lock.saw: What the browser did\n" +
	"lock.from.page: page\n" +
	"lock.from.worker: worker\n" +
	"lock.refused: refused by policy (%s)\n" + // directive
	"lock.stopped: stopped by the page’s guard\n" +
	"lock.taken: taken away by the page’s guard\n" +
	"lock.absent: does not exist in this browser\n" +
	"lock.browser: refused by the browser\n" +
	"lock.passed: let it pass\n" +
	"lock.local: reaches other pages of this browser, not the network\n" +
	"lock.untold: the browser does not say\n" +
	"lock.untried: not tried: it would show itself, or leave the page\n" +
	"lock.trying: Trying …\n" +
	"lock.shut: Nothing that was tried got out: %d of %d ways are refused, taken away or absent.\n" + // count, count
	"lock.leaky: %d of %d ways were let pass: %s. Do not open private data in this browser.\n" + // count, count, names
	"lock.unsure: Of %d more nobody can say from here.\n" + // count
	"lock.late: A worker was computing and did not answer: what it could send is not judged.\n" +

	"model.title: Model\n" +
	"model.all: All settings\n" +
	"model.line: %s, h = %s, seed %s\n" + // preset, bandwidth, seed
	"model.preset: Preset\n" +
	"model.seed: Seed\n" +
	"model.changed.one: 1 setting differs from the preset.\n" +
	"model.changed: %d settings differ from the preset.\n" + // count

	"settings.title: All settings\n" +
	"settings.say: A field left as it is follows the preset. What you change holds for the next run.\n" +
	"settings.reset: Back to the preset\n" +
	"settings.close: Close\n" +
	"settings.done: Done\n" +

	"run.title: Run\n" +
	"run.progress: Progress of the run\n" +
	"run.run: Run\n" +
	"run.continue: Continue\n" +
	"run.pause: Pause\n" +
	"run.step: Step\n" +
	"run.stop: Stop\n" +
	"run.starting: starting\n" +
	"run.steps: step %s\n" + // number
	"run.of: step %s, %s of %s rounds\n" + // number, round, rounds
	"run.ready: Press Run, or Step to follow it one topology at a time.\n" +
	"run.auto: A first run on sample data. Run starts your own at once.\n" +
	"run.earlier: Results of the earlier run stay until the new one has its first tree.\n" +
	"run.waiting: The workers finish what they hold.\n" +
	"run.done: All steps are done. Another seed shows how far the run itself decides.\n" +
	"run.stopped: Stopped; what was found stays.\n" +
	"run.paused: Paused; Continue and Step go on from here.\n" +
	"run.changed: Something was changed: Run starts anew.\n" +
	"run.audits: The answer is there. Run starts anew at once; Stop ends the audits.\n" +
	"run.broken: What was found stays on the screen. Run starts again with the same data.\n" +
	"run.workers: %d workers sample beside this page.\n" + // count
	"run.worker: 1 worker samples beside this page.\n" +

	"load.short: loading\n" +
	"load.sentence: Loading the sampler, about 1.5 MB. After this the page needs no network.\n" +

	"error.dismiss: Dismiss\n" +
	"error.page: The page itself met an error (%s). What is shown stays; reload the page to go on.\n" + // error
	"error.sample: The sample data %s could not be loaded with the page. Reload it while the network is there.\n" + // name

	"strip.title: Which tree?\n" +
	"strip.say: Weight of each tree as it divides the rows, ± Monte Carlo error (?: not known).\n" +
	"strip.single: Weight of each measured topology, ± Monte Carlo error (?: not known).\n" +
	"strip.by: By topology\n" +
	"strip.by.tree: By tree\n" +
	"strip.all: All %d\n" + // count
	"strip.few: Fewer\n" +

	"search.on: The most promising topologies are measured first.\n" +
	"search.further: The search goes on, because too much may not be measured yet.\n" +
	"search.resting: The search is not over: %s of the most promising topologies are measured.\n" + // count
	"search.over: The search has ended: %s.\n" + // why
	"search.over.unreliable: The search has ended: %s; evidence that carries %s of the weight is not reliable.\n" + // why, share
	"search.all: every topology that may be measured is\n" +
	"search.explored: what was not measured is estimated at %s of the posterior, at most %s\n" + // share, bound
	"search.budget: its budget is used up\n" +
	"search.most: as many topologies as allowed were measured\n" +
	"search.none: no other topology promises enough\n" +
	"search.unexplored: What was not measured is estimated at %s of the posterior, at most %s.\n" + // share, bound
	"audit.measuring: The heavier topologies that embedded draws measured are measured by themselves, in the background.\n" +
	"audit.unmeasured: The heavier topologies that embedded draws measured are not measured by themselves yet.\n" +
	"audit.running: Audits by a second route go on in the background (%s left).\n" + // count
	"audit.waiting: Audits that were not made: %s.\n" + // count
	"audit.fine: Audited %s: nothing was missed.\n" + // names
	"audit.mended: Audited %s: what was missing was added.\n" + // names
	"audit.never: This preset audits no topology.\n" +
	"audit.none: No topology is heavy enough to be audited.\n" +
	"audit.undercovered: %s stays in doubt: its audit found states that its measurement lacks, so a mode may be missing and its evidence too low.\n" + // name
	"audit.higher: %s stays in doubt: its audit finds a log evidence of %s, the measurement %s. A mode may be missing.\n" + // name, evidence, evidence
	"audit.failed: The audit of %s failed (%s): nothing vouches for its measurement.\n" + // name, reason

	"method.exact: known exactly\n" +
	"method.mode: measured from 1 mode by\n" +
	"method.modes: measured from %s modes by\n" + // count
	"method.reduction: measured from 1 smaller topology by\n" +
	"method.reductions: measured from %s smaller topologies by\n" + // count
	"method.hardtrees: importance sampling straight from hard trees\n" +
	"method.soft: importance sampling around the soft trees’ modes\n" +
	"method.embedded: embedded draws\n" +
	"method.tempered: tempered sequential Monte Carlo\n" +
	"method.other: importance sampling\n" +

	"tree.title: The tree\n" +
	"tree.named: The tree %s\n" + // name
	"tree.reads: %s of its draws read as %s, since a split divides no training row there.\n" + // share, name
	"tree.follow: Follow the most probable\n" +
	"tree.wait: The first tree appears here a few seconds after the run starts.\n" +
	"tree.how: How to read it\n" +
	"tree.how.regression: Hills: where each threshold may lie, on the feature’s own scale. Ticks: the training rows that arrive; bands: their share. Below: each leaf’s rows, its mean with a 90 % interval, and the line that holds 90 % of new rows.\n" +
	"tree.how.classification: Hills: where each threshold may lie, on the feature’s own scale. Ticks: the training rows that arrive; bands: their share. Below: each leaf’s classes with a 90 % interval.\n" +
	"tree.say: This topology: %s of the posterior. %s, %s, log evidence %s.\n" + // weight, leaves, visits, evidence
	"tree.say.fast: This topology: %s of the measured posterior. %s, %s, log evidence %s.\n" + // weight, leaves, how it was measured, evidence
	"tree.audited: Audited: all of %s states from a second route are covered.\n" + // count
	"tree.audited.exact: Audited: there is nothing that could be missed.\n" +
	"tree.mended.one: Audited: 1 component was added; log evidence before %s.\n" + // evidence
	"tree.mended: Audited: %s components were added; log evidence before %s.\n" + // count, evidence
	"tree.khat: Not reliable: k\u0302\u00a0%s is over its limit %s.\n" + // k-hat, limit
	"tree.fewdraws: Not reliable: it rests on too few draws.\n" +
	"tree.modes: Not reliable: a mode may be missing, because repeated searches found different ones.\n" +
	"tree.leaf: 1 leaf\n" +
	"tree.leaves: %s leaves\n" +
	"tree.visit: 1 visit\n" +
	"tree.visits: %s visits\n" +

	"compare.title: Compare\n" +
	"compare.caption: Errors of this run and of the baseline on training and test rows\n" +
	"compare.wait: Errors on training and test rows, beside the simplest prediction there is, appear with the first tree.\n" +
	"compare.method: Method\n" +
	"compare.run: This run\n" +
	"compare.true: True partition\n" +
	"compare.mse: MSE\n" +
	"compare.accuracy.head: accuracy\n" +
	"compare.train: Train %s\n" + // metric
	"compare.test: Test %s\n" + // metric
	"compare.logscore: Log score\n" +
	"compare.on.test: test rows\n" +
	"compare.on.train: training rows\n" +
	"compare.truth: The test error is %s times that of the true partition.\n" + // ratio
	"compare.smaller: On the %s it is %s times smaller than that of %s.\n" + // rows, ratio, baseline
	"compare.notsmaller: On the %s it is not smaller than that of %s.\n" + // rows, baseline
	"compare.accuracy: %s of %s %s are named correctly; %s by %s.\n" + // right, rows, rows, right, baseline
	"compare.mean: the mean of %s\n" + // target
	"compare.mean.head: Mean of %s\n" + // target
	"compare.class: the commonest class (%s)\n" + // class
	"compare.class.head: Commonest class (%s)\n" + // class

	"paper.open: Reproduce the paper\n" +
	"paper.short: %d of %d runs\n" + // runs, runs
	"paper.title: Reproduce the paper\n" +
	"paper.say: Runs the fast mode with seeds 1 to 10 on the paper’s data sets, with its splits and bandwidths. The table and the run on the page stay as they are; closing this window or hiding the tab stops nothing.\n" +
	"paper.files: Open published files\n" +
	"paper.files.say: or drop them here: WU and CGM are simulated anew, because the authors’ rows are not shipped. Their training and test files of WU, CGM and Raisin join the table.\n" +
	"paper.start: Run all\n" +
	"paper.save: Save as CSV\n" +
	"paper.progress: Share of the runs that is done\n" +
	"paper.count: %d of %d runs, %s\n" + // runs, runs, time
	"paper.caption: Test scores of this program, beside those that the paper prints for DCC-Tree\n" +
	"paper.set: Data set\n" +
	"paper.here: Here\n" +
	"paper.paper: Paper\n" +
	"paper.agrees: Agree?\n" +
	"paper.cart: CART\n" +
	"paper.seconds: Seconds\n" +
	"paper.accuracy: accuracy\n" +
	"paper.split: published split\n" +
	"paper.simulated: simulated anew\n" +
	"paper.runs: %d of %d\n" + // runs, runs
	"paper.yes: yes\n" +
	"paper.no: no\n" +
	"paper.note: On test rows: mean (standard deviation over seeds) and, below, the standard error of the mean. The means agree where their difference, here less paper, is within the limit beside it: Welch’s t-test at 5 %, the rounding in print and, for rows simulated anew, what other rows change. CART has rpart’s defaults. Seconds are of one run with its audits.\n" +
	"paper.unknown: %s is none of the published files of WU, CGM and Raisin.\n" + // file
	"paper.train: The test file of %s is here; open its training file, too.\n" + // set
	"paper.test: The training file of %s is here; open its test file, too.\n" + // set
	"paper.joined: The published rows of %s are here.\n" + // set
	"paper.running: Running.\n" +
	"paper.stopped: Stopped; what is done stays.\n" +
	"paper.done: All runs are done.\n" +
	"paper.failed: %s, seed %d: %s What is done stays.\n" + // set, seed, error

	"diagnostics.title: Diagnostics\n" +
	"diagnostics.wait: Nothing measured yet.\n" +
	"diagnostics.divergences: Divergences\n" +
	"diagnostics.divergences.none: none in %s draws\n" + // draws
	"diagnostics.divergences.value: %s in %s draws, most in %s\n" + // divergences, draws, name
	"diagnostics.khat: Largest k\u0302\n" +
	"diagnostics.khat.value: %s in %s, limit\u00a0%s\n" + // k-hat, name, limit
	"diagnostics.effective: Effective number\n" +
	"diagnostics.effective.value: %s at least, in %s\n" + // number, name
	"diagnostics.leftout: Chains left out\n" +
	"diagnostics.leftout.none: none of %s\n" + // chains
	"diagnostics.leftout.value: %s of %s\n" + // chains, chains
	"diagnostics.coverage: The 90\u00a0%% intervals hold %s of the test rows.\n" + // share
	"diagnostics.audits: Audits\n" +
	"diagnostics.digest: Digest of the results\n" +
	"diagnostics.givenup: Given up after failures at\n" + // before the names of jobs
	"diagnostics.audits.fine: nothing missed in %s\n" + // names
	"diagnostics.audits.mended: mended %s\n" + // names
	"diagnostics.audits.doubt: doubt about %s\n" + // names
	"diagnostics.audits.failed: failed for %s\n" + // names

	"checks.say: Compare with\n" +
	"checks.bandwidths: other bandwidths\n" +
	"checks.priors: other priors\n" +
	"checks.cancel: Give up\n" +
	"checks.progress: Progress of the comparison\n" +
	"checks.table: What the comparison found\n" +
	"checks.bandwidths.busy: Comparing bandwidths beside the run.\n" +
	"checks.priors.busy: Comparing priors beside the run.\n" +
	"checks.bandwidths.caption: Bandwidths, given the training rows\n" +
	"checks.priors.caption: Priors half and twice as wide, against the prior as set\n" +
	"checks.done: The comparison is done.\n" +
	"checks.cancelled: The comparison was given up.\n" +
	"checks.failed: not measured\n" +
	"checks.h: h\n" +
	"checks.weight: Weight\n" +
	"checks.evidence: Log evidence\n" +
	"checks.score: Log score\n" +
	"checks.loss: Below the best\n" +
	"checks.folds: Scores of rows left out in turn, a fifth at a time; errors over rows.\n" +
	"checks.average: Averaged over h by these weights, the MSE on the %s is %s.\n" + // rows, MSE
	"checks.prior: Prior\n" +
	"checks.moved: Weight moved\n" +
	"checks.predictions: Predictions moved\n" +
	"checks.above: (over)\n" +
	"checks.note.regression: Weight of topologies that moves, over .1 counting as dependence; mean prediction, in predictive standard deviations, over .1.\n" +
	"checks.note.classification: Weight of topologies that moves, over .1 counting as dependence; class probabilities, on average, over .05.\n" +
	"checks.use: Use h = %s in the next run\n" + // bandwidth
	"checks.used: The next run has h = %s. Press Run.\n" + // bandwidth

	"prediction.title: Prediction\n" +
	"prediction.back: Back\n" +
	"prediction.next: Next\n" +
	"prediction.back.label: Back by one row\n" +
	"prediction.next.label: Next row\n" +
	"prediction.testrow: test row\n" +
	"prediction.trainrow: training row\n" +
	"prediction.wait: What the trees together say about one row.\n" +
	"prediction.interval: 90\u00a0%% between %s and %s\n" + // low, high
	"prediction.truth: true value %s\n" + // value
	"prediction.probability: with probability %s\n" + // probability
	"prediction.trueclass: true class %s\n" + // label
	"prediction.inside: inside the interval\n" +
	"prediction.outside: outside the interval\n" +
	"prediction.right: named correctly\n" +
	"prediction.wrong: named wrongly\n" +

	"log.title: What happened\n" +
	"log.wait: Each step of the run is told here, the newest first.\n" +
	"whose: %s, seed %s, %s\n" + // data, seed, preset

	"footer.what: DCC-Tree divides the posterior over decision trees by shape, measures each shape and combines them by evidence.\n" +
	"footer.licence: MIT licence; UCI data CC BY 4.0.\n" +
	"footer.cite: How to cite\n" +
	"footer.citation: Cochrane, Wills and Johnson, Divide, Conquer, Combine Bayesian Decision Tree Sampling. For this program, see CITATION.cff in its repository.\n" +
	"footer.notices: Third-party notices\n" +
	"footer.notices.file: NOTICE.txt (new tab)\n" +
	"footer.version: Version %s.\n"
