// Rules of splits, and the prior of trees.

package alltrees

import (
	"math/rand/v2"

	"dcctree/core/numeric"
)

// Rule sends a row left: where the bin of its input is at most Cut or, for categories, its level is in Set, whose
// first seen level always is. Rows with a gap go left where GapLeft is.
type Rule struct {
	Input, Cut int
	Set        uint64
	GapLeft    bool
}

// Prior is that of trees: a node at depth d (0 at the root) splits with probability Alpha (1+d)^-Beta, and never at
// MaxDepth. The input is uniform, a threshold uniform over ranks, a set of levels uniform over the ways to part the
// seen levels, and gaps go left or right with probability 1/2 each. With Widths > 0 a threshold of a tree that predicts
// numbers is gradual with probability Gradual, 0 to 1 exclusive, with one of that many widths h, evenly by log from
// Narrow to Wide, shares of the ranks, each as probable; it is sharp otherwise.
type Prior struct {
	Alpha, Beta           float64
	MaxDepth              int
	Widths                int
	Gradual, Narrow, Wide float64
}

// DefaultWidths is how many widths there are where thresholds may be gradual.
const DefaultWidths = 12

// DefaultPrior is .95 (1+d)^-1/2, to depth 24: half of all trees have at most 8 leaves, nine of ten at most 20. Half of
// all thresholds are gradual where Widths is set, with widths of .005 to .25 of the ranks.
func DefaultPrior() Prior {
	return Prior{Alpha: .95, Beta: .5, MaxDepth: 24, Gradual: .5, Narrow: .005, Wide: .25}
}

func (p Prior) split(depth int) float64 {
	if depth >= p.MaxDepth {
		return 0
	}
	return p.Alpha * numeric.Exp(-p.Beta*numeric.Log(float64(depth+1)))
}

// sets is the number of ways to part the levels.
func (in *input) sets() float64 { return float64(uint64(1)<<(in.levels-1) - 1) }

// logRule is the log prior probability of a rule at any node.
func (t *Table) logRule(r Rule) float64 {
	in := &t.inputs[r.Input]
	s := -numeric.Log(float64(len(t.inputs)))
	if in.levels > 0 {
		s -= numeric.Log(in.sets())
	} else {
		s += in.logMass[r.Cut]
	}
	if in.gaps {
		s -= numeric.Log(2)
	}
	return s
}

// priorRule draws a rule from the prior.
func (t *Table) priorRule(rng *rand.Rand) Rule {
	r := Rule{Input: rng.IntN(len(t.inputs))}
	in := &t.inputs[r.Input]
	if in.gaps {
		r.GapLeft = rng.IntN(2) == 0
	}
	if in.levels > 0 {
		r.Set = 2*(rng.Uint64N(uint64(in.sets()))) + 1
		return r
	}
	r.Cut = drawMass(in.mass, 0, len(in.mass)-1, rng)
	return r
}

// drawMass draws one of first..last in proportion to its mass.
func drawMass(mass []float64, first, last int, rng *rand.Rand) int {
	total := 0.0
	for _, m := range mass[first : last+1] {
		total += m
	}
	u := rng.Float64() * total
	for k := first; k < last; k++ {
		if u -= mass[k]; u < 0 {
			return k
		}
	}
	return last
}

// left reports whether a bin goes left.
func (r *Rule) left(in *input, bin uint8) bool {
	switch {
	case bin == gapBin:
		return r.GapLeft
	case in.levels > 0:
		return r.Set>>bin&1 == 1
	}
	return int(bin) <= r.Cut
}

// part divides rows by a rule, each side in the rows' order.
func (t *Table) part(rows []int32, r Rule) (left, right []int32) {
	in := &t.inputs[r.Input]
	out := make([]int32, len(rows))
	l := 0
	rest := make([]int32, 0, len(rows))
	for _, i := range rows {
		if r.left(in, in.bins[i]) {
			out[l] = i
			l++
		} else {
			rest = append(rest, i)
		}
	}
	return out[:l], rest
}
