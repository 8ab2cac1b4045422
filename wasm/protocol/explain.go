// This file holds the question what the run says about one row ("what if"), and its answer.

package protocol

// Kinds of the question and of its answer.
const (
	KindExplain   = "explain"   // Explain; bulk: the row's feature values, or null for a row of the table
	KindExplained = "explained" // Explained; bulk: ExplainedBlocks numbers for each feature
)

// Explain asks what the run says about one row: a row of the table, or, where Columns is not 0, the feature values in
// the bulk (original units), which are held against that row.
type Explain struct {
	V        float64 `js:"v"`
	Kind     string  `js:"kind"`
	ID       float64 `js:"id"`
	Run      float64 `js:"run"`
	Set      string  `js:"set"` // "train" or "test"
	Row      float64 `js:"row"` // from 0 in the set
	Columns  float64 `js:"columns"`
	Width    float64 `js:"width"`    // of the figure, CSS pixels
	Lang     string  `js:"lang"`     // of its words, see Figure
	Topology string  `js:"topology"` // key of the tree whose thresholds are asked for; "" = the heaviest
	Low      float64 `js:"low"`      // regression: ends of the figure's axis, original units, widened where the prediction would leave them;
	High     float64 `js:"high"`     // equal: the axis follows the prediction
}

// Validate checks the head, the row's place and the figure's size.
func (m *Explain) Validate() error {
	return first(
		checkRequest(m.V, m.Kind, m.ID), checkRun(m.Kind, m.Run),
		checkOption("set", m.Set, "train", "test"),
		checkWhole("row", m.Row, 0, maxWhole),
		checkWhole("columns", m.Columns, 0, maxNames),
		checkRange("width", m.Width, 100, 4000), checkLang(m.Lang),
		checkLength(m.Kind, "topology", m.Topology, maxKey),
		checkFinite("low", m.Low), checkFinite("high", m.High),
	)
}

func checkFinite(field string, x float64) error {
	if x-x == 0 {
		return nil
	}
	return SettingFault(field, "is %v; it must be a finite number", x)
}

// ExplainedBlocks are the numbers of each feature in the bulk of Explained, block after block: the row's value, the
// least and the greatest value of the training rows, how much of the trees' splitting the feature does (see
// posterior.Included), and how many decimals its training values have, -1 for more than a table is rounded to.
const ExplainedBlocks = 5

// Explained answers Explain.
type Explained struct {
	V             int         `js:"v"`
	Kind          string      `js:"kind"`
	ID            int         `js:"id"`
	Run           int         `js:"run"`
	SVG           string      `js:"svg"`
	Task          string      `js:"task"`
	Changed       bool        `js:"changed"` // the values differ from those of the row
	Mean          float64     `js:"mean"`    // regression, up to High
	SD            float64     `js:"sd"`
	Low           float64     `js:"low"`
	High          float64     `js:"high"`
	Probabilities []float64   `js:"probabilities"` // classification
	Class         int         `js:"class"`         // classification: number of the likeliest
	Truth         float64     `js:"truth"`         // response or class number; NaN where it is not known, as for changed values
	CART          float64     `js:"cart"`          // response or class number; NaN where CART was not fitted
	AxisLow       float64     `js:"axisLow"`       // ends of the figure's axis
	AxisHigh      float64     `js:"axisHigh"`
	Parts         []Part      `js:"parts"`   // what the heaviest topologies say, by weight
	Dissent       int         `js:"dissent"` // number in Parts of the one that disagrees, -1 where none does
	Thresholds    []Threshold `js:"thresholds"`
}

// Part is what one topology says about the row.
type Part struct {
	Name        string  `js:"name"`
	Key         string  `js:"key"`
	Weight      float64 `js:"weight"`
	Mean        float64 `js:"mean"`        // regression
	Class       int     `js:"class"`       // classification: number of its likeliest class
	Probability float64 `js:"probability"` // of that class
}

// Threshold is where a split on one feature of the tree asked for lies.
type Threshold struct {
	Feature int     `js:"feature"` // number
	Median  float64 `js:"median"`  // original units, as all
	Low     float64 `js:"low"`     // 5 % point
	High    float64 `js:"high"`    // 95 % point
}
