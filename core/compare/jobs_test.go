// Tests of jobs as numbers and words.

package compare

import (
	"math"
	"reflect"
	"testing"

	"dcctree/core/conquer"
	"dcctree/core/dcc"
	"dcctree/core/dcc/search"
	"dcctree/core/hardtree"
	"dcctree/core/hmc"
	"dcctree/core/tree"
)

// TestJobsAndResultsArePackable: a field that Pack cannot carry would panic here.
func TestJobsAndResultsArePackable(t *testing.T) {
	state := hmc.State{Position: []float64{1, 2}, Metric: []float64{3, 4}, StepSize: 0.1, Bandwidth: 0.025,
		Warmed: 300}
	variant := dcc.Variant{Bandwidth: .05, PriorScale: 2, Fold: 3, Folds: 5}
	starts := []hardtree.Solution{
		{Score: 2, Splits: []hardtree.Split{{Threshold: tree.Threshold{Input: 1, At: .5}, Gap: .1}}},
	}
	reductions := []conquer.Reduction{{Split: 1, LogZ: -3, Error: .1, Points: []float64{1, 2, 3}}}
	found := &dcc.Measured{Proposals: []float64{1, 2, 3, 4}, LogWeights: []float64{-1, math.Inf(-1)}, Draws: 2,
		Evidence: dcc.Evidence{LogZ: -4, Trust: conquer.Exact, Audit: dcc.AuditReport{Done: true, Added: 2},
			Forecast: []float64{.25, .75}, ForecastDraws: 1}}
	for kind, test := range map[dcc.JobKind]struct {
		task  dcc.Task
		found any
	}{
		dcc.BurnIn: {&dcc.ChainTask{Visit: 1}, &dcc.ChainResult{}},
		dcc.Visit: {&dcc.ChainTask{Chain: 3, Visit: 9, State: state},
			&dcc.ChainResult{State: state, Draws: 2, ChainCounts: dcc.ChainCounts{Repairs: 1}}},
		dcc.Score:   {&search.ScoreTask{Starts: starts}, &dcc.Scored{Solutions: starts}},
		dcc.Measure: {&search.MeasureTask{Starts: starts, Reductions: reductions, Forecast: true}, found},
		dcc.Embed:   {&search.EmbedTask{Reductions: reductions, Draws: 5}, found},
		dcc.Audit:   {&search.AuditTask{Starts: starts, Reductions: reductions}, found},
		dcc.Other:   {&Stretch{Method: "cart", Count: 3}, &Stretched{Iterations: 3}},
	} {
		job := dcc.Job{ID: 7, Kind: kind, Topology: "11000", Variant: variant, Task: test.task}
		if back, err := UnpackJob(PackJob(job)); err != nil || !reflect.DeepEqual(job, back) {
			t.Errorf("%s: job came back as %+v, error %v", kind, back, err)
		}
		for _, result := range []dcc.Result{
			{ID: 7, Outcome: dcc.Sampled, Work: dcc.Work{Gradients: 1 << 40}, Seconds: .5,
				Found: test.found},
			{ID: 7, Outcome: dcc.LeftOut, Reason: "nothing"},
		} {
			back, err := UnpackResult(PackResult(kind, result))
			if err != nil || !reflect.DeepEqual(result, back) {
				t.Errorf("%s: result came back as %+v, error %v", kind, back, err)
			}
		}
	}
	numbers, words := PackJob(dcc.Job{Kind: dcc.Visit, Task: &dcc.ChainTask{}})
	for name, bad := range map[string][]string{"an unknown kind": append([]string{"mow"}, words[1:]...),
		"another kind": append([]string{"score"}, words[1:]...), "no words": nil} {
		if _, err := UnpackJob(numbers, bad); err == nil {
			t.Errorf("%s: no error", name)
		}
		if _, err := UnpackResult(numbers, bad); err == nil {
			t.Errorf("%s: no error of a result", name)
		}
	}
}
