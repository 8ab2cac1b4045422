// Benchmarks of the functions that runs call most.

package numeric

import (
	"math/rand/v2"
	"testing"
)

func BenchmarkSlices(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 1))
	x, dst := make([]float64, 128), make([]float64, 128)
	for i := range x {
		x[i] = 20 * rng.Float64()
	}
	for name, f := range map[string]func(dst, x []float64){"exp": ExpSlice, "log": LogSlice, "log1p": Log1pSlice,
		"logistic": LogisticSlice} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				f(dst, x)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(x)), "ns/number")
		})
	}
	b.Run("logsumexp", func(b *testing.B) {
		for b.Loop() {
			dst[0] = LogSumExp(x)
		}
	})
}

func BenchmarkTriangular(b *testing.B) {
	const n = 12
	rng := rand.New(rand.NewPCG(1, 2))
	a, root, x := make([]float64, n*n), make([]float64, n*n), make([]float64, n)
	for i := range n {
		a[i*n+i] = n
		x[i] = rng.Float64()
		for j := range i {
			a[i*n+j] = rng.Float64()
			a[j*n+i] = a[i*n+j]
		}
	}
	b.Run("cholesky", func(b *testing.B) {
		for b.Loop() {
			Cholesky(root, a, n)
		}
	})
	b.Run("solve", func(b *testing.B) {
		for b.Loop() {
			SolveLower(x, root, x, n)
		}
	})
}
