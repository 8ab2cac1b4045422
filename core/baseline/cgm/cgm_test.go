// Tests of the chain: ratios worked out by hand, its state, damaged states, its warm-up, and what it costs.

package cgm

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"dcctree/core/baseline"
	"dcctree/core/baseline/hard"
	"dcctree/core/baseline/hard/hardtest"
	"dcctree/core/numeric"
	"dcctree/core/random"
	"dcctree/core/softtree"
	"dcctree/core/topology"
	"dcctree/core/tree"
)

// fourRows is a table in which the first input has four values, the second two.
func fourRows() softtree.Data {
	return softtree.Data{N: 4, D: 2, X: []float64{0, 1. / 3, 2. / 3, 1, 0, 1, 0, 1}, Y: []float64{0, 1, 3, 2}}
}

func start(t testing.TB, d softtree.Data, s Settings) *Sampler {
	t.Helper()
	c, err := New(d, s, nil)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

var stop = hard.Stop

// TestRatios has priors and proposal ratios that are worked out by hand. Of the four rows the root has two features
// with 3 and 1 cuts: its rules have probabilities 1/6 and 1/2. With alpha .95 and beta 1 nodes are split with
// probabilities .95, .475, .95/3.
func TestRatios(t *testing.T) {
	settings := DefaultSettings()
	settings.Warmup, settings.Restarts = 0, 1
	half := hard.Rule{Feature: 0, Cut: 1}  // rows 1, 2 | 3, 4: each side has one cut of each feature
	first := hard.Rule{Feature: 0, Cut: 0} // row 1 | 2, 3, 4 (at the root): the right side has 2 and 1 cuts
	third := hard.Rule{Feature: 0, Cut: 2} // of rows 3 and 4
	// rows 1, 3 | 2, 4 (at the root): only the first feature is left, with 2 cuts on either side
	second := hard.Rule{Feature: 1, Cut: 0}
	cases := []struct {
		name      string
		move      move
		at        int
		now, next []hard.Rule
		prior     float64 // of next
		ratio     float64 // q(next -> now)/q(now -> next)
	}{
		{"grow the root", grow, 0, []hard.Rule{stop}, []hard.Rule{half, stop, stop},
			.95 / 6 * .525 * .525, 6}, // 1 leaf can be split, 1 split pruned, the rule has 1/6
		{"grow the left leaf", grow, 1, []hard.Rule{half, stop, stop},
			[]hard.Rule{half, first, stop, stop, stop},
			// of 2 leaves; the rule has 1/2; leaves of one row cannot be split
			.95 / 6 * .475 / 2 * .525, 2 * 2},
		{"grow the right leaf", grow, 4, []hard.Rule{half, first, stop, stop, stop},
			[]hard.Rule{half, first, stop, stop, third, stop, stop},
			.95 / 6 * .475 / 2 * .475 / 2, 1. / 2 * 2}, // of 1 leaf; 2 splits can be pruned
		{"prune the right split", prune, 4, []hard.Rule{half, first, stop, stop, third, stop, stop},
			[]hard.Rule{half, first, stop, stop, stop},
			.95 / 6 * .475 / 2 * .525, 2. / 1 / 2},
		{"prune the root", prune, 0, []hard.Rule{first, stop, stop}, []hard.Rule{stop}, .05, 1. / 6},
		{"change the root", change, 0, []hard.Rule{half, stop, stop}, []hard.Rule{second, stop, stop},
			.95 / 2 * .525 * .525, (1. / 6) / (1. / 2)},
		{"change a rule above another", change, 0, []hard.Rule{half, stop, third, stop, stop},
			[]hard.Rule{first, stop, third, stop, stop},
			// below, 2 features, the first with 2 cuts; rows 2 and 3 can be split, row 4 cannot
			.95 / 6 * .475 / 4 * (1 - .95/3), 1},
		{"swap", swap, 0, []hard.Rule{half, stop, third, stop, stop},
			[]hard.Rule{third, half, stop, stop, stop},
			.95 / 6 * .475 / 4 * (1 - .95/3), 1},
	}
	for _, c := range cases {
		s := start(t, fourRows(), settings)
		if err := s.tree.SetRules(c.now); err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		now := slices.Clone(s.tree.Nodes())
		if err := s.tree.SetRules(c.next); err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		next := s.tree.Nodes()
		if got := s.logPrior(next); math.Abs(got-math.Log(c.prior)) > 1e-12 {
			t.Errorf("%s: prior %v, want %v", c.name, math.Exp(got), c.prior)
		}
		if got := logRatio(c.move, c.at, now, next); math.Abs(got-math.Log(c.ratio)) > 1e-12 {
			t.Errorf("%s: ratio %v, want %v", c.name, math.Exp(got), c.ratio)
		}
	}
}

// TestExchange has swaps worked out by hand on the corners of a square.
func TestExchange(t *testing.T) {
	d := softtree.Data{N: 4, D: 2, X: []float64{0, 0, 1, 1, 0, 1, 0, 1}, Y: []float64{0, 1, 2, 3}}
	a, b := hard.Rule{Feature: 0}, hard.Rule{Feature: 1}
	line, low, high := fourRows(), hard.Rule{Cut: 0}, hard.Rule{Cut: 1}
	cases := []struct {
		name  string
		data  softtree.Data
		now   []hard.Rule
		child int
		want  string // rules proposed; "" for none
	}{
		{"both children have the rule", d, []hard.Rule{a, b, stop, stop, b, stop, stop}, 1,
			"1:0 0:0 . . 0:0 . ."},
		{"both children, the right one picked", d, []hard.Rule{a, b, stop, stop, b, stop, stop}, 4,
			"1:0 0:0 . . 0:0 . ."},
		{"the left child", d, []hard.Rule{a, b, stop, stop, stop}, 1, "1:0 0:0 . . ."},
		{"the right child", d, []hard.Rule{a, stop, b, stop, stop}, 2, "1:0 . 0:0 . ."},
		{"a rule that is then not available", line, []hard.Rule{high, low, stop, stop, stop}, 1, ""},
		{"a rule that is not available on the other side", line, []hard.Rule{low, stop, high, stop, stop}, 2,
			""},
	}
	for _, c := range cases {
		settings := DefaultSettings()
		s := start(t, c.data, settings)
		if err := s.tree.SetRules(c.now); err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		got := ""
		if _, ok := s.exchange(c.child); ok {
			s.tree.Accept()
			got = hardtest.Key(s.tree.AppendRules(nil, 0))
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// noisy is a table of the size of the paper's WU set: three inputs, y in three steps.
func noisy(classes int) softtree.Data {
	rng := random.Stream(8, "noisy")
	d := softtree.Data{N: 300, D: 3, Classes: classes}
	for range d.N * d.D {
		d.X = append(d.X, rng.Float64())
	}
	for i := range d.N {
		group := 2
		if d.X[i] < .5 {
			group = 0
			if d.X[d.N+i] > .5 {
				group = 1
			}
		}
		if classes > 0 {
			d.Class = append(d.Class, group%classes)
		} else {
			d.Y = append(d.Y, float64(1+2*group)+.25*rng.NormFloat64())
		}
	}
	return d
}

func published() Settings {
	s, _ := Published("wu")
	s.Warmup, s.Restarts = 40, 3
	return s
}

// TestResume: a chain that is written down and taken up again goes on bit for bit, in the warm-up and after it.
func TestResume(t *testing.T) {
	for _, classes := range []int{0, 3} {
		d, settings := noisy(classes), published()
		for _, k := range []int{0, 1, 39, 40, 41, 79, 80, 119, 120, 121, 500} {
			whole, part := start(t, d, settings), start(t, d, settings)
			rng, again := random.Stream(1, "resume"), random.Stream(1, "resume")
			for range k {
				whole.Step(rng)
				part.Step(again)
			}
			state := part.State()
			for _, v := range state {
				if math.IsNaN(v) || math.IsInf(v, 0) {
					t.Fatalf("after %d steps the state is %v", k, state)
				}
			}
			part, err := Resume(d, settings, state)
			if err != nil {
				t.Fatalf("after %d steps: %v", k, err)
			}
			for range 200 {
				if a, b := whole.Step(rng), part.Step(again); a != b {
					t.Fatalf("after %d steps: %+v, resumed %+v", k, a, b)
				}
			}
			if a, b := whole.State(), part.State(); !slices.Equal(a, b) {
				t.Fatalf("after %d steps: state %v, resumed %v", k, a, b)
			}
			if a, b := whole.Draws(nil, rng), part.Draws(nil, again); !reflect.DeepEqual(a, b) {
				t.Fatalf("after %d steps: draw %v, resumed %v", k, a, b)
			}
		}
	}
}

// TestWarmup: every run but the last starts again from the tree without splits, and the chain goes on from the best of
// the last trees.
func TestWarmup(t *testing.T) {
	d, settings := noisy(0), published()
	s := start(t, d, settings)
	rng := random.Stream(2, "warmup")
	best := math.Inf(-1)
	for k := range 121 {
		if k < 120 && k%40 == 0 && len(s.tree.Nodes()) != 1 {
			t.Errorf("after %d iterations the tree has %d nodes", k, len(s.tree.Nodes()))
		}
		if k == 120 && s.density != best {
			t.Errorf("the chain goes on from log density %v, the best run ended with %v", s.density, best)
		}
		info := s.Step(rng)
		if info.Warmup != (k < 120) {
			t.Errorf("iteration %d: warm-up %v", k, info.Warmup)
		}
		if k%40 == 39 && k < 120 {
			best = max(best, info.LogDensity)
			t.Logf("a run ended with log density %v", info.LogDensity)
		}
	}
}

// TestNoWarmup: the first iteration counts.
func TestNoWarmup(t *testing.T) {
	settings := published()
	settings.Warmup = 0
	s := start(t, noisy(0), settings)
	if s.Step(random.Stream(1, "none")).Warmup {
		t.Error("the first iteration is of a warm-up")
	}
	if _, err := Resume(noisy(0), settings, s.State()); err != nil {
		t.Error(err)
	}
}

func TestDraws(t *testing.T) {
	for _, classes := range []int{0, 2} {
		d, settings := noisy(classes), published()
		for _, halfway := range []bool{false, true} {
			settings.Halfway = halfway
			s := start(t, d, settings)
			rng := random.Stream(3, "draws")
			for range 400 {
				s.Step(rng)
			}
			draw := s.Draws(nil, rng)[0]
			if draw.Tree.Leaves() != hard.Leaves(s.tree.Nodes()) || draw.Tree.Leaves() < 2 ||
				draw.LogDensity != s.density || !draw.Tree.Hard() {
				t.Fatalf("draw %+v", draw)
			}
			checkRows(t, s, draw, d)
			checkRows(t, s, s.Expected(), d)
		}
	}
}

// checkRows holds the drawn tree's leaf of every training row against the node that has it.
func checkRows(t *testing.T, s *Sampler, draw baseline.Draw, d softtree.Data) {
	t.Helper()
	for k := range s.tree.Nodes() {
		n := &s.tree.Nodes()[k]
		if !n.Leaf() {
			continue
		}
		for _, i := range s.tree.AppendMembers(nil, n) {
			leaf := draw.Tree.MostProbable(tree.Row{X: d.X, At: int(i), Stride: d.N})
			if leaf != &draw.Tree.Nodes[k] {
				t.Fatalf("row %d is in another leaf than node %d", i, k)
			}
			_, _, mean, sd, p := hardtest.Fields(*leaf)
			if total := total(p); d.Classes > 0 && math.Abs(total-1) > 1e-12 ||
				d.Classes == 0 && !(sd > 0 && math.Abs(mean) < 20) {
				t.Fatalf("leaf %+v", *leaf)
			}
		}
	}
}

func total(p []float64) (sum float64) {
	for _, v := range p {
		sum += v
	}
	return sum
}

// TestFinds: three steps with small noise are found from the tree without splits.
func TestFinds(t *testing.T) {
	s := start(t, noisy(0), published())
	rng := random.Stream(4, "finds")
	for range 3000 {
		s.Step(rng)
	}
	leaves := 0
	for k := range s.tree.Nodes() {
		n := &s.tree.Nodes()[k]
		if n.Leaf() {
			leaves++
			if stats := s.tree.Stats(n); stats.N > 20 && stats.Squares/float64(stats.N) > .15 {
				t.Errorf("a leaf of %d rows has variance %v, the noise has .0625", stats.N,
					stats.Squares/float64(stats.N))
			}
		}
	}
	if leaves < 3 || leaves > 12 {
		t.Errorf("%d leaves", leaves)
	}
}

// TestSameBits: the digest of a run on amd64; the tests run in WebAssembly too.
func TestSameBits(t *testing.T) {
	for classes, want := range map[int]uint64{0: 0x3a36677d7bbc1d01, 3: 0x8b3865eb5ee0a0a7} {
		digest := numeric.NewDigest()
		s := start(t, noisy(classes), published())
		rng := random.Stream(5, "bits")
		for range 2000 {
			info := s.Step(rng)
			digest.Numbers(info.LogDensity)
		}
		for _, n := range s.Draws(nil, rng)[0].Tree.Nodes {
			_, threshold, mean, sd, p := hardtest.Fields(n)
			digest.Numbers(threshold, mean, sd)
			digest.Numbers(p...)
		}
		digest.Numbers(s.State()...)
		if got := digest.Sum(); got != want {
			t.Errorf("%d classes: digest %#x, want %#x", classes, got, want)
		}
	}
}

func TestBadStates(t *testing.T) {
	d, settings := noisy(0), published()
	for name, state := range map[string][]float64{
		"empty": {}, "counts cut short": {0, 0}, "no tree": {0, 0, 0}, "negative runs": {-1, 0, 0, -1},
		"too many runs": {4, 0, 0, -1}, "part of a run": {.5, 0, 0, -1},
		"not a number": {math.NaN(), 0, 0, -1}, "past the run": {0, 40, 0, -1},
		"part of an iteration":                   {0, .5, 0, -1},
		"endless":                                {0, math.Inf(1), 0, -1},
		"iterations after the warm-up":           {3, 1, 0, -1},
		"best tree before the first run is over": {0, 0, 1, -1, -1},
		"no best tree":                           {1, 0, 0, -1},
		"best tree after the warm-up":            {3, 0, 1, -1, -1}, "other flag": {1, 0, .5, -1, -1},
		"only a best tree":             {1, 0, 1, -1},
		"numbers left over":            {3, 0, 0, -1, 0},
		"a rule that is not available": {3, 0, 0, 0, 0, 0, 0, -1, -1, -1},
	} {
		if _, err := Resume(d, settings, state); err == nil || !strings.Contains(err.Error(), "CGM") {
			t.Errorf("%s: error %v", name, err)
		}
	}
	if _, err := Resume(d, settings, []float64{3, 0, 0, -1}); err != nil {
		t.Error(err)
	}
}

func TestRefusals(t *testing.T) {
	d := noisy(0)
	for want, spoil := range map[string]func(d *softtree.Data, s *Settings){
		"alpha":    func(_ *softtree.Data, s *Settings) { s.Split.Alpha = 1 },
		"leaf":     func(_ *softtree.Data, s *Settings) { s.Leaf.Count = 0 },
		"minLeaf":  func(_ *softtree.Data, s *Settings) { s.MinLeaf = 0 },
		"warmup":   func(_ *softtree.Data, s *Settings) { s.Warmup = -1 },
		"restarts": func(_ *softtree.Data, s *Settings) { s.Restarts = 0 },
		"weights":  func(d *softtree.Data, _ *Settings) { d.Weight = d.Y },
		"inputs":   func(d *softtree.Data, _ *Settings) { d.D = 2 },
	} {
		data, s := d, published()
		if want == "weights" {
			data.Y = slices.Repeat([]float64{1}, d.N)
		}
		spoil(&data, &s)
		if _, err := New(data, s, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v", want, err)
		}
	}
	if _, ok := Published("iris"); ok {
		t.Error("settings for iris")
	}
	if s, ok := Published("wu"); !ok || s.Validate() != nil || s.Leaf.Shape != 3.5 ||
		s.Split != (topology.Prior{Alpha: .95, Beta: 1}) {
		t.Errorf("settings for wu: %+v", s)
	}
	if err := DefaultSettings().Validate(); err != nil {
		t.Error(err)
	}
}

// TestOneRow: a table that cannot be split stays a leaf.
func TestOneRow(t *testing.T) {
	d := softtree.Data{N: 1, D: 1, X: []float64{0}, Y: []float64{2}}
	s := start(t, d, published())
	rng := random.Stream(6, "one")
	for range 300 {
		if info := s.Step(rng); info.Accepted || info.Leaves != 1 {
			t.Fatalf("%+v", info)
		}
	}
	if draw := s.Draws(nil, rng)[0]; len(draw.Tree.Nodes) != 1 || !draw.Tree.Nodes[0].Leaf() {
		t.Errorf("draw %+v", draw)
	}
}

func TestNothingIsAllocated(t *testing.T) {
	settings := published()
	settings.Warmup = 0
	s := start(t, noisy(0), settings)
	rng := random.Stream(7, "allocations")
	for range 20000 {
		s.Step(rng)
	}
	if got := testing.AllocsPerRun(2000, func() { s.Step(rng) }); got > 0 {
		t.Errorf("%v allocations per step", got)
	}
}

// FuzzResume: no state makes Resume panic, and what it takes it gives back and goes on from.
func FuzzResume(f *testing.F) {
	f.Add([]byte{3, 0, 0, 255})
	f.Add([]byte{1, 5, 1, 0, 100, 255, 255, 255})
	d := noisy(3)
	f.Fuzz(func(t *testing.T, bytes []byte) {
		state := make([]float64, len(bytes))
		for k, b := range bytes {
			switch b {
			case 254:
				state[k] = math.NaN()
			case 253:
				state[k] = 1e300
			case 252:
				state[k] = .5
			case 255:
				state[k] = -1
			default:
				state[k] = float64(b)
			}
		}
		s, err := Resume(d, published(), state)
		if err != nil {
			return
		}
		if got := s.State(); !slices.Equal(got, state) {
			t.Errorf("state %v of %v", got, state)
		}
		s.Step(random.Stream(1, "fuzz"))
	})
}

// BenchmarkStep counts moves on a table of the size of the paper's WU set, in the posterior and from the tree without
// splits on.
func BenchmarkStep(b *testing.B) {
	for _, warm := range []int{0, 5000} {
		b.Run(fmt.Sprint("after ", warm), func(b *testing.B) {
			settings := published()
			settings.Warmup = 0
			s := start(b, noisy(0), settings)
			rng := random.Stream(9, "bench")
			for range warm {
				s.Step(rng)
			}
			b.ReportAllocs()
			for b.Loop() {
				s.Step(rng)
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "moves/s")
		})
	}
}
