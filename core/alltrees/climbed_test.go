// Restarts that are done elsewhere are those that are done here.

package alltrees

import (
	"fmt"
	"slices"
	"testing"

	"dcctree/core/parcel"
	"dcctree/core/random"
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
		elsewhere(t, fmt.Sprintf("gradual problem %d", i), p.table(t, 1), p.gradualPrior())
	}
	for i, p := range problems {
		elsewhere(t, fmt.Sprintf("problem %d", i), p.table(t, uint64(i)), p.prior())
	}
}

// elsewhere compares a run with one whose restarts but one go through numbers.
func elsewhere(t *testing.T, name string, table *Table, prior Prior) {
	t.Helper()
	s := DefaultSettings()
	s.Prior, s.Restarts, s.Particles, s.Moves, s.Rounds = prior, 3, 20, 2, 1
	here := Run(table, s, Alone)
	away := 0
	s.Hooks.Elsewhere = func(s Settings, k int) *Climbed {
		if k == 1 {
			return nil // nobody is free
		}
		away++
		s.Hooks.Elsewhere = nil
		return packed(t, Climb(table, s, k))
	}
	there := Run(table, s, Alone)
	if away != 2 {
		t.Errorf("%s: %d restarts were done elsewhere, want 2", name, away)
	}
	a, b := Settled{Sample: here}, Settled{Sample: there}
	if a.Digest() != b.Digest() || here.LogEvidence != there.LogEvidence || here.Work != there.Work {
		t.Errorf("%s: elsewhere %016x %v %d, here %016x %v %d", name, b.Digest(), there.LogEvidence, there.Work,
			a.Digest(), here.LogEvidence, here.Work)
	}
}

func checkSame(t *testing.T, a, b *Tree) {
	t.Helper()
	if a.rule != b.rule || a.key != b.key || a.logPrior != b.logPrior || a.nodes != b.nodes ||
		a.splits != b.splits || a.st.n != b.st.n || a.st.sum != b.st.sum || a.st.squares != b.st.squares ||
		!slices.Equal(a.st.counts, b.st.counts) || (a.left == nil) != (b.left == nil) {
		t.Fatalf("%+v, made of its rules %+v", a, b)
	}
	if a.left != nil {
		checkSame(t, a.left, b.left)
		checkSame(t, a.right, b.right)
	}
}

// A tree is made of its rules as it was: rows, likelihoods, prior and all.
func TestRegrow(t *testing.T) {
	for i, p := range problems {
		table := p.table(t, uint64(i))
		g := newGraph(table, p.prior())
		rows, key := table.all()
		for k := range 50 {
			s, _ := g.grow(rows, key, 0, random.Stream(uint64(k), "trees"))
			checkSame(t, s, g.regrow(s.rules(), rows, key, 0))
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
