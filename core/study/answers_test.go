// This file runs small tables to the end, through the loop and packed messages,
// and asks every question.

package study

import (
	"encoding/json"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"dcctree/core/compare"
	"dcctree/core/dcc"
	"dcctree/wasm/coordinator/loop"
	"dcctree/wasm/protocol"
)

// inProcess is a host whose workers answer through packed messages, one job at
// a time, the newest first, so that results come out of order.
type inProcess struct {
	t       *testing.T
	run     *Run
	loop    *loop.Loop
	problem *dcc.Problem // as the workers read it
	jobs    []func()
	steps   []*protocol.Stepped
	ended   string

	comparison *Comparison
	comparing  []*protocol.Comparing
	compared   *protocol.Compared
}

func (h *inProcess) Prepare(int) {
	m, inputs, targets := protocol.ProblemOf(h.run.Problem, h.run.Settings)
	bulk := slices.Concat(inputs, targets)
	var err error
	if h.problem, err = m.Read(bulk); err != nil {
		h.t.Fatal(err)
	}
}

func (h *inProcess) Assign(worker, run int, job dcc.Job) {
	numbers, words := protocol.Pack(job)
	h.jobs = append(h.jobs, func() {
		var j dcc.Job
		if err := protocol.Unpack(numbers, words, &j); err != nil {
			h.t.Fatal(err)
		}
		execute := dcc.Execute
		if j.Kind == dcc.Other {
			execute = compare.Execute
		}
		result, err := execute(h.problem, j, func() { h.loop.Beat(worker) })
		if err != nil {
			h.t.Fatal(err)
		}
		numbers, words := protocol.Pack(result)
		var r dcc.Result
		if err := protocol.Unpack(numbers, words, &r); err != nil {
			h.t.Fatal(err)
		}
		h.loop.Result(worker, run, r)
	})
}

func (h *inProcess) Hold()                            { h.jobs = append(h.jobs, h.loop.Rested) }
func (h *inProcess) Replace(int, bool)                { h.t.Error("a worker was replaced") }
func (h *inProcess) Step(id int, s dcc.Step)          { h.steps = append(h.steps, h.run.Step(id, s, 1.5)) }
func (h *inProcess) Ended(_ int, state string)        { h.ended = state }
func (h *inProcess) Refused(_ int, f *protocol.Fault) { h.t.Errorf("refused: %v", f) }
func (h *inProcess) BesideStep(id int, s dcc.Step) {
	h.comparing = append(h.comparing, h.comparison.Step(id, s))
}
func (h *inProcess) BesideDone(id int)           { h.compared = h.comparison.Result(id) }
func (h *inProcess) Notice(kind, text, _ string) { h.t.Errorf("notice %s: %s", kind, text) }

// finish runs r to its end on that many workers.
func finish(t *testing.T, r *Run, workers int) []*protocol.Stepped {
	t.Helper()
	h := &inProcess{t: t, run: r}
	h.loop = loop.New(h)
	h.loop.Load(r.Sampler, 1000)
	for w := range workers {
		h.loop.Join(w + 1)
		h.loop.Ready(w + 1)
	}
	h.loop.Run(1)
	h.work()
	if h.ended != protocol.StateDone {
		t.Fatalf("the run ended %q", h.ended)
	}
	return h.steps
}

// work carries out jobs until there are none.
func (h *inProcess) work() {
	for len(h.jobs) > 0 {
		last := h.jobs[len(h.jobs)-1]
		h.jobs = h.jobs[:len(h.jobs)-1]
		last()
	}
}

func TestStepsTellTheRun(t *testing.T) {
	r := mustNew(t, stepTable(t, 40), wishes(), nil)
	steps := finish(t, r, 2)
	for i, s := range steps {
		if s.Index != i+1 || s.Run != 3 || s.TopologyKey == "" || s.Words == "" || s.Seconds != 1.5 || len(s.Weights) == 0 || len(s.Weights) > protocol.MaxTerms ||
			s.Terms == nil || s.Activated == nil || s.Removed == nil || (s.Step == "visit") != (s.Proposal.Move != "") {
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

// TestSameBitsAsGoroutines: the loop, the packed messages and the order of
// results change nothing.
func TestSameBitsAsGoroutines(t *testing.T) {
	a, b, c := mustNew(t, stepTable(t, 40), wishes(), nil), mustNew(t, stepTable(t, 40), wishes(), nil), mustNew(t, stepTable(t, 40), wishes(), nil)
	finish(t, a, 1)
	finish(t, b, 4)
	if err := dcc.Run(c.Problem, c.Sampler, 3, func(s dcc.Step) { c.Step(0, s, 0) }); err != nil {
		t.Fatal(err)
	}
	_, one := a.Ranked(1)
	_, four := b.Ranked(1)
	_, native := c.Ranked(1)
	same := func(a, b float64) bool { return math.Float64bits(a) == math.Float64bits(b) } // an error that is not known is no number
	if !slices.EqualFunc(one, four, same) || !slices.EqualFunc(one, native, same) {
		t.Errorf("1 worker %v\n4 workers %v\ngoroutines %v", one, four, native)
	}
}

func TestNothingIsKnownBeforeTheFirstStep(t *testing.T) {
	r := mustNew(t, stepTable(t, 40), wishes(), nil)
	if m, bulk := r.Ranked(4); m.ID != 4 || m.Rows != "[]" || len(bulk) != 0 {
		t.Errorf("ranked %+v with %d numbers", m, len(bulk))
	}
	_, err := r.Measured(1)
	_, _, err2 := r.Predictions(&protocol.Predict{Set: "test", Rows: 1}, []float64{0})
	_, err3 := r.Drawn(&protocol.Figure{Name: "tree", Width: 500})
	for _, err := range []error{err, err2, err3} {
		if f := fault(t, err); f.Code != protocol.CodeNoResult {
			t.Errorf("%+v, want code no-result", f)
		}
	}
}

// TestTreesAddUp: the weights of the effective trees and of their parts add up to 1, each part is a measured topology,
// and the figure has a bar for each tree; before the first step there is none.
func TestTreesAddUp(t *testing.T) {
	r := mustNew(t, stepTable(t, 40), wishes(), nil)
	if m := r.TreesRanked(4); m.ID != 4 || m.Rows != "[]" {
		t.Errorf("%+v", m)
	}
	finish(t, r, 2)
	var trees []protocol.TreeRow
	if err := json.Unmarshal([]byte(r.TreesRanked(5).Rows), &trees); err != nil {
		t.Fatal(err)
	}
	ranked, _ := r.Ranked(6)
	measured := map[string]bool{}
	for _, row := range rowsOf(t, ranked) {
		measured[row.Key] = true
	}
	total, parts := 0.0, 0.0
	for i, tree := range trees {
		total += tree.Weight
		if i > 0 && tree.Weight > trees[i-1].Weight || tree.WeightError < 0 && tree.WeightError != protocol.NotKnown || tree.Name == "" {
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
		drawn, err := r.Drawn(&protocol.Figure{Name: name, Width: 500, Limit: 60})
		if err != nil {
			t.Fatal(err)
		}
		want := map[string]int{"topologies": len(measured), "effective-trees": len(trees)}[name]
		if got := strings.Count(drawn.SVG, `<g class="topo`); got != min(60, want) || !strings.Contains(drawn.SVG, `id="`+name) {
			t.Errorf("%s: %d bars, want %d", name, got, want)
		}
	}
}

func TestAnswersOfARegression(t *testing.T) {
	r := mustNew(t, stepTable(t, 40), wishes(), nil)
	finish(t, r, 2)
	ranked, bulk := r.Ranked(5)
	rows := rowsOf(t, ranked)
	if n := len(rows); n == 0 || len(bulk) != n*protocol.RankedColumns {
		t.Fatalf("%d topologies, %d numbers", len(rows), len(bulk))
	}
	sum := 0.0
	for i := range rows {
		sum += bulk[i*protocol.RankedColumns]
	}
	if math.Abs(sum-1) > 1e-12 {
		t.Errorf("the weights add up to %v", sum)
	}
	m, err := r.Measured(6)
	if err != nil {
		t.Fatal(err)
	}
	// The noise is at most 0.1 and the step is 2 high: a tree leaves a tenth of the baseline's error at most.
	if m.ID != 6 || m.Train.Rows != 28 || m.Test.Rows != 12 || !(m.Test.MSE < 0.1*m.BaselineTest.MSE) || !math.IsNaN(m.Train.Accuracy) {
		t.Errorf("measured %+v", m)
	}
	p, numbers, err := r.Predictions(&protocol.Predict{ID: 8, Set: "rows", Rows: 2, Columns: 2}, []float64{0.1, 0, 0.9, 1})
	if err != nil {
		t.Fatal(err)
	}
	if p.ID != 8 || p.Rows != 2 || p.Columns != 5 || len(numbers) != 10 || math.Abs(numbers[0]-1) > 0.3 || math.Abs(numbers[5]-3) > 0.3 || !math.IsNaN(numbers[4]) {
		t.Errorf("predictions %+v: %v, want means near 1 and 3 and no truth", p, numbers)
	}
	if !(numbers[2] < numbers[0] && numbers[0] < numbers[3]) {
		t.Errorf("interval %v to %v around %v", numbers[2], numbers[3], numbers[0])
	}
	_, numbers, err = r.Predictions(&protocol.Predict{Set: "train", Rows: 1}, []float64{27})
	if want := r.tables.Train.Y[27]; err != nil || numbers[4] != want {
		t.Errorf("truth of training row 27: %v, want %v; error %v", numbers, want, err)
	}
}

func TestAnswersOfAClassification(t *testing.T) {
	r := mustNew(t, classTable(t, 40), wishes(), nil)
	finish(t, r, 2)
	p, numbers, err := r.Predictions(&protocol.Predict{Set: "test", Rows: 2}, []float64{0, 11})
	if err != nil {
		t.Fatal(err)
	}
	if p.Columns != 4 || !reflect.DeepEqual(p.Classes, []string{"high", "low"}) || math.Abs(numbers[0]+numbers[1]-1) > 1e-9 {
		t.Errorf("predictions %+v: %v", p, numbers)
	}
	for i, at := range []int{0, 11} {
		if truth := numbers[i*4+3]; truth != float64(r.tables.Test.Class[at]) {
			t.Errorf("true class of test row %d: %v, want %d", at, truth, r.tables.Test.Class[at])
		}
	}
	if g := r.Grown(9); g.ID != 9 || g.Run != 3 || g.Leaves != 2 || g.Test.Accuracy != 1 || g.Test.Rows != r.tables.Test.N || !math.IsNaN(g.Train.MSE) {
		t.Errorf("CART: %+v", g)
	}
	m, err := r.Measured(1)
	if err != nil || !(m.Test.Accuracy > m.BaselineTest.Accuracy) || !math.IsNaN(m.Test.MSE) {
		t.Errorf("measured %+v, error %v", m, err)
	}
	if d, err := r.Drawn(&protocol.Figure{Name: "prediction", Set: "test", Width: 300}); err != nil || !strings.HasPrefix(d.SVG, "<svg") {
		t.Errorf("figure of a class prediction: %v", err)
	}
}

func TestFigures(t *testing.T) {
	r := mustNew(t, stepTable(t, 40), wishes(), nil)
	finish(t, r, 1)
	key := r.posterior.Topologies()[0].Topology.Key()
	for name, m := range map[string]*protocol.Figure{
		"topologies": {ID: 2, Name: "topologies", Width: 500, Limit: 12, Topology: key}, "best tree": {ID: 2, Name: "tree", Width: 500},
		"chosen tree": {ID: 2, Name: "tree", Width: 500, Topology: key}, "prediction": {ID: 2, Name: "prediction", Width: 500, Set: "test", Row: 3},
		"prediction of a training row": {ID: 2, Name: "prediction", Width: 500, Set: "train"},
	} {
		d, err := r.Drawn(m)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if d.ID != 2 || d.Run != 3 || !strings.HasPrefix(d.SVG, "<svg") || !strings.Contains(d.SVG, `width="500"`) {
			t.Errorf("%s: %+.100v", name, d)
		}
	}
}

func TestQuestionsThatDoNotFit(t *testing.T) {
	m := wishes()
	m.Holdout = 0
	r := mustNew(t, stepTable(t, 40), m, nil)
	finish(t, r, 2)
	predict := func(q protocol.Predict, bulk ...float64) error {
		_, _, err := r.Predictions(&q, bulk)
		return err
	}
	draw := func(q protocol.Figure) error {
		_, err := r.Drawn(&q)
		return err
	}
	for name, test := range map[string]struct {
		err         error
		code, field string
	}{
		"no test rows":         {predict(protocol.Predict{Set: "test", Rows: 1}, 0), protocol.CodeSetting, "set"},
		"row too large":        {predict(protocol.Predict{Set: "train", Rows: 1}, 40), protocol.CodeSetting, "row"},
		"row not whole":        {predict(protocol.Predict{Set: "train", Rows: 1}, 0.5), protocol.CodeSetting, "row"},
		"row not a number":     {predict(protocol.Predict{Set: "train", Rows: 1}, math.NaN()), protocol.CodeSetting, "row"},
		"too few numbers":      {predict(protocol.Predict{Set: "train", Rows: 2}, 0), protocol.CodeMessage, ""},
		"too few columns":      {predict(protocol.Predict{Set: "rows", Rows: 1, Columns: 1}, 0), protocol.CodeSetting, "rows"},
		"too few values":       {predict(protocol.Predict{Set: "rows", Rows: 1, Columns: 2}, 0), protocol.CodeMessage, ""},
		"infinite value":       {predict(protocol.Predict{Set: "rows", Rows: 1, Columns: 2}, 0, math.Inf(1)), protocol.CodeSetting, "rows"},
		"figure of a test row": {draw(protocol.Figure{Name: "prediction", Set: "test", Width: 500}), protocol.CodeSetting, "set"},
		"no key":               {draw(protocol.Figure{Name: "tree", Width: 500, Topology: "2"}), protocol.CodeSetting, "topology"},
		"unknown topology":     {draw(protocol.Figure{Name: "tree", Width: 500, Topology: "1111100000100"}), protocol.CodeNoResult, "topology"},
	} {
		if f := fault(t, test.err); f.Code != test.code || f.Field != test.field {
			t.Errorf("%s: %+v, want code %q and field %q", name, f, test.code, test.field)
		}
	}
}

// rowsOf reads the words of ranked topologies.
func rowsOf(t *testing.T, m *protocol.Ranked) (rows []protocol.RankedRow) {
	t.Helper()
	if err := json.Unmarshal([]byte(m.Rows), &rows); err != nil {
		t.Fatal(err)
	}
	return rows
}
