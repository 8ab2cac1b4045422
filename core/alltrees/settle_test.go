// Tests of the stopping rule, of the workers, and of what the kept trees are asked.

package alltrees

import (
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"dcctree/core/numeric"
)

// several does so many jobs at a time, the last first.
func several(workers int) Workers {
	return func(n int, job func(i int)) {
		var group sync.WaitGroup
		room := make(chan bool, workers)
		for i := range n {
			room <- true
			group.Go(func() {
				job(n - 1 - i)
				<-room
			})
		}
		group.Wait()
	}
}

// The workers change no bit. The digest is that of this program; a change that is meant to change draws changes it.
func TestWorkersDoNotMatter(t *testing.T) {
	p := problems[11]
	table := p.table(t, 11)
	s := p.quick()
	s.Restarts = 3
	const pinned = 0x544324ccb63bce2c
	for _, w := range []Workers{Alone, several(1), several(2), several(5)} {
		r := Settle(table, s, Effort{Moves: 3, Work: 1e8, Draws: 500}, w)
		if got := r.Digest(); got != pinned {
			t.Errorf("digest %#x, pinned %#x", got, uint64(pinned))
		}
	}
}

// An easy table settles on the exact evidence; without work for a second round nothing is agreed upon.
func TestSettle(t *testing.T) {
	p := problems[10]
	table := p.table(t, 10)
	want, _ := exact(table, p.prior())
	s := p.quick()
	s.Restarts = 2
	r := Settle(table, s, Effort{Moves: 5, Work: 1e9, Draws: 2000}, Alone)
	last := r.Rounds[len(r.Rounds)-1]
	if !r.Agreed || len(r.Rounds) < 3 || math.Abs(last.Bridge-want) > .1 || math.Abs(last.LogEvidence-want) > .5 {
		t.Errorf("agreed %v after %d rounds: bridge %.3f, restarts %.3f, exact %.3f", r.Agreed, len(r.Rounds),
			last.Bridge, last.LogEvidence, want)
	}
	if last.Moves != 5<<(len(r.Rounds)-1) {
		t.Errorf("%d moves in round %d", last.Moves, len(r.Rounds))
	}
	r = Settle(table, s, Effort{Moves: 5, Work: 1, Draws: 500}, Alone)
	if r.Agreed || len(r.Rounds) != 1 || !math.IsNaN(r.Discord.Change) {
		t.Errorf("without work: agreed %v after %d rounds, change %v", r.Agreed, len(r.Rounds),
			r.Discord.Change)
	}
}

// Restarts that are at most 1 nat apart have weights in proportion to their evidence. Beyond, the largest weight is e
// times the least, however far they are apart and however many trees each has.
func TestRestartsAreTrusted(t *testing.T) {
	restart := func(log float64, trees int) *Climbed {
		all := make([]*gradual, trees)
		for i := range all {
			all[i] = (&gradual{width: uint8(trees)}).over(gradualLeaf, gradualLeaf)
		}
		return &Climbed{LogEvidence: log, logs: []float64{log}, trees: [][]*gradual{all}}
	}
	for _, c := range []struct{ apart, want float64 }{
		{0, 1}, {.5, math.Exp(.5)}, {1, math.E}, {2, math.E}, {500, math.E},
	} {
		const n = 10000
		drawn := drawnOf([]*Climbed{restart(-500, 5), restart(c.apart-500, 20)}, n, 1)
		count := 0.
		for _, d := range drawn {
			if d.tree.width == 20 {
				count++
			}
		}
		if got := count / (n - count); math.Abs(got-c.want) > 1e-2 {
			t.Errorf("%v nats apart: weights of 1 to %v, want %v", c.apart, got, c.want)
		}
	}
}

// Work that is left where no round follows goes into smaller restarts, which change the trees and no round's numbers.
func TestRestartsUseTheWorkThatIsLeft(t *testing.T) {
	for _, gradually := range []bool{false, true} {
		p := problems[11]
		table, s := p.table(t, 11), p.quick()
		s.Restarts, s.Particles = 2, 40
		if gradually {
			table, s.Prior = gradualProblems[0].table(t, 0), gradualProblems[0].gradualPrior()
		}
		plain := Settle(table, s, Effort{Moves: 3, Work: 1, Draws: 500}, Alone)
		round := plain.Rounds[0].Work
		var told []int
		e := Effort{Moves: 3, Work: 3*round - 1, Draws: 500}
		e.Each = func(r *Settled) { told = append(told, r.Next) }
		wide := Settle(table, s, e, Alone)
		a, b := plain.Rounds[0], wide.Rounds[0]
		if len(wide.Rounds) != 1 || !slices.Equal(a.Restarts, b.Restarts) || a.Bridge != b.Bridge {
			t.Errorf("gradual %t: rounds %+v, with more work %+v", gradually, a, b)
		}
		if plain.Digest() == wide.Digest() || len(wide.Trees) != len(plain.Trees) || wide.Next != 0 {
			t.Errorf("gradual %t: %d trees, with more work %d, then %d moves", gradually, len(plain.Trees),
				len(wide.Trees), wide.Next)
		}
		if b.Work <= a.Work || b.Work > e.Work*5/4 || !slices.Equal(told, []int{3}) {
			t.Errorf("gradual %t: work %d of %d, without it %d; told of %v", gradually, b.Work, e.Work,
				a.Work, told)
		}
		if again := Settle(table, s, e, several(3)); again.Digest() != wide.Digest() {
			t.Errorf("gradual %t: three workers change the trees", gradually)
		}
	}
}

// Of 50 classes, where half the rows go from one certain class to another, half the probability moved: the number of
// classes does not dilute it. Numbers are apart by the mean distance.
func TestApart(t *testing.T) {
	const rows, classes = 4, 50
	table := &Table{rows: rows, class: make([]uint8, rows)}
	a, b := make([]float64, rows*classes), make([]float64, rows*classes)
	for i := range rows {
		a[i*classes], b[i*classes+i/2] = 1, 1
	}
	if got := table.apart(a, b); math.Abs(got-.5) > 1e-12 {
		t.Errorf("classes are apart by %v, want .5", got)
	}
	table = &Table{rows: 2}
	if got := table.apart([]float64{1, 2}, []float64{1, -1}); got != 1.5 {
		t.Errorf("numbers are apart by %v, want 1.5", got)
	}
}

// Two restarts that agree are not enough where more moves changed the evidence: all of them may be too low.
func TestEqualRestartsAreNotEnough(t *testing.T) {
	table := problems[0].table(t, 0)
	tolerated := table.Tolerated()
	for _, c := range []struct {
		d    Discord
		want bool
	}{
		{Discord{}, true},
		{Discord{Change: 8}, false},
		{Discord{Spread: 1.1}, false},
		{Discord{Bridge: 1.1}, false},
		{Discord{Moved: .06}, false},
		{Discord{Change: math.NaN()}, false},
	} {
		if got := c.d.Within(tolerated, 1); got != c.want {
			t.Errorf("%+v: %v", c.d, got)
		}
	}
}

// Quantiles of a normal distribution are its own; of two equal parts that lie far apart they are those of one part at
// twice the probability; a mixture of N(-1, 1) and N(1, 1) has mean 0, variance 2 and density phi(1) at 0.
func TestMixture(t *testing.T) {
	one := Mixture{{Share: 1, Mean: 3, SD: 2}}
	apart := Mixture{{Share: .5, SD: 1}, {Share: .5, Mean: 100, SD: 1}}
	near := Mixture{{Share: .5, Mean: -1, SD: 1}, {Share: .5, Mean: 1, SD: 1}}
	for _, c := range []struct {
		what      string
		got, want float64
	}{
		{"5 % of N(3, 4)", one.Quantile(.05), 3 - 2*1.6448536269514722},
		{"95 % of N(3, 4)", one.Quantile(.95), 3 + 2*1.6448536269514722},
		{"5 % of parts", apart.Quantile(.05), numeric.NormalQuantile(.1)},
		{"95 % of parts", apart.Quantile(.95), 100 + numeric.NormalQuantile(.9)},
		{"mean", near.Mean(), 0},
		{"sd", near.SD(), math.Sqrt2},
		{"log density", near.LogDensity(0), -.5 - .5*math.Log(2*math.Pi)},
		{"probability", near.CDF(0), .5},
	} {
		if math.Abs(c.got-c.want) > 1e-9 {
			t.Errorf("%s: %v, want %v", c.what, c.got, c.want)
		}
	}
}

// read makes a table of a category with a gap and a number, and a sample of given trees.
func sampleOf(t *testing.T, rules ...Rule) *Sample {
	t.Helper()
	nan := math.NaN()
	columns := []Column{
		{Values: []float64{1, 1, 1, 1, 1, 1}}, // constant: no rule can use it
		{Values: []float64{0, 1, 2, 0, 1, nan}, Levels: 4},
		{Values: []float64{1, 2, 3, 4, 5, 6}},
	}
	table, err := NewTable(columns, Response{Values: []float64{0, 0, 0, 6, 6, 6}})
	if err != nil {
		t.Fatal(err)
	}
	r := &Sample{cloud: newCloud(table, &Settings{Prior: DefaultPrior()})}
	rows, key := table.all()
	leaf := r.cloud.graph.leaf(r.cloud.graph.node(rows, key, 0))
	for _, rule := range rules {
		s := leaf
		if rule.Set != 0 || rule.Cut >= 0 {
			s = r.cloud.graph.resplit(rule, &Tree{left: leaf, right: leaf}, rows, 0)
		}
		r.Trees, r.Sigmas = append(r.Trees, s), append(r.Sigmas, 40)
	}
	return r
}

// Splits are grouped by what they do; columns, levels and thresholds are those of the table.
func TestSplits(t *testing.T) {
	none := Rule{Cut: -1}
	r := sampleOf(t, Rule{Input: 1, Cut: 2}, Rule{Input: 1, Cut: 3}, Rule{Input: 1, Cut: 2},
		Rule{Set: 0b011, GapLeft: true}, none)
	root := r.Splits()
	if len(root) != 3 || root[0].Column != 2 || root[0].Probability != .6 || root[0].Low != 3.5 ||
		root[0].High != 4.5 { // of three trees all are within their interval of 90 %
		t.Fatalf("splits %+v", root)
	}
	if d := root[1]; d.Column != 1 || !slices.Equal(d.Levels, []int{0, 1}) || !slices.Equal(d.Others, []int{2}) ||
		!d.Gaps || d.GapsLeft != 1 {
		t.Errorf("set %+v", d)
	}
	if root[2].Column != -1 {
		t.Errorf("no split: %+v", root[2])
	}
	left, right := r.Below(&root[0])
	if len(left) != 1 || left[0].Column != -1 || len(right) != 1 || right[0].Probability != 1 {
		t.Errorf("below: %+v, %+v", left, right)
	}
	used := r.Used()
	if used[0].Share != 0 || math.Abs(used[1].Share-.2) > 1e-12 || math.Abs(used[2].Share-.6) > 1e-12 {
		t.Errorf("used %v", used)
	}
}

// The threshold 3.5 separates the response; of three trees with it and one without, it is nearest to their mean.
func TestRepresentative(t *testing.T) {
	r := sampleOf(t, Rule{Cut: -1}, Rule{Input: 1, Cut: 2}, Rule{Input: 1, Cut: 2}, Rule{Input: 1, Cut: 2})
	number, loss := r.Representative()
	if number != 1 || !(loss > 0) {
		t.Errorf("tree %d with the loss %v", number, loss)
	}
	d := r.cloud.t.Read(r.Trees[number], r.Sigmas[number])
	s2 := r.cloud.t.marginal.grid[40].s2
	want := 3 + 3*3/(3+s2) // half of the rows are one standard deviation, which is 3, above the mean, which is 3
	if d.Column != 2 || d.Threshold != 3.5 || d.Left.Rows != 3 || math.Abs(d.Right.Mean-want) > 1e-9 {
		t.Errorf("read %+v, right %+v, want the mean %v", d, d.Right, want)
	}
}

// With two rows, one number and one threshold a tree of the prior uses the number if its root splits: with .95.
func TestUsedBefore(t *testing.T) {
	table, err := NewTable([]Column{numbers(1, 2)}, Response{Values: []float64{0, 1}})
	if err != nil {
		t.Fatal(err)
	}
	const n = 4000
	got := table.UsedBefore(DefaultPrior(), n, 1)[0]
	if margin := 4 * math.Sqrt(.95*.05/n); math.Abs(got-.95) > margin {
		t.Errorf("used with %.4f, want .95 +- %.4f", got, margin)
	}
}

// TestQuantilesOfManyParts: the probability below a quantile is what it was asked for, of parts that are wide, narrow
// and far apart, and few values are asked for (bisection takes 43).
func TestQuantilesOfManyParts(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range 200 {
		var m Mixture
		n := 1 + rng.IntN(40)
		for range n {
			m = append(m, Point{Share: 1 / float64(n), Mean: 10 * rng.NormFloat64(),
				SD: numeric.Exp(rng.NormFloat64())})
		}
		p := .001 + .998*rng.Float64()
		calls := 0
		x := crossing(-200, 200, func(x float64) float64 { calls++; return m.CDF(x) - p })
		for _, q := range []float64{x, m.Quantile(p)} {
			if got := m.CDF(q); math.Abs(got-p) > 1e-9 {
				t.Errorf("%v below the quantile of %v", got, p)
			}
		}
		if calls > 35 {
			t.Errorf("%d values", calls)
		}
	}
}
