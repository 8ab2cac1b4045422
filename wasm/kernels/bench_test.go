//go:build js && wasm

// Benchmarks of a gradient in the page's runtime: the textbook loop, the plain reference, the kernel.
package kernels

import (
	"testing"

	"dcctree/core/simd/simdtest"
)

func BenchmarkGradient(b *testing.B) {
	for _, w := range simdtest.Workloads(false) {
		reference, kernel := engines(b, w)
		for _, c := range []simdtest.Candidate{
			{Name: "textbook", Call: func() { w.Textbook(reference.Frame()) }},
			{Name: "scalar", Call: func() { w.Scalar(reference.Frame()) }},
			{Name: "reference", Call: func() { w.Gradient(reference) }},
			{Name: "kernel", Call: func() { w.Gradient(kernel) }},
		} {
			b.Run(w.Name+"/"+c.Name, func(b *testing.B) {
				for b.Loop() {
					c.Call()
				}
			})
		}
	}
}
