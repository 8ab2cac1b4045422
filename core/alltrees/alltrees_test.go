// Tests of the sampler against exact results on tiny tables.

package alltrees

import (
	"fmt"
	"math"
	"reflect"
	"testing"

	"dcctree/core/random"
)

// problem is a tiny table: rows, number inputs, levels of a categorical input (0: none), classes, share of gaps.
type problem struct {
	rows, numbers, levels, classes int
	gaps                           float64
	depth                          int
}

var problems = []problem{
	{8, 1, 0, 0, 0, 3},
	{8, 2, 0, 0, 0, 2},
	{10, 2, 0, 2, 0, 3},
	{12, 1, 0, 3, 0, 3},
	{9, 1, 3, 0, 0, 2},
	{12, 0, 4, 0, 0, 3},
	{12, 1, 4, 2, 0, 2},
	{10, 1, 0, 0, .3, 2},
	{10, 2, 0, 2, .3, 2},
	{12, 0, 4, 0, .3, 2},
	{12, 1, 3, 3, .3, 2},
	{14, 1, 5, 2, .2, 2},
	{24, 0, 10, 2, .1, 1},
	{24, 0, 10, 0, 0, 1},
}

func (p problem) table(t *testing.T, seed uint64) *Table {
	t.Helper()
	rng := random.Stream(seed, "problem")
	var columns []Column
	y := Response{Values: make([]float64, p.rows), Classes: p.classes}
	for j := range p.numbers + min(p.levels, 1) {
		c := Column{Values: make([]float64, p.rows)}
		if j == p.numbers {
			c.Levels = p.levels
		}
		for i := range c.Values {
			c.Values[i] = float64(rng.IntN(8))
			if c.Levels > 0 {
				c.Values[i] = float64(rng.IntN(c.Levels))
			}
			y.Values[i] += c.Values[i]
			if rng.Float64() < p.gaps {
				c.Values[i] = math.NaN()
			}
		}
		columns = append(columns, c)
	}
	for i := range y.Values {
		y.Values[i] += rng.NormFloat64()
		if p.classes > 0 {
			y.Values[i] = float64(int(max(0, y.Values[i])) / 3 % p.classes)
		}
	}
	table, err := NewTable(columns, y)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

func (p problem) prior() Prior { return Prior{Alpha: .95, Beta: 1, MaxDepth: p.depth} }

// rootShares are the weighted shares of no split and of each root rule, in the reference's order.
func rootShares(t *Table, trees []*Tree, weights []float64) []float64 {
	rules, _ := (&reference{t: t}).rules()
	shares := make([]float64, len(rules)+1)
	for i, s := range trees {
		k := 0
		for n, r := range rules {
			if s.left != nil && r == s.rule {
				k = n + 1
			}
		}
		shares[k] += weights[i]
	}
	return shares
}

// distance is the total variation distance.
func distance(a, b []float64) float64 {
	s := 0.0
	for i := range a {
		s += math.Abs(a[i]-b[i]) / 2
	}
	return s
}

// The recursion and the list of all trees are two ways to the same number.
func TestReferenceAgainstList(t *testing.T) {
	for i, p := range problems[:5] {
		p.depth = 2
		table := p.table(t, uint64(i))
		want, _ := exact(table, p.prior())
		total := 0.0
		rows, _ := table.all()
		for g, l := range table.marginal.logPrior {
			x := &reference{t: table, prior: p.prior(), point: g}
			priors, likelihoods := x.enumerate(rows, 0)
			for k := range priors {
				total += math.Exp(l+likelihoods[k]) * priors[k]
			}
		}
		if math.Abs(math.Log(total)-want) > 1e-9 {
			t.Errorf("problem %d: %g by the list of all trees, %g by recursion", i, math.Log(total), want)
		}
	}
}

// Frozen draws have the exact evidence and root rules, within five standard errors of their weights.
func TestFrozenDrawsAreExact(t *testing.T) {
	for i, p := range problems {
		t.Run(fmt.Sprint(p), func(t *testing.T) {
			table := p.table(t, uint64(i))
			want, shares := exact(table, p.prior())
			r := Run(table, Settings{Seed: 1, Prior: p.prior(), Particles: 100, Moves: 10, Keep: .7, Final: 2, Batch: 25, Caution: 1, Learn: 50, Last: 2, Rounds: 5, Nodes: 1e6})
			const n = 20000
			d := r.Freeze(n, 2)
			error := math.Sqrt((n/d.Effective-1)/n) + 1e-6
			if math.Abs(d.LogEvidence-want) > 5*error {
				t.Errorf("log evidence %.4f +- %.4f, exact %.4f", d.LogEvidence, error, want)
			}
			weights := make([]float64, n)
			for k, l := range d.LogWeights {
				weights[k] = math.Exp(l-d.LogEvidence) / n
			}
			tv := distance(rootShares(table, d.Trees, weights), shares)
			limit := 2 * math.Sqrt(float64(len(shares))/d.Effective)
			t.Logf("exact %.4f frozen %.4f bridge %.4f smc %.4f effective %.0f k %.2f tv %.4f",
				want, d.LogEvidence, d.Bridge, r.Tempered[0], d.Effective, d.ParetoK, tv)
			if tv > limit {
				t.Errorf("root rules are %.4f from the exact ones, more than %.4f", tv, limit)
			}
			if d.Effective < n/4 {
				t.Errorf("effective number %.0f of %d", d.Effective, n)
			}
			if math.Abs(d.Bridge-want) > .1 {
				t.Errorf("bridge %.4f, exact %.4f", d.Bridge, want)
			}
		})
	}
}

// The division of the particles into jobs changes nothing.
func TestJobsDoNotMatter(t *testing.T) {
	table := problems[5].table(t, 5)
	s := Settings{Seed: 3, Prior: DefaultPrior(), Particles: 40, Moves: 5, Keep: .7, Final: 1, Learn: 20, Last: 1, Rounds: 2,
		Caution: 1, Nodes: 2000, Batch: 40, Restarts: 2}
	whole := Run(table, s)
	s.Batch = 7
	parts := Run(table, s)
	if !reflect.DeepEqual(whole.logs, parts.logs) {
		t.Errorf("log evidence %v with one job, %v with jobs of 7", whole.Tempered, parts.Tempered)
	}
	for i := range whole.Trees {
		if !reflect.DeepEqual(whole.Trees[i], parts.Trees[i]) {
			t.Fatalf("tree %d differs", i)
		}
	}
}

// The tempered estimate of the evidence is right on average over seeds: within four standard errors.
func TestTemperedEvidence(t *testing.T) {
	for _, i := range []int{1, 4, 8} {
		table := problems[i].table(t, uint64(i))
		want, _ := exact(table, problems[i].prior())
		const seeds = 30
		sum, squares := 0.0, 0.0
		for seed := range uint64(seeds) {
			s := Settings{Seed: seed, Prior: problems[i].prior(), Particles: 100, Moves: 3, Keep: .7, Learn: 5, Caution: 1, Batch: 50, Nodes: 1e6}
			ratio := math.Exp(Run(table, s).Tempered[0] - want)
			sum += ratio / seeds
			squares += ratio * ratio / seeds
		}
		error := math.Sqrt((squares - sum*sum) / (seeds - 1))
		t.Logf("problem %d: mean ratio %.3f +- %.3f", i, sum, error)
		if math.Abs(sum-1) > 4*error {
			t.Errorf("problem %d: mean ratio to the exact evidence %.3f +- %.3f", i, sum, error)
		}
	}
}
