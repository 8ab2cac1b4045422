// Tests of comparisons: the run itself, the tables and their words.

package variants

import (
	"math"
	"slices"
	"strings"
	"testing"

	"dcctree/core/conquer"
	"dcctree/core/dcc"
	"dcctree/core/dcc/internal/dcctest"
	"dcctree/core/dcc/search"
	"dcctree/core/numeric"
	"dcctree/core/random"
	"dcctree/core/softtree"
	"dcctree/core/topology"
)

// slopeData is y = -1 + 2 logistic((x - .5)/h) + .1 noise: the soft stump of bandwidth h itself.
func slopeData(n int, h float64) softtree.Data {
	rng := random.Stream(2, "slope data")
	d := softtree.Data{N: n, D: 1}
	for range n {
		x := rng.Float64()
		d.X = append(d.X, x)
		d.Y = append(d.Y, -1+2*numeric.Logistic((x-.5)/h)+.1*rng.NormFloat64())
	}
	return d
}

// oddsData has two classes with log odds (x - .5)/h.
func oddsData(n int, h float64) softtree.Data {
	rng := random.Stream(2, "odds data")
	d := softtree.Data{N: n, D: 1, Classes: 2}
	for range n {
		x := rng.Float64()
		d.X = append(d.X, x)
		c := 0
		if rng.Float64() < numeric.Logistic((x-.5)/h) {
			c = 1
		}
		d.Class = append(d.Class, c)
	}
	return d
}

func shortFast() search.FastSettings {
	s := ComparisonSettings(true)
	s.PriorDraws, s.MaxMeasured = 1, 2
	return s
}

func mustCompare(t *testing.T, c *Comparison, err error) *Comparison {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func runComparison(t *testing.T, c *Comparison, workers int) (steps []dcc.Step) {
	t.Helper()
	if err := dcc.Run(c.problem, c, workers, func(s dcc.Step) { steps = append(steps, s) }); err != nil {
		t.Fatal(err)
	}
	return steps
}

// TestBandwidthsFindSlope: of .01, .1 and 1 the one that made the data gets nearly all weight.
func TestBandwidthsFindSlope(t *testing.T) {
	p := problem()
	p.Data = slopeData(60, .1)
	c, err := NewBandwidths(p, []float64{1, .01, .1}, shortFast())
	steps := runComparison(t, mustCompare(t, c, err), 2)
	table, ok := c.Bandwidths()
	if !ok || !table.Regression || table.Best != 1 || table.Rows[1].H != .1 || table.Rows[1].Weight < .95 {
		t.Fatalf("%v %+v", ok, table)
	}
	var total float64
	for i, r := range table.Rows {
		total += r.Weight
		if math.Abs(r.Prior-1./3) > 1e-12 || len(r.Topologies) == 0 || r.Gradients < 1 ||
			!(r.LogEvidenceError > 0) {
			t.Errorf("row %d: %+v", i, r)
		}
	}
	if math.Abs(total-1) > 1e-12 || table.Gradients != c.Gradients() || c.Progress() != 1 {
		t.Errorf("weights sum to %v", total)
	}
	if w := table.In("en"); !strings.Contains(w, "h = .1 is the most probable") ||
		strings.Contains(w, "more probable still") {
		t.Error(w)
	}
	for i, s := range steps {
		if s.Done != (i == len(steps)-1) || s.Variant.Bandwidth == 0 ||
			!strings.HasPrefix(s.In("en"), "At h = ") {
			t.Errorf("step %d: %+v %s", i, s, s.In("en"))
		}
	}
	parts := c.Parts()
	if len(parts) != 3 || parts[1].Weight != table.Rows[1].Weight || parts[2].Problem.Settings.BandwidthFinal != 1 {
		t.Errorf("parts %+v", parts)
	}
	if _, ok := c.PriorCheck(); ok {
		t.Error("a comparison of bandwidths is no prior check")
	}
}

// TestBandwidthsCrossValidate: at h = .2 the leaves mix the classes on both sides of .5 and predict worse than
// at .005, though the odds change over .15.
func TestBandwidthsCrossValidate(t *testing.T) {
	p := problem()
	p.Data = oddsData(120, .15)
	c, err := NewBandwidths(p, []float64{.005, .2}, shortFast())
	runComparison(t, mustCompare(t, c, err), 2)
	table, ok := c.Bandwidths()
	if !ok || table.Regression || table.Best != 0 || c.Parts() != nil {
		t.Fatalf("%+v", table)
	}
	for i, r := range table.Rows {
		// Ignoring the input scores about log(1/2).
		if r.LogScore < -.69 || r.LogScore > -.2 || !(r.LogScoreError > 0) || r.Accuracy < .7 ||
			(r.Loss == 0) != (i == 0) {
			t.Errorf("row %d: %+v", i, r)
		}
	}
	if w := table.In("en"); !strings.Contains(w, "h = .005 predicts best") ||
		!strings.Contains(w, "the smallest of the grid") {
		t.Error(w)
	}
}

// TestChooseBandwidth runs the whole in one call, under a prior that leaves little to search.
func TestChooseBandwidth(t *testing.T) {
	p := problem()
	p.Data = slopeData(60, .1).Take([]int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19})
	p.Settings.SplitPrior = topology.Prior{Alpha: .5, Beta: 5}
	table, c, err := ChooseBandwidth(p, []float64{.05, .5}, 2)
	if err != nil || len(table.Rows) != 2 || table.Best < 0 || len(c.Parts()) != 2 || !c.Done() {
		t.Errorf("%v %+v", err, table)
	}
	if _, _, err := ChooseBandwidth(p, []float64{.05}, 2); err == nil {
		t.Error("a grid of one was taken")
	}
}

// TestComparisonSameBits: any number of workers, any order of reports, results twice or of unknown jobs.
func TestComparisonSameBits(t *testing.T) {
	table := func(c *Comparison) Bandwidths { out, _ := c.Bandwidths(); return out }
	fresh := func() *Comparison {
		p := classProblem()
		set := shortFast()
		set.MaxMeasured = 1
		c, err := NewBandwidths(p, []float64{.02, .1}, set)
		return mustCompare(t, c, err)
	}
	one, four, back := fresh(), fresh(), fresh()
	runComparison(t, one, 1)
	runComparison(t, four, 4)
	last := 0.0
	for !back.Done() {
		for _, j := range slices.Backward(back.Next()) {
			r := mustExecute(t, back.problem, j)
			back.Report(dcc.Result{ID: -3, Outcome: dcc.Sampled})
			back.Report(dcc.Result{ID: 1 << 40, Outcome: dcc.Sampled})
			back.Report(r)
			if back.Report(r) != nil {
				t.Fatal("a result was taken twice")
			}
			if now := back.Progress(); now < last || now > 1 {
				t.Fatalf("progress %v after %v", now, last)
			} else {
				last = now
			}
		}
	}
	if !dcctest.EqualBits(table(one), table(four)) || !dcctest.EqualBits(table(one), table(back)) {
		t.Error("workers or order of reports change the table")
	}
}

// TestComparisonFailures: a job that is given up and a forecast that does not fit leave a topology out; a
// variant without any topology has a reason.
func TestComparisonFailures(t *testing.T) {
	set := shortFast()
	set.MaxMeasured = 1
	c, err := NewBandwidths(classProblem(), []float64{.02, .1}, set)
	mustCompare(t, c, err)
	if _, ok := c.Bandwidths(); ok {
		t.Error("a table before the end")
	}
	told := 0
	for !c.Done() {
		j := c.Next()[0]
		var steps []dcc.Step
		switch {
		case j.Kind == dcc.Measure && j.Variant.Bandwidth == .02 && j.Variant.Fold == 0:
			steps = c.Fail(j.ID, "its worker crashed")
		case j.Kind == dcc.Measure && j.Variant.Bandwidth == .02:
			r := mustExecute(t, c.problem, j)
			found := r.Found.(*dcc.Measured)
			found.Forecast = found.Forecast[1:]
			steps = c.Report(r)
		default:
			steps = c.Report(mustExecute(t, c.problem, j))
		}
		for _, s := range steps {
			told += len(s.LeftOut)
		}
	}
	table, _ := c.Bandwidths()
	if told < Folds || table.Rows[0].Failed == "" || table.Best != 1 || table.Widest != 1 ||
		table.Rows[1].Failed != "" {
		t.Errorf("%d told, %+v", told, table)
	}
	for name, rows := range map[string][]Bandwidth{"scored": {{H: .1, Failed: "x"}}} {
		if w := (Bandwidths{Rows: rows, Best: -1}).In("en"); !strings.Contains(w, "No bandwidth") {
			t.Errorf("%s: %s", name, w)
		}
	}
}

func TestBadGrids(t *testing.T) {
	many := make([]float64, 21)
	for i := range many {
		many[i] = .01 * float64(i+1)
	}
	for _, grid := range [][]float64{{}, {.1}, {.1, .1}, {0, .1}, {-1, .1}, {.1, 11}, {.1, math.NaN()},
		{.1, math.Inf(1)},
		many} {
		if _, err := NewBandwidths(problem(), grid, shortFast()); err == nil {
			t.Errorf("%v accepted", grid)
		}
	}
	p := classProblem()
	p.Data = p.Data.Take([]int{0, 29, 1})
	if _, err := NewBandwidths(p, nil, shortFast()); err == nil || !strings.Contains(err.Error(), "folds") {
		t.Errorf("3 rows in 5 folds: %v", err)
	}
	p.Data.N = 0
	if _, err := NewPriorCheck(p, shortFast()); err == nil {
		t.Error("no rows accepted")
	}
}

func TestDefaultBandwidths(t *testing.T) {
	if got := DefaultBandwidths(.025); !slices.Equal(got, []float64{.005, .01, .025, .05, .1}) {
		t.Error(got)
	}
	if got := DefaultBandwidths(.001); !slices.Equal(got, []float64{.001, .005, .01, .025, .05, .1}) {
		t.Error(got)
	}
}

// TestGridPrior: cells of .01, .1, .2 in log h: log 10, (log 10 + log 2)/2, log 2.
func TestGridPrior(t *testing.T) {
	total := 1.5 * (math.Log(10) + math.Log(2))
	want := []float64{math.Log(10) / total, .5 * (math.Log(10) + math.Log(2)) / total, math.Log(2) / total}
	for i, got := range gridPrior([]float64{.01, .1, .2}) {
		if math.Abs(got-want[i]) > 1e-12 {
			t.Errorf("%d: %v, want %v", i, got, want[i])
		}
	}
}

// TestTotalEvidence: masses 3/4 and 1/4 of 4 with errors .1 and .2 give log 4 and sqrt(.075^2 + .05^2).
func TestTotalEvidence(t *testing.T) {
	parts := []dcc.Summary{
		{LogPrior: math.Log(.5), LogEvidence: math.Log(6), LogEvidenceError: .1, Weight: .75},
		{LogPrior: math.Log(.25), LogEvidence: math.Log(4), LogEvidenceError: .2, Weight: .25,
			Trust: conquer.Unreliable, Chains: 1},
	}
	total, err := totalEvidence(parts)
	if math.Abs(total-math.Log(4)) > 1e-12 || math.Abs(err-math.Hypot(.075, .05)) > 1e-12 {
		t.Errorf("%v ± %v", total, err)
	}
	parts[0].Chains, parts[0].Trust = 1, conquer.Reliable
	if got := unreliable(parts); got != .25 {
		t.Errorf("unreliable %v", got)
	}
}

// TestPairedErrors: scores that differ by 1, 1, 1, 1 tell apart what their own spread hides.
func TestPairedErrors(t *testing.T) {
	a, b := []float64{0, -10, 20, 4}, []float64{-1, -11, 19, 3}
	if mean, err := meanError(a, b); mean != 1 || err != 0 {
		t.Errorf("%v ± %v", mean, err)
	}
	// The variance of 0, -10, 20, 4 about 3.5 is 467/3.
	mean, err := meanError(a, make([]float64, 4))
	if math.Abs(mean-3.5) > 1e-12 || math.Abs(err-math.Sqrt(467./12)) > 1e-12 {
		t.Errorf("%v ± %v", mean, err)
	}
}

// TestPriorCheck names what depends: 6 rows know little of sigma, so stretched priors show in the predictions;
// with 60 rows they do not.
func TestPriorCheck(t *testing.T) {
	for _, few := range []bool{true, false} {
		p := problem()
		p.Settings.Priors = softtree.StandardizedPriors()
		p.Data = slopeData(60, .1)
		if few {
			p.Data = p.Data.Take([]int{0, 1, 2, 3})
			for i := range p.Data.Y {
				p.Data.Y[i] += 3
			}
		}
		c, err := NewPriorCheck(p, shortFast())
		runComparison(t, mustCompare(t, c, err), 2)
		table, ok := c.PriorCheck()
		if !ok || len(table.Rows) != 5 || table.Rows[0].Name != PriorsAsSet || table.Gradients < 1 {
			t.Fatalf("%v %+v", ok, table)
		}
		depends := false
		for i, r := range table.Rows {
			depends = depends || r.PredictionsDepend
			var total float64
			for _, s := range r.Topologies {
				total += s.Weight
			}
			if len(r.Topologies) != len(table.Rows[0].Topologies) || math.Abs(total-1) > 1e-9 ||
				(i == 0) != (r.WeightChange == 0 && r.PredictionChange == 0) || r.WeightChange > 1 {
				t.Errorf("row %d: %+v", i, r)
			}
		}
		words := table.In("en")
		if depends != few || few != strings.Contains(words,
			"Predictions depend on it with parameter priors × ½") ||
			!few && !strings.Contains(words, "Predictions hardly do") {
			t.Errorf("few %v: %s", few, words)
		}
		if _, ok := c.Bandwidths(); ok || c.Parts() != nil {
			t.Error("a prior check is no comparison of bandwidths")
		}
	}
}

// TestPriorCheckOfClasses runs the same on classes, where predictions are probabilities.
func TestPriorCheckOfClasses(t *testing.T) {
	c, err := NewPriorCheck(classProblem(), shortFast())
	runComparison(t, mustCompare(t, c, err), 2)
	table, _ := c.PriorCheck()
	up := table.Rows[2]
	// Concentration 2 instead of 1 beside leaves of 17, 9 and 4 rows draws every probability to 1/3.
	if up.PredictionChange < .02 || up.ClassChange > .2 || !strings.Contains(table.In("en"), "5 points") {
		t.Errorf("%+v\n%s", up, table.In("en"))
	}
}

// TestReweigh: topologies with p(m) Z 3:1 for no split and one, under split odds x 2 at the root.
func TestReweigh(t *testing.T) {
	root := topology.Root()
	stump := root.Grow(0)
	p := problem()
	prior := p.Settings.SplitPrior
	c := &Comparison{problem: p, lanes: []*lane{{done: true, summaries: []dcc.Summary{
		{Topology: root, LogPrior: prior.Log(root), LogEvidence: math.Log(3) - prior.Log(root), Weight: .75},
		{Topology: stump, LogPrior: prior.Log(stump), LogEvidence: -prior.Log(stump), Weight: .25},
	}}}}
	row := c.reweigh(2)
	// p(stump)/p(root) gains a factor 2 for its split and, for each leaf at depth 1, 1/(1 + q) with q = .475.
	odds := 2 / (1.475 * 1.475) / 3
	if got := row.Topologies[0].Weight; row.Topologies[0].Topology != root || math.Abs(got-1/(1+odds)) > 1e-12 {
		t.Errorf("weight of the root %v, want %v", got, 1/(1+odds))
	}
	if want := math.Abs(.75 - 1/(1+odds)); math.Abs(row.WeightChange-want) > 1e-12 {
		t.Errorf("change %v, want %v", row.WeightChange, want)
	}
}

// TestTotalVariation: weights .6 .4 against .3 .5 .2 of a, b, c: (.3 + .1 + .2)/2.
func TestTotalVariation(t *testing.T) {
	a, b := topology.Root(), topology.Root().Grow(0)
	third := b.Grow(0)
	x := []dcc.Summary{{Topology: a, Weight: .6, WeightError: .1}, {Topology: b, Weight: .4}}
	y := []dcc.Summary{{Topology: b, Weight: .5}, {Topology: a, Weight: .3, WeightError: .2},
		{Topology: third, Weight: .2, WeightError: .2}}
	got, err := totalVariation(x, y)
	if math.Abs(got-.3) > 1e-12 || math.Abs(err-.15) > 1e-12 {
		t.Errorf("%v ± %v", got, err)
	}
}

// TestWordsOfTables covers what no short run brings about.
func TestWordsOfTables(t *testing.T) {
	edge := Bandwidths{Regression: true, Best: 0,
		Rows: []Bandwidth{{H: .005, Weight: .6, WeightError: .01}, {H: .01, Weight: .4}}}
	if w := edge.In("en"); !strings.Contains(w, "60 % of the weight is on the smallest") ||
		!strings.Contains(w, "40 % of the weight is on the largest") {
		t.Error(w)
	}
	near := Bandwidths{Best: 1, Rows: []Bandwidth{{H: .005, Loss: .01, LossError: .02}, {H: .01, LogScore: -.0674},
		{H: .02, Loss: .1, LossError: .02}}}
	if w := near.In("en"); !strings.Contains(w, "log score −.067") ||
		!strings.Contains(w, "within one standard error: h = .005.") || strings.Contains(w, "of the grid") {
		t.Error(w)
	}
	check := PriorCheck{Rows: []PriorRow{
		{Name: PriorsAsSet, Factor: 1},
		{Name: ParameterPriors, Factor: .5, TopologiesDepend: true, WeightChange: .3},
		{Name: ParameterPriors, Factor: 2, PredictionsDepend: true},
		{Name: SplitPrior, Factor: 2, Failed: "lost"},
	}}
	for _, want := range []string{"depends on the prior", "parameter priors × ½ (30 % moves)",
		"Predictions depend on it with parameter priors × 2", "Not measured: odds of a split × 2."} {
		if w := check.In("en"); !strings.Contains(w, want) {
			t.Errorf("%q is not in %q", want, w)
		}
	}
	for i := range check.Rows {
		check.Rows[i].Failed = "lost"
	}
	if w := check.In("en"); !strings.Contains(w, "Under no prior") {
		t.Error(w)
	}
}
