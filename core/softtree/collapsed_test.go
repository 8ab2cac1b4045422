// Tests of the collapsed regression: Bayes' rule against the full model, quadrature, gradients, draws.

package softtree

import (
	"fmt"
	"math"
	"path/filepath"
	"testing"

	"dcctree/core/numeric"
	"dcctree/core/random"
	"dcctree/core/topology"
	"gonum.org/v1/gonum/mat"
)

// weighted returns d with random weights in (.5, 3.5) and, for a regression, a scatter of 2.5.
func weighted(d Data) Data {
	rng := random.Stream(17, "weights")
	for range d.N {
		d.Weight = append(d.Weight, .5+3*rng.Float64())
	}
	if d.Regression() {
		d.Scatter = 2.5
	}
	return d
}

// offCenter are priors in which a lost LeafMean or LeafSD shows.
func offCenter() Priors {
	p := StandardizedPriors()
	p.LeafMean, p.LeafSD, p.SigmaScale = .7, 1.6, .8
	return p
}

func TestCollapsedGradientFiniteDifferences(t *testing.T) {
	shapes := []topology.Topology{topology.Root(), mustLeaves(t, 1, 2), mustLeaves(t, 1, 5, 6),
		mustLeaves(t, 3, 9, 10, 5, 6)}
	for _, n := range []int{1, 7, 128 + 1, 3*128 - 5} {
		for s, shape := range shapes {
			for _, d := range []int{1, 4} {
				data := synthetic(uint64(n), n, d, 0)
				for _, c := range []*Collapsed{
					NewCollapsed(shape, data, PaperPriors(), .3),
					NewCollapsed(shape, weighted(data), offCenter(), .3),
				} {
					checkGradient(t, fmt.Sprintf("%v, %d rows", c.Layout(), n), c,
						randomTheta(uint64(s), c.Dim()))
				}
			}
		}
	}
}

func TestWeightedGradientFiniteDifferences(t *testing.T) {
	for _, classes := range []int{0, 3} {
		m := NewModel(mustLeaves(t, 3, 9, 10, 5, 6), weighted(synthetic(4, 128+9, 3, classes)), offCenter(), .3)
		checkGradient(t, fmt.Sprintf("%d classes", classes), m, randomTheta(1, m.Dim()))
	}
}

// normal is a multivariate normal distribution.
type normal struct {
	mean       *mat.VecDense
	precision  *mat.SymDense
	covariance mat.SymDense
	logDet     float64 // of the precision
}

func (n *normal) logDensity(x []float64) float64 {
	var r mat.VecDense
	r.SubVec(mat.NewVecDense(len(x), x), n.mean)
	return 0.5*(n.logDet-float64(len(x))*numeric.Log2Pi) - 0.5*mat.Inner(&r, n.precision, &r)
}

// conditional returns the distribution of the leaf means given the rest, from dense matrices.
func conditional(t *testing.T, shape topology.Topology, data Data, p Priors, h float64, theta []float64) *normal {
	t.Helper()
	m := NewModel(shape, data, p, h)
	full := append([]float64(nil), theta[:len(theta)-1]...)
	full = append(full, make([]float64, m.layout.Leaves)...)
	full = append(full, theta[len(theta)-1])
	k := m.layout.Leaves
	reach := make([]float64, k*data.N)
	NewPredictor(shape, m, data.X, data.N).Reaches(reach, full)
	s2 := math.Exp(2 * theta[len(theta)-1])
	precision, right := mat.NewSymDense(k, nil), mat.NewVecDense(k, nil)
	for a := range k {
		for b := a; b < k; b++ {
			var v float64
			for i := range data.N {
				v += data.weight(i) * reach[a*data.N+i] * reach[b*data.N+i] / s2
			}
			if a == b {
				v += 1 / (p.LeafSD * p.LeafSD)
			}
			precision.SetSym(a, b, v)
		}
		v := p.LeafMean / (p.LeafSD * p.LeafSD)
		for i, y := range data.Y {
			v += data.weight(i) * reach[a*data.N+i] * y / s2
		}
		right.SetVec(a, v)
	}
	var chol mat.Cholesky
	if !chol.Factorize(precision) {
		t.Fatal("precision is not positive definite")
	}
	out := &normal{mean: mat.NewVecDense(k, nil), precision: precision, logDet: chol.LogDet()}
	if chol.SolveVecTo(out.mean, right) != nil || chol.InverseTo(&out.covariance) != nil {
		t.Fatal("conditional: ill-conditioned")
	}
	return out
}

// TestCollapsedBayesRule: density of (mu, rest) = density of rest x N(mu | rest), whatever mu.
func TestCollapsedBayesRule(t *testing.T) {
	for s, shape := range []topology.Topology{topology.Root(), mustLeaves(t, 1, 5, 6),
		mustLeaves(t, 3, 9, 10, 5, 6)} {
		for _, data := range []Data{synthetic(8, 200, 3, 0), weighted(synthetic(8, 200, 3, 0))} {
			c, m := NewCollapsed(shape, data, offCenter(), .2), NewModel(shape, data, offCenter(), .2)
			theta := randomTheta(uint64(s), c.Dim())
			means := conditional(t, shape, data, offCenter(), .2, theta)
			rng, full := random.Stream(3), make([]float64, m.Dim())
			for range 5 {
				c.Expand(full, theta, rng)
				want := m.LogDensity(full) - means.logDensity(full[m.layout.Mu(0):m.layout.LogSigma()])
				if got := c.LogDensity(theta); !(math.Abs(got-want) < 1e-10*math.Abs(want)) {
					t.Errorf("shape %d: log density %v, want %v", s, got, want)
				}
			}
		}
	}
}

// TestCollapsedQuadrature integrates the full stump over both means: the trapezoid rule with steps
// of half the smallest standard deviation over ten of the largest is exact for a normal to 1e-15.
func TestCollapsedQuadrature(t *testing.T) {
	shape := mustLeaves(t, 1, 2)
	for _, data := range []Data{synthetic(8, 12, 2, 0), weighted(synthetic(8, 12, 2, 0))} {
		c, m := NewCollapsed(shape, data, offCenter(), .2), NewModel(shape, data, offCenter(), .2)
		for seed := range uint64(3) {
			theta := randomTheta(seed, c.Dim())
			full := append(append([]float64(nil), theta[:2]...), 0, 0, theta[2])
			means := conditional(t, shape, data, offCenter(), .2, theta)
			sd := &means.covariance
			// The conditional deviations set the steps, the marginal ones the range.
			rho2 := sd.At(0, 1) * sd.At(0, 1) / (sd.At(0, 0) * sd.At(1, 1))
			var step [2]float64
			for k := range step {
				step[k] = math.Sqrt(sd.At(k, k)*(1-rho2)) / 2
			}
			var logs []float64
			reach := int(20 / math.Sqrt(1-rho2))
			for i := -reach; i <= reach; i++ {
				for j := -reach; j <= reach; j++ {
					full[2], full[3] = means.mean.AtVec(0)+float64(i)*step[0], means.mean.AtVec(1)+
						float64(j)*step[1]
					logs = append(logs, m.LogDensity(full))
				}
			}
			want := numeric.LogSumExp(logs) + math.Log(step[0]*step[1])
			if got := c.LogDensity(theta); !(math.Abs(got-want) < 1e-8) {
				t.Errorf("seed %d: log density %v, quadrature %v", seed, got, want)
			}
			if got := c.LogLikelihood(theta) + c.LogPrior(theta); !(math.Abs(got-want) < 1e-8) {
				t.Errorf("seed %d: log likelihood + log prior %v, quadrature %v", seed, got, want)
			}
		}
	}
}

// TestDrawMeans compares mean and covariance of 20,000 draws with the conditional's; the bounds are 4.5
// Monte Carlo errors (the variance of a product of normals is s_aa s_bb + s_ab^2).
func TestDrawMeans(t *testing.T) {
	shape, data := mustLeaves(t, 1, 5, 6), weighted(synthetic(8, 150, 2, 0))
	c := NewCollapsed(shape, data, offCenter(), .2)
	theta := randomTheta(2, c.Dim())
	means := conditional(t, shape, data, offCenter(), .2, theta)
	covariance := &means.covariance
	const n = 20000
	rng, mu := random.Stream(5), make([]float64, 3)
	var first [3]float64
	var second [3][3]float64
	for range n {
		c.DrawMeans(mu, theta, rng)
		for a := range mu {
			first[a] += (mu[a] - means.mean.AtVec(a)) / n
			for b := range mu {
				second[a][b] += (mu[a] - means.mean.AtVec(a)) * (mu[b] - means.mean.AtVec(b)) / n
			}
		}
	}
	for a := range mu {
		if e := first[a] / math.Sqrt(covariance.At(a, a)/n); !(math.Abs(e) < 4.5) {
			t.Errorf("mean of leaf %d is off by %v errors", a, e)
		}
		for b := range mu {
			sab := covariance.At(a, b)
			e := (second[a][b] - sab) / math.Sqrt((covariance.At(a, a)*covariance.At(b, b)+sab*sab)/n)
			if !(math.Abs(e) < 4.5) {
				t.Errorf("covariance of leaves %d and %d is off by %v errors", a, b, e)
			}
		}
	}
}

func TestExpandKeepsTheRest(t *testing.T) {
	c := NewCollapsed(mustLeaves(t, 1, 5, 6), synthetic(8, 50, 3, 0), PaperPriors(), .2)
	theta, mu, full := randomTheta(2, c.Dim()), make([]float64, 3), make([]float64, c.Layout().Expand().Dim())
	c.DrawMeans(mu, theta, random.Stream(1))
	c.Expand(full, theta, random.Stream(1))
	for i, want := range append(append(append([]float64(nil), theta[:6]...), mu...), theta[6]) {
		if full[i] != want {
			t.Errorf("element %d is %v, want %v", i, full[i], want)
		}
	}
}

// TestCollapsedExtremes: empty leaves, saturated and constant splits, tiny and huge sigma stay finite.
func TestCollapsedExtremes(t *testing.T) {
	shape := mustLeaves(t, 3, 9, 10, 5, 6)
	for _, data := range []Data{synthetic(8, 150, 2, 0), weighted(synthetic(8, 150, 2, 0)), synthetic(8, 1, 2, 0)} {
		for _, h := range []float64{1e-9, .001, 1e6} {
			for _, logit := range []float64{-40, 0, 40} {
				for _, logSigma := range []float64{-14, -3, 0, 30} {
					c := NewCollapsed(shape, data, StandardizedPriors(), h)
					theta, grad := randomTheta(1, c.Dim()), make([]float64, c.Dim())
					for j := range c.Layout().Splits {
						theta[c.Layout().Tau(j)] = logit
					}
					theta[c.Layout().LogSigma()] = logSigma
					value := c.Gradient(grad, theta)
					for _, g := range append(grad, value) {
						if math.IsNaN(g) || math.IsInf(g, 0) {
							t.Fatalf("h %v, logit %v, log sigma %v, %d rows: value %v, "+
								"gradient %v", h, logit, logSigma, data.N, value, grad)
						}
					}
				}
			}
		}
	}
}

// TestCollapsedZeroDensity: where M overflows the density is zero and the gradient too; where M is lost
// in rounding because both leaves are alike, the density is as good as zero, never NaN.
func TestCollapsedZeroDensity(t *testing.T) {
	c := NewCollapsed(mustLeaves(t, 1, 2), synthetic(8, 50, 2, 0), PaperPriors(), 1e9)
	theta, grad := randomTheta(1, c.Dim()), []float64{1, 1, 1}
	theta[c.Layout().LogSigma()] = 400
	if v := c.Gradient(grad, theta); !math.IsInf(v, -1) || grad[0] != 0 || grad[2] != 0 {
		t.Errorf("value %v, gradient %v", v, grad)
	}
	if v := c.LogDensity(theta); !math.IsInf(v, -1) {
		t.Errorf("log density %v", v)
	}
	if v := c.LogLikelihood(theta); !math.IsInf(v, -1) {
		t.Errorf("log likelihood %v", v)
	}
	for logSigma := -18.0; logSigma > -300; logSigma-- {
		theta[c.Layout().LogSigma()] = logSigma
		if v := c.Gradient(grad, theta); !(v < -1e15) {
			t.Errorf("log sigma %v: log density %v", logSigma, v)
		}
	}
}

func TestCollapsedNoAllocation(t *testing.T) {
	c := NewCollapsed(mustLeaves(t, 3, 9, 10, 5, 6), weighted(synthetic(1, 500, 4, 0)), PaperPriors(), .05)
	theta, grad, full := randomTheta(1, c.Dim()), make([]float64, c.Dim()),
		make([]float64, c.Layout().Expand().Dim())
	rng := random.Stream(1)
	for name, f := range map[string]func(){
		"gradient": func() { c.Gradient(grad, theta) }, "density": func() { c.LogDensity(theta) },
		"expand": func() { c.Expand(full, theta, rng) }, "prior draw": func() { c.SamplePrior(theta, rng) },
		"prior": func() { c.LogPrior(theta) },
	} {
		if n := testing.AllocsPerRun(20, f); n != 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}

func TestCollapsedBandwidth(t *testing.T) {
	data := synthetic(1, 50, 2, 0)
	a, b := NewCollapsed(mustLeaves(t, 1, 2), data, PaperPriors(), .1), NewCollapsed(mustLeaves(t, 1, 2), data,
		PaperPriors(), .3)
	theta := randomTheta(1, a.Dim())
	before := a.LogDensity(theta)
	a.SetBandwidth(.3)
	if after := a.LogDensity(theta); after != b.LogDensity(theta) || after == before {
		t.Errorf("log density %v after SetBandwidth, %v before", after, before)
	}
}

// BenchmarkCGM compares the ways to one gradient of CGM's true tree, merged rows or not.
func BenchmarkCGM(b *testing.B) {
	dir := filepath.Join("..", "..", "..", "shared", "data", "paper")
	data := readScaled(b, dir, "cgm", nil)
	shape := mustLeaves(b, 3, 9, 10, 5, 6)
	for _, h := range []float64{.1, .001} {
		for name, d := range map[string]Data{"rows": data, "merged": data.Merge()} {
			for kind, m := range map[string]Target{
				"full":      NewModel(shape, d, PaperPriors(), h),
				"collapsed": NewCollapsed(shape, d, PaperPriors(), h),
			} {
				b.Run(fmt.Sprintf("h=%v/%s/%s", h, name, kind), func(b *testing.B) {
					theta, grad := randomTheta(1, m.Dim()), make([]float64, m.Dim())
					for b.Loop() {
						m.Gradient(grad, theta)
					}
				})
			}
		}
	}
}
