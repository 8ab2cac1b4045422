// Package calibration checks posteriors as a whole: parameters and data are drawn from their joint
// distribution, the sampler under test gets the data, and the parameters must then look like one of its
// draws. Simulation-based calibration (Talts et al. 2018), with quantities that depend on the data
// (Modrák et al. 2023): those alone show a posterior that is the prior.
package calibration

import (
	"fmt"
	"runtime"

	"dcctree/core/baseline/rjhmc"
	"dcctree/core/cmd/validate/report"
	"dcctree/core/conquer"
	"dcctree/core/random"
	"dcctree/core/softtree"
	"dcctree/core/topology"
)

// Checks returns the checks of the calibration, in order.
func Checks() []report.Check {
	return []report.Check{
		{Name: "sbc-conquer", Run: func() report.Section {
			return section(conquerTitle, conquerText, conquerStudies(), replicates)
		}},
		{Name: "sbc-many", Run: func() report.Section {
			return section(manyTitle, manyText, manyStudies(), fewReplicates)
		}},
		{Name: "sbc-nuts", Run: func() report.Section {
			return section(nutsTitle, nutsText, nutsStudies(), replicates)
		}},
		{Name: "sbc-whole", Run: func() report.Section {
			return section(wholeTitle, wholeText, wholeStudies(), replicates)
		}},
		{Name: "sbc-rjhmc", Run: func() report.Section {
			return section(jumpTitle, jumpText, jumpStudies(), replicates)
		}},
		{Name: "sbc-trees", Run: func() report.Section {
			return section(treesTitle, treesText, treesStudies(), fewReplicates)
		}},
		{Name: "rjhmc-weights", Run: weightSection},
		{Name: "mutants", Run: mutantSection},
	}
}

const (
	conquerTitle = "Calibration of the fast conquer"
	conquerText  = "Parameters and data are drawn from the model, the fast conquer at default settings measures " +
		"the topology, 99 of its weighted draws are resampled, and the rank of the true value of every " +
		"parameter, the log likelihood and a prediction among them must be uniform: chi-square over 20 bins, " +
		"1,000 replicates, one rerun with 4,000 new ones where the first fails. The figure is the smallest p " +
		"times the number of " +
		"quantities. Classification labels come from the normalized joint distribution."
	manyTitle = "Calibration of the fast conquer with many inputs"
	manyText  = "The same with 6 to 10 inputs, where the measurement starts from the soft trees' modes, and with " +
		"a bandwidth so small that tempered particles do most of it. Measurements that are not called " +
		"reliable do not count, which leaves the ranks of the others uniform. 200 replicates, one rerun " +
		"with 800."
	nutsTitle = "Calibration of NUTS on trees"
	nutsText  = "The same for single chains: from random starts where the posterior is wide enough for a chain " +
		"to forget its start; and, for sharp posteriors in whose modes chains stay, with the truth at a " +
		"random place of a chain that starts from it and runs both ways, which is exact for a reversible " +
		"kernel whether it mixes or not (Gandy and Scott 2020)."
	wholeTitle = "Calibration of the whole algorithm"
	wholeText  = "The topology is drawn, too: from its prior, renormalized on the four topologies up to three " +
		"leaves. The fast mode measures all four, audits included, and 99 draws of topology and parameters " +
		"are compared with the truth, ties broken at random."
	jumpTitle = "Calibration of RJHMC-Tree, exact variant"
	jumpText  = "Topology and parameters are drawn from the prior, the former from that on the topologies up to " +
		"three leaves, and put at a random place of a chain of the exact variant of core/baseline/rjhmc that " +
		"starts from them and runs both ways with the same tuning; 99 of its states are compared with the " +
		"truth. The iteration is reversible, so that the ranks are uniform exactly when it keeps the " +
		"posterior, whether it mixes or not. HMC-DFI has a simplex of inputs per split, HMC-DF one input. " +
		"Annealed jumps go over three distributions between two topologies."
	weightsTitle = "RJHMC-Tree against DCC-Tree"
	weightsText  = "Posterior probabilities of the topologies up to three leaves of small data sets, drawn from " +
		"the prior given a topology of three leaves: frequencies in a chain of 100,000 iterations of " +
		"HMC-DFI, exact variant, with the standard error of 50 batch means, and the fast mode's weights, the " +
		"mean of 8 seeds with its standard error; in brackets both errors together. Plain jumps, and on the " +
		"sharp data annealed ones: a chain whose jumps are draws from the prior does not get about there."
	mutantsTitle = "Mutants"
	mutantsText  = "Errors put in on purpose. Each must fail the check that the right code passes. A gradient " +
		"with one wrong sign leaves NUTS the right distribution: the leapfrog step is reversible and keeps " +
		"volume with any field in the gradient's place. The ranks in a stationary chain therefore stay " +
		"uniform; from random starts the chain is so slow that the ranks show it, and differences of the log " +
		"density show it at once."
)

var (
	sharp  = halfT(10, 2, 0, .05, .3)
	single = halfT(10, 1, 0, .05, .3)
	soft   = setting{n: 8, d: 1, h: .2, priors: softtree.PaperPriors()}
	soft2  = setting{n: 6, d: 2, h: .2, priors: softtree.PaperPriors()}
	labels = setting{n: 8, d: 2, classes: 2, h: .05, priors: softtree.PaperPriors()}
)

// halfT is a regression or classification with sigma ~ half-t3(scale).
func halfT(n, d, classes int, h, scale float64) setting {
	p := softtree.StandardizedPriors()
	p.SigmaScale = scale
	return setting{n, d, classes, h, p}
}

const (
	stump     = "100"
	leftDeep  = "11000" // {3,4,2}
	rightDeep = "10100" // {1,5,6}
)

func conquerStudies() []study {
	f := conquered(conquer.DefaultSettings())
	return []study{
		one("regression stump, two inputs", stump, sharp, f),
		one("regression {3,4,2}, two inputs", leftDeep, sharp, f),
		one("regression {1,5,6}, one input", rightDeep, single, f),
		one("classification stump, two inputs", stump, labels, f),
		one("classification {3,4,2}, two inputs", leftDeep, labels, f),
	}
}

// manyStudies are on more inputs than the coordinates of hard trees suit.
func manyStudies() []study {
	f := reliably(conquer.DefaultSettings())
	return []study{
		one("regression stump, 6 inputs", stump, halfT(12, 6, 0, .05, .3), f),
		one("regression {3,4,2}, 8 inputs", leftDeep, halfT(12, 8, 0, .05, .3), f),
		one("regression {1,5,6}, 6 inputs, h .01", rightDeep, halfT(12, 6, 0, .01, .3), f),
		one("classification {3,4,2}, 10 inputs", leftDeep, halfT(8, 10, 2, .05, 1), f),
	}
}

func nutsStudies() []study {
	free := kernel{warmup: 300, thin: 4, doublings: 10}
	collapsed, exact := free, free
	collapsed.collapsed = true
	exact.thin = 1
	exactCollapsed := exact
	exactCollapsed.collapsed = true
	wide := labels
	wide.h = .2
	return []study{
		one("regression stump, random starts", stump, soft, free.independent),
		one("regression {3,4,2}, means integrated out, random starts", leftDeep, soft, collapsed.independent),
		one("classification {3,4,2}, random starts", leftDeep, wide, free.independent),
		one("regression {3,4,2}, sharp, stationary", leftDeep, sharp, exact.stationary),
		one("regression {1,5,6}, sharp, means integrated out, stationary", rightDeep, sharp,
			exactCollapsed.stationary),
	}
}

func wholeStudies() []study {
	prior := topology.Prior{Alpha: .95, Beta: 1}
	return []study{
		whole("regression, one input", single, prior, 2, fast),
		whole("classification, two inputs", labels, prior, 2, fast),
	}
}

func jumpStudies() []study {
	prior := topology.Prior{Alpha: .95, Beta: 1}
	wide := labels
	wide.h = .2
	var out []study
	for _, m := range []rjhmc.Method{rjhmc.DFI, rjhmc.DF} {
		out = append(out,
			jumping(string(m)+", regression, two inputs", soft2, prior, 2, jumper(m), nil),
			jumping(string(m)+", regression, one input, sharp", single, prior, 2, jumper(m), nil),
			jumping(string(m)+", classification, two inputs", wide, prior, 2, jumper(m), nil),
			jumping(string(m)+", regression, two inputs, annealed jumps", soft2, prior, 2, annealed(m, 4),
				nil), jumping(string(m)+", classification, two inputs, annealed jumps", wide, prior, 2,
				annealed(m, 4), nil))
	}
	return out
}

var bound = fmt.Sprintf("above %v", leastP)

func section(title, text string, studies []study, n int) report.Section {
	s := report.Section{Title: title, Text: text}
	for _, st := range studies {
		v := st.verdict(n, runtime.GOMAXPROCS(0))
		s.Rows = append(s.Rows, report.Row{Check: st.name, Figure: v.String(), Bound: bound, Holds: v.holds()})
	}
	return s
}

// mutantSection has two rows per mutant: the right code and the wrong one under the same check.
func mutantSection() report.Section {
	s := report.Section{Title: mutantsTitle, Text: mutantsText}
	workers := runtime.GOMAXPROCS(0)
	for _, m := range mutants(fast) {
		right, wrong := m.right.judge(m.right.ranks(m.n, workers, "mutants")),
			m.wrong.judge(m.wrong.ranks(m.n, workers, "mutants"))
		s.Rows = append(s.Rows,
			report.Row{Check: m.name + ": right code", Figure: right.String(), Bound: bound,
				Holds: right.holds()}, report.Row{Check: m.name + ": mutant", Figure: wrong.String(),
				Bound: fmt.Sprintf("at most %v", leastP), Holds: !wrong.holds()})
	}
	return gradientRows(s)
}

// gradientRows adds the gradient with the wrong sign.
func gradientRows(s report.Section) report.Section {
	for _, c := range []struct {
		name   string
		kernel kernel
		wrong  bool
	}{{"right code", signs, false}, {"mutant", turnedSigns(), true}} {
		v := c.kernel.slopes(sharp, leftDeep, slopeStates, random.Stream(1, "slopes"))
		row := report.Row{Check: "sign of one leaf's gradient against differences: " + c.name,
			Figure: probability(v), Bound: fmt.Sprintf("at most %v", mostSlope), Holds: v <= mostSlope}
		if c.wrong {
			row.Bound, row.Holds = fmt.Sprintf("above %v", mostSlope), v > mostSlope
		}
		s.Rows = append(s.Rows, row)
	}
	st := one("sign", stump, small, turnedSigns().stationary)
	v := st.judge(st.ranks(replicates, runtime.GOMAXPROCS(0), "mutants"))
	s.Rows = append(s.Rows, report.Row{Check: "sign of one leaf's gradient: ranks of the mutant, stationary",
		Figure: v.String(), Bound: bound + " (the distribution is right)", Holds: v.holds()})
	return s
}

const (
	slopeStates = 50
	mostSlope   = 1e-5 // of differences relative to 1 + the slope; rounding gives some 1e-8
)
