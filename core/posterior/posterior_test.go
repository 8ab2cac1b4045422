// Tests of predictions, scores and figures from draws that are set by hand.

package posterior

import (
	"errors"
	"math"
	"reflect"
	"strings"
	"testing"

	"dcctree/core/chart"
	"dcctree/core/dataset"
	"dcctree/core/dcc"
	"dcctree/core/random"
	"dcctree/core/topology"
	"dcctree/core/tree"
)

func near(t *testing.T, what string, got, want, tol float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tol) {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}

// frame returns rows x = 0, 1, ..., 10 with y = 3 below 5 and 5 above.
func frame(t *testing.T) *dataset.Frame {
	t.Helper()
	var x, y []float64
	for i := range 11 {
		x = append(x, float64(i))
		y = append(y, 3+2*math.Round(float64(i)/10))
	}
	table, err := dataset.FromColumns("steps", []dataset.Input{{Name: "x", Numbers: x}, {Name: "y", Numbers: y}})
	if err != nil {
		t.Fatal(err)
	}
	f, err := table.Frame("y", nil, dataset.Regression)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

var stump = topology.Root().Grow(0)

// single returns a posterior whose only topology is a stump at tau = .5 with leaves 3 and 5,
// sigma .25, as one draw, in the tables' scaled units.
func single(t *testing.T, standardize bool, kind Predictive) *Posterior {
	t.Helper()
	f := frame(t)
	tables := NewTables(f, f, standardize)
	set := dcc.DefaultSettings()
	set.BandwidthFinal = .001
	problem := &dcc.Problem{Data: tables.Data(), Settings: set, Seed: 1}
	p := New(tables, problem, kind)
	s := tables.Target
	theta := []float64{0, (3 - s.Mean) / s.SD, (5 - s.Mean) / s.SD, math.Log(.25 / s.SD)}
	p.put(stump, 1, theta)
	return p
}

// put adds a topology with equally weighted draws.
func (p *Posterior) put(t topology.Topology, weight float64, draws ...[]float64) {
	d := dcc.Draws{Dim: len(draws[0])}
	for _, theta := range draws {
		d.Points = append(d.Points, theta...)
		d.Shares = append(d.Shares, 1/float64(len(draws)))
	}
	p.insert(t, d)
	p.weights = append(p.weights, dcc.Summary{Topology: t, Weight: weight, Visits: 1})
}

// TestOneDraw: far from the threshold the predictive is N(leaf mean, .25^2); 90 % of a normal lie
// within 1.6448536 sd (tables of the normal distribution). Standardizing changes nothing.
func TestOneDraw(t *testing.T) {
	for _, standardize := range []bool{false, true} {
		p := single(t, standardize, Likelihood)
		got, err := p.Predict([][]float64{{0}, {10}})
		if err != nil {
			t.Fatal(err)
		}
		for i, mean := range []float64{3, 5} {
			near(t, "mean", got[i].Mean, mean, 1e-12)
			near(t, "sd", got[i].SD, .25, 1e-12)
			near(t, "low", got[i].Low, mean-1.6448536*.25, 1e-6)
			near(t, "high", got[i].High, mean+1.6448536*.25, 1e-6)
		}
	}
}

// TestMixtureMidway: at the threshold between means 3 and 5 the likelihood's predictive has sd .25,
// the paper's mixture sqrt(.25^2 + 1) = 1.0308, by hand.
func TestMixtureMidway(t *testing.T) {
	for kind, want := range map[Predictive]float64{Likelihood: .25, Mixture: math.Sqrt(.0625 + 1)} {
		got, err := single(t, false, kind).Predict([][]float64{{5}})
		if err != nil {
			t.Fatal(err)
		}
		near(t, string(kind)+" mean", got[0].Mean, 4, 1e-12)
		near(t, string(kind)+" sd", got[0].SD, want, 1e-12)
	}
}

// TestScores: with the draw right in ten rows and off by 1 at the threshold (row x = 5 has y 5, the
// mean there is 4), MSE = 1/11 and the log score follows from the normal density.
func TestScores(t *testing.T) {
	for _, standardize := range []bool{false, true} {
		p := single(t, standardize, Likelihood)
		train, test, ok := p.Scores()
		if !ok || train.MSE != test.MSE || train.LogScore != test.LogScore {
			t.Fatalf("ok %v: %+v and %+v", ok, train, test)
		}
		near(t, "MSE", train.MSE, 1.0/11, 1e-9)
		near(t, "log score", train.LogScore, -math.Log(.25)-.5*math.Log(2*math.Pi)-8.0/11, 1e-9)
		near(t, "coverage", train.Coverage90, 10.0/11, 1e-12)
		// The squared errors are ten zeros and a one: sd sqrt(1/11), standard error 1/11.
		near(t, "MSE error", train.MSEError, 1.0/11, 1e-9)
		if !math.IsNaN(train.Accuracy) {
			t.Error("a regression has an accuracy")
		}
	}
}

// TestWeightsMix: two topologies at weights 3 : 1 whose means are 3 (stump at x = 0) and 7 (root).
func TestWeightsMix(t *testing.T) {
	p := single(t, false, Likelihood)
	p.weights[0].Weight = .75
	p.put(topology.Root(), .25, []float64{7, math.Log(.25)})
	got, err := p.Predict([][]float64{{0}})
	if err != nil {
		t.Fatal(err)
	}
	near(t, "mean", got[0].Mean, .75*3+.25*7, 1e-12)
	near(t, "sd", got[0].SD, math.Sqrt(.0625+.75*.25*16), 1e-12)
	fig, err := p.PredictionOf([]float64{0}, nil, "row")
	if err != nil {
		t.Fatal(err)
	}
	if fig.Component == nil || !strings.Contains(fig.Component.Label, topology.Root().String()) {
		t.Errorf("the dissenting topology is not shown: %+v", fig.Component)
	}
}

// TestManyComponentsAreThinned keeps the shares: 3,000 draws of one leaf at weight .9, one at .1.
func TestManyComponentsAreThinned(t *testing.T) {
	m := normalMixture{}
	for k := range 3000 {
		mean := 0.0
		if k%10 == 0 {
			mean = 1
		}
		m.weight, m.mean, m.sigma = append(m.weight, 1), append(m.mean, mean), append(m.sigma, .01)
	}
	thin := m.thin(mixtureComponents)
	if len(thin.weight) != mixtureComponents {
		t.Fatalf("%d components", len(thin.weight))
	}
	got, _ := thin.moments()
	near(t, "mean", got, .1, 1.0/mixtureComponents)
}

// TestThinningKeepsSpreads: means almost equal, spreads 10 and .1 in turn. The share of each kind among
// 400 components chosen at golden-ratio places stays near one half (their discrepancy is below 3/400).
func TestThinningKeepsSpreads(t *testing.T) {
	m := normalMixture{}
	for k := range 800 {
		m.add(1, float64(k)*1e-9, [2]float64{10, .1}[k%2])
	}
	wide := 0.0
	thin := m.thin(mixtureComponents)
	for _, s := range thin.sigma {
		if s == 10 {
			wide++
		}
	}
	near(t, "share of wide components", wide/mixtureComponents, .5, .05)
	near(t, "distribution function at 1", thin.cdf(1), m.cdf(1), .03)
}

// TestQuantileOfWildSpreads: a component of share 1e-15 with sd e^25 must not move the 5 % point of
// N(3, .25^2).
func TestQuantileOfWildSpreads(t *testing.T) {
	m := normalMixture{}
	m.add(1, 3, .25)
	m.add(1e-15, 0, math.Exp(25))
	near(t, "5 % point", m.quantile(.05), 3-1.6448536*.25, 1e-6)
}

// TestImpossibleTruth: a test row that no draw can explain has log score -Inf, not NaN.
func TestImpossibleTruth(t *testing.T) {
	p := single(t, false, Likelihood)
	p.test.y[3] = 1e6
	_, test, _ := p.Scores()
	if !math.IsInf(test.LogScore, -1) {
		t.Errorf("log score %v", test.LogScore)
	}
}

// TestPredictionsDoNotDependOnTheChunk: 70 rows at once and one at a time.
func TestPredictionsDoNotDependOnTheChunk(t *testing.T) {
	for _, p := range []*Posterior{single(t, true, Likelihood), single(t, true, Mixture), classes(t)} {
		var x [][]float64
		for i := range 70 {
			x = append(x, []float64{float64(i) / 7})
		}
		all, err := p.Predict(x)
		if err != nil {
			t.Fatal(err)
		}
		for i := range x {
			one, err := p.Predict(x[i : i+1])
			if err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(one[0], all[i]) {
				t.Fatalf("row %d: %+v alone, %+v among others", i, one[0], all[i])
			}
		}
	}
}

func TestNothingYet(t *testing.T) {
	p := single(t, false, Likelihood)
	p.weights = nil
	if _, err := p.Predict([][]float64{{1}}); !errors.Is(err, ErrNothingYet) {
		t.Errorf("%v", err)
	}
	if _, err := p.PredictionOf([]float64{1}, nil, ""); !errors.Is(err, ErrNothingYet) {
		t.Errorf("%v", err)
	}
	if _, _, ok := p.Scores(); ok {
		t.Error("scores of nothing")
	}
	if _, ok := p.Tree(topology.Root()); ok {
		t.Error("a tree that was never measured")
	}
}

func TestBadRows(t *testing.T) {
	p := single(t, false, Likelihood)
	for _, row := range [][]float64{{}, {1, 2}, {math.NaN()}, {math.Inf(1)}} {
		_, err := p.Predict([][]float64{{1}, row})
		if err == nil || !strings.HasPrefix(err.Error(), "row 2: ") {
			t.Errorf("%v: %v", row, err)
		}
	}
	if _, _, err := p.TableRow(true, 11); err == nil {
		t.Error("row 11 of 11")
	}
	p.tables.Test = nil
	if _, _, err := p.TableRow(true, 0); err == nil {
		t.Error("a test row without test rows")
	}
}

// TestTreeFigure: 40 draws with tau around .5 on x from 0 to 10.
func TestTreeFigure(t *testing.T) {
	p := single(t, true, Likelihood)
	rng := random.Stream(1, "tree figure")
	var draws [][]float64
	s := p.tables.Target
	for range 40 {
		draws = append(draws, []float64{.4 * rng.NormFloat64(), (3 - s.Mean) / s.SD, (5 - s.Mean) / s.SD,
			math.Log(.25 / s.SD)})
	}
	p.weights = nil
	p.put(stump, 1, draws...)
	fig, ok := p.Tree(stump)
	if !ok || len(fig.Splits) != 1 || len(fig.Leaves) != 2 {
		t.Fatalf("%v %+v", ok, fig)
	}
	split := fig.Splits[0]
	if len(split.Terms) != 1 || split.Terms[0].Feature != "x" || split.Min != 0 || split.Max != 10 ||
		len(split.Rows) != 11 || split.MainShare < .999999 {
		t.Errorf("%+v", split)
	}
	if !(split.Low < split.Threshold && split.Threshold < split.High && split.Low > 2.5 && split.High < 7.5) {
		t.Errorf("threshold %v in %v to %v", split.Threshold, split.Low, split.High)
	}
	var mass float64
	for i := 1; i < len(split.Grid); i++ {
		mass += (split.Grid[i] - split.Grid[i-1]) * (split.Density[i] + split.Density[i-1]) / 2
	}
	near(t, "mass of the density", mass, 1, .01)
	near(t, "left leaf", fig.Leaves[0].Mean, 3, 1e-9)
	near(t, "right leaf", fig.Leaves[1].Mean, 5, 1e-9)
	near(t, "90 % of new rows", fig.Leaves[1].NewHi, 5+1.6448536*.25, 1e-6)
	if fig.Leaves[0].Count+fig.Leaves[1].Count != 11 {
		t.Errorf("%d + %d rows", fig.Leaves[0].Count, fig.Leaves[1].Count)
	}
	fig.Width, fig.ID = 700, "t"
	if svg := chart.Tree(fig); !strings.Contains(svg, "</svg>") {
		t.Error("no drawing")
	}
}

// TestPredictionFigure: the histogram's counts follow the density.
func TestPredictionFigure(t *testing.T) {
	p := single(t, true, Likelihood)
	truth := 3.1
	fig, err := p.PredictionOf([]float64{1}, &truth, "row 1")
	if err != nil {
		t.Fatal(err)
	}
	var total float64
	for _, c := range fig.Counts {
		total += c
	}
	if fig.Truth == nil || fig.Truth.X != truth || total < .99*predictiveDraws {
		t.Errorf("%v draws in the histogram, truth %+v", total, fig.Truth)
	}
	var mass float64
	for i := 1; i < len(fig.Grid); i++ {
		mass += (fig.Grid[i] - fig.Grid[i-1]) * (fig.Density[i] + fig.Density[i-1]) / 2
	}
	near(t, "mass", mass, .999, .002)
	again, _ := p.PredictionOf([]float64{1}, &truth, "row 1")
	for i := range fig.Counts {
		if again.Counts[i] != fig.Counts[i] {
			t.Fatal("looking twice shows two histograms")
		}
	}
}

// classes returns a classification with classes a (x <= 4), b above, and a stump draw at tau .45.
func classes(t *testing.T) *Posterior {
	t.Helper()
	var x []float64
	var label []string
	for i := range 11 {
		x = append(x, float64(i))
		label = append(label, [2]string{"a", "b"}[i/5%2+i/10])
	}
	label[10] = "b"
	table, err := dataset.FromColumns("letters",
		[]dataset.Input{{Name: "x", Numbers: x}, {Name: "letter", Texts: label}})
	if err != nil {
		t.Fatal(err)
	}
	f, err := table.Frame("letter", nil, dataset.Classification)
	if err != nil {
		t.Fatal(err)
	}
	tables := NewTables(f, nil, true)
	set := dcc.DefaultSettings()
	set.BandwidthFinal = .001
	p := New(tables, &dcc.Problem{Data: tables.Data(), Settings: set, Seed: 1}, Likelihood)
	p.put(stump, 1, []float64{math.Log(.45 / .55)})
	return p
}

// TestClassification: leaf a holds 5 rows of a and none of b, so (5+1)/(5+2) = 6/7; leaf b holds 6
// of b: 7/8.
func TestClassification(t *testing.T) {
	p := classes(t)
	got, err := p.Predict([][]float64{{0}, {10}})
	if err != nil {
		t.Fatal(err)
	}
	near(t, "p(a | 0)", got[0].Probabilities[0], 6.0/7, 1e-9)
	near(t, "p(b | 10)", got[1].Probabilities[1], 7.0/8, 1e-9)
	if got[0].Class != 0 || got[1].Class != 1 {
		t.Errorf("classes %d and %d", got[0].Class, got[1].Class)
	}
	train, test, ok := p.Scores()
	if !ok || test.Rows != 0 {
		t.Fatalf("%v %+v", ok, test)
	}
	near(t, "accuracy", train.Accuracy, 1, 0)
	near(t, "log score", train.LogScore, (5*math.Log(6.0/7)+6*math.Log(7.0/8))/11, 1e-9)
	fig, ok := p.Tree(stump)
	if !ok || fig.Leaves[0].Class[0].Count != 5 || fig.Leaves[1].Class[1].Count != 6 {
		t.Errorf("%+v", fig.Leaves)
	}
	near(t, "leaf probability", fig.Leaves[0].Class[0].Probability, 6.0/7, 1e-9)
	pf, err := p.ClassPredictionOf([]float64{0}, 0)
	if err != nil || len(pf.Classes) != 2 || pf.Classes[1].Label != "b" {
		t.Errorf("%v %+v", err, pf)
	}
}

// TestBaselines by hand: y = 3 (5 rows) and 5 (6 rows) has mean 45/11 and mean squared deviation
// 4 (5/11)(6/11); class shares 5/11 and 6/11.
func TestBaselines(t *testing.T) {
	f := frame(t)
	near(t, "MSE", Baseline(f, f).MSE, 4*5*6/121.0, 1e-12)
	c := classes(t).tables.Train
	s := Baseline(c, c)
	near(t, "accuracy", s.Accuracy, 6.0/11, 1e-12)
	near(t, "log score", s.LogScore, (5*math.Log(5.0/11)+6*math.Log(6.0/11))/11, 1e-12)
}

// TestUpdateFromRun: draws and weights of a real run arrive, and the run finds the step.
func TestUpdateFromRun(t *testing.T) {
	f := frame(t)
	tables := NewTables(f, f, true)
	set := dcc.QuickSettings()
	set.Iterations, set.Chains, set.Warmup, set.Draws, set.PriorDraws = 4, 2, 60, 10, 30
	set.BandwidthInitial, set.BandwidthFinal = .3, .05
	problem := &dcc.Problem{Data: tables.Data(), Settings: set, Seed: 3}
	s, err := dcc.New(problem)
	if err != nil {
		t.Fatal(err)
	}
	p := New(tables, problem, Likelihood)
	if err := dcc.Run(problem, s, 2, func(st dcc.Step) { p.Update(s, st.Topology) }); err != nil {
		t.Fatal(err)
	}
	train, _, ok := p.Scores()
	if !ok || !(train.MSE < .5*Baseline(f, f).MSE) {
		t.Errorf("MSE %v, ignoring x %v", train.MSE, Baseline(f, f).MSE)
	}
	all := len(p.Topologies())
	root := topology.Root()
	for _, bar := range p.Weights(100, nil, &root, &stump).Topologies {
		if bar.Selected != (bar.Name == stump.String()) || bar.Measuring != (bar.Name == root.String()) {
			t.Errorf("selected is the stump, measured the root, and %s says %v and %v", bar.Name,
				bar.Selected, bar.Measuring)
		}
	}
	for _, limit := range []int{1, 100} {
		n := len(p.Weights(limit, []topology.Topology{stump}, &stump, &stump).Topologies)
		if n != min(limit, all) {
			t.Errorf("%d bars for %d topologies, at most %d", n, all, limit)
		}
	}
}

// TestTreeFollowsItsDraws: the figure that is kept is that of the topology asked for, and of its present draws.
func TestTreeFollowsItsDraws(t *testing.T) {
	p := single(t, false, Likelihood)
	first, _ := p.Tree(stump)
	again, _ := p.Tree(stump)
	root := topology.Root()
	p.put(root, 0, []float64{4, math.Log(.25)})
	other, _ := p.Tree(root)
	back, _ := p.Tree(stump)
	if !reflect.DeepEqual(first, again) || !reflect.DeepEqual(first, back) || len(other.Leaves) != 1 {
		t.Errorf("the stump is %+v, then %+v and %+v; the root %+v", first, again, back, other)
	}
	p.put(stump, 1, []float64{0, 2, 7, math.Log(.25)})
	if moved, _ := p.Tree(stump); moved.Leaves[0].Mean != 2 || moved.Leaves[1].Mean != 7 {
		t.Errorf("with new draws the leaves are %+v", moved.Leaves)
	}
}

// TestRulesAreTheFigures: a stump's rule has the threshold and the leaves of its figure, and says that it differs in
// nothing from a posterior of one sharp draw.
func TestRulesAreTheFigures(t *testing.T) {
	for _, standardize := range []bool{false, true} {
		p := single(t, standardize, Likelihood)
		fig, _ := p.Tree(stump)
		rules, ok := p.Rules(stump, "en")
		if !ok || rules.Tree.Leaves() != 2 {
			t.Fatalf("%+v", rules)
		}
		near(t, "threshold", rules.Tree.Nodes[0].Rule.Cut(), fig.Splits[0].Threshold, 1e-12)
		near(t, "left", rules.Tree.Nodes[1].Answer.Point(), 3, 1e-9)
		near(t, "right", rules.Tree.Nodes[2].Answer.Point(), 5, 1e-9)
		terms := rules.Tree.Nodes[0].Rule.Terms()
		if len(terms) != 1 || rules.Features[terms[0].Input].Name != "x" {
			t.Errorf("%+v", terms)
		}
		near(t, "below", rules.Tree.Leaf(tree.RowOf([]float64{4})).Answer.Point(), 3, 1e-9)
		near(t, "above", rules.Tree.Leaf(tree.RowOf([]float64{6})).Answer.Point(), 5, 1e-9)
		if len(rules.Notes) != 2 || !strings.Contains(rules.Notes[0], "weight 1.000") {
			t.Errorf("%q", rules.Notes)
		}
	}
	p := classes(t)
	rules, ok := p.Rules(stump, "en")
	if !ok || rules.Tree.Leaf(tree.RowOf([]float64{0})).Answer.Point() != 0 ||
		rules.Tree.Leaf(tree.RowOf([]float64{10})).Answer.Point() != 1 {
		t.Errorf("%+v", rules)
	}
	if want := "On 11 of 11 training rows"; !strings.Contains(rules.Notes[1], want) {
		t.Errorf("%q, want %q", rules.Notes[1], want)
	}
	if _, ok := p.Rules(topology.Root(), "en"); ok {
		t.Error("rules of a topology without draws")
	}
}
