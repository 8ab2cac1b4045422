//go:build js && wasm

// Benchmarks of a gradient in the page's runtime: the textbook loop, the plain reference, the kernel.
package kernels

import (
	"testing"

	"dcctree/core/simd"
	"dcctree/core/simd/simdtest"
)

func BenchmarkGradient(b *testing.B) {
	for _, w := range simdtest.Workloads(false) {
		reference := simd.NewReference(w.Spec, w.Rows)
		kernel, ok := New().Engine(w.Spec, w.Rows)
		if !ok {
			b.Fatal("no kernel")
		}
		w.Set(reference.Frame(), kernel.Frame())
		for name, f := range map[string]func(){
			"textbook": func() { w.Textbook(reference.Frame()) }, "reference": func() { w.Gradient(reference) }, "kernel": func() { w.Gradient(kernel) },
		} {
			b.Run(w.Name+"/"+name, func(b *testing.B) {
				for b.Loop() {
					f()
				}
			})
		}
	}
}
