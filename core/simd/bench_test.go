// Benchmarks of every function of every task, in the plain reference and in the kernel under a native WebAssembly
// runtime.

//go:build !js

package simd_test

import (
	"fmt"
	"testing"

	"dcctree/core/simd"
	"dcctree/core/simd/simdtest"
	"dcctree/core/simd/wazero"
	"dcctree/core/topology"
)

// functions are those of a task, by number.
var functions = map[simd.Task][3]string{
	simd.Collapsed:      {"products", "squares", "slopes"},
	simd.Regression:     {"", "squares", "slopes"},
	simd.Classification: {"products", "", "slopes"},
	simd.Prediction:     {"products", "values", "reaches"},
}

// tasks returns the workload as it is, for prediction and, where it is a regression, with the leaf means integrated
// out.
func tasks(w simdtest.Workload) []simdtest.Workload {
	with := func(task simd.Task) simdtest.Workload {
		v := w
		v.Spec.Task = task
		return v
	}
	prediction := with(simd.Prediction)
	prediction.Spec.Splits, prediction.Spec.Topology = w.Spec.Topology.Splits(), topology.Topology{}
	prediction.Spec.Weighted, prediction.Spec.ClassEnds = false, nil
	prediction.Rows = simd.Rows{X: w.Rows.X}
	if w.Spec.Task == simd.Regression {
		return []simdtest.Workload{with(simd.Collapsed), w, prediction}
	}
	return []simdtest.Workload{w, prediction}
}

func BenchmarkFunctions(b *testing.B) {
	for _, data := range simdtest.Workloads(false) {
		for _, w := range tasks(data) {
			m, err := wazero.New(simdtest.Bytes(w.Spec))
			if err != nil {
				b.Fatal(err)
			}
			kernel, ok := m.Engine(w.Spec, w.Rows)
			if !ok {
				b.Fatal(m.Err())
			}
			reference := simd.NewReference(w.Spec, w.Rows)
			w.Set(reference.Frame(), kernel.Frame())
			if w.Spec.Task == simd.Prediction {
				simdtest.RouteAs(data.Spec.Topology, w.Spec, nil, reference.Frame(), kernel.Frame())
			}
			benchmarkEngine(b, w, "reference", reference)
			benchmarkEngine(b, w, "wazero", kernel)
			m.Close()
		}
	}
}

func benchmarkEngine(b *testing.B, w simdtest.Workload, name string, e simd.Engine) {
	for number, function := range functions[w.Spec.Task] {
		if function == "" {
			continue
		}
		b.Run(fmt.Sprintf("%s/%s/%s/%s", w.Name, w.Spec.Task, function, name), func(b *testing.B) {
			for b.Loop() {
				e.Call(number)
			}
		})
	}
}
