// A digest of numbers and words, by which results are compared between platforms.

package numeric

import (
	"encoding/binary"
	"hash"
	"hash/fnv"
	"math"
)

// Digest is a running FNV-1a hash of 64 bits over the exact bits of numbers. It tells runs apart and
// protects against nobody. The zero value is not valid: start from NewDigest.
type Digest struct{ sum hash.Hash64 }

// NewDigest returns the digest of nothing.
func NewDigest() Digest { return Digest{fnv.New64a()} }

// Numbers adds the values and how many they are. All NaN count the same, and so do +0 and -0.
func (d Digest) Numbers(values ...float64) {
	d.Whole(len(values))
	for _, v := range values {
		if math.IsNaN(v) {
			v = math.NaN()
		}
		d.bits(math.Float64bits(v + 0))
	}
}

// Whole adds a whole number.
func (d Digest) Whole(v int) { d.bits(uint64(v)) }

// Words adds texts and how many they are.
func (d Digest) Words(texts ...string) {
	d.Whole(len(texts))
	for _, t := range texts {
		d.Whole(len(t))
		d.sum.Write([]byte(t))
	}
}

// Sum returns the digest so far.
func (d Digest) Sum() uint64 { return d.sum.Sum64() }

func (d Digest) bits(v uint64) {
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], v)
	d.sum.Write(b[:])
}
