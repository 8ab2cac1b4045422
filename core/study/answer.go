// This file holds the answers that more than one question has a part in.

package study

import "dcctree/core/words"

// ColumnInfo describes one column of a table.
type ColumnInfo struct {
	Name      string    `js:"name"`
	Kind      string    `js:"kind"` // "numeric", "text", "date", "days": dates as days since 1970-01-01
	Missing   int       `js:"missing"`
	Distinct  int       `js:"distinct"`
	Min       float64   `js:"min"`
	Max       float64   `js:"max"`
	Labels    []string  `js:"labels"`    // of a text column, the first 20, cut to dataset.MaxText characters
	Histogram []float64 `js:"histogram"` // rows in 12 equal bins of [Min, Max], or of the first 12 labels
}

// TableInfo describes the table that was read.
type TableInfo struct {
	Name            string                       `js:"name"`
	Rows            int                          `js:"rows"`
	Columns         []ColumnInfo                 `js:"columns"`
	Separator       string                       `js:"separator"`
	Decimal         string                       `js:"decimal"`
	Header          bool                         `js:"header"`
	Notes           []string                     `js:"notes"`
	Translations    words.Translations[[]string] `js:"translations"`
	SuggestedTarget string                       `js:"suggestedTarget"`
	SuggestedTask   string                       `js:"suggestedTask"`
}

// Scores measures predictions of one set of rows. NaN marks a measure that the
// task does not have (MSE and Coverage90 are of regression, Accuracy of
// classification).
type Scores struct {
	MSE             float64 `js:"mse" optional:"yes"`
	MSEError        float64 `js:"mseError" optional:"yes"` // standard errors over the rows
	Accuracy        float64 `js:"accuracy" optional:"yes"`
	AccuracyError   float64 `js:"accuracyError" optional:"yes"`
	Brier           float64 `js:"brier" optional:"yes"` // of classification, 0 to 2
	BrierError      float64 `js:"brierError" optional:"yes"`
	LogScore        float64 `js:"logScore" optional:"yes"` // mean log predictive density of a row
	LogScoreError   float64 `js:"logScoreError" optional:"yes"`
	Coverage90      float64 `js:"coverage90" optional:"yes"`
	Coverage90Error float64 `js:"coverage90Error" optional:"yes"`
	Rows            int     `js:"rows"` // 0: there are no such rows
}

// Paired is how much this run's scores are larger than another's on the same rows, with standard errors of the mean of
// the rows' differences.
type Paired struct {
	With          string  `js:"with"` // "cart", "baseline"
	MSE           float64 `js:"mse"`
	MSEError      float64 `js:"mseError"`
	Accuracy      float64 `js:"accuracy"`
	AccuracyError float64 `js:"accuracyError"`
	Brier         float64 `js:"brier"`
	BrierError    float64 `js:"brierError"`
	LogScore      float64 `js:"logScore"`
	LogScoreError float64 `js:"logScoreError"`
}

// Labels are what the codes 0, 1, ... of a text feature stand for; none for a
// numeric one.
type Labels struct {
	Labels []string `js:"labels"`
}

// RunInfo describes the run that was set up.
type RunInfo struct {
	Task         string                       `js:"task"`
	Target       string                       `js:"target"`
	Features     []string                     `js:"features"`
	Labels       []Labels                     `js:"labels"` // by feature
	Classes      []string                     `js:"classes"`
	TrainRows    int                          `js:"trainRows"`
	TestRows     int                          `js:"testRows"`
	LeftOut      []int                        `js:"leftOut"`      // file rows with a missing value, the first 100
	LeftOutCount int                          `js:"leftOutCount"` // all of them
	Notes        []string                     `js:"notes"`
	Translations words.Translations[[]string] `js:"translations"`
	Settings     string                       `js:"settings"` // all of them, as JSON text
	Seed         string                       `js:"seed"`
	Workers      int                          `js:"workers"`
	Standardized bool                         `js:"standardized"`
	BaselineName string                       `js:"baselineName"` // "mean" or the commonest class
	Baseline     []Scores                     `js:"baseline"`     // train, test
	Truth        []Scores                     `js:"truth"`        // train, test; none where the truth is not known
}

// Term is one topology's part in the choice of the next visit.
type Term struct {
	Topology     string  `js:"topology"` // name
	Exploitation float64 `js:"exploitation"`
	Exploration  float64 `js:"exploration"`
	Optimism     float64 `js:"optimism"`
	Utility      float64 `js:"utility"`
	Visits       int     `js:"visits"`
}

// Weight is a topology's share of the posterior.
type Weight struct {
	Name   string  `js:"name"`
	Key    string  `js:"key"`
	Weight float64 `js:"weight"`
}

// Proposal says which neighbor a visit proposed.
type Proposal struct {
	Move      string `js:"move"`     // "grow", "prune", "stay"; "" = none was made
	Topology  string `js:"topology"` // name
	Count     int    `js:"count"`    // how often it has been proposed
	Activated bool   `js:"activated"`
}

// StepExplore is a step of the fast mode: topologies that were not measured were drawn, to estimate their mass.
const StepExplore = "explore"

// Search tells how far the fast mode's search is; of the paper's mode it is zero.
type Search struct {
	Ended    string  `js:"ended"`    // dcc.Ending: why it ended; "" while it goes on
	Known    bool    `js:"known"`    // there is an estimate of what was not measured
	Share    float64 `js:"share"`    // of the posterior in topologies never measured
	Bound    float64 `js:"bound"`    // its upper 90 % bound
	Draws    int     `js:"draws"`    // topologies drawn for it; 0 where all were measured
	Auditing int     `js:"auditing"` // audits under way
	// Measuring is how many other jobs are under way after the search.
	Measuring int `js:"measuring"`
}

// Audit is the outcome of a second look at a topology, dcc.AuditReport.
type Audit struct {
	Done        bool    `js:"done"` // false: there was none
	Flag        string  `js:"flag"`
	Reason      string  `js:"reason"`
	Added       int     `js:"added"`
	States      int     `js:"states"`
	Exceeding   int     `js:"exceeding"`
	Former      float64 `js:"former"`
	FormerError float64 `js:"formerError"`
	Second      float64 `js:"second"`
	SecondError float64 `js:"secondError"`
}

// StepEvent tells what one step did.
type StepEvent struct {
	Index            int       `js:"index"`
	Step             string    `js:"step"` // dcc.JobKind or StepExplore
	Iteration        int       `js:"iteration"`
	Iterations       int       `js:"iterations"`
	TopologyKey      string    `js:"topologyKey"` // "" where the step is not about one
	TopologyName     string    `js:"topologyName"`
	Terms            []Term    `js:"terms"` // best first, at most MaxTerms
	LogEvidence      float64   `js:"logEvidence"`
	LogEvidenceError float64   `js:"logEvidenceError"`
	Visits           int       `js:"visits"`
	Draws            int       `js:"draws"`
	Divergences      int       `js:"divergences"`
	Gradients        int       `js:"gradients"`
	TotalGradients   int       `js:"totalGradients"`
	Seconds          float64   `js:"seconds"` // of sampling since the run was created
	KHat             float64   `js:"kHat"`
	EffectiveNumber  float64   `js:"effectiveNumber"`
	Proposal         Proposal  `js:"proposal"`
	Activated        []string  `js:"activated"`
	Removed          []string  `js:"removed"`
	Repaired         int       `js:"repaired"`
	LeftOut          int       `js:"leftOut"`
	Words            string    `js:"words"`
	Translations     StepWords `js:"translations"`
	Weights          []Weight  `js:"weights"` // heaviest first, at most MaxTerms
	Search           Search    `js:"search"`
	Audit            Audit     `js:"audit"`
	Progress         float64   `js:"progress"`
	Done             bool      `js:"done"`
}

// MaxTerms bounds the lists of a StepEvent.
const MaxTerms = 8

// Topology is one measured topology with its weight and what that rests on; see dcc.Summary. NaN marks what is not
// known.
type Topology struct {
	Key              string  `js:"key"`
	Name             string  `js:"name"`
	Weight           float64 `js:"weight"`
	WeightError      float64 `js:"weightError"`
	LogEvidence      float64 `js:"logEvidence"`
	LogEvidenceError float64 `js:"logEvidenceError"`
	LogPrior         float64 `js:"logPrior"`
	Visits           int     `js:"visits"`
	Draws            int     `js:"draws"`
	Divergences      int     `js:"divergences"`
	KHat             float64 `js:"kHat"`
	KHatLimit        float64 `js:"kHatLimit"`
	EffectiveNumber  float64 `js:"effectiveNumber"`
	Reliable         bool    `js:"reliable"`
	Trust            string  `js:"trust"` // conquer.Trust
	Chains           int     `js:"chains"`
	ChainsLeftOut    int     `js:"chainsLeftOut"`
	Modes            int     `js:"modes"`
	Method           string  `js:"method"` // conquer.Method; "" in the paper's mode
	Audit            Audit   `js:"audit"`
}

// Topologies are all of them as a message carries them: of a long run there are many, and each text by itself would
// take a handle. The bulk holds the numbers of each, 0 or 1 for a bool, in the order of Names; "audit.added" is one of
// Audit.
type Topologies struct {
	Texts string   `js:"texts"` // as JSON, an object of each: by name, as in Names
	Names []string `js:"names"`
}

// MaxTreeParts is how many parts of an effective tree are told.
const MaxTreeParts = 30

// Trees lists the effective trees by weight, see posterior.EffectiveTree.
type Trees struct {
	Rows string `js:"rows"` // []EffectiveTree as JSON, for the reason that Topologies has
}

// NotKnown stands for an error that is not known where JSON carries it, which has no NaN.
const NotKnown = -1

// EffectiveTree is one effective tree.
type EffectiveTree struct {
	Key         string     `json:"key"`
	Name        string     `json:"name"`
	Weight      float64    `json:"weight"`
	WeightError float64    `json:"weightError"` // NotKnown where evidence that carries weight is not reliable
	Parts       []TreePart `json:"parts"`       // by weight, at most MaxTreeParts
}

// TreePart is what a topology gives to an effective tree.
type TreePart struct {
	Topology string  `json:"topology"` // key
	Weight   float64 `json:"weight"`   // of the tree's
	Share    float64 `json:"share"`    // of the topology's draws
}

// Digest tells a run's digest and those of its jobs, in job order, each as 16
// hexadecimal digits.
type Digest struct {
	Digest     string   `js:"digest"`
	Jobs       []string `js:"jobs"`
	Work       []string `js:"work"`       // per job: dcc.JobKind
	Topologies []string `js:"topologies"` // per job: key
	// names of the jobs that were given up: with any, the digest is not that of the seed
	GivenUp      []string                     `js:"givenUp"`
	Translations words.Translations[[]string] `js:"translations"`
}

// Metrics holds the scores of the mixture so far; Truth and BaselineX as in
// RunInfo.
type Metrics struct {
	Train         Scores   `js:"train"`
	Test          Scores   `js:"test"`
	BaselineTrain Scores   `js:"baselineTrain"`
	BaselineTest  Scores   `js:"baselineTest"`
	Truth         []Scores `js:"truth"`
	CART          []Scores `js:"cart"`   // train, test; none where CART was not fitted, because the rows are many
	Paired        []Paired `js:"paired"` // on the test rows, or on the training rows where there are none
}

// CART tells what CART makes of the same rows; Test has no rows where there are no test rows.
type CART struct {
	Leaves int    `js:"leaves"`
	Train  Scores `js:"train"`
	Test   Scores `js:"test"`
}

// Predictions answers PredictOptions. The bulk holds Columns numbers of each row:
// for regression mean, sd, low, high (90 %), truth (NaN = not known);
// for classification the class probabilities, then the number of the likeliest
// class and of the true one (-1 = not known).
type Predictions struct {
	Task    string   `js:"task"`
	Rows    int      `js:"rows"`
	Columns int      `js:"columns"`
	Classes []string `js:"classes"`
}

// Figure answers FigureOptions.
type Figure struct {
	SVG string `js:"svg"`
}

// States in which a run can end or rest.
const (
	StateDone     = "done"
	StatePaused   = "paused"
	StateStopped  = "stopped"
	StateReleased = "released"
)
