// Runs against exact normalizers, and against the soft trees of the paper's data.

package smc

import (
	"encoding/binary"
	"hash/fnv"
	"math"
	"reflect"
	"strings"
	"testing"

	"dcctree/core/evidence"
	"dcctree/core/hmc"
	"dcctree/core/numeric"
)

type exactCase struct {
	name   string
	target hmc.LogDensity
	from   []evidence.Component
	logZ   float64
}

func exactCases() []exactCase {
	heavy := NewMixture([]evidence.Component{student(5, 0, 1, 0.5, 3)})
	return []exactCase{
		{"normal, 2", normal(2, 0.8, -7), []evidence.Component{student(2, 2, 1, 0, 4)}, -7},
		{"normal, 10", normal(10, 0.5, 3), []evidence.Component{student(10, 1, 1.2, 0, 4)}, 3},
		{"normal, 30", normal(30, 0.5, -40), []evidence.Component{student(30, 0.5, 1.2, 0, 4)}, -40},
		{"two modes", bimodal(4), twoParts(4), 1},
		{"logistics", logistics(8), []evidence.Component{student(8, 1, 5, 0.3, 4)}, 2},
		{"t with 3 degrees of freedom", heavy, []evidence.Component{student(5, 1, 1.5, 0, 4)}, 0},
	}
}

// twoParts covers both modes of bimodal.
func twoParts(d int) []evidence.Component {
	return []evidence.Component{student(d, -2.5, 1.2, 0, 4), student(d, 2.5, 1, 0, 4)}
}

// TestExactNormalizers: over 40 runs (LogZ + Error^2/2 - truth)/Error has mean 0 and mean square 1. Were
// it normal, their Monte Carlo errors would be 1/sqrt(40) = .16 and sqrt(2/40) = .22; the bounds are four
// times that.
func TestExactNormalizers(t *testing.T) {
	const seeds = uint64(40)
	for _, c := range exactCases() {
		var z, square, logs numeric.Moments
		var sumError, gradients float64
		for seed := range seeds {
			r := Run(c.target, NewMixture(c.from), DefaultSettings(), stream(seed), nil)
			v := (r.LogZ + r.Error*r.Error/2 - c.logZ) / r.Error
			z.Add(v)
			square.Add(v * v)
			logs.Add(r.LogZ)
			sumError += r.Error / float64(seeds)
			gradients += float64(r.Gradients) / float64(seeds)
		}
		t.Logf("%s: mean z %.2f, mean square %.2f, sd %.3f, mean error %.3f, %.0f gradients", c.name, z.Mean(),
			square.Mean(), math.Sqrt(logs.Variance()), sumError, gradients)
		if m := z.Mean(); !(math.Abs(m) <= 4/math.Sqrt(float64(seeds))) {
			t.Errorf("%s: mean z %v, want 0 within %v", c.name, m, 4/math.Sqrt(float64(seeds)))
		}
		if m := square.Mean(); !(math.Abs(m-1) <= 4*math.Sqrt(2/float64(seeds))) {
			t.Errorf("%s: mean square %v, want 1 within %v", c.name, m, 4*math.Sqrt(2/float64(seeds)))
		}
	}
}

// TestUnbiased: with a pilot the mean of Z over 200 runs of 50 particles is the truth within four of its
// standard errors. Without one it is too low, by 13 % there.
func TestUnbiased(t *testing.T) {
	s := DefaultSettings()
	s.Particles, s.Pilot = 50, 50
	mean := func() (m numeric.Moments) {
		for seed := range uint64(200) {
			r := Run(normal(10, 0.5, 3), NewMixture([]evidence.Component{student(10, 1, 1.2, 0, 4)}), s,
				stream(seed), nil)
			m.Add(math.Exp(r.LogZ - 3))
		}
		return m
	}
	m := mean()
	if e := math.Sqrt(m.Variance() / 200); !(math.Abs(m.Mean()-1) <= 4*e) {
		t.Errorf("mean Z %v, want 1 (Monte Carlo error %v)", m.Mean(), e)
	}
	s.Pilot = 0
	m = mean()
	if e := math.Sqrt(m.Variance() / 200); !(m.Mean() < 1-4*e) {
		t.Errorf("without a pilot: mean Z %v (Monte Carlo error %v): Settings.Pilot says that it is too low",
			m.Mean(), e)
	}
}

// TestParticles checks the target's moments on the particles: of the share p of the first mode, which
// follows the weights only, and of mean and variance in it, which the moves see to.
func TestParticles(t *testing.T) {
	const d, seeds = 4, 20
	var share, mean, variance numeric.Moments
	for seed := range uint64(seeds) {
		r := Run(bimodal(d), NewMixture(twoParts(d)), DefaultSettings(), stream(seed), nil)
		var first numeric.Moments
		for i := 0; i < len(r.Particles); i += d {
			if r.Particles[i] < 0 {
				first.Add(r.Particles[i])
			}
		}
		share.Add(float64(first.N()) / float64(len(r.Particles)/d))
		mean.Add(first.Mean())
		variance.Add(first.Variance())
	}
	for _, c := range []struct {
		name string
		m    numeric.Moments
		want float64
	}{{"share of the first mode", share, 0.5}, {"mean in it", mean, -3}, {"variance in it", variance, 1}} {
		if e := math.Sqrt(c.m.Variance() / seeds); !(math.Abs(c.m.Mean()-c.want) <= 4*e) || e > 0.05 {
			t.Errorf("%s: %v, want %v (Monte Carlo error %v)", c.name, c.m.Mean(), c.want, e)
		}
	}
}

// half is a normal density where the first coordinate is positive and else value, which is no density.
func half(d int, value float64) function {
	whole := normal(d, 0, 0)
	return function{d, func(grad, x []float64) float64 {
		v := whole.Gradient(grad, x)
		if x[0] < 0 {
			return value
		}
		return v
	}}
}

// TestPartsWithoutDensity: what has no density counts in the number and adds nothing: Z = 1/2.
func TestPartsWithoutDensity(t *testing.T) {
	for _, value := range []float64{math.Inf(-1), math.NaN(), math.Inf(1)} {
		var z numeric.Moments
		for seed := range uint64(20) {
			r := Run(half(3, value), NewMixture([]evidence.Component{student(3, 0.5, 1.2, 0, 4)}),
				DefaultSettings(), stream(seed), nil)
			z.Add((r.LogZ + math.Ln2) / r.Error)
			if (r.Invalid > 0) == math.IsInf(value, -1) {
				t.Errorf("value %v: %d invalid", value, r.Invalid)
			}
			for i := 0; i < len(r.Particles); i += 3 {
				if r.Particles[i] < 0 {
					t.Fatalf("value %v: a particle at %v", value, r.Particles[i])
				}
			}
		}
		if m := z.Mean(); !(math.Abs(m) <= 4/math.Sqrt(20)) {
			t.Errorf("value %v: mean z %v", value, m)
		}
	}
}

func TestNothingFound(t *testing.T) {
	void := function{2, func(_, _ []float64) float64 { return math.Inf(-1) }}
	r := Run(void, NewMixture([]evidence.Component{student(2, 0, 1, 0, 4)}), DefaultSettings(), stream(1), nil)
	want := Result{LogZ: math.Inf(-1), Error: math.Inf(1), StepSize: firstStepSize(2), Gradients: 500}
	if !reflect.DeepEqual(r, want) {
		t.Errorf("%+v, want %+v", r, want)
	}
}

// TestNoGradient: particles stay where the gradient is not a number, and Z is that of importance sampling.
func TestNoGradient(t *testing.T) {
	whole := normal(2, 0, 0)
	rough := function{2, func(grad, x []float64) float64 {
		v := whole.Gradient(grad, x)
		grad[0] = math.NaN()
		return v
	}}
	r := Run(rough, NewMixture([]evidence.Component{student(2, 1, 1, 0, 4)}), DefaultSettings(), stream(1), nil)
	if !(math.Abs(r.LogZ) <= 4*r.Error) || r.Divergences != 400*len(r.Temperatures) {
		t.Errorf("log Z %v (%v), %d divergences at %d temperatures", r.LogZ, r.Error, r.Divergences,
			len(r.Temperatures))
	}
}

func TestNoParameters(t *testing.T) {
	point := func(v float64) function { return function{0, func(_, _ []float64) float64 { return v }} }
	r := Run(point(-3), nil, DefaultSettings(), stream(1), nil)
	if r.LogZ != -3 || r.Error != 0 || r.Gradients != 1 || !reflect.DeepEqual(r.LogWeights, []float64{-3}) {
		t.Errorf("%+v", r)
	}
	if r := Run(point(math.NaN()), nil, DefaultSettings(), stream(1), nil); !math.IsInf(r.LogZ, -1) ||
		!math.IsInf(r.Error, 1) {
		t.Errorf("NaN: %+v", r)
	}
}

func TestTemperatures(t *testing.T) {
	from := NewMixture([]evidence.Component{student(10, 3, 1, 0, 4)})
	for _, bound := range []int{1, 2, 3, 100} {
		s := DefaultSettings()
		s.MaxTemperatures = bound
		r := Run(normal(10, 0, 0), from, s, stream(1), nil)
		last := 0.0
		for _, b := range r.Temperatures {
			if !(b > last) {
				t.Errorf("temperatures %v do not rise", r.Temperatures)
			}
			last = b
		}
		if n := len(r.Temperatures); last != 1 || n > bound || bound < 4 && n != bound ||
			bound == 100 && n < 4 {
			t.Errorf("bound %d: temperatures %v", bound, r.Temperatures)
		}
		// Where they ran out the weights tell; else the pilot's temperatures leave roughly its share.
		if short := bound < 4; short != (r.LeastEffective < 0.3) {
			t.Errorf("bound %d: least effective share %v", bound, r.LeastEffective)
		}
	}
}

// TestSameSeed: equal random numbers give equal results and other ones not; all gradients are counted; beat
// is called and changes nothing.
func TestSameSeed(t *testing.T) {
	whole := normal(5, 0.3, 1)
	calls, beats := 0, 0
	target := function{5, func(grad, x []float64) float64 { calls++; return whole.Gradient(grad, x) }}
	from := NewMixture([]evidence.Component{student(5, 1, 1, 0, 4)})
	for _, pilot := range []int{0, 50} {
		s := DefaultSettings()
		s.Particles, s.Pilot = 100, pilot
		calls, beats = 0, 0
		a := Run(target, from, s, stream(1), func() { beats++ })
		if a.Gradients != calls || beats < 100*(1+len(a.Temperatures)) {
			t.Errorf("pilot %d: %d gradients counted of %d, %d beats", pilot, a.Gradients, calls, beats)
		}
		if b := Run(target, from, s, stream(1), nil); !reflect.DeepEqual(a, b) {
			t.Errorf("pilot %d: another result with the same seed", pilot)
		}
		if b := Run(target, from, s, stream(2), nil); b.LogZ == a.LogZ {
			t.Errorf("pilot %d: the same result with another seed", pilot)
		}
		mean := numeric.LogSumExp(a.LogWeights) - math.Log(100)
		if math.Abs(mean-a.LogZ) > 1e-12 || len(a.Particles) != 500 {
			t.Errorf("pilot %d: log mean weight %v, log Z %v, %d coordinates", pilot, mean, a.LogZ,
				len(a.Particles))
		}
	}
}

// TestSameBits pins a run: the number was recorded on amd64 and is the same on js/wasm.
func TestSameBits(t *testing.T) {
	s := DefaultSettings()
	s.Particles, s.Pilot = 100, 50
	r := Run(logistics(4), NewMixture([]evidence.Component{student(4, 0.5, 2, 0.3, 4), student(4, -1, 2, 0, 5)}), s,
		stream(3), nil)
	sum := fnv.New64a()
	for _, v := range append([]float64{r.LogZ, r.Error}, r.Particles...) {
		binary.Write(sum, binary.LittleEndian, math.Float64bits(v))
	}
	if got := sum.Sum64(); got != 0x66c75bbef2172d75 {
		t.Errorf("%#x, want 0x66c75bbef2172d75", got)
	}
}

// TestSoftTrees compares with what another program found: BCW {3,4,2} -56.16 by adaptive importance sampling, Wine
// {1,5,6} -83.02 by tempered sequential Monte Carlo, each known to .1 or so. A run of 150 particles must be
// within four of its errors and that one.
func TestSoftTrees(t *testing.T) {
	for _, c := range []struct {
		name   string
		leaves []int
		logZ   float64
	}{{"breast-cancer-wisconsin", []int{3, 4, 2}, -56.15}, {"wine", []int{1, 5, 6}, -83.0}} {
		rng := stream(1)
		target := newSoft(t, data(t, c.name), .025, rng, c.leaves...)
		from := target.pooled(t, 4, 150, 25, 60, rng)
		s := DefaultSettings()
		s.Particles, s.Pilot = 150, 50
		r := Run(target, NewMixture(from), s, rng, nil)
		t.Logf("%s %v: log Z %.2f (%.2f), %d temperatures, %d families, %d gradients", c.name, c.leaves, r.LogZ,
			r.Error, len(r.Temperatures), r.Families, r.Gradients)
		if e := math.Sqrt(r.Error*r.Error + .1*.1); !(math.Abs(r.LogZ-c.logZ) <= 4*e) || r.Error > .4 {
			t.Errorf("%s %v: log Z %v (%v), want %v", c.name, c.leaves, r.LogZ, r.Error, c.logZ)
		}
	}
}

func TestValidate(t *testing.T) {
	if err := DefaultSettings().Validate(); err != nil {
		t.Errorf("defaults: %v", err)
	}
	for field, change := range map[string]func(*Settings){
		"Particles":       func(s *Settings) { s.Particles = 1 },
		"Pilot":           func(s *Settings) { s.Pilot = 1 },
		"EffectiveShare":  func(s *Settings) { s.EffectiveShare = math.NaN() },
		"MaxTemperatures": func(s *Settings) { s.MaxTemperatures = 0 },
		"MaxDoublings":    func(s *Settings) { s.MaxDoublings = 11 },
		"TargetAccept":    func(s *Settings) { s.TargetAccept = 1 },
	} {
		s := DefaultSettings()
		change(&s)
		if err := s.Validate(); err == nil || !strings.HasPrefix(err.Error(), "smc: setting "+field+" is ") {
			t.Errorf("%s: %v", field, err)
		}
	}
}

func TestPanics(t *testing.T) {
	two := NewMixture([]evidence.Component{student(2, 0, 1, 0, 4)})
	flat := student(2, 0, 1, 0, 4)
	flat.Root = []float64{1, 0, 0, 0}
	for want, f := range map[string]func(){
		"smc: Run: invalid settings": func() {
			Run(normal(2, 0, 0), two, Settings{}, stream(1), nil)
		},
		"smc: Run: the reference's dimension differs from the target's": func() {
			Run(normal(3, 0, 0), two, DefaultSettings(), stream(1), nil)
		},
		"smc: NewMixture: no components":      func() { NewMixture(nil) },
		"smc: NewMixture: a root is singular": func() { NewMixture([]evidence.Component{flat}) },
		"evidence: Mixture: a weight is not positive or DF not a whole number": func() {
			NewMixture([]evidence.Component{student(2, 0, 1, 0, 0)})
		},
	} {
		func() {
			defer func() {
				if got := recover(); got != want {
					t.Errorf("panic %v, want %v", got, want)
				}
			}()
			f()
		}()
	}
}
