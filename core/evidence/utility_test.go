// The terms of the utility against their defining formulas, and at extremes.

package evidence

import (
	"math"
	"testing"

	"dcctree/core/numeric"
)

func TestExploitationRatiosDirect(t *testing.T) {
	logZ := []float64{-3, 0.5, 2, 2.2}
	logVar := []float64{1, -8, 5, math.Inf(-1)}
	for _, kappa := range []float64{0, 0.5, 20} {
		tau := make([]float64, len(logZ))
		best := 0.0
		for m := range tau {
			tau[m] = math.Sqrt(math.Exp(2*logZ[m]) + (1+kappa)*math.Exp(logVar[m]))
			best = math.Max(best, tau[m])
		}
		for m, got := range ExploitationRatios(logZ, logVar, kappa) {
			if want := tau[m] / best; math.Abs(got-want) > 1e-14 {
				t.Errorf("kappa %v: ratio %d = %v, want %v", kappa, m, got, want)
			}
		}
	}
}

// TestExploitationRatiosShifted: multiplying all weights by exp(c) changes no ratio.
func TestExploitationRatiosShifted(t *testing.T) {
	logZ := []float64{-3, 0.5, 2, 2.25}
	logVar := []float64{1, -8, 5, 2}
	want := ExploitationRatios(logZ, logVar, 1)
	for _, c := range []float64{-4096, 4096} {
		z, v := make([]float64, 4), make([]float64, 4)
		for m := range z {
			z[m], v[m] = logZ[m]+c, logVar[m]+2*c
		}
		for m, got := range ExploitationRatios(z, v, 1) {
			if math.Abs(got-want[m]) > 1e-14 {
				t.Errorf("shift %v: ratio %d = %v, want %v", c, m, got, want[m])
			}
		}
	}
}

func TestExploitationRatiosExtremes(t *testing.T) {
	inf := math.Inf(1)
	cases := []struct{ logZ, logVar, want []float64 }{
		{[]float64{-4000, 4000}, []float64{-8000, 8000}, []float64{0, 1}},
		{[]float64{-4000, -inf}, []float64{-inf, -inf}, []float64{1, 0}},
		{[]float64{-inf, -4000, -4001}, []float64{-inf, -inf, -inf}, []float64{0, 1, math.Exp(-1)}},
		{[]float64{-inf, -inf}, []float64{-inf, -inf}, []float64{0, 0}},
		// The variance decides: tau = exp(-1000) and exp(-1001).
		{[]float64{-4000, -4000}, []float64{-2000, -2002}, []float64{1, math.Exp(-1)}},
		{nil, nil, nil},
	}
	for _, c := range cases {
		got := ExploitationRatios(c.logZ, c.logVar, 0)
		for m, want := range c.want {
			if math.Abs(got[m]-want) > 1e-15 {
				t.Errorf("log Z %v, log variance %v: ratios %v, want %v", c.logZ, c.logVar, got, c.want)
			}
		}
	}
}

func TestExplorationDirect(t *testing.T) {
	for _, z := range []float64{-6, -2, -0.5, 0, 0.1, 1, 2.5, 4} {
		for _, lookAhead := range []float64{1, 10, 1000} {
			psi := 0.5 * math.Erfc(-z/math.Sqrt2)
			want := 1 - math.Pow(psi, lookAhead)
			// Mean 3 and standard deviation 2; the direct formula cancels to 1e-16 Ta or so.
			if got := numeric.Exp(LogExploration(3+2*z, 3, 4, lookAhead)); math.Abs(got-want) > 1e-12 {
				t.Errorf("z = %v, look-ahead %v: %v, want %v", z, lookAhead, got, want)
			}
		}
	}
}

// TestExplorationFarOut: beyond the reach of the direct formula rho is Ta times the tail
// probability, by its asymptotic series (Abramowitz and Stegun 26.2.12).
func TestExplorationFarOut(t *testing.T) {
	for _, z := range []float64{8.5, 12, 20, 40, 100, 4000} {
		i := 1 / (z * z)
		series := 1 - i + 3*i*i - 15*i*i*i + 105*i*i*i*i
		tail := -0.5*z*z - 0.5*math.Log(2*math.Pi) - math.Log(z) + math.Log(series)
		want := math.Log(1000) + tail
		got := LogExploration(z-4000, -4000, 1, 1000)
		// The first term left out of the series is 945/z^10.
		if math.Abs(got-want) > 945*math.Pow(i, 5)+1e-13*math.Abs(want) {
			t.Errorf("z = %v: %v, want %v", z, got, want)
		}
	}
	if got := LogExploration(-40, 0, 1, 1); math.Abs(got) > 1e-15 {
		t.Errorf("far below the mean: log rho %v, want 0", got)
	}
	if got := numeric.Exp(LogExploration(4000, -4000, 1e-6, 1000)); got != 0 {
		t.Errorf("rho = %v, want 0 by underflow", got)
	}
}

// TestExplorationIsContinuous where the formula changes, at z = 0 and 8.
func TestExplorationIsContinuous(t *testing.T) {
	for _, at := range []float64{0, 8} {
		for _, lookAhead := range []float64{1, 1000, 1e12, 1e16} {
			below, above := logAnyAbove(at, lookAhead), logAnyAbove(math.Nextafter(at, 9), lookAhead)
			if math.Abs(below-above) > 1e-9*math.Max(1, math.Abs(below)) {
				t.Errorf("look-ahead %v: %v and %v on both sides of z = %v", lookAhead, below, above,
					at)
			}
		}
	}
}

func TestExplorationEdges(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	cases := []struct{ threshold, mean, variance, want float64 }{
		{1, 2, 0, 0}, {2, 2, 0, -inf}, {3, 2, 0, -inf}, {0, nan, 1, nan}, {0, 1, nan, nan}, {-inf, 0, 1, 0},
		{inf, 0, 1, -inf},
	}
	for _, c := range cases {
		got := LogExploration(c.threshold, c.mean, c.variance, 1000)
		if got != c.want && !(math.IsNaN(got) && math.IsNaN(c.want)) {
			t.Errorf("%+v: %v", c, got)
		}
	}
}

func TestExplorationRatios(t *testing.T) {
	got := ExplorationRatios([]float64{-4000, -4001, math.Inf(-1), math.NaN()})
	want := []float64{1, math.Exp(-1), 0, 0}
	for m := range want {
		if math.Abs(got[m]-want[m]) > 1e-15 {
			t.Errorf("ratios %v, want %v", got, want)
		}
	}
	for _, v := range ExplorationRatios([]float64{math.Inf(-1), math.NaN()}) {
		if v != 0 {
			t.Errorf("a ratio without any rho is %v, want 0", v)
		}
	}
}
