// This file answers questions about a run: weights, scores, predictions,
// figures.

package study

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"

	"dcctree/core/chart"
	"dcctree/core/dataset"
	"dcctree/core/dcc"
	"dcctree/core/export"
	"dcctree/core/posterior"
	"dcctree/core/topology"
	"dcctree/core/words"
)

// Topologies lists the topologies by weight; none before the first step.
func (r *Run) Topologies() (out []Topology) {
	for _, s := range stated(r.shown()) {
		out = append(out, Topology{Key: s.Topology.Key(), Name: s.Topology.String(), Weight: s.Weight,
			WeightError: s.WeightError, LogEvidence: s.LogEvidence, LogEvidenceError: s.LogEvidenceError,
			LogPrior: s.LogPrior, Visits: s.Visits, Draws: s.Draws, Divergences: s.Divergences,
			KHat: s.KHat, KHatLimit: s.KHatLimit, EffectiveNumber: s.EffectiveNumber,
			Reliable: s.Reliable(), Trust: string(s.Trust), Chains: s.Chains,
			ChainsLeftOut: len(s.ChainsLeftOut), Modes: s.Modes, Method: string(s.Method),
			Audit: auditOf(s.Audit)})
	}
	return out
}

// spread divides topologies into texts and numbers.
func spread(all []Topology) (*Topologies, []float64) {
	var bulk []float64
	texts, names := []map[string]string{}, []string{}
	for i, one := range all {
		words := map[string]string{}
		spreadStruct(reflect.ValueOf(one), "", func(name string, v reflect.Value) {
			if v.Kind() == reflect.String {
				words[name] = v.String()
				return
			}
			if i == 0 {
				names = append(names, name)
			}
			switch v.Kind() {
			case reflect.Bool:
				bulk = append(bulk, bit(v.Bool()))
			case reflect.Int:
				bulk = append(bulk, float64(v.Int()))
			default:
				bulk = append(bulk, v.Float())
			}
		})
		texts = append(texts, words)
	}
	text, err := export.JSON(texts)
	if err != nil {
		panic("study: texts do not marshal")
	}
	return &Topologies{Texts: text, Names: names}, bulk
}

// spreadStruct visits the fields by their names, those of structs in it behind a dot.
func spreadStruct(v reflect.Value, before string, visit func(name string, v reflect.Value)) {
	for i := range v.NumField() {
		name := before + v.Type().Field(i).Tag.Get("js")
		if f := v.Field(i); f.Kind() == reflect.Struct {
			spreadStruct(f, name+".", visit)
		} else {
			visit(name, f)
		}
	}
}

// Trees lists the effective trees by weight; none before the first step.
func (r *Run) Trees() []EffectiveTree {
	rows := []EffectiveTree{}
	trees, _ := r.shown().EffectiveTrees()
	known := dcc.ErrorsHold(r.shown().Topologies())
	for _, tree := range trees {
		if !known {
			tree.Error = NotKnown
		}
		row := EffectiveTree{Key: tree.Topology.Key(), Name: tree.Topology.String(), Weight: tree.Weight,
			WeightError: tree.Error}
		for _, part := range tree.Parts[:min(MaxTreeParts, len(tree.Parts))] {
			row.Parts = append(row.Parts, TreePart{Topology: part.Topology.Key(), Weight: part.Weight,
				Share: part.Share})
		}
		rows = append(rows, row)
	}
	return rows
}

func bit(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}

// Digest tells the digest of what was found so far; code "no-result" before the
// first step.
func (r *Run) Digest() (*Digest, error) {
	sum, ok := r.shown().Digest()
	if !ok {
		return nil, faulty(posterior.ErrNothingYet)
	}
	m := &Digest{Digest: sum,
		Jobs: []string{}, Work: []string{}, Topologies: []string{}}
	m.GivenUp, m.Translations = words.Both(r.givenUp)
	for _, j := range r.Sampler.Jobs() {
		m.Jobs = append(m.Jobs, fmt.Sprintf("%016x", j.Digest))
		m.Work = append(m.Work, string(j.Kind))
		m.Topologies = append(m.Topologies, j.Topology)
	}
	return m, nil
}

// givenUp names the jobs that were given up.
func (r *Run) givenUp(l words.Lang) []string {
	given := []string{}
	for _, j := range r.Sampler.Jobs() {
		if j.GivenUp() {
			given = append(given, dcc.JobName(j.Kind, j.Topology).In(l))
		}
	}
	return given
}

// Predict answers m; bulk is what came beside it, the second result is what
// goes beside the answer.
func (r *Run) Predict(m *PredictOptions, bulk []float64) (*Predictions, []float64, error) {
	rows, truths, err := r.rowsOf(m, bulk)
	if err != nil {
		return nil, nil, err
	}
	predictions, err := r.predict(m.Average, rows)
	if err != nil {
		return nil, nil, faulty(err)
	}
	var out []float64
	for i, p := range predictions {
		out = append(out, r.predictionNumbers(p, truths[i])...)
	}
	return &Predictions{Task: r.created.Task,
		Rows: len(rows), Columns: len(out) / len(rows), Classes: r.created.Classes}, out, nil
}

// predict asks the run, or the average over bandwidths.
func (r *Run) predict(average bool, rows [][]float64) ([]posterior.Prediction, error) {
	if !average {
		return r.shown().Predict(rows)
	}
	if err := r.averaged(); err != nil {
		return nil, err
	}
	return r.average.Predict(rows)
}

// truth is the true value of a row, where it is known.
type truth struct {
	value float64
	known bool
}

// rowsOf returns the rows that are asked for, in original units.
func (r *Run) rowsOf(m *PredictOptions, bulk []float64) ([][]float64, []truth, error) {
	n := int(m.Rows)
	rows, truths := make([][]float64, n), make([]truth, n)
	if m.Set == "rows" {
		return rows, truths, r.ownRows(rows, int(m.Columns), bulk)
	}
	if len(bulk) != n {
		return nil, nil, shapeFault(len(bulk), n)
	}
	for i, at := range bulk {
		row, value, err := r.tableRow(m.Set, at)
		if err != nil {
			return nil, nil, err
		}
		rows[i], truths[i] = row, truth{value, true}
	}
	return rows, truths, nil
}

// ownRows cuts the bulk into rows.
func (r *Run) ownRows(rows [][]float64, columns int, bulk []float64) error {
	if want := r.tables.Train.D; columns != want {
		return optionFault("rows", "have %d values; each must have %d, one for each feature", columns, want)
	}
	if len(bulk) != len(rows)*columns {
		return shapeFault(len(bulk), len(rows)*columns)
	}
	for i := range rows {
		rows[i] = bulk[i*columns : (i+1)*columns]
		for j, v := range rows[i] {
			if v-v != 0 {
				return SettingFault("rows", "setting.nonfinite", v, i+1, r.tables.Train.Features[j])
			}
		}
	}
	return nil
}

func shapeFault(got, want int) *Fault {
	return &Fault{Code: CodeMessage, Message: fmt.Sprintf("%d numbers arrived where %d were due", got, want)}
}

// tableRow returns row at (from 0) of the training or test rows, with its
// response or class number.
func (r *Run) tableRow(set string, at float64) ([]float64, float64, error) {
	frame := r.tables.Train
	if set == "test" {
		frame = r.tables.Test
	}
	if frame == nil {
		return nil, 0, optionFault("set", `is "test", but the run has no test rows; use "train"`)
	}
	if !(at >= 0 && at < float64(frame.N)) || at != float64(int(at)) {
		return nil, 0, optionFault("row", "is %v; the %s rows count from 0 to %d", at, set, frame.N-1)
	}
	row, value, err := r.shown().TableRow(set == "test", int(at))
	return row, value, faulty(err)
}

// predictionNumbers returns the numbers of one row as Predictions
// lists them.
func (r *Run) predictionNumbers(p posterior.Prediction, t truth) []float64 {
	if r.regression() {
		return []float64{p.Mean, p.SD, p.Low, p.High, t.or(math.NaN())}
	}
	return append(slices.Clone(p.Probabilities), float64(p.Class), t.or(-1))
}

func (t truth) or(unknown float64) float64 {
	if t.known {
		return t.value
	}
	return unknown
}

func (r *Run) regression() bool { return r.tables.Train.Task == dataset.Regression }

// Figure draws a figure.
func (r *Run) Figure(m *FigureOptions) (*Figure, error) {
	svg, err := r.draw(m)
	if err != nil {
		return nil, faulty(err)
	}
	return &Figure{SVG: svg}, nil
}

func (r *Run) draw(m *FigureOptions) (string, error) {
	if !r.shown().Ready() {
		return "", posterior.ErrNothingYet
	}
	switch m.Name {
	case "topologies", "effective-trees":
		return r.drawTopologies(m)
	case "tree":
		return r.drawTree(m)
	}
	return r.drawPrediction(m)
}

func (r *Run) drawTopologies(m *FigureOptions) (string, error) {
	selected, err := r.chosen(m.Topology)
	if err != nil {
		return "", err
	}
	var newest *topology.Topology
	if !r.Sampler.Done() {
		newest = r.newest
	}
	fig := r.shown().Weights(int(m.Limit), r.generated, newest, selected)
	if m.Name == "effective-trees" {
		if fig, err = r.shown().TreeWeights(int(m.Limit), r.generated, newest, selected); err != nil {
			return "", err
		}
	}
	search := r.searchShown()
	fig.Unmeasured = chart.Unmeasured{Share: search.Share, Bound: search.Bound}
	fig.ID, fig.Lang, fig.Width = m.Name, words.Lang(m.Lang), m.Width
	return chart.Topologies(fig), nil
}

// chosen returns the topology of a key, nil for "".
func (r *Run) chosen(key string) (*topology.Topology, error) {
	if key == "" {
		return nil, nil
	}
	t, err := topology.Parse(key)
	if err != nil {
		return nil, optionFault("topology", "is %q, which is no key of a topology: %v", key, err)
	}
	return &t, nil
}

func (r *Run) drawTree(m *FigureOptions) (string, error) {
	t, err := r.chosen(m.Topology)
	if err != nil {
		return "", err
	}
	if t == nil {
		t = &r.shown().Topologies()[0].Topology
	}
	fig, ok := r.shown().Tree(*t)
	if !ok {
		return "", notSampled(*t)
	}
	fig.ID, fig.Lang, fig.Width, fig.Navigable = "tree", words.Lang(m.Lang), m.Width, m.Navigable
	fig.Collapsed, _ = ParseIDs(m.Collapsed) // checked when the message came
	return chart.Tree(fig), nil
}

func notSampled(t topology.Topology) *Fault {
	return &Fault{Code: CodeNoResult, Field: "topology", Said: words.Of("fault.topology", t)}
}

func (r *Run) drawPrediction(m *FigureOptions) (string, error) {
	row, value, err := r.tableRow(m.Set, m.Row)
	if err != nil {
		return "", err
	}
	if !r.regression() {
		fig, err := r.shown().ClassPredictionOf(row, int(value))
		if err != nil {
			return "", err
		}
		fig.ID, fig.Lang, fig.Width = "prediction", words.Lang(m.Lang), m.Width
		return chart.ClassPredictions(fig), nil
	}
	fig, err := r.shown().PredictionOf(row, &value, m.Set+" row "+strconv.Itoa(int(m.Row)))
	if err != nil {
		return "", err
	}
	fig.ID, fig.Lang, fig.Width = "prediction", words.Lang(m.Lang), m.Width
	return chart.Prediction(fig), nil
}
