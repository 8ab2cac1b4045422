// Tests of the transforms: round trips, Jacobians and pull-backs by finite differences, edge cases.

package bijector

import (
	"math"
	"testing"

	"dcctree/core/random"
)

func TestUnit(t *testing.T) {
	for _, u := range []float64{-30, -3, -.1, 0, .2, 4, 30} {
		tau, lj := Unit(u)
		const eps = 1e-6
		up, _ := Unit(u + eps)
		down, _ := Unit(u - eps)
		if slope := (up - down) / (2 * eps); math.Abs(slope-math.Exp(lj)) > 1e-9 {
			t.Errorf("u %v: slope %v, Jacobian %v", u, slope, math.Exp(lj))
		}
		// tau is rounded to 1e-16; near 1 the inverse magnifies that by 1/(1-tau).
		if math.Abs(UnitInverse(tau)-u) > 1e-14+4e-16/(1-tau) {
			t.Errorf("round trip of %v: %v", u, UnitInverse(tau))
		}
		f := func(u float64) float64 { tau, lj := Unit(u); return 3*tau*tau + lj }
		want := (f(u+eps) - f(u-eps)) / (2 * eps)
		if got := UnitPullBack(u, 6*tau); math.Abs(got-want) > 1e-8 {
			t.Errorf("u %v: pull-back %v, difference quotient %v", u, got, want)
		}
	}
}

func TestSimplexRoundTripAndSum(t *testing.T) {
	rng := random.Stream(1, "simplex")
	for _, k := range []int{1, 2, 3, 13} {
		for _, scale := range []float64{.5, 5, 20} {
			d, delta, back := make([]float64, k-1), make([]float64, k), make([]float64, k-1)
			for i := range d {
				d[i] = rng.NormFloat64() * scale
			}
			Simplex(delta, d)
			var sum float64
			for _, v := range delta {
				sum += v
			}
			if math.Abs(sum-1) > 1e-14 {
				t.Errorf("k %d: sum %v", k, sum)
			}
			SimplexInverse(back, delta)
			for i := range d {
				if math.Abs(back[i]-d[i]) > 1e-10*(1+math.Abs(d[i])) {
					t.Errorf("k %d: d[%d] = %v came back as %v", k, i, d[i], back[i])
				}
			}
		}
	}
	delta := make([]float64, 4)
	Simplex(delta, make([]float64, 3))
	for _, v := range delta {
		if math.Abs(v-.25) > 1e-15 {
			t.Errorf("d = 0 gives %v", delta)
		}
	}
}

// TestSimplexJacobian compares with the determinant of the difference quotients (Gaussian elimination).
func TestSimplexJacobian(t *testing.T) {
	d := []float64{.3, -1.2, .7}
	delta := make([]float64, 4)
	lj := Simplex(delta, d)
	const eps = 1e-6
	var jac [3][3]float64
	for j := range 3 {
		up, down := make([]float64, 4), make([]float64, 4)
		at := append([]float64(nil), d...)
		at[j] += eps
		Simplex(up, at)
		at[j] -= 2 * eps
		Simplex(down, at)
		for i := range 3 {
			jac[i][j] = (up[i] - down[i]) / (2 * eps)
		}
	}
	det := jac[0][0]*(jac[1][1]*jac[2][2]-jac[1][2]*jac[2][1]) -
		jac[0][1]*(jac[1][0]*jac[2][2]-jac[1][2]*jac[2][0]) +
		jac[0][2]*(jac[1][0]*jac[2][1]-jac[1][1]*jac[2][0])
	if math.Abs(math.Log(math.Abs(det))-lj) > 1e-7 {
		t.Errorf("log Jacobian %v, determinant says %v", lj, math.Log(math.Abs(det)))
	}
}

func TestSimplexPullBack(t *testing.T) {
	rng := random.Stream(2, "pull-back")
	for _, k := range []int{1, 2, 5} {
		d, w, grad := make([]float64, k-1), make([]float64, k), make([]float64, k-1)
		for i := range w {
			w[i] = rng.NormFloat64() * 3
		}
		for i := range d {
			d[i] = rng.NormFloat64()
		}
		f := func(d []float64) float64 {
			delta := make([]float64, k)
			v := Simplex(delta, d)
			for i, x := range delta {
				v += w[i] * x * x
			}
			return v
		}
		delta, dDelta := make([]float64, k), make([]float64, k)
		Simplex(delta, d)
		for i, x := range delta {
			dDelta[i] = 2 * w[i] * x
		}
		SimplexPullBack(grad, d, dDelta)
		for i := range d {
			const eps = 1e-6
			at := append([]float64(nil), d...)
			at[i] += eps
			up := f(at)
			at[i] -= 2 * eps
			if want := (up - f(at)) / (2 * eps); math.Abs(want-grad[i]) > 1e-7 {
				t.Errorf("k %d: component %d: %v, difference quotient %v", k, i, grad[i], want)
			}
		}
	}
}

func TestPositive(t *testing.T) {
	if sigma, lj := Positive(math.Log(2.5)); math.Abs(sigma-2.5) > 1e-15 || lj != math.Log(2.5) {
		t.Errorf("%v %v", sigma, lj)
	}
}

func TestPanicIsNamed(t *testing.T) {
	defer func() {
		if got := recover(); got != "bijector: simplex needs one value more than its unconstrained form" {
			t.Errorf("panic %v", got)
		}
	}()
	Simplex(make([]float64, 2), make([]float64, 2))
}

// TestSimplexesMatchSimplex, bit for bit.
func TestSimplexesMatchSimplex(t *testing.T) {
	rng := random.Stream(3, "simplexes")
	const n = 50
	for _, k := range []int{1, 2, 3, 6} {
		d, delta, logJacobian := make([][]float64, k-1), make([][]float64, k), make([]float64, n)
		for c := range delta {
			delta[c] = make([]float64, n)
			if c < k-1 {
				d[c] = make([]float64, n)
				for i := range n {
					d[c][i] = 10 * rng.NormFloat64()
				}
			}
		}
		Simplexes(logJacobian, delta, d, make([]float64, 4*n))
		for i := range n {
			one, got := make([]float64, k-1), make([]float64, k)
			for c := range one {
				one[c] = d[c][i]
			}
			if want := Simplex(got, one); want != logJacobian[i] {
				t.Errorf("K %d: log Jacobian %v, want %v", k, logJacobian[i], want)
			}
			for c, want := range got {
				if delta[c][i] != want {
					t.Errorf("K %d: delta %v, want %v", k, delta[c][i], want)
				}
			}
		}
	}
}
