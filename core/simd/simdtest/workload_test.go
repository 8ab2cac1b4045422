// Test of the loops row by row, which in turn are independent witnesses of the reference.

package simdtest

import (
	"math"
	"testing"

	"dcctree/core/simd"
)

func TestLoopsAgree(t *testing.T) {
	for _, w := range Workloads(false) {
		r, plain := simd.NewReference(w.Spec, w.Rows), simd.NewReference(w.Spec, w.Rows)
		w.Set(r.Frame(), plain.Frame())
		w.Gradient(r)
		n := w.Spec.Params()
		if w.Spec.Task == simd.Regression {
			n += 1 + w.Spec.Topology.Leaves()
		}
		for name, loop := range map[string]func(*simd.Frame){"textbook": w.Textbook, "scalar": w.Scalar} {
			clear(plain.Frame().Out)
			loop(plain.Frame())
			some := false
			for i := range n {
				a, b := r.Frame().Out[i], plain.Frame().Out[i]
				if math.Abs(a-b) > 1e-9*(1+math.Abs(a)) {
					t.Errorf("%s: output %d of %d is %v, by the %s %v", w.Name, i, n, a, name, b)
				}
				some = some || b != 0
			}
			if !some {
				t.Errorf("%s: all is zero", w.Name)
			}
		}
	}
}
