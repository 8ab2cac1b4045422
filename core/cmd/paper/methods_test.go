// Tests of the other methods' runs: flags, what is kept and run again, scores, marks, tuning, the text, pinned bits.

package main

import (
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"dcctree/core/baseline"
	"dcctree/core/baseline/cgm"
	"dcctree/core/baseline/hard"
	"dcctree/core/baseline/particle"
	"dcctree/core/baseline/rjhmc"
	"dcctree/core/baseline/wu"
	"dcctree/core/cmd/internal/published"
	"dcctree/core/compare"
	"dcctree/core/dataset"
	"dcctree/core/posterior"
	"dcctree/core/random"
	"dcctree/core/tree"
)

func TestMethodFlags(t *testing.T) {
	_, o, err := parse(strings.Fields("methods -methods cgm,hmc-df"))
	if err != nil || o.set != "all" || o.kept.folder != "core/cmd/paper/runs" || o.kept.only {
		t.Errorf("%v %+v", err, o)
	}
	if got := o.methodsOf("iris"); !reflect.DeepEqual(got, []compare.Method{compare.CGM, compare.DF}) {
		t.Errorf("methods on iris: %v", got)
	}
	o.methods = "all"
	if got := o.methodsOf("iris"); len(got) != 5 { // all but WU, which the paper does not have on three classes
		t.Errorf("all methods on iris: %v", got)
	}
	if got := o.methodsOf("wu"); len(got) != 5 { // all but SMC
		t.Errorf("all methods on wu: %v", got)
	}
	if _, o, err := parse([]string{"run"}); err != nil || o.kept.folder != "" {
		t.Errorf("runs that are printed are kept in %q", o.kept.folder)
	}
	for args, why := range map[string]string{
		"methods -methods bart": `no method "bart"`, "methods -methods cgm,": `no method ""`,
		"tune -methods bart": `no method "bart"`,
	} {
		if _, _, err := parse(strings.Fields(args)); err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("%s: %v", args, err)
		}
	}
}

// TestGap: limits by hand.
func TestGap(t *testing.T) {
	for _, c := range []struct {
		name    string
		ours    []float64
		printed string
		error   float64
		differs bool
	}{
		// s1 = 0, s2^2/10 = 1e-4/10, unit .001: sqrt(1e-5 + 1e-6/12) = 3.17543e-3; the difference is .01.
		{"printed spread alone", []float64{.96, .96}, "0.950 (0.010)", 3.17543e-3, true},
		{"the same below", []float64{.9405, .9405}, "0.950 (0.010)", 3.17543e-3, false},
		{"better counts as worse", []float64{.94, .94}, "0.950 (0.010)", 3.17543e-3, true},
		// s1^2/n = (.02^2/2)/2 = 1e-4, s2 = 0, rounding: sqrt(1e-4 + 8.3333e-8) = 1.000416e-2.
		{"our spread", []float64{.95, .97}, "0.931 (0.000)", 1.000416e-2, false},
		{"our spread, farther", []float64{.95, .97}, "0.929 (0.000)", 1.000416e-2, true},
		// rounding alone: .001/sqrt(12) = 2.88675e-4, three of them 8.66e-4.
		{"rounding", []float64{.9118, .9118}, "0.911 (0.000)", 2.88675e-4, false},
		{"beyond rounding", []float64{.9119, .9119}, "0.911 (0.000)", 2.88675e-4, true},
		{"one run", []float64{.5}, "0.911 (0.000)", math.NaN(), false},
	} {
		runs := make([]timedRun, len(c.ours))
		for k, v := range c.ours {
			runs[k].Mean.Test = v
		}
		g := newGap(estimate(runs, byMean, 1), c.printed)
		if g.differs() != c.differs || math.Abs(g.error-c.error) > 1e-8 ||
			math.IsNaN(g.error) != math.IsNaN(c.error) {
			t.Errorf("%s: error %v, differs %v: %s", c.name, g.error, g.differs(), g.words())
		}
	}
	g := newGap(estimate([]timedRun{{}, {}}, byMean, 0), "0.950 (0.010)")
	if got, want := g.words(), "−299.2 ≠"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// frame makes rows with a step in the first of two inputs: a regression, or so many classes.
func frame(n, classes int, seed uint64) *dataset.Frame {
	f := &dataset.Frame{Task: dataset.Regression, Features: []string{"a", "b"}, Labels: [][]string{nil, nil},
		Target: "y", N: n, D: 2, X: make([]float64, 2*n)}
	rng := random.Stream(seed, "frame")
	for i := range n {
		f.X[i], f.X[n+i] = rng.Float64(), rng.Float64()
		f.Rows = append(f.Rows, i+1)
		step := 0
		if f.X[i] > .4 {
			step = 1
		}
		if classes > 0 {
			if rng.Float64() < .1 {
				step = classes - 1 - step
			}
			f.Class = append(f.Class, step)
		} else {
			f.Y = append(f.Y, 2*float64(step)+.2*rng.NormFloat64())
		}
	}
	if classes > 0 {
		f.Task, f.Classes = dataset.Classification, make([]string, classes)
		for k := range f.Classes {
			f.Classes[k] = fmt.Sprint(k)
		}
	}
	return f
}

// shortPlans are runs of some thousand moves on 60 rows.
func shortPlans() map[string]plan {
	c, w, s := cgm.DefaultSettings(), wu.DefaultSettings(), particle.DefaultSettings()
	c.Warmup, c.Restarts = 100, 2
	w.Warmup = 200
	s.Proposal, s.Expansion, s.Particles = particle.Optimal, particle.LayerWise, 30
	plans := map[string]plan{
		"cgm": {Method: compare.CGM, Chains: 2, Draws: 20, Every: 10, Settings: c},
		"wu":  {Method: compare.WU, Chains: 2, Draws: 20, Every: 10, Settings: w},
		"smc": {Method: compare.SMC, Chains: 2, Draws: 1, Every: 1, Settings: s},
	}
	for _, m := range []compare.Method{compare.DF, compare.DFI} {
		set := rjhmc.DefaultSettings()
		set.Method, set.Warmup, set.InnerWarmup, set.MaxDoublings = softMethod(m), 2, 20, 4
		plans[string(m)] = plan{Method: m, Chains: 1, Draws: 4, Every: 1, Settings: set}
	}
	return plans
}

// pinned are the digests of the short runs with seed 1, as this program first made them.
var pinned = map[string]string{
	"cgm 0": "e01ad5c8254925cd", "cgm 2": "9cb6f43a0a2f1e3b",
	"wu 0": "7a3130e8058695cc", "wu 2": "f8d6b67f08174e80",
	"smc 0": "c67217dc5484b64f", "smc 2": "338ac8a3d719c8c9",
	"hmc-df 0": "75df59faeca81356", "hmc-df 2": "fa697e08a105e267",
	"hmc-dfi 0": "fbb667781c5ce0c8", "hmc-dfi 2": "9c0cf3d8049e6208",
}

// TestShortRuns: every method learns the step, and its bits stay.
func TestShortRuns(t *testing.T) {
	for name, p := range shortPlans() {
		for _, classes := range []int{0, 2} {
			tables := posterior.NewTables(frame(60, classes, 1), frame(40, classes, 2), false)
			r, err := p.run(tables, 1, nil)
			if err != nil {
				t.Fatal(err)
			}
			key := fmt.Sprintf("%s %d", name, classes)
			if r.Digest != pinned[key] {
				t.Errorf("%s: digest %s, pinned %q", key, r.Digest, pinned[key])
			}
			// without the step 1 and .6
			if classes == 0 && !(r.Mean.Test < .3) || classes > 0 && !(r.Mean.Test > .7) {
				t.Errorf("%s: test %+v", key, r.Mean)
			}
			if (r.Drawn == nil) != (p.Method == compare.SMC) || (r.Expected == nil) != (p.Chains == 1) ||
				(r.Mean.Chains == nil) != (p.Chains == 1) {
				t.Errorf("%s: scorings %+v", key, r)
			}
			if soft := p.Chains == 1; r.Iterations == 0 || r.Leaves < 1 || (r.Gradients > 0) != soft {
				t.Errorf("%s: work %+v", key, r)
			}
			if plain := newRunning(p, tables); p.Chains == 1 {
				if err := plain.chain(tables.Data(), 1, 0); err != nil {
					t.Fatal(err)
				}
				if sum, _ := plain.drawn.Digest(); sum != r.Digest {
					t.Errorf("%s: digest %s with kernels, %s without", key, r.Digest, sum)
				}
			}
			again, err := p.run(tables, 2, nil)
			if err != nil || again.Digest == r.Digest {
				t.Errorf("%s: seeds 1 and 2 give %s and %s, %v", key, r.Digest, again.Digest, err)
			}
		}
	}
}

// TestOwnScores: three rows, two draws, by hand.
func TestOwnScores(t *testing.T) {
	f := &dataset.Frame{Task: dataset.Regression, Features: []string{"a"}, Labels: [][]string{nil}, N: 3, D: 1,
		X: []float64{0, 5, 10}, Y: []float64{1, 2, 4}}
	s := newOwnScores(posterior.NewTables(f, f, false))
	split := func(left, right float64) baseline.Draw {
		return baseline.Draw{Tree: tree.Tree{
			Nodes: []tree.Node{{Rule: tree.Threshold{At: .6}, Right: 2}, {Answer: tree.Normal{Mean: left}},
				{Answer: tree.Normal{Mean: right}}},
		}}
	}
	s.next()
	s.add(split(1, 4)) // errors 0, 1, 0
	s.add(split(2, 3)) // 1, 0, 1
	s.next()
	s.add(split(1, 4))
	s.add(split(1, 4))
	got := s.scoring()
	mean := (3./3 + 2./3) / 4 // 1/3, 2/3, 1/3, 1/3
	if math.Abs(got.Train-mean) > 1e-15 || got.Train != got.Test {
		t.Errorf("%+v, by hand %v", got, mean)
	}
	if want := math.Sqrt(1. / 72); math.Abs(got.Chains.Train-want) > 1e-15 { // chains' means 1/2 and 1/3
		t.Errorf("over chains %v, by hand %v", got.Chains.Train, want)
	}
	if want := 1. / 6; math.Abs(got.Draws.Train-want) > 1e-15 { // (3 (1/12)^2 + (1/4)^2)/3 = 1/36
		t.Errorf("over draws %v, by hand %v", got.Draws.Train, want)
	}
	if none := newOwnScores(posterior.NewTables(f, f, false)); none.scoring() != nil {
		t.Error("a score without draws")
	}
}

// TestWalk: the best point of a small grid is found by trying all, of a large one along its axes.
func TestWalk(t *testing.T) {
	type settings struct{ A, B, C float64 }
	axes := []axis{
		newAxis("a", func(s *settings, v float64) { s.A = v }, steps(.5, .5, 4)...),
		newAxis("b", func(s *settings, v float64) { s.B = v }, steps(0, 1, 5)...),
		newAxis("c", func(s *settings, v float64) { s.C = v }, 1, 2),
	}
	if v := steps(.45, .25, .95); !reflect.DeepEqual(v, []float64{.45, .7, .95}) {
		t.Errorf("steps %v", v)
	}
	for _, large := range []bool{false, true} {
		calls := 0
		s := &gridWalk{plan: plan{Settings: settings{}}, tried: map[string]bool{}, axes: axes[1:],
			score: func(p plan) (float64, int, error) {
				calls++
				at := p.Settings.(settings)
				return -math.Abs(at.A-3.5) - math.Abs(at.B-2) + at.C, 7, nil
			}}
		start, points, most := []int{0, 0}, 12, 12
		best := []float64{2, 2}
		if large {
			s.axes, start, points, best = axes, []int{0, 0, 0}, 96, []float64{3.5, 2, 2}
			most = 8 + 5 + 1 + 7 + 5 + 1 // two sweeps, what was tried once left out
		}
		found, err := s.walk(start)
		if err != nil || found.Points != points || calls > most || len(found.Tried) != calls ||
			found.Moves != 7*calls || !reflect.DeepEqual(found.Tried[found.Best].Values, best) {
			t.Errorf("large %v: %v, %d calls, %+v", large, err, calls, found)
		}
	}
	broken := errors.New("broken")
	s := &gridWalk{tried: map[string]bool{}, axes: axes[1:], plan: plan{Settings: settings{}},
		score: func(plan) (float64, int, error) { return 0, 0, broken }}
	if _, err := s.walk([]int{0, 0}); !errors.Is(err, broken) {
		t.Error(err)
	}
}

// TestGridsAreThePapers reads the grids out of the paper's text: numbers of values, and that the published point is
// one.
func TestGridsAreThePapers(t *testing.T) {
	text, err := os.ReadFile(reference(t, "paper", "dcc-tree.tex"))
	if err != nil {
		t.Fatal(err)
	}
	_, table, found := strings.Cut(string(text), `\label{tab:grid-search}`)
	if !found {
		t.Fatal("no grid table")
	}
	for m, want := range map[compare.Method]string{
		compare.WU: `$\alpha = [0.5:0.5:4.0]$, $\beta = [0.5:0.5:4.0]$, $\mu_0 = [0:0.5:2]$, ` +
			`$n=[0.5:0.5:1.5]$, $\lambda = [8:1:10]$, $p = [0.3:0.2:0.7]$`,
		compare.CGM: `$\alpha = [0.5:0.5:4.0]$, $\beta = [0.5:0.5:2.5]$, $\mu_0 = [0:0.5:2]$, ` +
			`$n=[0.3:0.1:0.6]$, $\alpha_\textsc{split} = [0.45:0.25:0.95]$, ` +
			`$\beta_\textsc{split} = [1.0:0.5:2.5]$`,
	} {
		if !strings.Contains(table, want) {
			t.Errorf("%s: the paper's grid is not %s", m, want)
		}
		axes, start := gridOf(m, true)
		points := 1
		for _, a := range axes {
			points *= len(a.Values)
		}
		if want := map[compare.Method]int{compare.WU: 8 * 8 * 5 * 3 * 3 * 3,
			compare.CGM: 8 * 5 * 5 * 4 * 3 * 4}[m]; points != want {
			t.Errorf("%s: %d points, the paper has %d", m, points, want)
		}
		p := short(m, &published.Set{Name: "cgm"})
		at := p.Settings
		for k, a := range axes {
			at = a.put(at, a.Values[start[k]])
		}
		if !reflect.DeepEqual(at, p.Settings) {
			t.Errorf("%s: the walk starts at %+v, published is %+v", m, at, p.Settings)
		}
	}
}

// TestTuneIris: a real cross-validation finds a point and is kept.
func TestTuneIris(t *testing.T) {
	set := load(t, "iris")
	o := options{runs: 1, seed: 1, kept: newKeeper(t.TempDir(), false)}
	var log strings.Builder
	p, err := planOf(&log, compare.CGM, set, o)
	if err != nil || p.origin != "tuned" || !strings.Contains(log.String(), "12 of 12 points") {
		t.Fatalf("%v %+v, told %q", err, p, log.String())
	}
	o.kept.only = true
	again, err := planOf(io.Discard, compare.CGM, set, o)
	if err != nil || !reflect.DeepEqual(again, p) {
		t.Errorf("%v: kept %+v, made %+v", err, again, p)
	}
	if s := p.Settings.(cgm.Settings); s.Restarts != cgm.DefaultSettings().Restarts ||
		s.Split == (cgm.Settings{}).Split {
		t.Errorf("%+v: a run has the whole warm-up and the split prior of the grid", s)
	}
	o.kept = newKeeper(t.TempDir(), true)
	if c, err := newCell(io.Discard, compare.CGM, set, o); err != nil || len(c.runs) != 0 ||
		c.value(byExpected, 0) != "not run yet" {
		t.Errorf("%v %+v: nothing is there and nothing to be run", err, c)
	}
}

// madeUp returns a cell with runs of the given test scores.
func madeUp(m compare.Method, set string, task dataset.Task, tests ...float64) cell {
	c := cell{plan: plan{Method: m, Set: set, seeds: mostSeeds, origin: "published"},
		set: &published.Set{Name: set, Train: &dataset.Frame{Task: task}}, printed: printedOf(m).values[set]}
	c.runs = madeUpRuns(tests)
	return c
}

func madeUpRuns(tests []float64) (out []timedRun) {
	for k, v := range tests {
		s := scoring{trainTest: trainTest{.0591, v}, Chains: &trainTest{.001, .03}}
		out = append(out,
			timedRun{methodRun: methodRun{Mean: s, Drawn: &s, Expected: &s, Leaves: 4, Acceptance: .25,
				Iterations: 1000 * (k + 1), Marginals: 500}, seed: uint64(k), seconds: 2})
	}
	return out
}

func TestMethodsPart(t *testing.T) {
	near := madeUp(compare.CGM, "wu", dataset.Regression, .11, .12, .115)
	far := madeUp(compare.WU, "wu", dataset.Regression, .2, .21)
	far.trials = []trial{{"half of it", madeUpRuns([]float64{.07, .08})}, {"all of it", nil}}
	absent := madeUp(compare.DFI, "wu", dataset.Regression)
	soft := madeUp(compare.DF, "wu", dataset.Regression, .059, .059)
	soft.runs[0].Gradients, soft.runs[1].Gradients = 14_200_000, 189_900_000
	class := madeUp(compare.SMC, "iris", dataset.Classification, .9, .92)
	class.runs[0].Drawn, class.runs[1].Drawn = nil, nil
	class.tuning = &tuning{Axes: []axis{{Name: "alpha"}},
		Tried: []tunedPoint{{[]float64{.45}, -.2}, {[]float64{.7}, -.1}}, Best: 1, Points: 3}
	text := strings.ReplaceAll(methodsPart([]cell{near, far, absent, soft, class}, options{runs: 10, seed: 1}),
		"\n", " ")
	for _, want := range []string{
		"| WU | Chipman, George, McCulloch (1998) | 3 | 0.059 (2.3e-4) | 0.0591 (0) | 0.0591 (0) | **0.0591 " +
			"(0)** | 0.001 | 0.112 (0.034) | 0.1150 (0.0050) | 0.1150 (0.0050) | **0.1150 (0.0050)** " +
			"| 0.03 |",
		"| **0.2050 (0.0071) ≠** | 0.03 |",
		"| WU | HMC-DFI | 0 | 0.060 (4.4e-4) | – | not run yet | – | – | 0.060 (2.5e-3) | – | not run yet | " +
			"– | – |",
		"| Iris | SMC | train | 0.981 (0.004) | as in the table | 2 | 4.0 | 0.001 | 0.059 (0), −710.6 ≠ | – " +
			"| **0.059 (0), −710.6 ≠** |", // .0591 - .981 over sqrt(.004^2/10 + .001^2/12)
		// WU's train is .0591, printed .054; HMC-DF's .060, within 3 sqrt(7.4e-4^2/10 + 1e-6/12) = .0011
		"Of 8 values compared 5 are within the limit, 3 are not.",
		"|  |  |  |  | half of it | 2 | 4.0 | 0.03 | 0.0750 (0.0071), +0.2 |",
		"|  |  |  |  | all of it | 0 | – | – | – | – | not run yet |",
		"| Iris | SMC | published | alpha 0.7 | 2, 3 | −0.200, −0.100 |",
		"| WU | Chipman, George, McCulloch (1998) | 3 | 2.0k | – | 500 | 0.250 (0) | 4.0 (0) |",
		"41 runs of these tables are not run yet", // of 10 each
		"because each costs 14 to 190 million gradients",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	for _, never := range []string{"NaN", "Inf"} {
		if strings.Contains(text, never) {
			t.Errorf("%s in\n%s", never, text)
		}
	}
}

func TestReplaceMethods(t *testing.T) {
	once, err := replaceMethods("# Title\n\ntext\n", "part 1\n")
	if err != nil || once != "# Title\n\ntext\n\n"+methodsBegin+"part 1\n"+methodsEnd {
		t.Fatalf("%v %q", err, once)
	}
	twice, err := replaceMethods(once+"after\n", "part 2\n")
	if err != nil || twice != "# Title\n\ntext\n\n"+methodsBegin+"part 2\n"+methodsEnd+"after\n" {
		t.Errorf("%v %q", err, twice)
	}
	if _, err := replaceMethods("text\n"+methodsBegin+"part", "new"); err == nil {
		t.Error("a part without an end is replaced")
	}
}

// TestUpper: thresholds are right below the next training value, and only new rows between two values go another way.
func TestUpper(t *testing.T) {
	train, test := frame(60, 0, 1), frame(40, 0, 2)
	tables := posterior.NewTables(train, test, false)
	p := shortPlans()["cgm"]
	low, err := p.run(tables, 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	p.Upper = true
	high, err := p.run(tables, 1, nil)
	if err != nil || high.Mean.Train != low.Mean.Train || high.Expected.Train != low.Expected.Train ||
		high.Digest == low.Digest {
		t.Errorf("%v: train %v and %v, digests %s and %s", err, low.Mean.Train, high.Mean.Train, low.Digest,
			high.Digest)
	}
	r := newRunning(p, tables)
	if r.rows, err = hard.NewRows(tables.Data()); err != nil {
		t.Fatal(err)
	}
	values := r.rows.Values(0)
	d := baseline.Draw{Tree: tree.Tree{Nodes: []tree.Node{{Right: 2, Rule: tree.Threshold{}}, {}, {}}}}
	for _, at := range []float64{values[3], (values[3] + values[4]) / 2} {
		d.Tree.Nodes[0].Rule = tree.Threshold{At: at}
		if r.raise(&d); d.Tree.Nodes[0].Rule.Cut() != math.Nextafter(values[4], 0) {
			t.Errorf("%v is moved to %v, next is %v", at, d.Tree.Nodes[0].Rule.Cut(), values[4])
		}
	}
}

// TestFastRun: the posterior mean is that of the run itself, and the draws' scores are near it.
func TestFastRun(t *testing.T) {
	for _, name := range []string{"wu", "iris"} {
		set := load(t, name)
		_, o, err := parse([]string{"methods", "-methods", "dcc-tree", "-set", name, "-runs", "1", "-kept",
			t.TempDir()})
		if err != nil {
			t.Fatal(err)
		}
		o.fast, o.noAudit = true, true
		runs, err := fastRuns(io.Discard, set, o)
		if err != nil || len(runs) != 1 {
			t.Fatal(err)
		}
		whole, err := once(set, set.Apply(o.settings), o, 1)
		if r := runs[0]; err != nil || r.Mean.Test != whole.Test || r.Mean.Train != whole.Train ||
			r.Digest != whole.Digest || r.Gradients != whole.Gradients {
			t.Errorf("%s: %v, %+v, the run itself %v %v %s", name, err, r, whole.Train, whole.Test,
				whole.Digest)
		}
		// A draw of WU has the noise of the leaves' means beside the mean's error, and most rows most probably
		// reach one leaf.
		if d := runs[0].Drawn; math.Abs(d.Test-whole.Test) > .02 || math.Abs(d.Train-whole.Train) > .02 ||
			!(d.Draws.Test > 0) {
			t.Errorf("%s: draws %+v %+v, mean %v %v", name, d, d.Draws, whole.Train, whole.Test)
		}
	}
}

// TestChanges: an experiment differs from what is in the table, by a name of its own.
func TestChanges(t *testing.T) {
	c, w := cgm.DefaultSettings(), wu.DefaultSettings()
	c.Split.Alpha, w.Thresholds = .7, wu.Observed
	base := map[compare.Method]any{compare.CGM: c, compare.WU: w, compare.SMC: particle.DefaultSettings()}
	for m, settings := range base {
		for _, set := range published.Names() {
			if !offered(m, set) {
				continue
			}
			p := plan{Method: m, Set: set, Settings: settings, seeds: mostSeeds}
			names := map[string]bool{}
			trials, what := p.experiments()
			if len(trials) != len(changes(m, set)) {
				t.Errorf("%s on %s: %d of %d changes make a difference", m, set, len(trials),
					len(changes(m, set)))
			}
			for k, v := range trials {
				if names[v.Variant] || v.Variant == "" || what[k] == "" || v.seeds != trialSeeds {
					t.Errorf("%s on %s: %q, %q", m, set, v.Variant, what[k])
				}
				names[v.Variant] = true
				_, err := v.start(posterior.NewTables(frame(60, count(set != "wu" && set != "cgm")*2,
					1), nil, false).Data(), random.Stream(1))
				if err != nil {
					t.Errorf("%s on %s, %s: %v", m, set, v.Variant, err)
				}
			}
		}
	}
	// the grid's prior of most splits
	most := plan{Method: compare.CGM, Set: "bcw", Settings: cgm.DefaultSettings()}
	if trials, _ := most.experiments(); len(trials) != len(changes(compare.CGM, "bcw"))-1 {
		t.Errorf("%d experiments, one of %d changes nothing", len(trials), len(changes(compare.CGM, "bcw")))
	}
	for key := range explanations() {
		m, set, _ := strings.Cut(key, " ")
		if !offered(compare.Method(m), set) {
			t.Errorf("an explanation of %q", key)
		}
	}
}

// TestWriteMethods: what is not run is said, everything else in the file stays, nothing is run.
func TestWriteMethods(t *testing.T) {
	file := filepath.Join(t.TempDir(), "tables.md")
	if err := os.WriteFile(file, []byte("# Tables\n\n"+methodsBegin+"what was here\n"+methodsEnd+"\nafter\n"),
		0o644); err != nil {
		t.Fatal(err)
	}
	c, o, err := parse([]string{"methods", "-data", reference(t, "data", "paper"), "-stored", "-kept", t.TempDir(),
		"-tables", file})
	if err != nil {
		t.Fatal(err)
	}
	var log strings.Builder
	if err := run(&log, c, o); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	// The paper has 6 sets x 6 methods but SMC on two, WU on two: 32 cells with train and test.
	// both splits, and the settings of CGM on 5, WU on 3, SMC on 4 sets
	if got := strings.Count(string(text), "| not run yet |"); got != 2*32+5+3+4 {
		t.Errorf("%d times not run yet in\n%s", got, text)
	}
	if !strings.HasPrefix(string(text), "# Tables\n\n"+methodsBegin+"## ") ||
		!strings.HasSuffix(string(text), methodsEnd+"\nafter\n") ||
		strings.Contains(string(text), "what was here") {
		t.Errorf("the file is now\n%s", text)
	}
}

// TestEveryMarkIsExplained looks at the runs that are kept with the repository.
func TestEveryMarkIsExplained(t *testing.T) {
	_, o, err := parse([]string{"methods", "-data", reference(t, "data", "paper"), "-stored", "-kept", "runs"})
	if err != nil {
		t.Fatal(err)
	}
	sets, err := o.sets()
	if err != nil {
		t.Fatal(err)
	}
	cells, err := newCells(io.Discard, sets, o)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range cells {
		for split := range splits {
			if newGap(estimate(c.runs, comparedBy(c.plan.Method), split), c.printed[split]).differs() &&
				c.explanation() == "" {
				t.Errorf("%s on %s, %s: a mark without an explanation", c.plan.Method, c.plan.Set,
					splits[split])
			}
		}
	}
}
