// This file holds what the coordinator tells of a comparison.

package protocol

// Comparing tells how far the comparison of request ID is.
type Comparing struct {
	V        int     `js:"v"`
	Kind     string  `js:"kind"`
	ID       int     `js:"id"`
	Run      int     `js:"run"`
	Progress float64 `js:"progress"`
	Words    string  `js:"words"` // what the last step did
}

// Bandwidth is one row of a comparison of bandwidths. NaN marks what the task
// does not have, and Failed says why nothing is known.
type Bandwidth struct {
	H                float64  `js:"h"`
	Prior            float64  `js:"prior"` // regression, up to Topologies
	Weight           float64  `js:"weight"`
	WeightError      float64  `js:"weightError"`
	LogEvidence      float64  `js:"logEvidence"`
	LogEvidenceError float64  `js:"logEvidenceError"`
	Unreliable       float64  `js:"unreliable"`
	Topologies       []Weight `js:"topologies"` // heaviest first, at most MaxTerms
	LogScore         float64  `js:"logScore"`   // classification, up to Accuracy
	LogScoreError    float64  `js:"logScoreError"`
	Loss             float64  `js:"loss"`
	LossError        float64  `js:"lossError"`
	Accuracy         float64  `js:"accuracy"`
	Gradients        int      `js:"gradients"`
	Failed           string   `js:"failed"`
}

// PriorRow is one row of a prior check; see dcc.PriorRow.
type PriorRow struct {
	Name              string   `js:"name"` // "as set", "parameters", "splits"
	Factor            float64  `js:"factor"`
	Label             string   `js:"label"`  // in words
	German            string   `js:"german"` // the same in German
	LogEvidence       float64  `js:"logEvidence"`
	LogEvidenceError  float64  `js:"logEvidenceError"`
	Unreliable        float64  `js:"unreliable"`
	WeightChange      float64  `js:"weightChange"`
	WeightChangeError float64  `js:"weightChangeError"`
	PredictionChange  float64  `js:"predictionChange"`
	ClassChange       float64  `js:"classChange"` // NaN for a regression
	TopologiesDepend  bool     `js:"topologiesDepend"`
	PredictionsDepend bool     `js:"predictionsDepend"`
	Topologies        []Weight `js:"topologies"` // heaviest first, at most MaxTerms
	Failed            string   `js:"failed"`
}

// Compared is the table that a comparison ended with.
type Compared struct {
	V          int         `js:"v"`
	Kind       string      `js:"kind"`
	ID         int         `js:"id"`
	Run        int         `js:"run"`
	What       string      `js:"what"` // as asked; the other's rows are none
	Task       string      `js:"task"`
	Words      string      `js:"words"`
	German     string      `js:"german"` // the same in German
	Gradients  int         `js:"gradients"`
	Best       int         `js:"best"`   // row of the best bandwidth, -1 = none
	Widest     int         `js:"widest"` // row of the widest within one standard error
	Bandwidths []Bandwidth `js:"bandwidths"`
	Priors     []PriorRow  `js:"priors"`
	Average    []Scores    `js:"average"` // train, test of the average over bandwidths; none of a classification
}
