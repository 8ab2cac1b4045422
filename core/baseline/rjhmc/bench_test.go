// Benchmarks on data as WU's: gradients per second, iterations of both variants; natively with the plain reference, and with kernels
// under wazero; in wasm/kernels with those of the browser.

package rjhmc

import (
	"testing"

	"dcctree/core/baseline"
	"dcctree/core/random"
	"dcctree/core/simd"
	"dcctree/core/simd/wazero"
	"dcctree/core/softtree"
)

// wu returns 600 rows of three inputs, the numbers of WU's training set.
func wu(m simd.Machine) softtree.Data {
	data := rows(1, 600, 3, 0)
	data.Machine = m
	return data
}

func machines(b *testing.B) map[string]simd.Machine {
	m, err := wazero.New(1 << 28)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { m.Close() })
	return map[string]simd.Machine{"reference": nil, "wazero": m}
}

func BenchmarkGradient(b *testing.B) {
	for name, m := range machines(b) {
		for _, method := range []Method{DFI, DF} {
			s, _, _ := PublishedSettings(method, "wu")
			c := chain(b, wu(m), s, 1)
			at := c.newTree(key(b, "11000"))
			c.fromPrior(at, random.Stream(1, "gradient"))
			l, grad := c.local(at, s.BandwidthFinal), make([]float64, len(at.theta))
			b.Run(string(method)+"/"+name, func(b *testing.B) {
				for b.Loop() {
					l.Gradient(grad, at.theta)
				}
			})
		}
	}
}

func BenchmarkStep(b *testing.B) {
	for name, m := range machines(b) {
		for _, method := range []Method{DFI, DF} {
			for _, variant := range []Variant{Published, Exact} {
				s, _, _ := PublishedSettings(method, "wu")
				s.Variant = variant
				b.Run(string(variant)+" "+string(method)+"/"+name, func(b *testing.B) {
					c, rng := baseline.Sampler(chain(b, wu(m), s, 1)), random.Stream(1, "steps")
					gradients := c.Step(rng).Gradients * 0
					for b.Loop() {
						gradients += c.Step(rng).Gradients
					}
					b.ReportMetric(float64(gradients)/float64(b.N), "gradients/op")
				})
			}
		}
	}
}
