// Benchmarks on rows as WU's: one gradient, and an iteration of either variant from a start that has found three
// leaves.

package rjhmc

import (
	"testing"

	"dcctree/core/random"
	"dcctree/core/simd"
)

// BenchmarkReference times the plain reference.
func BenchmarkReference(b *testing.B) { benchmark(b, nil) }

// benchmark times 300 rows of three inputs, the numbers of WU's training rows.
func benchmark(b *testing.B, m simd.Machine) {
	data := rows(1, 300, 3, 0)
	data.Machine = m
	for _, method := range []Method{DFI, DF} {
		s, _, _ := PublishedSettings(method, "wu")
		c := chain(b, data, s, 1)
		at := c.newTree(key(b, "11000"))
		c.fromPrior(at, random.Stream(1, "benchmark"))
		b.Run(string(method)+"/gradient", func(b *testing.B) {
			l, grad := c.local(at, s.BandwidthFinal), make([]float64, len(at.theta))
			for b.Loop() {
				l.Gradient(grad, at.theta)
			}
		})
		for _, variant := range []Variant{Published, Exact} {
			s.Variant, s.MinSplits, s.MaxSplits = variant, 2, 2 // three leaves, so that a step is a stay
			b.Run(string(method)+"/"+string(variant), func(b *testing.B) {
				c, rng := chain(b, data, s, 1), random.Stream(1, "benchmark")
				c.Step(rng)
				gradients := 0
				for b.Loop() {
					gradients += c.Step(rng).Gradients
				}
				b.ReportMetric(float64(gradients)/b.Elapsed().Seconds(), "gradients/s")
			})
		}
	}
}
