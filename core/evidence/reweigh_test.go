// Tests of Reweigh and of components in coordinates of their own.

package evidence

import (
	"math"
	"testing"

	"dcctree/core/numeric"
	"dcctree/core/random"
)

// twoBells is .8 N(-4, 1) + .2 N(4, 1).
type twoBells struct{}

func (twoBells) Dim() int { return 1 }
func (twoBells) LogDensity(x []float64) float64 {
	return numeric.LogAddExp(math.Log(.8)+numeric.LogNormalPDF(x[0], -4, 1),
		math.Log(.2)+numeric.LogNormalPDF(x[0], 4, 1))
}

// TestReweigh: equal components take the shares of the two parts, and one where nothing is goes.
func TestReweigh(t *testing.T) {
	bell := func(at float64) Component {
		return Component{Weight: 1, Mean: []float64{at}, Root: []float64{1}, DF: 10}
	}
	m := Mixture{Components: []Component{bell(-4), bell(4), bell(30)}}
	got := Reweigh(twoBells{}, m, 3000, .01, random.Stream(1, "reweigh"))
	if len(got.Components) != 2 || m.Components[0].Weight != 1 {
		t.Fatalf("%d components left, the former weight is %v", len(got.Components), m.Components[0].Weight)
	}
	// 2000 weights near 1 each have a relative error of .03 together, the truncation adds none
	if share := got.Components[0].Weight; math.Abs(share-.8) > .05 {
		t.Errorf("share %v, want .8", share)
	}
	far := Mixture{Components: []Component{bell(1e6), bell(2e6)}}
	same := Reweigh(flat{}, far, 100, .01, random.Stream(1, "reweigh"))
	if len(same.Components) != 2 || same.Components[1].Weight != 1 {
		t.Error("a mixture without weights was changed")
	}
}

// flat has no density.
type flat struct{}

func (flat) Dim() int                     { return 1 }
func (flat) LogDensity([]float64) float64 { return math.Inf(-1) }

// sinhWarp is x = sinh z in every coordinate.
type sinhWarp struct{}

func (sinhWarp) Place(x, z []float64) {
	for i, v := range z {
		x[i] = math.Sinh(v)
	}
}

func (sinhWarp) Find(z, x []float64) (logSlope float64) {
	for i, v := range x {
		z[i] = math.Asinh(v)
		logSlope -= .5 * math.Log1p(v*v)
	}
	return logSlope
}

// TestWarpedComponents: a mixture of components with and without a warp integrates to one by draws of a
// wide third, and Final with it finds a known integral.
func TestWarpedComponents(t *testing.T) {
	root := []float64{.5, 0, .2, .4}
	m := Mixture{Components: []Component{
		{Weight: 2, Mean: []float64{.5, -1}, Root: root, DF: 10, Warp: sinhWarp{}},
		{Weight: 1, Mean: []float64{.5, -1}, Root: root, DF: 10},
	}}
	wide := Component{Weight: 1, Mean: []float64{0, 0}, Root: []float64{2, 0, 0, 2}, DF: 1}
	draw := Mixture{Components: []Component{m.Components[0], m.Components[1], wide}}
	rng, x, density := random.Stream(2, "charted"), make([]float64, 2), m.Density()
	var sum numeric.Moments
	for range 20_000 {
		draw.Sample(x, rng)
		if v := density(x); v != m.LogDensity(x) {
			t.Fatalf("density %v, want %v", v, m.LogDensity(x))
		}
		sum.Add(math.Exp(m.LogDensity(x) - draw.LogDensity(x)))
	}
	if e := math.Sqrt(sum.Variance() / 20_000); e > .02 || math.Abs(sum.Mean()-1) > 4*e {
		t.Errorf("integral %.4f ± %.4f", sum.Mean(), e)
	}
}
