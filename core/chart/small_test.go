// The small figures of the gallery, and the scale that scores share.

package chart_test

import (
	"math"
	"testing"

	"dcctree/core/chart"
	"dcctree/core/topology"
)

func smallFigures(t testing.TB, out map[string]string) {
	grid, density := bell(4, .6, 81)
	number := chart.PredictionFigure{ID: "x", Width: 170, Target: "y", Min: 0, Max: 8, Grid: grid, Density: density,
		Center: chart.Value{Label: "mean", X: 4}, Low: 3, High: 5}
	out["small-prediction-unknown"] = chart.SmallPrediction(number)
	number.Truth = &chart.Value{Label: "true", X: 4.8}
	out["small-prediction"] = chart.SmallPrediction(number)
	out["small-classes"] = chart.SmallClasses(chart.ClassPredictionFigure{Width: 170, Truth: 1, Baseline: -1,
		Classes: []chart.ClassPrediction{{Label: "setosa", Probability: .02},
			{Label: "versicolor", Probability: .9},
			{Label: "virginica", Probability: .08}}})
	out["small-counts"] = chart.SmallCounts([]float64{0, 0, .8, .15, .05}, 7, 110)
	out["small-counts-many"] = chart.SmallCounts([]float64{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, .5, .25, .25}, 30, 110)
	out["small-score"] = chart.SmallScore(.9, .1, .5, 2, 110)
	out["small-score-none"] = chart.SmallScore(math.NaN(), math.NaN(), .5, 2, 110)
	out["small-tree"] = chart.SmallTree(wuTree(t, 220))
	out["small-tree-six"] = chart.SmallTree(anyTree(shape(t, 3, 9, 10, 11, 12, 6), 220, longNames, 300))
	out["small-tree-root"] = chart.SmallTree(anyTree(topology.Root(), 220, shortNames, 80))
	out["small-tree-deep"] = chart.SmallTree(anyTree(chain16(t), 220, shortNames, 800))
	out["small-tree-classes"] = chart.SmallTree(classTree(shape(t, 1, 5, 6), 220, longNames,
		[]string{"setosa", "versicolor", "virginica"}))
}

func TestSmallRange(t *testing.T) {
	nan := math.NaN()
	// .8 to 2.2 with 6 % of it at both ends
	low, high := chart.SmallRange([]float64{1, 2, nan}, []float64{.2, .2, nan})
	if math.Abs(low-(.8-.084)) > 1e-12 || math.Abs(high-(2.2+.084)) > 1e-12 {
		t.Errorf("%v to %v", low, high)
	}
	if low, high := chart.SmallRange([]float64{nan}, []float64{nan}); !math.IsNaN(low) || !math.IsNaN(high) {
		t.Errorf("without scores %v to %v", low, high)
	}
	if low, high := chart.SmallRange([]float64{3}, []float64{nan}); !(low < 3 && high > 3) {
		t.Errorf("of one score %v to %v", low, high)
	}
}
