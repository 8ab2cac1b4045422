// Edge cases of the diagnostics and known tails of importance weights.

package diagnostics

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestUnjudgeableIsNaN(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	cases := map[string][][]float64{
		"no chains":      nil,
		"three draws":    {{1, 2, 3}, {2, 3, 1}},
		"unequal length": {{1, 2, 3, 4}, {1, 2, 3, 4, 5}},
		"NaN":            {{1, 2, nan, 4}, {1, 2, 3, 4}},
		"infinite":       {{1, 2, inf, 4}, {1, 2, 3, 4}},
		"constant":       {{2, 2, 2, 2}, {2, 2, 2, 2}},
	}
	for name, chains := range cases {
		figures := []float64{RHat(chains), ESSBulk(chains), ESSTail(chains), ESSMean(chains),
			MCSEMean(chains), MCSESD(chains), MCSEQuantile(chains, 0.5)}
		for i, v := range figures {
			if !math.IsNaN(v) {
				t.Errorf("%s: figure %d is %v, want NaN", name, i, v)
			}
		}
	}
	for _, energy := range [][]float64{nil, {1, 2, 3}, {1, 1, 1, 1}, {1, nan, 2, 3}} {
		if got := BFMI(energy); !math.IsNaN(got) {
			t.Errorf("BFMI(%v) = %v, want NaN", energy, got)
		}
	}
}

func TestRHatOfChainsThatDoNotMove(t *testing.T) {
	got := RHat([][]float64{{1, 1, 1, 1}, {2, 2, 2, 2}})
	if !math.IsInf(got, 1) {
		t.Errorf("RHat = %v, want +Inf", got)
	}
}

func TestQuantileOutsidePanics(t *testing.T) {
	for _, p := range []float64{0, 1, -1, math.NaN()} {
		func() {
			defer func() {
				if recover() != "diagnostics: ESSQuantile: p is not between 0 and 1" {
					t.Errorf("p = %v: no panic", p)
				}
			}()
			ESSQuantile([][]float64{{1, 2, 3, 4}}, p)
		}()
	}
}

func TestQuantileInterpolates(t *testing.T) {
	// Type 7 of Hyndman and Fan by hand: position p (n-1).
	x := []float64{1, 2, 4, 8}
	for _, c := range []struct{ p, want float64 }{{0, 1}, {0.5, 3}, {0.9, 6.8}, {1, 8}} {
		if got := quantile(x, c.p); math.Abs(got-c.want) > 1e-15*c.want {
			t.Errorf("quantile(%v) = %v, want %v", c.p, got, c.want)
		}
	}
}

// TestParetoKnownShape fits exact generalized Pareto samples, sigma 2. The asymptotic standard
// deviation of the estimated shape is (1+k)/sqrt(n) for the maximum likelihood estimate (Smith
// 1984), which the posterior mean approaches.
func TestParetoKnownShape(t *testing.T) {
	const n = 4000
	for _, k := range []float64{0.2, 0.5, 1, 2} {
		rng := rand.New(rand.NewPCG(7, uint64(10*k)))
		x := make([]float64, n)
		for i := range x {
			u := (float64(n-i) - rng.Float64()) / n // descending strata
			x[i] = 2 / k * (math.Pow(u, -k) - 1)
		}
		for i := 1; i < n; i++ {
			if x[i] < x[i-1] {
				t.Fatal("sample is not ascending")
			}
		}
		got, sigma := FitGeneralizedPareto(x)
		if math.Abs(got-k) > 4*(1+k)/math.Sqrt(n) {
			t.Errorf("k = %v, want %v", got, k)
		}
		// sd of sigma is sigma sqrt(2(1+k)/n) (Smith 1984).
		if math.Abs(sigma-2) > 4*2*math.Sqrt(2*(1+k)/n) {
			t.Errorf("sigma = %v at k = %v, want 2", sigma, k)
		}
	}
}

func TestParetoKEdges(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	equal := make([]float64, 100)
	few := append(make([]float64, 100), 1, 2, 3)
	zeros := make([]float64, 50)
	for i := range zeros {
		zeros[i] = -inf
	}
	cases := []struct {
		name string
		w    []float64
		want float64
	}{
		{"none", nil, nan},
		{"one", []float64{1}, nan},
		{"equal", equal, -inf},
		{"three above the rest", few, nan},
		{"all zero", zeros, nan},
		{"NaN", append([]float64{nan}, few...), nan},
		{"infinite", append([]float64{inf}, few...), nan},
	}
	for _, c := range cases {
		got := ParetoK(c.w)
		if got != c.want && !(math.IsNaN(got) && math.IsNaN(c.want)) {
			t.Errorf("%s: ParetoK = %v, want %v", c.name, got, c.want)
		}
	}
	if k, _ := FitGeneralizedPareto([]float64{0, 0, 0, 0, 1}); !math.IsNaN(k) {
		t.Errorf("fit of zero exceedances is %v, want NaN", k)
	}
}

func TestParetoKLimit(t *testing.T) {
	// min(.7, 1 - 1/log10 n) by hand; .7 is reached at n = 10^(1/.3) = 2154.4.
	for _, c := range []struct {
		n    int
		want float64
	}{{1, 0}, {10, 0}, {100, 0.5}, {1000, 2.0 / 3}, {2155, 0.7}, {1000000, 0.7}} {
		if got := ParetoKLimit(c.n); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("ParetoKLimit(%d) = %v, want %v", c.n, got, c.want)
		}
	}
}
