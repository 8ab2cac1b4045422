// Tests of the normal quantile function.

package numeric

import (
	"math"
	"testing"
)

func TestNormalQuantile(t *testing.T) {
	// The check values that Wichura (1988) prints for AS 241, and by symmetry.
	cases := []struct{ p, want float64 }{
		{0.25, -0.6744897501960817},
		{0.75, 0.6744897501960817},
		{0.001, -3.090232306167814},
		{1e-20, -9.262340089798408},
		{0.5, 0},
	}
	for _, c := range cases {
		if got := NormalQuantile(c.p); math.Abs(got-c.want) > 4e-15*math.Max(1, math.Abs(c.want)) {
			t.Errorf("NormalQuantile(%v) = %v, want %v", c.p, got, c.want)
		}
	}
	if !math.IsInf(NormalQuantile(0), -1) || !math.IsInf(NormalQuantile(1), 1) {
		t.Error("NormalQuantile at 0 and 1 is not infinite")
	}
	for _, p := range []float64{-0.1, 1.1, math.NaN()} {
		if got := NormalQuantile(p); !math.IsNaN(got) {
			t.Errorf("NormalQuantile(%v) = %v, want NaN", p, got)
		}
	}
}

// TestNormalQuantileInverts holds the quantile function against the distribution function, which is
// computed in another way.
func TestNormalQuantileInverts(t *testing.T) {
	for x := -37.0; x <= 5; x += 0.3 {
		p := NormalCDF(x)
		// An error of one rounding unit in p moves the quantile by p/density(x).
		tolerance := 1e-12 + 1e-15*p/math.Exp(-0.5*x*x)*math.Sqrt(2*math.Pi)
		if got := NormalQuantile(p); math.Abs(got-x) > tolerance {
			t.Errorf("NormalQuantile(NormalCDF(%v)) = %v", x, got)
		}
	}
}
