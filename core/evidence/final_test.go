// Measurements from a frozen mixture against normalizers known exactly.

package evidence

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mathext"

	"dcctree/core/numeric"
)

// broad is the prior N(0, sd^2 I).
type broad struct{ sd float64 }

func (p broad) Sample(dst []float64, rng *rand.Rand) {
	for j := range dst {
		dst[j] = p.sd * rng.NormFloat64()
	}
}

func (p broad) LogDensity(x []float64) float64 {
	var v float64
	for _, e := range x {
		v += numeric.LogNormalPDF(e, 0, p.sd)
	}
	return v
}

// ball is a component of weight 1 with root scale I and 4 degrees of freedom.
func ball(scale float64, mean ...float64) Component {
	d := len(mean)
	c := Component{Weight: 1, Mean: mean, Root: make([]float64, d*d), DF: 4}
	for j := 0; j < d; j++ {
		c.Root[j*d+j] = scale
	}
	return c
}

func constant(v float64, d int) []float64 {
	x := make([]float64, d)
	for j := range x {
		x[j] = v
	}
	return x
}

// autoregressive is exp(logZ) times the density of the stationary first-order autoregression with
// correlation 0.8 and innovations of variance 1 - 0.64: normal with variances 1.
func autoregressive(d int, logZ float64) target {
	return target{d, func(x []float64) float64 {
		lp := logZ + numeric.LogNormalPDF(x[0], 0, 1)
		for j := 1; j < d; j++ {
			lp += numeric.LogNormalPDF(x[j], 0.8*x[j-1], 0.6)
		}
		return lp
	}}
}

// autoregression returns n draws of it.
func autoregression(d, n int) (draws []float64) {
	rng := stream(8)
	for range n {
		x := rng.NormFloat64()
		for range d {
			draws = append(draws, x)
			x = .8*x + .6*rng.NormFloat64()
		}
	}
	return draws
}

// student is the density of the t distribution with 5 degrees of freedom and scale I.
func student(d int, logZ float64) target {
	c := ball(1, make([]float64, d)...)
	c.DF = 5
	norm := c.logNormalizer(1) + logZ
	return target{d, func(x []float64) float64 {
		return norm - 0.5*float64(5+d)*math.Log1p(numeric.Dot(x, x)/5)
	}}
}

// twoModes is 0.7 N(-4 1, I) + 0.3 N(4 1, I/4).
func twoModes(d int, logZ float64) target {
	return target{d, func(x []float64) float64 {
		a, b := math.Log(0.7), math.Log(0.3)
		for _, v := range x {
			a += numeric.LogNormalPDF(v, -4, 1)
			b += numeric.LogNormalPDF(v, 4, 0.5)
		}
		return logZ + numeric.LogAddExp(a, b)
	}}
}

// logistics is the product of logistic densities: d uniform variables on the logit scale, whose tails are
// exponential, as those of stick-breaking transforms.
func logistics(d int, logZ float64) target {
	return target{d, func(x []float64) float64 {
		v := logZ
		for _, e := range x {
			v += numeric.LogLogistic(e) + numeric.LogLogistic(-e)
		}
		return v
	}}
}

// normalScore maps a t value with df degrees of freedom to the normal value of equal probability.
func normalScore(t, df float64) float64 {
	if df < 1 {
		return t
	}
	tail := 0.5 * mathext.RegIncBeta(df/2, 0.5, df/(df+t*t))
	return math.Copysign(numeric.NormalQuantile(tail), t)
}

// counted counts the evaluations of a target.
type counted struct {
	target
	n *int
}

func (c counted) LogDensity(x []float64) float64 {
	*c.n++
	return c.target.LogDensity(x)
}

// ladder is a target with its exact evidence and the mixture that it is measured from.
type ladder struct {
	name string
	of   target
	logZ float64
	from Mixture
}

// from is a mixture of some components, a tenth of whose draws are at thrice their scale, and of a prior.
func from(components ...Component) Mixture {
	return Mixture{Components: components, Scales: []Scale{{1, .9}, {3, .1}}, Prior: broad{5}, PriorShare: .05}
}

// exactCases: normalized densities times a constant. Components are off by .3 standard deviations in each coordinate
// and wider by .3, or fitted to draws.
func exactCases() []ladder {
	near := func(d int) Mixture { return from(ball(1.3, constant(.3, d)...)) }
	return []ladder{
		{"normal 1", autoregressive(1, -40), -40, near(1)},
		{"normal 2", autoregressive(2, 300), 300, near(2)},
		{"normal 5", autoregressive(5, -4000), -4000, from(FitComponent(autoregression(5, 400), 5, 1, 4))},
		{"t 3", student(3, 2), 2, near(3)},
		{"two modes 2", twoModes(2, -9), -9, from(ball(1.3, -3.7, -3.7), ball(.65, 3.9, 3.9))},
		{"two modes 6", twoModes(6, -9), -9,
			from(ball(1.3, constant(-3.7, 6)...), ball(.65, constant(3.9, 6)...))},
		{"logistic 5", logistics(5, 1), 1, from(ball(2.2, constant(.5, 5)...))},
	}
}

const finalDraws = 1500

// TestExactNormalizers: over 100 seeds the mean of standard normal z has standard error 1/10 and the mean of z^2
// sqrt(2)/10. Three of them either way; above 1 there is 0.1 more, because a variance estimated from skewed weights is
// more often too small than too large.
func TestExactNormalizers(t *testing.T) {
	for _, c := range exactCases() {
		var z, square, err numeric.Moments
		unreliable := 0
		for seed := uint64(0); seed < 100; seed++ {
			n := 0
			r := Final(counted{c.of, &n}, c.from, finalDraws, stream(seed))
			if r.Evaluations != n || n != len(r.LogWeights) {
				t.Fatalf("%s: %d evaluations reported, %d made", c.name, r.Evaluations, n)
			}
			score := normalScore((r.LogZ-c.logZ)/r.Error, float64(r.Replicates-1))
			z.Add(score)
			square.Add(score * score)
			err.Add(r.Error)
			if !r.Reliable() {
				unreliable++
			}
		}
		t.Logf("%-12s mean z %5.2f, z^2 %.2f, error %.3f, unreliable %d", c.name, z.Mean(), square.Mean(),
			err.Mean(), unreliable)
		if math.Abs(z.Mean()) > .3 || math.Abs(square.Mean()-1.05) > .3*math.Sqrt2+.05 {
			t.Errorf("%s: mean z %v, mean z^2 %v", c.name, z.Mean(), square.Mean())
		}
		if unreliable > 2 || err.Mean() > .06 {
			t.Errorf("%s: %d of 100 unreliable, mean error %v", c.name, unreliable, err.Mean())
		}
	}
}

// TestMissedMode: without a component there a mode is missed and nothing tells, by log of the mass seen. A state in it
// exceeds the largest weight, and with a component of the mode's shape the measurement is right.
func TestMissedMode(t *testing.T) {
	of, m := twoModes(4, -9), Mixture{Components: []Component{ball(1.3, constant(-4, 4)...)}}
	before := Final(of, m, finalDraws, stream(5))
	if want := -9 + math.Log(0.7); !before.Reliable() || !(math.Abs(before.LogZ-want) <= 4*before.Error) {
		t.Errorf("log Z %v, error %v, of the seen mode %v", before.LogZ, before.Error, want)
	}
	state := constant(4.3, 4)
	if excess := before.Excess(of, m, state); excess < 5 {
		t.Errorf("missed mode: excess %v", excess)
	}
	if excess := before.Excess(of, m, constant(-4, 4)); excess > 0 {
		t.Errorf("known mode: excess %v", excess)
	}
	widened := m.AddComponent(ball(.65, constant(4, 4)...), 0.3)
	if len(widened.Components) != len(m.Components)+1 {
		t.Fatal("the former mixture has changed")
	}
	after := Final(of, widened, finalDraws, stream(6))
	if !(math.Abs(after.LogZ+9) <= 4*after.Error) || !after.Reliable() || after.Excess(of, widened, state) > 0 {
		t.Errorf("log Z %v, error %v, k-hat %v", after.LogZ, after.Error, after.KHat)
	}
}

// TestFinalOfInvalidDensities: a measurement keeps going where a density is not one.
func TestFinalOfInvalidDensities(t *testing.T) {
	whole := autoregressive(3, 2)
	half := target{3, func(x []float64) float64 {
		switch {
		case x[0] > 0:
			return whole.f(x)
		case x[1] > 0:
			return math.NaN()
		}
		return math.Inf(1)
	}}
	r := Final(half, from(ball(1.3, 0, 0, 0)), finalDraws, stream(3))
	// Half of the mass is left, by symmetry.
	if want := 2 - math.Ln2; !(math.Abs(r.LogZ-want) <= 4*r.Error) || r.Invalid == 0 {
		t.Errorf("log Z %v, want %v, error %v, %d invalid", r.LogZ, want, r.Error, r.Invalid)
	}
}

func TestNothingToSee(t *testing.T) {
	none := target{2, func([]float64) float64 { return math.Inf(-1) }}
	m := Mixture{Components: []Component{ball(1, 0, 0)}}
	r := Final(none, m, 100, stream(2))
	if !math.IsInf(r.LogZ, -1) || !math.IsInf(r.Error, 1) || r.EffectiveNumber != 0 || r.Reliable() {
		t.Errorf("log Z %v, error %v, effective number %v, reliable %v", r.LogZ, r.Error, r.EffectiveNumber,
			r.Reliable())
	}
	if v := r.Excess(none, m, []float64{0, 0}); !math.IsInf(v, -1) {
		t.Errorf("excess %v of a state without density", v)
	}
}

func TestFinalWithoutCoordinates(t *testing.T) {
	of := target{0, func([]float64) float64 { return -12.5 }}
	r := Final(of, Mixture{}, finalDraws, stream(1))
	if r.Evaluations != 1 || r.LogZ != -12.5 || r.Error != 0 || !r.Reliable() || r.Excess(of, Mixture{}, nil) != 0 {
		t.Errorf("%+v", r)
	}
}

// TestEqualStreamsEqualResults, and scratch is not shared between calls.
func TestEqualStreamsEqualResults(t *testing.T) {
	of, m := twoModes(3, 1), from(ball(1, -3, -3, -3))
	a, b := Final(of, m, 500, stream(9)), Final(of, m, 500, stream(9))
	if !slices.Equal(a.Points, b.Points) || !slices.Equal(a.LogWeights, b.LogWeights) || a.LogZ != b.LogZ ||
		a.Error != b.Error {
		t.Error("equal streams give different results")
	}
}
