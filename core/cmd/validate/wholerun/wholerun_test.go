// Short versions of the checks, and proof that each can fail.

package wholerun

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"dcctree/core/cmd/validate/quadrature"
	"dcctree/core/cmd/validate/report"
	"dcctree/core/conquer"
	"dcctree/core/dataset"
	"dcctree/core/dcc"
	"dcctree/core/dcc/search"
	"dcctree/core/numeric"
	"dcctree/core/random"
	"dcctree/core/softtree"
	"dcctree/core/topology"
)

// short are settings without audits and estimates of the rest.
func short() search.FastSettings {
	s := search.DefaultFastSettings()
	s.PriorDraws, s.MaxMeasured, s.Embedded, s.AuditShare = 3, 8, 0, 0
	return s
}

func must(t *testing.T, r report.Row) {
	t.Helper()
	if t.Logf("%s: %s (%s)", r.Check, r.Figure, r.Bound); !r.Holds {
		t.Errorf("%s does not hold", r.Check)
	}
}

// TestQuadrature: the evidence of the root-only tree in closed form, and that of a split that a bandwidth
// so wide makes useless.
func TestQuadrature(t *testing.T) {
	d := stripes()
	nodes, paper := quadrature.Nodes{Panels: 1, Points: 4, Sigma: 80}, softtree.PaperPriors()
	got := quadrature.LogZ(topology.Root(), d, paper, .1, nodes, 1)
	// Polya's urn, alpha = 1: 3!^4 3! / 15! for four classes of three rows.
	if want := 4*numeric.Lgamma(4) + numeric.Lgamma(4) - numeric.Lgamma(16); math.Abs(got-want) > 1e-12 {
		t.Errorf("root-only classification %v, want %v", got, want)
	}
	one := softtree.Data{N: 1, D: 1, X: []float64{.5}, Y: []float64{0}}
	split := topology.Root().Grow(0)
	root, stump := quadrature.LogZ(topology.Root(), one, paper, .1, nodes, 1),
		quadrature.LogZ(split, one, paper, 1e6, nodes, 1)
	// y | sigma has variance sigma^2 + 1 with one leaf, sigma^2 + 1/2 with two that share the row.
	a, b := normalScale(1), normalScale(.5)
	// 1e-5: of one row some lies beyond e^9, where the rule ends; of twelve nothing.
	if math.Abs(root-a) > 1e-5 || math.Abs(stump-b) > 1e-5 {
		t.Errorf("one row: %v and %v, want %v and %v", root, stump, a, b)
	}
}

// normalScale is log E N(0 | 0, sigma^2 + v) for sigma ~ IG(1.5, 1.5), by a fine sum over 1/sigma =
// g/1.5 with g ~ Gamma(1.5, 1).
func normalScale(v float64) float64 {
	sum := 0.0
	const step = 1e-4
	for r := step / 2; r < 8; r += step {
		g := r * r // the density of r is smooth at 0
		sigma := 1.5 / g
		sum += step * 2 * r * math.Sqrt(g) * math.Exp(-g) / math.Gamma(1.5) / math.Sqrt(
			2*math.Pi*(sigma*sigma+v))
	}
	return math.Log(sum)
}

// TestBruteForce: one run of either task against quadrature; a run of another bandwidth fails.
func TestBruteForce(t *testing.T) {
	cases := bruteCases()
	regression, classification := cases[0], cases[2]
	regression.nodes.Panels, classification.nodes.Panels = 2, 3
	var wants []truth
	for _, c := range []bruteCase{regression, classification} {
		want := c.truth()
		wants = append(wants, want)
		if v := want.variation(); v < variationBound || want.coarse > .02 {
			t.Errorf("%s: variation %.3f, quadrature off by %.1e", c.name, v, want.coarse)
		}
		if len(want.topologies) != 9 {
			t.Fatalf("%d topologies up to four leaves", len(want.topologies))
		}
		set := short()
		set.MaxSplits, set.MaxMeasured = c.most, 9
		got, err := c.compare(want, 1, set)
		// One run of defaults has errors of log Z about .05, hence of weights below .01 about .01.
		if t.Logf("%s: %+v", c.name, got); err != nil || got.worst > 3*weightBound || got.standard > 6 {
			t.Errorf("%s: %+v, %v", c.name, got, err)
		}
	}
	regression.h *= 3
	set := short()
	set.MaxSplits, set.MaxMeasured = regression.most, 4
	if got, err := regression.compare(wants[0], 1, set); err != nil || got.worst < 3*weightBound {
		t.Errorf("three times the bandwidth passes: %+v, %v", got, err)
	}
}

// TestCoverage: a few data sets from the prior are covered; with noise trebled in the test rows they are not.
func TestCoverage(t *testing.T) {
	c := coverageCases()[0]
	c.replicates = 3
	set := short()
	set.MaxMeasured = 4
	must(t, c.row(set))
	draw := c.draw
	c.draw = func(rng *rand.Rand) (train, test *dataset.Frame, err error) {
		train, test, err = draw(rng)
		for i := range test.Y {
			test.Y[i] += 3 * rng.NormFloat64()
		}
		return train, test, err
	}
	if r := c.row(set); r.Holds {
		t.Errorf("noise that the fit knows nothing of passes: %s", r.Figure)
	}
}

// TestInvariance: all changes on one data set; other data fail.
func TestInvariance(t *testing.T) {
	set := short()
	set.MaxMeasured = 3
	for _, s := range generatedSubjects()[1:] {
		base, err := s.runs(seedsFrom(0, 3), set)
		if err != nil {
			t.Fatal(err)
		}
		for k, c := range changes() {
			if c.fits(s) {
				must(t, c.row(s, base, seedsFrom(100+10*k, 3), set))
			}
		}
		spoilt := change{name: "the last rows lost", is: func(s subject, _ *rand.Rand) subject {
			return s.withRows(numbers(0, 40))
		}}
		if r := spoilt.row(s, base, seedsFrom(200, 3), set); r.Holds {
			t.Errorf("%s: 20 rows less pass: %s", s.name, r.Figure)
		}
	}
}

// TestTwiceIsWeightTwo: with equal seeds the same, to rounding.
func TestTwiceIsWeightTwo(t *testing.T) {
	set := short()
	set.MaxMeasured = 2
	for _, s := range generatedSubjects() {
		a, err := s.twice().runs([]uint64{1}, set)
		if err != nil {
			t.Fatal(err)
		}
		b, err := s.weighted().runs([]uint64{1}, set)
		if err != nil {
			t.Fatal(err)
		}
		for top, v := range a.summaries[0] {
			if w, ok := b.summaries[0][top]; !ok || math.Abs(v.LogEvidence-w.LogEvidence) > 1e-9 {
				t.Errorf("%s, %v: log Z %v and %v", s.name, top, v.LogEvidence, w.LogEvidence)
			}
		}
		for i, v := range a.predictions[0] {
			if math.Abs(v-b.predictions[0][i]) > 1e-9 {
				t.Errorf("%s: prediction %d: %v and %v", s.name, i, v, b.predictions[0][i])
			}
		}
	}
}

// TestXOR: found among five noise inputs.
func TestXOR(t *testing.T) {
	set := short()
	set.MaxMeasured = 2
	o, err := xorRun(3, 2, set)
	if t.Logf("%+v", o); err != nil || !o.found {
		t.Errorf("%+v, %v", o, err)
	}
	rng := random.Stream(1, "xor")
	test := xorData(rng, xorTest, 2)
	half := make([]float64, 2*xorTest)
	for i := range xorTest {
		half[2*i] = test.X[i] // follows one of the two inputs
		half[2*i+1] = 1 - test.X[i]
	}
	if l := loss(half, test); l < .4 {
		t.Errorf("one input alone has loss %v", l)
	}
}

// TestMissedMode: the audit tells of the mirrored mode that the first route was kept from, and says nothing
// where there is none.
func TestMissedMode(t *testing.T) {
	r := plants()[0].look(1, false)
	if t.Logf("%+v", r); r.missed < leastMissed || !r.reliable || r.caught == "" {
		t.Errorf("%+v", r)
	}
	same := conquer.Audit{Measurement: conquer.Measurement{LogZ: 1, Error: .1}, Former: .9, FormerError: .1,
		SecondLogZ: .5, SecondError: .2, Added: 3, Excess: math.Inf(-1)}
	if how := told(same); how != "" {
		t.Errorf("told %q of nothing", how)
	}
	same.SecondLogZ, same.Excess, same.Former, same.States, same.Exceeding = 2, 2, 0, 200, 30
	if how := told(same); strings.Count(how, ",") != 2 {
		t.Errorf("told %q of a second route too high, a state and a rise", how)
	}
}

// TestGaps: differences of known size in standard errors.
func TestGaps(t *testing.T) {
	top := topology.Root()
	of := func(v float64, spread float64) ensemble {
		run := map[topology.Topology]dcc.Summary{top: {LogEvidence: v, LogEvidenceError: .1, Weight: .5},
			top.Grow(0): {LogEvidence: 7 * v, Weight: .01}}
		return ensemble{
			summaries:   []map[topology.Topology]dcc.Summary{run, run},
			predictions: [][]float64{{v - spread, 1 - spread}, {v + spread, 1 + spread}},
		}
	}
	a, b := of(0, .1), of(.5, .1)
	// Each mean of two has error .1/sqrt 2, their difference .1; predictions: variance .02, of a mean .01, of
	// the difference of two .02.
	if got, n := evidenceGap(a, b); math.Abs(got-5) > 1e-9 || n != 1 {
		t.Errorf("gap of evidences %v in %d", got, n)
	}
	// t = 3.5355 with 2 degrees: P(t > 3.5355) = (1 - t/sqrt(2 + t^2))/2 = .03576, the normal's at 1.8021.
	if got := predictionGap(a, b); math.Abs(got-1.8021) > 1e-3 {
		t.Errorf("gap of predictions %v", got)
	}
	names := map[string]bool{}
	for _, c := range Checks() {
		names[c.Name] = c.Run != nil
	}
	if len(names) != 5 {
		t.Errorf("checks %v", names)
	}
}
