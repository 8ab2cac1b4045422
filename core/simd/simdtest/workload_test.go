// Test of the textbook loop, which in turn is an independent witness of the reference.

package simdtest

import (
	"math"
	"testing"

	"dcctree/core/simd"
)

func TestTextbookAgrees(t *testing.T) {
	for _, w := range Workloads(false) {
		r, plain := simd.NewReference(w.Spec, w.Rows), simd.NewReference(w.Spec, w.Rows)
		w.Set(r.Frame(), plain.Frame())
		w.Gradient(r)
		w.Textbook(plain.Frame())
		n := w.Spec.Params()
		if w.Spec.Task == simd.Regression {
			n += 1 + w.Spec.Topology.Leaves()
		}
		some := false
		for i := range n {
			a, b := r.Frame().Out[i], plain.Frame().Out[i]
			if math.Abs(a-b) > 1e-9*(1+math.Abs(a)) {
				t.Errorf("%s: output %d of %d is %v, by the textbook %v", w.Name, i, n, a, b)
			}
			some = some || a != 0
		}
		if !some {
			t.Errorf("%s: all is zero", w.Name)
		}
	}
}
