// Trajectories on targets that diverge, turn or never turn.

package hmc

import (
	"math"
	"testing"
)

// moving returns a trajectory builder and a current sample at x.
func moving(target LogDensity, s Settings, x ...float64) (*trajectory, *sample) {
	tr := newTrajectory(target, s)
	current := newSample(len(x))
	copy(current.x, x)
	tr.evaluate(&current)
	return &tr, &current
}

func TestFlatDensityNeverTurns(t *testing.T) {
	for _, doublings := range []int{1, 4, 10} {
		s := DefaultSettings()
		s.MaxDoublings = doublings
		tr, current := moving(flat(3), s, 0, 0, 0)
		info := tr.run(current, 0.1, stream(1))
		if !info.MaxDoublings || info.Divergent || info.Doublings != doublings ||
			info.Leapfrogs != 1<<doublings-1 {
			t.Errorf("%d doublings: %+v", doublings, info)
		}
		if info.AcceptStat != 1 {
			t.Errorf("%d doublings: acceptance %v on a flat density, want 1", doublings, info.AcceptStat)
		}
	}
}

// TestNormalTurns: in many dimensions position and momentum of N(0,I) are nearly orthogonal and of
// equal length, the flow is a rotation, and both products of the criterion are d sin(T) after time
// T: the trajectory turns between 128 points (2.56 radians) and 256 (5.12 radians), the eighth
// doubling. Fluctuations are of order 1/sqrt(400), sin(2.56) = 0.55, sin(5.12) = -0.92.
func TestNormalTurns(t *testing.T) {
	start := make([]float64, 400)
	rng := stream(2)
	for i := range start {
		start[i] = rng.NormFloat64()
	}
	tr, current := moving(standardNormal(400), DefaultSettings(), start...)
	for i := 0; i < 50; i++ {
		info := tr.run(current, 0.02, rng)
		if info.Divergent || info.MaxDoublings || info.Leapfrogs != 255 || info.Doublings != 8 {
			t.Fatalf("transition %d: %+v", i, info)
		}
	}
}

func TestDivergenceOnDemand(t *testing.T) {
	cases := map[string]func(grad, x []float64) float64{
		"density -Inf": func(grad, x []float64) float64 { grad[0] = 0; return wall(x, math.Inf(-1)) },
		"density NaN":  func(grad, x []float64) float64 { grad[0] = 0; return wall(x, math.NaN()) },
		"density +Inf": func(grad, x []float64) float64 { grad[0] = 0; return wall(x, math.Inf(1)) },
		"just too low": func(grad, x []float64) float64 { grad[0] = 0; return wall(x, -1000.001) },
		"gradient NaN": func(grad, x []float64) float64 { grad[0] = wall(x, math.NaN()); return 0 },
	}
	for name, f := range cases {
		tr, current := moving(target{1, f}, DefaultSettings(), 0)
		rng := stream(4)
		for i := 0; i < 100; i++ {
			info := tr.run(current, 0.3, rng)
			// On a flat floor only the wall ends a trajectory, unless it is too slow to get there.
			if info.Divergent == info.MaxDoublings {
				t.Fatalf("%s: %+v", name, info)
			}
			if math.Abs(current.x[0]) >= 1 {
				t.Fatalf("%s: the chain went to %v", name, current.x[0])
			}
		}
	}
	tr, current := moving(target{1, func(grad, x []float64) float64 { grad[0] = 0; return wall(x, -999.999) }},
		DefaultSettings(), 0)
	if info := tr.run(current, 0.3, stream(4)); info.Divergent {
		t.Error("an energy error below the limit counts as divergent")
	}
}

// wall is 0 inside (-1,1) and v outside.
func wall(x []float64, v float64) float64 {
	if math.Abs(x[0]) < 1 {
		return 0
	}
	return v
}

// TestSubtreeBoundaryCriterion builds two halves whose union has not turned while the first half
// has turned against the beginning of the second, and the mirror image: the extra checks of Stan
// 2.21 must see it.
func TestSubtreeBoundaryCriterion(t *testing.T) {
	half := func(begin, end, rho float64) *segment {
		s := newSegment(1)
		s.begin.p[0], s.begin.v[0] = begin, begin
		s.end.p[0], s.end.v[0] = end, end
		s.rho[0] = rho
		return &s
	}
	cases := []struct {
		name          string
		first, second *segment
		want          bool
	}{
		{"straight", half(1, 1, 2), half(1, 1, 2), true},
		{"turned as a whole", half(1, 1, 2), half(1, -1, 2), false},
		{"first half against the second's begin", half(1, 1, 1), half(-2, 1, 3), false},
		{"second half against the first's end", half(1, -2, 3), half(1, 1, 1), false},
	}
	for _, c := range cases {
		tr := newTrajectory(flat(1), DefaultSettings())
		out := newSegment(1)
		rho := c.first.rho[0] + c.second.rho[0]
		if got := tr.merge(&out, c.first, c.second, false); got != c.want {
			t.Errorf("%s: persists = %v, want %v", c.name, got, c.want)
		}
		if out.rho[0] != rho {
			t.Errorf("%s: rho %v, want %v", c.name, out.rho[0], rho)
		}
	}
}

// TestMultinomialWeights: merged weights add and the segment chosen gives the proposal.
func TestMultinomialWeights(t *testing.T) {
	for _, takeSecond := range []bool{false, true} {
		tr := newTrajectory(flat(1), DefaultSettings())
		out, first, second := newSegment(1), newSegment(1), newSegment(1)
		first.logWeight, second.logWeight = math.Log(3), math.Log(5)
		first.proposal.x[0], second.proposal.x[0] = 1, 2
		tr.merge(&out, &first, &second, takeSecond)
		want := 1.0
		if takeSecond {
			want = 2
		}
		if math.Abs(out.logWeight-math.Log(8)) > 1e-15 || out.proposal.x[0] != want {
			t.Errorf("weight %v, proposal %v", out.logWeight, out.proposal.x[0])
		}
	}
}
