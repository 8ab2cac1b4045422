// Dot products, running moments and triangular systems with a fixed order of operations.

package numeric

import "math"

// Dot returns sum_i a_i b_i, summed in order. It panics when the lengths differ.
func Dot(a, b []float64) float64 {
	if len(a) != len(b) {
		panic("numeric: Dot: lengths differ")
	}
	var s float64
	for i, v := range a {
		s += float64(v * b[i])
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
			s := a[i*n+j]
			for k := 0; k < j; k++ {
				s -= float64(dst[i*n+k] * dst[j*n+k])
			}
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
	for i := 0; i < n; i++ {
		s, row := b[i], l[i*n:i*n+i+1]
		for k, v := range row[:i] {
			s -= float64(v * dst[k])
		}
		dst[i] = s / row[i]
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
	for i := n - 1; i >= 0; i-- {
		var s float64
		for k, v := range l[i*n : i*n+i+1] {
			s += float64(v * b[k])
		}
		dst[i] = s
	}
}

func checkTriangular(dst, l, b []float64, n int) {
	if len(dst) != n || len(b) != n || len(l) != n*n {
		panic("numeric: triangular system: wrong length")
	}
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
