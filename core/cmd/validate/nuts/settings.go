// Which kernels are tested on which joint distributions, and which mutants.

package nuts

import (
	"dcctree/core/cmd/validate/report"
	"dcctree/core/hmc"
)

// The joints: three leaves, two inputs, one row twice; six rows, so that answers say little enough for
// theta to move far between them.
func regression() *joint     { return newJoint([]int{1, 5, 6}, 6, 2, 0, 0.2) }
func classification() *joint { return newJoint([]int{1, 5, 6}, 6, 2, 2, 0.2) }

// Step sizes at which about .8 is accepted.
const (
	regressionStep     = 0.5
	classificationStep = 0.8
)

// kernels are those that have to agree.
func kernels() []setting {
	return []setting{
		{name: "regression, NUTS, diagonal metric", joint: regression,
			kernel: nuts(hmc.Diagonal, regressionStep, nil)},
		{name: "regression, NUTS, dense metric", joint: regression,
			kernel: nuts(hmc.Dense, regressionStep, nil)},
		{name: "regression, NUTS on collapsed means, drawn back", joint: regression,
			kernel: collapsed(hmc.Dense, regressionStep, nil, expanded)},
		{name: "regression, move of tempered SMC on collapsed means", joint: regression, kernel: tempered(nil)},
		{name: "classification, NUTS, diagonal metric", joint: classification,
			kernel: nuts(hmc.Diagonal, classificationStep, nil)},
		{name: "classification, NUTS, dense metric", joint: classification,
			kernel: nuts(hmc.Dense, classificationStep, nil)},
		{name: "classification, move of tempered SMC", joint: classification, kernel: tempered(nil)},
	}
}

// mutants are those that have to be caught.
func mutants() []setting {
	prior := func(j *joint) move { return nuts(hmc.Diagonal, regressionStep, withoutLikelihood(j))(j) }
	return []setting{
		{name: "dropped Jacobian: regression, NUTS, diagonal metric", joint: regression,
			kernel: nuts(hmc.Diagonal, regressionStep, withoutJacobian)},
		{name: "dropped Jacobian: regression, collapsed", joint: regression,
			kernel: collapsed(hmc.Dense, regressionStep, withoutJacobian, expanded)},
		{name: "dropped Jacobian: regression, tempered SMC", joint: regression,
			kernel: tempered(withoutJacobian)},
		{name: "dropped Jacobian: classification, NUTS, dense metric", joint: classification,
			kernel: nuts(hmc.Dense, classificationStep, withoutJacobian)},
		{name: "dropped Jacobian: classification, tempered SMC", joint: classification,
			kernel: tempered(withoutJacobian)},
		{name: "prior returned as posterior", joint: regression, kernel: prior},
		{name: "means drawn back with half their variance", joint: regression,
			kernel: collapsed(hmc.Dense, regressionStep, nil, narrowlyExpanded)},
		{name: "theta of a classification not weighted by S", joint: classification,
			kernel: nuts(hmc.Diagonal, classificationStep, nil), unweighted: true},
	}
}

// flipped is the mutant that stays exact.
func flipped() setting {
	return setting{name: "wrong sign of one leaf's gradient", joint: regression,
		kernel: nuts(hmc.Diagonal, regressionStep, withFlippedLeaf)}
}

// jointRows are the rows of all kernels, and of the mutants with an effort of their own: they are far off
// but for the one of S, which differs little between trees of six rows.
func jointRows(e, forMutants effort) []report.Row {
	var rows []report.Row
	for _, s := range kernels() {
		rows = append(rows, s.agree(e))
	}
	for _, s := range mutants() {
		if s.unweighted {
			forMutants = e
		}
		rows = append(rows, s.caught(forMutants))
	}
	return append(rows, flippedRows(regression(), flipped().agree(e))...)
}
