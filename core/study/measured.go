// This file scores a run beside CART and the simplest prediction, row by row, so that differences are paired.

package study

import (
	"dcctree/core/baseline/cart"
	"dcctree/core/dataset"
	"dcctree/core/numeric"
	"dcctree/core/posterior"
	"dcctree/core/tree"
)

// Metrics scores the mixture so far; code "no-result" before the first step.
func (r *Run) Metrics() (*Metrics, error) {
	train, test, ok := r.shown().Judges()
	if !ok {
		return nil, faulty(posterior.ErrNothingYet)
	}
	t := r.tables
	m := &Metrics{Train: scoresOf(train.Score(t.Train.N)), Test: onlyNaN(0),
		BaselineTrain: r.created.Baseline[0], BaselineTest: r.created.Baseline[1], Truth: r.created.Truth,
		CART: []Scores{}}
	judge, rows := train, t.Train
	if test != nil {
		m.Test = scoresOf(test.Score(t.Test.N))
		judge, rows = test, t.Test
	}
	m.Paired = []Paired{pairedWith("baseline", judge.Against(posterior.BaselineJudge(t.Train, rows), rows.N))}
	if r.fewForCART() {
		m.CART = r.cartScores()
		m.Paired = append(m.Paired, pairedWith("cart", judge.Against(judgeCART(r.tree(), rows), rows.N)))
	}
	return m, nil
}

func pairedWith(other string, d posterior.Difference) Paired {
	return Paired{With: other, MSE: d.MSE, MSEError: d.MSEError, Accuracy: d.Accuracy,
		AccuracyError: d.AccuracyError, Brier: d.Brier, BrierError: d.BrierError, LogScore: d.LogScore,
		LogScoreError: d.LogScoreError}
}

// CART fits CART with rpart's defaults to the training rows and scores it, in the units of the table; codes of labels
// are taken for numbers.
func (r *Run) CART() *CART {
	both := r.cartScores()
	return &CART{Leaves: r.tree().Leaves(), Train: both[0], Test: both[1]}
}

// cartScores scores CART on training and test rows, once.
func (r *Run) cartScores() []Scores {
	if r.cartScored == nil {
		t, test := r.tables, Scores{}
		if t.Test != nil {
			test = scoresOf(judgeCART(r.tree(), t.Test).Score(t.Test.N))
		}
		r.cartScored = []Scores{scoresOf(judgeCART(r.tree(), t.Train).Score(t.Train.N)), test}
	}
	return r.cartScored
}

// judgeCART returns the losses of CART's predictive distributions: the class probabilities of a leaf, or a normal
// distribution about its mean with the tree's residual variance.
func judgeCART(fitted *cart.Tree, f *dataset.Frame) posterior.Judge {
	return func(i int) (l posterior.Loss) {
		switch a := fitted.Leaf(tree.Row{X: f.X, At: i, Stride: f.N}).Answer.(type) {
		case tree.Classes:
			l = posterior.ClassLoss(a, f.Class[i])
			l.Miss = bit(a.Most() != f.Class[i])
		case tree.Normal:
			z := (f.Y[i] - a.Mean) / a.SD
			l = posterior.NumberLoss(f.Y[i], a.Mean, numeric.LogNormalPDF(f.Y[i], a.Mean, a.SD),
				numeric.NormalCDF(z))
		}
		return l
	}
}
