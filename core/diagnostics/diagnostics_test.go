// Edge cases of the diagnostics and known tails of importance weights.

package diagnostics

import (
	"math"
	"math/rand/v2"
	"slices"
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

// TestNothingDependsOnUnits: draws times a power of two and shifted by nothing else have the same R-hat and
// effective sizes to the last bit, and Monte Carlo errors in the new units.
func TestNothingDependsOnUnits(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 5))
	var chains, scaled [][]float64
	const unit = 0x1p-200
	for range 3 {
		var x, y []float64
		for range 40 {
			v := rng.NormFloat64()
			x, y = append(x, v), append(y, unit*v)
		}
		chains, scaled = append(chains, x), append(scaled, y)
	}
	for name, f := range map[string]func([][]float64) float64{"RHat": RHat, "ESSBulk": ESSBulk, "ESSTail": ESSTail,
		"ESSMean": ESSMean} {
		if a, b := f(chains), f(scaled); a != b || math.IsNaN(a) {
			t.Errorf("%s: %v, in other units %v", name, a, b)
		}
	}
	for name, f := range map[string]func([][]float64) float64{"MCSEMean": MCSEMean, "MCSESD": MCSESD,
		"MCSEQuantile": func(x [][]float64) float64 { return MCSEQuantile(x, 0.3) }} {
		if a, b := f(chains), f(scaled); a*unit != b || math.IsNaN(a) {
			t.Errorf("%s: %v, in other units %v", name, a, b/unit)
		}
	}
}

// TestNaNAnywhere: one draw that is not finite, wherever it stands, and nothing is judged.
func TestNaNAnywhere(t *testing.T) {
	for _, bad := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		for at := range 10 {
			chains := [][]float64{{1, 3, 2, 5, 4}, {2, 4, 1, 3, 5}}
			chains[at/5][at%5] = bad
			for i, v := range []float64{RHat(chains), ESSBulk(chains), ESSTail(chains), ESSMean(chains),
				MCSEMean(chains), MCSESD(chains), MCSEQuantile(chains, 0.5)} {
				if !math.IsNaN(v) {
					t.Errorf("%v at %d: figure %d is %v, want NaN", bad, at, i, v)
				}
			}
		}
	}
}

// TestOddLength: the middle draw of an odd number belongs to no half: moved by less than the distance to
// any other draw, it changes nothing that is made of ranks or of halves; another draw does.
func TestOddLength(t *testing.T) {
	made := func(moved int) [][]float64 {
		rng := rand.New(rand.NewPCG(3, 7))
		chains := [][]float64{make([]float64, 41), make([]float64, 41)}
		for _, x := range chains {
			for i := range x {
				x[i] = rng.NormFloat64()
				if i > 0 {
					x[i] += 0.7 * x[i-1]
				}
			}
		}
		if moved >= 0 {
			chains[0][moved] += 1e-6
		}
		return chains
	}
	for name, f := range map[string]func([][]float64) float64{"ESSBulk": ESSBulk, "ESSMean": ESSMean,
		"ESSTail": ESSTail} {
		if a, b := f(made(-1)), f(made(20)); a != b {
			t.Errorf("%s %v, with the middle draw moved %v", name, a, b)
		}
	}
	if a, b := ESSMean(made(-1)), ESSMean(made(19)); a == b {
		t.Errorf("ESSMean %v although another draw has moved", a)
	}
}

// TestInfiniteWeights: weights of zero are weights; one that is infinite or not a number leaves nothing to
// judge, wherever it stands.
func TestInfiniteWeights(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 6))
	w := make([]float64, 200)
	for i := range w {
		w[i] = rng.ExpFloat64()
	}
	k := ParetoK(w)
	for _, at := range []int{0, 100, 199} {
		for _, bad := range []float64{math.Inf(1), math.NaN()} {
			changed := append([]float64(nil), w...)
			changed[at] = bad
			if got := ParetoK(changed); !math.IsNaN(got) {
				t.Errorf("%v at %d: k-hat %v, want NaN", bad, at, got)
			}
		}
		// A zero in place of a weight outside the tail leaves the 40 largest, which k-hat is fitted to, as they
		// are.
		low := slices.Clone(w)
		slices.Sort(low)
		low[at/4] = math.Inf(-1)
		if got := ParetoK(low); got != k {
			t.Errorf("zero at %d: k-hat %v, want %v", at/4, got, k)
		}
	}
	shifted := slices.Clone(w)
	for i := range shifted {
		shifted[i] -= 5000
	}
	if got := ParetoK(shifted); math.Abs(got-k) > 1e-9 {
		t.Errorf("k-hat of weights times exp(-5000) is %v, want %v", got, k)
	}
}
