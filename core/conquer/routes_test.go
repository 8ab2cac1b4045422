// Tests of the routes on sharp trees of many leaves, which the ladder of checks did not know: what is wrong is not called reliable.

package conquer

import (
	"math"

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
