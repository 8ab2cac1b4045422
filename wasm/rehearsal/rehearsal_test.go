// Tests that a rehearsal comes to its end, and rests on the way.

package rehearsal

import "testing"

func TestRehearsalEnds(t *testing.T) {
	r, pieces := New(nil), 1
	for r.Next() {
		if pieces++; pieces > 500 {
			t.Fatal("no end after 500 pieces of work")
		}
	}
	if pieces < len(tasks) {
		t.Errorf("the end came after %d pieces, a step of %d runs is to be made", pieces, len(tasks))
	}
}

func TestGlimpsesRest(t *testing.T) {
	pauses := 0
	Glimpses(func() { pauses++ })
	if pauses < 2*10 { // two fits of ten trees, which move at every step
		t.Errorf("%d pauses, every tree is to make some", pauses)
	}
}
