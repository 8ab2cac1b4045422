// The figures of all rows at once, from fixed seeds.

package chart_test

import (
	"math"
	"math/rand/v2"

	"dcctree/core/chart"
)

// predictedRows are n rows around three means with sd .25, whose intervals have a half width of .41.
func predictedRows(width float64, n int) chart.RowsFigure {
	rng := rand.New(rand.NewPCG(8, 8))
	f := chart.RowsFigure{Width: width, Target: "y", Of: 2 * n}
	for i := range n {
		mean := []float64{1, 3, 5}[i%3] + .1*rng.NormFloat64()
		f.Rows = append(f.Rows, chart.PredictedRow{Observed: mean + .25*rng.NormFloat64(), Mean: mean,
			Low: mean - .41, High: mean + .41})
	}
	return f
}

func calibration(width float64) chart.CalibrationFigure {
	f := chart.CalibrationFigure{Width: width, Joined: true, XName: "nominal share",
		YName: "share of test rows inside the interval"}
	for i := 1; i < 10; i++ {
		x := float64(i) / 10
		e := 1.645 * math.Sqrt(x*(1-x)/300)
		y := x - .03*float64(i%3-1)
		f.Points = append(f.Points, chart.CalibrationPoint{Forecast: x, Share: y, Low: y - e, High: y + e,
			Count: 300})
	}
	return f
}

func confusion(width float64, classes []string) chart.ConfusionFigure {
	rng := rand.New(rand.NewPCG(9, 9))
	f := chart.ConfusionFigure{Width: width, Target: "species", Classes: classes}
	for i := range classes {
		row := make([]int, len(classes))
		for k := range row {
			if row[k] = rng.IntN(3); k == i {
				row[k] = 15 + rng.IntN(20)
			}
		}
		f.Counts = append(f.Counts, row)
	}
	return f
}

// partition is a map of a step at x = .5 and, to its right, one at y = .6, as soft as a split is.
func partition(width float64, classes []string, labels []string) chart.PartitionFigure {
	rng := rand.New(rand.NewPCG(10, 10))
	f := chart.PartitionFigure{Width: width, Target: "y", Classes: classes,
		X: chart.MapAxis{Name: "x3", Low: .1, High: .9, Cells: 40},
		Y: chart.MapAxis{Name: "petal width", Low: 0, High: 2.5, Cells: 30}}
	if labels != nil {
		f.Y = chart.MapAxis{Name: "colour", Low: -.5, High: float64(len(labels)) - .5, Cells: len(labels),
			Labels: labels}
	}
	soft := func(z float64) float64 { return 1 / (1 + math.Exp(-z)) }
	for row := range f.Y.Cells {
		for col := range f.X.Cells {
			right := soft((float64(col)/40 - .5) * 30)
			up := soft((float64(row)/float64(f.Y.Cells) - .6) * 30)
			if classes == nil {
				f.Means = append(f.Means, 5*(1-right)+right*(1+2*up))
				continue
			}
			f.Prob = append(f.Prob, []float64{1 - right, right * (1 - up), right * up})
		}
	}
	for i := range 90 {
		y := 2.5 * rng.Float64()
		if labels != nil {
			y = float64(rng.IntN(len(labels)))
		}
		f.Rows = append(f.Rows, chart.MapRow{X: .1 + .8*rng.Float64(), Y: y, Class: i % 3})
	}
	f.Here = &chart.MapRow{X: .7, Y: 1}
	return f
}

// trace has n chains of 200 draws, the last of which sits elsewhere, with two divergences.
func trace(width float64, n int) chart.TraceFigure {
	rng := rand.New(rand.NewPCG(11, 11))
	f := chart.TraceFigure{Width: width, Parameter: "threshold at node 2", Every: 2}
	for i := range n {
		c := chart.TraceChain{Number: i + 1, Divergent: make([]bool, 200)}
		mean := map[bool]float64{true: .52, false: .3}[i < n-1]
		for range 200 {
			c.Values = append(c.Values, mean+.02*rng.NormFloat64())
		}
		c.Divergent[20], c.Divergent[150] = i == 0, i == 0
		f.Chains = append(f.Chains, c)
	}
	return f
}

// paretoWeights are shares of a generalized Pareto tail of shape .7.
func paretoWeights(width float64) chart.WeightsFigure {
	f := chart.WeightsFigure{Width: width, Name: "{1,5,6}", Count: 4000, Tail: 190, KHat: .7, KHatLimit: .7}
	for i := range 1000 {
		f.Shares = append(f.Shares, .02*math.Pow(float64(i+1), -.7))
	}
	return f
}
