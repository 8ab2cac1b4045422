// Tests of the leaf models: marginal likelihoods against products of predictive densities and integrals, draws against
// their moments.

package hard

import (
	"fmt"
	"math"
	"testing"

	"dcctree/core/random"
	"dcctree/core/tree"
)

func statsOf(y []float64) Stats {
	s := Stats{N: len(y)}
	for _, v := range y {
		s.Mean += v / float64(len(y))
	}
	for _, v := range y {
		s.Squares += (v - s.Mean) * (v - s.Mean)
	}
	return s
}

func lgamma(x float64) float64 {
	v, _ := math.Lgamma(x)
	return v
}

var (
	samples = [][]float64{{1.2, .7, 1.9, 1.1}, {-.4}, {3.1, 2.2, 2.9}}
	numbers = LeafPrior{Shape: 1.7, Scale: .6, Mean: .8, Count: .45, PerLeaf: true, Concentration: 1}
)

// TestPerLeafIsAProductOfPredictives: the marginal likelihood is the product of Student densities of each response
// given those before (Murphy 2007, Conjugate Bayesian analysis of the Gaussian distribution, equations 110 and 85 to
// 89), which needs no closed form.
func TestPerLeafIsAProductOfPredictives(t *testing.T) {
	m := NewLeafModel(numbers, 8, 0)
	for _, y := range samples {
		want, mean, count, shape, scale := 0.0, numbers.Mean, numbers.Count, numbers.Shape, numbers.Scale
		for _, v := range y {
			want += logStudent(v, 2*shape, mean, scale*(count+1)/(shape*count))
			scale += count * (v - mean) * (v - mean) / (2 * (count + 1))
			mean = (count*mean + v) / (count + 1)
			count, shape = count+1, shape+.5
		}
		s := statsOf(y)
		if got := m.LogLeaf(s); math.Abs(got-want) > 1e-12 {
			t.Errorf("%v: log marginal %v, want %v", y, got, want)
		}
		if got := m.Mean(s); math.Abs(got-mean) > 1e-14 {
			t.Errorf("%v: posterior mean %v, want %v", y, got, mean)
		}
	}
}

// logStudent is the log density of a Student distribution with squared scale s2.
func logStudent(x, df, mean, s2 float64) float64 {
	z := (x - mean) * (x - mean) / s2
	return lgamma((df+1)/2) - lgamma(df/2) - .5*math.Log(df*math.Pi*s2) - (df+1)/2*math.Log1p(z/df)
}

// TestSharedIsAnIntegral: given sigma the leaves are independent and their responses products of normal densities; the
// trapezoidal rule over log sigma does the rest.
func TestSharedIsAnIntegral(t *testing.T) {
	prior := numbers
	prior.PerLeaf = false
	m := NewLeafModel(prior, 8, 0)
	var sum Part
	for _, y := range samples {
		p := m.Part(statsOf(y))
		sum.Log += p.Log
		sum.Squares += p.Squares
	}
	const step = .001
	integral := 0.0
	for u := -12.0; u < 12; u += step {
		v := math.Exp(u) // sigma squared; d(sigma^2) = v du
		log := prior.Shape*math.Log(prior.Scale) - lgamma(prior.Shape) - prior.Shape*u - prior.Scale/v
		for _, y := range samples {
			mean, count := prior.Mean, prior.Count
			for _, x := range y {
				s2 := v * (1 + 1/count)
				log -= .5*math.Log(2*math.Pi*s2) + (x-mean)*(x-mean)/(2*s2)
				mean, count = (count*mean+x)/(count+1), count+1
			}
		}
		integral += step * math.Exp(log)
	}
	if got := m.LogMarginal(sum); math.Abs(got-math.Log(integral)) > 1e-9 {
		t.Errorf("log marginal %v, integral %v", got, math.Log(integral))
	}
}

// TestClassesAreAnUrn: given those before, a class has probability (Concentration + its count)/(all of them).
func TestClassesAreAnUrn(t *testing.T) {
	prior := LeafPrior{Shape: 1, Scale: 1, Count: 1, Concentration: .6}
	m := NewLeafModel(prior, 9, 3)
	classes := []int{0, 2, 2, 1, 2, 0, 2}
	counts, want := make([]int32, 3), 0.0
	for k, c := range classes {
		want += math.Log((prior.Concentration + float64(counts[c])) / (3*prior.Concentration + float64(k)))
		counts[c]++
	}
	s := Stats{N: len(classes), Counts: counts}
	if got := m.LogLeaf(s); math.Abs(got-want) > 1e-13 || m.LogMarginal(m.Part(s)) != got {
		t.Errorf("log marginal %v, want %v", got, want)
	}
	leaf := m.Expect(s, Part{}).(tree.Classes)
	for c, want := range []float64{2.6 / 8.8, 1.6 / 8.8, 4.6 / 8.8} {
		if math.Abs(leaf[c]-want) > 1e-15 {
			t.Errorf("class %d: mean probability %v, want %v", c, leaf[c], want)
		}
	}
}

// moments compares the mean of draws with an expected one within 4 standard errors.
func moments(t *testing.T, name string, draws []float64, want float64) {
	t.Helper()
	s := statsOf(draws)
	n := float64(s.N)
	if se := math.Sqrt(s.Squares / (n - 1) / n); math.Abs(s.Mean-want) > 4*se {
		t.Errorf("%s: mean of draws %v, want %v, standard error %v", name, s.Mean, want, se)
	}
}

// TestDraws: mu has the posterior mean m and variance b/((a-1) k), sigma^2 the mean b/(a-1) and 1/sigma^2 the mean a/b,
// where a, b, m, k are the posterior's shape, scale, mean and count (Murphy 2007, section 6.3).
func TestDraws(t *testing.T) {
	const n = 40000
	for _, perLeaf := range []bool{true, false} {
		prior := numbers
		prior.PerLeaf, prior.Shape = perLeaf, 5
		m := NewLeafModel(prior, 8, 0)
		var sum Part
		for _, y := range samples {
			sum.Squares += m.Part(statsOf(y)).Squares
		}
		s := statsOf(samples[0])
		count := prior.Count + 4
		shift := s.Mean - prior.Mean
		shape, scale := prior.Shape+2, prior.Scale+.5*(s.Squares+prior.Count*4/count*shift*shift)
		if !perLeaf {
			shape, scale = prior.Shape+4, prior.Scale+.5*sum.Squares
		}
		rng := random.Stream(3, "draws", fmt.Sprint(perLeaf))
		var mu, spread, variance, precision []float64
		for range n {
			leaf := m.Draw(s, m.Variance(sum, rng), rng).(tree.Normal)
			v := leaf.SD * leaf.SD
			mu, variance, precision = append(mu, leaf.Mean), append(variance, v), append(precision, 1/v)
			spread = append(spread, (leaf.Mean-m.Mean(s))*(leaf.Mean-m.Mean(s)))
		}
		name := fmt.Sprintf("sigma per leaf %v: ", perLeaf)
		moments(t, name+"mu", mu, m.Mean(s))
		moments(t, name+"variance of mu", spread, scale/(shape-1)/count)
		moments(t, name+"variance", variance, scale/(shape-1))
		moments(t, name+"precision", precision, shape/scale)
		leaf := m.Expect(s, sum).(tree.Normal)
		if math.Abs(leaf.SD*leaf.SD-scale/(shape-1)) > 1e-12 || leaf.Mean != m.Mean(s) {
			t.Errorf("%sexpected %+v", name, leaf)
		}
	}
}

// TestDirichletDraws: means a_c/a and variances a_c (a - a_c)/(a^2 (a+1)) of Dirichlet(a_1, ...), a their sum.
func TestDirichletDraws(t *testing.T) {
	m := NewLeafModel(LeafPrior{Shape: 1, Scale: 1, Count: 1, Concentration: .5}, 4, 3)
	counts := []int32{3, 0, 1}
	rng := random.Stream(4, "dirichlet")
	var p, squares [3][]float64
	for range 40000 {
		for c, v := range m.Draw(Stats{N: 4, Counts: counts}, 0, rng).(tree.Classes) {
			a := .5 + float64(counts[c])
			p[c], squares[c] = append(p[c], v), append(squares[c], (v-a/5.5)*(v-a/5.5))
		}
	}
	for c, k := range counts {
		a := .5 + float64(k)
		moments(t, fmt.Sprint("mean of class ", c), p[c], a/5.5)
		moments(t, fmt.Sprint("variance of class ", c), squares[c], a*(5.5-a)/(5.5*5.5*6.5))
	}
}

// TestLogGamma against Go's own, whose error is below 1e-15 relative but whose bits depend on the platform's logarithm.
func TestLogGamma(t *testing.T) {
	for x := .01; x < 3000; x *= 1.013 {
		want := lgamma(x)
		if got := logGamma(x); math.Abs(got-want) > 4e-15*math.Max(8, math.Abs(want)) {
			t.Errorf("log Gamma(%v) is %v, want %v", x, got, want)
		}
	}
	if got := logRising(.3, 0); got != 0 {
		t.Errorf("log of the empty product %v", got)
	}
}

func TestPriorValidate(t *testing.T) {
	if err := numbers.Validate(); err != nil {
		t.Error(err)
	}
	for field, spoil := range map[string]func(p *LeafPrior){
		"shape": func(p *LeafPrior) { p.Shape = 0 }, "scale": func(p *LeafPrior) { p.Scale = math.NaN() },
		"mean": func(p *LeafPrior) { p.Mean = math.Inf(1) }, "count": func(p *LeafPrior) { p.Count = -1 },
		"concentration": func(p *LeafPrior) { p.Concentration = math.Inf(1) },
	} {
		p := numbers
		spoil(&p)
		if err := p.Validate(); err == nil || err.Error()[:len(field)] != field {
			t.Errorf("%s: error %v", field, err)
		}
	}
}

func BenchmarkPart(b *testing.B) {
	m := NewLeafModel(numbers, 300, 0)
	s := Stats{N: 100, Mean: 1, Squares: 6}
	for b.Loop() {
		m.Part(s)
	}
}

func BenchmarkDraw(b *testing.B) {
	m := NewLeafModel(numbers, 300, 0)
	rng := random.Stream(1, "bench")
	for b.Loop() {
		m.Draw(Stats{N: 100, Mean: 1, Squares: 6}, 0, rng)
	}
}
