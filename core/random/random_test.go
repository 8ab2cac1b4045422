// Tests of named streams.

package random

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mathext"
)

func TestEqualLabelsEqualStreams(t *testing.T) {
	a, b := Stream(7, "100", "chain 1"), Stream(7, "100", "chain 1")
	for range 100 {
		if a.Uint64() != b.Uint64() {
			t.Fatal("equal labels, different numbers")
		}
	}
}

// TestStreamsAreStable pins the first numbers: a change would change every stored result.
func TestStreamsAreStable(t *testing.T) {
	// Recorded from this implementation when results were first published.
	got := [2]uint64{Stream(1, "a").Uint64(), Stream(1, "a", "b").Uint64()}
	if want := [2]uint64{0x89b32d86469e3469, 0x2c378c79440c06f8}; got != want {
		t.Errorf("first numbers %#x, want %#x", got, want)
	}
}

func TestDifferentLabelsDifferentStreams(t *testing.T) {
	seen := map[uint64]string{}
	for _, labels := range [][]string{{}, {""}, {"", ""}, {"a"}, {"a", ""}, {"a", "b"}, {"ab"}, {"ab", "c"},
		{"a", "bc"},
		{"abc"}} {
		for seed := range uint64(50) {
			v := Stream(seed, labels...).Uint64()
			if other, ok := seen[v]; ok {
				t.Fatalf("labels %q, seed %d collide with %s", labels, seed, other)
			}
			seen[v] = labels2(labels, seed)
		}
	}
}

func labels2(labels []string, seed uint64) string {
	s := ""
	for _, l := range labels {
		s += l + "/"
	}
	return s + string(rune('0'+seed%10))
}

// TestNeighborsAreUnrelated correlates streams of neighboring seeds: each correlation of 2,000
// uniforms has standard error 1/sqrt(2000).
func TestNeighborsAreUnrelated(t *testing.T) {
	const n = 2000
	for seed := range uint64(20) {
		a, b := Stream(seed, "x"), Stream(seed+1, "x")
		var s float64
		for range n {
			s += (a.Float64() - .5) * (b.Float64() - .5) * 12
		}
		if r := s / n; math.Abs(r) > 5/math.Sqrt(n) {
			t.Errorf("seeds %d and %d correlate: %v", seed, seed+1, r)
		}
	}
}

// TestLogGammaVariate: the logarithm of a Gamma(a, 1) draw has the mean digamma(a) and the variance trigamma(a) =
// zeta(2, a) (Abramowitz and Stegun 1964, 6.3.1 and 6.4.10), within four Monte Carlo errors.
func TestLogGammaVariate(t *testing.T) {
	const n = 40_000
	for _, shape := range []float64{.3, 1, 1.5, 6} {
		rng := Stream(1, "gamma")
		mean, variance := mathext.Digamma(shape), mathext.Zeta(2, shape)
		var first, second, fourth float64
		for range n {
			d := LogGammaVariate(shape, rng) - mean
			first, second, fourth = first+d/n, second+d*d/n, fourth+d*d*d*d/n
		}
		if !(math.Abs(first) <= 4*math.Sqrt(variance/n)) ||
			!(math.Abs(second-variance) <= 4*math.Sqrt((fourth-second*second)/n)) {
			t.Errorf("shape %v: the mean is off by %v, the variance is %v, want %v", shape, first, second,
				variance)
		}
	}
}
