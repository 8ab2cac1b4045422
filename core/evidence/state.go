// The running estimate as plain numbers, to be written down and taken up again with the same bits.

package evidence

import (
	"errors"
	"math"
	"slices"

	"dcctree/core/numeric"
)

// State is all that an Estimate knows.
type State struct {
	N          int       `json:"n"`          // weights
	Scale      float64   `json:"scale"`      // log of the unit of the sums
	Mean       float64   `json:"mean"`       // of the weights, in that unit
	Squares    float64   `json:"squares"`    // sum of squared deviations from it
	ChainN     []float64 `json:"chainN"`     // weights of each chain
	ChainMean  []float64 `json:"chainMean"`  // and their mean
	LogN       int       `json:"logN"`       // finite log weights
	LogMean    float64   `json:"logMean"`    // their mean
	LogSquares float64   `json:"logSquares"` // and sum of squared deviations
	Largest    []float64 `json:"largest"`    // the largest log weights, ascending
	Limit      int       `json:"limit"`      // see Trim; 0 = none
	Frozen     bool      `json:"frozen"`     // see Freeze
	KHat       float64   `json:"kHat"`       // where frozen
	Exact      bool      `json:"exact"`      // see AddExact
}

// State returns the estimate as plain numbers.
func (e *Estimate) State() State {
	s := State{N: e.n, Scale: e.scale, Mean: e.mean, Squares: e.m2, Limit: e.limit, Exact: e.exact,
		Largest: slices.Clone(e.largest)}
	slices.Sort(s.Largest)
	for _, c := range e.chains {
		s.ChainN, s.ChainMean = append(s.ChainN, c.n), append(s.ChainMean, c.mean)
	}
	s.LogN, s.LogMean, s.LogSquares = e.logs.State()
	if e.frozen != nil {
		s.Frozen, s.KHat = true, *e.frozen
	}
	return s
}

// Restore returns the estimate of a state; an error where it does not hold together.
func Restore(s State) (Estimate, error) {
	switch {
	case s.N < 0 || s.LogN < 0 || s.LogN > s.N || s.Limit < 0 || s.Limit > LargestKept:
		return Estimate{}, errors.New("evidence: a count of an estimate is out of range")
	case len(s.ChainN) != len(s.ChainMean) || len(s.Largest) > LargestKept || !slices.IsSorted(s.Largest):
		return Estimate{}, errors.New("evidence: the parts of an estimate do not fit together")
	case s.N > 0 && !s.Frozen && len(s.Largest) == 0:
		return Estimate{}, errors.New("evidence: an estimate without its largest weights")
	}
	for _, v := range slices.Concat([]float64{s.Mean, s.Squares, s.LogMean, s.LogSquares}, s.ChainN, s.ChainMean) {
		if v-v != 0 {
			return Estimate{}, errors.New("evidence: a number of an estimate is not finite")
		}
	}
	for _, v := range append(s.Largest, s.Scale) {
		if math.IsNaN(v) || math.IsInf(v, 1) {
			return Estimate{}, errors.New("evidence: a log weight of an estimate is NaN or +Inf")
		}
	}
	e := Estimate{n: s.N, scale: s.Scale, mean: s.Mean, m2: s.Squares, limit: s.Limit, exact: s.Exact,
		logs: numeric.MomentsOf(s.LogN, s.LogMean, s.LogSquares), largest: slices.Clone(s.Largest)}
	for i, n := range s.ChainN {
		e.chains = append(e.chains, chainMean{n, s.ChainMean[i]})
	}
	if s.Frozen {
		e.frozen = &s.KHat
	}
	return e, nil
}
