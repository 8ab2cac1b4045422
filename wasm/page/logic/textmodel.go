// The texts of the Model and Run panels.

package logic

const modelText = "" +
	"model.first: Quick\n" +
	"model.fast: Standard\n" +
	"model.quick: Paper, in short\n" +
	"model.paper: Paper\n" +
	"model.first.say: A first answer in seconds: a few topologies are measured, best first, and none is audited.\n" +
	"model.fast.say: Measures topologies best first, from hard trees, and audits them by a second route.\n" +
	"model.quick.say: The paper’s way in short: chains from random starts, which miss modes.\n" +
	"model.paper.say: The paper’s way with the settings of its runs for this data set, which take long.\n" +
	"model.seed.bad: The seed is %s; it must be a whole number, 0 or more.\n" + // typed

	"bandwidth.label: Width h\n" +
	"bandwidth.fixed: fixed, %s\n" + // bandwidth
	"bandwidth.average: averaged over several\n" +
	"bandwidth.cross: by cross-validation\n" +
	"bandwidth.busy: The run is done. Now bandwidths are compared beside it, under Diagnostics.\n" +
	"bandwidth.averaged: The run is done, and averaged over %d bandwidths.\n" + // count
	"bandwidth.own: The run is done. Cross-validation finds no better bandwidth than its h = %s.\n" + // bandwidth
	"bandwidth.chosen: The run is done, with the h = %s that cross-validation chose.\n" + // bandwidth
	"compare.averaged: Averaged over h\n" +

	"model.line.average: %s, h averaged, seed %s\n" + // preset, seed
	"model.line.cross: %s, h by cross-validation, seed %s\n" + // preset, seed

	"two.open: Two runs\n" +
	"two.title: Two runs side by side\n" +
	"two.before: Run before\n" +
	"two.say: This run: %s. Run before: %s.\n" + // caption, caption
	"two.none: There is no other run of the same question yet. Change something and press Run: this run is then kept beside it.\n" +
	"two.pinned: %s is kept: each further run is set beside it.\n" + // caption
	"two.pin: Keep this run to compare with\n" +
	"two.unpin: Compare with the last run again\n" +
	"two.weight: Weight of %s\n" + // topology
	"two.unmeasured: not measured\n" +
	"two.changed: What differs\n" +
	"two.same: Nothing was changed between the two.\n" +
	"two.usual: as usual\n" +
	"two.splitseed: Seed of the split\n" +
	"two.testfile: Test file\n" +
	"two.errors: share named wrongly\n" +
	"two.paired: the same test rows, paired\n" +
	"two.unpaired: other test rows\n" +
	"two.ahead: On test rows this run is ahead: its %s is lower by %s (%s).\n" + // score, difference, rows
	"two.behind: On test rows this run is behind: its %s is higher by %s (%s).\n" + // score, difference, rows
	"two.even: On test rows the two do not differ beyond chance: %s apart by %s (%s).\n" + // score, difference, rows

	"left.soon: a moment left\n" +
	"left.about: about %s left, %s to %s\n" + // time, times
	"left.seconds: %s\u00a0s\n" +
	"left.minutes: %s\u00a0min\n" +
	"left.hours: %s\u00a0h\n" +
	"left.then: %s; then audits\n" + // time left of the search
	"left.audits: audits: %s\n" + // time left of them
	"left.mse: MSE\n" +
	"left.accuracy: accuracy\n" +
	"left.nothing: nothing\n" +

	"stop.predictions: For predictions you can stop now: the last %d steps moved the %s by %s. The weights still change while topologies are measured.\n" + // steps, score, number
	"stop.audits: You can stop now: the weights are known to ± %s, and the last steps moved the %s by %s. Audits look for missed modes; on the sample sets they moved weights by .03 at most.\n" + // error, score, number
	"stop.rounds: You can stop now: the weights are known to ± %s; all %s rounds would bring that to ± %s.\n" + // error, rounds, error

	"settings.number: %s is no number; it must be %s.\n" + // typed, range
	"settings.whole: %s is not whole; it must be %s.\n" + // typed, range
	"settings.range: %s is not possible; it must be %s.\n" + // typed, range
	"settings.wrong: %s (in All settings): %s\n" + // label, what is wrong
	"settings.words: one of the words offered\n"
