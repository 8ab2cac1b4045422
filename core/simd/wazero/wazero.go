// Package wazero runs kernels in native programs, in the WebAssembly runtime of that name: tests hold them beside the
// reference, and benchmarks time them.
package wazero

import (
	"context"
	"fmt"
	"math"
	"unsafe"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"

	"dcctree/core/simd"
)

// Machine compiles kernels; all of them share one memory of fixed size. One goroutine at a time. It implements
// simd.Machine.
type Machine struct {
	runtime wazero.Runtime
	memory  api.Memory
	used    uint32
	err     error
}

// pageBytes is the size of a page of memory.
const pageBytes = 1 << 16

// New returns a machine with a memory of so many bytes, 2 GB at most.
func New(bytes int) (*Machine, error) {
	ctx := context.Background()
	m := &Machine{runtime: wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfigCompiler()), used: 8}
	env, err := m.runtime.InstantiateWithConfig(ctx, memoryModule((bytes+pageBytes-1)/pageBytes),
		wazero.NewModuleConfig().WithName("env"))
	if err != nil {
		return nil, fmt.Errorf("wazero: %w", err)
	}
	m.memory = env.ExportedMemory("memory")
	return m, nil
}

// memoryModule is a module that exports a memory of so many pages, its largest size as well.
func memoryModule(pages int) []byte {
	var size []byte
	for range 2 {
		v := uint32(pages)
		for ; v >= 0x80; v >>= 7 {
			size = append(size, byte(v)|0x80)
		}
		size = append(size, byte(v))
	}
	b := []byte{0, 'a', 's', 'm', 1, 0, 0, 0, 5, byte(2 + len(size)), 1, 1}
	b = append(b, size...)
	return append(b, 7, 10, 1, 6, 'm', 'e', 'm', 'o', 'r', 'y', 2, 0)
}

// Close frees everything.
func (m *Machine) Close() error { return m.runtime.Close(context.Background()) }

// Err returns why an engine could not be made, the first time that happened; nil where none failed.
func (m *Machine) Err() error { return m.err }

// engine is one instance of a kernel.
type engine struct {
	frame     simd.Frame
	address   uint64
	functions []api.Function
	stack     []uint64
}

// Engine implements simd.Machine. The rows are copied to the machine's memory.
func (m *Machine) Engine(s simd.Spec, rows simd.Rows) (simd.Engine, bool) {
	e, err := m.engine(s, rows)
	if err != nil {
		if m.err == nil {
			m.err = err
		}
		return nil, false
	}
	return e, true
}

func (m *Machine) engine(s simd.Spec, rows simd.Rows) (*engine, error) {
	ctx := context.Background()
	module, err := m.runtime.InstantiateWithConfig(ctx, simd.Module(s), wazero.NewModuleConfig().WithName(""))
	if err != nil {
		return nil, fmt.Errorf("wazero: %w", err)
	}
	e := &engine{stack: make([]uint64, 1)}
	if err := m.fill(e, s, rows); err != nil {
		return nil, err
	}
	for _, name := range []string{"0", "1", "2"} {
		e.functions = append(e.functions, module.ExportedFunction(name))
	}
	return e, nil
}

// fill makes the frame in the machine's memory.
func (m *Machine) fill(e *engine, s simd.Spec, rows simd.Rows) (err error) {
	var first error
	place := func(n int) []float64 {
		v, err := m.array(n)
		if err != nil && first == nil {
			first = err
		}
		return v
	}
	move := func(v []float64) []float64 {
		if v == nil {
			return nil
		}
		out := place(len(v))
		copy(out, v)
		return out
	}
	e.frame = s.Allocate(simd.Rows{X: move(rows.X), Response: move(rows.Response), Weight: move(rows.Weight)},
		place)
	addresses := place(8)
	if first != nil {
		return first
	}
	e.address = uint64(m.address(addresses))
	for i, v := range e.frame.Slots() {
		if len(v) > 0 && !m.memory.WriteUint32Le(uint32(e.address)+uint32(4*i), m.address(v)) {
			return fmt.Errorf("wazero: the frame lies outside the memory")
		}
	}
	return nil
}

// array returns n numbers of the memory, each zero.
func (m *Machine) array(n int) ([]float64, error) {
	bytes, ok := m.memory.Read(m.used, uint32(8*n))
	if !ok || uint64(m.used)+uint64(8*n) > math.MaxUint32 {
		return make([]float64, n), fmt.Errorf("wazero: the memory of %d bytes is full", m.memory.Size())
	}
	m.used += uint32(8 * n)
	if n == 0 {
		return nil, nil
	}
	return unsafe.Slice((*float64)(unsafe.Pointer(&bytes[0])), n), nil
}

// address returns where an array of the memory begins.
func (m *Machine) address(v []float64) uint32 {
	all, _ := m.memory.Read(0, m.memory.Size())
	return uint32(uintptr(unsafe.Pointer(&v[0])) - uintptr(unsafe.Pointer(&all[0])))
}

// Frame implements simd.Engine.
func (e *engine) Frame() *simd.Frame { return &e.frame }

// Call implements simd.Engine.
func (e *engine) Call(function int) {
	e.stack[0] = e.address
	if err := e.functions[function].CallWithStack(context.Background(), e.stack); err != nil {
		panic("wazero: " + err.Error())
	}
}

var _ simd.Machine = (*Machine)(nil)
