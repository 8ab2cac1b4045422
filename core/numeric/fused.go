// Whether products and sums are rounded at once, which gives other last bits.

package numeric

// Fused reports whether this build rounds a product and the sum that it is a term of at once, as Go does by default on
// ARM and most other processors, in its own library too. Last bits of results, and so digests, are then not those of
// amd64 and WebAssembly. GOFLAGS=-gcflags=all=-d=fmahash=qn builds without.
func Fused() bool {
	const x = 1 + 0x1p-30 // the square is 1 + 2^-29 + 2^-60, of which a number holds all but the last
	return squareAbove(x, 1+0x1p-29) != 0
}

//go:noinline
func squareAbove(x, y float64) float64 { return x*x - y }
