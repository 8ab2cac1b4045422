// Draws scored one by one, every row by its most probable leaf.

package main

import (
	"math"

	"dcctree/core/baseline"
	"dcctree/core/dataset"
	"dcctree/core/numeric"
	"dcctree/core/posterior"
	"dcctree/core/tree"
)

// ownScores collects the scores of the draws of some chains.
type ownScores struct {
	train, test ownRows
	chains      [][2]numeric.Moments // of each chain's draws: train, test
	all         [2]numeric.Moments
}

// ownRows are rows with what is true of them.
type ownRows struct {
	frame *dataset.Frame
	x     []float64 // column-major, scaled
}

func newOwnScores(t posterior.Tables) *ownScores {
	return &ownScores{train: ownRows{t.Train, t.Scaling.Apply(t.Train)},
		test: ownRows{t.Test, t.Scaling.Apply(t.Test)}}
}

// next begins a chain.
func (s *ownScores) next() { s.chains = append(s.chains, [2]numeric.Moments{}) }

// add scores a draw of the last chain, in the units of the table.
func (s *ownScores) add(d baseline.Draw) {
	last := &s.chains[len(s.chains)-1]
	for k, rows := range []ownRows{s.train, s.test} {
		v := rows.score(d.Tree)
		last[k].Add(v)
		s.all[k].Add(v)
	}
}

// score returns the mean squared error or the accuracy.
func (r ownRows) score(drawn tree.Tree) (sum float64) {
	f := r.frame
	for at := range f.N {
		switch a := drawn.MostProbable(tree.Row{X: r.x, At: at, Stride: f.N}).Answer.(type) {
		case tree.Normal:
			gap := f.Y[at] - a.Mean
			sum += float64(gap * gap)
		case tree.Classes:
			sum += float64(count(a.Most() == f.Class[at]))
		}
	}
	return sum / float64(f.N)
}

// scoring returns the mean over all draws, nil without any. All chains have as many.
func (s *ownScores) scoring() *scoring {
	if s.all[0].N() == 0 {
		return nil
	}
	out := &scoring{trainTest: trainTest{s.all[0].Mean(), s.all[1].Mean()}}
	if s.all[0].N() > 1 {
		out.Draws = &trainTest{math.Sqrt(s.all[0].Variance()), math.Sqrt(s.all[1].Variance())}
	}
	if len(s.chains) > 1 {
		var means [2]numeric.Moments
		for _, c := range s.chains {
			means[0].Add(c[0].Mean())
			means[1].Add(c[1].Mean())
		}
		out.Chains = &trainTest{math.Sqrt(means[0].Variance()), math.Sqrt(means[1].Variance())}
	}
	return out
}
