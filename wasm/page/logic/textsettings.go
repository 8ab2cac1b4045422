// The texts of the settings: for each setting its label and one sentence, by its name; headings and ranges.

package logic

const settingsText = "" +
	"group.divide: Search over topologies\n" +
	"group.conquer: Sampling within a topology\n" +
	"group.bandwidth: Bandwidth of the splits\n" +
	"group.priors: Priors\n" +
	"group.answers: Answers\n" +

	"range.to: %s to %s\n" + // least, most
	"range.above: above %s\n" + // bound
	"range.abovemost: above %s, at most %s\n" + // bound, most
	"range.abovebelow: above %s, below %s\n" + // bound, bound
	"range.any: any number\n" +
	"range.sum: ; the three sum to 1\n" +

	"set.predictive: Predictive distribution\n" +
	"set.predictive.say: Of a number: the likelihood's own, for intervals and log scores, or the paper's mixture of the leaves, which its figures show and which is much wider midway between leaves.\n" +
	"set.iterations: Rounds\n" +
	"set.iterations.say: How often a topology is visited again after all have been burnt in; more rounds, smaller errors.\n" +
	"set.priorDraws: Topologies at the start\n" +
	"set.priorDraws.say: Topologies drawn from the prior before the first round; those drawn often enough become active.\n" +
	"set.activationCount: Draws to become active\n" +
	"set.activationCount.say: A topology becomes active when it has been proposed more often than this.\n" +
	"set.maxActive: Most active topologies\n" +
	"set.maxActive.say: Beyond this number the active topology of lowest utility is dropped.\n" +
	"set.delta: Exploration\n" +
	"set.delta.say: Share of the utility that favors topologies visited rarely; 0 goes by evidence alone.\n" +
	"set.kappa: Weight of the variance\n" +
	"set.kappa.say: How much an uncertain evidence adds to a topology's utility.\n" +
	"set.beta: Optimism\n" +
	"set.beta.say: How strongly few visits add to a topology's utility.\n" +
	"set.lookAhead: Look-ahead\n" +
	"set.lookAhead.say: Over how many future draws the exploration term asks for a better evidence.\n" +
	"set.moves.grow: Chance to grow\n" +
	"set.moves.grow.say: How often a visit proposes the topology with one leaf split.\n" +
	"set.moves.prune: Chance to prune\n" +
	"set.moves.prune.say: How often a visit proposes the topology with one split removed.\n" +
	"set.moves.stay: Chance to stay\n" +
	"set.moves.stay.say: How often a visit proposes the topology itself.\n" +
	"set.chains: Chains\n" +
	"set.chains.say: Parallel chains per topology; more chains find more modes.\n" +
	"set.warmup: Warm-up\n" +
	"set.warmup.say: Steps by which each chain adapts before it is used.\n" +
	"set.draws: Draws per visit\n" +
	"set.draws.say: Draws that each chain makes at each visit.\n" +
	"set.proposals: Proposals per draw\n" +
	"set.proposals.say: Points around each draw by which the evidence is measured.\n" +
	"set.weights: Importance weights\n" +
	"set.weights.say: Spatial weights mix the proposals around all draws of a chain and vary less than basic ones.\n" +
	"set.targetAccept: Target acceptance\n" +
	"set.targetAccept.say: The step size aims at this acceptance; higher means smaller steps and fewer divergences.\n" +
	"set.maxDoublings: Most doublings\n" +
	"set.maxDoublings.say: A trajectory doubles its length at most this often.\n" +
	"set.metric: Metric\n" +
	"set.metric.say: What a chain learns about the posterior's shape: scales alone, or scales and correlations.\n" +
	"set.initRadius: Radius of the starts\n" +
	"set.initRadius.say: Chains start uniformly within plus and minus this, in unconstrained coordinates.\n" +
	"set.repairs: Repairs\n" +
	"set.repairs.say: How often a bad chain is warmed up again before it is left out.\n" +
	"set.repairSteps: Steps per repair\n" +
	"set.repairSteps.say: Warm-up steps of each repair.\n" +
	"set.keptDraws: Draws kept\n" +
	"set.keptDraws.say: Weighted draws kept per topology for predictions and figures; this bounds the memory.\n" +
	"set.bandwidthInitial: Bandwidth at first\n" +
	"set.bandwidthInitial.say: How soft the splits are when the warm-up begins, in units of a feature's range.\n" +
	"set.bandwidthFinal: Bandwidth at last\n" +
	"set.bandwidthFinal.say: How soft the splits of the result are; smaller is sharper and harder to sample.\n" +
	"set.schedule: Schedule\n" +
	"set.schedule.say: Linear is the authors' way; before-last-window ends early enough for the metric to be learned at the last bandwidth.\n" +
	"set.splitPrior.alpha: Chance of a first split\n" +
	"set.splitPrior.alpha.say: Prior probability that the root is split.\n" +
	"set.splitPrior.beta: Fall with depth\n" +
	"set.splitPrior.beta.say: How fast that probability falls with depth; larger means smaller trees.\n" +
	"set.priors.leafMean: Mean of the leaves\n" +
	"set.priors.leafMean.say: Prior mean of a leaf's value, in units of the target as sampled.\n" +
	"set.priors.leafSD: Spread of the leaves\n" +
	"set.priors.leafSD.say: Prior standard deviation of a leaf's value.\n" +
	"set.priors.sigmaFamily: Family of the noise\n" +
	"set.priors.sigmaFamily.say: Prior of the noise: the paper's inverse gamma, or a half t with 3 degrees of freedom for a standardized target.\n" +
	"set.priors.sigmaShape: Shape of the noise\n" +
	"set.priors.sigmaShape.say: Shape of the inverse gamma prior; half-t3 does not use it.\n" +
	"set.priors.sigmaScale: Scale of the noise\n" +
	"set.priors.sigmaScale.say: Scale of the prior of the noise.\n" +
	"set.priors.classConcentration: Concentration of classes\n" +
	"set.priors.classConcentration.say: Prior count of each class in each leaf.\n"
