package paper

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
)

// TestQuantile holds the expansion against gonum's Student distribution.
func TestQuantile(t *testing.T) {
	for _, n := range []float64{1, 2, 3, 4.5, 9, 18, 100, 1e6, math.Inf(1)} {
		want := 1.959963984540054
		if !math.IsInf(n, 0) {
			want = distuv.StudentsT{Mu: 0, Sigma: 1, Nu: n}.Quantile(.975)
		}
		if got := quantile(n); math.Abs(got-want) > .01*want {
			t.Errorf("%v degrees of freedom: %v, gonum %v", n, got, want)
		}
	}
}

func TestReadAndOf(t *testing.T) {
	for _, p := range DCCTree {
		for _, v := range []string{p.Train, p.Test} {
			if e := Read(v); e.Runs != 10 || !(e.Mean > 0 && e.Mean < 1) || e.SD < 0 ||
				e.Rounding != .0005 {
				t.Errorf("%s: %q read as %+v", Find(p.Set).Set, v, e)
			}
		}
	}
	if e := Read("0.059 (5.3e-4)"); e.Mean != .059 || e.SD != 5.3e-4 {
		t.Errorf("%+v", e)
	}
	e := Of([]float64{1, 2, 3, 6})
	if e.Mean != 3 || math.Abs(e.SD-math.Sqrt(14./3)) > 1e-15 || math.Abs(e.Error()-e.SD/2) > 1e-15 {
		t.Errorf("%+v, error %v", e, e.Error())
	}
	if e := Of(nil); !math.IsNaN(e.Mean) {
		t.Errorf("no runs: %+v", e)
	}
	defer func() {
		if recover() == nil {
			t.Error("a text without a standard deviation is read")
		}
	}()
	Read("0.95")
}

func TestCompare(t *testing.T) {
	same := Of([]float64{.9111, .9111, .9111})
	one := Of([]float64{.9111})
	for _, c := range []struct {
		name     string
		ours     Estimate
		printed  string
		data     float64
		agrees   bool
		limit    float64 // by hand: t sqrt(s^2 / 10 + data^2) + .0005
		accuracy float64
	}{
		{"no spread, within the rounding", same, "0.911 (0.000)", 0, true, .0005, 1e-12},
		{"no spread, beyond the rounding", same, "0.910 (0.000)", 0, false, .0005, 1e-12},
		{"the printed spread alone, 9 degrees of freedom", same, "0.920 (0.010)", 0, false,
			2.262*.01/math.Sqrt(10) + .0005, 1e-5},
		{"wider", same, "0.920 (0.013)", 0, true, 2.262*.013/math.Sqrt(10) + .0005, 1e-5},
		{"other rows", same, "0.900 (0.000)", .02, true, 1.96*.02 + .0005, 1e-5},
		{"one run", one, "0.911 (0.000)", 0, false, math.NaN(), 0},
	} {
		got := Compare(c.ours, Read(c.printed), c.data)
		if got.Agrees() != c.agrees || math.Abs(got.Limit-c.limit) > c.accuracy ||
			math.IsNaN(got.Limit) != math.IsNaN(c.limit) {
			t.Errorf("%s: %+v, agrees %v; want a limit of %v", c.name, got, got.Agrees(), c.limit)
		}
	}
	a, b := Of([]float64{1, 2, 3}), Of([]float64{2, 4, 6, 8})
	// Welch's degrees of freedom by hand
	if c := Compare(a, b, 0); math.Abs(c.Limit-quantile(4.0755)*math.Sqrt(1./3+20./12)) > 1e-3 {
		t.Errorf("%+v", c)
	}
}
