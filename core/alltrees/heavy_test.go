// Tests of noise with heavy tails, against quadrature over leaf means with the density of Student's t.

package alltrees

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"dcctree/core/numeric"
	"dcctree/core/random"
)

// heavyProblems have at most two leaves where splits may be gradual, and more where all are sharp.
var heavyProblems = []struct {
	problem
	widths int
}{
	{problem{8, 2, 0, 0, 0, 1}, tinyWidths},
	{problem{9, 1, 3, 0, .3, 1}, tinyWidths},
	{problem{7, 1, 0, 0, 0, 2}, 0},
	{problem{7, 1, 3, 0, .2, 2}, 0},
}

// heavyTable is a problem's table with heavy tails; the last value is far off.
func (p problem) heavyTable(t *testing.T, seed uint64) *Table {
	t.Helper()
	columns, y := p.data(seed)
	y.Heavy = true
	y.Values[p.rows-1] += 30
	table, err := NewTable(columns, y)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// student is the density of Student's t with 4 degrees of freedom, by its definition.
func student(x float64) float64 {
	return math.Gamma(2.5) / (math.Gamma(2) * math.Sqrt(4*math.Pi)) * math.Pow(1+x*x/4, -2.5)
}

// byQuadrature are the likelihoods of a tree by point of the grid: integrals over the means of its leaves of their
// density and the rows'; leaf by leaf where each row has one leaf, otherwise over two leaves at once. The trapezoidal
// rule's error is about exp(-4 pi sigma/step) of the integrand's peaks; below the smallest step the sums are of sigmas
// that have no part in the evidence.
func (m *blend) byQuadrature(s *gradual) (logs []float64) {
	n := m.t.rows
	w := make([][]float64, n)
	whole := true
	for i := range w {
		w[i] = m.shareOf(s, i, 1, nil)
		for _, v := range w[i] {
			whole = whole && (v == 0 || v == 1)
		}
	}
	for _, g := range m.t.marginal.grid {
		sigma := math.Sqrt(g.s2)
		step := max(.05, min(.1, .7*sigma))
		density := func(i int, mean float64) float64 {
			q := (m.t.y[i] - mean) / sigma
			x := 1 + q*q/4
			return .375 / sigma / (x * x * math.Sqrt(x)) // student, quickly
		}
		if whole {
			logs = append(logs, leafByLeaf(w, s.leaves, step, density))
			continue
		}
		total := 0.0
		for a := -7.0; a < 7; a += step {
			for b := -7.0; b < 7; b += step {
				p := math.Exp(-.5*(a*a+b*b)) / (2 * math.Pi)
				for i := range w {
					p *= density(i, a*w[i][0]+b*w[i][1])
				}
				total += p * step * step
			}
		}
		logs = append(logs, math.Log(total))
	}
	return logs
}

func leafByLeaf(w [][]float64, leaves int, step float64, density func(i int, mean float64) float64) (log float64) {
	for l := range leaves {
		total := 0.0
		for a := -7.0; a < 7; a += step {
			p := math.Exp(-.5*a*a) / math.Sqrt(2*math.Pi)
			for i := range w {
				if w[i][l] == 1 {
					p *= density(i, a)
				}
			}
			total += p * step
		}
		log += math.Log(total)
	}
	return log
}

// Given the rows' precisions, log likelihoods by normal equations are those by the rows' covariance.
func TestHeavyLikelihood(t *testing.T) {
	for k, p := range heavyProblems {
		q := p.prior()
		q.Widths = p.widths
		m := newBlend(p.heavyTable(t, uint64(k)), q)
		e, rng := newEvaluator(m), random.Stream(1, "likelihood")
		for range 20 {
			s, roots := m.draw(0, rng), e.drawRoots(rng)
			e.weigh(roots)
			g := &m.t.marginal.grid[rng.IntN(gridPoints)]
			n := m.t.rows
			c := make([]float64, n*n)
			for i := range n {
				for j := range n {
					a, b := m.shareOf(s, i, 1, nil), m.shareOf(s, j, 1, nil)
					c[i*n+j] = numeric.Dot(a, b)
				}
				c[i*n+i] += g.s2 / (roots[i] * roots[i])
			}
			numeric.Cholesky(c, c, n)
			z := make([]float64, n)
			numeric.SolveLower(z, c, m.t.y, n)
			want := 0.0
			for i := range n {
				want -= .5*z[i]*z[i] + math.Log(c[i*n+i]) + .5*numeric.Log2Pi
			}
			if got := e.logLik(e.normals(s), g); math.Abs(got-want) > 1e-6*(1+math.Abs(want)) {
				t.Fatalf("problem %d: %v, by the covariance %v", k, got, want)
			}
		}
	}
}

// The evidence is right on average over restarts, within four standard errors, and a long chain has the exact means,
// within five.
func TestHeavyIsExact(t *testing.T) {
	for i, p := range heavyProblems {
		t.Run(fmt.Sprint(p), func(t *testing.T) {
			t.Parallel()
			table, prior := p.heavyTable(t, uint64(i)), p.prior()
			prior.Widths = p.widths
			m := newBlend(table, prior)
			want, means := exactGradual(m, m.byQuadrature)
			s := p.quick()
			s.Prior, s.Moves = prior, 5
			var logs []float64
			for k := range 40 {
				logs = append(logs, Climb(table, s, k).LogEvidence)
			}
			rightOnAverage(t, i, logs, want)
			got, margin := pooled(logs)
			t.Logf("log evidence %.3f +- %.3f, exact %.3f", got, margin, want)
			v := newMover(m)
			v.setNoise(0)
			state := v.start(random.Stream(1, "start"))
			v.drawPrecisions(&state, random.Stream(2, "start"))
			checkChain(t, t.Name(), v, state, means, 1500)
		})
	}
}

// The closed form of the distribution is the integral of the density, whose deviation is sqrt(2), and quantiles are its
// inverse: .9 of Student's t with 4 degrees is beyond 1.533206 to one side (Fisher's table: t of 10 % above).
func TestTailDistribution(t *testing.T) {
	const step = 1e-3
	p := Point{Share: 1, Mean: 3, SD: 2 * math.Sqrt2, Tails: true}
	sum, at := 0.0, -2000.0 // below it 3/2000^4 is left
	for _, x := range []float64{-30, -4, -1, 0, .5, 2.5, 12} {
		for at+step/2 < x {
			sum += step * student(at+step/2)
			at += step
		}
		// the midpoint rule is off by step^2/24 of the slope
		if got := (Mixture{p}).CDF(3 + 2*x); math.Abs(got-sum) > 1e-7 {
			t.Errorf("probability of at most %v: %v, by the density %v", x, got, sum)
		}
		if got, want := p.logDensity(3+2*x), math.Log(student(x)/2); math.Abs(got-want) > 1e-12 {
			t.Errorf("log density at %v: %v, want %v", x, got, want)
		}
	}
	if got := (Mixture{p}).Quantile(.9); math.Abs(got-3-2*1.533206) > 1e-5 {
		t.Errorf("quantile .9: %v, want %v", got, 3+2*1.533206)
	}
	// far out the density is 12/x^5, so that 3/x^4 is left
	if got, want := tailCDF(-1e5/math.Sqrt2), 3e-20; math.Abs(got/want-1) > 1e-8 {
		t.Errorf("far below: %v, want %v", got, want)
	}
}

// Variates of gamma distributions have the shape as mean and variance, within four standard errors; the variance of a
// sum of squares about the mean is (mu4 - sigma^4)/n, with mu4 = 3 k^2 + 6 k.
func TestGammaVariates(t *testing.T) {
	const n = 100000
	for shape, draw := range map[float64]func(*rand.Rand) float64{2.5: gammaOfFive, 2: gammaOfTwo} {
		rng := random.Stream(1, "gamma")
		var m numeric.Moments
		for range n {
			m.Add(draw(rng))
		}
		if e := math.Sqrt(shape / n); math.Abs(m.Mean()-shape) > 4*e {
			t.Errorf("shape %v: mean %v +- %v", shape, m.Mean(), e)
		}
		if e := math.Sqrt((2*shape*shape + 6*shape) / n); math.Abs(m.Variance()-shape) > 4*e {
			t.Errorf("shape %v: variance %v +- %v", shape, m.Variance(), e)
		}
	}
}

// Without a split, kept trees predict what the sum over sigmas and leaf means says, by quadrature: the probability of
// less than each of some values, within five standard errors of as many independent trees.
func TestHeavyPredicts(t *testing.T) {
	values := []float64{-1, -.5, 0, .25, 30}
	table, err := NewTable([]Column{numbers(1, 1, 1, 1, 1)}, Response{Values: values, Heavy: true})
	if err != nil {
		t.Fatal(err)
	}
	s := problems[0].quick()
	s.Particles, s.Rounds, s.Moves = 400, 5, 40
	r := Run(table, s, Alone)
	m := r.Predictive(table.Bins([]Column{numbers(1)})[0])
	for _, x := range []float64{-3, -1, 0, 1, 20} {
		total, below, squares := 0.0, 0.0, 0.0
		for g, n := range table.marginal.grid {
			sigma := math.Sqrt(n.s2)
			step := max(.005, .3*sigma)
			for mean := -8.0; mean < 8; mean += step {
				w := math.Exp(table.marginal.logPrior[g]-.5*mean*mean) * step
				for _, y := range table.y {
					w *= student((y-mean)/sigma) / sigma
				}
				p := tailCDF(((x-table.mean)/table.sd - mean) / sigma / math.Sqrt2)
				total, below, squares = total+w, below+w*p, squares+w*p*p
			}
		}
		want := below / total
		margin := 5 * math.Sqrt((squares/total-want*want)/float64(len(r.Trees)))
		if got := m.CDF(x); math.Abs(got-want) > margin {
			t.Errorf("probability of less than %v: %.4f, want %.4f +- %.4f", x, got, want, margin)
		}
	}
	if got := m.CDF(m.Quantile(.05)); math.Abs(got-.05) > 1e-9 {
		t.Errorf("below the quantile .05 there are %v", got)
	}
}

// The workers, and restarts that go through numbers, change no bit; with sharp splits alone and with gradual ones. The
// digest is the same on every machine: the number is of linux/amd64.
func TestHeavySameBits(t *testing.T) {
	p := problem{40, 2, 3, 0, .1, 5}
	table := p.heavyTable(t, 2)
	for widths, want := range map[int]uint64{0: 0xab687a01f55b9307, tinyWidths: 0x4f5d3bff09dce9c0} {
		s := p.quick()
		s.Prior.Widths, s.Restarts, s.Particles, s.Rounds = widths, 2, 30, 2
		for k, w := range []Workers{Alone, several(1), several(2), several(5)} {
			r := Settle(table, s, Effort{Moves: 12, Work: 1}, w)
			if got := r.Digest(); got != want {
				t.Errorf("%d widths, workers %d: digest %#x, want %#x", widths, k, got, want)
			}
		}
		elsewhere(t, fmt.Sprintf("%d widths", widths), table, s.Prior)
	}
}

// A kept tree predicts its training rows as it was fitted to them, with two mirrored components.
func TestHeavyTreesPredictTheirRows(t *testing.T) {
	p := problem{20, 1, 3, 0, .2, 3}
	table := p.heavyTable(t, 3)
	s := p.quick()
	s.Prior.Widths = tinyWidths
	r := Run(table, s, Alone)
	for k, d := range r.blends {
		for i := range table.rows {
			row := make([]uint8, len(table.inputs))
			for j := range row {
				row[j] = table.inputs[j].bins[i]
			}
			m := Mixture(d.predict(table, row, 1, nil))
			want := table.mean + table.sd*d.fitted[i]
			if len(m) != 2 || math.Abs(m.Mean()-want) > 1e-9 || !m[0].Tails || m[0].SD != m[1].SD {
				t.Fatalf("tree %d, row %d: %v, want the mean %v", k, i, m, want)
			}
		}
	}
}

// A wild value hardly moves what is predicted of its leaf, nor the readable tree's: of 60 rows, half of them 0 and half
// 5 with the deviation .5, one is 1,000. By normal noise the prediction there is off by more than 5.
func TestWildValue(t *testing.T) {
	rng := random.Stream(1, "wild")
	const n = 60
	x, y := make([]float64, n), make([]float64, n)
	for i := range n {
		x[i] = float64(i % 2)
		y[i] = 5*x[i] + .5*rng.NormFloat64()
	}
	y[7] = 1000
	columns := []Column{{Values: x}}
	for _, heavy := range []bool{false, true} {
		for _, widths := range []int{0, DefaultWidths} {
			table, err := NewTable(columns, Response{Values: y, Heavy: heavy})
			if err != nil {
				t.Fatal(err)
			}
			s := problems[0].quick()
			s.Prior.Widths = widths
			r := Run(table, s, Alone)
			bins := table.Bins([]Column{numbers(0, 1)})
			low, high := r.Predictive(bins[0]), r.Predictive(bins[1])
			off := max(math.Abs(low.Mean()), math.Abs(high.Mean()-5))
			wide := high.Quantile(.95) - high.Quantile(.05)
			t.Logf("heavy %v, %d widths: off by %.3f, 90 %% interval %.2f wide", heavy, widths, off, wide)
			// three standard errors of 30 rows, and intervals of t that is as wide as normal rows with .5
			if good := off < .3 && wide < 3; good != heavy || !heavy && off < 5 {
				t.Errorf("heavy %v, %d widths: off by %.3f, 90 %% interval %.2f wide", heavy, widths,
					off, wide)
			}
			all := r.Readable(2)
			d := all[len(all)-1].Tree
			if heavy && (!d.Right.Tails || math.Abs(d.Right.Mean-5) > .3 || d.Right.SD > 2) {
				t.Errorf("%d widths: the readable leaf is %+v", widths, d.Right)
			}
		}
	}
}

// Clipping pulls a twentieth of the values at each end, at least one, to the next.
func TestClipped(t *testing.T) {
	for _, c := range [][2][]float64{
		{{1, 2, 3, 4}, {1, 2, 3, 4}}, // too few
		{{1, 2, 3, 4, 900}, {2, 2, 3, 4, 4}},
		{{0, 0, 0, 0, 0, 7}, {0, 0, 0, 0, 0, 7}}, // nothing would be left
	} {
		if got := clipped(c[0]); fmt.Sprint(got) != fmt.Sprint(c[1]) {
			t.Errorf("%v becomes %v, want %v", c[0], got, c[1])
		}
	}
	many := make([]float64, 41)
	for i := range many {
		many[i] = float64(i)
	}
	if got := clipped(many); got[0] != 2 || got[1] != 2 || got[2] != 2 || got[40] != 38 {
		t.Errorf("of 41 values %v", got)
	}
}

// The most probable scale is where the likelihood's derivative vanishes: the mean of 5 q/(4 + q) is 1, and with rows of
// a known scale theirs over the scale counts as so many.
func TestTailScale(t *testing.T) {
	misses := []float64{.1, .4, 2, .03, 90}
	s2, mean := tailScale(misses, 0, 0), 0.0
	for _, m := range misses {
		mean += 5 * m / s2 / (4 + m/s2) / float64(len(misses))
	}
	if math.Abs(mean-1) > 1e-6 {
		t.Errorf("squared scale %v: the mean is %v, want 1", s2, mean)
	}
	s2 = tailScale(misses, 5, .5)
	sum := 5 * .5 / s2
	for _, m := range misses {
		sum += 5 * m / s2 / (4 + m/s2)
	}
	if math.Abs(sum-10) > 1e-6 {
		t.Errorf("with five rows known, squared scale %v: the sum is %v, want 10", s2, sum)
	}
}

// Rows of one leaf that are drawn together differ as two draws of Student's t do: the probability of less than sigma is
// an integral, within four standard errors.
func TestJointHeavy(t *testing.T) {
	const seeds, step = 4000, .01
	want := 0.0
	for x := -60.0; x < 60; x += step {
		want += step * student(x) * (tailCDF((x+1)/math.Sqrt2) - tailCDF((x-1)/math.Sqrt2))
	}
	none := Prior{Alpha: 1e-9, Beta: 1, MaxDepth: 1}
	table := problem{8, 1, 0, 0, 0, 1}.heavyTable(t, 1)
	share := 0.0
	for seed := range uint64(seeds) {
		drawn, truth := table.Joint(none, random.Stream(seed, "tails"))
		if math.Abs(drawn.y[3]-drawn.y[4]) < table.noise(truth.Sigmas[0]) {
			share += 1. / seeds
		}
	}
	if e := math.Sqrt(want * (1 - want) / seeds); math.Abs(share-want) > 4*e {
		t.Errorf("share %.4f, want %.4f +- %.4f", share, want, e)
	}
}

// With gradual splits it is what the leaves' means without the row say: of normal equations that are solved without it.
func TestWithoutGradually(t *testing.T) {
	table := problems[1].table(t, 3)
	m := newBlend(table, problems[1].prior())
	v, sigma := newMover(m), gridPoints/2
	v.setNoise(logSigma(sigma))
	rng := random.Stream(5, "gradual")
	for done := 0; done < 20; {
		s := m.draw(0, rng)
		if s.isLeaf() {
			continue
		}
		done++
		d := v.settledOn(s, sigma, rng)
		fits := slices.Clone(d.fitted)
		d.without(table, fits)
		for i, got := range fits {
			row := make([]uint8, len(table.inputs))
			for j := range row {
				row[j] = table.inputs[j].bins[i]
			}
			want := solvedWithout(t, d, d.reach(table, 0, row)[0], table.y[i])
			if math.Abs(got-want) > 1e-9*(1+math.Abs(want)) {
				t.Errorf("%d leaves, row %d: %v, want %v", s.leaves, i, got, want)
			}
		}
	}
}

// solvedWithout solves the normal equations without a row of that number, and says what they then say of it.
func solvedWithout(t *testing.T, d *drawn, way reached, y float64) float64 {
	t.Helper()
	k := len(d.mean)
	l, w := mat.NewDense(k, k, nil), mat.NewDense(k, 1, nil)
	for i := range k {
		for j := range i + 1 {
			l.Set(i, j, d.root[i*k+j])
		}
	}
	for x, leaf := range way.leaves {
		w.Set(leaf, 0, way.shares[x])
	}
	var a, b, less, rest, without, said mat.Dense
	a.Mul(l, l.T())
	b.Mul(&a, mat.NewDense(k, 1, d.mean))
	less.Mul(w, w.T())
	less.Sub(&a, &less)
	rest.Scale(y, w)
	rest.Sub(&b, &rest)
	if err := without.Solve(&less, &rest); err != nil {
		t.Fatal(err)
	}
	said.Mul(w.T(), &without)
	return said.At(0, 0)
}

// Without a split, what a row is predicted without itself is the sum of the others over their number and the variance.
func TestWithout(t *testing.T) {
	values := []float64{-1, -.5, 0, .25, 3}
	table, err := NewTable([]Column{numbers(1, 1, 1, 1, 1)}, Response{Values: values})
	if err != nil {
		t.Fatal(err)
	}
	r := Run(table, problems[0].quick(), Alone)
	for i, got := range r.Without() {
		want := 0.0
		for _, sigma := range r.Sigmas {
			others := -table.y[i]
			for _, y := range table.y {
				others += y
			}
			want += others / (4 + table.marginal.grid[sigma].s2) / float64(len(r.Sigmas))
		}
		if want = table.mean + table.sd*want; math.Abs(got-want) > 1e-9 {
			t.Errorf("row %d: %v, want %v", i, got, want)
		}
	}
}
