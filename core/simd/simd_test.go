// Tests of kernels against the plain reference, bit for bit, in a native WebAssembly runtime.

//go:build !js

package simd_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"dcctree/core/random"
	"dcctree/core/simd"
	"dcctree/core/simd/simdtest"
	"dcctree/core/simd/wazero"
)

// TestKernelsAgreeWithTheReference: all functions of all tasks, over random topologies up to 16 leaves, numbers of
// rows, features, classes, weights, and parameters from soft to saturated and denormal, give the bits of the reference.
func TestKernelsAgreeWithTheReference(t *testing.T) {
	kernels, draws := 400, 6
	if testing.Short() {
		kernels = 60
	}
	rng := random.Stream(1, "kernels")
	compared, worst := 0, 0
	for i := range kernels {
		s, rows := simdtest.Case(rng)
		m, err := wazero.New(simdtest.Bytes(s))
		if err != nil {
			t.Fatal(err)
		}
		kernel, ok := m.Engine(s, rows)
		if !ok {
			t.Fatalf("case %d, %s %s: %v", i, s.Task, s.Topology, m.Err())
		}
		reference := simd.NewReference(s, rows)
		for range draws {
			if where := simdtest.Compare(reference, kernel, s, rng); where != "" {
				t.Fatalf("case %d: %s of %s, %d features, %d rows, weighted %v: %s", i, s.Task,
					s.Topology, s.Features, s.Rows, s.Weighted, where)
			}
			compared++
		}
		worst = max(worst, s.Params()/(1+s.Features)+1)
		m.Close()
	}
	if worst < 16 {
		t.Errorf("the largest topology has %d leaves", worst)
	}
	t.Logf("%d of (topology, parameters, rows) agree in all functions", compared)
}

// TestCompareSeesOneBit: the comparison is not blind.
func TestCompareSeesOneBit(t *testing.T) {
	rng := random.Stream(2, "kernels")
	for range 20 {
		s, rows := simdtest.Case(rng)
		if s.Params() == 0 {
			continue
		}
		where := simdtest.Compare(simd.NewReference(s, rows), &spoilt{simd.NewReference(s, rows), rng}, s, rng)
		if where == "" {
			t.Errorf("%s of %s: a changed bit is not seen", s.Task, s.Topology)
		}
	}
}

// spoilt changes the lowest bit of one number.
type spoilt struct {
	*simd.Reference
	rng *rand.Rand
}

func (s *spoilt) Call(function int) {
	s.Reference.Call(function)
	out := s.Frame().Out
	out[0] = math.Float64frombits(math.Float64bits(out[0]) ^ 1)
}

func TestModuleRefusesAnOddNumberOfRows(t *testing.T) {
	s, _ := simdtest.Case(random.Stream(3, "kernels"))
	s.Rows = 3
	mustPanic(t, func() { simd.Module(s) })
}

func TestNoSuchTask(t *testing.T) {
	s, rows := simdtest.Case(random.Stream(3, "kernels"))
	s.Task = "none"
	mustPanic(t, func() { simd.Module(s) })
	mustPanic(t, func() { simd.NewReference(s, rows).Call(simd.Slopes) })
}

func mustPanic(t *testing.T, f func()) {
	t.Helper()
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	f()
}

// refusing is a machine without kernels.
type refusing struct{}

func (refusing) Engine(simd.Spec, simd.Rows) (simd.Engine, bool) { return nil, false }

func TestWithoutAKernelTheReferenceServes(t *testing.T) {
	s, rows := simdtest.Case(random.Stream(4, "kernels"))
	for _, m := range []simd.Machine{nil, refusing{}} {
		if _, ok := simd.New(m, s, rows).(*simd.Reference); !ok {
			t.Errorf("%T: not the reference", m)
		}
	}
}

// TestModuleIsDeterministic: one spec, one module; its size is told.
func TestModuleIsDeterministic(t *testing.T) {
	s, _ := simdtest.Case(random.Stream(5, "kernels"))
	a, b := simd.Module(s), simd.Module(s)
	if !slices.Equal(a, b) {
		t.Error("two modules of one spec differ")
	}
	t.Logf("%s of %s: %d bytes", s.Task, s.Topology, len(a))
}
