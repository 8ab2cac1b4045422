// What the draws of one measured topology predict for rows: a by-product of a measurement.

package dcc

import (
	"fmt"
	"math"

	"dcctree/core/numeric"
	"dcctree/core/random"
	"dcctree/core/softtree"
	"dcctree/core/topology"
)

// forecastDraws is the number of draws that a forecast averages over.
const forecastDraws = 250

// The numbers that a forecast has for a row of a regression, in the units of Data.Y: mean and variance
// of the predictive distribution N(sum_k phi_k mu_k, sigma^2) averaged over draws, and its density at the
// row's response. A classification has the probability of each class.
const (
	forecastMean = iota
	forecastVariance
	forecastDensity
	forecastNumbers
)

// forecastWidth returns how many numbers a row has.
func forecastWidth(d softtree.Data) int {
	if d.Regression() {
		return forecastNumbers
	}
	return d.Classes
}

// forecast sets the result's Forecast for the rows, from its own draws; the problem is the variant's.
func (p *Problem) forecast(r *Result, t topology.Topology, rows softtree.Data, beat func()) {
	data := p.Data.Merge() // fewer rows, the same classes in the leaves
	model := softtree.NewModel(t, data, p.Settings.Priors, p.Settings.BandwidthFinal)
	kept := pool{dim: model.Dim(), capacity: forecastDraws}
	kept.add(r.Proposals, r.LogWeights, random.Stream(p.Seed, t.Key(), "forecast"))
	draws := kept.draws(random.Stream(p.Seed, t.Key(), "forecast draws"))
	f := forecaster{rows: rows, model: model, predictor: softtree.NewPredictor(t, model, rows.X, rows.N)}
	f.sum = make([]float64, rows.N*forecastWidth(rows))
	for k, share := range draws.Shares {
		if data.Regression() {
			f.addNumbers(draws.Point(k), share)
		} else {
			f.addClasses(draws.Point(k), share)
		}
		beat()
	}
	f.center()
	r.Forecast, r.ForecastDraws = f.sum, len(draws.Shares)
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
		at := f.sum[i*forecastNumbers:]
		at[forecastMean] += float64(share * mean)
		at[forecastVariance] += float64(share * (float64(mean*mean) + float64(sigma*sigma)))
		at[forecastDensity] += float64(share * numeric.Exp(numeric.LogNormalPDF(f.rows.Y[i], mean, sigma)))
	}
}

// center turns the second moments of a regression into variances.
func (f *forecaster) center() {
	if !f.rows.Regression() {
		return
	}
	for at := 0; at < len(f.sum); at += forecastNumbers {
		mean := f.sum[at+forecastMean]
		f.sum[at+forecastVariance] = math.Max(0, f.sum[at+forecastVariance]-float64(mean*mean))
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

// checkForecast refuses a forecast of another shape, or with numbers that no worker computes.
func (p *Problem) checkForecast(v Variant, r Result) error {
	rows := p.Data.N
	if v.Folds > 0 {
		rows = (p.Data.N - v.Fold + v.Folds - 1) / v.Folds
	}
	if want := rows * forecastWidth(p.Data); len(r.Forecast) != want || r.ForecastDraws < 1 || r.ForecastDraws > forecastDraws {
		return fmt.Errorf("result of job %d: a forecast of %d numbers from %d draws where %d were due", r.ID, len(r.Forecast), r.ForecastDraws, want)
	}
	for _, x := range r.Forecast {
		if x-x != 0 {
			return fmt.Errorf("result of job %d: a forecast is %v", r.ID, x)
		}
	}
	return nil
}

// mixForecasts averages the forecasts of topologies by their weights.
func mixForecasts(regression bool, forecasts [][]float64, weights []float64) []float64 {
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
		for at := 0; at < len(f); at += forecastNumbers {
			d := f[at+forecastMean] - out[at+forecastMean]
			out[at+forecastVariance] += float64(weights[k] * float64(d*d))
		}
	}
	return out
}
