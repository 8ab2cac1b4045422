// Merging of rows with equal inputs, which makes a density cheaper without changing it.

package softtree

import (
	"encoding/binary"
	"math"
)

// Merge returns the data with rows of equal inputs (classification: and equal class) made one row,
// in order of first appearance. The weight of a row is the sum of the merged ones'; a regression
// keeps their weighted mean response and adds the sum of squares about it to Scatter. Every density
// stays the same up to rounding. Where no two rows are equal it returns d itself. d must be valid.
func (d Data) Merge() Data {
	group, first := d.groups()
	if len(first) == d.N {
		return d
	}
	out := Data{N: len(first), D: d.D, Classes: d.Classes, Machine: d.Machine, X: make([]float64, len(first)*d.D), Weight: make([]float64, len(first))}
	for f := range d.D {
		for g, i := range first {
			out.X[f*out.N+g] = d.X[f*d.N+i]
		}
	}
	for i, g := range group {
		out.Weight[g] += d.weight(i)
	}
	if d.Regression() {
		out.Y, out.Scatter = d.mergeResponses(group, out.Weight)
		return out
	}
	out.Class = make([]int, out.N)
	for g, i := range first {
		out.Class[g] = d.Class[i]
	}
	return out
}

// groups returns the merged row of every row and the first row of every merged one.
func (d Data) groups() (group, first []int) {
	group = make([]int, d.N)
	seen := make(map[string]int, d.N)
	key := make([]byte, 0, 8*(d.D+1))
	for i := range group {
		key = key[:0]
		for f := range d.D {
			// Adding zero makes -0 and +0 one input.
			key = binary.LittleEndian.AppendUint64(key, math.Float64bits(d.X[f*d.N+i]+0))
		}
		if !d.Regression() {
			key = binary.LittleEndian.AppendUint64(key, uint64(d.Class[i]))
		}
		g, known := seen[string(key)]
		if !known {
			g = len(first)
			seen[string(key)] = g
			first = append(first, i)
		}
		group[i] = g
	}
	return group, first
}

// mergeResponses returns the mean response of every group and the sum of squares within all of them,
// on top of d's own Scatter. The squares are taken about the means, which loses no digits.
func (d Data) mergeResponses(group []int, weight []float64) (mean []float64, scatter float64) {
	mean = make([]float64, len(weight))
	for i, g := range group {
		mean[g] += float64(d.weight(i) * d.Y[i])
	}
	for g := range mean {
		mean[g] /= weight[g]
	}
	scatter = d.Scatter
	for i, g := range group {
		r := d.Y[i] - mean[g]
		scatter += float64(d.weight(i) * float64(r*r))
	}
	return mean, scatter
}

func (d Data) weight(i int) float64 {
	if d.Weight == nil {
		return 1
	}
	return d.Weight[i]
}
