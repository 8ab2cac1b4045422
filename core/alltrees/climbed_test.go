// Restarts that are done elsewhere are those that are done here.

package alltrees

import (
	"testing"

	"dcctree/core/parcel"
)

// packed is a Climbed that went through numbers.
func packed(t *testing.T, c *Climbed) *Climbed {
	t.Helper()
	numbers, words := parcel.Pack(*c)
	var back Climbed
	if err := parcel.Unpack(numbers, words, &back); err != nil {
		t.Fatal(err)
	}
	return &back
}

func TestRestartsElsewhereAreTheSame(t *testing.T) {
	for i, p := range gradualProblems {
		table := p.table(t, 1)
		s := DefaultSettings()
		s.Prior, s.Restarts, s.Particles, s.Moves, s.Rounds = p.gradualPrior(), 3, 20, 2, 1
		here := Run(table, s, Alone)
		away := 0
		s.Hooks.Elsewhere = func(s Settings, k int) *Climbed {
			if k == 1 {
				return nil // nobody is free
			}
			away++
			s.Hooks.Elsewhere = nil
			return packed(t, ClimbGradually(table, s, k))
		}
		there := Run(table, s, Alone)
		if away != 2 {
			t.Errorf("problem %d: %d restarts were done elsewhere, want 2", i, away)
		}
		a, b := Settled{Sample: here}, Settled{Sample: there}
		if a.Digest() != b.Digest() || here.LogEvidence != there.LogEvidence || here.Work != there.Work {
			t.Errorf("problem %d: elsewhere %016x %v %d, here %016x %v %d", i, b.Digest(),
				there.LogEvidence, there.Work, a.Digest(), here.LogEvidence, here.Work)
		}
	}
}

func TestBrokenRestartIsRefused(t *testing.T) {
	for name, r := range map[string]climbedRow{
		"fewer points":    {Logs: []float64{0}, Counts: nil},
		"a tree too many": {Logs: []float64{0}, Counts: []int{1}, Nodes: []float64{leafMark, leafMark}},
		"a tree too few":  {Logs: []float64{0}, Counts: []int{2}, Nodes: []float64{leafMark}},
		"half a split":    {Logs: []float64{0}, Counts: []int{1}, Nodes: []float64{0, 1}},
		"a side missing":  {Logs: []float64{0}, Counts: []int{1}, Nodes: []float64{0, 1, 0, 0, 0, 0, leafMark}},
	} {
		numbers, words := parcel.Pack(r)
		if err := parcel.Unpack(numbers, words, &Climbed{}); err == nil {
			t.Errorf("%s: taken", name)
		}
	}
}
