// Test of what is said of rounding.

package numeric

import (
	"math"
	"runtime"
	"testing"
)

// TestFused: no product and sum are rounded at once where digests are pinned; where the compiler does it, math.FMA and
// the plain expression agree.
func TestFused(t *testing.T) {
	if got := Fused(); got && (runtime.GOARCH == "amd64" || runtime.GOARCH == "wasm") {
		t.Errorf("on %s products and sums are rounded at once", runtime.GOARCH)
	}
	const x, y = 1 + 0x1p-30, 1 + 0x1p-29
	if at := math.FMA(x, x, -y); at != 0x1p-60 || Fused() != (squareAbove(x, y) == at) {
		t.Errorf("rounded once it is %g, here %g", at, squareAbove(x, y))
	}
}
