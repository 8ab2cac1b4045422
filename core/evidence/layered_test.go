// Layered importance sampling against evidences known in closed form.

package evidence

import (
	"math"
	"math/rand/v2"
	"testing"

	"dcctree/core/numeric"
)

type target struct {
	dim int
	f   func(x []float64) float64
}

func (t target) Dim() int                       { return t.dim }
func (t target) LogDensity(x []float64) float64 { return t.f(x) }

func stream(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0xda942042e4dd58b5)) }

// scaledNormal is exp(logZ) times the density of N(0, I).
func scaledNormal(dim int, logZ float64) target {
	return target{dim, func(x []float64) float64 {
		return logZ - 0.5*numeric.Dot(x, x) - 0.5*float64(dim)*numeric.Log2Pi
	}}
}

// normalDraws returns n draws of N(mean, sd^2) in each of d coordinates.
func normalDraws(n, d int, mean, sd float64, seed uint64) []float64 {
	rng := stream(seed)
	x := make([]float64, n*d)
	for i := range x {
		x[i] = mean + sd*rng.NormFloat64()
	}
	return x
}

// star returns each of the 2d points +-c e_j twice, with c such that their covariance is exactly
// 1.2 I: the proposals are wider than N(0, I) around centers that are not far out, so that basic and
// spatial weights for it have finite variance.
func star(d int) []float64 {
	n := 4 * d
	c := math.Sqrt(1.2 * float64(n-1) / 4)
	x := make([]float64, n*d)
	for i := 0; i < n; i++ {
		sign := float64(1 - 2*(i%2))
		x[i*d+i/4] = sign * c
	}
	return x
}

// posterior is a model with closed-form evidence, on its unconstrained scale, and draws to build
// proposals from.
type posterior struct {
	name  string
	of    target
	logZ  float64
	draws []float64
}

func posteriors() []posterior {
	var all []posterior
	for _, d := range []int{1, 2, 5} {
		logZ := -40.0 + float64(d)
		all = append(all, posterior{"normal", scaledNormal(d, logZ), logZ, star(d)})
	}
	return append(all, normalMean(), betaBinomial(), inverseGamma())
}

// normalMean: y_i ~ N(mu, 2^2), mu ~ N(0, 3^2): y is normal with covariance 4 I + 9 11' (Gelman et
// al., Bayesian Data Analysis, section 2.5), whose determinant is 4^n (1 + 9n/4).
func normalMean() posterior {
	y := []float64{1.3, -0.4, 2.2, 0.9, 3.1}
	n := float64(len(y))
	var sum, square float64
	for _, v := range y {
		sum += v
		square += v * v
	}
	quadratic := square/4 - sum*sum*9/16/(1+9*n/4)
	logZ := -0.5*n*numeric.Log2Pi - 0.5*(n*math.Log(4)+math.Log(1+9*n/4)) - 0.5*quadratic
	density := func(x []float64) float64 {
		lp := numeric.LogNormalPDF(x[0], 0, 3)
		for _, v := range y {
			lp += numeric.LogNormalPDF(v, x[0], 2)
		}
		return lp
	}
	// The posterior has precision 1/9 + n/4.
	precision := 1.0/9 + n/4
	return posterior{"normal mean", target{1, density}, logZ,
		normalDraws(40, 1, sum/4/precision, 1.2/math.Sqrt(precision), 1)}
}

// betaBinomial: 7 successes in 10 trials of probability theta ~ Beta(2,3), x = logit theta, whose
// Jacobian is theta (1-theta). Evidence C(10,7) B(9,6)/B(2,3) (ibid., section 2.4).
func betaBinomial() posterior {
	const n, k, a, b = 10, 7, 2, 3
	logBeta := func(p, q float64) float64 {
		return numeric.Lgamma(p) + numeric.Lgamma(q) - numeric.Lgamma(p+q)
	}
	choose := math.Log(120)
	density := func(x []float64) float64 {
		yes, no := numeric.LogLogistic(x[0]), numeric.LogLogistic(-x[0])
		prior := (a-1)*yes + (b-1)*no - logBeta(a, b)
		return choose + k*yes + (n-k)*no + prior + yes + no
	}
	return posterior{"beta-binomial", target{1, density}, choose + logBeta(a+k, b+n-k) - logBeta(a, b),
		normalDraws(40, 1, 0.4, 0.7, 2)}
}

// inverseGamma: y_i ~ N(0, v), v ~ InverseGamma(1.5, 1.5), x = log v, whose Jacobian is v. Evidence
// (2 pi)^(-n/2) b^a Gamma(a + n/2) / (Gamma(a) (b + sum y^2 / 2)^(a + n/2)) (ibid., section 2.6).
func inverseGamma() posterior {
	y := []float64{0.5, -1.7, 2.4, 0.2, -0.9, 1.1}
	const a, b = 1.5, 1.5
	n := float64(len(y))
	var square float64
	for _, v := range y {
		square += v * v
	}
	logZ := -0.5*n*numeric.Log2Pi + a*math.Log(b) + numeric.Lgamma(a+n/2) - numeric.Lgamma(a) -
		(a+n/2)*math.Log(b+square/2)
	density := func(x []float64) float64 {
		v := math.Exp(x[0])
		prior := a*math.Log(b) - numeric.Lgamma(a) - (a+1)*x[0] - b/v
		return prior - 0.5*n*(numeric.Log2Pi+x[0]) - 0.5*square/v + x[0]
	}
	return posterior{"inverse gamma", target{1, density}, logZ, normalDraws(40, 1, 0.4, 0.7, 3)}
}

// TestUnbiased: given the draws, the mean weight is unbiased. Averaged over 120 seeds it must be
// within four Monte Carlo errors of the evidence; the error is that of the seeds' means.
func TestUnbiased(t *testing.T) {
	const seeds = 120
	for _, p := range posteriors() {
		for _, kind := range []Kind{Basic, Spatial} {
			var means numeric.Moments
			s := Settings{Proposals: 10, Kind: kind}
			for seed := uint64(0); seed < seeds; seed++ {
				b := Layered(p.of, p.draws, s, stream(seed))
				logMean := numeric.LogSumExp(b.LogWeights) - math.Log(float64(len(b.LogWeights)))
				means.Add(math.Exp(logMean - p.logZ))
			}
			mcse := math.Sqrt(means.Variance() / seeds)
			if math.Abs(means.Mean()-1) > 4*mcse {
				t.Errorf("%s, %d coordinates, %s: mean Z-hat/Z = %v, MCSE %v", p.name, p.of.dim, kind,
					means.Mean(), mcse)
			}
			if mcse > 0.1 {
				t.Errorf("%s, %d coordinates, %s: MCSE %v is too large to test anything", p.name,
					p.of.dim, kind, mcse)
			}
		}
	}
}

// TestWeightsByDefinition recomputes every weight from the points by the formulas of the paper, with
// the normal density from the covariance's inverse and determinant in two dimensions by hand.
func TestWeightsByDefinition(t *testing.T) {
	draws := []float64{0.3, 1, -0.7, 0.2, 1.5, 2.2, 0.1, -0.4, -1.2, -0.8, 0.9, 0.4}
	n := len(draws) / 2
	cov := sampleCovariance(draws, n, 2)
	det := cov[0]*cov[3] - cov[1]*cov[2]
	q := func(x, center []float64) float64 {
		a, b := x[0]-center[0], x[1]-center[1]
		return math.Exp(-0.5*(cov[3]*a*a-2*cov[1]*a*b+cov[0]*b*b)/det) / (2 * math.Pi * math.Sqrt(det))
	}
	of := target{2, func(x []float64) float64 { return -math.Abs(x[0]) - x[1]*x[1] }}
	for _, kind := range []Kind{Basic, Spatial} {
		batch := Layered(of, draws, Settings{Proposals: 3, Kind: kind}, stream(5))
		if batch.Shrinkage != 0 || batch.Floored != 0 || len(batch.LogWeights) != 3*n ||
			len(batch.Proposals) != 6*n {
			t.Fatalf("%s: %d weights, %d coordinates, shrinkage %v", kind, len(batch.LogWeights),
				len(batch.Proposals), batch.Shrinkage)
		}
		for k, got := range batch.LogWeights {
			x := batch.Proposals[2*k : 2*k+2]
			i := k / 3
			phi := q(x, draws[2*i:2*i+2])
			if kind == Spatial {
				phi = 0
				for j := 0; j < n; j++ {
					phi += q(x, draws[2*j:2*j+2]) / float64(n)
				}
			}
			if want := of.f(x) - math.Log(phi); math.Abs(got-want) > 1e-11 {
				t.Errorf("%s: log weight %d = %v, want %v", kind, k, got, want)
			}
		}
	}
}

// TestProposalMoments: the points around one draw have its value as mean and Sigma as covariance.
func TestProposalMoments(t *testing.T) {
	const points = 20000
	draws := []float64{0, 0, 2, 1, -1, 1, 1, -2, 0.5, 0, -1, -1, 3, 2}
	cov := sampleCovariance(draws, 7, 2)
	b := Layered(scaledNormal(2, 0), draws, Settings{Proposals: points, Kind: Basic}, stream(6))
	var mean [2]float64
	var got [4]float64
	own := b.Proposals[2*points : 4*points] // around the second draw (2, 1)
	for k := 0; k < points; k++ {
		x := [2]float64{own[2*k] - 2, own[2*k+1] - 1}
		mean[0] += x[0] / points
		mean[1] += x[1] / points
		for j := range got {
			got[j] += x[j/2] * x[j%2] / points
		}
	}
	for j, want := range cov {
		sd := math.Sqrt((cov[j/2*3]*cov[j%2*3] + want*want) / points)
		if math.Abs(got[j]-want) > 4*sd {
			t.Errorf("covariance[%d] = %v, want %v", j, got[j], want)
		}
	}
	for j, m := range mean {
		if math.Abs(m) > 4*math.Sqrt(cov[j*3]/points) {
			t.Errorf("mean[%d] off by %v", j, m)
		}
	}
}

// TestBasicWeightsHaveInfiniteVariance: for an exactly normal posterior E[w^2 | nu] = exp(|nu|^2) in
// whitened coordinates, whose mean over the posterior is infinite in any dimension, and the tail
// grows heavier with the dimension. k-hat above 0.5 says infinite variance.
func TestBasicWeightsHaveInfiniteVariance(t *testing.T) {
	const seeds = 10
	mean := func(d int, kind Kind) float64 {
		var k numeric.Moments
		for seed := uint64(0); seed < seeds; seed++ {
			b := Layered(scaledNormal(d, 0), normalDraws(200, d, 0, 1, 50+seed),
				Settings{Proposals: 10, Kind: kind}, stream(seed))
			var e Estimate
			e.AddBatch(b.LogWeights)
			k.Add(e.KHat())
		}
		return k.Mean()
	}
	at10, at18 := mean(10, Basic), mean(18, Basic)
	if at10 < 0.7 || at18 < at10 {
		t.Errorf("k-hat of basic weights is %v in 10 and %v in 18 dimensions", at10, at18)
	}
	if k := mean(2, Spatial); k > 0.5 {
		t.Errorf("k-hat of spatial weights in 2 dimensions is %v", k)
	}
	t.Logf("k-hat: basic %.2f in 10, %.2f in 18 dimensions; spatial %.2f in 2, %.2f in 10", at10, at18,
		mean(2, Spatial), mean(10, Spatial))
}

func TestNoCoordinates(t *testing.T) {
	b := Layered(target{0, func([]float64) float64 { return -12.5 }}, nil, DefaultSettings(), stream(1))
	if len(b.LogWeights) != 1 || b.LogWeights[0] != -12.5 || len(b.Proposals) != 0 {
		t.Errorf("%+v", b)
	}
}

func TestInvalidDensities(t *testing.T) {
	calls := 0
	of := target{1, func([]float64) float64 {
		calls++
		return []float64{0, math.NaN(), math.Inf(1), math.Inf(-1)}[calls%4]
	}}
	b := Layered(of, normalDraws(10, 1, 0, 1, 1), Settings{Proposals: 4, Kind: Spatial}, stream(1))
	if b.Invalid != 20 || len(b.LogWeights) != 40 {
		t.Errorf("%d invalid of %d, want 20 of 40", b.Invalid, len(b.LogWeights))
	}
	zero := 0
	for _, w := range b.LogWeights {
		if math.IsInf(w, -1) {
			zero++
		}
	}
	if zero != 30 {
		t.Errorf("%d weights are zero, want 30", zero)
	}
}

func TestShrinkage(t *testing.T) {
	const d = 4
	cases := []struct {
		n    int
		want float64
	}{{1, 0.9}, {2, 0.8}, {5, 0.5}, {9, 0.1}, {10, 0}, {40, 0}}
	for _, c := range cases {
		draws := normalDraws(c.n, d, 1, 2, 9)
		b := Layered(scaledNormal(d, 0), draws, DefaultSettings(), stream(1))
		if math.Abs(b.Shrinkage-c.want) > 1e-15 {
			t.Errorf("%d draws: shrinkage %v, want %v", c.n, b.Shrinkage, c.want)
		}
		if floored := b.Floored; (c.n == 1) != (floored == d) || c.n > 1 && floored > 0 {
			t.Errorf("%d draws: %d variances floored", c.n, floored)
		}
		for _, w := range b.LogWeights {
			if math.IsNaN(w) {
				t.Fatalf("%d draws: a log weight is NaN", c.n)
			}
		}
	}
}

// TestShrinkageOfRepeatedDraws: twelve draws that are only two different points have a singular
// covariance although there are enough of them.
func TestShrinkageOfRepeatedDraws(t *testing.T) {
	var draws []float64
	for i := 0; i < 6; i++ {
		draws = append(draws, 1, 2, -1, 3, 0, 5)
	}
	b := Layered(scaledNormal(3, 0), draws, DefaultSettings(), stream(1))
	if b.Shrinkage < 0.5 {
		t.Errorf("shrinkage %v, want at least 0.5", b.Shrinkage)
	}
	for _, w := range b.LogWeights {
		if math.IsNaN(w) || math.IsInf(w, 1) {
			t.Fatalf("log weight %v", w)
		}
	}
}

// TestUnbiasedWhenShrunk: fewer draws than coordinates, the evidence stays unbiased. The draws are
// the corners of a simplex of edge large enough for wide proposals.
func TestUnbiasedWhenShrunk(t *testing.T) {
	const seeds, d = 120, 3
	draws := []float64{2, 0, 0, 0, 2, 0, 0, 0, 2}
	var means numeric.Moments
	for seed := uint64(0); seed < seeds; seed++ {
		b := Layered(scaledNormal(d, 5), draws, Settings{Proposals: 100, Kind: Spatial}, stream(seed))
		if b.Shrinkage != 0.625 {
			t.Fatalf("shrinkage %v, want 1 - 3/8", b.Shrinkage)
		}
		means.Add(math.Exp(numeric.LogSumExp(b.LogWeights) - math.Log(float64(len(b.LogWeights))) - 5))
	}
	mcse := math.Sqrt(means.Variance() / seeds)
	if math.Abs(means.Mean()-1) > 4*mcse || mcse > 0.1 {
		t.Errorf("mean Z-hat/Z = %v, MCSE %v", means.Mean(), mcse)
	}
}

func TestMisusePanics(t *testing.T) {
	cases := map[string]func(){
		"evidence: Layered: invalid settings": func() {
			Layered(scaledNormal(1, 0), []float64{1}, Settings{}, stream(1))
		},
		"evidence: Layered: draws are not whole rows": func() {
			Layered(scaledNormal(2, 0), []float64{1}, DefaultSettings(), stream(1))
		},
		"evidence: Layered: draws are not finite": func() {
			Layered(scaledNormal(1, 0), []float64{1, math.Inf(1)}, DefaultSettings(), stream(1))
		},
		"evidence: ExploitationRatios: lengths differ": func() {
			ExploitationRatios([]float64{1}, nil, 0)
		},
		"evidence: LogExploration: lookAhead is not positive": func() { LogExploration(0, 0, 1, 0) },
	}
	for want, call := range cases {
		func() {
			defer func() {
				if got := recover(); got != want {
					t.Errorf("panic %v, want %q", got, want)
				}
			}()
			call()
		}()
	}
}

func TestSettings(t *testing.T) {
	if err := DefaultSettings().Validate(); err != nil {
		t.Error(err)
	}
	for _, s := range []Settings{{Proposals: 0, Kind: Basic}, {Proposals: 1, Kind: "temporal"}} {
		if s.Validate() == nil {
			t.Errorf("%+v is accepted", s)
		}
	}
}

// TestManyParametersAreProposedWithoutCorrelations: 10 draws of 200 parameters keep 2.5 % of the correlations by
// the rule, so none.
func TestManyParametersAreProposedWithoutCorrelations(t *testing.T) {
	const n, d = 10, 200
	rng := stream(1)
	draws := make([]float64, n*d)
	for i := range draws {
		draws[i] = rng.NormFloat64()
	}
	c := newCovariance(draws, d)
	if c.shrinkage != 1 {
		t.Errorf("shrinkage %v", c.shrinkage)
	}
	plain := sampleCovariance(draws, n, d)
	for i := range d {
		for j := range d {
			want := 0.0
			if i == j {
				want = math.Sqrt(plain[i*d+i])
			}
			if c.root[i*d+j] != want {
				t.Fatalf("root[%d,%d] = %v, want %v", i, j, c.root[i*d+j], want)
			}
		}
	}
	if c = newCovariance(draws[:n*40], 40); c.shrinkage == 1 {
		t.Error("10 draws of 40 parameters keep 12 % of their correlations by the rule")
	}
}

// TestShrunkUntilPositive: with variances 1 and the covariance c the kept part must be below 1/c: halved eight times it
// is below 1/200; 1/400 is not reached in time, and the correlation is dropped.
func TestShrunkUntilPositive(t *testing.T) {
	for c, want := range map[float64]float64{.5: 0, 1.5: .5, 200: 1 - 1./256, 400: 1} {
		s := covariance{d: 2, root: make([]float64, 4)}
		if s.factor([]float64{1, c, c, 1}, 0); s.shrinkage != want {
			t.Errorf("covariance %v: the share %v is dropped, want %v", c, s.shrinkage, want)
		}
	}
}
