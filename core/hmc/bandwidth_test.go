// Annealing schedules at given steps.

package hmc

import (
	"math"
	"testing"
)

func TestBandwidthAt(t *testing.T) {
	linear := Schedule{Kind: Linear, Initial: 0.1, Final: 0.001}
	geometric := Schedule{Kind: BeforeLastWindow, Initial: 0.1, Final: 0.001}
	short := with(100)
	fixed := with(1000)
	fixed.BaseWindow = 0
	cases := []struct {
		name     string
		settings Settings
		schedule Schedule
		step     int
		want     float64
	}{
		// Windows of 1000 steps start at 75 and end at 949; the last one starts at 450.
		{"linear, initial buffer", with(1000), linear, 0, 0.1},
		{"linear, first window", with(1000), linear, 75, 0.1},
		{"linear, next step", with(1000), linear, 76, 0.1 - 0.099/774},
		{"linear, half way", with(1000), linear, 462, 0.0505},
		{"linear, one before", with(1000), linear, 848, 0.001 + 0.099/774},
		{"linear, reached", with(1000), linear, 849, 0.001},
		{"linear, end", with(1000), linear, 1000, 0.001},
		{"geometric, first window", with(1000), geometric, 75, 0.1},
		{"geometric, a third of the way", with(1000), geometric, 200, 0.1 * math.Pow(0.01, 1.0/3)},
		{"geometric, reached", with(1000), geometric, 450, 0.001},
		// 100 steps have one window, 15 to 89.
		{"linear, short", short, linear, 15 + 25, 0.1 - 0.099/3},
		{"linear, short, reached", short, linear, 90, 0.001},
		{"geometric, short", short, geometric, 5, 0.1 * math.Pow(0.01, 1.0/3)},
		{"geometric, short, reached", short, geometric, 15, 0.001},
		{"linear, no windows", fixed, linear, 500, 0.0505},
		{"geometric, no windows", fixed, geometric, 500, 0.01},
		{"geometric, no windows, end", fixed, geometric, 1000, 0.001},
		{"no warm-up", with(0), linear, 0, 0.001},
		{"none", with(1000), Schedule{Kind: NoAnnealing}, 500, 0},
	}
	for _, c := range cases {
		c.settings.Bandwidth = c.schedule
		if got := c.settings.BandwidthAt(c.step); math.Abs(got-c.want) > 1e-15 {
			t.Errorf("%s: h = %v at step %d, want %v", c.name, got, c.step, c.want)
		}
	}
}

// TestAnnealedWarmup checks that a chain follows its schedule, and that the density of each
// transition is that of the bandwidth it was made with.
func TestAnnealedWarmup(t *testing.T) {
	for _, kind := range []ScheduleKind{Linear, BeforeLastWindow} {
		s := with(300)
		s.Bandwidth = Schedule{Kind: kind, Initial: 1, Final: 0.01}
		target := &annealed{}
		rng := stream(5)
		c, err := NewChain(target, s, State{}, rng)
		if err != nil {
			t.Fatal(err)
		}
		for step := 0; step < s.Warmup; step++ {
			info := c.Warmup(rng)
			h, x := s.BandwidthAt(step), c.Position()[0]
			want := -0.5*x*x/(h*h) - math.Log(h)
			if math.Abs(info.LogDensity-want) > 1e-9*math.Max(1, math.Abs(want)) {
				t.Fatalf("%s: step %d: log density %v, want %v at h = %v", kind, step, info.LogDensity,
					want, h)
			}
		}
		if target.h != 0.01 || c.State().Bandwidth != 0.01 {
			t.Errorf("%s: bandwidth %v after the warm-up", kind, target.h)
		}
		calls := len(target.seen)
		c.Sample(rng)
		if len(target.seen) != calls {
			t.Errorf("%s: sampling changed the bandwidth", kind)
		}
	}
}

// TestAnnealingEndsWithTheWarmup: without windows h arrives after the last warm-up step, and the
// position must be evaluated anew before sampling.
func TestAnnealingEndsWithTheWarmup(t *testing.T) {
	s := with(10)
	s.Bandwidth = Schedule{Kind: Linear, Initial: 1, Final: 0.5}
	target := &annealed{}
	rng := stream(6)
	c, err := NewChain(target, s, State{Position: []float64{0.2}}, rng)
	if err != nil {
		t.Fatal(err)
	}
	for c.Warming() {
		c.Warmup(rng)
	}
	x := c.Position()[0]
	if want := -2*x*x + math.Log(2); target.h != 0.5 || math.Abs(c.current.logDensity-want) > 1e-12 {
		t.Errorf("h = %v, log density %v, want %v", target.h, c.current.logDensity, want)
	}
}
