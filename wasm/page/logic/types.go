// What the bridge answers, as the page reads it. Field by field these are the interfaces of site/dcctree.d.ts; the js
// tags are vert's.

package logic

import (
	"dcctree/core/study"
	"dcctree/core/words"
)

// What core/study answers and the bridge hands on as it is.
type (
	Table     = study.TableInfo
	Column    = study.ColumnInfo
	Review    = study.Choice
	Verdict   = study.Verdict
	Audit     = study.Audit
	Survey    = study.Survey
	SurveyCut = study.Cut
	TreePart  = study.TreePart
	PriorRow  = study.PriorRow
)

// Format is how a table was asked to be read: "" and nothing where it is to be found out.
type Format struct {
	Separator, Decimal string
	Header             string            // "yes", "no"
	Kinds              map[string]string // by column: "numeric", "text", "days"
}

// Plain makes the format an option of the bridge.
func (f Format) Plain() map[string]any {
	kinds := map[string]any{}
	for name, word := range f.Kinds {
		kinds[name] = word
	}
	return map[string]any{"separator": f.Separator, "decimal": f.Decimal, "header": f.Header, "kinds": kinds}
}

// Info describes a created run.
type Info struct {
	Task         string                       `js:"task"`
	Target       string                       `js:"target"`
	Features     []string                     `js:"features"`
	Classes      []string                     `js:"classes"`
	TrainRows    int                          `js:"trainRows"`
	TestRows     int                          `js:"testRows"`
	LeftOut      []int                        `js:"leftOut"`
	LeftOutCount int                          `js:"leftOutCount"` // all of them, where LeftOut is cut short
	Notes        []string                     `js:"notes"`
	Translations words.Translations[[]string] `js:"translations"`
	Workers      int                          `js:"workers"`
	Standardized bool                         `js:"standardized"`
	Baseline     *Baseline                    `js:"baseline"`
	Truth        *Truth                       `js:"truth"`
}

// Digest is that of the results, with the names of the jobs that were given up.
type Digest struct {
	Digest       string                       `js:"digest"`
	GivenUp      []string                     `js:"givenUp"`
	Translations words.Translations[[]string] `js:"translations"` // of the names
}

// Baseline names the simplest prediction; its errors come with the metrics.
type Baseline struct {
	Name string `js:"name"`
}

// Truth is the error of the true partition of generated data.
type Truth struct {
	Train float64 `js:"train"`
	Test  float64 `js:"test"`
}

// Topology is one tree shape with its posterior weight and what it rests on.
type Topology struct {
	Key              string  `js:"key"`
	Name             string  `js:"name"`
	Leaves           []int   `js:"leaves"`
	Weight           float64 `js:"weight"`
	WeightError      float64 `js:"weightError"` // NaN where it is not known
	LogEvidence      float64 `js:"logEvidence"`
	LogEvidenceError float64 `js:"logEvidenceError"`
	Visits           int     `js:"visits"`
	Draws            int     `js:"draws"`
	Divergences      int     `js:"divergences"`
	KHat             float64 `js:"kHat"` // NaN where there is none
	KHatLimit        float64 `js:"kHatLimit"`
	EffectiveNumber  float64 `js:"effectiveNumber"`
	Reliable         bool    `js:"reliable"`
	Chains           int     `js:"chains"`
	ChainsLeftOut    int     `js:"chainsLeftOut"`
	Modes            int     `js:"modes"`
	Method           string  `js:"method"`
	Audit            *Audit  `js:"audit"` // nil where there was none
}

// Metrics holds the scores of this run and of what it is held against.
type Metrics struct {
	Train         *Scores `js:"train"`
	Test          *Scores `js:"test"`
	BaselineTrain *Scores `js:"baselineTrain"`
	BaselineTest  *Scores `js:"baselineTest"`
	Truth         *Truth  `js:"truth"`
	CARTTrain     *Scores `js:"cartTrain"`
	CARTTest      *Scores `js:"cartTest"`
	Paired        *Pairs  `js:"paired"`
}

// Scores are the scores over a set of rows with their standard errors; nil where the task has none.
type Scores struct {
	MSE             *float64 `js:"mse"`
	MSEError        *float64 `js:"mseError"`
	Accuracy        *float64 `js:"accuracy"`
	AccuracyError   *float64 `js:"accuracyError"`
	Brier           *float64 `js:"brier"`
	BrierError      *float64 `js:"brierError"`
	LogScore        *float64 `js:"logScore"`
	LogScoreError   *float64 `js:"logScoreError"`
	Coverage90      *float64 `js:"coverage90"`
	Coverage90Error *float64 `js:"coverage90Error"`
	Rows            int      `js:"rows"`
}

// Pairs are this run's scores less those of others on the same rows.
type Pairs struct {
	CART *Scores `js:"cart"`
}

// Prediction is what all trees together say about one row.
type Prediction struct {
	Mean          float64   `js:"mean"`
	Low           float64   `js:"low"`
	High          float64   `js:"high"`
	Probabilities []float64 `js:"probabilities"`
	Label         string    `js:"label"`
	Truth         any       `js:"truth"` // a number, a class label, or nil
}

// Named is a topology by key and name.
type Named struct {
	Key  string `js:"key"`
	Name string `js:"name"`
}

// Step is what one step of the run did.
type Step struct {
	Index        int                        `js:"index"`
	Kind         string                     `js:"kind"`
	Topology     Named                      `js:"topology"`
	Iteration    int                        `js:"iteration"`
	Iterations   int                        `js:"iterations"`
	Seconds      float64                    `js:"seconds"`
	Words        string                     `js:"words"`
	Translations words.Translations[string] `js:"translations"`
	Progress     float64                    `js:"progress"`
	Done         bool                       `js:"done"`

	LogEvidence      float64 `js:"logEvidence"`
	LogEvidenceError float64 `js:"logEvidenceError"`
	Weights          []Named `js:"weights"` // of the heaviest topologies, by weight
	Search           Search  `js:"search"`
	Audit            *Audit  `js:"audit"`
}

// Search is how far the fast preset's search is.
type Search struct {
	Ended      string      `js:"ended"` // "" while it goes on
	Unexplored *Unexplored `js:"unexplored"`
	Auditing   int         `js:"auditing"`
	Measuring  int         `js:"measuring"`
}

// Unexplored is the estimated share of the posterior in topologies never measured, with its upper 90 % bound.
type Unexplored struct {
	Share float64 `js:"share"`
	Bound float64 `js:"bound"`
	Draws int     `js:"draws"` // topologies drawn for it; 0 where all were measured
}
