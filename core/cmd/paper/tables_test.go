// Tests of the tables and the check, on made-up runs and against the paper's text.

package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"dcctree/core/baseline/cart"
	"dcctree/core/cmd/internal/published"
	"dcctree/core/conquer"
	"dcctree/core/dataset"
	"dcctree/core/dcc"
	"dcctree/core/posterior"
	"dcctree/core/random"
	"dcctree/core/topology"
)

// reference returns a path below the folder beside the repository, and skips where there is none.
func reference(t *testing.T, path ...string) string {
	t.Helper()
	full := filepath.Join(append([]string{"..", "..", "..", "..", "shared"}, path...)...)
	if _, err := os.Stat(full); errors.Is(err, fs.ErrNotExist) {
		t.Skipf("../shared/%s is absent", filepath.Join(path...))
	}
	return full
}

func load(t *testing.T, name string) *published.Set {
	t.Helper()
	set, err := published.Load(reference(t, "data", "paper"), name)
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// TestPrintedAgainstPaper reads the two tables out of the paper's text.
func TestPrintedAgainstPaper(t *testing.T) {
	text, err := os.ReadFile(reference(t, "paper", "dcc-tree.tex"))
	if err != nil {
		t.Fatal(err)
	}
	paper := string(text)
	// of printed, in the order of the tables
	columns := map[bool][]int{false: {0, 2, 3, 4, 5}, true: {0, 1, 2, 3, 4, 5}}
	for set, label := range map[string]string{"cgm": "CGM", "wu": "WU", "bcw": "BCW", "iris": "Iris",
		"wine": "Wine", "raisin": "Raisin"} {
		_, block, found := strings.Cut(paper, `\multirow{2}{*}{`+label+`}`)
		if !found {
			t.Fatalf("no rows of %s", label)
		}
		block, _, _ = strings.Cut(block, `rule`)
		classification := set != "cgm" && set != "wu"
		for k, line := range strings.Split(block, `\\`)[:2] {
			cells := regexp.MustCompile(`[0-9.]+\([0-9.e-]+\)|N/A|&\s*&`).FindAllString(line, -1)
			at := 0
			for _, c := range columns[classification] {
				want, ok := printed[c].values[set]
				if !ok {
					at++ // "N/A", or the empty cell below it
					continue
				}
				if got := strings.Replace(cells[at], "(", " (", 1); got != want[k] {
					t.Errorf("%s, %s, %s: %q, the paper prints %q of %q", set, printed[c].name,
						[]string{"train", "test"}[k], want[k], got, cells)
				}
				at++
			}
		}
	}
}

func TestSpread(t *testing.T) {
	s := spreadOf([]float64{1, 2, 6})
	if s.Mean != 3 || s.SD != math.Sqrt(7) || s.Min != 1 || s.Max != 6 { // squares 4 + 1 + 9 over 2
		t.Errorf("%+v", s)
	}
	for want, s := range map[string]spread{
		"3.00 (2.65)": s, "0.0586 (6e-05)": {N: 2, Mean: .0586, SD: 6.2e-5}, "0.911 (0)": {N: 10, Mean: .911},
		"−1.40": {N: 1, Mean: -1.4, SD: math.NaN()}, "–": {},
	} {
		decimals := 2
		if strings.HasPrefix(want, "0.0586") {
			decimals = 4
		} else if strings.HasPrefix(want, "0.911") {
			decimals = 3
		}
		if got := s.text(decimals); got != want {
			t.Errorf("%+v: %q, want %q", s, got, want)
		}
	}
	if a, b := thousands(4_240), thousands(42_400); a != "4.2k" || b != "42k" {
		t.Error(a, b)
	}
}

// invented makes the study of a set from runs.
func invented(set *published.Set, runs ...outcome) *study {
	s := &study{set: set, fast: table{Runs: runs}}
	s.cart = cartScores{Default: cartVariant{LogScore: spreadOf([]float64{-.4})},
		Crossed: cartVariant{LogScore: spreadOf([]float64{-.2})}}
	return s
}

func results(s *study) string {
	var out []string
	for _, v := range s.findings() {
		out = append(out, v.What+": "+v.Result)
	}
	return strings.Join(out, "\n")
}

// TestVerdicts: every bound can hold and can be missed.
func TestVerdicts(t *testing.T) {
	wu := func(test float64, units int, a, b float64) outcome { // with 50k, .05 of it was not measured
		return outcome{Test: test, Gradients: 3 * units, Audit: 2 * units, Unexplored: float64(units) / 1e6,
			Topologies: []share{{Leaves: "{1,5,6}", LogEvidence: a, Weight: .9, Reliable: true},
				{Leaves: "{3,4,2}", LogEvidence: b, Weight: .1, Reliable: true}}}
	}
	cgm := func(mirror string) outcome {
		return outcome{Test: .0403, Topologies: []share{{Leaves: "{3,9,10,5,6}", LogEvidence: -1.4},
			{Leaves: mirror, LogEvidence: -1.45}}}
	}
	class := func(test, logs, log float64, reliable bool) outcome {
		return outcome{Test: test, TestLogScore: logs,
			Topologies: []share{{Leaves: "{1,2}", LogEvidence: log, Weight: 1, Reliable: reliable}}}
	}
	far := invented(load(t, "iris"), class(.9, -.3, 0, true), class(.9, -.3, 0, true))
	far.long, far.distances = &longFacts{}, spreadOf([]float64{.01, .04})
	far.fast.Runs[1].Unexplored = -1                // not known
	held := func(s *study, weight float64) *study { // against long runs in which one topology has the weight
		s.pooled = &pooled{weights: map[string]float64{"{1,5,6}": weight, "{3,4,2}": 1 - weight}}
		s.apart, s.missing = s.fast.of(s.pooled.distance), s.fast.of(s.pooled.missing)
		return s
	}
	wus := func(runs ...outcome) *study { return invented(load(t, "wu"), runs...) }
	const stated = "unmeasured share, as stated: "
	const apart = "topology weights: distance from the pooled long runs: "
	for name, c := range map[string]struct {
		s    *study
		want string
	}{
		"WU": {held(wus(wu(.0586, 40e3, -45.7, -47.93), wu(.0587, 50e3, -45.6, -47.93)), .86),
			"mean test MSE: ok\nsd of the test MSE: ok\ngradient units before the audits: ok\ngradient " +
				"units with the audits: ok\n" + stated + "ok\n" + apart +
				"ok\nlog evidence of {1,5,6}: ok\nlog evidence of {3,4,2}: ok"},
		"WU missed": {held(wus(wu(.0586, 60e3, -45.7, -48.2), wu(.0589, 50e3, -45.8, -47.9)), .8),
			"mean test MSE: MISS\nsd of the test MSE: MISS\ngradient units before the audits: " +
				"MISS\ngradient units with the audits: MISS\n" + stated + "MISS\n" + apart +
				"MISS\nlog evidence of {1,5,6}: MISS\nlog evidence of {3,4,2}: MISS"},
		"CGM, the mirror tree is missed once": {invented(load(t, "cgm"), cgm("{7,8,4,5,6}"), cgm("{1,2}")),
			"mean test MSE: ok\nsd of the test MSE: ok\ngradient units before the audits: ok\ngradient " +
				"units with the audits: ok\n" + stated + "ok\n{3,9,10,5,6} measured: ok\nlog " +
				"evidence of {3,9,10,5,6}: ok\n{7,8,4,5,6} measured: MISS\nlog evidence of " +
				"{7,8,4,5,6}: ok"},
		"Iris, one row less; worse than one CART; one run far from the long one": {far,
			"mean test accuracy: ok\ngradient units before the audits: ok\ngradient units with the " +
				"audits: ok\nlog score above smoothed CART's: ok\nlog score above that of smoothed " +
				"CART by cross-validation: MISS\nclass probabilities: distance from the long " +
				"run: MISS\n" + stated + "MISS"},
		"Wine": {invented(load(t, "wine"), class(.94, -.1, -82, true), class(.94, -.1, -83, true)),
			"mean test accuracy: MISS\ngradient units before the audits: ok\ngradient units with the " +
				"audits: ok\nlog score above smoothed CART's: ok\nlog score above that of smoothed " +
				"CART by cross-validation: ok\n" + stated +
				"ok\nlog evidence of the best, {1,2}: sd: MISS"},
		"Raisin": {invented(load(t, "raisin"), class(.85, 0, 0, true), class(.85, 0, 0, false)),
			"mean test accuracy: ok\ngradient units before the audits: ok\ngradient units with the " +
				"audits: ok\n" + stated + "ok\nlog evidence of {3,4,5,6}: for information\n" +
				"unreliable among topologies over 3 %: for information"},
	} {
		if got := results(c.s); got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", name, got, c.want)
		}
	}
}

// TestPooled: weights .6 .4 against .5 .2 .3, the last of a topology that the run lacks: (.1 + .2 + .3)/2.
func TestPooled(t *testing.T) {
	p := pooled{weights: map[string]float64{"{1,2}": .5, "{3,4,2}": .2, "{1,5,6}": .3}}
	r := outcome{Topologies: []share{{Leaves: "{1,2}", Weight: .6}, {Leaves: "{3,4,2}", Weight: .4}}}
	if d, m := p.distance(r), p.missing(r); math.Abs(d-.3) > 1e-15 || m != .3 {
		t.Errorf("distance %v, missing %v, want .3 and .3", d, m)
	}
}

// TestCheckAndTables: a whole check, and a document that shows what the studies hold.
func TestCheckAndTables(t *testing.T) {
	set := load(t, "iris")
	_, o, err := parse([]string{"check", "-runs", "2", "-long", "0", "-data", reference(t, "data", "paper")})
	if err != nil || o.set != "all" {
		t.Fatalf("%v %+v", err, o)
	}
	var log strings.Builder
	o.noAudit = true // that they cost is shown below
	s, err := newStudy(&log, set, o, false)
	if err != nil {
		t.Fatal(err)
	}
	if s.fast.Runs[0].Gradients < 1000 || strings.Count(log.String(), "gradient units") != 2 || s.long != nil {
		t.Errorf("%+v, told %q", s.fast.Runs, log.String())
	}
	if want := fmt.Sprintf("%.4f", cart.Fit(set.Train, cart.DefaultSettings()).Scores(set.Test).
		Accuracy); fmt.Sprintf("%.4f", s.cart.Default.Test.Mean) != want {
		t.Errorf("CART %v, want %s", s.cart.Default.Test, want)
	}
	s.paper = &s.fast
	s.fast = table{Runs: slices.Clone(s.fast.Runs)}
	for k := range s.fast.Runs {
		s.fast.Runs[k].Gradients, s.fast.Runs[k].Audit, s.fast.Runs[k].Topologies[0].Audited = 90_000, 50_000,
			true
	}
	s.pooled = &pooled{units: 2e6}
	s.apart, s.missing = spreadOf([]float64{.04, .05}), spreadOf([]float64{.02, .02})
	o.long = 20
	s.chosen = &chosen{h: .05, score: -.1, se: .01, widest: .1, published: .025, atPublishedLS: -.12,
		test: spreadOf([]float64{.9, .92}), logs: spreadOf([]float64{-.2})}
	text := document([]*study{s}, o)
	for _, want := range []string{
		"| DCC-Tree | 0.981 (0.000) | 0.911 (1.2e-16) |",
		"| **this program, fast mode** | 0.981 (0) | 0.911 (0) |", "CART, rpart's defaults | 0.981 | 0.889 |",
		"| Iris | 105 | 45 | 2.2 points of accuracy | 1 |", "| Iris | {1,5,6} | 2 of 2 |",
		"| Iris | fast | 40k (40k) | 90k (90k) |", "| 2, 0, 0 |",
		"## Topology weights against runs of 100 times the work", "| Iris | 0.045 | 0.050 | 0.020 (0) |",
		"| Iris | 0.05 | −0.1000 ± 0.0100 | −0.1200 (h = 0.025) | 0.1 | 0.910 (0.014) |",
		"| Iris | mean test accuracy | 0.9111 (0.0000) | ≥ 0.911 less 1 row of 45 | ok |",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if strings.Contains(text, "NaN") || strings.Contains(text, "Inf") {
		t.Errorf("a number that is none in\n%s", text)
	}
}

// TestSharedInputs: as the data's description counts them.
func TestSharedInputs(t *testing.T) {
	for name, want := range map[string]int{"bcw": 78, "cgm": 800, "wu": 0} {
		if got := shared(load(t, name)); got != want {
			t.Errorf("%s: %d test rows with inputs of training rows, want %d", name, got, want)
		}
	}
}

// TestLongRun: the long measurement of one topology agrees with a single one, and its draws are of the same posterior.
func TestLongRun(t *testing.T) {
	set := load(t, "iris")
	tables := posterior.NewTables(set.Train, set.Test, false)
	problem := &dcc.Problem{Data: tables.Data(), Settings: set.Apply(dcc.DefaultSettings()), Seed: 5}
	stump, err := topology.FromLeaves([]int{1, 2})
	if err != nil {
		t.Fatal(err)
	}
	l := &longRun{draws: map[topology.Topology]dcc.Draws{}}
	l.measure(problem, []dcc.Summary{{Topology: stump, Weight: 1},
		{Topology: topology.Root(), Weight: longMass / 2}}, deepSettings(), 0, 2)
	one := conquer.NewProblem(problem.Data, problem.Settings.Priors, problem.Settings.BandwidthFinal,
		conquer.DefaultSettings())
	rng := random.Stream(6)
	starts, _ := one.Score(stump, nil, rng)
	m := one.Measure(stump, starts, rng, func() {})
	if len(l.summaries) != 1 || l.Rounds != 1 || l.Units < 1000 ||
		math.Abs(l.summaries[0].LogEvidence-m.LogZ) > 4*m.Error {
		t.Errorf("%+v after %d rounds, %v units; once %v ± %v", l.summaries, l.Rounds, l.Units, m.LogZ, m.Error)
	}
	p := posterior.New(tables, problem, posterior.Likelihood)
	p.Update(l, stump)
	rows, err := probabilities(p, set.Test)
	if err != nil || len(rows) != set.Test.N || distance(rows, rows) != 0 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	setosa := 0
	for i, k := range set.Test.Class {
		if k == 0 && rows[i][0] > .9 { // one split parts setosa from the others
			setosa++
		}
	}
	if setosa != 13 {
		t.Errorf("%d of 13 setosa are found", setosa)
	}
	if d := distance([][]float64{{1, 0}, {.5, .5}}, [][]float64{{.9, .1}, {.5, .5}}); math.Abs(d-.05) > 1e-15 {
		t.Errorf("distance %v, by hand .2 / 4", d)
	}
}

// TestRoutesRefuseRegressions: their predictions are no class probabilities.
func TestRoutesRefuseRegressions(t *testing.T) {
	set := &published.Set{Name: "wu", Train: &dataset.Frame{Task: dataset.Regression}}
	if err := routes(io.Discard, []*published.Set{set}, options{routes: 10}); err == nil ||
		!strings.Contains(err.Error(), "wu is no classification") {
		t.Errorf("error %v", err)
	}
}
