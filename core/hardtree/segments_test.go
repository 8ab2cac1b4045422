// Tests of the segments: they are the best by enumeration, and lead to trees whose splits help only together.

package hardtree

import (
	"math"
	"slices"
	"testing"

	"dcctree/core/random"
	"dcctree/core/softtree"
	"dcctree/core/topology"
)

// twelve are rows of two features, of which the second has equal values, with a response or classes.
func twelve(classes int) softtree.Data {
	rng := random.Stream(4, "segments")
	d := softtree.Data{N: 12, D: 2, X: make([]float64, 24), Classes: classes}
	for i := range 12 {
		d.X[i], d.X[12+i] = rng.Float64(), float64(rng.IntN(5))/4
		if classes > 0 {
			d.Class = append(d.Class, rng.IntN(classes))
		} else {
			d.Y = append(d.Y, rng.NormFloat64())
		}
	}
	return d
}

// enumerated returns the value of the best k segments of the feature's rows from the first on, by trying all.
func enumerated(x *Index, f, from, k int) float64 {
	column, n := x.data.X[f*x.data.N:][:x.data.N], x.data.N
	best := math.Inf(-1)
	s := x.response.segment(x)
	for i := from; i < n; i++ {
		s.add(x.order[f][i : i+1])
		switch {
		case i+1 < n && column[x.order[f][i]] == column[x.order[f][i+1]]:
		case k > 1 && i+1 < n:
			best = max(best, s.value()+enumerated(x, f, i+1, k-1))
		case k == 1 && i+1 == n:
			best = max(best, s.value())
		}
	}
	return best
}

func TestSegmentsAreTheBest(t *testing.T) {
	for _, classes := range []int{0, 3} {
		x := NewIndex(twelve(classes), softtree.PaperPriors())
		for k := 2; k <= 6; k++ {
			want := math.Max(enumerated(x, 0, 0, k), enumerated(x, 1, 0, k))
			got := x.segments[k]
			if len(got.cuts) != k-1 || !slices.IsSorted(got.cuts) {
				t.Fatalf("%d segments: cuts %v", k, got.cuts)
			}
			var sum float64
			for j := range k {
				s := x.response.segment(x)
				for i := range x.data.N {
					v := x.data.X[got.feature*x.data.N+i]
					if (j == 0 || v > got.cuts[j-1]) && (j == k-1 || v <= got.cuts[j]) {
						s.add([]int32{int32(i)})
					}
				}
				sum += s.value()
			}
			if math.Abs(sum-want) > 1e-9 {
				t.Errorf("%d classes, %d segments: %v, by enumeration %v", classes, k, sum, want)
			}
		}
	}
}

// TestSegmentsFindAlternation: where a response of eight labels alternates, and no split but all seven together help,
// one restart finds the tree whose leaves are pure.
func TestSegmentsFindAlternation(t *testing.T) {
	rng := random.Stream(5, "alternation")
	d := softtree.Data{N: 80, D: 2, X: make([]float64, 160), Y: make([]float64, 80)}
	for i := range 80 {
		d.X[i], d.X[80+i] = rng.Float64(), float64(i%8)/7
		d.Y[i] = float64(2*(i%2)-1) + .1*rng.NormFloat64()
	}
	for _, leaves := range [][]int{{7, 8, 9, 10, 11, 12, 13, 14}, {1, 5, 13, 29, 61, 125, 253, 254}} {
		top, err := topology.FromLeaves(leaves)
		if err != nil {
			t.Fatal(err)
		}
		found, _ := NewIndex(d, softtree.PaperPriors()).Search(top, Options{Restarts: 1}, rng)
		if s := found[0]; s.Sigma > .25 ||
			slices.ContainsFunc(s.Splits, func(c Split) bool { return c.Vacuous || c.Input == 0 }) {
			t.Errorf("%v: %+v", leaves, s)
		}
	}
}
