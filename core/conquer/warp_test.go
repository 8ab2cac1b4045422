// Tests of the warp: the normal distribution, bijection, Jacobian, gradient, the prior in it.

package conquer

import (
	"math"
	"testing"

	"dcctree/core/numeric"
	"dcctree/core/random"
)

// TestExponential: the logarithm of the upper tail, its slope and its inverse, against another way to
// compute the normal distribution function.
func TestExponential(t *testing.T) {
	for z := -12.; z <= 12; z += .0437 {
		e, slope := exponential(z)
		want := -numeric.LogNormalCDF(-z)
		if z < -3 { // where 1 - P loses what matters
			want = -math.Log1p(-numeric.NormalCDF(z))
		}
		if math.Abs(e-want) > 1e-12*want {
			t.Errorf("z %v: %v, want %v", z, e, want)
		}
		if hazard := math.Exp(numeric.LogNormalPDF(z, 0, 1) + want); math.Abs(slope-hazard) > 1e-10*hazard {
			t.Errorf("z %v: slope %v, want %v", z, slope, hazard)
		}
		if back := fromExponential(e); math.Abs(back-z) > 1e-9 {
			t.Errorf("z %v came back as %v", z, back)
		}
	}
	if z := fromExponential(1e-320); z > -37 || math.IsNaN(z) {
		t.Errorf("of a vanishing tail %v", z)
	}
}

// TestWarp: Find undoes Place, the slopes are opposite, the gradient in z is that of central differences.
func TestWarp(t *testing.T) {
	w := newProblem(jump, .05).newWork(tree(t, 3, 4, 2), func() {})
	wide := newProblem(manyInputs(6), .05).newWork(tree(t, 3, 4, 2), func() {})
	rng := random.Stream(1, "chart")
	for _, target := range []*warped{newWarped(w, &warp{layout: w.layout, sigma: -1, sigmaSD: .3}),
		newWarped(wide, &warp{layout: wide.layout, sigmaSD: 1})} {
		d := target.Dim()
		z, x, back, grad, other := make([]float64, d), make([]float64, d), make([]float64, d),
			make([]float64, d), make([]float64, d)
		for range 50 {
			for i := range z {
				z[i] = 1.5 * rng.NormFloat64()
			}
			slope := target.warp.place(x, nil, nil, z)
			if inverse := target.warp.Find(back, x); math.Abs(slope+inverse) > 1e-7 {
				t.Errorf("log slopes %v and %v", slope, inverse)
			}
			value := target.Gradient(grad, z)
			if math.Abs(value-target.LogDensity(z)) > 1e-9*math.Abs(value) {
				t.Errorf("density %v, with gradient %v", target.LogDensity(z), value)
			}
			for i := range z {
				if math.Abs(z[i]-back[i]) > 1e-8 {
					t.Errorf("%v came back as %v", z[i], back[i])
				}
				const step = 1e-5
				z[i] += step
				up := target.Gradient(other, z)
				z[i] -= 2 * step
				down := target.Gradient(other, z)
				z[i] += step
				if want := (up - down) / (2 * step); math.Abs(want-grad[i]) > 1e-3*(1+math.Abs(want)) {
					t.Errorf("gradient %d is %v, differences %v", i, grad[i], want)
				}
			}
		}
	}
}

// TestPriorIsNormalInWarp: of a classification, all of it.
func TestPriorIsNormalInWarp(t *testing.T) {
	w := newProblem(manyInputs(6), .05).newWork(tree(t, 3, 4, 2), func() {})
	c := &warp{layout: w.layout, sigmaSD: 1}
	rng := random.Stream(2, "prior in chart")
	z, x := make([]float64, w.Dim()), make([]float64, w.Dim())
	for range 50 {
		want := 0.
		for i := range z {
			z[i] = 1.5 * rng.NormFloat64()
			want += numeric.LogNormalPDF(z[i], 0, 1)
		}
		if got := c.place(x, nil, nil, z) + w.target.LogPrior(x); math.Abs(got-want) > 1e-8*math.Abs(want) {
			t.Errorf("log prior %v, want %v", got, want)
		}
	}
}
