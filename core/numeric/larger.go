// The larger and the smaller of two numbers, where that is asked often.

package numeric

// Larger is max of two numbers that are not NaN. WebAssembly calls a function for max, which took 7 % of the time of
// all trees at once; this is inlined. Of zeros it returns a.
func Larger(a, b float64) float64 {
	if b > a {
		return b
	}
	return a
}

// Smaller is min of two numbers that are not NaN, as Larger is max.
func Smaller(a, b float64) float64 {
	if b < a {
		return b
	}
	return a
}
