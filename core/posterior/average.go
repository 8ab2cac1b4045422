// The average over the runs of a comparison: predictions of a regression over a grid of bandwidths.

package posterior

import (
	"dcctree/core/dcc"
	"dcctree/core/dcc/variants"
)

// Average is the mixture of the posteriors of several runs on one table, such as those of a regression
// over a grid of bandwidths: predictions are averaged over h by its posterior weights, instead of taken
// at the most probable h. It serves one goroutine.
type Average struct{ parts []weightedPart }

type weightedPart struct {
	posterior *Posterior
	weight    float64
}

// negligible is the weight below which a run is left out, or a topology where too many rows are to be predicted.
const negligible = 1e-6

// averageWork bounds rows x draws x topologies of all runs, about a second in a browser: beyond it the
// draws of every topology are thinned, to leastDraws at most.
const averageWork = 20e6

// NewAverage takes the draws of all runs, whose data must be the rows of tables.Data(). Only regressions
// have parts to average (see variants.Comparison.Parts); it panics on a classification.
func NewAverage(tables Tables, parts []variants.Part, predictive Predictive) *Average {
	a := &Average{}
	var total float64
	for _, part := range parts {
		if !part.Problem.Data.Regression() {
			panic("posterior: NewAverage: a classification")
		}
		if part.Weight < negligible {
			continue
		}
		p := New(tables, part.Problem, predictive)
		p.past.room = 0 // nobody asks how it came about
		p.UpdateAll(part.Run)
		if p.Ready() {
			a.parts = append(a.parts, weightedPart{p, part.Weight})
			total += part.Weight
		}
	}
	for i := range a.parts {
		a.parts[i].weight /= total
	}
	a.thin()
	return a
}

// thin bounds the work of what follows.
func (a *Average) thin() {
	var work float64
	for _, part := range a.parts {
		p := part.posterior
		work += float64(p.rows()) * float64(len(p.members))
	}
	n := max(leastDraws, int(averageWork/max(1, work)))
	for _, part := range a.parts {
		for _, m := range part.posterior.members {
			m.draws = thinDraws(m.draws, n)
		}
	}
}

// thinDraws takes n equally weighted draws, one from each of n parts of equal weight; all where there are
// no more than n.
func thinDraws(d dcc.Draws, n int) dcc.Draws {
	if len(d.Shares) <= n {
		return d
	}
	out := dcc.Draws{Dim: d.Dim, Mixed: d.Mixed}
	for _, at := range thinned(d.Shares, n) {
		out.Points = append(out.Points, d.Point(at)...)
		out.Shares = append(out.Shares, 1/float64(n))
	}
	return out
}

// thinned returns the numbers of n equally weighted draws, one from each of n parts of equal weight.
func thinned(shares []float64, n int) (out []int) {
	at, reached := 0, shares[0]
	for k := range n {
		for reached <= (float64(k)+.5)/float64(n) && at+1 < len(shares) {
			at++
			reached += shares[at]
		}
		out = append(out, at)
	}
	return out
}

// Scores returns the scores on the training and the test rows, as Posterior.Scores.
func (a *Average) Scores() (train, test Scores, ok bool) {
	if len(a.parts) == 0 {
		return noScores(), noScores(), false
	}
	p := a.parts[0].posterior
	return p.scored(p.judges(a.mixed))
}

func (a *Average) mixed(r *rows, of func(*member) *forecast) forecast {
	mix := newForecast(r.n, 0)
	for _, part := range a.parts {
		mix.add(part.posterior.mixed(r, of), part.weight)
	}
	return mix
}

// Predict returns the prediction of every row of x, as Posterior.Predict.
func (a *Average) Predict(x [][]float64) ([]Prediction, error) {
	if len(a.parts) == 0 {
		return nil, ErrNothingYet
	}
	first := a.parts[0].posterior
	if err := first.checkRows(x); err != nil {
		return nil, err
	}
	out := make([]Prediction, 0, len(x))
	for lo := 0; lo < len(x); lo += predictChunk {
		for _, m := range a.mixtures(first.scaled(x[lo:min(lo+predictChunk, len(x))])) {
			out = append(out, first.numberPrediction(m))
		}
	}
	return out, nil
}

// mixtures joins the predictive distributions of all runs, row by row.
func (a *Average) mixtures(r *rows) []normalMixture {
	out := make([]normalMixture, r.n)
	for _, part := range a.parts {
		for i, m := range part.posterior.mixtures(r) {
			for k, w := range m.weight {
				out[i].add(part.weight*w, m.mean[k], m.sigma[k])
			}
		}
	}
	return out
}
