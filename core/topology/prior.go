// The tree prior: a node at depth d splits with probability alpha (1+d)^-beta.

package topology

import (
	"errors"
	"math"
	"math/rand/v2"

	"dcctree/core/numeric"
)

// Prior is the prior over topologies of the paper's equation (cgm-prior).
type Prior struct {
	Alpha float64 `json:"alpha"` // in (0, 1)
	Beta  float64 `json:"beta"`  // at least 0
}

// Validate reports whether the prior is proper.
func (p Prior) Validate() error {
	if !(p.Alpha > 0 && p.Alpha < 1) {
		return errors.New("split prior alpha: must lie between 0 and 1")
	}
	if !(p.Beta >= 0 && p.Beta <= 10) {
		return errors.New("split prior beta: must lie between 0 and 10")
	}
	return nil
}

func (p Prior) split(depth int) float64 {
	return p.Alpha * numeric.Exp(-p.Beta*math.Log(float64(1+depth)))
}

// Log returns log p(m), with the probability of a split taken as 0 at MaxDepth.
func (p Prior) Log(t Topology) float64 {
	var s float64
	for _, n := range t.Nodes() {
		switch q := p.split(n.Depth); {
		case !n.Leaf:
			s += math.Log(q)
		case n.Depth < MaxDepth:
			s += math.Log1p(-q)
		}
	}
	return s
}

// LogScaled returns log p(m) under the prior in which the odds of a split are those of p times the
// given factor at every node: a depth's probability q becomes factor q/(1-q + factor q).
func (p Prior) LogScaled(t Topology, factor float64) float64 {
	s := p.Log(t) + float64(float64(t.Splits())*math.Log(factor))
	for _, n := range t.Nodes() {
		if n.Depth < MaxDepth {
			s -= math.Log1p(float64((factor - 1) * p.split(n.Depth)))
		}
	}
	return s
}

// maxDrawnSplits bounds a drawn tree: with beta near 0 the branching process may never die out.
const maxDrawnSplits = 255

// Draw draws a topology from the prior. ok is false when the tree outgrew 255 splits; the caller
// counts such a draw as lost.
func (p Prior) Draw(rng *rand.Rand) (t Topology, ok bool) {
	var key []byte
	depths, splits := []int{0}, 0
	for len(depths) > 0 {
		d := depths[len(depths)-1]
		depths = depths[:len(depths)-1]
		if d >= MaxDepth || rng.Float64() >= p.split(d) {
			key = append(key, '0')
			continue
		}
		if splits++; splits > maxDrawnSplits {
			return Topology{}, false
		}
		key = append(key, '1')
		depths = append(depths, d+1, d+1)
	}
	return fromKey(string(key)), true
}
