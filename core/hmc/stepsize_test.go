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
	for _, rule := range []StepRule{Averaged, Fitted} {
		var a Adaptation
		if _, ok := a.final(rule); ok {
			t.Errorf("%s: a step size from nothing is offered", rule)
		}
	}
}

// TestFitFirstStep follows the regression by hand: at the first step acceptance is expected to be the
// target, the information is that of the prior's two transitions and one more, 4 x .8 x .2 each.
func TestFitFirstStep(t *testing.T) {
	s := DefaultSettings()
	var a Adaptation
	want := math.Log(0.5) + 2*(0.6-0.8)/(3*4*0.8*0.2)
	if got := a.fit(0.6, 0.5, &s); math.Abs(math.Log(got)-want) > 1e-14 {
		t.Errorf("log step size %v, want %v", math.Log(got), want)
	}
}

// TestFitFindsRoot: the fit follows its own step sizes to where acceptance exp(-step^k) is the target, for
// k = 2, as the regression assumes, and for k = 1 and 3. With the gain 1/(4 p (1-p) t) of the fit, p the
// target, and the slope k p log(1/p) of acceptance the error shrinks like t^-r, r = k log(1/p)/(2 (1-p)),
// or faster than 1/t where that is above 1; 5 leaves room for how it starts.
func TestFitFindsRoot(t *testing.T) {
	const steps = 2000
	for _, target := range []float64{0.6, 0.8, 0.95} {
		for _, k := range []float64{1, 2, 3} {
			s := DefaultSettings()
			s.TargetAccept = target
			want := math.Pow(-math.Log(target), 1/k)
			var a Adaptation
			step := want / 3
			for i := 0; i < steps; i++ {
				step = a.fit(math.Exp(-math.Pow(step, k)), step, &s)
			}
			rate := k * -math.Log(target) / (2 * (1 - target))
			if d := math.Abs(math.Log(step / want)); d > 5*math.Pow(steps/fitPrior, -min(rate, 1)) {
				t.Errorf("target %v, power %v: log step size off by %v", target, k, d)
			}
		}
	}
}

// TestFittedStepHitsTarget: over chains on a target that is far from normal the mean acceptance of the
// draws is the target. Two sources of error: the fit's own, of 50 transitions whose acceptance has
// a standard deviation below .2, and that of the mean of the draws, both divided by the number of chains. Averaged
// misses by more, as it does in Stan.
func TestFittedStepHitsTarget(t *testing.T) {
	const chains, draws, target = 24, 200, 0.9
	miss := map[StepRule]float64{}
	for _, rule := range []StepRule{Averaged, Fitted} {
		s := with(200)
		s.TargetAccept, s.FinalStep = target, rule
		for seed := uint64(0); seed < chains; seed++ {
			c, rng := warmed(t, quartic(), s, 900+seed), stream(seed)
			for i := 0; i < draws; i++ {
				miss[rule] += (c.Sample(rng).AcceptStat - target) / chains / draws
			}
		}
	}
	limit := 4 * 0.2 / math.Sqrt(50*chains)
	if math.Abs(miss[Fitted]) > limit {
		t.Errorf("fitted: mean acceptance off by %v, at most %v expected", miss[Fitted], limit)
	}
	if miss[Averaged] < math.Abs(miss[Fitted]) {
		t.Errorf("averaged: mean acceptance off by only %v, fitted by %v", miss[Averaged], miss[Fitted])
	}
	t.Logf("mean acceptance off by %.4f averaged, %.4f fitted", miss[Averaged], miss[Fitted])
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
			if step := a.fit(accept, clampStep(math.Exp(a.LogStepFit)), &s); !finitePositive(step) {
				t.Fatalf("accept %v: fitted step size %v", accept, step)
			}
		}
		for _, rule := range []StepRule{Averaged, Fitted} {
			if step, _ := a.final(rule); !finitePositive(step) {
				t.Errorf("accept %v: %s step size %v", accept, rule, step)
			}
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
