// What all searches of one data set share: sorted rows, weights, tables of the leaf evidence.

package hardtree

import (
	"math"
	"slices"

	"dcctree/core/softtree"
)

// Index holds one data set ready for searches of any number of topologies. It is read-only: several
// goroutines may search it at once.
type Index struct {
	data     softtree.Data
	priors   softtree.Priors
	response response
	order    [][]int32 // per feature: rows by rising value, equal values by row number
	weight   []float64 // per row
	total    float64   // sum of weight

	// Regression: responses relative to their weighted mean, against cancellation.
	center    float64
	y         []float64
	priorMean float64 // LeafMean - center
	spread    float64 // standard deviation of y, scatter within merged rows included
	scatter   float64 // sum of squares within merged rows

	// log Gamma(k + alpha) and log Gamma(k + C alpha) for whole k; nil unless all weights are whole.
	lgammaClass, lgammaLeaf []float64
	whole                   bool // all weights are whole and their sum fits a table

	segments []segmentation // by number, see segmented
}

// maxTable bounds the tables over whole sums of weights, in entries.
const maxTable = 1 << 17

// NewIndex sorts the rows by each feature. It panics when data or priors do not pass Validate.
func NewIndex(data softtree.Data, priors softtree.Priors) *Index {
	if data.Validate() != nil || priors.Validate() != nil {
		panic("hardtree: NewIndex: invalid data or priors")
	}
	x := &Index{data: data, priors: priors, weight: data.Weight, scatter: data.Scatter}
	if x.weight == nil {
		x.weight = slices.Repeat([]float64{1}, data.N)
	}
	x.sortRows()
	x.whole = true
	for _, w := range x.weight {
		x.total += w
		x.whole = x.whole && w == math.Floor(w)
	}
	x.whole = x.whole && x.total < maxTable
	x.response = x.responseOf()
	x.response.prepare(x)
	x.findSegments()
	return x
}

func (x *Index) sortRows() {
	n := x.data.N
	x.order = make([][]int32, x.data.D)
	for f := range x.order {
		x.order[f] = sorted(x.data.X[f*n : (f+1)*n])
	}
}

// sorted returns the rows by rising value, equal ones (0 and -0 are equal) by row number: a radix sort, byte by byte
// from the lowest, in time in proportion to the rows. Values are finite.
func sorted(column []float64) []int32 {
	keys := make([]uint64, len(column)) // in the order of the values
	rows, next := make([]int32, len(column)), make([]int32, len(column))
	for i, v := range column {
		bits := math.Float64bits(v + 0)
		keys[i], rows[i] = bits^(uint64(int64(bits)>>63)|1<<63), int32(i)
	}
	for shift := 0; shift < 64; shift += 8 {
		var ends [256]int
		for _, key := range keys {
			ends[byte(key>>shift)]++
		}
		for b := 1; b < len(ends); b++ {
			ends[b] += ends[b-1]
		}
		for i := len(rows) - 1; i >= 0; i-- {
			b := byte(keys[rows[i]] >> shift)
			ends[b]--
			next[ends[b]] = rows[i]
		}
		rows, next = next, rows
	}
	return rows
}
