// Scores of the predictive distribution on the table's rows, and the baselines beside them.

package posterior

import (
	"math"

	"dcctree/core/conquer"
	"dcctree/core/dataset"
	"dcctree/core/numeric"
)

// Scores of a set of rows. Values that the task does not have are NaN.
type Scores struct {
	Rows          int
	MSE           float64 // regression, original units squared
	MSEError      float64 // its standard error over the rows
	Accuracy      float64 // classification, 0 to 1
	AccuracyError float64 // its standard error over the rows
	LogScore      float64 // mean log predictive density (original units) or probability of the truth; -Inf where one is 0
	Coverage90    float64 // regression: share of rows inside the central 90 % predictive interval
}

func noScores(n int) Scores {
	nan := math.NaN()
	return Scores{Rows: n, MSE: nan, MSEError: nan, Accuracy: nan, AccuracyError: nan, LogScore: nan, Coverage90: nan}
}

// Scores returns the scores on the training and the test rows; ok is false while nothing was
// measured, test.Rows is 0 without test rows.
func (p *Posterior) Scores() (train, test Scores, ok bool) {
	if !p.Ready() {
		return noScores(0), noScores(0), false
	}
	train = p.score(p.train, p.mixed(p.train, trainOf))
	test = noScores(0)
	if p.test != nil {
		test = p.score(p.test, p.mixed(p.test, testOf))
	}
	return train, test, true
}

func trainOf(m *member) *forecast { return &m.train }
func testOf(m *member) *forecast  { return &m.test }

func (p *Posterior) score(r *rows, f forecast) Scores {
	if p.regression() {
		return p.scoreNumbers(r, f)
	}
	return scoreClasses(f.prob, r.class, p.problem.Data.Classes)
}

// maxKept bounds the numbers of a set of rows' forecasts that are kept, 96 MB: those of the heaviest topologies.
const maxKept = 12e6

// mostMixed is how many topologies count however light they are.
const mostMixed = 64

// mixed mixes the topologies' forecasts of the rows; forecasts are made once and kept. Where there are too many to keep
// the rest are made anew; where rows or topologies are many those of negligible weight are left out.
func (p *Posterior) mixed(r *rows, of func(*member) *forecast) forecast {
	mix, kept, met := newForecast(r.n, p.problem.Data.Classes), 0, 0
	p.each(func(m *member, weight float64) {
		f := of(m)
		met++
		if weight <= negligible && (r.n > conquer.ManyRows || met > mostMixed) {
			*f = forecast{}
			return
		}
		keep := kept == 0 || (kept+1)*r.n*max(3, p.problem.Data.Classes+1) <= maxKept
		kept++
		if f.empty() {
			*f = p.forecastRows(m, r)
		}
		mix.add(*f, weight)
		if !keep {
			*f = forecast{}
		}
	})
	return mix
}

func newForecast(rows, classes int) forecast {
	return forecast{
		mean: make([]float64, rows), density: make([]float64, rows), below: make([]float64, rows),
		prob: make([]float64, rows*classes),
	}
}

// add adds a forecast of the same rows with a weight.
func (f *forecast) add(g forecast, weight float64) {
	addTo(f.mean, g.mean, weight)
	addTo(f.density, g.density, weight)
	addTo(f.below, g.below, weight)
	addTo(f.prob, g.prob, weight)
}

func addTo(dst, x []float64, weight float64) {
	for i, v := range x {
		dst[i] += weight * v
	}
}

func (p *Posterior) scoreNumbers(r *rows, f forecast) Scores {
	s := noScores(r.n)
	var squares numeric.Moments
	var logs float64
	inside := 0
	for i, y := range r.y {
		d := (y - f.mean[i]) * p.tables.Target.SD
		squares.Add(d * d)
		logs += math.Log(f.density[i]) - math.Log(p.tables.Target.SD)
		if f.below[i] >= .05 && f.below[i] <= .95 {
			inside++
		}
	}
	s.MSE, s.MSEError = squares.Mean(), math.Sqrt(squares.Variance()/float64(r.n))
	s.LogScore, s.Coverage90 = logs/float64(r.n), float64(inside)/float64(r.n)
	return s
}

func scoreClasses(prob []float64, class []int, classes int) Scores {
	s := noScores(len(class))
	var right, logs float64
	for i, truth := range class {
		row := prob[i*classes : (i+1)*classes]
		if largest(row) == truth {
			right++
		}
		logs += math.Log(row[truth])
	}
	n := float64(len(class))
	s.Accuracy, s.LogScore = right/n, logs/n
	s.AccuracyError = math.Sqrt(s.Accuracy * (1 - s.Accuracy) / n)
	return s
}

// largest returns the index of the largest value, the first of equal ones.
func largest(x []float64) int {
	best := 0
	for i, v := range x {
		if v > x[best] {
			best = i
		}
	}
	return best
}

// Baseline scores, on f, the answer that ignores all inputs: the mean and standard deviation of the
// training response, or the training class frequencies.
func Baseline(train, f *dataset.Frame) Scores {
	if train.Task == dataset.Classification {
		return baselineClasses(train, f)
	}
	scale := dataset.StandardizeTarget(train.Y)
	s := noScores(f.N)
	var squares, logs numeric.Moments
	for _, y := range f.Y {
		d := y - scale.Mean
		squares.Add(d * d)
		logs.Add(numeric.LogNormalPDF(y, scale.Mean, scale.SD))
	}
	s.MSE, s.MSEError, s.LogScore = squares.Mean(), math.Sqrt(squares.Variance()/float64(f.N)), logs.Mean()
	return s
}

func baselineClasses(train, f *dataset.Frame) Scores {
	c := len(train.Classes)
	share := make([]float64, c)
	for _, k := range train.Class {
		share[k] += 1 / float64(train.N)
	}
	prob := make([]float64, 0, f.N*c)
	for range f.N {
		prob = append(prob, share...)
	}
	return scoreClasses(prob, f.Class, c)
}
