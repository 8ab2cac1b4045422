package logic

import "testing"

func TestPredictedSentences(t *testing.T) {
	misses := []Missing{{4, "x1"}, {7, "color"}, {8, "x1"}, {9, "x1"}}
	for _, c := range []struct {
		p    Predicted
		want string
	}{
		{Predicted{Rows: 1200}, "1,200 of 1,200 rows predicted."},
		{Predicted{Rows: 3, Missing: misses[:1], MissingCount: 1}, "3 of 4 rows predicted: row 4 misses x1."},
		{Predicted{Rows: 3, Missing: misses, MissingCount: 200},
			"3 of 203 rows predicted: row 4 misses x1, row 7 misses color, row 8 misses x1 and 197 more."},
	} {
		if got := c.p.Sentence(); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}
