// Tests of leaves with noises of their own, against exact results and quadrature.

package alltrees

import (
	"fmt"
	"math"
	"testing"

	"dcctree/core/numeric"
	"dcctree/core/random"
)

// noisyProblems are problems of numbers.
var noisyProblems = []problem{problems[0], problems[1], problems[4], problems[7], problems[9]}

// noisyTable is a problem's table with leaves that have noises of their own.
func (p problem) noisyTable(t *testing.T, seed uint64) *Table {
	t.Helper()
	columns, y := p.data(seed)
	y.LeafNoise = true
	table, err := NewTable(columns, y)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// A leaf's marginal likelihood is the integral over its mean and its sigma: by quadrature over the mean with the
// density of each row, sum over the grid of sigma, whose prior is normal in log sigma about the level.
func TestLeafMarginalByQuadrature(t *testing.T) {
	m := leafMarginal(5, 1)
	const step = .002
	for _, y := range [][]float64{{.3}, {-.4, .9}, {1.2, 1.3, 1.1, 1.2, 1.25}, {1, 1, 1}} {
		s := stats{n: len(y)}
		for _, v := range y {
			s.sum, s.squares = s.sum+v, s.squares+v*v
		}
		for l := range m.levels {
			total, norm := 0.0, 0.0
			for g := range gridPoints {
				sigma := math.Exp(logSigma(g))
				prior := math.Exp(numeric.LogNormalPDF(logSigma(g), m.levels[l].logSigma, .5))
				norm += prior
				for mean := -8.0; mean < 8; mean += step {
					log := numeric.LogNormalPDF(mean, 0, 1)
					for _, v := range y {
						log += numeric.LogNormalPDF(v, mean, sigma)
					}
					total += prior * step * math.Exp(log)
				}
			}
			want := math.Log(total / norm)
			if got := m.leaf(&s, l); math.Abs(got-want) > 1e-6 {
				t.Errorf("%v at level %d: %v, by quadrature %v", y, l, got, want)
			}
		}
	}
}

// Adding a leaf at all levels at once is adding it at each.
func TestLeavesAtAllLevels(t *testing.T) {
	m := leafMarginal(9, 1)
	s := stats{n: 9, sum: 4, squares: 11}
	all := make([]float64, m.points())
	m.add(&s, all)
	for l, got := range all {
		if want := m.leaf(&s, l); got != want {
			t.Errorf("level %d: %v together, %v alone", l, got, want)
		}
	}
}

// What proposals go by is within .1 nats of the sum over the grid where the noise is well within it, and finite
// elsewhere. The margin is of what only moves proposals: at most .062 was seen.
func TestRoughMarginals(t *testing.T) {
	m := leafMarginal(1000, 1)
	for _, n := range []int{1, 2, 3, 5, 20, 100, 1000} {
		for _, sigma := range []float64{0, .05, .2, 1} {
			for _, mean := range []float64{0, 1.5} {
				rows := float64(n)
				s := stats{n: n, sum: rows * mean, squares: rows*mean*mean + (rows-1)*sigma*sigma}
				for l, v := range m.levels {
					got, want := m.rough(n, s.sum, s.squares, l), m.leaf(&s, l)
					inside := math.Abs(v.logSigma+1.5) < 1 && sigma > 0 && sigma < 1
					if inside && math.Abs(got-want) > .1 || !numeric.Finite(got) {
						t.Errorf("%d rows, sigma %v, mean %v, level %d: rough %v, want %v", n,
							sigma, mean, l, got, want)
					}
				}
			}
		}
	}
}

// Evidence and root rules are those of every tree in turn: the list, the recursion, and frozen draws within five
// standard errors of their weights.
func TestLeafNoiseIsExact(t *testing.T) {
	for i, p := range noisyProblems {
		t.Run(fmt.Sprint(p), func(t *testing.T) {
			table := p.noisyTable(t, uint64(i))
			want, shares := exact(table, p.prior())
			const n = 20000
			d := Run(table, p.quick(), Alone).Freeze(n, 2)
			margin := math.Sqrt((n/d.Effective-1)/n) + 1e-6
			if math.Abs(d.LogEvidence-want) > 5*margin {
				t.Errorf("log evidence %.4f +- %.4f, exact %.4f", d.LogEvidence, margin, want)
			}
			weights := make([]float64, n)
			for k, l := range d.LogWeights {
				weights[k] = math.Exp(l-d.LogEvidence) / n
			}
			tv := distance(rootShares(table, d.Trees, weights), shares)
			if limit := 2 * math.Sqrt(float64(len(shares))/d.Effective); tv > limit {
				t.Errorf("root rules are %.4f from the exact ones, more than %.4f", tv, limit)
			}
			if d.Effective < n/4 || math.Abs(d.Bridge-want) > .1 {
				t.Errorf("effective number %.0f of %d, bridge %.4f, exact %.4f", d.Effective, n,
					d.Bridge, want)
			}
		})
	}
}

// The tempered evidence is right on average over seeds, and moved trees keep the posterior.
func TestLeafNoiseMoves(t *testing.T) {
	p := noisyProblems[2]
	table := p.noisyTable(t, 2)
	want, shares := exact(table, p.prior())
	s := p.quick()
	s.Moves, s.Learn = 3, 5
	var logs []float64
	for k := range 30 {
		logs = append(logs, Climb(table, s, k).LogEvidence)
	}
	rightOnAverage(t, 2, logs, want)
	s = p.quick()
	s.Particles, s.Rounds, s.Moves = 400, 40, 20
	trees := Run(table, s, Alone).Trees
	weights := make([]float64, len(trees))
	for k := range weights {
		weights[k] = 1 / float64(len(trees))
	}
	if tv := distance(rootShares(table, trees, weights), shares); tv > .03 {
		t.Errorf("root rules are %.4f from the exact ones", tv)
	}
}

// Without a split, kept trees and their noises predict what the sum over all levels and sigmas says: mean, and the
// probability of less than each of some values, within five standard errors of 2,000 trees.
func TestLeafNoisePredicts(t *testing.T) {
	values := []float64{-1, -.5, 0, .25, 3}
	columns := []Column{numbers(1, 1, 1, 1, 1)} // constant: no rule can use it
	table, err := NewTable(columns, Response{Values: values, LeafNoise: true})
	if err != nil {
		t.Fatal(err)
	}
	s := problems[0].quick()
	s.Particles, s.Rounds = 400, 5
	m := Run(table, s, Alone).Predictive(table.Bins(columns)[0])
	rows, _ := table.all()
	st := table.statsOf(rows)
	for _, x := range []float64{-3, -1, 0, 1, 4} {
		total, below, squares := 0.0, 0.0, 0.0
		for l, v := range table.marginal.levels {
			for g, n := range table.marginal.grid {
				prior := math.Exp(table.marginal.logPrior[l]) * v.share[g]
				w := prior * math.Exp(n.normal(st.n, st.sum, st.squares))
				mean, variance := st.sum/(5+n.s2), n.s2+n.s2/(5+n.s2)
				z := ((x-table.mean)/table.sd - mean) / math.Sqrt(variance)
				p := numeric.NormalCDF(z)
				total, below, squares = total+w, below+w*p, squares+w*p*p
			}
		}
		want := below / total
		margin := 5 * math.Sqrt((squares/total-want*want)/float64(len(m)))
		if got := m.CDF(x); math.Abs(got-want) > margin {
			t.Errorf("probability of less than %v: %.4f, want %.4f +- %.4f", x, got, want, margin)
		}
	}
}

// The workers change no bit.
func TestLeafNoiseWorkers(t *testing.T) {
	p := noisyProblems[3]
	table := p.noisyTable(t, 3)
	s := p.quick()
	s.Restarts = 3
	var want uint64
	for k, w := range []Workers{Alone, several(1), several(2), several(5)} {
		r := Settle(table, s, Effort{Moves: 3, Work: 1e8, Draws: 500}, w)
		if k == 0 {
			want = r.Digest()
		}
		if got := r.Digest(); got != want {
			t.Errorf("workers %d: digest %#x, alone %#x", k, got, want)
		}
	}
}

// Leaves are predicted with their own noise: of two leaves with the spreads .1 and 1 (in units of the response) each
// has nearly its own, the readable tree's leaves too; with a common noise both have the same.
func TestLeavesHaveTheirNoise(t *testing.T) {
	rng := random.Stream(1, "two leaves")
	const n = 200
	x, y := make([]float64, n), make([]float64, n)
	for i := range n {
		x[i] = float64(i % 2)
		y[i] = 5*x[i] + []float64{.1, 1}[i%2]*rng.NormFloat64()
	}
	columns := []Column{{Values: x}}
	for _, leaf := range []bool{false, true} {
		table, err := NewTable(columns, Response{Values: y, LeafNoise: leaf})
		if err != nil {
			t.Fatal(err)
		}
		r := Run(table, problems[0].quick(), Alone)
		bins := table.Bins([]Column{numbers(0, 1)})
		low, high := r.Predictive(bins[0]).SD(), r.Predictive(bins[1]).SD()
		if told := math.Abs(low-.1) < .02 && math.Abs(high-1) < .15; told != leaf {
			t.Errorf("noise per leaf %v: spreads %.3f and %.3f", leaf, low, high)
		}
		d := r.Readable(2)[1].Tree
		if told := d.Left.SD < .3 && d.Right.SD > .8; leaf && !told {
			t.Errorf("noise per leaf %v: readable leaves %.3f and %.3f", leaf, d.Left.SD, d.Right.SD)
		}
	}
}

// Gradual splits and heavy tails have one noise: to ask for another one, too, is a mistake.
func TestGradualLeafNoisePanics(t *testing.T) {
	for _, heavy := range []bool{false, true} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("heavy %v: no panic", heavy)
				}
			}()
			s := noisyProblems[0].quick()
			if !heavy {
				s.Prior.Widths = DefaultWidths
			}
			columns, y := noisyProblems[0].data(0)
			y.LeafNoise, y.Heavy = true, heavy
			table, err := NewTable(columns, y)
			if err != nil {
				t.Fatal(err)
			}
			Run(table, s, Alone)
		}()
	}
}

// Responses drawn together with a tree are as spread as the noise of their leaf says.
func TestJointLeafNoise(t *testing.T) {
	p := problem{30, 2, 0, 0, 0, 3}
	const seeds = 2000
	none := Prior{Alpha: 1e-9, Beta: 1, MaxDepth: 1}
	table := p.noisyTable(t, 1)
	var m numeric.Moments
	for seed := range uint64(seeds) {
		drawn, truth := table.Joint(none, random.Stream(seed, "noises"))
		s2 := truth.Facts(0)[5] // the noise of the only leaf
		m.Add(drawn.y[3] / math.Sqrt(1+s2))
	}
	// without a split y/sqrt(1 + sigma^2) has mean 0 and variance 1: within four standard errors
	if e := math.Sqrt(1. / seeds); math.Abs(m.Mean()) > 4*e {
		t.Errorf("mean %.4f, want 0 +- %.4f", m.Mean(), e)
	}
	if e := math.Sqrt(2. / seeds); math.Abs(m.Variance()-1) > 4*e {
		t.Errorf("variance %.4f, want 1 +- %.4f", m.Variance(), e)
	}
}
