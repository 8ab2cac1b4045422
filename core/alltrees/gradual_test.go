// Tests of gradual splits against sums over every tree, with likelihoods by the rows' whole covariance.

package alltrees

import (
	"fmt"
	"math"
	"reflect"
	"strconv"
	"testing"

	"dcctree/core/numeric"
	"dcctree/core/random"
	"dcctree/core/tree"
)

// gradualProblems are tiny: rows, number inputs, levels of a categorical input, classes, share of gaps, depth.
var gradualProblems = []problem{
	{7, 1, 0, 0, 0, 2},
	{8, 2, 0, 0, 0, 1},
	{7, 1, 3, 0, 0, 2},
	{8, 1, 0, 0, .3, 2},
	{9, 1, 3, 0, .3, 1},
}

const tinyWidths = 2

func (p problem) gradualPrior() Prior {
	q := p.prior()
	q.Widths = tinyWidths
	return q
}

// allGradual lists every tree from a depth on.
func (x *reference) allGradual(m *blend, depth int) []*gradual {
	all := []*gradual{gradualLeaf}
	if depth == x.prior.MaxDepth {
		return all
	}
	below := x.allGradual(m, depth+1)
	rules, _ := x.rules()
	for _, r := range rules {
		widths := 1 + x.prior.Widths
		if x.t.inputs[r.Input].levels > 0 {
			widths = 1
		}
		for w := range widths {
			s := gradual{rule: r, width: uint8(w)}
			for _, l := range below {
				for _, r := range below {
					all = append(all, s.over(l, r))
				}
			}
		}
	}
	return all
}

// shareOf is the share of a row that a subtree gets at each of its leaves, by the definition.
func (m *blend) shareOf(s *gradual, row int, share float64, dst []float64) []float64 {
	if s.isLeaf() {
		return append(dst, share)
	}
	in := &m.t.inputs[s.rule.Input]
	b := in.bins[row]
	left := 0.0
	switch {
	case b == gapBin || in.levels > 0 || s.width == 0:
		if s.rule.left(in, b) {
			left = 1
		}
	default:
		u, c := m.middle[s.rule.Input][b], m.edge[s.rule.Input][s.rule.Cut]
		left = 1 / (1 + math.Exp((u-c)/m.widths[s.width-1]))
		if left < .01 || left > .99 { // as docs/model.md says
			left = math.Round(left)
		}
	}
	return m.shareOf(s.right, row, share*(1-left), m.shareOf(s.left, row, share*left, dst))
}

// byCovariance are the log likelihoods of a tree by point of the grid, from the n x n covariance of the rows.
func (m *blend) byCovariance(s *gradual) (logs []float64) {
	n := m.t.rows
	w := make([][]float64, n)
	for i := range w {
		w[i] = m.shareOf(s, i, 1, nil)
	}
	for g := range m.t.marginal.grid {
		c := make([]float64, n*n)
		for i := range n {
			for j := range n {
				for k := range w[i] {
					c[i*n+j] += w[i][k] * w[j][k]
				}
			}
			c[i*n+i] += m.t.marginal.grid[g].s2
		}
		numeric.Cholesky(c, c, n)
		z := make([]float64, n)
		numeric.SolveLower(z, c, m.t.y, n)
		l := 0.0
		for i := range n {
			l -= .5*z[i]*z[i] + math.Log(c[i*n+i]) + .5*numeric.Log2Pi
		}
		logs = append(logs, l)
	}
	return logs
}

// facts are what chains are compared by: numbers of a tree with its noise.
func facts(s *gradual, sigma int) []float64 {
	gradualRoot, first := 0.0, 0.0
	if s.width > 0 {
		gradualRoot = 1
	}
	if s.rule.Input == 0 && s.rule.Cut == 0 {
		first = 1
	}
	return []float64{float64(s.leaves), float64(s.leaves * s.leaves), float64(s.width), gradualRoot, first,
		float64(sigma), float64(sigma * s.leaves)}
}

// exactGradual returns the log evidence, and the posterior means of the facts, by the log likelihoods of a tree.
func exactGradual(m *blend, likelihoods func(*gradual) []float64) (log float64, means []float64) {
	x := &reference{t: m.t, prior: m.prior}
	total := 0.0
	for _, s := range x.allGradual(m, 0) {
		prior := m.logPrior(s, 0)
		for g, l := range likelihoods(s) {
			p := math.Exp(m.t.marginal.logPrior[g] + l + prior)
			total += p
			for k, f := range facts(s, g) {
				if len(means) == k {
					means = append(means, 0)
				}
				means[k] += p * f
			}
		}
	}
	for k := range means {
		means[k] /= total
	}
	return math.Log(total), means
}

// The prior probabilities of all trees add up to 1.
func TestGradualPrior(t *testing.T) {
	for i, p := range gradualProblems {
		m := newBlend(p.table(t, uint64(i)), p.gradualPrior())
		total := 0.0
		for _, s := range (&reference{t: m.t, prior: m.prior}).allGradual(m, 0) {
			total += math.Exp(m.logPrior(s, 0))
		}
		if math.Abs(total-1) > 1e-9 {
			t.Errorf("problem %d: %v", i, total)
		}
	}
}

// Log likelihoods by the leaves' normal equations are those by the rows' covariance.
func TestGradualLikelihood(t *testing.T) {
	for i, p := range gradualProblems {
		m := newBlend(p.table(t, uint64(i)), p.gradualPrior())
		e := newEvaluator(m)
		for k := range 50 {
			s := m.draw(0, random.Stream(uint64(k), "trees"))
			for g, want := range m.byCovariance(s) {
				if got := e.at(s, g); math.Abs(got-want) > 1e-6*(1+math.Abs(want)) {
					t.Fatalf("problem %d, tree %d, point %d: %v, want %v", i, k, g, got, want)
				}
			}
		}
	}
}

// The normal equations that moves leave, of which each looked at a part of the rows alone, are to the last bit those of
// the whole tree.
func TestReplacedIsTheWhole(t *testing.T) {
	p := problem{60, 2, 3, 0, .2, 6}
	m := newBlend(p.table(t, 4), p.gradualPrior())
	v, whole, rng := newMover(m), newEvaluator(m), random.Stream(1, "moves")
	v.setNoise(-1)
	state, most := v.begin(gradualLeaf), 0
	for k := range 3000 {
		v.step(&state, rng)
		most = max(most, state.tree.leaves)
		if want := whole.normals(state.tree); !reflect.DeepEqual(state.normals, want) {
			t.Fatalf("move %d, %d leaves: %v, want %v", k, state.tree.leaves, state.normals, want)
		}
	}
	if most < 4 {
		t.Errorf("no tree had more than %d leaves", most)
	}
}

// Without gradual splits a tree has the likelihood of the sharp sampler's leaves.
func TestSharpIsTheSame(t *testing.T) {
	p := problem{30, 2, 3, 0, .2, 4}
	m := newBlend(p.table(t, 3), p.gradualPrior())
	e := newEvaluator(m)
	for k := range 50 {
		s := m.sharpened(m.draw(0, random.Stream(uint64(k), "trees")))
		hard := m.hardened(s, &drawn{fitted: make([]float64, m.t.rows)})
		logs := make([]float64, len(m.t.marginal.grid))
		m.t.byPoint(hard, logs)
		for g, want := range logs {
			if got := e.at(s, g); math.Abs(got-want) > 1e-6*(1+math.Abs(want)) {
				t.Fatalf("tree %d, point %d: %v, want %v", k, g, got, want)
			}
		}
	}
}

// sharpened is a tree with all splits sharp.
func (m *blend) sharpened(s *gradual) *gradual {
	if s.isLeaf() {
		return s
	}
	f := gradual{rule: s.rule}
	return f.over(m.sharpened(s.left), m.sharpened(s.right))
}

// A long chain has the exact means, within five standard errors by the means of batches.
func TestGradualMovesKeepThePosterior(t *testing.T) {
	const kept = 8000
	for i, p := range gradualProblems {
		m := newBlend(p.table(t, uint64(i)), p.gradualPrior())
		_, want := exactGradual(m, m.byCovariance)
		v := newMover(m)
		v.setNoise(0)
		checkChain(t, fmt.Sprint("problem ", i), v, v.begin(gradualLeaf), want, kept)
	}
}

// The same where subtrees are regrown only up to two leaves.
func TestSmallRegrownTreesKeepThePosterior(t *testing.T) {
	p := gradualProblems[0]
	m := newBlend(p.table(t, 0), p.gradualPrior())
	_, want := exactGradual(m, m.byCovariance)
	v := newMover(m)
	v.setNoise(0)
	v.most = 2
	checkChain(t, "two leaves", v, v.begin(gradualLeaf), want, 8000)
}

// A tree whose noise is far too low would be regrown down to single rows: it is given up, and none that is larger than
// may be comes out.
func TestRegrownTreesAreBounded(t *testing.T) {
	p := DefaultPrior()
	p.Widths = DefaultWidths
	v := newMover(newBlend(crowded(t, 300, 3), p))
	v.setNoise(-3)
	rng, given := random.Stream(1, "bounded"), 0
	for range 20 {
		rows := v.sharp.at(&branch{at: gradualLeaf})
		v.room = v.most - 1
		s, _ := v.grown(rows, 0, rng)
		switch {
		case s == nil:
			given++
		case s.leaves > v.most:
			t.Errorf("%d leaves, more than %d", s.leaves, v.most)
		}
	}
	if given == 0 {
		t.Error("no tree was given up: the bound was not tried")
	}
}

// checkChain compares the means of a chain of so many draws a batch, each after three moves and then the noise.
func checkChain(t *testing.T, name string, v *mover, state blended, want []float64, kept int) {
	t.Helper()
	const batches, every = 50, 3
	rng := random.Stream(5, "chain")
	by := make([]numeric.Moments, len(want))
	for range batches {
		sums := make([]float64, len(want))
		for range kept {
			for range every {
				v.step(&state, rng)
			}
			sigma := v.drawNoise(&state, rng)
			for k, f := range facts(state.tree, sigma) {
				sums[k] += f / float64(kept)
			}
		}
		for k, f := range sums {
			by[k].Add(f)
		}
	}
	for k := range by {
		if z := (by[k].Mean() - want[k]) / (math.Sqrt(by[k].Variance() / batches)); math.Abs(z) > 5 {
			t.Errorf("%s, fact %d: %.4f, exact %.4f, %.1f errors", name, k, by[k].Mean(), want[k], z)
		}
	}
}

// at is the log likelihood of a tree at a point of the grid.
func (e *evaluator) at(s *gradual, g int) float64 {
	return e.logLik(e.normals(s), &e.m.t.marginal.grid[g])
}

// The evidence is right on average over restarts: within four standard errors.
func TestGradualEvidence(t *testing.T) {
	for i, p := range gradualProblems {
		table := p.table(t, uint64(i))
		m := newBlend(table, p.gradualPrior())
		want, _ := exactGradual(m, m.byCovariance)
		s := p.quick()
		s.Prior, s.Moves = p.gradualPrior(), 5
		var logs []float64
		for k := range 40 {
			logs = append(logs, Climb(table, s, k).LogEvidence)
		}
		rightOnAverage(t, i, logs, want)
	}
}

// Kept trees predict a training row as they were fitted to it, and a seed fixes every tree.
func TestKeptTreesPredictTheirRows(t *testing.T) {
	p := gradualProblems[3]
	table := p.table(t, 3)
	s := p.quick()
	s.Prior = p.gradualPrior()
	r := Run(table, s, Alone)
	if again := Run(table, s, Alone); !reflect.DeepEqual(r.Trees, again.Trees) {
		t.Error("the same seed gives other trees")
	}
	for k, d := range r.blends {
		for i := range table.rows {
			row := make([]uint8, len(table.inputs))
			for j := range row {
				row[j] = table.inputs[j].bins[i]
			}
			points := d.predict(table, row, 1, nil)
			want := table.mean + table.sd*d.fitted[i]
			if len(points) != 1 || math.Abs(points[0].Mean-want) > 1e-9 {
				t.Fatalf("tree %d, row %d: %v, want the mean %v", k, i, points, want)
			}
		}
	}
}

// Rows without a known side go both ways, with shares that add up to 1.
func TestGradualUnknownSides(t *testing.T) {
	p := problem{20, 2, 3, 0, 0, 3}
	table := p.table(t, 1)
	s := p.quick()
	s.Prior = p.gradualPrior()
	r := Run(table, s, Alone)
	gap := []uint8{gapBin, gapBin, unseen}
	for k, d := range r.blends {
		total := 0.0
		for _, q := range d.predict(table, gap, 1, nil) {
			total += q.Share
		}
		if math.Abs(total-1) > 1e-12 {
			t.Fatalf("tree %s: shares add up to %v", strconv.Itoa(k), total)
		}
	}
}

// The digest is the same on every machine, natively and as WebAssembly: the number is of linux/amd64.
func TestGradualSameBits(t *testing.T) {
	p := problem{40, 2, 3, 0, .1, 5}
	s := p.quick()
	s.Prior, s.Restarts, s.Particles, s.Rounds = p.gradualPrior(), 2, 30, 2
	r := Settle(p.table(t, 2), s, Effort{Moves: 5, Work: 1}, Alone)
	if got, want := r.Digest(), uint64(0xa2fdf4e4f83dfcf7); got != want {
		t.Errorf("digest %#x, want %#x", got, want)
	}
}

// TestLeftOfBins: shares written from the threshold outwards are those of tree.LeftShare, bin by bin.
func TestLeftOfBins(t *testing.T) {
	prior := DefaultPrior()
	prior.Widths = DefaultWidths
	m := newBlend(crowded(t, 300, 1), prior)
	in := &m.t.inputs[0]
	for w := range m.logWidth {
		for cut := range in.cuts {
			s := &gradual{rule: Rule{Cut: cut}, width: uint8(w)}
			dst := make([]float64, len(in.cuts)+1)
			for b := range dst {
				dst[b] = math.NaN()
			}
			m.leftOfBins(s, in.numbered(), dst)
			for b, got := range dst {
				want := share(b <= cut)
				if w > 0 {
					want = tree.LeftShare(m.middle[0][b], m.edge[0][cut], m.widths[w-1])
				}
				if got != want {
					t.Fatalf("width %d, threshold %d, bin %d: %v, want %v", w, cut, b, got, want)
				}
			}
		}
	}
}

// Points without trees give their evidence to the next ones with trees: none is lost, between two of them the mean
// point stays, and outside all goes to the last one.
func TestEvidenceOfPassedPoints(t *testing.T) {
	some := make([]*gradual, 3)
	o := &Climbed{trees: [][]*gradual{nil, some, nil, nil, nil, some, nil, some, nil},
		logs: []float64{math.Inf(-1), math.Log(.1), math.Log(.2), math.Log(.1), math.Log(.05), math.Log(.15),
			math.Log(.1), math.Log(.2), math.Log(.1)}}
	want := []float64{0, .1 + .2*.75 + .1*.5 + .05*.25, 0, 0, 0,
		.15 + .2*.25 + .1*.5 + .05*.75 + .1*.5, 0, .2 + .1*.5 + .1, 0}
	for g, log := range o.shared() {
		if got := math.Exp(log); math.Abs(got-want[g]) > 1e-12 {
			t.Errorf("point %d has %v, want %v", g, got, want[g])
		}
	}
}
