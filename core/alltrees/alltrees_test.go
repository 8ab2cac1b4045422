// Tests of the sampler against exact results on tiny tables.

package alltrees

import (
	"fmt"
	"math"
	"reflect"
	"strings"
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
	columns, y := p.data(seed)
	table, err := NewTable(columns, y)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

func (p problem) data(seed uint64) (columns []Column, y Response) {
	rng := random.Stream(seed, "problem")
	y = Response{Values: make([]float64, p.rows), Classes: p.classes}
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
	return columns, y
}

func (p problem) prior() Prior {
	usual := DefaultPrior()
	usual.Beta, usual.MaxDepth = 1, p.depth
	return usual
}

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

// quick are settings for a tiny problem.
func (p problem) quick() Settings {
	return Settings{Seed: 1, Prior: p.prior(), Restarts: 1, Particles: 100, Crowd: 1, Moves: 10, Keep: .7,
		Learn: 50, LearnEnd: 200, Caution: 1, Rounds: 5, Batch: 25, Candidates: 1e6}
}

// Frozen draws have the exact evidence and root rules, within five standard errors of their weights.
func TestFrozenDrawsAreExact(t *testing.T) {
	for i, p := range problems {
		t.Run(fmt.Sprint(p), func(t *testing.T) {
			table := p.table(t, uint64(i))
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
			if d.Effective < n/4 {
				t.Errorf("effective number %.0f of %d", d.Effective, n)
			}
			if math.Abs(d.Bridge-want) > .1 {
				t.Errorf("bridge %.4f, exact %.4f", d.Bridge, want)
			}
		})
	}
}

// Trees that were only moved, with the graph frozen, keep the posterior: the moves satisfy detailed balance.
func TestMovesKeepThePosterior(t *testing.T) {
	for _, i := range []int{1, 2, 4, 8, 9, 10} {
		p := problems[i]
		table := p.table(t, uint64(i))
		_, shares := exact(table, p.prior())
		s := p.quick()
		s.Particles, s.Rounds, s.Moves = 400, 40, 20
		trees := Run(table, s, Alone).Trees
		weights := make([]float64, len(trees))
		for k := range weights {
			weights[k] = 1 / float64(len(trees))
		}
		if tv := distance(rootShares(table, trees, weights), shares); tv > .03 {
			t.Errorf("problem %d: root rules are %.4f from the exact ones", i, tv)
		}
	}
}

// The division of the particles into jobs changes nothing, nor the number of candidates dropped between powers.
func TestJobsDoNotMatter(t *testing.T) {
	table := problems[5].table(t, 5)
	s := problems[5].quick()
	s.Restarts, s.Particles, s.Candidates, s.Batch = 2, 40, 2000, 40
	whole := Run(table, s, Alone)
	s.Batch = 7
	parts := Run(table, s, Alone)
	if whole.Work != parts.Work || !reflect.DeepEqual(whole.logs, parts.logs) ||
		whole.LogEvidence != parts.LogEvidence {
		t.Errorf("evidence and work %v, %d with one job, %v, %d with jobs of 7", whole.LogEvidence, whole.Work,
			parts.LogEvidence, parts.Work)
	}
	for i := range whole.Trees {
		if !reflect.DeepEqual(whole.Trees[i], parts.Trees[i]) {
			t.Fatalf("tree %d differs", i)
		}
	}
}

// The tempered estimate of the evidence is right on average over seeds: within four standard errors. The last two
// problems have sets that are not listed, of which trees of the prior have their share.
func TestTemperedEvidence(t *testing.T) {
	for _, i := range []int{1, 4, 8, 12, 13} {
		table := problems[i].table(t, uint64(i))
		want, _ := exact(table, problems[i].prior())
		s := problems[i].quick()
		s.Moves, s.Learn = 3, 5
		var logs []float64
		for k := range 30 {
			logs = append(logs, Climb(table, s, k).LogEvidence)
		}
		rightOnAverage(t, i, logs, want)
	}
}

// rightOnAverage compares the mean of unbiased evidences, given as logs, with the exact one.
func rightOnAverage(t *testing.T, problem int, logs []float64, want float64) {
	t.Helper()
	got, margin := pooled(logs)
	if ratio := math.Exp(got - want); math.Abs(ratio-1) > 4*margin*ratio {
		t.Errorf("problem %d: mean ratio to the exact evidence %.3f +- %.3f", problem, ratio, margin*ratio)
	}
}

// Two halves of e and 3e: their mean is 2e, its standard error half of it.
func TestPooled(t *testing.T) {
	log, relative := pooled([]float64{1, 1 + math.Log(3)})
	if math.Abs(log-1-math.Log(2)) > 1e-12 || math.Abs(relative-.5) > 1e-12 {
		t.Errorf("log mean %v, relative error %v", log, relative)
	}
	if _, relative := pooled([]float64{1}); !math.IsNaN(relative) {
		t.Errorf("one restart has the error %v", relative)
	}
}

func TestValidate(t *testing.T) {
	if err := DefaultSettings().Validate(); err != nil {
		t.Error(err)
	}
	s := DefaultSettings()
	s.Moves = 0
	if err := s.Validate(); err == nil || !strings.Contains(err.Error(), "Moves") {
		t.Errorf("no moves: %v", err)
	}
}

// Fresh nodes that were dropped are made again as they were: draws and their probabilities stay.
func TestShedChangesNoDraw(t *testing.T) {
	table := problems[9].table(t, 9)
	rows, key := table.all()
	var want []float64
	for _, drop := range []bool{false, true} {
		g := newGraph(table, problems[9].prior())
		g.learn(20, math.MaxInt64, random.Stream(1, "shed"))
		held := g.size
		var got []float64
		for i := range 50 {
			s, q := g.grow(rows, key, 0, random.Stream(uint64(i), "draws"))
			got = append(got, q, s.logPrior)
			if drop {
				g.shed(0)
			}
		}
		if drop && (g.size != held || !reflect.DeepEqual(got, want)) {
			t.Errorf("%d candidates held after %d, draws %v, want %v", g.size, held, got, want)
		}
		want = got
	}
}
