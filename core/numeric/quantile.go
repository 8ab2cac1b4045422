// The quantile function of the standard normal distribution.

package numeric

import "math"

// The coefficients of PPND16 (Wichura 1988, algorithm AS 241, Applied Statistics 37, 477-484), from
// the highest power down: numerators and denominators of three rational approximations.
var (
	quantileCenterNum = [...]float64{2.5090809287301226727e3, 3.3430575583588128105e4, 6.7265770927008700853e4,
		4.5921953931549871457e4, 1.3731693765509461125e4, 1.9715909503065514427e3, 1.3314166789178437745e2,
		3.3871328727963666080e0}
	quantileCenterDen = [...]float64{5.2264952788528545610e3, 2.8729085735721942674e4, 3.9307895800092710610e4,
		2.1213794301586595867e4, 5.3941960214247511077e3, 6.8718700749205790830e2, 4.2313330701600911252e1, 1}
	quantileNearNum = [...]float64{7.74545014278341407640e-4, 2.27238449892691845833e-2, 2.41780725177450611770e-1,
		1.27045825245236838258e0, 3.64784832476320460504e0, 5.76949722146069140550e0, 4.63033784615654529590e0,
		1.42343711074968357734e0}
	quantileNearDen = [...]float64{1.05075007164441684324e-9, 5.47593808499534494600e-4, 1.51986665636164571966e-2,
		1.48103976427480074590e-1, 6.89767334985100004550e-1, 1.67638483018380384940e0,
		2.05319162663775882187e0, 1}
	quantileFarNum = [...]float64{2.01033439929228813265e-7, 2.71155556874348757815e-5, 1.24266094738807843860e-3,
		2.65321895265761230930e-2, 2.96560571828504891230e-1, 1.78482653991729133580e0,
		5.46378491116411436990e0, 6.65790464350110377720e0}
	quantileFarDen = [...]float64{2.04426310338993978564e-15, 1.42151175831644588870e-7, 1.84631831751005468180e-5,
		7.86869131145613259100e-4, 1.48753612908506148525e-2, 1.36929880922735805310e-1,
		5.99832206555887937690e-1, 1}
)

// NormalQuantile returns the x with NormalCDF(x) = p, to about 1e-16 relative (Wichura 1988); -Inf
// at 0, +Inf at 1 and NaN outside.
func NormalQuantile(p float64) float64 {
	switch {
	case !(p >= 0 && p <= 1):
		return math.NaN()
	case p == 0:
		return math.Inf(-1)
	case p == 1:
		return math.Inf(1)
	}
	q := p - 0.5
	if math.Abs(q) <= 0.425 {
		r := 0.180625 - float64(q*q)
		return q * polynomial(quantileCenterNum[:], r) / polynomial(quantileCenterDen[:], r)
	}
	x := quantileTail(math.Min(p, 1-p))
	if q < 0 {
		return -x
	}
	return x
}

// quantileTail returns the distance from 0 of the quantile whose tail probability is p < 0.075.
func quantileTail(p float64) float64 {
	r := math.Sqrt(-Log(p))
	if r <= 5 {
		return polynomial(quantileNearNum[:], r-1.6) / polynomial(quantileNearDen[:], r-1.6)
	}
	return polynomial(quantileFarNum[:], r-5) / polynomial(quantileFarDen[:], r-5)
}

// polynomial evaluates coefficients given from the highest power down (Horner).
func polynomial(c []float64, x float64) float64 {
	var s float64
	for _, v := range c {
		s = float64(s*x) + v
	}
	return s
}

// Normal90 is the 90 % quantile of the standard normal distribution.
const Normal90 = 1.2815515655446004
