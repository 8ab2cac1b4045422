// This file makes the files that people take away, part by part, of the run as
// it was when they asked.

package study

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	"dcctree/core/dataset"
	"dcctree/core/export"
	"dcctree/core/posterior"
	"dcctree/core/report"
	"dcctree/core/topology"
	"dcctree/core/words"
)

// What can be taken away.
const (
	ExportStan        = "stan"        // draws of a topology as Stan CSV
	ExportArviZ       = "arviz"       // the same as JSON for ArviZ
	ExportTrees       = "trees"       // draws of all topologies as trees, node by node
	ExportPredictions = "predictions" // of training and test rows, or of those in the table beside the message
	ExportRules       = "rules"       // a topology as plain rules
	ExportReport      = "report"      // the run as HTML
)

// Exports lists them.
var Exports = []string{ExportStan, ExportArviZ, ExportTrees, ExportPredictions, ExportRules, ExportReport}

// ExportOptions asks for a file, of which the first part comes back; what the run
// finds meanwhile does not reach the parts that follow.
type ExportOptions struct {
	What     string `js:"what"`     // one of Exports
	Topology string `js:"topology"` // key; "" = the heaviest; stan, arviz, rules
	Language string `js:"language"` // one of export.Languages; rules
	Table    bool   `js:"table"`    // rows to predict come beside the message
	Name     string `js:"name"`     // of their file
	Lang     string `js:"lang"`     // of the words of a report or of rules, see FigureOptions
}

// FilePart holds one part of a file.
type FilePart struct {
	File      string   `js:"file"` // name
	Type      string   `js:"type"` // media type
	Text      string   `js:"text"`
	More      bool     `js:"more"`      // parts follow
	Share     float64  `js:"share"`     // of the file that is made, 0 to 1
	Rows      int      `js:"rows"`      // predictions: rows that have one
	LeftOut   []int    `js:"leftOut"`   // predictions: rows of the file that miss a value, the first 100
	Columns   []string `js:"columns"`   // of each of those, the first column without a value
	LeftCount int      `js:"leftCount"` // all of them
}

// Validate checks the words; whether the topology was measured is seen later.
func (m *ExportOptions) Validate() error {
	return firstError(
		checkOption("export", m.What, Exports...),
		checkLength("topology", m.Topology, maxKey),
		checkLanguage(m.What, m.Language),
		checkLength("name", m.Name, maxName), checkLang(m.Lang),
		checkRows(m),
	)
}

func checkLanguage(what, language string) error {
	if what != ExportRules || slices.Contains(export.Languages, language) {
		return nil
	}
	return SettingFault("language", "setting.words", QuoteShort(language), export.Languages)
}

func checkRows(m *ExportOptions) error {
	if m.Table && m.What != ExportPredictions {
		return optionFault("rows", "come beside %s; they go with %q alone", QuoteShort(m.What),
			ExportPredictions)
	}
	return nil
}

// Export is a file in the making.
type Export struct {
	file      string
	mime      string
	next      func() (text string, share float64, err error) // share of the file that is made: 1 at its end
	predicted int
	missing   []dataset.Cell
}

const (
	csvType  = "text/csv"
	jsonType = "application/json"
	textType = "text/plain"
	htmlType = "text/html"
)

// Export begins a file. table holds rows to predict, nil for none; seconds is the
// time spent sampling.
func (r *Run) Export(m *ExportOptions, table *dataset.Table, seconds float64) (*Export, error) {
	if !r.shown().Ready() {
		return nil, faulty(posterior.ErrNothingYet)
	}
	p := r.shown().Snapshot()
	switch m.What {
	case ExportPredictions:
		if table != nil {
			return r.newPredictions(p, table)
		}
		return r.predictions(p), nil
	case ExportTrees:
		return r.trees(p), nil
	case ExportReport:
		return r.file("report.html", htmlType, once(r.report(p, seconds, words.Lang(m.Lang)))), nil
	}
	t, err := r.exported(p, m.Topology)
	if err != nil {
		return nil, err
	}
	if m.What == ExportRules {
		return r.rules(p, t, m.Language, words.Lang(m.Lang))
	}
	return r.draws(p, t, m.What, seconds)
}

// Part makes the next part; a file that failed ends.
func (e *Export) Part() (*FilePart, error) {
	text, share, err := e.next()
	if err != nil {
		return nil, faulty(err)
	}
	m := &FilePart{File: e.file, Type: e.mime, Text: text, More: share < 1, Share: share,
		Rows: e.predicted, LeftOut: []int{}, Columns: []string{}, LeftCount: len(e.missing)}
	for _, cell := range e.missing[:min(maxLeftOut, len(e.missing))] {
		m.LeftOut, m.Columns = append(m.LeftOut, cell.Row), append(m.Columns, cell.Text)
	}
	return m, nil
}

// file begins a file of the run's.
func (r *Run) file(name, mime string, next func() (string, float64, error)) *Export {
	return &Export{file: export.Stem(r.tables.Train.Name) + "-" + name, mime: mime, next: next}
}

// once is a file of one part.
func once(text string) func() (string, float64, error) {
	return func() (string, float64, error) { return text, 1, nil }
}

// leafStem is a topology's name in the name of a file: "1-5-6".
func leafStem(t topology.Topology) string {
	const most = 60
	s := strings.ReplaceAll(strings.Trim(t.String(), "{}"), ",", "-")
	return s[:min(most, len(s))]
}

// exported returns the topology of a key, "" for the heaviest, which must have draws.
func (r *Run) exported(p *posterior.Posterior, key string) (topology.Topology, error) {
	t, err := r.chosen(key)
	if err != nil {
		return topology.Topology{}, err
	}
	if t == nil {
		t = &p.Topologies()[0].Topology
	}
	if !p.Has(*t) {
		return *t, notSampled(*t)
	}
	return *t, nil
}

func (r *Run) draws(p *posterior.Posterior, t topology.Topology, what string, seconds float64) (*Export, error) {
	d, _ := p.Draws(t)
	d.Settings, d.Seconds = r.origin(p), seconds
	if what == ExportStan {
		return r.file("draws-"+leafStem(t)+".csv", csvType, once(export.StanCSV(d))), nil
	}
	return r.file("draws-"+leafStem(t)+".json", jsonType, once(export.ArviZJSON(d))), nil
}

// origin says what draws come from.
func (r *Run) origin(p *posterior.Posterior) []export.Setting {
	c := r.created
	out := []export.Setting{{Name: "table", Value: r.tables.Train.Name}, {Name: "task", Value: c.Task},
		{Name: "target", Value: c.Target},
		{Name: "training_rows", Value: strconv.Itoa(c.TrainRows)},
		{Name: "test_rows", Value: strconv.Itoa(c.TestRows)},
		{Name: "preset", Value: r.preset}, {Name: "predictive", Value: string(r.predictive)}}
	if sum, ok := p.Digest(); ok {
		out = append(out, export.Setting{Name: "digest", Value: sum})
	}
	if names := r.givenUp(words.English); len(names) > 0 {
		out = append(out, export.Setting{Name: "given_up", Value: strings.Join(names, ", ")})
	}
	for _, s := range r.settingsUsed() {
		out = append(out, export.Setting{Name: s.Name, Value: s.Value})
	}
	return out
}

// Endings are how the names of files with rules end, by export.Languages.
var Endings = map[string]string{"text": ".txt", "python": ".py", "r": ".R", "sql": ".sql", "mysql": "-mysql.sql"}

func (r *Run) rules(p *posterior.Posterior, t topology.Topology, language string, l words.Lang) (*Export, error) {
	tree, ok := p.Rules(t, l)
	if !ok {
		return nil, notSampled(t)
	}
	text, err := export.Rules(tree, language)
	if err != nil {
		return nil, faulty(err)
	}
	return r.file("tree-"+leafStem(t)+Endings[language], textType, once(text)), nil
}

// mostNodes bounds the lines of a table of trees; beyond it draws are thinned, to leastTrees of a topology at most.
const (
	mostNodes  = 200000
	leastTrees = 20
)

// trees makes one part of each topology.
func (r *Run) trees(p *posterior.Posterior) *Export {
	measured, nodes := p.Measured(), 0
	for _, t := range measured {
		nodes += t.Leaves() + t.Splits()
	}
	most, at := max(leastTrees, mostNodes/nodes), 0
	return r.file("trees.csv", csvType, func() (string, float64, error) {
		trees, _ := p.Trees(measured[at], most)
		text := export.TreesCSV(p.Columns(), trees)
		if at == 0 {
			text = export.TreesHead(p.Columns()) + text
		}
		at++
		return text, float64(at) / float64(len(measured)), nil
	})
}

// portion is how many rows are predicted at a time, so that sampling goes on between parts.
const portion = 256

// predictions makes a table of the training and the test rows.
func (r *Run) predictions(p *posterior.Posterior) *Export {
	train, test := r.tables.Train, r.tables.Test
	n := train.N
	if test != nil {
		n += test.N
	}
	head := export.PredictionsHead([]string{"set", "row", r.created.Target}, p.Columns())
	row := func(i int) (cells []string, x []float64) {
		set, f := "train", train
		if i >= train.N {
			set, f, i = "test", test, i-train.N
		}
		return []string{set, strconv.Itoa(f.Rows[i]), r.truthText(f, i)}, f.Row(nil, i)
	}
	e := r.file("predictions.csv", csvType, r.predicting(p, head, n, row))
	e.predicted = n
	return e
}

// truthText is the target of row i as a cell.
func (r *Run) truthText(f *dataset.Frame, i int) string {
	if r.regression() {
		return strconv.FormatFloat(f.Y[i], 'g', -1, 64)
	}
	return f.Classes[f.Class[i]]
}

// predicting predicts n rows in portions; row returns the cells before the
// prediction of row i and its values, nil for a row that misses one.
func (r *Run) predicting(
	p *posterior.Posterior, head string, n int, row func(i int) ([]string, []float64),
) func() (string, float64, error) {
	at := 0
	return func() (string, float64, error) {
		var text strings.Builder
		if at == 0 {
			text.WriteString(head)
		}
		var before [][]string
		var rows [][]float64
		var known []bool
		for ; len(before) < portion && at < n; at++ {
			cells, x := row(at)
			before, known = append(before, cells), append(known, x != nil)
			if x != nil {
				rows = append(rows, x)
			}
		}
		predictions, err := p.Predict(rows)
		if err != nil {
			return "", 0, err
		}
		for i, cells := range before {
			var one *export.Predicted
			if known[i] {
				one, predictions = predictions[0].Exported(), predictions[1:]
			}
			text.WriteString(export.PredictionCSV(cells, p.Columns(), one))
		}
		return text.String(), float64(at) / float64(n), nil
	}
}

// newPredictions makes a table of new rows: the row of the file, its cells, and the prediction.
func (r *Run) newPredictions(p *posterior.Posterior, table *dataset.Table) (*Export, error) {
	rows, err := table.NewRows(r.tables.Train)
	if err != nil {
		f := FaultOf(faulty(err))
		f.Field = "rows"
		return nil, f
	}
	names := []string{"row"}
	for i := range table.Columns {
		names = append(names, table.Columns[i].Name)
	}
	x := make([][]float64, table.Rows)
	for k, i := range rows.At {
		x[i] = rows.X[k]
	}
	row := func(i int) ([]string, []float64) {
		return table.AppendRow([]string{strconv.Itoa(table.FileRow(i))}, i), x[i]
	}
	e := r.file("", csvType, r.predicting(p, export.PredictionsHead(names, p.Columns()), table.Rows, row))
	e.file = export.Stem(table.Name) + "-predicted.csv"
	e.predicted, e.missing = len(rows.At), rows.Missing
	return e, nil
}

// settingsUsed are those that the preset uses, by dotted name, as text.
func (r *Run) settingsUsed() []report.Fact {
	var used any = r.Problem.Settings
	if r.Fast() {
		used = r.Problem.Settings.FastPart()
	}
	text, err := export.JSON(used)
	if err != nil {
		panic("study: settings do not marshal")
	}
	var fields map[string]any
	if err := json.Unmarshal([]byte(text), &fields); err != nil {
		panic("study: settings are no JSON object")
	}
	return flatten(nil, "", fields)
}

// flatten lists the fields by name, those of inner objects after a dot.
func flatten(out []report.Fact, prefix string, fields map[string]any) []report.Fact {
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		switch v := fields[name].(type) {
		case map[string]any:
			out = flatten(out, prefix+name+".", v)
		case float64:
			out = append(out, report.Fact{Name: prefix + name, Value: strconv.FormatFloat(v, 'g', -1, 64)})
		case string:
			out = append(out, report.Fact{Name: prefix + name, Value: v})
		}
	}
	return out
}
