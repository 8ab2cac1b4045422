// What draws predict for the rows of a table, one topology at a time.

package posterior

import (
	"math"

	"dcctree/core/conquer"
	"dcctree/core/dataset"
	"dcctree/core/numeric"
	"dcctree/core/softtree"
	"dcctree/core/topology"
)

// rows are rows to predict: scaled inputs and, where known, the truth.
type rows struct {
	n, d  int
	x     []float64 // column-major, scaled
	y     []float64 // scaled response; nil for classification or unknown truth
	class []int

	predictors map[shared]*softtree.Predictor // see sharedPredictor
}

// shared is what topologies that one predictor serves have in common: the number of splits, and the bandwidth h.
type shared struct {
	splits int
	h      float64
}

func newRows(t Tables, f *dataset.Frame) *rows {
	r := &rows{n: f.N, d: f.D, x: t.Scaling.Apply(f), class: f.Class}
	responseOf(f).truths(r, t, f)
	return r
}

// forecast is what one topology predicts for some rows.
type forecast struct {
	mean    []float64 // regression: E[y], scaled
	density []float64 // predictive density (regression, scaled) or probability at the truth
	below   []float64 // regression: predictive probability of a response below the truth
	prob    []float64 // classification: n x classes, row-major
}

func (f forecast) empty() bool { return f.mean == nil && f.prob == nil }

// forecastRows averages over the member's draws.
func (p *Posterior) forecastRows(m *member, r *rows) forecast {
	return p.response.forecast(p, m, r, p.sharedPredictor(m.topology, r))
}

// addTo adds the layer's part of values, one of each row, times a factor.
func (l layer) addTo(dst, values []float64, factor float64) {
	w := l.share * factor
	if l.reach == nil {
		for i, v := range values {
			dst[i] += float64(w * v)
		}
		return
	}
	for i, v := range values {
		dst[i] += float64(w * l.reach[i] * v)
	}
}

// sharedPredictor returns a predictor of the rows that topologies of as many splits share, one at a time.
func (p *Posterior) sharedPredictor(t topology.Topology, r *rows) *softtree.Predictor {
	if r.n > conquer.ManyRows {
		return p.predictor(t, r.x, r.n) // its memory is not to stay
	}
	key := shared{t.Splits(), p.problem.Settings.BandwidthFinal}
	pred := r.predictors[key]
	if pred == nil {
		pred = p.predictor(t, r.x, r.n)
		if r.predictors == nil {
			r.predictors = map[shared]*softtree.Predictor{}
		}
		r.predictors[key] = pred
	}
	pred.Aim(t)
	return pred
}

// forecastShares returns the shares that the member's draws have in forecasts: of a light topology some stand for all,
// by systematic resampling.
func (p *Posterior) forecastShares(m *member) []float64 {
	n := len(m.draws.Shares)
	used := m.draws.Mixed
	if used == 0 || used >= n {
		return m.draws.Shares
	}
	out, reached, k := make([]float64, n), 0.0, 0
	for at, share := range m.draws.Shares {
		reached += float64(share * float64(used))
		for ; k < used && float64(k)+.5 < reached; k++ {
			out[at] += 1 / float64(used)
		}
	}
	return out
}

// layer is one normal component of the predictive distribution of all rows, from one draw.
type layer struct {
	share float64   // weight of the draw
	reach []float64 // weight of the component, by row; nil is 1
	mean  []float64 // by row
	sigma float64
}

// eachLayer calls f with the components of every draw that has a share: one for the likelihood's predictive, one for
// each leaf for the paper's mixture. The slices are used again after each call.
func (p *Posterior) eachLayer(m *member, pred *softtree.Predictor, n int, shares []float64, f func(layer)) {
	mean := make([]float64, n)
	layout := m.layout
	reach := make([]float64, n*layout.Leaves)
	for k, share := range shares {
		if share == 0 {
			continue
		}
		theta := m.draws.Point(k)
		sigma := numeric.Exp(theta[layout.LogSigma()])
		if p.predictive == Likelihood {
			pred.Means(mean, theta)
			f(layer{share: share, mean: mean, sigma: sigma})
			continue
		}
		pred.Reaches(reach, theta)
		for leaf := range layout.Leaves {
			for i := range mean {
				mean[i] = theta[layout.Mu(leaf)]
			}
			f(layer{share: share, reach: reach[leaf*n : (leaf+1)*n], mean: mean, sigma: sigma})
		}
	}
}

func normalDensity(z float64) float64 {
	return numeric.Exp(-0.5*z*z) / math.Sqrt(2*math.Pi)
}
