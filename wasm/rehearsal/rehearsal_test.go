// Test that a rehearsal comes to its end.

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
