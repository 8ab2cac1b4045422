// This file asks runs for every file and reads it back.

package study

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"dcctree/core/dataset"
	"dcctree/core/dcc"
)

// finished are the results of the runs of ran, by preset and training rows.
var finished = map[string]dcc.Recording{}

// ran returns a run to its end on a small table: of a regression, or of a classification. A second run on a table takes
// the results of the first, as a session does.
func ran(t *testing.T, table *dataset.Table) *Run {
	t.Helper()
	return ranBy(t, PresetFast, table)
}

// ranBy is ran by another preset of the fast mode.
func ranBy(t *testing.T, preset string, table *dataset.Table) *Run {
	t.Helper()
	m := wishes()
	m.Preset, m.Settings = preset, `{"keptDraws":40,"bandwidthFinal":0.05}`
	r := mustNew(t, table, m, nil)
	tell := func(s dcc.Step) { r.Step(s, 1.5) }
	key := fmt.Sprint(preset, r.Problem.Data.X, r.Problem.Data.Y, r.Problem.Data.Class)
	var err error
	if results, again := finished[key]; again {
		err = r.Sampler.Replay(results, tell)
	} else if err = dcc.Run(r.Problem, r.Sampler, 2, tell); err == nil {
		finished[key] = r.Sampler.Recording()
	}
	if err != nil || !r.Sampler.Done() {
		t.Fatal("the run did not end: ", err)
	}
	return r
}

// wholeFile collects all parts of a file.
func wholeFile(t *testing.T, r *Run, m *ExportOptions, table *dataset.Table) (text string, last *FilePart) {
	t.Helper()
	m.Table = table != nil
	if err := m.Validate(); err != nil {
		t.Fatal(err)
	}
	e, err := r.Export(m, table, 1.5)
	if err != nil {
		t.Fatal(err)
	}
	for {
		part, err := e.Part()
		if err != nil {
			t.Fatal(err)
		}
		text += part.Text
		if !part.More {
			return text, part
		}
	}
}

func readTable(t *testing.T, text string) (names []string, rows [][]string) {
	t.Helper()
	all, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return all[0], all[1:]
}

func numberOf(t *testing.T, s string) float64 {
	t.Helper()
	x, err := strconv.ParseFloat(s, 64)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// TestPredictionsFile: the file holds every training and test row once, with the numbers that the run itself predicts,
// to the bit.
func TestPredictionsFile(t *testing.T) {
	r := ranBy(t, PresetFirst, stepTable(t, 400)) // more rows than a portion
	text, last := wholeFile(t, r, &ExportOptions{What: ExportPredictions}, nil)
	names, rows := readTable(t, text)
	n := r.tables.Train.N + r.tables.Test.N
	if len(rows) != n || last.Rows != n || last.LeftCount != 0 ||
		!strings.HasSuffix(last.File, "-predictions.csv") || last.Type != "text/csv" {
		t.Fatalf("%d rows under %q in %+v", len(rows), names, last)
	}
	for i, f := range []*dataset.Frame{r.tables.Train, r.tables.Test} {
		for k := range f.N {
			row := rows[i*r.tables.Train.N+k]
			p, err := r.posterior.Predict([][]float64{f.Row(nil, k)})
			if err != nil {
				t.Fatal(err)
			}
			want := []float64{f.Y[k], p[0].Mean, p[0].SD, p[0].Low, p[0].High}
			for j, w := range want {
				if got := numberOf(t, row[2+j]); math.Float64bits(got) != math.Float64bits(w) {
					t.Fatalf("row %d, %s: %v, want %v", k, names[2+j], got, w)
				}
			}
			if row[0] != [2]string{"train", "test"}[i] || row[1] != strconv.Itoa(f.Rows[k]) {
				t.Fatalf("row %q", row[:2])
			}
		}
	}
}

// TestNewRowsFile: columns are matched by name, the file's cells come back, a row without a value is named and has no
// prediction.
func TestNewRowsFile(t *testing.T) {
	r := ran(t, stepTable(t, 60))
	table, err := dataset.ReadCSV("new rows.csv",
		[]byte("note,color,x1\nfirst,blue,.25\n\"two, three\",,.75\nlast,red,.9\n"),
		dataset.ReadOptions{MinRows: 1})
	if err != nil {
		t.Fatal(err)
	}
	text, last := wholeFile(t, r, &ExportOptions{What: ExportPredictions, Name: "new rows.csv"}, table)
	names, rows := readTable(t, text)
	if strings.Join(names[:5], " ") != "row note color x1 predicted_mean" || len(rows) != 3 ||
		last.File != "new-rows-predicted.csv" {
		t.Fatalf("%q, %d rows, %+v", names, len(rows), last)
	}
	if last.Rows != 2 || last.LeftCount != 1 || last.LeftOut[0] != 3 || last.Columns[0] != "color" ||
		rows[1][1] != "two, three" || rows[1][4] != "" {
		t.Errorf("%+v, %q", last, rows[1])
	}
	p, err := r.posterior.Predict([][]float64{{.25, 0}, {.9, 1}})
	if err != nil {
		t.Fatal(err)
	}
	for i, at := range []int{0, 2} {
		if got := numberOf(t, rows[at][4]); got != p[i].Mean {
			t.Errorf("row %d: mean %v, want %v", at, got, p[i].Mean)
		}
	}
	unseen, err := dataset.ReadCSV("unseen.csv", []byte("x1,color\n.5,red\n.5,violet\n"),
		dataset.ReadOptions{MinRows: 1})
	if err != nil {
		t.Fatal(err)
	}
	_, err = r.Export(&ExportOptions{What: ExportPredictions}, unseen, 0)
	if f := fault(t, err); f.Code != "match-category" || f.Row != 3 || f.Column != "color" ||
		!strings.Contains(f.Error(), "violet") {
		t.Errorf("%+v", f)
	}
	odd, err := dataset.ReadCSV("odd.csv", []byte("x1\n1\n"), dataset.ReadOptions{MinRows: 1})
	if err != nil {
		t.Fatal(err)
	}
	_, err = r.Export(&ExportOptions{What: ExportPredictions}, odd, 0)
	if f := fault(t, err); f.Code != "match-column" || f.Column != "color" || f.Field != "rows" ||
		f.File != "odd.csv" {
		t.Errorf("%+v", f)
	}
}

// TestClassesFiles: of a classification the predictions hold label and probabilities, and draws the class probabilities
// of the leaves.
func TestClassesFiles(t *testing.T) {
	r := ran(t, classTable(t, 60))
	text, _ := wholeFile(t, r, &ExportOptions{What: ExportPredictions}, nil)
	names, rows := readTable(t, text)
	if strings.Join(names, " ") != "set row kind predicted_class p_high p_low" {
		t.Fatalf("%q", names)
	}
	right := 0
	for _, row := range rows {
		high, low := numberOf(t, row[4]), numberOf(t, row[5])
		if math.Abs(high+low-1) > 1e-9 || (row[3] == "high") != (high >= low) {
			t.Fatalf("%q", row)
		}
		if row[2] == row[3] {
			right++
		}
	}
	if right < 57 {
		t.Errorf("%d of %d rows are named as they are", right, len(rows))
	}
	stan, _ := wholeFile(t, r, &ExportOptions{What: ExportStan}, nil)
	if !strings.Contains(stan, ",p.1.1,p.2.1,p.1.2,p.2.2\n") {
		t.Errorf("%.2000s", stan)
	}
	text, _ = wholeFile(t, r, &ExportOptions{What: ExportReport}, nil)
	if !strings.Contains(text, "Commonest class (") {
		t.Error("the report lacks the baseline")
	}
}

// TestDrawsFiles: both layouts hold the same numbers, and the header tells data, settings, seed and digest.
func TestDrawsFiles(t *testing.T) {
	r := ran(t, stepTable(t, 60))
	stan, last := wholeFile(t, r, &ExportOptions{What: ExportStan}, nil)
	text, _ := wholeFile(t, r, &ExportOptions{What: ExportArviZ}, nil)
	var az struct {
		Posterior map[string]any `json:"posterior"`
		Attrs     map[string]any `json:"attrs"`
	}
	if err := json.Unmarshal([]byte(text), &az); err != nil {
		t.Fatal(err)
	}
	sum, _ := r.posterior.Digest()
	if az.Attrs["digest"] != sum || !strings.Contains(stan, "#   digest = "+sum+"\n") ||
		!strings.Contains(stan, "#   bandwidthFinal = 0.05\n") || az.Attrs["seed"] != "1" {
		t.Errorf("attributes %v", az.Attrs)
	}
	if !strings.Contains(last.File, "-draws-") || !strings.HasSuffix(last.File, ".csv") {
		t.Errorf("file %s", last.File)
	}
	var sigma []float64
	at := -1
	for _, line := range strings.Split(stan, "\n") {
		if cells := strings.Split(line, ","); strings.HasPrefix(line, "lp__") {
			at = len(cells) - 1
		} else if at >= 0 && line != "" && line[0] != '#' {
			sigma = append(sigma, numberOf(t, cells[at]))
		}
	}
	for k, v := range az.Posterior["sigma"].([]any)[0].([]any) {
		if v.(float64) != sigma[k] || !(sigma[k] > 0) {
			t.Errorf("sigma %v and %v", v, sigma[k])
		}
	}
	if len(sigma) < 10 {
		t.Errorf("%d draws", len(sigma))
	}
}

// TestTreesFile: all topologies are in it, and the weights of the draws sum to 1.
func TestTreesFile(t *testing.T) {
	r := ran(t, stepTable(t, 60))
	text, last := wholeFile(t, r, &ExportOptions{What: ExportTrees}, nil)
	_, rows := readTable(t, text)
	total, seen := 0.0, map[string]bool{}
	for _, row := range rows {
		if seen[row[3]] = true; row[4] == "0" {
			total += numberOf(t, row[2])
		}
	}
	if math.Abs(total-1) > 1e-9 || len(seen) != len(r.posterior.Measured()) ||
		!strings.HasSuffix(last.File, "-trees.csv") {
		t.Errorf("weights sum to %v over %d topologies of %d", total, len(seen), len(r.posterior.Measured()))
	}
}

// TestRulesAndReport: rules come in every language; the report names data, seed and digest.
func TestRulesAndReport(t *testing.T) {
	r := ran(t, stepTable(t, 60))
	for language, want := range map[string]string{"text": "if ", "python": "def predict(row):",
		"r": "predict_tree <- function(row)", "sql": "for PostgreSQL and SQLite",
		"mysql": "SQL (MySQL, MariaDB)"} {
		text, last := wholeFile(t, r, &ExportOptions{What: ExportRules, Language: language}, nil)
		if !strings.Contains(text, want) || !strings.HasSuffix(last.File, Endings[language]) {
			t.Errorf("%s: %s\n%s", language, last.File, text)
		}
	}
	text, last := wholeFile(t, r, &ExportOptions{What: ExportReport}, nil)
	sum, _ := r.posterior.Digest()
	for _, want := range []string{r.tables.Train.Name, sum, "All trees together", "CART",
		"Mean of the training rows", "<svg", "Measured {", "bandwidthFinal"} {
		if !strings.Contains(text, want) {
			t.Errorf("the report lacks %q", want)
		}
	}
	if last.Type != "text/html" || !strings.HasSuffix(last.File, "-report.html") {
		t.Errorf("%+v", last)
	}
	_, err := r.Export(&ExportOptions{What: ExportStan, Topology: "1111000000"}, nil, 0)
	if f := fault(t, err); f.Code != CodeSetting || f.Field != "topology" {
		t.Errorf("%+v", f)
	}
	_, err = r.Export(&ExportOptions{What: ExportStan, Topology: strings.Repeat("1", 9) + strings.Repeat("0", 10)},
		nil, 0)
	if f := fault(t, err); f.Code != CodeNoResult {
		t.Errorf("%+v", f)
	}
}

// TestRulesNameWhatTheyCannotSay: a name that SQL has no safe word for is refused by column, in both languages; Python
// says it.
func TestRulesNameWhatTheyCannotSay(t *testing.T) {
	table := stepTable(t, 60)
	table.Columns[0].Name = "x\u202e1"
	r := ran(t, table)
	for _, language := range []string{"sql", "mysql"} {
		_, err := r.Export(&ExportOptions{What: ExportRules, Language: language}, nil, 0)
		f := fault(t, err)
		if f.Code != CodeRulesName || f.Column != table.Columns[0].Name || f.Field != "language" ||
			!strings.Contains(f.Error(), `"x\u202e1"`) || !strings.Contains(f.In("de"), "umbenennen") {
			t.Errorf("%s: %+v", language, f)
		}
	}
	text, _ := wholeFile(t, r, &ExportOptions{What: ExportRules, Language: "python"}, nil)
	if !strings.Contains(text, `row["x\u202e1"] <= `) {
		t.Errorf("Python: %s", text)
	}
}

// TestNothingToTakeAway: before the first step every file is refused.
func TestNothingToTakeAway(t *testing.T) {
	r := mustNew(t, stepTable(t, 40), wishes(), nil)
	for _, what := range Exports {
		_, err := r.Export(&ExportOptions{What: what}, nil, 0)
		if f := fault(t, err); f.Code != CodeNoResult {
			t.Errorf("%s: %+v", what, f)
		}
	}
}

// TestAFileIsOfOneMoment: what the run finds between two parts does not change the file.
func TestAFileIsOfOneMoment(t *testing.T) {
	m := wishes()
	r := mustNew(t, stepTable(t, 900), m, nil)
	var e *Export
	var first string
	var want []float64
	err := dcc.Run(r.Problem, r.Sampler, 2, func(s dcc.Step) {
		r.Step(s, 1)
		if e != nil || !r.posterior.Ready() {
			return
		}
		last := r.tables.Test.Row(nil, r.tables.Test.N-1)
		p, err := r.posterior.Predict([][]float64{last})
		if err != nil {
			t.Error(err)
			return
		}
		want = []float64{p[0].Mean, p[0].SD}
		if e, err = r.Export(&ExportOptions{What: ExportPredictions}, nil, 0); err != nil {
			t.Error(err)
			return
		}
		part, _ := e.Part()
		first = part.Text
	})
	if err != nil {
		t.Fatal(err)
	}
	text := first
	for more := true; more; {
		part, err := e.Part()
		if err != nil {
			t.Fatal(err)
		}
		text, more = text+part.Text, part.More
	}
	_, rows := readTable(t, text)
	end := rows[len(rows)-1]
	if numberOf(t, end[3]) != want[0] || numberOf(t, end[4]) != want[1] {
		t.Errorf("the last row is predicted %v %v, want those of the first moment, %v", end[3], end[4], want)
	}
}
