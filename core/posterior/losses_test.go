// This file holds scores against tiny cases worked out by hand.

package posterior

import (
	"math"
	"testing"
)

// TestClassLosses: probabilities (.7, .2, .1) cost (.3^2 + .2^2 + .1^2) = .14 where the first class is true, and (.7^2
// + .8^2 + .1^2) = 1.14 where the second is.
func TestClassLosses(t *testing.T) {
	prob := []float64{.7, .2, .1}
	right, wrong := ClassLoss(prob, 0), ClassLoss(prob, 1)
	near(t, "Brier, right", right.Brier, .14, 1e-15)
	near(t, "Brier, wrong", wrong.Brier, 1.14, 1e-15)
	near(t, "log", wrong.Log, math.Log(.2), 1e-15)
	if right.Miss != 0 || wrong.Miss != 1 || !math.IsNaN(right.Square) || !math.IsNaN(right.Outside) {
		t.Errorf("%+v, %+v", right, wrong)
	}
	// Of the two: mean .64, standard deviation 1 / sqrt 2, standard error of the mean .5.
	s := Judge(func(i int) Loss { return ClassLoss(prob, i) }).Score(2)
	near(t, "Brier", s.Brier, .64, 1e-15)
	near(t, "its error", s.BrierError, .5, 1e-15)
	near(t, "log score", s.LogScore, (math.Log(.7)+math.Log(.2))/2, 1e-15)
	near(t, "its error", s.LogScoreError, (math.Log(.7)-math.Log(.2))/2, 1e-15)
	near(t, "accuracy", s.Accuracy, .5, 0)
	near(t, "its error", s.AccuracyError, math.Sqrt(.25/2), 1e-15)
	if !math.IsNaN(s.MSE) || !math.IsNaN(s.Coverage90) {
		t.Errorf("a classification has %+v", s)
	}
}

// TestAnImpossibleTruthHasTheScoreOfMinusInfinity, and no error; the other scores stay.
func TestAnImpossibleTruthHasTheScoreOfMinusInfinity(t *testing.T) {
	s := Judge(func(i int) Loss { return ClassLoss([]float64{1, 0}, i%2) }).Score(4)
	if !math.IsInf(s.LogScore, -1) || !math.IsNaN(s.LogScoreError) || s.Accuracy != .5 || s.Brier != 1 {
		t.Errorf("%+v", s)
	}
}

func TestNumberLosses(t *testing.T) {
	l := NumberLoss(3, 1, -2, .96)
	if l.Square != 4 || l.Log != -2 || l.Outside != 1 || !math.IsNaN(l.Brier) || !math.IsNaN(l.Miss) {
		t.Errorf("%+v", l)
	}
	if NumberLoss(3, 1, 0, .5).Outside != 0 || NumberLoss(3, 1, 0, .04).Outside != 1 ||
		!math.IsNaN(NumberLoss(3, 1, 0, math.NaN()).Outside) {
		t.Error("the interval holds .05 to .95")
	}
}

// TestPairedDifferences: squares 1, 4, 9 against 0, 4, 5 differ by 1, 0, 4: mean 5/3, variance 13/3, error sqrt(13)/3.
func TestPairedDifferences(t *testing.T) {
	a := Judge(func(i int) Loss { return Loss{Square: []float64{1, 4, 9}[i], Log: 1} })
	b := Judge(func(i int) Loss { return Loss{Square: []float64{0, 4, 5}[i], Log: 1} })
	d := a.Against(b, 3)
	near(t, "difference", d.MSE, 5./3, 1e-15)
	near(t, "its error", d.MSEError, math.Sqrt(13)/3, 1e-15)
	near(t, "log scores", d.LogScore, 0, 0)
	near(t, "their error", d.LogScoreError, 0, 0)
	if back := b.Against(a, 3); back.MSE != -d.MSE || back.MSEError != d.MSEError {
		t.Errorf("the other way round %+v", back)
	}
}

// TestBaselineBrier: with shares (2/3, 1/3) and those classes, the Brier score is 2 (2/3)(1/3) = 4/9.
func TestBaselineBrier(t *testing.T) {
	prob := []float64{2. / 3, 1. / 3}
	s := Judge(func(i int) Loss { return ClassLoss(prob, []int{0, 1, 0}[i]) }).Score(3)
	near(t, "Brier", s.Brier, 4./9, 1e-15)
}
