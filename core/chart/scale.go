// Linear scales and their ticks at 1, 2 or 5 times a power of ten.

package chart

import "math"

// Scale maps the interval from Low to High linearly onto the pixels from Start to End.
type Scale struct{ Low, High, Start, End float64 }

// At returns the pixel of x; the middle when the interval is empty or x is not finite.
func (s Scale) At(x float64) float64 {
	if !finite(x) || s.High == s.Low {
		return (s.Start + s.End) / 2
	}
	return s.Start + (x-s.Low)/(s.High-s.Low)*(s.End-s.Start)
}

// Clip returns the pixel of the point of the interval that is nearest to x.
func (s Scale) Clip(x float64) float64 { return s.At(min(max(x, s.Low), s.High)) }

// Has reports whether x lies within the interval.
func (s Scale) Has(x float64) bool { return x >= s.Low && x <= s.High }

// Step returns the step of 1, 2 or 5 times a power of ten that gives about n intervals between low
// and high: of two neighboring steps the one nearer on a log scale. 1 when the interval is empty.
func Step(low, high float64, n int) float64 {
	raw := (high - low) / float64(max(n, 1))
	if !finite(raw) || raw <= 0 {
		return 1
	}
	base := pow10(exponent(raw))
	switch f := raw / base; { // thresholds: geometric means of 1, 2, 5, 10
	case f*f < 2:
		return base
	case f*f < 10:
		return 2 * base
	case f*f < 50:
		return 5 * base
	}
	return 10 * base
}

// Ticks returns the multiples of Step within the interval, and the step.
func Ticks(low, high float64, n int) ([]float64, float64) {
	step := Step(low, high, n)
	return multiples(low, high, step), step
}

// multiples returns the multiples of step within the interval; a rounding error outside counts as
// within.
func multiples(low, high, step float64) []float64 {
	first, last := math.Ceil(low/step-1e-9), math.Floor(high/step+1e-9)
	if !finite(first) || !finite(last) {
		return nil
	}
	var out []float64
	for i := first; i <= last && len(out) < 100; i++ {
		out = append(out, multiple(i, step))
	}
	return out
}

// Nice returns the interval extended to multiples of Step, and the step, so that ticks stand at both
// ends.
func Nice(low, high float64, n int) (float64, float64, float64) {
	step := Step(low, high, n)
	return multiple(math.Floor(low/step+1e-9), step), multiple(math.Ceil(high/step-1e-9), step), step
}

// multiple divides where the step is below one: 3/10 is .3, 3 times .1 is not.
func multiple(i, step float64) float64 {
	if step < 1 {
		e := exponent(step)
		return i * math.Round(step/pow10(e)) / pow10(-e)
	}
	return i * step
}

// extent returns the smallest and largest finite value; ok is false when there is none.
func extent(values ...[]float64) (low, high float64, ok bool) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, vs := range values {
		for _, v := range vs {
			if finite(v) {
				low, high = min(low, v), max(high, v)
			}
		}
	}
	return low, high, low <= high
}

// Bins returns the borders of about n histogram bins, at multiples of a step of 1, 2 or 5 times a
// power of ten, over the part of the grid that holds all but a thousandth of the density at each
// end. It panics when grid and density differ in length.
func Bins(grid, density []float64, n int) []float64 {
	low, high := support(grid, density)
	if !(high > low) {
		return nil
	}
	return multiples(Nice(low, high, n))
}

// Histogram counts the draws in each bin; draws outside the edges are not counted.
func Histogram(draws, edges []float64) []float64 {
	counts := make([]float64, max(len(edges)-1, 0))
	for _, x := range draws {
		if i := bin(x, edges); i >= 0 {
			counts[i]++
		}
	}
	return counts
}

// bin returns the number of the half-open bin that holds x, -1 if none.
func bin(x float64, edges []float64) int {
	low, high := 0, len(edges)-1
	if high < 1 || !(x >= edges[0] && x < edges[high]) {
		return -1
	}
	for high-low > 1 {
		if mid := (low + high) / 2; x >= edges[mid] {
			low = mid
		} else {
			high = mid
		}
	}
	return low
}

// support returns the part of the grid between the .001 and .999 points of the density.
func support(grid, density []float64) (float64, float64) {
	if len(grid) != len(density) {
		panic("chart: grid and density differ in length")
	}
	total, below := mass(grid, density, len(grid)), 0.0
	low, high := math.NaN(), math.NaN()
	for i := 1; i < len(grid); i++ {
		below += piece(grid, density, i)
		if math.IsNaN(low) && below > total/1000 {
			low = grid[i-1]
		}
		if math.IsNaN(high) && below >= total-total/1000 {
			high = grid[i]
		}
	}
	return low, high
}

// mass is the trapezoidal integral over the first n grid points.
func mass(grid, density []float64, n int) float64 {
	var total float64
	for i := 1; i < n; i++ {
		total += piece(grid, density, i)
	}
	return total
}

func piece(grid, density []float64, i int) float64 {
	return float64((grid[i] - grid[i-1]) * (density[i] + density[i-1]) / 2)
}
