// The texts of the Model and Run panels.

package page

var modelText = map[string]string{
	"model.first":     "Quick",
	"model.fast":      "Standard",
	"model.quick":     "Paper, in short",
	"model.paper":     "Paper",
	"model.first.say": "A first answer in seconds: a few topologies are measured, best first, and none is audited.",
	"model.fast.say":  "Measures topologies best first, from hard trees, and audits them by a second route.",
	"model.quick.say": "The paper’s way in short: chains from random starts, which miss modes.",
	"model.paper.say": "The paper’s way with the settings of its runs for this data set, which take long.",
	"model.seed.bad":  "The seed is %s; it must be a whole number, 0 or more.", // typed

	"bandwidth.label":    "Width h",
	"bandwidth.fixed":    "fixed, %s", // bandwidth
	"bandwidth.average":  "averaged over several",
	"bandwidth.cross":    "by cross-validation",
	"bandwidth.busy":     "The run is done. Now bandwidths are compared beside it, under Diagnostics.",
	"bandwidth.averaged": "The run is done, and averaged over %d bandwidths.",                            // count
	"bandwidth.own":      "The run is done. Cross-validation finds no better bandwidth than its h = %s.", // bandwidth
	"bandwidth.chosen":   "The run is done, with the h = %s that cross-validation chose.",                // bandwidth
	"compare.averaged":   "Averaged over h",

	"model.line.average": "%s, h averaged, seed %s",            // preset, seed
	"model.line.cross":   "%s, h by cross-validation, seed %s", // preset, seed

	"two.open":       "Two runs",
	"two.title":      "Two runs side by side",
	"two.before":     "Run before",
	"two.say":        "This run: %s. Run before: %s.", // caption, caption
	"two.none":       "There is no other run of the same question yet. Change something and press Run: this run is then kept beside it.",
	"two.pinned":     "%s is kept: each further run is set beside it.", // caption
	"two.pin":        "Keep this run to compare with",
	"two.unpin":      "Compare with the last run again",
	"two.weight":     "Weight of %s", // topology
	"two.unmeasured": "not measured",
	"two.changed":    "What differs",
	"two.same":       "Nothing was changed between the two.",
	"two.usual":      "as usual",
	"two.splitseed":  "Seed of the split",
	"two.testfile":   "Test file",
	"two.errors":     "share named wrongly",
	"two.paired":     "the same test rows, paired",
	"two.unpaired":   "other test rows",
	"two.ahead":      "On test rows this run is ahead: its %s is lower by %s (%s).",            // score, difference, rows
	"two.behind":     "On test rows this run is behind: its %s is higher by %s (%s).",          // score, difference, rows
	"two.even":       "On test rows the two do not differ beyond chance: %s apart by %s (%s).", // score, difference, rows

	"left.soon":     "a moment left",
	"left.about":    "about %s left, %s to %s", // time, times
	"left.seconds":  "%s\u00a0s",
	"left.minutes":  "%s\u00a0min",
	"left.hours":    "%s\u00a0h",
	"left.then":     "%s; then audits", // time left of the search
	"left.audits":   "audits: %s",      // time left of them
	"left.mse":      "MSE",
	"left.accuracy": "accuracy",
	"left.nothing":  "nothing",

	"stop.predictions": "For predictions you can stop now: the last %d steps moved the %s by %s. The weights still change while topologies are measured.",                                             // steps, score, number
	"stop.audits":      "You can stop now: the weights are known to ± %s, and the last steps moved the %s by %s. Audits look for missed modes; on the sample sets they moved weights by .03 at most.", // error, score, number
	"stop.rounds":      "You can stop now: the weights are known to ± %s; all %s rounds would bring that to ± %s.",                                                                                    // error, rounds, error

	"settings.number": "%s is no number; it must be %s.",    // typed, range
	"settings.whole":  "%s is not whole; it must be %s.",    // typed, range
	"settings.range":  "%s is not possible; it must be %s.", // typed, range
	"settings.wrong":  "%s (in All settings): %s",           // label, what is wrong
	"settings.words":  "one of the words offered",
}
