// This file holds the question how several methods do beside each other, and the answers.

package protocol

// Kinds of the questions and of their answers.
const (
	KindContest   = "contest"   // Contest: run methods beside each other, and beside the run
	KindContested = "contested" // Contested: all are at their end
	KindStand     = "stand"     // Stand: how the methods of the newest contest stand
	KindStood     = "stood"     // Stood
)

// Limits of a contest.
const (
	maxMethods        = 16
	maxSeconds        = 86400
	maxContestDensity = 1e12
)

// Contest asks to run methods on the run's problem, each until a bound is reached that is not 0.
type Contest struct {
	V         float64  `js:"v"`
	Kind      string   `js:"kind"`
	ID        float64  `js:"id"`
	Run       float64  `js:"run"`
	Methods   []string `js:"methods"`   // compare.Method
	Gradients float64  `js:"gradients"` // of each method, see compare.Budget
	Seconds   float64  `js:"seconds"`   // of each method, of one worker's time
}

// Validate checks the budget; methods are for package compare to judge.
func (m *Contest) Validate() error {
	if n := len(m.Methods); n < 1 || n > maxMethods {
		return SettingFault("methods", "holds %d names; it must hold 1 to %d", n, maxMethods)
	}
	if m.Gradients == 0 && m.Seconds == 0 {
		return SettingFault("seconds", "is 0, as is gradients; one of them must be above 0")
	}
	return first(checkRequest(m.V, m.Kind, m.ID), checkRun(m.Kind, m.Run), checkNames(m.Kind, "methods", m.Methods),
		checkRange("gradients", m.Gradients, 0, maxContestDensity), checkRange("seconds", m.Seconds, 0, maxSeconds))
}

// Contested answers Contest at its end.
type Contested struct {
	V    int    `js:"v"`
	Kind string `js:"kind"`
	ID   int    `js:"id"`
	Run  int    `js:"run"`
}

// Stand asks how the methods of the newest contest stand, and what they say about a row of the table.
type Stand struct {
	V     float64 `js:"v"`
	Kind  string  `js:"kind"`
	ID    float64 `js:"id"`
	Run   float64 `js:"run"`
	Set   string  `js:"set"` // "train" or "test"
	Row   float64 `js:"row"` // from 0 in the set
	Lang  string  `js:"lang"`
	Width float64 `js:"width"` // of the figure of a tree, CSS pixels
}

// Validate checks the row's place and the width.
func (m *Stand) Validate() error {
	return first(checkRequest(m.V, m.Kind, m.ID), checkRun(m.Kind, m.Run), checkOption("set", m.Set, "train", "test"), checkWhole("row", m.Row, 0, maxWhole),
		checkRange("width", m.Width, 100, MaxWidth), checkLang(m.Lang))
}

// Stood answers Stand.
type Stood struct {
	V        int        `js:"v"`
	Kind     string     `js:"kind"`
	ID       int        `js:"id"`
	Run      int        `js:"run"`
	Task     string     `js:"task"`
	Progress float64    `js:"progress"`
	Words    []string   `js:"words"` // what differs, and what the figures say of why
	Truth    float64    `js:"truth"` // response or class number of the row
	TestRows int        `js:"testRows"`
	Methods  []Standing `js:"methods"`
}

// Standing is how a method stands; see compare.Standing. Scores are MSEs (original units squared) or accuracies, of
// test rows where there are any. NaN marks what is not known, or what the method does not have.
type Standing struct {
	Method          string    `js:"method"`
	Name            string    `js:"name"`
	Hard            bool      `js:"hard"` // its splits are hard
	Done            bool      `js:"done"`
	Ready           bool      `js:"ready"`
	Failed          string    `js:"failed"`
	Score           float64   `js:"score"` // of the posterior mean
	ScoreError      float64   `js:"scoreError"`
	MonteCarlo      float64   `js:"monteCarlo"`
	Own             float64   `js:"own"` // mean over draws of each draw's own score
	Train           float64   `js:"train"`
	TrainError      float64   `js:"trainError"`
	OwnTrain        float64   `js:"ownTrain"`
	LogScore        float64   `js:"logScore"`
	LogScoreError   float64   `js:"logScoreError"`
	Coverage        float64   `js:"coverage"`   // regression
	Difference      float64   `js:"difference"` // of the score to that of the first method, on the same test rows
	DifferenceError float64   `js:"differenceError"`
	Leaves          []float64 `js:"leaves"` // share of the trees with 1, 2, ... leaves
	EffectiveSize   float64   `js:"effectiveSize"`
	RHat            float64   `js:"rHat"`
	Acceptance      float64   `js:"acceptance"`
	Chains          int       `js:"chains"`
	Iterations      int       `js:"iterations"`
	Draws           int       `js:"draws"`
	Gradients       int       `js:"gradients"`
	Marginals       int       `js:"marginals"`
	Seconds         float64   `js:"seconds"`
	Used            float64   `js:"used"`
	Digest          string    `js:"digest"`
	Mean            float64   `js:"mean"` // of the row: regression, up to High
	Low             float64   `js:"low"`
	High            float64   `js:"high"`
	Class           int       `js:"class"` // classification: number of the likeliest, and its probability
	Probability     float64   `js:"probability"`
	TreeShare       float64   `js:"treeShare"`  // posterior probability of the most probable tree
	Tree            string    `js:"tree"`       // SVG, as those below
	Prediction      string    `js:"prediction"` // of the row
	LeavesFigure    string    `js:"leavesFigure"`
	ScoreFigure     string    `js:"scoreFigure"`
}
