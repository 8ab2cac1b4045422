// Dot products, running moments and triangular systems with a fixed order of operations.

package numeric

import "math"

// In WebAssembly every turn of a loop costs a jump through a table where the function calls others. The loops of this
// file stand in functions of their own, which call nothing, and go by fours.

// Dot returns sum_i a_i b_i, summed in order. It panics when the lengths differ.
func Dot(a, b []float64) float64 {
	if len(a) != len(b) {
		panic("numeric: Dot: lengths differ")
	}
	return dot(a, b)
}

//go:noinline
func dot(a, b []float64) (s float64) {
	for ; len(a) >= 4 && len(b) >= 4; a, b = a[4:], b[4:] {
		s += float64(a[0] * b[0])
		s += float64(a[1] * b[1])
		s += float64(a[2] * b[2])
		s += float64(a[3] * b[3])
	}
	for i, v := range a {
		s += float64(v * b[i])
	}
	return s
}

// less returns s - a_0 b_0 - a_1 b_1 ..., in order.
//
//go:noinline
func less(s float64, a, b []float64) float64 {
	for ; len(a) >= 4 && len(b) >= 4; a, b = a[4:], b[4:] {
		s -= float64(a[0] * b[0])
		s -= float64(a[1] * b[1])
		s -= float64(a[2] * b[2])
		s -= float64(a[3] * b[3])
	}
	for i, v := range a {
		s -= float64(v * b[i])
	}
	return s
}

// Cholesky writes the lower Cholesky factor of the symmetric n x n row-major matrix a to dst, zero
// above the diagonal, and reports whether a is positive definite. dst may be a.
func Cholesky(dst, a []float64, n int) bool {
	if len(dst) != n*n || len(a) != n*n {
		panic("numeric: Cholesky: wrong length")
	}
	for i := 0; i < n; i++ {
		for j := 0; j <= i; j++ {
			s := less(a[i*n+j], dst[i*n:i*n+j], dst[j*n:j*n+j])
			if i == j {
				if !(s > 0) || math.IsInf(s, 1) {
					return false
				}
				dst[i*n+i] = math.Sqrt(s)
				continue
			}
			dst[i*n+j] = s / dst[j*n+j]
		}
		clear(dst[i*n+i+1 : (i+1)*n])
	}
	return true
}

// SolveLower solves L x = b for the lower triangular row-major n x n matrix l. dst may be b.
func SolveLower(dst, l, b []float64, n int) {
	checkTriangular(dst, l, b, n)
	solveLower(dst, l, b, n)
}

//go:noinline
func solveLower(dst, l, b []float64, n int) {
	for i := 0; i < n; i++ {
		s, row, x := b[i], l[i*n:i*n+i], dst[:i]
		for ; len(row) >= 4 && len(x) >= 4; row, x = row[4:], x[4:] {
			s -= float64(row[0] * x[0])
			s -= float64(row[1] * x[1])
			s -= float64(row[2] * x[2])
			s -= float64(row[3] * x[3])
		}
		for k, v := range row {
			s -= float64(v * x[k])
		}
		dst[i] = s / l[i*n+i]
	}
}

// SolveLowerTranspose solves L' x = b for the lower triangular row-major n x n matrix l. dst may be b.
func SolveLowerTranspose(dst, l, b []float64, n int) {
	checkTriangular(dst, l, b, n)
	for i := n - 1; i >= 0; i-- {
		s := b[i]
		for k := i + 1; k < n; k++ {
			s -= float64(l[k*n+i] * dst[k])
		}
		dst[i] = s / l[i*n+i]
	}
}

// MulLower sets dst = L b for the lower triangular row-major n x n matrix l. dst may be b.
func MulLower(dst, l, b []float64, n int) {
	checkTriangular(dst, l, b, n)
	mulLower(dst, l, b, n)
}

//go:noinline
func mulLower(dst, l, b []float64, n int) {
	for i := n - 1; i >= 0; i-- {
		var s float64
		row, x := l[i*n:i*n+i+1], b[:i+1]
		for ; len(row) >= 4 && len(x) >= 4; row, x = row[4:], x[4:] {
			s += float64(row[0] * x[0])
			s += float64(row[1] * x[1])
			s += float64(row[2] * x[2])
			s += float64(row[3] * x[3])
		}
		for k, v := range row {
			s += float64(v * x[k])
		}
		dst[i] = s
	}
}

func checkTriangular(dst, l, b []float64, n int) {
	if len(dst) != n || len(b) != n || len(l) != n*n {
		panic("numeric: triangular system: wrong length")
	}
}

// Columns returns n columns of the given length, one after the other in memory.
func Columns(n, length int) [][]float64 {
	flat, out := make([]float64, n*length), make([][]float64, n)
	for i := range out {
		out[i] = flat[i*length : (i+1)*length : (i+1)*length]
	}
	return out
}

// Indices returns 0, 1, ..., n - 1.
func Indices(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

// Moments accumulates mean and variance of a stream (Welford 1962). The zero value is empty.
type Moments struct {
	n    int
	mean float64
	m2   float64
}

// Add takes one more value.
func (m *Moments) Add(x float64) {
	m.n++
	d := x - m.mean
	m.mean += d / float64(m.n)
	m.m2 += float64(d * (x - m.mean))
}

// State returns all that is known: the number of values, their mean and their sum of squared deviations from it.
func (m *Moments) State() (n int, mean, squares float64) { return m.n, m.mean, m.m2 }

// MomentsOf returns the moments of a state.
func MomentsOf(n int, mean, squares float64) Moments { return Moments{n: n, mean: mean, m2: squares} }

// N returns the number of values added.
func (m *Moments) N() int { return m.n }

// Mean returns the mean; 0 when empty.
func (m *Moments) Mean() float64 { return m.mean }

// Variance returns the sample variance with divisor n-1; NaN below two values.
func (m *Moments) Variance() float64 {
	if m.n < 2 {
		return math.NaN()
	}
	return m.m2 / float64(m.n-1)
}
