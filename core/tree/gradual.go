// The rule that sends shares of rows near a threshold to both sides, by their ranks.

package tree

import (
	"slices"

	"dcctree/core/numeric"
)

// Ranks are the thresholds of an input with their places among the training rows that have a value. They are read-only.
type Ranks struct {
	Thresholds []float64 // ascending
	Below      []float64 // by threshold: the share of these rows up to it
}

// Of is the rank of a value: the middle of the ranks of the thresholds around it, 0 before the first and 1 after the
// last. A threshold belongs to what is below it.
func (r *Ranks) Of(v float64) float64 {
	k, _ := slices.BinarySearch(r.Thresholds, v)
	low, high := 0.0, 1.0
	if k > 0 {
		low = r.Below[k-1]
	}
	if k < len(r.Below) {
		high = r.Below[k]
	}
	return (low + high) / 2
}

// Span is where a split at a rank with a width takes place: from the threshold up to which 90 % of a row goes left to
// the one from which on 10 % does, at most as far as the thresholds reach.
func (r *Ranks) Span(rank, width float64) (from, to float64) {
	reach := width * numeric.Log(9)
	low, _ := slices.BinarySearch(r.Below, rank-reach)
	high, _ := slices.BinarySearch(r.Below, rank+reach)
	return r.Thresholds[low], r.Thresholds[min(high, len(r.Thresholds)-1)]
}

const (
	faint = .01 // a share of a side below which it is none, and the other side has the whole row
	far   = 4.6 // widths beyond which it is certainly below that: just above log(99)
)

// LeftShare is the share of a row that goes left at a threshold, by the ranks of both and the width: 1/(1 + exp((row -
// threshold)/width)), or 0 or 1 where that is within 1 % of it.
func LeftShare(row, threshold, width float64) float64 {
	z := (row - threshold) / width
	switch { // without an exponential, where most rows are
	case z > far:
		return 0
	case z < -far:
		return 1
	}
	v := 1 / (1 + numeric.Exp(z))
	switch {
	case v < faint:
		return 0
	case v > 1-faint:
		return 1
	}
	return v
}

// Gradual sends the LeftShare of a row left. Read hard, it is its threshold.
type Gradual struct {
	Threshold
	Rank  float64 // of the threshold
	Width float64 // of the rank scale, > 0
	Ranks *Ranks
}

func (r Gradual) Right(row Row) float64 {
	return 1 - LeftShare(r.Ranks.Of(row.Value(r.Input)), r.Rank, r.Width)
}

func (r Gradual) Soft() bool { return true }
func (r Gradual) kind() kind { return gradual }

func (r Gradual) numbers() []float64 {
	return slices.Concat([]float64{float64(r.Input), r.At, r.Rank, r.Width}, r.Ranks.Thresholds, r.Ranks.Below)
}

func readGradual(v []float64) (Rule, bool) {
	if len(v) < 6 || len(v)%2 == 1 || !index(v[0]) || !(v[3] > 0) {
		return nil, false
	}
	middle := 2 + len(v)/2
	return Gradual{Threshold{Input: int(v[0]), At: v[1]}, v[2], v[3], &Ranks{v[4:middle], v[middle:]}}, true
}
