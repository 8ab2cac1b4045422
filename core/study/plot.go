// This file draws figures about all rows and over the whole run, with the tables behind them.

package study

import (
	"strconv"
	"strings"

	"dcctree/core/chart"
	"dcctree/core/posterior"
	"dcctree/core/words"
)

// Names of plots.
const (
	PlotObserved    = "observed"    // regression: predicted against observed
	PlotResiduals   = "residuals"   // regression
	PlotCalibration = "calibration" // coverage of intervals, or reliability of class probabilities
	PlotConfusion   = "confusion"   // classification
	PlotMap         = "map"         // the prediction over two features
	PlotEvidence    = "evidence"    // log evidence of the heaviest topologies over the run
	PlotTrace       = "trace"       // a parameter's draws, chain by chain
	PlotRank        = "rank"        // their ranks
	PlotWeights     = "weights"     // the largest importance weights of a topology
)

// PlotOptions asks for a figure with the table behind it.
type PlotOptions struct {
	Name      string  `js:"name"`
	Width     float64 `js:"width"`     // CSS pixels
	Set       string  `js:"set"`       // "train" or "test": the rows, or the set of Row
	Row       float64 `js:"row"`       // from 0: the row whose other values a map holds
	Medians   bool    `js:"medians"`   // a map holds the medians of the training rows instead
	X         float64 `js:"x"`         // numbers of a map's features
	Y         float64 `js:"y"`         // differs from X
	Topology  string  `js:"topology"`  // key, "" = the heaviest (trace, rank, weights)
	Parameter float64 `js:"parameter"` // number of the parameter in Diagnosis (trace, rank)
	Lang      string  `js:"lang"`      // of its words, see FigureOptions
}

// Validate checks the name, the size and the ranges that do not depend on the run.
func (m *PlotOptions) Validate() error {
	return firstError(
		checkOption("plot", m.Name, PlotObserved, PlotResiduals, PlotCalibration, PlotConfusion, PlotMap,
			PlotEvidence, PlotTrace, PlotRank, PlotWeights),
		checkRange("width", m.Width, 100, 4000),
		checkOption("set", m.Set, "train", "test"),
		checkWhole("row", m.Row, 0, maxWhole),
		checkLength("topology", m.Topology, maxKey),
		checkWhole("parameter", m.Parameter, 0, maxNames),
		checkWhole("x", m.X, 0, maxNames), checkWhole("y", m.Y, 0, maxNames), checkLang(m.Lang),
	)
}

// Plot answers PlotOptions. Cells holds the table row after row, as text.
type Plot struct {
	SVG   string   `js:"svg"`
	Heads []string `js:"heads"`
	Cells string   `js:"cells"` // tab between cells, line feed after every row
	Note  string   `js:"note"`  // what a reader should know; "" for nothing
}

// behind collects the rows of the table behind a figure.
type behind struct {
	heads []string
	cells strings.Builder
}

func (t *behind) row(cells ...string) {
	for i, s := range cells {
		if i > 0 {
			t.cells.WriteByte('\t')
		}
		t.cells.WriteString(strings.Map(func(r rune) rune {
			if r == '\t' || r == '\n' || r == '\r' {
				return ' '
			}
			return r
		}, s))
	}
	t.cells.WriteByte('\n')
}

// significant writes a number for a table: four digits tell what a figure shows.
func significant(x float64) string { return chart.Significant(x, 4) }

func hundredths(x float64) string { return chart.Number(x, .01) }

// plotted is a figure as it is drawn.
type plotted struct {
	lang words.Lang
	behind
	svg, note string
}

// head sets the names of the table's columns, by their keys.
func (p *plotted) head(keys ...string) {
	p.heads = nil
	for _, key := range keys {
		p.heads = append(p.heads, p.lang.Say(key))
	}
}

// Plot draws a figure with its table.
func (r *Run) Plot(m *PlotOptions) (*Plot, error) {
	if !r.shown().Ready() {
		return nil, faulty(posterior.ErrNothingYet)
	}
	if m.Set == "test" && r.tables.Test == nil && m.Name != PlotMap {
		m.Set = "train"
	}
	p := plotted{lang: words.Lang(m.Lang)}
	if err := r.plot(&p, m); err != nil {
		return nil, faulty(err)
	}
	return &Plot{SVG: p.svg, Heads: list(p.heads), Cells: p.cells.String(), Note: p.note}, nil
}

func (r *Run) plot(p *plotted, m *PlotOptions) error {
	switch m.Name {
	case PlotObserved, PlotResiduals:
		return r.plotRows(p, m)
	case PlotCalibration:
		return r.plotCalibration(p, m)
	case PlotConfusion:
		return r.plotConfusion(p, m)
	case PlotMap:
		return r.plotMap(p, m)
	case PlotEvidence:
		return r.plotEvidence(p, m)
	case PlotWeights:
		return r.plotWeights(p, m)
	}
	return r.plotTrace(p, m)
}

// refuseTask refuses a figure that the task does not have.
func (r *Run) refuseTask(name string) error {
	return optionFault("plot", "is %q, which a %s does not have", name, r.created.Task)
}

// mostPredicted bounds the rows whose intervals are computed for a figure.
const mostPredicted = 150

func (r *Run) plotRows(p *plotted, m *PlotOptions) error {
	if !r.regression() {
		return r.refuseTask(m.Name)
	}
	numbers, rows, err := r.shown().Predicted(m.Set == "test", mostPredicted)
	if err != nil {
		return err
	}
	f := chart.RowsFigure{ID: m.Name, Lang: p.lang, Width: m.Width, Target: r.created.Target, Rows: rows,
		Of: r.rowsIn(m.Set)}
	draw := chart.Observed
	if m.Name == PlotResiduals {
		draw = chart.Residuals
	}
	p.svg = draw(f)
	p.head("study.row", "study.observed", "study.predicted", "study.low", "study.high", "study.residual")
	for i, row := range rows {
		p.row(strconv.Itoa(numbers[i]+1), significant(row.Observed), significant(row.Mean),
			significant(row.Low), significant(row.High), significant(row.Observed-row.Mean))
	}
	if f.Of > len(rows) {
		p.note = p.lang.Say("study.thinned", strconv.Itoa(len(rows)), strconv.Itoa(f.Of))
	}
	return nil
}

func (r *Run) rowsIn(set string) int {
	if set == "test" {
		return r.tables.Test.N
	}
	return r.tables.Train.N
}

func (r *Run) plotCalibration(p *plotted, m *PlotOptions) error {
	f := chart.CalibrationFigure{ID: m.Name, Lang: p.lang, Width: m.Width,
		Points: r.shown().Calibration(m.Set == "test"), Joined: r.regression()}
	if r.regression() {
		f.XName, f.YName = p.lang.Say("study.interval.nominal"), p.lang.Say("study.interval.share")
		p.note = p.lang.Say("study.interval.how")
		p.head("study.interval", "study.inside", "study.from", "study.to", "study.rows")
	} else {
		f.XName, f.YName = p.lang.Say("study.probability.axis"), p.lang.Say("study.probability.share")
		p.note = p.lang.Say("study.probability.how")
		p.head("study.probability", "study.probability.of", "study.from", "study.to", "study.forecasts")
	}
	for _, q := range f.Points {
		p.row(hundredths(q.Forecast), chart.Number(q.Share, .001), chart.Number(q.Low, .001),
			chart.Number(q.High, .001), strconv.Itoa(q.Count))
	}
	p.svg = chart.Calibration(f)
	return nil
}

func (r *Run) plotConfusion(p *plotted, m *PlotOptions) error {
	if r.regression() {
		return r.refuseTask(m.Name)
	}
	f := chart.ConfusionFigure{ID: m.Name, Lang: p.lang, Width: m.Width, Target: r.created.Target,
		Classes: r.created.Classes, Counts: r.shown().Confusion(m.Set == "test")}
	p.head("study.class.true")
	p.heads = append(p.heads, f.Classes...)
	for i, counts := range f.Counts {
		cells := []string{f.Classes[i]}
		for _, n := range counts {
			cells = append(cells, strconv.Itoa(n))
		}
		p.row(cells...)
	}
	p.svg = chart.Confusion(f)
	return nil
}

// plotMap holds the other features at a row's values or at the medians.
func (r *Run) plotMap(p *plotted, m *PlotOptions) error {
	x, y, d := int(m.X), int(m.Y), r.tables.Train.D
	if d < 2 || x == y || max(x, y) >= d {
		return optionFault("x", "and y are %d and %d; they must be two of the %d features, counted from 0", x,
			y, d)
	}
	row := r.shown().Medians()
	if !m.Medians {
		var err error
		if row, _, err = r.tableRow(m.Set, m.Row); err != nil {
			return err
		}
	}
	f, err := r.shown().Map(x, y, row, !m.Medians)
	if err != nil {
		return err
	}
	f.ID, f.Lang, f.Width = m.Name, p.lang, m.Width
	p.svg = chart.Partition(f)
	r.tableOfMap(p, f)
	if n := r.tables.Train.N; n > len(f.Rows) {
		p.note = p.lang.Say("study.marked", strconv.Itoa(len(f.Rows)), strconv.Itoa(n))
	}
	return nil
}

// mapEvery is how many cells of a map's side make one of its table, which is coarser.
const mapEvery = 6

// tableOfMap lists predictions at every few cells.
func (r *Run) tableOfMap(p *plotted, f chart.PartitionFigure) {
	p.heads = []string{f.X.Name, f.Y.Name, p.lang.Say("study.mean.of", f.Target)}
	if f.Classes != nil {
		p.heads = []string{f.X.Name, f.Y.Name, p.lang.Say("study.class"), p.lang.Say("study.probability")}
	}
	for line := range f.Y.Cells {
		for column := range f.X.Cells {
			if f.X.Labels == nil && column%mapEvery != mapEvery/2 ||
				f.Y.Labels == nil && line%mapEvery != mapEvery/2 {
				continue
			}
			at := []string{mapPlace(f.X, column), mapPlace(f.Y, line)}
			if i := line*f.X.Cells + column; f.Classes == nil {
				p.row(append(at, significant(f.Means[i]))...)
			} else {
				best := 0
				for k, v := range f.Prob[i] {
					if v > f.Prob[i][best] {
						best = k
					}
				}
				p.row(append(at, f.Classes[best], hundredths(f.Prob[i][best]))...)
			}
		}
	}
}

// mapPlace names the middle of a cell.
func mapPlace(a chart.MapAxis, i int) string {
	if a.Labels != nil {
		return a.Labels[i]
	}
	return significant(a.Low + (a.High-a.Low)*(float64(i)+.5)/float64(a.Cells))
}
