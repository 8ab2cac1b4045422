// Tests and benchmarks with kernels under a native WebAssembly runtime.

//go:build !js

package rjhmc

import (
	"slices"
	"testing"

	"dcctree/core/random"
	"dcctree/core/simd"
	"dcctree/core/simd/wazero"
)

// counting is a machine that counts engines and calls.
type counting struct {
	*wazero.Machine
	engines, calls int
}

type counted struct {
	simd.Engine
	of *counting
}

func (m *counting) Engine(s simd.Spec, rows simd.Rows) (simd.Engine, bool) {
	e, ok := m.Machine.Engine(s, rows)
	m.engines++
	return counted{e, m}, ok
}

func (c counted) Call(function int) {
	c.of.calls++
	c.Engine.Call(function)
}

// TestKernels: gradients go through the kernels of the data's machine, with the plain reference's bits.
func TestKernels(t *testing.T) {
	for name, s := range variants() {
		for _, classes := range []int{0, 3} {
			w, err := wazero.New(1 << 24)
			if err != nil {
				t.Fatal(err)
			}
			m := &counting{Machine: w}
			data := rows(4, 31, 3, classes)
			plain := chain(t, data, s, 1)
			data.Machine = m
			kernels := chain(t, data, s, 1)
			a, b := random.Stream(6, "kernels"), random.Stream(6, "kernels")
			gradients := 0
			for range 6 {
				plain.Step(a)
				gradients += kernels.Step(b).Gradients
			}
			if !slices.Equal(plain.State(), kernels.State()) {
				t.Errorf("%s, %d classes: kernels give other bits", name, classes)
			}
			if m.engines == 0 || m.calls < gradients || gradients == 0 || w.Err() != nil {
				t.Errorf("%s, %d classes: %d engines, %d calls, %d gradients, %v", name, classes,
					m.engines, m.calls, gradients, w.Err())
			}
			w.Close()
		}
	}
}

func BenchmarkKernels(b *testing.B) {
	m, err := wazero.New(1 << 28)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { m.Close() })
	benchmark(b, m)
}
