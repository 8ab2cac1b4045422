// This file holds every answer against a golden file: a move of code that changes an answer changes a line there.

package study

import (
	"flag"
	"fmt"
	"hash/fnv"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"dcctree/core/dataset"
	"dcctree/core/dcc"
	"dcctree/core/words"
)

var update = flag.Bool("update", false, "write the golden files of answers anew")

// goldenRun is a short seeded run whose answers are kept.
type goldenRun struct {
	name, file, target, preset, settings string
	contest                              []string
}

// brief settings of the paper's mode.
const brief = `{"iterations":6,"priorDraws":20,"activationCount":4,"maxActive":4,"chains":2,"warmup":60,"draws":10,` +
	`"proposals":5,"repairs":1,"repairSteps":30,"keptDraws":40}`

var goldenRuns = []goldenRun{
	{"wu-fast", "wu-train.csv", "y", "fast", `{"keptDraws":40}`, []string{"cgm", "cart"}},
	{"wu-paper", "wu-train.csv", "y", "quick", brief, nil},
	{"iris-fast", "iris.csv", "species", "fast", `{"keptDraws":40}`, []string{"smc", "cart"}},
	{"iris-paper", "iris.csv", "species", "quick", brief, nil},
}

// TestGoldenComparisons holds what comparisons beside a run end with, and what their average predicts.
func TestGoldenComparisons(t *testing.T) {
	var b strings.Builder
	r := mustNew(t, stepTable(t, 24), wishes(), nil)
	b.WriteString("# compare bandwidths\n")
	_, answer := compared(t, r, CompareBandwidths, []float64{.2, .05})
	write(&b, "", reflect.ValueOf(answer))
	predictions, bulk, err := r.Predict(&PredictOptions{Average: true, Set: "test", Rows: 2}, []float64{0, 1})
	if err != nil {
		t.Fatal(err)
	}
	b.WriteString("# average\n")
	write(&b, "", reflect.ValueOf(predictions))
	write(&b, "bulk", reflect.ValueOf(bulk))
	b.WriteString("# compare priors\n")
	_, answer = compared(t, mustNew(t, classTable(t, 24), wishes(), nil), ComparePriors, nil)
	write(&b, "", reflect.ValueOf(answer))
	hold(t, "comparisons.txt", b.String())
}

// oldSessions are the files that version 0.1.0 wrote of runOn(stepText(24)) after two steps, by its names of presets.
var oldSessions = map[string]string{"fast": "session-0.1.0-fast.dcctree", "quick": "session-0.1.0-quick.dcctree"}

// TestSessionsOfVersion010 takes up what version 0.1.0 wrote: the run has the digest that it had, and goes on as one
// that was never written down.
func TestSessionsOfVersion010(t *testing.T) {
	for preset, name := range oldSessions {
		file, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		r, told := restored(t, file)
		now := runOn(t, stepText(24), preset)
		advance(t, now, 2)
		if digestOf(t, r) != digestOf(t, now) || len(told.Steps) != 2 || told.Created.Workers != 3 ||
			told.Steps[0].Translations["de"] == "" {
			t.Errorf("%s: digest %s, want %s; %d steps", preset, digestOf(t, r), digestOf(t, now),
				len(told.Steps))
		}
		advance(t, r, 2)
		advance(t, now, 2)
		if digestOf(t, r) != digestOf(t, now) {
			t.Errorf("%s goes on otherwise", preset)
		}
	}
}

// goldenSteps is how far runs go: some of the fast mode's questions need no more, and a test may not wait.
const goldenSteps = 8

// TestGoldenAnswers asks short runs every question; `go test ./... -run Golden -update` writes what they answer.
func TestGoldenAnswers(t *testing.T) {
	for _, g := range goldenRuns {
		t.Run(g.name, func(t *testing.T) {
			data, err := os.ReadFile(filepath.Join(assets, g.file))
			if err != nil {
				t.Fatal(err)
			}
			hold(t, g.name+".txt", g.answers(t, data))
		})
	}
}

// assets is the folder of the data sets.
const assets = "../../assets"

// hold compares text with a golden file.
func hold(t *testing.T, name, text string) {
	t.Helper()
	path := filepath.Join("testdata", "golden", name)
	if *update {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	got, wanted := strings.Split(text, "\n"), strings.Split(string(want), "\n")
	differ := 0
	for i := range max(len(got), len(wanted)) {
		a, b := lineAt(got, i), lineAt(wanted, i)
		if a != b {
			if differ++; differ <= 10 {
				t.Errorf("%s, line %d:\n got  %s\n want %s", path, i+1, a, b)
			}
		}
	}
	if differ > 10 {
		t.Errorf("%s: %d lines differ", path, differ)
	}
}

func lineAt(lines []string, i int) string {
	if i < len(lines) {
		return lines[i]
	}
	return "(no line)"
}

// answers asks every question, before the first step, after some steps, and of an earlier step.
func (g goldenRun) answers(t *testing.T, data []byte) string {
	var b strings.Builder
	tell := func(question string, answer any, bulk []float64, err error) {
		fmt.Fprintf(&b, "# %s\n", question)
		if err != nil {
			write(&b, "", reflect.ValueOf(toldOf(fault(t, err))))
			return
		}
		write(&b, "", reflect.ValueOf(answer))
		if bulk != nil {
			write(&b, "bulk", reflect.ValueOf(bulk))
		}
	}
	table, err := read(g.file, data, false, dataset.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	tell("open", Describe(table), nil, nil)
	choose := &ChooseOptions{Task: "auto", Target: g.target}
	reviewed, err := Review(table, choose)
	tell("review", reviewed, nil, err)
	listed, err := LeftOut(table, choose)
	tell("leftout", listed, nil, err)
	m := wishes()
	m.Target, m.Preset, m.Settings = g.target, g.preset, g.settings
	if strings.HasPrefix(g.file, "wu") {
		m.Truth = "wu"
	}
	r := mustNew(t, table, m, nil)
	tell("create", r.Info(), nil, nil)
	ask(r, func(question string, answer any, bulk []float64, err error) {
		tell("before the first step: "+question, answer, bulk, err)
	})
	for done := 0; !r.Sampler.Done() && done < goldenSteps; {
		result, err := dcc.Execute(r.Problem, r.Sampler.Next()[0], func() {})
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range r.Sampler.Report(result) {
			tell("step", r.Step(s, float64(done)), nil, nil)
			done++
		}
	}
	ask(r, tell)
	g.beside(t, r, tell)
	g.session(t, r, data, tell)
	looked, err := r.Look(&LookOptions{Step: 3})
	tell("look", looked, nil, err)
	tell("topologies of an earlier step", r.Topologies(), nil, nil)
	tell("verdict of an earlier step", r.Verdict(), nil, nil)
	return b.String()
}

// ask asks all that a run is asked without work beside it.
func ask(r *Run, tell func(question string, answer any, bulk []float64, err error)) {
	tell("topologies", r.Topologies(), nil, nil)
	tell("trees", r.Trees(), nil, nil)
	measured, err := r.Metrics()
	tell("metrics", measured, nil, err)
	digested, err := r.Digest()
	tell("digest", digested, nil, err)
	accounted, err := r.Account()
	tell("account", accounted, nil, err)
	tell("verdict", r.Verdict(), nil, nil)
	tell("cart", r.CART(), nil, nil)
	row := r.tables.Train.Row(nil, 7)
	for _, p := range []struct {
		name string
		m    PredictOptions
		bulk []float64
	}{
		{"predict", PredictOptions{Set: "train", Rows: 2}, []float64{0, 5}},
		{"predict", PredictOptions{Set: "test", Rows: 1}, []float64{3}},
		{"predict", PredictOptions{Set: "rows", Rows: 1, Columns: float64(len(row))}, row},
		{"predict", PredictOptions{Set: "test", Rows: 1}, []float64{1e6}},
		{"average", PredictOptions{Average: true, Set: "test", Rows: 1}, []float64{3}},
	} {
		predictions, bulk, err := r.Predict(&p.m, p.bulk)
		tell(p.name+" "+p.m.Set, predictions, bulk, err)
	}
	for _, lang := range []string{"en", "de"} {
		for _, name := range []string{"topologies", "effective-trees", "tree", "prediction"} {
			drawn, err := r.Figure(&FigureOptions{Name: name, Width: 500, Limit: 12, Set: "test", Row: 2,
				Lang: lang})
			tell("figure "+name+" "+lang, drawn, nil, err)
		}
		for _, name := range []string{PlotObserved, PlotResiduals, PlotCalibration, PlotConfusion, PlotMap,
			PlotEvidence, PlotTrace, PlotRank, PlotWeights} {
			plotted, err := r.Plot(&PlotOptions{Name: name, Width: 400, Set: "test", Row: 1, Y: 1,
				Lang: lang})
			tell("plot "+name+" "+lang, plotted, nil, err)
		}
		explained, bulk, err := r.Explain(&ExplainOptions{Set: "test", Row: 2, Width: 316, Lang: lang}, nil)
		tell("explain "+lang, explained, bulk, err)
		explained, bulk, err = r.Explain(
			&ExplainOptions{Set: "train", Columns: float64(len(row)), Width: 316, Lang: lang}, row)
		tell("explain other values "+lang, explained, bulk, err)
		diagnosed, err := r.Diagnose(&DiagnoseOptions{Lang: lang})
		tell("diagnose "+lang, diagnosed, nil, err)
		surveyed, err := r.Survey(&SurveyOptions{Width: 500, Lang: lang})
		tell("survey "+lang, surveyed, nil, err)
		taken(r, ExportOptions{What: ExportReport, Lang: lang}, tell)
		taken(r, ExportOptions{What: ExportRules, Language: "text", Lang: lang}, tell)
		taken(r, ExportOptions{What: ExportRules, Language: "sql", Lang: lang}, tell)
	}
	draws, bulk, err := r.Draws(&DrawsOptions{})
	tell("draws", draws, bulk, err)
	rows, bulk, err := r.RowsAt(&RowsOptions{Topology: "100", Node: 1, Limit: 3})
	tell("rows-at", rows, bulk, err)
	for _, what := range []string{ExportStan, ExportArviZ, ExportTrees, ExportPredictions} {
		taken(r, ExportOptions{What: what}, tell)
	}
	_, err = r.Standings(&StandingsOptions{Set: "test", Row: 1, Width: 220})
	tell("stand before a contest", nil, nil, err)
}

// taken makes a file with all its parts.
func taken(r *Run, m ExportOptions, tell func(question string, answer any, bulk []float64, err error)) {
	e, err := r.Export(&m, nil, 2.5)
	for more := true; more; {
		var part *FilePart
		if err == nil {
			part, err = e.Part()
		}
		tell("export "+m.What+" "+m.Language, part, nil, err)
		more = err == nil && part.More
	}
}

// beside runs methods beside the run, and tells how they stand but for the time that they took.
func (g goldenRun) beside(t *testing.T, r *Run, tell func(question string, answer any, bulk []float64, err error)) {
	if g.contest == nil {
		return
	}
	contested(t, r, &ContestOptions{Methods: g.contest, Gradients: 1000})
	for _, lang := range []string{"en", "de"} {
		stood, err := r.Standings(&StandingsOptions{Set: "test", Row: 1, Width: 220, Lang: lang})
		for i := range stood.Methods {
			stood.Methods[i].Seconds = 0
		}
		tell("stand "+lang, stood, nil, err)
	}
}

// session saves the run and takes it up again; the file itself is kept of one run.
func (g goldenRun) session(
	t *testing.T, r *Run, data []byte, tell func(question string, answer any, bulk []float64, err error),
) {
	open := &OpenOptions{Name: g.file}
	answer, file, err := r.Save(&SaveOptions{Page: "{}", Table: float64(len(data))}, data, open, 2.5)
	tell("save", answer, nil, err)
	s, places, err := Decode("golden.dcctree", file)
	if err != nil {
		t.Fatal(err)
	}
	table, again, err := Restore("golden.dcctree", s, 2)
	if err != nil {
		t.Fatal(err)
	}
	tell("restore", again.Restored(table, s, places), nil, nil)
	tell("session file", brieflyBytes(file), nil, nil)
}

func brieflyBytes(data []byte) string {
	h := fnv.New64a()
	h.Write(data)
	return fmt.Sprintf("%d bytes, FNV-1a %016x", len(data), h.Sum64())
}

// longest is the longest text that is written out, characters.
const longest = 300

// envelope are the fields of messages that are no part of an answer.
var envelope = map[string]bool{"V": true, "Kind": true, "ID": true, "Run": true}

// told is a fault as people meet it.
type told struct {
	Code, Message string
	Translations  words.Translations[string]
	File          string
	Row           int
	Column, Field string
}

func toldOf(f *Fault) told {
	t := told{f.Code, f.Error(), nil, f.File, f.Row, f.Column, f.Field}
	if f.Said != nil {
		t.Translations = words.Translate(f.In)
	}
	return t
}

// write tells a value a line for each number and text, under its path; structs by their fields' names as JavaScript has
// them, but for the envelope.
func write(b *strings.Builder, path string, v reflect.Value) {
	switch v.Kind() {
	case reflect.Invalid:
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			write(b, path, v.Elem())
		}
	case reflect.Struct:
		for i := range v.NumField() {
			f := v.Type().Field(i)
			if name := fieldName(f); name != "" && !(path == "" && envelope[f.Name]) {
				write(b, join(path, name), v.Field(i))
			}
		}
	case reflect.Map:
		keys := v.MapKeys()
		slices.SortFunc(keys, func(a, b reflect.Value) int { return strings.Compare(a.String(), b.String()) })
		for _, key := range keys {
			write(b, join(path, key.String()), v.MapIndex(key))
		}
	case reflect.Slice:
		writeList(b, path, v)
	case reflect.Float64:
		fmt.Fprintf(b, "%s: %s\n", path, number(v.Float()))
	case reflect.String:
		fmt.Fprintf(b, "%s: %s\n", path, shown(v.String()))
	default:
		fmt.Fprintf(b, "%s: %v\n", path, v.Interface())
	}
}

// writeList tells numbers and texts in a line.
func writeList(b *strings.Builder, path string, v reflect.Value) {
	var words []string
	for i := range v.Len() {
		switch one := v.Index(i); one.Kind() {
		case reflect.Float64:
			words = append(words, number(one.Float()))
		case reflect.String:
			words = append(words, strconv.Quote(one.String()))
		case reflect.Int:
			words = append(words, strconv.FormatInt(one.Int(), 10))
		default:
			write(b, fmt.Sprintf("%s[%d]", path, i), one)
		}
	}
	if words != nil || v.Len() == 0 {
		fmt.Fprintf(b, "%s: %s\n", path, shown(strings.Join(words, " ")))
	}
}

func fieldName(f reflect.StructField) string {
	if name := f.Tag.Get("js"); name != "" {
		return name
	}
	if name, _, _ := strings.Cut(f.Tag.Get("json"), ","); name != "" {
		return name
	}
	if f.IsExported() {
		return strings.ToLower(f.Name[:1]) + f.Name[1:]
	}
	return ""
}

func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

func number(x float64) string {
	if math.IsNaN(x) {
		return "NaN"
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}

// shown is a text, of a long one its beginning, length and hash.
func shown(s string) string {
	if len(s) <= longest {
		return strconv.Quote(s)
	}
	return strconv.Quote(s[:longest/3]) + " ... " + brieflyBytes([]byte(s))
}
