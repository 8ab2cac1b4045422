// Intervals of class probabilities against the distributions that they are of.

package posterior

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mathext"

	"dcctree/core/random"
	"dcctree/core/topology"
)

// covers checks that the central interval [low, high] of n draws has the shares of 5 % and 95 % below its ends under
// Beta(a, b), each to four standard errors sqrt(.05 .95 / n) and a draw's own share.
func covers(t *testing.T, what string, low, high, a, b float64, n int) {
	t.Helper()
	within := 4*math.Sqrt(.05*.95/float64(n)) + 1/float64(n)
	near(t, what+", below its lower end", mathext.RegIncBeta(a, b, low), .05, within)
	near(t, what+", below its upper end", mathext.RegIncBeta(a, b, high), .95, within)
}

// TestIntervalOfTheRoot: 5 rows of a and 6 of b make the probability of a Beta(5 + 1, 6 + 1), of mean 6/13, whatever
// the row; the draws of the tree, which has no split, do not differ. The tree's leaf has the same interval.
func TestIntervalOfTheRoot(t *testing.T) {
	for _, draws := range []int{1, 30, 4000} {
		p := classes(t)
		p.members, p.weights = map[topology.Topology]*member{}, nil
		p.put(topology.Root(), 1, make([][]float64, draws)...)
		n := max(draws, leastLeafDraws)
		all, err := p.Predict([][]float64{{0}, {7}})
		if err != nil {
			t.Fatal(err)
		}
		one, _ := p.Explain([]float64{7})
		fig, _ := p.Tree(topology.Root())
		for _, v := range append(all, one.Prediction) {
			near(t, "mean", v.Probabilities[0], 6./13, 1e-12)
			covers(t, "a", v.ProbabilityLow[0], v.ProbabilityHi[0], 6, 7, n)
			covers(t, "b", v.ProbabilityLow[1], v.ProbabilityHi[1], 7, 6, n)
		}
		leaf := fig.Leaves[0].Class[1]
		near(t, "mean in the leaf", leaf.Probability, 7./13, 1e-12)
		covers(t, "b in the leaf", leaf.Low, leaf.High, 7, 6, n)
	}
}

// TestIntervalOfTheStump: TestClassification's leaves hold 5 rows of a alone and 6 of b alone: Beta(6, 1) for a on the
// left, Beta(7, 1) for b on the right. The means are those of the scores, up to rounding.
func TestIntervalOfTheStump(t *testing.T) {
	const draws = 2000
	p := classes(t)
	p.members, p.weights = map[topology.Topology]*member{}, nil
	tau := []float64{math.Log(.45 / .55)}
	p.put(stump, 1, slices.Repeat([][]float64{tau}, draws)...)
	got, err := p.Predict([][]float64{{0}, {10}})
	if err != nil {
		t.Fatal(err)
	}
	covers(t, "a on the left", got[0].ProbabilityLow[0], got[0].ProbabilityHi[0], 6, 1, draws)
	covers(t, "b on the right", got[1].ProbabilityLow[1], got[1].ProbabilityHi[1], 7, 1, draws)
	prob := p.mixed(p.train, trainOf).prob
	near(t, "mean on the left", got[0].Probabilities[0], prob[0], 1e-12)
	near(t, "mean on the right", got[1].Probabilities[1], prob[2*10+1], 1e-12)
}

// TestIntervalBetweenLeaves: a row at .3 of the way from a leaf of Beta(6, 1) to one of Beta(1, 7) has variance .7^2
// v(6, 1) + .3^2 v(1, 7) with v(a, b) = a b / ((a + b)^2 (a + b + 1)). Of 20,000 draws a variance is known to about
// sqrt(2/20000) = 1 % (kurtosis at most 3); 5 % is allowed.
func TestIntervalBetweenLeaves(t *testing.T) {
	p := classes(t)
	m := p.members[stump]
	m.draws.Shares = []float64{100} // so many draws of the leaves
	pool := newClassPool(1, 2)
	pool.addLeaves([]float64{.7, .3}, p.drawLeaves(m, 0, [][]float64{{6, 1}, {1, 7}}), 1)
	v := func(a, b float64) float64 { return a * b / ((a + b) * (a + b) * (a + b + 1)) }
	var mean, square float64
	for i, x := range pool.values[0] {
		mean += x.value * x.weight
		square += x.value * x.value * x.weight
		near(t, "sum over classes", x.value+pool.values[1][i].value, 1, 1e-12)
	}
	want := .49*v(6, 1) + .09*v(1, 7)
	if n := len(pool.values[0]); n != 20_000 {
		t.Fatalf("%d values", n)
	}
	near(t, "mean", mean, .7*6/7+.3/8, 4*math.Sqrt(want/20_000))
	near(t, "variance", square-mean*mean, want, .05*want)
}

// TestIntervalsAreSeeded: they do not depend on what was asked before, only on seed, topology and draw.
func TestIntervalsAreSeeded(t *testing.T) {
	a, b := classes(t), classes(t)
	a.Scores()
	a.Tree(stump)
	one, _ := a.Predict([][]float64{{3}})
	two, _ := b.Explain([]float64{3})
	if !slices.Equal(one[0].ProbabilityLow, two.ProbabilityLow) ||
		!slices.Equal(one[0].ProbabilityHi, two.ProbabilityHi) {
		t.Errorf("%v to %v, then %v to %v", one[0].ProbabilityLow, one[0].ProbabilityHi, two.ProbabilityLow,
			two.ProbabilityHi)
	}
	c := classes(t)
	c.problem.Seed++
	if other, _ := c.Predict([][]float64{{3}}); slices.Equal(one[0].ProbabilityLow, other[0].ProbabilityLow) {
		t.Error("another seed gives the same interval")
	}
}

// TestUnitQuantiles: those of sorted values, also where many are equal, at the ends of the range, or beyond them by
// rounding.
func TestUnitQuantiles(t *testing.T) {
	rng := random.Stream(6, "quantiles")
	for _, n := range []int{1, 2, 20, 3000} {
		for _, digits := range []float64{1, 10, 1e6} {
			var x []weighted
			for range n {
				x = append(x, weighted{math.Round(rng.Float64()*digits) / digits, rng.Float64()})
			}
			x = append(x, weighted{1 + 1e-16, .1}, weighted{1e-300, .1})
			got := unitQuantiles(x, .05, .5, .95, 1)
			if want := quantiles(slices.Clone(x), .05, .5, .95, 1); !slices.Equal(got, want) {
				t.Errorf("%d values of 1/%v: %v, want %v", n, digits, got, want)
			}
		}
	}
}
