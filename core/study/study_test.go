// This file sets runs up from tables and wishes, good and bad ones.

package study

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"dcctree/core/conquer"
	"dcctree/core/dataset"
	"dcctree/core/dcc"
	"dcctree/core/dcc/search"
	"dcctree/core/export"
	"dcctree/core/random"
	"dcctree/core/report"
	"dcctree/core/softtree"
	"dcctree/core/topology"
	"dcctree/core/words"
)

// wishes are a valid Create message that each test changes.
func wishes() *RunOptions {
	m := DefaultRunOptions()
	m.Preset, m.Workers = "quick", 2
	m.Settings = `{"iterations":4,"priorDraws":20,"activationCount":4,"maxActive":4,"chains":2,"warmup":60,` +
		`"draws":10,"proposals":5,"repairs":1,"repairSteps":30,"keptDraws":40}`
	return &m
}

// TestPredictiveIsChosen: midway between two leaves the paper's mixture is wider than the likelihood's predictive.
func TestPredictiveIsChosen(t *testing.T) {
	var sd [2]float64
	for i, kind := range []string{"likelihood", "mixture"} {
		m := wishes()
		m.Predictive = kind
		r := mustNew(t, stepTable(t, 40), m, nil)
		if err := dcc.Run(r.Problem, r.Sampler, 2, func(s dcc.Step) { r.Step(s, 0) }); err != nil {
			t.Fatal(err)
		}
		p, err := r.posterior.Predict([][]float64{{.5, 0}})
		if err != nil {
			t.Fatal(err)
		}
		sd[i] = p[0].SD
	}
	if !(sd[1] > 1.2*sd[0]) {
		t.Errorf("sd %v by the likelihood, %v by the mixture", sd[0], sd[1])
	}
}

// TestFastPreset: the run is of the fast mode, takes what that mode uses and refuses the rest by name.
func TestFastPreset(t *testing.T) {
	m := wishes()
	m.Preset, m.Settings = "fast", `{"keptDraws":40,"bandwidthFinal":0.05}`
	r := mustNew(t, stepTable(t, 40), m, nil)
	if r.Problem.Settings.KeptDraws != 40 || r.Problem.Settings.BandwidthFinal != .05 ||
		r.Problem.Settings.Priors != softtree.StandardizedPriors() {
		t.Errorf("%+v", r.Problem.Settings)
	}
	var steps []*StepEvent
	if err := dcc.Run(r.Problem, r.Sampler, 2, func(s dcc.Step) { steps = append(steps, r.Step(s, 0)) }); err !=
		nil {
		t.Fatal(err)
	}
	if len(steps) == 0 || !strings.HasPrefix(steps[0].Words, "Measured {") {
		t.Errorf("the first step is %+v", steps)
	}
	checkFastSteps(t, steps)
	checkAudits(t, r, steps)
	scores, err := r.Metrics()
	if err != nil || !(scores.Test.MSE < .25*scores.BaselineTest.MSE) {
		t.Errorf("%v: test %+v, baseline %+v", err, scores.Test, scores.BaselineTest)
	}
	m.Settings = `{"chains":3}`
	_, err = New(stepTable(t, 40), m, nil)
	if f := fault(t, err); f.Code != CodeSetting || f.Field != "chains" {
		t.Errorf("%+v", f)
	}
}

// checkFastSteps: topologies are measured, an estimate ends the search, what decides is measured by itself, audits
// follow, and the last step says that nothing is left.
func checkFastSteps(t *testing.T, steps []*StepEvent) {
	t.Helper()
	ended := ""
	for i, s := range steps {
		last := i == len(steps)-1
		if s.Done != last || s.Iterations != 0 || i > 0 && s.Progress < steps[i-1].Progress {
			t.Errorf("step %d of %d: %+v", i+1, len(steps), s)
		}
		switch s.Step {
		case string(dcc.Measure), string(dcc.Embed):
			if s.TopologyKey == "" || s.Audit.Done || s.Search.Ended != ended ||
				(ended != "") != (s.Progress == 1) {
				t.Errorf("measured: %+v", s)
			}
		case StepExplore:
			if s.TopologyKey != "" || !s.Search.Known || !(s.Search.Bound >= s.Search.Share) ||
				!math.IsNaN(s.LogEvidence) || s.Audit.Done {
				t.Errorf("explored: %+v", s)
			}
			ended = s.Search.Ended
			if (ended != "") != (s.Progress == 1) ||
				ended != "" && !last != (s.Search.Auditing+s.Search.Measuring > 0) {
				t.Errorf("ended %q: %+v", ended, s)
			}
		case string(dcc.Audit):
			if ended == "" || s.Search.Ended != ended || !s.Search.Known || s.TopologyKey == "" ||
				!s.Audit.Done || math.IsNaN(s.LogEvidence) {
				t.Errorf("audited: %+v", s)
			}
		default:
			t.Errorf("a step of kind %q", s.Step)
		}
	}
	if last := steps[len(steps)-1]; last.Search.Ended == "" || last.Search.Auditing+last.Search.Measuring != 0 {
		t.Errorf("the last step is %+v", last)
	}
}

// checkAudits: the topologies carry what the steps told of their audits, and how they were measured.
func checkAudits(t *testing.T, r *Run, steps []*StepEvent) {
	t.Helper()
	told, unseen := map[string]Audit{}, 1.0
	for _, s := range steps {
		if s.Audit.Done {
			told[s.TopologyKey] = s.Audit
		}
	}
	for _, row := range r.Topologies() {
		a, audited := told[row.Key]
		if row.Audit != a || row.Audit.Done != audited {
			t.Errorf("%s: %+v, told %+v", row.Name, row.Audit, a)
		}
		if row.Method == "" || row.Key != "0" && row.Modes < 1 {
			t.Errorf("%s: %v modes, method %q", row.Name, row.Modes, row.Method)
		}
		if audited || row.Trust == string(conquer.Exact) {
			unseen -= row.Weight
		}
		if row.Reliable != conquer.Trust(row.Trust).Reliable() {
			t.Errorf("%s: reliable %v, trust %q", row.Name, row.Reliable, row.Trust)
		}
	}
	if share := search.DefaultFastSettings().AuditShare; unseen > 1-share && len(told) < 6 {
		t.Errorf("%.2f of the posterior has no audit, want at most %.2f", unseen, 1-share)
	}
	d, err := r.Figure(&FigureOptions{Name: "topologies", Width: 700, Limit: 12})
	if shown := strings.Contains(d.SVG, "not measured"); err != nil || shown != (r.search.Bound > 0) {
		t.Errorf("the figure shows the share not measured: %v, estimate %+v (%v)", shown, r.search, err)
	}
}

// TestFailedAuditIsTold: an audit that was given up leaves a flag with its reason, in the step and with the
// topology, and is named beside the digest, in the report and in files of draws.
func TestFailedAuditIsTold(t *testing.T) {
	m := wishes()
	m.Preset, m.Settings = "fast", `{"keptDraws":40,"bandwidthFinal":0.05}`
	r := mustNew(t, stepTable(t, 30), m, nil)
	var told *StepEvent
	var audits []string
	for !r.Sampler.Done() {
		j := r.Sampler.Next()[0]
		steps := []dcc.Step(nil)
		if j.Kind == dcc.Audit {
			audits = append(audits, "the audit of "+mustParse(t, j.Topology).String())
			steps = r.Sampler.Fail(j.ID, dcc.Crashed(3, "panic: boom"))
		} else if result, err := dcc.Execute(r.Problem, j, func() {}); err != nil {
			t.Fatal(err)
		} else {
			steps = r.Sampler.Report(result)
		}
		for _, s := range steps {
			if step := r.Step(s, 0); s.Kind == dcc.Audit {
				told = step
			}
		}
	}
	if a := told.Audit; a.Flag != "failed" || a.Reason != dcc.Crashed(3, "panic: boom") ||
		!strings.Contains(told.Words, "failed") {
		t.Errorf("the last audit's step is %+v", told)
	}
	if ranked := r.Topologies(); ranked[0].Audit.Flag != "failed" || ranked[0].Audit.Reason == "" {
		t.Errorf("ranked %+v", ranked)
	}
	d, err := r.Digest()
	if err != nil || len(audits) == 0 || !slices.Equal(d.GivenUp, audits) ||
		d.Translations["de"][0] != strings.Replace(audits[0], "the audit of", "der Nachprüfung von", 1) {
		t.Errorf("given up %q, %q, want %q (%v)", d.GivenUp, d.Translations["de"], audits, err)
	}
	if a, err := r.Account(); err != nil || !slices.Equal(a.GivenUp, audits) {
		t.Errorf("the account names %q, want %q (%v)", a.GivenUp, audits, err)
	}
	for lang, want := range map[words.Lang]string{"en": strings.Join(audits, ", "),
		"de": strings.Join(d.Translations["de"], ", ")} {
		if facts := r.modelFacts(lang, r.posterior, 1); !slices.ContainsFunc(facts,
			func(f report.Fact) bool { return f.Value == want }) {
			t.Errorf("the report in %s lacks %q: %v", lang, want, facts)
		}
	}
	origin, givenUp := r.origin(r.posterior), export.Setting{Name: "given_up", Value: strings.Join(audits, ", ")}
	if !slices.Contains(origin, givenUp) {
		t.Errorf("files of draws come from %v", origin)
	}
}

func mustParse(t *testing.T, key string) topology.Topology {
	t.Helper()
	top, err := topology.Parse(key)
	if err != nil {
		t.Fatal(err)
	}
	return top
}

func table(t *testing.T, text string) *dataset.Table {
	t.Helper()
	out, err := dataset.ReadCSV("mine.csv", []byte(text), dataset.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// stepTable has n rows: y is near 1 where x1 <= 0.5 and near 3 elsewhere; color
// is a text feature.
func stepTable(t *testing.T, n int) *dataset.Table {
	t.Helper()
	var b strings.Builder
	b.WriteString("x1,color,y\n")
	for i := range n {
		x := float64(i) / float64(n-1)
		y := 1.0
		if x > 0.5 {
			y = 3
		}
		fmt.Fprintf(&b, "%.4f,%s,%.4f\n", x, []string{"red", "blue"}[i%2], y+0.1*math.Sin(float64(13*i)))
	}
	return table(t, b.String())
}

// classTable is stepTable with the classes low and high.
func classTable(t *testing.T, n int) *dataset.Table {
	t.Helper()
	var b strings.Builder
	b.WriteString("x1,kind\n")
	for i := range n {
		fmt.Fprintf(&b, "%.4f,%s\n", float64(i)/float64(n-1),
			map[bool]string{true: "low", false: "high"}[2*i < n])
	}
	return table(t, b.String())
}

func mustNew(t *testing.T, tab *dataset.Table, m *RunOptions, test *dataset.Table) *Run {
	t.Helper()
	if err := m.Validate(); err != nil {
		t.Fatal(err)
	}
	r, err := New(tab, m, test)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// fault returns err as a fault, nil for nil.
func fault(t *testing.T, err error) *Fault {
	t.Helper()
	if err == nil {
		return &Fault{}
	}
	var f *Fault
	if !errors.As(err, &f) {
		t.Fatalf("%v is no *Fault", err)
	}
	return f
}

func TestOpenedDescribesTheTable(t *testing.T) {
	m := Describe(table(t,
		"a,b,when,y\n0,red,2020-01-01,1\n6,blue,2020-01-02,2\n12,red,2020-01-03,\n12,green,2020-01-04,4\n"))
	if m.Name != "mine.csv" || m.Rows != 4 || m.Separator != "," || !m.Header || m.SuggestedTarget != "y" ||
		m.SuggestedTask != "regression" {
		t.Errorf("opened %+v", m)
	}
	var kinds []string
	for _, c := range m.Columns {
		kinds = append(kinds, c.Kind)
	}
	if !reflect.DeepEqual(kinds, []string{"numeric", "text", "date", "numeric"}) {
		t.Errorf("kinds %v", kinds)
	}
	got, want := m.Columns[0].Histogram, []float64{1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 2}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("histogram of 0, 6, 12, 12: %v, want %v", got, want)
	}
	b := m.Columns[1]
	if !reflect.DeepEqual(b.Labels, []string{"blue", "green", "red"}) ||
		!reflect.DeepEqual(b.Histogram[:4], []float64{1, 1, 2, 0}) {
		t.Errorf("labels %v, histogram %v", b.Labels, b.Histogram)
	}
	if y := m.Columns[3]; y.Missing != 1 || y.Distinct != 3 || y.Labels == nil {
		t.Errorf("column y: %+v", y)
	}
}

func TestHistogramOfExtremes(t *testing.T) {
	for name, values := range map[string][]float64{
		"constant": {5, 5, 5}, "huge": {-math.MaxFloat64, math.MaxFloat64, 0}, "tiny": {0, 5e-324, 5e-324},
		"none": {math.NaN()},
	} {
		c := &dataset.Column{Kind: dataset.Numeric, Values: values, Min: values[0], Max: values[0]}
		for _, v := range values {
			c.Min, c.Max = math.Min(c.Min, v), math.Max(c.Max, v)
		}
		sum, want := 0.0, 0.0
		for _, n := range histogram(c) {
			sum += n
		}
		for _, v := range values {
			if !math.IsNaN(v) {
				want++
			}
		}
		if sum != want {
			t.Errorf("%s: %v rows in the bins, want %v", name, sum, want)
		}
	}
}

func TestNewWithDefaults(t *testing.T) {
	r := mustNew(t, stepTable(t, 40), wishes(), nil)
	m := r.Info()
	if m.Task != "regression" || m.Target != "y" || !reflect.DeepEqual(m.Features, []string{"x1", "color"}) ||
		m.TrainRows != 28 || m.TestRows != 12 || !m.Standardized || m.Seed != "1" || m.Workers != 2 ||
		len(m.Truth) != 0 {
		t.Errorf("created %+v", m)
	}
	if labels := m.Labels; len(labels) != 2 || len(labels[0].Labels) != 0 ||
		!reflect.DeepEqual(labels[1].Labels, []string{"blue", "red"}) {
		t.Errorf("labels %v", labels)
	}
	if r.Problem.Settings.Priors != softtree.StandardizedPriors() || r.Problem.Settings.Chains != 2 ||
		r.Problem.Settings.Beta != 1 {
		t.Errorf("settings %+v", r.Problem.Settings)
	}
	var all dcc.Settings
	if err := json.Unmarshal([]byte(m.Settings), &all); err != nil || all != r.Problem.Settings {
		t.Errorf("settings as told %+v, error %v", all, err)
	}
	if b := m.Baseline; len(b) != 2 || b[0].Rows != 28 || b[1].Rows != 12 || !(b[0].MSE > 0.5) {
		t.Errorf("baseline %+v; the response has variance 1", b)
	}
}

func TestNewTakesTheWishes(t *testing.T) {
	raw := wishes()
	raw.Standardize, raw.Preset, raw.Settings, raw.Seed = "no", "paper", `{"chains":3}`, "18446744073709551615"
	r := mustNew(t, stepTable(t, 40), raw, nil)
	want := dcc.DefaultSettings()
	want.Chains = 3
	if r.created.Standardized || r.Problem.Settings != want || r.Problem.Seed != math.MaxUint64 {
		t.Errorf("standardized %v, seed %d, settings %+v", r.created.Standardized, r.Problem.Seed,
			r.Problem.Settings)
	}

	chosen := wishes()
	chosen.Target, chosen.Features, chosen.Holdout = "x1", []string{"y"}, 0
	r = mustNew(t, stepTable(t, 40), chosen, nil)
	if m := r.created; m.Target != "x1" || !reflect.DeepEqual(m.Features, []string{"y"}) || m.TrainRows != 40 ||
		m.TestRows != 0 || m.Baseline[1].Rows != 0 {
		t.Errorf("created %+v", m)
	}

	published := wishes()
	published.Split = "published"
	r = mustNew(t, stepTable(t, 40), published, nil)
	first, second := dataset.PublishedSplit(40, 0.7)
	if !reflect.DeepEqual(r.tables.Train.Rows[0], first[0]+2) || r.created.TrainRows != len(first) ||
		r.created.TestRows != len(second) {
		t.Errorf("training rows begin with row %d of the file, want %d", r.tables.Train.Rows[0], first[0]+2)
	}

	classes := mustNew(t, classTable(t, 30), wishes(), nil)
	if m := classes.created; m.Task != "classification" || !reflect.DeepEqual(m.Classes, []string{"high", "low"}) ||
		m.Standardized || !strings.Contains(m.BaselineName, "low") && !strings.Contains(m.BaselineName,
		"high") {
		t.Errorf("created %+v", m)
	}
}

func TestNewWithATestTable(t *testing.T) {
	m := wishes()
	m.Holdout, m.Test, m.TestName = 0, true, "more.csv"
	test, err := dataset.ReadCSV("more.csv", []byte("y,color,x1,extra\n1,red,0.1,7\n3,blue,0.9,7\n,red,0.5,7\n"),
		dataset.ReadOptions{MinRows: 1})
	if err != nil {
		t.Fatal(err)
	}
	r := mustNew(t, stepTable(t, 40), m, test)
	if r.created.TrainRows != 40 || r.created.TestRows != 2 {
		t.Errorf("%d training and %d test rows, want 40 and 2", r.created.TrainRows, r.created.TestRows)
	}
	if notes := strings.Join(r.created.Notes, " "); !strings.Contains(notes, "more.csv") {
		t.Errorf("the notes say nothing of the row left out: %q", notes)
	}
	if want := "more.csv: Zeilen mit fehlenden Werten bleiben weg, 1 an der Zahl, die erste ist " +
		"Zeile 4."; !slices.Contains(r.created.Translations["de"], want) ||
		len(r.created.Translations["de"]) != len(r.created.Notes) {
		t.Errorf("the notes in German are %q, want as many as %q, and %q", r.created.Translations["de"],
			r.created.Notes, want)
	}
	if notes := r.leftOutNotes("de"); !slices.Equal(notes, r.created.Translations["de"]) {
		t.Errorf("a report in German notes %q", notes)
	}
}

// TestWhatTheReaderSaysIsThereInGerman: its errors, and its notes on a table and on a choice of columns.
func TestWhatTheReaderSaysIsThereInGerman(t *testing.T) {
	_, err := dataset.ReadCSV("leer.csv", nil, dataset.ReadOptions{})
	var f *Fault
	if !errors.As(faulty(err), &f) || f.In("de") != "leer.csv: Die Datei ist leer. Eine Datei mit einer "+
		"Kopfzeile und mindestens zwei Zeilen wählen." || !strings.Contains(f.Error(), "is empty") {
		t.Errorf("an empty file gives %+v", f)
	}
	tab := table(t, "a,b,y\n0,,1\n6,2,2\n12,3,5\n")
	if m := Describe(tab); len(m.Notes) != 1 ||
		!slices.Equal(m.Translations["de"], []string{"Spalte \"b\" hat 1 fehlenden Wert, zuerst in Zeile 2."}) {
		t.Errorf("notes %q and %q", m.Notes, m.Translations["de"])
	}
	m, err := Review(tab, &ChooseOptions{Target: "y", Task: "regression"})
	if err != nil || len(m.Notes) != len(m.Translations["de"]) ||
		!slices.Contains(m.Translations["de"], "1 Zeile mit fehlendem Wert weggelassen.") {
		t.Errorf("of a choice: %+v, error %v", m, err)
	}
}

func TestNewRefuses(t *testing.T) {
	other := table(t, "x1,y\n0.1,1\n0.2,3\n0.3,2\n")
	unseen := table(t, "x1,color,y\n0.1,green,1\n0.2,red,3\n0.3,red,2\n")
	tests := []struct {
		name        string
		change      func(m *RunOptions)
		test        *dataset.Table
		code, field string
	}{
		{"unknown target", func(m *RunOptions) { m.Target = "z" }, nil, "column-unknown", "features"},
		{"unknown feature", func(m *RunOptions) { m.Features = []string{"z"} }, nil, "column-unknown",
			"features"},
		{"no features", func(m *RunOptions) { m.Features = []string{} }, nil, "frame-features", "features"},
		{"text as a number", func(m *RunOptions) { m.Target, m.Task = "color", "regression" }, nil,
			"target-text", "target"},
		{"no test rows", func(m *RunOptions) { m.Holdout = 0.001 }, nil, "split-test", "holdout"},
		{"no published test rows", func(m *RunOptions) { m.Split, m.Holdout = "published", 0 }, nil,
			CodeSetting, "holdout"},
		{"setting out of range", func(m *RunOptions) { m.Settings = `{"chains":0}` }, nil, CodeSetting,
			"chains"},
		{"unknown setting", func(m *RunOptions) { m.Settings = `{"chain":1}` }, nil, CodeSetting, "chain"},
		{"inner setting out of range", func(m *RunOptions) { m.Settings = `{"priors":{"leafSD":-1}}` }, nil,
			CodeSetting, "priors"},
		{"hold-out beside a test table", func(m *RunOptions) { m.Test = true }, stepTable(t, 10), CodeSetting,
			"holdout"},
		{"test table without a column", func(m *RunOptions) { m.Test, m.Holdout = true, 0 }, other,
			"match-column", "test"},
		{"test table with an unseen label", func(m *RunOptions) { m.Test, m.Holdout = true, 0 }, unseen,
			"match-category", "test"},
		{"truth that does not fit", func(m *RunOptions) { m.Truth = "wu" }, nil, CodeSetting, "truth"},
	}
	for _, test := range tests {
		m := wishes()
		test.change(m)
		r, err := New(stepTable(t, 40), m, test.test)
		f := fault(t, err)
		if f.Code != test.code || f.Field != test.field || len(f.Error()) < 20 {
			t.Errorf("%s: %+v, want code %q and field %q", test.name, f, test.code, test.field)
		}
		if err != nil && r != nil {
			t.Errorf("%s: half a run came back", test.name)
		}
	}
}

// TestTruthOfWU: the partition's error on its own training rows is near the
// noise's variance 0.0625 (core/dataset, WU): 300 rows, so that the standard
// error of the mean square is 0.0625 sqrt(2/300) = 0.0051.
func TestTruthOfWU(t *testing.T) {
	m := wishes()
	m.Truth, m.Standardize = "wu", "no"
	r := mustNew(t, dataset.WU(random.Stream(1, "test"), 300), m, nil)
	truth := r.created.Truth
	if len(truth) != 2 || math.Abs(truth[0].MSE-0.0625) > 4*0.0051*math.Sqrt(300/210.) || truth[1].Rows != 90 {
		t.Errorf("truth %+v", truth)
	}
	if len(r.generated) != 2 || r.generated[0].String() != "{3,4,2}" || r.generated[1].String() != "{1,5,6}" {
		t.Errorf("generated by %v", r.generated)
	}
}

// TestTruthFollowsTheColumnsNames: features may stand in another order.
func TestTruthFollowsTheColumnsNames(t *testing.T) {
	tab := dataset.WU(random.Stream(1, "test"), 300)
	m := wishes()
	m.Truth = "wu"
	plain := mustNew(t, tab, m, nil).created.Truth
	m.Features = []string{"x3", "x1", "x2"}
	turned := mustNew(t, tab, m, nil).created.Truth
	if turned[0].MSE != plain[0].MSE || turned[1].MSE != plain[1].MSE {
		t.Errorf("truth %+v with features in another order, %+v in their own", turned, plain)
	}
}

// TestPresetsChooseTheMode: the first two presets run the fast mode, the first of them with less to measure and no
// audits; the others the paper's.
func TestPresetsChooseTheMode(t *testing.T) {
	for preset, fastMode := range map[string]bool{PresetFirst: true, PresetFast: true, "quick": false,
		"paper": false} {
		m := wishes()
		m.Preset, m.Target, m.Settings = preset, "y", "{}"
		table, err := read("steps.csv", stepText(60), false, dataset.ReadOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if _, got := mustNew(t, table, m, nil).Sampler.(*search.Fast); got != fastMode {
			t.Errorf("%s: the fast mode is %v, want %v", preset, got, fastMode)
		}
	}
}
