// What a split asks of a row.

package tree

import "dcctree/core/numeric"

// Rule sends a row left or right. Every rule but Part sends left what is at most its cut.
type Rule interface {
	// Left reports whether a row goes left where the rule is read hard.
	Left(row Row) bool
	// Right returns the probability that a row goes right: 0 or 1 where the rule is not Soft.
	Right(row Row) float64
	// Soft reports whether rows can go both ways.
	Soft() bool
	// Cut is the largest value of the sum of its terms that goes left, read hard.
	Cut() float64
	// Terms are the inputs that it reads.
	Terms() []Term
	// Main is the input that weighs most, the first of equal ones.
	Main() int
	// AddWeights adds the weight of each input, times share, to dst (length: inputs).
	AddWeights(dst []float64, share float64)
	// Crossing is where the rule's border crosses an input that it reads, all others at the given values.
	Crossing(input int, others []float64) float64

	kind() kind
	numbers() []float64
}

// Term is one input of a rule: Weight (x - Min)/Range.
type Term struct {
	Input              int
	Weight, Min, Range float64
}

// plain is a term of an input as it is.
func plain(input int, weight float64) Term { return Term{Input: input, Weight: weight, Range: 1} }

// right is the probability of the right side at x, for a cut softened by bandwidth h (0: not at all).
func right(x, cut, h float64) float64 {
	switch {
	case h > 0:
		return numeric.Logistic((x - cut) / h)
	case x > cut:
		return 1
	}
	return 0
}
