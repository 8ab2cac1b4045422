// Draws of trees, and what they predict.

package baseline

import (
	"dcctree/core/numeric"
)

// Leaf is the Feature of a node that is not split, Mixed that of a split on a weighted sum of features.
const (
	Leaf  = -1
	Mixed = -2
)

// Node is one node of a drawn tree.
type Node struct {
	Feature     int       // Leaf, Mixed, or the feature of the split
	Weights     []float64 // Mixed: a simplex over the features; nil else
	Threshold   float64   // scaled units: smaller or equal goes left
	Left, Right int       // indices into Draw.Nodes; 0 for a leaf

	Mean, SD      float64   // leaf of a regression: N(Mean, SD^2), units of y
	Probabilities []float64 // leaf of a classification
}

// Draw is one tree with what its leaves predict. It is read-only.
type Draw struct {
	Nodes      []Node  // the root first, then in pre-order
	Bandwidth  float64 // h of soft splits, scaled units; 0 where they are hard
	LogWeight  float64 // of a particle; 0 for a state of a chain
	LogDensity float64 // as Info's
}

// Leaves returns the number of leaves.
func (d *Draw) Leaves() int { return (len(d.Nodes) + 1) / 2 }

// Right returns the probability that a row goes right at a split; value gives the row's features, scaled.
func (d *Draw) Right(n *Node, value func(feature int) float64) float64 {
	var x float64
	if n.Feature == Mixed {
		for j, w := range n.Weights {
			x += float64(w * value(j))
		}
	} else {
		x = value(n.Feature)
	}
	switch {
	case d.Bandwidth > 0:
		return numeric.Logistic((x - n.Threshold) / d.Bandwidth)
	case x > n.Threshold:
		return 1
	}
	return 0
}

// Reach calls visit for every leaf that a row reaches with a probability above 0, from left to right.
func (d *Draw) Reach(value func(feature int) float64, visit func(leaf *Node, p float64)) {
	d.reach(0, 1, value, visit)
}

func (d *Draw) reach(at int, p float64, value func(feature int) float64, visit func(leaf *Node, p float64)) {
	n := &d.Nodes[at]
	if n.Feature == Leaf {
		visit(n, p)
		return
	}
	right := d.Right(n, value)
	if right < 1 {
		d.reach(n.Left, float64(p*(1-right)), value, visit)
	}
	if right > 0 {
		d.reach(n.Right, float64(p*right), value, visit)
	}
}

// MostProbable returns the leaf that a row most probably reaches, the first from the left among equal ones: that by
// which the published programs score a draw.
func (d *Draw) MostProbable(value func(feature int) float64) *Node {
	var best *Node
	var most float64
	d.Reach(value, func(leaf *Node, p float64) {
		if best == nil || p > most {
			best, most = leaf, p
		}
	})
	return best
}
