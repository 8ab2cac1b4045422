// All rows of a set at once: predicted against observed, residuals, calibration.

package chart

import (
	"math"
	"strconv"

	"dcctree/core/words"
)

// RowsFigure shows predictions of a regression beside what was observed.
type RowsFigure struct {
	ID     string
	Lang   words.Lang
	Width  float64 // px
	Target string
	Rows   []PredictedRow
	Of     int // rows of the whole set, of which these are a part; 0: all are here
}

// PredictedRow is one row, in original units.
type PredictedRow struct {
	Observed, Mean, Low, High float64 // the 90 % predictive interval
}

func (r PredictedRow) inside() bool { return r.Observed >= r.Low && r.Observed <= r.High }

const plotHeight = 250.0

// Observed draws predictions with their intervals against what was observed; rows outside their interval have an open
// triangle.
func Observed(f RowsFigure) string {
	var seen, low, high []float64
	for _, r := range f.Rows {
		seen, low, high = append(seen, r.Observed), append(low, r.Low), append(high, r.High)
	}
	a, b := spanOf(seen, low, high)
	p := newPlane(f.Width, plotHeight, a, b, a, b)
	p.xName, p.yName = f.Lang.Say("chart.observed", f.Target), f.Lang.Say("chart.predicted.interval", "90 %")
	var c canvas
	p.drawFrame(&c)
	c.path("base", p.diagonal())
	f.draw(&c, p, func(r PredictedRow) (x, y, low, high float64) { return r.Observed, r.Mean, r.Low, r.High })
	return figure(f.ID, f.Width, p.height, f.Lang.Say("chart.observed.title", f.Target), f.words(), &c)
}

// Residuals draws what was observed less what was predicted against the prediction.
func Residuals(f RowsFigure) string {
	var mean, low, high, residual []float64
	for _, r := range f.Rows {
		mean, residual = append(mean, r.Mean), append(residual, r.Observed-r.Mean)
		low, high = append(low, r.Low-r.Mean), append(high, r.High-r.Mean)
	}
	a, b := spanOf(mean)
	a, b = a-.03*(b-a), b+.03*(b-a) // no point on the border
	yLow, yHigh := spanOf(residual, low, high, []float64{0})
	p := newPlane(f.Width, plotHeight, a, b, yLow, yHigh)
	p.xName, p.yName = f.Lang.Say("chart.predicted", f.Target), f.Lang.Say("chart.residuals.interval", "90 %")
	var c canvas
	p.drawFrame(&c)
	c.path("base", path("").horizontal(p.x.Start, p.x.End, p.y.Clip(0)))
	f.draw(&c, p, func(r PredictedRow) (x, y, low, high float64) {
		return r.Mean, r.Observed - r.Mean, r.Low - r.Mean, r.High - r.Mean
	})
	return figure(f.ID, f.Width, p.height, f.Lang.Say("chart.residuals.title", f.Target), f.words(), &c)
}

func (f RowsFigure) draw(c *canvas, p plane, at func(PredictedRow) (x, y, low, high float64)) {
	lines := path("")
	for _, r := range f.Rows {
		if x, _, low, high := at(r); finite(x) && finite(low) && finite(high) {
			lines = lines.vertical(p.x.At(x), p.y.Clip(low), p.y.Clip(high))
		}
	}
	c.path("spread", lines)
	for _, r := range f.Rows {
		x, y, _, _ := at(r)
		switch {
		case !finite(x) || !finite(y):
		case r.inside():
			c.circle("mean", p.x.At(x), p.y.Clip(y), 2)
		default:
			c.path("ca", triangle(p.x.At(x), p.y.Clip(y)))
		}
	}
}

func (f RowsFigure) words() string {
	out := 0
	for _, r := range f.Rows {
		if !r.inside() {
			out++
		}
	}
	rows := f.Lang.Say("chart.rows", strconv.Itoa(len(f.Rows)))
	if f.Of > len(f.Rows) {
		rows = f.Lang.Say("chart.rows.of", strconv.Itoa(len(f.Rows)), strconv.Itoa(f.Of))
	}
	return f.Lang.Say("chart.rows.outside", rows, strconv.Itoa(out))
}

// CalibrationFigure shows how often came true what was forecast, with a band for the chance of the rows.
type CalibrationFigure struct {
	ID           string
	Lang         words.Lang
	Width        float64            // px
	XName, YName string             // in the figure's language
	Points       []CalibrationPoint // by Forecast
	// the points are of the same rows: they are joined, and so are their intervals; else dots grow with Count
	Joined bool
}

// CalibrationPoint is one group of forecasts.
type CalibrationPoint struct {
	Forecast  float64 // nominal share, 0 to 1
	Share     float64 // that came true
	Low, High float64 // its 90 % interval
	Count     int
}

// Calibration draws the figure: points on the diagonal are calibrated.
func Calibration(f CalibrationFigure) string {
	p := newPlane(f.Width, plotHeight, 0, 1, 0, 1)
	p.xName, p.yName = f.XName, f.YName
	var c canvas
	p.drawFrame(&c)
	var upper, lower, line []point
	for _, q := range f.Points {
		x := p.x.At(q.Forecast)
		upper, lower = append(upper, point{x, p.y.Clip(q.High)}), append(lower, point{x, p.y.Clip(q.Low)})
		line = append(line, point{x, p.y.Clip(q.Share)})
	}
	if f.Joined && len(line) > 1 {
		band := polyline(upper)
		for i := range lower {
			q := lower[len(lower)-1-i]
			band = band.to("L", q.x, q.y)
		}
		c.path("dens", band.to("Z"))
	}
	c.path("base", p.diagonal())
	if f.Joined {
		c.path("dline", polyline(line))
	}
	whiskers := path("")
	for i, q := range line {
		whiskers = whiskers.vertical(q.x, upper[i].y, lower[i].y)
	}
	c.path("whisk", whiskers)
	for i, q := range line {
		c.circle("mean", q.x, q.y, f.radius(i))
	}
	return figure(f.ID, f.Width, p.height, f.Lang.Say("chart.calibration.title", f.YName), f.words(), &c)
}

// radius of a point: its area follows the forecasts, but nothing is too small to be seen.
func (f CalibrationFigure) radius(i int) float64 {
	most := 1
	for _, q := range f.Points {
		most = max(most, q.Count)
	}
	if f.Joined {
		return 3
	}
	return max(2.5, 8*math.Sqrt(float64(f.Points[i].Count)/float64(most)))
}

func (f CalibrationFigure) words() string {
	s := ""
	for _, q := range f.Points {
		s += f.Lang.Say("chart.calibration.point", Number(q.Forecast, .01), Number(q.Share, .01),
			strconv.Itoa(q.Count))
	}
	return s + f.Lang.Say("chart.calibration.how")
}
