// Tests of the prior: sums over everything that it is about, and values by hand.

package wu

import (
	"math"
	"testing"

	"dcctree/core/baseline/hard/hardtest"
)

// structures returns the probability of every structure of so many leaves: a structure is the number of leaves on the
// left of each split, in pre-order.
func structures(p *pinball, leaves int) map[string]float64 {
	if leaves == 1 {
		return map[string]float64{".": 1}
	}
	out := map[string]float64{}
	for i := 1; i < leaves; i++ {
		for left, a := range structures(p, i) {
			for right, b := range structures(p, leaves-i) {
				out["("+left+right+")"] = math.Exp(p.logSplit(i, leaves)) * a * b
			}
		}
	}
	return out
}

func TestPinballSumsToOne(t *testing.T) {
	catalan := []int{1, 1, 2, 5, 14, 42, 132, 429} // structures of 1 to 8 leaves
	for _, c := range []struct{ lambda, left float64 }{{10, .7}, {3, .5}, {.4, .05}} {
		p := newPinball(c.lambda, c.left, false, 100)
		for k := 1; k <= 8; k++ {
			all := structures(&p, k)
			var sum float64
			for _, v := range all {
				sum += v
			}
			if len(all) != catalan[k-1] || math.Abs(sum-1) > 1e-13 {
				t.Errorf("lambda %v, p %v: %d structures of %d leaves have probability %v", c.lambda,
					c.left, len(all), k, sum)
			}
		}
		var sum float64
		for k := 1; k <= 100; k++ {
			sum += math.Exp(p.logLeaves(k))
		}
		if math.Abs(sum-1) > 1e-12 {
			t.Errorf("lambda %v: the numbers of leaves have probability %v", c.lambda, sum)
		}
	}
}

func TestPinballByHand(t *testing.T) {
	p := newPinball(2, .25, false, 10)
	for _, c := range []struct {
		name      string
		log, want float64
	}{
		{"P(1 leaf)", p.logLeaves(1), math.Exp(-2)},
		{"P(2 leaves)", p.logLeaves(2), 2 * math.Exp(-2)},
		{"P(4 leaves)", p.logLeaves(4), 8. / 6 * math.Exp(-2)},
		{"1 of 2 left", p.logSplit(1, 2), 1},
		{"1 of 3 left", p.logSplit(1, 3), .75},
		{"2 of 3 left", p.logSplit(2, 3), .25},
		{"1 of 4 left", p.logSplit(1, 4), .5625},
		{"2 of 4 left", p.logSplit(2, 4), .375},
		{"3 of 4 left", p.logSplit(3, 4), .0625},
	} {
		if got := math.Exp(c.log); math.Abs(got-c.want) > 1e-15 {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// TestPriorOfTrees sums the prior over all trees of the small problem, which has 5 rows that differ in both features:
// any with one or two leaves can be, so that their sums are alpha(k); of three leaves those cannot be that split a
// single row again. What these lose is summed by hand from the rules of the root.
func TestPriorOfTrees(t *testing.T) {
	for _, thresholds := range []string{Uniform, Observed} {
		c := small(t, true, 5, func(s *Settings) { s.Thresholds = thresholds })
		sums := make([]float64, 6)
		for _, tree := range hardtest.Enumerate(smallData(true, 5), 5, 1) {
			set(t, c, tree)
			sums[tree.Leaves] += math.Exp(c.now.structure + c.now.rules)
		}
		alpha := func(k int) float64 { return math.Exp(c.prior.logLeaves(k)) }
		for k := 1; k <= 2; k++ {
			if math.Abs(sums[k]-alpha(k)) > 1e-14 {
				t.Errorf("%s: trees of %d leaves have prior %v, want %v", thresholds, k, sums[k],
					alpha(k))
			}
		}
		lost := 0.0 // one row on the side that gets two leaves
		for f := range 2 {
			values := c.tree.Rows.Values(f)
			first, last, all := values[1]-values[0], values[4]-values[3], values[4]-values[0]
			if thresholds == Observed {
				first, last, all = 1, 1, 4
			}
			lost += .5 * (first/all*c.settings.Left + last/all*(1-c.settings.Left))
		}
		if want := alpha(3) * (1 - lost); math.Abs(sums[3]-want) > 1e-14 {
			t.Errorf("%s: trees of 3 leaves have prior %v, want %v", thresholds, sums[3], want)
		}
	}
}
