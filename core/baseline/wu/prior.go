// The pinball prior of a tree's structure.

package wu

import (
	"dcctree/core/numeric"
)

// pinball holds the prior of structures, equations 1 and 2.
type pinball struct {
	lambda, logLambda float64
	free              bool      // without equation 2
	logLeft, logRight float64   // log p, log(1 - p)
	factorial         []float64 // log k! from k = 0
}

// newPinball returns the prior for trees of at most so many leaves.
func newPinball(lambda, left float64, free bool, leaves int) pinball {
	p := pinball{
		lambda: lambda, logLambda: numeric.Log(lambda), free: free,
		logLeft: numeric.Log(left), logRight: numeric.Log1p(-left),
		factorial: make([]float64, leaves+1),
	}
	for k := 2; k <= leaves; k++ {
		p.factorial[k] = p.factorial[k-1] + numeric.Log(float64(k))
	}
	return p
}

// logLeaves returns log alpha(k), the log probability of k leaves, k >= 1 (equation 1).
func (p *pinball) logLeaves(k int) float64 {
	return float64(float64(k-1)*p.logLambda) - p.lambda - p.factorial[k-1]
}

// logSplit returns log beta(i | k), the log probability that i of a node's k leaves go left, 1 <= i < k (equation 2),
// or 0 without it.
func (p *pinball) logSplit(i, k int) float64 {
	if p.free {
		return 0
	}
	ways := p.factorial[k-2] - p.factorial[i-1] - p.factorial[k-1-i]
	return ways + float64(float64(i-1)*p.logLeft) + float64(float64(k-1-i)*p.logRight)
}
