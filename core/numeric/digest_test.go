// Tests of digests: what changes them and what does not.

package numeric

import (
	"math"
	"testing"
)

func digestOf(values ...float64) uint64 {
	d := NewDigest()
	d.Numbers(values...)
	return d.Sum()
}

func TestDigestSeesEveryBit(t *testing.T) {
	seen := map[uint64]bool{}
	for _, v := range [][]float64{nil, {0}, {1}, {math.Nextafter(1, 2)}, {math.NaN()}, {math.Inf(1)}, {0, 1},
		{1, 0}} {
		s := digestOf(v...)
		if seen[s] {
			t.Errorf("%v has the digest of another", v)
		}
		seen[s] = true
	}
	if digestOf(math.Copysign(0, -1)) != digestOf(0) ||
		digestOf(math.Float64frombits(0x7ff8000000000123)) != digestOf(math.NaN()) {
		t.Error("zeros or NaNs differ")
	}
	a, b := NewDigest(), NewDigest()
	a.Words("ab", "c")
	b.Words("a", "bc")
	if a.Sum() == b.Sum() {
		t.Error("words run together")
	}
	// FNV-1a of eight zero bytes, from its definition: offset basis times prime^8 modulo 2^64.
	want := uint64(14695981039346656037)
	for range 8 {
		want *= 1099511628211
	}
	c := NewDigest()
	c.Whole(0)
	if c.Sum() != want {
		t.Errorf("%x, want %x", c.Sum(), want)
	}
}
