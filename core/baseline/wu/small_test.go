// Small problems whose trees can all be listed, and their posterior by other formulas than the sampler's.

package wu

import (
	"math"
	"testing"

	"dcctree/core/baseline/hard/hardtest"
	"dcctree/core/softtree"
)

// smallData returns the first of 10 rows; no value appears twice in a feature but in the last five rows.
func smallData(regression bool, n int) softtree.Data {
	x := [2][10]float64{
		{0, .1, .35, .8, 1, .1, .6, .8, .35, .2},
		{.5, 0, 1, .3, .9, .7, .1, .5, .2, .9},
	}
	y := [10]float64{.2, -.4, 1.3, 1.1, 2.4, .1, .6, 1.9, -.2, .5}
	class := [10]int{0, 0, 1, 0, 1, 0, 1, 1, 0, 0}
	d := softtree.Data{N: n, D: 2, X: append(append([]float64{}, x[0][:n]...), x[1][:n]...)}
	if regression {
		d.Y = append(d.Y, y[:n]...)
	} else {
		d.Class, d.Classes = append(d.Class, class[:n]...), 2
	}
	return d
}

func smallSettings() Settings {
	s := DefaultSettings()
	s.Leaves, s.Left, s.Leaf.PerLeaf = 1.5, .4, true
	s.Leaf.Shape, s.Leaf.Scale, s.Leaf.Mean, s.Leaf.Count, s.Leaf.Concentration = 2, .3, .5, .4, .6
	s.Grow, s.Prune, s.Change, s.Swap, s.Restructure = .2, .3, .2, .1, .2
	return s
}

func small(t testing.TB, regression bool, n int, with func(*Settings)) *Sampler {
	t.Helper()
	s := smallSettings()
	if with != nil {
		with(&s)
	}
	c, err := New(smallData(regression, n), s, nil)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// set makes a listed tree the present one.
func set(t testing.TB, c *Sampler, tree *hardtest.Tree) {
	t.Helper()
	if err := c.tree.SetRules(tree.Rules()); err != nil {
		t.Fatalf("%s: %v", tree.Key, err)
	}
	c.now = c.terms(c.tree.Nodes())
}

// logPrior returns the log of (1) to (3) for a listed tree, by the definitions.
func logPrior(s Settings, data softtree.Data, tree *hardtest.Tree) float64 {
	lgamma := func(x float64) float64 { v, _ := math.Lgamma(x); return v }
	poisson := func(k, mean float64) float64 { return k*math.Log(mean) - mean - lgamma(k+1) }
	log := poisson(float64(tree.Leaves-1), s.Leaves)
	for _, n := range tree.Nodes {
		if n.Left == nil {
			continue
		}
		i, k := float64(leavesBelow(n.Left)), float64(leavesBelow(n))
		if !s.Free {
			log += lgamma(k-1) - lgamma(i) - lgamma(k-i) + (i-1)*math.Log(s.Left) +
				(k-1-i)*math.Log(1-s.Left)
		}
		var all float64
		for _, c := range n.Cuts[n.Rule.Feature] {
			all += width(s, data, int(n.Rule.Feature), c)
		}
		log += math.Log(width(s, data, int(n.Rule.Feature), int(n.Rule.Cut)) / all / float64(n.Features()))
	}
	return log
}

func leavesBelow(n *hardtest.Node) int {
	if n.Left == nil {
		return 1
	}
	return leavesBelow(n.Left) + leavesBelow(n.Right)
}

// width returns the width of a cut's interval, or 1 where thresholds are values.
func width(s Settings, data softtree.Data, feature, cut int) float64 {
	if s.Thresholds == Observed {
		return 1
	}
	low, next := -1., math.Inf(1) // the cut-th value and the next
	for k := -1; k <= cut; k++ {
		low, next = next, math.Inf(1)
		if k < 0 {
			low = -1
		}
		for _, v := range data.X[feature*data.N : (feature+1)*data.N] {
			if v > low && v < next {
				next = v
			}
		}
	}
	return next - low
}

// logLikelihood returns the log probability of the rows, leaf after leaf, each predicted from those before it:
// Student's t (Murphy 2007, "Conjugate Bayesian analysis of the Gaussian distribution", section 6.4), of which only m
// and k begin anew with a leaf where the leaves have one sigma; or the beta's mean.
func logLikelihood(s Settings, data softtree.Data, leaves [][]int) (log float64) {
	a, b := s.Leaf.Shape, s.Leaf.Scale
	for _, rows := range leaves {
		m, k := s.Leaf.Mean, s.Leaf.Count
		if s.Leaf.PerLeaf {
			a, b = s.Leaf.Shape, s.Leaf.Scale
		}
		counts := [2]float64{s.Leaf.Concentration, s.Leaf.Concentration}
		for _, i := range rows {
			if !data.Regression() {
				c := data.Class[i]
				log += math.Log(counts[c] / (counts[0] + counts[1]))
				counts[c]++
				continue
			}
			y := data.Y[i]
			scale := b * (k + 1) / (a * k)
			upper, _ := math.Lgamma(a + .5)
			lower, _ := math.Lgamma(a)
			log += upper - lower - .5*math.Log(2*a*math.Pi*scale) -
				(a+.5)*math.Log1p((y-m)*(y-m)/(2*a*scale))
			b += .5 * k * (y - m) * (y - m) / (k + 1)
			m = (k*m + y) / (k + 1)
			k, a = k+1, a+.5
		}
	}
	return log
}

func logPosterior(s Settings, data softtree.Data, tree *hardtest.Tree) float64 {
	var leaves [][]int
	for _, n := range tree.Nodes {
		if n.Left == nil {
			leaves = append(leaves, n.Rows)
		}
	}
	return logPrior(s, data, tree) + logLikelihood(s, data, leaves)
}

// TestTermsOfTrees compares what a chain knows of every tree with the formulas above.
func TestTermsOfTrees(t *testing.T) {
	for _, regression := range []bool{true, false} {
		for _, with := range []func(*Settings){
			func(*Settings) {},
			func(s *Settings) { s.Thresholds = Observed },
			func(s *Settings) { s.Free = true },
			func(s *Settings) { s.Leaf.PerLeaf = false },
		} {
			c := small(t, regression, 10, func(s *Settings) { s.MinLeaf = 2; with(s) })
			data := smallData(regression, 10)
			for _, tree := range hardtest.Enumerate(data, 3, 2) {
				set(t, c, tree)
				got, want := c.now.sum(), logPosterior(c.settings, data, tree)
				if math.Abs(got-want) > 1e-11 {
					t.Fatalf("%+v, regression %v: %s: log density %v, want %v", c.settings,
						regression, tree.Key, got, want)
				}
			}
		}
	}
}
