// What the distributions' means, standard deviations and quantiles are: in closed form or by quadrature.

package nuts

import (
	"math"

	"gonum.org/v1/gonum/mathext"

	"dcctree/core/numeric"
)

// probabilities are those of the quantiles that are compared.
var probabilities = [3]float64{0.05, 0.5, 0.95}

// quantity is a function of a draw with its true mean, standard deviation and quantiles.
type quantity struct {
	name      string
	of        func(x []float64) float64
	mean, sd  float64
	quantiles [3]float64
}

// normalQuantity is distributed N(0, sd^2).
func normalQuantity(name string, sd float64, of func(x []float64) float64) quantity {
	q := quantity{name: name, of: of, sd: sd}
	for i, p := range probabilities {
		q.quantiles[i] = sd * numeric.NormalQuantile(p)
	}
	return q
}

// chiSquareQuantity has a chi-square distribution.
func chiSquareQuantity(name string, df int, of func(x []float64) float64) quantity {
	k := float64(df)
	q := quantity{name: name, of: of, mean: k, sd: math.Sqrt(2 * k)}
	for i, p := range probabilities {
		q.quantiles[i] = chiSquareQuantile(p, k)
	}
	return q
}

// chiSquareQuantile is twice that of the gamma distribution with half the degrees of freedom.
func chiSquareQuantile(p, df float64) float64 { return 2 * mathext.GammaIncRegInv(df/2, p) }

// quantities of the chained normal: coordinates at both ends, innovations (independent of each other,
// and the smallest and largest directions where rho is large) and the radius.
func (c chained) quantities() []quantity {
	last := len(c.sd) - 1
	at := func(i int) func([]float64) float64 { return func(x []float64) float64 { return x[i] } }
	innovation := func(i int) func([]float64) float64 {
		return func(x []float64) float64 { return c.innovation(x, i) }
	}
	qs := []quantity{
		normalQuantity("first", c.sd[0], at(0)),
		normalQuantity("last", c.sd[last], at(last)),
		normalQuantity("innovation", 1, innovation(last)),
		chiSquareQuantity("radius", last+1, c.radius),
	}
	if last > 2 {
		qs = append(qs, normalQuantity("middle innovation", 1, innovation(last/2)))
	}
	return qs
}

// weighted is a distribution as a mixture of normal ones, one per point of a quadrature.
type weighted []struct{ weight, mean, sd float64 }

// cdf returns the distribution function; sd = 0 is a single point.
func (w weighted) cdf(x float64) float64 {
	var s, total float64
	for _, c := range w {
		total += c.weight
		s += c.weight * numeric.NormalCDF((x-c.mean)/c.sd)
	}
	return s / total
}

func (w weighted) quantity(name string, of func(x []float64) float64) quantity {
	var total, m1, m2 float64
	for _, c := range w {
		total += c.weight
		m1 += c.weight * c.mean
		m2 += c.weight * (c.mean*c.mean + c.sd*c.sd)
	}
	q := quantity{name: name, of: of, mean: m1 / total}
	q.sd = math.Sqrt(m2/total - q.mean*q.mean)
	for i, p := range probabilities {
		q.quantiles[i] = bisect(w.cdf, p, q.mean-20*q.sd, q.mean+20*q.sd)
	}
	return q
}

// bisect solves f(x) = p for an increasing f between low and high.
func bisect(f func(float64) float64, p, low, high float64) float64 {
	for range 45 {
		middle := 0.5 * (low + high)
		if f(middle) < p {
			low = middle
		} else {
			high = middle
		}
	}
	return 0.5 * (low + high)
}

// schoolQuantities integrates the eight schools over log tau by the trapezoidal rule with this step:
// given tau the posteriors of mu and the schools' effects are normal in closed form (Bayesian Data
// Analysis, section 5.4). log tau itself becomes a mixture of normals as wide as the step is.
func schoolQuantities(step float64) []quantity {
	var mu, logTau, first, third weighted
	type entry = struct{ weight, mean, sd float64 }
	for u := -14.0; u < 8; u += step {
		tau := numeric.Exp(u)
		logp, mean, variance := schoolMarginal(u, tau)
		weight := numeric.Exp(logp + 30)
		mu = append(mu, entry{weight, mean, math.Sqrt(variance)})
		logTau = append(logTau, entry{weight, u, step})
		for j, effect := range map[int]*weighted{0: &first, 2: &third} {
			v := schoolError[j] * schoolError[j]
			shrink := v / (v + tau*tau)
			*effect = append(*effect, entry{weight, shrink*mean + (1-shrink)*schoolEffect[j],
				math.Sqrt(shrink*tau*tau + shrink*shrink*variance)})
		}
	}
	effect := func(j int) func(x []float64) float64 {
		return func(x []float64) float64 { return x[0] + numeric.Exp(x[1])*x[2+j] }
	}
	return []quantity{
		mu.quantity("mu", func(x []float64) float64 { return x[0] }),
		logTau.quantity("log tau", func(x []float64) float64 { return x[1] }),
		first.quantity("theta 1", effect(0)),
		third.quantity("theta 3", effect(2)),
	}
}

// schoolMarginal returns the log posterior density of u = log tau up to a constant, and the mean and
// variance of mu given it.
func schoolMarginal(u, tau float64) (logp, mean, variance float64) {
	precision, weighted, square := 1/25.0, 0.0, 0.0
	logp = u - numeric.Log1p(tau*tau/25)
	for j, y := range schoolEffect {
		v := schoolError[j]*schoolError[j] + tau*tau
		precision += 1 / v
		weighted += y / v
		square += y * y / v
		logp -= 0.5 * math.Log(v)
	}
	mean, variance = weighted/precision, 1/precision
	return logp - 0.5*math.Log(precision) - 0.5*(square-mean*weighted), mean, variance
}

// funnelQuantities are those of Neal's (2003) funnel, v ~ N(0,3) and y_i ~ N(0, exp(v/2)), in its
// non-centered coordinates (v/3, y_i exp(-v/2)), which are standard normal: v itself, and log |y_i| =
// v/2 + log |z|, with mean -(gamma + log 2)/2 (Euler's gamma), variance 9/4 + pi^2/8 and quantiles by
// integrating the distribution function of log |z| over v.
func funnelQuantities() []quantity {
	size := func(i int) quantity {
		q := quantity{name: "log|y|", mean: -(0.5772156649015329 + math.Ln2) / 2,
			sd: math.Sqrt(2.25 + math.Pi*math.Pi/8),
			of: func(x []float64) float64 { return 1.5*x[0] + math.Log(math.Abs(x[i])) }}
		for k, p := range probabilities {
			q.quantiles[k] = bisect(funnelSizeCDF, p, -30, 30)
		}
		return q
	}
	return []quantity{
		normalQuantity("v", 3, func(x []float64) float64 { return 3 * x[0] }),
		size(1), size(9),
		normalQuantity("y exp(-v/2)", 1, func(x []float64) float64 { return x[5] }),
	}
}

// funnelSizeCDF is P(log |y| <= t), by the trapezoidal rule over v/3.
func funnelSizeCDF(t float64) float64 {
	var s float64
	const step = 0.05
	for w := -9.0; w <= 9; w += step {
		s += step * numeric.Exp(numeric.LogNormalPDF(w, 0, 1)) *
			(1 - 2*numeric.NormalCDF(-numeric.Exp(t-1.5*w)))
	}
	return s
}
