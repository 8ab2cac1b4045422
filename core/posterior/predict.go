// Predictive distributions of single rows.

package posterior

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"dcctree/core/export"
	"dcctree/core/numeric"
)

// Prediction of one row, in original units.
type Prediction struct {
	Mean, SD  float64 // regression
	Low, High float64 // regression: central 90 % predictive interval
	// Classification: probability of each class, and the 5 % and 95 % points of what it may be: over topologies,
	// draws of their splits, and draws of the leaves' class probabilities given these, which are Dirichlet. The
	// points are those of draws, not of an approximation; the probability itself is the mean, in which the leaves
	// are averaged exactly.
	Probabilities  []float64
	ProbabilityLow []float64
	ProbabilityHi  []float64
	Class          int // the most probable class
}

// Exported returns the prediction as export.PredictionCSV takes it.
func (v Prediction) Exported() *export.Predicted {
	return &export.Predicted{Mean: v.Mean, SD: v.SD, Low: v.Low, High: v.High, Class: v.Class,
		Probabilities: v.Probabilities}
}

// ErrNothingYet is returned by questions before anything was measured.
var ErrNothingYet = errors.New("nothing has been sampled yet; run at least one step")

// predictChunk is how many rows are predicted at a time: enough to share the work that does not depend
// on the row, few enough to bound the memory.
const predictChunk = 32

// Predict returns the prediction of every row of x (original units, one slice of D values per row).
func (p *Posterior) Predict(x [][]float64) ([]Prediction, error) {
	if !p.Ready() {
		return nil, ErrNothingYet
	}
	if err := p.checkRows(x); err != nil {
		return nil, err
	}
	out := make([]Prediction, 0, len(x))
	for lo := 0; lo < len(x); lo += predictChunk {
		out = append(out, p.response.predict(p, p.scaled(x[lo:min(lo+predictChunk, len(x))]))...)
	}
	return out, nil
}

// checkRows names the first row that cannot be predicted.
func (p *Posterior) checkRows(x [][]float64) error {
	names := p.tables.Train.Features
	for i, row := range x {
		if len(row) != len(names) {
			return fmt.Errorf("row %d: has %d values; the model has %d features", i+1, len(row), len(names))
		}
		for j, v := range row {
			if s := p.tables.Scaling.Value(j, v); math.IsNaN(s) || math.IsInf(s, 0) {
				return fmt.Errorf("row %d: the value %v of %q is not a finite number, or too far "+
					"from the training rows to compute with", i+1, v, names[j])
			}
		}
	}
	return nil
}

// scaled returns checked rows in the sampler's units.
func (p *Posterior) scaled(x [][]float64) *rows {
	r := &rows{n: len(x), d: len(p.tables.Train.Features)}
	r.x = make([]float64, r.n*r.d)
	for i, row := range x {
		for j, v := range row {
			r.x[j*r.n+i] = p.tables.Scaling.Value(j, v)
		}
	}
	return r
}

// oneRow checks and scales a single row.
func (p *Posterior) oneRow(row []float64) (*rows, error) {
	if !p.Ready() {
		return nil, ErrNothingYet
	}
	x := [][]float64{row}
	if err := p.checkRows(x); err != nil {
		return nil, err
	}
	return p.scaled(x), nil
}

// numberPrediction sums one row of a regression up.
func (p *Posterior) numberPrediction(m normalMixture) Prediction {
	mean, sd := m.moments()
	m = m.thin(mixtureComponents)
	return Prediction{
		Mean: p.tables.original(mean), SD: sd * p.tables.Target.SD,
		Low: p.tables.original(m.quantile(.05)), High: p.tables.original(m.quantile(.95)),
	}
}

// normalMixture is a mixture of normal components, scaled units.
type normalMixture struct{ weight, mean, sigma []float64 }

// mixtureComponents bounds the components that a row's distribution is computed from.
const mixtureComponents = 400

// mixtures returns the predictive distribution of every row of r, from the draws that the scores are computed from.
func (p *Posterior) mixtures(r *rows) []normalMixture {
	out := make([]normalMixture, r.n)
	p.each(func(mem *member, weight float64) {
		pred := p.sharedPredictor(mem.topology, r)
		p.eachLayer(mem, pred, r.n, p.forecastShares(mem), func(l layer) {
			for i := range out {
				w := weight * l.share
				if l.reach != nil {
					w *= l.reach[i]
				}
				out[i].add(w, l.mean[i], l.sigma)
			}
		})
	})
	return out
}

func (m *normalMixture) add(weight, mean, sigma float64) {
	m.weight = append(m.weight, weight)
	m.mean = append(m.mean, mean)
	m.sigma = append(m.sigma, sigma)
}

// thin reduces the mixture to n equally weighted components: one from each of n parts of equal weight
// in the order of their means, at places that follow the golden ratio, so that no regularity in the
// components' spreads can fall into step with the selection.
func (m normalMixture) thin(n int) normalMixture {
	if len(m.weight) <= n {
		return m
	}
	order := make([]int, len(m.weight))
	var total float64
	for i, w := range m.weight {
		order[i] = i
		total += w
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(m.mean[a], m.mean[b]) })
	out := normalMixture{}
	at, reached := 0, m.weight[order[0]]
	for k := range n {
		_, place := math.Modf(float64(k+1) * (math.Sqrt(5) - 1) / 2)
		for reached <= total*(float64(k)+place)/float64(n) && at+1 < len(order) {
			at++
			reached += m.weight[order[at]]
		}
		out.add(total/float64(n), m.mean[order[at]], m.sigma[order[at]])
	}
	return out
}

// moments returns mean and standard deviation.
func (m normalMixture) moments() (mean, sd float64) {
	var total float64
	for i, w := range m.weight {
		total += w
		mean += w * m.mean[i]
	}
	mean /= total
	var v float64
	for i, w := range m.weight {
		d := m.mean[i] - mean
		v += w * (d*d + m.sigma[i]*m.sigma[i])
	}
	return mean, math.Sqrt(v / total)
}

// density returns the density at x, times the total weight.
func (m normalMixture) density(x float64) float64 {
	var s float64
	for i, w := range m.weight {
		s += w / m.sigma[i] * normalDensity((x-m.mean[i])/m.sigma[i])
	}
	return s
}

func (m normalMixture) cdf(x float64) float64 {
	var s, total float64
	for i, w := range m.weight {
		total += w
		s += w * numeric.NormalCDF((x-m.mean[i])/m.sigma[i])
	}
	return s / total
}

// quantile returns the q quantile by bisection, to a millionth of the narrowest component's sd or as
// far as floating point goes.
func (m normalMixture) quantile(q float64) float64 {
	lo, hi, narrow := math.Inf(1), math.Inf(-1), math.Inf(1)
	for i, v := range m.mean {
		lo = math.Min(lo, v-10*m.sigma[i])
		hi = math.Max(hi, v+10*m.sigma[i])
		narrow = math.Min(narrow, m.sigma[i])
	}
	const most = 200 // of halvings; some thirty suffice unless the components' spreads differ wildly
	for step := 0; step < most && hi-lo > 1e-6*narrow; step++ {
		mid := (lo + hi) / 2
		if mid == lo || mid == hi {
			break
		}
		if m.cdf(mid) < q {
			lo = mid
		} else {
			hi = mid
		}
	}
	return (lo + hi) / 2
}
