// Test that a rehearsal of either kind comes to its end.

package rehearsal

import "testing"

func TestRehearsalEnds(t *testing.T) {
	for _, draw := range []bool{false, true} {
		r, pieces := New(nil, draw), 1
		for r.Next() {
			if pieces++; pieces > 500 {
				t.Fatal("no end after 500 pieces of work")
			}
		}
		if pieces < len(kinds)*steps {
			t.Errorf("draw %v: the end came after %d pieces, %d steps are to be made", draw, pieces,
				len(kinds)*steps)
		}
	}
}
