// Package forecast is what the draws of one measured topology predict for rows: a by-product of a measurement.
package forecast

import (
	"errors"
	"fmt"
	"math"

	"dcctree/core/dcc/internal/kept"
	"dcctree/core/numeric"
	"dcctree/core/random"
	"dcctree/core/softtree"
	"dcctree/core/topology"
)

// mostDraws is the number of draws that a forecast averages over.
const mostDraws = 250

// The numbers that a forecast has for a row of a regression, in the units of Data.Y: mean and variance
// of the predictive distribution N(sum_k phi_k mu_k, sigma^2) averaged over draws, and its density at the
// row's response. A classification has the probability of each class.
const (
	Mean = iota
	Variance
	density
	Numbers
)

// width returns how many numbers a row has.
func width(d softtree.Data) int {
	if d.Regression() {
		return Numbers
	}
	return d.Classes
}

// Of predicts the rows by at most mostDraws of a topology's weighted draws (row-major, unconstrained; logs of weights),
// and returns how many those were. Beside the data that the draws are of it takes their priors, the bandwidth and the
// seed.
func Of(
	data, rows softtree.Data, priors softtree.Priors, h float64, seed uint64, t topology.Topology,
	points, logWeights []float64,
	beat func(),
) (of []float64, draws int) {
	data = data.Merge() // fewer rows, the same classes in the leaves
	model := softtree.NewModel(t, data, priors, h)
	few := kept.Pool{Dim: model.Dim(), Capacity: mostDraws}
	few.Add(points, logWeights, random.Stream(seed, t.Key(), "forecast"))
	thetas, shares := few.Draws(random.Stream(seed, t.Key(), "forecast draws"))
	f := forecaster{rows: rows, model: model, predictor: softtree.NewPredictor(t, model, rows.X, rows.N)}
	f.sum = make([]float64, rows.N*width(rows))
	for k, share := range shares {
		theta := thetas[k*few.Dim : (k+1)*few.Dim]
		if data.Regression() {
			f.addNumbers(theta, share)
		} else {
			f.addClasses(theta, share)
		}
		beat()
	}
	f.center()
	return f.sum, len(shares)
}

// forecaster adds up what draws predict.
type forecaster struct {
	rows      softtree.Data
	model     *softtree.Model
	predictor *softtree.Predictor
	one, sum  []float64
}

// addNumbers adds mean, second moment and density.
func (f *forecaster) addNumbers(theta []float64, share float64) {
	if f.one == nil {
		f.one = make([]float64, f.rows.N)
	}
	sigma := f.predictor.Means(f.one, theta)
	for i, mean := range f.one {
		at := f.sum[i*Numbers:]
		at[Mean] += float64(share * mean)
		at[Variance] += float64(share * (float64(mean*mean) + float64(sigma*sigma)))
		at[density] += float64(share * numeric.Exp(numeric.LogNormalPDF(f.rows.Y[i], mean, sigma)))
	}
}

// center turns the second moments of a regression into variances.
func (f *forecaster) center() {
	if !f.rows.Regression() {
		return
	}
	for at := 0; at < len(f.sum); at += Numbers {
		mean := f.sum[at+Mean]
		f.sum[at+Variance] = math.Max(0, f.sum[at+Variance]-float64(mean*mean))
	}
}

func (f *forecaster) addClasses(theta []float64, share float64) {
	if f.one == nil {
		f.one = make([]float64, len(f.sum))
	}
	f.predictor.Probabilities(f.one, theta, f.model.LeafProbabilities(theta))
	for i, v := range f.one {
		f.sum[i] += float64(share * v)
	}
}

// Check refuses a forecast of so many rows of data that has another shape, or numbers that no worker computes.
func Check(data softtree.Data, rows int, of []float64, draws int) error {
	if want := rows * width(data); len(of) != want || draws < 1 || draws > mostDraws {
		return fmt.Errorf("a forecast of %d numbers from %d draws where %d were due", len(of), draws, want)
	}
	if !numeric.Finite(of...) {
		return errors.New("a forecast that is not finite")
	}
	return nil
}

// Mix averages the forecasts of topologies by their weights.
func Mix(regression bool, forecasts [][]float64, weights []float64) []float64 {
	out := make([]float64, len(forecasts[0]))
	for k, f := range forecasts {
		for i, v := range f {
			out[i] += float64(weights[k] * v)
		}
	}
	if !regression {
		return out
	}
	// The variance of the mixture is the mean of variances and of squared distances from its mean.
	for k, f := range forecasts {
		for at := 0; at < len(f); at += Numbers {
			d := f[at+Mean] - out[at+Mean]
			out[at+Variance] += float64(weights[k] * float64(d*d))
		}
	}
	return out
}
