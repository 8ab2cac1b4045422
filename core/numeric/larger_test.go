// Larger and Smaller are max and min.

package numeric

import (
	"math"
	"testing"
)

func TestLargerAndSmaller(t *testing.T) {
	values := []float64{math.Inf(-1), -2, 0, math.SmallestNonzeroFloat64, 3, math.Inf(1)}
	for _, a := range values {
		for _, b := range values {
			if got := Larger(a, b); got != max(a, b) {
				t.Errorf("the larger of %v and %v is %v", a, b, got)
			}
			if got := Smaller(a, b); got != min(a, b) {
				t.Errorf("the smaller of %v and %v is %v", a, b, got)
			}
		}
	}
}
