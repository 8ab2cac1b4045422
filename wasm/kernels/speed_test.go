//go:build js && wasm

// The timing that `make bench` has done in the browser: textbook loop, plain reference and kernel side by side.
package kernels

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"dcctree/core/simd"
	"dcctree/core/simd/simdtest"
)

// BenchmarkSpeed times the workloads and the trees of up to 16 leaves once and prints a simdtest.Race as JSON for each,
// on a line that begins with "speed ".
func BenchmarkSpeed(b *testing.B) {
	start := time.Now()
	clock := func() float64 { return time.Since(start).Seconds() }
	for _, w := range simdtest.Workloads(true) {
		reference, kernel := engines(b, w)
		say(b, simdtest.Measure(w.Name, clock,
			simdtest.Candidate{Name: "textbook", Call: func() { w.Textbook(reference.Frame()) }},
			simdtest.Candidate{Name: "scalar", Call: func() { w.Scalar(reference.Frame()) }},
			simdtest.Candidate{Name: "reference", Call: func() { w.Gradient(reference) }},
			simdtest.Candidate{Name: "kernel", Call: func() { w.Gradient(kernel) }}))
	}
	for _, w := range simdtest.Shapes() {
		reference, kernel := engines(b, w)
		say(b, simdtest.Measure(w.Name, clock,
			simdtest.Candidate{Name: "reference", Call: func() { w.Gradient(reference) }},
			simdtest.Candidate{Name: "kernel", Call: func() { w.Gradient(kernel) }}))
	}
}

// engines returns the reference and a kernel with the same parameters.
func engines(b *testing.B, w simdtest.Workload) (reference, kernel simd.Engine) {
	b.Helper()
	reference = simd.NewReference(w.Spec, w.Rows)
	kernel, ok := New().Engine(w.Spec, w.Rows)
	if !ok {
		b.Fatalf("%s: no kernel", w.Name)
	}
	w.Set(reference.Frame(), kernel.Frame())
	return reference, kernel
}

func say(b *testing.B, r simdtest.Race) {
	b.Helper()
	text, err := json.Marshal(r)
	if err != nil {
		b.Fatal(err)
	}
	fmt.Printf("speed %s\n", text)
}
