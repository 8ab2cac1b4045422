// Tests of the density against core/softtree and of its coordinates.

package problems

import (
	"math"
	"testing"

	"dcctree/core/bijector"
	"dcctree/core/numeric"
	"dcctree/core/random"
	"dcctree/core/softtree"
)

// place writes the unconstrained parameters at z.
func place(l softtree.Layout, theta, z []float64, center float64) {
	for j := range l.Splits {
		delta := make([]float64, l.D)
		theta[l.Tau(j)] = bijector.UnitInverse(constrain(delta, z[j*l.D:(j+1)*l.D]))
		from, to := l.Simplex(j)
		bijector.SimplexInverse(theta[from:to], delta)
	}
	if l.Noise {
		theta[l.LogSigma()] = center + z[len(z)-1]
	}
}

// TestDensity: log likelihoods are those of core/softtree, also where only one split has moved since the last place.
func TestDensity(t *testing.T) {
	for n := range 8 {
		p := Make(n)
		d := newDensity(p.Topology, p.Data, p.Priors, p.H, max(p.Truth.Sigma, .1))
		rng := random.Stream(1, "density")
		z, theta := make([]float64, d.Dim()), make([]float64, d.Dim())
		for k := range 6 {
			if k%2 == 0 {
				prior{d}.Sample(z, rng)
			} else {
				z[rng.IntN(len(z))] += rng.NormFloat64()
			}
			var want float64
			if p.Data.Regression() {
				m := softtree.NewCollapsed(p.Topology, p.Data, p.Priors, p.H)
				place(m.Layout(), theta, z, d.center)
				want = m.LogLikelihood(theta)
			} else {
				m := softtree.NewModel(p.Topology, p.Data, p.Priors, p.H)
				place(m.Layout(), theta, z, d.center)
				want = m.Terms(theta).LogLikelihood
			}
			if got := d.LogDensity(z) - d.logPrior(z); math.Abs(got-want) > 1e-7*(1+math.Abs(want)) {
				t.Errorf("%v: %v, core has %v", p, got, want)
			}
		}
	}
}

// TestPrior: E p'/p over draws of p is 1 for another prior density p' only if p is normalized and drawn from: here
// those of twice the scale of sigma, whose ratio is bounded, and an inverse gamma one under draws from a half-t one,
// whose tails are as heavy; and thresholds and directions have the means of uniform ones.
func TestPrior(t *testing.T) {
	half, gamma := Make(0).Priors, softtree.PaperPriors()
	wideHalf, wideGamma, light := half, gamma, gamma
	wideHalf.SigmaScale *= 2
	wideGamma.SigmaScale *= 2
	light.SigmaShape, light.SigmaScale = 3, half.SigmaScale
	for _, c := range [][2]softtree.Priors{{half, wideHalf}, {gamma, wideGamma}, {half, light}} {
		testPrior(t, c[0], c[1])
	}
}

func testPrior(t *testing.T, drawn, of softtree.Priors) {
	const n = 20_000
	p := Make(0)
	d, other := newDensity(p.Topology, p.Data, drawn, p.H, .5), newDensity(p.Topology, p.Data, of, p.H, .5)
	rng := random.Stream(1, "prior")
	z, delta := make([]float64, d.Dim()), make([]float64, p.Data.D)
	var ratio, tau, share numeric.Moments
	for range n {
		prior{d}.Sample(z, rng)
		ratio.Add(math.Exp(other.logPrior(z) - d.logPrior(z)))
		tau.Add(constrain(delta, z[:p.Data.D]))
		share.Add(delta[1])
	}
	for name, c := range map[string]struct {
		m    numeric.Moments
		want float64
	}{"ratio": {ratio, 1}, "threshold": {tau, .5}, "share": {share, 1 / float64(p.Data.D)}} {
		if e := math.Sqrt(c.m.Variance() / n); math.Abs(c.m.Mean()-c.want) > 4*e {
			t.Errorf("%s: mean %v ± %v, want %v", name, c.m.Mean(), e, c.want)
		}
	}
}

// TestFree: parameters inside the rim come back.
func TestFree(t *testing.T) {
	delta, z, back := []float64{.2, .5, .3}, make([]float64, 3), make([]float64, 3)
	free(z, delta, .7)
	tau := constrain(back, z)
	for f, v := range append([]float64{.7}, delta...) {
		if got := append([]float64{tau}, back...)[f]; math.Abs(got-v) > 1e-9 {
			t.Errorf("%v comes back as %v", v, got)
		}
	}
}
