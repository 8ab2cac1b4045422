// The prior mass of thresholds between the training values of each feature.

package wu

import (
	"fmt"
	"math"
	"math/rand/v2"

	"dcctree/core/baseline/hard"
	"dcctree/core/numeric"
)

// intervals weigh the cuts of every feature. They are read-only.
type intervals struct {
	rows *hard.Rows
	// of each feature and training value: mass of the intervals below it, in units of the feature or of intervals
	below [][]float64
	log   [][]float64 // of each feature and cut: log of its interval's mass
	count []float64   // log 1 to log D; entry 0 is unused
}

func newIntervals(rows *hard.Rows, thresholds string) (*intervals, error) {
	w := &intervals{rows: rows, count: make([]float64, rows.D+1)}
	for f := range rows.D {
		w.count[f+1] = numeric.Log(float64(f + 1))
		values := rows.Values(f)
		if math.IsInf(values[len(values)-1]-values[0], 0) {
			return nil, fmt.Errorf("data: column %d: its values are too far apart: scale them to [0, 1]",
				f+1)
		}
		below, logs := values, make([]float64, len(values)-1)
		if thresholds != Uniform {
			below = make([]float64, len(values))
			for k := range below {
				below[k] = float64(k)
			}
		}
		for c := range logs {
			logs[c] = numeric.Log(below[c+1] - below[c])
		}
		w.below, w.log = append(w.below, below), append(w.log, logs)
	}
	return w, nil
}

// mass returns the prior mass of the cuts from <= cut < to of a feature.
func (w *intervals) mass(feature, from, to int32) float64 {
	return w.below[feature][to] - w.below[feature][from]
}

// logShare returns the log probability of a cut among those with from <= cut < to.
func (w *intervals) logShare(rule hard.Rule, from, to int32) float64 {
	return w.log[rule.Feature][rule.Cut] - numeric.Log(w.mass(rule.Feature, from, to))
}

// draw returns one of the cuts from <= cut < to of a feature, with probability in proportion to its mass.
func (w *intervals) draw(feature, from, to int32, rng *rand.Rand) int32 {
	below := w.below[feature]
	target := below[from] + float64(rng.Float64()*(below[to]-below[from]))
	for to-from > 1 {
		if middle := from + (to-from)/2; below[middle] <= target {
			from = middle
		} else {
			to = middle
		}
	}
	return from
}

// threshold returns any threshold of a rule's interval, each alike, scaled units.
func (w *intervals) threshold(rule hard.Rule, rng *rand.Rand) float64 {
	values := w.rows.Values(int(rule.Feature))
	low, high := values[rule.Cut], values[rule.Cut+1]
	// Rows at high go right, also where the sum is rounded up.
	return min(low+float64(rng.Float64()*(high-low)), math.Nextafter(high, low))
}
