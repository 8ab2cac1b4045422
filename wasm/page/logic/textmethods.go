// The texts of the samplers side by side.

package logic

const methodsText = "" +
	"methods.open: Other samplers\n" +
	"methods.title: Samplers side by side\n" +
	"methods.say: The samplers that the paper compares, on the rows and with the seed of the run on the page. Each has the same budget: time of one worker, or gradients, of which a move of a hard tree counts as 0.6. The run itself stays as it is.\n" +
	"methods.which: Samplers\n" +
	"methods.budget: Budget of each\n" +
	"methods.unit: Unit of the budget\n" +
	"methods.unit.seconds: seconds\n" +
	"methods.unit.gradients: gradients\n" +
	"methods.start: Compare\n" +
	"methods.save: Save as CSV\n" +
	"methods.progress: Share of the budgets that is used\n" +
	"methods.classes: WU is not offered: as in the paper, it is for numbers and for two classes.\n" +
	"methods.norun: A run with a tree comes first.\n" +
	"methods.none: At least one sampler is needed.\n" +
	"methods.nobudget: The budget is a number above 0.\n" +
	"methods.running: Running. Closing this window stops nothing.\n" +
	"methods.stopped: Stopped; what was found stays.\n" +
	"methods.ended: All budgets are used.\n" +
	"methods.caption: How the samplers stand\n" +
	"methods.scroll: Table of the samplers\n" +
	"methods.method: Sampler\n" +
	"methods.testrow: Test row %s\n" + // number
	"methods.trainrow: Training row %s\n" + // number
	"methods.leaves: Leaves\n" +
	"methods.tree: Most probable tree\n" +
	"methods.work: Draws and work\n" +
	"methods.hard: hard splits\n" +
	"methods.soft: soft splits\n" +
	"methods.used: %s of the budget\n" + // share
	"methods.done: at its end\n" +
	"methods.waiting: No draw yet.\n" +
	"methods.difference: %s to %s\n" + // difference with its error, name
	"methods.own: each draw alone %s\n" + // score
	"methods.interval: %s, 90\u00a0%% %s to %s\n" + // mean, ends
	"methods.mean: %s on average\n" + // number
	"methods.share: %s of the posterior\n" + // share
	"methods.ess: %s effective, %s a second\n" + // number, number
	"methods.accepted: %s of moves accepted\n" + // share
	"methods.gradients: %s gradients\n" + // count
	"methods.moves: %s trees scored\n" + // count
	"methods.single: one tree, without draws\n" +
	"methods.seconds: %s draws in %s\u00a0s\n" + // count, seconds
	"methods.how: Score: mean over rows ± its standard error, below it the difference to the first sampler on the same rows, and the mean score of single draws, each row given its most probable leaf, as the paper’s other programs score. Effective: independent draws that would tell as much about the log density. Hard trees are published with other priors than soft ones: scores compare predictions, not evidence.\n"
