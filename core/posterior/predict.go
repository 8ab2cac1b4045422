// Predictive distributions of single rows.

package posterior

import (
	"errors"
	"fmt"
	"math"
	"sort"

	"dcctree/core/numeric"
	"dcctree/core/softtree"
	"dcctree/core/topology"
)

// Prediction of one row, in original units.
type Prediction struct {
	Mean, SD  float64 // regression
	Low, High float64 // regression: central 90 % predictive interval
	// Classification: probability of each class with its 5 % and 95 % points over topologies and draws.
	Probabilities  []float64
	ProbabilityLow []float64
	ProbabilityHi  []float64
	Class          int // the most probable class
}

// ErrNothingYet is returned by questions before anything was measured.
var ErrNothingYet = errors.New("nothing has been sampled yet; run at least one step")

// Predict returns the prediction of every row of x (original units, one slice of D values per row).
func (p *Posterior) Predict(x [][]float64) ([]Prediction, error) {
	if !p.Ready() {
		return nil, ErrNothingYet
	}
	out := make([]Prediction, len(x))
	for i, row := range x {
		r, err := p.rawRow(row)
		if err != nil {
			return nil, fmt.Errorf("row %d: %w", i+1, err)
		}
		out[i] = p.predictRow(r)
	}
	return out, nil
}

// rawRow checks and scales one row.
func (p *Posterior) rawRow(row []float64) (*rows, error) {
	names := p.tables.Train.Features
	if len(row) != len(names) {
		return nil, fmt.Errorf("has %d values; the model has %d features", len(row), len(names))
	}
	r := &rows{n: 1, d: len(row), x: make([]float64, len(row))}
	for j, v := range row {
		r.x[j] = p.tables.Scaling.Value(j, v)
		if math.IsNaN(r.x[j]) || math.IsInf(r.x[j], 0) {
			return nil, fmt.Errorf("the value of %q is not a finite number", names[j])
		}
	}
	return r, nil
}

func (p *Posterior) predictRow(r *rows) Prediction {
	if !p.regression() {
		return p.predictClass(r)
	}
	m := p.mixture(r, nil)
	mean, sd := m.moments()
	return Prediction{
		Mean: p.original(mean), SD: sd * p.tables.Target.SD,
		Low: p.original(m.quantile(.05)), High: p.original(m.quantile(.95)),
	}
}

func (p *Posterior) predictClass(r *rows) Prediction {
	c := p.problem.Data.Classes
	pool := make([][]weighted, c)
	one := make([]float64, c)
	p.each(func(m *member, weight float64) {
		pred := softtree.NewPredictor(m.topology, m.model, r.x, 1)
		for k, share := range m.draws.Shares {
			pred.Probabilities(one, m.draws.Point(k))
			for j, v := range one {
				pool[j] = append(pool[j], weighted{v, weight * share})
			}
		}
	})
	out := Prediction{}
	for _, values := range pool {
		q := quantiles(values, .05, .95)
		out.Probabilities = append(out.Probabilities, meanOf(values))
		out.ProbabilityLow = append(out.ProbabilityLow, q[0])
		out.ProbabilityHi = append(out.ProbabilityHi, q[1])
	}
	out.Class = largest(out.Probabilities)
	return out
}

// normalMixture is a mixture of normal components, scaled units.
type normalMixture struct{ weight, mean, sigma []float64 }

// mixtureComponents bounds the components that a row's distribution is computed from.
const mixtureComponents = 400

// mixture returns the predictive distribution of the first row of r: of all topologies, or of only
// one, then with its weight as total.
func (p *Posterior) mixture(r *rows, only *topology.Topology) normalMixture {
	var m normalMixture
	p.each(func(mem *member, weight float64) {
		if only != nil && mem.topology != *only {
			return
		}
		pred := softtree.NewPredictor(mem.topology, mem.model, r.x, 1)
		p.eachLayer(mem, pred, 1, func(l layer) {
			w := weight * l.share
			if l.reach != nil {
				w *= l.reach[0]
			}
			m.weight = append(m.weight, w)
			m.mean = append(m.mean, l.mean[0])
			m.sigma = append(m.sigma, l.sigma)
		})
	})
	return m.thin(mixtureComponents)
}

// thin reduces the mixture to n equally weighted components by systematic selection in the order of
// their means, which moves its distribution function by at most 1/n.
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
	sort.SliceStable(order, func(a, b int) bool { return m.mean[order[a]] < m.mean[order[b]] })
	out := normalMixture{}
	at, reached := 0, m.weight[order[0]]
	for k := range n {
		for reached <= total*(float64(k)+.5)/float64(n) && at+1 < len(order) {
			at++
			reached += m.weight[order[at]]
		}
		out.weight = append(out.weight, total/float64(n))
		out.mean = append(out.mean, m.mean[order[at]])
		out.sigma = append(out.sigma, m.sigma[order[at]])
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

// quantile returns the q quantile by bisection, to 1e-9 of the bracket.
func (m normalMixture) quantile(q float64) float64 {
	lo, hi := math.Inf(1), math.Inf(-1)
	for i, v := range m.mean {
		lo = math.Min(lo, v-10*m.sigma[i])
		hi = math.Max(hi, v+10*m.sigma[i])
	}
	for range 30 {
		mid := (lo + hi) / 2
		if m.cdf(mid) < q {
			lo = mid
		} else {
			hi = mid
		}
	}
	return (lo + hi) / 2
}
