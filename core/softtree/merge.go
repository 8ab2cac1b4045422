// Merging of rows with equal inputs, which makes a density cheaper without changing it.

package softtree

import (
	"math"
	"math/bits"
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
	out := Data{N: len(first), D: d.D, Classes: d.Classes, Machine: d.Machine, X: make([]float64, len(first)*d.D),
		Weight: make([]float64, len(first))}
	for f := range d.D {
		for g, i := range first {
			out.X[f*out.N+g] = d.X[f*d.N+int(i)]
		}
	}
	for i, g := range group {
		out.Weight[g] += d.weight(i)
	}
	d.Likelihood().merge(&out, &d, group, first)
	return out
}

// groups returns the merged row of every row and the first row of every merged one. It takes time in proportion to the
// rows, and 20 bytes for each.
func (d Data) groups() (group, first []int32) {
	hashes := d.hashes()
	shift := bits.LeadingZeros64(uint64(2 * d.N))
	places := make([]int32, 1<<(64-shift)) // at most half full: a group + 1; 0 is free
	group = make([]int32, d.N)
	for i, h := range hashes {
		at := h >> shift
		for places[at] != 0 && !(hashes[first[places[at]-1]] == h && d.equal(int(first[places[at]-1]), i)) {
			at = (at + 1) & uint64(len(places)-1)
		}
		if places[at] == 0 {
			first = append(first, int32(i))
			places[at] = int32(len(first))
		}
		group[i] = places[at] - 1
	}
	return group, first
}

// hashes returns a number for every row, the same for rows that are to be one.
func (d Data) hashes() []uint64 {
	const spread = 0x9e3779b97f4a7c15 // odd, with bits all over
	out := make([]uint64, d.N)
	for i, c := range d.Class {
		out[i] = uint64(c)
	}
	for at, v := range d.X {
		i := at % d.N
		h := (out[i] ^ math.Float64bits(v+0)) * spread // adding zero makes -0 and +0 one input
		out[i] = h ^ h>>32
	}
	for i := range out {
		out[i] *= spread
	}
	return out
}

// equal tells whether two rows are to be one.
func (d *Data) equal(i, k int) bool {
	for f := range d.D {
		if d.X[f*d.N+i] != d.X[f*d.N+k] {
			return false
		}
	}
	return d.Likelihood().alike(d, i, k)
}

// mergeResponses returns the mean response of every group and the sum of squares within all of them,
// on top of d's own Scatter. The squares are taken about the means, which loses no digits.
func (d Data) mergeResponses(group []int32, weight []float64) (mean []float64, scatter float64) {
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
