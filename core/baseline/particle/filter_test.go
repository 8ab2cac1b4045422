// Tests of the filter against exact evidences and posteriors of small data, of wrong versions of it, and of its state.

package particle

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"dcctree/core/baseline"
	"dcctree/core/baseline/hard/hardtest"
	"dcctree/core/numeric"
	"dcctree/core/random"
	"dcctree/core/softtree"
)

func stream(labels ...string) *rand.Rand {
	return random.Stream(1, append([]string{"smc test"}, labels...)...)
}

// columns makes data of columns of inputs.
func columns(xs ...[]float64) softtree.Data {
	d := softtree.Data{N: len(xs[0]), D: len(xs)}
	for _, x := range xs {
		d.X = append(d.X, x...)
	}
	return d
}

// Ten rows with uneven gaps and equal values; the first inputs alone have five distinct ones.
var (
	x1 = []float64{0, .1, .15, .15, .3, .35, .7, .75, .9, 1}
	x2 = []float64{.2, 0, 1, .9, .2, .85, .1, .95, .5, .5}
)

func classes() softtree.Data {
	d := columns(x1, x2)
	d.Class, d.Classes = []int{0, 0, 1, 1, 0, 1, 2, 2, 2, 0}, 3
	return d
}

func numbers() softtree.Data {
	d := columns(x1, x2)
	d.Y = []float64{1.2, .4, 2.1, 2.8, 1.1, 1.9, 3.2, 2.2, 3.6, 2}
	return d
}

func some(d softtree.Data, n int) softtree.Data { return d.Take(all(n)) }

func testSettings() Settings {
	s := DefaultSettings()
	s.Particles, s.Expansion, s.Resample, s.Alpha, s.Beta = 20, NodeWise, .5, .8, .7
	s.Shape, s.Scale, s.Mean, s.Count = 2, .5, 2, .3
	return s
}

func mustFilter(t testing.TB, data softtree.Data, s Settings) *filter {
	t.Helper()
	f, err := newFilter(data, s)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// variants calls visit for all tasks, proposals and expansions.
func variants(visit func(name string, data softtree.Data, s Settings)) {
	for _, data := range []softtree.Data{classes(), numbers()} {
		for _, proposal := range []string{Prior, Optimal, Empirical} {
			for _, expansion := range []string{NodeWise, LayerWise} {
				s := testSettings()
				s.Proposal, s.Expansion = proposal, expansion
				visit(fmt.Sprintf("%d classes, %s, %s", data.Classes, proposal, expansion), data, s)
			}
		}
	}
}

// evidences returns the moments of Z-hat/Z over filters.
func evidences(f *filter, logZ float64, filters int, rng *rand.Rand) (m numeric.Moments) {
	for range filters {
		m.Add(math.Exp(f.Step(rng).LogDensity - logZ))
	}
	return m
}

// judge compares the mean of Z-hat/Z with 1: within four standard errors, which must be below .03 to show anything.
func judge(m numeric.Moments) error {
	e := math.Sqrt(m.Variance() / float64(m.N()))
	if !(math.Abs(m.Mean()-1) <= 4*e && e < .03) {
		return fmt.Errorf("mean of Z-hat/Z is %.4g with a standard error of %.2g", m.Mean(), e)
	}
	return nil
}

// TestExactAgrees: the sum over all trees by recursion is that over a list of them.
func TestExactAgrees(t *testing.T) {
	for _, data := range []softtree.Data{some(classes(), 5), some(numbers(), 5)} {
		e := exact{data: data, settings: testSettings()}
		p, logZ := e.posterior()
		if got := e.logZ(); math.Abs(got-logZ) > 1e-12 || len(p) < 100 {
			t.Errorf("%d classes: log Z %v by recursion, %v by a list of %d trees", data.Classes, got, logZ,
				len(p))
		}
	}
}

// TestUnbiased: the mean of Z-hat over filters of twenty particles is Z, for every proposal and expansion.
func TestUnbiased(t *testing.T) {
	variants(func(name string, data softtree.Data, s Settings) {
		logZ := (&exact{data: data, settings: s}).logZ()
		m := evidences(mustFilter(t, data, s), logZ, 6000, stream("unbiased", name))
		t.Logf("%s: log Z %.4f, mean of Z-hat/Z %.4f, sd %.3f", name, logZ, m.Mean(), math.Sqrt(m.Variance()))
		if err := judge(m); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	})
}

// TestMutants: filters with one thing wrong in them are told from the right one by the test above.
func TestMutants(t *testing.T) {
	cases := []struct {
		name, proposal string
		wrong          func(r *rules)
	}{
		{"no proposal ratio", Empirical, func(r *rules) {
			r.ratio = func(width, span float64, gaps int) float64 { return 1 }
		}},
		{"proposal ratio without the number of gaps", Empirical, func(r *rules) {
			r.ratio = func(width, span float64, gaps int) float64 { return width / span }
		}},
		{"weights kept after drawing anew", Prior, func(r *rules) { r.reset = func([]float64) {} }},
		{"no probability of stopping", Optimal, func(r *rules) {
			r.total = func(p, splits float64) (log, stop float64) {
				log = numeric.LogAddExp(0, numeric.Log(p)+splits)
				return log, numeric.Exp(-log)
			}
		}},
		{"no probability of splitting", Optimal, func(r *rules) {
			r.total = func(p, splits float64) (log, stop float64) {
				log = numeric.LogAddExp(numeric.Log1p(-p), splits)
				return log, numeric.Exp(numeric.Log1p(-p) - log)
			}
		}},
	}
	for _, c := range cases {
		for _, data := range []softtree.Data{classes(), numbers()} {
			s := testSettings()
			s.Proposal = c.proposal
			f := mustFilter(t, data, s)
			c.wrong(&f.rules)
			m := evidences(f, (&exact{data: data, settings: s}).logZ(), 3000, stream("mutant", c.name))
			if err := judge(m); err == nil {
				t.Errorf("%s, %d classes: not told from the right one: mean %v, variance %v", c.name,
					data.Classes, m.Mean(), m.Variance())
			} else {
				t.Logf("%s, %d classes: %v", c.name, data.Classes, err)
			}
		}
	}
}

// shares runs filters and collects, for every tree, the weight of its particles; evidence weighs filters by Z-hat,
// otherwise they are equal.
func shares(f *filter, filters int, evidence bool, rng *rand.Rand) (byTree map[string][]float64, whole []float64) {
	byTree = map[string][]float64{}
	base := 0.0
	for k := range filters {
		log := f.Step(rng).LogDensity
		if k == 0 {
			base = log
		}
		w := 1.0
		if evidence {
			w = math.Exp(log - base)
		}
		whole = append(whole, w)
		for j := range f.particles {
			key := particleKey(&f.particles[j], 0)
			if byTree[key] == nil {
				byTree[key] = make([]float64, filters)
			}
			byTree[key][k] += w * math.Exp(f.logWeights[j])
		}
	}
	return byTree, whole
}

// compare returns the largest deviation of the trees' shares from their probabilities in standard errors (delta method
// for ratios), over trees with a probability of at least .004 and all others together.
func compare(p map[string]float64, byTree map[string][]float64, whole []float64) (worst float64, trees int) {
	rest, restP := make([]float64, len(whole)), 0.0
	for key, prob := range p {
		if prob >= .004 && byTree[key] != nil {
			trees++
			if z := ratioDeviation(byTree[key], whole, prob); math.Abs(z) > math.Abs(worst) {
				worst = z
			}
			continue
		}
		restP += prob
		for k, v := range byTree[key] {
			rest[k] += v
		}
	}
	if z := ratioDeviation(rest, whole, restP); math.Abs(z) > math.Abs(worst) {
		worst = z
	}
	return worst, trees
}

func ratioDeviation(part, whole []float64, want float64) float64 {
	var a, b, squares float64
	for k := range whole {
		a += part[k]
		b += whole[k]
	}
	for k := range whole {
		d := part[k] - a/b*whole[k]
		squares += d * d
	}
	return (a/b - want) / (math.Sqrt(squares) / b)
}

// TestPosterior: particles of 4,000 filters of twenty, mixed by their evidence, have the exact posterior over trees.
// There are some 340 comparisons, of which one exceeds 4.5 standard errors with a probability of .002.
func TestPosterior(t *testing.T) {
	variants(func(name string, data softtree.Data, s Settings) {
		data = some(data, 5)
		p, _ := (&exact{data: data, settings: s}).posterior()
		byTree, whole := shares(mustFilter(t, data, s), 4000, true, stream("posterior", name))
		worst, trees := compare(p, byTree, whole)
		t.Logf("%s: %d trees, %d compared, worst %+.1f standard errors", name, len(p), trees, worst)
		if trees < 10 || !(math.Abs(worst) <= 4.5) {
			t.Errorf("%s: %d of %d trees compared, one is off by %.1f standard errors", name, trees, len(p),
				worst)
		}
		for key := range byTree {
			if p[key] == 0 {
				t.Fatalf("%s: there is no tree %s", name, key)
			}
		}
	})
}

// TestIslandsByEvidence: with equal weights of filters of two particles the comparison fails.
func TestIslandsByEvidence(t *testing.T) {
	s := testSettings()
	s.Particles, s.Proposal = 2, Prior
	data := some(classes(), 5)
	p, _ := (&exact{data: data, settings: s}).posterior()
	worst := func(evidence bool) float64 {
		byTree, whole := shares(mustFilter(t, data, s), 8000, evidence, stream("islands"))
		z, _ := compare(p, byTree, whole)
		return z
	}
	if right, wrong := worst(true), worst(false); !(math.Abs(right) <= 4.5) || math.Abs(wrong) < 8 {
		t.Errorf("worst deviation by evidence %.1f, with equal weights %.1f standard errors", right, wrong)
	}
}

// TestSteps: what a filter does depends on nothing but its random numbers, not on filters before it nor on tables that
// they left; and a sampler taken up goes on with the same bits.
func TestSteps(t *testing.T) {
	variants(func(name string, data softtree.Data, s Settings) {
		f := mustFilter(t, data, s)
		var first []baseline.Draw
		for range 3 {
			rng := stream("steps", name)
			f.Step(rng)
			draws := f.Draws(nil, rng)
			if first == nil {
				first = draws
			}
			if !reflect.DeepEqual(draws, first) {
				t.Fatalf("%s: equal random numbers gave different draws", name)
			}
		}
		resumed, err := Resume(data, s, f.State())
		if err != nil {
			t.Fatal(err)
		}
		one, other := stream("more"), stream("more")
		if a, b := f.Step(one), resumed.Step(other); a != b {
			t.Errorf("%s: %+v, taken up %+v", name, a, b)
		}
		a, b := f.Draws(nil, one), resumed.Draws(nil, other)
		if !reflect.DeepEqual(a, b) || !reflect.DeepEqual(f.State(), resumed.State()) {
			t.Errorf("%s: draws differ after being taken up", name)
		}
	})
}

// TestSameBits pins log Z-hat and all draws of three filters. The numbers were recorded on amd64 and are the same on
// js/wasm.
func TestSameBits(t *testing.T) {
	want := map[string]uint64{
		"3 classes, prior, node-wise":      0x7169508cb2d0d1,
		"3 classes, prior, layer-wise":     0xa56a4aaed59df419,
		"3 classes, optimal, node-wise":    0xb37b3f4eb077af8,
		"3 classes, optimal, layer-wise":   0x255b56c03d008dca,
		"3 classes, empirical, node-wise":  0x307b8fa325dcce08,
		"3 classes, empirical, layer-wise": 0x4be4aa97cd56e126,
		"0 classes, prior, node-wise":      0x5bd538d6727ef00,
		"0 classes, prior, layer-wise":     0x303fd4478cbdddb6,
		"0 classes, optimal, node-wise":    0xf5cb128ac076a633,
		"0 classes, optimal, layer-wise":   0xf2295d81134bc21c,
		"0 classes, empirical, node-wise":  0x5634c32a1dc0fe7e,
		"0 classes, empirical, layer-wise": 0xb521ecf093c71906,
	}
	variants(func(name string, data softtree.Data, s Settings) {
		f, rng, d := mustFilter(t, data, s), stream("bits"), numeric.NewDigest()
		for range 3 {
			info := f.Step(rng)
			d.Numbers(info.LogDensity, float64(info.Leaves), float64(info.Densities))
			for _, draw := range f.Draws(nil, rng) {
				d.Numbers(draw.LogWeight, draw.LogDensity)
				for at, n := range draw.Tree.Nodes {
					feature, threshold, mean, sd, p := hardtest.Fields(n)
					left := at + 1
					if n.Leaf() {
						left = 0
					}
					d.Numbers(float64(feature), threshold, float64(left), float64(n.Right), mean,
						sd)
					d.Numbers(p...)
				}
			}
		}
		if got := d.Sum(); got != want[name] {
			t.Errorf("%q: %#x,", name, got)
		}
	})
}

// TestState: damaged states are told, and before a step there is nothing to draw.
func TestState(t *testing.T) {
	data, s := classes(), testSettings()
	cases := []struct {
		state []float64
		want  string // part of the error; empty for none
	}{
		{[]float64{0}, ""},
		{[]float64{7}, ""},
		{nil, "0 numbers instead of 1"},
		{[]float64{1, 2}, "2 numbers instead of 1"},
		{[]float64{-1}, "must be whole"},
		{[]float64{1.5}, "must be whole"},
		{[]float64{math.NaN()}, "must be whole"},
		{[]float64{math.Inf(1)}, "must be whole"},
	}
	for _, c := range cases {
		f, err := Resume(data, s, c.state)
		if !told(err, c.want) {
			t.Errorf("%v: error %v, want %q", c.state, err, c.want)
		}
		if err == nil {
			if n := len(f.Draws(nil, stream())); n != 0 || !reflect.DeepEqual(f.State(), c.state) {
				t.Errorf("%v: state %v, %d draws", c.state, f.State(), n)
			}
		}
	}
}

// told tells whether err says want, or is nil where that is empty.
func told(err error, want string) bool {
	if want == "" || err == nil {
		return (err == nil) == (want == "")
	}
	return strings.Contains(err.Error(), want)
}

// TestRefused: settings out of range and data that do not fit are errors that name the field.
func TestRefused(t *testing.T) {
	weighted := classes()
	weighted.Weight = []float64{1, 1, 1, 1, 1, 1, 1, 1, 1, 2}
	cases := []struct {
		change func(s *Settings)
		data   softtree.Data
		want   string
	}{
		{func(s *Settings) {}, classes(), ""},
		{func(s *Settings) { s.Particles = 0 }, classes(), "particles"},
		{func(s *Settings) { s.Particles = MaxParticles + 1 }, classes(), "particles"},
		{func(s *Settings) { s.Proposal = "" }, classes(), "proposal"},
		{func(s *Settings) { s.Expansion = "deep" }, classes(), "expansion"},
		{func(s *Settings) { s.Resample = 1.1 }, classes(), "resample"},
		{func(s *Settings) { s.Resample = math.NaN() }, classes(), "resample"},
		{func(s *Settings) { s.Alpha = 0 }, classes(), "alpha"},
		{func(s *Settings) { s.Alpha = 1.01 }, classes(), "alpha"},
		{func(s *Settings) { s.Beta = -1 }, classes(), "beta"},
		{func(s *Settings) { s.Beta = math.Inf(1) }, classes(), "beta"},
		{func(s *Settings) { s.Concentration = 0 }, classes(), "concentration"},
		{func(s *Settings) { s.Shape = 0 }, numbers(), "shape"},
		{func(s *Settings) { s.Scale = math.NaN() }, numbers(), "scale"},
		{func(s *Settings) { s.Mean = math.Inf(-1) }, numbers(), "mean"},
		{func(s *Settings) { s.Count = -1 }, numbers(), "count"},
		{func(s *Settings) {}, weighted, "weights"},
		{func(s *Settings) {}, softtree.Data{}, "data"},
	}
	for k, c := range cases {
		s := testSettings()
		c.change(&s)
		if _, err := New(c.data, s, stream()); !told(err, c.want) {
			t.Errorf("case %d: error %v, want %q", k, err, c.want)
		}
	}
	s := testSettings()
	s.Particles = MaxParticles
	many := columns(make([]float64, 200))
	many.Y = make([]float64, 200)
	if _, err := New(many, s, stream()); !told(err, "at most 671088") {
		t.Errorf("too many rows: %v", err)
	}
}

// FuzzResume: any numbers give a sampler or an error.
func FuzzResume(f *testing.F) {
	f.Add(0.0, 0.0, uint8(1))
	f.Add(-1.0, 2.0, uint8(2))
	f.Add(math.NaN(), 0.0, uint8(1))
	f.Add(math.MaxFloat64, 0.0, uint8(1))
	data, s := some(classes(), 5), testSettings()
	f.Fuzz(func(t *testing.T, a, b float64, n uint8) {
		state := []float64{a, b}[:n%3]
		sampler, err := Resume(data, s, state)
		if (sampler == nil) == (err == nil) {
			t.Fatalf("%v: %v and error %v", state, sampler, err)
		}
		if err == nil && !reflect.DeepEqual(sampler.State(), state) {
			t.Fatalf("%v became %v", state, sampler.State())
		}
	})
}
