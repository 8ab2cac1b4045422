// This file holds what is kept of chains and weights against what was put in.

package dcc

import (
	"math"
	"testing"

	"dcctree/core/diagnostics"
	"dcctree/core/topology"
)

// TestTrailIsBounded: 1,000 draws in jobs of 7 with room for 50: every 16th draw is kept, in order, divergences are not
// lost, and the BFMI is that of all energies.
func TestTrailIsBounded(t *testing.T) {
	tr := newTrail(1, 1)
	tr.most = 50
	var all []float64
	divergences := map[int]bool{3: true, 500: true, 990: true}
	for at := 0; at < 1000; {
		var points, energies []float64
		var diverged []int
		for i := 0; i < 7 && at < 1000; i++ {
			points, energies = append(points, float64(at)), append(energies, math.Sin(float64(at*at)))
			if divergences[at] {
				diverged = append(diverged, i)
			}
			at++
		}
		all = append(all, energies...)
		tr.add(points, energies, diverged)
	}
	if tr.Every != 16 || tr.Draws != 1000 || len(tr.Points) != tr.Len() || tr.Len() != (1000+15)/16 {
		t.Fatalf("every %d of %d draws, %d kept", tr.Every, tr.Draws, tr.Len())
	}
	for k, x := range tr.Points {
		if x != float64(16*k) {
			t.Fatalf("kept draw %d is number %v, want %d", k, x, 16*k)
		}
		if want := divergences[3] && k == 0 || k == 500/16 || k == 990/16; tr.Divergent[k] != want {
			t.Errorf("kept draw %d: divergent %v", k, tr.Divergent[k])
		}
	}
	if got, want := tr.bfmi(), diagnostics.BFMI(all); math.Abs(got-want) > 1e-9*want {
		t.Errorf("BFMI %v, want %v", got, want)
	}
}

// TestTrailsOfARun: every chain of a visited topology has as many draws as its visits gave, and the weights' picture
// the sum that the evidence is of.
func TestTrailsOfARun(t *testing.T) {
	p := problem()
	s := mustNew(t, p)
	if err := Run(p, s, 2, func(Step) {}); err != nil {
		t.Fatal(err)
	}
	for _, sum := range s.Summaries() {
		if sum.Topology == topology.Root() {
			continue
		}
		draws, divergences := 0, 0
		for _, trail := range s.Trails(sum.Topology) {
			draws += trail.Draws
			for _, d := range trail.Divergent {
				if d {
					divergences++
				}
			}
			if trail.StepSize <= 0 || trail.Len()*trail.Dim != len(trail.Points) {
				t.Errorf("%v: %+v", sum.Topology, trail)
			}
		}
		if sum.Chains > 0 && len(sum.ChainsLeftOut) == 0 &&
			(draws != sum.Draws || divergences > sum.Divergences ||
				divergences == 0 != (sum.Divergences == 0)) {
			t.Errorf("%v: %d draws and %d divergences, want %d and %d", sum.Topology, draws, divergences,
				sum.Draws, sum.Divergences)
		}
		w, ok := s.Weights(sum.Topology)
		if !ok || math.Abs(w.Total-math.Log(float64(w.Count))-sum.LogEvidence) > 1e-9 ||
			w.Largest[0] < w.Largest[len(w.Largest)-1] {
			t.Errorf("%v: weights %d, total %v, evidence %v", sum.Topology, w.Count, w.Total,
				sum.LogEvidence)
		}
	}
	if s.Trails(topology.Topology{}) != nil && len(s.found) == 0 {
		t.Error("a topology that was not visited has a trail")
	}
}

// TestTrailsAreChecked: what comes from a worker must hold together.
func TestTrailsAreChecked(t *testing.T) {
	for name, r := range map[string]ChainCounts{
		"too few numbers": {Trail: []float64{1}, Energies: []float64{1}},
		"no such draw":    {Trail: []float64{1, 2}, Energies: []float64{1}, Diverged: []int{1}},
		"not finite":      {Trail: []float64{1, math.NaN()}, Energies: []float64{1}},
	} {
		if r.checkTrail(2) == nil {
			t.Errorf("%s was accepted", name)
		}
	}
	err := (&ChainCounts{Trail: []float64{1, 2}, Energies: []float64{1}, Diverged: []int{0}}).checkTrail(2)
	if err != nil {
		t.Error(err)
	}
}

// TestTrailsFitTheirRoom: the lightest topologies give their draws up first, and every chain keeps its ends.
func TestTrailsFitTheirRoom(t *testing.T) {
	p := problem()
	s := mustNew(t, p)
	if err := Run(p, s, 2, func(Step) {}); err != nil {
		t.Fatal(err)
	}
	var heavy *entry
	total := 0
	for _, e := range s.order {
		total += e.trailNumbers()
		if e.trailNumbers() > 0 && (heavy == nil || e.logMass() > heavy.logMass()) {
			heavy = e
		}
	}
	before := heavy.trailNumbers()
	s.keepTrailsWithin(before)
	after := 0
	for _, e := range s.order {
		after += e.trailNumbers()
	}
	if total <= before || after > before || heavy.trailNumbers() != before {
		t.Errorf("%d numbers became %d with room for %d, those of the heaviest topology %d", total, after,
			before, heavy.trailNumbers())
	}
	s.keepTrailsWithin(0)
	for _, e := range s.order {
		if e.trailNumbers() > 0 {
			t.Fatal("trails are kept without room")
		}
	}
}
