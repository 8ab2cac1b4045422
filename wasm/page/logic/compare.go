// The rows of the Compare table.

package logic

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// MetricCell is one number of the table with its error in words, "" for none. Metric is its name for programs
// ("test-mse").
type MetricCell struct {
	Metric string
	Value  float64
	Text   string
	Error  string
}

// MetricRow is one method, or, without cells, the head of the rows below it.
type MetricRow struct {
	Method string
	Cells  []MetricCell
}

// MetricTable is the whole table.
type MetricTable struct {
	Heads []string
	Rows  []MetricRow
}

// method is one way to predict, with its scores on training and test rows.
type method struct {
	prefix      string // of the metrics' names
	name        string
	train, test *Scores
}

// methods are this run, CART, the true partition where it is known, and the baseline.
func methods(m Metrics, info Info) []method {
	all := []method{{"", Text("compare.run"), m.Train, m.Test}}
	if m.CARTTrain != nil {
		all = append(all, method{"cart-", Text("compare.cart"), m.CARTTrain, m.CARTTest})
	}
	if m.Truth != nil && info.Task != "classification" {
		truth := method{"truth-", Text("compare.true"), &Scores{MSE: &m.Truth.Train}, nil}
		if m.Test != nil {
			truth.test = &Scores{MSE: &m.Truth.Test}
		}
		all = append(all, truth)
	}
	return append(all, method{"baseline-", baseline(info, ".head"), m.BaselineTrain, m.BaselineTest})
}

// measured is one kind of score.
type measured struct {
	metric string // for programs
	head   string // key of the text table
	of     func(*Scores) (value, err *float64)
}

// measuresOf are the scores that a task has, the main one first, the log score last.
func measuresOf(task string) []measured {
	logs := measured{"logscore", "compare.logscore", func(s *Scores) (*float64, *float64) {
		return s.LogScore, s.LogScoreError
	}}
	if task == "classification" {
		return []measured{
			{"accuracy", "compare.accuracy.head",
				func(s *Scores) (*float64, *float64) { return s.Accuracy, s.AccuracyError }},
			{"brier", "compare.brier", func(s *Scores) (*float64, *float64) {
				return s.Brier, s.BrierError
			}}, logs}
	}
	return []measured{
		{"mse", "compare.mse", func(s *Scores) (*float64, *float64) { return s.MSE, s.MSEError }},
		{"coverage", "compare.coverage",
			func(s *Scores) (*float64, *float64) { return s.Coverage90, s.Coverage90Error }},
		logs}
}

// CompareTable sets the main score and the log score of this run beside those of CART, the true partition, where known,
// and the baseline: on the test rows, or on the training rows where there are none.
func CompareTable(m Metrics, info Info) MetricTable {
	all := measuresOf(info.Task)
	shown := []measured{all[0], all[len(all)-1]}
	rows := "compare.test"
	if m.Test == nil {
		rows = "compare.train"
	}
	t := MetricTable{Heads: []string{fmt.Sprintf(Text(rows), Text(shown[0].head)), capital(Text(shown[1].head))}}
	for _, way := range methods(m, info) {
		t.Rows = append(t.Rows, way.row(shown, m.Test != nil))
	}
	return t
}

// FullTable has all scores on test and training rows.
func FullTable(m Metrics, info Info) MetricTable {
	all := measuresOf(info.Task)
	t := MetricTable{}
	for _, k := range all {
		t.Heads = append(t.Heads, capital(Text(k.head)))
	}
	for _, test := range []bool{true, false} {
		if test && m.Test == nil {
			continue
		}
		t.Rows = append(t.Rows,
			MetricRow{Method: capital(Text(Either(test, "compare.on.test", "compare.on.train")))})
		for _, way := range methods(m, info) {
			t.Rows = append(t.Rows, way.row(all, test))
		}
	}
	return t
}

// row names cells so that this run's numbers are "test-mse" and "train-mse", another's "cart-mse" and "cart-train-mse".
func (w method) row(kinds []measured, test bool) MetricRow {
	r := MetricRow{Method: w.name}
	s, set := w.test, Either(w.prefix == "", "test-", "")
	if !test {
		s, set = w.train, "train-"
	}
	if s == nil {
		return r
	}
	for _, k := range kinds {
		value, err := k.of(s)
		if value == nil {
			r.Cells = append(r.Cells, MetricCell{})
			continue
		}
		r.Cells = append(r.Cells, metricCell(w.prefix+set+k.metric, *value, err))
	}
	return r
}

// Insert puts another way to predict below this run; one without scores of these rows is passed over.
func (t *MetricTable) Insert(w method, m Metrics, info Info) {
	all := measuresOf(info.Task)
	if r := w.row([]measured{all[0], all[len(all)-1]}, m.Test != nil); len(r.Cells) > 0 {
		t.Rows = slices.Insert(t.Rows, 1, r)
	}
}

// Method is the average over bandwidths.
func (a Average) Method() method {
	return method{"average-", Text("compare.averaged"), a.Train, a.Test}
}

// Method is the run that was kept.
func (k *Kept) Method() method {
	return method{"before-", Text("two.before"), k.Metrics.Train, k.Metrics.Test}
}

// BaselineName says what the baseline predicts, as a part of a sentence.
func BaselineName(info Info) string { return baseline(info, "") }

// baseline names the baseline: as a part of a sentence, or for form ".head" on its own.
func baseline(info Info, form string) string {
	if info.Task == "classification" {
		return fmt.Sprintf(Text("compare.class"+form), baselineClass(info))
	}
	return fmt.Sprintf(Text("compare.mean"+form), info.Target)
}

// baselineClass is the class that the bridge names with the baseline: "commonest class (setosa)".
func baselineClass(info Info) string {
	if info.Baseline == nil {
		return unavailable
	}
	_, class, _ := strings.Cut(info.Baseline.Name, " (")
	return strings.TrimSuffix(class, ")")
}

func metricCell(name string, value float64, err *float64) MetricCell {
	c := MetricCell{Metric: name, Value: value, Text: Significant(value, 3)}
	switch {
	case err != nil && *err > 0 && !math.IsInf(*err, 0) && !math.IsInf(value, 0):
		c.Text, c.Error, _ = strings.Cut(WithError(value, *err), noBreak+"±"+noBreak)
	case strings.HasSuffix(name, "accuracy") || strings.HasSuffix(name, "coverage"):
		c.Text = Fixed(value, 3)
	}
	return c
}

func capital(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

// HeadMarkup and bodyMarkup draw the table; every number also stands in full in data-value.
func (t MetricTable) HeadMarkup() string {
	m := element("th", colHead, textIn("span", `class="vh"`, Text("compare.method")))
	for _, h := range t.Heads {
		m += textIn("th", `scope="col" colspan="2" class="r"`, h)
	}
	return element("tr", "", m)
}

func (t MetricTable) BodyMarkup() string {
	var m strings.Builder
	for i, r := range t.Rows {
		if r.Cells == nil {
			m.WriteString(element("tr", `class="group"`,
				textIn("th", fmt.Sprintf(`scope="rowgroup" colspan="%d"`, 1+2*len(t.Heads)), r.Method)))
			continue
		}
		own := i == 0 || t.Rows[i-1].Cells == nil
		row := textIn("th", `scope="row"`+Either(own, ` class="accent"`, ""), r.Method)
		for _, c := range r.Cells {
			row += c.markup(own)
		}
		m.WriteString(element("tr", "", row))
	}
	return m.String()
}

func (c MetricCell) markup(own bool) string {
	if c.Metric == "" {
		return `<td></td><td></td>`
	}
	words := c.Text
	if own {
		words = element("b", "", words)
	}
	return element("td", fmt.Sprintf(`class="r num" data-metric="%s" data-value="%s"`, c.Metric, Exact(c.Value)),
		words) + element("td", `class="err num dim"`, Either(c.Error != "", "±"+noBreak+c.Error, ""))
}

// Clean turns what is not a number, which the bridge may send for a score that the task does not have, into none.
func (m *Metrics) Clean() {
	for _, set := range []**Scores{&m.Train, &m.Test, &m.BaselineTrain, &m.BaselineTest, &m.CARTTrain,
		&m.CARTTest} {
		s := *set
		if s == nil {
			continue
		}
		if s.Rows == 0 {
			*set = nil
			continue
		}
		for _, x := range []**float64{&s.MSE, &s.Accuracy, &s.Brier, &s.LogScore, &s.Coverage90} {
			if *x != nil && math.IsNaN(**x) {
				*x = nil
			}
		}
	}
}

// scored are the scores of the rows that count, the test rows where there are any, those of the baseline on them, and
// where that is.
func (m Metrics) scored() (set, base *Scores, where string) {
	if m.Test != nil {
		return m.Test, m.BaselineTest, Text("compare.on.test")
	}
	return m.Train, m.BaselineTrain, Text("compare.on.train")
}

// PairedSentence says whether CART is ahead on the same rows, by the main score; "" where it was not fitted.
func PairedSentence(m Metrics, info Info) string {
	if m.Paired == nil || m.Paired.CART == nil {
		return ""
	}
	set, _, where := m.scored()
	d, err, less, head := m.Paired.CART.MSE, m.Paired.CART.MSEError, true, Text("compare.mse")
	if info.Task == "classification" {
		d, err, less, head = m.Paired.CART.Accuracy, m.Paired.CART.AccuracyError, false,
			Text("compare.accuracy.head")
	}
	if set == nil || d == nil || err == nil {
		return ""
	}
	if *d == 0 {
		return fmt.Sprintf(Text("compare.paired.equal"), Count(set.Rows), where, head)
	}
	key := "compare.paired.behind"
	if ahead := *d > 0 == less; ahead {
		key = "compare.paired.ahead"
	}
	return fmt.Sprintf(Text(key), Count(set.Rows), where, WithError(math.Abs(*d), *err), head)
}
