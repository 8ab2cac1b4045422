// Scores of the predictive distribution on the table's rows, and the baselines beside them.

package posterior

import (
	"math"

	"dcctree/core/conquer"
	"dcctree/core/dataset"
)

// Scores of a set of rows, each with its standard error over the rows. Values that the task does not have are NaN.
type Scores struct {
	Rows          int
	MSE           float64 // regression, original units squared
	MSEError      float64
	Accuracy      float64 // classification, 0 to 1
	AccuracyError float64
	Brier         float64 // classification, 0 to 2: see Loss
	BrierError    float64
	// mean log predictive density (original units) or probability of the truth; -Inf where one is 0
	LogScore      float64
	LogScoreError float64
	Coverage90    float64 // regression: share of rows inside the central 90 % predictive interval
	CoverageError float64
}

func noScores() Scores {
	nan := math.NaN()
	return Scores{MSE: nan, MSEError: nan, Accuracy: nan, AccuracyError: nan, Brier: nan, BrierError: nan,
		LogScore: nan, LogScoreError: nan, Coverage90: nan, CoverageError: nan}
}

// Scores returns the scores on the training and the test rows; ok is false while nothing was
// measured, test.Rows is 0 without test rows.
func (p *Posterior) Scores() (train, test Scores, ok bool) {
	return p.scored(p.Judges())
}

// scored returns the scores of losses.
func (p *Posterior) scored(a, b Judge, ok bool) (train, test Scores, _ bool) {
	train, test = noScores(), noScores()
	if ok {
		train = a.Score(p.train.n)
	}
	if b != nil {
		test = b.Score(p.test.n)
	}
	return train, test, ok
}

// Judges returns the losses of the training and the test rows; ok is false while nothing was measured, test is nil
// without test rows. They hold what was predicted at the time.
func (p *Posterior) Judges() (train, test Judge, ok bool) {
	if !p.Ready() {
		return nil, nil, false
	}
	return p.judges(p.mixed)
}

// judges returns the losses of forecasts of the training and the test rows.
func (p *Posterior) judges(mixed func(*rows, func(*member) *forecast) forecast) (train, test Judge, ok bool) {
	train = p.response.judge(p, p.train, mixed(p.train, trainOf))
	if p.test != nil {
		test = p.response.judge(p, p.test, mixed(p.test, testOf))
	}
	return train, test, true
}

func trainOf(m *member) *forecast { return &m.train }
func testOf(m *member) *forecast  { return &m.test }

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

// Baseline scores, on f, the answer that ignores all inputs: see BaselineJudge.
func Baseline(train, f *dataset.Frame) Scores { return BaselineJudge(train, f).Score(f.N) }

// BaselineJudge returns the losses, on f, of the answer that ignores all inputs: the mean and standard deviation of the
// training response, or the training class frequencies.
func BaselineJudge(train, f *dataset.Frame) Judge { return responseOf(train).baseline(train, f) }
