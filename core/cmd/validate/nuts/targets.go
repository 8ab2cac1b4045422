// Targets with known distributions.

package nuts

import (
	"math"

	"dcctree/core/numeric"
)

// density is a log density made of a function.
type density struct {
	dim int
	f   func(grad, x []float64) float64
}

func (d density) Dim() int                           { return d.dim }
func (d density) Gradient(grad, x []float64) float64 { return d.f(grad, x) }

// chained is the normal distribution with the given standard deviations and correlations rho^|i-j|:
// an autoregression, whose innovations u are independent standard normal.
type chained struct {
	sd  []float64
	rho float64
}

// newChained spreads the standard deviations from low to high in equal ratios.
func newChained(dim int, rho, low, high float64) chained {
	c := chained{sd: make([]float64, dim), rho: rho}
	for i := range c.sd {
		share := float64(i) / math.Max(1, float64(dim-1))
		c.sd[i] = low * numeric.Exp(share*math.Log(high/low))
	}
	return c
}

// innovation returns u_i at x.
func (c chained) innovation(x []float64, i int) float64 {
	z := x[i] / c.sd[i]
	if i == 0 {
		return z
	}
	return (z - c.rho*x[i-1]/c.sd[i-1]) / math.Sqrt(1-c.rho*c.rho)
}

// radius returns the squared Mahalanobis distance of x from 0, which is chi-square.
func (c chained) radius(x []float64) float64 {
	var s float64
	for i := range x {
		u := c.innovation(x, i)
		s += u * u
	}
	return s
}

// Dim returns the number of coordinates.
func (c chained) Dim() int { return len(c.sd) }

// Gradient returns the log density up to a constant.
func (c chained) Gradient(grad, x []float64) float64 {
	scale := math.Sqrt(1 - c.rho*c.rho)
	var s float64
	clear(grad)
	for i := range x {
		u := c.innovation(x, i)
		s -= 0.5 * u * u
		if i == 0 {
			grad[0] -= u / c.sd[0]
			continue
		}
		grad[i] -= u / scale / c.sd[i]
		grad[i-1] += u * c.rho / scale / c.sd[i-1]
	}
	return s
}

// modes is the equal mixture of two standard normal distributions at (-at, ..., -at) and (at, ..., at).
func modes(dim int, at float64) density {
	return density{dim, func(grad, x []float64) float64 {
		var sum, square float64
		for _, v := range x {
			sum += v
			square += v * v
		}
		// log of exp(-|x+a|^2/2) + exp(-|x-a|^2/2), the common factors taken out.
		right := numeric.Logistic(2 * at * sum)
		for i, v := range x {
			grad[i] = -v + at*(2*right-1)
		}
		return -0.5*square + numeric.LogAddExp(-at*sum, at*sum)
	}}
}

// The eight schools (Rubin 1981): estimated effects and their standard errors.
var (
	schoolEffect = [8]float64{28, 8, -3, 7, -1, 1, 18, 12}
	schoolError  = [8]float64{15, 10, 16, 11, 9, 11, 10, 18}
)

// schools is the non-centered posterior of (mu, log tau, z): theta = mu + tau z, y ~ N(theta, error), mu
// ~ N(0,5), tau ~ half-Cauchy(0,5) (Gelman et al., Bayesian Data Analysis, section 5.5; the priors of
// posteriordb's eight_schools_noncentered).
func schools() density {
	return density{10, func(grad, x []float64) float64 {
		mu, tau := x[0], numeric.Exp(x[1])
		lp := -mu*mu/50 + x[1] - numeric.Log1p(tau*tau/25)
		grad[0] = -mu / 25
		grad[1] = 1 - 2*tau*tau/25/(1+tau*tau/25)
		for j, z := range x[2:] {
			v := schoolError[j] * schoolError[j]
			r := schoolEffect[j] - mu - tau*z
			lp += -0.5*z*z - 0.5*r*r/v
			grad[0] += r / v
			grad[1] += r / v * tau * z
			grad[2+j] = -z + r/v*tau
		}
		return lp
	}}
}

// correlated returns the covariance with these variances and correlations .4^|i-j|, row-major.
func correlated(variances []float64) []float64 {
	n := len(variances)
	out := make([]float64, n*n)
	for i := range n {
		rho := 1.0
		for k := i; k < n; k++ {
			out[i*n+k] = rho * math.Sqrt(variances[i]*variances[k])
			out[k*n+i] = out[i*n+k]
			rho *= 0.4
		}
	}
	return out
}
