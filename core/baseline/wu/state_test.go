// Tests of what a chain is made of and written down as, of its errors, and of what an iteration costs.

package wu

import (
	"encoding/binary"
	"math"
	"reflect"
	"strings"
	"testing"

	"dcctree/core/baseline"
	"dcctree/core/baseline/hard/hardtest"
	"dcctree/core/dataset"
	"dcctree/core/random"
	"dcctree/core/softtree"
)

// made returns the data set of Wu, Tjelmeland and West with 300 rows.
func made(t testing.TB) softtree.Data {
	f, err := dataset.WU(random.Stream(1, "wu"), 300).Frame("y", nil, dataset.Regression)
	if err != nil {
		t.Fatal(err)
	}
	return softtree.Data{N: f.N, D: f.D, X: dataset.FitScaling(f).Apply(f), Y: f.Y}
}

// published returns the paper's settings, with thresholds any numbers, so that these are drawn too.
func published() Settings {
	s, _ := Published("wu")
	s.Thresholds = Uniform
	return s
}

func TestResumeGoesOnBitForBit(t *testing.T) {
	data, settings := made(t), published()
	settings.Warmup = 150
	for _, thresholds := range []string{Uniform, Observed} {
		settings.Thresholds = thresholds
		first, err := New(data, settings, baseline.Stream(1, "wu", 0, 0))
		if err != nil {
			t.Fatal(err)
		}
		var whole, parts baseline.Sampler = first, first
		var last [2]baseline.Info
		for stretch := range 10 {
			state := parts.State()
			if parts, err = Resume(data, settings, state); err != nil {
				t.Fatalf("state %v: %v", state, err)
			}
			a, b := baseline.Stream(1, "wu", 0, 100*stretch), baseline.Stream(1, "wu", 0, 100*stretch)
			for range 100 {
				last = [2]baseline.Info{whole.Step(a), parts.Step(b)}
				if last[0] != last[1] {
					t.Fatalf("stretch %d: %+v and %+v", stretch, last[0], last[1])
				}
			}
			if x, y := whole.Draws(nil, a), parts.Draws(nil, b); !reflect.DeepEqual(x, y) {
				t.Fatalf("stretch %d: draws %+v and %+v", stretch, x, y)
			}
			if warmup := stretch < 1; last[0].Warmup != warmup {
				t.Errorf("iteration %d: warm-up %v", 100*(stretch+1), last[0].Warmup)
			}
		}
		if last[0].Leaves < 3 {
			t.Errorf("%s: %d leaves after 1,000 iterations: too few to tell", thresholds, last[0].Leaves)
		}
	}
}

// TestDigest holds the bits of a run, the same natively and in WebAssembly.
func TestDigest(t *testing.T) {
	s, err := New(made(t), published(), baseline.Stream(1, "wu", 0, 0))
	if err != nil {
		t.Fatal(err)
	}
	rng := baseline.Stream(1, "wu", 0, 0)
	var info baseline.Info
	for range 5000 {
		info = s.Step(rng)
	}
	const want = 0xaf0fd09ed4bce03d
	draw := s.Draws(nil, rng)[0]
	got := math.Float64bits(info.LogDensity)
	for _, n := range draw.Tree.Nodes {
		feature, threshold, mean, sd, _ := hardtest.Fields(n)
		for _, v := range []float64{float64(feature), threshold, mean, sd} {
			got = got*0x100000001b3 ^ math.Float64bits(v)
		}
	}
	if got != want {
		t.Errorf("digest %#x, want %#x", got, uint64(want))
	}
}

func TestDamagedStates(t *testing.T) {
	data, settings := smallData(true, 5), smallSettings()
	for _, c := range []struct {
		name  string
		state []float64
		want  string // in the error; "" for none
	}{
		{"whole", []float64{7, 0, 1, -1, -1}, ""},
		{"empty", nil, "number of iterations"},
		{"negative iterations", []float64{-1, -1}, "number of iterations"},
		{"half an iteration", []float64{.5, -1}, "number of iterations"},
		{"not a number", []float64{math.NaN(), -1}, "number of iterations"},
		{"no tree", []float64{7}, "ends before"},
		{"cut short", []float64{7, 0, 1, -1}, "ends before"},
		{"too long", []float64{7, -1, -1}, "1 numbers after its tree"},
		{"without a cut", []float64{7, 0}, "two whole numbers"},
		{"a fraction", []float64{7, 0, 1.5, -1, -1}, "two whole numbers"},
		{"an infinite feature", []float64{7, math.Inf(1), 1, -1, -1}, "two whole numbers"},
		{"no such feature", []float64{7, 2, 1, -1, -1}, "not available"},
		{"no such cut", []float64{7, 0, 4, -1, -1}, "not available"},
		{"a huge cut", []float64{7, 0, math.MaxInt32, -1, -1}, "not available"},
		{"a side without rows", []float64{7, 0, 1, 0, 3, -1, -1, -1}, "not available"},
	} {
		s, err := Resume(data, settings, c.state)
		switch {
		case c.want == "" && (err != nil || !reflect.DeepEqual(s.State(), c.state)):
			t.Errorf("%s: %v", c.name, err)
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%s: error %v, want one with %q", c.name, err, c.want)
		}
	}
}

func FuzzResume(f *testing.F) {
	for _, state := range [][]float64{{7, 0, 1, -1, -1}, {0, -1}, {1, 1, 2, 0, 0, -1, -1, -1}} {
		var b []byte
		for _, v := range state {
			b = binary.LittleEndian.AppendUint64(b, math.Float64bits(v))
		}
		f.Add(b)
	}
	data, settings := smallData(true, 10), smallSettings()
	f.Fuzz(func(t *testing.T, b []byte) {
		var state []float64
		for ; len(b) >= 8; b = b[8:] {
			state = append(state, math.Float64frombits(binary.LittleEndian.Uint64(b)))
		}
		s, err := Resume(data, settings, state)
		if err != nil {
			return
		}
		if !reflect.DeepEqual(s.State(), state) {
			t.Fatalf("state %v was read as %v", state, s.State())
		}
		rng := random.Stream(1, "fuzz")
		for range 20 {
			if info := s.Step(rng); math.IsNaN(info.LogDensity) || math.IsInf(info.LogDensity, 0) {
				t.Fatalf("state %v: %+v", state, info)
			}
		}
	})
}

func TestErrors(t *testing.T) {
	for _, c := range []struct {
		name string
		data func(*softtree.Data)
		with func(*Settings)
		want string
	}{
		{"three classes", func(d *softtree.Data) { d.Class, d.Classes, d.Y = []int{0, 1, 2, 0, 1}, 3, nil },
			nil, "two classes"},
		{"weights", func(d *softtree.Data) { d.Weight = []float64{1, 1, 1, 1, 2} }, nil, "weights"},
		{"a value that is none", func(d *softtree.Data) { d.X[3] = math.NaN() }, nil, "column 1"},
		{"far apart", func(d *softtree.Data) { d.X[3], d.X[4] = -math.MaxFloat64, math.MaxFloat64 }, nil,
			"column 1"},
		{"lambda", nil, func(s *Settings) { s.Leaves = 0 }, "leaves"},
		{"p", nil, func(s *Settings) { s.Left = 1 }, "left"},
		{"thresholds", nil, func(s *Settings) { s.Thresholds = "" }, "thresholds"},
		{"rows", nil, func(s *Settings) { s.MinLeaf = 0 }, "minLeaf"},
		{"warm-up", nil, func(s *Settings) { s.Warmup = -1 }, "warmup"},
		{"beta", nil, func(s *Settings) { s.Leaf.Scale = math.NaN() }, "leaf: scale"},
		{"a probability", nil, func(s *Settings) { s.Swap = math.NaN() }, "swap"},
		{"no way back", nil, func(s *Settings) { s.Grow, s.Prune = s.Grow+s.Prune, 0 }, "grow, prune"},
		{"a sum", nil, func(s *Settings) { s.Swap += .1 }, "must add to 1"},
	} {
		data, settings := smallData(true, 5), smallSettings()
		if c.data != nil {
			c.data(&data)
		}
		if c.with != nil {
			c.with(&settings)
		}
		if _, err := New(data, settings, nil); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want one with %q", c.name, err, c.want)
		}
		if _, err := Resume(data, settings, []float64{0, -1}); err == nil {
			t.Errorf("%s: resumed", c.name)
		}
	}
	for _, s := range []Settings{DefaultSettings(), published()} {
		if err := s.Validate(); err != nil {
			t.Error(err)
		}
	}
	if _, ok := Published("iris"); ok {
		t.Error("the paper prints no settings for iris")
	}
}

// TestOneRow: nothing can be split, and every iteration leaves the tree as it is.
func TestOneRow(t *testing.T) {
	s, err := New(softtree.Data{N: 1, D: 2, X: []float64{0, 0}, Y: []float64{3}}, DefaultSettings(), nil)
	if err != nil {
		t.Fatal(err)
	}
	rng := random.Stream(1, "one row")
	for range 100 {
		if info := s.Step(rng); info.Leaves != 1 || info.Accepted || math.IsNaN(info.LogDensity) {
			t.Fatalf("%+v", info)
		}
	}
}

func TestStepAllocates(t *testing.T) {
	s, err := New(made(t), published(), nil)
	if err != nil {
		t.Fatal(err)
	}
	rng := random.Stream(1, "allocations")
	for range 20000 {
		s.Step(rng)
	}
	if n := testing.AllocsPerRun(5000, func() { s.Step(rng) }); n > 0 {
		t.Errorf("%v allocations per iteration", n)
	}
}

// TestMovesOnMade: on the made data every move is accepted now and then, and the restructure leads from trees that
// split x1 at the root to such as split x3 there and back, which are alike but for that (Wu, Tjelmeland and West 2007,
// section 5.1).
func TestMovesOnMade(t *testing.T) {
	c, err := New(made(t), published(), nil)
	if err != nil {
		t.Fatal(err)
	}
	rng := random.Stream(1, "moves")
	accepted, roots := map[string]int{}, map[int32]int{}
	changes, before := 0, int32(-1)
	for range 50000 {
		info := c.Step(rng)
		if info.Accepted {
			accepted[info.Move]++
		}
		root := c.tree.Nodes()[0].Feature
		roots[root]++
		if info.Move == "restructure" && root != before {
			changes++
		}
		before = root
	}
	for _, name := range moveNames {
		if accepted[name] < 10 {
			t.Errorf("%s was accepted %d times", name, accepted[name])
		}
	}
	if changes < 100 || roots[0] < 5000 || roots[2] < 5000 {
		t.Errorf("the restructure changed the root %d times; iterations by the root's feature: %v", changes,
			roots)
	}
}

func BenchmarkStep(b *testing.B) {
	s, err := New(made(b), published(), nil)
	if err != nil {
		b.Fatal(err)
	}
	rng := random.Stream(1, "benchmark")
	for range 20000 {
		s.Step(rng)
	}
	for b.Loop() {
		s.Step(rng)
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "moves/s")
}

func BenchmarkMoves(b *testing.B) {
	for m, name := range moveNames {
		b.Run(name, func(b *testing.B) {
			c, err := New(made(b), published(), nil)
			if err != nil {
				b.Fatal(err)
			}
			rng := random.Stream(1, "benchmark")
			for range 20000 {
				c.Step(rng)
			}
			var r ratio
			for b.Loop() {
				c.try(m, &r, rng)
				c.tree.Reject()
			}
		})
	}
}
