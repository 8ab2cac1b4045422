// What catches a gradient that is wrong while the density is right.

package nuts

import (
	"fmt"
	"math"

	"dcctree/core/cmd/validate/report"
	"dcctree/core/hmc"
	"dcctree/core/random"
	"dcctree/core/softtree"
)

// slopeError returns the largest difference between gradient and central differences of the density,
// relative to 1 + the gradient's largest element, over draws of the joint.
func slopeError(j *joint, mutant change, points int) (worst float64) {
	rng := random.Stream(1, "slopes")
	theta, a := make([]float64, j.layout.Dim()), j.newAnswers()
	grad, scratch := make([]float64, len(theta)), make([]float64, len(theta))
	for range points {
		j.draw(theta, a, true, rng)
		target := mutant.of(softtree.NewModel(j.top, j.data(a), j.priors, j.h), j.layout)
		target.Gradient(grad, theta)
		for i, v := range theta {
			const step = 1e-5
			theta[i] = v + step
			up := target.Gradient(scratch, theta)
			theta[i] = v - step
			slope := (up - target.Gradient(scratch, theta)) / (2 * step)
			theta[i] = v
			worst = max(worst, math.Abs(grad[i]-slope)/(1+largest(grad)))
		}
	}
	return worst
}

// finelyAccepted returns the mean acceptance statistic of NUTS with so small a step that a right gradient
// conserves the energy.
func finelyAccepted(j *joint, mutant change, moves int) (mean float64) {
	rng := random.Stream(1, "accepted")
	const step = 0.02
	target, chain := j.newNUTS(hmc.Diagonal, upTo(j.layout.Dim()), step)
	theta, a := make([]float64, j.layout.Dim()), j.newAnswers()
	for range moves {
		j.draw(theta, a, true, rng)
		target.LogDensity = mutant.of(softtree.NewModel(j.top, j.data(a), j.priors, j.h), j.layout)
		if chain.MoveTo(theta, step) == nil {
			mean += chain.Sample(rng).AcceptStat / float64(moves)
		}
	}
	return mean
}

// flippedRows show that the joint distribution test cannot see a leaf's gradient with the wrong sign, and
// what does.
func flippedRows(j *joint, joint report.Row) []report.Row {
	right, wrong := slopeError(j, nil, 100), slopeError(j, withFlippedLeaf, 100)
	fine, coarse := finelyAccepted(j, nil, 200), finelyAccepted(j, withFlippedLeaf, 200)
	joint.Check = "wrong sign of one leaf's gradient, joint distribution test (cannot see it: NUTS stays exact)"
	return []report.Row{
		joint,
		{Check: "gradient against finite differences", Figure: fmt.Sprintf("%.1e", right), Bound: "<= 1e-6",
			Holds: right <= 1e-6},
		{Check: "mutant, wrong sign of one leaf's gradient, finite differences",
			Figure: fmt.Sprintf("%.1e", wrong), Bound: "> 1e-2", Holds: wrong > 1e-2},
		{Check: "mean acceptance at a step of .02", Figure: fmt.Sprintf("%.4f", fine), Bound: ">= .99",
			Holds: fine >= 0.99},
		{Check: "mutant, wrong sign of one leaf's gradient, mean acceptance at a step of .02",
			Figure: fmt.Sprintf("%.4f", coarse), Bound: "< .9", Holds: coarse < 0.9},
	}
}
