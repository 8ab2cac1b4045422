// A solution in files and messages, as version 0.1.0 of session files has it.

package hardtree

import (
	"errors"

	"dcctree/core/tree"
)

type written struct {
	Feature        []int
	Threshold, Gap []float64
	Vacuous        []bool
	Score, Sigma   float64
	Mean           []float64
}

// Written returns what parcel.Pack writes.
func (s Solution) Written() any {
	w := written{Score: s.Score, Sigma: s.Sigma, Mean: s.Mean}
	if s.Splits == nil {
		return w
	}
	n := len(s.Splits)
	w.Feature, w.Threshold, w.Gap, w.Vacuous = make([]int, n), make([]float64, n), make([]float64, n),
		make([]bool, n)
	for j, split := range s.Splits {
		w.Feature[j], w.Threshold[j], w.Gap[j], w.Vacuous[j] = split.Input, split.At, split.Gap, split.Vacuous
	}
	return w
}

// Reading returns what parcel.Unpack reads into, and takes it over when that is done.
func (s *Solution) Reading() (into any, done func() error) {
	w := &written{}
	return w, func() error {
		n := len(w.Feature)
		if len(w.Threshold) != n || len(w.Gap) != n || len(w.Vacuous) != n {
			return errors.New("a hard tree whose lists differ in length")
		}
		*s = Solution{Score: w.Score, Sigma: w.Sigma, Mean: w.Mean}
		if w.Feature != nil {
			s.Splits = make([]Split, n)
		}
		for j := range s.Splits {
			s.Splits[j] = Split{tree.Threshold{Input: w.Feature[j], At: w.Threshold[j]}, w.Gap[j],
				w.Vacuous[j]}
		}
		return nil
	}
}
