// Tests of forecasts.

package forecast

import (
	"math"
	"testing"

	"dcctree/core/numeric"
	"dcctree/core/softtree"
	"dcctree/core/topology"
)

// TestForecastOfNumbers: two stumps at tau = .5 with leaves (-1, 1) and (-1, 2), sigma .5 and 1, shares
// 3/4 and 1/4; at h = .001 a row left of .5 has only its leaf's mean.
func TestForecastOfNumbers(t *testing.T) {
	data := softtree.Data{N: 2, D: 1, X: []float64{.1, .9}, Y: []float64{-.8, 1.5}}
	stump := topology.Root().Grow(0)
	thetas, logs := []float64{0, -1, 1, math.Log(.5), 0, -1, 2, 0}, []float64{math.Log(3), 0}
	beats := 0
	got, draws := Of(data, data, softtree.PaperPriors(), .001, 5, stump, thetas, logs, func() { beats++ })
	normal := func(y, mean, sd float64) float64 { return math.Exp(numeric.LogNormalPDF(y, mean, sd)) }
	want := []float64{
		-1, .75*.25 + .25, .75*normal(-.8, -1, .5) + .25*normal(-.8, -1, 1),
		1.25, .75*.25 + .25 + .75*.0625 + .25*.5625, .75*normal(1.5, 1, .5) + .25*normal(1.5, 2, 1),
	}
	for i, w := range want {
		if math.Abs(got[i]-w) > 1e-12 {
			t.Errorf("number %d: %v, want %v", i, got[i], w)
		}
	}
	if draws != 2 || beats != 2 {
		t.Errorf("%d draws, %d beats", draws, beats)
	}
	// The same from one forecast of each stump.
	first := []float64{-1, .25, .1, 1, .25, .2}
	second := []float64{-1, 1, .3, 2, 1, .4}
	mixed := Mix(true, [][]float64{first, second}, []float64{.75, .25})
	for i, w := range []float64{want[0], want[1], .15, want[3], want[4], .25} {
		if math.Abs(mixed[i]-w) > 1e-12 {
			t.Errorf("mixed number %d: %v, want %v", i, mixed[i], w)
		}
	}
	if err := Check(data, 2, got, draws); err != nil {
		t.Fatal(err)
	}
	for name, bad := range map[string]struct {
		of    []float64
		draws int
	}{
		"short":    {got[1:], draws},
		"NaN":      {append([]float64{math.NaN()}, got[1:]...), draws},
		"no draws": {got, 0},
	} {
		if Check(data, 2, bad.of, bad.draws) == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}
