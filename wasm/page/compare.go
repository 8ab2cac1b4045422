// The rows of the Compare table.

package page

import (
	"fmt"
	"html"
	"math"
	"slices"
	"strings"
)

// MetricCell is one number of the table. Metric is its name for programs ("test-mse").
type MetricCell struct {
	Metric string
	Value  float64
	Text   string
}

// MetricRow is one method.
type MetricRow struct {
	Method string
	Cells  []MetricCell
}

// MetricTable is the whole table.
type MetricTable struct {
	Heads []string
	Rows  []MetricRow
}

// CompareTable sets this run beside the true partition, where known, and the baseline.
func CompareTable(m Metrics, info Info) MetricTable {
	kind, name := "mse", text("compare.mse")
	if info.Task == "classification" {
		kind, name = "accuracy", text("compare.accuracy.head")
	}
	t := MetricTable{Heads: []string{fmt.Sprintf(text("compare.train"), name)}}
	scored := m.Train
	if m.Test != nil {
		t.Heads = append(t.Heads, fmt.Sprintf(text("compare.test"), name))
		scored = m.Test
	}
	t.Heads = append(t.Heads, text("compare.logscore"))
	t.Rows = append(t.Rows, MetricRow{text("compare.run"), scoreCells("", kind, m.Train, m.Test, scored)})
	if m.Truth != nil && kind == "mse" {
		t.Rows = append(t.Rows, MetricRow{text("compare.true"), truthCells(*m.Truth, m.Test != nil)})
	}
	base := m.BaselineTrain
	if m.Test != nil {
		base = m.BaselineTest
	}
	t.Rows = append(t.Rows, MetricRow{capital(strings.TrimPrefix(BaselineName(info), "the ")), scoreCells("baseline-", kind, m.BaselineTrain, m.BaselineTest, base)})
	return t
}

// averaged puts the average over bandwidths, where there is one, below the run.
func (t *MetricTable) averaged(average *Average) {
	if average == nil || average.Train == nil {
		return
	}
	scored := average.Train
	if average.Test != nil {
		scored = average.Test
	}
	row := MetricRow{text("compare.averaged"), scoreCells("average-", "mse", average.Train, average.Test, scored)}
	t.Rows = slices.Insert(t.Rows, 1, row)
}

// before puts the run that was kept, where there is one, below the run.
func (t *MetricTable) before(k *Kept) {
	if k == nil || k.Metrics.Train == nil {
		return
	}
	kind, scored := "mse", k.Metrics.Train
	if k.Info.Task == "classification" {
		kind = "accuracy"
	}
	if k.Metrics.Test != nil {
		scored = k.Metrics.Test
	}
	cells := scoreCells("before-", kind, k.Metrics.Train, k.Metrics.Test, scored)
	if len(cells) == len(t.Heads) {
		t.Rows = slices.Insert(t.Rows, 1, MetricRow{text("two.before"), cells})
	}
}

// BaselineName says what the baseline predicts.
func BaselineName(info Info) string {
	if info.Task == "classification" {
		return fmt.Sprintf(text("compare.class"), baselineClass(info))
	}
	return fmt.Sprintf(text("compare.mean"), info.Target)
}

// baselineClass is the bridge's name of the baseline, which tells the class too: "commonest class (setosa)".
func baselineClass(info Info) string {
	if info.Baseline == nil {
		return text("compare.class.unknown")
	}
	return info.Baseline.Name
}

// scoreCells names cells so that the number on test rows has the short name: "test-mse" of the run, "baseline-mse" of the baseline.
func scoreCells(prefix, kind string, train, test, scored *Scores) []MetricCell {
	trainName, testName, scoreName := "train-"+kind, "test-"+kind, "test-logscore"
	if prefix != "" {
		trainName, testName, scoreName = prefix+"train-"+kind, prefix+kind, prefix+"logscore"
	}
	if test == nil {
		scoreName = strings.Replace(scoreName, "test-", "train-", 1)
	}
	var cells []MetricCell
	if train != nil {
		cells = append(cells, metricCell(trainName, measure(kind, train)))
	}
	if test != nil {
		cells = append(cells, metricCell(testName, measure(kind, test)))
	}
	if scored != nil && scored.LogScore != nil {
		cells = append(cells, MetricCell{scoreName, *scored.LogScore, Fixed(*scored.LogScore, 2)})
	}
	return cells
}

func truthCells(t Truth, test bool) []MetricCell {
	cells := []MetricCell{metricCell("truth-train-mse", &t.Train)}
	if test {
		cells = append(cells, metricCell("truth-mse", &t.Test))
	}
	return cells
}

func measure(kind string, s *Scores) *float64 {
	if kind == "accuracy" {
		return s.Accuracy
	}
	return s.MSE
}

func metricCell(name string, value *float64) MetricCell {
	if value == nil {
		return MetricCell{name, math.NaN(), unavailable}
	}
	words := Significant(*value, 3)
	if strings.HasSuffix(name, "accuracy") {
		words = Fixed(*value, 3)
	}
	return MetricCell{name, *value, words}
}

func capital(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

// headMarkup and bodyMarkup draw the table; every number also stands in full in data-value.
func (t MetricTable) headMarkup() string {
	m := `<tr><th scope="col"><span class="vh">` + text("compare.method") + `</span></th>`
	for _, h := range t.Heads {
		m += `<th scope="col" class="r">` + html.EscapeString(h) + `</th>`
	}
	return m + "</tr>"
}

func (t MetricTable) bodyMarkup() string {
	var m strings.Builder
	for i, r := range t.Rows {
		class := ""
		if i == 0 {
			class = ` class="accent"`
		}
		m.WriteString(`<tr><th scope="row"` + class + ">" + html.EscapeString(r.Method) + "</th>")
		for _, c := range r.Cells {
			fmt.Fprintf(&m, `<td class="r num" data-metric="%s" data-value="%s">%s</td>`, c.Metric, Exact(c.Value), emphasized(c, i == 0))
		}
		m.WriteString(strings.Repeat("<td></td>", len(t.Heads)-len(r.Cells)) + "</tr>")
	}
	return m.String()
}

func emphasized(c MetricCell, strong bool) string {
	if strong {
		return "<b>" + c.Text + "</b>"
	}
	return c.Text
}

// clean turns what is not a number, which the bridge may send for a score that the task does not have, into none.
func (m *Metrics) clean() {
	for _, set := range []**Scores{&m.Train, &m.Test, &m.BaselineTrain, &m.BaselineTest} {
		s := *set
		if s == nil {
			continue
		}
		if s.Rows == 0 {
			*set = nil
			continue
		}
		for _, x := range []**float64{&s.MSE, &s.Accuracy, &s.LogScore, &s.Coverage90} {
			if *x != nil && math.IsNaN(**x) {
				*x = nil
			}
		}
	}
}
