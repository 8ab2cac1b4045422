// The common interface of kernels and of the plain reference.

package simd

// Frame holds the arrays that the functions of one engine read and write: see Task. Lengths are those of the Spec's
// methods; Weight is nil unless Weighted.
type Frame struct {
	X, Params, Psi, Response, Weight, In, Out []float64
}

// Engine computes the sums of one Spec. It owns its frame but for X, Response and Weight: one goroutine at a time.
type Engine interface {
	// Frame returns the arrays; the same at every call.
	Frame() *Frame
	// Call runs one function: Products, Squares, Slopes, Values, Reaches.
	Call(function int)
}

// Machine makes engines of kernels.
type Machine interface {
	// Engine returns an engine whose frame has the given rows, and false where there can be none: the reference is
	// to be used then.
	Engine(s Spec, rows Rows) (Engine, bool)
}

// Rows are the arrays that engines share, read-only. Response is nil for tasks that have none.
type Rows struct{ X, Response, Weight []float64 }

// New returns an engine of the machine or, where that is nil or has none, the reference.
func New(m Machine, s Spec, rows Rows) Engine {
	if m != nil {
		if e, ok := m.Engine(s, rows); ok {
			return e
		}
	}
	return NewReference(s, rows)
}

// Allocate fills the frame of the spec with arrays of make's.
func (s Spec) Allocate(rows Rows, make func(n int) []float64) Frame {
	f := Frame{X: rows.X, Response: rows.Response, Weight: rows.Weight, Params: make(s.Params()),
		In: make(s.Inputs()), Out: make(s.Outputs())}
	if s.Task != Regression {
		f.Psi = make(s.PsiLen())
	}
	if s.any() {
		for i := len(f.Psi) - s.Rows; i < len(f.Psi); i++ {
			f.Psi[i] = 1
		}
	}
	return f
}

// Slots returns the arrays in the order of a kernel's frame, which holds their 32-bit addresses.
func (f *Frame) Slots() [slots][]float64 {
	return [slots][]float64{slotX: f.X, slotParams: f.Params, slotPsi: f.Psi, slotResponse: f.Response,
		slotWeight: f.Weight, slotIn: f.In, slotOut: f.Out}
}
