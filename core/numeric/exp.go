// Package numeric holds the arithmetic that results depend on: the project's own exponential and
// what is built from it, log-space sums, moments, dot products and Cholesky factors.
//
// math.Exp, math.Tanh, math.Pow, math.Erf and gonum's Dot and Cholesky differ in the last bit
// between amd64 and wasm; the functions here do not, so that one seed gives one result on both. Elsewhere see
// Fused.
package numeric

import "math"

// Constants of the argument reduction x = k ln 2 + r, |r| <= ln(2)/2. ln 2 is split in two parts
// (Cody and Waite 1980), the first with enough trailing zeros that k*ln2Hi is exact.
const (
	log2E    = 1.44269504088896338700e+00
	ln2Hi    = 6.93147180369123816490e-01
	ln2Lo    = 1.90821492927058770002e-10
	rounding = 3 << 51 // 1.5 * 2^52: adding and subtracting it rounds to the nearest integer
	// ExpLimit is the magnitude beyond which the slice functions clamp their argument: exp(-700)
	// is about 1e-304, still a normal number.
	ExpLimit = 700
)

// The Taylor coefficients 1/n!; at degree 12 the remainder on |r| <= ln(2)/2 is below 2e-16.
const (
	c2  = 1.0 / 2
	c3  = 1.0 / 6
	c4  = 1.0 / 24
	c5  = 1.0 / 120
	c6  = 1.0 / 720
	c7  = 1.0 / 5040
	c8  = 1.0 / 40320
	c9  = 1.0 / 362880
	c10 = 1.0 / 3628800
	c11 = 1.0 / 39916800
	c12 = 1.0 / 479001600
)

// ExpParts are the constants of Exp, for whoever writes the same operations in another language.
type ExpParts struct {
	Log2E, Ln2Hi, Ln2Lo float64
	Rounding            float64
	Taylor              [13]float64 // the coefficients of r^n
}

// ExpConstants returns the constants of Exp.
func ExpConstants() ExpParts {
	return ExpParts{Log2E: log2E, Ln2Hi: ln2Hi, Ln2Lo: ln2Lo, Rounding: rounding,
		Taylor: [13]float64{1, 1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12}}
}

// Exp returns e**x with a relative error below 1e-15 and the same bits on every platform.
// Special cases are those of math.Exp.
func Exp(x float64) float64 {
	switch {
	case math.IsNaN(x) || x > 709.782712893384:
		return x * math.Inf(1)
	case x < -745.1332191019412:
		return 0
	}
	// These statements are repeated in LogisticSlice, where a call per element would cost more than
	// the arithmetic; a test holds the two together.
	t := float64(x*log2E) + rounding
	k := t - rounding
	r := x - float64(k*ln2Hi) - float64(k*ln2Lo)
	r2 := float64(r * r)
	odd := float64((float64((float64((float64((float64(c11*r2)+c9)*r2)+c7)*r2)+c5)*r2)+c3)*r2) + 1
	even := float64((float64((float64((float64((float64((float64(c12*r2)+c10)*r2)+c8)*r2)+c6)*r2)+c4)*r2)+c2)*r2) +
		1
	p := float64(r*odd) + even
	switch {
	// Two steps where 2^k itself is not a normal number.
	case k > 1023:
		return p * 0x1p1023 * 2
	case k < -1022:
		return p * math.Float64frombits(uint64(int64(k)+1023+100)<<52) * 0x1p-100
	}
	return p * math.Float64frombits(uint64(int64(k)+1023)<<52)
}

// LogisticSlice sets dst[i] = 1/(1+exp(-z[i])), with z clamped to +-ExpLimit. It panics when the
// lengths differ.
func LogisticSlice(dst, z []float64) {
	if len(dst) != len(z) {
		panic("numeric: LogisticSlice: lengths differ")
	}
	for i, zi := range z {
		x := -zi
		if x > ExpLimit {
			x = ExpLimit
		}
		if x < -ExpLimit {
			x = -ExpLimit
		}
		t := float64(x*log2E) + rounding
		k := t - rounding
		r := x - float64(k*ln2Hi) - float64(k*ln2Lo)
		r2 := float64(r * r)
		odd := float64((float64((float64((float64((float64(c11*r2)+c9)*r2)+c7)*r2)+c5)*r2)+c3)*r2) + 1
		even := float64((float64((float64((float64((float64((float64(c12*r2)+c10)*r2)+c8)*r2)+c6)*r2)+c4)*r2)+
			c2)*r2) + 1
		e := float64((float64(r*odd) + even) * math.Float64frombits((math.Float64bits(t)+1023)<<52))
		dst[i] = 1 / (1 + e)
	}
}

// Logistics returns 1/(1+exp(-x)), 1/(1+exp(x)) and their logarithms as Logistic and LogLogistic do, by one
// exponential.
func Logistics(x float64) (up, down, logUp, logDown float64) {
	e := Exp(-math.Abs(x))
	large, small, log := 1/(1+e), e/(1+e), Log1p(e)
	if x < 0 {
		return small, large, x - log, -log
	}
	return large, small, -log, -x - log
}

// Logistic returns 1/(1+exp(-x)), accurate in both tails.
func Logistic(x float64) float64 {
	if x < 0 {
		e := Exp(x)
		return e / (1 + e)
	}
	return 1 / (1 + Exp(-x))
}

// LogLogistic returns log(1/(1+exp(-x))) without overflow.
func LogLogistic(x float64) float64 {
	if x < 0 {
		return x - Log1p(Exp(x))
	}
	return -Log1p(Exp(-x))
}
