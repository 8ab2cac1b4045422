//go:build js && wasm

// Tests of kernels in the runtime of the page, bit for bit, under Node or in a browser; benchmarks of both ways.
package kernels

import (
	"testing"
	"unsafe"

	"dcctree/core/random"
	"dcctree/core/simd"
	"dcctree/core/simd/simdtest"
)

// TestKernelsAgreeWithTheReference is the test of the same name of core/simd, in V8 or whatever runs this.
func TestKernelsAgreeWithTheReference(t *testing.T) {
	kernels, draws := 400, 6
	rng := random.Stream(11, "kernels")
	m := New()
	compared := 0
	for i := range kernels {
		s, rows := simdtest.Case(rng)
		kernel, ok := m.Engine(s, rows)
		if !ok {
			t.Fatalf("case %d, %s %s: no kernel", i, s.Task, s.Topology)
		}
		reference := simd.NewReference(s, rows)
		for range draws {
			if where := simdtest.Compare(reference, kernel, s, rng); where != "" {
				t.Fatalf("case %d: %s of %s, %d features, %d rows, weighted %v: %s", i, s.Task,
					s.Topology, s.Features, s.Rows, s.Weighted, where)
			}
			compared++
		}
	}
	if len(m.kernels) > Most {
		t.Errorf("%d kernels are kept, want at most %d", len(m.kernels), Most)
	}
	t.Logf("%d of (topology, parameters, rows) agree in all functions", compared)
}

// TestDroppedKernelsComeBack: engines outlive the cache.
func TestDroppedKernelsComeBack(t *testing.T) {
	rng := random.Stream(12, "kernels")
	m := New()
	type pair struct {
		spec              simd.Spec
		reference, kernel simd.Engine
	}
	var pairs []pair
	for range 2 * Most {
		s, rows := simdtest.Case(rng)
		kernel, _ := m.Engine(s, rows)
		pairs = append(pairs, pair{s, simd.NewReference(s, rows), kernel})
	}
	for _, p := range pairs {
		if where := simdtest.Compare(p.reference, p.kernel, p.spec, rng); where != "" {
			t.Fatal(where)
		}
	}
	if len(m.kernels) > Most {
		t.Errorf("%d kernels are kept, want at most %d", len(m.kernels), Most)
	}
}

// TestRefusedKernel: what is no module is refused, not thrown.
func TestRefusedKernel(t *testing.T) {
	code := []byte("no module")
	if first := compile(unsafe.Pointer(&code[0]), int32(len(code))); first >= 0 {
		t.Errorf("what is no module is compiled as %d", first)
	}
}
