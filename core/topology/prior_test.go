// Tests of the prior with other odds of a split.

package topology

import (
	"math"
	"testing"
)

// TestPriorLogScaled: with beta 0 every node splits with probability alpha, so that scaled odds are the prior
// of another alpha: odds 1/4 of alpha .2, tripled, are 3/4 of alpha 3/7. Factor 1 is the prior itself.
func TestPriorLogScaled(t *testing.T) {
	low, high := Prior{Alpha: .2, Beta: 0}, Prior{Alpha: 3. / 7, Beta: 0}
	other := Prior{Alpha: .95, Beta: 1}
	for _, at := range []Topology{Root(), Root().Grow(0), Root().Grow(0).Grow(1), Root().Grow(0).Grow(0).Grow(2)} {
		if got, want := low.LogScaled(at, 3), high.Log(at); math.Abs(got-want) > 1e-12 {
			t.Errorf("%v: %v, want %v", at, got, want)
		}
		if got, want := other.LogScaled(at, 1), other.Log(at); got != want {
			t.Errorf("%v: %v, want %v", at, got, want)
		}
	}
}
