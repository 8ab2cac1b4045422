// Tests of fits by all trees at once: options, answers as text, rows held out.

package study

import (
	"encoding/json"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"dcctree/core/alltrees"
	"dcctree/core/dataset"
	"dcctree/core/export"
	"dcctree/core/fit"
	"dcctree/core/words"
)

func fitWishes() *FitOptions {
	return &FitOptions{Task: "auto", Split: "random", Holdout: .3, HoldoutSeed: "1", Seed: "1",
		Scale: fit.AutoScale, Work: 2e6}
}

// The answer's text is what encoding/json makes of it, and the page's reader gets all of it back.
func TestFitAnswers(t *testing.T) {
	german := fitWishes()
	german.Split, german.Seed, german.Sharp, german.Lang = "published", "2", true, "de"
	for _, m := range []*FitOptions{fitWishes(), german} {
		p, err := Fit(classTable(t, 60), m, nil)
		if err != nil {
			t.Fatal(err)
		}
		stages, rounds := 0, 0
		p.Watch(func(s fit.Stage) {
			if s.Share < 0 || s.Share > 1 || s.Moves < 1 {
				t.Errorf("stage %+v", s)
			}
			stages++
		}, func(a *fit.Answer) {
			if a.Verdict.Next == 0 {
				t.Error("a round that another one follows names no next one")
			}
			rounds++
		})
		answer, err := p.Fit(alltrees.Alone)
		if err != nil {
			t.Fatal(err)
		}
		// a glimpse, and every round, also the last one, which smaller restarts follow
		if stages == 0 || rounds != 1+len(answer.Evidence.Rounds) {
			t.Errorf("%d stages and %d answers before the last of %d rounds", stages, rounds,
				len(answer.Evidence.Rounds))
		}
		text, err := export.JSON(answer)
		if err != nil {
			t.Fatal(err)
		}
		var back, same fit.Answer
		err = errors.Join(json.Unmarshal([]byte(text), &back), json.Unmarshal([]byte(text), &same))
		if err != nil {
			t.Fatal(err)
		}
		want, _ := json.Marshal(answer)
		for _, got := range []fit.Answer{back, same} {
			if text, _ := json.Marshal(got); string(text) != string(want) {
				t.Errorf("read back as %s, want %s", text, want)
			}
		}
	}
}

// The rows that are held out are those of a run with the same choices, where no row has a gap.
func TestFitHoldsOutTheRunsRows(t *testing.T) {
	for _, split := range []string{"random", "published"} {
		m, w := fitWishes(), wishes()
		m.Split, w.Split, w.Holdout, w.HoldoutSeed = split, split, .3, "1"
		table := classTable(t, 40)
		r := mustNew(t, table, w, nil)
		target, task, _ := aim(table, "", "auto")
		held, err := heldOut(table, target, task, m)
		if err != nil {
			t.Fatal(err)
		}
		var got []int
		for i := range table.Rows {
			if held[i] {
				got = append(got, table.FileRow(i))
			}
		}
		want := slices.Sorted(slices.Values(r.tables.Test.Rows))
		if !slices.Equal(got, want) {
			t.Errorf("%s: rows %v are held out, the run's are %v", split, got, want)
		}
	}
}

// What is wrong is said in the language asked for, with the option's name.
func TestFitFaults(t *testing.T) {
	bad := fitWishes()
	bad.Holdout = 2
	if f := FaultOf(bad.Validate()); f.Field != "holdout" {
		t.Errorf("got %v", f)
	}
	long := fitWishes()
	long.Seed = "x"
	if _, err := Fit(classTable(t, 20), long, nil); FaultOf(err).Field != "seed" {
		t.Errorf("got %v", err)
	}
	weighed := fitWishes()
	weighed.Weight = strings.Repeat("w", maxName+1)
	if err := weighed.Validate(); err == nil || !strings.HasPrefix(err.Error(), "weight has") {
		t.Errorf("got %v", err)
	}
	table := classTable(t, 20)
	weighed.Weight = table.SuggestTarget()
	if _, err := Fit(table, weighed, nil); FaultOf(err).Code != CodeFit {
		t.Errorf("the target as weight: %v", err)
	}
	few := fitWishes()
	few.Features = []string{}
	_, err := Fit(classTable(t, 20), few, nil)
	f := FaultOf(err)
	if f.Code != CodeFit || f.File == "" || f.In("de") == f.In(words.English) {
		t.Errorf("got %+v", f)
	}
}

// Numbers of the prior reach the fit, and what is none, is 0, or has no part in it is refused with its name.
func TestFitPrior(t *testing.T) {
	m := fitWishes()
	m.Prior = `{"root":0.5,"concentration":2}`
	if _, err := Fit(classTable(t, 20), m, nil); err != nil {
		t.Error(err)
	}
	if got, err := decodePrior(m.Prior); err != nil || got != (fit.Prior{Root: .5, Concentration: 2}) {
		t.Errorf("%+v, %v", got, err)
	}
	if got, err := decodePrior(""); err != nil || got != (fit.Prior{}) {
		t.Errorf("of nothing %+v, %v", got, err)
	}
	for text, want := range map[string]string{
		`{"roots":0.5}`: "concentration", `{"root":0}`: "prior.root is 0: give a number from 0.05 to 0.99",
		`{"root":"much"}`: "root is a", `{"root":2}`: "the root of the prior is 2",
		`{"leaf":2}`: "the leaf of the prior has no part", `{"root":null}`: "root", `[]`: "one object",
	} {
		m.Prior = text
		if _, err := Fit(classTable(t, 20), m, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}

// The trees are told as JSON text with the answer's digest; without an answer there are none.
func TestDrawnTreesOfAFit(t *testing.T) {
	m := fitWishes()
	m.Work = 1
	p, err := Fit(classTable(t, 30), m, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := DrawnTrees(nil, func() {}); FaultOf(err).Code != CodeNoResult {
		t.Errorf("without an answer: %v", err)
	}
	a, err := p.Fit(alltrees.Alone)
	if err != nil {
		t.Fatal(err)
	}
	told, err := DrawnTrees(p, func() {})
	if err != nil {
		t.Fatal(err)
	}
	var trees fit.DrawnTrees
	if err := json.Unmarshal([]byte(told.JSON), &trees); err != nil || trees.Digest != a.Digest {
		t.Errorf("%v: digest %q, want %q", err, trees.Digest, a.Digest)
	}
}

// One row is told as JSON text with a figure, of classes and of numbers; the axis of numbers is held.
func TestFitExplains(t *testing.T) {
	m := &FitExplainOptions{Row: 3, Leaves: 3, Width: 400, Lang: "de"}
	if err := m.Validate(); err != nil {
		t.Fatal(err)
	}
	if _, err := ExplainFit(nil, m); FaultOf(err).Code != CodeNoResult {
		t.Errorf("without an answer: %v", err)
	}
	for _, task := range []string{"classification", "regression"} {
		wishes := fitWishes()
		wishes.Work, wishes.Task, wishes.Target, wishes.Scale = 1, task, "", fit.PlainScale
		if task == "regression" {
			wishes.Target = "x1"
		}
		p, err := Fit(classTable(t, 30), wishes, nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := p.Fit(alltrees.Alone); err != nil {
			t.Fatal(err)
		}
		asked := *m
		asked.Low, asked.High = -9, 9
		told, err := ExplainFit(p, &asked)
		if err != nil {
			t.Fatal(err)
		}
		var e fit.Explained
		if err := json.Unmarshal([]byte(told.JSON), &e); err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(e.SVG, "<svg") || e.Prediction.Row != 3 || e.Changed || !e.Reads.Leaf {
			t.Errorf("%s: row %d, %+v, %.40s", task, e.Prediction.Row, e.Reads, e.SVG)
		}
		if task == "regression" && (len(e.Axis) != 2 || e.Axis[0] > -9 || e.Axis[1] < 9) {
			t.Errorf("the axis is %v", e.Axis)
		}
		for values, want := range map[string]string{"[": CodeSetting, `{"nothing": 1}`: CodeFit} {
			asked.Values = values
			if _, err := ExplainFit(p, &asked); FaultOf(err).Code != want {
				t.Errorf("%s: %v", values, err)
			}
		}
	}
	for _, bad := range []FitExplainOptions{{Leaves: 0, Width: 400}, {Leaves: 10, Width: 400},
		{Leaves: 3, Width: 9}, {Leaves: 3, Width: 400, Row: .5}, {Leaves: 3, Width: 400, Lang: "xx"},
		{Leaves: 3, Width: 400, Low: math.Inf(1)}} {
		if err := bad.Validate(); err == nil {
			t.Errorf("%+v is taken", bad)
		}
	}
}

// Parts that go on at a time count as if one followed the other, and the share never falls within a round.
func TestFitStagesTogether(t *testing.T) {
	at := func(moves, restart, fold int, share float64) fit.Stage {
		s := alltrees.Stage{Moves: moves, Restart: restart, Restarts: 2, Share: share}
		return fit.Stage{Stage: s, Fold: fold}
	}
	var f FitStages
	for i, c := range []struct {
		told fit.Stage
		want FitStage
	}{
		{at(5, 0, 0, .25), FitStage{Moves: 5, Restarts: 2, Restart: 0, Share: .25}},
		{at(5, 1, 0, .5), FitStage{Moves: 5, Restarts: 2, Restart: 0, Share: .75}},
		{at(5, 0, 0, .75), FitStage{Moves: 5, Restarts: 2, Restart: 1, Share: .25}},
		{at(5, 0, 0, 1), FitStage{Moves: 5, Restarts: 2, Restart: 1, Share: .5}},
		{at(5, 1, 0, 1), FitStage{Moves: 5, Restarts: 2, Restart: 1, Share: 1}},
		{at(5, 2, 0, 1), FitStage{Moves: 5, Restarts: 2, Restart: 2, Share: 1}}, // pooling
		{at(5, 1, 0, .25), FitStage{Moves: 5, Restarts: 2, Share: .25}},         // after a trial of 5
		{at(10, 1, 0, .5), FitStage{Moves: 10, Restarts: 2, Restart: 0, Share: .5}},
		{at(10, 0, 3, .5), FitStage{Moves: 10, Restarts: 2, Share: .5, Fold: 1}},
		{at(10, 1, 3, 1), FitStage{Moves: 10, Restarts: 2, Restart: 1, Share: 1, Fold: 1}},
		{at(10, 0, 1, .25), FitStage{Moves: 10, Restarts: 2, Share: .25, Fold: 2}},
	} {
		if got := *f.Add(c.told); got != c.want {
			t.Errorf("stage %d: %+v, want %+v", i, got, c.want)
		}
	}
}

// A figure of a fit is of the newest answer: the tree has no more leaves than are asked for, or stands whole.
func TestFitFigures(t *testing.T) {
	options := func(leaves float64) *FitFigureOptions {
		return &FitFigureOptions{Name: FitTreeFigure, Leaves: leaves, Width: 400, Lang: "de"}
	}
	var f *Fault
	if _, err := DrawFit(nil, options(1)); !errors.As(err, &f) || f.Code != CodeNoResult {
		t.Errorf("without an answer: %v", err)
	}
	leaf := func(mean float64) fit.Branch { return fit.Branch{Depth: 1, Rule: "x <= 2", Leaf: true, Mean: mean} }
	found := &SavedFit{Answer: fit.Answer{Used: []fit.Used{{Input: "x", Posterior: 1, Prior: .5}},
		Tree: fit.Tree{Branches: []fit.Branch{{}, leaf(71), leaf(72)}},
		Readable: []fit.Readable{{Leaves: 1, Branches: []fit.Branch{{Leaf: true, Mean: 41}}},
			{Leaves: 2, Branches: []fit.Branch{{}, leaf(51), leaf(52)}}}}}
	for leaves, want := range map[float64]string{1: "41", 2: "51", 8: "51", fit.WholeTree: "71"} {
		drawn, err := DrawFit(found, options(leaves))
		if err != nil || !strings.Contains(drawn.SVG, want) {
			t.Errorf("%v leaves: %v, and no %s in %v", leaves, err, want, drawn)
		}
	}
	used := &FitFigureOptions{Name: FitUsedFigure, Leaves: 1, Width: 400}
	if drawn, err := DrawFit(found, used); err != nil || !strings.Contains(drawn.SVG, "100") {
		t.Errorf("inputs: %v, %v", err, drawn)
	}
	for _, m := range []*FitFigureOptions{options(0), options(fit.WholeTree + 1), options(1.5),
		{Name: "price", Leaves: 1, Width: 400}, {Name: FitUsedFigure, Leaves: 1, Width: 1e9},
		{Name: FitUsedFigure, Leaves: 1, Width: 400, Lang: "la"}} {
		if err := m.Validate(); err == nil {
			t.Errorf("%+v is taken", m)
		}
	}
}

// Figures say median where the answer does (docs/fit.md): predictions and leaves with heavy tails on another scale, and
// leaves without a standard deviation there.
func TestFitFiguresOfMedians(t *testing.T) {
	m := fitWishes()
	m.Work, m.Noise, m.Target, m.Task = 1, fit.HeavyNoise, "y", "regression"
	for scale, want := range map[string]bool{fit.PlainScale: false, fit.LogScale: true} {
		m.Scale = scale
		p, err := Fit(table(t, "x,y\n"+strings.Repeat("1,1.5\n2,2.5\n3,9.5\n", 8)), m, nil)
		if err != nil {
			t.Fatal(err)
		}
		a, err := p.Fit(alltrees.Alone)
		if err != nil {
			t.Fatal(err)
		}
		told, err := ExplainFit(p, &FitExplainOptions{Row: 2, Leaves: 3, Width: 400})
		if err != nil {
			t.Fatal(err)
		}
		for what, text := range map[string]string{"prediction": told.JSON, "leaves": FitTree(a, 3, 400, "")} {
			if strings.Contains(text, "median ") != want || strings.Contains(text, "mean ") == want {
				t.Errorf("%s, on the scale %s: %s", what, scale, text)
			}
		}
		a.Noise = fit.CommonNoise
		if svg := FitTree(a, 3, 400, ""); strings.Contains(svg, "median ") {
			t.Errorf("leaves with normal noise and a deviation: %s", svg)
		}
		for i := range a.Tree.Branches {
			a.Tree.Branches[i].SD = 0
		}
		if svg := FitTree(a, fit.WholeTree, 400, ""); strings.Contains(svg, "median ") != a.Transformed() {
			t.Errorf("leaves without a deviation on the scale %s: %s", scale, svg)
		}
	}
}

// A second table is read as was asked of the first: both have names that are numbers, and decimal commas between
// commas, which neither shows by itself.
func TestSecondTableIsReadAsTheFirst(t *testing.T) {
	asked := &OpenOptions{Decimal: ",", Header: "yes"}
	open := func(name, text string, opt dataset.ReadOptions) *dataset.Table {
		table, err := dataset.ReadCSV(name, []byte(text), opt)
		if err != nil {
			t.Fatal(err)
		}
		return table
	}
	first := open("own.csv", "400,402,404\n\"1,5\",2,\"3,5\"\n\"2,5\",4,\"1,5\"\n3,6,\"2,5\"\n", asked.Options())
	second := open("more.csv", "400,402,404\n\"1,7\",2,\"3,1\"\n", TestOptions(asked.Options(), first))
	m := fitWishes()
	m.Target, m.Task, m.Test, m.Holdout = "404", "regression", true, 0
	if _, err := Fit(first, m, second); err != nil || second.Columns[0].Max != 1.7 {
		t.Errorf("%v: %+v", err, second.Columns)
	}
}
