// Tests of what is taken away of the draws.

package posterior

import (
	"math"
	"strings"
	"testing"

	"dcctree/core/export"
	"dcctree/core/softtree"
	"dcctree/core/topology"
	"dcctree/core/tree"
)

// values returns a variable's numbers.
func drawnValues(t *testing.T, d export.Draws, name string) []float64 {
	t.Helper()
	for _, v := range d.Variables {
		if v.Name == name {
			return v.Values
		}
	}
	t.Fatalf("there is no %s", name)
	return nil
}

// TestDrawsAreTheModels: a stump at tau .5 with leaves 3 and 5 and sigma .25 gives these numbers, on the scale that was
// sampled; the log density is the model's own at the draw.
func TestDrawsAreTheModels(t *testing.T) {
	for _, standardize := range []bool{false, true} {
		p := single(t, standardize, Likelihood)
		d, ok := p.Draws(stump)
		if !ok {
			t.Fatal("no draws")
		}
		s := p.tables.Target
		near(t, "tau", drawnValues(t, d, "tau")[0], .5, 0)
		near(t, "delta", drawnValues(t, d, "delta")[0], 1, 0)
		near(t, "left", drawnValues(t, d, "mu")[0]*s.SD+s.Mean, 3, 1e-12)
		near(t, "right", drawnValues(t, d, "mu")[1]*s.SD+s.Mean, 5, 1e-12)
		near(t, "sigma", drawnValues(t, d, "sigma")[0]*s.SD, .25, 1e-12)
		near(t, "weight", d.LogWeights[0], 0, 0)
		model := softtree.NewModel(stump, p.problem.Data, p.problem.Settings.Priors,
			p.problem.Settings.BandwidthFinal)
		near(t, "log density", d.LogDensity[0], model.LogDensity(p.members[stump].draws.Point(0)), 0)
		said := strings.Join(d.Notes, " ")
		if !strings.Contains(said, "x from 0 to 10") ||
			standardize != strings.Contains(said, "standardized scale") {
			t.Errorf("notes %q", said)
		}
	}
}

// TestDrawsOfNoWeightAreLeftOut: and the log weights are those of the others.
func TestDrawsOfNoWeightAreLeftOut(t *testing.T) {
	p := single(t, false, Likelihood)
	theta := p.members[stump].draws.Point(0)
	p.members[stump].draws.Points = append(append([]float64{}, theta...), theta...)
	p.members[stump].draws.Shares = []float64{1, 0}
	d, _ := p.Draws(stump)
	if len(d.LogWeights) != 1 || d.LogWeights[0] != 0 {
		t.Errorf("log weights %v", d.LogWeights)
	}
	if trees, _ := p.Trees(stump, 10); len(trees.Weights) != 1 {
		t.Errorf("tree weights %v", trees.Weights)
	}
}

// TestDrawsOfClasses: the probabilities of the leaves are those that TestClassification derives: 6/7 of a left, 7/8 of
// b right.
func TestDrawsOfClasses(t *testing.T) {
	d, ok := classes(t).Draws(stump)
	if !ok {
		t.Fatal("no draws")
	}
	for i, want := range []float64{6. / 7, 1. / 7, 1. / 8, 7. / 8} {
		near(t, "p", drawnValues(t, d, "p")[i], want, 1e-6)
	}
	if _, ok := classes(t).Draws(topology.Root()); ok {
		t.Error("draws of a topology that has none")
	}
}

// TestTreesInOriginalUnits: the same stump as a table; the threshold is in the units of x, the weights sum to 1 over
// all topologies.
func TestTreesInOriginalUnits(t *testing.T) {
	p := single(t, true, Likelihood)
	s := p.tables.Target
	p.put(topology.Root(), 3, []float64{(4 - s.Mean) / s.SD, math.Log(1 / s.SD)},
		[]float64{(4.5 - s.Mean) / s.SD, math.Log(1 / s.SD)})
	trees, ok := p.Trees(stump, 100)
	if !ok || len(trees.Weights) != 1 {
		t.Fatalf("%+v", trees)
	}
	near(t, "weight", trees.Weights[0], .25, 0)
	near(t, "threshold", trees.Crossings[0][0], 5, 1e-12)
	near(t, "tau", trees.Trees[0].Nodes[0].Rule.Cut(), .5, 0)
	near(t, "left", trees.Trees[0].Nodes[1].Answer.(tree.Normal).Mean, 3, 1e-12)
	root, _ := p.Trees(topology.Root(), 100)
	near(t, "weights", root.Weights[0]+root.Weights[1], .75, 1e-15)
	near(t, "root", root.Trees[1].Nodes[0].Answer.(tree.Normal).Mean, 4.5, 1e-12)
	if thinned, _ := p.Trees(topology.Root(), 1); len(thinned.Weights) != 1 || thinned.Weights[0] != .75 {
		t.Errorf("thinned to one: %v", thinned.Weights)
	}
	c, _ := classes(t).Trees(stump, 100)
	near(t, "threshold", c.Crossings[0][0], 4.5, 1e-12)
	near(t, "p", c.Trees[0].Nodes[2].Answer.(tree.Classes)[1], 7./8, 1e-6)
}

// TestSnapshotStays: what comes later does not reach it.
func TestSnapshotStays(t *testing.T) {
	p := single(t, false, Likelihood)
	before := p.Snapshot()
	p.put(topology.Root(), 1, []float64{4, 0})
	p.insert(stump, thinDraws(p.members[topology.Root()].draws, 1))
	if len(before.Measured()) != 1 || len(p.Measured()) != 2 {
		t.Errorf("%v measured before, %v after", before.Measured(), p.Measured())
	}
	d, _ := before.Draws(stump)
	near(t, "sigma", drawnValues(t, d, "sigma")[0], .25, 1e-12)
}
