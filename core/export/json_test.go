package export

import (
	"math"
	"testing"
)

// TestJSON: names and texts stand as they are, and what JSON has no words for is an error.
func TestJSON(t *testing.T) {
	text, err := JSON(map[string]any{"x <= 3 & y": []any{"<svg>", 1.5, nil}})
	if want := `{"x <= 3 & y":["<svg>",1.5,null]}`; err != nil || text != want {
		t.Errorf("%s, %v, want %s", text, err, want)
	}
	if text, err := JSON(math.NaN()); err == nil {
		t.Errorf("NaN is written as %s", text)
	}
}
