// Losses of single rows: what scores, their errors and paired differences are made of.

package posterior

import (
	"math"

	"dcctree/core/numeric"
)

// Loss is what one row's prediction costs. Values that the task does not have are NaN.
type Loss struct {
	Square  float64 // regression: squared error of the mean, original units squared
	Outside float64 // regression: 1 where the truth lies outside the central 90 % predictive interval, else 0
	Miss    float64 // classification: 1 where another class is the most probable one, else 0
	// classification: sum over classes of (probability - 1 for the true class)^2, 0 to 2 (Brier 1950, equation 2)
	Brier float64
	// log predictive density of the truth (original units), or log probability of the true class; a gain
	Log float64
}

// Judge returns the loss of row i of a set of rows.
type Judge func(i int) Loss

// NumberLoss is the loss of a predictive distribution with the given mean, log density at the truth y, and probability
// of a response below y.
func NumberLoss(y, mean, logDensity, below float64) Loss {
	nan := math.NaN()
	l := Loss{Square: float64((y - mean) * (y - mean)), Log: logDensity, Miss: nan, Brier: nan}
	switch {
	case math.IsNaN(below):
		l.Outside = nan
	case below < .05 || below > .95:
		l.Outside = 1
	}
	return l
}

// ClassLoss is the loss of class probabilities where the class truth is true.
func ClassLoss(prob []float64, truth int) Loss {
	nan := math.NaN()
	l := Loss{Square: nan, Outside: nan, Log: math.Log(prob[truth])}
	if numeric.Largest(prob) != truth {
		l.Miss = 1
	}
	for k, p := range prob {
		if k == truth {
			p--
		}
		l.Brier += float64(p * p)
	}
	return l
}

// Score returns the mean losses of n rows with their standard errors over the rows.
func (j Judge) Score(n int) Scores {
	var square, brier, logs numeric.Moments
	var missed, outside, gain float64
	for i := range n {
		l := j(i)
		square.Add(l.Square)
		brier.Add(l.Brier)
		logs.Add(l.Log)
		missed += l.Miss
		outside += l.Outside
		gain += l.Log // Moments would make NaN of a loss that is infinite
	}
	rows := float64(n)
	s := Scores{Rows: n, MSE: square.Mean(), MSEError: errorOf(square), Brier: brier.Mean(),
		BrierError: errorOf(brier), LogScore: gain / rows, LogScoreError: errorOf(logs),
		Accuracy: (rows - missed) / rows, Coverage90: (rows - outside) / rows}
	s.AccuracyError, s.CoverageError = shareError(s.Accuracy, rows), shareError(s.Coverage90, rows)
	return s
}

// errorOf is the standard error of the mean.
func errorOf(m numeric.Moments) float64 { return math.Sqrt(m.Variance() / float64(m.N())) }

// shareError is the binomial standard error of a share of n rows.
func shareError(share, n float64) float64 { return math.Sqrt(share * (1 - share) / n) }

// Difference is how much larger the mean losses of one prediction are than another's on the same rows, each with the
// standard error of the mean of the rows' differences: rows that are hard for both cancel.
type Difference struct {
	MSE, MSEError           float64
	Accuracy, AccuracyError float64
	Brier, BrierError       float64
	LogScore, LogScoreError float64
}

// Against compares with another prediction of the same n rows: this one less the other.
func (j Judge) Against(other Judge, n int) Difference {
	var square, right, brier, logs numeric.Moments
	for i := range n {
		a, b := j(i), other(i)
		square.Add(a.Square - b.Square)
		right.Add(b.Miss - a.Miss)
		brier.Add(a.Brier - b.Brier)
		logs.Add(a.Log - b.Log)
	}
	return Difference{
		MSE: square.Mean(), MSEError: errorOf(square), Accuracy: right.Mean(), AccuracyError: errorOf(right),
		Brier: brier.Mean(), BrierError: errorOf(brier), LogScore: logs.Mean(), LogScoreError: errorOf(logs),
	}
}
