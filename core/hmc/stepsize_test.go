// Dual averaging and the first step size.

package hmc

import (
	"math"
	"testing"
)

// TestAveragingFirstSteps follows Hoffman and Gelman (2014), equation 6, by hand.
func TestAveragingFirstSteps(t *testing.T) {
	s := DefaultSettings()
	var a Adaptation
	a.restartAveraging(0.5, 10)
	mu := math.Log(5)
	h1 := (0.8 - 0.6) / 11
	x1 := mu - h1/0.05
	if got := a.average(0.6, &s); math.Abs(math.Log(got)-x1) > 1e-14 {
		t.Errorf("first log step size %v, want %v", math.Log(got), x1)
	}
	h2 := h1*11/12 + (0.8-1)/12
	x2 := mu - math.Sqrt2*h2/0.05
	if got := a.average(1, &s); math.Abs(math.Log(got)-x2) > 1e-14 {
		t.Errorf("second log step size %v, want %v", math.Log(got), x2)
	}
	w := math.Pow(2, -0.75)
	got, ok := a.averaged()
	if want := w*x2 + (1-w)*x1; !ok || math.Abs(math.Log(got)-want) > 1e-14 {
		t.Errorf("averaged log step size %v, want %v", math.Log(got), want)
	}
}

// TestAveragingFindsRoot: with acceptance exp(-step size) the target 0.8 is met at -log 0.8.
func TestAveragingFindsRoot(t *testing.T) {
	for _, target := range []float64{0.6, 0.8, 0.95} {
		s := DefaultSettings()
		s.TargetAccept = target
		var a Adaptation
		a.restartAveraging(1, s.StepFactor)
		const steps = 5000
		step := 1.0
		for i := 0; i < steps; i++ {
			step = a.average(math.Exp(-step), &s)
		}
		got, _ := a.averaged()
		// The mean error after t steps is (mu - x) gamma/sqrt(t), so that a single error is half of
		// it; over the slope d accept/d x = step * accept this is how far x = log step size still is.
		want := -math.Log(target)
		left := (a.Mu - math.Log(want)) * s.Gamma / (2 * math.Sqrt(steps)) / (want * target)
		if d := math.Log(got / want); d < 0.5*left || d > 2*left {
			t.Errorf("target %v: log step size off by %v, want about %v", target, d, left)
		}
	}
}

func TestAveragingWithoutUpdates(t *testing.T) {
	var a Adaptation
	if _, ok := a.averaged(); ok {
		t.Error("an average of nothing is offered")
	}
}

// TestAveragingStaysFinite: when every transition is rejected, or accepted, for very long.
func TestAveragingStaysFinite(t *testing.T) {
	for _, accept := range []float64{0, 1} {
		s := DefaultSettings()
		var a Adaptation
		a.restartAveraging(1, s.StepFactor)
		for i := 0; i < 20000; i++ {
			if step := a.average(accept, &s); !finitePositive(step) {
				t.Fatalf("accept %v: step size %v", accept, step)
			}
		}
		if step, _ := a.averaged(); !finitePositive(step) {
			t.Errorf("accept %v: averaged step size %v", accept, step)
		}
	}
}

// TestSearchCrossesTarget: on N(0, sd^2) the step size found must be of the order of sd: one leapfrog
// step is stable below 2 sd, and changes the energy by less than log(0.8) below about 0.5 sd.
func TestSearchCrossesTarget(t *testing.T) {
	for _, sd := range []float64{1e-6, 1, 1e4} {
		c, err := NewChain(normal([]float64{sd * sd}, 1), with(10), State{Position: []float64{sd}}, stream(1))
		if err != nil {
			t.Fatal(err)
		}
		if ratio := c.State().StepSize / sd; ratio < 0.05 || ratio > 10 {
			t.Errorf("sd %v: first step size %v", sd, c.State().StepSize)
		}
	}
}

func TestSearchGivesUpOnImproperDensity(t *testing.T) {
	_, err := NewChain(flat(2), with(10), State{}, stream(1))
	if err == nil {
		t.Error("a flat density on the plane was given a step size")
	}
}
