// This file holds the questions for figures with a table behind them, and their answer.

package protocol

// Kinds of the question and of its answer.
const (
	KindPlot    = "plot"    // Plot
	KindPlotted = "plotted" // Plotted
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

// Plot asks for a figure with the table behind it.
type Plot struct {
	V         float64 `js:"v"`
	Kind      string  `js:"kind"`
	ID        float64 `js:"id"`
	Run       float64 `js:"run"`
	Name      string  `js:"name"`
	Width     float64 `js:"width"`     // CSS pixels
	Set       string  `js:"set"`       // "train" or "test": the rows, or the set of Row
	Row       float64 `js:"row"`       // from 0: the row whose other values a map holds
	Medians   bool    `js:"medians"`   // a map holds the medians of the training rows instead
	X         float64 `js:"x"`         // numbers of a map's features
	Y         float64 `js:"y"`         // differs from X
	Topology  string  `js:"topology"`  // key, "" = the heaviest (trace, rank, weights)
	Parameter float64 `js:"parameter"` // number of the parameter in Diagnosed (trace, rank)
	Lang      string  `js:"lang"`      // of its words, see Figure
}

// Validate checks the name, the size and the ranges that do not depend on the run.
func (m *Plot) Validate() error {
	return first(
		checkRequest(m.V, m.Kind, m.ID), checkRun(m.Kind, m.Run),
		checkOption("plot", m.Name, PlotObserved, PlotResiduals, PlotCalibration, PlotConfusion, PlotMap, PlotEvidence, PlotTrace, PlotRank, PlotWeights),
		checkRange("width", m.Width, 100, 4000),
		checkOption("set", m.Set, "train", "test"),
		checkWhole("row", m.Row, 0, maxWhole),
		checkLength(m.Kind, "topology", m.Topology, maxKey),
		checkWhole("parameter", m.Parameter, 0, maxNames),
		checkWhole("x", m.X, 0, maxNames), checkWhole("y", m.Y, 0, maxNames), checkLang(m.Lang),
	)
}

// Plotted answers Plot. Cells holds the table row after row, as text.
type Plotted struct {
	V     int      `js:"v"`
	Kind  string   `js:"kind"`
	ID    int      `js:"id"`
	Run   int      `js:"run"`
	SVG   string   `js:"svg"`
	Heads []string `js:"heads"`
	Cells string   `js:"cells"` // tab between cells, line feed after every row
	Note  string   `js:"note"`  // what a reader should know; "" for nothing
}
