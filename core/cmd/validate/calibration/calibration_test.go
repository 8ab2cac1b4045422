// Tests of the calibration: its test of ranks, its joint distribution, and the mutants that it must find.

package calibration

import (
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"dcctree/core/baseline/rjhmc"
	"dcctree/core/conquer"
	"dcctree/core/dcc"
	"dcctree/core/random"
	"dcctree/core/softtree"
	"dcctree/core/topology"
)

// quick is a conquer that takes a millisecond or two on the data of small.
func quick() conquer.Settings {
	s := conquer.DefaultSettings()
	s.Search.Restarts, s.Rounds, s.PerRound, s.Final = 4, 1, 200, 400
	return s
}

// TestUniform: chi-square with 2 degrees of freedom has the p value exp(-x/2), with 1 twice the normal tail
// beyond sqrt x; 36.191 is the 99 % point with 19 (Abramowitz and Stegun, table 26.8).
func TestUniform(t *testing.T) {
	twenty := make([]int, 20)
	for i := range twenty {
		twenty[i] = 1000
	}
	twenty[3] += 134 // 2 x 134^2/1000 = 35.91
	twenty[7] -= 134
	for _, c := range []struct {
		counts    []int
		want, tol float64
	}{
		{[]int{30, 20, 10}, math.Exp(-5), 1e-12},
		{[]int{60, 40}, 0.0455002638963584, 1e-12},
		{[]int{7, 7, 7, 7}, 1, 1e-12},
		{twenty, .0108, 3e-4},
	} {
		if p := uniform(c.counts); math.Abs(p-c.want) > c.tol {
			t.Errorf("%v: p %v, want %v", c.counts, p, c.want)
		}
	}
}

// TestRankBreaksTiesEvenly: with 2 draws below and 3 equal the rank is 2 to 5, each a quarter of the time.
func TestRankBreaksTiesEvenly(t *testing.T) {
	drawn := [][]float64{{9, 1}, {9, 2}, {9, 3}, {9, 3}, {9, 3}, {9, 4}}
	rng, counts := random.Stream(1, "ties"), make([]int, 8)
	const n = 4000
	for range n {
		counts[rank(3, 1, drawn, rng)]++
	}
	for r, c := range counts {
		want := 0.0
		if r >= 2 && r <= 5 {
			want = n / 4
		}
		if sd := math.Sqrt(n * .25 * .75); math.Abs(float64(c)-want) > 4*sd || want == 0 && c > 0 {
			t.Errorf("rank %d came %d times, want %v", r, c, want)
		}
	}
}

func TestNotANumberPanics(t *testing.T) {
	defer func() {
		if recover() != "calibration: a quantity is not a number" {
			t.Error("a rank of NaN")
		}
	}()
	rank(1, 0, [][]float64{{math.NaN()}}, random.Stream(1))
}

// TestLikelihood compares the definition with core/softtree, which leaves no constant out.
func TestLikelihood(t *testing.T) {
	rng := random.Stream(1, "likelihood")
	for _, s := range []setting{sharp, single, labels} {
		for _, key := range []string{stump, leftDeep, rightDeep} {
			at, d := s.joint(func() state { return s.prior(shaped(key), rng) }, rng)
			m := softtree.NewModel(at.topology, d, s.priors, s.h)
			theta := unconstrained(m.Layout(), at.params)
			want, got := m.Terms(theta).LogLikelihood, s.likelihood(at, d)
			if s.classes == 0 {
				got -= .5 * float64(s.n) * math.Log(2*math.Pi)
			}
			if math.Abs(got-want) > 1e-9*(1+math.Abs(want)) {
				t.Errorf("%s, %d classes: log likelihood %v, core has %v", key, s.classes, got, want)
			}
			if back := s.constrained(at.topology, theta).params; s.classes > 0 &&
				math.Abs(back.Tau[0]-at.params.Tau[0]) > 1e-12 {
				t.Errorf("tau %v comes back as %v", at.params.Tau[0], back.Tau[0])
			}
		}
	}
}

// TestPredictions compares the fit and the class probability with core/softtree.
func TestPredictions(t *testing.T) {
	rng := random.Stream(2, "predictions")
	for _, s := range []setting{sharp, labels} {
		at, d := s.joint(func() state { return s.prior(shaped(leftDeep), rng) }, rng)
		m := softtree.NewModel(at.topology, d, s.priors, s.h)
		theta := unconstrained(m.Layout(), at.params)
		p := softtree.NewPredictor(at.topology, m, d.X, d.N)
		row, all := 0, make([]float64, d.N*max(1, d.Classes))
		if s.classes == 0 {
			p.Means(all, theta)
			for i, y := range d.Y {
				if y > d.Y[row] {
					row = i
				}
			}
		} else {
			p.Probabilities(all, theta, m.LeafProbabilities(theta))
			for i, c := range d.Class {
				if c == 1 {
					row = i
				}
			}
			row = 2*row + 1
		}
		if got := s.prediction(at, d); math.Abs(got-all[row]) > 1e-9 {
			t.Errorf("%d classes: prediction %v, core has %v", s.classes, got, all[row])
		}
	}
}

// TestLabelsFollowTheJoint: at fixed parameters the share of draws kept is S, the sum of the likelihood over
// all labels, below 1 where leaves are soft, and labels come in proportion to it.
func TestLabelsFollowTheJoint(t *testing.T) {
	s := setting{n: 3, d: 1, classes: 2, h: .3, priors: softtree.PaperPriors()}
	at := state{shaped(stump), softtree.Params{Tau: []float64{.5}, Delta: [][]float64{{1}}}}
	const n = 20_000
	counts, kept := map[[3]int]float64{}, 0.0
	// The same inputs every time.
	for i := range uint64(n) {
		inputs := rand.New(rand.NewPCG(5, 5))
		if d, ok := s.classification(at, rand.New(&spliced{inputs, random.Stream(i, "labels"), 3})); ok {
			counts[[3]int(d.Class)]++
			kept++
		}
	}
	d := s.inputs(rand.New(rand.NewPCG(5, 5)))
	reach, sum := at.reach(d, s.h), 0.0
	likelihood := map[[3]int]float64{}
	for code := range 8 {
		d.Class = []int{code & 1, code >> 1 & 1, code >> 2 & 1}
		l := math.Exp(s.labels(reach, d))
		likelihood[[3]int(d.Class)] = l
		sum += l
	}
	if sum > .98 || sum < .5 {
		t.Errorf("S is %v: not soft, or not near 1", sum)
	}
	if sd := math.Sqrt(sum * (1 - sum) / n); math.Abs(kept/n-sum) > 4*sd {
		t.Errorf("kept %v of the draws, want %v ± %v", kept/n, sum, sd)
	}
	for y, l := range likelihood {
		if sd := math.Sqrt(l * (1 - l) / n); math.Abs(counts[y]/n-l) > 4*sd {
			t.Errorf("labels %v: share %v, want %v ± %v", y, counts[y]/n, l, sd)
		}
	}
}

// spliced takes the first numbers from one source and all others from a second.
type spliced struct {
	first, then rand.Source
	left        int
}

func (s *spliced) Uint64() uint64 {
	if s.left--; s.left >= 0 {
		return s.first.Uint64()
	}
	return s.then.Uint64()
}

// TestHardLabelsAreADistribution: with hard leaves S is 1, as for every Dirichlet-multinomial.
func TestHardLabelsAreADistribution(t *testing.T) {
	s := setting{n: 6, d: 2, classes: 2, h: 1e-9, priors: softtree.PaperPriors()}
	rng := random.Stream(3, "hard")
	at := s.prior(shaped(leftDeep), rng)
	d := s.inputs(rng)
	d.Class = make([]int, s.n)
	reach, sum := at.reach(d, s.h), 0.0
	for code := range 1 << s.n {
		for i := range d.Class {
			d.Class[i] = code >> i & 1
		}
		sum += math.Exp(s.labels(reach, d))
	}
	if math.Abs(sum-1) > 1e-9 {
		t.Errorf("the labels' probabilities sum to %v", sum)
	}
}

// TestWorkers: equal counts from one and three goroutines, other counts under another label.
func TestWorkers(t *testing.T) {
	s := one("workers", stump, small, signs.independent)
	first := s.ranks(20, 1, "a")
	if !reflect.DeepEqual(first, s.ranks(20, 3, "a")) {
		t.Error("the ranks depend on the number of workers")
	}
	if reflect.DeepEqual(first, s.ranks(20, 1, "b")) {
		t.Error("two runs have the same ranks")
	}
}

// TestChoose: shares 1, 0, 3 are drawn in these proportions.
func TestChoose(t *testing.T) {
	const n = 4000
	counts := make([]float64, 3)
	for _, i := range choose([]float64{1, 0, 3}, n, random.Stream(1, "choose")) {
		counts[i]++
	}
	if counts[1] != 0 || math.Abs(counts[0]-n/4) > 4*math.Sqrt(n*.25*.75) {
		t.Errorf("counts %v, want a quarter, none and three quarters of %v", counts, n)
	}
}

// TestTopologies: one tree of one leaf, one of two, two of three, five of four (Catalan numbers).
func TestTopologies(t *testing.T) {
	for splits, want := range []int{1, 2, 4, 9} {
		if got := len(topologies(splits)); got != want {
			t.Errorf("up to %d splits: %d topologies, want %d", splits, got, want)
		}
	}
}

// TestMutants: every mutant fails the check that the right code passes.
func TestMutants(t *testing.T) {
	judged := map[string]verdict{} // of right code, which stands beside several mutants
	for _, m := range mutants(measured(quick())) {
		t.Run(m.name, func(t *testing.T) {
			right, known := judged[m.right.name]
			if !known {
				right = m.right.judge(m.right.ranks(m.n, 2, "test"))
				judged[m.right.name] = right
			}
			wrong := m.wrong.judge(m.wrong.ranks(m.n, 2, "test"))
			t.Logf("right code: %v; mutant: %v", right, wrong)
			if !right.holds() {
				t.Errorf("the right code fails: %v", right)
			}
			if wrong.holds() {
				t.Errorf("the mutant passes: %v", wrong)
			}
		})
	}
}

// TestPriorShowsInDataDependentQuantitiesAlone: a posterior that is the prior has uniform ranks of all
// parameters, which is why the log likelihood is ranked, too (Modrák et al. 2023).
func TestPriorShowsInDataDependentQuantitiesAlone(t *testing.T) {
	s := one("prior", stump, small, fromPrior)
	h := s.ranks(400, 2, "parameters")
	for k, name := range s.quantities {
		p := uniform(h[k])
		if name == "log likelihood" && p > 1e-6 {
			t.Errorf("log likelihood: p %v", p)
		}
		if name != "log likelihood" && name != "prediction" && p < leastP/float64(len(h)) {
			t.Errorf("%s: p %v, want uniform ranks", name, p)
		}
	}
}

// TestGradientSign: differences of the log density find the wrong sign; ranks in a stationary chain do
// not, because the distribution is right.
func TestGradientSign(t *testing.T) {
	if v := signs.slopes(sharp, leftDeep, 10, random.Stream(1, "slopes")); !(v <= mostSlope) {
		t.Errorf("right gradient: off by %v", v)
	}
	if v := turnedSigns().slopes(sharp, leftDeep, 10, random.Stream(1, "slopes")); !(v > mostSlope) {
		t.Errorf("wrong gradient: off by %v only", v)
	}
	s := one("sign", stump, small, turnedSigns().stationary)
	if v := s.judge(s.ranks(100, 2, "stationary")); !v.holds() {
		t.Errorf("stationary chain with a wrong gradient: %v", v)
	}
}

// TestNoDraws: a replicate without draws is not counted.
func TestNoDraws(t *testing.T) {
	k := 0
	s := study{"none", []string{"u"}, func(rng *rand.Rand) ([]float64, [][]float64) {
		if k++; k%2 == 0 {
			return []float64{rng.Float64()}, nil
		}
		drawn := make([][]float64, draws)
		for i := range drawn {
			drawn[i] = []float64{rng.Float64()}
		}
		return []float64{rng.Float64()}, drawn
	}}
	if v := s.judge(s.ranks(40, 1, "none")); v.n != 20 {
		t.Errorf("%d replicates count, want 20", v.n)
	}
}

// TestStudiesRun makes one replicate of each study.
func TestStudiesRun(t *testing.T) {
	for _, list := range [][]study{conquerStudies(), manyStudies(), nutsStudies(), wholeStudies(), jumpStudies(),
		treesStudies()} {
		for _, s := range list {
			if h := s.ranks(1, 1, "run"); len(h) != len(s.quantities) {
				t.Errorf("%s: %d histograms", s.name, len(h))
			}
		}
	}
}

// TestWeights: a short comparison of RJHMC-Tree with the fast mode.
func TestWeights(t *testing.T) {
	row := weightRow("short", small, jumper(rjhmc.DFI), 10_000)
	t.Log(row.Figure)
	if !row.Holds {
		t.Error(row.Figure)
	}
}

// measured measures every topology by the fast conquer alone.
func measured(set conquer.Settings) algorithm {
	return func(s setting, d softtree.Data, prior topology.Prior, all []topology.Topology, rng *rand.Rand) (r run) {
		p := conquer.NewProblem(d, s.priors, s.h, set)
		var logs []float64
		for _, t := range all {
			solutions, _ := p.Score(t, nil, rng)
			m := p.Measure(t, solutions, rng, func() {})
			shares := make([]float64, len(m.LogWeights))
			for i, v := range m.LogWeights {
				shares[i] = math.Exp(v - m.LogZ)
			}
			logs = append(logs, m.LogZ+prior.Log(t))
			r.points = append(r.points, dcc.Draws{Dim: len(m.Points) / len(shares), Points: m.Points,
				Shares: shares})
		}
		r.topologies, r.shares = all, exp(logs)
		return r
	}
}
