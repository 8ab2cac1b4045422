// All rows of a set at once: predicted against observed, calibration, confusion, and the prediction over two features.

package posterior

import (
	"math"

	"dcctree/core/chart"
	"dcctree/core/dataset"
	"dcctree/core/numeric"
)

// frameOf returns the test or the training rows; nil where there are no test rows.
func (p *Posterior) frameOf(test bool) (*dataset.Frame, *rows, func(*member) *forecast) {
	if test {
		return p.tables.Test, p.test, testOf
	}
	return p.tables.Train, p.train, trainOf
}

// Predicted returns predictions beside what was observed (regression), of at most most rows, taken at equal distances,
// with their numbers from 0; ErrNothingYet before the first step. The last answer is kept until something is measured
// again.
func (p *Posterior) Predicted(test bool, most int) (numbers []int, out []chart.PredictedRow, err error) {
	f, _, _ := p.frameOf(test)
	if f == nil || !p.Ready() {
		return nil, nil, ErrNothingYet
	}
	if p.kept.rows != nil && p.kept.test == test {
		return p.kept.numbers, p.kept.rows, nil
	}
	n := min(f.N, most)
	x := make([][]float64, n)
	for k := range x {
		numbers = append(numbers, k*f.N/n)
		x[k] = f.Row(nil, numbers[k])
	}
	all, err := p.Predict(x)
	if err != nil {
		return nil, nil, err
	}
	for k, a := range all {
		out = append(out, chart.PredictedRow{Observed: f.Y[numbers[k]], Mean: a.Mean, Low: a.Low, High: a.High})
	}
	p.kept = predictedRows{test, numbers, out}
	return numbers, out, nil
}

// predictedRows is an answer of Predicted.
type predictedRows struct {
	test    bool
	numbers []int
	rows    []chart.PredictedRow
}

// coverageLevels are the nominal shares of the intervals whose coverage is told.
var coverageLevels = [...]float64{.1, .2, .3, .4, .5, .6, .7, .8, .9, .95}

// z90 is the .95 point of the standard normal distribution.
const z90 = 1.6448536269514722

// Calibration returns how often came true what was forecast, with 90 % intervals (Wilson 1927); nil before the first
// step and without such rows. Regression: the share of rows inside the central interval of each nominal share.
// Classification: of all classes' probabilities in tenths of the scale, their mean and the share of rows that are of
// that class; the rows' probabilities of different classes are not independent, which the intervals leave out.
func (p *Posterior) Calibration(test bool) []chart.CalibrationPoint {
	_, r, of := p.frameOf(test)
	if r == nil || !p.Ready() {
		return nil
	}
	return p.response.calibration(p, r, p.mixed(r, of))
}

// coverage counts, for each level, the rows whose truth lies inside the central interval; below holds each row's
// predictive probability below its truth.
func coverage(below []float64) (out []chart.CalibrationPoint) {
	for _, level := range coverageLevels {
		inside := 0
		for _, u := range below {
			if math.Abs(u-.5) <= level/2 {
				inside++
			}
		}
		out = append(out, calibrated(level, inside, len(below)))
	}
	return out
}

const reliabilityBins = 10

func reliability(prob []float64, class []int, classes int) (out []chart.CalibrationPoint) {
	var sum [reliabilityBins]float64
	var count, hits [reliabilityBins]int
	for i, v := range prob {
		b := min(reliabilityBins-1, int(v*reliabilityBins))
		sum[b] += v
		count[b]++
		if class[i/classes] == i%classes {
			hits[b]++
		}
	}
	for b, n := range count {
		if n > 0 {
			out = append(out, calibrated(sum[b]/float64(n), hits[b], n))
		}
	}
	return out
}

func calibrated(forecast float64, hits, n int) chart.CalibrationPoint {
	low, high := wilson(hits, n)
	return chart.CalibrationPoint{Forecast: forecast, Share: float64(hits) / float64(n), Low: low, High: high,
		Count: n}
}

// wilson returns the 90 % interval of a share of which hits of n are known.
func wilson(hits, n int) (low, high float64) {
	rows, share := float64(n), float64(hits)/float64(n)
	z2 := float64(z90 * z90)
	middle := (share + z2/(2*rows)) / (1 + z2/rows)
	half := z90 / (1 + z2/rows) * math.Sqrt(share*(1-share)/rows+z2/(4*rows*rows))
	return max(0, middle-half), min(1, middle+half)
}

// Confusion counts the rows by true class and by the class that is named (classification); nil as Calibration.
func (p *Posterior) Confusion(test bool) [][]int {
	_, r, of := p.frameOf(test)
	if r == nil || !p.Ready() {
		return nil
	}
	c := p.problem.Data.Classes
	out := make([][]int, c)
	for k := range out {
		out[k] = make([]int, c)
	}
	prob := p.mixed(r, of).prob
	for i, truth := range r.class {
		out[truth][numeric.Largest(prob[i*c:(i+1)*c])]++
	}
	return out
}

const (
	mapColumns = 44
	mapLines   = 32
	// bounds draws x cells of a map, some tenths of a second in a browser: beyond it draws are thinned
	mapWork   = 6e6
	mostMarks = 500 // training rows that are marked on a map
)

// Medians returns the median of every feature over the training rows, the lower one of two; of a text feature that is a
// label, too.
func (p *Posterior) Medians() (out []float64) {
	f := p.tables.Train
	for j := range f.D {
		pool := make([]weighted, f.N)
		for i := range pool {
			pool[i] = weighted{f.X[j*f.N+i], 1}
		}
		out = append(out, quantiles(pool, .5)[0])
	}
	return out
}

// Map returns the prediction over features x and y, the others as in row (original units), which is marked where here
// is set. It panics for features that do not exist or are the same.
func (p *Posterior) Map(x, y int, row []float64, here bool) (fig chart.PartitionFigure, err error) {
	if x == y || min(x, y) < 0 || max(x, y) >= len(p.tables.Train.Features) {
		panic("posterior: Map: no two features")
	}
	if !p.Ready() {
		return fig, ErrNothingYet
	}
	fig = chart.PartitionFigure{Target: p.tables.Train.Target, X: p.mapAxis(x, mapColumns),
		Y: p.mapAxis(y, mapLines), Classes: p.tables.Train.Classes}
	var cells [][]float64
	for line := range fig.Y.Cells {
		for column := range fig.X.Cells {
			cell := append([]float64(nil), row...)
			cell[x], cell[y] = center(fig.X, column), center(fig.Y, line)
			cells = append(cells, cell)
		}
	}
	if err := p.checkRows(cells); err != nil {
		return fig, err
	}
	p.fillMap(&fig, p.scaled(cells))
	p.markMap(&fig, x, y)
	if here {
		fig.Here = &chart.MapRow{X: row[x], Y: row[y]}
	}
	return fig, nil
}

// mapAxis covers the training range of a feature; every label has a cell of its own.
func (p *Posterior) mapAxis(j, cells int) chart.MapAxis {
	f, s := p.tables.Train, p.tables.Scaling
	if labels := f.Labels[j]; labels != nil {
		return chart.MapAxis{Name: f.Features[j], Low: -.5, High: float64(len(labels)) - .5, Cells: len(labels),
			Labels: labels}
	}
	return chart.MapAxis{Name: f.Features[j], Low: s.Min[j], High: s.Min[j] + s.Range[j], Cells: cells}
}

func center(a chart.MapAxis, i int) float64 {
	if a.Labels != nil {
		return float64(i)
	}
	return a.Low + (a.High-a.Low)*(float64(i)+.5)/float64(a.Cells)
}

// fillMap averages over topologies and draws.
func (p *Posterior) fillMap(fig *chart.PartitionFigure, r *rows) {
	c := p.response.width(p)
	sum, one := make([]float64, r.n*c), make([]float64, r.n*c)
	p.consulted(mapWork, func(*member) int { return r.n },
		func(m *member, weight float64, some []int, share float64) {
			pred := p.sharedPredictor(m.topology, r)
			eachDraw(m.draws, some, share, func(k int, share float64) {
				p.response.point(p, pred, one, m, k)
				addTo(sum, one, weight*share)
			})
		})
	p.response.mapped(p, fig, sum)
}

// markMap marks training rows, at most mostMarks at equal distances.
func (p *Posterior) markMap(fig *chart.PartitionFigure, x, y int) {
	f := p.tables.Train
	n := min(f.N, mostMarks)
	for k := range n {
		i := k * f.N / n
		mark := chart.MapRow{X: f.X[x*f.N+i], Y: f.X[y*f.N+i]}
		if f.Class != nil {
			mark.Class = f.Class[i]
		}
		fig.Rows = append(fig.Rows, mark)
	}
}
