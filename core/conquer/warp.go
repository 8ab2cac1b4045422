// Coordinates in which the prior of a topology's splits is standard normal, and the target in them.

package conquer

import (
	"math"

	"dcctree/core/numeric"
	"dcctree/core/softtree"
)

// warp maps the unconstrained space of a topology to coordinates z, one by one: a threshold, uniform under
// the prior, and every break of a stick, Beta(1, breaks left), become standard normal, log sigma is centered and
// scaled. What the rows tell little of, most directions where there are many inputs, is then normal in the
// posterior too. It implements evidence.Warp.
type warp struct {
	layout         softtree.Layout
	sigma, sigmaSD float64 // log sigma is sigma + sigmaSD z
}

// softplus returns log(1 + e^a).
func softplus(a float64) float64 { return math.Max(a, 0) + numeric.Log1p(numeric.Exp(-math.Abs(a))) }

// threshold returns u = logit P(Z <= z), du/dz and d log(du/dz)/dz.
func threshold(z float64) (u, slope, bend float64) {
	up, a := exponential(z)
	down, b := exponential(-z)
	slope = a + b
	return up - down, slope, (a*(a-z) - b*(b+z)) / slope
}

// stick returns the stick-breaking coordinate u of a break with m pieces left after it, du/dz and
// d log(du/dz)/dz: the break v has 1 - v = exp(-e/m) with e = -log P(Z > z), and u = logit v + log m.
func stick(z, m float64) (u, slope, bend float64) {
	e, hazard := exponential(z)
	t, dt := e/m, hazard/m
	v := decayed(t)
	slope = dt / v
	return t + numeric.Log(v) + numeric.Log(m), slope, hazard - z - float64((1-v)*slope)
}

// Place writes the point of the coordinates z to x.
func (c *warp) Place(x, z []float64) { c.place(x, nil, nil, z) }

// place is Place, returns log |det dx/dz| and, where they are not nil, writes dx/dz and the gradient of
// that logarithm.
func (c *warp) place(x, slopes, bends, z []float64) (logSlope float64) {
	set := func(i int, u, slope, bend float64) {
		x[i] = u
		logSlope += numeric.Log(slope)
		if slopes != nil {
			slopes[i], bends[i] = slope, bend
		}
	}
	for j := range c.layout.Splits {
		at := c.layout.Tau(j)
		u, slope, bend := threshold(z[at])
		set(at, u, slope, bend)
		from, to := c.layout.Simplex(j)
		for i := from; i < to; i++ {
			u, slope, bend := stick(z[i], float64(to-i))
			set(i, u, slope, bend)
		}
	}
	if c.layout.Noise {
		at := c.layout.LogSigma()
		set(at, c.sigma+float64(c.sigmaSD*z[at]), c.sigmaSD, 0)
	}
	return logSlope
}

// Find writes the coordinates of x to z and returns log |det dz/dx|.
func (c *warp) Find(z, x []float64) (logSlope float64) {
	for j := range c.layout.Splits {
		at := c.layout.Tau(j)
		z[at] = fromExponential(softplus(x[at]))
		_, slope, _ := threshold(z[at])
		logSlope -= numeric.Log(slope)
		from, to := c.layout.Simplex(j)
		for i := from; i < to; i++ {
			m := float64(to - i)
			z[i] = fromExponential(m * softplus(x[i]-numeric.Log(m)))
			_, slope, _ := stick(z[i], m)
			logSlope -= numeric.Log(slope)
		}
	}
	if c.layout.Noise {
		at := c.layout.LogSigma()
		z[at] = (x[at] - c.sigma) / c.sigmaSD
		logSlope -= numeric.Log(c.sigmaSD)
	}
	return logSlope
}

// warped is the target in a warp's coordinates; its evaluations count as those of the work.
type warped struct {
	work            *work
	warp            *warp
	x, slope, bends []float64
}

func newWarped(w *work, c *warp) *warped {
	d := w.Dim()
	return &warped{work: w, warp: c, x: make([]float64, d), slope: make([]float64, d), bends: make([]float64, d)}
}

// Dim returns the number of coordinates.
func (t *warped) Dim() int { return t.work.Dim() }

// LogDensity returns the log density at z, -Inf where it is not a number.
func (t *warped) LogDensity(z []float64) float64 {
	logSlope := t.warp.place(t.x, nil, nil, z)
	return finite(t.work.LogDensity(t.x) + logSlope)
}

// Gradient returns the log density at z and writes its gradient; -Inf where either is not finite.
func (t *warped) Gradient(grad, z []float64) float64 {
	logSlope := t.warp.place(t.x, t.slope, t.bends, z)
	v := finite(t.work.Gradient(grad, t.x) + logSlope)
	for i, g := range grad {
		grad[i] = float64(g*t.slope[i]) + t.bends[i]
		if math.IsNaN(grad[i]) || math.IsInf(grad[i], 0) {
			clear(grad)
			return math.Inf(-1)
		}
	}
	return v
}
