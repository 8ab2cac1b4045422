// This file scales features by the training rows' range and the target by its mean and standard deviation.

package dataset

import "math"

// Scaling maps feature j to (x - Min[j]) / Range[j], the paper's "inputs are scaled by the training data".
type Scaling struct{ Min, Range []float64 }

// FitScaling returns the scaling that takes the frame's rows, the training rows, onto [0, 1]. A feature that is
// constant in them keeps its unit (range 1): no split on it can divide the training rows anyway.
func FitScaling(f *Frame) Scaling {
	if f.N == 0 {
		panic("dataset: FitScaling of no rows")
	}
	s := Scaling{Min: make([]float64, f.D), Range: make([]float64, f.D)}
	for j := range f.D {
		low, high := bounds(f.X[j*f.N : (j+1)*f.N])
		s.Min[j], s.Range[j] = low, high-low
		if high == low {
			s.Range[j] = 1
		}
	}
	return s
}

// Value scales one value of feature j.
func (s Scaling) Value(j int, x float64) float64 { return (x - s.Min[j]) / s.Range[j] }

// Apply returns the frame's features scaled, N x D column-major. Rows other than those fitted may leave [0, 1].
func (s Scaling) Apply(f *Frame) []float64 {
	if f.D != len(s.Min) {
		panic("dataset: Scaling.Apply to another number of features")
	}
	out := make([]float64, len(f.X))
	for j := range f.D {
		for i := j * f.N; i < (j+1)*f.N; i++ {
			out[i] = s.Value(j, f.X[i])
		}
	}
	return out
}

// TargetScaling maps the target y to (y - Mean) / SD.
type TargetScaling struct{ Mean, SD float64 }

// RawTarget leaves the target as it is, as the paper does.
func RawTarget() TargetScaling { return TargetScaling{Mean: 0, SD: 1} }

// StandardizeTarget returns the scaling that gives y mean 0 and standard deviation 1 (divisor n - 1). Fewer than two
// rows, or a constant target, keep their unit (SD 1).
func StandardizeTarget(y []float64) TargetScaling {
	if len(y) == 0 {
		panic("dataset: StandardizeTarget of no rows")
	}
	low, high := bounds(y)
	if high == low {
		return TargetScaling{Mean: low, SD: 1}
	}
	// On the unit interval, so that squares neither overflow nor vanish.
	unit := func(v float64) float64 { return (v - low) / (high - low) }
	n, mean, squares := float64(len(y)), 0.0, 0.0
	for _, v := range y {
		mean += unit(v) / n
	}
	for _, v := range y {
		d := unit(v) - mean
		squares += float64(d * d)
	}
	return TargetScaling{
		Mean: low + float64(mean*(high-low)),
		SD:   math.Sqrt(squares/(n-1)) * (high - low),
	}
}

// Apply returns y scaled.
func (t TargetScaling) Apply(y []float64) []float64 {
	out := make([]float64, len(y))
	for i, v := range y {
		out[i] = (v - t.Mean) / t.SD
	}
	return out
}

// bounds returns the smallest and largest of x.
func bounds(x []float64) (low, high float64) {
	low, high = x[0], x[0]
	for _, v := range x {
		low, high = min(low, v), max(high, v)
	}
	return low, high
}
