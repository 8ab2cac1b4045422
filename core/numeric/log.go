// Logarithms with the same bits on every platform, and exponentials and logarithms of many numbers at once.

package numeric

import "math"

// Constants of the logarithm of FreeBSD's e_log.c (Sun Microsystems 1993), as in Go's math/log.go: with
// x = 2^k (1+f), sqrt(2)/2 <= 1+f < sqrt(2) and s = f/(2+f), log(1+f) = f - f^2/2 + s (f^2/2 + R(s^2)); the
// polynomial R errs by less than 2^-58.45.
const (
	log1 = 6.666666666666735130e-01
	log2 = 3.999999999940941908e-01
	log3 = 2.857142874366239149e-01
	log4 = 2.222219843214978396e-01
	log5 = 1.818357216161805012e-01
	log6 = 1.531383769920937332e-01
	log7 = 1.479819860511658591e-01

	mantissa  = 1<<52 - 1
	one       = 0x3ff << 52        // the bits of 1
	lowestLog = 0x3fe6a09e667f3bcd // the bits of sqrt(2)/2
	shift     = one - lowestLog    // takes numbers from sqrt(2)/2 on to exponents from 0 on
	subnormal = 0x1p-1022          // numbers below have fewer bits
)

// Log returns the natural logarithm of x with an error below 1 ulp and the same bits on every platform, those
// of Go's own where that is not written in assembly. Special cases are those of math.Log.
func Log(x float64) float64 {
	if !(x >= subnormal && x <= math.MaxFloat64) {
		return unusualLog(x)
	}
	// These statements are repeated in LogSlice, where a call per element would cost more than the
	// arithmetic; a test holds the two together.
	bits := math.Float64bits(x) + shift
	k := float64(int64(bits>>52) - 0x3ff)
	f := math.Float64frombits(bits&mantissa+lowestLog) - 1
	s := f / (2 + f)
	s2 := float64(s * s)
	s4 := float64(s2 * s2)
	odd := float64(s2 * (log1 + float64(s4*(log3+float64(s4*(log5+float64(s4*log7)))))))
	even := float64(s4 * (log2 + float64(s4*(log4+float64(s4*log6)))))
	half := float64(0.5 * f * f)
	return float64(k*ln2Hi) - ((half - (float64(s*(half+(odd+even))) + float64(k*ln2Lo))) - f)
}

// unusualLog is Log of what is no positive normal number.
func unusualLog(x float64) float64 {
	switch {
	case math.IsNaN(x) || x > 0 && math.IsInf(x, 1):
		return x
	case x < 0:
		return math.NaN()
	case x == 0:
		return math.Inf(-1)
	}
	return Log(x*0x1p52) - 52*math.Ln2
}

// Log1p returns log(1+x) with an error below 1 ulp and the same bits on every platform, by the logarithm of
// the rounded 1+x and what rounding it lost. Special cases are those of math.Log1p.
func Log1p(x float64) float64 {
	// These statements are repeated in Log1pSlice, as those of Log in LogSlice.
	u := 1 + x
	if !(u >= 0x1p-60 && u < 0x1p60) {
		return unusualLog1p(x, u)
	}
	bits := math.Float64bits(u) + shift
	k := float64(int64(bits>>52) - 0x3ff)
	f, lost := x, 0.0
	if k != 0 {
		f = math.Float64frombits(bits&mantissa+lowestLog) - 1
		if lost = x - (u - 1); x > 1 {
			lost = 1 - (u - x)
		}
		lost /= u
	}
	s := f / (2 + f)
	s2 := float64(s * s)
	s4 := float64(s2 * s2)
	odd := float64(s2 * (log1 + float64(s4*(log3+float64(s4*(log5+float64(s4*log7)))))))
	even := float64(s4 * (log2 + float64(s4*(log4+float64(s4*log6)))))
	half := float64(0.5 * f * f)
	return float64(k*ln2Hi) - ((half - (float64(s*(half+(odd+even))) + (float64(k*ln2Lo) + lost))) - f)
}

// unusualLog1p is Log1p where u = 1+x is tiny, huge or no positive number.
func unusualLog1p(x, u float64) float64 {
	switch {
	case u == 0 || u < 0x1p-60 && u > 0:
		return Log(u) // 1+x is exact
	case u > 0:
		return Log(x) // 1 is less than half an ulp of x
	}
	return math.NaN()
}

// Log1pSlice sets dst[i] = Log1p(x[i]). It panics when the lengths differ.
func Log1pSlice(dst, x []float64) {
	if len(dst) != len(x) {
		panic("numeric: Log1pSlice: lengths differ")
	}
	for i, v := range x {
		u := 1 + v
		if !(u >= 0x1p-60 && u < 0x1p60) {
			dst[i] = unusualLog1p(v, u)
			continue
		}
		bits := math.Float64bits(u) + shift
		k := float64(int64(bits>>52) - 0x3ff)
		f, lost := v, 0.0
		if k != 0 {
			f = math.Float64frombits(bits&mantissa+lowestLog) - 1
			if lost = v - (u - 1); v > 1 {
				lost = 1 - (u - v)
			}
			lost /= u
		}
		s := f / (2 + f)
		s2 := float64(s * s)
		s4 := float64(s2 * s2)
		odd := float64(s2 * (log1 + float64(s4*(log3+float64(s4*(log5+float64(s4*log7)))))))
		even := float64(s4 * (log2 + float64(s4*(log4+float64(s4*log6)))))
		half := float64(0.5 * f * f)
		dst[i] = float64(k*ln2Hi) - ((half - (float64(s*(half+(odd+even))) + (float64(k*ln2Lo) + lost))) - f)
	}
}

// ExpSlice sets dst[i] = Exp(x[i]). It panics when the lengths differ.
func ExpSlice(dst, x []float64) {
	if len(dst) != len(x) {
		panic("numeric: ExpSlice: lengths differ")
	}
	for i, v := range x {
		if !(v > -708 && v < 709) {
			dst[i] = Exp(v)
			continue
		}
		t := float64(v*log2E) + rounding
		k := t - rounding
		r := v - float64(k*ln2Hi) - float64(k*ln2Lo)
		r2 := float64(r * r)
		odd := float64((float64((float64((float64((float64(c11*r2)+c9)*r2)+c7)*r2)+c5)*r2)+c3)*r2) + 1
		even := float64((float64((float64((float64((float64((float64(c12*r2)+c10)*r2)+c8)*r2)+c6)*r2)+c4)*r2)+
			c2)*r2) + 1
		dst[i] = (float64(r*odd) + even) * math.Float64frombits((math.Float64bits(t)+1023)<<52)
	}
}

// LogSlice sets dst[i] = Log(x[i]). It panics when the lengths differ.
func LogSlice(dst, x []float64) {
	if len(dst) != len(x) {
		panic("numeric: LogSlice: lengths differ")
	}
	for i, v := range x {
		if !(v >= subnormal && v <= math.MaxFloat64) {
			dst[i] = unusualLog(v)
			continue
		}
		bits := math.Float64bits(v) + shift
		k := float64(int64(bits>>52) - 0x3ff)
		f := math.Float64frombits(bits&mantissa+lowestLog) - 1
		s := f / (2 + f)
		s2 := float64(s * s)
		s4 := float64(s2 * s2)
		odd := float64(s2 * (log1 + float64(s4*(log3+float64(s4*(log5+float64(s4*log7)))))))
		even := float64(s4 * (log2 + float64(s4*(log4+float64(s4*log6)))))
		half := float64(0.5 * f * f)
		dst[i] = float64(k*ln2Hi) - ((half - (float64(s*(half+(odd+even))) + float64(k*ln2Lo))) - f)
	}
}
