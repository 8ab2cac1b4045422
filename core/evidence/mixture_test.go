// Mixtures: densities in closed form, draws against them, allocation, misuse.

package evidence

import (
	"encoding/binary"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"dcctree/core/numeric"
	"dcctree/core/random"
)

// TestMixtureDensity against closed forms: in one dimension t4(x) = 3/8 (1 + x^2/4)^(-5/2); in two,
// (1 + r^2/DF)^(-(DF+2)/2) / (2 pi det L), as Gamma(DF/2+1) = DF/2 Gamma(DF/2).
func TestMixtureDensity(t *testing.T) {
	t4 := func(x, mean, scale float64) float64 {
		z := (x - mean) / scale
		return 0.375 * math.Pow(1+z*z/4, -2.5) / scale
	}
	one := Mixture{
		Components: []Component{{Weight: 3, Mean: []float64{1}, Root: []float64{2}, DF: 4},
			{Weight: 1, Mean: []float64{-5}, Root: []float64{0.5}, DF: 4}}, Scales: []Scale{{1, 9}, {3, 1}},
		Prior: broad{5}, PriorShare: 0.05,
	}
	for _, x := range []float64{-60, -5, -4.2, 0, 1, 3, 1000} {
		want := 0.05 * math.Exp(numeric.LogNormalPDF(x, 0, 5))
		for _, s := range one.Scales {
			want += 0.95 * s.Share / 10 * (0.75*t4(x, 1, 2*s.Factor) + 0.25*t4(x, -5, 0.5*s.Factor))
		}
		got := one.LogDensity([]float64{x})
		if math.Abs(got-math.Log(want)) > 1e-13*math.Max(1, math.Abs(got)) {
			t.Errorf("at %v: %v, want %v", x, got, math.Log(want))
		}
	}
	two := Mixture{Components: []Component{{Weight: 0.2, Mean: []float64{1, -2}, Root: []float64{2, 0, 1, 0.5},
		DF: 3}}}
	// L^-1 (3, 1) for the point (4, -1): 1.5, (1 - 1.5)/0.5 = -1; r^2 = 3.25.
	want := -2.5*math.Log(1+3.25/3) - math.Log(2*math.Pi)
	if got := two.LogDensity([]float64{4, -1}); math.Abs(got-want) > 1e-14 {
		t.Errorf("%v, want %v", got, want)
	}
	alone := Mixture{Prior: broad{5}}
	if got, want := alone.LogDensity([]float64{3}), numeric.LogNormalPDF(3, 0, 5); math.Abs(got-want) > 1e-15 {
		t.Errorf("prior alone: %v, want %v", got, want)
	}
}

// TestMixtureSample: the share of each component and of draws outside given bounds. The 97.5 % point of t
// with 4 degrees of freedom is 2.776 (Fisher and Yates' table); counts have binomial errors.
func TestMixtureSample(t *testing.T) {
	const n = 40000
	m := Mixture{
		Components: []Component{{Weight: 3, Mean: []float64{100}, Root: []float64{2}, DF: 4},
			{Weight: 1, Mean: []float64{-100}, Root: []float64{1}, DF: 4}}, Scales: []Scale{{1, 1}, {3, 1}},
		Prior: broad{1}, PriorShare: 0.2,
	}
	rng := stream(21)
	var chosen [3]int
	outside := 0
	x := make([]float64, 1)
	for range n {
		k := m.Sample(x, rng)
		chosen[k]++
		if k == 1 && math.Abs(x[0]+100) > 2.776 {
			outside++
		}
	}
	// At thrice the scale 2.776 is 0.9253: its two-sided t4 probability, by the closed form of the
	// distribution function 1/2 + (3/8) s (1 - s^2/12), s = t/sqrt(1 + t^2/4) (Abramowitz and Stegun 26.7.4).
	s := 0.92533 / math.Sqrt(1+0.92533*0.92533/4)
	tail := (0.05 + 1 - 0.75*s*(1-s*s/12)) / 2
	for _, c := range []struct {
		name string
		got  int
		p    float64
	}{{"first", chosen[0], 0.6}, {"second", chosen[1], 0.2}, {"prior", chosen[2], 0.2},
		{"outside", outside, 0.2 * tail}} {
		if sd := math.Sqrt(n * c.p * (1 - c.p)); math.Abs(float64(c.got)-n*c.p) > 4*sd {
			t.Errorf("%s: %d draws, want %v within 4 x %.0f", c.name, c.got, n*c.p, sd)
		}
	}
}

func TestAllocate(t *testing.T) {
	cases := []struct {
		shares   []float64
		n, least int
		want     []int
	}{
		{[]float64{0.5, 0.5}, 10, 1, []int{5, 5}},
		{[]float64{0.5, 0.5}, 11, 1, []int{6, 5}},
		{[]float64{0.9, 0.06, 0.04}, 100, 1, []int{88, 7, 5}}, // 97 shared out: 87.3, 5.82, 3.88
		{[]float64{0.999, 0.001}, 10, 1, []int{9, 1}},
		{[]float64{0.2, 0.3, 0.5}, 2, 1, []int{1, 1, 1}},
		{[]float64{1}, 7, 1, []int{7}},
	}
	for _, c := range cases {
		if got := Allocate(c.shares, c.n, c.least); !slices.Equal(got, c.want) {
			t.Errorf("%v of %d: %v, want %v", c.shares, c.n, got, c.want)
		}
	}
}

// TestFinalOfKnownMixture: points, weights and denominators belong together, and a mixture that is the
// target gives its evidence without error.
func TestFinalOfKnownMixture(t *testing.T) {
	m := Mixture{Components: []Component{ball(1, 0, 0), ball(2, 1, 1)}}
	for k := range m.Components {
		m.Components[k].DF, m.Components[k].Weight = 4, 1
	}
	of := target{2, func(x []float64) float64 { return m.LogDensity(x) - 77 }}
	r := Final(of, m, 995, stream(1))
	if len(r.LogWeights) != 1000 || len(r.Points) != 2000 || r.Evaluations != 1000 ||
		!slices.Equal(r.Counts, []int{50, 50}) {
		t.Fatalf("%d weights, %d coordinates, counts %v", len(r.LogWeights), len(r.Points), r.Counts)
	}
	if math.Abs(r.LogZ+77) > 1e-12 || r.Error > 1e-12 || math.Abs(r.EffectiveNumber-1000) > 1e-6 {
		t.Errorf("log Z %v, error %v, effective number %v", r.LogZ, r.Error, r.EffectiveNumber)
	}
	for i, v := range r.LogMixture {
		if math.Abs(v-m.LogDensity(r.Points[2*i:2*i+2])) > 1e-13 {
			t.Fatalf("log mixture of point %d: %v", i, v)
		}
	}
}

// TestDenominatorsAreOfDrawsMade: with a share that rounds from 0.001 to 10 of 100 draws the estimate stays
// unbiased; the nominal share in the denominator would give about 0.9 of the evidence.
func TestDenominatorsAreOfDrawsMade(t *testing.T) {
	m := Mixture{Components: []Component{ball(1, 0), ball(1, 30)}}
	m.Components[0].DF, m.Components[1].DF = 4, 4
	m.Components[0].Weight, m.Components[1].Weight = 0.999, 0.001
	var mean numeric.Moments
	for seed := uint64(0); seed < 200; seed++ {
		r := Final(scaledNormal(1, 0), m, 100, stream(seed))
		mean.Add(math.Exp(r.LogZ))
	}
	if mcse := math.Sqrt(mean.Variance() / 200); math.Abs(mean.Mean()-1) > 4*mcse || mcse > 0.01 {
		t.Errorf("mean Z %v, MCSE %v", mean.Mean(), mcse)
	}
}

// TestErrorOfHeavyWeights: proposals far too narrow have weights of infinite variance; k-hat says so and
// the error comes from replicates.
func TestErrorOfHeavyWeights(t *testing.T) {
	m := Mixture{Components: []Component{ball(0.15, constant(0, 4)...)}}
	m.Components[0].Weight, m.Components[0].DF = 1, 30
	r := Final(scaledNormal(4, 0), m, 1500, stream(1))
	if r.Replicates != 10 || r.KHat < 0.5 || r.Reliable() != (r.KHat <= r.KHatLimit) {
		t.Errorf("k-hat %v, %d replicates", r.KHat, r.Replicates)
	}
	var means numeric.Moments
	for b := range 10 {
		part := r.LogWeights[b*150 : (b+1)*150]
		means.Add(math.Exp(numeric.LogSumExp(part)-math.Log(150)) / math.Exp(r.LogZ))
	}
	if want := math.Sqrt(means.Variance() / 10); math.Abs(r.Error-want) > 1e-12*want {
		t.Errorf("error %v, want %v", r.Error, want)
	}
}

func TestFitComponent(t *testing.T) {
	c := FitComponent([]float64{1, 0, 3, 0, 1, 2, 3, 2, 2, 1, 2, 1}, 2, 0.5, 4)
	// Mean (2, 1); squares sum to 4 in each coordinate, over 5; products cancel.
	want := math.Sqrt(0.8)
	if !slices.Equal(c.Mean, []float64{2, 1}) || c.Weight != 0.5 || math.Abs(c.Root[0]-want) > 1e-15 ||
		c.Root[2] != 0 || math.Abs(c.Root[3]-want) > 1e-15 {
		t.Errorf("%+v", c)
	}
}

func TestAddComponentShares(t *testing.T) {
	m := Mixture{Components: []Component{ball(1, 0), ball(1, 1)}}
	m.Components[0].Weight, m.Components[1].Weight = 2, 4
	wide := m.AddComponent(Component{Mean: []float64{9}, Root: []float64{1}, DF: 4}, 0.25)
	if got := wide.Components[2].Weight; math.Abs(got-2) > 1e-15 || len(m.Components) != 2 {
		t.Errorf("weight %v, want a quarter of 8", got)
	}
	first := Mixture{Prior: broad{1}, PriorShare: 0.1}.AddComponent(ball(1, 0), 0.25)
	if first.Components[0].Weight != 1 {
		t.Errorf("weight %v of the only component", first.Components[0].Weight)
	}
}

// TestFinalAllocates a number of slices that does not grow with the draws.
func TestFinalAllocates(t *testing.T) {
	m := Mixture{Components: []Component{ball(1, 0, 0), ball(2, 1, 1)}, Scales: []Scale{{1, 0.9}, {3, 0.1}}}
	for k := range m.Components {
		m.Components[k].DF, m.Components[k].Weight = 4, 1
	}
	of, rng := scaledNormal(2, 0), stream(1)
	if n := testing.AllocsPerRun(5, func() { Final(of, m, 3000, rng) }); n > 100 {
		t.Errorf("%v allocations", n)
	}
}

// TestSameMixtureBits pins a measurement as TestSameBits does for layered sampling.
func TestSameMixtureBits(t *testing.T) {
	const want = 0xb227a5d97507c6f3
	of, m := twoModes(3, -20), from(ball(1, -3, -3, -3), ball(0.3, 3, 3, 3))
	r := Final(of, m, 300, stream(31))
	sum := fnv.New64a()
	for _, values := range [][]float64{
		{r.LogZ, r.Error, r.KHat, r.EffectiveNumber, m.LogDensity([]float64{1, 2, 3})}, r.Points,
		r.LogWeights, r.LogMixture,
	} {
		for _, v := range values {
			binary.Write(sum, binary.LittleEndian, math.Float64bits(v))
		}
	}
	if got := sum.Sum64(); got != want {
		t.Errorf("%#x, want %#x", got, uint64(want))
	}
}

func TestMixtureMisusePanics(t *testing.T) {
	good := Mixture{Components: []Component{{Weight: 1, Mean: []float64{0}, Root: []float64{1}, DF: 4}}}
	with := func(change func(*Mixture)) func() {
		m := Mixture{Components: slices.Clone(good.Components)}
		change(&m)
		return func() { m.LogDensity([]float64{0}) }
	}
	of := scaledNormal(1, 0)
	for _, c := range []struct {
		want string
		call func()
	}{
		{"evidence: Mixture: neither a component nor a prior", with(func(m *Mixture) { m.Components = nil })},
		{"evidence: Mixture: PriorShare is not in [0,1)",
			with(func(m *Mixture) { m.Prior, m.PriorShare = broad{1}, 1 })},
		{"evidence: Mixture: components of unequal or no dimension",
			with(func(m *Mixture) { m.Components[0].Root = nil })},
		{"evidence: Mixture: a weight is not positive or DF not a whole number",
			with(func(m *Mixture) { m.Components[0].DF = 3.5 })},
		{"evidence: Mixture: a weight is not positive or DF not a whole number",
			with(func(m *Mixture) { m.Components[0].Weight = 0 })},
		{"evidence: Mixture: a scale is not positive", with(func(m *Mixture) { m.Scales = []Scale{{0, 1}} })},
		{"evidence: Mixture: dimension differs from the target's",
			func() { Final(scaledNormal(2, 0), good, 10, stream(1)) }},
		{"evidence: Final: n is not positive", func() { Final(of, good, 0, stream(1)) }},
		{"evidence: AddComponent: share is not in (0,1)", func() { good.AddComponent(good.Components[0], 1) }},
		{"evidence: FitComponent: draws are not whole rows", func() { FitComponent([]float64{1}, 2, 1, 4) }},
		{"evidence: Excess: not the mixture of the round", func() {
			r := Final(of, good, 10, stream(1))
			r.Excess(of, good.AddComponent(good.Components[0], 0.5), []float64{0})
		}},
	} {
		func() {
			defer func() {
				if got := recover(); got != c.want {
					t.Errorf("panic %v, want %q", got, c.want)
				}
			}()
			c.call()
		}()
	}
}

// TestManyPointsAtOnce: densities, terms and distances of many points are those of each alone, bit for bit, with and
// without a prior that takes many at once.
func TestManyPointsAtOnce(t *testing.T) {
	const d, n = 6, 2*block + 7
	rng := random.Stream(9, "many")
	m := Mixture{Scales: []Scale{{1, .9}, {3, .1}}}
	for k := range 3 {
		c := Component{Weight: 1 + float64(k), Mean: make([]float64, d), Root: make([]float64, d*d), DF: 4}
		for i := range d {
			c.Mean[i], c.Root[i*d+i] = rng.NormFloat64(), .5+rng.Float64()
			for j := range i {
				c.Root[i*d+j] = .3 * rng.NormFloat64()
			}
		}
		m.Components = append(m.Components, c)
	}
	xs, got := make([]float64, n*d), make([]float64, n)
	for i := range xs {
		xs[i] = 2 * rng.NormFloat64()
	}
	for _, prior := range []Prior{nil, Mixture{Components: m.Components[:1]}.asPrior()} {
		m.Prior, m.PriorShare = prior, .05
		q, one := m.density(m.shares()), m.density(m.shares())
		looked := 0
		q.all(got, xs, func(i int) {
			want := one.at(xs[i*d : (i+1)*d])
			if i != looked || got[i] != want || !slices.Equal(q.terms, one.terms) ||
				!slices.Equal(q.distance, one.distance) {
				t.Fatalf("point %d: %v, alone %v; terms %v, alone %v", i, got[i], want, q.terms,
					one.terms)
			}
			looked++
		})
		if looked != n {
			t.Errorf("%d of %d points were looked at", looked, n)
		}
	}
}

// plainPrior is a mixture as a prior.
type plainPrior struct{ m Mixture }

func (m Mixture) asPrior() Prior                          { return plainPrior{m} }
func (p plainPrior) Sample(dst []float64, rng *rand.Rand) { p.m.Sample(dst, rng) }
func (p plainPrior) LogDensity(x []float64) float64       { return p.m.LogDensity(x) }
func (p plainPrior) LogDensities(dst []float64, x []float64) {
	p.m.density(p.m.shares()).all(dst, x, nil)
}
