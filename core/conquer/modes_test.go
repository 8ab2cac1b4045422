// Tests of the measurement where there are many inputs, and of its parts on targets that are known.

package conquer

import (
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"dcctree/core/evidence"
	"dcctree/core/numeric"
	"dcctree/core/random"
	"dcctree/core/softtree"
)

// manyInputs is a small classification of which the first of d inputs tells the class.
func manyInputs(d int) softtree.Data {
	rng := random.Stream(8, "many inputs")
	const n = 14
	data := softtree.Data{N: n, D: d, Classes: 2, X: make([]float64, n*d), Class: make([]int, n)}
	for i := range data.X {
		data.X[i] = rng.Float64()
	}
	for i := range data.Class {
		if data.X[i] > .5 {
			data.Class[i] = 1
		}
	}
	return data
}

// manyInputsRegression is the same with a response.
func manyInputsRegression(d int) softtree.Data {
	data := manyInputs(d)
	rng := random.Stream(9, "many inputs")
	data.Y = make([]float64, data.N)
	for i, c := range data.Class {
		data.Y[i] = float64(2*c-1) + .3*rng.NormFloat64()
	}
	data.Class, data.Classes = nil, 0
	return data
}

// TestManyInputs: with 6 inputs the measurement from modes and tempered particles from the same mixture give
// the evidence that draws from the prior do: a stump and a tree with a superfluous split, of a
// classification and of a regression.
func TestManyInputs(t *testing.T) {
	for name, data := range map[string]softtree.Data{"classes": manyInputs(6),
		"response": manyInputsRegression(6)} {
		for _, leaves := range [][]int{{1, 2}, {3, 4, 2}} {
			p, top := newProblem(data, .05), tree(t, leaves...)
			w, rng := p.newWork(top, func() {}), random.Stream(3, "many", name, top.Key())
			want, bound := byPrior(w, 100_000, rng)
			m := measured(p, top, 4)
			solutions, _ := p.Score(top, nil, rng)
			var tempered Measurement
			tempered.take(w.tempered(w.fromModes(solutions, rng), rng))
			for route, m := range map[string]Measurement{"modes": m, "tempered": tempered} {
				e := math.Sqrt(m.Error*m.Error + bound*bound)
				if e > .3 || math.Abs(m.LogZ-want) > 4*e || !m.Reliable() {
					t.Errorf("%s %v, %s: log Z %.3f ± %.3f (k-hat %.2f), by prior draws %.3f "+
						"± %.3f", name, leaves, route, m.LogZ, m.Error, m.KHat, want, bound)
				}
			}
			if data.Classes > 0 && m.Method != Modes || m.Gradients < 100 || m.Modes < 1 {
				t.Errorf("%s %v: %s, %d gradients, %d modes", name, leaves, m.Method, m.Gradients,
					m.Modes)
			}
		}
	}
}

// TestManyInputsSameBits: equal streams give equal measurements.
func TestManyInputsSameBits(t *testing.T) {
	p, top := newProblem(manyInputs(6), .05), tree(t, 3, 4, 2)
	if a, b := measured(p, top, 5), measured(p, top, 5); !reflect.DeepEqual(a, b) {
		t.Errorf("log Z %v and %v", a.LogZ, b.LogZ)
	}
}

// bowl is a normal density, unnormalized: its log is 0 at the mean.
type bowl struct{ mean, precision []float64 }

// newBowl makes a precision of random directions with eigenvalues from .5 to 200.
func newBowl(d int, rng *rand.Rand) bowl {
	b := bowl{mean: make([]float64, d), precision: make([]float64, d*d)}
	for i := range d {
		b.mean[i] = rng.NormFloat64()
		b.precision[i*d+i] = .5
	}
	v := make([]float64, d)
	for _, scale := range []float64{.2, 1, 4} {
		for i := range v {
			v[i] = scale * rng.NormFloat64()
		}
		for i := range d {
			for j := range d {
				b.precision[i*d+j] += v[i] * v[j]
			}
		}
	}
	return b
}

func (b bowl) Dim() int { return len(b.mean) }

func (b bowl) Gradient(grad, x []float64) (v float64) {
	d := len(x)
	for i := range d {
		grad[i] = 0
		for j := range d {
			grad[i] -= b.precision[i*d+j] * (x[j] - b.mean[j])
		}
		v += .5 * grad[i] * (x[i] - b.mean[i])
	}
	return v
}

// misfit is the largest deviation of the bell's mean, in its standard deviations, and of its covariance
// times the precision from the identity.
func (b bowl) misfit(got bell) (worst float64) {
	d := b.Dim()
	u := make([]float64, d)
	for i := range u {
		u[i] = got.mean[i] - b.mean[i]
	}
	numeric.SolveLower(u, got.root, u, d)
	for _, v := range u {
		worst = math.Max(worst, math.Abs(v))
	}
	for i := range d {
		for j := range d {
			v := 0.
			if i == j {
				v = -1
			}
			for k := range d {
				v += numeric.Dot(got.root[i*d:(i+1)*d], got.root[k*d:(k+1)*d]) * b.precision[k*d+j]
			}
			worst = math.Max(worst, math.Abs(v))
		}
	}
	return worst
}

// TestClimbAndBells: on a normal density a climb ends within .1 of a nat of the top and stops, Laplace's
// method is exact, its log mass too, and the fit by regression goes there from elsewhere, both but for
// rounding of the differences, and by as much as its bounds let it.
func TestClimbAndBells(t *testing.T) {
	rng := random.Stream(5, "bowl")
	for range 5 {
		const d = 7
		b := newBowl(d, rng)
		z, value := climb(b, make([]float64, d), 200)
		if value < -.1 || value != b.Gradient(make([]float64, d), z) {
			t.Errorf("the climb ended at %v", value)
		}
		exact := laplace(b, b.mean, 0)
		if off := b.misfit(exact); off > .5 { // the eigenvalue .5 is raised to .7
			t.Errorf("Laplace is off by %v", off)
		}
		from := bell{mean: make([]float64, d), root: make([]float64, d*d)}
		for i := range d {
			from.root[i*d+i] = 1
		}
		for range 40 {
			from = improve(b, from, rng)
		}
		if off := b.misfit(from); off > .02 {
			t.Errorf("the regression is off by %v", off)
		}
	}
}

// TestEigen: A = V diag(values) V' with V orthogonal.
func TestEigen(t *testing.T) {
	rng := random.Stream(6, "eigen")
	const d = 9
	a := newBowl(d, rng).precision
	values, v := eigen(append([]float64(nil), a...), d)
	for i := range d {
		for j := range d {
			var back, product float64
			for k := range d {
				back += v[i*d+k] * values[k] * v[j*d+k]
				product += v[k*d+i] * v[k*d+j]
			}
			want := 0.
			if i == j {
				want = 1
			}
			if math.Abs(back-a[i*d+j]) > 1e-9 || math.Abs(product-want) > 1e-12 {
				t.Fatalf("element %d %d: %v of %v, product %v", i, j, back, a[i*d+j], product)
			}
		}
	}
}

// TestFreedBell: the split's coordinates are standard normal and independent, the others as before.
func TestFreedBell(t *testing.T) {
	rng := random.Stream(7, "freed")
	l := softtree.Layout{Splits: 2, Leaves: 3, D: 3}
	b := laplace(newBowl(6, rng), []float64{1, 2, 3, 4, 5, 6}, 0)
	f := b.freed(l, 1)
	at := func(b bell, i, j int) float64 { return numeric.Dot(b.root[i*6:i*6+6], b.root[j*6:j*6+6]) }
	for i := range 6 {
		for j := range 6 {
			want := at(b, i, j)
			if i >= 3 || j >= 3 {
				want = 0
				if i == j {
					want = 1
				}
			}
			if math.Abs(at(f, i, j)-want) > 1e-9 {
				t.Errorf("covariance %d %d is %v, want %v", i, j, at(f, i, j), want)
			}
		}
		if want := []float64{1, 2, 3, 0, 0, 0}[i]; f.mean[i] != want {
			t.Errorf("mean %d is %v", i, f.mean[i])
		}
	}
}

// TestComponentsInWarp: a component without warp, as an audit adds them, keeps its place and spread in one,
// and the mixture's density is that of its draws: E[1/q] over prior draws under q is one.
func TestComponentsInWarp(t *testing.T) {
	w := newProblem(manyInputs(6), .05).newWork(tree(t, 1, 2), func() {})
	c, rng := &warp{layout: w.layout, sigmaSD: 1}, random.Stream(8, "in chart")
	d := w.Dim()
	root := make([]float64, d*d)
	for i := range d {
		root[i*d+i] = .7
	}
	plain := evidence.Component{Weight: 2, Mean: make([]float64, d), Root: root, DF: 10}
	warped := inWarp([]evidence.Component{plain}, c, rng)[0]
	if warped.Weight != 2 || warped.DF != 10 || warped.Warp != nil {
		t.Errorf("%+v", warped)
	}
	warped.Warp = c
	for _, k := range []evidence.Component{plain, warped} {
		m := evidence.Mixture{Components: []evidence.Component{k}, Prior: prior{w.target}, PriorShare: .3}
		x, sum := make([]float64, d), numeric.Moments{}
		for range 20_000 {
			m.Sample(x, rng)
			sum.Add(math.Exp(w.target.LogPrior(x) - m.LogDensity(x)))
		}
		if e := math.Sqrt(sum.Variance() / 20_000); e > .02 || math.Abs(sum.Mean()-1) > 4*e {
			t.Errorf("integral of the prior %.3f ± %.3f", sum.Mean(), e)
		}
	}
}
