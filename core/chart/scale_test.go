// Tests of scales, ticks and bins: expected values by hand.

package chart

import (
	"math"
	"slices"
	"testing"
)

func TestScale(t *testing.T) {
	s := Scale{Low: 10, High: 20, Start: 100, End: 0}
	for x, want := range map[float64]float64{10: 100, 20: 0, 15: 50, 25: -50} {
		if got := s.At(x); got != want {
			t.Errorf("At(%g) = %g, want %g", x, got, want)
		}
	}
	if s.Clip(25) != 0 || s.Clip(-3) != 100 || s.At(math.NaN()) != 50 {
		t.Error("Clip or At of an unknown value")
	}
	if (Scale{1, 1, 0, 10}).At(7) != 5 {
		t.Error("an empty interval does not give the middle")
	}
}

// TestTicks: a step of 1, 2 or 5 times a power of ten; among those the one whose number of intervals
// is nearest to n by ratio. 0 to 1 in 4: steps .2 (5 intervals, ratio 1.25) and .5 (2, ratio 2).
func TestTicks(t *testing.T) {
	for _, c := range []struct {
		low, high float64
		n         int
		want      []float64
	}{
		{0, 1, 4, []float64{0, .2, .4, .6, .8, 1}},
		{0, 1, 2, []float64{0, .5, 1}},
		{0, 1, 1, []float64{0, 1}},
		{.1, .9, 4, []float64{.2, .4, .6, .8}},
		{-1.3, 1.2, 5, []float64{-1, -.5, 0, .5, 1}},
		{0, 0.3, 3, []float64{0, .1, .2, .3}}, // 3 times .1 is not .3 in binary: the last must not be lost
		{97, 103, 3, []float64{98, 100, 102}},
		{2e9, 4e9, 2, []float64{2e9, 3e9, 4e9}},
		{3e-7, 6e-7, 3, []float64{3e-7, 4e-7, 5e-7, 6e-7}},
	} {
		got, _ := Ticks(c.low, c.high, c.n)
		if !slices.Equal(got, c.want) {
			t.Errorf("Ticks(%g, %g, %d) = %v, want %v", c.low, c.high, c.n, got, c.want)
		}
	}
}

func TestStepOfAnEmptyInterval(t *testing.T) {
	for _, high := range []float64{3, 2, math.NaN(), math.Inf(1)} {
		if got := Step(3, high, 4); got != 1 {
			t.Errorf("Step(3, %g) = %g, want 1", high, got)
		}
	}
	if got, _ := Ticks(math.NaN(), 1, 4); got != nil {
		t.Errorf("ticks of an unknown interval: %v", got)
	}
}

func TestNice(t *testing.T) {
	for _, c := range []struct {
		low, high, a, b, step float64
		n                     int
	}{{.13, 5.6, 0, 6, 1, 4}, {-.4, 6.3, -2, 8, 2, 4}, {0, 1, 0, 1, .2, 4}, {4.9, 5.1, 4.9, 5.1, .05, 4}} {
		if a, b, step := Nice(c.low, c.high, c.n); a != c.a || b != c.b || step != c.step {
			t.Errorf("Nice(%g, %g, %d) = %g, %g, %g, want %g, %g, %g", c.low, c.high, c.n, a, b, step, c.a,
				c.b, c.step)
		}
	}
}

func TestBinsAndHistogram(t *testing.T) {
	// A uniform density on 0 to 1: all of it within, so bins from 0 to 1 in steps of .1.
	edges := Bins([]float64{0, .25, .5, .75, 1}, []float64{1, 1, 1, 1, 1}, 10)
	if len(edges) != 11 || edges[0] != 0 || edges[3] != .3 || edges[10] != 1 {
		t.Fatalf("edges %v", edges)
	}
	counts := Histogram([]float64{0, .05, .1, .95, 1, -1, math.NaN()}, edges)
	if !slices.Equal(counts, []float64{2, 1, 0, 0, 0, 0, 0, 0, 0, 1}) {
		t.Errorf("counts %v: bins hold their lower border and not their upper one", counts)
	}
	if Bins(nil, nil, 10) != nil || len(Histogram([]float64{1}, nil)) != 0 {
		t.Error("no density must give no bins")
	}
}

func TestSpreadKeepsOrderAndGap(t *testing.T) {
	got := spread([]float64{10, 11, 12, 99}, 15, 0, 100)
	if !slices.Equal(got, []float64{10, 25, 40, 99}) {
		t.Errorf("spread = %v", got)
	}
	if got := spread([]float64{90, 95}, 15, 0, 100); !slices.Equal(got, []float64{85, 100}) {
		t.Errorf("at the lower limit: %v", got)
	}
}

func TestHeaviestPoolsTheRarestClasses(t *testing.T) {
	weight := []float64{5, 1, 5, 5, 5, 5, 5, 5, 5, 2, 5} // eleven: 1 and 2 are pooled
	if got := heaviest(weight); !slices.Equal(got, []int{0, 2, 3, 4, 5, 6, 7, 8, 10, poolRest}) {
		t.Errorf("heaviest = %v", got)
	}
	if got := heaviest(weight[:10]); len(got) != 10 || got[9] != 9 {
		t.Errorf("ten classes need no pool: %v", got)
	}
}
