// This file runs small tables to the end, through the loop and packed messages,
// and asks every question.

package study

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"dcctree/core/compare"
	"dcctree/core/dcc"
)

// scheduler is what gives jobs: a run, a comparison or a contest.
type scheduler interface {
	Next() []dcc.Job
	Report(dcc.Result) []dcc.Step
	Done() bool
}

// work carries out jobs until there are none, the newest first, so that results come out of order; jobs and results are
// packed, as for workers.
func work(t *testing.T, p *dcc.Problem, s scheduler, told func(dcc.Step)) {
	t.Helper()
	for done := map[int]bool{}; !s.Done(); {
		jobs := s.Next()
		for i := len(jobs) - 1; i >= 0; i-- {
			if done[jobs[i].ID] {
				continue
			}
			done[jobs[i].ID] = true
			for _, step := range s.Report(carryOut(t, p, jobs[i])) {
				told(step)
			}
		}
	}
}

func carryOut(t *testing.T, p *dcc.Problem, job dcc.Job) dcc.Result {
	t.Helper()
	j, err := compare.UnpackJob(compare.PackJob(job))
	if err != nil {
		t.Fatal(err)
	}
	result, err := dcc.Execute(p, j, func() {})
	if err != nil {
		t.Fatal(err)
	}
	r, err := compare.UnpackResult(compare.PackResult(j.Kind, result))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// finish runs r to its end.
func finish(t *testing.T, r *Run) (steps []*StepEvent) {
	t.Helper()
	work(t, r.Problem, r.Sampler, func(s dcc.Step) { steps = append(steps, r.Step(s, 1.5)) })
	return steps
}

func TestStepsTellTheRun(t *testing.T) {
	r := mustNew(t, stepTable(t, 40), wishes(), nil)
	steps := finish(t, r)
	for i, s := range steps {
		if s.Index != i+1 || s.TopologyKey == "" || s.Words == "" || s.Seconds != 1.5 || len(s.Weights) == 0 ||
			len(s.Weights) > MaxTerms || s.Terms == nil || s.Activated == nil || s.Removed == nil ||
			(s.Step == "visit") != (s.Proposal.Move != "") {
			t.Errorf("step %d: %+v", i+1, s)
		}
		if last := i == len(steps)-1; s.Done != last || (s.Progress == 1) != last {
			t.Errorf("step %d of %d: done %v, progress %v", i+1, len(steps), s.Done, s.Progress)
		}
	}
	if visits := steps[len(steps)-1].Iteration; visits != 4 || r.Steps() != len(steps) {
		t.Errorf("%d visits, want 4; %d steps counted of %d", visits, r.Steps(), len(steps))
	}
}

// TestSameBitsAsGoroutines: packing and the order of results change nothing.
func TestSameBitsAsGoroutines(t *testing.T) {
	a, b := mustNew(t, stepTable(t, 40), wishes(), nil), mustNew(t, stepTable(t, 40), wishes(), nil)
	finish(t, a)
	if err := dcc.Run(b.Problem, b.Sampler, 3, func(s dcc.Step) { b.Step(s, 0) }); err != nil {
		t.Fatal(err)
	}
	// which tells every bit, and NaN of NaN nothing
	one, native := fmt.Sprint(a.Topologies()), fmt.Sprint(b.Topologies())
	if one != native {
		t.Errorf("packed %v\ngoroutines %v", one, native)
	}
}

func TestNothingIsKnownBeforeTheFirstStep(t *testing.T) {
	r := mustNew(t, stepTable(t, 40), wishes(), nil)
	if m, bulk := spread(r.Topologies()); m.Texts != "[]" || len(m.Names) != 0 || len(bulk) != 0 {
		t.Errorf("ranked %+v with %d numbers", m, len(bulk))
	}
	_, err := r.Metrics()
	_, _, err2 := r.Predict(&PredictOptions{Set: "test", Rows: 1}, []float64{0})
	_, err3 := r.Figure(&FigureOptions{Name: "tree", Width: 500})
	for _, err := range []error{err, err2, err3} {
		if f := fault(t, err); f.Code != CodeNoResult {
			t.Errorf("%+v, want code no-result", f)
		}
	}
}

// TestTreesAddUp: the weights of the effective trees and of their parts add up to 1, each part is a measured topology,
// and the figure has a bar for each tree; before the first step there is none.
func TestTreesAddUp(t *testing.T) {
	r := mustNew(t, stepTable(t, 40), wishes(), nil)
	if m := r.Trees(); len(m) != 0 {
		t.Errorf("%+v", m)
	}
	finish(t, r)
	trees := r.Trees()
	measured := map[string]bool{}
	for _, row := range r.Topologies() {
		measured[row.Key] = true
	}
	total, parts := 0.0, 0.0
	for i, tree := range trees {
		total += tree.Weight
		if i > 0 && tree.Weight > trees[i-1].Weight || tree.WeightError < 0 && tree.WeightError != NotKnown ||
			tree.Name == "" {
			t.Errorf("tree %d: %+v", i, tree)
		}
		for _, part := range tree.Parts {
			parts += part.Weight
			if !measured[part.Topology] || !(part.Share > 0 && part.Share < 1+1e-12) {
				t.Errorf("a part of %s: %+v", tree.Name, part)
			}
		}
	}
	if math.Abs(total-1) > 1e-12 || math.Abs(parts-1) > 1e-12 {
		t.Errorf("weights add up to %v, those of the parts to %v", total, parts)
	}
	for _, name := range []string{"topologies", "effective-trees"} {
		drawn, err := r.Figure(&FigureOptions{Name: name, Width: 500, Limit: 60})
		if err != nil {
			t.Fatal(err)
		}
		want := map[string]int{"topologies": len(measured), "effective-trees": len(trees)}[name]
		got := strings.Count(drawn.SVG, `<g class="topo`)
		if got != min(60, want) || !strings.Contains(drawn.SVG, `id="`+name) {
			t.Errorf("%s: %d bars, want %d", name, got, want)
		}
	}
}

func TestAnswersOfARegression(t *testing.T) {
	r := mustNew(t, stepTable(t, 40), wishes(), nil)
	finish(t, r)
	rows := r.Topologies()
	answer, bulk := spread(rows)
	if n := len(rows); n == 0 || len(bulk) != n*len(answer.Names) {
		t.Fatalf("%d topologies, %d numbers", n, len(bulk))
	}
	sum := 0.0
	for i, row := range rows {
		if at := bulk[i*len(answer.Names)+slices.Index(answer.Names, "weight")]; at != row.Weight {
			t.Errorf("weight %v crosses as %v", row.Weight, at)
		}
		sum += row.Weight
	}
	if math.Abs(sum-1) > 1e-12 {
		t.Errorf("the weights add up to %v", sum)
	}
	m, err := r.Metrics()
	if err != nil {
		t.Fatal(err)
	}
	// The noise is at most 0.1 and the step is 2 high: a tree leaves a tenth of the baseline's error at most.
	if m.Train.Rows != 28 || m.Test.Rows != 12 || !(m.Test.MSE < 0.1*m.BaselineTest.MSE) ||
		!math.IsNaN(m.Train.Accuracy) {
		t.Errorf("measured %+v", m)
	}
	p, numbers, err := r.Predict(&PredictOptions{Set: "rows", Rows: 2, Columns: 2}, []float64{0.1, 0, 0.9, 1})
	if err != nil {
		t.Fatal(err)
	}
	if p.Rows != 2 || p.Columns != 5 || len(numbers) != 10 || math.Abs(numbers[0]-1) > 0.3 ||
		math.Abs(numbers[5]-3) > 0.3 || !math.IsNaN(numbers[4]) {
		t.Errorf("predictions %+v: %v, want means near 1 and 3 and no truth", p, numbers)
	}
	if !(numbers[2] < numbers[0] && numbers[0] < numbers[3]) {
		t.Errorf("interval %v to %v around %v", numbers[2], numbers[3], numbers[0])
	}
	_, numbers, err = r.Predict(&PredictOptions{Set: "train", Rows: 1}, []float64{27})
	if want := r.tables.Train.Y[27]; err != nil || numbers[4] != want {
		t.Errorf("truth of training row 27: %v, want %v; error %v", numbers, want, err)
	}
}

func TestAnswersOfAClassification(t *testing.T) {
	r := mustNew(t, classTable(t, 40), wishes(), nil)
	finish(t, r)
	p, numbers, err := r.Predict(&PredictOptions{Set: "test", Rows: 2}, []float64{0, 11})
	if err != nil {
		t.Fatal(err)
	}
	if p.Columns != 4 || !reflect.DeepEqual(p.Classes, []string{"high", "low"}) ||
		math.Abs(numbers[0]+numbers[1]-1) > 1e-9 {
		t.Errorf("predictions %+v: %v", p, numbers)
	}
	for i, at := range []int{0, 11} {
		if truth := numbers[i*4+3]; truth != float64(r.tables.Test.Class[at]) {
			t.Errorf("true class of test row %d: %v, want %d", at, truth, r.tables.Test.Class[at])
		}
	}
	if g := r.CART(); g.Leaves != 2 || g.Test.Accuracy != 1 || g.Test.Rows != r.tables.Test.N ||
		!math.IsNaN(g.Train.MSE) {
		t.Errorf("CART: %+v", g)
	}
	m, err := r.Metrics()
	if err != nil || !(m.Test.Accuracy > m.BaselineTest.Accuracy) || !math.IsNaN(m.Test.MSE) {
		t.Errorf("measured %+v, error %v", m, err)
	}
	if d, err := r.Figure(&FigureOptions{Name: "prediction", Set: "test", Width: 300}); err != nil ||
		!strings.HasPrefix(d.SVG, "<svg") {
		t.Errorf("figure of a class prediction: %v", err)
	}
}

func TestFigures(t *testing.T) {
	r := mustNew(t, stepTable(t, 40), wishes(), nil)
	finish(t, r)
	key := r.posterior.Topologies()[0].Topology.Key()
	for name, m := range map[string]*FigureOptions{
		"topologies":                   {Name: "topologies", Width: 500, Limit: 12, Topology: key},
		"best tree":                    {Name: "tree", Width: 500},
		"chosen tree":                  {Name: "tree", Width: 500, Topology: key},
		"prediction":                   {Name: "prediction", Width: 500, Set: "test", Row: 3},
		"prediction of a training row": {Name: "prediction", Width: 500, Set: "train"},
	} {
		d, err := r.Figure(m)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if !strings.HasPrefix(d.SVG, "<svg") || !strings.Contains(d.SVG, `width="500"`) {
			t.Errorf("%s: %+.100v", name, d)
		}
	}
}

func TestQuestionsThatDoNotFit(t *testing.T) {
	m := wishes()
	m.Holdout = 0
	r := mustNew(t, stepTable(t, 40), m, nil)
	finish(t, r)
	predict := func(q PredictOptions, bulk ...float64) error {
		_, _, err := r.Predict(&q, bulk)
		return err
	}
	draw := func(q FigureOptions) error {
		_, err := r.Figure(&q)
		return err
	}
	for name, test := range map[string]struct {
		err         error
		code, field string
	}{
		"no test rows":  {predict(PredictOptions{Set: "test", Rows: 1}, 0), CodeSetting, "set"},
		"row too large": {predict(PredictOptions{Set: "train", Rows: 1}, 40), CodeSetting, "row"},
		"row not whole": {predict(PredictOptions{Set: "train", Rows: 1}, 0.5), CodeSetting, "row"},
		"row not a number": {predict(PredictOptions{Set: "train", Rows: 1}, math.NaN()), CodeSetting,
			"row"},
		"too few numbers": {predict(PredictOptions{Set: "train", Rows: 2}, 0), CodeMessage, ""},
		"too few columns": {predict(PredictOptions{Set: "rows", Rows: 1, Columns: 1}, 0), CodeSetting,
			"rows"},
		"too few values": {predict(PredictOptions{Set: "rows", Rows: 1, Columns: 2}, 0), CodeMessage, ""},
		"infinite value": {predict(PredictOptions{Set: "rows", Rows: 1, Columns: 2}, 0, math.Inf(1)),
			CodeSetting, "rows"},
		"figure of a test row": {draw(FigureOptions{Name: "prediction", Set: "test", Width: 500}), CodeSetting,
			"set"},
		"no key": {draw(FigureOptions{Name: "tree", Width: 500, Topology: "2"}), CodeSetting,
			"topology"},
		"unknown topology": {draw(FigureOptions{Name: "tree", Width: 500, Topology: "1111100000100"}),
			CodeNoResult, "topology"},
	} {
		if f := fault(t, test.err); f.Code != test.code || f.Field != test.field {
			t.Errorf("%s: %+v, want code %q and field %q", name, f, test.code, test.field)
		}
	}
}
