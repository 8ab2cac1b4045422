// Tests of the chain: iterations of both variants, state, damaged states, drawn trees, kernels, settings.

package rjhmc

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"dcctree/core/baseline"
	"dcctree/core/baseline/hard/hardtest"
	"dcctree/core/numeric"
	"dcctree/core/random"
	"dcctree/core/softtree"
	"dcctree/core/topology"
	drawn "dcctree/core/tree"
)

// brief returns settings of the published variant with short runs of NUTS.
func brief(method Method) Settings {
	s := DefaultSettings()
	s.Method = method
	s.BandwidthInitial, s.BandwidthFinal = .2, .1
	s.Warmup, s.InnerWarmup, s.MaxDoublings = 3, 25, 5
	return s
}

// variants are the settings that tests of the whole go through.
func variants() map[string]Settings {
	return map[string]Settings{"published DFI": brief(DFI), "published DF": brief(DF), "exact DFI": small(DFI, 5),
		"exact DF": small(DF, 5)}
}

// TestResume: k steps, a new chain from the state, and k more end where 2k steps end, with equal infos and draws.
func TestResume(t *testing.T) {
	for name, s := range variants() {
		for _, classes := range []int{0, 3} {
			data := rows(4, 20, 2, classes)
			k := 6
			if s.Variant == Exact {
				k = 150
			}
			a := baseline.Sampler(chain(t, data, s, 1))
			step := func(c baseline.Sampler, from int) (infos []baseline.Info) {
				rng := baseline.Stream(1, "rjhmc", 0, from)
				for range k {
					infos = append(infos, c.Step(rng))
				}
				return infos
			}
			step(a, 0)
			b, err := Resume(data, s, a.State())
			if err != nil {
				t.Fatalf("%s, %d classes: %v", name, classes, err)
			}
			if one, other := step(a, k), step(b, k); !reflect.DeepEqual(one, other) {
				t.Errorf("%s, %d classes: the resumed chain steps otherwise", name, classes)
			}
			if !slices.Equal(a.State(), b.State()) ||
				!reflect.DeepEqual(a.Draws(nil, nil), b.Draws(nil, nil)) {
				t.Errorf("%s, %d classes: the resumed chain is elsewhere", name, classes)
			}
			if !numeric.Finite(a.State()...) {
				t.Errorf("%s, %d classes: a number of the state is not finite", name, classes)
			}
		}
	}
}

// TestDamagedStates: every state with one number missing, one too many or one replaced is refused or runs.
func TestDamagedStates(t *testing.T) {
	for name, s := range variants() {
		data := rows(4, 10, 2, 0)
		c := chain(t, data, s, 1)
		rng := random.Stream(2, "damaged")
		for range 3 {
			c.Step(rng)
		}
		good := c.State()
		for _, bad := range [][]float64{nil, {}, good[:len(good)-1], append(slices.Clone(good), 0)} {
			if _, err := Resume(data, s, bad); err == nil {
				t.Errorf("%s: a state of %d numbers, not %d, is accepted", name, len(bad), len(good))
			}
		}
		for i := range good {
			for _, v := range []float64{math.NaN(), math.Inf(1), -1, .5, 1e300, -1e300, 7} {
				bad := slices.Clone(good)
				bad[i] = v
				again, err := Resume(data, s, bad)
				if err == nil {
					again.Draws(nil, rng)
				}
				if err == nil && !numeric.Finite(v) {
					t.Errorf("%s: %v at %d is accepted", name, v, i)
				}
			}
		}
	}
	s := small(DF, 2)
	for _, c := range []struct {
		want  string
		state []float64
	}{
		{"iterations: -1 is not a whole number", []float64{-1}},
		{"seed: 0.5 is not", []float64{0, .5}},
		{"a node is neither split nor leaf", []float64{0, 1, 1, 1, 3}},
		{"ends before the tree is complete", []float64{0, 1, 1, 1, 1}},
		{"splits: the settings allow 0 to 2", []float64{0, 1, 1, 7, 1, 1, 1, 0, 0, 0, 0}},
		{"input of a split: 2 is not a whole number from 0 to 1", []float64{0, 1, 1, 3, 1, 0, 0, 2}},
		{"ends too early", []float64{0, 1, 1, 3, 1, 0, 0, 1, .3}},
		{"log density is not finite", []float64{0, 1, 1, 1, 0, 1, 1e4, 0}},
		{"a step size or metric is not positive", []float64{0, 1, 1, 1, 0, 1, 0, 1, 1, 0, .1, 1, 0}},
	} {
		_, err := Resume(rows(4, 10, 2, 0), s, c.state)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: error %v, want %q", c.state, err, c.want)
		}
	}
}

// FuzzResume: no state makes Resume, Step or Draws panic, and one that is accepted is given back.
func FuzzResume(f *testing.F) {
	data := rows(4, 6, 2, 0)
	sets := []Settings{brief(DFI), small(DF, 3)}
	sets[0].InnerWarmup, sets[1].InnerWarmup = 2, 2
	for i, s := range sets {
		c := chain(f, data, s, 1)
		c.Step(random.Stream(1, "fuzz"))
		f.Add(i == 1, encode(c.State()))
	}
	f.Fuzz(func(t *testing.T, second bool, text []byte) {
		s, state := sets[0], decode(text)
		if second {
			s = sets[1]
		}
		c, err := Resume(data, s, state)
		if err != nil {
			return
		}
		if back := c.State(); len(back) != len(state) {
			t.Fatalf("%d numbers became %d", len(state), len(back))
		}
		c.Step(random.Stream(1, "fuzz"))
		c.Draws(nil, nil)
	})
}

// encode writes numbers as 8 bytes each, decode reads them.
func encode(v []float64) (out []byte) {
	for _, x := range v {
		for b, bits := 0, math.Float64bits(x); b < 8; b++ {
			out = append(out, byte(bits>>(8*b)))
		}
	}
	return out
}

func decode(b []byte) (out []float64) {
	for ; len(b) >= 8; b = b[8:] {
		var bits uint64
		for i := range 8 {
			bits |= uint64(b[i]) << (8 * i)
		}
		out = append(out, math.Float64frombits(bits))
	}
	return out
}

// TestPublishedRatios: in the warm-up the ratio is that of the two ends, behind it that of the plain jump, which is 1
// for a tree that stays; a rejection leaves everything as it was.
func TestPublishedRatios(t *testing.T) {
	for _, method := range []Method{DFI, DF} {
		for _, classes := range []int{0, 2} {
			s := brief(method)
			s.Warmup = 8
			c := chain(t, rows(4, 20, 2, classes), s, 3)
			rng := random.Stream(4, "published")
			if info := c.Step(rng); info.Move != "start" || !info.Accepted || !info.Warmup ||
				info.Leaves != 2 || info.Gradients < s.InnerWarmup {
				t.Errorf("first step %+v", info)
			}
			for i := 1; i < 20; i++ {
				var seen Ratio
				accept := i%2 == 0
				c.SetRatio(func(r Ratio) float64 {
					seen = r
					if accept {
						return math.Inf(1)
					}
					return math.Inf(-1)
				})
				old, before := c.at.logDensity(), c.State()
				info := c.Step(rng)
				if info.Accepted != accept || info.Warmup != (i < s.Warmup) ||
					info.LogDensity != c.at.logDensity() {
					t.Fatalf("step %d: %+v", i, info)
				}
				if !accept && !slices.Equal(before[1:], c.State()[1:]) {
					t.Errorf("step %d: a rejection changed the state", i)
				}
				ends := c.at.logDensity() - old
				switch {
				case i >= s.Warmup && info.Move == "stay" && seen.Log() != 0:
					t.Errorf("step %d: staying has ratio %v", i, seen)
				case i < s.Warmup && accept &&
					math.Abs(seen.Likelihood+seen.Prior+seen.Structure-ends) >
						1e-9*(1+math.Abs(ends)):
					t.Errorf("step %d: ratio %+v, the ends differ by %v", i, seen, ends)
				case i >= s.Warmup && info.Move != "stay" && math.Abs(seen.Prior+seen.Proposal) > 1e-9:
					t.Errorf("step %d: of the plain jump the prior %v and the proposal %v do "+
						"not cancel", i, seen.Prior, seen.Proposal)
				}
			}
		}
	}
}

// TestTuningDoesNotDependOnTheState: two chains of the same seed that took different ways have the same tuning of a
// topology.
func TestTuningDoesNotDependOnTheState(t *testing.T) {
	for _, method := range []Method{DFI, DF} {
		data, at := rows(4, 12, 2, 0), key(t, "10100")
		a, b := chain(t, data, small(method, 5), 1), chain(t, data, small(method, 5), 1)
		rng := random.Stream(9, "way")
		for range 200 {
			a.Step(rng)
		}
		delete(a.tunings, at)
		if x, y := a.tuned(at), b.tuned(at); !reflect.DeepEqual(x, y) {
			t.Errorf("%s: %+v and %+v", method, x, y)
		}
		other := chain(t, data, small(method, 5), 2)
		if reflect.DeepEqual(other.tuned(at), b.tuned(at)) {
			t.Errorf("%s: another seed gives the same tuning", method)
		}
	}
}

// TestDraws: the drawn trees predict as core/softtree does.
func TestDraws(t *testing.T) {
	for name, s := range variants() {
		for _, classes := range []int{0, 3} {
			data := rows(4, 12, 3, classes)
			c := chain(t, data, s, 1)
			rng := random.Stream(5, "draws")
			for range 12 {
				c.Step(rng)
			}
			d := c.Draws(nil, nil)[0]
			if bandwidth(d) != s.BandwidthFinal || d.Tree.Leaves() != c.Topology().Leaves() ||
				d.LogDensity != c.at.logDensity() || d.LogWeight != 0 {
				t.Errorf("%s: %+v", name, d)
			}
			checkPredictions(t, name, c, d)
		}
	}
}

// bandwidth returns that of the root's split, the final one where there is no split.
func bandwidth(d baseline.Draw) float64 {
	switch r := d.Tree.Nodes[0].Rule.(type) {
	case drawn.Threshold:
		return r.H
	case drawn.Blend:
		return r.H
	}
	return small(DF, 2).BandwidthFinal
}

// checkPredictions compares a draw with softtree's predictor on a model that has the draw's simplexes, a corner for an
// input.
func checkPredictions(t *testing.T, name string, c *Chain, d baseline.Draw) {
	t.Helper()
	data, top := c.data, c.Topology()
	reaches := make([]float64, data.N*top.Leaves())
	m := softtree.NewModel(top, data, c.settings.Priors, c.settings.BandwidthFinal)
	theta := make([]float64, m.Dim())
	l, own := m.Layout(), c.layout(top)
	for j := range top.Splits() {
		theta[l.Tau(j)] = c.at.theta[own.Tau(j)]
		from, to := l.Simplex(j)
		if c.at.inputs == nil {
			a, b := own.Simplex(j)
			copy(theta[from:to], c.at.theta[a:b])
			continue
		}
		for f := range theta[from:to] { // breaks the whole stick off at the input
			theta[from+f] = -60
			if f == c.at.inputs[j] {
				theta[from+f] = 60
			}
		}
	}
	softtree.NewPredictor(top, m, data.X, data.N).Reaches(reaches, theta)
	for i := range data.N {
		seen := map[int]float64{}
		order := leafOrder(d)
		d.Tree.Reach(drawn.Row{X: data.X, At: i, Stride: data.N}, func(at int, p float64) {
			leaf := slices.Index(order, at)
			seen[leaf] = p
			_, _, mean, sd, probabilities := hardtest.Fields(d.Tree.Nodes[at])
			if data.Regression() {
				want := c.at.theta[own.Mu(leaf)]
				if mean != want || math.Abs(sd-math.Exp(c.at.theta[own.LogSigma()])) > 1e-12 {
					t.Errorf("%s: leaf %d has mean %v and sd %v, want %v", name, leaf, mean, sd,
						want)
				}
				return
			}
			var sum float64
			for _, v := range probabilities {
				sum += v
			}
			if len(probabilities) != data.Classes || math.Abs(sum-1) > 1e-12 {
				t.Errorf("%s: probabilities %v", name, probabilities)
			}
		})
		for k := range top.Leaves() {
			if want := reaches[k*data.N+i]; math.Abs(seen[k]-want) > 1e-9 {
				t.Errorf("%s: row %d reaches leaf %d with %v, want %v", name, i, k, seen[k], want)
			}
		}
	}
}

// leafOrder lists the leaves' nodes from left to right, which is their pre-order.
func leafOrder(d baseline.Draw) (out []int) {
	for at, n := range d.Tree.Nodes {
		if n.Leaf() {
			out = append(out, at)
		}
	}
	return out
}

// TestSteadyStepsAllocateLittle: a stay of the exact variant allocates nothing once the models are there.
func TestSteadyStepsAllocateLittle(t *testing.T) {
	s := small(DF, 2)
	s.Moves = topology.MoveProbabilities{Stay: 1}
	c, rng := chain(t, rows(4, 20, 2, 0), s, 1), random.Stream(8, "steady")
	c.Step(rng)
	if n := testing.AllocsPerRun(200, func() { c.Step(rng) }); n > 0 {
		t.Errorf("%v allocations per step", n)
	}
}

// TestAt: a chain started at given parameters is there.
func TestAt(t *testing.T) {
	data, top := rows(4, 10, 2, 0), key(t, "10100")
	p := softtree.Params{Tau: []float64{.3, .6}, Delta: [][]float64{{.25, .75}, {.5, .5}}, Mu: []float64{1, 2, 3},
		Sigma: .5}
	for _, method := range []Method{DFI, DF} {
		if method == DF {
			p.Delta = [][]float64{{0, 1}, {1, 0}}
		}
		at, err := At(data, small(method, 5), top, p, random.Stream(1, "at"))
		if err != nil {
			t.Fatal(err)
		}
		d := at.Draws(nil, nil)[0]
		nodes := d.Tree.Nodes
		root, right, weights := nodes[0].Rule, nodes[2].Rule, make([]float64, 2)
		root.AddWeights(weights, 1)
		if math.Abs(root.Cut()-.3) > 1e-12 || math.Abs(right.Cut()-.6) > 1e-12 ||
			nodes[3].Answer.(drawn.Normal).Mean != 2 ||
			math.Abs(nodes[4].Answer.(drawn.Normal).SD-.5) > 1e-12 {
			t.Errorf("%s: %+v", method, d)
		}
		if method == DF && (root.Main() != 1 || right.Main() != 0) ||
			method == DFI && math.Abs(weights[1]-.75) > 1e-12 {
			t.Errorf("%s: splits %+v, %+v", method, root, right)
		}
	}
	p.Delta = [][]float64{{.5, .5}, {1, 0}}
	if _, err := At(data, small(DF, 5), top, p, random.Stream(1, "at")); err == nil {
		t.Error("a mixture of inputs is accepted for HMC-DF")
	}
	if _, err := At(data, small(DF, 1), top, p, random.Stream(1, "at")); err == nil {
		t.Error("more splits than allowed are accepted")
	}
}

// TestPublishedSettings: the settings of the table; all are valid.
func TestPublishedSettings(t *testing.T) {
	for _, method := range []Method{DFI, DF} {
		for _, set := range []string{"wu", "cgm", "iris", "bcw", "wine", "raisin"} {
			s, draws, ok := PublishedSettings(method, set)
			if !ok || s.Validate() != nil || s.Variant != Published || s.Method != method ||
				draws+s.Warmup != 1000 || s.InnerWarmup != 500 {
				t.Errorf("%s, %s: %+v, %d draws: %v", method, set, s, draws, s.Validate())
			}
		}
	}
	s, draws, _ := PublishedSettings(DFI, "raisin")
	got, want := fmt.Sprint(s.BandwidthInitial, s.BandwidthFinal, s.SplitPrior, draws, s.Warmup),
		"0.05 0.001 {0.7 2.5} 800 200"
	if got != want {
		t.Errorf("raisin: %s, want %s", got, want)
	}
	if _, _, ok := PublishedSettings(DFI, "moons"); ok {
		t.Error("settings for a set that there is not")
	}
}

func TestValidate(t *testing.T) {
	for name, change := range map[string]func(s *Settings){
		"method":           func(s *Settings) { s.Method = "hmc" },
		"variant":          func(s *Settings) { s.Variant = "" },
		"bandwidthInitial": func(s *Settings) { s.BandwidthInitial = 0 },
		"bandwidthFinal":   func(s *Settings) { s.BandwidthFinal = math.NaN() },
		"warmup":           func(s *Settings) { s.Warmup = -1 },
		"innerWarmup":      func(s *Settings) { s.InnerWarmup = 0 },
		"transitions":      func(s *Settings) { s.Transitions = 0 },
		"bridges":          func(s *Settings) { s.Bridges = 0 },
		"maxDoublings":     func(s *Settings) { s.MaxDoublings = 21 },
		"minSplits":        func(s *Settings) { s.MinSplits = s.MaxSplits + 1 },
		"split prior":      func(s *Settings) { s.SplitPrior.Alpha = 1 },
		"leafSD":           func(s *Settings) { s.Priors.LeafSD = 0 },
		"move prob":        func(s *Settings) { s.Moves.Stay = 1 },
	} {
		s := DefaultSettings()
		if err := s.Validate(); err != nil {
			t.Fatal(err)
		}
		change(&s)
		if err := s.Validate(); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: error %v", name, err)
		}
		if _, err := New(rows(1, 4, 1, 0), s, random.Stream(1, "bad")); err == nil {
			t.Errorf("%s: a chain starts", name)
		}
	}
	if _, err := New(softtree.Data{}, DefaultSettings(), random.Stream(1, "bad")); err == nil {
		t.Error("a chain without rows starts")
	}
}

// TestEqualRowsAreOne: rows given twice have the density of rows of weight two.
func TestEqualRowsAreOne(t *testing.T) {
	for _, classes := range []int{0, 2} {
		data := rows(4, 10, 2, classes)
		twice := data.Take([]int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0})
		c := chain(t, twice, small(DFI, 2), 1)
		m := softtree.NewModel(c.Topology(), twice, softtree.PaperPriors(), .2)
		got, want := c.at.terms, m.Terms(c.at.theta)
		if c.data.N != 10 || math.Abs(got.LogLikelihood-want.LogLikelihood) > 1e-9 {
			t.Errorf("%d classes: %d rows, terms %+v, want %+v", classes, c.data.N, got, want)
		}
	}
}
