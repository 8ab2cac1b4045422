// This file runs methods beside each other on a run's problem and describes how they stand.

package study

import (
	"math"

	"dcctree/core/chart"
	"dcctree/core/compare"
	"dcctree/core/dcc"
	"dcctree/core/posterior"
	"dcctree/core/words"
)

// Limits of a contest.
const (
	maxMethods        = 16
	maxSeconds        = 86400
	maxContestDensity = 1e12
)

// ContestOptions asks to run methods on the run's problem, each until a bound is reached that is not 0.
type ContestOptions struct {
	Methods   []string `js:"methods"`   // compare.Method
	Gradients float64  `js:"gradients"` // of each method, see compare.Budget
	Seconds   float64  `js:"seconds"`   // of each method, of one worker's time
}

// Validate checks the budget; methods are for package compare to judge.
func (m *ContestOptions) Validate() error {
	if n := len(m.Methods); n < 1 || n > maxMethods {
		return optionFault("methods", "holds %d names; it must hold 1 to %d", n, maxMethods)
	}
	if m.Gradients == 0 && m.Seconds == 0 {
		return optionFault("seconds", "is 0, as is gradients; one of them must be above 0")
	}
	return firstError(checkNames("methods", m.Methods),
		checkRange("gradients", m.Gradients, 0, maxContestDensity),
		checkRange("seconds", m.Seconds, 0, maxSeconds))
}

// StandingsOptions asks how the methods of the newest contest stand, and what they say about a row of the table.
type StandingsOptions struct {
	Set   string  `js:"set"` // "train" or "test"
	Row   float64 `js:"row"` // from 0 in the set
	Lang  string  `js:"lang"`
	Width float64 `js:"width"` // of the figure of a tree, CSS pixels
}

// Validate checks the row's place and the width.
func (m *StandingsOptions) Validate() error {
	return firstError(checkOption("set", m.Set, "train", "test"), checkWhole("row", m.Row, 0, maxWhole),
		checkRange("width", m.Width, 100, MaxWidth), checkLang(m.Lang))
}

// Standings answers StandingsOptions.
type Standings struct {
	Task     string     `js:"task"`
	Progress float64    `js:"progress"`
	Words    []string   `js:"words"`                // what differs, and what the figures say of why
	Truth    float64    `js:"truth" optional:"yes"` // response or class number of the row
	TestRows int        `js:"testRows"`
	Methods  []Standing `js:"methods"`
}

// Standing is how a method stands; see compare.Standing. Scores are MSEs (original units squared) or accuracies, of
// test rows where there are any. NaN marks what is not known, or what the method does not have.
type Standing struct {
	Method        string  `js:"method"`
	Name          string  `js:"name"`
	Hard          bool    `js:"hard"` // its splits are hard
	Done          bool    `js:"done"`
	Ready         bool    `js:"ready"`
	Failed        string  `js:"failed" optional:"yes"`
	Score         float64 `js:"score" optional:"yes"` // of the posterior mean
	ScoreError    float64 `js:"scoreError" optional:"yes"`
	MonteCarlo    float64 `js:"monteCarlo" optional:"yes"`
	Own           float64 `js:"own" optional:"yes"` // mean over draws of each draw's own score
	Train         float64 `js:"train" optional:"yes"`
	TrainError    float64 `js:"trainError" optional:"yes"`
	OwnTrain      float64 `js:"ownTrain" optional:"yes"`
	LogScore      float64 `js:"logScore" optional:"yes"`
	LogScoreError float64 `js:"logScoreError" optional:"yes"`
	Coverage      float64 `js:"coverage" optional:"yes"` // regression
	// of the score to that of the first method, on the same test rows
	Difference      float64   `js:"difference" optional:"yes"`
	DifferenceError float64   `js:"differenceError" optional:"yes"`
	Leaves          []float64 `js:"leaves"` // share of the trees with 1, 2, ... leaves
	EffectiveSize   float64   `js:"effectiveSize" optional:"yes"`
	RHat            float64   `js:"rHat" optional:"yes"`
	Acceptance      float64   `js:"acceptance" optional:"yes"`
	Chains          int       `js:"chains"`
	Iterations      int       `js:"iterations"`
	Draws           int       `js:"draws"`
	Gradients       int       `js:"gradients"`
	Marginals       int       `js:"marginals"`
	Seconds         float64   `js:"seconds"`
	Used            float64   `js:"used"`
	Digest          string    `js:"digest" optional:"yes"`
	Mean            float64   `js:"mean" optional:"yes"` // of the row: regression, up to High
	Low             float64   `js:"low" optional:"yes"`
	High            float64   `js:"high" optional:"yes"`
	Class           int       `js:"class"` // classification: number of the likeliest, and its probability
	Probability     float64   `js:"probability" optional:"yes"`
	TreeShare       float64   `js:"treeShare" optional:"yes"`  // posterior probability of the most probable tree
	Tree            string    `js:"tree" optional:"yes"`       // SVG, as those below
	Prediction      string    `js:"prediction" optional:"yes"` // of the row
	LeavesFigure    string    `js:"leavesFigure" optional:"yes"`
	ScoreFigure     string    `js:"scoreFigure" optional:"yes"`
}

// Contest is a contest of methods on a run's problem, under way or at its end.
type Contest struct {
	run     *Run
	methods []compare.Method
	*compare.Contest
}

// Contest sets a contest up, in place of an earlier one. Neither the run nor what it found is changed by it.
func (r *Run) Contest(m *ContestOptions) (*Contest, error) {
	c := &Contest{run: r}
	for _, name := range m.Methods {
		c.methods = append(c.methods, compare.Method(name))
	}
	var err error
	c.Contest, err = compare.New(r.tables, r.Problem, c.methods, compare.DefaultSettings(r.Problem),
		compare.Budget{Gradients: m.Gradients, Seconds: m.Seconds})
	if err != nil {
		return nil, optionFault("methods", "cannot be compared: %v", err)
	}
	r.contest = c
	return c, nil
}

// Step describes how far the contest is.
func (c *Contest) Step(dcc.Step) *Progress {
	return &Progress{Progress: c.Progress()}
}

// Answer is nil: Run.Standings has what a contest found, also while it goes on.
func (c *Contest) Answer() any { return nil }

// Standings answers m; refused where there was no contest.
func (r *Run) Standings(m *StandingsOptions) (*Standings, error) {
	c := r.contest
	if c == nil {
		return nil, &Fault{Code: CodeNoResult, Said: words.Of("fault.methods")}
	}
	row, truth, err := r.tableRow(m.Set, m.Row)
	if err != nil {
		return nil, err
	}
	all := c.Standings()
	out := &Standings{Task: r.created.Task, Progress: c.Progress(),
		Words: append([]string{}, compare.Sentences(all, words.Lang(m.Lang))...), Truth: truth,
		Methods: []Standing{}}
	if r.tables.Test != nil {
		out.TestRows = r.tables.Test.N
	}
	for _, s := range all {
		out.Methods = append(out.Methods, r.standing(s))
	}
	c.drawScores(out.Methods)
	c.drawLeaves(out.Methods)
	if err := c.drawPredictions(out.Methods, row, truth, words.Lang(m.Lang)); err != nil {
		return nil, err
	}
	c.drawTrees(out.Methods, m)
	return out, nil
}

// Widths of the figures in a row of the table, px.
const (
	scoreWidth      = 104
	leavesWidth     = 104
	predictionWidth = 176
)

// standing writes one method's figures down.
func (r *Run) standing(s compare.Standing) Standing {
	nan := math.NaN()
	score, scoreError := measureOf(s.Test, r.regression())
	if s.Test.Rows == 0 {
		score, scoreError = measureOf(s.Train, r.regression())
	}
	train, trainError := measureOf(s.Train, r.regression())
	difference, differenceError := s.Paired.MSE, s.Paired.MSEError
	if !r.regression() {
		difference, differenceError = s.Paired.Accuracy, s.Paired.AccuracyError
	}
	logs := s.Test
	if logs.Rows == 0 {
		logs = s.Train
	}
	out := Standing{Method: string(s.Method), Name: s.Method.Name(), Hard: s.Method.Hard(), Done: s.Done,
		Ready: s.Ready, Failed: s.Failed, Score: score, ScoreError: scoreError, MonteCarlo: s.MonteCarlo,
		Own: s.OwnTest, Train: train, TrainError: trainError, OwnTrain: s.OwnTrain, LogScore: logs.LogScore,
		LogScoreError: logs.LogScoreError, Coverage: logs.Coverage90, Difference: difference,
		DifferenceError: differenceError, Leaves: []float64{}, EffectiveSize: s.EffectiveSize, RHat: s.RHat,
		Acceptance: s.Acceptance, Chains: s.Chains, Iterations: s.Iterations, Draws: s.Draws,
		Gradients: s.Gradients, Marginals: s.Marginals, Seconds: s.Seconds, Used: s.Used, Digest: s.Digest,
		Mean: nan, Low: nan, High: nan, Probability: nan, TreeShare: nan}
	if !s.Ready {
		for _, x := range []*float64{&out.Score, &out.ScoreError, &out.Train, &out.TrainError, &out.LogScore,
			&out.LogScoreError, &out.Coverage, &out.Difference, &out.DifferenceError} {
			*x = nan
		}
	}
	for _, l := range s.Leaves {
		for len(out.Leaves) < l.Leaves {
			out.Leaves = append(out.Leaves, 0)
		}
		out.Leaves[l.Leaves-1] = l.Share
	}
	return out
}

// measureOf is the main score with its error.
func measureOf(s posterior.Scores, regression bool) (score, err float64) {
	if regression {
		return s.MSE, s.MSEError
	}
	return s.Accuracy, s.AccuracyError
}

// drawScores puts the scores on one scale.
func (c *Contest) drawScores(all []Standing) {
	var scores, errors []float64
	for _, s := range all {
		scores, errors = append(scores, s.Score), append(errors, s.ScoreError)
	}
	low, high := chart.SmallRange(scores, errors)
	for k := range all {
		if all[k].Ready {
			all[k].ScoreFigure = chart.SmallScore(all[k].Score, all[k].ScoreError, low, high, scoreWidth)
		}
	}
}

// drawLeaves puts the numbers of leaves on one axis.
func (c *Contest) drawLeaves(all []Standing) {
	most := 0
	for _, s := range all {
		for k, share := range s.Leaves {
			if share >= .005 {
				most = max(most, k+1)
			}
		}
	}
	for k := range all {
		if all[k].Ready {
			all[k].LeavesFigure = chart.SmallCounts(all[k].Leaves, most, leavesWidth)
		}
	}
}

// drawPredictions adds what each method predicts for the row, numbers on one axis.
func (c *Contest) drawPredictions(all []Standing, row []float64, truth float64, lang words.Lang) error {
	explained := make([]posterior.Explanation, len(all))
	low, high := truth, truth
	known := &truth
	if math.IsNaN(truth) {
		low, high, known = math.Inf(1), math.Inf(-1), nil
	}
	for k := range all {
		if !all[k].Ready {
			continue
		}
		var err error
		if explained[k], err = c.Explain(c.methods[k], row); err != nil {
			return faulty(err)
		}
		if c.run.regression() {
			grid := c.run.tables.NumberFigure(explained[k], known, 0, 0).Grid
			low, high = min(low, grid[0]), max(high, grid[len(grid)-1])
		}
	}
	low, high, _ = chart.Nice(low, high, 4)
	for k := range all {
		s, e := &all[k], explained[k]
		switch {
		case !s.Ready:
		case c.run.regression():
			fig := c.run.tables.NumberFigure(e, known, low, high)
			fig.Lang, fig.Width, fig.Min, fig.Max = lang, predictionWidth, low, high
			s.Mean, s.Low, s.High, s.Prediction = e.Mean, e.Low, e.High, chart.SmallPrediction(fig)
		default:
			fig := c.run.tables.ClassFigure(e)
			fig.Lang, fig.Width, fig.Baseline = lang, predictionWidth, -1
			if fig.Truth = -1; known != nil {
				fig.Truth = int(truth)
			}
			s.Class, s.Probability, s.Prediction = e.Class, e.Probabilities[e.Class],
				chart.SmallClasses(fig)
		}
	}
	return nil
}

// drawTrees adds each method's most probable tree.
func (c *Contest) drawTrees(all []Standing, m *StandingsOptions) {
	for k := range all {
		if fig, share, ok := c.Tree(c.methods[k]); ok {
			fig.Lang, fig.Width = words.Lang(m.Lang), m.Width
			all[k].Tree, all[k].TreeShare = chart.SmallTree(fig), share
		}
	}
}
