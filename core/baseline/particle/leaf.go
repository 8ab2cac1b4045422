// The rows of a leaf: their statistics and marginal likelihood.

package particle

import (
	"dcctree/core/baseline/hard"
	"dcctree/core/softtree"
)

// leaves know the model of the leaves and the responses. The numbers' center is taken off so that sums of squares keep
// their digits.
type leaves struct {
	model  *hard.LeafModel
	center float64
	y      []float64 // regression: less center
	class  []int32
	counts []int32 // scratch: of each class
}

func newLeaves(data softtree.Data, s Settings) leaves {
	l := leaves{model: hard.NewLeafModel(s.leafPrior(data.Classes), data.N, data.Classes)}
	if data.Regression() {
		for i, v := range data.Y {
			l.center += (v - l.center) / float64(i+1)
		}
		for _, v := range data.Y {
			l.y = append(l.y, v-l.center)
		}
		return l
	}
	for _, c := range data.Class {
		l.class = append(l.class, int32(c))
	}
	l.counts = make([]int32, data.Classes)
	return l
}

// stats returns the statistics of some rows; its Counts are overwritten by the next call.
func (l *leaves) stats(rows []int32) hard.Stats {
	if l.class == nil {
		var sum, squares float64
		for _, row := range rows {
			v := l.y[row]
			sum += v
			squares += float64(v * v)
		}
		return l.numbers(len(rows), sum, squares)
	}
	clear(l.counts)
	for _, row := range rows {
		l.counts[l.class[row]]++
	}
	return hard.Stats{N: len(rows), Counts: l.counts}
}

// numbers returns the statistics of n > 0 responses from their sum and sum of squares, both less center.
func (l *leaves) numbers(n int, sum, squares float64) hard.Stats {
	mean := sum / float64(n)
	return hard.Stats{N: n, Mean: l.center + mean, Squares: max(0, squares-float64(mean*sum))}
}

func (l *leaves) logMarginal(rows []int32) float64 { return l.model.LogLeaf(l.stats(rows)) }
