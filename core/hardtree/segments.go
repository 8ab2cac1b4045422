// The best cuts of one feature into a number of segments: a start for trees whose splits help only together.

package hardtree

import (
	"math"
	"slices"
)

const (
	// segmentSplits is from how many splits on a search starts from segments, too: of an alternating response in
	// eight segments one in forty random starts leads to the best tree.
	segmentSplits = 4
	mostSegments  = 17
	mostPieces    = 48 // that the rows are divided into, equally many in each, before pieces are joined to segments
)

// segmentation is one feature cut into segments.
type segmentation struct {
	feature int
	cuts    []float64
}

// findSegments finds the feature and the cuts of the best segmentation into every number of segments: of the least sum
// of squares, or the largest evidence of the classes (Fisher 1958, Journal of the American Statistical Association 53,
// 789-798, by dynamic programming).
func (x *Index) findSegments() {
	x.segments = make([]segmentation, mostSegments+1)
	best := slices.Repeat([]float64{math.Inf(-1)}, mostSegments+1)
	for f := range x.data.D {
		ends := x.pieces(f)
		value, from := x.joined(f, ends)
		for k := 2; k <= min(mostSegments, len(ends)); k++ {
			if v := value[k][len(ends)]; v > best[k] {
				best[k] = v
				x.segments[k] = segmentation{f, x.cuts(f, ends, from, k)}
			}
		}
	}
}

// pieces returns the ends of the pieces in the order of the feature; equal values are in one piece.
func (x *Index) pieces(f int) (ends []int) {
	column, n := x.data.X[f*x.data.N:][:x.data.N], x.data.N
	for i := range n {
		if i+1 < n && column[x.order[f][i+1]] == column[x.order[f][i]] {
			continue
		}
		if (i+1)*mostPieces >= n*(len(ends)+1) {
			ends = append(ends, i+1)
		}
	}
	return ends
}

// joined returns the value of the best k segments of the first j pieces, by k and j, and where the last of them begins.
func (x *Index) joined(f int, ends []int) (value [][]float64, from [][]int) {
	m := len(ends)
	one := x.segmentValues(f, ends)
	for k := range mostSegments + 1 {
		value, from = append(value, slices.Repeat([]float64{math.Inf(-1)}, m+1)), append(from, make([]int, m+1))
		if k == 0 {
			value[0][0] = 0
			continue
		}
		for j := k; j <= m; j++ {
			for i := k - 1; i < j; i++ {
				if v := value[k-1][i] + one[i][j]; v > value[k][j] {
					value[k][j], from[k][j] = v, i
				}
			}
		}
	}
	return value, from
}

// segmentValues returns the value of the segment of pieces i to j-1, by i and j.
func (x *Index) segmentValues(f int, ends []int) [][]float64 {
	m := len(ends)
	out := make([][]float64, m)
	for i := range m {
		out[i] = make([]float64, m+1)
		first := 0
		if i > 0 {
			first = ends[i-1]
		}
		s := x.response.segment(x)
		for j := i; j < m; j++ {
			s.add(x.order[f][first:ends[j]])
			first = ends[j]
			out[i][j+1] = s.value()
		}
	}
	return out
}

// cuts returns the thresholds between the k segments of all pieces.
func (x *Index) cuts(f int, ends []int, from [][]int, k int) []float64 {
	column := x.data.X[f*x.data.N:][:x.data.N]
	cuts := make([]float64, k-1)
	for j := len(ends); k > 1; k-- {
		j = from[k][j]
		at := ends[j-1]
		cuts[k-2] = .5 * (column[x.order[f][at-1]] + column[x.order[f][at]])
	}
	return cuts
}

// segmented makes the tree of the best segmentation, whose cuts are its splits from left to right, and reports whether
// there is one.
func (s *searcher) segmented() bool {
	k := len(s.splits) + 1
	if len(s.splits) < segmentSplits || k > mostSegments || s.segments[k].cuts == nil {
		return false
	}
	left := s.segments[k].cuts
	var place func(at int)
	place = func(at int) {
		if s.nodes[at].Leaf {
			return
		}
		place(s.nodes[at].Left)
		s.feature[at], s.threshold[at], s.open[at] = s.segments[k].feature, left[0], true
		left = left[1:]
		place(s.nodes[at].Right)
	}
	place(0)
	return true
}
