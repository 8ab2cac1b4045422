// Tests of the parts: proposals worked out by hand, particles, drawn trees, and what a step allocates.

package particle

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"dcctree/core/baseline"
	"dcctree/core/baseline/hard"
	"dcctree/core/baseline/hard/hardtest"
	"dcctree/core/dataset"
	"dcctree/core/softtree"
	"dcctree/core/tree"
)

// three are rows at 0, .25 and 1 of classes A, A and B. With a Dirichlet(1/2, 1/2) the marginal likelihoods are m(AAB)
// = (1/2 3/2 1/2)/(1 2 3) = 1/16, m(AA) = (1/2 3/2)/(1 2) = 3/8, m(AB) = (1/2 1/2)/(1 2) = 1/8, m(A) = m(B) = 1/2.
func three() (softtree.Data, Settings) {
	d := columns([]float64{0, .25, 1}, []float64{.5, .5, .5})
	d.Class, d.Classes = []int{0, 0, 1}, 2
	s := testSettings()
	s.Concentration = 1
	return d, s
}

func near(a, b float64) bool { return math.Abs(a-b) <= 1e-13*(1+math.Abs(b)) }

// TestTableByHand: the cut after A, a quarter of the range, has the likelihood ratio m(A) m(AB)/m(AAB) = 1, the one
// after AA m(AA) m(B)/m(AAB) = 3; .25 + .75 3 = 2.5. The second feature has no cut and does not count.
func TestTableByHand(t *testing.T) {
	data, s := three()
	f := mustFilter(t, data, s)
	if !near(f.root.logMarginal, math.Log(1./16)) {
		t.Errorf("log m(AAB) = %v", f.root.logMarginal)
	}
	made := f.tables.of(ascending(3), f.root.key, f.root.logMarginal)
	if made.from != 0 || made.to != 2 || !near(made.log, math.Log(2.5)) {
		t.Fatalf("%+v", made)
	}
	for k, want := range []cut{{0, 0}, {0, 1}} {
		if f.tables.cuts[k] != want {
			t.Errorf("cut %d: %+v", k, f.tables.cuts[k])
		}
	}
	// The first cut has .25/2.5 = .1 of the weight.
	for u, want := range map[float64]cut{0: {0, 0}, .0999: {0, 0}, .1001: {0, 1}, .9999: {0, 1}} {
		if got := f.tables.draw(made, u); got != want {
			t.Errorf("at %v: %+v", u, got)
		}
	}
	// At depth 0 with Alpha .8: .2 + .8 2.5 = 2.2, of which stopping has 1/11; at depth 1 the split has .8/2^.7.
	if p := f.splits[1]; !near(p, .8/math.Pow(2, .7)) {
		t.Errorf("probability of a split at depth 1: %v", p)
	}
	if log, stop := f.rules.total(f.splits[0], made.log); !near(log, math.Log(2.2)) || !near(stop, 1./11) {
		t.Errorf("total %v, stopping %v", log, stop)
	}
}

// TestCertainSplit: with Alpha 1 the root never stops.
func TestCertainSplit(t *testing.T) {
	if log, stop := rightRules.total(1, 2); log != 2 || stop != 0 {
		t.Errorf("total %v, stopping %v", log, stop)
	}
	data, s := three()
	s.Alpha = 1
	for _, proposal := range []string{Prior, Optimal, Empirical} {
		s.Proposal = proposal
		f := mustFilter(t, data, s)
		f.Step(stream(proposal))
		for k := range f.particles {
			if f.particles[k].leaves() < 2 {
				t.Fatalf("%s: a tree of one leaf", proposal)
			}
		}
	}
}

// TestNothingToSplit: one row, and rows that are all equal, are one leaf with probability 1, whose evidence needs no
// estimate.
func TestNothingToSplit(t *testing.T) {
	equal := columns([]float64{.5, .5, .5}, []float64{0, 0, 0})
	equal.Y = []float64{1, 2, 3}
	one := columns([]float64{.5})
	one.Y = []float64{1}
	for _, data := range []softtree.Data{equal, one} {
		for _, proposal := range []string{Prior, Optimal, Empirical} {
			s := testSettings()
			s.Proposal = proposal
			f := mustFilter(t, data, s)
			want := (&exact{data: data, settings: s}).logMarginal(all(data.N))
			if got := f.Step(stream()); !near(got.LogDensity, want) || got.Leaves != 1 {
				t.Errorf("%d rows, %s: %+v, want log Z %v", data.N, proposal, got, want)
			}
		}
	}
}

// TestFeature: all features whose values differ are drawn equally often, and never others. 30,000 draws; the bound is
// four standard errors.
func TestFeature(t *testing.T) {
	data := columns([]float64{0, 1, .5}, []float64{.5, .5, .5}, []float64{.1, .2, .3}, []float64{1, 1, .25})
	data.Y = []float64{1, 2, 3}
	f := mustFilter(t, data, testSettings())
	const draws = 30000
	rng := stream("feature")
	counts := make([]int, 4)
	for range draws {
		feature, low, high := f.feature(ascending(3), rng)
		counts[feature]++
		wantLow, wantHigh := slices.Min(f.column(feature)), slices.Max(f.column(feature))
		if low != wantLow || high != wantHigh {
			t.Fatalf("feature %d from %v to %v", feature, low, high)
		}
	}
	bound := 4 * math.Sqrt(draws*2./9)
	for feature, n := range counts {
		if feature == 1 && n != 0 || feature != 1 && math.Abs(float64(n)-draws/3) > bound {
			t.Errorf("feature %d drawn %d times of %d", feature, n, draws)
		}
	}
	if feature, _, _ := f.feature([]int32{0}, rng); feature != -1 {
		t.Errorf("feature %d of one row", feature)
	}
}

// TestGap: all gaps between neighbouring values of the rows are drawn equally often, over more than one word of marks.
func TestGap(t *testing.T) {
	x := make([]float64, 200)
	for i := range x {
		x[i] = float64((i*37)%200) / 199
	}
	data := columns(x)
	data.Y = make([]float64, 200)
	f := mustFilter(t, data, testSettings())
	var rows []int32
	values := []int{3, 60, 63, 64, 65, 130, 199}
	for i := range x {
		if slices.Contains(values, (i*37)%200) {
			rows = append(rows, int32(i))
		}
	}
	const draws = 30000
	rng, counts := stream("gap"), map[float64]int{}
	for range draws {
		threshold, gaps := f.gap(rows, 0, rng)
		if gaps != 6 {
			t.Fatalf("%d gaps", gaps)
		}
		counts[threshold]++
	}
	bound := 4 * math.Sqrt(draws*5./36)
	for _, v := range values[:6] {
		if n := counts[float64(v)/199]; math.Abs(float64(n)-draws/6) > bound {
			t.Errorf("gap above %d drawn %d times of %d", v, n, draws)
		}
	}
	if len(counts) != 6 || slices.Max(f.marks) != 0 {
		t.Errorf("%d thresholds, marks %x", len(counts), f.marks)
	}
}

// TestUniform: a threshold is never the upper value, by which no row would go right.
func TestUniform(t *testing.T) {
	low := 1.0
	high := math.Nextafter(low, 2)
	rng := stream("uniform")
	for range 100 {
		if v := uniform(low, high, rng); v != low {
			t.Fatalf("%v", v)
		}
	}
}

// TestPartition: rows keep their order on both sides.
func TestPartition(t *testing.T) {
	data := columns([]float64{.4, .9, .1, .6, .5, .7, .2})
	data.Y = make([]float64, 7)
	f := mustFilter(t, data, testSettings())
	rows := []int32{0, 1, 2, 3, 4, 6}
	s := f.partition(rows, f.column(0), .5)
	if !slices.Equal(rows, []int32{0, 2, 4, 6, 1, 3}) || s.left != 4 || s.low != .5 || s.high != .6 {
		t.Errorf("%v, %+v", rows, s)
	}
	if want := f.keys[0] + f.keys[2] + f.keys[4] + f.keys[6]; s.key != want {
		t.Errorf("key %x, want %x", s.key, want)
	}
}

// TestTablesLetGo: that no table is kept changes no result.
func TestTablesLetGo(t *testing.T) {
	data, s := numbers(), testSettings()
	kept, forgetful := mustFilter(t, data, s), mustFilter(t, data, s)
	a, b := stream("tables"), stream("tables")
	for range 20 {
		forgetful.tables.kept = room
		if x, y := kept.Step(a), forgetful.Step(b); x != y {
			t.Fatalf("%+v, with tables let go %+v", x, y)
		}
	}
	if forgetful.tables.kept >= room || len(forgetful.tables.index) == 0 {
		t.Errorf("%d cuts and %d tables kept", forgetful.tables.kept, len(forgetful.tables.index))
	}
}

// TestDraws: drawn trees are in pre-order, divide the training rows as the particles do, and predict by their rows; the
// weights of a filter add up to Z-hat.
func TestDraws(t *testing.T) {
	variants(func(name string, data softtree.Data, s Settings) {
		f, rng := mustFilter(t, data, s), stream("draws", name)
		info := f.Step(rng)
		draws := f.Draws(nil, rng)
		if len(draws) != s.Particles || info.Leaves != draws[len(draws)-1].Tree.Leaves() ||
			info.Move != "filter" || !info.Accepted || info.Densities < s.Particles {
			t.Fatalf("%s: %+v, %d draws", name, info, len(draws))
		}
		sum := 0.0
		for k := range draws {
			d := &draws[k]
			sum += math.Exp(d.LogWeight - info.LogDensity)
			checkOrder(t, d, 0)
			checkLeaves(t, f, &f.particles[k], d)
		}
		if math.Abs(sum-1) > 1e-12 {
			t.Errorf("%s: weights add up to %v Z-hat", name, sum)
		}
	})
}

// checkOrder returns the index after the nodes from at downwards.
func checkOrder(t *testing.T, d *baseline.Draw, at int) int {
	n := d.Tree.Nodes[at]
	if n.Leaf() {
		return at + 1
	}
	if cut := n.Rule.Cut(); !(cut >= 0 && cut < 1) {
		t.Fatalf("node %d: %+v", at, n)
	}
	if next := checkOrder(t, d, at+1); next != n.Right {
		t.Fatalf("node %d: right child at %d, want %d", at, n.Right, next)
	}
	return checkOrder(t, d, n.Right)
}

// checkLeaves compares the training rows that reach each leaf with the particle's.
func checkLeaves(t *testing.T, f *filter, p *particle, d *baseline.Draw) {
	for _, n := range p.nodes {
		if n.feature != hard.Leaf {
			continue
		}
		rows := p.rows[n.lo:n.hi]
		leaf := func(row int32) *tree.Node {
			return d.Tree.MostProbable(tree.Row{X: f.data.X, At: int(row), Stride: f.data.N})
		}
		first := leaf(rows[0])
		_, _, mean, sd, probabilities := hardtest.Fields(*first)
		counts := make([]float64, f.data.Classes)
		for _, row := range rows {
			if leaf(row) != first {
				t.Fatalf("rows %v do not reach one leaf", rows)
			}
			if f.data.Classes > 0 {
				counts[f.data.Class[row]]++
			}
		}
		if f.data.Regression() {
			if !(sd > 0) || math.IsNaN(mean) {
				t.Fatalf("%+v", first)
			}
			continue
		}
		for c, k := range counts { // the posterior mean: (counts + alpha/K)/(n + alpha)
			alpha := f.settings.Concentration
			want := (k + alpha/float64(f.data.Classes)) / (float64(len(rows)) + alpha)
			if !near(probabilities[c], want) {
				t.Fatalf("probability of class %d is %v, want %v", c, probabilities[c], want)
			}
		}
	}
}

// TestThresholds: thresholds of a gap are uniform in it: the mean of 20,000 is its middle within four standard errors.
func TestThresholds(t *testing.T) {
	data, s := three()
	f := mustFilter(t, data, s)
	rng := stream("thresholds")
	sum, n := 0.0, 0
	for n < 20000 {
		f.Step(rng)
		for _, d := range f.Draws(nil, rng) {
			if feature, v, _, _, _ := hardtest.Fields(d.Tree.Nodes[0]); feature == 0 && v >= .25 {
				sum += v
				n++
			}
		}
	}
	if e := .75 / math.Sqrt(12*float64(n)); math.Abs(sum/float64(n)-.625) > 4*e {
		t.Errorf("mean threshold %v, want .625 within %v", sum/float64(n), 4*e)
	}
}

// wu returns the generated set of the paper's size.
func wu(t testing.TB) softtree.Data {
	t.Helper()
	frame, err := dataset.WU(stream("wu"), 300).Frame("y", nil, dataset.Regression)
	if err != nil {
		t.Fatal(err)
	}
	return softtree.Data{N: frame.N, D: frame.D, X: dataset.FitScaling(frame).Apply(frame), Y: frame.Y}
}

// TestAllocations: once particles and tables have grown a step allocates next to nothing.
func TestAllocations(t *testing.T) {
	for _, proposal := range []string{Prior, Optimal, Empirical} {
		s := DefaultSettings()
		s.Particles, s.Proposal = 100, proposal
		f, rng := mustFilter(t, wu(t), s), stream("allocations")
		for range 50 {
			f.Step(rng)
		}
		if n := testing.AllocsPerRun(20, func() { f.Step(rng) }); n > 20 {
			t.Errorf("%s: %v allocations for a step of 100 particles", proposal, n)
		}
	}
}

// BenchmarkStep reports moves, that is expanded nodes, per second on the WU set.
func BenchmarkStep(b *testing.B) {
	for _, proposal := range []string{Prior, Optimal, Empirical} {
		b.Run(proposal, func(b *testing.B) {
			s := DefaultSettings()
			s.Proposal = proposal
			f, rng := mustFilter(b, wu(b), s), stream("benchmark")
			moves := 0
			b.ReportAllocs()
			for b.Loop() {
				moves += f.Step(rng).Densities
			}
			b.ReportMetric(float64(moves)/b.Elapsed().Seconds(), "moves/s")
		})
	}
}

// BenchmarkTable makes the one-step optimal proposal of all rows anew.
func BenchmarkTable(b *testing.B) {
	f := mustFilter(b, wu(b), DefaultSettings())
	rows := ascending(f.data.N)
	b.ReportAllocs()
	for b.Loop() {
		f.tables.cuts, f.tables.sums = f.tables.cuts[:0], f.tables.sums[:0]
		f.tables.build(rows, f.root.logMarginal)
	}
}

// BenchmarkDraws writes down the particles of a filter.
func BenchmarkDraws(b *testing.B) {
	f := mustFilter(b, wu(b), DefaultSettings())
	f.Step(stream("benchmark"))
	rng := rand.New(rand.NewPCG(1, 2))
	var dst []baseline.Draw
	b.ReportAllocs()
	for b.Loop() {
		dst = f.Draws(dst[:0], rng)
	}
}
