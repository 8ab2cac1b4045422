// Package nuts checks the sampling kernels against distributions that are known exactly: moments and
// quantiles over seeds, Monte Carlo errors, alarms, and the joint distribution test.
package nuts

import "dcctree/core/cmd/validate/report"

// Checks returns the checks of the kernels, in order.
func Checks() []report.Check {
	return []report.Check{
		{Name: "moments", Run: momentSection},
		{Name: "mixing", Run: mixingSection},
		{Name: "joint", Run: jointSection},
	}
}

func momentSection() report.Section {
	s := report.Section{
		Title: "NUTS on known distributions",
		Text: "Four chains of 1,000 draws (400 for the correlated normal in 100 dimensions) after 500 " +
			"warm-up steps, 20 seeds. Every mean, standard deviation and quantile (5 %, 50 %, 95 %) is " +
			"compared with its exact value (eight schools: quadrature over tau, with mu and the effects " +
			"in closed form), in units of its own Monte Carlo standard error (MCSE). That error is " +
			"judged too: over the seeds the squared errors follow a chi-square distribution, whose " +
			"degrees of freedom allow for the correlation of the figures; an MCSE wrong by a factor of " +
			"two falls outside (a test shows it). The correlated normals have standard deviations from " +
			".01 to 10 and neighbors correlated by .9 (dense: .99).",
	}
	for _, r := range ladder() {
		s.Rows = append(s.Rows, r.run(20).rows(r.name)...)
	}
	return s
}

func mixingSection() report.Section {
	return report.Section{
		Title: "Chains that cannot mix raise the alarm",
		Text: "An equal mixture of two normal distributions that no chain can move between, 16 chains from " +
			"random starts. Rank-normalized R-hat above 1.01 or an effective number below 100 per chain " +
			"is an alarm. Where all chains fall into one mode nothing can be seen: with 16 chains that " +
			"happens one time in 32,768, with four one time in eight, and with unequal modes more often. " +
			"That is why the evidence has guards of its own.",
		Rows: mixing(20),
	}
}

func jointSection() report.Section {
	return report.Section{
		Title: "Joint distribution test of every kernel",
		Text: "Geweke (2004): parameters and answers drawn one after the other (the parameters from the " +
			"prior, the answers given them) have the same distribution as those of a chain in which the " +
			"kernel moves the parameters given the answers and new answers are drawn. Means of first and " +
			"second moments, products and the log likelihood are compared; their errors come from 100 " +
			"independent chains of 400 moves (mutants: 60; the one of S: 400) that start in the joint " +
			"distribution, whatever the autocorrelation. Of tempered SMC it is the move of the last " +
			"temperature that is tested. A classification's likelihood does not sum to one over the " +
			"classes, so its parameters are drawn with weight S, the sum over all 64 classings. Mutants " +
			"of kernel or simulator must be caught. One is not, and cannot be: a gradient of the wrong " +
			"sign leaves the leapfrog step reversible and volume-preserving, and NUTS, which weighs " +
			"points by their density, exact; only its acceptance falls. Finite differences and the " +
			"acceptance at a small step show it.",
		Rows: jointRows(effort{draws: 40000, chains: 100, length: 400},
			effort{draws: 10000, chains: 100, length: 60}),
	}
}
