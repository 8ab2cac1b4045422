// This file judges chains that are made up: one mode, two, and what is left out.

package posterior

import (
	"math"
	"testing"

	"dcctree/core/dcc"
	"dcctree/core/diagnostics"
	"dcctree/core/random"
	"dcctree/core/topology"
)

// trailsAt are chains of a stump on one feature, 200 draws each, whose scaled thresholds lie around the given places
// with sd .02.
func trailsAt(places ...float64) (out []dcc.Trail) {
	for i, at := range places {
		rng := random.Stream(7, "chains", string(rune('a'+i)))
		t := dcc.Trail{Dim: 4, Every: 2, Draws: 400, BFMI: .8 + float64(i)/10, StepSize: .1 * float64(i+1)}
		for range 200 {
			tau := at + .02*rng.NormFloat64()
			t.Points = append(t.Points, math.Log(tau/(1-tau)), 3+.1*rng.NormFloat64(),
				5+.1*rng.NormFloat64(), math.Log(.25))
			t.Divergent = append(t.Divergent, len(t.Divergent) == 5*i)
		}
		out = append(out, t)
	}
	return out
}

var one = mustParse("100")

func mustParse(key string) topology.Topology {
	t, err := topology.Parse(key)
	if err != nil {
		panic(err)
	}
	return t
}

func TestChainsInTwoModes(t *testing.T) {
	p := single(t, false, Likelihood)
	trails := trailsAt(.5, .51, .2, .5)
	trails[1].LeftOut = "its burn-in failed"
	c, ok := p.Chains(one, trails)
	if !ok || len(c.Used) != 3 || c.LeftOut != 1 || c.Used[1] != 2 {
		t.Fatalf("%+v", c)
	}
	if c.Mode[0] != 0 || c.Mode[1] != 1 || c.Mode[2] != 0 {
		t.Errorf("modes %v, want the chain at .2 apart", c.Mode)
	}
	if c.Every != 2 || c.Divergent[0] != 1 || math.Abs(c.BFMI-.8) > 1e-12 || c.StepLow != .1 ||
		math.Abs(c.StepHigh-.4) > 1e-12 {
		t.Errorf("%+v", c)
	}
	names := map[string]Parameter{}
	for _, q := range c.Parameters {
		names[q.Name.In("en")] = q
	}
	tau, ok := names["threshold at node 0"]
	if !ok || len(names) != 4 { // threshold, two leaf means, sigma: the weight of a single feature is 1
		t.Fatalf("%d parameters: %v", len(names), c.Parameters)
	}
	if !(tau.RHat > 1.5) || !(names["mean of leaf 1"].RHat < 1.02) {
		t.Errorf("R-hat %v of the threshold, %v of a mean", tau.RHat, names["mean of leaf 1"].RHat)
	}
	if want := diagnostics.RHat(tau.Values); tau.RHat != want || len(tau.Values[0]) != 200 {
		t.Errorf("R-hat %v, want %v", tau.RHat, want)
	}
	// Two thirds at .5 and one third at .2, sd .02 each: sd sqrt(.0004 + .3^2 * 2/9) = .1428, to 4 Monte Carlo
	// errors of a hundredth.
	near(t, "sd of the threshold", tau.SD, math.Sqrt(.0004+.09*2/9), .004)
	german := c.TraceOf(0, trails, "de")
	if german.Parameter != "Schwelle an Knoten 0" || german.Name(german.Chains[0]) != "Kette 1" {
		t.Errorf("in German %q of %q", german.Parameter, german.Name(german.Chains[0]))
	}
	f := c.TraceOf(0, trails, "en")
	if len(f.Chains) != 3 || f.Name(f.Chains[1]) != "chain 3" || !f.Chains[1].Divergent[10] || f.Every != 2 {
		t.Errorf("%+v", f.Chains[1].Divergent[:12])
	}
}

// TestModesJoin: a chain between two others makes one mode of the three.
func TestModesJoin(t *testing.T) {
	p := single(t, false, Likelihood)
	if c, _ := p.Chains(one, trailsAt(.45, .55)); c.Mode[1] != 1 { // 5 sd apart
		t.Errorf("chains at .45 and .55 are in modes %v", c.Mode)
	}
	if c, _ := p.Chains(one, trailsAt(.45, .55, .5)); c.Mode[0] != 0 || c.Mode[1] != 0 || c.Mode[2] != 0 {
		t.Errorf("with one at .5 between them %v", c.Mode)
	}
}

func TestNoChains(t *testing.T) {
	p := single(t, false, Likelihood)
	if _, ok := p.Chains(one, nil); ok {
		t.Error("chains where there are none")
	}
	if c, ok := p.Chains(one, []dcc.Trail{{LeftOut: "x"}}); ok || c.LeftOut != 1 {
		t.Errorf("%+v", c)
	}
}

// TestRenumbered: numbers are given in the order of the chains.
func TestRenumbered(t *testing.T) {
	got := renumbered([]int{4, 1, 4, 0})
	for i, want := range []int{0, 1, 0, 2} {
		if got[i] != want {
			t.Fatalf("%v", got)
		}
	}
}
