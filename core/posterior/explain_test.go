// This file holds explanations of single rows against numbers worked out by hand.

package posterior

import (
	"errors"
	"math"
	"strings"
	"testing"

	"dcctree/core/numeric"
	"dcctree/core/topology"
)

// twoOpinions is the regression of TestWeightsMix: at x = 0 a stump says 3 (weight .75), the root 7 (weight .25), both
// with sigma .25.
func twoOpinions(t *testing.T) *Posterior {
	p := single(t, false, Likelihood)
	p.weights[0].Weight = .75
	p.put(topology.Root(), .25, []float64{7, math.Log(.25)})
	return p
}

// TestExplainNamesTheDissenter: the mean is .75 * 3 + .25 * 7 = 4; the root is off by 3, the stump by 1, half the sd is
// sqrt(.0625 + .75 * .25 * 16) / 2 = .875.
func TestExplainNamesTheDissenter(t *testing.T) {
	p := twoOpinions(t)
	e, err := p.Explain([]float64{0})
	if err != nil {
		t.Fatal(err)
	}
	near(t, "mean", e.Mean, 4, 1e-12)
	if len(e.Parts) != 2 || e.Dissent != 1 || e.Parts[1].Topology != topology.Root() {
		t.Fatalf("parts %+v, dissent %d", e.Parts, e.Dissent)
	}
	near(t, "stump", e.Parts[0].Mean, 3, 1e-9)
	near(t, "root", e.Parts[1].Mean, 7, 1e-12)
	near(t, "weight of the stump", e.Parts[0].Weight, .75, 1e-12)
	same, err := p.Predict([][]float64{{0}})
	if err != nil || same[0].Mean != e.Mean || same[0].Low != e.Low || same[0].High != e.High {
		t.Errorf("Predict says %+v, Explain %+v", same, e.Prediction)
	}
}

// TestExplainWithoutDissent: at x = 10 the stump says 5; with the root at 5, too, nobody disagrees.
func TestExplainWithoutDissent(t *testing.T) {
	p := single(t, false, Likelihood)
	p.weights[0].Weight = .75
	p.put(topology.Root(), .25, []float64{5, math.Log(.25)})
	e, err := p.Explain([]float64{10})
	if err != nil || e.Dissent != -1 {
		t.Errorf("dissent %d (%v) of %+v", e.Dissent, err, e.Parts)
	}
	if fig := p.tables.NumberFigure(e, nil, 0, 0); fig.Component != nil {
		t.Error("a component is drawn where nobody disagrees")
	}
}

// TestAxisIsHeld: the axis given stays where it holds the density, and is widened where it does not.
func TestAxisIsHeld(t *testing.T) {
	p := twoOpinions(t)
	e, err := p.Explain([]float64{0})
	if err != nil {
		t.Fatal(err)
	}
	if fig := p.tables.NumberFigure(e, nil, -10, 20); fig.Min != -10 || fig.Max != 20 || fig.Grid[0] != -10 ||
		fig.Grid[len(fig.Grid)-1] != 20 {
		t.Errorf("a wide axis became %v to %v", fig.Min, fig.Max)
	}
	if fig := p.tables.NumberFigure(e, nil, 2.9, 3.1); !(fig.Min <= 2.2 && fig.Max >= 7.8) {
		t.Errorf("a narrow axis became %v to %v; 3 to 7 with sigma .25 must fit", fig.Min, fig.Max)
	}
}

func TestExplainRefuses(t *testing.T) {
	p := New(twoOpinions(t).tables, twoOpinions(t).problem, Likelihood)
	if _, err := p.Explain([]float64{1}); !errors.Is(err, ErrNothingYet) {
		t.Errorf("before any step: %v", err)
	}
	_, err := twoOpinions(t).Explain([]float64{math.NaN()})
	if err == nil || !strings.Contains(err.Error(), "not a finite number") {
		t.Errorf("NaN: %v", err)
	}
}

// TestThinnedKeepsTheShares: of shares .1, .2, .3, .4 ten equal draws are 1, 2, 3, 4 times the respective draw.
func TestThinnedKeepsTheShares(t *testing.T) {
	count := make([]int, 4)
	for _, k := range thinned([]float64{.1, .2, .3, .4}, 10) {
		count[k]++
	}
	for k, n := range count {
		if n != k+1 {
			t.Errorf("draw %d was taken %d times, want %d", k, n, k+1)
		}
	}
}

// TestIncludedAddsUp: the stump has one split, the root none, so that one feature is included .75 times.
func TestIncludedAddsUp(t *testing.T) {
	got := twoOpinions(t).Included()
	if len(got) != 1 {
		t.Fatalf("%v", got)
	}
	near(t, "included", got[0], .75, 1e-12)
}

// TestClassDissent follows the rule on probabilities made up: another class first, else a gap of over .25.
func TestClassDissent(t *testing.T) {
	part := func(probabilities ...float64) Part {
		return Part{Weight: .5, Probabilities: probabilities, Class: numeric.Largest(probabilities)}
	}
	for name, test := range map[string]struct {
		whole []float64
		parts []Part
		want  int
	}{
		"agree":         {[]float64{.8, .2}, []Part{part(.85, .15), part(.75, .25)}, -1},
		"another class": {[]float64{.6, .4}, []Part{part(.9, .1), part(.3, .7)}, 1},
		"far":           {[]float64{.85, .15}, []Part{part(.98, .02), part(.55, .45)}, 1},
		"alone":         {[]float64{.3, .7}, []Part{part(.8, .2)}, -1},
	} {
		e := Explanation{Prediction: Prediction{Probabilities: test.whole, Class: numeric.Largest(test.whole)},
			Parts: test.parts, Dissent: -1}
		if e.findClassDissent(); e.Dissent != test.want {
			t.Errorf("%s: dissent %d, want %d", name, e.Dissent, test.want)
		}
	}
}
