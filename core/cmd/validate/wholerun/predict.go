// Predictions of a run: topologies mixed by their weights, draws by their shares.

package wholerun

import (
	"math"

	"dcctree/core/dcc"
	"dcctree/core/dcc/search"
	"dcctree/core/softtree"
)

// predictions returns the posterior mean of sum_k phi_k(x) mu_k of n rows (column-major, scaled), or
// the class probabilities, n x classes row-major.
func predictions(f *search.Fast, p *dcc.Problem, x []float64, n int) []float64 {
	width := max(1, p.Data.Classes)
	out, one := make([]float64, n*width), make([]float64, n*width)
	for _, s := range f.Summaries() {
		draws, ok := f.Draws(s.Topology)
		if !ok || s.Weight == 0 {
			continue
		}
		model := softtree.NewModel(s.Topology, p.Data, p.Settings.Priors, p.Settings.BandwidthFinal)
		predictor := softtree.NewPredictor(s.Topology, model, x, n)
		for k, share := range draws.Shares {
			if share*s.Weight < leastShare {
				continue
			}
			if width > 1 {
				predictor.Probabilities(one, draws.Point(k), model.LeafProbabilities(draws.Point(k)))
			} else {
				predictor.Means(one, draws.Point(k))
			}
			for i, v := range one {
				out[i] += s.Weight * share * v
			}
		}
	}
	return out
}

// leastShare is the weight of a draw below which it is left out.
const leastShare = 1e-9

// loss returns the mean squared error, or the share of wrong classes.
func loss(predicted []float64, test softtree.Data) (sum float64) {
	for i := range test.N {
		if test.Regression() {
			sum += (predicted[i] - test.Y[i]) * (predicted[i] - test.Y[i]) / float64(test.N)
			continue
		}
		row := predicted[i*test.Classes:][:test.Classes]
		for _, v := range row {
			if v > row[test.Class[i]] {
				sum += 1 / float64(test.N)
				break
			}
		}
	}
	return sum
}

func hypot(a, b float64) float64 { return math.Sqrt(a*a + b*b) }
