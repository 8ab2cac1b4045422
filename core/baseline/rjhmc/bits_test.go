// One seed, the same bits on every platform.

package rjhmc

import (
	"testing"

	"dcctree/core/numeric"
	"dcctree/core/random"
)

// TestSameBits pins infos and states of all variants. The numbers were recorded on amd64 and are the same on js/wasm; a
// change of the algorithm changes them on all.
func TestSameBits(t *testing.T) {
	want := map[string][2]uint64{
		"published DFI": {0x3434341a74c0347d, 0xb5c71bd22f3b72f5},
		"published DF":  {0x09ee68e13f2f7169, 0x9b8f3291e23ed923},
		"exact DFI":     {0xd90bc62e86e24cd7, 0xfebe190c6d3889c1},
		"exact DF":      {0xb422abe92fc9220b, 0x18e0ac831921a3d5},
	}
	for name, s := range variants() {
		for i, classes := range []int{0, 3} {
			c, rng, sum := chain(t, rows(4, 25, 2, classes), s, 11), random.Stream(12, "bits"),
				numeric.NewDigest()
			steps := 8
			if s.Variant == Exact {
				steps = 100
			}
			for range steps {
				info := c.Step(rng)
				sum.Words(info.Move)
				sum.Numbers(info.LogDensity, float64(info.Leaves), float64(info.Gradients),
					float64(info.Densities))
			}
			sum.Numbers(c.State()...)
			if got := sum.Sum(); got != want[name][i] {
				t.Errorf("%s, %d classes: %#x, want %#x", name, classes, got, want[name][i])
			}
		}
	}
}
