// This file runs methods beside each other on a run's problem and describes how they stand.

package study

import (
	"math"

	"dcctree/core/chart"
	"dcctree/core/compare"
	"dcctree/core/dcc"
	"dcctree/core/posterior"
	"dcctree/core/words"
	"dcctree/wasm/protocol"
)

// Contest is a contest of methods on a run's problem, under way or at its end.
type Contest struct {
	run     *Run
	methods []compare.Method
	*compare.Contest
}

// Contest sets a contest up, in place of an earlier one. Neither the run nor what it found is changed by it.
func (r *Run) Contest(m *protocol.Contest) (*Contest, error) {
	c := &Contest{run: r}
	for _, name := range m.Methods {
		c.methods = append(c.methods, compare.Method(name))
	}
	var err error
	c.Contest, err = compare.New(r.tables, r.Problem, c.methods, compare.DefaultSettings(r.Problem), compare.Budget{Gradients: m.Gradients, Seconds: m.Seconds})
	if err != nil {
		return nil, protocol.SettingFault("methods", "cannot be compared: %v", err)
	}
	r.contest = c
	return c, nil
}

// Step tells how far the contest is that request id asked for.
func (c *Contest) Step(id int, _ dcc.Step) *protocol.Comparing {
	return &protocol.Comparing{V: protocol.Version, Kind: protocol.KindComparing, ID: id, Run: c.run.Number, Progress: c.Progress()}
}

// Answer tells request id that the contest is at its end.
func (c *Contest) Answer(id int) any {
	return &protocol.Contested{V: protocol.Version, Kind: protocol.KindContested, ID: id, Run: c.run.Number}
}

// Stood answers m; refused where there was no contest.
func (r *Run) Stood(m *protocol.Stand) (*protocol.Stood, error) {
	c := r.contest
	if c == nil {
		return nil, &protocol.Fault{Code: protocol.CodeNoResult, Message: "No methods were run beside each other yet.", German: "Noch liefen keine Verfahren nebeneinander."}
	}
	row, truth, err := r.tableRow(m.Set, m.Row)
	if err != nil {
		return nil, err
	}
	all := c.Standings()
	out := &protocol.Stood{V: protocol.Version, Kind: protocol.KindStood, ID: int(m.ID), Run: r.Number, Task: r.created.Task, Progress: c.Progress(),
		Words: append([]string{}, compare.Sentences(all, words.Lang(m.Lang))...), Truth: truth, Methods: []protocol.Standing{}}
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
func (r *Run) standing(s compare.Standing) protocol.Standing {
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
	out := protocol.Standing{Method: string(s.Method), Name: s.Method.Name(), Hard: s.Method.Hard(), Done: s.Done, Ready: s.Ready, Failed: s.Failed,
		Score: score, ScoreError: scoreError, MonteCarlo: s.MonteCarlo, Own: s.OwnTest, Train: train, TrainError: trainError, OwnTrain: s.OwnTrain,
		LogScore: logs.LogScore, LogScoreError: logs.LogScoreError, Coverage: logs.Coverage90, Difference: difference, DifferenceError: differenceError,
		Leaves: []float64{}, EffectiveSize: s.EffectiveSize, RHat: s.RHat, Acceptance: s.Acceptance, Chains: s.Chains, Iterations: s.Iterations, Draws: s.Draws,
		Gradients: s.Gradients, Marginals: s.Marginals, Seconds: s.Seconds, Used: s.Used, Digest: s.Digest,
		Mean: nan, Low: nan, High: nan, Probability: nan, TreeShare: nan}
	if !s.Ready {
		for _, x := range []*float64{&out.Score, &out.ScoreError, &out.Train, &out.TrainError, &out.LogScore, &out.LogScoreError, &out.Coverage, &out.Difference, &out.DifferenceError} {
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
func (c *Contest) drawScores(all []protocol.Standing) {
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
func (c *Contest) drawLeaves(all []protocol.Standing) {
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
func (c *Contest) drawPredictions(all []protocol.Standing, row []float64, truth float64, lang words.Lang) error {
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
			return Fault(err)
		}
		if c.run.regression() {
			grid := c.NumberFigure(c.methods[k], explained[k], known, 0, 0).Grid
			low, high = min(low, grid[0]), max(high, grid[len(grid)-1])
		}
	}
	low, high, _ = chart.Nice(low, high, 4)
	for k := range all {
		s, e := &all[k], explained[k]
		switch {
		case !s.Ready:
		case c.run.regression():
			fig := c.NumberFigure(c.methods[k], e, known, low, high)
			fig.Lang, fig.Width, fig.Min, fig.Max = lang, predictionWidth, low, high
			s.Mean, s.Low, s.High, s.Prediction = e.Mean, e.Low, e.High, chart.SmallPrediction(fig)
		default:
			fig := c.ClassFigure(c.methods[k], e)
			fig.Lang, fig.Width, fig.Baseline = lang, predictionWidth, -1
			if fig.Truth = -1; known != nil {
				fig.Truth = int(truth)
			}
			s.Class, s.Probability, s.Prediction = e.Class, e.Probabilities[e.Class], chart.SmallClasses(fig)
		}
	}
	return nil
}

// drawTrees adds each method's most probable tree.
func (c *Contest) drawTrees(all []protocol.Standing, m *protocol.Stand) {
	for k := range all {
		if fig, share, ok := c.Tree(c.methods[k]); ok {
			fig.Lang, fig.Width = words.Lang(m.Lang), m.Width
			all[k].Tree, all[k].TreeShare = chart.SmallTree(fig), share
		}
	}
}
