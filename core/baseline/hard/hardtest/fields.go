// Drawn nodes as plain values, for digests of draws.

package hardtest

import (
	"dcctree/core/baseline/hard"
	"dcctree/core/tree"
)

// Fields returns what a drawn node of a hard tree holds: the feature of its split (hard.Leaf for a leaf) with its
// threshold, or the leaf's mean and noise scale, or the probabilities of its classes.
func Fields(n tree.Node) (feature int, threshold, mean, sd float64, probabilities []float64) {
	feature = hard.Leaf
	if rule, splits := n.Rule.(tree.Threshold); splits {
		feature, threshold = rule.Input, rule.At
	}
	switch a := n.Answer.(type) {
	case tree.Normal:
		mean, sd = a.Mean, a.SD
	case tree.Classes:
		probabilities = a
	}
	return feature, threshold, mean, sd, probabilities
}
