// Tests of what may be trusted: k-hat, clouds of particles, the choice between two routes, searches compared.

package conquer

import (
	"math"
	"testing"

	"dcctree/core/evidence"
	"dcctree/core/numeric"
	"dcctree/core/random"
	"dcctree/core/smc"
)

func TestTrustOf(t *testing.T) {
	for _, c := range []struct {
		kHat, limit float64
		want        Trust
		none        bool
	}{
		{.3, .7, Reliable, false}, {.7, .7, Reliable, false}, {.71, .7, Unreliable, false},
		{math.Inf(1), .7, Unreliable, false},
		{math.NaN(), .7, Unknown, true}, {math.Inf(-1), .7, Reliable, true},
	} {
		got, kHat := TrustOf(c.kHat, c.limit)
		if got != c.want || math.IsNaN(kHat) != c.none || !got.Valid() ||
			got.Reliable() != (c.want == Reliable) {
			t.Errorf("k-hat %v of %v: %q, %v", c.kHat, c.limit, got, kHat)
		}
	}
	if !Exact.Reliable() || Trust("").Valid() || Trust("good").Valid() || Trust("good").Reliable() {
		t.Error("words that are none pass, or the exact does not")
	}
}

// cloudOf is a cloud of two particles.
func cloudOf(logZ, e float64, families int) smc.Result {
	if families == 0 {
		return smc.Result{LogZ: math.Inf(-1), Error: math.Inf(1)}
	}
	return smc.Result{LogZ: logZ, Error: e, Families: families, Particles: []float64{0, 1},
		LogWeights: []float64{logZ, logZ}}
}

// TestClouds: log Z is the log of the mean, its error 2.43 standard deviations of the four log Z over sqrt 4 or what
// lineages tell, and trusted are clouds that agree and have families enough. The second row is the spread of two seeds
// that a single cloud called reliable.
func TestClouds(t *testing.T) {
	for _, c := range []struct {
		name   string
		clouds []smc.Result
		logZ   float64
		error  float64
		want   Trust
	}{
		{"alike", []smc.Result{cloudOf(-5, .1, 20), cloudOf(-5.2, .1, 20), cloudOf(-5.2, .1, 20),
			cloudOf(-5, .1, 20)},
			-5 + math.Log((2+2*math.Exp(-.2))/4), 2.43 * math.Sqrt(.04/3) / 2, Reliable},
		{"apart", []smc.Result{cloudOf(-190.88, .2, 20), cloudOf(-199.53, .08, 20), cloudOf(-190.88, .2, 20),
			cloudOf(-199.53, .08, 20)},
			-190.88 + math.Log((2+2*math.Exp(-8.65))/4), 2.43 * math.Sqrt(8.65*8.65/3) / 2, Unreliable},
		{"equal by chance", []smc.Result{cloudOf(0, .4, 20), cloudOf(0, .4, 20), cloudOf(0, .4, 20),
			cloudOf(0, .4, 20)}, 0, .2, Reliable},
		{"few families", []smc.Result{cloudOf(0, .4, 20), cloudOf(0, .4, 20), cloudOf(0, .4, leastFamilies-1),
			cloudOf(0, .4, 20)}, 0, .2, Unreliable},
		{"one without density", []smc.Result{cloudOf(0, .4, 20), cloudOf(0, .4, 20), cloudOf(0, .4, 0),
			cloudOf(0, .4, 20)},
			math.Log(.75), math.Inf(1), Unreliable},
	} {
		found := gathered(c.clouds)
		mean := numeric.LogSumExp(found.final.LogWeights) - math.Log(float64(len(found.final.LogWeights)))
		if math.Abs(found.final.LogZ-c.logZ) > 1e-12 || math.Abs(mean-c.logZ) > 1e-12 {
			t.Errorf("%s: log Z %v, by the weights %v, want %v", c.name, found.final.LogZ, mean, c.logZ)
		}
		if found.final.Error != c.error && math.Abs(found.final.Error-c.error) > 1e-12 ||
			found.trust != c.want || !math.IsNaN(found.final.KHat) {
			t.Errorf("%s: error %v, %s, want %v, %s", c.name, found.final.Error, found.trust, c.error,
				c.want)
		}
	}
}

// by is a way with the given figures.
func by(method Method, logZ, kHat, e float64, trust Trust) way {
	return way{method: method, trust: trust,
		final: evidence.Measurement{LogZ: logZ, KHat: kHat, KHatLimit: .7, Error: e}}
}

// TestBetter: the reliable, else the less doubtful; and where one is lower by more than 3 nats, which chance gives once
// in twenty, the higher, as where clouds are lower than draws by more than two standard errors.
func TestBetter(t *testing.T) {
	trees := by(HardTrees, -10, .9, .1, Unreliable)
	for _, c := range []struct {
		name  string
		other way
		want  bool // the other
	}{
		{"reliable", by(Modes, -10.5, .5, .1, Reliable), true},
		{"smaller k-hat", by(Modes, -10.5, .8, .1, Unreliable), true},
		{"larger k-hat", by(Modes, -9.5, 1, .1, Unreliable), false},
		{"clouds apart", by(Tempered, -9.5, math.NaN(), 1, Unreliable), false},
		{"clouds nearly alike", by(Tempered, -9.5, math.NaN(), .36, Unreliable), true},
		{"clouds lower by chance", by(Tempered, -10.6, math.NaN(), .3, Reliable), true},
		{"clouds hardly lower", by(Tempered, -10.34, math.NaN(), .1, Reliable), true},
		{"clouds lower", by(Tempered, -10.36, math.NaN(), .1, Reliable), false},
		{"clouds higher", by(Tempered, -9.7, math.NaN(), .1, Reliable), true},
		{"reliable, but lower", by(Modes, -13.5, .5, .1, Reliable), false},
		{"higher", by(Modes, -6.5, 5, 1, Unreliable), true},
		{"unknown", by(Modes, -10, math.NaN(), .1, Unknown), false},
	} {
		for _, got := range []way{better(trees, c.other), better(c.other, trees)} {
			if (got.method != HardTrees) != c.want {
				t.Errorf("%s: %s", c.name, got.method)
			}
		}
	}
}

// normalAt is a component of two coordinates.
func normalAt(x float64) []evidence.Component {
	return []evidence.Component{{Weight: 1, Mean: []float64{x, 0}, Root: []float64{1, 0, 0, 1}, DF: 10}}
}

// TestCompared: of draws with shares .6 and .4 at two places the share that one search alone found is not trusted above
// a quarter.
func TestCompared(t *testing.T) {
	draws := evidence.Measurement{Points: []float64{0, 0, 40, 0}, LogWeights: []float64{math.Log(.6), math.Log(.4)}}
	both := append(normalAt(0), normalAt(40)...)
	for _, c := range []struct {
		name     string
		searches [][]evidence.Component
		alone    float64
		want     Trust
	}{
		{"one search", [][]evidence.Component{both}, 0, Reliable},
		{"the same", [][]evidence.Component{both, both}, 0, Reliable},
		{"one each", [][]evidence.Component{normalAt(0), normalAt(40)}, 1, Unreliable},
		{"one more", [][]evidence.Component{normalAt(0), both}, .4, Unreliable},
		{"found by two of three", [][]evidence.Component{normalAt(0), both, both}, 0, Reliable},
		{"nothing", [][]evidence.Component{both, nil}, 1, Unreliable},
	} {
		found := way{trust: Reliable, searches: c.searches, final: draws}.compared(2)
		if math.Abs(found.alone-c.alone) > 1e-12 || found.trust != c.want {
			t.Errorf("%s: %v alone, %s", c.name, found.alone, found.trust)
		}
	}
}

// TestProbe: of the exclusive or of two inputs, whose first split may be by either, a measurement that knows one of the
// two trees has a good k-hat and is not trusted; one that knows both is.
func TestProbe(t *testing.T) {
	p := newProblem(exclusive(120, 2), .03)
	top, rng := tree(t, 3, 4, 5, 6), random.Stream(2, "probe")
	solutions, _ := p.Score(top, nil, rng)
	w := p.newWork(top, func() {})
	c := newWarped(w, w.newWarp(solutions))
	var bells []bell
	for _, s := range solutions {
		if s.Score > solutions[0].Score-2 &&
			(len(bells) == 0 || s.Splits[0].Input != solutions[0].Splits[0].Input) {
			z, value := climb(c, c.softened(s, sharpShare), climbLength)
			b := laplace(c, z, value)
			for range improvements {
				b = improve(c, b, rng)
			}
			if bells = append(bells, b); len(bells) == 2 {
				break
			}
		}
	}
	if len(bells) != 2 {
		t.Fatalf("%d of two trees found", len(bells))
	}
	for n, want := range []Trust{Unreliable, Reliable} {
		mixture := evidence.Mixture{Components: components(bells[:n+1], c.warp)}
		found := way{method: HardTrees, mixture: mixture, final: evidence.Final(w, mixture, 6000, rng)}.judged()
		if found.trust != Reliable {
			t.Errorf("%d trees: k-hat %v: the test shows nothing", n+1, found.final.KHat)
		}
		if got := w.probed(found, solutions); got.trust != want {
			t.Errorf("%d trees: %s", n+1, got.trust)
		}
	}
}
