//go:build js && wasm

// Package kernels runs the modules of core/simd beside the Go program, in its own memory, by what site/kernels.js gives
// it.
package kernels

import (
	"fmt"
	"unsafe"

	"dcctree/core/simd"
)

//go:wasmimport kernel compile
func compile(code unsafe.Pointer, length int32) int32

//go:wasmimport kernel call
func call(function int32, frame unsafe.Pointer)

//go:wasmimport kernel release
func release(first int32)

// Most is how many kernels are kept compiled.
const Most = 64

// Machine compiles kernels and keeps those called last. It implements simd.Machine.
type Machine struct {
	kernels map[string]*kernel
	clock   int
	refused bool
}

// New returns a machine without kernels.
func New() *Machine { return &Machine{kernels: map[string]*kernel{}} }

// Refused tells whether the browser has refused a kernel: the plain program is used then.
func (m *Machine) Refused() bool { return m.refused }

// kernel is a module, compiled as long as first is not negative.
type kernel struct {
	spec  simd.Spec
	first int32
	used  int
}

// engine is a kernel with its frame. The arrays stay where they are: Go's collector moves nothing.
type engine struct {
	machine   *Machine
	kernel    *kernel
	frame     simd.Frame
	addresses [8]uint32
}

// Engine implements simd.Machine. It shares the rows.
func (m *Machine) Engine(s simd.Spec, rows simd.Rows) (simd.Engine, bool) {
	k := m.kernel(s)
	if m.refused || !m.ready(k) {
		return nil, false
	}
	e := &engine{machine: m, kernel: k,
		frame: s.Allocate(rows, func(n int) []float64 { return make([]float64, n) })}
	for i, v := range e.frame.Slots() {
		if len(v) > 0 {
			e.addresses[i] = uint32(uintptr(unsafe.Pointer(&v[0])))
		}
	}
	return e, true
}

// kernel returns the kernel of the spec, not yet compiled where it is new.
func (m *Machine) kernel(s simd.Spec) *kernel {
	key := fmt.Sprint(s.Topology.Key(), s.Splits, s.Task, s.Features, s.Rows, s.Weighted, s.ClassEnds)
	k, known := m.kernels[key]
	if !known {
		m.forget()
		k = &kernel{spec: s, first: -1}
		m.kernels[key] = k
	}
	return k
}

// forget makes room for one more kernel.
func (m *Machine) forget() {
	if len(m.kernels) < Most {
		return
	}
	var oldest string
	for key, k := range m.kernels {
		if o, any := m.kernels[oldest]; !any || k.used < o.used {
			oldest = key
		}
	}
	m.kernels[oldest].drop()
	delete(m.kernels, oldest)
}

// drop releases the module; an engine that still has it compiles it anew.
func (k *kernel) drop() {
	if k.first >= 0 {
		release(k.first)
		k.first = -1
	}
}

// ready compiles the kernel if need be and reports whether that went well.
func (m *Machine) ready(k *kernel) bool {
	m.clock++
	k.used = m.clock
	if k.first >= 0 {
		return true
	}
	code := simd.Module(k.spec)
	k.first = compile(unsafe.Pointer(&code[0]), int32(len(code)))
	m.refused = k.first < 0
	return !m.refused
}

// Frame implements simd.Engine.
func (e *engine) Frame() *simd.Frame { return &e.frame }

// Call implements simd.Engine. It panics where a kernel that was compiled once is refused later.
func (e *engine) Call(function int) {
	if e.kernel.first < 0 {
		e.again()
	}
	call(e.kernel.first+int32(function), unsafe.Pointer(&e.addresses))
}

// again compiles a kernel that was dropped: another engine may have done so since.
func (e *engine) again() {
	e.kernel = e.machine.kernel(e.kernel.spec)
	if !e.machine.ready(e.kernel) {
		panic("kernels: a kernel is refused that was compiled before")
	}
}
