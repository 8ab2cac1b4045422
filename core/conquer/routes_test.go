// Tests of the routes on sharp trees of many leaves, which the ladder of checks did not know: what is wrong is not
// called reliable.

package conquer

import (
	"math"
	"testing"

	"dcctree/core/random"
	"dcctree/core/softtree"
)

// sharp makes n rows of d uniform inputs, or of eight labels, and the standardized response f with noise.
func sharp(name string, n, d int, f func(x []float64) float64, noise float64) softtree.Data {
	rng := random.Stream(1, name)
	data := softtree.Data{N: n, D: d, X: make([]float64, n*d), Y: make([]float64, n)}
	x := make([]float64, d)
	var mean, square float64
	for i := range n {
		for k := range d {
			if x[k] = rng.Float64(); name == "category" {
				x[k] = float64(rng.IntN(8)) / 7
			}
			data.X[k*n+i] = x[k]
		}
		data.Y[i] = f(x) + noise*rng.NormFloat64()
		mean += data.Y[i] / float64(n)
	}
	for _, y := range data.Y {
		square += (y - mean) * (y - mean) / float64(n)
	}
	for i := range data.Y {
		data.Y[i] = (data.Y[i] - mean) / math.Sqrt(square)
	}
	return data
}

// above is 1 where x exceeds the threshold.
func above(x, threshold float64) float64 {
	if x > threshold {
		return 1
	}
	return 0
}

// exclusive is +-1 by the exclusive or of whether the first inputs are in their upper halves, which no row is near.
func exclusive(n, d int) softtree.Data {
	rng := random.Stream(3, "exclusive")
	data := softtree.Data{N: n, D: d, X: make([]float64, n*d), Y: make([]float64, n)}
	for i := range n {
		data.Y[i] = 1
		for k := range d {
			data.X[k*n+i] = .45 * rng.Float64()
			if rng.IntN(2) == 1 {
				data.X[k*n+i] += .55
				data.Y[i] = -data.Y[i]
			}
		}
		data.Y[i] += .3 * rng.NormFloat64()
	}
	return data
}

func threeSteps(x []float64) float64 { return above(x[0], .3) + above(x[1], .5) + above(x[2], .6) }

func parity(x []float64) float64 {
	return math.Mod(above(x[0], .5)+above(x[1], .5)+above(x[2], .5), 2)
}

func eightSteps(x []float64) float64 {
	return []float64{0, 2, 1, 3, 0, 2, 1, 3}[min(7, int(8*x[0]))]
}

func alternating(x []float64) float64 { return math.Mod(math.Round(7*x[0]), 2) }

func friedman(x []float64) float64 {
	return 10*math.Sin(math.Pi*x[0]*x[1]) + 20*(x[2]-.5)*(x[2]-.5) + 10*x[3] + 5*x[4]
}

// TestSharpTrees: what is called reliable is within 4 errors of runs some fifty times as long, by draws from eight
// searches and by clouds of as many particles, whose two values differed by no more than the bound; where one input
// decides all it is reliable.
func TestSharpTrees(t *testing.T) {
	full := []int{7, 8, 9, 10, 11, 12, 13, 14}
	for _, c := range []struct {
		name        string
		data        softtree.Data
		h           float64
		leaves      []int
		want, bound float64
		reliable    bool
	}{
		{"three steps in 3 inputs", sharp("three steps", 300, 3, threeSteps, .1), .01, full, 45.2, .6, false},
		{"three steps in 5 inputs", sharp("three steps", 300, 5, threeSteps, .1), .025, full, -118.85, .12,
			false},
		{"exclusive or of three", sharp("parity", 300, 3, parity, .1), .01, full, -119.5, .9, false},
		{"eight steps", sharp("eight", 300, 1, eightSteps, .1), .01, full, -113.392, .005, true},
		{"Friedman", sharp("friedman", 200, 5, friedman, 1), .025, []int{3, 4, 5, 6}, -191.63, .08, false},
		{"eight labels", sharp("category", 200, 1, alternating, .1), .01, full, -24.41, .05, true},
	} {
		m := measured(NewProblem(c.data, softtree.StandardizedPriors(), c.h, DefaultSettings()),
			tree(t, c.leaves...), 1)
		t.Logf("%s: log Z %.3f ± %.3f, want %.2f ± %.2f, %s, %s", c.name, m.LogZ, m.Error, c.want, c.bound,
			m.Trust, m.Method)
		far := math.Abs(m.LogZ - c.want)
		if m.Reliable() && far > 4*math.Hypot(m.Error, c.bound) || c.reliable && !m.Reliable() {
			t.Errorf("%s: log Z %.3f ± %.3f, want %.2f ± %.2f, %s by %s", c.name, m.LogZ, m.Error, c.want,
				c.bound, m.Trust, m.Method)
		}
		if m.Trust != Unreliable && m.Error > cloudError {
			t.Errorf("%s: error %v and %s", c.name, m.Error, m.Trust)
		}
	}
}
