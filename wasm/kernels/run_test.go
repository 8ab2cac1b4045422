//go:build js && wasm

// Whole runs of the fast mode with kernels and without them: the same bits.
package kernels

import (
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"
	"time"

	"dcctree/core/dataset"
	"dcctree/core/dcc"
	"dcctree/core/dcc/search"
	"dcctree/core/simd"
	"dcctree/core/softtree"
)

// problem reads a table of the samples; y is the column of that name.
func problem(t testing.TB, file, y string, task dataset.Task, h float64) *dcc.Problem {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "assets", file))
	if err != nil {
		t.Skip("the samples cannot be read here: ", err)
	}
	table, err := dataset.ReadCSV(file, text, dataset.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	f, err := table.Frame(y, nil, task)
	if err != nil {
		t.Fatal(err)
	}
	p := &dcc.Problem{Settings: dcc.DefaultSettings(), Seed: 3,
		Data: softtree.Data{N: f.N, D: f.D, X: dataset.FitScaling(f).Apply(f), Y: f.Y, Class: f.Class,
			Classes: len(f.Classes)}}
	p.Settings.BandwidthInitial, p.Settings.BandwidthFinal = h, h
	return p
}

// fast runs the fast mode with a machine and returns everything that it found.
func fast(t testing.TB, p *dcc.Problem, m simd.Machine, set search.FastSettings) (summaries []dcc.Summary,
	draws []dcc.Draws) {
	t.Helper()
	p.Data.Machine = m
	f, err := search.NewFast(p, set)
	if err != nil {
		t.Fatal(err)
	}
	if err := dcc.Run(p, f, 1, nil); err != nil {
		t.Fatal(err)
	}
	for _, s := range f.Summaries() {
		summaries = append(summaries, s)
		if d, ok := f.Draws(s.Topology); ok {
			draws = append(draws, d)
		}
	}
	for i := range summaries { // NaN, where there is none, is not equal to itself
		if math.IsNaN(summaries[i].KHat) {
			summaries[i].KHat = math.Inf(-1)
		}
	}
	return summaries, draws
}

// BenchmarkFast times whole runs with kernels, one worker, audits included.
func BenchmarkFast(b *testing.B) {
	for _, c := range []struct {
		file, y string
		task    dataset.Task
		h       float64
	}{{"wu-train.csv", "y", dataset.Regression, .025}, {"cgm-train.csv", "y", dataset.Regression, .001},
		{"iris.csv", "species", dataset.Classification, .01},
		{"wine.csv", "class", dataset.Classification, .025}} {
		b.Run(c.file, func(b *testing.B) {
			for b.Loop() {
				fast(b, problem(b, c.file, c.y, c.task, c.h), New(), search.DefaultFastSettings())
			}
		})
	}
}

// exploring are settings of a run that searches, measures and embeds; auditing of one that measures little and looks at
// it a second time.
func exploring() search.FastSettings {
	s := search.DefaultFastSettings()
	s.Budget, s.AuditShare = 3000, 0
	return s
}

func auditing() search.FastSettings {
	s := search.DefaultFastSettings()
	s.PriorDraws, s.Stop, s.Near, s.MaxSplits, s.MaxMeasured, s.Embedded = 0, 1, 1, 4, 2, 0
	return s
}

// Whole runs with kernels, as long as people's, have the bits of plain Go: TestSameBitsEverywhere, in browsers.
func TestRunsAreTheSameWithKernels(t *testing.T) {
	for _, c := range []struct {
		file, y   string
		task      dataset.Task
		h         float64
		set       search.FastSettings
		leastDone int // topologies with draws
	}{{"wu-train.csv", "y", dataset.Regression, .025, exploring(), 4},
		{"iris.csv", "species", dataset.Classification, .01, exploring(), 4},
		{"wu-train.csv", "y", dataset.Regression, .025, auditing(), 1}} {
		m := New()
		start := time.Now()
		a, aDraws := fast(t, problem(t, c.file, c.y, c.task, c.h), m, c.set)
		with := time.Since(start)
		start = time.Now()
		b, bDraws := fast(t, problem(t, c.file, c.y, c.task, c.h), nil, c.set)
		if m.Refused() || len(m.kernels) == 0 {
			t.Fatalf("%s: no kernel was used", c.file)
		}
		audited := slices.ContainsFunc(a, func(s dcc.Summary) bool { return s.Audit.Done })
		if len(aDraws) < c.leastDone || audited != (c.set.AuditShare > 0) {
			t.Errorf("%s: %d topologies have draws, an audit is done: %v", c.file, len(aDraws), audited)
		}
		if !reflect.DeepEqual(a, b) || !reflect.DeepEqual(aDraws, bDraws) {
			t.Errorf("%s: the results with kernels differ", c.file)
		}
		t.Logf("%s: %d topologies, %.1f s with kernels, %.1f s without", c.file, len(a), with.Seconds(),
			time.Since(start).Seconds())
	}
}
