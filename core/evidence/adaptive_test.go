// Adaptive importance sampling against normalizers known exactly.

package evidence

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mathext"

	"dcctree/core/numeric"
)

// broad is the prior N(0, sd^2 I).
type broad struct{ sd float64 }

func (p broad) Sample(dst []float64, rng *rand.Rand) {
	for j := range dst {
		dst[j] = p.sd * rng.NormFloat64()
	}
}

func (p broad) LogDensity(x []float64) float64 {
	var v float64
	for _, e := range x {
		v += numeric.LogNormalPDF(e, 0, p.sd)
	}
	return v
}

// ball is a start: a component with root scale I.
func ball(scale float64, mean ...float64) Component {
	d := len(mean)
	c := Component{Mean: mean, Root: make([]float64, d*d)}
	for j := 0; j < d; j++ {
		c.Root[j*d+j] = scale
	}
	return c
}

func constant(v float64, d int) []float64 {
	x := make([]float64, d)
	for j := range x {
		x[j] = v
	}
	return x
}

// autoregressive is exp(logZ) times the density of the stationary first-order autoregression with
// correlation 0.8 and innovations of variance 1 - 0.64: normal with variances 1.
func autoregressive(d int, logZ float64) target {
	return target{d, func(x []float64) float64 {
		lp := logZ + numeric.LogNormalPDF(x[0], 0, 1)
		for j := 1; j < d; j++ {
			lp += numeric.LogNormalPDF(x[j], 0.8*x[j-1], 0.6)
		}
		return lp
	}}
}

// student is the density of the t distribution with 5 degrees of freedom and scale I.
func student(d int, logZ float64) target {
	c := ball(1, make([]float64, d)...)
	c.DF = 5
	norm := c.logNormalizer(1) + logZ
	return target{d, func(x []float64) float64 {
		return norm - 0.5*float64(5+d)*math.Log1p(numeric.Dot(x, x)/5)
	}}
}

// banana: x0 ~ N(0,1), x1 | x0 ~ N(x0^2, 1/4).
func banana(logZ float64) target {
	return target{2, func(x []float64) float64 {
		return logZ + numeric.LogNormalPDF(x[0], 0, 1) + numeric.LogNormalPDF(x[1], x[0]*x[0], 0.5)
	}}
}

// twoModes is 0.7 N(-4 1, I) + 0.3 N(4 1, I/4).
func twoModes(d int, logZ float64) target {
	return target{d, func(x []float64) float64 {
		a, b := math.Log(0.7), math.Log(0.3)
		for _, v := range x {
			a += numeric.LogNormalPDF(v, -4, 1)
			b += numeric.LogNormalPDF(v, 4, 0.5)
		}
		return logZ + numeric.LogAddExp(a, b)
	}}
}

// logistics is the product of logistic densities: d uniform variables on the logit scale, whose tails are
// exponential, as those of stick-breaking transforms.
func logistics(d int, logZ float64) target {
	return target{d, func(x []float64) float64 {
		v := logZ
		for _, e := range x {
			v += numeric.LogLogistic(e) + numeric.LogLogistic(-e)
		}
		return v
	}}
}

// normalScore maps a t value with df degrees of freedom to the normal value of equal probability.
func normalScore(t, df float64) float64 {
	if math.IsInf(df, 1) {
		return t
	}
	tail := 0.5 * mathext.RegIncBeta(df/2, 0.5, df/(df+t*t))
	return math.Copysign(numeric.NormalQuantile(tail), t)
}

func TestScan(t *testing.T) {
	cases := []struct {
		name   string
		of     target
		logZ   float64
		prior  Prior
		starts []Component
	}{
		{"normal 1", autoregressive(1, -40), -40, broad{5}, []Component{ball(0.5, 1)}},
		{"normal 2", autoregressive(2, -40), -40, broad{5}, []Component{ball(0.5, 1, 1)}},
		{"normal 5", autoregressive(5, 30), 30, broad{5}, []Component{ball(0.5, constant(1, 5)...)}},
		{"normal 10", autoregressive(10, -400), -400, broad{5}, []Component{ball(0.5, constant(1, 10)...)}},
		{"normal 16", autoregressive(16, -400), -400, broad{5}, []Component{ball(0.5, constant(1, 16)...)}},
		{"t5 3", student(3, 2), 2, broad{5}, []Component{ball(0.5, constant(1, 3)...)}},
		{"banana", banana(-7), -7, broad{3}, []Component{ball(0.5, 0, 0)}},
		{"two modes 2", twoModes(2, -9), -9, broad{5}, []Component{ball(1, -3, -3), ball(1, 3, 3)}},
		{"two modes 6", twoModes(6, -9), -9, broad{5}, []Component{ball(1, constant(-3, 6)...), ball(1, constant(3, 6)...)}},
		{"one of 2 modes", twoModes(2, -9), -9, broad{5}, []Component{ball(1, -3, -3)}},
		{"one of 2 modes b", twoModes(2, -9), -9, broad{5}, []Component{ball(1, 3, 3)}},
		{"logistic 5", logistics(5, 1), 1, broad{5}, []Component{ball(0.5, constant(1, 5)...)}},
		{"logistic 10", logistics(10, 1), 1, broad{5}, []Component{ball(0.5, constant(1, 10)...)}},
		{"off small 6", autoregressive(6, -40), -40, nil, []Component{ball(0.1, 5, 0, 0, 0, 0, 0)}},
		{"off large 6", autoregressive(6, -40), -40, nil, []Component{ball(10, 5, 0, 0, 0, 0, 0)}},
		{"off all small 6", autoregressive(6, -40), -40, nil, []Component{ball(0.1, constant(5, 6)...)}},
		{"off alt small 6", scaledNormal(6, -40), -40, nil, []Component{ball(0.1, 5, -5, 5, -5, 5, -5)}},
		{"off all large 6", autoregressive(6, -40), -40, nil, []Component{ball(10, constant(5, 6)...)}},
		{"8 starts 10", autoregressive(10, -40), -40, broad{5}, eight(10)},
		{"prior only 4", autoregressive(4, -40), -40, broad{5}, nil},
	}
	for _, c := range cases {
		var z, err, k, evals, ess, comps, sd numeric.Moments
		square, reps, bad := 0.0, 0, 0
		worst := 0.0
		for seed := uint64(0); seed < 100; seed++ {
			rng := stream(seed)
			m, n := Adapt(c.of, c.prior, c.starts, DefaultAdaptive(), rng)
			r := Final(c.of, m, 1500, rng)
			v := normalScore((r.LogZ-c.logZ)/r.Error, r.DF)
			z.Add(v)
			square += v * v / 100
			err.Add(r.Error)
			sd.Add(r.LogZ)
			k.Add(r.KHat)
			ess.Add(r.EffectiveNumber)
			comps.Add(float64(len(m.Components)))
			evals.Add(float64(n))
			if r.DF == 9 {
				reps++
			}
			if !r.Reliable() {
				bad++
			}
			worst = math.Max(worst, math.Abs(v))
		}
		fmt.Printf("%-16s z %6.2f z2 %6.2f worst %5.1f err %.3f sd %.3f k %.2f ess %5.0f evals %5.0f comps %.1f reps %d bad %d\n", c.name, z.Mean(), square, worst, err.Mean(), math.Sqrt(sd.Variance()), k.Mean(), ess.Mean(), evals.Mean(), comps.Mean(), reps, bad)
	}
	_ = slices.Sort[[]int]
}

func eight(d int) []Component {
	rng := stream(77)
	var cs []Component
	for range 8 {
		x := make([]float64, d)
		for j := range x {
			x[j] = rng.NormFloat64() * 2
		}
		cs = append(cs, ball(0.5, x...))
	}
	return cs
}
